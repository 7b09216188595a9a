#ifndef LOADSTAT_STATS_EQUIVALENCE_H
#define LOADSTAT_STATS_EQUIVALENCE_H

#include <stdbool.h>
#include <stddef.h>

#include "hypothesis.h"
#include "statistics.h"

/* Two one-sided tests of a ratio, and the interval that says the same. */
struct equivalence {
    double p;                 /* the larger of both: that the ratio lies outside the margin */
    struct interval interval; /* of the ratio, 90 %: within the margin just where p < 0.05 */
};

/*
 * Equivalence within a margin (> 0; 0.05 is 5 %) that is symmetric on logarithms,
 * |log(ratio)| <= log(1 + margin), from a t test on logarithms (Welch's or the paired):
 * p = max P(T > (log(1 + margin) ± log(ratio)) / se) (Schuirmann 1987).  The interval is
 * ratio * exp(± qt(0.95, df) se).  False for a test without a standard error and where the
 * interval overflows.
 */
bool equivalence_of_ratio(const struct ratio_test_result *test, double margin,
                          struct equivalence *result);

#endif
