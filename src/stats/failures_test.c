#include "failures.h"

#include <gsl/gsl_randist.h>

#include "random.h"
#include "reference_cases.h"

/* `n` runs of 1,000 requests that fail at a rate, independently. */
static void draw_failures(gsl_rng *random, double rate, struct proportion *runs, size_t n)
{
    for (size_t i = 0; i < n; i++)
        runs[i] = (struct proportion){gsl_ran_binomial(random, rate, 1000), 1000};
}

static double share_found(double rate_x, double rate_y, size_t n)
{
    gsl_rng *random = new_random();
    const int draws = 600;
    int found = 0;

    for (int draw = 0; draw < draws; draw++) {
        struct proportion x[5];
        struct proportion y[5];
        struct failures_result test;

        draw_failures(random, rate_x, x, n);
        draw_failures(random, rate_y, y, n);
        assert_true(failures_test(x, n, y, n, &test));
        found += test.p < 0.05;
    }
    gsl_rng_free(random);
    return (double)found / draws;
}

static void the_level_is_kept_and_twice_the_failures_are_found(void **state)
{
    (void)state;
    for (size_t n = 3; n <= 5; n++)
        assert_true(share_found(0.01, 0.01, n) < 0.07);
    assert_true(fabs(share_found(0.01, 0.02, 3) - 0.69) < 0.1);
    assert_true(fabs(share_found(0.01, 0.02, 4) - 0.68) < 0.1);
    assert_true(fabs(share_found(0.01, 0.02, 5) - 0.93) < 0.07);
}

static void three_runs_must_be_apart(void **state)
{
    const struct proportion low[] = {
        {1, 1000},
        {2, 1000},
        {3, 1000}
    };
    const struct proportion high[] = {
        {20, 1000},
        {25, 1000},
        {30, 1000}
    };
    const struct proportion mixed[] = {
        {2,  1000},
        {25, 1000},
        {30, 1000}
    };
    struct failures_result test;

    (void)state;
    assert_true(failures_test(low, 3, high, 3, &test));
    /* By hand: deviance 12 log(12/81) + 150 log(150/81), dispersion (1 + 2) / 4, 1 and 4 df. */
    assert_close(test.share_x, 0.002, 1e-12);
    assert_true(test.p > 0 && test.p < 0.001);
    assert_true(failures_test(low, 3, mixed, 3, &test));
    assert_true(test.p == 1);
}

static void equal_counts_prove_no_more_than_their_sum(void **state)
{
    const struct proportion none[] = {
        {0, 10000},
        {0, 10000},
        {0, 10000}
    };
    const struct proportion one[] = {
        {1, 10000},
        {1, 10000},
        {1, 10000}
    };
    struct failures_result test;

    (void)state;
    assert_true(failures_test(none, 3, one, 3, &test));
    /* R 2 * pbinom(0, 3, 0.5) */
    assert_close(test.p, 0.25, 1e-12);
}

static void two_runs_are_too_few(void **state)
{
    const struct proportion runs[] = {
        {1, 1000},
        {2, 1000},
        {3, 0   }
    };
    struct failures_result test;

    (void)state;
    assert_false(failures_test(runs, 2, runs, 2, &test));
    assert_false(failures_test(runs, 3, runs, 3, &test));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_level_is_kept_and_twice_the_failures_are_found),
        cmocka_unit_test(three_runs_must_be_apart),
        cmocka_unit_test(equal_counts_prove_no_more_than_their_sum),
        cmocka_unit_test(two_runs_are_too_few),
    };

    statistics_initialize();
    cmocka_set_message_output(CM_OUTPUT_TAP);
    return cmocka_run_group_tests(tests, NULL, NULL);
}
