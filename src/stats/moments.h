#ifndef LOADSTAT_STATS_MOMENTS_H
#define LOADSTAT_STATS_MOMENTS_H

#include <stdbool.h>
#include <stdint.h>

/*
 * Count, mean and sum of squared deviations, kept while values go by (Welford 1962; Knuth, TAOCP
 * 2, 4.2.2): stable where a sum of squares cancels.  All zero is the empty state.
 */
struct moments {
    uint64_t n;
    double mean;
    double sum_of_squares; /* of deviations from the mean; usually called M2 */
};

/* Adds one value. */
void moments_add(struct moments *moments, double value);

/* Adds the same value `times` times. */
void moments_add_repeated(struct moments *moments, double value, uint64_t times);

/*
 * The moments of both sets together (Chan, Golub & LeVeque 1979); either may be empty.
 */
struct moments moments_merge(const struct moments *a, const struct moments *b);

/* Sample variance, divisor n - 1.  False for n < 2 or where it is not finite. */
bool moments_variance(const struct moments *moments, double *variance);

#endif
