/*
 * For the tests of this folder: run sets in memory, analysed.
 */
#ifndef LOADSTAT_JUDGE_BENCH_H
#define LOADSTAT_JUDGE_BENCH_H

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include <math.h>
#include <string.h>

#include "../stats/statistics.h"
#include "analyse.h"

struct bench {
    struct arena arena;
    struct metric_set metrics;
    struct run_set runs, against;
    struct settings settings;
    struct diag diag;
    struct analysis analysis;
};

static inline void bench_init(struct bench *bench)
{
    statistics_initialize();
    arena_init(&bench->arena);
    metric_set_init(&bench->metrics, &bench->arena);
    run_set_init(&bench->runs, &bench->arena);
    run_set_init(&bench->against, &bench->arena);
    settings_init(&bench->settings);
    diag_init(&bench->diag);
    bench->diag.quiet = true;
    memset(&bench->analysis, 0, sizeof bench->analysis);
}

static inline void bench_release(struct bench *bench)
{
    arena_release(&bench->arena);
}

static inline const struct metric *bench_metric(struct bench *bench, const char *key)
{
    const struct metric *metric = metric_find_by_name(&bench->metrics, text_of(key));
    assert_non_null(metric);
    return metric;
}

static inline void bench_set(struct bench *bench, struct run *run, const char *key, double value)
{
    run_set_value(run, &bench->arena, bench_metric(bench, key), value, ABSENT);
    run_sort(run);
}

static inline void bench_set_step(struct bench *bench, struct run *run, const char *key,
                                  double value, double step)
{
    run_set_value(run, &bench->arena, bench_metric(bench, key), value, step);
    run_sort(run);
}

static inline void bench_unset(struct bench *bench, struct run *run, const char *key)
{
    run_remove_value(run, bench_metric(bench, key));
}

/* As ab's and siege's rule files declare them. */
static const struct traits bench_ab_traits = {
    .failures = FAILURES_AMONG,
    .mean = MEAN_COMPUTED,
    .load = LOAD_CLOSED,
    .concurrency = CONCURRENCY_ASKED,
};
static const struct traits bench_siege_traits = {
    .failures = FAILURES_BESIDE,
    .mean = MEAN_MEASURED,
    .load = LOAD_CLOSED,
    .concurrency = CONCURRENCY_MEASURED,
};

/* An ab run of 10,000 requests at c=8 in which all figures agree. */
static inline struct run *bench_run_in(struct bench *bench, struct run_set *set, const char *label,
                                       double rate)
{
    struct run *run = run_set_add(set);
    run->label = label;
    run->label_from = "file";
    run->format = run->tool = "ab";
    run->traits = &bench_ab_traits;
    run->tool_version = "2.3";
    run->source.file = "bench.log";
    run->source.line = set->count * 40;
    run->source.fingerprint = arena_format(&bench->arena, "%p%08zu", (void *)set, set->count);
    run->target.scheme = "http";
    run->target.host = "127.0.0.1";
    run->target.port = 8080;
    run->target.path = "/";
    run->target.server = "nginx/1.24";
    run->target.document_length = 1000;
    run->config.concurrency = 8;
    run->config.keepalive = ANSWER_NO;
    bench_set(bench, run, "requests_complete", 10000);
    bench_set(bench, run, "requests_failed", 0);
    bench_set(bench, run, "non_2xx", 0);
    bench_set(bench, run, "requests_per_second", rate);
    bench_set(bench, run, "time_taken_s", 10000 / rate);
    bench_set(bench, run, "latency_mean_ms", 8000 / rate);
    bench_set_step(bench, run, "latency_total_mean_ms", round(8000 / rate), 1);
    bench_set_step(bench, run, "latency_sd_ms", 2000 / rate, 0.1);
    bench_set_step(bench, run, "latency_p50_ms", round(8000 / rate), 1);
    bench_set_step(bench, run, "latency_p99_ms", round(16000 / rate), 1);
    bench_set_step(bench, run, "latency_max_ms", round(32000 / rate), 1);
    return run;
}

static inline struct run *bench_run(struct bench *bench, const char *label, double rate)
{
    return bench_run_in(bench, &bench->runs, label, rate);
}

static inline void bench_runs(struct bench *bench, const char *label, const double *rates,
                              size_t count)
{
    for (size_t i = 0; i < count; i++)
        bench_run(bench, label, rates[i]);
}

