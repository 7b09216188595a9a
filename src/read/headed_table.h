/*
 * A table under a head: a run a row, its figures under headings that name
 * metrics.  The rows are kept until the end of the table.
 */
#ifndef LOADSTAT_READ_HEADED_TABLE_H
#define LOADSTAT_READ_HEADED_TABLE_H

#include <stdbool.h>
#include <stddef.h>

#include "../base/text.h"
#include "assembly.h"
#include "kept_lines.h"
#include "number_notation.h"
#include "table_head.h"

struct headed_table {
    struct assembly *assembly;
    bool keeps_columns; /* numeric columns that nobody knows become metrics */
    struct table_head head;
    bool open;               /* the head was met and rows follow */
    struct kept_lines rows;  /* while it is open */
    size_t since_end;        /* text lines since the table ended */
    size_t row_count;        /* that are runs */
    double sums[MOST_CELLS]; /* of the columns, for averages below */
    size_t counts[MOST_CELLS];
    struct run *last_run;
    struct number_notation notation; /* of the figures of the table */
    bool is_named;                   /* some row has words for its name */
    size_t unreadable;               /* rows of which no figure can be read */
    size_t first_unreadable;         /* the line of the first */
};

void headed_table_init(struct headed_table *table, struct assembly *assembly, bool keeps_columns);
void headed_table_release(struct headed_table *table);

/* The current line is the head; the run that was open ends. */
void headed_table_open(struct headed_table *table, const struct table_head *head);

/* Whether the line goes on with the table that is open; it is then kept. */
bool headed_table_continue(struct headed_table *table, struct text line);

/* The table is over: a run for each of its rows. */
void headed_table_end(struct headed_table *table);

/* A table whose rows were kept elsewhere, from `first` on; it is over then. */
void headed_table_take_rows(struct headed_table *table, const struct kept_lines *rows,
                            size_t first);

/* Whether the line, near below a table, is an average of its rows; it is checked, and no run. */
bool headed_table_take_summary(struct headed_table *table, struct text line);

#endif
