#include "ratio.h"

#include <assert.h>
#include <math.h>

#include "describe.h"
#include "distribution.h"

/* A mean, its squared standard error and the degrees of freedom of that. */
struct side {
    double mean;
    double variance;
    double degrees_of_freedom;
};

static struct side side_of(const struct description *description, double variance)
{
    const double n = (double)description->n;

    return (struct side){description->mean, variance / n, n - 1};
}

static bool describe_both(struct sample x, struct sample y, struct description *of_x,
                          struct description *of_y)
{
    return describe(x.values, x.n, of_x) && describe(y.values, y.n, of_y) && of_x->has_spread &&
           of_y->has_spread;
}

/* Satterthwaite's degrees of freedom of a sum of two variances. */
static double satterthwaite(double a, double a_freedom, double b, double b_freedom)
{
    const double share_a = a / (a + b);
    const double share_b = b / (a + b);

    return 1 / (share_a * share_a / a_freedom + share_b * share_b / b_freedom);
}

/*
 * The set of r with (mean_x - r mean_y)² <= t² (v_x + r² v_y): an interval while the coefficient
 * of r² is above 0, that is g < 1.  Everything is divided by mean_y², to keep far from overflow;
 * where that is 0, nothing is finite.
 */
static bool solve_fieller(const struct side *x, const struct side *y, double df, double confidence,
                          struct fieller_result *result)
{
    const double t = student_t_critical(confidence, df);
    const double ratio = x->mean / y->mean;
    const double g = t * t * y->variance / (y->mean * y->mean);
    const double h = t * t * x->variance / (y->mean * y->mean);
    struct fieller_result fieller = {.ratio = ratio, .degrees_of_freedom = df, .g = g};

    if (!isfinite(ratio) || !isfinite(g) || !isfinite(h))
        return false;
    if (g < 1) {
        const double root = sqrt(fmax(0, h * (1 - g) + ratio * ratio * g));

        fieller.bounded = true;
        fieller.interval.low = (ratio - root) / (1 - g);
        fieller.interval.high = (ratio + root) / (1 - g);
        if (!isfinite(fieller.interval.low) || !isfinite(fieller.interval.high))
            return false;
    }
    *result = fieller;
    return true;
}

bool fieller_welch(struct sample x, struct sample y, double confidence,
                   struct fieller_result *result)
{
    struct description of_x;
    struct description of_y;

    assert(confidence > 0 && confidence < 1);
    if (!describe_both(x, y, &of_x, &of_y))
        return false;
    const struct side side_x = side_of(&of_x, of_x.variance);
    const struct side side_y = side_of(&of_y, of_y.variance);
    const double ratio = side_x.mean / side_y.mean;
    const double df = satterthwaite(side_x.variance, side_x.degrees_of_freedom,
                                    ratio * ratio * side_y.variance, side_y.degrees_of_freedom);
    return isfinite(df) && solve_fieller(&side_x, &side_y, df, confidence, result);
}

bool fieller_pooled(struct sample x, struct sample y, double confidence,
                    struct fieller_result *result)
{
    struct description of_x;
    struct description of_y;

    assert(confidence > 0 && confidence < 1);
    if (!describe_both(x, y, &of_x, &of_y))
        return false;
    const double df = (double)(x.n + y.n - 2);
    const double pooled =
        of_x.variance * ((double)(x.n - 1) / df) + of_y.variance * ((double)(y.n - 1) / df);
    const struct side side_x = side_of(&of_x, pooled);
    const struct side side_y = side_of(&of_y, pooled);
    return pooled > 0 && solve_fieller(&side_x, &side_y, df, confidence, result);
}

/* Everything of the log-delta interval but the interval. */
static bool log_delta_parts(struct sample x, struct sample y, struct log_delta_result *result)
{
    struct description of_x;
    struct description of_y;

    if (!describe_both(x, y, &of_x, &of_y) || of_x.mean <= 0 || of_y.mean <= 0)
        return false;
    const double relative_x = of_x.standard_error / of_x.mean;
    const double relative_y = of_y.standard_error / of_y.mean;
    result->ratio = of_x.mean / of_y.mean;
    result->log_standard_error = hypot(relative_x, relative_y);
    result->degrees_of_freedom = satterthwaite(relative_x * relative_x, (double)(x.n - 1),
                                               relative_y * relative_y, (double)(y.n - 1));
    return isfinite(result->ratio) && isfinite(result->degrees_of_freedom);
}

static bool log_delta_around(const struct log_delta_result *parts, double critical,
                             struct log_delta_result *result)
{
    struct log_delta_result delta = *parts;

    delta.interval.low = delta.ratio * exp(-critical * delta.log_standard_error);
    delta.interval.high = delta.ratio * exp(critical * delta.log_standard_error);
    if (!isfinite(delta.interval.high))
        return false;
    *result = delta;
    return true;
}

bool log_delta(struct sample x, struct sample y, double confidence, struct log_delta_result *result)
{
    struct log_delta_result parts;

    assert(confidence > 0 && confidence < 1);
    return log_delta_parts(x, y, &parts) &&
           log_delta_around(&parts, student_t_critical(confidence, parts.degrees_of_freedom),
                            result);
}

bool log_delta_normal(struct sample x, struct sample y, double confidence,
                      struct log_delta_result *result)
{
    struct log_delta_result parts;

    assert(confidence > 0 && confidence < 1);
    return log_delta_parts(x, y, &parts) &&
           log_delta_around(&parts, normal_quantile((1 + confidence) / 2), result);
}
