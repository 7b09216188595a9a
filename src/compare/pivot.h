/*
 * Axes: along which key groups are compared, with which group each is, and the
 * pivot that shows it.
 */
#ifndef LOADSTAT_COMPARE_PIVOT_H
#define LOADSTAT_COMPARE_PIVOT_H

#include "draft.h"

/*
 * Chooses the axis, the baseline and the pairs (draft->pairs), marks the
 * baseline groups, and lays the groups out in analysis->pivot where --columns
 * or a sweep of several labels asks for it.  Groups without a partner become
 * findings "no-baseline".  False, with a diagnostic, for a baseline or a key
 * that is not there.
 */
bool pairs_make(struct draft *draft);

/* The means of the columns, when the comparisons have their verdicts. */
void pivot_finish(struct draft *draft);

#endif
