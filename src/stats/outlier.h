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

/* A value taken for an outlier, and the test that said so. */
struct outlier {
    size_t index;
    double distance; /* |x - mean| / sd of the values that were left */
    double critical; /* what that exceeds; of a sample of n the first is Grubbs' (1950) */
};

/*
 * Generalized extreme studentized deviate test (Rosner 1983, Technometrics 25, 165-172) for up to
 * floor(n/3) outliers, which finds several where each hides the other.  The sd is
 * sqrt(s² + step²/12), `step` being the printing step (0: exact); an outlier lies two steps at
 * least from the mean of the rest.  0 < significance < 1.  `outliers` has room for n/3 and holds
 * all candidates, farthest first; returns how many of the first are outliers: 0 for n < 4, a value
 * that is not finite, and equal values (no candidate is then written).
 */
size_t find_outliers(const double *values, size_t n, double significance, double step,
                     struct outlier *outliers);

#endif
