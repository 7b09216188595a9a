#ifndef LOADSTAT_STATS_SPARSE_COUNTS_H
#define LOADSTAT_STATS_SPARSE_COUNTS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "quantile.h"
#include "statistics.h"

/* One entry of a sparse count: `count` observations had exactly this value. */
struct value_count {
    double value;
    uint64_t count;
};

/*
 * The functions below take entries with ascending, distinct, finite values; zero counts are
 * allowed.  They are exact: no sample and no bucket stands between the data and the result.
 */

/* What is known of a sparse count; the flags mean what they mean in struct description. */
struct counts_description {
    uint64_t n;
    double mean;
    double min;
    double max;
    bool has_spread;
    double sd; /* divisor n - 1 */
};

/* False without an observation, where values are not finite or do not ascend. */
bool counts_describe(const struct value_count *counts, size_t entries,
                     struct counts_description *result);

/*
 * The quantile of the observations, 0 <= p <= 1, by any method of quantile.h.  Equal to what
 * quantile_of_sorted gives for the list written out.  False without an observation.
 */
bool counts_quantile(const struct value_count *counts, size_t entries, double p,
                     enum quantile_method method, double *result);

/*
 * Both sparse counts as one, in `merged`, which has room for the entries of both and overlaps
 * neither.  Returns the number of entries written.  This is how percentiles of several runs are
 * pooled: never by averaging them.
 */
size_t counts_merge(const struct value_count *a, size_t a_entries, const struct value_count *b,
                    size_t b_entries, struct value_count *merged);

#endif
