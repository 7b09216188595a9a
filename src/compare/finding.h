/*
 * Findings of the checks, and the notes that they become.
 */
#ifndef LOADSTAT_COMPARE_FINDING_H
#define LOADSTAT_COMPARE_FINDING_H

#include "context.h"

void finding_add(struct context *context, struct finding finding);

/*
 * Makes analysis->notes of the findings: one note for each check and severity,
 * the grave ones first, then in the order of the check table.
 */
void notes_make(struct context *context);

/*
 * The finding that keeps a comparison of `metric` from a verdict of that kind
 * (invalid or not_comparable): it blocks, was not accepted, and concerns one
 * of the two groups or the pair.  NULL: none.
 */
const struct finding *finding_that_blocks(const struct context *context, struct pair pair,
                                          const struct metric *metric, enum verdict kind);

/* Where a finding is from, for a note: "nginx c=8"; NULL where only one is possible. */
const char *finding_where(const struct context *context, const struct finding *finding);

#endif
