/*
 * Conducts an analysis: groups, summaries, comparisons, checks, verdicts,
 * notes and the answer, one after the other.
 */
#ifndef LOADSTAT_JUDGE_ANALYSE_H
#define LOADSTAT_JUDGE_ANALYSE_H

#include "../compare/analysis.h"

/*
 * Analyses `runs` (and `against`, earlier runs of an archive; may be empty).
 * Everything it makes lives in `arena`; runs and settings must outlive it.
 * False, with a diagnostic, where the settings ask for something that is not
 * there (an unknown baseline, an unknown key).  statistics_initialize() was
 * called.
 */
bool analysis_make(struct analysis *analysis, const struct run_set *runs,
                   const struct run_set *against, const struct settings *settings,
                   struct metric_set *metrics, struct arena *arena, struct diag *diag);

#endif
