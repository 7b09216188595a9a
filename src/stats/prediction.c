#include "prediction.h"

#include <assert.h>
#include <math.h>

#include "distribution.h"
#include "geometric_mean.h"
#include "moments.h"
#include "arrays.h"

bool pooled_log_spread(const struct sample *groups, size_t k, struct log_spread *result)
{
    double squares = 0;
    double degrees_of_freedom = 0;

    for (size_t i = 0; i < k; i++) {
        struct moments logs = {0};

        if (!values_are_positive(groups[i].values, groups[i].n))
            return false;
        for (size_t j = 0; j < groups[i].n; j++)
            moments_add(&logs, log(groups[i].values[j]));
        squares += logs.sum_of_squares;
        degrees_of_freedom += groups[i].n > 1 ? (double)(groups[i].n - 1) : 0;
    }
    if (degrees_of_freedom <= 0)
        return false;
    result->sd = sqrt(squares / degrees_of_freedom);
    result->degrees_of_freedom = degrees_of_freedom;
    return true;
}

bool prediction_test(struct sample new_runs, struct sample base, const struct log_spread *spread,
                     double confidence, struct prediction_result *result)
{
    struct geometric_mean of_new;
    struct geometric_mean of_base;

    assert(confidence > 0 && confidence < 1);
    if (!geometric_mean(new_runs.values, new_runs.n, &of_new) ||
        !geometric_mean(base.values, base.n, &of_base) || !(spread->sd > 0) ||
        !(spread->degrees_of_freedom > 0))
        return false;
    const double df = spread->degrees_of_freedom;
    const double difference = log(of_new.mean) - log(of_base.mean);
    const double error = spread->sd * sqrt(1 / (double)new_runs.n + 1 / (double)base.n);
    const double half_width = student_t_critical(confidence, df) * error;
    const struct prediction_result prediction = {
        .ratio = exp(difference),
        .degrees_of_freedom = df,
        .p = student_t_two_sided(difference / error, df),
        .interval = {exp(difference - half_width), exp(difference + half_width)},
    };
    if (!isfinite(prediction.ratio) || !isfinite(prediction.interval.high) ||
        !isfinite(prediction.p))
        return false;
    *result = prediction;
    return true;
}
