#ifndef LOADSTAT_STATS_HYPOTHESIS_H
#define LOADSTAT_STATS_HYPOTHESIS_H

#include <stdbool.h>
#include <stddef.h>

#include "statistics.h"

/*
 * t tests of x against y.  All p values are two-sided.
 *
 * Resolution.  Values are printed in steps (ab's table in whole milliseconds, siege's hits in
 * 10 ms).  A side whose values come in steps of r carries r²/12, the variance of a uniform
 * rounding error, in the squared standard error of its mean, with the degrees of freedom of that
 * side: rounding is taken to be common to the runs, so that repeating them does not average it
 * away.  It enters the standard error, t, the degrees of freedom and the interval, never a mean
 * or an sd.  On logarithms r is taken relative to the side's geometric mean.  0: printed exactly.
 */
struct test_options {
    double confidence;   /* of the interval, 0 < confidence < 1 */
    double resolution_x; /* >= 0, in the unit of the values */
    double resolution_y;
};

/* The outcome of a t test of means. */
struct t_test_result {
    double mean_x;
    double mean_y;
    double difference; /* x - y */
    double standard_error;
    double t;
    double degrees_of_freedom;
    double p;
    struct interval interval; /* of the difference */
};

/* The outcome of a t test on logarithms. */
struct ratio_test_result {
    double ratio;              /* of geometric means, x over y */
    double log_standard_error; /* of log(ratio) */
    double t;
    double degrees_of_freedom;
    double p;
    struct interval interval; /* of the ratio */
};

/*
 * Welch's test of means with unequal variances.  se² = sx²/nx + sy²/ny (+ resolution), degrees of
 * freedom by Satterthwaite; Welch 1947, R t.test(x, y).  False for fewer than two values on a
 * side, a value that is not finite, and where the standard error is 0 up to rounding: below
 * 10 epsilon of the larger mean, where R says that the data are essentially constant.
 */
bool welch_test(struct sample x, struct sample y, const struct test_options *options,
                struct t_test_result *result);

/*
 * Welch's test on logarithms, loadstat's default: R t.test(log(x), log(y)), brought back to a ratio
 * of geometric means.  False as welch_test, for a value <= 0, and where the interval overflows.
 */
bool welch_log_test(struct sample x, struct sample y, const struct test_options *options,
                    struct ratio_test_result *result);

/*
 * Student's test with pooled variance: R t.test(x, y, var.equal = TRUE).  False as welch_test.
 * Errs by far where n and spread both differ; for comparison with other tools.
 */
bool student_test(struct sample x, struct sample y, const struct test_options *options,
                  struct t_test_result *result);

/*
 * Paired test of x[i] against y[i], for runs that were taken alternately:
 * R t.test(x, y, paired = TRUE).  False for n < 2, a value that is not finite, and differences
 * without spread.
 */
bool paired_test(const double *x, const double *y, size_t n, const struct test_options *options,
                 struct t_test_result *result);

/* The same on logarithms; false also for a value <= 0. */
bool paired_log_test(const double *x, const double *y, size_t n, const struct test_options *options,
                     struct ratio_test_result *result);

#endif
