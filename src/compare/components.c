/*
 * What lies inside the runs of a group: components of variance
 * and values over all requests.
 */
#include <math.h>
#include <string.h>

#include "../stats/percentile_brackets.h"
#include "../stats/run_summaries.h"
#include "../stats/sparse_counts.h"
#include "../stats/throughput.h"
#include "summary.h"

/* Means that come with the sd of the single requests behind them. */
static const struct {
    const char *mean, *sd;
} spreads[] = {
    {"latency_mean_ms",       "latency_sd_ms"   },
    {"latency_total_mean_ms", "latency_sd_ms"   },
    {"connect_mean_ms",       "connect_sd_ms"   },
    {"waiting_mean_ms",       "waiting_sd_ms"   },
    {"processing_mean_ms",    "processing_sd_ms"},
};

static const char *spread_key(const struct metric *metric)
{
    for (size_t i = 0; i < sizeof spreads / sizeof *spreads; i++) {
        if (strcmp(spreads[i].mean, metric->key) == 0)
            return spreads[i].sd;
    }
    return NULL;
}

/* A run's requests and sd beside its mean; false where its log does not tell both. */
static bool run_summary_of(const struct run *run, double mean, const char *sd_key,
                           struct run_summary *summary)
{
    double requests, sd;
    if (!run_value_of(run, "requests_complete", &requests) || requests < 1 ||
        !run_value_of(run, sd_key, &sd) || sd < 0)
        return false;
    if (requests > LARGEST_COUNT)
        return false;
    *summary = (struct run_summary){.n = (uint64_t)requests, .mean = mean, .sd = sd};
    return true;
}

void summarize_component(const struct draft *draft, const struct group *group,
                         struct summary *summary)
{
    const char *sd_key = spread_key(summary->metric);
    if (!sd_key || summary->n < group->used_count)
        return;
    struct run_summary *runs = arena_allocate(draft->arena, (group->used_count + 1) * sizeof *runs);
    for (size_t i = 0; i < group->used_count; i++) {
        const struct run *run = group_used_run(draft->analysis, group, i);
        if (!run_summary_of(run, summary->values[i], sd_key, &runs[i]))
            return;
    }
    double within;
    if (pooled_sd(runs, group->used_count, &within)) {
        summary->within_sd = within;
        summary->within_requests = 0;
        for (size_t i = 0; i < group->used_count; i++)
            summary->within_requests += (double)runs[i].n;
    }
    struct combined_runs combined;
    if (!combine_runs(runs, group->used_count, &combined))
        return;
    summary->between_sd = combined.between_sd;
    summary->between_cv = combined.has_between_cv ? combined.between_cv : ABSENT;
    summary->icc = combined.has_ratio ? combined.icc : ABSENT;
}

void summarize_components(struct draft *draft, struct group *group)
{
    for (size_t i = 0; i < group->summary_count; i++)
        summarize_component(draft, group, &group->summaries[i]);
}

size_t counts_of_distribution(const struct distribution *distribution, struct value_count *counts)
{
    for (size_t i = 0; i < distribution->count; i++) {
        counts[i] = (struct value_count){distribution->bins[i].value * distribution->unit_ms,
                                         distribution->bins[i].count};
    }
    return distribution->count;
}

/* The counts of all used runs as one; false where a run has none. */
static bool merge_distributions(const struct draft *draft, const struct group *group,
                                struct value_count **merged, size_t *entries)
{
    *entries = 0;
    *merged = NULL;
    for (size_t i = 0; i < group->used_count; i++) {
        const struct distribution *distribution =
            &group_used_run(draft->analysis, group, i)->distribution;
        if (distribution->count == 0)
            return false;
        struct value_count *counts =
            arena_allocate(draft->arena, distribution->count * sizeof *counts);
        struct value_count *sum =
            arena_allocate(draft->arena, (distribution->count + *entries) * sizeof *sum);
        size_t added = counts_of_distribution(distribution, counts);
        *entries = counts_merge(*merged, *entries, counts, added, sum);
        *merged = sum;
    }
    return group->used_count > 0;
}

enum quantile_method quantile_method_of(enum quantile_kind kind)
{
    static const enum quantile_method methods[] = {
        [QUANTILE_NEAREST] = QUANTILE_TYPE_1,
        [QUANTILE_TYPE7] = QUANTILE_TYPE_7,
        [QUANTILE_AB] = QUANTILE_AB_TABLE,
    };
    return methods[kind];
}

/* Adds a point; a table that falls by rounding is kept level. */
static void add_point(struct percentile_point *points, size_t *count, double p, double value)
{
    if (*count > 0 && value < points[*count - 1].value)
        value = points[*count - 1].value;
    points[(*count)++] = (struct percentile_point){p, value};
}

/* The percentiles of a run's report as a table; false where it does not tell its requests. */
static bool table_of(struct arena *arena, const struct run *run, struct percentile_table *table)
{
    struct percentile_point *points =
        arena_allocate(arena, (run->measurement_count + 2) * sizeof *points);
    size_t count = 0;
    double value, requests;
    if (!run_value_of(run, "requests_complete", &requests) || requests < 1)
        return false;
    if (run_value_of(run, "latency_min_ms", &value))
        add_point(points, &count, 0, value);
    for (size_t m = 0; m < run->measurement_count; m++) {
        const struct measurement *measurement = &run->measurements[m];
        double p = measurement->metric->percentile / 100;
        bool ascends = count == 0 || p > points[count - 1].p;
        if (p > 0 && p < 1 && ascends)
            add_point(points, &count, p, measurement->value);
    }
    if (run_value_of(run, "latency_max_ms", &value))
        add_point(points, &count, 1, value);
    *table = (struct percentile_table){points, count, requests};
    return count > 0;
}

