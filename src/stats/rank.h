#ifndef LOADSTAT_STATS_RANK_H
#define LOADSTAT_STATS_RANK_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "statistics.h"

/* The outcome of a Mann-Whitney test. */
struct mann_whitney_result {
    double u_x; /* pairs with x above y, ties counting one half; R's W */
    double u_y; /* nx ny - u_x */
    double p;   /* two-sided: P(|U - nx ny / 2| >= |u - nx ny / 2|) */
    double p_less;
    double p_greater;      /* one-sided: x tends to be less, greater than y */
    double p_doubled_tail; /* min(1, 2 min(p_less, p_greater)): differs from p only with ties */
    bool exact;            /* from the permutation distribution; else normal approximation */
    bool all_equal;        /* every value the same: p is 1 and says nothing */
};

/*
 * Exact Mann-Whitney (Wilcoxon rank sum) test on mid-ranks: the permutation distribution of the
 * rank sum given the ties, counted by the recurrence of Streitberg & Röhmel 1986 (the shift
 * algorithm), which is full enumeration without the enumerating.  Without ties R wilcox.test(x, y,
 * exact = TRUE), with them coin::wilcox_test(distribution = "exact").  As in R, with 50 values or
 * more on a side mann_whitney_normal takes its place.  False for an empty side or a value that is
 * not finite.
 */
bool mann_whitney_test(struct sample x, struct sample y, struct mann_whitney_result *result);

/*
 * The normal approximation with the variance corrected for ties:
 * R wilcox.test(x, y, exact = FALSE, correct = continuity).  False as mann_whitney_test.
 */
bool mann_whitney_normal(struct sample x, struct sample y, bool continuity,
                         struct mann_whitney_result *result);

/*
 * The smallest two-sided p that nx against ny values can give, 2 / choose(nx + ny, nx); both >= 1.
 * 0.1 for three against three: no ranks of three runs are ever significant at 5 %.
 */
double mann_whitney_smallest_p(size_t nx, size_t ny);

/* A Hodges-Lehmann estimate with its interval. */
struct hodges_lehmann_result {
    double estimate; /* shift x - y, or ratio x / y */
    struct interval interval;
    uint64_t rank;   /* k: from the k-th smallest to the k-th largest of the pairs */
    double achieved; /* the true level of that interval (without ties exact) */
    bool attained;   /* false: too few values for the confidence asked for; k is 1 */
};

/*
 * Median of all differences x[i] - y[j] and the Mann-Whitney interval around it:
 * R wilcox.test(x, y, conf.int = TRUE, exact = TRUE), k = max(1, qwilcox((1 - confidence)/2)),
 * achieved = 1 - 2 pwilcox(k - 1).  With 50 values or more on a side k is from the normal
 * approximation.  0 < confidence < 1.  False for an empty side, a value that is not finite, or more
 * than 4,000,000 pairs.
 */
bool hodges_lehmann_shift(struct sample x, struct sample y, double confidence,
                          struct hodges_lehmann_result *result);

/*
 * The same on logarithms, brought back: the median of all ratios x[i] / y[j] (the middle two of an
 * even number by their geometric mean).  False also for a value <= 0.
 */
bool hodges_lehmann_ratio(struct sample x, struct sample y, double confidence,
                          struct hodges_lehmann_result *result);

#endif
