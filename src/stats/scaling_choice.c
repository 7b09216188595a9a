#include "scaling_choice.h"

#include <math.h>
#include <string.h>

#include <gsl/gsl_randist.h>
#include <gsl/gsl_sort.h>

#include "../base/memory.h"
#include "distribution.h"
#include "random.h"

enum { DRAWS = 999 };

bool choose_scaling_law(const double *concurrency, const double *throughput, size_t n,
                        struct scaling_choice *result)
{
    struct scaling_fit usl;
    struct scaling_fit amdahl;
    double p = 1;

    if (n < 4 || !usl_fit(concurrency, throughput, n, &usl) ||
        !amdahl_fit(concurrency, throughput, n, &amdahl))
        return false;
    if (!usl.beta_at_bound) {
        const double df = (double)n - 3;
        const double f = (amdahl.residual_sum_of_squares - usl.residual_sum_of_squares) * df /
                         usl.residual_sum_of_squares;

        p = isfinite(f) ? f_upper(fmax(0, f), 1, df) : 0;
    }
    result->is_usl = p < 0.05;
    result->fit = result->is_usl ? usl : amdahl;
    result->p = p;
    return true;
}

/* The sd of the measurements relative to the fit; false where that is 0 somewhere. */
static bool relative_sd(const struct scaling_fit *fit, const double *concurrency,
                        const double *throughput, size_t n, double *sd)
{
    double sum = 0;

    for (size_t i = 0; i < n; i++) {
        const double relative = throughput[i] / scaling_throughput(fit, concurrency[i]) - 1;

        sum += relative * relative;
    }
    *sd = sqrt(sum / ((double)n - 3));
    return n >= 4 && isfinite(*sd);
}

/* The peaks of `DRAWS` refits in ascending order, those without one at infinity. */
static void draw_peaks(const struct scaling_fit *fit, const double *concurrency, size_t n,
                       double sd, double *peaks)
{
    double *drawn = memory_allocate(n * sizeof *drawn);
    gsl_rng *random = new_random();

    for (int draw = 0; draw < DRAWS; draw++) {
        struct scaling_fit refit;

        for (size_t i = 0; i < n; i++)
            drawn[i] = scaling_throughput(fit, concurrency[i]) * exp(gsl_ran_gaussian(random, sd));
        const bool has_peak = usl_fit(concurrency, drawn, n, &refit) && refit.has_peak;
        peaks[draw] = has_peak ? refit.peak_concurrency : HUGE_VAL;
    }
    gsl_rng_free(random);
    memory_release(drawn);
    gsl_sort(peaks, 1, DRAWS);
}

bool peak_interval(const struct scaling_fit *usl, const double *concurrency,
                   const double *throughput, size_t n, struct peak_interval *result)
{
    double peaks[DRAWS];
    double largest = 0;
    double sd;

    if (!relative_sd(usl, concurrency, throughput, n, &sd))
        return false;
    for (size_t i = 0; i < n; i++)
        largest = fmax(largest, concurrency[i]);
    draw_peaks(usl, concurrency, n, sd, peaks);
    const double low = peaks[(DRAWS + 1) / 40 - 1];
    const double high = peaks[DRAWS - (DRAWS + 1) / 40];
    *result = (struct peak_interval){
        .low = isfinite(low) ? low : 0,
        .high = isfinite(high) ? high : 0,
        .has_low = isfinite(low),
        .has_high = isfinite(high),
        .is_nameable = high <= 2 * largest,
    };
    return true;
}
