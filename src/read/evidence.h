/*
 * Evidence: known lines that were found where nobody said that there are any, as
 * behind a prefix or in a string.  One could be chance.
 */
#ifndef LOADSTAT_READ_EVIDENCE_H
#define LOADSTAT_READ_EVIDENCE_H

#include <stdbool.h>
#include <stddef.h>

#include "../base/text.h"
#include "../rules/rules.h"

enum { DIFFERENT_LINES = 3 };

struct evidence {
    const void *rules[DIFFERENT_LINES]; /* that knew a line, each once */
    size_t count;
    size_t rows;     /* lines that are whole runs */
    size_t requests; /* lines that are single requests */
    bool is_clear;   /* one of the lines is none that anybody writes */
    bool has_begin;
};

/* Adds the line, once it is cleaned, where a rule knows it; NULL: none does. */
const struct rule *evidence_add(struct evidence *evidence, struct rules *rules, struct text line);

/* Adds the line where it is a request; false: it is none. */
bool evidence_add_request(struct evidence *evidence, const struct rules *rules, struct text line);

/* Enough: a beginning with more behind it, rows, or lines that are not like each other. */
bool evidence_is_enough(const struct evidence *evidence);

#endif
