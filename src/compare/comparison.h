/*
 * Comparisons: a group against its baseline in one metric.
 */
#ifndef LOADSTAT_COMPARE_COMPARISON_H
#define LOADSTAT_COMPARE_COMPARISON_H

#include "draft.h"

/* Makes analysis->comparisons of draft->pairs: ratios, tests, second opinions. */
void comparisons_make(struct draft *draft);

/*
 * Earlier runs of an archive as baselines: for each group those that are
 * comparable, without the judged runs themselves, the last `settings->last`.
 * Adds their runs and groups to the analysis, and pairs to the draft.
 */
void archive_add_baselines(struct draft *draft);

#define RUNS_FOR_VERDICT          3
#define ARCHIVED_RUNS_FOR_VERDICT 5

#endif
