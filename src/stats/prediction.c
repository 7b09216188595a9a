#include "prediction.h"

#include <assert.h>
#include <math.h>

#include "distribution.h"
#include "effect.h"
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

/* What the batches say: of their means, and of the runs within them. */
struct batch_sums {
    struct moments means;
    double squares_within;
    double runs;
    double reciprocals; /* sum of 1 / n */
};

static bool sum_batches(const struct sample *batches, size_t count, struct batch_sums *sums)
{
    *sums = (struct batch_sums){0};
    for (size_t i = 0; i < count; i++) {
        struct moments logs = {0};

        if (batches[i].n == 0 || !values_are_positive(batches[i].values, batches[i].n))
            return false;
        for (size_t j = 0; j < batches[i].n; j++)
            moments_add(&logs, log(batches[i].values[j]));
        moments_add(&sums->means, logs.mean);
        sums->squares_within += logs.sum_of_squares;
        sums->runs += (double)batches[i].n;
        sums->reciprocals += 1 / (double)batches[i].n;
    }
    return true;
}

/* The two variances of a prediction from batches, and their degrees of freedom. */
struct batch_variances {
    double between, between_df;
    double within, within_df; /* 0 where there is nothing to add */
};

static double half_width_of(const struct batch_variances *variances, double confidence)
{
    const double t_between = student_t_critical(confidence, variances->between_df);
    double squared = t_between * t_between * variances->between;

    if (variances->within > 0) {
        const double t_within = student_t_critical(confidence, variances->within_df);
        squared += t_within * t_within * variances->within;
    }
    return sqrt(squared);
}

/* 1 less the confidence whose interval just reaches `distance`, by halving. */
static double p_at(const struct batch_variances *variances, double distance)
{
    double low = 0;
    double high = 1;

    for (int i = 0; i < 60; i++) {
        const double p = low + (high - low) / 2;

        if (p >= 1 || half_width_of(variances, 1 - p) <= distance)
            high = p;
        else
            low = p;
        if (1 - low >= 1 && high < 1e-16)
            break;
    }
    return high;
}

bool batch_prediction_test(struct sample new_runs, const struct sample *batches, size_t count,
                           double confidence, struct prediction_result *result)
{
    struct batch_sums sums;
    struct geometric_mean of_new;
    double variance;

    assert(confidence > 0 && confidence < 1);
    if (count < 3 || !sum_batches(batches, count, &sums) || sums.runs < 5 ||
        !geometric_mean(new_runs.values, new_runs.n, &of_new) ||
        !moments_variance(&sums.means, &variance) || !(variance > 0))
        return false;
    const double s = (double)count;
    const double within_df = sums.runs - s;
    const double unmatched = fmax(0, 1 / (double)new_runs.n - sums.reciprocals / s);
    const struct batch_variances variances = {
        .between = variance * (1 + 1 / s),
        .between_df = s - 1,
        .within = within_df > 0 ? sums.squares_within / within_df * unmatched : 0,
        .within_df = within_df,
    };
    const double difference = log(of_new.mean) - sums.means.mean;
    const double half_width = half_width_of(&variances, confidence);
    const struct prediction_result prediction = {
        .ratio = exp(difference),
        .degrees_of_freedom = s - 1,
        .p = p_at(&variances, fabs(difference)),
        .interval = {exp(difference - half_width), exp(difference + half_width)},
    };
    if (!isfinite(prediction.ratio) || !isfinite(prediction.interval.high))
        return false;
    *result = prediction;
    return true;
}

struct past_alarms count_past_alarms(const struct sample *batches, size_t count, double confidence,
                                     double min_effect)
{
    struct past_alarms past = {0};

    for (size_t i = 0; i < count; i++) {
        struct prediction_result test;

        if (!batch_prediction_test(batches[i], batches, i, confidence, &test))
            continue;
        past.tested++;
        past.alarms += (test.interval.low > 1 || test.interval.high < 1) &&
                       ratio_reaches(test.ratio, min_effect);
    }
    return past;
}
