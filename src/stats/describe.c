#include "describe.h"

#include <assert.h>
#include <math.h>

#include "../base/memory.h"
#include "distribution.h"
#include "moments.h"
#include "quantile.h"
#include "values.h"

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

bool describe(const double *values, size_t n, struct description *result)
{
    struct moments moments = {0};

    if (n == 0 || !values_are_finite(values, n))
        return false;
    for (size_t i = 0; i < n; i++)
        moments_add(&moments, values[i]);
    if (!isfinite(moments.mean))
        return false;
    double *sorted = values_sorted(values, n);
    struct description description = {
        .n = n, .mean = moments.mean, .min = sorted[0], .max = sorted[n - 1]};
    quantile_of_sorted(sorted, n, 0.5, QUANTILE_TYPE_7, &description.median);
    memory_release(sorted);
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
