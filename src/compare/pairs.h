/*
 * Which run of a group belongs to which run of its baseline.
 */
#ifndef LOADSTAT_COMPARE_PAIRS_H
#define LOADSTAT_COMPARE_PAIRS_H

#include "significance.h"

/* Values of pairs of runs. */
struct paired_values {
    double *x, *y;
    size_t n;
};

/*
 * Pairs by --pair-by, else by order of time: the first run of one side with the
 * first of the other.  A run that cannot be used takes its partner out too.
 */
struct paired_values pairs_of(const struct draft *draft, const struct sides *sides);

/*
 * Whether the runs of all pairs of groups say which are pairs: --pair-by was
 * given, or all of them tell their time.  Else false, with a diagnostic.
 */
bool pairs_are_known(struct draft *draft);

#endif
