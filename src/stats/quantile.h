#ifndef LOADSTAT_STATS_QUANTILE_H
#define LOADSTAT_STATS_QUANTILE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/*
 * How a quantile is read off the sorted values x[1] … x[n].  The numbered types are those of
 * Hyndman & Fan 1996 (The American Statistician 50, 361-365) and R quantile(type = …).
 */
enum quantile_method {
    QUANTILE_TYPE_1 = 1, /* nearest rank: always an observed value; loadstat's default */
    QUANTILE_TYPE_2,
    QUANTILE_TYPE_3,
    QUANTILE_TYPE_4,
    QUANTILE_TYPE_5,
    QUANTILE_TYPE_6,
    QUANTILE_TYPE_7, /* R's and numpy's default */
    QUANTILE_TYPE_8,
    QUANTILE_TYPE_9,
    QUANTILE_AB_TABLE, /* ab's text table: x[floor(n p) + 1], the last for p = 1 (ab.c) */
    QUANTILE_AB_CSV,   /* ab -e: x[floor(n p + 1/2) + 1], not beyond the last (ab.c) */
};

/*
 * Where a quantile lies among n sorted values: between the ranks low and high (1-based, high is
 * low or low + 1), `weight` of the way from the one to the other, 0 <= weight < 1.
 */
struct quantile_position {
    uint64_t low;
    uint64_t high;
    double weight;
};

/* The position of the p-quantile among n values, 0 <= p <= 1.  False for n == 0. */
bool quantile_position(uint64_t n, double p, enum quantile_method method,
                       struct quantile_position *result);

/* The value at `weight` of the way from low to high; exact at both ends. */
double quantile_interpolate(double low, double high, double weight);

/* The p-quantile of n ascending, finite values.  False for n == 0. */
bool quantile_of_sorted(const double *sorted, size_t n, double p, enum quantile_method method,
                        double *result);

/* The median, of an even number the mean of the middle two.  False as quantile_of. */
bool median_of(const double *values, size_t n, double *result);

/*
 * Whether n values can tell a p-quantile, 0 <= p <= 1: at least ten of them lie beyond it,
 * n (1 - p) >= 10.  A p99 wants 1,000 requests.
 */
bool quantile_is_supported(uint64_t n, double p);

#endif
