#include "interval.h"

#include <math.h>

#include "distribution.h"

bool mean_interval(const struct description *description, double critical,
                   struct mean_interval *result)
{
    const double half_width = critical * description->standard_error;
    const struct interval interval = {description->mean - half_width,
                                      description->mean + half_width};

    if (!description->has_spread || !isfinite(interval.low) || !isfinite(interval.high))
        return false;
    *result = (struct mean_interval){half_width, interval};
    return true;
}

bool runs_for_half_width(double cv, double relative_half_width, double confidence, size_t *result)
{
    size_t low = 2;
    size_t high = 10000000;

    if (!isfinite(cv) || cv < 0 || !isfinite(relative_half_width) || relative_half_width <= 0)
        return false;
    /* The half width falls with n, so that halving finds the first n that will do. */
    while (low < high) {
        const size_t n = low + (high - low) / 2;
        const double width = student_t_critical(confidence, (double)(n - 1)) * cv / sqrt((double)n);

        if (width <= relative_half_width)
            high = n;
        else
            low = n + 1;
    }
    const double reached =
        student_t_critical(confidence, (double)(low - 1)) * cv / sqrt((double)low);
    if (reached > relative_half_width)
        return false;
    *result = low;
    return true;
}
