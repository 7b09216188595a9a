/*
 * What a comparison's words rest on, for reasons, answers, notes and tables.
 */
#ifndef LOADSTAT_COMPARE_CLAIM_H
#define LOADSTAT_COMPARE_CLAIM_H

#include "../say/words.h"
#include "draft.h"

/* The interval of the change, and the runs behind it; without p. */
struct grounds claim_evidence(const struct analysis *analysis, const struct comparison *comparison);

/* The same for equivalence, which has an interval of its own. */
struct grounds claim_equivalence(const struct analysis *analysis,
                                 const struct comparison *comparison);

/* "; not after correction for 5 comparisons": what the correction took away; "" where nothing. */
const char *claim_correction(struct arena *arena, const struct analysis *analysis,
                             const struct comparison *comparison);

/* "about 14 runs a side would confirm a change of 4 %"; "" where there is no plan. */
const char *claim_plan(struct arena *arena, const struct comparison *comparison);

/* A test in a sentence: "Mann-Whitney", else as --test has it. */
const char *claim_test_name(const char *test);

/* Plans for more are advice to nobody. */
#define MOST_RUNS_PLANNED 100

#endif
