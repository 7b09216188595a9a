#ifndef LOADSTAT_STATS_RUN_SUMMARIES_H
#define LOADSTAT_STATS_RUN_SUMMARIES_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "statistics.h"

/* What a run says of its own requests. */
struct run_summary {
    uint64_t n; /* requests */
    double mean;
    double sd; /* divisor n - 1; not read where n is 1 */
};

/* Several runs as one, and how much of the spread is between them. */
struct combined_runs {
    uint64_t n;            /* N, requests of all runs */
    double mean;           /* of all requests: sum(n m) / N */
    double total_sd;       /* of all requests, exact: sqrt((SSW + SSB) / (N - 1)) */
    double within_sd;      /* pooled: sqrt(MSW) */
    double mean_of_means;  /* unweighted: what inference uses */
    double sd_of_means;    /* unweighted, divisor k - 1 */
    double ms_between;     /* MSB = sum(n (m - mean)²) / (k - 1) */
    double ms_within;      /* MSW = sum((n - 1) s²) / (N - k) */
    double effective_size; /* n0 = (N - sum(n²) / N) / (k - 1) */
    double between_sd;     /* sqrt(max(0, (MSB - MSW) / n0)) */
    bool has_between_cv;   /* mean > 0 */
    double between_cv;     /* between_sd / mean */
    bool has_ratio;        /* MSW > 0: f, p and icc are defined */
    double f;              /* MSB / MSW */
    double p;              /* that all runs have one mean; R anova(lm(y ~ factor(run))) */
    double icc;            /* between variance / (between + MSW) */
    bool unbalanced;       /* n differ by more than a factor of 2: say so beside the means */
};

/*
 * Combines k runs by the law of total variance and one-way random-effects analysis of variance
 * (Searle, Casella & McCulloch, Variance Components, 1992, ch. 3).  Means of sds are never formed.
 * False for k < 2, a run without requests, a negative sd, a number that is not finite, or no run
 * with two requests.
 */
bool combine_runs(const struct run_summary *runs, size_t k, struct combined_runs *result);

/* sqrt(sum((n - 1) s²) / sum(n - 1)).  False as combine_runs, but one run will do. */
bool pooled_sd(const struct run_summary *runs, size_t k, double *result);

#endif
