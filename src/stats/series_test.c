#include "series.h"

#include <gsl/gsl_randist.h>

#include "random.h"
#include "reference_cases.h"

/* `n` runs, lognormal about 1,000. */
static void draw_runs(gsl_rng *random, double sd, double *runs, size_t n)
{
    for (size_t i = 0; i < n; i++)
        runs[i] = 1000 * exp(gsl_ran_gaussian(random, sd));
}

static void clean_runs_seldom_raise_an_alarm(void **state)
{
    gsl_rng *random = new_random();
    const int draws = 4000;
    int warm_ups = 0;
    int drifts = 0;
    int lags = 0;

    (void)state;
    for (int draw = 0; draw < draws; draw++) {
        double runs[10];
        double ratio;

        draw_runs(random, 0.05, runs, 10);
        warm_ups += is_warm_up(runs, 10, true, 0, 0.02);
        drifts += is_drift(runs, 10, 0.02, &ratio);
        lags += is_lagged(runs, 10);
    }
    gsl_rng_free(random);
    assert_in_range(warm_ups, draws / 100, draws * 3 / 100);
    assert_in_range(drifts, draws / 200, draws * 25 / 1000);
    assert_in_range(lags, draws / 100, draws * 3 / 100);
}

static void a_cold_first_run_is_a_warm_up(void **state)
{
    const double latency[] = {150, 100, 101, 99, 100};
    const double rate[] = {60, 100, 101, 99, 100};

    (void)state;
    assert_true(is_warm_up(latency, 5, true, 0, 0.02));
    assert_false(is_warm_up(latency, 5, false, 0, 0.02));
    assert_true(is_warm_up(rate, 5, false, 0, 0.02));
    assert_false(is_warm_up(latency, 5, true, 30, 0.02));
    assert_false(is_warm_up(latency, 3, true, 0, 0.02));
}

static void a_steady_rise_is_a_drift_with_its_size(void **state)
{
    const double runs[] = {100, 102, 104, 106, 108, 110};
    double ratio;

    (void)state;
    assert_true(is_drift(runs, 6, 0.02, &ratio));
    assert_close(ratio, 1.1, 1e-12);
    assert_false(is_drift(runs, 6, 0.12, &ratio));
    assert_false(is_drift(runs, 4, 0.02, &ratio));
}

static void slow_waves_are_lagged_and_saws_are_not(void **state)
{
    const double wave[] = {1, 2, 3, 4, 5, 4, 3, 2, 1, 2};
    const double saw[] = {1, 5, 1, 5, 1, 5, 1, 5, 1, 5};

    (void)state;
    assert_true(is_lagged(wave, 10));
    assert_false(is_lagged(saw, 10));
    assert_false(is_lagged(wave, 7));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(clean_runs_seldom_raise_an_alarm),
        cmocka_unit_test(a_cold_first_run_is_a_warm_up),
        cmocka_unit_test(a_steady_rise_is_a_drift_with_its_size),
        cmocka_unit_test(slow_waves_are_lagged_and_saws_are_not),
    };

    statistics_initialize();
    cmocka_set_message_output(CM_OUTPUT_TAP);
    return cmocka_run_group_tests(tests, NULL, NULL);
}
