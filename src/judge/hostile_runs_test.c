/*
 * Runs with any figures at all: an analysis comes to an end and hands out no
 * infinity, whatever the logs claim.
 */
#include "bench.h"

static const char *const keys[] = {
    "requests_per_second",
    "latency_mean_ms",
    "latency_total_mean_ms",
    "latency_sd_ms",
    "latency_min_ms",
    "latency_p50_ms",
    "latency_p99_ms",
    "latency_max_ms",
    "requests_complete",
    "requests_failed",
    "failed_connect",
    "failed_receive",
    "failed_length",
    "failed_exceptions",
    "non_2xx",
    "successful",
    "availability_pct",
    "time_taken_s",
    "concurrency_measured",
    "keepalive_requests",
    "waiting_mean_ms",
    "processing_mean_ms",
    "transfer_rate_bytes_per_s",
    "bytes_total",
};

static const double figures[] = {
    0,    1,   2,    -1,    0.5,  1e-308, 1e308, -1e308, 9007199254740993.0,
    1e20, 100, 1000, 10000, 12.5, 13,     13,    999.99, 1e-9,
};

static size_t pick(uint64_t *state, size_t count)
{
    return (size_t)(bench_uniform(state) * (double)count);
}

static double figure(uint64_t *state)
{
    return figures[pick(state, sizeof figures / sizeof *figures)];
}

static void make_run(struct bench *bench, struct run_set *set, uint64_t *state)
{
    static const char *const labels[] = {NULL, "a", "b", "c c=8", ""};
    static const char *const tools[] = {NULL, "ab", "siege", "wrk"};
    static const char *const times[] = {NULL, "2026-01-01", "2026-01-02", "x"};
    static struct bin bins[] = {
        {0,     5},
        {1,     7},
        {1e300, 2}
    };
    struct run *run = run_set_add(set);
    run->label = labels[pick(state, 5)];
    run->tool = tools[pick(state, 4)];
    run->time = times[pick(state, 4)];
    run->status = (enum run_status)pick(state, 5);
    run->config.concurrency = pick(state, 3) == 0 ? ABSENT : figure(state);
    run->config.requests = pick(state, 2) == 0 ? ABSENT : figure(state);
    run->config.keepalive = (enum answer)pick(state, 3);
    run->target.document_length = pick(state, 2) == 0 ? ABSENT : figure(state);
    run->source.fingerprint = pick(state, 4) == 0 ? "same" : NULL;
    if (pick(state, 3) == 0)
        run->distribution = (struct distribution){1, bins, 3};
    for (size_t i = 0; i < sizeof keys / sizeof *keys; i++) {
        if (pick(state, 3) > 0)
            bench_set_step(bench, run, keys[i], figure(state),
                           pick(state, 2) == 0 ? ABSENT : fabs(figure(state)));
    }
}

static void make_settings(struct bench *bench, uint64_t *state)
{
    static const struct metric *metrics[3];
    static const char *const by[] = {"concurrency"};
    metrics[0] = bench_metric(bench, "p99");
    metrics[1] = bench_metric(bench, "mean");
    metrics[2] = bench_metric(bench, "failed");
    bench->settings.metrics = metrics;
    bench->settings.metric_count = pick(state, 4);
    bench->settings.test = (enum test_kind)pick(state, 5);
    bench->settings.correction = (enum correction)pick(state, 3);
    bench->settings.combine = (enum combine)pick(state, 3);
    bench->settings.quantile = (enum quantile_kind)pick(state, 3);
    bench->settings.drop_first = pick(state, 2);
    bench->settings.sort = pick(state, 2) == 0 ? NULL : "-rps";
    bench->settings.columns = pick(state, 4) == 0 ? "label" : NULL;
    if (pick(state, 4) == 0) {
        bench->settings.rows = (const char **)(uintptr_t)by;
        bench->settings.row_count = 1;
    }
}

static void expect_no_infinity(const struct analysis *analysis)
{
    for (size_t i = 0; i < analysis->comparison_count; i++) {
        const struct comparison *comparison = &analysis->comparisons[i];
        const double numbers[] = {comparison->ratio,      comparison->ratio_of_means,
                                  comparison->change_pct, comparison->ci_low,
                                  comparison->ci_high,    comparison->p,
                                  comparison->p_adjusted, comparison->second_ratio};
        assert_non_null(comparison->reason);
        for (size_t n = 0; n < sizeof numbers / sizeof *numbers; n++)
            assert_true(!isinf(numbers[n]));
    }
    for (size_t g = 0; g < analysis->group_count; g++) {
        assert_true(analysis->groups[g].name[0] != '\0');
        for (size_t i = 0; i < analysis->groups[g].summary_count; i++) {
            const struct summary *summary = &analysis->groups[g].summaries[i];
            const double numbers[] = {
                summary->mean,       summary->sd,         summary->cv,
                summary->variance,   summary->ci_low,     summary->ci_high,
                summary->between_sd, summary->pooled_low, summary->pooled_high};
            for (size_t n = 0; n < sizeof numbers / sizeof *numbers; n++)
                assert_true(!isinf(numbers[n]));
        }
    }
    for (size_t i = 0; i < analysis->note_count; i++)
        assert_true(analysis->notes[i].text[0] != '\0');
}

static void any_figures_are_survived(void **state)
{
    (void)state;
    uint64_t seed = 7;
    for (int round = 0; round < 1000; round++) {
        struct bench bench;
        bench_init(&bench);
        size_t runs = pick(&seed, 12), archived = pick(&seed, 2) == 0 ? 0 : pick(&seed, 9);
        for (size_t i = 0; i < runs; i++)
            make_run(&bench, &bench.runs, &seed);
        for (size_t i = 0; i < archived; i++)
            make_run(&bench, &bench.against, &seed);
        make_settings(&bench, &seed);
        if (bench_try(&bench))
            expect_no_infinity(&bench.analysis);
        bench_release(&bench);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        {"any figures are survived", any_figures_are_survived, NULL, NULL, NULL},
    };
    cmocka_set_message_output(CM_OUTPUT_TAP);
    return cmocka_run_group_tests(tests, NULL, NULL);
}
