/*
 * Open units: times of a table whose unit nothing says.
 *
 * What was measured beside them proves the unit or leaves it open.  With c
 * requests under way all the time, a request takes c / rate on average (Little's
 * law); and a test takes requests / rate.  Units are a factor of 1,000 apart, so
 * that one of them fits at most.  A time whose unit is not proved is no figure.
 */
#ifndef LOADSTAT_READ_OPEN_UNITS_H
#define LOADSTAT_READ_OPEN_UNITS_H

#include <stddef.h>

#include "../model/metric.h"

/* Units that times are kept in: microseconds, milliseconds, seconds. */
enum { OPEN_UNITS = 3 };

/* What a row says beside its open times; ABSENT where it does not. */
struct unit_evidence {
    double latency_ms; /* the mean or median, where its unit is said, or concurrency / rate */
    double time_s;     /* requests / rate */
};

/* Of one column: rows that speak for each unit, and rows that spoke at all. */
struct unit_votes {
    size_t of[OPEN_UNITS];
    size_t rows;
};

void unit_votes_add(struct unit_votes *votes, const struct metric *metric, double value,
                    const struct unit_evidence *evidence);

/* The unit that nearly all rows speak for; NULL: none, or they contradict each other. */
const struct unit *unit_votes_settle(const struct unit_votes *votes);

#endif
