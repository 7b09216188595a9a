#include "combine_runs.h"

#include <math.h>
#include <string.h>

#include "../stats/run_summaries.h"
#include "../stats/sparse_counts.h"
#include "../stats/throughput.h"
#include "finding.h"
#include "summary.h"
#include "../say/words.h"

/* The values of one metric in all used runs of a group, and what weighs them. */
struct parts {
    const struct draft *draft;
    const struct group *group;
    const struct summary *summary;
    const double *requests, *seconds; /* of the same runs; NULL: not all tell them */
};

static bool is_parallel(const struct parts *parts)
{
    return parts->draft->settings->combine == COMBINE_PARALLEL;
}

static double sum_of(const double *values, size_t n)
{
    double sum = 0;
    for (size_t i = 0; i < n; i++)
        sum += values[i];
    return sum;
}

static double mean_by(const double *values, const double *weights, size_t n)
{
    double sum = 0;
    if (!weights)
        return ABSENT;
    for (size_t i = 0; i < n; i++)
        sum += values[i] * weights[i];
    return sum / sum_of(weights, n);
}

static double combine_sum(const struct parts *parts)
{
    return sum_of(parts->summary->values, parts->summary->n);
}

static double combine_largest(const struct parts *parts)
{
    return parts->summary->max;
}

static double combine_smallest(const struct parts *parts)
{
    return parts->summary->min;
}

static double combine_time(const struct parts *parts)
{
    return is_parallel(parts) ? combine_largest(parts) : combine_sum(parts);
}

/* What flows at a rate adds up side by side, and is a mean over time one after another. */
static double combine_flow(const struct parts *parts)
{
    if (is_parallel(parts))
        return combine_sum(parts);
    return mean_by(parts->summary->values, parts->seconds, parts->summary->n);
}

static double combine_rate(const struct parts *parts)
{
    double rate;
    if (is_parallel(parts))
        return parallel_rate(parts->summary->values, parts->summary->n, &rate) ? rate : ABSENT;
    if (!parts->requests || !parts->seconds)
        return ABSENT;
    return sequential_rate(parts->requests, parts->seconds, parts->summary->n, &rate) ? rate
                                                                                      : ABSENT;
}

static double combine_mean(const struct parts *parts)
{
    return mean_by(parts->summary->values, parts->requests, parts->summary->n);
}

/* Exact over all requests, or nothing: a bracket is no value. */
static double combine_percentile(const struct parts *parts)
{
    const struct summary *summary = parts->summary;
    return summary->pooled_high > summary->pooled_low ? ABSENT : summary->pooled_low;
}

/* The sd of all requests together needs the means beside the sds. */
static double combine_sd(const struct parts *parts)
{
    const char *key = parts->summary->metric->key;
    size_t n = parts->summary->n, stem = strlen(key) - strlen("sd_ms");
    struct arena *arena = parts->draft->arena;
    const char *mean_key = arena_format(arena, "%.*smean_ms", (int)stem, key);
    const struct summary *means = group_summary_by_key(parts->group, mean_key);
    struct run_summary *runs = arena_allocate(arena, n * sizeof *runs);
    struct combined_runs combined;
    if (!means || means->n != n || !parts->requests)
        return ABSENT;
    for (size_t i = 0; i < n; i++) {
        if (!(parts->requests[i] >= 1 && parts->requests[i] <= LARGEST_COUNT))
            return ABSENT;
        runs[i] = (struct run_summary){(uint64_t)parts->requests[i], means->values[i],
                                       parts->summary->values[i]};
    }
    return combine_runs(runs, n, &combined) ? combined.total_sd : ABSENT;
}

static double combine_availability(const struct parts *parts)
{
    const struct summary *complete = group_summary_by_key(parts->group, "requests_complete");
    const struct summary *failed = group_summary_by_key(parts->group, "requests_failed");
    if (!complete || !failed || complete->n != parts->summary->n || failed->n != parts->summary->n)
        return ABSENT;
    double good = sum_of(complete->values, complete->n), bad = sum_of(failed->values, failed->n);
    return good + bad > 0 ? 100 * good / (good + bad) : 0;
}

