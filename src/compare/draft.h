/*
 * What the parts of an analysis share while it is being made.
 */
#ifndef LOADSTAT_COMPARE_DRAFT_H
#define LOADSTAT_COMPARE_DRAFT_H

#include "../base/number.h"
#include "analysis.h"

#define NO_RUN ((size_t)-1)

/* Counts are exact up to 2^53; beyond it they are no counts. */
#define LARGEST_COUNT 9007199254740992.0

/* A group and the group that it is compared with. */
struct pair {
    size_t baseline, group; /* indices into analysis.groups */
};

struct draft {
    struct analysis *analysis;
    const struct settings *settings;
    const struct run_set *against;
    struct metric_set *metrics;
    struct arena *arena;
    struct diag *diag;
    bool axis_is_users; /* --columns or --baseline made the axis one on purpose */
    const char **keys;  /* the grouping list */
    size_t key_count;
    struct pair *pairs;
    size_t pair_count;
    bool one_baseline; /* of several pairs; known when notes are made */
    struct finding *findings;
    size_t finding_count, finding_capacity;
};

/* The text of one of the group's keys; NULL: not stated, or no key of the grouping list. */
const char *group_key_text(const struct group *group, const char *key);

/* The number of a run within its group, from 1; 0: not of the group.  `run` indexes analysis.runs.
 */
size_t group_run_number(const struct group *group, size_t run);

/* The run behind the i-th used run of a group. */
const struct run *group_used_run(const struct analysis *analysis, const struct group *group,
                                 size_t i);

#endif
