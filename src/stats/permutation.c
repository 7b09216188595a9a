#include "permutation.h"

#include <math.h>
#include <stddef.h>
#include <string.h>

#include <gsl/gsl_randist.h>

#include "../base/memory.h"
#include "arrays.h"
#include "random.h"

static const double most_permutations = 2e6;

double choose(size_t n, size_t k)
{
    double ways = 1;

    for (size_t i = 1; i <= k; i++)
        ways = ways * (double)(n - k + i) / (double)i;
    return ways;
}

/* The next k-subset of 0 … n-1 in lexicographic order; false after the last. */
static bool next_subset(size_t *subset, size_t k, size_t n)
{
    size_t i = k;

    while (i > 0 && subset[i - 1] == n - k + i - 1)
        i--;
    if (i == 0)
        return false;
    subset[i - 1]++;
    for (; i < k; i++)
        subset[i] = subset[i - 1] + 1;
    return true;
}

/* The values about their common mean, which no difference depends on, so that digits stay. */
static double *pooled_and_centred(struct sample x, struct sample y)
{
    const size_t n = x.n + y.n;
    double *pooled = memory_allocate(n * sizeof *pooled);
    double mean = 0;

    memcpy(pooled, x.values, x.n * sizeof *pooled);
    memcpy(pooled + x.n, y.values, y.n * sizeof *pooled);
    for (size_t i = 0; i < n; i++)
        mean += pooled[i] / (double)n;
    for (size_t i = 0; i < n; i++)
        pooled[i] -= mean;
    return pooled;
}

/* Deals the pooled values out in every way; `subset` starts as the values of x themselves. */
static void permute_all(const double *pooled, size_t n, size_t *subset, size_t nx,
                        struct permutation_result *result)
{
    const double per_x = 1 / (double)nx + 1 / (double)(n - nx);
    double all = 0;
    double scale = 0;
    double as_large = 0;

    for (size_t i = 0; i < n; i++) {
        all += pooled[i] / (double)(n - nx);
        scale = fmax(scale, fabs(pooled[i]));
    }
    do {
        double difference = -all;

        for (size_t i = 0; i < nx; i++)
            difference += pooled[subset[i]] * per_x;
        if (result->permutations++ == 0)
            result->observed = difference;
        as_large += fabs(difference) >= fabs(result->observed) - 1e-12 * scale;
    } while (next_subset(subset, nx, n));
    result->p = as_large / (double)result->permutations;
}

bool permutation_test(struct sample x, struct sample y, struct permutation_result *result)
{
    struct permutation_result permuted = {0};

    if (!samples_are_finite(x, y, 1) ||
        choose(x.n + y.n, x.n < y.n ? x.n : y.n) > most_permutations)
        return false;
    double *pooled = pooled_and_centred(x, y);
    const bool defined = values_are_finite(pooled, x.n + y.n);
    if (defined) {
        size_t *subset = memory_allocate(x.n * sizeof *subset);

        for (size_t i = 0; i < x.n; i++)
            subset[i] = i;
        permute_all(pooled, x.n + y.n, subset, x.n, &permuted);
        memory_release(subset);
    }
    memory_release(pooled);
    if (!defined || !isfinite(permuted.observed))
        return false;
    *result = permuted;
    return true;
}

/* Mean of the first nx less mean of the others, of values whose sum is 0. */
static double difference_of_first(const double *pooled, size_t n, size_t nx)
{
    double sum = 0;

    for (size_t i = 0; i < nx; i++)
        sum += pooled[i];
    return sum * (1 / (double)nx + 1 / (double)(n - nx));
}

bool permutation_test_by_draws(struct sample x, struct sample y, struct permutation_result *result)
{
    enum { DRAWS = 9999 };
    const size_t n = x.n + y.n;
    double as_large = 1;
    double scale = 0;

    if (!samples_are_finite(x, y, 1))
        return false;
    double *pooled = pooled_and_centred(x, y);
    const double observed = difference_of_first(pooled, n, x.n);
    if (values_are_finite(pooled, n) && isfinite(observed)) {
        gsl_rng *random = new_random();

        for (size_t i = 0; i < n; i++)
            scale = fmax(scale, fabs(pooled[i]));
        for (int draw = 0; draw < DRAWS; draw++) {
            gsl_ran_shuffle(random, pooled, n, sizeof *pooled);
            as_large += fabs(difference_of_first(pooled, n, x.n)) >= fabs(observed) - 1e-12 * scale;
        }
        gsl_rng_free(random);
        *result = (struct permutation_result){observed, DRAWS, as_large / (DRAWS + 1)};
        memory_release(pooled);
        return true;
    }
    memory_release(pooled);
    return false;
}
