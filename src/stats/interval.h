#ifndef LOADSTAT_STATS_INTERVAL_H
#define LOADSTAT_STATS_INTERVAL_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "statistics.h"

/* In all of these 0 < confidence < 1. */

/* A mean and how well it is known. */
struct mean_interval {
    double mean;
    double degrees_of_freedom;
    double half_width; /* what stands behind the ± */
    struct interval interval;
    bool has_relative; /* mean > 0 */
    double relative_half_width;
};

/*
 * Student's interval of a mean, mean ± qt(1 - a/2, n - 1) * sd / sqrt(n).  R t.test(x)$conf.int.
 * False for n < 2 or a value that is not finite.  Equal values give a half width of 0.
 */
bool mean_interval(const double *values, size_t n, double confidence, struct mean_interval *result);

/* A geometric mean and how well it is known. */
struct log_mean_interval {
    double geometric_mean;
    double geometric_sd; /* exp(sd(log x)), a factor >= 1 */
    double degrees_of_freedom;
    struct interval interval;
};

/*
 * Student's interval on logarithms, brought back: R exp(t.test(log(x))$conf.int).  False for
 * n < 2, a value <= 0 or not finite, or where the interval overflows.
 */
bool log_mean_interval(const double *values, size_t n, double confidence,
                       struct log_mean_interval *result);

/* Ranks of a sorted sample that enclose a quantile of its source. */
struct rank_interval {
    uint64_t low;    /* 1-based; 0: outside the sample, no lower bound */
    uint64_t high;   /* 1-based; n + 1: outside the sample, no upper bound */
    double achieved; /* the level that these ranks have, >= confidence where attained */
    bool attained;   /* false: n is too small for the confidence that was asked for */
};

/*
 * The symmetric ranks k and n + 1 - k of the median's interval: the largest k with
 * 2 pbinom(k - 1, n, 1/2) <= 1 - confidence (Conover, Practical Nonparametric Statistics, 3.2).
 * Where there is none (n < 6 at 95 %) the ranks are 1 and n, `achieved` is the true level of that
 * range, 1 - 2^(1-n), and attained is false.  False for n < 2.
 */
bool median_ranks(uint64_t n, double confidence, struct rank_interval *result);

/* The median with that interval. */
struct median_interval {
    double median;
    struct interval interval;
    struct rank_interval ranks;
};

/* median_ranks, looked up in the values (any order).  False for n < 2 or one not finite. */
bool median_interval(const double *values, size_t n, double confidence,
                     struct median_interval *result);

/*
 * Ranks that enclose the p-quantile, 0 < p < 1: low = qbinom(a/2, n, p),
 * high = qbinom(1 - a/2, n, p) + 1, achieved = P(low <= B <= high - 1) for B ~ binomial(n, p)
 * (Hahn & Meeker, Statistical Intervals, 5.2).  A rank outside 1 … n means no bound on that side;
 * `achieved` then counts what lies beyond as covered.  attained is achieved >= confidence.
 * False for n == 0.
 */
bool percentile_ranks(uint64_t n, double p, double confidence, struct rank_interval *result);

/* Those ranks, looked up in ascending values.  False where a bound lies outside the sample. */
bool percentile_interval_of_sorted(const double *sorted, size_t n, double p, double confidence,
                                   struct interval *result);

/*
 * Runs that are needed before the Student interval of the mean is at most
 * ± relative_half_width * mean: the smallest n >= 2 with
 * qt(1 - a/2, n - 1) * cv / sqrt(n) <= relative_half_width.  False for a cv < 0, a
 * relative_half_width <= 0, one not finite, or more than 10,000,000 runs.
 */
bool runs_for_half_width(double cv, double relative_half_width, double confidence, size_t *result);

#endif
