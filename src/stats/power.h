#ifndef LOADSTAT_STATS_POWER_H
#define LOADSTAT_STATS_POWER_H

#include <stdbool.h>

/*
 * Two-sided two-sample t test with n values per side, as R power.t.test(n, delta, sd, sig.level):
 * the chance that a true difference `delta` comes out significant in its own direction, from the
 * noncentral t distribution with 2 (n - 1) degrees of freedom and noncentrality
 * delta / sd * sqrt(n / 2).  For ratios, delta is log(ratio) and sd that of the logarithms.
 */

/* False for n < 2 (need not be whole), sd <= 0, or one not finite.  0 < significance < 1. */
bool t_test_power(double n, double delta, double sd, double significance, double *power);

/*
 * The n per side at which that chance reaches `power`, at least 2 and not rounded; round up.
 * False for delta == 0, sd <= 0, one not finite, and n above 10,000,000.
 * 0 < significance < power < 1.
 */
bool t_test_sample_size(double delta, double sd, double significance, double power, double *n);

#endif
