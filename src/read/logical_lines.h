/*
 * Logical lines: what a block of table rows comes to when it is read as lines
 * of reports.  Tables write them, and the reader takes them before it goes on.
 */
#ifndef LOADSTAT_READ_LOGICAL_LINES_H
#define LOADSTAT_READ_LOGICAL_LINES_H

#include <stddef.h>

#include "../base/memory.h"

enum logical_kind {
    LOGICAL_COLUMN_BEGINS, /* the lines below are a run of their own, under the same headings */
    LOGICAL_COLUMN_ENDS,
    LOGICAL_CELL, /* a line of a column: rules may take it */
    LOGICAL_ROW,  /* a row: rules may take its cells, joined to a line, or else it is any line */
};

struct logical_line {
    enum logical_kind kind;
    size_t number;    /* of the physical line that it comes from */
    const char *text; /* NULL: none */
    const char *name; /* LOGICAL_CELL: of the column's run, where no rule takes the text; or NULL */
    const char *value; /* LOGICAL_ROW of two cells: the second, and `name` is the first; or NULL */
    const char *row;   /* LOGICAL_ROW: as it stands */
};

/* A queue; all texts live in its arena. */
struct logical_lines {
    struct arena arena;
    struct logical_line *items;
    size_t count, capacity;
};

void logical_lines_init(struct logical_lines *lines);
void logical_lines_release(struct logical_lines *lines);
void logical_lines_add(struct logical_lines *lines, const struct logical_line *line);
void logical_lines_clear(struct logical_lines *lines);

#endif
