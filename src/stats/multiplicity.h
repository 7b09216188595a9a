#ifndef LOADSTAT_STATS_MULTIPLICITY_H
#define LOADSTAT_STATS_MULTIPLICITY_H

#include <stdbool.h>
#include <stddef.h>

/*
 * Adjusted p values of a family of n tests, as R p.adjust(p, method).  adjusted[i] belongs to
 * p[i] and is at least p[i] and at most 1; the two arrays may be the same.  False, and nothing is
 * written, where a p is outside 0 … 1 or not a number.  n may be 0.
 */

/* Holm 1979: controls the chance of any false positive, never weaker than Bonferroni; the default.
 */
bool holm_adjust(const double *p, size_t n, double *adjusted);

/* Benjamini & Hochberg 1995: the share of false positives among the positives. */
bool benjamini_hochberg_adjust(const double *p, size_t n, double *adjusted);

#endif
