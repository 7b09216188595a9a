#include "analyse.h"

#include <math.h>
#include <string.h>

#include "answer.h"
#include "../check/check.h"
#include "../check/note.h"
#include "../compare/combine_runs.h"
#include "../compare/comparison.h"
#include "../compare/pairs.h"
#include "../compare/draft.h"
#include "../compare/group.h"
#include "../compare/measured_mean.h"
#include "../compare/paths.h"
#include "../compare/pivot.h"
#include "../compare/summary.h"
#include "../compare/sweep.h"
#include "../say/words.h"
#include "verdict.h"

/* --filter.  False, with a diagnostic, where no run is left of some. */
static bool filter_runs(struct draft *draft, const struct run_set *runs)
{
    struct run **kept = arena_allocate(draft->arena, (runs->count + 1) * sizeof(struct run *));
    size_t count = 0;
    for (size_t i = 0; i < runs->count; i++) {
        const struct expression *filter = draft->settings->filter;
        if (!filter || expression_matches(filter, runs->runs[i]))
            kept[count++] = runs->runs[i];
    }
    draft->analysis->runs = kept;
    draft->analysis->run_count = count;
    if (count > 0 || runs->count == 0)
        return true;
    diag_error(draft->diag, STATUS_UNUSABLE, (struct place){0}, "--filter leaves none of %zu runs",
               runs->count);
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

static void code_unknown(const struct draft *draft, const char *code)
{
    const struct check *check;
    struct suggestion suggestion;
    suggestion_init(&suggestion, code);
    for (size_t i = 0; (check = check_at(i)); i++)
        suggestion_offer(&suggestion, check->code);
    diag_error(draft->diag, STATUS_USAGE, (struct place){0},
               "--accept: no check is called '%s'; %s", code,
               suggestion_words(&suggestion, draft->arena, "--list-checks lists them"));
}

static bool accepted_codes_exist(const struct draft *draft)
{
    for (size_t i = 0; i < draft->settings->accepted_count; i++) {
        const char *code = draft->settings->accepted[i];
        if (check_find(code) || is_warning_code(draft->analysis, code))
            continue;
        code_unknown(draft, code);
        return false;
    }
    return true;
}

/*
 * A change that hardly counts cannot be planned for: the estimate must reach
 * the least that does, which half of all experiments miss.
 */
#define LEAST_TO_FIND 1.5

static bool change_can_be_found(const struct draft *draft)
{
    const struct settings *settings = draft->settings;
    const struct analysis *analysis = draft->analysis;
    const struct place nowhere = {0};
    if (!(settings->find > 0) || !analysis->primary)
        return true;
    double least = settings_min_effect(settings, analysis->primary);
    if (settings->find >= LEAST_TO_FIND * least * (1 - 1e-12))
        return true;
    diag_error(draft->diag, STATUS_USAGE, nowhere,
               "--find: %s is less than one and a half times the %s that a verdict asks for; lower "
               "--min-effect",
               words_percent(draft->arena, 100 * settings->find),
               words_percent(draft->arena, 100 * least));
    return false;
}

static bool some_group_has(const struct analysis *analysis, const struct metric *metric)
{
    for (size_t g = 0; g < analysis->group_count; g++) {
        if (group_summary(&analysis->groups[g], metric))
            return true;
    }
    return false;
}

/*
 * Requests per second; mean latency where no run tells it; else the first
 * metric with a good side that a group has.
 */
static const struct metric *primary_of(const struct draft *draft)
{
    static const char *const preferred[] = {"requests_per_second", "latency_mean_ms",
                                            "latency_total_mean_ms"};
    const struct analysis *analysis = draft->analysis;
    for (size_t i = 0; i < sizeof preferred / sizeof *preferred; i++) {
        const struct metric *metric = metric_find(draft->metrics, text_of(preferred[i]));
        if (metric && some_group_has(analysis, metric))
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
static bool lay_out(struct draft *draft)
{
    struct analysis *analysis = draft->analysis;
    if (!groups_make(draft))
        return false;
    for (size_t g = 0; g < analysis->group_count; g++)
        summarize(draft, &analysis->groups[g]);
    groups_combine(draft);
    means_choose(draft); /* of what --sort looks at, each group for itself */
    groups_name(draft);
    if (!groups_sort(draft) || !pairs_make(draft))
        return false;
    analysis->primary = primary_of(draft);
    archive_add_baselines(draft);
    means_choose(draft);
    return true;
}

bool analysis_make(struct analysis *analysis, const struct run_set *runs,
                   const struct run_set *against, const struct settings *settings,
                   struct metric_set *metrics, struct arena *arena, struct diag *diag)
{
    struct draft draft = {
        .analysis = analysis,
        .settings = settings,
        .against = against,
        .metrics = metrics,
        .arena = arena,
        .diag = diag,
    };
    memset(analysis, 0, sizeof *analysis);
    analysis->settings = settings;
    if (!filter_runs(&draft, runs) || !accepted_codes_exist(&draft))
        return false;
    runs_split_by_path(&draft);
    if (!lay_out(&draft))
        return false;
    checks_run(&draft, CHECK_GROUP);
    checks_run(&draft, CHECK_PAIR);
    checks_run(&draft, CHECK_ALL);
    if (!pairs_are_known(&draft) || !change_can_be_found(&draft))
        return false;
    comparisons_make(&draft);
    verdicts_make(&draft);
    pivot_finish(&draft);
    sweeps_make(&draft);
    checks_run(&draft, CHECK_LATE);
    notes_make(&draft);
    analysis->answer = answer_of(&draft);
    return true;
}
