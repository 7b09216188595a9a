#ifndef LOADSTAT_STATS_FAILURES_H
#define LOADSTAT_STATS_FAILURES_H

#include <stdbool.h>
#include <stddef.h>

#include "proportion.h"

/* Whether two sides fail differently often. */
struct failures_result {
    double share_x; /* mean of the runs' shares, unweighted */
    double share_y;
    double p; /* two-sided */
};

/*
 * Compares the failed shares of nx against ny runs with the run as the unit: failures come in
 * bursts, and the requests of a run are not independent.  p is the larger of two permutation
 * p values over the runs: of the difference of mean shares, and of the difference of means of
 * (f - q p0) / sqrt(q), f failures of q requests, p0 the pooled share (Fisher 1935; exact up to
 * 16 runs, else 9,999 draws with a fixed seed).  Where there are no more than 40 ways to deal the
 * runs (3 against 3 or 4), so that no permutation could tell, p is that of the quasi-Poisson F test
 * on 1 and nx + ny - 2 degrees of freedom (McCullagh & Nelder 1989; R anova(glm(f ~ side +
 * offset(log(q)), quasipoisson), test = "F")) if every share of one side exceeds every one of the
 * other, and 1 otherwise; it is never less than that of event_rates_test, since a few counts that
 * happen to be equal look as if they had no spread.
 * False for fewer than three runs a side, and for a run without requests or with more failures.
 */
bool failures_test(const struct proportion *x, size_t nx, const struct proportion *y, size_t ny,
                   struct failures_result *result);

#endif