/* Rules by key; what has none is combined by its kind, and metrics of unknown meaning are left out.
 */
static const struct {
    const char *key;
    double (*combine)(const struct parts *);
} rules[] = {
    {"requests_per_second",       combine_rate        },
    {"time_taken_s",              combine_time        },
    {"transfer_rate_bytes_per_s", combine_flow        },
    {"concurrency_measured",      combine_flow        },
    {"availability_pct",          combine_availability},
    {"latency_mean_ms",           combine_mean        },
    {"latency_total_mean_ms",     combine_mean        },
    {"connect_mean_ms",           combine_mean        },
    {"processing_mean_ms",        combine_mean        },
    {"waiting_mean_ms",           combine_mean        },
    {"latency_sd_ms",             combine_sd          },
    {"connect_sd_ms",             combine_sd          },
    {"processing_sd_ms",          combine_sd          },
    {"waiting_sd_ms",             combine_sd          },
    {"latency_min_ms",            combine_smallest    },
    {"connect_min_ms",            combine_smallest    },
    {"processing_min_ms",         combine_smallest    },
    {"waiting_min_ms",            combine_smallest    },
    {"latency_max_ms",            combine_largest     },
    {"connect_max_ms",            combine_largest     },
    {"processing_max_ms",         combine_largest     },
    {"waiting_max_ms",            combine_largest     },
};

static double combine_metric(const struct parts *parts)
{
    const struct metric *metric = parts->summary->metric;
    for (size_t i = 0; i < sizeof rules / sizeof *rules; i++) {
        if (strcmp(rules[i].key, metric->key) == 0)
            return rules[i].combine(parts);
    }
    if (!isnan(metric->percentile))
        return combine_percentile(parts);
    if (metric->kind == METRIC_COUNT || metric->kind == METRIC_BYTES)
        return combine_sum(parts);
    return ABSENT;
}

/* All distributions as one, in milliseconds; none where a run has none. */
static struct distribution merge_distributions(const struct draft *draft, const struct group *group)
{
    struct distribution merged = {.unit_ms = 1};
    struct value_count *sum = NULL;
    size_t entries = 0;
    for (size_t i = 0; i < group->used_count; i++) {
        const struct distribution *own = &group_used_run(draft->analysis, group, i)->distribution;
        struct value_count *counts =
            arena_allocate(draft->arena, (own->count + 1) * sizeof *counts);
        struct value_count *both =
            arena_allocate(draft->arena, (own->count + entries + 1) * sizeof *both);
        if (own->count == 0)
            return (struct distribution){0};
        counts_of_distribution(own, counts);
        entries = counts_merge(sum, entries, counts, own->count, both);
        sum = both;
    }
    struct bin *bins = arena_allocate(draft->arena, (entries + 1) * sizeof *bins);
    for (size_t k = 0; k < entries; k++)
        bins[k] = (struct bin){sum[k].value, sum[k].count};
    merged.bins = bins;
    merged.count = entries;
    return merged;
}

static void add_status_codes(const struct draft *draft, struct run *combined, const struct run *run)
{
    struct status_count *codes = arena_allocate(
        draft->arena, (combined->status_code_count + run->status_code_count + 1) * sizeof *codes);
    size_t a = 0, b = 0, count = 0;
    while (a < combined->status_code_count || b < run->status_code_count) {
        bool own = b == run->status_code_count ||
                   (a < combined->status_code_count &&
                    combined->status_codes[a].status <= run->status_codes[b].status);
        struct status_count next = own ? combined->status_codes[a++] : run->status_codes[b++];
        if (count > 0 && codes[count - 1].status == next.status)
            codes[count - 1].count += next.count;
        else
            codes[count++] = next;
    }
    combined->status_codes = codes;
    combined->status_code_count = count;
}

/* A sum of settings; one that is none (a duration of 0) or overflowed is not stated. */
static double setting_of(double sum)
{
    return sum > 0 && isfinite(sum) ? sum : ABSENT;
}

