#ifndef LOADSTAT_STATS_CHANGE_POINT_H
#define LOADSTAT_STATS_CHANGE_POINT_H

#include <stdbool.h>
#include <stddef.h>

#include "statistics.h"

/*
 * Changes of level in a series in order of time.  The values are logarithms of what is watched,
 * one for each batch of runs: the runs of one batch resemble each other, and would be cut apart.
 */

/*
 * The energy statistic of E-divisive with exponent 1 for a split after `split` values,
 * 1 <= split < n (Matteson & James 2014, JASA 109, 334-345).  False for n < 2, n > 5,000, or a
 * value that is not finite.
 */
bool energy_statistic(const double *values, size_t n, size_t split, double *result);

/* A change of level between two segments. */
struct change_point {
    size_t first;             /* the first value after the change */
    double ratio;             /* exp(mean after - mean before) */
    struct interval interval; /* of the ratio, 95 %, Welch; the ratio alone without spread */
};

/*
 * E-divisive (Matteson & James 2014): the split of largest energy statistic of a segment, both
 * parts of five values at least, is a change if p < 0.01 by permutation (fixed seed; 9,999 draws
 * below twenty values, else 999); so again in both parts.  A change is kept only where its
 * neighbouring segments differ by min_effect (> 0; 0.02 is 2 %) and p < 0.05 under Welch.  Below
 * ten values, above 5,000, or with one not finite there is none.  `points` has room for n / 5;
 * returns how many there are, in order.
 */
size_t find_change_points(const double *values, size_t n, double min_effect,
                          struct change_point *points);

/*
 * Whether the level changed so lately that no segment shows it: the last 1 … 4 values of a segment
 * against the earlier (five at least), pooled t, p < 0.0025 and min_effect.  *first is where the
 * most significant starts.  False also for a value that is not finite.
 */
bool find_fresh_change(const double *segment, size_t n, double min_effect, size_t *first);

#endif
