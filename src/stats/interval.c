#include "interval.h"

#include <assert.h>
#include <math.h>

#include "../base/memory.h"
#include "describe.h"
#include "distribution.h"
#include "quantile.h"
#include "values.h"

bool mean_interval(const double *values, size_t n, double confidence, struct mean_interval *result)
{
    struct description description;

    if (!describe(values, n, &description) || !description.has_spread)
        return false;
    const double df = (double)(n - 1);
    const double half_width = student_t_critical(confidence, df) * description.standard_error;
    const double relative = description.mean > 0 ? half_width / description.mean : HUGE_VAL;
    const struct mean_interval interval = {
        .mean = description.mean,
        .degrees_of_freedom = df,
        .half_width = half_width,
        .interval = {description.mean - half_width, description.mean + half_width},
        .has_relative = isfinite(relative),
        .relative_half_width = isfinite(relative) ? relative : 0,
    };
    if (!isfinite(interval.interval.low) || !isfinite(interval.interval.high))
        return false;
    *result = interval;
    return true;
}

bool log_mean_interval(const double *values, size_t n, double confidence,
                       struct log_mean_interval *result)
{
    struct description logs;

    if (n < 2 || !values_are_positive(values, n))
        return false;
    double *logarithms = values_logarithms(values, n);
    const bool described = describe(logarithms, n, &logs);
    memory_release(logarithms);
    if (!described)
        return false;
    const double df = (double)(n - 1);
    const double half_width = student_t_critical(confidence, df) * logs.standard_error;
    const struct log_mean_interval interval = {
        .geometric_mean = exp(logs.mean),
        .geometric_sd = exp(logs.sd),
        .degrees_of_freedom = df,
        .interval = {exp(logs.mean - half_width), exp(logs.mean + half_width)},
    };
    if (!isfinite(interval.interval.high) || !isfinite(interval.geometric_sd))
        return false;
    *result = interval;
    return true;
}

bool median_ranks(uint64_t n, double confidence, struct rank_interval *result)
{
    const double tail = (1 - confidence) / 2 * (1 + 1e-12);

    assert(confidence > 0 && confidence < 1);
    if (n < 2)
        return false;
    /* The first rank below which more than a tail lies; the last that will do is at or before. */
    uint64_t k = binomial_quantile((1 - confidence) / 2, n, 0.5);
    if (binomial_lower((int64_t)k, n, 0.5) <= tail)
        k++;
    const bool attained = k > 0;
    if (!attained)
        k = 1;
    result->low = k;
    result->high = n + 1 - k;
    result->achieved = 1 - 2 * binomial_lower((int64_t)k - 1, n, 0.5);
    result->attained = attained;
    return true;
}

bool median_interval(const double *values, size_t n, double confidence,
                     struct median_interval *result)
{
    struct median_interval interval;

    if (!median_ranks(n, confidence, &interval.ranks) || !values_are_finite(values, n))
        return false;
    double *sorted = values_sorted(values, n);
    quantile_of_sorted(sorted, n, 0.5, QUANTILE_TYPE_7, &interval.median);
    interval.interval.low = sorted[interval.ranks.low - 1];
    interval.interval.high = sorted[interval.ranks.high - 1];
    memory_release(sorted);
    *result = interval;
    return true;
}

bool percentile_ranks(uint64_t n, double p, double confidence, struct rank_interval *result)
{
    const double tail = (1 - confidence) / 2;

    assert(confidence > 0 && confidence < 1);
    assert(p > 0 && p < 1);
    if (n == 0)
        return false;
    result->low = binomial_quantile(tail, n, p);
    result->high = binomial_quantile(1 - tail, n, p) + 1;
    result->achieved = binomial_lower((int64_t)result->high - 1, n, p) -
                       binomial_lower((int64_t)result->low - 1, n, p);
    result->attained = result->achieved >= confidence * (1 - 1e-12);
    return true;
}

bool percentile_interval_of_sorted(const double *sorted, size_t n, double p, double confidence,
                                   struct interval *result)
{
    struct rank_interval ranks;

    if (!percentile_ranks(n, p, confidence, &ranks) || ranks.low == 0 || ranks.high > n)
        return false;
    result->low = sorted[ranks.low - 1];
    result->high = sorted[ranks.high - 1];
    return true;
}

bool runs_for_half_width(double cv, double relative_half_width, double confidence, size_t *result)
{
    size_t low = 2;
    size_t high = 10000000;

    if (!isfinite(cv) || cv < 0 || !isfinite(relative_half_width) || relative_half_width <= 0)
        return false;
    /* The half width falls with n, so that halving finds the first n that will do. */
    while (low < high) {
        const size_t n = low + (high - low) / 2;
        const double width = student_t_critical(confidence, (double)(n - 1)) * cv / sqrt((double)n);

        if (width <= relative_half_width)
            high = n;
        else
            low = n + 1;
    }
    const double reached =
        student_t_critical(confidence, (double)(low - 1)) * cv / sqrt((double)low);
    if (reached > relative_half_width)
        return false;
    *result = low;
    return true;
}
