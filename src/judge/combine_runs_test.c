/*
 * --combine, and what lies inside the runs of a group.
 */
#include "bench.h"
#include "../compare/draft.h"

/* Field case 47: 100 requests at 40 ms twice, 800 at 5 ms. */
static void unequal_generators(struct bench *bench)
{
    const struct {
        double requests, rate, mean, p99, max;
    } parts[] = {
        {100, 100, 40, 60, 66},
        {100, 100, 40, 62, 68},
        {800, 800, 5,  9,  15}
    };
    for (size_t i = 0; i < 3; i++) {
        struct run *run = bench_run(bench, "a", parts[i].rate);
        run->config.concurrency = 4;
        bench_set(bench, run, "requests_complete", parts[i].requests);
        bench_set(bench, run, "time_taken_s", 1);
        bench_set(bench, run, "latency_mean_ms", parts[i].mean);
        bench_set_step(bench, run, "latency_total_mean_ms", parts[i].mean, 1);
        bench_set(bench, run, "latency_sd_ms", 1.1);
        bench_set_step(bench, run, "latency_p50_ms", parts[i].mean, 1);
        bench_set_step(bench, run, "latency_p99_ms", parts[i].p99, 1);
        bench_set_step(bench, run, "latency_max_ms", parts[i].max, 1);
        bench_set_step(bench, run, "latency_min_ms", parts[i].mean - 2, 1);
        bench_set(bench, run, "requests_failed", (double)i);
    }
}

static const struct summary *summary_of(struct bench *bench, const char *key)
{
    const struct summary *summary =
        group_summary(&bench->analysis.groups[0], bench_metric(bench, key));
    if (!summary)
        fail_msg("no %s", key);
    return summary;
}

static void parallel_adds_rates(void **state)
{
    struct bench *bench = *state;
    unequal_generators(bench);
    bench->settings.combine = COMBINE_PARALLEL;
    bench_analyse(bench);
    assert_int_equal(bench->analysis.run_count, 1);
    assert_near(summary_of(bench, "rps")->mean, 1000, 1e-9);
    assert_near(summary_of(bench, "requests_complete")->mean, 1000, 0);
    assert_near(summary_of(bench, "time_taken_s")->mean, 1, 0);
    assert_near(bench->analysis.runs[0]->config.concurrency, 12, 0);
    assert_string_equal(group_key_text(&bench->analysis.groups[0], "concurrency"), "12");
}

/* Generators of 20, 30 and 10 s: at one time they last as long as the longest. */
static void a_load_lasts_as_long_as_its_longest_part_or_all_in_turn(void **state)
{
    static const double seconds[] = {20, 30, 10};
    struct bench *bench = *state;
    for (size_t i = 0; i < 3; i++) {
        struct run *run = bench_run(bench, "load", 500);
        run->config.duration_s = seconds[i];
        bench_set(bench, run, "time_taken_s", seconds[i] + 0.01);
    }
    bench->settings.combine = COMBINE_PARALLEL;
    bench_analyse(bench);
    assert_near(summary_of(bench, "time_taken_s")->mean, 30.01, 1e-9);
    assert_near(bench->analysis.runs[0]->config.duration_s, 30, 0);
    bench->settings.combine = COMBINE_SEQUENTIAL;
    bench_analyse(bench);
    assert_near(summary_of(bench, "time_taken_s")->mean, 60.03, 1e-9);
    assert_near(bench->analysis.runs[0]->config.duration_s, 60, 0);
}

static void latencies_are_weighted_by_requests(void **state)
{
    struct bench *bench = *state;
    unequal_generators(bench);
    bench->settings.combine = COMBINE_PARALLEL;
    bench_analyse(bench);
    assert_near(summary_of(bench, "mean")->mean, 12, 1e-9);
    assert_near(summary_of(bench, "max")->mean, 68, 0);
    assert_near(summary_of(bench, "latency_min_ms")->mean, 3, 0);
    /* The spread between the generators is far larger than that within. */
    assert_near(summary_of(bench, "latency_sd_ms")->mean, 14.05, 0.01);
}

static void failures_are_added(void **state)
{
    struct bench *bench = *state;
    unequal_generators(bench);
    bench->settings.combine = COMBINE_PARALLEL;
    bench_analyse(bench);
    assert_near(summary_of(bench, "requests_failed")->mean, 3, 0);
}

static void percentiles_of_tables_are_a_bracket(void **state)
{
    struct bench *bench = *state;
    unequal_generators(bench);
    bench->settings.combine = COMBINE_PARALLEL;
    bench_analyse(bench);
    const struct summary *p99 = summary_of(bench, "p99");
    assert_int_equal(p99->n, 0);
    assert_true(isnan(p99->mean));
    assert_true(p99->pooled_low >= 9 && p99->pooled_high <= 66);
    assert_true(p99->pooled_low < p99->pooled_high);
    assert_non_null(strstr(bench_note(bench, "combined")->text, "brackets"));
}

