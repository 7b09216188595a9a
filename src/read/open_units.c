#include "open_units.h"

#include <math.h>
#include <string.h>

#include "../base/number.h"

static const struct {
    const char *name;
    double in_ms;
} units[OPEN_UNITS] = {
    {"us", 0.001},
    {"ms", 1    },
    {"s",  1000 },
};

/* How a time may lie to the one that is expected; narrower than a step of units. */
struct range {
    double least, most;
};

/* The slow end of a distribution lies above its mean, the mean and the middle lie at it. */
static struct range range_of(const struct metric *metric)
{
    bool is_slow_end = metric->percentile >= 75 || strcmp(metric->key, "latency_max_ms") == 0;
    bool is_middle = strcmp(metric->key, "latency_mean_ms") == 0 ||
                     strcmp(metric->key, "latency_median_ms") == 0 || metric->percentile == 50;

    if (metric->kind == METRIC_SECONDS)
        return (struct range){0.8, 1.25};
    if (is_slow_end)
        return (struct range){0.7, 200};
    return is_middle ? (struct range){0.15, 1.6} : (struct range){1, 0};
}

void unit_votes_add(struct unit_votes *votes, const struct metric *metric, double value,
                    const struct unit_evidence *evidence)
{
    struct range range = range_of(metric);
    bool is_test = metric->kind == METRIC_SECONDS;
    double expected = is_test ? evidence->time_s * 1000 : evidence->latency_ms;

    if (isnan(expected) || expected <= 0 || value <= 0 || range.least > range.most)
        return;
    votes->rows++;
    for (size_t i = 0; i < OPEN_UNITS; i++) {
        double ratio = value * units[i].in_ms / expected;
        votes->of[i] += ratio >= range.least && ratio <= range.most;
    }
}

const struct unit *unit_votes_settle(const struct unit_votes *votes)
{
    /* A row in ten may be odd: a run that failed is quick. */
    for (size_t i = 0; votes->rows && i < OPEN_UNITS; i++)
        if (votes->of[i] * 10 >= votes->rows * 9)
            return unit_find(text_of(units[i].name));
    return NULL;
}
