#include "prediction.h"

#include "distribution.h"
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

/* ratio * exp(± t(nu) * s_log * sqrt(1 + 1/n_base)). */
static void one_new_run_is_held_against_the_formula(void **state)
{
    const double run = 110;
    struct log_spread spread;
    struct prediction_result prediction;

    (void)state;
    assert_true(pooled_log_spread(history, 1, &spread));
    assert_true(prediction_test((struct sample){&run, 1}, history[0], &spread, 0.95, &prediction));
    const double reach = exp(student_t_critical(0.95, 4) * spread.sd * sqrt(1 + 1.0 / 5));
    assert_close(prediction.interval.low, prediction.ratio / reach, 1e-14);
    assert_close(prediction.interval.high, prediction.ratio * reach, 1e-14);
    assert_true(prediction.p < 0.05 && prediction.interval.low > 1);
}

static void p_and_interval_agree_at_the_edge(void **state)
{
    struct log_spread spread;
    struct prediction_result prediction;

    (void)state;
    assert_true(pooled_log_spread(history, 1, &spread));
    const double reach = exp(student_t_critical(0.95, 4) * spread.sd * sqrt(1 + 1.0 / 5));
    const double centre = exp((log(100) + log(102) + log(101) + log(99) + log(103)) / 5);
    const double just_outside = centre * reach * 1.000001;
    assert_true(
        prediction_test((struct sample){&just_outside, 1}, history[0], &spread, 0.95, &prediction));
    assert_close(prediction.p, 0.05, 1e-3);
    assert_true(prediction.p < 0.05 && prediction.interval.low > 1);
}

static void more_new_runs_narrow_the_interval(void **state)
{
    const double runs[] = {110, 110, 110};
    struct log_spread spread;
    struct prediction_result one;
    struct prediction_result three;

    (void)state;
    assert_true(pooled_log_spread(history, 1, &spread));
    assert_true(prediction_test((struct sample){runs, 1}, history[0], &spread, 0.95, &one));
    assert_true(prediction_test((struct sample){runs, 3}, history[0], &spread, 0.95, &three));
    assert_true(three.interval.low > one.interval.low);
    assert_close(three.ratio, one.ratio, 1e-14);
}

static void what_cannot_be_predicted_is_refused(void **state)
{
    const double zero = 0;
    const struct sample none = {NULL, 0};
    const struct log_spread flat = {.sd = 0, .degrees_of_freedom = 4};
    struct log_spread spread;
    struct prediction_result prediction;

    (void)state;
    assert_true(pooled_log_spread(history, 2, &spread));
    assert_false(prediction_test(none, history[0], &spread, 0.95, &prediction));
    assert_false(prediction_test(history[0], none, &spread, 0.95, &prediction));
    assert_false(
        prediction_test((struct sample){&zero, 1}, history[0], &spread, 0.95, &prediction));
    assert_false(prediction_test(history[0], history[1], &flat, 0.95, &prediction));
    assert_false(pooled_log_spread(&(struct sample){&zero, 1}, 1, &spread));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(spread_is_pooled_over_groups),
        cmocka_unit_test(groups_of_one_run_add_nothing),
        cmocka_unit_test(one_new_run_is_held_against_the_formula),
        cmocka_unit_test(p_and_interval_agree_at_the_edge),
        cmocka_unit_test(more_new_runs_narrow_the_interval),
        cmocka_unit_test(what_cannot_be_predicted_is_refused),
    };

    statistics_initialize();
    cmocka_set_message_output(CM_OUTPUT_TAP);
    return cmocka_run_group_tests(tests, NULL, NULL);
}
