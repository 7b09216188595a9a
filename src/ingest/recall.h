/*
 * Recall: millions of requests are printed in a handful of layouts.  What the
 * slow scan has found in one line is kept as words of eight bytes, and the next
 * line is held against them before anything is scanned again.
 */
#ifndef LOADSTAT_INGEST_RECALL_H
#define LOADSTAT_INGEST_RECALL_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "shape.h"

enum { RECALL_WORDS = 12, RECALL_LAYOUTS = 8, RECALL_NUMBERS = 6 };

/* A number at a fixed place of the line. */
struct recall_number {
    enum shape_field field;
    unsigned start;
    unsigned digits;    /* in front of the point */
    unsigned decimals;  /* behind it; 0: no point */
};

/* One layout: what each byte up to the first text of free length has to be. */
struct recall_layout {
    uint64_t words[RECALL_WORDS]; /* the bytes; in skipped texts the byte that would end them */
    uint64_t exact[RECALL_WORDS]; /* masks: must be the same byte */
    uint64_t digit[RECALL_WORDS]; /* must be a digit */
    uint64_t skip[RECALL_WORDS];  /* may be anything but the byte that ends the text */
    uint64_t above[RECALL_WORDS]; /* where that is a blank or tab: all bytes below this are refused */
    size_t word_count;
    size_t length;                /* bytes */
    size_t steps;                 /* of the shape, that they cover */
    int status;
    struct recall_number numbers[RECALL_NUMBERS];
    size_t number_count;
};

struct recall {
    struct recall_layout layouts[RECALL_LAYOUTS]; /* used last first */
    size_t count;
};

/* Keeps the layout of a line that has the shape; does nothing where it is too long. */
void recall_learn(struct recall *recall, const struct shape *shape, struct text line);

/*
 * Whether the bytes from `at` are a line, with its end before `limit`, in a
 * layout that is known; *next is then the start of the line after it.
 */
bool recall_match(struct recall *recall, const struct shape *shape, const char *at,
                  const char *limit, struct request *request, const char **next);

#endif
