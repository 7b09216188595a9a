#include "hypothesis.h"

#include "distribution.h"

#include "reference_cases.h"

static struct test_options options_of(const struct reference_case *reference)
{
    const bool is_stated = cJSON_HasObjectItem(reference->input, "confidence");

    return (struct test_options){.confidence =
                                     is_stated ? input_number(reference, "confidence") : 0.95};
}

static void check_welch(struct reference_case *reference)
{
    const struct test_options options = options_of(reference);
    struct t_test_result test;

    assert_true(
        welch_test(input_sample(reference, "x"), input_sample(reference, "y"), &options, &test));
    expect(reference, "mean_x", test.mean_x);
    expect(reference, "mean_y", test.mean_y);
    expect(reference, "diff", test.difference);
    expect(reference, "t", test.t);
    expect(reference, "df", test.degrees_of_freedom);
    expect(reference, "p_two_sided", test.p);
    expect(reference, "se", test.standard_error);
    expect(reference, "lower", test.interval.low);
    expect(reference, "upper", test.interval.high);
}

static void check_student(struct reference_case *reference)
{
    const struct sample x = input_sample(reference, "x");
    const struct sample y = input_sample(reference, "y");
    const struct test_options options = options_of(reference);
    struct t_test_result test;

    assert_true(student_test(x, y, &options, &test));
    expect(reference, "t", test.t);
    expect(reference, "df", test.degrees_of_freedom);
    expect(reference, "p_two_sided", test.p);
    expect(reference, "pooled_sd", test.standard_error / sqrt(1 / (double)x.n + 1 / (double)y.n));
    expect(reference, "diff", test.difference);
    expect(reference, "half_width", test.interval.high - test.difference);
}

static void check_paired(struct reference_case *reference)
{
    const struct sample x = input_sample(reference, "x");
    const struct sample y = input_sample(reference, "y");
    const struct test_options options = options_of(reference);
    struct t_test_result test;

    assert_true(paired_test(x.values, y.values, x.n, &options, &test));
    expect(reference, "t", test.t);
    expect(reference, "df", test.degrees_of_freedom);
    expect(reference, "p_two_sided", test.p);
    expect(reference, "mean_diff", test.difference);
    expect(reference, "lower", test.interval.low);
    expect(reference, "upper", test.interval.high);
}

/* Two one-sided tests against a margin that R's case has on the plain scale. */
static void check_equivalence(struct reference_case *reference)
{
    const struct test_options options = options_of(reference);
    const double margin = input_number(reference, "margin");
    struct ratio_test_result test;

    assert_true(welch_log_test(input_sample(reference, "x"), input_sample(reference, "y"), &options,
                               &test));
    const double df = test.degrees_of_freedom;
    const double error = test.log_standard_error;
    const double lower = student_t_upper((log(test.ratio) - log1p(-margin)) / error, df);
    const double upper = student_t_upper((log1p(margin) - log(test.ratio)) / error, df);
    expect(reference, "p_lower", lower);
    expect(reference, "p_upper", upper);
    expect(reference, "df", df);
    expect(reference, "ratio", test.ratio);
    expect(reference, "p", fmax(lower, upper));
}

static const struct reference_kind kinds[] = {
    {"welch_t",          check_welch      },
    {"student_t_pooled", check_student    },
    {"paired_t",         check_paired     },
    {"tost_log_ratio",   check_equivalence},
};

static void t_tests_match_r(void **state)
{
    (void)state;
    CHECK_REFERENCE_CASES("hypothesis", kinds);
}

static const struct test_options plain = {.confidence = 0.95};

static const double five_a[] = {871.97, 880.12, 869.4, 875.55, 866.03};
static const double five_b[] = {902.44, 895.1, 899.87, 910.65, 893.21};
static const struct sample a5 = {five_a, 5};
static const struct sample b5 = {five_b, 5};

/* The published example of R's ?t.test: t = -1.8608, df = 17.776, p-value = 0.07939. */
static void welch_matches_r_on_the_sleep_data(void **state)
{
    const double x[] = {0.7, -1.6, -0.2, -1.2, -0.1, 3.4, 3.7, 0.8, 0, 2};
    const double y[] = {1.9, 0.8, 1.1, 0.1, -0.1, 4.4, 5.5, 1.6, 4.6, 3.4};
    struct t_test_result test;

    (void)state;
    assert_true(welch_test((struct sample){x, 10}, (struct sample){y, 10}, &plain, &test));
    assert_close(test.t, -1.8608, 1e-5);
    assert_close(test.degrees_of_freedom, 17.776, 1e-4);
    assert_close(test.p, 0.07939, 1e-3);
}

