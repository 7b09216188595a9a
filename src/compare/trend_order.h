/*
 * Runs in the order in which they were taken, as far as it is known.
 */
#ifndef LOADSTAT_COMPARE_TREND_ORDER_H
#define LOADSTAT_COMPARE_TREND_ORDER_H

#include "draft.h"

/* The values in order of time where every run tells it, else of appearance. */
const double *values_in_time(const struct draft *draft, const struct summary *summary);

/*
 * Whether at least five runs get steadily higher or lower (Kendall, 2 %), by
 * 2 % or more over all (Theil-Sen); *share is that change.
 */
bool runs_drift(const struct draft *draft, const struct summary *summary, double *share);

#endif
