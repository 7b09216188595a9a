/*
 * For tests only: an analysis made by hand, with runs that look real.
 */
#ifndef LOADSTAT_REPORT_SAMPLE_H
#define LOADSTAT_REPORT_SAMPLE_H

#include <math.h>
#include <string.h>

#include "../base/memory.h"
#include "../base/number.h"
#include "../base/text.h"
#include "../compare/analysis.h"

enum { SAMPLE_MOST_GROUPS = 100, SAMPLE_MOST_RUNS = 500, SAMPLE_MOST_COMPARISONS = 200 };

struct sample_analysis {
    struct arena arena;
    struct metric_set metrics;
    struct settings settings;
    struct analysis analysis;
    struct run *runs[SAMPLE_MOST_RUNS];
    struct group groups[SAMPLE_MOST_GROUPS];
    struct comparison comparisons[SAMPLE_MOST_COMPARISONS];
    struct note notes[40];
};

static inline const struct metric *sample_metric(struct sample_analysis *sample, const char *name)
{
    return metric_find_by_name(&sample->metrics, text_of(name));
}

static inline void sample_init(struct sample_analysis *sample)
{
    memset(sample, 0, sizeof *sample);
    arena_init(&sample->arena);
    metric_set_init(&sample->metrics, &sample->arena);
    sample->settings.confidence = 0.95;
    sample->settings.margin = 0.05;
    sample->analysis = (struct analysis){
        .settings = &sample->settings,
        .runs = sample->runs,
        .groups = sample->groups,
        .comparisons = sample->comparisons,
        .notes = sample->notes,
        .primary = sample_metric(sample, "rps"),
    };
}

static inline void sample_release(struct sample_analysis *sample)
{
    arena_release(&sample->arena);
}

static inline void sample_set(struct sample_analysis *sample, struct run *run, const char *name,
                              double value, double resolution)
{
    run_set_value(run, &sample->arena, sample_metric(sample, name), value, resolution);
}

static const struct traits sample_traits = {.mean = MEAN_COMPUTED, .load = LOAD_CLOSED};

/* A run of ab: 1,000 requests at `rate`, ten at a time. */
static inline struct run *sample_run(struct sample_analysis *sample, const char *label, double rate)
{
    struct run *run = arena_allocate(&sample->arena, sizeof *run);
    size_t index = sample->analysis.run_count++;

    run_init(run);
    run->label = label;
    run->tool = "ab";
    run->traits = &sample_traits;
    run->tool_version = "2.3";
    run->format = "ab";
    run->source.file = "results/run.log";
    run->source.line = 40 * index + 1;
    run->source.line_end = 40 * index + 38;
    run->target.scheme = "http";
    run->target.host = "localhost";
    run->target.port = 8080;
    run->target.path = "/index.html";
    run->config.concurrency = 10;
    run->config.requests = 1000;
    sample_set(sample, run, "rps", rate, ABSENT);
    sample_set(sample, run, "mean", round(1e7 / rate) / 1000, ABSENT);
    sample_set(sample, run, "p50", floor(9e3 / rate), 1);
    sample_set(sample, run, "p95", floor(2e4 / rate), 1);
    sample_set(sample, run, "p99", floor(3e4 / rate), 1);
    sample_set(sample, run, "max", floor(5e4 / rate), 1);
    sample_set(sample, run, "complete", 1000, ABSENT);
    sample_set(sample, run, "failed", 0, ABSENT);
    run_sort(run);
    sample->runs[index] = run;
    return run;
}

static inline void sample_summarize(struct sample_analysis *sample, struct group *group)
{
    static const char *const names[] = {"rps", "mean", "p50",      "p95",
                                        "p99", "max",  "complete", "failed"};
    static const double t[] = {0, 12.71, 4.303, 3.182, 2.776, 2.571};
    const size_t count = sizeof names / sizeof names[0];

    group->summaries = arena_allocate(&sample->arena, count * sizeof *group->summaries);
    group->summary_count = 0;
    for (size_t i = 0; i < count; i++) {
        const struct metric *metric = sample_metric(sample, names[i]);
        struct summary summary = {
            .metric = metric, .min = (double)INFINITY, .max = -(double)INFINITY};
        double squares = 0;
        summary.resolution = ABSENT;
        for (size_t k = 0; k < group->used_count; k++) {
            const struct measurement *found = run_measurement(sample->runs[group->used[k]], metric);
            if (!found)
                continue;
            summary.n++;
            summary.mean += (found->value - summary.mean) / (double)summary.n;
            summary.min = fmin(summary.min, found->value);
            summary.max = fmax(summary.max, found->value);
            summary.resolution = found->resolution;
        }
        for (size_t k = 0; k < group->used_count; k++) {
            double value;
            if (run_value(sample->runs[group->used[k]], metric, &value))
                squares += (value - summary.mean) * (value - summary.mean);
        }
        bool several = summary.n > 1;
        summary.median = summary.mean;
        summary.variance = several ? squares / (double)(summary.n - 1) : ABSENT;
        summary.sd = several ? sqrt(summary.variance) : ABSENT;
        summary.cv = several ? summary.sd / summary.mean : ABSENT;
        summary.half_width =
            several ? t[summary.n > 6 ? 5 : summary.n - 1] * summary.sd / sqrt((double)summary.n)
                    : ABSENT;
        summary.ci_low = summary.mean - summary.half_width;
        summary.ci_high = summary.mean + summary.half_width;
        summary.within_sd = summary.within_requests = ABSENT;
        summary.between_sd = summary.between_cv = summary.icc = ABSENT;
        summary.pooled_low = summary.pooled_high = ABSENT;
        if (summary.n)
            group->summaries[group->summary_count++] = summary;
    }
}

