#include "prediction.h"

#include "distribution.h"
#include <gsl/gsl_randist.h>

#include "random.h"
#include "reference_cases.h"

static const double first[] = {100, 102, 101, 99, 103};
static const double second[] = {200, 205, 202};
static const struct sample history[] = {
    {first,  5},
    {second, 3}
};

/* R: sqrt((4*var(log(first)) + 2*var(log(second))) / 6). */
static void spread_is_pooled_over_groups(void **state)
{
    struct log_spread alone;
    struct log_spread other;
    struct log_spread both;

    (void)state;
    assert_true(pooled_log_spread(history, 1, &alone));
    assert_true(pooled_log_spread(history + 1, 1, &other));
    assert_true(pooled_log_spread(history, 2, &both));
    assert_true(both.degrees_of_freedom == 6);
    assert_close(both.sd, sqrt((4 * alone.sd * alone.sd + 2 * other.sd * other.sd) / 6), 1e-14);
}

static void groups_of_one_run_add_nothing(void **state)
{
    const struct sample single = {second, 1};
    const struct sample mixed[] = {
        {first, 5},
        single, {NULL,  0}
    };
    struct log_spread with;
    struct log_spread without;

    (void)state;
    assert_false(pooled_log_spread(&single, 1, &with));
    assert_false(pooled_log_spread(mixed, 0, &with));
    assert_true(pooled_log_spread(mixed, 3, &with));
    assert_true(pooled_log_spread(history, 1, &without));
    assert_true(with.sd == without.sd && with.degrees_of_freedom == without.degrees_of_freedom);
}

/* ratio * exp(± t(nu) * s_log * sqrt(1 + 1/n_base)) where each run was taken apart. */
static void one_new_run_is_held_against_the_formula(void **state)
{
    const double run = 110;
    struct sample apart[5];
    struct log_spread spread;
    struct prediction_result prediction;

    (void)state;
    for (size_t i = 0; i < 5; i++)
        apart[i] = (struct sample){history[0].values + i, 1};
    assert_true(pooled_log_spread(history, 1, &spread));
    assert_true(batch_prediction_test((struct sample){&run, 1}, apart, 5, 0.95, &prediction));
    const double reach = exp(student_t_critical(0.95, 4) * spread.sd * sqrt(1 + 1.0 / 5));
    assert_close(prediction.interval.low, prediction.ratio / reach, 1e-14);
    assert_close(prediction.interval.high, prediction.ratio * reach, 1e-14);
    assert_true(prediction.p < 0.05 && prediction.interval.low > 1);
}

static void batches_predict_with_both_variances(void **state)
{
    const double a[] = {exp(1.0), exp(1.2)};
    const double b[] = {exp(2.0), exp(2.2)};
    const double c[] = {exp(3.0), exp(3.2)};
    const struct sample batches[] = {
        {a, 2},
        {b, 2},
        {c, 2}
    };
    const double one = exp(4.1);
    struct prediction_result result;

    (void)state;
    assert_true(batch_prediction_test((struct sample){&one, 1}, batches, 3, 0.95, &result));
    /* R: sqrt(qt(.975, 2)^2 * (1 + 1/3) + qt(.975, 3)^2 * .02 * (1 - 1/2)) about log 4.1 - 2.1 */
    const double half = sqrt(pow(4.30265272974946, 2) * 4 / 3 + pow(3.18244630528371, 2) * 0.01);
    assert_close(log(result.ratio), 2.0, 1e-12);
    assert_close(log(result.interval.high), 2 + half, 1e-9);
    assert_true(result.p > 0.05);
    /* p is where the interval just reaches. */
    const double p = result.p;
    assert_true(batch_prediction_test((struct sample){&one, 1}, batches, 3, 1 - p, &result));
    assert_true(fabs(result.interval.low - 1) < 1e-6);
}

static void batches_that_resemble_themselves_keep_the_level(void **state)
{
    enum { BATCHES = 6, RUNS = 5, DRAWS = 1000 };
    gsl_rng *random = new_random();
    int outside = 0;

    (void)state;
    for (int draw = 0; draw < DRAWS; draw++) {
        double runs[BATCHES + 1][RUNS];
        struct sample batches[BATCHES + 1];
        struct prediction_result result;

        for (size_t i = 0; i <= BATCHES; i++) {
            const double level = gsl_ran_gaussian(random, 0.02);

            for (size_t j = 0; j < RUNS; j++)
                runs[i][j] = exp(level + gsl_ran_gaussian(random, 0.01));
            batches[i] = (struct sample){runs[i], RUNS};
        }
        assert_true(batch_prediction_test(batches[BATCHES], batches, BATCHES, 0.95, &result));
        outside += result.p < 0.05;
    }
    gsl_rng_free(random);
    assert_in_range(outside, DRAWS * 3 / 100, DRAWS * 7 / 100);
}

static void two_batches_predict_nothing(void **state)
{
    const double zero = 0;
    struct log_spread spread;
    const double a[] = {1, 2, 3};
    const struct sample batches[] = {
        {a,     3},
        {a,     3},
        {a,     2},
        {a + 2, 1}
    };
    struct prediction_result result;

    (void)state;
    assert_false(batch_prediction_test(batches[0], batches, 2, 0.95, &result));
    assert_false(pooled_log_spread(&(struct sample){&zero, 1}, 1, &spread));
    assert_int_equal(count_past_alarms(batches, 4, 0.95, 0.02).tested, 1);
    assert_int_equal(count_past_alarms(batches, 4, 0.95, 0.02).alarms, 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(spread_is_pooled_over_groups),
        cmocka_unit_test(groups_of_one_run_add_nothing),
        cmocka_unit_test(one_new_run_is_held_against_the_formula),
        cmocka_unit_test(batches_predict_with_both_variances),
        cmocka_unit_test(batches_that_resemble_themselves_keep_the_level),
        cmocka_unit_test(two_batches_predict_nothing),
    };

    statistics_initialize();
    cmocka_set_message_output(CM_OUTPUT_TAP);
    return cmocka_run_group_tests(tests, NULL, NULL);
}
