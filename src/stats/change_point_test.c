#include "change_point.h"

#include <gsl/gsl_randist.h>

#include "hypothesis.h"
#include "random.h"
#include "reference_cases.h"

static void check_energy(struct reference_case *reference)
{
    const struct sample series = input_sample(reference, "series");
    const struct test_options options = {.confidence = 0.95};
    struct t_test_result test;
    double q[16];
    size_t best = 1;

    for (size_t split = 1; split < series.n; split++) {
        assert_true(energy_statistic(series.values, series.n, split, &q[split - 1]));
        if (q[split - 1] > q[best - 1])
            best = split;
    }
    assert_true(student_test((struct sample){series.values, best},
                             (struct sample){series.values + best, series.n - best}, &options,
                             &test));
    expect_numbers(reference, "Q_by_split_size", q, series.n - 1);
    expect(reference, "best_split", (double)best);
    expect(reference, "student_t_p", test.p);
    expect(reference, "change_percent", (test.mean_y / test.mean_x - 1) * 100);
}

static const struct reference_kind kinds[] = {
    {"e_divisive_q", check_energy}
};

static void energies_match_r(void **state)
{
    (void)state;
    CHECK_REFERENCE_CASES("change_point", kinds);
}

/* Logarithms of n units about 0, from `first` on a step higher. */
static void draw_units(gsl_rng *random, double sd, size_t first, double step, double *units,
                       size_t n)
{
    for (size_t i = 0; i < n; i++)
        units[i] = gsl_ran_gaussian(random, sd) + (i >= first ? step : 0);
}

static void a_step_is_found_and_steady_units_are_not_cut(void **state)
{
    gsl_rng *random = new_random();
    const int draws = 200;
    int found = 0;
    int cut = 0;

    (void)state;
    for (int draw = 0; draw < draws; draw++) {
        double units[20];
        struct change_point points[4];

        draw_units(random, 0.02, 10, log(1.05), units, 20);
        found += find_change_points(units, 20, 0.02, points) > 0;
        draw_units(random, 0.02, 20, 0, units, 20);
        cut += find_change_points(units, 20, 0.02, points) > 0;
    }
    gsl_rng_free(random);
    assert_true(found >= draws * 86 / 100);
    assert_true(cut <= draws * 3 / 100);
}

static void each_change_is_told_with_its_size(void **state)
{
    gsl_rng *random = new_random();
    double units[60];
    struct change_point points[12];

    (void)state;
    draw_units(random, 0.01, 20, log(1.25), units, 60);
    for (size_t i = 40; i < 60; i++)
        units[i] -= log(1.5);
    gsl_rng_free(random);
    assert_int_equal(find_change_points(units, 60, 0.02, points), 2);
    assert_int_equal(points[0].first, 20);
    assert_int_equal(points[1].first, 40);
    assert_true(fabs(points[0].ratio - 1.25) < 0.02);
    assert_true(points[1].interval.low < 1 / 1.5 && points[1].interval.high > 1 / 1.5);
    assert_int_equal(find_change_points(units, 60, 0.8, points), 0);
}

static void short_and_strange_series_are_not_cut(void **state)
{
    double units[10] = {0, 0, 0, 0, 0, 1, 1, 1, 1, 1};
    struct change_point points[2];

    (void)state;
    assert_int_equal(find_change_points(units, 9, 0.02, points), 0);
    assert_int_equal(find_change_points(units, 10, 0.02, points), 1);
    assert_int_equal(points[0].first, 5);
    units[3] = nan("");
    assert_int_equal(find_change_points(units, 10, 0.02, points), 0);
}

static void a_fresh_step_is_seen_in_the_tail(void **state)
{
    const double units[] = {0.01, -0.01, 0.02, 0, -0.02, 0.01, 0, 0.22, 0.23};
    size_t first = 0;

    (void)state;
    assert_true(find_fresh_change(units, 9, 0.02, &first));
    assert_int_equal(first, 7);
    assert_true(find_fresh_change(units, 8, 0.02, &first));
    assert_int_equal(first, 7);
    assert_false(find_fresh_change(units, 7, 0.02, &first));
    assert_false(find_fresh_change(units + 4, 5, 0.02, &first));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(energies_match_r),
        cmocka_unit_test(a_step_is_found_and_steady_units_are_not_cut),
        cmocka_unit_test(each_change_is_told_with_its_size),
        cmocka_unit_test(short_and_strange_series_are_not_cut),
        cmocka_unit_test(a_fresh_step_is_seen_in_the_tail),
    };

    statistics_initialize();
    cmocka_set_message_output(CM_OUTPUT_TAP);
    return cmocka_run_group_tests(tests, NULL, NULL);
}
