#ifndef LOADSTAT_STATS_BLOCK_ORDER_H
#define LOADSTAT_STATS_BLOCK_ORDER_H

#include <stdbool.h>

#include "statistics.h"

/* What is left of a difference between x and y once time has had its share. */
struct block_order_result {
    double log_ratio; /* of x over y, at equal time */
    double standard_error;
    double degrees_of_freedom; /* nx + ny - 3 */
    double p;                  /* two-sided: that it is 0 */
    double slope;              /* of the logarithms in time, common to both sides */
};

/*
 * Analysis of covariance, log(value) = side + slope * time (Fisher 1932; R
 * lm(log(value) ~ side + time)): where all of one side ran before all of the other, a drift and a
 * difference look alike, and only what goes beyond the drift within the sides counts.  The times
 * (any unit; positions will do) belong to the values one by one.  False for fewer than four values
 * together, a value <= 0, one not finite, times that do not differ within a side, and no residual.
 */
bool block_order_test(struct sample x, const double *times_x, struct sample y,
                      const double *times_y, struct block_order_result *result);

#endif
