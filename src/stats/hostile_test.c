/*
 * Random samples of hostile values, with a fixed seed: whatever returns true has given finite
 * numbers only, and probabilities between 0 and 1.
 */
#include <float.h>

#include <gsl/gsl_rng.h>

#include "run_summaries.h"
#include "describe.h"
#include "distribution.h"
#include "equivalence.h"
#include "hypothesis.h"
#include "interval.h"
#include "geometric_mean.h"
#include "outlier.h"
#include "permutation.h"
#include "power.h"
#include "prediction.h"
#include "rank.h"
#include "ratio.h"
#include "reference_cases.h"
#include "scaling.h"
#include "trend.h"

enum { DRAWS = 20000, MOST = 7 };

static const double hostile[] = {0,        1,       1,      1,         2,        3,
                                 -1,       -0.0,    1e-9,   1e9,       5e-324,   DBL_MIN,
                                 -DBL_MAX, DBL_MAX, 1e-300, 1e300,     1e16,     1e154,
                                 1.5e154,  1e-160,  0.1,    100.0 / 3, HUGE_VAL, -1e308};

/* A sample of values of which most are of one kind, so that ties and spans both occur. */
static struct sample draw(gsl_rng *random, double *values)
{
    const size_t kinds = sizeof hostile / sizeof hostile[0];
    const size_t first = gsl_rng_uniform_int(random, kinds);
    const struct sample sample = {values, gsl_rng_uniform_int(random, MOST + 1)};

    for (size_t i = 0; i < sample.n; i++) {
        const bool is_usual = gsl_rng_uniform(random) < 0.7;
        const double scale = gsl_rng_uniform(random) < 0.5 ? 1 : 1 + gsl_rng_uniform(random);

        values[i] = scale * hostile[is_usual ? first : gsl_rng_uniform_int(random, kinds)];
    }
    return sample;
}

static void check_finite(const char *names, const double *numbers, size_t n)
{
    for (size_t i = 0; i < n; i++) {
        if (!isfinite(numbers[i]))
            fail_msg("number %zu of %s is %g", i, names, numbers[i]);
    }
}

#define assert_finite(...)                                                                         \
    check_finite(#__VA_ARGS__, (const double[]){__VA_ARGS__},                                      \
                 sizeof((const double[]){__VA_ARGS__}) / sizeof(double))

static void assert_probability(double p)
{
    if (!(p >= 0 && p <= 1))
        fail_msg("a probability of %g", p);
}

static void assert_ordered(struct interval interval)
{
    assert_finite(interval.low, interval.high);
    if (interval.low > interval.high)
        fail_msg("an interval from %g to %g", interval.low, interval.high);
}

static void check_one_sample(struct sample x)
{
    struct description description;
    struct mean_interval mean;
    struct geometric_mean geometric;
    struct outlier outliers[MOST];

    if (describe(x.values, x.n, &description))
        assert_finite(description.mean, description.median, description.variance, description.sd,
                      description.standard_error, description.cv);
    if (x.n > 1 && describe(x.values, x.n, &description) &&
        mean_interval(&description, student_t_critical(0.95, (double)x.n - 1), &mean)) {
        assert_ordered(mean.interval);
        assert_finite(mean.half_width);
    }
    if (geometric_mean(x.values, x.n, &geometric))
        assert_finite(geometric.mean, geometric.sd);
    for (size_t found = find_outliers(x.values, x.n, 0.05, 0, outliers); found > 0; found--)
        assert_finite(outliers[found - 1].distance, outliers[found - 1].critical);
}

static void check_t_test(bool is_defined, const struct t_test_result *test)
{
    if (!is_defined)
        return;
    assert_probability(test->p);
    assert_ordered(test->interval);
    assert_finite(test->difference, test->standard_error, test->t, test->degrees_of_freedom,
                  test->mean_x, test->mean_y);
}

static void check_ratio_test(bool is_defined, const struct ratio_test_result *test)
{
    if (!is_defined)
        return;
    assert_probability(test->p);
    assert_ordered(test->interval);
    assert_finite(test->ratio, test->log_standard_error, test->t);
}

static void check_t_tests(struct sample x, struct sample y)
{
    const struct test_options options = {0.95, 0.5, 0};
    const size_t pairs = x.n < y.n ? x.n : y.n;
    struct t_test_result test;
    struct ratio_test_result ratio;
    struct equivalence equivalence;

    check_t_test(welch_test(x, y, &options, &test), &test);
    check_t_test(student_test(x, y, &options, &test), &test);
    check_t_test(paired_test(x.values, y.values, pairs, &options, &test), &test);
    check_ratio_test(welch_log_test(x, y, &options, &ratio), &ratio);
    check_ratio_test(paired_log_test(x.values, y.values, pairs, &options, &ratio), &ratio);
    if (welch_log_test(x, y, &options, &ratio) && equivalence_of_ratio(&ratio, 0.05, &equivalence))
        assert_probability(equivalence.p);
}

