/*
 * One test of a group against its baseline, by --test.
 */
#ifndef LOADSTAT_COMPARE_SIGNIFICANCE_H
#define LOADSTAT_COMPARE_SIGNIFICANCE_H

#include "../stats/statistics.h"
#include "draft.h"

/* The two sides of a comparison, in one metric. */
struct sides {
    const struct group *group, *baseline;
    const struct summary *group_summary, *baseline_summary; /* never NULL */
    struct sample x, y; /* their values: x of the group, y of the baseline */
};

/* The ratios of means, whatever test there is. */
void set_ratios(const struct sides *sides, struct comparison *comparison);

/*
 * Fills the ratio, the interval, p, the equivalence and the test's name of the
 * comparison, all from one estimator, and the second opinion; what is not defined stays NAN.  A
 * single run a side gives a ratio and nothing else.
 */
void test_sides(const struct draft *draft, const struct sides *sides,
                struct comparison *comparison);

#endif
