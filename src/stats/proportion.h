#ifndef LOADSTAT_STATS_PROPORTION_H
#define LOADSTAT_STATS_PROPORTION_H

#include <stdbool.h>
#include <stdint.h>

#include "statistics.h"

/* So many out of so many: failures among requests. */
struct proportion {
    uint64_t count;
    uint64_t total;
};

/*
 * In all of these 0 < confidence < 1; false for total == 0, count > total or a total above 2^53.
 */

/* Wilson's score interval (Wilson 1927); R prop.test(count, total, correct = FALSE). */
bool wilson_interval(struct proportion proportion, double confidence, struct interval *result);

/*
 * Upper bound of a proportion of which nothing was seen in `total` trials, -log(1 - confidence) /
 * total: at 95 % three in total (Hanley & Lippman-Hand 1983).  Never above 1.
 */
bool rule_of_three(uint64_t total, double confidence, double *result);

/*
 * Fisher's exact test that two proportions are the same, two-sided: the sum of all tables at most
 * as probable as the observed; R fisher.test().
 */
bool fisher_exact_test(struct proportion x, struct proportion y, double *p);

/* The outcome of the chi-squared test of two proportions. */
struct chi_squared_result {
    double difference; /* share x - share y */
    double chi_squared;
    double p;
};

/*
 * Pearson's chi-squared, 1 degree of freedom, without continuity correction;
 * R prop.test(correct = FALSE).  False also where nothing or everything was counted on both sides.
 */
bool chi_squared_test(struct proportion x, struct proportion y, struct chi_squared_result *result);

/* So many events while so much was observed (runs, seconds), where nobody counted the trials. */
struct event_count {
    uint64_t count;
    double exposure;
};

/*
 * The exact test that events come at the same rate on both sides (Przyborowski & Wilenski 1940):
 * given their sum, x is binomial; twice the smaller tail.  R 2 * min(pbinom(x, x + y, share), ...).
 * False for an exposure that is not > 0, no events at all, or more than 2^53.
 */
bool event_rates_test(struct event_count x, struct event_count y, double *p);

#endif
