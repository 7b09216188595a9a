#include "paths.h"

#include <math.h>
#include <string.h>

#include "../stats/sparse_counts.h"
#include "summary.h"

static bool is_grouped_by_path(const struct settings *settings)
{
    for (size_t i = 0; i < settings->group_by_count; i++) {
        if (strcmp(settings->group_by[i], "path") == 0)
            return true;
    }
    return false;
}

static bool is_split(const struct run *run)
{
    return run->path_count > 0 && !run->target.path;
}

static void set_value(const struct draft *draft, struct run *run, const char *key, double value)
{
    const struct metric *metric = metric_find(draft->metrics, text_of(key));
    if (metric)
        run_set_value(run, draft->arena, metric, value, run->distribution.unit_ms);
}

/* Percentiles that a report shows. */
static const char *const percentiles[] = {"latency_p50_ms", "latency_p90_ms", "latency_p95_ms",
                                          "latency_p99_ms"};

static void set_latencies(const struct draft *draft, struct run *run)
{
    const struct distribution *distribution = &run->distribution;
    struct value_count *counts =
        arena_allocate(draft->arena, (distribution->count + 1) * sizeof *counts);
    size_t entries = counts_of_distribution(distribution, counts);
    struct counts_description description;
    if (!counts_describe(counts, entries, &description))
        return;
    set_value(draft, run, "latency_mean_ms", description.mean);
    set_value(draft, run, "latency_min_ms", description.min);
    set_value(draft, run, "latency_max_ms", description.max);
    if (description.has_spread)
        set_value(draft, run, "latency_sd_ms", description.sd);
    enum quantile_method method = quantile_method_of(draft->settings->quantile);
    for (size_t i = 0; i < sizeof percentiles / sizeof *percentiles; i++) {
        const struct metric *metric = metric_find(draft->metrics, text_of(percentiles[i]));
        double value;
        if (metric && counts_quantile(counts, entries, metric->percentile / 100, method, &value))
            set_value(draft, run, percentiles[i], value);
    }
}

static struct run *run_of_path(const struct draft *draft, const struct run *whole,
                               const struct path_count *path)
{
    struct run *run = arena_allocate(draft->arena, sizeof *run);
    *run = *whole;
    run->source.fingerprint = NULL; /* it is no copy of the other paths' runs */
    run->target.path = path->path;
    run->target.document_length = ABSENT;
    run->config.requests = ABSENT;
    run->measurements = NULL;
    run->measurement_count = run->measurement_capacity = 0;
    run->distribution = path->distribution;
    run->status_codes = NULL;
    run->status_code_count = 0;
    run->paths = NULL;
    run->path_count = 0;
    run->warnings = NULL;
    run->warning_count = run->warning_capacity = 0;
    set_value(draft, run, "requests_complete", (double)path->count);
    if (path->distribution.count > 0)
        set_latencies(draft, run);
    else if (path->count > 0 && isfinite(path->sum_ms))
        set_value(draft, run, "latency_mean_ms", path->sum_ms / (double)path->count);
    run_sort(run);
    return run;
}

void runs_split_by_path(struct draft *draft)
{
    struct analysis *analysis = draft->analysis;
    size_t room = 1, count = 0;
    if (!is_grouped_by_path(draft->settings))
        return;
    for (size_t i = 0; i < analysis->run_count; i++)
        room += is_split(analysis->runs[i]) ? analysis->runs[i]->path_count : 1;
    struct run **runs = arena_allocate(draft->arena, room * sizeof(struct run *));
    for (size_t i = 0; i < analysis->run_count; i++) {
        struct run *run = analysis->runs[i];
        if (!is_split(run))
            runs[count++] = run;
        for (size_t p = 0; is_split(run) && p < run->path_count; p++)
            runs[count++] = run_of_path(draft, run, &run->paths[p]);
    }
    analysis->runs = runs;
    analysis->run_count = count;
}
