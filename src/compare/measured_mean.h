/*
 * The mean of a tool that prints two: one computed from the rate (its trait says
 * so), one measured.  Where they agree, within the larger of 1 ms and 2 %, the
 * computed one is shown, which has more digits; else the measured one takes its
 * place.  What is compared is one metric: if one run of a side disagrees, both
 * sides have the measured mean, as has all that is compared with them.
 */
#ifndef LOADSTAT_COMPARE_MEASURED_MEAN_H
#define LOADSTAT_COMPARE_MEASURED_MEAN_H

#include "draft.h"

/* Whether a run's computed mean contradicts the one that was measured; both in ms. */
bool mean_is_contradicted(const struct run *run, double *computed, double *measured);

/*
 * What a run of the group has of a metric: its own measurement, or the measured
 * mean in the place of the computed one.  NULL: nothing.  Without a group (NULL)
 * the run decides alone.
 */
const struct measurement *shown_measurement(const struct group *group, const struct run *run,
                                            const struct metric *metric);

/* Whether the group's values of a metric are the rate over again, computed from it. */
bool is_computed_from_rate(const struct analysis *analysis, const struct group *group,
                           const struct metric *metric);

/*
 * Decides for each group, and makes the summaries of the mean anew where the
 * measured one takes its place.  May be called before there are pairs, each
 * group for itself, and again when there are.
 */
void means_choose(struct draft *draft);

#endif
