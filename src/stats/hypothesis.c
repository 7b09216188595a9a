#include "hypothesis.h"

#include <assert.h>
#include <float.h>
#include <math.h>

#include "../base/memory.h"
#include "distribution.h"
#include "moments.h"
#include "arrays.h"

/* A mean and its squared standard error, with the degrees of freedom that this has. */
struct side {
    double mean;
    double squared_error;
    double degrees_of_freedom;
};

/* The scale-free part of a t test: everything but the names of its parts. */
struct comparison {
    double difference;
    double standard_error;
    double t;
    double degrees_of_freedom;
    double p;
    struct interval interval;
};

/* The variance of a rounding error that is uniform over one step. */
static double rounding_variance(double resolution)
{
    assert(resolution >= 0);
    return resolution * resolution / 12;
}

static bool side_of_sample(struct sample sample, double resolution, struct side *side)
{
    struct moments moments = {0};
    double variance;

    if (!values_are_finite(sample.values, sample.n))
        return false;
    for (size_t i = 0; i < sample.n; i++)
        moments_add(&moments, sample.values[i]);
    if (!moments_variance(&moments, &variance))
        return false;
    side->mean = moments.mean;
    side->squared_error = variance / (double)sample.n + rounding_variance(resolution);
    side->degrees_of_freedom = (double)(sample.n - 1);
    return true;
}

/* The side of the logarithms; a small step r at a value v is a step r / v there. */
static bool side_of_logarithms(struct sample sample, double resolution, struct side *side)
{
    if (sample.n < 2 || !values_are_positive(sample.values, sample.n))
        return false;
    double *logarithms = values_logarithms(sample.values, sample.n);
    const struct sample logs = {logarithms, sample.n};
    const bool defined = side_of_sample(logs, 0, side);
    memory_release(logarithms);
    if (defined)
        side->squared_error += rounding_variance(resolution / exp(side->mean));
    return defined;
}

/*
 * Fills t, p and the interval from the difference, its standard error and their degrees of
 * freedom.  False where the error is only rounding of numbers as large as `scale`.
 */
static bool compare_by_t(struct comparison *comparison, double scale, double confidence)
{
    const double smallest_error = 10 * DBL_EPSILON * scale;

    assert(confidence > 0 && confidence < 1);
    if (!(comparison->standard_error > 0) || comparison->standard_error < smallest_error ||
        !isfinite(comparison->standard_error) || !(comparison->degrees_of_freedom > 0))
        return false;
    const double half_width =
        student_t_critical(confidence, comparison->degrees_of_freedom) * comparison->standard_error;
    comparison->t = comparison->difference / comparison->standard_error;
    comparison->p = student_t_two_sided(comparison->t, comparison->degrees_of_freedom);
    comparison->interval.low = comparison->difference - half_width;
    comparison->interval.high = comparison->difference + half_width;
    return isfinite(comparison->t) && isfinite(comparison->p) &&
           isfinite(comparison->interval.low) && isfinite(comparison->interval.high);
}

static double larger_mean(const struct side *x, const struct side *y)
{
    return fmax(fabs(x->mean), fabs(y->mean));
}

/*
 * Welch on two sides.  Shares of the squared error, not the errors themselves, go into
 * Satterthwaite's formula, so that very small and very large ones keep their digits.
 */
static bool compare_welch(const struct side *x, const struct side *y, double confidence,
                          struct comparison *result)
{
    const double squared = x->squared_error + y->squared_error;

    if (!(squared > 0))
        return false;
    const double share_x = x->squared_error / squared;
    const double share_y = y->squared_error / squared;
    result->difference = x->mean - y->mean;
    result->standard_error = sqrt(squared);
    result->degrees_of_freedom =
        1 / (share_x * share_x / x->degrees_of_freedom + share_y * share_y / y->degrees_of_freedom);
    return compare_by_t(result, larger_mean(x, y), confidence);
}

static struct t_test_result as_t_test(const struct side *x, const struct side *y,
                                      const struct comparison *comparison)
{
    const struct t_test_result result = {
        .mean_x = x->mean,
        .mean_y = y->mean,
        .difference = comparison->difference,
        .standard_error = comparison->standard_error,
        .t = comparison->t,
        .degrees_of_freedom = comparison->degrees_of_freedom,
        .p = comparison->p,
        .interval = comparison->interval,
    };

    return result;
}

static bool as_ratio_test(const struct comparison *comparison, struct ratio_test_result *result)
{
    const struct ratio_test_result ratio = {
        .ratio = exp(comparison->difference),
        .log_standard_error = comparison->standard_error,
        .t = comparison->t,
        .degrees_of_freedom = comparison->degrees_of_freedom,
        .p = comparison->p,
        .interval = {exp(comparison->interval.low), exp(comparison->interval.high)},
    };

    if (!isfinite(ratio.ratio) || !isfinite(ratio.interval.high))
        return false;
    *result = ratio;
    return true;
}

