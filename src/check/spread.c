/*
 * Where the spread of a group comes from.
 */
#include "check.h"

#include <math.h>

#include "../compare/comparison.h"
#include "../say/words.h"

/* The mean latency of a group with its components of variance; NULL where they are unknown. */
static const struct summary *mean_with_components(const struct group *group)
{
    static const char *const keys[] = {"latency_mean_ms", "latency_total_mean_ms"};
    for (size_t i = 0; i < sizeof keys / sizeof *keys; i++) {
        const struct summary *summary = group_summary_by_key(group, keys[i]);
        if (summary && summary->n >= RUNS_FOR_VERDICT && !isnan(summary->between_sd) &&
            summary->within_sd > 0 && summary->mean > 0 && summary->within_requests > 0)
            return summary;
    }
    return NULL;
}

/* How far apart request noise alone would put the means of the runs. */
static double noise_of_means(const struct summary *summary)
{
    return summary->within_sd / sqrt(summary->within_requests / (double)summary->n);
}

/* Twice what requests explain is no accident; the group where it is largest is told. */
#define EXCESS_THAT_TELLS 2.0

static void find_between_runs(struct inspection *inspection)
{
    struct draft *draft = inspection->draft;
    const struct analysis *analysis = draft->analysis;
    struct arena *arena = draft->arena;
    const struct summary *largest = NULL;
    size_t known = 0, exceeding = 0;
    double largest_ratio = 0;
    for (size_t g = 0; g < analysis->group_count; g++) {
        const struct summary *summary = mean_with_components(&analysis->groups[g]);
        if (!summary || analysis->groups[g].archived)
            continue;
        double ratio = summary->sd / noise_of_means(summary);
        known++;
        exceeding += ratio > EXCESS_THAT_TELLS;
        if (!largest || ratio > largest_ratio) {
            largest = summary;
            largest_ratio = ratio;
            inspection->group = g;
        }
    }
    if (!largest)
        return;
    if (exceeding > 0)
        found(inspection, NOTE_INFORMS,
              "the runs' mean latencies spread by %s (sd), %s times what request noise explains%s: "
              "only more runs make the result surer, longer ones do not",
              words_percent(arena, 100 * largest->sd / largest->mean),
              words_number(arena, largest_ratio),
              known > 1
                  ? arena_format(arena, " (it exceeds it in %zu of %zu groups)", exceeding, known)
                  : "");
    else
        found(inspection, NOTE_INFORMS,
              "the runs' mean latencies spread by no more than request noise explains (sd %s): "
              "longer runs make the result surer as well as more of them",
              words_percent(arena, 100 * largest->sd / largest->mean));
}

static const struct check check_between_runs = {
    .code = "between-runs",
    .severity = NOTE_INFORMS,
    .scope = CHECK_ALL,
    .blocks_as = VERDICT_INVALID,
    .summary = "whether the spread is between the runs or within them",
    .find = find_between_runs,
};

const struct check_list spread_checks = CHECK_LIST(&check_between_runs);
