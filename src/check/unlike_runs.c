/*
 * Runs of one group that are no repetitions of each other.
 */
#include "check.h"

#include <math.h>
#include <string.h>

#include "../model/member.h"
#include "../say/words.h"

#define DOCUMENT_LENGTH_SLACK 0.10

static void look_at_setting(struct inspection *inspection, const struct member *member)
{
    const struct group *group = inspected_group(inspection);
    struct arena *arena = inspection->draft->arena;
    const char *first = NULL;
    for (size_t i = 0; i < group->used_count; i++) {
        const struct run *run = group_used_run(inspection->draft->analysis, group, i);
        const char *text = member_value_text(run, member, arena);
        if (!text)
            continue;
        if (first && strcmp(first, text) != 0) {
            found(inspection, NOTE_WARNS, "%s %s and %s%s%s", member->words, first, text,
                  *member->unit ? " " : "", member->unit);
            return;
        }
        first = text;
    }
}

static void look_at_document_length(struct inspection *inspection)
{
    const struct group *group = inspected_group(inspection);
    struct arena *arena = inspection->draft->arena;
    double least = ABSENT, most = ABSENT;
    for (size_t i = 0; i < group->used_count; i++) {
        double length =
            group_used_run(inspection->draft->analysis, group, i)->target.document_length;
        least = fmin(least, length);
        most = fmax(most, length);
    }
    if (most - least > DOCUMENT_LENGTH_SLACK * most)
        found(inspection, NOTE_WARNS, "document length %s and %s bytes", words_count(arena, least),
              words_count(arena, most));
}

static void find_hidden_setting(struct inspection *inspection)
{
    if (inspected_group(inspection)->archived)
        return;
    size_t count;
    const struct member *members = member_table(&count);
    for (size_t i = 0; i < count; i++) {
        if (member_has(&members[i], MEMBER_SHARED_BY_RUNS))
            look_at_setting(inspection, &members[i]);
    }
    look_at_document_length(inspection);
}

static const struct check check_hidden_setting = {
    .code = "hidden-setting",
    .severity = NOTE_WARNS,
    .scope = CHECK_GROUP,
    .blocks_as = VERDICT_INVALID,
    .summary = "the runs of one group differ in a setting",
    .advice =
        "They are averaged as if they were repetitions; --group-by or --set tells them apart.",
    .find = find_hidden_setting,
};

static void find_unequal_runs(struct inspection *inspection)
{
    const struct summary *summary =
        group_summary_by_key(inspected_group(inspection), "requests_complete");
    struct arena *arena = inspection->draft->arena;
    if (summary && summary->min > 0 && summary->max > 2 * summary->min)
        found(inspection, NOTE_WARNS, "%s to %s requests a run", words_count(arena, summary->min),
              words_count(arena, summary->max));
}

static const struct check check_unequal_runs = {
    .code = "unequal-runs",
    .severity = NOTE_WARNS,
    .scope = CHECK_GROUP,
    .blocks_as = VERDICT_INVALID,
    .summary = "the runs of one group differ more than twofold in their requests",
    .advice = "Each run counts the same in the averages.",
    .find = find_unequal_runs,
};

const struct check_list unlike_runs_checks = CHECK_LIST(&check_hidden_setting, &check_unequal_runs);
