#include "modes.h"

#include <gsl/gsl_randist.h>

#include "random.h"
#include "reference_cases.h"

/* `n` runs, lognormal about 1,000. */
static void draw_runs(gsl_rng *random, double sd, double *runs, size_t n)
{
    for (size_t i = 0; i < n; i++)
        runs[i] = 1000 * exp(gsl_ran_gaussian(random, sd));
}

static void clean_runs_have_one_mode(void **state)
{
    gsl_rng *random = new_random();
    const int draws = 4000;
    int found = 0;

    (void)state;
    for (int draw = 0; draw < draws; draw++) {
        double runs[12];
        struct two_modes modes;

        draw_runs(random, 0.05, runs, 12);
        found += find_two_modes(runs, 12, 0, &modes);
    }
    gsl_rng_free(random);
    assert_in_range(found, draws / 500, draws * 2 / 100);
}

static void two_heaps_are_told_apart(void **state)
{
    const double runs[] = {100, 201, 101, 99, 200, 199, 100, 202};
    struct two_modes modes;

    (void)state;
    assert_true(find_two_modes(runs, 8, 0, &modes));
    assert_int_equal(modes.low_count, 4);
    assert_close(modes.low_mean, 100.0, 1e-12);
    assert_close(modes.high_mean, 200.5, 1e-12);
    assert_false(find_two_modes(runs, 8, 60, &modes));
    assert_false(find_two_modes(runs, 7, 0, &modes));
}

static void one_odd_run_is_no_mode(void **state)
{
    const double runs[] = {100, 100, 101, 99, 100, 99, 100, 300};
    struct two_modes modes;

    (void)state;
    assert_false(find_two_modes(runs, 8, 0, &modes));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(clean_runs_have_one_mode),
        cmocka_unit_test(two_heaps_are_told_apart),
        cmocka_unit_test(one_odd_run_is_no_mode),
    };

    statistics_initialize();
    cmocka_set_message_output(CM_OUTPUT_TAP);
    return cmocka_run_group_tests(tests, NULL, NULL);
}
