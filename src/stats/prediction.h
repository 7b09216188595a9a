#ifndef LOADSTAT_STATS_PREDICTION_H
#define LOADSTAT_STATS_PREDICTION_H

#include <stdbool.h>
#include <stddef.h>

#include "statistics.h"

/* The spread between comparable runs, on logarithms. */
struct log_spread {
    double sd;
    double degrees_of_freedom;
};

/*
 * Pools the sd of the logarithms over k groups of runs, sqrt(sum((n-1) s²) / sum(n-1)).  Groups of
 * one run add nothing.  False where no group has two runs, and for a value <= 0 or not finite.
 */
bool pooled_log_spread(const struct sample *groups, size_t k, struct log_spread *result);

/* New runs against what the base lets expect. */
struct prediction_result {
    double ratio; /* of geometric means, new over base */
    double degrees_of_freedom;
    double p;                 /* two-sided: that the new runs come from the base */
    struct interval interval; /* of the ratio; excludes 1 just where p < 1 - confidence */
};

/*
 * Prediction interval on logarithms for the runs of one new batch, from an archive of batches of
 * runs that were taken in one go and resemble each other.  With y the S means of the batches'
 * logarithms, unweighted, n their numbers of runs (N in all), k new runs and MSW the variance
 * within batches:
 *
 *     half width² = t²(S - 1) var(y) (1 + 1/S) + t²(N - S) MSW max(0, 1/k - mean(1/n))
 *
 * the second term 0 where N = S (Howe 1974, JASA 69, 789-794: approximate intervals from two
 * variances).  p is where the interval just reaches the new runs.  0 < confidence < 1.  The
 * result's degrees of freedom are S - 1.  False for fewer than three batches or five runs, an empty
 * batch or new_runs, a value <= 0 or not finite, no spread, and where the interval overflows.
 */
bool batch_prediction_test(struct sample new_runs, const struct sample *batches, size_t count,
                           double confidence, struct prediction_result *result);

/* How a rule would have fared on an archive's own past. */
struct past_alarms {
    size_t tested; /* batches that had enough before them */
    size_t alarms; /* of these, outside the interval and by at least the smallest effect */
};

/* batch_prediction_test of each batch, in order of time, against those before it. */
struct past_alarms count_past_alarms(const struct sample *batches, size_t count, double confidence,
                                     double min_effect);

#endif
