/*
 * Labels without their values: what stands in the next line belongs to them,
 * and what cannot be read is not dropped without a word.
 */
#ifndef LOADSTAT_READ_LABEL_VALUES_H
#define LOADSTAT_READ_LABEL_VALUES_H

#include <stdbool.h>
#include <stddef.h>

#include "../base/text.h"
#include "assembly.h"

/* The rules that have a label. */
struct known_label {
    const struct rule *rules[MOST_LABELS];
    size_t count;
};

struct label_values {
    struct assembly *assembly;
    struct buffer label; /* that waits for its value; empty: none does */
    struct known_label known;
    size_t line; /* of the label */
};

void label_values_init(struct label_values *values, struct assembly *assembly);
void label_values_release(struct label_values *values);

/*
 * Whether the line is a label that rules know, as it stands or behind marks, and
 * no rule could read its value: one without a value waits for the next line,
 * another is told of as a warning of its run.
 */
bool label_values_take(struct label_values *values, struct text line);

/* Whether the line is such a label, of a figure that the run that is open lacks; without one, of
 * none at all. */
bool label_values_is_missing(const struct label_values *values, struct text line);

/*
 * Whether the line is the value that a label waits for; `joined` is then both as
 * one line that rules know.  The label waits no more, whatever the line is.
 */
bool label_values_join(struct label_values *values, struct text line, struct buffer *joined);

/* No value comes any more. */
void label_values_end(struct label_values *values);

#endif
