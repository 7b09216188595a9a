#ifndef LOADSTAT_STATS_INTERVAL_H
#define LOADSTAT_STATS_INTERVAL_H

#include <stdbool.h>
#include <stddef.h>

#include "describe.h"
#include "statistics.h"

/* How well a mean is known. */
struct mean_interval {
    double half_width; /* what stands behind the ± */
    struct interval interval;
};

/*
 * Student's interval of a mean, mean ± qt(1 - a/2, n - 1) * sd / sqrt(n).  R t.test(x)$conf.int.
 * `critical` is that quantile, student_t_critical(confidence, n - 1): the costly part, and the same
 * for all metrics of as many runs.  False without a spread (n < 2) and where the interval
 * overflows.  Equal values give a half width of 0.
 */
bool mean_interval(const struct description *description, double critical,
                   struct mean_interval *result);

/*
 * Runs that are needed before the Student interval of the mean is at most
 * ± relative_half_width * mean: the smallest n >= 2 with
 * qt(1 - a/2, n - 1) * cv / sqrt(n) <= relative_half_width.  False for a cv < 0, a
 * relative_half_width <= 0, one not finite, or more than 10,000,000 runs.  0 < confidence < 1.
 */
bool runs_for_half_width(double cv, double relative_half_width, double confidence, size_t *result);

#endif