bool welch_test(struct sample x, struct sample y, const struct test_options *options,
                struct t_test_result *result)
{
    struct side side_x;
    struct side side_y;
    struct comparison comparison;

    if (!side_of_sample(x, options->resolution_x, &side_x) ||
        !side_of_sample(y, options->resolution_y, &side_y) ||
        !compare_welch(&side_x, &side_y, options->confidence, &comparison))
        return false;
    *result = as_t_test(&side_x, &side_y, &comparison);
    return true;
}

/* Both sides as logarithms, compared. */
static bool compare_logarithms(struct sample x, struct sample y, const struct test_options *options,
                               struct comparison *result)
{
    struct side side_x;
    struct side side_y;

    return side_of_logarithms(x, options->resolution_x, &side_x) &&
           side_of_logarithms(y, options->resolution_y, &side_y) &&
           compare_welch(&side_x, &side_y, options->confidence, result);
}

bool welch_log_test(struct sample x, struct sample y, const struct test_options *options,
                    struct ratio_test_result *result)
{
    struct comparison comparison;

    return compare_logarithms(x, y, options, &comparison) && as_ratio_test(&comparison, result);
}

bool student_test(struct sample x, struct sample y, const struct test_options *options,
                  struct t_test_result *result)
{
    struct side side_x;
    struct side side_y;
    struct comparison comparison;

    if (!side_of_sample(x, 0, &side_x) || !side_of_sample(y, 0, &side_y))
        return false;
    const double n_x = (double)x.n;
    const double n_y = (double)y.n;
    const double df = n_x + n_y - 2;
    const double pooled_variance = side_x.squared_error * n_x * ((n_x - 1) / df) +
                                   side_y.squared_error * n_y * ((n_y - 1) / df);
    const double rounding =
        rounding_variance(options->resolution_x) + rounding_variance(options->resolution_y);
    comparison.difference = side_x.mean - side_y.mean;
    comparison.standard_error = sqrt(pooled_variance * (1 / n_x + 1 / n_y) + rounding);
    comparison.degrees_of_freedom = df;
    if (!compare_by_t(&comparison, larger_mean(&side_x, &side_y), options->confidence))
        return false;
    *result = as_t_test(&side_x, &side_y, &comparison);
    return true;
}

/* The t test of the differences of pairs; `rounding` is the variance that resolution adds. */
static bool compare_pairs(struct sample x, struct sample y, double rounding, double confidence,
                          struct comparison *result)
{
    struct moments differences = {0};
    double largest = 0;
    double variance;

    for (size_t i = 0; i < x.n; i++) {
        moments_add(&differences, x.values[i] - y.values[i]);
        largest = fmax(largest, fmax(fabs(x.values[i]), fabs(y.values[i])));
    }
    if (!moments_variance(&differences, &variance))
        return false;
    result->difference = differences.mean;
    result->standard_error = sqrt(variance / (double)x.n + rounding);
    result->degrees_of_freedom = (double)(x.n - 1);
    return compare_by_t(result, largest, confidence);
}

bool paired_test(const double *x, const double *y, size_t n, const struct test_options *options,
                 struct t_test_result *result)
{
    const struct sample sample_x = {x, n};
    const struct sample sample_y = {y, n};
    const double rounding =
        rounding_variance(options->resolution_x) + rounding_variance(options->resolution_y);
    struct side side_x;
    struct side side_y;
    struct comparison comparison;

    if (!side_of_sample(sample_x, 0, &side_x) || !side_of_sample(sample_y, 0, &side_y) ||
        !compare_pairs(sample_x, sample_y, rounding, options->confidence, &comparison))
        return false;
    *result = as_t_test(&side_x, &side_y, &comparison);
    return true;
}

bool paired_log_test(const double *x, const double *y, size_t n, const struct test_options *options,
                     struct ratio_test_result *result)
{
    struct side side_x;
    struct side side_y;
    struct comparison comparison;

    if (!side_of_logarithms((struct sample){x, n}, 0, &side_x) ||
        !side_of_logarithms((struct sample){y, n}, 0, &side_y))
        return false;
    const double rounding = rounding_variance(options->resolution_x / exp(side_x.mean)) +
                            rounding_variance(options->resolution_y / exp(side_y.mean));
    double *logs_x = values_logarithms(x, n);
    double *logs_y = values_logarithms(y, n);
    const bool defined = compare_pairs((struct sample){logs_x, n}, (struct sample){logs_y, n},
                                       rounding, options->confidence, &comparison);
    memory_release(logs_x);
    memory_release(logs_y);
    return defined && as_ratio_test(&comparison, result);
}
