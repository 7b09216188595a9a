#include "interval.h"

#include "reference_cases.h"

static void check_mean_interval(struct reference_case *reference)
{
    const struct sample x = input_sample(reference, "x");
    struct mean_interval interval;

    assert_true(mean_interval(x.values, x.n, input_number(reference, "confidence"), &interval));
    expect(reference, "mean", interval.mean);
    expect(reference, "df", interval.degrees_of_freedom);
    expect(reference, "half_width", interval.half_width);
    expect(reference, "lower", interval.interval.low);
    expect(reference, "upper", interval.interval.high);
    assert_true(interval.has_relative);
    expect(reference, "rel_half_width", interval.relative_half_width);
}

static void check_log_mean_interval(struct reference_case *reference)
{
    const struct sample x = input_sample(reference, "x");
    struct log_mean_interval interval;

    assert_true(log_mean_interval(x.values, x.n, input_number(reference, "confidence"), &interval));
    expect(reference, "geomean", interval.geometric_mean);
    expect(reference, "gsd", interval.geometric_sd);
    expect(reference, "lower", interval.interval.low);
    expect(reference, "upper", interval.interval.high);
}

/* The table has rank 0 where ours has the whole range and says that it does not do. */
static void check_median_ranks(struct reference_case *reference)
{
    const struct sample n = input_sample(reference, "n");
    double low[32];
    double high[32];
    double achieved[32];

    for (size_t i = 0; i < n.n; i++) {
        const uint64_t size = (uint64_t)n.values[i];
        struct rank_interval ranks;

        assert_true(median_ranks(size, input_number(reference, "confidence"), &ranks));
        low[i] = ranks.attained ? (double)ranks.low : 0;
        high[i] = ranks.attained ? (double)ranks.high : (double)size + 1;
        achieved[i] = ranks.attained ? ranks.achieved : nan("");
    }
    expect_numbers(reference, "k_low", low, n.n);
    expect_numbers(reference, "k_high", high, n.n);
    expect_numbers(reference, "achieved", achieved, n.n);
}

static void check_median_interval(struct reference_case *reference)
{
    const struct sample x = input_sample(reference, "x");
    struct median_interval interval;

    assert_true(median_interval(x.values, x.n, input_number(reference, "confidence"), &interval));
    expect(reference, "median", interval.median);
    expect(reference, "lower", interval.interval.low);
    expect(reference, "upper", interval.interval.high);
    expect(reference, "achieved", interval.ranks.achieved);
}

static void check_percentile_ranks(struct reference_case *reference)
{
    struct rank_interval ranks;

    assert_true(percentile_ranks(input_count(reference, "n"), input_number(reference, "p"),
                                 input_number(reference, "confidence"), &ranks));
    expect(reference, "lower_order", (double)ranks.low);
    expect(reference, "upper_order", (double)ranks.high);
    expect(reference, "achieved", ranks.achieved);
    assert_true(ranks.attained);
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
    {"t_interval",           check_mean_interval      },
    {"log_t_interval",       check_log_mean_interval  },
    {"median_ci_orders",     check_median_ranks       },
    {"median_ci",            check_median_interval    },
    {"percentile_ci_orders", check_percentile_ranks   },
    {"n_for_half_width",     check_runs_for_half_width},
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
    struct log_mean_interval log_mean;
    struct median_interval median;

    (void)state;
    assert_false(mean_interval(x, 1, 0.95, &mean));
    assert_false(mean_interval(x, 0, 0.95, &mean));
    assert_false(log_mean_interval(x, 1, 0.95, &log_mean));
    assert_false(median_interval(x, 1, 0.95, &median));
    assert_false(median_interval(x, 0, 0.95, &median));
}

static void equal_runs_have_an_interval_of_no_width(void **state)
{
    const double x[] = {3, 3, 3};
    const double zeros[] = {0, 0, 0};
    struct mean_interval mean;
    struct log_mean_interval log_mean;

    (void)state;
    assert_true(mean_interval(x, 3, 0.95, &mean));
    assert_true(mean.half_width == 0 && mean.interval.low == 3);
    assert_true(mean_interval(zeros, 3, 0.95, &mean));
    assert_false(mean.has_relative);
    assert_true(log_mean_interval(x, 3, 0.95, &log_mean));
    assert_close(log_mean.geometric_sd, 1.0, 1e-15);
}

static void logarithms_refuse_zero_and_below(void **state)
{
    const double zero[] = {1, 0, 2};
    const double negative[] = {1, -1, 2};
    const double infinite[] = {1, HUGE_VAL, 2};
    struct log_mean_interval interval;

    (void)state;
    assert_false(log_mean_interval(zero, 3, 0.95, &interval));
    assert_false(log_mean_interval(negative, 3, 0.95, &interval));
    assert_false(log_mean_interval(infinite, 3, 0.95, &interval));
}

static void an_interval_that_overflows_is_not_given(void **state)
{
    const double x[] = {1e-300, 1e300};
    struct log_mean_interval interval;

    (void)state;
    assert_false(log_mean_interval(x, 2, 0.95, &interval));
}

static void five_runs_state_the_true_level_of_their_range(void **state)
{
    const double x[] = {5, 1, 4, 2, 3};
    struct median_interval interval;

    (void)state;
    assert_true(median_interval(x, 5, 0.95, &interval));
    assert_false(interval.ranks.attained);
    assert_close(interval.ranks.achieved, 0.9375, 1e-14);
    assert_true(interval.interval.low == 1 && interval.interval.high == 5);
}

static void a_level_just_attained_is_attained(void **state)
{
    struct rank_interval ranks;

    (void)state;
    assert_true(median_ranks(6, 0.96875, &ranks));
    assert_true(ranks.attained);
    assert_int_equal(ranks.low, 1);
}

static void percentile_ranks_may_lie_outside(void **state)
{
    struct rank_interval ranks;

    (void)state;
    assert_false(percentile_ranks(0, 0.5, 0.95, &ranks));
    assert_true(percentile_ranks(20, 0.99, 0.95, &ranks));
    assert_int_equal(ranks.high, 21);
    assert_true(percentile_ranks(20, 0.01, 0.95, &ranks));
    assert_int_equal(ranks.low, 0);
}

static void percentile_ranks_exist_for_a_hundred_million_requests(void **state)
{
    struct rank_interval ranks;

    (void)state;
    assert_true(percentile_ranks(100000000, 0.5, 0.95, &ranks));
    assert_true(ranks.low > 49990000 && ranks.low < 49990400);
    assert_true(fabs(ranks.achieved - 0.95) < 1e-3);
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
        cmocka_unit_test(logarithms_refuse_zero_and_below),
        cmocka_unit_test(an_interval_that_overflows_is_not_given),
        cmocka_unit_test(five_runs_state_the_true_level_of_their_range),
        cmocka_unit_test(a_level_just_attained_is_attained),
        cmocka_unit_test(percentile_ranks_may_lie_outside),
        cmocka_unit_test(percentile_ranks_exist_for_a_hundred_million_requests),
        cmocka_unit_test(runs_for_a_half_width_are_bounded),
    };

    statistics_initialize();
    cmocka_set_message_output(CM_OUTPUT_TAP);
    return cmocka_run_group_tests(tests, NULL, NULL);
}
