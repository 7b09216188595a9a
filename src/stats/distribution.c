#include "distribution.h"

#include <assert.h>
#include <float.h>
#include <math.h>

#include <gsl/gsl_cdf.h>
#include <gsl/gsl_math.h>

double student_t_upper(double t, double degrees_of_freedom)
{
    assert(degrees_of_freedom > 0);
    return gsl_cdf_tdist_Q(t, degrees_of_freedom);
}

double student_t_two_sided(double t, double degrees_of_freedom)
{
    return fmin(1, 2 * student_t_upper(fabs(t), degrees_of_freedom));
}

double student_t_critical(double confidence, double degrees_of_freedom)
{
    assert(confidence > 0 && confidence < 1 && degrees_of_freedom > 0);
    return gsl_cdf_tdist_Qinv((1 - confidence) / 2, degrees_of_freedom);
}

double normal_quantile(double p)
{
    assert(p > 0 && p < 1);
    return gsl_cdf_ugaussian_Pinv(p);
}

double normal_lower(double z)
{
    return gsl_cdf_ugaussian_P(z);
}

double chi_squared_quantile(double p, double degrees_of_freedom)
{
    assert(p > 0 && p < 1 && degrees_of_freedom > 0);
    return gsl_cdf_chisq_Pinv(p, degrees_of_freedom);
}

double chi_squared_upper(double value, double degrees_of_freedom)
{
    assert(degrees_of_freedom > 0);
    return gsl_cdf_chisq_Q(value, degrees_of_freedom);
}

double f_upper(double value, double numerator_df, double denominator_df)
{
    assert(numerator_df > 0 && denominator_df > 0);
    return gsl_cdf_fdist_Q(value, numerator_df, denominator_df);
}

static double beta_lower(double x, double a, double b)
{
    assert(x >= 0 && x <= 1 && a > 0 && b > 0);
    return gsl_cdf_beta_P(x, a, b);
}

double binomial_lower(int64_t k, uint64_t n, double p)
{
    /* GSL's continued fraction for the beta function needs too many terms beyond this. */
    const double largest_expected = 1e5;
    const double trials = (double)n;

    assert(p > 0 && p < 1);
    if (k < 0)
        return 0;
    if ((uint64_t)k >= n)
        return 1;
    if (trials * fmin(p, 1 - p) > largest_expected)
        return normal_lower(((double)k + 0.5 - trials * p) / sqrt(trials * p * (1 - p)));
    return gsl_cdf_beta_Q(p, (double)k + 1, trials - (double)k);
}

/*
 * The sum of AS 243 for t > 0: P(0 < T <= t).  Terms pair a Poisson weight (p, q) with an
 * incomplete beta function (odd, even), both by recurrence.
 */
static double noncentral_t_sum(double t, double degrees_of_freedom, double noncentrality)
{
    const double half_lambda = noncentrality * noncentrality / 2;
    const double x = t * t / (t * t + degrees_of_freedom);
    const double b = degrees_of_freedom / 2;
    const double power = pow(degrees_of_freedom / (t * t + degrees_of_freedom), b);
    const double log_beta = log(M_PI) / 2 + lgamma(b) - lgamma(b + 0.5);
    double p = exp(-half_lambda) / 2;
    double q = sqrt(2 / M_PI) * p * noncentrality;
    double remainder = -expm1(-half_lambda) / 2;
    double a = 0.5;
    double odd = beta_lower(x, a, b);
    double odd_step = 2 * power * exp(a * log(x) - log_beta);
    double even = b * x < DBL_EPSILON ? b * x : 1 - power;
    double even_step = b * x * power;
    double sum = p * odd + q * even;

    for (int i = 1; i <= 1000; i++) {
        a++;
        odd -= odd_step;
        even -= even_step;
        odd_step *= x * (a + b - 1) / a;
        even_step *= x * (a + b - 0.5) / (a + 0.5);
        p *= half_lambda / i;
        q *= half_lambda / (i + 0.5);
        sum += p * odd + q * even;
        remainder -= p;
        if ((remainder <= 0 && i > 1) || fabs(2 * remainder * (odd - odd_step)) < 1e-12)
            break;
    }
    return sum;
}

static double noncentral_t_normal(double t, double degrees_of_freedom, double noncentrality)
{
    const double s = 1 / (4 * degrees_of_freedom);

    return normal_lower((t * (1 - s) - noncentrality) / sqrt(1 + t * t * 2 * s));
}

double noncentral_t_lower(double t, double degrees_of_freedom, double noncentrality)
{
    assert(degrees_of_freedom > 0);
    if (t < 0)
        return 1 - noncentral_t_lower(-t, degrees_of_freedom, -noncentrality);
    if (fabs(noncentrality) > 37 || degrees_of_freedom > 4e5)
        return noncentral_t_normal(t, degrees_of_freedom, noncentrality);
    const double below_zero = normal_lower(-noncentrality);
    if (t * t == 0)
        return below_zero;
    return fmin(1, below_zero + noncentral_t_sum(t, degrees_of_freedom, noncentrality));
}
