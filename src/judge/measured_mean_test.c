/*
 * Which of two means is shown and compared.
 */
#include "bench.h"
#include "../compare/measured_mean.h"

static const struct metric *compare_means(struct bench *bench)
{
    static const struct metric *metrics[1];
    metrics[0] = bench_metric(bench, "mean");
    bench->settings.metrics = metrics;
    bench->settings.metric_count = 1;
    bench_analyse(bench);
    return metrics[0];
}

static void set_means(struct bench *bench, struct run *run, double computed, double measured)
{
    bench_set(bench, run, "latency_mean_ms", computed);
    bench_set_step(bench, run, "latency_total_mean_ms", measured, 1);
}

/* Three runs of a name; the first's means as given. */
static struct run *three_runs(struct bench *bench, const char *label, double rate, double computed,
                              double measured)
{
    struct run *first = bench_run(bench, label, rate);
    bench_run(bench, label, rate * 1.001);
    bench_run(bench, label, rate * 0.999);
    set_means(bench, first, computed, measured);
    return first;
}

static void assert_shown_of_one(struct bench *bench, double computed, double measured, double shown)
{
    struct run *run = bench_run(bench, "a", 100);
    double x, y;
    set_means(bench, run, computed, measured);
    const struct measurement *found = shown_measurement(NULL, run, bench_metric(bench, "mean"));
    assert_non_null(found);
    assert_near(found->value, shown, 0);
    assert_int_equal(mean_is_contradicted(run, &x, &y), computed != shown);
}

static void the_computed_mean_is_shown_within_1_ms_or_2_per_cent(void **state)
{
    struct bench *bench = *state;
    assert_shown_of_one(bench, 5, 4, 5);
    assert_shown_of_one(bench, 5.01, 4, 4);
    assert_shown_of_one(bench, 4, 5.01, 5.01);
    assert_shown_of_one(bench, 101.9, 100, 101.9);
    assert_shown_of_one(bench, 102.02, 100, 100);
    assert_shown_of_one(bench, 98.1, 100, 98.1);
    assert_shown_of_one(bench, 97.9, 100, 100);
}

static void a_measured_mean_is_never_replaced(void **state)
{
    struct bench *bench = *state;
    struct run *run = bench_run(bench, "a", 100);
    const struct metric *mean = bench_metric(bench, "mean");
    set_means(bench, run, 80, 40);
    run->traits = &bench_siege_traits;
    assert_near(shown_measurement(NULL, run, mean)->value, 80, 0);
    bench_analyse(bench);
    assert_near(group_summary(bench_group(bench, "a"), mean)->mean, 80, 0);
}

static void one_run_that_disagrees_gives_both_sides_the_measured_mean(void **state)
{
    struct bench *bench = *state;
    three_runs(bench, "a", 100, 80, 60);
    three_runs(bench, "b", 125, 64.3, 64);
    const struct metric *mean = compare_means(bench);
    const struct group *a = bench_group(bench, "a"), *b = bench_group(bench, "b");
    const struct summary *shown = group_summary(a, mean);
    const struct summary *measured = group_summary(a, bench_metric(bench, "latency_total_mean_ms"));
    assert_near(group_summary(b, mean)->max, 64, 0);
    assert_near(shown->mean, (60 + 80 + 80) / 3.0, 1e-9);
    const double pairs[][2] = {
        {shown->sd,         measured->sd        },
        {shown->cv,         measured->cv        },
        {shown->half_width, measured->half_width},
        {shown->median,     measured->median    },
        {shown->min,        measured->min       },
        {shown->max,        measured->max       },
        {shown->resolution, measured->resolution},
        {shown->within_sd,  measured->within_sd },
        {shown->between_sd, measured->between_sd},
        {shown->pooled_low, measured->pooled_low},
    };
    for (size_t i = 0; i < sizeof pairs / sizeof *pairs; i++)
        assert_near(pairs[i][0], pairs[i][1], 0);
    const struct comparison *comparison = analysis_comparison(&bench->analysis, 1, mean);
    assert_near(comparison->ratio_of_means, group_summary(b, mean)->mean / shown->mean, 1e-9);
    assert_int_equal(comparison->verdict, VERDICT_INVALID);
    assert_near(shown_measurement(a, bench->runs.runs[1], mean)->value, 80, 0);
}

