#include "outlier.h"

#include <assert.h>
#include <math.h>

#include "../base/memory.h"
#include "describe.h"
#include "distribution.h"
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

bool grubbs_test(const double *values, size_t n, double significance, struct grubbs_result *result)
{
    struct description description;
    size_t farthest = 0;

    assert(significance > 0 && significance < 1);
    if (n < 3 || !describe(values, n, &description) || !description.has_spread ||
        !(description.sd > 0) || values_are_equal(values, n))
        return false;
    for (size_t i = 1; i < n; i++) {
        if (fabs(values[i] - description.mean) > fabs(values[farthest] - description.mean))
            farthest = i;
    }
    const double size = (double)n;
    const double t = student_t_quantile(1 - significance / (2 * size), size - 2);
    result->g = fabs(values[farthest] - description.mean) / description.sd;
    result->critical = (size - 1) / sqrt(size) * sqrt(t * t / (size - 2 + t * t));
    result->index = farthest;
    result->outlier = result->g > result->critical;
    return true;
}
