#include "comparison.h"

#include <math.h>
#include <string.h>

#include "../stats/change_point.h"
#include "../stats/prediction.h"
#include "../say/words.h"
#include "batches.h"
#include "measured_mean.h"
#include "summary.h"
#include "significance.h"

static struct comparison comparison_of(const struct draft *draft, struct pair pair,
                                       const struct metric *metric)
{
    struct comparison comparison = {
        .metric = metric, .group = pair.group, .baseline = pair.baseline};
    double *const undefined[] = {
        &comparison.ratio,
        &comparison.ratio_of_means,
        &comparison.change_pct,
        &comparison.ci_low,
        &comparison.ci_high,
        &comparison.p,
        &comparison.p_adjusted,
        &comparison.degrees_of_freedom,
        &comparison.log_sd,
        &comparison.log_sd_df,
        &comparison.equivalence.p,
        &comparison.equivalence.p_adjusted,
        &comparison.equivalence.ci_low,
        &comparison.equivalence.ci_high,
        &comparison.planned_change,
        &comparison.second_p,
        &comparison.second_ratio,
        &comparison.second_low,
        &comparison.second_high,
    };
    for (size_t i = 0; i < sizeof undefined / sizeof *undefined; i++)
        *undefined[i] = ABSENT;
    comparison.confidence = draft->settings->confidence;
    return comparison;
}

/* Why no verdict may rest on the archive, in words; NULL where one may. */
static const char *archive_refusal(const struct draft *draft, const struct metric *metric,
                                   const struct batches *batches)
{
    struct arena *arena = draft->arena;
    size_t first;
    if (batches->runs < ARCHIVED_RUNS_FOR_VERDICT)
        return arena_format(arena, "%zu comparable %s in the archive, %d needed", batches->runs,
                            batches->runs == 1 ? "run" : "runs", ARCHIVED_RUNS_FOR_VERDICT);
    if (batches->count < BATCHES_FOR_VERDICT)
        return arena_format(arena, "the archive's %s were taken in %zu %s, %d needed",
                            words_runs(arena, batches->runs), batches->count,
                            batches->count == 1 ? "batch" : "batches", BATCHES_FOR_VERDICT);
    if (find_fresh_change(batch_levels(arena, batches), batches->count,
                          settings_min_effect(draft->settings, metric), &first))
        return arena_format(arena, "the archive's level changed at %s", batches->names[first]);
    return NULL;
}

/* New runs against archived ones: do they fall where the archive lets expect? */
static void predict(const struct draft *draft, const struct sides *sides,
                    struct comparison *comparison)
{
    const struct summary *archived = sides->baseline_summary;
    struct arena *arena = draft->arena;
    struct run **runs = arena_allocate(arena, (archived->n + 1) * sizeof(struct run *));
    for (size_t i = 0; i < archived->n; i++)
        runs[i] = draft->analysis->runs[archived->runs[i]];
    struct batches batches = batches_of(arena, runs, archived->values, archived->n);
    double confidence = draft->settings->confidence;
    struct prediction_result result;
    comparison->refusal = archive_refusal(draft, comparison->metric, &batches);
    comparison->batches = batches.count;
    if (!batch_prediction_test(sides->x, batches.samples, batches.count, confidence, &result))
        return;
    struct past_alarms past =
        count_past_alarms(batches.samples, batches.count, confidence,
                          settings_min_effect(draft->settings, comparison->metric));
    comparison->past_tested = past.tested;
    comparison->past_alarms = past.alarms;
    comparison->test = "prediction";
    comparison->ratio = result.ratio;
    comparison->p = result.p;
    comparison->degrees_of_freedom = result.degrees_of_freedom;
    comparison->ci_low = result.interval.low;
    comparison->ci_high = result.interval.high;
}

double comparison_ratio(const struct comparison *comparison)
{
    return comparison->by_means || isnan(comparison->ratio) ? comparison->ratio_of_means
                                                            : comparison->ratio;
}

static void compare(const struct draft *draft, struct comparison *comparison)
{
    const struct analysis *analysis = draft->analysis;
    struct sides sides = {
        .group = &analysis->groups[comparison->group],
        .baseline = &analysis->groups[comparison->baseline],
    };
    sides.group_summary = group_summary(sides.group, comparison->metric);
    sides.baseline_summary = group_summary(sides.baseline, comparison->metric);
    if (!sides.group_summary || !sides.baseline_summary)
        return;
    sides.x = (struct sample){sides.group_summary->values, sides.group_summary->n};
    sides.y = (struct sample){sides.baseline_summary->values, sides.baseline_summary->n};
    set_ratios(&sides, comparison);
    if (sides.baseline->archived)
        predict(draft, &sides, comparison);
    else
        test_sides(draft, &sides, comparison);
    double change = (comparison_ratio(comparison) - 1) * 100;
    comparison->change_pct = isfinite(change) ? change : ABSENT;
}