/* Settings add up as the load does; a status is as good as the worst of its parts. */
static void combine_settings(const struct draft *draft, struct run *combined,
                             const struct group *group)
{
    bool parallel = draft->settings->combine == COMBINE_PARALLEL;
    combined->config.requests = 0;
    combined->config.duration_s = 0;
    combined->config.concurrency = 0;
    for (size_t i = 0; i < group->used_count; i++) {
        const struct run *run = group_used_run(draft->analysis, group, i);
        combined->config.requests += run->config.requests;
        combined->config.duration_s =
            parallel ? fmax(combined->config.duration_s, run->config.duration_s)
                     : combined->config.duration_s + run->config.duration_s;
        combined->config.concurrency = parallel
                                           ? combined->config.concurrency + run->config.concurrency
                                           : run->config.concurrency;
        if (run->status != RUN_COMPLETE)
            combined->status = RUN_PARTIAL;
        add_status_codes(draft, combined, run);
        for (size_t w = 0; w < run->warning_count; w++)
            run_warn(combined, draft->arena, run->warnings[w].code, 0, "%s", run->warnings[w].text);
    }
    combined->config.duration_s = setting_of(combined->config.duration_s);
    combined->config.concurrency = setting_of(combined->config.concurrency);
    combined->config.requests = setting_of(combined->config.requests);
}

static struct run *combined_run(const struct draft *draft, const struct group *group)
{
    struct run *run = arena_allocate(draft->arena, sizeof *run);
    const struct run *first = group_used_run(draft->analysis, group, 0);
    run_init(run);
    run->format = first->format;
    run->tool = first->tool;
    run->traits = first->traits;
    run->tool_version = first->tool_version;
    run->label = first->label;
    run->label_from = first->label_from;
    run->labels = first->labels;
    run->label_count = first->label_count;
    run->time = first->time;
    run->target = first->target;
    run->config = first->config;
    run->status = RUN_COMPLETE;
    run->source.file = first->source.file;
    run->distribution = merge_distributions(draft, group);
    combine_settings(draft, run, group);
    return run;
}

static const double *values_of_all(const struct group *group, const char *key)
{
    const struct summary *summary = group_summary_by_key(group, key);
    return summary && summary->n == group->used_count ? summary->values : NULL;
}

/* Summaries that are brackets: the combined run has no value for them. */
struct brackets {
    struct summary *items;
    size_t count;
};

static struct brackets combine_metrics(const struct draft *draft, const struct group *group,
                                       struct run *run)
{
    struct brackets brackets = {0};
    brackets.items =
        arena_allocate(draft->arena, (group->summary_count + 1) * sizeof *brackets.items);
    for (size_t i = 0; i < group->summary_count; i++) {
        const struct summary *summary = &group->summaries[i];
        if (summary->n != group->used_count)
            continue;
        struct parts parts = {
            .draft = draft,
            .group = group,
            .summary = summary,
            .requests = values_of_all(group, "requests_complete"),
            .seconds = values_of_all(group, "time_taken_s"),
        };
        double value = combine_metric(&parts);
        if (isfinite(value))
            run_set_value(run, draft->arena, summary->metric, value, summary->resolution);
        else if (!isnan(summary->pooled_low) && !isnan(summary->metric->percentile))
            brackets.items[brackets.count++] = *summary;
    }
    run_sort(run);
    return brackets;
}

/* Puts the brackets among the summaries again, without a value of their own. */
static void add_brackets(const struct draft *draft, struct group *group,
                         const struct brackets *brackets)
{
    struct summary *all =
        arena_allocate(draft->arena, (group->summary_count + brackets->count + 1) * sizeof *all);
    size_t a = 0, b = 0, count = 0;
    while (a < group->summary_count || b < brackets->count) {
        bool own = b == brackets->count ||
                   (a < group->summary_count &&
                    group->summaries[a].metric->order <= brackets->items[b].metric->order);
        if (own) {
            all[count++] = group->summaries[a++];
            continue;
        }
        struct summary *bracket = &all[count++];
        *bracket = brackets->items[b++];
        bracket->n = 0;
        bracket->mean = bracket->sd = bracket->cv = bracket->variance = ABSENT;
        bracket->ci_low = bracket->ci_high = bracket->half_width = ABSENT;
        bracket->median = bracket->min = bracket->max = ABSENT;
    }
    group->summaries = all;
    group->summary_count = count;
}

