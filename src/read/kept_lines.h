/*
 * Lines that are kept until a table ends: only all of its rows tell how it is
 * to be read.
 */
#ifndef LOADSTAT_READ_KEPT_LINES_H
#define LOADSTAT_READ_KEPT_LINES_H

#include <stddef.h>

#include "../base/memory.h"
#include "../base/text.h"

struct kept_line {
    const char *text;
    size_t number; /* in its file */
};

struct kept_lines {
    struct arena arena;
    struct kept_line *items;
    size_t count, capacity;
};

void kept_lines_init(struct kept_lines *lines);
void kept_lines_release(struct kept_lines *lines);

/* Copies the line. */
void kept_lines_add(struct kept_lines *lines, struct text line, size_t number);

/* The line at `index`. */
static inline struct text kept_line(const struct kept_lines *lines, size_t index)
{
    return text_of(lines->items[index].text);
}

void kept_lines_forget(struct kept_lines *lines);

#endif
