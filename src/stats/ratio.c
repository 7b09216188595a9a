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
