#ifndef LOADSTAT_STATS_COPY_H
#define LOADSTAT_STATS_COPY_H

#include <stdbool.h>
#include <stddef.h>

/*
 * Whether equal figures of two runs are a copy or chance: honest runs of a steady server print the
 * same short summary again and again.
 */

/* A measured figure of a report that no other figure of it implies. */
struct copy_figure {
    double step;               /* it is printed in steps of this, > 0 */
    double weight;             /* 1; less for one that its neighbours nearly imply */
    double sum_of_squares;     /* within groups, of the runs that differ */
    double degrees_of_freedom; /* of that; below 3 `typical_sd` is taken */
    double typical_sd;         /* >= 0 */
};

/*
 * The variance between runs that is assumed for a figure: the lower 90 % bound,
 * sum_of_squares / qchisq(0.9, df), less the rounding step²/12; typical_sd² with less than three
 * degrees of freedom.  May be below 0: then the steps hide all variation.
 */
double copy_variance(const struct copy_figure *figure);

/*
 * The probability that two runs print the same: that two values of N(0, sd²) fall in one cell of
 * width `step`, the grid lying anywhere.  With d their distance in steps, of variance 2 (sd/step)²,
 * it is the integral over -1 … 1 of (1 - |d|) times the density of d.  1 for variance <= 0.
 */
double same_cell_probability(double variance, double step);

/* The product over n figures of that probability to the power of their weight. */
double copy_probability(const struct copy_figure *figures, size_t n);

/*
 * How many sets of m identical runs chance makes among n runs, C(n, m) P^(m/2) at most: the runs
 * of a set fall into disjoint pairs.  2 <= m <= n.  0 <= probability <= 1.
 */
double copies_by_chance(double probability, size_t m, size_t n);

#endif
