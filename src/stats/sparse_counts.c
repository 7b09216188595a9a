#include "sparse_counts.h"

#include <math.h>

#include "moments.h"

static bool counts_are_ascending(const struct value_count *counts, size_t entries)
{
    for (size_t i = 0; i < entries; i++) {
        if (!isfinite(counts[i].value) || (i > 0 && counts[i].value <= counts[i - 1].value))
            return false;
    }
    return true;
}

bool counts_describe(const struct value_count *counts, size_t entries,
                     struct counts_description *result)
{
    struct counts_description description = {0};
    struct moments moments = {0};
    double variance;

    if (!counts_are_ascending(counts, entries))
        return false;
    for (size_t i = 0; i < entries; i++) {
        if (counts[i].count == 0)
            continue;
        if (moments.n == 0)
            description.min = counts[i].value;
        description.max = counts[i].value;
        moments_add_repeated(&moments, counts[i].value, counts[i].count);
    }
    if (moments.n == 0 || !isfinite(moments.mean))
        return false;
    description.n = moments.n;
    description.mean = moments.mean;
    description.has_spread = moments_variance(&moments, &variance);
    if (description.has_spread)
        description.sd = sqrt(variance);
    *result = description;
    return true;
}

static uint64_t counts_total(const struct value_count *counts, size_t entries)
{
    uint64_t total = 0;

    for (size_t i = 0; i < entries; i++)
        total += counts[i].count;
    return total;
}

static bool counts_value_at_rank(const struct value_count *counts, size_t entries, uint64_t rank,
                                 double *value)
{
    uint64_t seen = 0;

    if (rank == 0)
        return false;
    for (size_t i = 0; i < entries; i++) {
        seen += counts[i].count;
        if (seen >= rank) {
            *value = counts[i].value;
            return true;
        }
    }
    return false;
}

bool counts_quantile(const struct value_count *counts, size_t entries, double p,
                     enum quantile_method method, double *result)
{
    struct quantile_position position;
    double low;
    double high;

    if (!quantile_position(counts_total(counts, entries), p, method, &position) ||
        !counts_value_at_rank(counts, entries, position.low, &low) ||
        !counts_value_at_rank(counts, entries, position.high, &high))
        return false;
    *result = quantile_interpolate(low, high, position.weight);
    return true;
}

size_t counts_merge(const struct value_count *a, size_t a_entries, const struct value_count *b,
                    size_t b_entries, struct value_count *merged)
{
    size_t i = 0;
    size_t j = 0;
    size_t written = 0;

    while (i < a_entries || j < b_entries) {
        const bool take_a = j == b_entries || (i < a_entries && a[i].value <= b[j].value);
        const bool take_b = i == a_entries || (j < b_entries && b[j].value <= a[i].value);

        merged[written] = take_a ? a[i++] : b[j++];
        if (take_a && take_b)
            merged[written].count += b[j++].count;
        written++;
    }
    return written;
}
