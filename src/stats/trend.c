#include "trend.h"

#include <math.h>
#include <string.h>

#include "../base/memory.h"
#include "distribution.h"
#include "quantile.h"
#include "arrays.h"

/* Above this, work on all pairs takes too long; for a series of runs it is never reached. */
enum { MOST_FOR_PAIRS = 5000 };

/* R's bound for the exact distribution of Kendall's statistic. */
enum { FIRST_INEXACT_SIZE = 50 };

static double mean_of(const double *values, size_t n)
{
    double mean = 0;

    for (size_t i = 0; i < n; i++)
        mean += (values[i] - mean) / (double)(i + 1);
    return mean;
}

static bool are_usable_pairs(const double *x, const double *y, size_t n)
{
    return n >= 2 && values_are_finite(x, n) && values_are_finite(y, n) && !values_are_equal(x, n);
}

bool theil_sen_slope(const double *x, const double *y, size_t n, double *result)
{
    size_t slopes = 0;

    if (n > MOST_FOR_PAIRS || !are_usable_pairs(x, y, n))
        return false;
    double *slope = memory_allocate(n * (n - 1) / 2 * sizeof *slope);
    for (size_t i = 0; i < n; i++) {
        for (size_t j = i + 1; j < n; j++) {
            if (x[i] != x[j])
                slope[slopes++] = (y[j] - y[i]) / (x[j] - x[i]);
        }
    }
    const bool defined = median_of(slope, slopes, result);
    memory_release(slope);
    return defined;
}

static double sign(double value)
{
    return (double)((value > 0) - (value < 0));
}

static double kendall_s(const double *x, const double *y, size_t n)
{
    double s = 0;

    for (size_t i = 0; i < n; i++) {
        for (size_t j = i + 1; j < n; j++)
            s += sign(x[j] - x[i]) * sign(y[j] - y[i]);
    }
    return s;
}

/* What groups of equal values take from the pairs and from the variance of s. */
struct tie_sums {
    double pairs;    /* sum t (t - 1) */
    double triples;  /* sum t (t - 1) (t - 2) */
    double weighted; /* sum t (t - 1) (2 t + 5) */
};

static struct tie_sums sum_ties(const double *values, size_t n)
{
    struct tie_sums sums = {0};
    double *sorted = values_sorted(values, n);

    for (size_t start = 0, end; start < n; start = end) {
        for (end = start + 1; end < n && sorted[end] == sorted[start];)
            end++;
        const double t = (double)(end - start);
        sums.pairs += t * (t - 1);
        sums.triples += t * (t - 1) * (t - 2);
        sums.weighted += t * (t - 1) * (2 * t + 5);
    }
    memory_release(sorted);
    return sums;
}

/*
 * P(K <= k) for the number K of concordant pairs of n values in random order.  Row by row: the
 * i-th value is concordant with 0 … i - 1 of those before it, each as probable.
 */
static double kendall_lower(size_t k, size_t n)
{
    enum { MOST_PAIRS = FIRST_INEXACT_SIZE * (FIRST_INEXACT_SIZE - 1) / 2 };
    double current[MOST_PAIRS + 1] = {1};
    double next[MOST_PAIRS + 1];
    double lower = 0;

    for (size_t i = 2; i <= n; i++) {
        const size_t pairs = i * (i - 1) / 2;

        for (size_t s = 0; s <= pairs; s++) {
            next[s] = 0;
            for (size_t added = 0; added < i && added <= s; added++)
                next[s] += current[s - added] / (double)i;
        }
        memcpy(current, next, (pairs + 1) * sizeof *current);
    }
    for (size_t s = 0; s <= k; s++)
        lower += current[s];
    return lower;
}

/* Both tails are sums of small terms, by symmetry: none is a difference from 1. */
static double kendall_exact_p(double s, size_t n)
{
    const size_t pairs = n * (n - 1) / 2;
    const size_t discordant_end = (size_t)(((double)pairs - fabs(s)) / 2);

    return fmin(1, 2 * kendall_lower(discordant_end, n));
}

static double kendall_normal_p(double s, size_t n, const struct tie_sums *ties_x,
                               const struct tie_sums *ties_y)
{
    const double m = (double)n;
    double variance = (m * (m - 1) * (2 * m + 5) - ties_x->weighted - ties_y->weighted) / 18 +
                      ties_x->pairs * ties_y->pairs / (2 * m * (m - 1));

    if (n > 2)
        variance += ties_x->triples * ties_y->triples / (9 * m * (m - 1) * (m - 2));
    return fmin(1, 2 * normal_lower(-fabs(s) / sqrt(variance)));
}

bool kendall_test(const double *x, const double *y, size_t n, struct kendall_result *result)
{
    if (n > MOST_FOR_PAIRS || !are_usable_pairs(x, y, n) || values_are_equal(y, n))
        return false;
    const struct tie_sums ties_x = sum_ties(x, n);
    const struct tie_sums ties_y = sum_ties(y, n);
    const double pairs = (double)n * (double)(n - 1);
    result->s = kendall_s(x, y, n);
    result->tau = 2 * result->s / sqrt((pairs - ties_x.pairs) * (pairs - ties_y.pairs));
    result->exact = n < FIRST_INEXACT_SIZE && ties_x.pairs == 0 && ties_y.pairs == 0;
    result->p = result->exact ? kendall_exact_p(result->s, n)
                              : kendall_normal_p(result->s, n, &ties_x, &ties_y);
    return true;
}

bool lag1_autocorrelation(const double *values, size_t n, double *result)
{
    double products = 0;
    double squares = 0;

    if (n < 2 || !values_are_finite(values, n) || values_are_equal(values, n))
        return false;
    const double mean = mean_of(values, n);
    for (size_t i = 0; i < n; i++) {
        const double distance = values[i] - mean;

        squares += distance * distance;
        if (i > 0)
            products += distance * (values[i - 1] - mean);
    }
    const double correlation = products / squares;
    if (!isfinite(correlation))
        return false;
    *result = correlation;
    return true;
}
