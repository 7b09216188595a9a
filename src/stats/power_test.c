#include "power.h"

#include "reference_cases.h"

static void check_sample_size(struct reference_case *reference)
{
    double n;

    assert_true(t_test_sample_size(input_number(reference, "relative_change"),
                                   input_number(reference, "cv"), input_number(reference, "alpha"),
                                   input_number(reference, "power"), &n));
    expect(reference, "n_per_group", n);
    expect(reference, "n_rounded", ceil(n));
}

static const struct reference_kind kinds[] = {
    {"sample_size", check_sample_size}
};

static void sample_sizes_match_r(void **state)
{
    (void)state;
    CHECK_REFERENCE_CASES("power", kinds);
}

/* The example of ?power.t.test: power.t.test(n = 20, delta = 1, sd = 1) gives 0.8689528. */
static void power_matches_r(void **state)
{
    double power;

    (void)state;
    assert_true(t_test_power(20, 1, 1, 0.05, &power));
    assert_close(power, 0.8689528, 1e-7);
    assert_true(t_test_power(20, -1, 1, 0.05, &power));
    assert_close(power, 0.8689528, 1e-7);
}

/* power.t.test(power = .90, delta = 1) of the same page: n = 22.02110. */
static void sample_size_matches_the_manual_page(void **state)
{
    double n;

    (void)state;
    assert_true(t_test_sample_size(1, 1, 0.05, 0.9, &n));
    assert_close(n, 22.02110, 1e-6);
}

static void without_a_difference_no_size_will_do(void **state)
{
    double power;
    double n;

    (void)state;
    assert_false(t_test_sample_size(0, 1, 0.05, 0.8, &n));
    assert_false(t_test_sample_size(1e-9, 1, 0.05, 0.8, &n));
    assert_true(t_test_power(10, 0, 1, 0.05, &power));
    assert_close(power, 0.025, 1e-9);
}

static void senseless_questions_are_refused(void **state)
{
    double power;
    double n;

    (void)state;
    assert_false(t_test_power(1, 1, 1, 0.05, &power));
    assert_false(t_test_power(10, 1, 0, 0.05, &power));
    assert_false(t_test_power(10, HUGE_VAL, 1, 0.05, &power));
    assert_false(t_test_power(nan(""), 1, 1, 0.05, &power));
    assert_false(t_test_sample_size(1, -1, 0.05, 0.8, &n));
}

static void a_glaring_difference_needs_two_runs(void **state)
{
    double n;

    (void)state;
    assert_true(t_test_sample_size(1000, 1, 0.05, 0.8, &n));
    assert_true(n == 2);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(sample_sizes_match_r),
        cmocka_unit_test(power_matches_r),
        cmocka_unit_test(sample_size_matches_the_manual_page),
        cmocka_unit_test(without_a_difference_no_size_will_do),
        cmocka_unit_test(senseless_questions_are_refused),
        cmocka_unit_test(a_glaring_difference_needs_two_runs),
    };

    statistics_initialize();
    cmocka_set_message_output(CM_OUTPUT_TAP);
    return cmocka_run_group_tests(tests, NULL, NULL);
}
