#ifndef LOADSTAT_STATS_SCALING_CHOICE_H
#define LOADSTAT_STATS_SCALING_CHOICE_H

#include <stdbool.h>
#include <stddef.h>

#include "scaling.h"

/* The law that the measurements bear. */
struct scaling_choice {
    struct scaling_fit fit; /* of the law chosen */
    bool is_usl;            /* else Amdahl's law: beta is not shown to be above 0 */
    double p;               /* of the F test that beta is 0; 1 where the fit held it there */
};

/*
 * Fits both laws and takes the USL only where its third parameter earns its place,
 * F = (RSS of Amdahl - RSS of USL) / (RSS of USL / (n - 3)) on 1 and n - 3 degrees of freedom with
 * p < 0.05 (R anova(amdahl, usl)).  False where usl_fit or amdahl_fit is, or n < 4.
 */
bool choose_scaling_law(const double *concurrency, const double *throughput, size_t n,
                        struct scaling_choice *result);

/* Where the peak of the USL lies, at 95 %. */
struct peak_interval {
    double low;       /* concurrency; meaningful where has_low */
    double high;      /* where has_high */
    bool has_low;     /* fewer than 97.5 % of the draws have no peak at all */
    bool has_high;    /* fewer than 2.5 % have none: the interval ends */
    bool is_nameable; /* it ends at twice the highest concurrency measured, or below */
};

/*
 * Percentile interval from 999 draws of a parametric bootstrap with a fixed seed (Efron &
 * Tibshirani 1993, ch. 13), throughput = fit * exp(N(0, s)), s² = sum((X / fit - 1)²) / (n - 3);
 * noise is relative, since that of a constant size makes intervals too short.  A draw with beta = 0
 * or without a fit has its peak at infinity.  False for n < 4 and a fit that is 0 somewhere.
 */
bool peak_interval(const struct scaling_fit *usl, const double *concurrency,
                   const double *throughput, size_t n, struct peak_interval *result);

#endif
