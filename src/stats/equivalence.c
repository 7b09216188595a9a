#include "equivalence.h"

#include <assert.h>
#include <math.h>

#include "distribution.h"

bool equivalence_of_ratio(const struct ratio_test_result *test, double margin,
                          struct equivalence *result)
{
    const double error = test->log_standard_error;
    const double df = test->degrees_of_freedom;

    assert(margin > 0);
    if (!(test->ratio > 0) || !(error > 0) || !isfinite(error) || !(df > 0))
        return false;
    const double distance = fabs(log(test->ratio));
    const double reach = student_t_critical(0.90, df) * error;
    const struct interval interval = {test->ratio * exp(-reach), test->ratio * exp(reach)};
    if (!isfinite(interval.high))
        return false;
    /* The nearer limit has the larger p. */
    result->p = student_t_upper((log1p(margin) - distance) / error, df);
    result->interval = interval;
    return true;
}
