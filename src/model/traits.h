/*
 * Traits: what cannot be seen from a tool's figures, but must be known to judge
 * them.  A rule file declares them, runs carry them, JSON keeps them.
 *
 * A trait is a row of the table in traits.c and a member here.  What nobody
 * declared is UNKNOWN, the first word of each.
 */
#ifndef LOADSTAT_MODEL_TRAITS_H
#define LOADSTAT_MODEL_TRAITS_H

#include <stdbool.h>
#include <stddef.h>

#include "../base/text.h"
#include "metric.h"

/* Whether requests that failed are among the completed ones or counted beside them. */
enum failures_trait {
    FAILURES_UNKNOWN,
    FAILURES_AMONG,
    FAILURES_BESIDE,
};

/* Whether latency_mean_ms is the mean of what was measured, or concurrency / rate. */
enum mean_trait {
    MEAN_UNKNOWN,
    MEAN_MEASURED,
    MEAN_COMPUTED,
};

/* Whether the next request waits for the answer to the last one, or for the clock. */
enum load_trait {
    LOAD_UNKNOWN,
    LOAD_CLOSED,
    LOAD_OPEN,
};

/*
 * Whether the requests in flight are those asked for all the time, or fewer,
 * so that what the tool measured counts (users who wait between requests).
 */
enum concurrency_trait {
    CONCURRENCY_UNKNOWN,
    CONCURRENCY_ASKED,
    CONCURRENCY_MEASURED,
};

/* Whether single requests stand in the order of time, or sorted by another figure. */
enum rows_trait {
    ROWS_UNKNOWN,
    ROWS_ORDERED,
    ROWS_SORTED,
};

/* In which shape the tool's figures are kept: one run may be kept in several. */
enum view_trait {
    VIEW_TRAIT_UNKNOWN,
    VIEW_TRAIT_SUMMARY,     /* the report */
    VIEW_TRAIT_DOCUMENT,    /* the report as JSON */
    VIEW_TRAIT_LOG,         /* a row of a log of runs */
    VIEW_TRAIT_REQUESTS,    /* single requests */
    VIEW_TRAIT_PERCENTILES, /* nothing but percentiles */
    VIEW_TRAIT_TABLE,       /* a row of a table kept by hand */
};

enum { MOST_TRAIT_STEPS = 4 };

/* The step in which figures are printed where their digits do not tell it. */
struct trait_step {
    const char *part; /* "latency": of the metrics whose keys begin so */
    double ms;
};

struct traits {
    enum failures_trait failures;
    enum mean_trait mean;
    enum load_trait load;
    enum concurrency_trait concurrency;
    enum rows_trait rows;
    enum view_trait view;
    struct trait_step steps[MOST_TRAIT_STEPS];
    size_t step_count;
};

extern const struct traits traits_unknown;

/* A trait that is one of a few words. */
struct trait {
    const char *key;          /* "failures" */
    const char *const *words; /* by value; the first, of what is unknown, is NULL */
    size_t word_count;
    size_t offset; /* in struct traits */
};

const struct trait *trait_table(size_t *count);
const struct trait *trait_find(struct text key); /* NULL where there is none */

/* The word of it that holds; NULL: unknown. */
const char *trait_word(const struct traits *traits, const struct trait *trait);
/* False where the trait knows no such word. */
bool trait_set(struct traits *traits, const struct trait *trait, struct text word);

/* `part` must live as long as the traits.  False where there is no room for another. */
bool traits_add_step(struct traits *traits, const char *part, double ms);

/* The step of a metric that is a time, in the metric's own unit; ABSENT: not declared. */
double traits_step(const struct traits *traits, const struct metric *metric);

/* Whether nothing is declared. */
bool traits_are_unknown(const struct traits *traits);

#endif
