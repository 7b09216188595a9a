#ifndef LOADSTAT_STATS_GEOMETRIC_MEAN_H
#define LOADSTAT_STATS_GEOMETRIC_MEAN_H

#include <stdbool.h>
#include <stddef.h>

/* A geometric mean with its spread. */
struct geometric_mean {
    double mean;
    bool has_sd; /* n >= 2 and representable */
    double sd;   /* exp(sd(log x)), a factor >= 1 */
};

/*
 * exp(mean(log x)), by logarithms since a product over- and underflows.  False for n == 0 and for
 * a value <= 0 or not finite.
 */
bool geometric_mean(const double *values, size_t n, struct geometric_mean *result);

#endif