static void sequential_pools_requests_over_time(void **state)
{
    struct bench *bench = *state;
    RATES(bench, "a", 500, 400, 250);
    bench->settings.combine = COMBINE_SEQUENTIAL;
    bench_analyse(bench);
    /* Equal requests: the harmonic mean (field case 44). */
    assert_near(summary_of(bench, "rps")->mean, 352.9412, 1e-4);
    assert_near(summary_of(bench, "time_taken_s")->mean, 85, 1e-9);
    assert_near(bench->analysis.runs[0]->config.concurrency, 8, 0);
}

static void a_run_that_failed_stays_in_sight(void **state)
{
    struct bench *bench = *state;
    RATES(bench, "a", 500, 400, 250);
    RATES(bench, "b", 100);
    bench->runs.runs[1]->status = RUN_ABORTED;
    bench->settings.combine = COMBINE_SEQUENTIAL;
    bench_analyse(bench);
    const struct group *group = bench_group(bench, "a");
    assert_int_equal(group->run_count, 2);
    assert_int_equal(group->used_count, 1);
    assert_int_equal(bench->analysis.runs[group->runs[1]]->status, RUN_ABORTED);
    const struct group *other = bench_group(bench, "b");
    assert_ptr_equal(bench->analysis.runs[other->runs[0]], bench->runs.runs[3]);
}

static void a_status_is_as_good_as_its_worst_part(void **state)
{
    struct bench *bench = *state;
    RATES(bench, "a", 500, 400);
    bench->runs.runs[1]->status = RUN_PARTIAL;
    bench->settings.combine = COMBINE_SEQUENTIAL;
    bench_analyse(bench);
    assert_int_equal(bench->analysis.runs[0]->status, RUN_PARTIAL);
}

static void status_codes_are_added(void **state)
{
    struct bench *bench = *state;
    struct status_count first[] =
        {
            {200, 90},
            {404, 10}
    },
                        second[] = {{200, 95}, {301, 3}, {500, 2}};
    RATES(bench, "a", 500, 400);
    bench->runs.runs[0]->status_codes = first;
    bench->runs.runs[0]->status_code_count = 2;
    bench->runs.runs[1]->status_codes = second;
    bench->runs.runs[1]->status_code_count = 3;
    bench->settings.combine = COMBINE_SEQUENTIAL;
    bench_analyse(bench);
    const struct run *run = bench->analysis.runs[0];
    assert_int_equal(run->status_code_count, 4);
    assert_int_equal(run->status_codes[0].count, 185);
    assert_int_equal(run->status_codes[3].status, 500);
}

/* Generators that did not stop together: rates add up, and the time is the longest. */
static void combined_figures_need_not_agree(void **state)
{
    struct bench *bench = *state;
    RATES(bench, "a", 386, 400, 410);
    bench->settings.combine = COMBINE_PARALLEL;
    bench_analyse(bench);
    assert_near(summary_of(bench, "rps")->mean, 1196, 1e-9);
    assert_null(bench_note(bench, "rate-mismatch"));
    assert_null(bench_note(bench, "concurrency-exceeded"));
}

static void figures_of_a_part_must_agree(void **state)
{
    struct bench *bench = *state;
    RATES(bench, "a", 386, 400, 410);
    bench_set(bench, bench->runs.runs[1], "time_taken_s", 50);
    bench_set(bench, bench->runs.runs[2], "time_taken_s", 60);
    bench->settings.combine = COMBINE_PARALLEL;
    bench_analyse(bench);
    const struct note *note = bench_note(bench, "rate-mismatch");
    assert_non_null(note);
    assert_non_null(strstr(note->text, "400 requests per second for 50 s"));
}

static void give_distribution(struct bench *bench, struct run *run, double first, uint64_t count)
{
    struct bin *bins = arena_allocate(&bench->arena, 2 * sizeof *bins);
    bins[0] = (struct bin){first, count};
    bins[1] = (struct bin){first + 10, count};
    run->distribution = (struct distribution){1, bins, 2};
    bench_set(bench, run, "requests_complete", 2 * (double)count);
}

static void distributions_merge_exactly(void **state)
{
    struct bench *bench = *state;
    RATES(bench, "a", 500, 500);
    give_distribution(bench, bench->runs.runs[0], 10, 50);
    give_distribution(bench, bench->runs.runs[1], 20, 450);
    bench->settings.combine = COMBINE_PARALLEL;
    bench_analyse(bench);
    const struct run *run = bench->analysis.runs[0];
    assert_int_equal(run->distribution.count, 3);
    assert_int_equal(run->distribution.bins[1].count, 500);
    const struct summary *p50 = summary_of(bench, "p50");
    assert_int_equal(p50->n, 1);
    assert_near(p50->mean, 20, 0);
    assert_near(summary_of(bench, "p99")->mean, 30, 0);
}