static void sides_that_agree_have_the_computed_mean(void **state)
{
    struct bench *bench = *state;
    three_runs(bench, "a", 100, 80.4, 80);
    three_runs(bench, "b", 125, 64.3, 64);
    const struct metric *mean = compare_means(bench);
    assert_near(group_summary(bench_group(bench, "a"), mean)->max, 80.4, 0);
    assert_near(group_summary(bench_group(bench, "b"), mean)->max, 64.3, 0);
}

static void what_is_compared_elsewhere_keeps_its_mean(void **state)
{
    struct bench *bench = *state;
    const double levels[] = {8, 64};
    for (size_t i = 0; i < 2; i++) {
        bench_run_at(bench, "a", levels[i], 100.3);
        bench_run_at(bench, "b", levels[i], 100.3);
    }
    set_means(bench, bench->runs.runs[3], 638, 300);
    const struct metric *mean = compare_means(bench);
    assert_near(group_summary(bench_group(bench, "a c=8"), mean)->mean, 8000 / 100.3, 1e-9);
    assert_near(group_summary(bench_group(bench, "a c=64"), mean)->mean, round(64000 / 100.3), 0);
    assert_near(group_summary(bench_group(bench, "b c=64"), mean)->mean, 300, 0);
}

static void a_side_that_measured_none_has_none(void **state)
{
    struct bench *bench = *state;
    three_runs(bench, "a", 100, 80, 60);
    bench_unset(bench, bench_run(bench, "b", 125), "latency_total_mean_ms");
    const struct metric *mean = compare_means(bench);
    const struct group *b = bench_group(bench, "b");
    assert_null(group_summary(b, mean));
    assert_non_null(group_summary_by_key(b, "requests_per_second"));
    assert_non_null(group_summary_by_key(b, "latency_max_ms"));
    assert_null(shown_measurement(b, bench->runs.runs[3], mean));
}

static void sorting_looks_at_the_mean_that_is_shown(void **state)
{
    struct bench *bench = *state;
    three_runs(bench, "a", 100, 80, 10);
    three_runs(bench, "b", 125, 64, 64);
    bench->settings.sort = "mean";
    set_means(bench, bench->runs.runs[1], 80, 10);
    set_means(bench, bench->runs.runs[2], 80, 10);
    bench_analyse(bench);
    assert_string_equal(bench->analysis.groups[0].name, "a");
}

static void an_archive_has_the_mean_of_what_it_judges(void **state)
{
    struct bench *bench = *state;
    for (size_t i = 0; i < 8; i++)
        bench_run_in(bench, &bench->against, "a", 100.3);
    set_means(bench, bench_run(bench, "a", 100), 80, 60);
    const struct metric *mean = compare_means(bench);
    assert_near(group_summary(bench_group(bench, "archive of a"), mean)->mean, 80, 0);
}

static void a_measured_mean_is_no_rate_over_again(void **state)
{
    struct bench *bench = *state;
    struct run *const firsts[] = {three_runs(bench, "a", 100, 80, 80),
                                  three_runs(bench, "b", 125, 64, 64)};
    const struct metric *mean = compare_means(bench);
    assert_false(analysis_comparison(&bench->analysis, 1, mean)->primary);
    for (size_t i = 0; i < 2; i++) {
        firsts[i]->traits = &bench_siege_traits;
        bench_analyse(bench);
        assert_true(analysis_comparison(&bench->analysis, 1, mean)->primary);
        firsts[i]->traits = &bench_ab_traits;
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        STATEMENT("the computed mean is shown within 1 ms or 2 %",
                  the_computed_mean_is_shown_within_1_ms_or_2_per_cent),
        STATEMENT("a measured mean is never replaced", a_measured_mean_is_never_replaced),
        STATEMENT("one run that disagrees gives both sides the measured mean",
                  one_run_that_disagrees_gives_both_sides_the_measured_mean),
        STATEMENT("sides that agree have the computed mean",
                  sides_that_agree_have_the_computed_mean),
        STATEMENT("what is compared elsewhere keeps its mean",
                  what_is_compared_elsewhere_keeps_its_mean),
        STATEMENT("a side that measured none has none", a_side_that_measured_none_has_none),
        STATEMENT("sorting looks at the mean that is shown",
                  sorting_looks_at_the_mean_that_is_shown),
        STATEMENT("an archive has the mean of what it judges",
                  an_archive_has_the_mean_of_what_it_judges),
        STATEMENT("a measured mean is no rate over again", a_measured_mean_is_no_rate_over_again),
    };
    cmocka_set_message_output(CM_OUTPUT_TAP);
    return cmocka_run_group_tests(tests, NULL, NULL);
}
