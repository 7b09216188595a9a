#include "scaling.h"

#include "reference_cases.h"

/* Errors of a fit to exact data are rounding, and differ from machine to machine. */
static void expect_errors(struct reference_case *reference, const struct scaling_fit *fit)
{
    static const char *const keys[] = {"residual_sd", "rss", "se_gamma", "se_alpha", "se_beta"};
    const double values[] = {fit->residual_sd, fit->residual_sum_of_squares,
                             fit->standard_error_gamma, fit->standard_error_alpha,
                             fit->standard_error_beta};
    const bool is_exact =
        reference_item(reference, reference->expected, "rss")->valuedouble < 1e-20;

    for (size_t i = 0; i < sizeof keys / sizeof keys[0]; i++) {
        if (is_exact) {
            assert_true(values[i] < 1e-6);
            cJSON_DeleteItemFromObjectCaseSensitive(reference->expected, keys[i]);
        } else {
            expect_if_stated(reference, keys[i], values[i]);
        }
    }
}

static void check_usl(struct reference_case *reference)
{
    const struct sample n = input_sample(reference, "N");
    const struct sample x = input_sample(reference, "X");
    struct scaling_fit fit;

    assert_true(usl_fit(n.values, x.values, n.n, &fit));
    assert_true(fit.has_errors && fit.has_r_squared && fit.has_limit && !fit.alpha_at_bound);
    expect_errors(reference, &fit);
    expect(reference, "gamma", fit.gamma);
    expect(reference, "alpha", fit.alpha);
    expect(reference, "beta", fit.beta);
    expect_flag(reference, "beta_at_bound", fit.beta_at_bound);
    expect(reference, "df", (double)fit.degrees_of_freedom);
    expect(reference, "r_squared", fit.r_squared);
    expect(reference, "amdahl_limit", fit.amdahl_limit);
    assert_int_equal(fit.has_peak, !fit.beta_at_bound);
    expect_if_stated(reference, "peak_N", fit.peak_concurrency);
    expect_if_stated(reference, "peak_X", fit.peak_throughput);
}

static void check_amdahl(struct reference_case *reference)
{
    const struct sample n = input_sample(reference, "N");
    const struct sample x = input_sample(reference, "X");
    struct scaling_fit fit;

    assert_true(amdahl_fit(n.values, x.values, n.n, &fit));
    assert_true(fit.beta == 0 && fit.beta_at_bound && !fit.has_peak);
    expect(reference, "gamma", fit.gamma);
    expect(reference, "alpha", fit.alpha);
    expect(reference, "se_gamma", fit.standard_error_gamma);
    expect(reference, "se_alpha", fit.standard_error_alpha);
    expect(reference, "residual_sd", fit.residual_sd);
    expect(reference, "limit", fit.amdahl_limit);
}

static const struct reference_kind kinds[] = {
    {"usl_fit",    check_usl   },
    {"amdahl_fit", check_amdahl},
};

static void scaling_fits_match_r(void **state)
{
    (void)state;
    CHECK_REFERENCE_CASES("scaling", kinds);
}

static const double levels[] = {1, 2, 4, 8, 16, 32};

/* Throughput of a law at those levels. */
static void make_throughput(double gamma, double alpha, double beta, double *throughput)
{
    const struct scaling_fit law = {.gamma = gamma, .alpha = alpha, .beta = beta};

    for (size_t i = 0; i < 6; i++)
        throughput[i] = scaling_throughput(&law, levels[i]);
}

static void linear_scaling_is_held_at_no_contention(void **state)
{
    double throughput[6];
    struct scaling_fit fit;

    (void)state;
    make_throughput(100, 0, 0, throughput);
    throughput[5] *= 1.05; /* better than linear: alpha wants to be negative */
    assert_true(usl_fit(levels, throughput, 6, &fit));
    assert_true(fit.alpha == 0 && fit.alpha_at_bound);
    assert_true(fit.beta == 0 && fit.beta_at_bound);
    assert_false(fit.has_limit);
    assert_false(fit.has_peak);
    assert_close(fit.gamma, 100 * (1 + 0.05 * 1024 / 1365), 1e-9);
}

static void throughput_that_only_falls_is_held_at_full_contention(void **state)
{
    const double throughput[] = {100, 90, 82, 71, 60, 50};
    struct scaling_fit fit;

    (void)state;
    assert_true(usl_fit(levels, throughput, 6, &fit));
    assert_true(fit.alpha <= 1 && fit.beta >= 0 && fit.gamma > 0);
    assert_true(fit.alpha == 1 && fit.alpha_at_bound);
    assert_false(fit.has_peak);
}

