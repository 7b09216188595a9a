#include "outlier.h"

#include <assert.h>
#include <math.h>
#include <string.h>

#include "../base/memory.h"
#include "distribution.h"
#include "moments.h"
#include "quantile.h"
#include "arrays.h"

bool median_absolute_deviation(const double *values, size_t n, struct median_deviation *result)
{
    struct median_deviation found;

    if (!median_of(values, n, &found.median))
        return false;
    double *distances = memory_allocate(n * sizeof *distances);
    for (size_t i = 0; i < n; i++)
        distances[i] = fabs(values[i] - found.median);
    const bool defined = median_of(distances, n, &found.deviation);
    memory_release(distances);
    if (defined)
        *result = found;
    return defined;
}

bool mad_scores(const double *values, size_t n, double *scores)
{
    struct median_deviation centre;

    if (!median_absolute_deviation(values, n, &centre) || centre.deviation <= 0)
        return false;
    for (size_t i = 0; i < n; i++) {
        if (!isfinite((values[i] - centre.median) / centre.deviation))
            return false;
    }
    for (size_t i = 0; i < n; i++)
        scores[i] = (values[i] - centre.median) / centre.deviation;
    return true;
}

/* The value farthest from the mean of those that are left, which it leaves; no sd, no outlier. */
static struct outlier take_farthest(const double *values, size_t n, bool *is_taken, double step)
{
    struct outlier farthest = {0};
    struct moments left = {0};
    double largest = -1;
    double variance = 0;

    for (size_t i = 0; i < n; i++) {
        if (!is_taken[i])
            moments_add(&left, values[i]);
    }
    for (size_t i = 0; i < n; i++) {
        if (!is_taken[i] && fabs(values[i] - left.mean) > largest) {
            largest = fabs(values[i] - left.mean);
            farthest.index = i;
        }
    }
    is_taken[farthest.index] = true;
    moments_variance(&left, &variance);
    const double distance = largest / sqrt(variance + step * step / 12);
    farthest.distance = variance > 0 && isfinite(distance) ? distance : 0;
    return farthest;
}

static double critical_distance(size_t left, double significance)
{
    const double m = (double)left;
    const double t = student_t_critical(1 - significance / m, m - 2);

    return (m - 1) * t / sqrt(m * (m - 2 + t * t));
}

/* Whether a value lies two steps or more from the mean of those that are no candidates. */
static bool is_apart(const double *values, size_t n, const bool *is_taken, size_t index,
                     double step)
{
    struct moments rest = {0};

    for (size_t i = 0; i < n; i++) {
        if (!is_taken[i])
            moments_add(&rest, values[i]);
    }
    return fabs(values[index] - rest.mean) >= 2 * step;
}

size_t find_outliers(const double *values, size_t n, double significance, double step,
                     struct outlier *outliers)
{
    size_t found = 0;
    size_t kept = 0;

    assert(significance > 0 && significance < 1 && step >= 0);
    if (n < 4 || !values_are_finite(values, n) || values_are_equal(values, n))
        return 0;
    bool *is_taken = memory_allocate(n * sizeof *is_taken);
    memset(is_taken, 0, n * sizeof *is_taken);
    for (size_t i = 0; i < n / 3; i++) {
        outliers[i] = take_farthest(values, n, is_taken, step);
        outliers[i].critical = critical_distance(n - i, significance);
        if (outliers[i].distance > outliers[i].critical)
            found = i + 1;
    }
    for (size_t i = found; i < n / 3; i++)
        is_taken[outliers[i].index] = false;
    for (size_t i = 0; i < found; i++) {
        if (is_apart(values, n, is_taken, outliers[i].index, step))
            outliers[kept++] = outliers[i];
    }
    memory_release(is_taken);
    return kept;
}
