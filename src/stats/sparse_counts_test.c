#include "sparse_counts.h"

#include "reference_cases.h"

enum { MOST_ENTRIES = 256 };

/* Whole ascending values as sparse counts of one each. */
static size_t as_counts(struct sample x, struct value_count *counts)
{
    assert_true(x.n <= MOST_ENTRIES);
    for (size_t i = 0; i < x.n; i++)
        counts[i] = (struct value_count){x.values[i], 1};
    return x.n;
}

/* Percentiles of two runs: averaged, and of the requests of both. */
static void check_merge(struct reference_case *reference)
{
    struct value_count first[MOST_ENTRIES];
    struct value_count second[MOST_ENTRIES];
    struct value_count merged[2 * MOST_ENTRIES];
    const size_t n_first = as_counts(input_sample(reference, "run1"), first);
    const size_t n_second = as_counts(input_sample(reference, "run2"), second);
    const size_t n_merged = counts_merge(first, n_first, second, n_second, merged);
    const double p = input_number(reference, "p");
    double of_first;
    double of_second;
    double of_merged;

    assert_true(counts_quantile(first, n_first, p, QUANTILE_TYPE_1, &of_first));
    assert_true(counts_quantile(second, n_second, p, QUANTILE_TYPE_1, &of_second));
    assert_true(counts_quantile(merged, n_merged, p, QUANTILE_TYPE_1, &of_merged));
    expect(reference, "p95_run1", of_first);
    expect(reference, "p95_run2", of_second);
    expect(reference, "average_of_p95", (of_first + of_second) / 2);
    expect(reference, "p95_of_merged", of_merged);
}

static const struct reference_kind kinds[] = {
    {"percentile_merge", check_merge}
};

static void merged_counts_have_the_percentiles_of_all_requests(void **state)
{
    (void)state;
    CHECK_REFERENCE_CASES("sparse_counts", kinds);
}

/* The same requests written out, in order. */
static const struct value_count sparse[] = {
    {0,  0},
    {1,  3},
    {4,  1},
    {7,  4},
    {9,  2},
    {10, 0}
};
static const double dense[] = {1, 1, 1, 4, 7, 7, 7, 7, 9, 9};

static void quantiles_are_those_of_the_list_written_out(void **state)
{
    double of_counts;
    double of_values;

    (void)state;
    for (int method = QUANTILE_TYPE_1; method <= QUANTILE_AB_CSV; method++) {
        for (int percent = 0; percent <= 100; percent++) {
            const double p = percent / 100.0;

            assert_true(counts_quantile(sparse, 6, p, (enum quantile_method)method, &of_counts));
            assert_true(quantile_of_sorted(dense, 10, p, (enum quantile_method)method, &of_values));
            assert_true(of_counts == of_values);
        }
    }
}

static void descriptions_are_those_of_the_list_written_out(void **state)
{
    struct counts_description description;

    (void)state;
    assert_true(counts_describe(sparse, 6, &description));
    assert_int_equal(description.n, 10);
    assert_true(description.min == 1 && description.max == 9);
    assert_close(description.mean, 5.3, 1e-14);
    assert_close(description.sd, sqrt(96.1 / 9), 1e-14); /* R sd() of the list */
    assert_true(description.has_spread);
}

static void counts_without_an_observation_are_not_described(void **state)
{
    const struct value_count none[] = {
        {1, 0},
        {2, 0}
    };
    struct counts_description description;
    double value;

    (void)state;
    assert_false(counts_describe(none, 2, &description));
    assert_false(counts_describe(NULL, 0, &description));
    assert_false(counts_quantile(none, 2, 0.5, QUANTILE_TYPE_1, &value));
}

static void counts_out_of_order_are_refused(void **state)
{
    const struct value_count falling[] = {
        {2, 1},
        {1, 1}
    };
    const struct value_count infinite[] = {
        {1,        1},
        {HUGE_VAL, 1}
    };
    struct counts_description description;

    (void)state;
    assert_false(counts_describe(falling, 2, &description));
    assert_false(counts_describe(infinite, 2, &description));
}

static void one_observation_has_no_spread(void **state)
{
    const struct value_count one[] = {
        {5, 1}
    };
    struct counts_description description;

    (void)state;
    assert_true(counts_describe(one, 1, &description));
    assert_false(description.has_spread);
}

static void merging_adds_counts_of_equal_values(void **state)
{
    const struct value_count a[] = {
        {1, 2},
        {3, 1}
    };
    const struct value_count b[] = {
        {0, 1},
        {3, 5},
        {4, 1}
    };
    const struct value_count expected[] = {
        {0, 1},
        {1, 2},
        {3, 6},
        {4, 1}
    };
    struct value_count merged[5];

    (void)state;
    assert_int_equal(counts_merge(a, 2, b, 3, merged), 4);
    for (size_t i = 0; i < 4; i++) {
        assert_true(merged[i].value == expected[i].value);
        assert_int_equal(merged[i].count, expected[i].count);
    }
    assert_int_equal(counts_merge(a, 2, NULL, 0, merged), 2);
    assert_int_equal(counts_merge(NULL, 0, b, 3, merged), 3);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(merged_counts_have_the_percentiles_of_all_requests),
        cmocka_unit_test(quantiles_are_those_of_the_list_written_out),
        cmocka_unit_test(descriptions_are_those_of_the_list_written_out),
        cmocka_unit_test(counts_without_an_observation_are_not_described),
        cmocka_unit_test(counts_out_of_order_are_refused),
        cmocka_unit_test(one_observation_has_no_spread),
        cmocka_unit_test(merging_adds_counts_of_equal_values),
    };

    statistics_initialize();
    cmocka_set_message_output(CM_OUTPUT_TAP);
    return cmocka_run_group_tests(tests, NULL, NULL);
}
