/*
 * Notes: findings as a report tells them.
 */
#ifndef LOADSTAT_CHECK_NOTE_H
#define LOADSTAT_CHECK_NOTE_H

#include "../compare/finding.h"

/*
 * Makes analysis->notes of the findings: one note for each code and severity,
 * the grave ones first, then in the order of the check table.
 */
void notes_make(struct draft *draft);

/* Where a finding is from, for a note: "nginx c=8"; NULL where only one is possible. */
const char *finding_where(const struct draft *draft, const struct finding *finding);

#endif
