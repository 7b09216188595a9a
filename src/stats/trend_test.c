#include "trend.h"

#include "reference_cases.h"

static void check_theil_sen(struct reference_case *reference)
{
    const struct sample x = input_sample(reference, "x");
    const struct sample y = input_sample(reference, "y");
    struct kendall_result kendall;
    double slope;

    assert_true(theil_sen_slope(x.values, y.values, x.n, &slope));
    assert_true(kendall_test(x.values, y.values, x.n, &kendall));
    assert_true(kendall.exact);
    expect(reference, "slope", slope);
    expect(reference, "kendall_tau", kendall.tau);
    expect(reference, "kendall_S", kendall.s);
    expect(reference, "p_two_sided", kendall.p);
}

static const struct reference_kind kinds[] = {
    {"theil_sen", check_theil_sen},
};

static void trends_match_nist_and_r(void **state)
{
    (void)state;
    CHECK_REFERENCE_CASES("trend", kinds);
}

static const double order[] = {1, 2, 3, 4, 5, 6};
static const double level[] = {7, 7, 7, 7, 7, 7};

static void nothing_and_one_value_have_no_trend(void **state)
{
    struct kendall_result kendall;
    double number;

    (void)state;
    for (size_t n = 0; n < 2; n++) {
        assert_false(theil_sen_slope(order, order, n, &number));
        assert_false(kendall_test(order, order, n, &kendall));
        assert_false(lag1_autocorrelation(order, n, &number));
    }
}

static void infinite_values_have_no_trend(void **state)
{
    const double infinite[] = {1, HUGE_VAL, 3, 4, 5, 6};
    const double undefined[] = {1, nan(""), 3, 4, 5, 6};
    struct kendall_result kendall;
    double number;

    (void)state;
    assert_false(theil_sen_slope(undefined, order, 6, &number));
    assert_false(kendall_test(order, undefined, 6, &kendall));
    assert_false(lag1_autocorrelation(infinite, 6, &number));
}

static void equal_values_have_no_trend_to_test(void **state)
{
    struct kendall_result kendall;
    double number;

    (void)state;
    assert_false(theil_sen_slope(level, order, 6, &number));
    assert_false(kendall_test(order, level, 6, &kendall));
    assert_false(lag1_autocorrelation(level, 6, &number));
    assert_true(theil_sen_slope(order, level, 6, &number));
    assert_true(number == 0);
}

static void equal_x_have_no_slope_between_them(void **state)
{
    const double x[] = {1, 1, 2, 2};
    const double y[] = {10, 30, 11, 41};
    double slope;

    (void)state;
    assert_true(theil_sen_slope(x, y, 4, &slope));
    assert_true(slope == 6); /* of 1, 31, -19, 11 */
}

/* R: cor.test(c(1,2,3,4,5,6), c(1,2,2,3,1,4), method = "kendall", exact = FALSE). */
static void kendall_with_ties_corrects_its_variance(void **state)
{
    const double y[] = {1, 2, 2, 3, 1, 4};
    struct kendall_result kendall;

    (void)state;
    assert_true(kendall_test(order, y, 6, &kendall));
    assert_false(kendall.exact);
    assert_true(kendall.s == 7);
    assert_close(kendall.tau, 7 / sqrt(15.0 * 13.0), 1e-14);
    /* variance (6*5*17 - 2 * 2*1*9) / 18 = 26.333…, z = 7 / 5.1316 */
    assert_close(kendall.p, erfc(7 / sqrt(474.0 / 18) / sqrt(2)), 1e-12);
}

/* Adds s² over all orders of y from `start` on, by exchanging. */
static double sum_over_orders(const double *x, double *y, size_t n, size_t start)
{
    struct kendall_result kendall;
    double sum = 0;

    if (start == n) {
        assert_true(kendall_test(x, y, n, &kendall));
        return kendall.s * kendall.s;
    }
    for (size_t i = start; i < n; i++) {
        const double first = y[start];

        y[start] = y[i];
        y[i] = first;
        sum += sum_over_orders(x, y, n, start + 1);
        y[i] = y[start];
        y[start] = first;
    }
    return sum;
}

/* The variance with ties on both sides is that over all 720 orders. */
static void kendall_with_ties_on_both_sides_has_the_permutation_variance(void **state)
{
    const double x[] = {1, 1, 2, 3, 3, 3};
    double y[] = {1, 2, 2, 2, 3, 4};
    struct kendall_result kendall;

    (void)state;
    assert_true(kendall_test(x, y, 6, &kendall));
    const double variance = sum_over_orders(x, y, 6, 0) / 720;
    assert_close(kendall.p, erfc(fabs(kendall.s) / sqrt(variance) / sqrt(2)), 1e-12);
}

static void kendall_of_a_strict_order_has_the_smallest_p(void **state)
{
    const double falling[] = {6, 5, 4, 3, 2, 1};
    struct kendall_result kendall;

    (void)state;
    assert_true(kendall_test(order, falling, 6, &kendall));
    assert_true(kendall.tau == -1 && kendall.exact);
    assert_close(kendall.p, 2.0 / 720, 1e-13);
}

static void kendall_is_exact_up_to_forty_nine(void **state)
{
    double x[50];
    double y[50];
    struct kendall_result exact;
    struct kendall_result normal;

    (void)state;
    for (size_t i = 0; i < 50; i++) {
        x[i] = (double)i;
        y[i] = (double)(i * 7 % 53) + (double)i / 4;
    }
    assert_true(kendall_test(x, y, 49, &exact));
    assert_true(kendall_test(x, y, 50, &normal));
    assert_true(exact.exact && !normal.exact);
    assert_true(exact.p > 0 && exact.p <= 1);
    assert_true(fabs(exact.p - normal.p) < 0.1);
}

static void alternating_values_depend_on_each_other(void **state)
{
    const double x[] = {1, -1, 1, -1, 1, -1};
    double correlation;

    (void)state;
    assert_true(lag1_autocorrelation(x, 6, &correlation));
    assert_close(correlation, -5.0 / 6, 1e-14);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(trends_match_nist_and_r),
        cmocka_unit_test(nothing_and_one_value_have_no_trend),
        cmocka_unit_test(infinite_values_have_no_trend),
        cmocka_unit_test(equal_values_have_no_trend_to_test),
        cmocka_unit_test(equal_x_have_no_slope_between_them),
        cmocka_unit_test(kendall_with_ties_corrects_its_variance),
        cmocka_unit_test(kendall_with_ties_on_both_sides_has_the_permutation_variance),
        cmocka_unit_test(kendall_of_a_strict_order_has_the_smallest_p),
        cmocka_unit_test(kendall_is_exact_up_to_forty_nine),
        cmocka_unit_test(alternating_values_depend_on_each_other),
    };

    statistics_initialize();
    cmocka_set_message_output(CM_OUTPUT_TAP);
    return cmocka_run_group_tests(tests, NULL, NULL);
}
