#include "series.h"

#include <math.h>

#include "../base/memory.h"
#include "arrays.h"
#include "describe.h"
#include "distribution.h"
#include "effect.h"
#include "quantile.h"
#include "trend.h"

bool is_warm_up(const double *values, size_t n, bool slower_is_higher, double step,
                double min_effect)
{
    struct description rest;

    if (n < 4 || !values_are_positive(values, n) || !describe(values + 1, n - 1, &rest))
        return false;
    const double error = sqrt((rest.variance + step * step / 12) * (1 + 1 / (double)(n - 1)));
    const double slower = slower_is_higher ? values[0] - rest.mean : rest.mean - values[0];
    return slower > 0 && slower > student_t_critical(0.96, (double)(n - 2)) * error &&
           slower >= 2 * step && ratio_reaches(values[0] / rest.mean, min_effect);
}

bool is_drift(const double *values, size_t n, double min_effect, double *ratio)
{
    struct kendall_result kendall;
    double slope;
    double median;

    if (n < 5 || !values_are_positive(values, n))
        return false;
    double *order = memory_allocate(n * sizeof *order);
    for (size_t i = 0; i < n; i++)
        order[i] = (double)i;
    const bool defined = kendall_test(order, values, n, &kendall) &&
                         theil_sen_slope(order, values, n, &slope) && median_of(values, n, &median);
    memory_release(order);
    if (!defined || kendall.p >= 0.02)
        return false;
    const double half = slope * (double)(n - 1) / 2;
    const double change = (median + half) / (median - half);
    if (!ratio_reaches(change, min_effect))
        return false;
    *ratio = change;
    return true;
}

/* The 2 % point of von Neumann's ratio for n >= 8 normal values. */
static double lag_limit(size_t n)
{
    static const struct {
        size_t n;
        double limit;
    } points[] = {
        {8,  0.781},
        {9,  0.828},
        {10, 0.868},
        {20, 1.141}
    };
    const size_t last = sizeof points / sizeof points[0] - 1;
    const double size = (double)n;

    for (size_t i = 0; i < last; i++) {
        if (n <= points[i + 1].n) {
            const double way =
                (size - (double)points[i].n) / (double)(points[i + 1].n - points[i].n);
            return points[i].limit + way * (points[i + 1].limit - points[i].limit);
        }
    }
    return 2 + 2 * normal_quantile(0.02) * sqrt((size - 2) / (size * size - 1));
}

bool is_lagged(const double *values, size_t n)
{
    struct description all;
    double steps = 0;

    if (n < 8 || !values_are_positive(values, n) || values_are_equal(values, n) ||
        !describe(values, n, &all))
        return false;
    for (size_t i = 1; i < n; i++)
        steps += (values[i] - values[i - 1]) * (values[i] - values[i - 1]);
    return steps < lag_limit(n) * all.variance * (double)(n - 1);
}
