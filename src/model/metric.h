/*
 * The metric table: the public vocabulary of the program.
 *
 * A key means the same in JSON, CSV, templates, expressions and rule files.
 * A new built-in metric is a line in the table of metric.c; a rule file can
 * add its own; any latency_p<number>_ms exists without being listed.
 */
#ifndef LOADSTAT_MODEL_METRIC_H
#define LOADSTAT_MODEL_METRIC_H

#include <stdbool.h>
#include <stddef.h>

#include "../base/memory.h"
#include "../base/number.h"
#include "../base/suggestion.h"
#include "../base/text.h"

enum better {
    BETTER_NEITHER,
    BETTER_HIGHER,
    BETTER_LOWER,
};

/* What a value is; decides the unit that captured text is converted to, and its printing. */
enum metric_kind {
    METRIC_COUNT,   /* a whole number of events, exact to 2^53 */
    METRIC_NUMBER,  /* a plain number */
    METRIC_PERCENT, /* per cent */
    METRIC_RATE,    /* events per second */
    METRIC_SECONDS,
    METRIC_MILLISECONDS,
    METRIC_BYTES,
    METRIC_BYTE_RATE, /* bytes per second */
};

struct metric {
    const char *key;        /* "requests_per_second" */
    const char *label;      /* "requests/s", for headings */
    const char *short_name; /* "rps", on the command line; NULL: none */
    const char *unit;       /* "ms", as it stands in headings; "" where the label says it */
    enum better better;
    enum metric_kind kind;
    double percentile; /* 0 to 100 for latency_p<number>_ms; NAN for the others */
    int order;         /* position in every output */
    size_t key_length;
    unsigned id; /* of its own in one invocation: counts from 0 */
};

/* The metrics known to one invocation: the table, the percentiles met, and rule files' own. */
struct metric_set {
    struct arena *arena; /* borrowed; owns the metrics added */
    const struct metric **added;
    size_t count;
    size_t capacity;
};

void metric_set_init(struct metric_set *set, struct arena *arena);

/*
 * The metric of that key, or NULL.  A metric is one object for the whole life
 * of the set, so that pointers can be compared.
 */
const struct metric *metric_find(struct metric_set *set, struct text key);

/* As metric_find(), but short names ("rps", "p99", "max") are understood too. */
const struct metric *metric_find_by_name(struct metric_set *set, struct text name);

/* As metric_find_by_name(), also in other case ("P99"), and by label ("requests/s"). */
const struct metric *metric_find_as_written(struct metric_set *set, struct text name);

/* Offers the names that metric_find_by_name() takes, to find what was meant. */
void metric_names_offer(const struct metric_set *set, struct suggestion *suggestion);

/* latency_p<percentile>_ms; NULL outside 0 to 100 (exclusive). */
const struct metric *metric_percentile(struct metric_set *set, double percentile);

/*
 * Adds a metric of a rule file's own, or of a column kept from a table.
 * NULL when `key` exists with other properties, or is empty.  Copies its strings.
 */
const struct metric *metric_add(struct metric_set *set, const struct metric *metric);

/* The built-in metrics, in order. */
const struct metric *metric_table(size_t *count);

/* The factor from the base unit of `kind` (number.h) to the metric's own; 0: does not fit. */
double metric_unit_factor(const struct metric *metric, const struct unit *unit);

#endif
