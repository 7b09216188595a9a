#include "copy.h"

#include <assert.h>
#include <math.h>

#include <gsl/gsl_math.h>

#include "distribution.h"

double copy_variance(const struct copy_figure *figure)
{
    const double fewest_degrees = 3;

    if (!(figure->degrees_of_freedom >= fewest_degrees))
        return figure->typical_sd * figure->typical_sd;
    return figure->sum_of_squares / chi_squared_quantile(0.9, figure->degrees_of_freedom) -
           figure->step * figure->step / 12;
}

/* In closed form, with phi the normal density: 2 Phi(1/s) - 1 - 2 s (phi(0) - phi(1/s)). */
double same_cell_probability(double variance, double step)
{
    assert(step > 0);
    if (!(variance > 0))
        return 1;
    const double sd = sqrt(2 * variance) / step;
    const double density_at_0 = 1 / sqrt(2 * M_PI);
    /* phi(0) - phi(1/s) by expm1, so that wide figures keep their digits. */
    const double fall = -density_at_0 * expm1(-0.5 / (sd * sd));
    const double probability = 1 - 2 * normal_lower(-1 / sd) - 2 * sd * fall;
    /* Beyond a hundred steps the terms cancel; the peak of the density is as good. */
    return sd > 100 ? density_at_0 / sd : fmin(1, fmax(0, probability));
}

double copy_probability(const struct copy_figure *figures, size_t n)
{
    double logarithm = 0;

    for (size_t i = 0; i < n; i++)
        logarithm += figures[i].weight *
                     log(same_cell_probability(copy_variance(&figures[i]), figures[i].step));
    return exp(logarithm);
}

double copies_by_chance(double probability, size_t m, size_t n)
{
    assert(m >= 2 && m <= n && probability >= 0 && probability <= 1);
    const double ways = lgamma((double)n + 1) - lgamma((double)m + 1) - lgamma((double)(n - m) + 1);
    return exp(ways + (double)m / 2 * log(probability));
}
