#include "geometric_mean.h"

#include "reference_cases.h"

static void check_geometric(struct reference_case *reference)
{
    const struct sample x = input_sample(reference, "x");
    struct geometric_mean mean;

    assert_true(geometric_mean(x.values, x.n, &mean));
    assert_true(mean.has_sd);
    expect(reference, "geomean", mean.mean);
    expect(reference, "geometric_sd", mean.sd);
}

static void check_geometric_invalid(struct reference_case *reference)
{
    const struct sample x = input_sample(reference, "x");
    struct geometric_mean mean;

    expect_flag(reference, "defined", geometric_mean(x.values, x.n, &mean));
}

static const struct reference_kind kinds[] = {
    {"geometric_mean",         check_geometric        },
    {"geometric_mean_invalid", check_geometric_invalid},
};

static void means_match_r(void **state)
{
    (void)state;
    CHECK_REFERENCE_CASES("geometric_mean", kinds);
}

static void means_of_nothing_are_undefined(void **state)
{
    struct geometric_mean geometric;

    (void)state;
    assert_false(geometric_mean(NULL, 0, &geometric));
}

static void means_of_zero_and_below_are_undefined(void **state)
{
    const double negative[] = {1, -2};
    const double infinite[] = {1, HUGE_VAL};
    struct geometric_mean geometric;

    (void)state;
    assert_false(geometric_mean(negative, 2, &geometric));
    assert_false(geometric_mean(infinite, 2, &geometric));
}

static void one_value_is_its_own_mean_without_spread(void **state)
{
    const double x[] = {4};
    struct geometric_mean geometric;

    (void)state;
    assert_true(geometric_mean(x, 1, &geometric));
    assert_close(geometric.mean, 4.0, 1e-15);
    assert_false(geometric.has_sd);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(means_match_r),
        cmocka_unit_test(means_of_nothing_are_undefined),
        cmocka_unit_test(means_of_zero_and_below_are_undefined),
        cmocka_unit_test(one_value_is_its_own_mean_without_spread),
    };

    cmocka_set_message_output(CM_OUTPUT_TAP);
    return cmocka_run_group_tests(tests, NULL, NULL);
}
