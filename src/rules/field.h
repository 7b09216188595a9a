/*
 * Fields: what a named group of a pattern may be called, and how its text
 * becomes part of a run.  A field is a metric, a member of the run, or one of
 * the few names that say how to read another group of the line.
 */
#ifndef LOADSTAT_RULES_FIELD_H
#define LOADSTAT_RULES_FIELD_H

#include <stdbool.h>
#include <stddef.h>

#include "../model/member.h"
#include "../model/metric.h"
#include "../model/run.h"

enum field_kind {
    FIELD_METRIC,
    FIELD_TEXT,   /* a string member of the run */
    FIELD_NUMBER, /* a number member of the run */
    FIELD_KEEPALIVE,
    FIELD_URL,     /* scheme, host, port and path at once */
    FIELD_TIME,    /* a date and time, kept as ISO 8601 */
    FIELD_PERCENT, /* which percentile `latency_percentile_ms` of the line is */
    FIELD_PERCENTILE,
    FIELD_UNIT,         /* unit of the metrics of the line */
    FIELD_MESSAGE,      /* what the tool said, for status and note */
    FIELD_LABEL,        /* a name for the run */
    FIELD_KEY,          /* a free key of the run, a setting: key_<name> */
    FIELD_TAG,          /* a free key that parts no groups: tag_<name> */
    FIELD_DOCUMENT,     /* document length: bytes, or "Variable" */
    FIELD_SHIFTED_PORT, /* old ab printed ports above 32767 as negative */
};

struct field {
    enum field_kind kind;
    const struct metric *metric; /* FIELD_METRIC */
    const struct member *member; /* FIELD_TEXT, FIELD_NUMBER and those that read one in their way */
    const char *name;
};

/* False where no field is called `name`.  A free key is copied into `arena`. */
bool field_find(struct text name, struct metric_set *metrics, struct arena *arena,
                struct field *field);

#endif
