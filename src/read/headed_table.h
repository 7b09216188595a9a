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
#include "open_units.h"
#include "table_head.h"

/* What the rows of a table tell of one of its columns. */
struct column_tally {
    double sum; /* of its figures, for an average below */
    size_t count;
    bool has_text;     /* it names rows */
    bool has_number;   /* some cell is one */
    bool has_bare;     /* some number has no unit behind it */
    bool has_fraction; /* nobody asks for 9.1 connections: that was measured */
    struct unit_votes votes;
};

struct headed_table {
    struct assembly *assembly;
    bool keeps_columns; /* numeric columns that nobody knows become metrics */
    struct arena arena; /* of what is known of one table */
    struct table_head head;
    struct column_tally *tallies; /* of its columns */
    bool open;                    /* the head was met and rows follow */
    struct kept_lines rows;       /* while it is open */
    size_t since_end;             /* text lines since the table ended */
    size_t row_count;             /* that are runs */
    struct run *first_run, *last_run;
    const char *group;               /* what the rows below a row without figures belong to */
    const char *group_head;          /* above it */
    struct number_notation notation; /* of the figures of the table */
    bool is_named;                   /* some row has words for its name */
    size_t name_column;              /* of these words */
    size_t unreadable;               /* rows of which no figure can be read */
    size_t first_unreadable;         /* the line of the first */
    size_t empty;                    /* rows of which every figure was left out */
    size_t last_line;                /* of its rows */
    bool is_noted;                   /* what is left out of its columns was told */
};

void headed_table_init(struct headed_table *table, struct assembly *assembly, bool keeps_columns);
void headed_table_release(struct headed_table *table);

/* Whether one of the rows, from `first` on, has a figure under a metric of the head. */
bool headed_table_fits(const struct table_head *head, const struct kept_lines *rows, size_t first);

/* The current line is the head; the run that was open ends. */
void headed_table_open(struct headed_table *table, const struct table_head *head);

/* Whether the line goes on with the table that is open; it is then kept. */
bool headed_table_continue(struct headed_table *table, struct text line);

/* The table is over: a run for each of its rows. */
void headed_table_end(struct headed_table *table);

/* A table whose rows were kept elsewhere, from `first` on; it is over then. */
void headed_table_take_rows(struct headed_table *table, const struct kept_lines *rows,
                            size_t first);

/*
 * Whether the line, near below a table that ended at a line that was none of its
 * rows, is a row again: the table is then open and holds it.
 */
bool headed_table_resume(struct headed_table *table, struct text line);

/* Whether the line, near below a table, is an average of its rows; it is checked, and no run. */
bool headed_table_take_summary(struct headed_table *table, struct text line);

#endif