/* Side by side the load adds up, and the group's key and name with it. */
static void set_concurrency_key(const struct draft *draft, struct group *group,
                                const struct run *run)
{
    for (size_t k = 0; k < group->key_count; k++) {
        if (strcmp(group->keys[k].key, "concurrency") == 0)
            group->keys[k].text = run_key_text(run, "concurrency", draft->arena);
    }
}

static void report_rule(struct draft *draft, size_t group, size_t runs,
                        const struct brackets *brackets)
{
    bool parallel = draft->settings->combine == COMBINE_PARALLEL;
    finding_inform(draft, "combined", group,
                   "%zu runs as one, %s; latencies weighted by requests%s", runs,
                   parallel ? "their rates added, as if they had run at the same time"
                            : "requests over time, one after another",
                   brackets->count > 0 ? "; percentiles of tables are brackets, not values" : "");
}

/* The runs of the analysis while they are renumbered. */
struct renumbered {
    struct run **runs;
    size_t count;
};

static void combine_group(struct draft *draft, size_t number, struct renumbered *renumbered)
{
    struct group *group = &draft->analysis->groups[number];
    struct run *run = combined_run(draft, group);
    struct brackets brackets = combine_metrics(draft, group, run);
    size_t used = group->used_count, kept = 0;
    group->parts = arena_allocate(draft->arena, used * sizeof *group->parts);
    for (size_t i = 0; i < used; i++)
        group->parts[group->part_count++] = group_used_run(draft->analysis, group, i);
    renumbered->runs[renumbered->count] = run;
    /* Runs that could not be used stay in sight. */
    size_t *runs = arena_allocate(draft->arena, (group->run_count + 1) * sizeof *runs);
    runs[kept++] = renumbered->count++;
    for (size_t i = 0, u = 0; i < group->run_count; i++) {
        /* Both ascend, and those that are used are among the others. */
        if (u < used && group->used[u] == group->runs[i]) {
            u++;
            continue;
        }
        renumbered->runs[renumbered->count] = draft->analysis->runs[group->runs[i]];
        runs[kept++] = renumbered->count++;
    }
    group->runs = runs;
    group->run_count = kept;
    group->used[0] = runs[0];
    group->used_count = 1;
    set_concurrency_key(draft, group, run);
    report_rule(draft, number, used, &brackets);
    struct run *const *before = draft->analysis->runs;
    draft->analysis->runs = renumbered->runs;
    group->summaries = NULL;
    group->summary_count = 0;
    summarize(draft, group);
    add_brackets(draft, group, &brackets);
    draft->analysis->runs = before;
}

static void keep_group(struct draft *draft, struct group *group, struct renumbered *renumbered)
{
    for (size_t i = 0; i < group->run_count; i++) {
        size_t run = group->runs[i];
        renumbered->runs[renumbered->count] = draft->analysis->runs[run];
        for (size_t u = 0; u < group->used_count; u++) {
            if (group->used[u] == run)
                group->used[u] = renumbered->count;
        }
        group->runs[i] = renumbered->count++;
    }
    struct run *const *before = draft->analysis->runs;
    draft->analysis->runs = renumbered->runs;
    group->summaries = NULL;
    group->summary_count = 0;
    summarize(draft, group);
    draft->analysis->runs = before;
}

void groups_combine(struct draft *draft)
{
    struct analysis *analysis = draft->analysis;
    struct renumbered renumbered = {0};
    if (draft->settings->combine == COMBINE_NONE)
        return;
    renumbered.runs =
        arena_allocate(draft->arena, (analysis->run_count + 1) * sizeof(struct run *));
    for (size_t g = 0; g < analysis->group_count; g++) {
        if (analysis->groups[g].used_count >= 2)
            combine_group(draft, g, &renumbered);
        else
            keep_group(draft, &analysis->groups[g], &renumbered);
    }
    analysis->runs = renumbered.runs;
    analysis->run_count = renumbered.count;
}