/* The mixture bounds cost tables x points; of more tables than this the plain bounds must do. */
enum { MOST_TABLES = 200 };

/* A percentile of all requests lies among the runs' own. */
static void bracket_by_range(struct group *group)
{
    for (size_t i = 0; i < group->summary_count; i++) {
        struct summary *summary = &group->summaries[i];
        double p = summary->metric->percentile / 100;
        if (!(p > 0 && p < 1) || summary->n != group->used_count)
            continue;
        summary->pooled_low = summary->min;
        summary->pooled_high = summary->max;
    }
}

/* The tables of all used runs; NULL where one tells none. */
static const struct percentile_table *tables_of(const struct draft *draft,
                                                const struct group *group, struct arena *arena)
{
    struct percentile_table *tables =
        arena_allocate(arena, (group->used_count + 1) * sizeof *tables);
    for (size_t i = 0; i < group->used_count; i++) {
        if (!table_of(arena, group_used_run(draft->analysis, group, i), &tables[i]))
            return NULL;
    }
    return tables;
}

static void bracket_by_tables(const struct percentile_table *tables, struct group *group,
                              struct arena *arena)
{
    size_t most = group->summary_count + 1;
    struct summary **percentiles = arena_allocate(arena, most * sizeof *percentiles);
    double *p = arena_allocate(arena, most * sizeof *p);
    struct interval *brackets = arena_allocate(arena, most * sizeof *brackets);
    size_t count = 0;
    for (size_t i = 0; i < group->summary_count; i++) {
        percentiles[count] = &group->summaries[i];
        p[count] = percentiles[count]->metric->percentile / 100;
        if (p[count] > 0 && p[count] < 1 && percentiles[count]->n == group->used_count)
            count++;
    }
    pooled_percentile_brackets(tables, group->used_count, p, count, brackets);
    for (size_t i = 0; i < count; i++) {
        percentiles[i]->pooled_low = brackets[i].low;
        percentiles[i]->pooled_high = brackets[i].high;
    }
}

static void bracket_percentiles(const struct draft *draft, struct group *group)
{
    struct arena scratch;
    if (group->used_count > MOST_TABLES) {
        bracket_by_range(group);
        return;
    }
    arena_init(&scratch);
    const struct percentile_table *tables = tables_of(draft, group, &scratch);
    if (tables)
        bracket_by_tables(tables, group, &scratch);
    arena_release(&scratch);
}

static void pool_percentiles(const struct draft *draft, struct group *group)
{
    struct value_count *merged;
    size_t entries;
    if (!merge_distributions(draft, group, &merged, &entries)) {
        bracket_percentiles(draft, group);
        return;
    }
    enum quantile_method method = quantile_method_of(draft->settings->quantile);
    for (size_t i = 0; i < group->summary_count; i++) {
        struct summary *summary = &group->summaries[i];
        double p = summary->metric->percentile / 100, value;
        if (!(p > 0 && p < 1) || !counts_quantile(merged, entries, p, method, &value))
            continue;
        summary->pooled_low = value;
        summary->pooled_high = value;
    }
}

/* One value of every used run; false where a run lacks it. */
static bool values_of_all(const struct draft *draft, const struct group *group, const char *key,
                          double *values)
{
    for (size_t i = 0; i < group->used_count; i++) {
        if (!run_value_of(group_used_run(draft->analysis, group, i), key, &values[i]))
            return false;
    }
    return group->used_count > 0;
}

static double weighted_mean(const double *values, const double *weights, size_t n)
{
    double sum = 0, weight = 0;
    for (size_t i = 0; i < n; i++) {
        sum += values[i] * weights[i];
        weight += weights[i];
    }
    return weight > 0 ? sum / weight : ABSENT;
}

static void set_pooled(struct group *group, const char *key, double value)
{
    for (size_t i = 0; i < group->summary_count; i++) {
        struct summary *summary = &group->summaries[i];
        if (strcmp(summary->metric->key, key) == 0 && summary->n == group->used_count) {
            summary->pooled_low = value;
            summary->pooled_high = value;
        }
    }
}

void summarize_pooled_mean(const struct draft *draft, const struct group *group,
                           struct summary *summary)
{
    size_t n = group->used_count;
    double *requests = arena_allocate(draft->arena, (n + 1) * sizeof *requests);
    if (!spread_key(summary->metric) || summary->n < n ||
        !values_of_all(draft, group, "requests_complete", requests))
        return;
    summary->pooled_low = summary->pooled_high = weighted_mean(summary->values, requests, n);
}

void summarize_pooled(struct draft *draft, struct group *group)
{
    size_t n = group->used_count;
    double *requests = arena_allocate(draft->arena, 2 * (n + 1) * sizeof *requests);
    double *seconds = requests + n + 1, rate;
    pool_percentiles(draft, group);
    for (size_t i = 0; i < group->summary_count; i++) {
        const struct summary *summary = &group->summaries[i];
        if (strcmp(summary->metric->key, "latency_min_ms") == 0)
            set_pooled(group, "latency_min_ms", summary->min);
        if (strcmp(summary->metric->key, "latency_max_ms") == 0)
            set_pooled(group, "latency_max_ms", summary->max);
    }
    if (!values_of_all(draft, group, "requests_complete", requests))
        return;
    if (values_of_all(draft, group, "time_taken_s", seconds) &&
        sequential_rate(requests, seconds, n, &rate))
        set_pooled(group, "requests_per_second", rate);
    for (size_t i = 0; i < group->summary_count; i++)
        summarize_pooled_mean(draft, group, &group->summaries[i]);
}