static void swapping_the_sides_inverts_the_ratio(void **state)
{
    struct ratio_test_result forward;
    struct ratio_test_result backward;

    (void)state;
    assert_true(welch_log_test(a5, b5, &plain, &forward));
    assert_true(welch_log_test(b5, a5, &plain, &backward));
    assert_close(forward.ratio * backward.ratio, 1.0, 1e-14);
    assert_close(forward.interval.low * backward.interval.high, 1.0, 1e-14);
    assert_close(forward.p, backward.p, 1e-14);
}

static void fewer_than_two_values_are_not_tested(void **state)
{
    const struct sample one = {five_a, 1};
    const struct sample none = {NULL, 0};
    struct t_test_result test;
    struct ratio_test_result ratio;

    (void)state;
    assert_false(welch_test(one, b5, &plain, &test));
    assert_false(welch_test(b5, one, &plain, &test));
    assert_false(welch_test(none, none, &plain, &test));
    assert_false(student_test(one, b5, &plain, &test));
    assert_false(welch_log_test(one, b5, &plain, &ratio));
    assert_false(welch_log_test(b5, none, &plain, &ratio));
    assert_false(paired_test(five_a, five_b, 1, &plain, &test));
    assert_false(paired_test(five_a, five_b, 0, &plain, &test));
    assert_false(paired_log_test(five_a, five_b, 1, &plain, &ratio));
}

static void constant_data_are_not_tested(void **state)
{
    const double hundreds[] = {100, 100, 100};
    const double tenths[] = {0.1, 0.1 + 1e-17, 0.1};
    const struct sample x = {hundreds, 3};
    const struct sample y = {tenths, 3};
    struct t_test_result test;
    struct ratio_test_result ratio;

    (void)state;
    assert_false(welch_test(x, x, &plain, &test));
    assert_false(welch_test(x, y, &plain, &test));
    assert_false(student_test(x, y, &plain, &test));
    assert_false(welch_log_test(x, y, &plain, &ratio));
    assert_false(paired_test(hundreds, tenths, 3, &plain, &test));
    assert_false(paired_log_test(hundreds, tenths, 3, &plain, &ratio));
}

static void differences_that_are_all_the_same_are_not_tested(void **state)
{
    const double x[] = {10.1, 20.2, 30.3};
    const double y[] = {9.1, 19.2, 29.3};
    struct t_test_result test;

    (void)state;
    assert_false(paired_test(x, y, 3, &plain, &test));
}

static void logarithms_refuse_zero_and_below(void **state)
{
    const double zero[] = {0, 1, 2, 3, 4};
    const double negative[] = {-1, 1, 2, 3, 4};
    struct ratio_test_result ratio;

    (void)state;
    assert_false(welch_log_test((struct sample){zero, 5}, b5, &plain, &ratio));
    assert_false(welch_log_test(b5, (struct sample){negative, 5}, &plain, &ratio));
    assert_false(paired_log_test(zero, five_b, 5, &plain, &ratio));
}

static void values_that_are_not_finite_are_not_tested(void **state)
{
    const double infinite[] = {1, HUGE_VAL, 2};
    const double undefined[] = {1, nan(""), 2};
    const double huge[] = {1.7e308, -1.7e308, 1};
    struct t_test_result test;

    (void)state;
    assert_false(welch_test((struct sample){infinite, 3}, b5, &plain, &test));
    assert_false(welch_test((struct sample){undefined, 3}, b5, &plain, &test));
    assert_false(welch_test((struct sample){huge, 3}, b5, &plain, &test));
}

static void resolution_widens_the_error_but_not_the_means(void **state)
{
    const struct test_options coarse = {0.95, 10, 10};
    struct t_test_result exact;
    struct t_test_result rounded;

    (void)state;
    assert_true(welch_test(a5, b5, &plain, &exact));
    assert_true(welch_test(a5, b5, &coarse, &rounded));
    assert_close(rounded.standard_error * rounded.standard_error,
                 exact.standard_error * exact.standard_error + 100.0 / 6, 1e-12);
    assert_true(rounded.difference == exact.difference);
    assert_true(rounded.p > exact.p);
    assert_true(student_test(a5, b5, &coarse, &rounded));
    assert_close(rounded.standard_error * rounded.standard_error,
                 exact.standard_error * exact.standard_error + 100.0 / 6, 1e-12);
    assert_true(paired_test(five_a, five_b, 5, &plain, &exact));
    assert_true(paired_test(five_a, five_b, 5, &coarse, &rounded));
    assert_close(rounded.standard_error * rounded.standard_error,
                 exact.standard_error * exact.standard_error + 100.0 / 6, 1e-12);
}

