#include "interval.h"

#include "distribution.h"
#include "reference_cases.h"

static bool interval_of(struct sample x, double confidence, struct mean_interval *interval)
{
    struct description description;

    return describe(x.values, x.n, &description) &&
           mean_interval(&description, student_t_critical(confidence, fmax(1, (double)x.n - 1)),
                         interval);
}

static void check_mean_interval(struct reference_case *reference)
{
    const struct sample x = input_sample(reference, "x");
    struct mean_interval interval;

    assert_true(interval_of(x, input_number(reference, "confidence"), &interval));
    expect(reference, "half_width", interval.half_width);
    expect(reference, "lower", interval.interval.low);
    expect(reference, "upper", interval.interval.high);
}

static void check_runs_for_half_width(struct reference_case *reference)
{
    const struct sample cv = input_sample(reference, "cv");
    const struct sample half_width = input_sample(reference, "rel_half_width");
    double needed[8];

    for (size_t i = 0; i < cv.n; i++) {
        size_t n;

        assert_true(runs_for_half_width(cv.values[i], half_width.values[i], 0.95, &n));
        needed[i] = (double)n;
    }
    expect_numbers(reference, "n", needed, cv.n);
}

static const struct reference_kind kinds[] = {
    {"t_interval",       check_mean_interval      },
    {"n_for_half_width", check_runs_for_half_width},
};

static void intervals_match_r(void **state)
{
    (void)state;
    CHECK_REFERENCE_CASES("interval", kinds);
}

static void one_run_has_no_interval(void **state)
{
    const double x[] = {5};
    struct mean_interval mean;

    (void)state;
    assert_false(interval_of((struct sample){x, 1}, 0.95, &mean));
    assert_false(interval_of((struct sample){x, 0}, 0.95, &mean));
}

static void equal_runs_have_an_interval_of_no_width(void **state)
{
    const double x[] = {3, 3, 3};
    const double zeros[] = {0, 0, 0};
    struct mean_interval mean;

    (void)state;
    assert_true(interval_of((struct sample){x, 3}, 0.95, &mean));
    assert_true(mean.half_width == 0 && mean.interval.low == 3);
    assert_true(interval_of((struct sample){zeros, 3}, 0.95, &mean));
    assert_true(mean.half_width == 0 && mean.interval.high == 0);
}

static void an_interval_that_overflows_is_not_given(void **state)
{
    const double x[] = {-1.7e308, 1.7e308};
    struct mean_interval interval;

    (void)state;
    assert_false(interval_of((struct sample){x, 2}, 0.95, &interval));
}

static void runs_for_a_half_width_are_bounded(void **state)
{
    size_t n;

    (void)state;
    assert_true(runs_for_half_width(0, 0.05, 0.95, &n));
    assert_int_equal(n, 2);
    assert_false(runs_for_half_width(1, 1e-9, 0.95, &n));
    assert_false(runs_for_half_width(-1, 0.05, 0.95, &n));
    assert_false(runs_for_half_width(0.1, 0, 0.95, &n));
    assert_false(runs_for_half_width(nan(""), 0.1, 0.95, &n));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(intervals_match_r),
        cmocka_unit_test(one_run_has_no_interval),
        cmocka_unit_test(equal_runs_have_an_interval_of_no_width),
        cmocka_unit_test(an_interval_that_overflows_is_not_given),
        cmocka_unit_test(runs_for_a_half_width_are_bounded),
    };

    statistics_initialize();
    cmocka_set_message_output(CM_OUTPUT_TAP);
    return cmocka_run_group_tests(tests, NULL, NULL);
}
