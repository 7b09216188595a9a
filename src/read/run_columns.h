/*
 * Tables with a run a column, and a metric a row:
 *
 *     metric        nginx   apache
 *     requests/s      500      400
 *     mean latency  16 ms    20 ms
 */
#ifndef LOADSTAT_READ_RUN_COLUMNS_H
#define LOADSTAT_READ_RUN_COLUMNS_H

#include <stdbool.h>
#include <stddef.h>

#include "../base/text.h"
#include "assembly.h"
#include "kept_lines.h"
#include "table_head.h"

/* One table, until it ends. */
struct run_columns {
    struct assembly *assembly;
    bool open;
    enum separator separator;
    size_t columns;         /* cells of a row, the heading among them */
    const char *head;       /* the line with the names of the runs */
    struct kept_lines rows; /* and the head */
    bool is_cut;            /* more rows follow than are kept */
};

void run_columns_init(struct run_columns *table, struct assembly *assembly);
void run_columns_release(struct run_columns *table);

/*
 * Whether `line`, below `head`, is the first row of such a table; it is then
 * open and holds the row.
 */
bool run_columns_begin(struct run_columns *table, struct text head, struct text line);

/* Whether the line is the next row of the table that is open; it is then kept. */
bool run_columns_continue(struct run_columns *table, struct text line);

/* The table is over: a run for each of its columns, where two rows are metrics at least. */
void run_columns_end(struct run_columns *table);

#endif
