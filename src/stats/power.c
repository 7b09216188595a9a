#include "power.h"

#include <assert.h>
#include <math.h>

#include "distribution.h"

bool t_test_power(double n, double delta, double sd, double significance, double *power)
{
    assert(significance > 0 && significance < 1);
    if (!isfinite(n) || n < 2 || !isfinite(delta) || !isfinite(sd) || sd <= 0)
        return false;
    const double df = 2 * (n - 1);
    const double noncentrality = fabs(delta) / sd * sqrt(n / 2);
    if (!isfinite(noncentrality))
        return false;
    *power = 1 - noncentral_t_lower(student_t_critical(1 - significance, df), df, noncentrality);
    return true;
}

bool t_test_sample_size(double delta, double sd, double significance, double power, double *n)
{
    double low = 2;
    double high = 1e7;
    double reached;

    assert(significance < power && power < 1);
    if (delta == 0 || !t_test_power(high, delta, sd, significance, &reached) || reached < power)
        return false;
    /* Power rises with n; 100 halvings are more than a double has digits. */
    for (int i = 0; i < 100 && low < high; i++) {
        const double middle = low + (high - low) / 2;

        t_test_power(middle, delta, sd, significance, &reached);
        if (reached >= power)
            high = middle;
        else
            low = middle;
    }
    *n = high;
    return true;
}
