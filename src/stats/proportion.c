#include "proportion.h"

#include <assert.h>
#include <math.h>

#include "distribution.h"

static bool proportion_is_valid(struct proportion proportion)
{
    return proportion.total > 0 && proportion.count <= proportion.total &&
           proportion.total <= UINT64_C(1) << 53;
}

bool wilson_interval(struct proportion proportion, double confidence, struct interval *result)
{
    assert(confidence > 0 && confidence < 1);
    if (!proportion_is_valid(proportion))
        return false;
    const double n = (double)proportion.total;
    const double share = (double)proportion.count / n;
    const double z = normal_quantile((1 + confidence) / 2);
    const double z_squared = z * z;
    const double centre = share + z_squared / (2 * n);
    const double reach = z * sqrt(share * (1 - share) / n + z_squared / (4 * n * n));
    const double scale = 1 + z_squared / n;
    /* At the ends the formula gives 0 and 1, but for rounding. */
    result->low = proportion.count == 0 ? 0 : fmax(0, (centre - reach) / scale);
    result->high = proportion.count == proportion.total ? 1 : fmin(1, (centre + reach) / scale);
    return true;
}

bool rule_of_three(uint64_t total, double confidence, double *result)
{
    assert(confidence > 0 && confidence < 1);
    if (!proportion_is_valid((struct proportion){0, total}))
        return false;
    *result = fmin(1, -log(1 - confidence) / (double)total);
    return true;
}

/* The margins of a 2 by 2 table and its first cell. */
struct table {
    double x_total;
    double y_total;
    double counted; /* on both sides */
    double cell;    /* counted on side x */
};

/*
 * The probability of the next larger cell, as a multiple of that of this one.  Walking by ratios
 * from the most probable cell needs no factorials, and so loses no digits when totals are large.
 */
static double step_up(const struct table *table, double cell)
{
    return (table->x_total - cell) * (table->counted - cell) /
           ((cell + 1) * (table->y_total - table->counted + cell + 1));
}

/* Below this a weight counts as 0; it would else stick at the smallest double for long. */
static const double negligible = 1e-300;

/* Sums of weights, the weight of the most probable cell being 1. */
struct weights {
    double all;
    double as_rare; /* cells at most as probable as the observed */
};

/* Walks from the mode in one direction until weights no longer count. */
static void walk(const struct table *table, double mode, int direction, double observed,
                 struct weights *weights)
{
    const double end = direction > 0 ? fmin(table->x_total, table->counted)
                                     : fmax(0, table->counted - table->y_total);
    double weight = 1;

    for (double cell = mode; cell != end && weight > negligible;) {
        weight = direction > 0 ? weight * step_up(table, cell) : weight / step_up(table, cell - 1);
        cell += direction;
        weights->all += weight;
        if (weight <= observed)
            weights->as_rare += weight;
    }
}

/* The weight of the observed cell against that of the mode. */
static double observed_weight(const struct table *table, double mode)
{
    double weight = 1;

    for (double cell = mode; cell < table->cell && weight > negligible; cell++)
        weight *= step_up(table, cell);
    for (double cell = mode; cell > table->cell && weight > negligible; cell--)
        weight /= step_up(table, cell - 1);
    return weight > negligible ? weight : 0;
}

bool fisher_exact_test(struct proportion x, struct proportion y, double *p)
{
    /* R's allowance for tables that are equally probable but for rounding. */
    const double allowance = 1 + 1e-7;

    if (!proportion_is_valid(x) || !proportion_is_valid(y))
        return false;
    const struct table table = {(double)x.total, (double)y.total, (double)x.count + (double)y.count,
                                (double)x.count};
    const double mode =
        floor((table.counted + 1) * (table.x_total + 1) / (table.x_total + table.y_total + 2));
    const double observed = observed_weight(&table, mode) * allowance;
    struct weights weights = {.all = 1, .as_rare = observed >= 1 ? 1 : 0};
    walk(&table, mode, 1, observed, &weights);
    walk(&table, mode, -1, observed, &weights);
    *p = fmin(1, weights.as_rare / weights.all);
    return true;
}

bool chi_squared_test(struct proportion x, struct proportion y, struct chi_squared_result *result)
{
    if (!proportion_is_valid(x) || !proportion_is_valid(y))
        return false;
    const double n_x = (double)x.total;
    const double n_y = (double)y.total;
    const double pooled = ((double)x.count + (double)y.count) / (n_x + n_y);
    if (pooled <= 0 || pooled >= 1)
        return false;
    const double difference = (double)x.count / n_x - (double)y.count / n_y;
    result->difference = difference;
    result->chi_squared = difference * difference / (pooled * (1 - pooled) * (1 / n_x + 1 / n_y));
    result->p = chi_squared_upper(result->chi_squared, 1);
    return true;
}

bool event_rates_test(struct event_count x, struct event_count y, double *p)
{
    const uint64_t most = (uint64_t)1 << 53;
    const double share = x.exposure / (x.exposure + y.exposure);

    if (!(share > 0 && share < 1) || x.count > most || y.count > most || x.count + y.count == 0)
        return false;
    const uint64_t all = x.count + y.count;
    const double at_most = binomial_lower((int64_t)x.count, all, share);
    const double at_least = 1 - binomial_lower((int64_t)x.count - 1, all, share);
    *p = fmin(1, 2 * fmin(at_most, at_least));
    return true;
}