static void resolution_is_relative_on_logarithms(void **state)
{
    const struct test_options coarse = {0.95, 10, 0};
    struct ratio_test_result exact;
    struct ratio_test_result rounded;

    (void)state;
    assert_true(welch_log_test(a5, b5, &plain, &exact));
    assert_true(welch_log_test(a5, b5, &coarse, &rounded));
    assert_close(rounded.log_standard_error * rounded.log_standard_error -
                     exact.log_standard_error * exact.log_standard_error,
                 100.0 / 12 / (872.6 * 872.6), 1e-4);
    assert_true(paired_log_test(five_a, five_b, 5, &plain, &exact));
    assert_true(paired_log_test(five_a, five_b, 5, &coarse, &rounded));
    assert_true(rounded.log_standard_error > exact.log_standard_error);
}

/* 45 ms three times against 46 ms three times: printed, that is no proof. */
static void equal_printed_values_are_tested_by_their_resolution(void **state)
{
    const double x[] = {45, 45, 45};
    const double y[] = {46, 46, 46};
    const struct test_options whole_ms = {0.95, 1, 1};
    struct t_test_result test;

    (void)state;
    assert_true(welch_test((struct sample){x, 3}, (struct sample){y, 3}, &whole_ms, &test));
    assert_close(test.t, -sqrt(6), 1e-14);
    assert_true(test.p > 0.05);
}

/* R: t.test(log(x), log(y), paired = TRUE) on the runs of case paired-t-runs. */
static void paired_logarithms_are_the_paired_test_of_logarithms(void **state)
{
    const double x[] = {1000, 1042, 987, 1015, 1031};
    const double y[] = {1021, 1066, 1003, 1040, 1049};
    double logs_x[5];
    double logs_y[5];
    struct ratio_test_result ratio;
    struct t_test_result test;

    (void)state;
    for (size_t i = 0; i < 5; i++) {
        logs_x[i] = log(x[i]);
        logs_y[i] = log(y[i]);
    }
    assert_true(paired_log_test(x, y, 5, &plain, &ratio));
    assert_true(paired_test(logs_x, logs_y, 5, &plain, &test));
    assert_close(ratio.p, test.p, 1e-12);
    assert_close(ratio.ratio, exp(test.difference), 1e-14);
    assert_close(ratio.interval.low, exp(test.interval.low), 1e-14);
}

static void a_ratio_that_overflows_is_not_given(void **state)
{
    const double tiny[] = {1e-300, 2e-300, 3e-300};
    const double huge[] = {1e300, 2e300, 3e300};
    struct ratio_test_result ratio;

    (void)state;
    assert_false(
        welch_log_test((struct sample){huge, 3}, (struct sample){tiny, 3}, &plain, &ratio));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(t_tests_match_r),
        cmocka_unit_test(welch_matches_r_on_the_sleep_data),
        cmocka_unit_test(swapping_the_sides_inverts_the_ratio),
        cmocka_unit_test(fewer_than_two_values_are_not_tested),
        cmocka_unit_test(constant_data_are_not_tested),
        cmocka_unit_test(differences_that_are_all_the_same_are_not_tested),
        cmocka_unit_test(logarithms_refuse_zero_and_below),
        cmocka_unit_test(values_that_are_not_finite_are_not_tested),
        cmocka_unit_test(resolution_widens_the_error_but_not_the_means),
        cmocka_unit_test(resolution_is_relative_on_logarithms),
        cmocka_unit_test(equal_printed_values_are_tested_by_their_resolution),
        cmocka_unit_test(paired_logarithms_are_the_paired_test_of_logarithms),
        cmocka_unit_test(a_ratio_that_overflows_is_not_given),
    };

    statistics_initialize();
    cmocka_set_message_output(CM_OUTPUT_TAP);
    return cmocka_run_group_tests(tests, NULL, NULL);
}
