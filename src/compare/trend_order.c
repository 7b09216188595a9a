#include "trend_order.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "../stats/trend.h"

#define RUNS_FOR_DRIFT 5
#define SIGNIFICANCE   0.02
#define LEAST_DRIFT    0.02

struct timed_value {
    const char *time;
    size_t position;
    double value;
};

/* ISO 8601 sorts as text. */
static int by_time(const void *left, const void *right)
{
    const struct timed_value *a = left, *b = right;
    int order = strcmp(a->time, b->time);
    if (order != 0)
        return order;
    return a->position < b->position ? -1 : a->position > b->position;
}

const double *values_in_time(const struct draft *draft, const struct summary *summary)
{
    size_t n = summary->n;
    struct timed_value *timed = arena_allocate(draft->arena, (n + 1) * sizeof *timed);
    double *values = arena_allocate(draft->arena, (n + 1) * sizeof *values);
    for (size_t i = 0; i < n; i++) {
        const char *time = draft->analysis->runs[summary->runs[i]]->time;
        if (!time)
            return summary->values;
        timed[i] = (struct timed_value){time, i, summary->values[i]};
    }
    qsort(timed, n, sizeof *timed, by_time);
    for (size_t i = 0; i < n; i++)
        values[i] = timed[i].value;
    return values;
}

/* Pairwise slopes are for repeated runs, not for archives of thousands. */
#define MOST_RUNS 1000

bool runs_drift(const struct draft *draft, const struct summary *summary, double *share)
{
    size_t n = summary->n;
    struct kendall_result kendall;
    double slope;
    if (n < RUNS_FOR_DRIFT || n > MOST_RUNS || !(summary->mean > 0))
        return false;
    const double *values = values_in_time(draft, summary);
    double *order = arena_allocate(draft->arena, n * sizeof *order);
    for (size_t i = 0; i < n; i++)
        order[i] = (double)i;
    if (!kendall_test(order, values, n, &kendall) || kendall.p >= SIGNIFICANCE ||
        !theil_sen_slope(order, values, n, &slope))
        return false;
    *share = slope * (double)(n - 1) / summary->mean;
    return fabs(*share) >= LEAST_DRIFT;
}
