/*
 * What the verdicts leave to say.
 */
#include "check.h"

#include <math.h>

#include "../compare/claim.h"
#include "../say/format.h"
#include "../say/words.h"

/* Puts the inspection on the two sides of a comparison. */
static void look_at(struct inspection *inspection, const struct comparison *comparison)
{
    inspection->group = comparison->group;
    inspection->baseline = comparison->baseline;
}

static size_t values_of(const struct analysis *analysis, size_t group, const struct metric *metric)
{
    const struct summary *summary = group_summary(&analysis->groups[group], metric);
    return summary ? summary->n : 0;
}

/* One finding for each kind of shortage, on the comparison that needs most. */
static void find_few_runs(struct inspection *inspection)
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
            (!neediest || comparison->runs_needed > neediest->runs_needed))
            neediest = comparison;
        if (values_of(analysis, comparison->group, comparison->metric) < 2 ||
            values_of(analysis, comparison->baseline, comparison->metric) < 2) {
            single = single ? single : comparison;
            singles++;
        }
    }
    if (neediest) {
        look_at(inspection, neediest);
        found(inspection, NOTE_WARNS, "%s", claim_plan(arena, neediest));
    } else if (single) {
        if (singles == 1)
            look_at(inspection, single);
        found(inspection, NOTE_WARNS, "%s: noise unknown",
              words_runs_per_side(arena, values_of(analysis, single->group, single->metric),
                                  values_of(analysis, single->baseline, single->metric)));
    }
}

static const struct check check_few_runs = {
    .code = "few-runs",
    .severity = NOTE_WARNS,
    .scope = CHECK_LATE,
    .blocks_as = VERDICT_INVALID,
    .summary = "fewer runs than a verdict needs, with the number that would do",
    .advice = "A verdict rests on three runs a side at least, better five, and on more where they "
              "scatter.",
    .find = find_few_runs,
};

static double step_between(const struct analysis *analysis, const struct comparison *comparison)
{
    const struct summary *group =
        group_summary(&analysis->groups[comparison->group], comparison->metric);
    const struct summary *baseline =
        group_summary(&analysis->groups[comparison->baseline], comparison->metric);
    if (!group || !baseline)
        return ABSENT;
    double step = fmax(group->resolution, baseline->resolution);
    return fabs(group->mean - baseline->mean) <= step ? step : ABSENT;
}

static void find_below_resolution(struct inspection *inspection)
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

static const struct check check_below_resolution = {
    .code = "below-resolution",
    .severity = NOTE_INFORMS,
    .scope = CHECK_LATE,
    .blocks_as = VERDICT_INVALID,
    .summary = "a difference no larger than the step in which the values are printed",
    .advice = "The logs cannot tell whether there is a difference.",
    .find = find_below_resolution,
};

static void find_second_opinion(struct inspection *inspection)
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
        found(inspection, NOTE_WARNS, "%s: p %s by %s, %s by %s", words_metric(comparison->metric),
              format_p(arena, comparison->p), claim_test_name(comparison->test),
              format_p(arena, comparison->second_p), claim_test_name(comparison->second_test));
    }
}

static const struct check check_second_opinion = {
    .code = "second-opinion",
    .severity = NOTE_WARNS,
    .scope = CHECK_LATE,
    .blocks_as = VERDICT_INVALID,
    .summary = "the t test and the rank test come to different verdicts",
    .advice = "Look at the single runs: one of them decides.",
    .find = find_second_opinion,
};

static void find_unmatched_rows(struct inspection *inspection)
{
    const struct pivot *pivot = &inspection->draft->analysis->pivot;
    for (size_t column = 0; column < pivot->column_count; column++) {
        if (!pivot->column_key || column == pivot->baseline_column ||
            pivot->matched[column] == pivot->row_count || pivot->matched[column] == 0)
            continue;
        found(inspection, NOTE_INFORMS, "the mean of %s is over %zu of %zu rows",
              pivot->columns[column], pivot->matched[column], pivot->row_count);
    }
}

static const struct check check_unmatched_rows = {
    .code = "unmatched-rows",
    .severity = NOTE_INFORMS,
    .scope = CHECK_LATE,
    .blocks_as = VERDICT_INVALID,
    .summary = "a mean over the rows of a pivot leaves rows out",
    .advice = "It is taken over the rows that both sides measured.",
    .find = find_unmatched_rows,
};

static const struct check check_combined = {
    .code = "combined",
    .severity = NOTE_INFORMS,
    .scope = CHECK_GROUP,
    .blocks_as = VERDICT_INVALID,
    .summary = "runs were combined into one by --combine",
};

const struct check_list unproven_checks =
    CHECK_LIST(&check_few_runs, &check_below_resolution, &check_second_opinion,
               &check_unmatched_rows, &check_combined);
