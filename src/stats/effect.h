#ifndef LOADSTAT_STATS_EFFECT_H
#define LOADSTAT_STATS_EFFECT_H

#include <stdbool.h>

/*
 * What size of change counts, alike in both directions: a change of `effect` (0.02 is 2 %, > 0)
 * is a ratio of 1 + effect or of 1 / (1 + effect), so that swapping the sides of a comparison
 * changes nothing but the sign of the logarithm.  Compared on logarithms with a tolerance of
 * 1e-12, since printed figures meet the limit exactly.
 */

/* Whether |log(ratio)| >= log(1 + effect).  False for a ratio <= 0 or not finite. */
bool ratio_reaches(double ratio, double effect);

/* Whether |log(ratio)| <= log(1 + effect).  False for a ratio <= 0 or not finite. */
bool ratio_within(double ratio, double effect);

/* The same of a logarithm that is at hand. */
bool log_ratio_reaches(double log_ratio, double effect);

#endif
