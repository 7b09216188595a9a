#include "quantile.h"

#include <assert.h>
#include <float.h>
#include <math.h>

#include "../base/memory.h"
#include "arrays.h"

/*
 * A product n p that should be whole comes out a little off: 100 * 0.58 is below 58.  R's types 4
 * to 9 forgive four epsilons; the discontinuous types need it just as much.
 */
static double whole_part(double position)
{
    return floor(position + 4 * DBL_EPSILON * fmax(1, position));
}

/* Rank `whole` + `fraction` as two ranks within 1 … n. */
static struct quantile_position clamped(double whole, double fraction, uint64_t n)
{
    struct quantile_position position = {1, 1, 0};

    if (whole >= (double)n) {
        position.low = n;
        position.high = n;
    } else if (whole >= 1) {
        position.low = (uint64_t)whole;
        position.high = position.low + 1;
        position.weight = fraction;
    }
    return position;
}

/* Types 1 to 3 step from rank to rank: at n p, at half a rank at ties, at the nearest even. */
static struct quantile_position stepping(uint64_t n, double p, enum quantile_method method)
{
    const double shift = method == QUANTILE_TYPE_3 ? -0.5 : 0;
    const double exact = (double)n * p + shift;
    const double whole = whole_part(exact);
    const bool at_step = fabs(exact - whole) <= 4 * DBL_EPSILON * fmax(1, fabs(exact));

    if (!at_step)
        return clamped(whole + 1, 0, n);
    if (method == QUANTILE_TYPE_2)
        return clamped(whole, 0.5, n);
    if (method == QUANTILE_TYPE_3 && fmod(whole, 2) != 0)
        return clamped(whole + 1, 0, n);
    return clamped(whole, 0, n);
}

/* Types 4 to 9: rank a + p (n + 1 - a - b), interpolated. */
static struct quantile_position interpolating(uint64_t n, double p, enum quantile_method method)
{
    static const struct {
        double a, b;
    } parameters[] = {
        [QUANTILE_TYPE_4] = {0,       1      },
        [QUANTILE_TYPE_5] = {0.5,     0.5    },
        [QUANTILE_TYPE_6] = {0,       0      },
        [QUANTILE_TYPE_7] = {1,       1      },
        [QUANTILE_TYPE_8] = {1.0 / 3, 1.0 / 3},
        [QUANTILE_TYPE_9] = {3.0 / 8, 3.0 / 8},
    };
    const double a = parameters[method].a;
    const double b = parameters[method].b;
    const double exact = a + p * ((double)n + 1 - a - b);
    const double whole = whole_part(exact);
    const double fraction = exact - whole;

    return clamped(whole, fraction > 4 * DBL_EPSILON * fmax(1, exact) ? fraction : 0, n);
}

bool quantile_position(uint64_t n, double p, enum quantile_method method,
                       struct quantile_position *result)
{
    assert(p >= 0 && p <= 1);
    if (n == 0)
        return false;
    switch (method) {
    case QUANTILE_TYPE_1:
    case QUANTILE_TYPE_2:
    case QUANTILE_TYPE_3:
        *result = stepping(n, p, method);
        break;
    case QUANTILE_AB_TABLE:
        *result = clamped(whole_part((double)n * p) + 1, 0, n);
        break;
    case QUANTILE_AB_CSV:
        *result = clamped(whole_part((double)n * p + 0.5) + 1, 0, n);
        break;
    default:
        *result = interpolating(n, p, method);
        break;
    }
    return true;
}

double quantile_interpolate(double low, double high, double weight)
{
    if (weight <= 0 || low == high)
        return low;
    return (1 - weight) * low + weight * high;
}

bool quantile_of_sorted(const double *sorted, size_t n, double p, enum quantile_method method,
                        double *result)
{
    struct quantile_position position;

    if (!quantile_position(n, p, method, &position))
        return false;
    *result =
        quantile_interpolate(sorted[position.low - 1], sorted[position.high - 1], position.weight);
    return true;
}

static bool quantile_of(const double *values, size_t n, double p, enum quantile_method method,
                        double *result)
{
    if (n == 0 || !values_are_finite(values, n))
        return false;
    double *sorted = values_sorted(values, n);
    const bool defined = quantile_of_sorted(sorted, n, p, method, result);
    memory_release(sorted);
    return defined;
}

bool median_of(const double *values, size_t n, double *result)
{
    return quantile_of(values, n, 0.5, QUANTILE_TYPE_7, result);
}

bool quantile_is_supported(uint64_t n, double p)
{
    assert(p >= 0 && p <= 1);
    return (double)n * (1 - p) >= 10 * (1 - 1e-9);
}
