#include "../compare/analysis.h"

#include <math.h>
#include <string.h>

#include "answer.h"
#include "../check/check.h"
#include "../compare/combine.h"
#include "../compare/comparison.h"
#include "../compare/context.h"
#include "../compare/finding.h"
#include "../compare/group.h"
#include "../compare/paths.h"
#include "../compare/pivot.h"
#include "../compare/summary.h"
#include "../compare/sweep.h"

const char *severity_name(enum severity severity)
{
    static const char *const names[] = {
        [NOTE_BLOCKS] = "blocks",
        [NOTE_WARNS] = "warns",
        [NOTE_INFORMS] = "informs",
    };
    return names[severity];
}

/* --filter.  False, with a diagnostic, where no run is left of some. */
static bool filter_runs(struct context *context, const struct run_set *runs)
{
    struct run **kept = arena_allocate(context->arena, (runs->count + 1) * sizeof(struct run *));
    size_t count = 0;
    for (size_t i = 0; i < runs->count; i++) {
        const struct expression *filter = context->settings->filter;
        if (filter == NULL || expression_matches(filter, runs->runs[i]))
            kept[count++] = runs->runs[i];
    }
    context->analysis->runs = kept;
    context->analysis->run_count = count;
    if (count > 0 || runs->count == 0)
        return true;
    diag_error(context->diag, STATUS_UNUSABLE, (struct place){0},
               "--filter leaves none of %zu runs", runs->count);
    return false;
}

static bool is_warning_code(const struct analysis *analysis, const char *code)
{
    for (size_t i = 0; i < analysis->run_count; i++) {
        if (run_has_warning(analysis->runs[i], code))
            return true;
    }
    return false;
}

static bool accepted_codes_exist(const struct context *context)
{
    for (size_t i = 0; i < context->settings->accepted_count; i++) {
        const char *code = context->settings->accepted[i];
        if (check_find(code) != NULL || is_warning_code(context->analysis, code))
            continue;
        diag_error(context->diag, STATUS_USAGE, (struct place){0},
                   "--accept: no check is called '%s'; --list-checks lists them", code);
        return false;
    }
    return true;
}

static bool some_group_has(const struct analysis *analysis, const struct metric *metric)
{
    for (size_t g = 0; g < analysis->group_count; g++) {
        if (group_summary(&analysis->groups[g], metric) != NULL)
            return true;
    }
    return false;
}

/*
 * Requests per second; mean latency where no run tells it; else the first
 * metric with a good side that a group has.
 */
static const struct metric *primary_of(const struct context *context)
{
    static const char *const preferred[] = {"requests_per_second", "latency_mean_ms",
                                            "latency_total_mean_ms"};
    const struct analysis *analysis = context->analysis;
    for (size_t i = 0; i < sizeof preferred / sizeof *preferred; i++) {
        const struct metric *metric = metric_find(context->metrics, text_of(preferred[i]));
        if (metric != NULL && some_group_has(analysis, metric))
            return metric;
    }
    for (size_t g = 0; g < analysis->group_count; g++) {
        const struct group *group = &analysis->groups[g];
        for (size_t i = 0; i < group->summary_count; i++) {
            const struct metric *metric = group->summaries[i].metric;
            if (metric->better != BETTER_NEITHER && metric->kind != METRIC_COUNT)
                return metric;
        }
    }
    return NULL;
}

/* What is there to compare, before anything is. */
static bool lay_out(struct context *context)
{
    struct analysis *analysis = context->analysis;
    if (!groups_make(context))
        return false;
    for (size_t g = 0; g < analysis->group_count; g++)
        summarize(context, &analysis->groups[g]);
    groups_combine(context);
    groups_name(context);
    if (!groups_sort(context) || !pairs_make(context))
        return false;
    archive_add_baselines(context);
    analysis->primary = primary_of(context);
    return true;
}

bool analysis_make(struct analysis *analysis, const struct run_set *runs,
                   const struct run_set *against, const struct settings *settings,
                   struct metric_set *metrics, struct arena *arena, struct diag *diag)
{
    struct context context = {
        .analysis = analysis,
        .settings = settings,
        .against = against,
        .metrics = metrics,
        .arena = arena,
        .diag = diag,
    };
    memset(analysis, 0, sizeof *analysis);
    analysis->settings = settings;
    if (!filter_runs(&context, runs) || !accepted_codes_exist(&context))
        return false;
    runs_split_by_path(&context);
    if (!lay_out(&context))
        return false;
    checks_run(&context, CHECK_GROUP);
    checks_run(&context, CHECK_PAIR);
    checks_run(&context, CHECK_ALL);
    comparisons_make(&context);
    verdicts_make(&context);
    pivot_finish(&context);
    sweeps_make(&context);
    checks_run(&context, CHECK_LATE);
    notes_make(&context);
    analysis->answer = answer_of(&context);
    return true;
}