static void pooled_percentiles_are_exact_from_distributions(void **state)
{
    struct bench *bench = *state;
    RATES(bench, "a", 500, 500);
    give_distribution(bench, bench->runs.runs[0], 10, 50);
    give_distribution(bench, bench->runs.runs[1], 20, 450);
    bench_analyse(bench);
    const struct summary *p50 = summary_of(bench, "p50");
    assert_int_equal(p50->n, 2);
    assert_near(p50->pooled_low, 20, 0);
    assert_near(p50->pooled_high, 20, 0);
}

static void pooled_percentiles_are_bracketed_from_tables(void **state)
{
    struct bench *bench = *state;
    unequal_generators(bench);
    bench_analyse(bench);
    const struct summary *p99 = summary_of(bench, "p99");
    assert_near(p99->mean, (60.0 + 62 + 9) / 3, 1e-9);
    assert_true(p99->pooled_low >= 9 && p99->pooled_high <= 66 &&
                p99->pooled_low <= p99->pooled_high);
}

/* ab -e reads past its array in short runs: the last percentiles fall. */
static void a_table_that_falls_gives_a_bracket_all_the_same(void **state)
{
    struct bench *bench = *state;
    unequal_generators(bench);
    bench_set_step(bench, bench->runs.runs[0], "latency_p99_ms", 30, 1);
    bench_analyse(bench);
    const struct summary *p99 = summary_of(bench, "p99");
    assert_true(p99->pooled_low <= p99->pooled_high);
}

static void spread_between_and_within_runs_is_told_apart(void **state)
{
    struct bench *bench = *state;
    unequal_generators(bench);
    bench_analyse(bench);
    const struct summary *mean = summary_of(bench, "mean");
    assert_near(mean->within_sd, 1.1, 1e-9);
    assert_near(mean->within_requests, 1000, 0);
    assert_true(mean->between_sd > 15);
    assert_true(mean->icc > 0.9 && mean->icc <= 1);
    assert_true(isnan(summary_of(bench, "rps")->within_sd));
}

static void one_value_has_no_spread(void **state)
{
    struct bench *bench = *state;
    RATES(bench, "a", 500);
    bench_analyse(bench);
    const struct summary *rate = summary_of(bench, "rps");
    assert_int_equal(rate->n, 1);
    assert_true(isnan(rate->sd) && isnan(rate->cv) && isnan(rate->ci_low) &&
                isnan(rate->half_width));
}

/* t(.975, 2) = 4.30265272974946; sd(1421.42, 1398.05, 1433.77) = 18.14. */
static void the_interval_is_students(void **state)
{
    struct bench *bench = *state;
    RATES(bench, "a", 1421.42, 1398.05, 1433.77);
    bench_analyse(bench);
    const struct summary *rate = summary_of(bench, "rps");
    assert_near(rate->sd, 18.14, 0.005);
    assert_near(rate->half_width, 4.30265272974946 * rate->sd / sqrt(3), 1e-9);
    assert_near(rate->median, 1421.42, 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        STATEMENT("parallel adds rates", parallel_adds_rates),
        STATEMENT("a load lasts as long as its longest part, or all in turn",
                  a_load_lasts_as_long_as_its_longest_part_or_all_in_turn),
        STATEMENT("latencies are weighted by requests", latencies_are_weighted_by_requests),
        STATEMENT("failures are added", failures_are_added),
        STATEMENT("percentiles of tables are a bracket", percentiles_of_tables_are_a_bracket),
        STATEMENT("sequential pools requests over time", sequential_pools_requests_over_time),
        STATEMENT("a run that failed stays in sight", a_run_that_failed_stays_in_sight),
        STATEMENT("a status is as good as its worst part", a_status_is_as_good_as_its_worst_part),
        STATEMENT("status codes are added", status_codes_are_added),
        STATEMENT("combined figures need not agree", combined_figures_need_not_agree),
        STATEMENT("figures of a part must agree", figures_of_a_part_must_agree),
        STATEMENT("distributions merge exactly", distributions_merge_exactly),
        STATEMENT("pooled percentiles are exact from distributions",
                  pooled_percentiles_are_exact_from_distributions),
        STATEMENT("pooled percentiles are bracketed from tables",
                  pooled_percentiles_are_bracketed_from_tables),
        STATEMENT("a table that falls gives a bracket all the same",
                  a_table_that_falls_gives_a_bracket_all_the_same),
        STATEMENT("spread between and within runs is told apart",
                  spread_between_and_within_runs_is_told_apart),
        STATEMENT("one value has no spread", one_value_has_no_spread),
        STATEMENT("the interval is Student's", the_interval_is_students),
    };
    cmocka_set_message_output(CM_OUTPUT_TAP);
    return cmocka_run_group_tests(tests, NULL, NULL);
}
