#ifndef LOADSTAT_STATS_PERMUTATION_H
#define LOADSTAT_STATS_PERMUTATION_H

#include <stdbool.h>
#include <stdint.h>

#include "statistics.h"

/* The outcome of a permutation test. */
struct permutation_result {
    double observed;       /* mean x - mean y */
    uint64_t permutations; /* ways to deal, or draws */
    double p;              /* two-sided */
};

/*
 * Permutation test of the difference of means: the share of all ways to deal the values out to the
 * two sides in which it is at least as large as observed, either way (Fisher 1935).  On logarithms,
 * pass logarithms.  False for an empty side, a value that is not finite, or more than 2,000,000
 * ways.
 */
bool permutation_test(struct sample x, struct sample y, struct permutation_result *result);

/*
 * The same by 9,999 random deals with a fixed seed, p = (b + 1) / 10,000 for b at least as large
 * (Phipson & Smyth 2010).  False for an empty side or a value that is not finite.
 */
bool permutation_test_by_draws(struct sample x, struct sample y, struct permutation_result *result);

/* The number of ways to choose k of n; infinite where it overflows. */
double choose(size_t n, size_t k);

#endif
