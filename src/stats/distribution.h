#ifndef LOADSTAT_STATS_DISTRIBUTION_H
#define LOADSTAT_STATS_DISTRIBUTION_H

#include <stdint.h>

/*
 * The distributions that tests and intervals rest on, as thin layers over GSL.  These functions
 * return the number itself: they are defined for all arguments that their comments admit, and
 * assert the rest.
 */

/* P(T > t) and P(|T| >= |t|) for Student's t.  R pt(). */
double student_t_upper(double t, double degrees_of_freedom);
double student_t_two_sided(double t, double degrees_of_freedom);

/*
 * The factor by which a standard error is multiplied for a two-sided interval:
 * qt(1 - (1 - confidence) / 2, df).  0 < confidence < 1.
 */
double student_t_critical(double confidence, double degrees_of_freedom);

/* The standard normal distribution: R qnorm(p) for 0 < p < 1, and pnorm(z). */
double normal_quantile(double p);
double normal_lower(double z);

/* Quantile of chi-squared, 0 < p < 1, degrees_of_freedom > 0; R qchisq(p, df). */
double chi_squared_quantile(double p, double degrees_of_freedom);

/* P(X > value) for chi-squared; R pchisq(value, df, lower.tail = FALSE). */
double chi_squared_upper(double value, double degrees_of_freedom);

/* P(X > value) for Fisher's F; R pf(value, df1, df2, lower.tail = FALSE). */
double f_upper(double value, double numerator_df, double denominator_df);

/*
 * P(B <= k) for B ~ binomial(n, p), 0 < p < 1; 0 for k < 0, 1 for k >= n.  R pbinom(k, n, p).
 * Where both outcomes are expected more than 100,000 times, by the normal approximation with
 * continuity correction (absolute error below 0.001), since GSL's series then fails.
 */
double binomial_lower(int64_t k, uint64_t n, double p);

/*
 * P(T <= t) for the noncentral t distribution, degrees_of_freedom > 0, |noncentrality| <= 37.
 * Algorithm AS 243 (Lenth 1989, Applied Statistics 38, 185-189), as R's pt(t, df, ncp).
 * Outside that range the normal approximation of Abramowitz & Stegun 26.7.10.
 */
double noncentral_t_lower(double t, double degrees_of_freedom, double noncentrality);

#endif
