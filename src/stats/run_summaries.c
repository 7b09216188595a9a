#include "run_summaries.h"

#include <math.h>

#include "distribution.h"
#include "moments.h"

static bool runs_are_valid(const struct run_summary *runs, size_t k)
{
    for (size_t i = 0; i < k; i++) {
        if (runs[i].n == 0 || !isfinite(runs[i].mean))
            return false;
        if (runs[i].n > 1 && (!isfinite(runs[i].sd) || runs[i].sd < 0))
            return false;
    }
    return true;
}

static struct moments moments_of_run(const struct run_summary *run)
{
    const double squares = run->n > 1 ? (double)(run->n - 1) * run->sd * run->sd : 0;

    return (struct moments){run->n, run->mean, squares};
}

/* Sum of squares within the runs, and its degrees of freedom. */
struct within {
    double squares;
    double degrees_of_freedom;
};

static struct within sum_within(const struct run_summary *runs, size_t k)
{
    struct within within = {0};

    for (size_t i = 0; i < k; i++) {
        within.squares += moments_of_run(&runs[i]).sum_of_squares;
        within.degrees_of_freedom += (double)(runs[i].n - 1);
    }
    return within;
}

bool pooled_sd(const struct run_summary *runs, size_t k, double *result)
{
    if (!runs_are_valid(runs, k))
        return false;
    const struct within within = sum_within(runs, k);
    const double sd = sqrt(within.squares / within.degrees_of_freedom);
    if (!isfinite(sd))
        return false;
    *result = sd;
    return true;
}

/* What is said of the run means as k plain numbers. */
static bool fill_means(const struct run_summary *runs, size_t k, struct combined_runs *result)
{
    struct moments means = {0};
    double variance;

    for (size_t i = 0; i < k; i++)
        moments_add(&means, runs[i].mean);
    if (!moments_variance(&means, &variance))
        return false;
    result->mean_of_means = means.mean;
    result->sd_of_means = sqrt(variance);
    return true;
}

/* N, the mean and sd of all requests, n0, and whether the runs are of unlike size. */
static bool fill_total(const struct run_summary *runs, size_t k, struct combined_runs *result)
{
    struct moments total = {0};
    double squared_sizes = 0;
    double variance;
    uint64_t smallest = runs[0].n;
    uint64_t largest = runs[0].n;

    for (size_t i = 0; i < k; i++) {
        const struct moments run = moments_of_run(&runs[i]);

        total = moments_merge(&total, &run);
        squared_sizes += (double)run.n * (double)run.n;
        smallest = run.n < smallest ? run.n : smallest;
        largest = run.n > largest ? run.n : largest;
    }
    if (!moments_variance(&total, &variance))
        return false;
    result->n = total.n;
    result->mean = total.mean;
    result->total_sd = sqrt(variance);
    result->effective_size = ((double)total.n - squared_sizes / (double)total.n) / (double)(k - 1);
    result->unbalanced = (double)largest > 2 * (double)smallest;
    return true;
}

static bool fill_components(const struct run_summary *runs, size_t k, struct combined_runs *result)
{
    const struct within within = sum_within(runs, k);
    const double groups_df = (double)(k - 1);
    double between = 0;

    for (size_t i = 0; i < k; i++) {
        const double distance = runs[i].mean - result->mean;

        between += (double)runs[i].n * distance * distance;
    }
    result->ms_between = between / groups_df;
    result->ms_within = within.squares / within.degrees_of_freedom;
    result->within_sd = sqrt(result->ms_within);
    const double variance =
        fmax(0, (result->ms_between - result->ms_within) / result->effective_size);
    if (!isfinite(result->ms_within) || !isfinite(variance))
        return false;
    result->between_sd = sqrt(variance);
    result->f = result->ms_between / result->ms_within;
    result->has_ratio = result->ms_within > 0 && isfinite(result->f);
    if (!result->has_ratio) {
        result->f = 0;
        return true;
    }
    result->p = f_upper(result->f, groups_df, within.degrees_of_freedom);
    result->icc = variance / (variance + result->ms_within);
    return true;
}

bool combine_runs(const struct run_summary *runs, size_t k, struct combined_runs *result)
{
    struct combined_runs combined = {0};

    if (k < 2 || !runs_are_valid(runs, k) || !fill_means(runs, k, &combined) ||
        !fill_total(runs, k, &combined) || !fill_components(runs, k, &combined))
        return false;
    const double cv = combined.between_sd / combined.mean;
    combined.has_between_cv = combined.mean > 0 && isfinite(cv);
    if (combined.has_between_cv)
        combined.between_cv = cv;
    *result = combined;
    return true;
}
