#include "block_order.h"

#include <float.h>
#include <math.h>

#include "arrays.h"
#include "distribution.h"

/* Means of one side, and sums about them. */
struct side_sums {
    double time, log;
    double time_time, time_log, log_log;
};

static struct side_sums sums_of(struct sample side, const double *times)
{
    struct side_sums sums = {0};
    const double n = (double)side.n;

    for (size_t i = 0; i < side.n; i++) {
        sums.time += times[i] / n;
        sums.log += log(side.values[i]) / n;
    }
    for (size_t i = 0; i < side.n; i++) {
        const double time = times[i] - sums.time;
        const double logarithm = log(side.values[i]) - sums.log;

        sums.time_time += time * time;
        sums.time_log += time * logarithm;
        sums.log_log += logarithm * logarithm;
    }
    return sums;
}

bool block_order_test(struct sample x, const double *times_x, struct sample y,
                      const double *times_y, struct block_order_result *result)
{
    if (!samples_are_positive(x, y, 1) || x.n + y.n < 4 || !values_are_finite(times_x, x.n) ||
        !values_are_finite(times_y, y.n))
        return false;
    const struct side_sums a = sums_of(x, times_x);
    const struct side_sums b = sums_of(y, times_y);
    const double time_time = a.time_time + b.time_time;
    const double time_log = a.time_log + b.time_log;
    const double df = (double)(x.n + y.n) - 3;
    const double slope = time_log / time_time;
    const double residuals = a.log_log + b.log_log - slope * time_log;
    const double between = a.time - b.time;
    const double variance = residuals / df;
    const double error =
        sqrt(variance * (1 / (double)x.n + 1 / (double)y.n + between * between / time_time));
    if (!isfinite(slope) || !isfinite(error) || !(error > DBL_EPSILON * fabs(a.log)))
        return false;
    const double difference = a.log - b.log - slope * between;
    *result = (struct block_order_result){
        .log_ratio = difference,
        .standard_error = error,
        .degrees_of_freedom = df,
        .p = student_t_two_sided(difference / error, df),
        .slope = slope,
    };
    return true;
}
