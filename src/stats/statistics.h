#ifndef LOADSTAT_STATS_STATISTICS_H
#define LOADSTAT_STATS_STATISTICS_H

#include <stddef.h>

/*
 * What all of src/stats shares.
 *
 * The functions of this folder are pure: arrays and numbers in, numbers out, no I/O, no state, no
 * allocation that outlives a call.  They follow one convention:
 *
 *   - A function that can be undefined for its data (too few values, no spread, a value that is
 *     not finite, a zero where a logarithm is needed) returns bool.  It returns true and fills
 *     *result with finite numbers, or returns false and leaves *result as it was.  NaN and infinity
 *     are never handed out.  A part of a result that can be missing by itself has a `has_…` flag
 *     beside it; where the flag is false, the part is 0 and means nothing.
 *   - A confidence, significance or probability outside the range that the comment states is an
 *     error of the programmer and is asserted.
 *   - Two-sample functions take x first and y second; a difference is x - y and a ratio x / y.
 *     Callers pass the group as x and its baseline as y.
 *   - Probabilities, confidences and coefficients of variation are plain ratios (0.95, 0.031).
 *   - Values have whatever unit the caller's have; results are in the same unit.
 *
 * Sources that several headers name: R is R 4.2.2, whose functions are cited as name(arguments).
 */

/* A view of n values that belong to somebody else. */
struct sample {
    const double *values;
    size_t n;
};

/* A closed interval, low <= high. */
struct interval {
    double low;
    double high;
};

/*
 * Switches off GSL's error handler, which would abort the program at a domain error.  To be called
 * once, before any other function of this folder and before a thread is started.
 */
void statistics_initialize(void);

#endif
