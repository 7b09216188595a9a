#include "outlier.h"

#include "reference_cases.h"

enum { MOST_VALUES = 16 };

static size_t count_beyond(const double *scores, size_t n, double factor, double limit)
{
    size_t beyond = 0;

    for (size_t i = 0; i < n; i++)
        beyond += fabs(scores[i] * factor) > limit;
    return beyond;
}

static void check_outliers(struct reference_case *reference)
{
    const struct sample x = input_sample(reference, "x");
    struct median_deviation centre;
    struct outlier outliers[MOST_VALUES];
    double scores[MOST_VALUES];

    assert_true(x.n <= MOST_VALUES);
    assert_true(median_absolute_deviation(x.values, x.n, &centre));
    expect(reference, "median", centre.median);
    expect(reference, "mad", centre.deviation);
    assert_true(mad_scores(x.values, x.n, scores));
    expect_numbers(reference, "scores_mad_units", scores, x.n);
    expect(reference, "hyperfine_outliers",
           (double)count_beyond(scores, x.n, 1, OUTLIER_SCORE_HYPERFINE));
    expect(reference, "iglewicz_hoaglin_outliers",
           (double)count_beyond(scores, x.n, NORMAL_QUARTILE, OUTLIER_SCORE_IGLEWICZ_HOAGLIN));
    /* The first candidate is that of Grubbs' test. */
    const size_t found = find_outliers(x.values, x.n, 0.05, 0, outliers);
    assert_true(found > 0 || outliers[0].distance <= outliers[0].critical);
    expect(reference, "grubbs_G", outliers[0].distance);
    expect(reference, "grubbs_critical", outliers[0].critical);
}

static void check_degenerate(struct reference_case *reference)
{
    const struct sample x = input_sample(reference, "x");
    struct median_deviation centre;
    double scores[MOST_VALUES];

    assert_true(median_absolute_deviation(x.values, x.n, &centre));
    expect(reference, "median", centre.median);
    expect(reference, "mad", centre.deviation);
    expect_flag(reference, "defined", mad_scores(x.values, x.n, scores));
}

static const struct reference_kind kinds[] = {
    {"outliers",            check_outliers  },
    {"outliers_degenerate", check_degenerate},
};

static void outliers_match_r(void **state)
{
    (void)state;
    CHECK_REFERENCE_CASES("outlier", kinds);
}

static void nothing_has_no_outliers(void **state)
{
    struct median_deviation centre;
    struct outlier outliers[MOST_VALUES];
    double scores[1];

    (void)state;
    assert_false(median_absolute_deviation(NULL, 0, &centre));
    assert_false(mad_scores(NULL, 0, scores));
    assert_int_equal(find_outliers(NULL, 0, 0.05, 0, outliers), 0);
}

static void infinite_values_are_no_outliers(void **state)
{
    const double x[] = {1, 2, 3, HUGE_VAL};
    struct median_deviation centre;
    struct outlier outliers[MOST_VALUES];

    (void)state;
    assert_false(median_absolute_deviation(x, 4, &centre));
    assert_int_equal(find_outliers(x, 4, 0.05, 0, outliers), 0);
}

static void equal_values_have_no_outliers(void **state)
{
    const double x[] = {0.1, 0.1, 0.1, 0.1};
    struct outlier outliers[MOST_VALUES];
    double scores[4] = {7};

    (void)state;
    assert_false(mad_scores(x, 4, scores));
    assert_true(scores[0] == 7);
    assert_int_equal(find_outliers(x, 4, 0.05, 0, outliers), 0);
}

/* Rosner 1983, as in the NIST/SEMATECH e-Handbook 1.3.5.17.3: three outliers at 5 %. */
static void outliers_that_hide_each_other_are_found(void **state)
{
    const double rosner[] = {-0.25, 0.68, 0.94, 1.15, 1.20, 1.26, 1.26, 1.34, 1.38, 1.43, 1.49,
                             1.49,  1.55, 1.56, 1.58, 1.65, 1.69, 1.70, 1.76, 1.77, 1.81, 1.91,
                             1.94,  1.96, 1.99, 2.06, 2.09, 2.10, 2.14, 2.15, 2.23, 2.24, 2.26,
                             2.35,  2.37, 2.40, 2.47, 2.54, 2.62, 2.64, 2.90, 2.92, 2.92, 2.93,
                             3.21,  3.26, 3.30, 3.59, 3.68, 4.30, 4.64, 5.34, 5.42, 6.01};
    struct outlier outliers[18];

    (void)state;
    assert_int_equal(find_outliers(rosner, 54, 0.05, 0, outliers), 3);
    assert_true(fabs(outliers[0].distance - 3.1189) < 5e-4);
    assert_true(fabs(outliers[0].critical - 3.158) < 1e-3);
    assert_true(fabs(outliers[2].distance - 3.1794) < 5e-4);
    assert_true(fabs(outliers[2].critical - 3.144) < 1e-3);
    assert_int_equal(outliers[0].index, 53);
}

static void an_outlier_is_two_steps_away(void **state)
{
    const double x[] = {10, 10, 10, 10, 10, 10, 11, 10};
    const double far[] = {10, 10, 10, 10, 10, 10, 13, 10};
    struct outlier outliers[2];

    (void)state;
    assert_int_equal(find_outliers(x, 8, 0.01, 1, outliers), 0);
    assert_int_equal(find_outliers(far, 8, 0.01, 1, outliers), 1);
    assert_int_equal(outliers[0].index, 6);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(outliers_match_r),
        cmocka_unit_test(nothing_has_no_outliers),
        cmocka_unit_test(infinite_values_are_no_outliers),
        cmocka_unit_test(equal_values_have_no_outliers),
        cmocka_unit_test(outliers_that_hide_each_other_are_found),
        cmocka_unit_test(an_outlier_is_two_steps_away),
    };

    statistics_initialize();
    cmocka_set_message_output(CM_OUTPUT_TAP);
    return cmocka_run_group_tests(tests, NULL, NULL);
}
