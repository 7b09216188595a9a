#include "throughput.h"

#include <math.h>

static bool are_amounts(const double *values, size_t n)
{
    for (size_t i = 0; i < n; i++) {
        if (!isfinite(values[i]) || values[i] < 0)
            return false;
    }
    return true;
}

static double sum_of(const double *values, size_t n)
{
    double sum = 0;

    for (size_t i = 0; i < n; i++)
        sum += values[i];
    return sum;
}

bool sequential_rate(const double *requests, const double *seconds, size_t k, double *result)
{
    if (k == 0 || !are_amounts(requests, k) || !are_amounts(seconds, k))
        return false;
    const double rate = sum_of(requests, k) / sum_of(seconds, k);
    if (!isfinite(rate))
        return false;
    *result = rate;
    return true;
}

bool parallel_rate(const double *rates, size_t k, double *result)
{
    if (k == 0 || !are_amounts(rates, k))
        return false;
    const double sum = sum_of(rates, k);
    if (!isfinite(sum))
        return false;
    *result = sum;
    return true;
}

bool effective_concurrency(double requests_per_second, double mean_latency_ms, double *result)
{
    const double in_flight = requests_per_second * (mean_latency_ms / 1000);

    if (!(requests_per_second >= 0) || !(mean_latency_ms >= 0) || !isfinite(in_flight))
        return false;
    *result = in_flight;
    return true;
}
