#ifndef LOADSTAT_STATS_MODES_H
#define LOADSTAT_STATS_MODES_H

#include <stdbool.h>
#include <stddef.h>

/* Two heaps of values with a gap between them. */
struct two_modes {
    size_t low_count; /* values in the lower heap */
    double low_mean;
    double high_mean;
    double share; /* between over total sum of squares, 0 … 1 */
};

/*
 * The best split of n values into two heaps of at least ceil(n/4) (Engelman & Hartigan 1969, JASA
 * 64, 1647-1648), if its between sum of squares is a larger share of the total than in 1 % of
 * normal samples (simulated for n = 8 … 12, 16, 20 and 30; between them on straight lines, above as
 * at 30).  `step` is the printing step: n step²/12 is added to the total, and the gap is two steps
 * at least.  False otherwise, for n < 8, and for a value that is not finite.
 */
bool find_two_modes(const double *values, size_t n, double step, struct two_modes *result);

#endif
