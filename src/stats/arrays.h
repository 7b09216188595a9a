/*
 * Small helpers on arrays that the files of src/stats share; not for callers outside.
 */
#ifndef LOADSTAT_STATS_ARRAYS_H
#define LOADSTAT_STATS_ARRAYS_H

#include <stdbool.h>
#include <stddef.h>

#include "statistics.h"

/* Whether every value is finite; true for none. */
bool values_are_finite(const double *values, size_t n);

/* Whether every value is finite and above 0, so that logarithms exist. */
bool values_are_positive(const double *values, size_t n);

/* Whether the first value is that of all; true for none. */
bool values_are_equal(const double *values, size_t n);

/* The same of two samples that both have at least `least` values. */
bool samples_are_finite(struct sample x, struct sample y, size_t least);
bool samples_are_positive(struct sample x, struct sample y, size_t least);

/* A new array, to be given back with memory_release(): the values in ascending order. */
double *values_sorted(const double *values, size_t n);

/* A new array, to be given back with memory_release(): the natural logarithms. */
double *values_logarithms(const double *values, size_t n);

/* The k-th smallest value, from 0, without sorting: the values change places. */
double values_select(double *values, size_t n, size_t k);

/* The middle value, or the mean of the two; n > 0.  The values change places. */
double values_middle(double *values, size_t n);

#endif
