#include "describe.h"

#include "reference_cases.h"
#include "trend.h"

/* The values, written out or, for NIST's NumAcc sets, as a pattern. */
static struct sample summary_values(struct reference_case *reference)
{
    static double pattern[2001];
    size_t n = 0;

    if (!cJSON_HasObjectItem(reference->input, "first"))
        return input_sample(reference, "x");
    const struct sample repeated = input_sample(reference, "then_repeat");
    const size_t times = input_count(reference, "times");
    pattern[n++] = input_number(reference, "first");
    for (size_t i = 0; i < times; i++) {
        pattern[n++] = repeated.values[0];
        pattern[n++] = repeated.values[1];
    }
    return (struct sample){pattern, n};
}

static void check_summary(struct reference_case *reference)
{
    const struct sample x = summary_values(reference);
    struct description description;
    double lag1;

    assert_true(describe(x.values, x.n, &description));
    expect(reference, "n", (double)description.n);
    expect(reference, "mean", description.mean);
    if (has_expected(reference, "sd_defined")) {
        expect_flag(reference, "sd_defined", description.has_spread);
        expect_flag(reference, "cv_defined", description.has_cv);
    } else {
        expect(reference, "sd", description.sd);
    }
    expect_if_stated(reference, "var", description.variance);
    expect_if_stated(reference, "cv", description.cv);
    expect_if_stated(reference, "sem", description.standard_error);
    expect_if_stated(reference, "min", description.min);
    expect_if_stated(reference, "max", description.max);
    expect_if_stated(reference, "median", description.median);
    if (has_expected(reference, "lag1_autocorrelation")) {
        assert_true(lag1_autocorrelation(x.values, x.n, &lag1));
        expect(reference, "lag1_autocorrelation", lag1);
    }
}

static void check_sd_interval(struct reference_case *reference)
{
    const struct sample x = input_sample(reference, "x");
    struct description description;
    struct interval interval;

    assert_true(describe(x.values, x.n, &description));
    assert_true(sd_interval(description.sd, x.n, input_number(reference, "confidence"), &interval));
    expect(reference, "sd", description.sd);
    expect(reference, "lower", interval.low);
    expect(reference, "upper", interval.high);
}

static const struct reference_kind kinds[] = {
    {"summary", check_summary    },
    {"sd_ci",   check_sd_interval},
};

static void descriptions_match_nist_and_r(void **state)
{
    (void)state;
    CHECK_REFERENCE_CASES("describe", kinds);
}

static void nothing_is_not_described(void **state)
{
    struct description description;

    (void)state;
    assert_false(describe(NULL, 0, &description));
}

static void values_that_are_not_finite_are_not_described(void **state)
{
    const double infinite[] = {1, HUGE_VAL, 3};
    const double undefined[] = {1, nan(""), 3};
    struct description description;

    (void)state;
    assert_false(describe(infinite, 3, &description));
    assert_false(describe(undefined, 3, &description));
}

static void one_value_has_no_spread(void **state)
{
    const double x[] = {812.3};
    struct description description;

    (void)state;
    assert_true(describe(x, 1, &description));
    assert_false(description.has_spread);
    assert_false(description.has_cv);
}

static void zeros_have_a_spread_of_zero_and_no_cv(void **state)
{
    const double x[] = {0, 0, 0};
    struct description description;

    (void)state;
    assert_true(describe(x, 3, &description));
    assert_true(description.has_spread && description.sd == 0);
    assert_false(description.has_cv);
}

static void negative_means_have_no_cv(void **state)
{
    const double x[] = {-1, -2, -3};
    struct description description;

    (void)state;
    assert_true(describe(x, 3, &description));
    assert_false(description.has_cv);
    assert_true(description.min == -3 && description.max == -1 && description.median == -2);
}

static void numbers_too_large_for_a_variance_have_no_spread(void **state)
{
    const double x[] = {1e308, -1e308};
    const double y[] = {1e200, 3e200};
    struct description description;

    (void)state;
    assert_false(describe(x, 2, &description));
    assert_true(describe(y, 2, &description));
    assert_close(description.mean, 2e200, 1e-15);
    assert_false(description.has_spread);
}

static void median_of_an_even_number_is_between_the_middle_two(void **state)
{
    const double x[] = {4, 1, 3, 2};
    struct description description;

    (void)state;
    assert_true(describe(x, 4, &description));
    assert_true(description.median == 2.5);
}

static void sd_intervals_need_two_values(void **state)
{
    struct interval interval;

    (void)state;
    assert_false(sd_interval(1, 1, 0.95, &interval));
    assert_false(sd_interval(-1, 5, 0.95, &interval));
    assert_false(sd_interval(HUGE_VAL, 5, 0.95, &interval));
    assert_true(sd_interval(0, 5, 0.95, &interval));
    assert_true(interval.low == 0 && interval.high == 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(descriptions_match_nist_and_r),
        cmocka_unit_test(nothing_is_not_described),
        cmocka_unit_test(values_that_are_not_finite_are_not_described),
        cmocka_unit_test(one_value_has_no_spread),
        cmocka_unit_test(zeros_have_a_spread_of_zero_and_no_cv),
        cmocka_unit_test(negative_means_have_no_cv),
        cmocka_unit_test(numbers_too_large_for_a_variance_have_no_spread),
        cmocka_unit_test(median_of_an_even_number_is_between_the_middle_two),
        cmocka_unit_test(sd_intervals_need_two_values),
    };

    statistics_initialize();
    cmocka_set_message_output(CM_OUTPUT_TAP);
    return cmocka_run_group_tests(tests, NULL, NULL);
}
