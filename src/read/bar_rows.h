/*
 * Rows of bars, "| … | … |", kept until the block is over and then told apart:
 * by columns, each of which is a run, or row by row.  Reports side by side come
 * here too, once their lines are written with bars.
 */
#ifndef LOADSTAT_READ_BAR_ROWS_H
#define LOADSTAT_READ_BAR_ROWS_H

#include <stdbool.h>
#include <stddef.h>

#include "../base/text.h"
#include "../rules/rules.h"
#include "kept_lines.h"
#include "logical_lines.h"

enum { MOST_BAR_ROWS = 5000 }; /* that are kept to be told apart */

struct bar_rows {
    struct kept_lines rows;
    bool side_by_side; /* the bars are made of lines of several reports */
    bool is_loose;     /* without bars at the ends of its rows; blank lines do not end it */
};

void bar_rows_init(struct bar_rows *bars);
void bar_rows_release(struct bar_rows *bars);

/* Whether the line belongs to the block that is open; it is then kept. */
bool bar_rows_continue(struct bar_rows *bars, struct rules *rules, struct text line, size_t number);

/* How a block is to be read. */
struct bar_layout {
    size_t columns;
    size_t paired; /* rows whose first cell names what two other cells hold */
    size_t whole;  /* rows that are lines as they stand, bars and all */
    size_t single; /* rows of which two cells are lines of their own */
    size_t body;   /* rows below the first, which may be a head */
    size_t joined; /* of these, rows of which all cells together are a line */
    size_t metric; /* of these, rows whose first cell names a metric */
};

struct bar_layout bar_rows_layout(const struct bar_rows *bars, struct rules *rules);

/* Each column is a run: its head is the label, its cells are lines. */
void bar_rows_write_columns(const struct bar_rows *bars, struct rules *rules,
                            const struct bar_layout *layout, struct logical_lines *lines);

/* Each row is a line: "| Requests per second: | 500 [#/sec] |". */
void bar_rows_write_rows(const struct bar_rows *bars, struct rules *rules,
                         struct logical_lines *lines);

void bar_rows_forget(struct bar_rows *bars);

#endif
