#include "block_order.h"

#include <gsl/gsl_randist.h>

#include "random.h"
#include "reference_cases.h"

/* Least squares by hand: both sides rise by 0.01 a run, and x lies 0.1 above that. */
static void a_common_slope_is_taken_out(void **state)
{
    const double times_x[] = {0, 1, 2, 3};
    const double times_y[] = {4, 5, 6, 7};
    const double noise[] = {0.001, -0.001, -0.001, 0.001};
    double x[4];
    double y[4];
    struct block_order_result result;

    (void)state;
    for (size_t i = 0; i < 4; i++) {
        x[i] = exp(0.1 + 0.01 * times_x[i] + noise[i]);
        y[i] = exp(0.01 * times_y[i] + noise[i]);
    }
    assert_true(
        block_order_test((struct sample){x, 4}, times_x, (struct sample){y, 4}, times_y, &result));
    assert_close(result.slope, 0.01, 1e-9);
    assert_close(result.log_ratio, 0.1, 1e-9);
    assert_close(result.degrees_of_freedom, 5.0, 1e-15);
    /* s² = 8e-6 / 5, by 1/4 + 1/4 + 4² / 10. */
    assert_close(result.standard_error, sqrt(8e-6 / 5 * 2.1), 1e-9);
}

/* 5 + 5 in blocks, 10 % drift, CV 1 %: without a difference hardly ever a winner. */
static void a_drift_is_no_winner(void **state)
{
    gsl_rng *random = new_random();
    const int draws = 2000;
    int significant = 0;

    (void)state;
    for (int draw = 0; draw < draws; draw++) {
        double values[10];
        double times[10];
        struct block_order_result result;

        for (size_t i = 0; i < 10; i++) {
            times[i] = (double)i;
            values[i] = exp(0.1 * times[i] / 9 + gsl_ran_gaussian(random, 0.01));
        }
        assert_true(block_order_test((struct sample){values, 5}, times,
                                     (struct sample){values + 5, 5}, times + 5, &result));
        significant += result.p < 0.05;
    }
    gsl_rng_free(random);
    assert_true(significant > draws / 50 && significant < draws * 7 / 100);
}

static void times_that_do_not_differ_have_no_slope(void **state)
{
    const double values[] = {1, 2, 3};
    const double times[] = {5, 5, 5};
    struct block_order_result result;

    (void)state;
    assert_false(block_order_test((struct sample){values, 3}, times, (struct sample){values, 3},
                                  times, &result));
    assert_false(block_order_test((struct sample){values, 1}, times, (struct sample){values, 2},
                                  times, &result));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_common_slope_is_taken_out),
        cmocka_unit_test(a_drift_is_no_winner),
        cmocka_unit_test(times_that_do_not_differ_have_no_slope),
    };

    statistics_initialize();
    cmocka_set_message_output(CM_OUTPUT_TAP);
    return cmocka_run_group_tests(tests, NULL, NULL);
}