/* A group of `count` runs at those rates, all used. */
static inline struct group *sample_group(struct sample_analysis *sample, const char *name,
                                         const double *rates, size_t count)
{
    struct group *group = &sample->groups[sample->analysis.group_count++];

    *group = (struct group){.name = name, .run_count = count, .used_count = count};
    group->runs = arena_allocate(&sample->arena, (count + 1) * sizeof *group->runs);
    group->used = arena_allocate(&sample->arena, (count + 1) * sizeof *group->used);
    group->keys = arena_allocate(&sample->arena, sizeof *group->keys);
    group->keys[0] = (struct group_key){"label", name};
    group->key_count = 1;
    group->is_baseline = group == sample->groups;
    for (size_t i = 0; i < count; i++) {
        group->runs[i] = group->used[i] = sample->analysis.run_count;
        sample_run(sample, name, rates[i]);
    }
    sample_summarize(sample, group);
    return group;
}

/* Group `group` against `baseline` in `name`, with an interval of ± `spread` of the ratio. */
static inline struct comparison *sample_compare(struct sample_analysis *sample, size_t baseline,
                                                size_t group, const char *name,
                                                enum verdict verdict, double spread)
{
    const struct metric *metric = sample_metric(sample, name);
    const struct summary *from = group_summary(&sample->groups[baseline], metric);
    const struct summary *to = group_summary(&sample->groups[group], metric);
    struct comparison *comparison = &sample->comparisons[sample->analysis.comparison_count++];
    double ratio = from && to && from->mean > 0 ? to->mean / from->mean : ABSENT;

    *comparison = (struct comparison){
        .metric = metric,
        .baseline = baseline,
        .group = group,
        .ratio = ratio,
        .ratio_of_means = ratio,
        .change_pct = (ratio - 1) * 100,
        .ci_low = ratio - spread,
        .ci_high = ratio + spread,
        .p = 0.0012,
        .p_adjusted = 0.0024,
        .degrees_of_freedom = 7.5,
        .log_sd = 0.01,
        .log_sd_df = 7,
        .confidence = 0.95,
        .planned_change = ABSENT,
        .equivalence = {ABSENT, ABSENT, ABSENT, ABSENT},
        .test = "log-welch",
        .second_p = ABSENT,
        .verdict = verdict,
        .reason = "",
        .primary = true,
    };
    return comparison;
}

static inline void sample_note(struct sample_analysis *sample, enum severity severity,
                               const char *code, const char *text)
{
    sample->notes[sample->analysis.note_count++] =
        (struct note){.code = code, .severity = severity, .text = text};
}

/* Three groups: a baseline, one that is faster, one that cannot be told from it. */
static inline void sample_three(struct sample_analysis *sample)
{
    static const double sync[] = {1492.27, 1498.05, 1489.9, 1503.4, 1495.31};
    static const double gevent[] = {1822.4, 1835.11, 1819.05, 1828.9, 1841.3};
    static const double threads[] = {1501.2, 1463.9, 1541.7, 1477.3, 1533.8};

    sample_init(sample);
    sample_group(sample, "sync", sync, 5);
    sample_group(sample, "gevent", gevent, 5);
    struct group *last = sample_group(sample, "threads", threads, 5);
    sample->runs[last->runs[4]]->status = RUN_ABORTED;
    last->used_count = 4;
    sample_summarize(sample, last);
    sample_compare(sample, 0, 1, "rps", VERDICT_BETTER, 0.03);
    sample_compare(sample, 0, 2, "rps", VERDICT_UNDECIDED, 0.04)->runs_needed = 12;
    sample->analysis.answer =
        "gevent served 22 % more than sync at c=10 (interval 19 to 25 %, 5 runs each)";
    sample_note(sample, NOTE_WARNS, "short-run",
                "The runs last less than 5 s: what a server does when it is warm may differ. "
                "Ask for more requests with -n.");
    sample_note(sample, NOTE_INFORMS, "closed-loop",
                "ab waits for an answer before it asks again, so that waiting in a queue is not "
                "in these latencies.");
}

#endif
