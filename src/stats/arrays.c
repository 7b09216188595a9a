#include "arrays.h"

#include <gsl/gsl_sort.h>
#include <gsl/gsl_statistics_double.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "../base/memory.h"

bool values_are_finite(const double *values, size_t n)
{
    for (size_t i = 0; i < n; i++) {
        if (!isfinite(values[i]))
            return false;
    }
    return true;
}

bool values_are_positive(const double *values, size_t n)
{
    for (size_t i = 0; i < n; i++) {
        if (!isfinite(values[i]) || values[i] <= 0)
            return false;
    }
    return true;
}

bool values_are_equal(const double *values, size_t n)
{
    for (size_t i = 1; i < n; i++) {
        if (values[i] != values[0])
            return false;
    }
    return true;
}

bool samples_are_finite(struct sample x, struct sample y, size_t least)
{
    return x.n >= least && y.n >= least && values_are_finite(x.values, x.n) &&
           values_are_finite(y.values, y.n);
}

bool samples_are_positive(struct sample x, struct sample y, size_t least)
{
    return x.n >= least && y.n >= least && values_are_positive(x.values, x.n) &&
           values_are_positive(y.values, y.n);
}

double *values_sorted(const double *values, size_t n)
{
    double *sorted = memory_allocate(n * sizeof *sorted);

    if (n > 0) {
        memcpy(sorted, values, n * sizeof *sorted);
        gsl_sort(sorted, 1, n);
    }
    return sorted;
}

double *values_logarithms(const double *values, size_t n)
{
    double *logarithms = memory_allocate(n * sizeof *logarithms);

    for (size_t i = 0; i < n; i++)
        logarithms[i] = log(values[i]);
    return logarithms;
}

double values_select(double *values, size_t n, size_t k)
{
    return gsl_stats_select(values, 1, n, k);
}

double values_middle(double *values, size_t n)
{
    const double upper = values_select(values, n, n / 2);

    if (n % 2)
        return upper;
    const double lower = values_select(values, n, n / 2 - 1);
    const double sum = lower + upper;
    return isfinite(sum) ? sum / 2 : lower / 2 + upper / 2;
}
