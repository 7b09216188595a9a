#include "geometric_mean.h"

#include <math.h>

#include "moments.h"
#include "arrays.h"

bool geometric_mean(const double *values, size_t n, struct geometric_mean *result)
{
    struct moments logs = {0};
    double variance;

    if (n == 0 || !values_are_positive(values, n))
        return false;
    for (size_t i = 0; i < n; i++)
        moments_add(&logs, log(values[i]));
    result->mean = exp(logs.mean);
    const double sd = moments_variance(&logs, &variance) ? exp(sqrt(variance)) : HUGE_VAL;
    result->has_sd = isfinite(sd);
    result->sd = result->has_sd ? sd : 0;
    return true;
}
