#include "claim.h"

#include <math.h>
#include <string.h>

/* Of the interval that says the same as two one-sided tests at 5 %. */
#define EQUIVALENCE_LEVEL_PCT 90

static size_t runs_of(const struct analysis *analysis, size_t group, const struct metric *metric)
{
    const struct summary *summary = group_summary(&analysis->groups[group], metric);
    return summary ? summary->n : 0;
}

struct grounds claim_evidence(const struct analysis *analysis, const struct comparison *comparison)
{
    bool weaker = comparison->confidence < analysis->settings->confidence;
    return (struct grounds){
        .low = (comparison->ci_low - 1) * 100,
        .high = (comparison->ci_high - 1) * 100,
        .level = weaker ? comparison->confidence * 100 : 0,
        .told_change = ABSENT,
        .p = ABSENT,
        .group_runs = runs_of(analysis, comparison->group, comparison->metric),
        .baseline_runs = runs_of(analysis, comparison->baseline, comparison->metric),
        .pairs = comparison->pairs,
    };
}

struct grounds claim_equivalence(const struct analysis *analysis,
                                 const struct comparison *comparison)
{
    struct grounds grounds = claim_evidence(analysis, comparison);
    grounds.low = (comparison->equivalence.ci_low - 1) * 100;
    grounds.high = (comparison->equivalence.ci_high - 1) * 100;
    grounds.level = EQUIVALENCE_LEVEL_PCT;
    return grounds;
}

const char *claim_correction(struct arena *arena, const struct analysis *analysis,
                             const struct comparison *comparison)
{
    double alpha = 1 - analysis->settings->confidence;
    if (!(comparison->p < alpha) || !(comparison->p_adjusted >= alpha))
        return "";
    return arena_format(arena, "; a difference is not proven after correction for %zu comparisons",
                        analysis->family_size);
}

const char *claim_plan(struct arena *arena, const struct comparison *comparison)
{
    if (comparison->runs_needed == 0)
        return "";
    const char *change = words_percent(arena, 100 * comparison->planned_change);
    if (comparison->runs_needed > MOST_RUNS_PLANNED)
        return arena_format(
            arena,
            "over %d runs a side would be needed to confirm a change of %s: reduce the noise",
            MOST_RUNS_PLANNED, change);
    return arena_format(arena, "about %zu runs a side would confirm a change of %s",
                        comparison->runs_needed, change);
}

const char *claim_test_name(const char *test)
{
    return strcmp(test, "mann-whitney") == 0 ? "Mann-Whitney" : test;
}
