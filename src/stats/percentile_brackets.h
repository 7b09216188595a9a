#ifndef LOADSTAT_STATS_PERCENTILE_BRACKETS_H
#define LOADSTAT_STATS_PERCENTILE_BRACKETS_H

#include <stddef.h>

#include "statistics.h"

/* A point of a percentile table: a share p of the requests took at most `value`. */
struct percentile_point {
    double p; /* 0 … 1; p = 0 is the minimum, p = 1 the maximum */
    double value;
};

/* One run's table: points with ascending p and values that do not fall. */
struct percentile_table {
    const struct percentile_point *points;
    size_t n;
    double weight; /* requests of the run, > 0 */
};

/*
 * Where the p-quantiles (0 < p <= 1) of the requests of k runs together can lie, given only their
 * tables.  Each distribution function is bounded above and below by steps at its table's points;
 * so is the mixture sum(w F), and so its quantile.  Where every table has the point p itself, the
 * bounds are within the smallest and largest of these.  `count` shares in any order give as many
 * intervals, NAN to NAN where the tables leave a side open; all are so for k == 0 and for a
 * malformed table.
 */
void pooled_percentile_brackets(const struct percentile_table *tables, size_t k, const double *p,
                                size_t count, struct interval *results);

#endif
