/*
 * Summaries: every metric over the used runs of a group.
 */
#ifndef LOADSTAT_COMPARE_SUMMARY_H
#define LOADSTAT_COMPARE_SUMMARY_H

#include "../stats/proportion.h"
#include "../stats/sparse_counts.h"
#include "draft.h"

/* Fills summaries, components of variance, pooled values and shares of a group. */
void summarize(struct draft *draft, struct group *group);

/* Makes the summary of one metric anew, of what the runs show; drops it where they show nothing. */
void summarize_again(struct draft *draft, struct group *group, const struct metric *metric);

/* The parts of it that have a file of their own, of a group or of one summary; the summaries are
 * there already. */
void summarize_components(struct draft *draft, struct group *group);
void summarize_component(const struct draft *draft, const struct group *group,
                         struct summary *summary);
void summarize_pooled(struct draft *draft, struct group *group);
void summarize_pooled_mean(const struct draft *draft, const struct group *group,
                           struct summary *summary);
void summarize_shares(struct draft *draft, struct group *group);

/* What of a run's requests is counted. */
enum share_kind {
    SHARE_FAILED,
    SHARE_ERRORS,
    SHARE_LENGTH_FAILURES,
};

/* So many of so many in one run; false where its log does not say, and beyond exact counts. */
bool run_share(const struct run *run, enum share_kind kind, struct proportion *share);

/* A distribution as counts in milliseconds, in `counts` with room for its bins; their number. */
size_t counts_of_distribution(const struct distribution *distribution, struct value_count *counts);

enum quantile_method quantile_method_of(enum quantile_kind kind);

#endif
