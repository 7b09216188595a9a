#include "describe.h"

#include <assert.h>
#include <gsl/gsl_statistics_double.h>
#include <math.h>
#include <string.h>

#include "../base/memory.h"
#include "distribution.h"
#include "moments.h"
#include "arrays.h"

static void describe_spread(const struct moments *moments, struct description *result)
{
    result->has_spread = moments_variance(moments, &result->variance);
    if (!result->has_spread)
        return;
    result->sd = sqrt(result->variance);
    result->standard_error = result->sd / sqrt((double)result->n);
    const double cv = result->mean > 0 ? result->sd / result->mean : HUGE_VAL;
    result->has_cv = isfinite(cv);
    result->cv = result->has_cv ? cv : 0;
}

/* Least, middle and largest value, without sorting all. */
static void describe_order(const double *values, size_t n, struct description *result)
{
    double *copy = memory_allocate(n * sizeof *copy);

    memcpy(copy, values, n * sizeof *copy);
    gsl_stats_minmax(&result->min, &result->max, values, 1, n);
    result->median = values_middle(copy, n);
    memory_release(copy);
}

bool describe(const double *values, size_t n, struct description *result)
{
    struct moments moments = {0};

    if (n == 0 || !values_are_finite(values, n))
        return false;
    for (size_t i = 0; i < n; i++)
        moments_add(&moments, values[i]);
    if (!isfinite(moments.mean))
        return false;
    struct description description = {.n = n, .mean = moments.mean};
    describe_order(values, n, &description);
    describe_spread(&moments, &description);
    *result = description;
    return true;
}

bool sd_interval(double sd, size_t n, double confidence, struct interval *result)
{
    assert(confidence > 0 && confidence < 1);
    if (n < 2 || !isfinite(sd) || sd < 0)
        return false;
    const double df = (double)(n - 1);
    const double tail = (1 - confidence) / 2;
    const double high = sd * sqrt(df / chi_squared_quantile(tail, df));
    if (!isfinite(high))
        return false;
    result->low = sd * sqrt(df / chi_squared_quantile(1 - tail, df));
    result->high = high;
    return true;
}
