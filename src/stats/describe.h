#ifndef LOADSTAT_STATS_DESCRIBE_H
#define LOADSTAT_STATS_DESCRIBE_H

#include <stdbool.h>
#include <stddef.h>

#include "statistics.h"

/* What a table shows of a set of values. */
struct description {
    size_t n;
    double mean; /* arithmetic */
    double min;
    double max;
    double median;   /* of an even number: mean of the middle two */
    bool has_spread; /* n >= 2: variance, sd and standard_error are defined */
    double variance; /* divisor n - 1 */
    double sd;
    double standard_error; /* sd / sqrt(n) */
    bool has_cv;           /* has_spread and mean > 0 */
    double cv;             /* sd / mean */
};

/*
 * Describes n values in any order.  R mean(), var(), sd(), median(); the moments by Welford's
 * recurrence.  False for n == 0, for a value that is not finite, and where the mean overflows.
 * One value has no spread: absent, not 0.  Equal values have sd 0.
 */
bool describe(const double *values, size_t n, struct description *result);

/*
 * Interval of a standard deviation of normal data from its sample value:
 * sd * sqrt((n - 1) / qchisq(1 - a/2, n - 1)) … sd * sqrt((n - 1) / qchisq(a/2, n - 1)).
 * False for n < 2, sd < 0 or not finite.  0 < confidence < 1.  An sd of 0 gives [0, 0].
 */
bool sd_interval(double sd, size_t n, double confidence, struct interval *result);

#endif
