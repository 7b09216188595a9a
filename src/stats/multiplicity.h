#ifndef LOADSTAT_STATS_MULTIPLICITY_H
#define LOADSTAT_STATS_MULTIPLICITY_H

#include <stdbool.h>
#include <stddef.h>

/*
 * Adjusted p values of a family of n tests, as R p.adjust(p, method).  adjusted[i] belongs to
 * p[i] and is at least p[i] and at most 1; the two arrays may be the same.  False, and nothing is
 * written, where a p is outside 0 … 1 or not a number.  n may be 0.
 */

/* n p; controls the chance of any false positive, bluntly. */
bool bonferroni_adjust(const double *p, size_t n, double *adjusted);

/* Holm 1979: the same control, never weaker; loadstat's default. */
bool holm_adjust(const double *p, size_t n, double *adjusted);

/* Hochberg 1988: the same for independent tests, a little sharper. */
bool hochberg_adjust(const double *p, size_t n, double *adjusted);

/* Benjamini & Hochberg 1995: the share of false positives among the positives. */
bool benjamini_hochberg_adjust(const double *p, size_t n, double *adjusted);

/* Benjamini & Yekutieli 2001: the same under any dependence. */
bool benjamini_yekutieli_adjust(const double *p, size_t n, double *adjusted);

#endif
