/*
 * Verdicts: what may be said of a comparison.
 */
#ifndef LOADSTAT_JUDGE_VERDICT_H
#define LOADSTAT_JUDGE_VERDICT_H

#include "../compare/draft.h"

/*
 * Adjusts p over the family and gives every comparison its verdict.  The
 * checks of groups and pairs have run: their findings come first.
 */
void verdicts_make(struct draft *draft);

#endif
