#include "effect.h"

#include <assert.h>
#include <math.h>

static const double tolerance = 1e-12;

bool log_ratio_reaches(double log_ratio, double effect)
{
    assert(effect >= 0);
    return isfinite(log_ratio) && fabs(log_ratio) >= log1p(effect) - tolerance;
}

bool ratio_reaches(double ratio, double effect)
{
    return ratio > 0 && log_ratio_reaches(log(ratio), effect);
}

bool ratio_within(double ratio, double effect)
{
    assert(effect >= 0);
    return ratio > 0 && isfinite(ratio) && fabs(log(ratio)) <= log1p(effect) + tolerance;
}
