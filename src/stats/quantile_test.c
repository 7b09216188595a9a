#include "quantile.h"

#include "reference_cases.h"
#include "arrays.h"
#include "../base/memory.h"

static void expect_quantiles(struct reference_case *reference, const char *key,
                             enum quantile_method method, double scale)
{
    const struct sample x = input_sample(reference, "x");
    const struct sample p = input_sample(reference, "p");
    double *sorted = values_sorted(x.values, x.n);
    double quantiles[32];

    for (size_t i = 0; i < p.n; i++)
        assert_true(quantile_of_sorted(sorted, x.n, p.values[i] / scale, method, &quantiles[i]));
    memory_release(sorted);
    expect_numbers(reference, key, quantiles, p.n);
}

static void check_types(struct reference_case *reference)
{
    static const char *const keys[] = {"type1", "type2", "type3", "type4", "type5",
                                       "type6", "type7", "type8", "type9"};

    for (size_t i = 0; i < 9; i++)
        expect_quantiles(reference, keys[i], (enum quantile_method)(i + 1), 1);
}

static void check_ab(struct reference_case *reference)
{
    const struct sample x = input_sample(reference, "x");
    double median;

    expect_quantiles(reference, "table", QUANTILE_AB_TABLE, 100);
    expect_quantiles(reference, "csv", QUANTILE_AB_CSV, 100);
    assert_true(median_of(x.values, x.n, &median));
    expect(reference, "true_median", median);
}

static const struct reference_kind kinds[] = {
    {"quantile",      check_types},
    {"ab_percentile", check_ab   },
};

static void quantiles_match_r_and_ab(void **state)
{
    (void)state;
    CHECK_REFERENCE_CASES("quantile", kinds);
}

static void one_value_is_each_of_its_quantiles(void **state)
{
    const double x[] = {7};
    double quantile;

    (void)state;
    for (int method = QUANTILE_TYPE_1; method <= QUANTILE_AB_CSV; method++) {
        for (int percent = 0; percent <= 100; percent += 25) {
            assert_true(
                quantile_of_sorted(x, 1, percent / 100.0, (enum quantile_method)method, &quantile));
            assert_true(quantile == 7);
        }
    }
    assert_true(quantile == 7);
}

static void nothing_has_no_quantile(void **state)
{
    const double undefined[] = {1, nan("")};
    double quantile;

    (void)state;
    assert_false(quantile_of_sorted(NULL, 0, 0.5, QUANTILE_TYPE_7, &quantile));
    assert_false(median_of(NULL, 0, &quantile));
    assert_false(median_of(undefined, 2, &quantile));
}

/* 100 * 0.58 is 57.99999999999999 and 100 * 0.07 is 7.000000000000001 in binary. */
static void whole_ranks_survive_binary_fractions(void **state)
{
    struct quantile_position position;

    (void)state;
    assert_true(quantile_position(100, 0.58, QUANTILE_TYPE_1, &position));
    assert_int_equal(position.low, 58);
    assert_true(quantile_position(100, 0.07, QUANTILE_TYPE_1, &position));
    assert_int_equal(position.low, 7);
    assert_true(quantile_position(100, 0.58, QUANTILE_AB_TABLE, &position));
    assert_int_equal(position.low, 59);
    assert_true(quantile_position(1000000, 0.999, QUANTILE_TYPE_1, &position));
    assert_int_equal(position.low, 999000);
}

static void infinities_are_not_made_by_interpolating(void **state)
{
    (void)state;
    assert_true(isfinite(quantile_interpolate(-1.7e308, 1.7e308, 0.5)));
    assert_true(quantile_interpolate(3, 3, 0.7) == 3);
}

static void a_p99_needs_a_thousand_requests(void **state)
{
    (void)state;
    assert_true(quantile_is_supported(1000, 0.99));
    assert_false(quantile_is_supported(999, 0.99));
    assert_true(quantile_is_supported(100, 0.9));
    assert_false(quantile_is_supported(200, 0.99));
    assert_false(quantile_is_supported(1000000, 1));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(quantiles_match_r_and_ab),
        cmocka_unit_test(one_value_is_each_of_its_quantiles),
        cmocka_unit_test(nothing_has_no_quantile),
        cmocka_unit_test(whole_ranks_survive_binary_fractions),
        cmocka_unit_test(infinities_are_not_made_by_interpolating),
        cmocka_unit_test(a_p99_needs_a_thousand_requests),
    };

    statistics_initialize();
    cmocka_set_message_output(CM_OUTPUT_TAP);
    return cmocka_run_group_tests(tests, NULL, NULL);
}
