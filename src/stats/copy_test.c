#include "copy.h"

#include <gsl/gsl_randist.h>

#include "random.h"
#include "reference_cases.h"

static void two_values_share_a_cell_as_often_as_in_a_simulation(void **state)
{
    gsl_rng *random = new_random();
    const double variances[] = {0.01, 0.25, 4};

    (void)state;
    for (size_t i = 0; i < 3; i++) {
        const int draws = 20000;
        int same = 0;

        for (int draw = 0; draw < draws; draw++) {
            const double at = gsl_rng_uniform(random);
            const double x = at + gsl_ran_gaussian(random, sqrt(variances[i]));
            const double y = at + gsl_ran_gaussian(random, sqrt(variances[i]));

            same += floor(x) == floor(y);
        }
        assert_true(fabs((double)same / draws - same_cell_probability(variances[i], 1)) < 0.012);
    }
    gsl_rng_free(random);
}

static void without_variation_all_is_the_same(void **state)
{
    (void)state;
    assert_true(same_cell_probability(0, 1) == 1);
    assert_true(same_cell_probability(-1, 1) == 1);
    /* Far beyond a step it is step / (2 sd sqrt(pi)). */
    assert_close(same_cell_probability(1e6, 1), 1 / (2000 * sqrt(acos(-1))), 1e-6);
    assert_close(same_cell_probability(4900, 1), 1 / (140 * sqrt(acos(-1))), 1e-2);
}

static void figures_multiply_by_their_weight(void **state)
{
    const struct copy_figure figures[] = {
        {.step = 1, .weight = 1,   .typical_sd = 2,      .degrees_of_freedom = 2},
        {.step = 1, .weight = 0.5, .sum_of_squares = 40, .degrees_of_freedom = 8},
    };

    (void)state;
    /* R: 40 / qchisq(0.9, 8) - 1/12 */
    assert_true(fabs(copy_variance(&figures[1]) - (40 / 13.36156614 - 1.0 / 12)) < 1e-7);
    assert_close(copy_variance(&figures[0]), 4.0, 1e-15);
    assert_close(copy_probability(figures, 2),
                 same_cell_probability(4, 1) *
                     sqrt(same_cell_probability(copy_variance(&figures[1]), 1)),
                 1e-12);
}

static void chance_makes_copies_by_pairs(void **state)
{
    (void)state;
    assert_close(copies_by_chance(0.01, 2, 5), 0.1, 1e-12);
    assert_close(copies_by_chance(0.01, 4, 5), 5e-4, 1e-12);
    assert_true(copies_by_chance(0, 2, 5) == 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(two_values_share_a_cell_as_often_as_in_a_simulation),
        cmocka_unit_test(without_variation_all_is_the_same),
        cmocka_unit_test(figures_multiply_by_their_weight),
        cmocka_unit_test(chance_makes_copies_by_pairs),
    };

    statistics_initialize();
    cmocka_set_message_output(CM_OUTPUT_TAP);
    return cmocka_run_group_tests(tests, NULL, NULL);
}
