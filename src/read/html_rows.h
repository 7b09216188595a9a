/*
 * Rows of HTML tables, on one line or with a line for each cell, written as
 * rows with bars: <tr><td>a</td><td>b</td></tr> is "| a | b |".
 */
#ifndef LOADSTAT_READ_HTML_ROWS_H
#define LOADSTAT_READ_HTML_ROWS_H

#include <stdbool.h>

#include "../base/text.h"

struct html_rows {
    struct buffer row; /* what is there of the row that is open */
    bool in_row;
    bool in_cell;
    bool is_ready; /* the row has ended */
    size_t plain;  /* lines of its open cell without a tag */
};

void html_rows_init(struct html_rows *rows);
void html_rows_release(struct html_rows *rows);

/* Whether the line, without blanks around it, goes on with a row or can begin one. */
bool html_rows_concern(const struct html_rows *rows, struct text line);

/*
 * Whether the line is part of a row, or a tag around rows that says nothing.
 * Takes it up to the end of the row; *rest is what stands behind.  Where
 * `is_ready`, html_rows_take() gives the row, which then has to be taken before
 * the next line.
 */
bool html_rows_continue(struct html_rows *rows, struct text line, struct text *rest);

/* The row that has ended; valid until the next call. */
struct text html_rows_take(struct html_rows *rows);

#endif
