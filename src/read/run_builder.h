/*
 * The run under construction: fields go in as lines are read, and when the
 * run has ended, all that can only be known then is settled.
 */
#ifndef LOADSTAT_READ_RUN_BUILDER_H
#define LOADSTAT_READ_RUN_BUILDER_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "../base/memory.h"
#include "../model/metric.h"
#include "../model/run.h"
#include "surroundings.h"
#include "number_notation.h"
#include "../rules/rules.h"
#include "request_stream.h"

enum { MOST_AMBIGUOUS = 64, SEEN_IDS = 256, CHAIN_FRAGMENT = 1000, CHAIN_REQUESTS = -1 };

/* "1,234" may be 1234 or 1.234: the other figures of the run tell. */
struct ambiguous {
    const struct metric *metric;
    struct number number;
    double factor;
    size_t line;
};

struct run_builder {
    struct rules *rules;
    struct arena *arena; /* of the runs */
    struct metric_set *metrics;
    struct run *run; /* NULL: no run is open */
    struct format *format;
    struct request_stream *stream; /* NULL: no requests seen */
    struct hints hints;
    int chain;              /* place in the chain of begins */
    struct text first_line; /* the begin, while the run has no other line */
    unsigned within;
    unsigned marks;
    bool is_strong;      /* has a begin; otherwise a fragment */
    bool has_clear_line; /* that no prose has */
    size_t vague_lines;
    bool broken;      /* text that is no report's stood since the last line */
    size_t last_rule; /* index of the rule hit last, in its format */
    uint64_t fingerprint;
    uint64_t seen[SEEN_IDS / 64]; /* metrics that are set, by id; ids beyond are looked up */
    struct ambiguous ambiguous[MOST_AMBIGUOUS];
    size_t ambiguous_count;
    struct number_notation notation; /* of the figures of the run, or of its table */
    int time_decimals;
};

/* Opens a run in which nothing is set. */
void run_builder_open(struct run_builder *builder, struct run *run, struct format *format,
                      const char *file, size_t line);

/* The run that is open is one of this format; what was read stays. */
void run_builder_become(struct run_builder *builder, struct format *format);

/* Whether a field that the line gives is there already: the next run has begun. */
bool run_builder_would_repeat(const struct run_builder *builder, const struct rule *rule,
                              struct text line);

/*
 * Sets what the rule, which has just matched `line`, captures.  A figure
 * without a readable value is left absent, with a warning of the run.
 */
void run_builder_take(struct run_builder *builder, const struct rule *rule, struct text line,
                      size_t line_number);

/* One field of the run from text, as a table cell gives it. */
void run_builder_set_field(struct run_builder *builder, const struct field *field,
                           const struct unit *unit, struct text text, size_t line_number);

/* What was read, as it was written: the same log gives the same fingerprint however it was kept. */
void run_builder_add_fingerprint(struct run_builder *builder, struct text text);

/* Whether a figure of the rule's lines is not set yet; of percentages it is not known. */
bool run_builder_lacks(const struct run_builder *builder, const struct rule *rule);

/* Whether the run has all that its format calls whole. */
bool run_builder_is_whole(const struct run_builder *builder);

/* Settles everything and lets go of the run. */
void run_builder_close(struct run_builder *builder);

#endif
