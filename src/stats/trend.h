#ifndef LOADSTAT_STATS_TREND_H
#define LOADSTAT_STATS_TREND_H

#include <stdbool.h>
#include <stddef.h>

/* All of these return false for a value that is not finite. */

/*
 * Median of the slopes of all pairs with different x (Theil 1950, Sen 1968): a drift that one
 * odd run does not make.  False for n < 2, equal x, or n > 5,000.
 */
bool theil_sen_slope(const double *x, const double *y, size_t n, double *result);

/* Kendall's test of independence. */
struct kendall_result {
    double s;   /* concordant minus discordant pairs */
    double tau; /* tau-b: corrected for ties */
    double p;   /* two-sided */
    bool exact;
};

/*
 * R cor.test(x, y, method = "kendall"): exact where n < 50 and nothing ties (Best & Gipps 1974,
 * AS 71), else by the normal approximation with the variance corrected for ties.  With x the run
 * order it is the Mann-Kendall test of drift.  False for n < 2, n > 5,000, equal x, or equal y.
 */
bool kendall_test(const double *x, const double *y, size_t n, struct kendall_result *result);

/*
 * Autocorrelation of neighbours, sum((x[i] - m)(x[i+1] - m)) / sum((x[i] - m)²), -1 … 1; as NIST
 * StRD defines it.  False for n < 2 or equal values.
 */
bool lag1_autocorrelation(const double *values, size_t n, double *result);

#endif