static void small_and_large_units_fit_alike(void **state)
{
    double throughput[6];
    double scaled[6];
    struct scaling_fit fit;
    struct scaling_fit fit_scaled;

    (void)state;
    make_throughput(1, 0.05, 0.001, throughput);
    throughput[2] *= 1.01;
    for (size_t i = 0; i < 6; i++)
        scaled[i] = throughput[i] * 1e9;
    assert_true(usl_fit(levels, throughput, 6, &fit));
    assert_true(usl_fit(levels, scaled, 6, &fit_scaled));
    assert_close(fit_scaled.alpha, fit.alpha, 1e-9);
    assert_close(fit_scaled.gamma, fit.gamma * 1e9, 1e-9);
    assert_close(fit_scaled.standard_error_gamma, fit.standard_error_gamma * 1e9, 1e-6);
}

static void too_few_levels_are_not_fitted(void **state)
{
    const double repeated[] = {1, 1, 2, 2, 4, 4};
    const double measured[] = {1, 1.01, 2, 2.05, 4, 4.1}; /* siege's three levels */
    const double throughput[] = {100, 101, 190, 195, 350, 352};
    struct scaling_fit fit;

    (void)state;
    assert_false(usl_fit(repeated, throughput, 6, &fit));
    assert_false(usl_fit(measured, throughput, 6, &fit));
    assert_true(amdahl_fit(repeated, throughput, 6, &fit));
    assert_false(amdahl_fit(repeated, throughput, 4, &fit));
    assert_false(usl_fit(levels, throughput, 0, &fit));
}

static void impossible_measurements_are_not_fitted(void **state)
{
    const double zeros[] = {0, 0, 0, 0, 0, 0};
    const double negative[] = {1, 2, 3, -4, 5, 6};
    const double infinite[] = {1, 2, 3, HUGE_VAL, 5, 6};
    const double throughput[] = {1, 2, 3, 4, 5, 6};
    struct scaling_fit fit;

    (void)state;
    assert_false(usl_fit(levels, zeros, 6, &fit));
    assert_false(usl_fit(levels, negative, 6, &fit));
    assert_false(usl_fit(levels, infinite, 6, &fit));
    assert_false(usl_fit(zeros, throughput, 6, &fit));
    assert_false(usl_fit(infinite, throughput, 6, &fit));
}

static void four_measurements_leave_one_degree_of_freedom(void **state)
{
    const double throughput[] = {100, 190, 340, 500};
    struct scaling_fit fit;

    (void)state;
    assert_true(usl_fit(levels, throughput, 4, &fit));
    assert_true(fit.has_errors);
    assert_int_equal(fit.degrees_of_freedom, 1);
}

static void a_peak_is_judged_by_the_measured_range(void **state)
{
    struct scaling_fit fit = {.has_peak = true, .peak_concurrency = 20};

    (void)state;
    assert_int_equal(scaling_judge_peak(&fit, levels, 6), SCALING_PEAK_SUPPORTED);
    assert_int_equal(scaling_judge_peak(&fit, levels, 5), SCALING_PEAK_TENTATIVE);
    fit.peak_concurrency = 33;
    assert_int_equal(scaling_judge_peak(&fit, levels, 6), SCALING_PEAK_TENTATIVE);
    fit.peak_concurrency = 65;
    assert_int_equal(scaling_judge_peak(&fit, levels, 6), SCALING_PEAK_REFUSED);
    fit.has_peak = false;
    assert_int_equal(scaling_judge_peak(&fit, levels, 6), SCALING_PEAK_NONE);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(scaling_fits_match_r),
        cmocka_unit_test(linear_scaling_is_held_at_no_contention),
        cmocka_unit_test(throughput_that_only_falls_is_held_at_full_contention),
        cmocka_unit_test(small_and_large_units_fit_alike),
        cmocka_unit_test(too_few_levels_are_not_fitted),
        cmocka_unit_test(impossible_measurements_are_not_fitted),
        cmocka_unit_test(four_measurements_leave_one_degree_of_freedom),
        cmocka_unit_test(a_peak_is_judged_by_the_measured_range),
    };

    statistics_initialize();
    cmocka_set_message_output(CM_OUTPUT_TAP);
    return cmocka_run_group_tests(tests, NULL, NULL);
}
