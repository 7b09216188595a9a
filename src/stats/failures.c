#include "failures.h"

#include <math.h>

#include "../base/memory.h"
#include "distribution.h"
#include "permutation.h"

/* Both sides, and what they have in common. */
struct runs {
    const struct proportion *x, *y;
    size_t nx, ny;
    double pooled_share;
};

static bool runs_are_valid(const struct proportion *runs, size_t n)
{
    for (size_t i = 0; i < n; i++) {
        if (runs[i].total == 0 || runs[i].count > runs[i].total)
            return false;
    }
    return n >= 3;
}

static double share_of(struct proportion run)
{
    return (double)run.count / (double)run.total;
}

/* A side's failures and requests of all runs together. */
struct totals {
    double failures, requests;
};

static struct totals totals_of(const struct proportion *runs, size_t n)
{
    struct totals totals = {0};

    for (size_t i = 0; i < n; i++) {
        totals.failures += (double)runs[i].count;
        totals.requests += (double)runs[i].total;
    }
    return totals;
}

/* How a run enters a permutation test. */
typedef double run_score(struct proportion run, double pooled_share);

static double score_by_share(struct proportion run, double pooled_share)
{
    (void)pooled_share;
    return share_of(run);
}

static double score_by_excess(struct proportion run, double pooled_share)
{
    const double requests = (double)run.total;

    return ((double)run.count - requests * pooled_share) / sqrt(requests);
}

static double permuted_p(const struct runs *runs, run_score *score)
{
    const size_t most_exact = 16;
    const size_t n = runs->nx + runs->ny;
    struct permutation_result test = {.p = 1};
    double *scores = memory_allocate(n * sizeof *scores);
    const struct sample x = {scores, runs->nx};
    const struct sample y = {scores + runs->nx, runs->ny};

    for (size_t i = 0; i < n; i++)
        scores[i] = score(i < runs->nx ? runs->x[i] : runs->y[i - runs->nx], runs->pooled_share);
    if (n <= most_exact)
        permutation_test(x, y, &test);
    else
        permutation_test_by_draws(x, y, &test);
    memory_release(scores);
    return test.p;
}

/* Whether each share of `high` exceeds each of `low`. */
static bool exceeds(const struct proportion *high, size_t n_high, const struct proportion *low,
                    size_t n_low)
{
    double least = HUGE_VAL;
    double most = 0;

    for (size_t i = 0; i < n_high; i++)
        least = fmin(least, share_of(high[i]));
    for (size_t i = 0; i < n_low; i++)
        most = fmax(most, share_of(low[i]));
    return least > most;
}

/* Pearson's sum of squares about a side's own rate; 0 where it has no failures. */
static double pearson_of(const struct proportion *runs, size_t n, struct totals totals)
{
    const double rate = totals.failures / totals.requests;
    double sum = 0;

    for (size_t i = 0; i < n && rate > 0; i++) {
        const double expected = rate * (double)runs[i].total;
        const double excess = (double)runs[i].count - expected;

        sum += excess * excess / expected;
    }
    return sum;
}

static double deviance_of(struct totals totals, double pooled_share)
{
    if (!(totals.failures > 0))
        return 0;
    return 2 * totals.failures * log(totals.failures / totals.requests / pooled_share);
}

static double quasi_poisson_p(const struct runs *runs)
{
    const struct totals x = totals_of(runs->x, runs->nx);
    const struct totals y = totals_of(runs->y, runs->ny);
    const double df = (double)(runs->nx + runs->ny) - 2;
    const double dispersion =
        (pearson_of(runs->x, runs->nx, x) + pearson_of(runs->y, runs->ny, y)) / df;
    const double deviance = deviance_of(x, runs->pooled_share) + deviance_of(y, runs->pooled_share);
    const double f = deviance / dispersion;

    return isfinite(f) ? f_upper(f, 1, df) : 0;
}

static double mean_share(const struct proportion *runs, size_t n)
{
    double mean = 0;

    for (size_t i = 0; i < n; i++)
        mean += share_of(runs[i]) / (double)n;
    return mean;
}

/* As if failures were independent: runs whose counts are equal by chance prove no more. */
static double poisson_p(struct totals x, struct totals y)
{
    double p;

    if (!event_rates_test((struct event_count){(uint64_t)x.failures, x.requests},
                          (struct event_count){(uint64_t)y.failures, y.requests}, &p))
        return 1;
    return p;
}

bool failures_test(const struct proportion *x, size_t nx, const struct proportion *y, size_t ny,
                   struct failures_result *result)
{
    const double fewest_ways = 40;

    if (!runs_are_valid(x, nx) || !runs_are_valid(y, ny))
        return false;
    const struct totals of_x = totals_of(x, nx);
    const struct totals of_y = totals_of(y, ny);
    const struct runs runs = {x, y, nx, ny,
                              (of_x.failures + of_y.failures) / (of_x.requests + of_y.requests)};
    result->share_x = mean_share(x, nx);
    result->share_y = mean_share(y, ny);
    if (choose(nx + ny, nx) > fewest_ways)
        result->p = fmax(permuted_p(&runs, score_by_share), permuted_p(&runs, score_by_excess));
    else if (exceeds(x, nx, y, ny) || exceeds(y, ny, x, nx))
        result->p = fmax(quasi_poisson_p(&runs), poisson_p(of_x, of_y));
    else
        result->p = 1;
    return true;
}
