#include "moments.h"

#include "reference_cases.h"

static struct moments input_moments(const struct reference_case *reference, const char *key)
{
    const cJSON *item = reference_item(reference, reference->input, key);

    return (struct moments){
        .n = (uint64_t)reference_item(reference, item, "n")->valuedouble,
        .mean = reference_item(reference, item, "mean")->valuedouble,
        .sum_of_squares = reference_item(reference, item, "m2")->valuedouble,
    };
}

static void check_merge(struct reference_case *reference)
{
    const struct moments a = input_moments(reference, "a");
    const struct moments b = input_moments(reference, "b");
    const struct moments merged = moments_merge(&a, &b);

    expect(reference, "n", (double)merged.n);
    expect(reference, "mean", merged.mean);
    expect(reference, "m2", merged.sum_of_squares);
}

static const struct reference_kind kinds[] = {
    {"merge_moments", check_merge}
};

static void merged_moments_match_the_reference(void **state)
{
    (void)state;
    CHECK_REFERENCE_CASES("moments", kinds);
}

static void merging_with_nothing_changes_nothing(void **state)
{
    const struct moments empty = {0};
    const struct moments some = {3, 5, 7};
    const struct moments left = moments_merge(&empty, &some);
    const struct moments right = moments_merge(&some, &empty);

    (void)state;
    assert_memory_equal(&left, &some, sizeof some);
    assert_memory_equal(&right, &some, sizeof some);
}

static void repeated_values_count_as_often_as_they_were_seen(void **state)
{
    struct moments one_by_one = {0};
    struct moments at_once = {0};

    (void)state;
    for (int i = 0; i < 1000; i++)
        moments_add(&one_by_one, 0.1);
    moments_add(&one_by_one, 0.3);
    moments_add_repeated(&at_once, 0.1, 1000);
    moments_add_repeated(&at_once, 0.2, 0);
    moments_add_repeated(&at_once, 0.3, 1);
    assert_int_equal(one_by_one.n, at_once.n);
    assert_close(at_once.mean, one_by_one.mean, 1e-12);
    assert_close(at_once.sum_of_squares, one_by_one.sum_of_squares, 1e-10);
}

static void a_variance_needs_two_values(void **state)
{
    const struct moments one = {.n = 1, .mean = 4};
    const struct moments overflown = {.n = 2, .mean = 4, .sum_of_squares = HUGE_VAL};
    double variance;

    (void)state;
    assert_false(moments_variance(&one, &variance));
    assert_false(moments_variance(&overflown, &variance));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(merged_moments_match_the_reference),
        cmocka_unit_test(merging_with_nothing_changes_nothing),
        cmocka_unit_test(repeated_values_count_as_often_as_they_were_seen),
        cmocka_unit_test(a_variance_needs_two_values),
    };

    cmocka_set_message_output(CM_OUTPUT_TAP);
    return cmocka_run_group_tests(tests, NULL, NULL);
}
