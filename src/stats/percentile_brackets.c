#include "percentile_brackets.h"

#include <assert.h>
#include <math.h>

#include "../base/memory.h"
#include "arrays.h"

static bool table_is_valid(const struct percentile_table *table)
{
    if (table->n == 0 || !isfinite(table->weight) || table->weight <= 0)
        return false;
    for (size_t i = 0; i < table->n; i++) {
        const struct percentile_point *point = &table->points[i];

        if (!(point->p >= 0 && point->p <= 1) || !isfinite(point->value))
            return false;
        if (i > 0 && (point->p <= point[-1].p || point->value < point[-1].value))
            return false;
    }
    return true;
}

/* The p of the last point at or below `value`: the share of requests known to be at most that. */
static double share_at_least(const struct percentile_table *table, double value)
{
    double share = 0;

    for (size_t i = 0; i < table->n && table->points[i].value <= value; i++)
        share = table->points[i].p;
    return share;
}

/*
 * The p of the first point above `value`, which the true share does not reach; 1, which it may,
 * where no point is above.
 */
static double share_at_most(const struct percentile_table *table, double value, bool *is_reached)
{
    for (size_t i = 0; i < table->n; i++) {
        if (table->points[i].value > value) {
            *is_reached = false;
            return table->points[i].p;
        }
    }
    return 1;
}

/* Whether the bounds allow, or assure, that a share p of all requests is at most `value`. */
struct reach {
    bool possible;
    bool certain;
};

static struct reach reach_of(const struct percentile_table *tables, size_t k, double p,
                             double value)
{
    const double rounding = 1e-12;
    double weight = 0;
    double least = 0;
    double most = 0;
    bool is_reached = true;

    for (size_t i = 0; i < k; i++) {
        weight += tables[i].weight;
        least += tables[i].weight * share_at_least(&tables[i], value);
        most += tables[i].weight * share_at_most(&tables[i], value, &is_reached);
    }
    return (struct reach){
        .possible = is_reached || most > (p + rounding) * weight,
        .certain = least >= (p - rounding) * weight,
    };
}

/* The different values of all tables in ascending order, for memory_release(). */
static double *table_values(const struct percentile_table *tables, size_t k, size_t *n)
{
    size_t total = 0;

    for (size_t i = 0; i < k; i++)
        total += tables[i].n;
    double *values = memory_allocate(total * sizeof *values);
    total = 0;
    for (size_t i = 0; i < k; i++) {
        for (size_t j = 0; j < tables[i].n; j++)
            values[total++] = tables[i].points[j].value;
    }
    double *sorted = values_sorted(values, total);
    memory_release(values);
    *n = 0;
    for (size_t i = 0; i < total; i++) {
        if (*n == 0 || sorted[i] > sorted[*n - 1])
            sorted[(*n)++] = sorted[i];
    }
    return sorted;
}

/* What the tables leave open. */
static const struct interval open_interval = {(double)NAN, (double)NAN};

struct values_view {
    const double *values;
    size_t n;
};

/* The first of the ascending values that is reached; both kinds of reach only ever set in. */
static size_t first_reached(const struct percentile_table *tables, size_t k, double p,
                            struct values_view view, bool certain)
{
    size_t low = 0;
    size_t high = view.n;

    while (low < high) {
        size_t middle = low + (high - low) / 2;
        struct reach reach = reach_of(tables, k, p, view.values[middle]);
        if (certain ? reach.certain : reach.possible)
            high = middle;
        else
            low = middle + 1;
    }
    return low;
}

/*
 * The quantile is not below the first value that the upper bounds allow, and not above the first
 * that the lower bounds assure.  Below the smallest value nothing is known unless every table
 * starts with its minimum.
 */
static struct interval bracket_among(const struct percentile_table *tables, size_t k, double p,
                                     struct values_view view)
{
    const double below = view.values[0] - 1 - fabs(view.values[0]);
    const bool open_below = reach_of(tables, k, p, below).possible;
    const size_t low = first_reached(tables, k, p, view, false);
    const size_t high = first_reached(tables, k, p, view, true);

    if (open_below || low >= view.n || high >= view.n)
        return open_interval;
    return (struct interval){view.values[low], view.values[high]};
}

void pooled_percentile_brackets(const struct percentile_table *tables, size_t k, const double *p,
                                size_t count, struct interval *results)
{
    bool are_valid = k > 0;
    struct values_view view;

    for (size_t i = 0; i < count; i++)
        results[i] = open_interval;
    for (size_t i = 0; i < k; i++)
        are_valid = are_valid && table_is_valid(&tables[i]);
    if (!are_valid)
        return;
    double *values = table_values(tables, k, &view.n);
    view.values = values;
    for (size_t i = 0; i < count; i++) {
        assert(p[i] > 0 && p[i] <= 1);
        results[i] = bracket_among(tables, k, p[i], view);
    }
    memory_release(values);
}
