/*
 * Comparisons and their verdicts (STATISTICS 7).
 */
#ifndef LOADSTAT_COMPARE_COMPARISON_H
#define LOADSTAT_COMPARE_COMPARISON_H

#include "context.h"

/* Makes analysis->comparisons of context->pairs: ratios, tests, second opinions. */
void comparisons_make(struct context *context);

/*
 * Adjusts p over the family and gives every comparison its verdict.  The
 * checks of groups and pairs have run: their findings come first.
 */
void verdicts_make(struct context *context);

/*
 * Earlier runs of an archive as baselines: for each group those that are
 * comparable, without the judged runs themselves, the last `settings->last`.
 * Adds their runs and groups to the analysis, and pairs to the context.
 */
void archive_add_baselines(struct context *context);

#define RUNS_FOR_VERDICT          3
#define ARCHIVED_RUNS_FOR_VERDICT 5

#endif
