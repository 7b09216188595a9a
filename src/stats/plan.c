#include "plan.h"

#include <assert.h>
#include <math.h>

#include "distribution.h"
#include "power.h"

static const double power_wanted = 0.8;
static const double spread_confidence = 0.8;

double upper_spread(const struct log_spread *spread, double confidence)
{
    const double df = spread->degrees_of_freedom;

    /* Beyond, the bound is the spread itself within half a percent, and GSL gives up. */
    const double known_well = 1e5;

    assert(confidence > 0 && confidence < 1 && df > 0);
    if (df > known_well)
        return spread->sd;
    return spread->sd * sqrt(df / chi_squared_quantile(1 - confidence, df));
}

static bool is_plannable(double change, const struct log_spread *spread, size_t comparisons)
{
    return isfinite(change) && change > 0 && spread->sd > 0 && isfinite(spread->sd) &&
           spread->degrees_of_freedom > 0 && comparisons > 0;
}

bool runs_to_confirm(double change, const struct log_spread *spread, double significance,
                     size_t comparisons, size_t *runs)
{
    double n;

    assert(significance > 0 && significance < power_wanted);
    if (!is_plannable(change, spread, comparisons) ||
        !t_test_sample_size(log1p(change), upper_spread(spread, spread_confidence),
                            significance / (double)comparisons, power_wanted, &n))
        return false;
    *runs = (size_t)ceil(n - 1e-9);
    return true;
}

static double equivalence_power(double margin, double sd, double significance, double n)
{
    const double df = 2 * (n - 1);
    const double critical = student_t_critical(1 - 2 * significance, df);
    const double reached = 1 - noncentral_t_lower(critical, df, log1p(margin) / (sd * sqrt(2 / n)));

    return 2 * reached - 1;
}

bool runs_for_equivalence(double margin, const struct log_spread *spread, double significance,
                          size_t comparisons, size_t *runs)
{
    size_t low = 2;
    size_t high = 10000000;

    assert(significance > 0 && significance < 0.5);
    if (!is_plannable(margin, spread, comparisons))
        return false;
    const double sd = upper_spread(spread, spread_confidence);
    const double level = significance / (double)comparisons;
    while (low < high) {
        const size_t n = low + (high - low) / 2;

        if (equivalence_power(margin, sd, level, (double)n) >= power_wanted)
            high = n;
        else
            low = n + 1;
    }
    if (equivalence_power(margin, sd, level, (double)low) < power_wanted)
        return false;
    *runs = low;
    return true;
}