#define RATES(bench, label, ...)                                                                   \
    bench_runs(bench, label, (const double[]){__VA_ARGS__},                                        \
               sizeof((const double[]){__VA_ARGS__}) / sizeof(double))

/* Two groups of three runs in which nothing is wrong: a, then b. */
static inline void bench_sound(struct bench *bench)
{
    RATES(bench, "a", 500, 505, 495);
    RATES(bench, "b", 600, 606, 594);
}

/* Sets a metric of all three runs of b. */
static inline void bench_set_b(struct bench *bench, const char *key, double value)
{
    for (size_t i = 3; i < 6; i++)
        bench_set(bench, bench->runs.runs[i], key, value);
}

/* Makes them runs of siege. */
static inline void bench_siege_b(struct bench *bench)
{
    for (size_t i = 3; i < 6; i++) {
        struct run *run = bench->runs.runs[i];
        run->tool = "siege";
        run->traits = &bench_siege_traits;
        bench_unset(bench, run, "non_2xx");
        bench_set(bench, run, "availability_pct", 100);
        bench_set(bench, run, "successful", 10000);
    }
}

/* The same run at another concurrency. */
static inline struct run *bench_run_at(struct bench *bench, const char *label, double concurrency,
                                       double rate)
{
    struct run *run = bench_run(bench, label, rate);
    run->config.concurrency = concurrency;
    bench_set(bench, run, "latency_mean_ms", 1000 * concurrency / rate);
    bench_set_step(bench, run, "latency_total_mean_ms", round(1000 * concurrency / rate), 1);
    return run;
}

static inline bool bench_try(struct bench *bench)
{
    return analysis_make(&bench->analysis, &bench->runs, &bench->against, &bench->settings,
                         &bench->metrics, &bench->arena, &bench->diag);
}

static inline void bench_analyse(struct bench *bench)
{
    assert_true(bench_try(bench));
}

static inline const struct note *bench_note(const struct bench *bench, const char *code)
{
    for (size_t i = 0; i < bench->analysis.note_count; i++) {
        if (strcmp(bench->analysis.notes[i].code, code) == 0)
            return &bench->analysis.notes[i];
    }
    return NULL;
}

static inline const struct group *bench_group(const struct bench *bench, const char *name)
{
    for (size_t i = 0; i < bench->analysis.group_count; i++) {
        if (strcmp(bench->analysis.groups[i].name, name) == 0)
            return &bench->analysis.groups[i];
    }
    fail_msg("no group is called %s", name);
    return NULL;
}

/* The comparison of a group in the primary metric. */
static inline const struct comparison *bench_comparison(const struct bench *bench, const char *name)
{
    const struct analysis *analysis = &bench->analysis;
    size_t group = (size_t)(bench_group(bench, name) - analysis->groups);
    const struct comparison *comparison = analysis_comparison(analysis, group, analysis->primary);
    if (!comparison)
        fail_msg("%s was not compared", name);
    return comparison;
}

static inline int bench_setup(void **state)
{
    static struct bench bench;
    bench_init(&bench);
    *state = &bench;
    return 0;
}

static inline int bench_teardown(void **state)
{
    bench_release(*state);
    return 0;
}

/* A test with a bench of its own; its name is the statement that it checks. */
#define STATEMENT(name, function)                                                                  \
    {                                                                                              \
        name, function, bench_setup, bench_teardown, NULL                                          \
    }

/* cmocka 1.1.5 knows floats only. */
#define assert_near(actual, expected, tolerance)                                                   \
    assert_true(fabs((actual) - (expected)) <= (tolerance))

/* Numbers without chance: splitmix64 and Box-Muller. */
static inline double bench_uniform(uint64_t *state)
{
    uint64_t z = (*state += 0x9e3779b97f4a7c15u);
    z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9u;
    z = (z ^ (z >> 27)) * 0x94d049bb133111ebu;
    z ^= z >> 31;
    return ((double)(z >> 11) + 0.5) / 9007199254740992.0;
}

static inline double bench_normal(uint64_t *state)
{
    double radius = sqrt(-2 * log(bench_uniform(state)));
    return radius * cos(6.283185307179586 * bench_uniform(state));
}

#endif
