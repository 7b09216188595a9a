#include "ratio.h"

#include "describe.h"
#include "distribution.h"
#include "hypothesis.h"
#include "reference_cases.h"

/* Checks an object within the expected one, and takes it out. */
static void check_nested(struct reference_case *reference, const char *key,
                         void (*check)(struct reference_case *nested))
{
    cJSON *const outer = reference->expected;

    reference->expected = cJSON_GetObjectItemCaseSensitive(outer, key);
    assert_non_null(reference->expected);
    check(reference);
    if (reference->expected->child)
        fail_msg("%s: %s was not checked", reference->id, reference->expected->child->string);
    reference->expected = outer;
    cJSON_DeleteItemFromObjectCaseSensitive(outer, key);
}

static void expect_fieller(struct reference_case *reference, const struct fieller_result *fieller)
{
    expect(reference, "df", fieller->degrees_of_freedom);
    expect(reference, "g", fieller->g);
    expect_flag(reference, "bounded", fieller->bounded);
    if (fieller->bounded) {
        expect(reference, "lower", fieller->interval.low);
        expect(reference, "upper", fieller->interval.high);
    }
}

static void check_fieller_welch(struct reference_case *reference)
{
    struct fieller_result fieller;

    assert_true(fieller_welch(input_sample(reference, "x"), input_sample(reference, "y"),
                              input_number(reference, "confidence"), &fieller));
    expect_fieller(reference, &fieller);
}

static void check_fieller_pooled(struct reference_case *reference)
{
    struct fieller_result fieller;

    assert_true(fieller_pooled(input_sample(reference, "x"), input_sample(reference, "y"),
                               input_number(reference, "confidence"), &fieller));
    expect_fieller(reference, &fieller);
}

/* What ministat prints is no function of ours; its numbers follow from those that are. */
static void check_ministat(struct reference_case *reference)
{
    const struct sample x = input_sample(reference, "x");
    const struct sample y = input_sample(reference, "y");
    const double df = (double)(x.n + y.n - 2);
    const double t = student_t_critical(input_number(reference, "confidence"), df);
    struct description a;
    struct description b;

    assert_true(describe(x.values, x.n, &a) && describe(y.values, y.n, &b));
    const double ratio = a.mean / b.mean;
    const double squares =
        (double)(x.n - 1) * a.variance + (double)(y.n - 1) * b.variance * ratio * ratio;
    expect(reference, "diff_percent", (ratio - 1) * 100);
    expect(reference, "half_width_percent",
           100 * t * sqrt(squares * (1 / (double)x.n + 1 / (double)y.n) / df) / b.mean);
}

static void check_log_welch(struct reference_case *reference)
{
    const struct test_options options = {.confidence = input_number(reference, "confidence")};
    struct ratio_test_result test;

    assert_true(welch_log_test(input_sample(reference, "x"), input_sample(reference, "y"), &options,
                               &test));
    expect(reference, "ratio", test.ratio);
    expect(reference, "t", test.t);
    expect(reference, "df", test.degrees_of_freedom);
    expect(reference, "p_two_sided", test.p);
    expect(reference, "lower", test.interval.low);
    expect(reference, "upper", test.interval.high);
}

static void check_ratio(struct reference_case *reference)
{
    const struct sample x = input_sample(reference, "x");
    const struct sample y = input_sample(reference, "y");
    struct description a;
    struct description b;

    assert_true(describe(x.values, x.n, &a) && describe(y.values, y.n, &b));
    expect(reference, "ratio", a.mean / b.mean);
    expect(reference, "hyperfine_plus_minus", a.mean / b.mean * hypot(a.cv, b.cv));
    check_nested(reference, "fieller_welch", check_fieller_welch);
    check_nested(reference, "fieller_pooled", check_fieller_pooled);
    check_nested(reference, "ministat_percent", check_ministat);
    check_nested(reference, "log_welch", check_log_welch);
}

static const struct reference_kind kinds[] = {
    {"ratio_ci", check_ratio},
};

static void ratio_intervals_match_r(void **state)
{
    (void)state;
    CHECK_REFERENCE_CASES("ratio", kinds);
}

static const double some_values[] = {4, 5, 6};
static const struct sample some = {some_values, 3};

static void ratios_need_two_values_a_side(void **state)
{
    const struct sample one = {some_values, 1};
    struct fieller_result fieller;

    (void)state;
    assert_false(fieller_welch(one, some, 0.95, &fieller));
    assert_false(fieller_pooled(some, one, 0.95, &fieller));
}

static void ratios_to_zero_are_undefined(void **state)
{
    const double values[] = {-1, 0, 1};
    const struct sample around_zero = {values, 3};
    struct fieller_result fieller;

    (void)state;
    assert_false(fieller_welch(some, around_zero, 0.95, &fieller));
    assert_false(fieller_pooled(some, around_zero, 0.95, &fieller));
}

static void sides_without_spread_have_no_interval(void **state)
{
    const double values[] = {7, 7, 7};
    const struct sample constant = {values, 3};
    struct fieller_result fieller;

    (void)state;
    assert_false(fieller_welch(constant, constant, 0.95, &fieller));
    assert_false(fieller_pooled(constant, constant, 0.95, &fieller));
    assert_true(fieller_welch(some, constant, 0.95, &fieller));
    assert_true(fieller.g == 0 && fieller.bounded);
}

static void infinite_values_have_no_ratio(void **state)
{
    const double values[] = {1, HUGE_VAL, 2};
    struct fieller_result fieller;

    (void)state;
    assert_false(fieller_welch((struct sample){values, 3}, some, 0.95, &fieller));
    assert_false(fieller_pooled(some, (struct sample){values, 3}, 0.95, &fieller));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(ratio_intervals_match_r),
        cmocka_unit_test(ratios_need_two_values_a_side),
        cmocka_unit_test(ratios_to_zero_are_undefined),
        cmocka_unit_test(sides_without_spread_have_no_interval),
        cmocka_unit_test(infinite_values_have_no_ratio),
    };

    statistics_initialize();
    cmocka_set_message_output(CM_OUTPUT_TAP);
    return cmocka_run_group_tests(tests, NULL, NULL);
}
