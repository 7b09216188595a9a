/*
 * Layouts of lines: millions of requests are printed in a handful of them.  What the
 * slow scan has found in one line is kept byte by byte, and the next line is
 * held against it, sixteen bytes at once, before anything is scanned again.
 */
#ifndef LOADSTAT_READ_LINE_LAYOUTS_H
#define LOADSTAT_READ_LINE_LAYOUTS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "../rules/shape.h"

enum { LAYOUT_BLOCKS = 6, MOST_LAYOUTS = 8, LAYOUT_NUMBERS = 6 };

/* Sixteen bytes at once, in one register where the machine has such. */
typedef uint8_t layout_block __attribute__((vector_size(16)));

/* A number at a fixed place of the line. */
struct layout_number {
    enum shape_field field;
    unsigned start;
    unsigned digits;   /* in front of the point */
    unsigned decimals; /* behind it; 0: no point */
};

/* One layout: what each byte up to the first text of free length has to be. */
struct line_layout {
    layout_block bytes[LAYOUT_BLOCKS]; /* the bytes; in skipped texts the one that would end them */
    layout_block exact[LAYOUT_BLOCKS]; /* 0xff: must be the same byte */
    layout_block digit[LAYOUT_BLOCKS]; /* 0xff: must be a digit */
    layout_block skip[LAYOUT_BLOCKS]; /* 0xff: may be anything but what ends the text or the line */
    size_t block_count;
    size_t length; /* bytes */
    size_t steps;  /* of the shape, that they cover */
    int status;
    struct layout_number numbers[LAYOUT_NUMBERS];
    size_t number_count;
};

struct line_layouts {
    struct line_layout items[MOST_LAYOUTS]; /* used last first */
    size_t count;
};

/* Keeps the layout of a line that has the shape; does nothing where it is too long. */
void line_layouts_learn(struct line_layouts *layouts, const struct shape *shape, struct text line);

/*
 * Whether the bytes from `at` are a line, with its end before `limit`, in a
 * layout that is known; *next is then the start of the line after it.
 */
bool line_layouts_match(struct line_layouts *layouts, const struct shape *shape, const char *at,
                        const char *limit, struct request *request, const char **next);

#endif
