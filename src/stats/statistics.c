#include "statistics.h"

#include <gsl/gsl_errno.h>

void statistics_initialize(void)
{
    gsl_set_error_handler_off();
}
