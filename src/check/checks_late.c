/*
 * Checks: what the verdicts leave to say.
 */
#include <math.h>
#include <string.h>

#include "check.h"
#include "../compare/comparison.h"
#include "../base/key_index.h"
#include "../say/words.h"

#define TOOLS_NAMED 4

/* Puts the inspection on the two sides of a comparison. */
static void look_at(struct inspection *inspection, const struct comparison *comparison)
{
    inspection->group = comparison->group;
    inspection->baseline = comparison->baseline;
}

static size_t values_of(const struct analysis *analysis, size_t group, const struct metric *metric)
{
    const struct summary *summary = group_summary(&analysis->groups[group], metric);
    return summary == NULL ? 0 : summary->n;
}

/* One finding for each kind of shortage, on the comparison that needs most. */
void check_few_runs(struct inspection *inspection)
{
    const struct analysis *analysis = inspection->draft->analysis;
    const struct comparison *neediest = NULL, *single = NULL;
    size_t singles = 0;
    struct arena *arena = inspection->draft->arena;
    for (size_t i = 0; i < analysis->comparison_count; i++) {
        const struct comparison *comparison = &analysis->comparisons[i];
        if (comparison->verdict != VERDICT_UNDECIDED ||
            analysis->groups[comparison->baseline].archived)
            continue;
        if (comparison->runs_needed > 0 &&
            (neediest == NULL || comparison->runs_needed > neediest->runs_needed))
            neediest = comparison;
        if (values_of(analysis, comparison->group, comparison->metric) < 2 ||
            values_of(analysis, comparison->baseline, comparison->metric) < 2) {
            single = single == NULL ? comparison : single;
            singles++;
        }
    }
    if (neediest != NULL) {
        look_at(inspection, neediest);
        found(inspection, NOTE_WARNS, "about %zu runs per side would decide",
              neediest->runs_needed);
    } else if (single != NULL) {
        if (singles == 1)
            look_at(inspection, single);
        found(inspection, NOTE_WARNS, "%s: noise unknown",
              words_runs_per_side(arena, values_of(analysis, single->group, single->metric),
                                  values_of(analysis, single->baseline, single->metric)));
    }
}

static double step_between(const struct analysis *analysis, const struct comparison *comparison)
{
    const struct summary *group =
        group_summary(&analysis->groups[comparison->group], comparison->metric);
    const struct summary *baseline =
        group_summary(&analysis->groups[comparison->baseline], comparison->metric);
    if (group == NULL || baseline == NULL)
        return ABSENT;
    double step = fmax(group->resolution, baseline->resolution);
    return fabs(group->mean - baseline->mean) <= step ? step : ABSENT;
}

void check_below_resolution(struct inspection *inspection)
{
    const struct analysis *analysis = inspection->draft->analysis;
    struct arena *arena = inspection->draft->arena;
    for (size_t i = 0; i < analysis->comparison_count; i++) {
        const struct comparison *comparison = &analysis->comparisons[i];
        double step = step_between(analysis, comparison);
        look_at(inspection, comparison);
        if (step > 0)
            found(inspection, NOTE_INFORMS, "%s differs by no more than its step of %s %s",
                  words_metric(comparison->metric), words_number(arena, step),
                  comparison->metric->unit);
    }
}

void check_second_opinion(struct inspection *inspection)
{
    const struct analysis *analysis = inspection->draft->analysis;
    struct arena *arena = inspection->draft->arena;
    double alpha = 1 - inspection->draft->settings->confidence;
    for (size_t i = 0; i < analysis->comparison_count; i++) {
        const struct comparison *comparison = &analysis->comparisons[i];
        if (isnan(comparison->second_p) || isnan(comparison->p) ||
            comparison->verdict == VERDICT_INVALID ||
            comparison->verdict == VERDICT_NOT_COMPARABLE ||
            (comparison->p < alpha) == (comparison->second_p < alpha))
            continue;
        look_at(inspection, comparison);
        found(inspection, NOTE_WARNS, "%s: p %s by %s, %s by Mann-Whitney",
              words_metric(comparison->metric), words_number(arena, comparison->p),
              comparison->test, words_number(arena, comparison->second_p));
    }
}

void check_unmatched_rows(struct inspection *inspection)
{
    const struct pivot *pivot = &inspection->draft->analysis->pivot;
    for (size_t column = 0; column < pivot->column_count; column++) {
        if (pivot->column_key == NULL || column == pivot->baseline_column ||
            pivot->matched[column] == pivot->row_count || pivot->matched[column] == 0)
            continue;
        found(inspection, NOTE_INFORMS, "the mean of %s is over %zu of %zu rows",
              pivot->columns[column], pivot->matched[column], pivot->row_count);
    }
}

/* Once, where a percentile stands in the tables at all. */
void check_typical_percentile(struct inspection *inspection)
{
    const struct draft *draft = inspection->draft;
    for (size_t g = 0; g < draft->analysis->group_count; g++) {
        const struct group *group = &draft->analysis->groups[g];
        for (size_t i = 0; i < group->summary_count; i++) {
            if (isnan(group->summaries[i].metric->percentile) || group->summaries[i].n < 2)
                continue;
            found(inspection, NOTE_INFORMS, "percentiles by %s",
                  draft->settings->quantile == QUANTILE_NEAREST
                      ? "the tool's own rank, or by nearest rank where loadstat computed them"
                      : quantile_kind_name(draft->settings->quantile));
            return;
        }
    }
}

static bool has_latency(const struct group *group)
{
    for (size_t i = 0; i < group->summary_count; i++) {
        if (strncmp(group->summaries[i].metric->key, "latency_", strlen("latency_")) == 0)
            return true;
    }
    return false;
}

/* The closed-loop tools whose latencies are shown, each once; their number. */
static size_t tools_with_latency(const struct draft *draft, const char **tools)
{
    const struct analysis *analysis = draft->analysis;
    struct key_index met;
    size_t count = 0;
    key_index_init(&met, draft->arena);
    for (size_t g = 0; g < analysis->group_count; g++) {
        const struct group *group = &analysis->groups[g];
        for (size_t i = 0; i < group->used_count && has_latency(group); i++) {
            const struct run *run = group_used_run(analysis, group, i);
            const char *name = run->tool == NULL ? "the load tool" : run->tool;
            if (run->traits->load != LOAD_CLOSED)
                continue;
            if (key_index_put(&met, name, count) == count)
                tools[count++] = name;
        }
    }
    return count;
}

void check_coordinated_omission(struct inspection *inspection)
{
    struct draft *draft = inspection->draft;
    const char **tools =
        arena_allocate(draft->arena, (draft->analysis->run_count + 1) * sizeof *tools);
    size_t count = tools_with_latency(draft, tools);
    if (count == 0)
        return;
    found(
        inspection, NOTE_INFORMS,
        "closed loop: %s %s again only when answered, so that a stall hides the requests it delays",
        words_list(draft->arena, tools, count, TOOLS_NAMED), count == 1 ? "asks" : "ask");
}
