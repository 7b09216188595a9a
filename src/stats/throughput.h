#ifndef LOADSTAT_STATS_THROUGHPUT_H
#define LOADSTAT_STATS_THROUGHPUT_H

#include <stdbool.h>
#include <stddef.h>

/*
 * The rate of k runs one after another: sum(requests) / sum(seconds).  False for k == 0, a negative
 * or not finite number, or no time at all.
 */
bool sequential_rate(const double *requests, const double *seconds, size_t k, double *result);

/*
 * The rate of k generators at the same time, over a window that they share: the sum of their rates.
 * False for k == 0 and a negative or not finite rate.
 */
bool parallel_rate(const double *rates, size_t k, double *result);

/*
 * Little's law: the mean number of requests in flight, rate (1/s) * mean latency (ms) / 1000
 * (Little 1961).  Well below what was asked for, the client had gaps; above it, a figure is wrong.
 * False for a negative or not finite number.
 */
bool effective_concurrency(double requests_per_second, double mean_latency_ms, double *result);

#endif
