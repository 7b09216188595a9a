#include "modes.h"

#include <math.h>

#include "../base/memory.h"
#include "arrays.h"
#include "moments.h"

/* The 1 % point of the share for n >= 8 normal values. */
static double share_limit(size_t n)
{
    static const struct {
        size_t n;
        double limit;
    } points[] = {
        {8,  0.9357},
        {9,  0.9166},
        {10, 0.9061},
        {11, 0.8960},
        {12, 0.8860},
        {16, 0.8534},
        {20, 0.8303},
        {30, 0.7933},
    };
    const size_t last = sizeof points / sizeof points[0] - 1;

    for (size_t i = 0; i < last; i++) {
        if (n <= points[i + 1].n) {
            const double way = (double)(n - points[i].n) / (double)(points[i + 1].n - points[i].n);
            return points[i].limit + way * (points[i + 1].limit - points[i].limit);
        }
    }
    return points[last].limit;
}

/* The split of ascending values with the largest share; low_count 0 where none has a gap. */
static struct two_modes best_split(const double *sorted, size_t n, double step)
{
    const size_t fewest = (n + 3) / 4;
    struct two_modes best = {0};
    struct moments all = {0};
    double sum = 0;

    for (size_t i = 0; i < n; i++)
        moments_add(&all, sorted[i]);
    const double total = all.sum_of_squares + (double)n * step * step / 12;
    for (size_t i = 1; i + fewest <= n; i++) {
        sum += sorted[i - 1] - all.mean;
        if (i < fewest || sorted[i] - sorted[i - 1] < 2 * step || !(total > 0))
            continue;
        const double low = (double)i;
        const double high = (double)(n - i);
        const double share = sum * sum * (1 / low + 1 / high) / total;
        if (share > best.share)
            best = (struct two_modes){i, all.mean + sum / low, all.mean - sum / high, share};
    }
    return best;
}

bool find_two_modes(const double *values, size_t n, double step, struct two_modes *result)
{
    if (n < 8 || !values_are_finite(values, n))
        return false;
    double *sorted = values_sorted(values, n);
    const struct two_modes best = best_split(sorted, n, step);
    memory_release(sorted);
    if (!(best.share > share_limit(n)))
        return false;
    *result = best;
    return true;
}
