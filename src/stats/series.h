#ifndef LOADSTAT_STATS_SERIES_H
#define LOADSTAT_STATS_SERIES_H

#include <stdbool.h>
#include <stddef.h>

/*
 * What the runs of one group say of themselves when they are taken in order of time.  Their false
 * alarms on clean lognormal runs are about 2 % each.  `step` is the printing step of the values
 * (0: exact), `min_effect` the smallest change that counts (0.02 is 2 %).  All are false for a
 * value <= 0 or not finite.
 */

/*
 * Whether the first run is slower than the rest: t = (first - mean of the rest) /
 * sqrt((var(rest) + step²/12) (1 + 1/(n-1))) beyond qt(0.98, n - 2) towards slower (a prediction
 * interval; Hahn & Meeker, Statistical Intervals, 4.7), by min_effect and two steps at least.
 * n >= 4.
 */
bool is_warm_up(const double *values, size_t n, bool slower_is_higher, double step,
                double min_effect);

/*
 * Whether the values drift: Kendall p < 0.02 against the order and a Theil-Sen slope that moves
 * the median by min_effect over the series at least.  n >= 5.  `ratio`, where drifting, is what
 * the slope makes of it from first to last.
 */
bool is_drift(const double *values, size_t n, double min_effect, double *ratio);

/*
 * Whether neighbours resemble each other: von Neumann's ratio (1941), sum (x[i+1] - x[i])² /
 * sum (x - mean)², below its 2 % point, simulated for n = 8, 9, 10 and 20, between them on straight
 * lines, above by its normal approximation, 2 - 2 z sqrt((n - 2) / (n² - 1)).  n >= 8.
 */
bool is_lagged(const double *values, size_t n);

#endif
