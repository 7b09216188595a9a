/*
 * The sentence that a person wants.
 */
#ifndef LOADSTAT_JUDGE_ANSWER_H
#define LOADSTAT_JUDGE_ANSWER_H

#include "../compare/draft.h"

/* The answer to "which is faster, by how much"; NULL where nothing was compared. */
const char *answer_of(const struct draft *draft);

#endif
