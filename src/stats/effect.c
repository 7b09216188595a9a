#include "effect.h"

#include <math.h>

#include "moments.h"
#include "values.h"

static struct moments moments_of(struct sample sample)
{
    struct moments moments = {0};

    for (size_t i = 0; i < sample.n; i++)
        moments_add(&moments, sample.values[i]);
    return moments;
}

static void fill_standardized(struct sample x, struct sample y, struct effect_sizes *result)
{
    if (x.n < 2 || y.n < 2)
        return;
    const struct moments of_x = moments_of(x);
    const struct moments of_y = moments_of(y);
    const double m = (double)(x.n + y.n - 2);
    const double pooled_sd = sqrt((of_x.sum_of_squares + of_y.sum_of_squares) / m);
    const double d = (of_x.mean - of_y.mean) / pooled_sd;

    if (!isfinite(d))
        return;
    result->has_standardized = true;
    result->cohen_d = d;
    result->hedges_correction = exp(lgamma(m / 2) - lgamma((m - 1) / 2)) / sqrt(m / 2);
    result->hedges_g = result->hedges_correction * d;
}

bool effect_sizes(struct sample x, struct sample y, struct effect_sizes *result)
{
    struct effect_sizes sizes = {0};
    double greater = 0;
    double less = 0;

    if (!samples_are_finite(x, y, 1))
        return false;
    for (size_t i = 0; i < x.n; i++) {
        for (size_t j = 0; j < y.n; j++) {
            greater += x.values[i] > y.values[j];
            less += x.values[i] < y.values[j];
        }
    }
    const double pairs = (double)x.n * (double)y.n;
    sizes.cliffs_delta = (greater - less) / pairs;
    sizes.vargha_delaney_a = (greater + (pairs - greater - less) / 2) / pairs;
    fill_standardized(x, y, &sizes);
    *result = sizes;
    return true;
}
