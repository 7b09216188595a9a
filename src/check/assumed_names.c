/*
 * What names leave open: runs that are taken as repetitions of each other
 * though no name says so.
 */
#include "check.h"

static void find_assumed_repeats(struct inspection *inspection)
{
    const struct group *group = inspected_group(inspection);
    size_t assumed = 0;
    for (size_t i = 0; i < group->run_count && !group->archived; i++)
        assumed += inspection->draft->analysis->runs[group->runs[i]]->assumed_repeat;
    if (assumed > 0 && group->run_count > 1)
        found(inspection, NOTE_INFORMS, "%zu runs under one name are taken as repetitions",
              group->run_count);
}

static const struct check check_assumed_repeats = {
    .code = "assumed-repeats",
    .severity = NOTE_INFORMS,
    .scope = CHECK_GROUP,
    .blocks_as = VERDICT_INVALID,
    .summary = "runs that no name calls repetitions and nothing tells apart",
    .advice = "Where they are not, name them apart with NAME=FILE or --path; --no-assume refuses "
              "to guess.",
    .find = find_assumed_repeats,
};

const struct check_list assumed_names_checks = CHECK_LIST(&check_assumed_repeats);
