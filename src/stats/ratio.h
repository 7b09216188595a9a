#ifndef LOADSTAT_STATS_RATIO_H
#define LOADSTAT_STATS_RATIO_H

#include <stdbool.h>

#include "statistics.h"

/* A ratio of arithmetic means, x over y, with Fieller's interval. */
struct fieller_result {
    double ratio;
    double degrees_of_freedom;
    double g;     /* t² v_y / mean_y²: how near to 0 the denominator is */
    bool bounded; /* g < 1; otherwise the set of ratios is unbounded: "not estimable" */
    struct interval interval;
};

/*
 * Fieller's interval of mean(x) / mean(y) with the degrees of freedom of Welch at the observed
 * ratio (Fieller 1954; Tamhane & Logan 2004).  False for fewer than two values on a side, a
 * value that is not finite, a mean(y) of 0, and no spread on either side.  0 < confidence < 1.
 */
bool fieller_welch(struct sample x, struct sample y, double confidence,
                   struct fieller_result *result);

/* The same with one pooled variance and nx + ny - 2 degrees of freedom; goes with Student. */
bool fieller_pooled(struct sample x, struct sample y, double confidence,
                    struct fieller_result *result);

#endif
