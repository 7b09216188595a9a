#ifndef LOADSTAT_STATS_SCALING_H
#define LOADSTAT_STATS_SCALING_H

#include <stdbool.h>
#include <stddef.h>

/*
 * The Universal Scalability Law (Gunther, Guerrilla Capacity Planning, 2007):
 *
 *     X(N) = gamma N / (1 + alpha (N - 1) + beta N (N - 1))
 *
 * throughput X at concurrency N, with gamma the throughput of one, alpha the share of contention
 * (0 … 1) and beta the cost of coherency (>= 0).  beta = 0 is Amdahl's law.
 */
struct scaling_fit {
    double gamma;
    double alpha;
    double beta;
    bool alpha_at_bound;         /* alpha was held at 0 or 1 */
    bool beta_at_bound;          /* beta was held at 0: Amdahl's law, no peak in range */
    bool has_errors;             /* degrees_of_freedom > 0: the four below are defined */
    double standard_error_gamma; /* from the Jacobian; of a parameter held at a bound 0 */
    double standard_error_alpha;
    double standard_error_beta;
    double residual_sd;
    double residual_sum_of_squares;
    size_t degrees_of_freedom; /* measurements less free parameters */
    bool has_r_squared;        /* the throughputs differ */
    double r_squared;
    bool has_peak;           /* beta > 0 and alpha < 1 */
    double peak_concurrency; /* sqrt((1 - alpha) / beta) */
    double peak_throughput;
    bool has_limit;      /* alpha > 0 */
    double amdahl_limit; /* gamma / alpha: the ceiling if there were no coherency cost */
};

/*
 * Fits the law to n measurements, repeated runs included one by one, by least squares
 * (Levenberg-Marquardt of GSL from gamma = max(X/N), alpha = 0.01, beta = 1e-4) within
 * 0 <= alpha <= 1, beta >= 0: where free least squares leaves that range, the best fit on its
 * border.  R nls(algorithm = "port"); CRAN package usl.  False for fewer than four distinct
 * concurrencies (those within 5 % count as one: siege's are measured), one <= 0, a throughput < 0,
 * one not finite, no throughput at all, or no convergence.
 */
bool usl_fit(const double *concurrency, const double *throughput, size_t n,
             struct scaling_fit *result);

/* The same with beta = 0 throughout; three distinct concurrencies will do. */
bool amdahl_fit(const double *concurrency, const double *throughput, size_t n,
                struct scaling_fit *result);

/* The law's throughput at a concurrency >= 0. */
double scaling_throughput(const struct scaling_fit *fit, double concurrency);

/* How far the data carry a fitted peak. */
enum scaling_peak {
    SCALING_PEAK_NONE,      /* the fit has none */
    SCALING_PEAK_SUPPORTED, /* six distinct concurrencies or more, one of them beyond the peak */
    SCALING_PEAK_TENTATIVE, /* not so, but the peak is within twice the measured range */
    SCALING_PEAK_REFUSED    /* it lies outside twice the measured range: do not print it */
};

/* Judges the peak of a fit to these n concurrencies (> 0; distinct as in usl_fit). */
enum scaling_peak scaling_judge_peak(const struct scaling_fit *fit, const double *concurrency,
                                     size_t n);

#endif
