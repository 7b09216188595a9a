/*
 * Recall: millions of requests are printed in a handful of layouts.  What the
 * slow scan has found in one line is kept byte by byte, and the next line is
 * held against it, sixteen bytes at once, before anything is scanned again.
 */
#ifndef LOADSTAT_READ_RECALL_H
#define LOADSTAT_READ_RECALL_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "../rules/shape.h"

enum { RECALL_BLOCKS = 6, RECALL_LAYOUTS = 8, RECALL_NUMBERS = 6 };

/* Sixteen bytes at once, in one register where the machine has such. */
typedef uint8_t recall_block __attribute__((vector_size(16)));

/* A number at a fixed place of the line. */
struct recall_number {
    enum shape_field field;
    unsigned start;
    unsigned digits;   /* in front of the point */
    unsigned decimals; /* behind it; 0: no point */
};

/* One layout: what each byte up to the first text of free length has to be. */
struct recall_layout {
    recall_block bytes[RECALL_BLOCKS]; /* the bytes; in skipped texts the one that would end them */
    recall_block exact[RECALL_BLOCKS]; /* 0xff: must be the same byte */
    recall_block digit[RECALL_BLOCKS]; /* 0xff: must be a digit */
    recall_block skip[RECALL_BLOCKS]; /* 0xff: may be anything but what ends the text or the line */
    size_t block_count;
    size_t length; /* bytes */
    size_t steps;  /* of the shape, that they cover */
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
