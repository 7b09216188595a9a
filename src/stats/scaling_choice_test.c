#include "scaling_choice.h"

#include <gsl/gsl_randist.h>

#include "random.h"
#include "reference_cases.h"

static const double levels[] = {1, 2, 4, 8, 16, 32, 64, 1, 2, 4, 8, 16, 32, 64};
enum { RUNS = sizeof levels / sizeof levels[0] };

static void draw_throughput(gsl_rng *random, double alpha, double beta, double cv, double *x)
{
    const struct scaling_fit law = {.gamma = 100, .alpha = alpha, .beta = beta};

    for (size_t i = 0; i < RUNS; i++)
        x[i] = scaling_throughput(&law, levels[i]) * exp(gsl_ran_gaussian(random, cv));
}

static void the_usl_must_earn_its_parameter(void **state)
{
    gsl_rng *random = new_random();
    const int draws = 200;
    int of_amdahl = 0;
    int of_usl = 0;

    (void)state;
    for (int draw = 0; draw < draws; draw++) {
        double x[RUNS];
        struct scaling_choice choice;

        draw_throughput(random, 0.05, 0, 0.03, x);
        of_amdahl += choose_scaling_law(levels, x, RUNS, &choice) && choice.is_usl;
        draw_throughput(random, 0.05, 0.002, 0.03, x);
        of_usl += choose_scaling_law(levels, x, RUNS, &choice) && choice.is_usl;
    }
    gsl_rng_free(random);
    assert_true(of_amdahl <= draws * 18 / 100);
    assert_true(of_usl >= draws * 95 / 100);
}

static void a_peak_within_the_levels_has_an_interval_about_it(void **state)
{
    gsl_rng *random = new_random();
    const double peak = sqrt(0.95 / 0.002);
    double x[RUNS];
    struct scaling_fit fit;
    struct peak_interval interval;

    (void)state;
    draw_throughput(random, 0.05, 0.002, 0.02, x);
    assert_true(usl_fit(levels, x, RUNS, &fit));
    assert_true(peak_interval(&fit, levels, x, RUNS, &interval));
    assert_true(interval.has_low && interval.has_high && interval.is_nameable);
    assert_true(interval.low < peak && peak < interval.high);
    assert_true(interval.high / interval.low < 1.6);
    gsl_rng_free(random);
}

static void without_a_peak_the_interval_does_not_end(void **state)
{
    gsl_rng *random = new_random();
    double x[RUNS];
    struct scaling_fit fit;
    struct peak_interval interval;

    (void)state;
    draw_throughput(random, 0.05, 0, 0.03, x);
    assert_true(usl_fit(levels, x, RUNS, &fit));
    assert_true(peak_interval(&fit, levels, x, RUNS, &interval));
    assert_false(interval.has_high || interval.is_nameable);
    gsl_rng_free(random);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_usl_must_earn_its_parameter),
        cmocka_unit_test(a_peak_within_the_levels_has_an_interval_about_it),
        cmocka_unit_test(without_a_peak_the_interval_does_not_end),
    };

    statistics_initialize();
    cmocka_set_message_output(CM_OUTPUT_TAP);
    return cmocka_run_group_tests(tests, NULL, NULL);
}
