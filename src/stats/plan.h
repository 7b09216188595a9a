#ifndef LOADSTAT_STATS_PLAN_H
#define LOADSTAT_STATS_PLAN_H

#include <stdbool.h>
#include <stddef.h>

#include "prediction.h"

/*
 * How many runs a side would do.  The spread of a few runs is known badly, and half of all plans
 * made with it are too small; so its upper 80 % bound is planned with, sd * sqrt(df / qchisq(0.2,
 * df)) (Browne 1995, Statistics in Medicine 14).
 */

/* The upper bound of a spread at `confidence`, 0 < confidence < 1, df > 0. */
double upper_spread(const struct log_spread *spread, double confidence);

/*
 * Runs per side that confirm a true change (0.04 is 4 %) with power 0.8 by the t test on
 * logarithms at `significance` / comparisons (R power.t.test).  A true change of just the smallest
 * that counts is confirmed in half of all experiments at most, since the estimate must reach it:
 * plan for twice that.  False for a change <= 0, no spread, no comparisons, and more than
 * 10,000,000 runs.
 */
bool runs_to_confirm(double change, const struct log_spread *spread, double significance,
                     size_t comparisons, size_t *runs);

/*
 * Runs per side that show equivalence within `margin` with power 0.8 if nothing changed: the least
 * n at which 2 P(T' > qt(1 - a, df)) - 1 >= 0.8, df = 2 (n - 1), T' noncentral with
 * log(1 + margin) / (sd sqrt(2 / n)) (Schuirmann 1987).  False as runs_to_confirm.
 */
bool runs_for_equivalence(double margin, const struct log_spread *spread, double significance,
                          size_t comparisons, size_t *runs);

#endif
