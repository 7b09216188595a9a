/*
 * What the latencies of load tools are, and are not.
 */
#include "check.h"

#include <math.h>
#include <string.h>

#include "../base/key_index.h"
#include "../say/words.h"

#define TOOLS_NAMED 4

/* Once, where a percentile stands in the tables at all. */
static void find_typical_percentile(struct inspection *inspection)
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

static const struct check check_typical_percentile = {
    .code = "typical-percentile",
    .severity = NOTE_INFORMS,
    .scope = CHECK_LATE,
    .blocks_as = VERDICT_INVALID,
    .summary = "percentiles over several runs are those of a typical run",
    .advice = "Over several runs: the mean of the runs' own, that of a typical run and not of all "
              "requests together.",
    .find = find_typical_percentile,
};

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
            const char *name = run->tool ? run->tool : "the load tool";
            if (run->traits->load != LOAD_CLOSED)
                continue;
            if (key_index_put(&met, name, count) == count)
                tools[count++] = name;
        }
    }
    return count;
}

static void find_coordinated_omission(struct inspection *inspection)
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

static const struct check check_coordinated_omission = {
    .code = "coordinated-omission",
    .severity = NOTE_INFORMS,
    .scope = CHECK_LATE,
    .blocks_as = VERDICT_INVALID,
    .summary = "closed-loop tools leave waiting out of their latencies",
    .advice = "Users would see higher percentiles.",
    .find = find_coordinated_omission,
};

const struct check_list latency_caveats_checks =
    CHECK_LIST(&check_typical_percentile, &check_coordinated_omission);
