/*
 * --combine: the used runs of a group as one run.
 */
#ifndef LOADSTAT_COMPARE_COMBINE_RUNS_H
#define LOADSTAT_COMPARE_COMBINE_RUNS_H

#include "draft.h"

/*
 * Replaces the used runs of each group of two or more by one combined run and
 * summarizes the group anew.  The groups were summarized: what is pooled over
 * all requests is taken from there.
 *
 * sequential: requests over time; parallel: rates and concurrency are added,
 * the time is the longest.  In both, counts are added, means weighted by
 * requests, sds combined exactly, distributions merged.  A percentile that
 * only tables tell becomes a summary without a value (n 0) and with a bracket
 * in pooled_low and pooled_high: percentiles are never averaged.
 */
void groups_combine(struct draft *draft);

#endif
