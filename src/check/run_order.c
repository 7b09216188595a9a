/*
 * Runs that depend on when they were taken.
 */
#include "check.h"

#include <math.h>
#include <string.h>

#include "../stats/trend.h"
#include "../compare/comparison.h"
#include "../compare/trend_order.h"
#include "../say/words.h"

#define RUNS_FOR_LAG 10

static void find_drift(struct inspection *inspection)
{
    const struct summary *summary = inspected_primary(inspection);
    struct arena *arena = inspection->draft->arena;
    double share;
    if (!summary || inspected_group(inspection)->archived ||
        !runs_drift(inspection->draft, summary, &share))
        return;
    found(inspection, NOTE_WARNS, "%s changes by %s from the first to the last of %s",
          words_metric(summary->metric), words_change(arena, share * 100),
          words_runs(arena, summary->n));
}

static const struct check check_drift = {
    .code = "drift",
    .severity = NOTE_WARNS,
    .scope = CHECK_GROUP,
    .blocks_as = VERDICT_INVALID,
    .summary = "the runs get steadily faster or slower",
    .advice = "Whatever is measured last gains or loses by it; take the sides in turn (A B A B).",
    .find = find_drift,
};

static void find_lag(struct inspection *inspection)
{
    const struct summary *summary = inspected_primary(inspection);
    struct arena *arena = inspection->draft->arena;
    double correlation, share;
    if (!summary || summary->n < RUNS_FOR_LAG || inspected_group(inspection)->archived)
        return;
    const double *ordered = values_in_time(inspection->draft, summary);
    if (!lag1_autocorrelation(ordered, summary->n, &correlation) ||
        correlation <= 2 / sqrt((double)summary->n) ||
        runs_drift(inspection->draft, summary, &share))
        return; /* a drift was said already */
    found(inspection, NOTE_WARNS, "correlation of neighbouring runs %s over %s",
          words_number(arena, correlation), words_runs(arena, summary->n));
}

static const struct check check_lag = {
    .code = "lag",
    .severity = NOTE_WARNS,
    .scope = CHECK_GROUP,
    .blocks_as = VERDICT_INVALID,
    .summary = "each run resembles the one before it",
    .advice = "The interval is too narrow for runs that depend on each other; take the sides in "
              "turn, and compare with --pair-by.",
    .find = find_lag,
};

/* The first and the last time of a side's used runs; false where a run tells none. */
static bool time_span(const struct inspection *inspection, const struct group *group,
                      const char **first, const char **last)
{
    *first = *last = NULL;
    for (size_t i = 0; i < group->used_count; i++) {
        const char *time = group_used_run(inspection->draft->analysis, group, i)->time;
        if (!time)
            return false;
        if (!*first || strcmp(time, *first) < 0)
            *first = time;
        if (!*last || strcmp(time, *last) > 0)
            *last = time;
    }
    return *first;
}

static bool side_drifts(const struct inspection *inspection, const struct group *group)
{
    const struct metric *primary = inspection->draft->analysis->primary;
    const struct summary *summary = primary ? group_summary(group, primary) : NULL;
    double share;
    return summary && runs_drift(inspection->draft, summary, &share);
}

/* Only time stamps tell the order; that of the files says nothing. */
static void find_block_order(struct inspection *inspection)
{
    const struct group *group = inspected_group(inspection);
    const struct group *baseline = inspected_baseline(inspection);
    const char *first, *last, *other_first, *other_last;
    if (baseline->archived || group->used_count < RUNS_FOR_VERDICT ||
        baseline->used_count < RUNS_FOR_VERDICT || !time_span(inspection, group, &first, &last) ||
        !time_span(inspection, baseline, &other_first, &other_last))
        return;
    bool after = strcmp(first, other_last) > 0, before = strcmp(last, other_first) < 0;
    if (!after && !before)
        return;
    bool drifts = side_drifts(inspection, group) || side_drifts(inspection, baseline);
    found(inspection, drifts ? NOTE_BLOCKS : NOTE_INFORMS, "all its runs were taken %s%s",
          after ? "after those of the baseline" : "before those of the baseline",
          drifts ? ", and the runs of a side drift" : "");
}

static const struct check check_block_order = {
    .code = "block-order",
    .severity = NOTE_BLOCKS,
    .scope = CHECK_PAIR,
    .blocks_as = VERDICT_INVALID,
    .summary = "all runs of one side were taken before all of the other; with drift it blocks",
    .advice = "What changed on the machine in between looks like a difference of the servers; take "
              "the sides in turn (A B A B).",
    .find = find_block_order,
};

const struct check_list run_order_checks = CHECK_LIST(&check_drift, &check_lag, &check_block_order);
