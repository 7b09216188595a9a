#ifndef LOADSTAT_STATS_EFFECT_H
#define LOADSTAT_STATS_EFFECT_H

#include <stdbool.h>

#include "statistics.h"

/* How far apart x and y are, without a unit. */
struct effect_sizes {
    bool has_standardized;    /* at least two values on a side, pooled sd > 0, nx + ny >= 4 */
    double cohen_d;           /* (mean x - mean y) / pooled sd; Cohen 1988 */
    double hedges_correction; /* J = gamma(m/2) / (sqrt(m/2) gamma((m-1)/2)), m = nx + ny - 2 */
    double hedges_g;          /* J d; Hedges 1981 */
    double cliffs_delta;      /* (#{x > y} - #{x < y}) / (nx ny), -1 … 1; Cliff 1993 */
    double vargha_delaney_a;  /* (#{x > y} + #{x = y}/2) / (nx ny), 0 … 1; V. & D. 2000 */
};

/* All of them.  False for an empty side or a value that is not finite. */
bool effect_sizes(struct sample x, struct sample y, struct effect_sizes *result);

#endif
