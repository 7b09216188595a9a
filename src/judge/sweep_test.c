/*
 * Sweeps over concurrency, and the law fitted to them.
 */
#include "bench.h"

static double law(double n, double alpha, double beta)
{
    return 500 * n / (1 + alpha * (n - 1) + beta * n * (n - 1));
}

/* Three runs a level, one per cent apart. */
static void sweep(struct bench *bench, const double *levels, size_t count, double alpha,
                  double beta)
{
    for (size_t i = 0; i < count; i++) {
        for (int run = -1; run <= 1; run++)
            bench_run_at(bench, "a", levels[i], law(levels[i], alpha, beta) * (1 + 0.01 * run));
    }
}

static const double many_levels[] = {1, 2, 4, 8, 16, 32, 64, 128};

static const struct scaling *only_scaling(const struct bench *bench)
{
    assert_int_equal(bench->analysis.scaling_count, 1);
    return &bench->analysis.scalings[0];
}

static void a_law_with_a_peak_is_found(void **state)
{
    struct bench *bench = *state;
    sweep(bench, many_levels, 8, 0.03, 0.0005);
    bench_analyse(bench);
    const struct scaling *scaling = only_scaling(bench);
    assert_string_equal(scaling->law, "usl");
    assert_string_equal(scaling->name, "a");
    assert_null(scaling->refusal);
    assert_near(scaling->alpha, 0.03, 0.003);
    assert_near(scaling->peak_concurrency, sqrt(0.97 / 0.0005), 1);
    assert_true(scaling->se_alpha > 0 && scaling->residual_sd > 0);
    assert_true(scaling->r_squared > 0.99);
}

static void levels_ascend_as_numbers(void **state)
{
    struct bench *bench = *state;
    const double levels[] = {64, 8, 128, 1, 32};
    sweep(bench, levels, 5, 0.03, 0.0005);
    bench_analyse(bench);
    const struct scaling *scaling = only_scaling(bench);
    assert_string_equal(bench->analysis.groups[scaling->groups[0]].name, "a c=1");
    assert_string_equal(bench->analysis.groups[scaling->groups[1]].name, "a c=8");
    assert_string_equal(bench->analysis.groups[scaling->groups[4]].name, "a c=128");
}

static void without_a_peak_amdahls_law_is_named(void **state)
{
    struct bench *bench = *state;
    sweep(bench, many_levels, 8, 0.05, 0);
    bench_analyse(bench);
    const struct scaling *scaling = only_scaling(bench);
    assert_true(isnan(scaling->peak_concurrency) || scaling->refusal);
    assert_non_null(strstr(scaling->refusal, "no peak seen"));
}

static void three_levels_carry_no_law(void **state)
{
    struct bench *bench = *state;
    sweep(bench, many_levels, 3, 0.03, 0.0005);
    bench_analyse(bench);
    const struct scaling *scaling = only_scaling(bench);
    assert_null(scaling->law);
    assert_non_null(strstr(scaling->refusal, "3 usable levels"));
}

static void two_levels_are_no_sweep(void **state)
{
    struct bench *bench = *state;
    sweep(bench, many_levels, 2, 0.03, 0.0005);
    bench_analyse(bench);
    assert_int_equal(bench->analysis.scaling_count, 0);
}

static void rates_that_follow_no_law_are_refused(void **state)
{
    struct bench *bench = *state;
    const double rates[] = {900, 100, 1000, 80, 950, 120};
    for (size_t i = 0; i < 6; i++)
        bench_run_at(bench, "a", many_levels[i], rates[i]);
    bench_analyse(bench);
    const struct scaling *scaling = only_scaling(bench);
    assert_null(scaling->law);
    assert_non_null(scaling->refusal);
}

static void levels_that_failed_are_left_out(void **state)
{
    struct bench *bench = *state;
    sweep(bench, many_levels, 6, 0.03, 0.0005);
    for (int i = 0; i < 3; i++)
        bench_set(bench, bench_run_at(bench, "a", 64, 90000 + i), "non_2xx", 10000);
    bench_analyse(bench);
    const struct scaling *scaling = only_scaling(bench);
    assert_int_equal(scaling->group_count, 7);
    assert_near(scaling->alpha, 0.03, 0.005);
}

static void sieges_measured_average_counts(void **state)
{
    struct bench *bench = *state;
    for (size_t i = 0; i < 8; i++) {
        /* Twice the users that are ever in flight. */
        struct run *run =
            bench_run_at(bench, "a", 2 * many_levels[i], law(many_levels[i], 0.03, 0.0005));
        run->tool = "siege";
        run->traits = &bench_siege_traits;
        bench_unset(bench, run, "latency_total_mean_ms");
        bench_set(bench, run, "concurrency_measured", many_levels[i]);
    }
    bench_analyse(bench);
    assert_near(only_scaling(bench)->alpha, 0.03, 1e-3);
}

static void each_label_has_its_own_sweep(void **state)
{
    struct bench *bench = *state;
    sweep(bench, many_levels, 5, 0.03, 0.0005);
    for (size_t i = 0; i < 5; i++)
        bench_run_at(bench, "b", many_levels[i], 100 * many_levels[i]);
    bench_analyse(bench);
    assert_int_equal(bench->analysis.scaling_count, 2);
    assert_string_equal(bench->analysis.scalings[1].name, "b");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        STATEMENT("a law with a peak is found", a_law_with_a_peak_is_found),
        STATEMENT("levels ascend as numbers", levels_ascend_as_numbers),
        STATEMENT("without a peak it says so", without_a_peak_amdahls_law_is_named),
        STATEMENT("three levels carry no law", three_levels_carry_no_law),
        STATEMENT("two levels are no sweep", two_levels_are_no_sweep),
        STATEMENT("rates that follow no law are refused", rates_that_follow_no_law_are_refused),
        STATEMENT("levels that failed are left out", levels_that_failed_are_left_out),
        STATEMENT("siege's measured average counts", sieges_measured_average_counts),
        STATEMENT("each label has its own sweep", each_label_has_its_own_sweep),
    };
    cmocka_set_message_output(CM_OUTPUT_TAP);
    return cmocka_run_group_tests(tests, NULL, NULL);
}
