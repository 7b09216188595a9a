#ifndef LOADSTAT_STATS_OUTLIER_H
#define LOADSTAT_STATS_OUTLIER_H

#include <stdbool.h>
#include <stddef.h>

#include "statistics.h"

/* The thresholds that the field uses on the scores of mad_scores. */
#define OUTLIER_SCORE_HYPERFINE        14.826               /* |score| of hyperfine's warning */
#define OUTLIER_SCORE_IGLEWICZ_HOAGLIN 3.5                  /* |score| * NORMAL_QUARTILE; 1993 */
#define NORMAL_QUARTILE                0.674489750196081743 /* qnorm(3/4) */

/* A median and the median distance from it. */
struct median_deviation {
    double median;
    double deviation; /* MAD, not scaled to an sd; R mad(x, constant = 1) */
};

/* False for n == 0 or a value that is not finite. */
bool median_absolute_deviation(const double *values, size_t n, struct median_deviation *result);

/*
 * scores[i] = (values[i] - median) / MAD.  False, and nothing is written, for n == 0, a value that
 * is not finite, and a MAD of 0 (more than half of the values equal).
 */
bool mad_scores(const double *values, size_t n, double *scores);

/* Grubbs' test of the value farthest from the mean. */
struct grubbs_result {
    double g;        /* max |x - mean| / sd */
    double critical; /* (n-1)/sqrt(n) * sqrt(t²/(n-2+t²)), t = qt(1 - a/(2n), n - 2) */
    size_t index;    /* of the suspect, the first of equals */
    bool outlier;    /* g > critical */
};

/*
 * Two-sided Grubbs test (Grubbs 1950), 0 < significance < 1.  False for n < 3, a value that is not
 * finite, and equal values.
 */
bool grubbs_test(const double *values, size_t n, double significance, struct grubbs_result *result);

#endif