/* Whether both sides have a metric, or one should have it and has no usable run. */
static bool is_worth_comparing(const struct draft *draft, struct pair pair,
                               const struct metric *metric)
{
    const struct group *group = &draft->analysis->groups[pair.group];
    const struct group *baseline = &draft->analysis->groups[pair.baseline];
    bool empty = group->used_count == 0 || baseline->used_count == 0;
    if (empty)
        return metric == draft->analysis->primary;
    const struct summary *summary = group_summary(group, metric);
    const struct summary *other = group_summary(baseline, metric);
    return summary && summary->n > 0 && other && other->n > 0;
}

/*
 * A mean latency that is computed as concurrency / rate is the same number
 * twice, no second test.  Runs that measured a mean apart from it are not meant.
 */
static bool repeats_primary(const struct draft *draft, const struct comparison *comparison)
{
    const struct analysis *analysis = draft->analysis;
    const struct group *group = &analysis->groups[comparison->group];
    const struct group *baseline = &analysis->groups[comparison->baseline];
    return analysis->primary && strcmp(analysis->primary->key, "requests_per_second") == 0 &&
           is_computed_from_rate(analysis, group, comparison->metric) &&
           is_computed_from_rate(analysis, baseline, comparison->metric);
}

static void add_comparison(struct draft *draft, struct pair pair, const struct metric *metric)
{
    struct analysis *analysis = draft->analysis;
    if (!is_worth_comparing(draft, pair, metric))
        return;
    struct comparison *comparison = &analysis->comparisons[analysis->comparison_count++];
    *comparison = comparison_of(draft, pair, metric);
    compare(draft, comparison);
    comparison->primary = !repeats_primary(draft, comparison);
}

void comparisons_make(struct draft *draft)
{
    struct analysis *analysis = draft->analysis;
    const struct settings *settings = draft->settings;
    if (!analysis->primary)
        return;
    analysis->comparisons =
        arena_allocate(draft->arena, (draft->pair_count * (settings->metric_count + 1) + 1) *
                                         sizeof *analysis->comparisons);
    for (size_t i = 0; i < draft->pair_count; i++) {
        add_comparison(draft, draft->pairs[i], analysis->primary);
        for (size_t m = 0; m < settings->metric_count; m++) {
            const struct metric *metric = settings->metrics[m];
            bool again = metric == analysis->primary;
            for (size_t earlier = 0; earlier < m; earlier++)
                again = again || settings->metrics[earlier] == metric;
            if (!again)
                add_comparison(draft, draft->pairs[i], metric);
        }
    }
}

static bool is_wanted(const struct settings *settings, enum verdict verdict)
{
    for (size_t i = 0; i < settings->only_count; i++) {
        if (strcmp(settings->only[i], verdict_name(verdict)) == 0)
            return true;
    }
    return false;
}

const bool *analysis_wanted_groups(const struct analysis *analysis, const struct metric *metric,
                                   struct arena *arena)
{
    bool *wanted = arena_allocate(arena, analysis->group_count + 1);
    bool all = analysis->settings->only_count == 0 || analysis->comparison_count == 0, any = false;
    for (size_t i = 0; i < analysis->comparison_count && !all; i++) {
        const struct comparison *comparison = &analysis->comparisons[i];
        if ((metric && comparison->metric != metric) ||
            !is_wanted(analysis->settings, comparison->verdict))
            continue;
        wanted[comparison->group] = wanted[comparison->baseline] = any = true;
    }
    for (size_t g = 0; g < analysis->group_count && !any; g++)
        wanted[g] = all || analysis->groups[g].is_baseline;
    return wanted;
}

const struct comparison *analysis_comparison(const struct analysis *analysis, size_t group,
                                             const struct metric *metric)
{
    for (size_t i = 0; i < analysis->comparison_count; i++) {
        const struct comparison *comparison = &analysis->comparisons[i];
        if (comparison->group == group && comparison->metric == metric)
            return comparison;
    }
    return NULL;
}
