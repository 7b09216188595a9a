#include "moments.h"

#include <math.h>

void moments_add(struct moments *moments, double value)
{
    const double delta = value - moments->mean;

    moments->n++;
    moments->mean += delta / (double)moments->n;
    moments->sum_of_squares += delta * (value - moments->mean);
}

void moments_add_repeated(struct moments *moments, double value, uint64_t times)
{
    const struct moments repeated = {.n = times, .mean = value};

    *moments = moments_merge(moments, &repeated);
}

struct moments moments_merge(const struct moments *a, const struct moments *b)
{
    if (a->n == 0)
        return *b;
    if (b->n == 0)
        return *a;
    const double n_a = (double)a->n;
    const double n_b = (double)b->n;
    const double delta = b->mean - a->mean;
    const struct moments merged = {
        .n = a->n + b->n,
        .mean = a->mean + delta * (n_b / (n_a + n_b)),
        .sum_of_squares =
            a->sum_of_squares + b->sum_of_squares + delta * delta * (n_a * n_b / (n_a + n_b)),
    };

    return merged;
}

bool moments_variance(const struct moments *moments, double *variance)
{
    if (moments->n < 2 || !isfinite(moments->sum_of_squares))
        return false;
    *variance = moments->sum_of_squares / (double)(moments->n - 1);
    return true;
}
