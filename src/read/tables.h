/*
 * The tables of a file, as they are met line by line: rows under a head, rows
 * of metrics with a run a column, rows of bars, reports side by side.
 *
 * For each line: tables_continue(); where that is false, tables_end(), then
 * tables_begin(), and for a line that nobody knows tables_begin_under_head().
 * Runs of tables go to the assembly; rows that are lines of reports go to the
 * queue, which the reader takes whenever a table has ended.
 */
#ifndef LOADSTAT_READ_TABLES_H
#define LOADSTAT_READ_TABLES_H

#include <stdbool.h>

#include "../base/text.h"
#include "assembly.h"
#include "bar_rows.h"
#include "headed_table.h"
#include "logical_lines.h"
#include "pivot_table.h"
#include "run_columns.h"

struct tables {
    struct assembly *assembly;
    struct headed_table headed;
    struct run_columns run_columns;
    struct pivot_table pivot;
    struct bar_rows bars;
    struct logical_lines queue;
};

/* `keep_columns`: numeric columns that nobody knows become metrics. */
void tables_init(struct tables *tables, struct assembly *assembly, bool keep_columns);
void tables_release(struct tables *tables);

/* Whether the cleaned line, which is not empty, goes on with a table that is open; it is kept. */
bool tables_continue(struct tables *tables, struct text line);

/* Whatever table is open has ended above this line. */
void tables_end(struct tables *tables);

/* An empty line: it ends rows of bars. */
void tables_take_blank(struct tables *tables);

/* Whether the line is a row of bars or of reports side by side, or sums up the table above it. */
bool tables_begin(struct tables *tables, struct text line);

/* Whether the line, which no rule knows, is the head of a table or its first row of metrics. */
bool tables_begin_under_head(struct tables *tables, struct text line);

/*
 * Whether a row of two cells, which no rule knows, is a figure in people's words
 * of the run that is open: it is then set.
 */
bool tables_take_pair(struct tables *tables, struct text name, struct text value);

#endif
