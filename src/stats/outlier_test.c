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
    struct grubbs_result grubbs;
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
    assert_true(grubbs_test(x.values, x.n, 0.05, &grubbs));
    expect(reference, "grubbs_G", grubbs.g);
    expect(reference, "grubbs_critical", grubbs.critical);
    assert_int_equal(grubbs.outlier, grubbs.g > grubbs.critical);
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
    struct grubbs_result grubbs;
    double scores[1];

    (void)state;
    assert_false(median_absolute_deviation(NULL, 0, &centre));
    assert_false(mad_scores(NULL, 0, scores));
    assert_false(grubbs_test(NULL, 0, 0.05, &grubbs));
}

static void infinite_values_are_no_outliers(void **state)
{
    const double x[] = {1, 2, 3, HUGE_VAL};
    struct median_deviation centre;
    struct grubbs_result grubbs;

    (void)state;
    assert_false(median_absolute_deviation(x, 4, &centre));
    assert_false(grubbs_test(x, 4, 0.05, &grubbs));
}

static void equal_values_have_no_outliers(void **state)
{
    const double x[] = {0.1, 0.1, 0.1, 0.1};
    struct grubbs_result grubbs;
    double scores[4] = {7};

    (void)state;
    assert_false(mad_scores(x, 4, scores));
    assert_true(scores[0] == 7);
    assert_false(grubbs_test(x, 4, 0.05, &grubbs));
}

static void grubbs_points_at_the_suspect(void **state)
{
    const double x[] = {10, 11, 10.5, 10.2, 30, 10.7};
    struct grubbs_result grubbs;

    (void)state;
    assert_true(grubbs_test(x, 6, 0.05, &grubbs));
    assert_true(grubbs.outlier);
    assert_int_equal(grubbs.index, 4);
    assert_false(grubbs_test(x, 2, 0.05, &grubbs));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(outliers_match_r),
        cmocka_unit_test(nothing_has_no_outliers),
        cmocka_unit_test(infinite_values_are_no_outliers),
        cmocka_unit_test(equal_values_have_no_outliers),
        cmocka_unit_test(grubbs_points_at_the_suspect),
    };

    statistics_initialize();
    cmocka_set_message_output(CM_OUTPUT_TAP);
    return cmocka_run_group_tests(tests, NULL, NULL);
}