static void check_rank_tests(struct sample x, struct sample y)
{
    struct mann_whitney_result test;
    struct hodges_lehmann_result estimate;
    struct permutation_result permuted;

    if (mann_whitney_test(x, y, &test)) {
        assert_probability(test.p);
        assert_probability(test.p_less);
        assert_probability(test.p_greater);
    }
    if (mann_whitney_normal(x, y, true, &test))
        assert_probability(test.p);
    if (hodges_lehmann_shift(x, y, 0.95, &estimate)) {
        assert_ordered(estimate.interval);
        assert_finite(estimate.estimate);
    }
    if (hodges_lehmann_ratio(x, y, 0.95, &estimate)) {
        assert_ordered(estimate.interval);
        assert_finite(estimate.estimate);
    }
    if (permutation_test(x, y, &permuted)) {
        assert_probability(permuted.p);
        assert_finite(permuted.observed);
    }
}

static void check_ratios(struct sample x, struct sample y)
{
    struct fieller_result fieller;
    struct prediction_result prediction;
    const struct sample batches[] = {y, x, y};

    if (fieller_welch(x, y, 0.95, &fieller))
        assert_ordered(fieller.interval);
    if (fieller_pooled(x, y, 0.95, &fieller))
        assert_ordered(fieller.interval);
    if (batch_prediction_test(x, batches, 3, 0.95, &prediction)) {
        assert_ordered(prediction.interval);
        assert_probability(prediction.p);
    }
}

static void check_trends(struct sample x, struct sample y)
{
    const size_t n = x.n < y.n ? x.n : y.n;
    struct kendall_result kendall;
    struct scaling_fit fit;
    double slope;
    double correlation;

    if (theil_sen_slope(x.values, y.values, n, &slope))
        assert_finite(slope);
    if (kendall_test(x.values, y.values, n, &kendall)) {
        assert_probability(kendall.p);
        assert_finite(kendall.tau);
    }
    if (lag1_autocorrelation(x.values, x.n, &correlation))
        assert_finite(correlation);
    if (usl_fit(x.values, y.values, n, &fit))
        assert_finite(fit.gamma, fit.alpha, fit.beta, fit.residual_sd, fit.r_squared,
                      fit.standard_error_gamma, fit.peak_concurrency, fit.peak_throughput,
                      fit.residual_sum_of_squares);
}

static void check_combinations(struct sample means, struct sample sds)
{
    const size_t k = means.n < sds.n ? means.n : sds.n;
    struct run_summary runs[MOST];
    struct combined_runs combined;
    double sd;
    double power;
    double size;

    for (size_t i = 0; i < k; i++)
        runs[i] = (struct run_summary){10 * i + 1, means.values[i], sds.values[i]};
    if (combine_runs(runs, k, &combined)) {
        assert_probability(combined.p);
        assert_probability(combined.icc);
        assert_finite(combined.mean, combined.total_sd, combined.within_sd, combined.mean_of_means,
                      combined.sd_of_means, combined.ms_between, combined.ms_within,
                      combined.between_sd, combined.between_cv, combined.f);
    }
    if (pooled_sd(runs, k, &sd))
        assert_finite(sd);
    if (k >= 2 && t_test_power(5, means.values[0], sds.values[0], 0.05, &power))
        assert_probability(power);
    if (k >= 2 && t_test_sample_size(means.values[0], sds.values[0], 0.05, 0.8, &size))
        assert_true(size >= 2 && size <= 1e7);
}

static void what_is_given_is_finite(void **state)
{
    gsl_rng *random = gsl_rng_alloc(gsl_rng_mt19937);

    (void)state;
    assert_non_null(random);
    gsl_rng_set(random, 1);
    for (int i = 0; i < DRAWS; i++) {
        double values_x[MOST];
        double values_y[MOST];
        const struct sample x = draw(random, values_x);
        const struct sample y = draw(random, values_y);

        check_one_sample(x);
        check_t_tests(x, y);
        check_rank_tests(x, y);
        check_ratios(x, y);
        check_trends(x, y);
        check_combinations(x, y);
    }
    gsl_rng_free(random);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(what_is_given_is_finite),
    };

    statistics_initialize();
    cmocka_set_message_output(CM_OUTPUT_TAP);
    return cmocka_run_group_tests(tests, NULL, NULL);
}
