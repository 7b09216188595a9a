/*
 * Pivots: tables of one metric, which what stands above them names.
 *
 *     ### Requests/sec
 *
 *     | concurrency | nginx  | apache |
 *     |-------------|--------|--------|
 *     | 10          | 12.50k | 9.25k  |
 *
 * Each figure is a run, called by its row and its column.
 */
#ifndef LOADSTAT_READ_PIVOT_TABLE_H
#define LOADSTAT_READ_PIVOT_TABLE_H

#include <stdbool.h>
#include <stddef.h>

#include "../base/text.h"
#include "assembly.h"
#include "kept_lines.h"
#include "table_head.h"

/* One table, until it ends. */
struct pivot_table {
    struct assembly *assembly;
    bool open;
    enum separator separator;
    size_t columns;             /* cells of a row, its name among them */
    struct table_column metric; /* of all figures */
    const char *head;
    struct kept_lines rows; /* and the head */
};

void pivot_table_init(struct pivot_table *table, struct assembly *assembly);
void pivot_table_release(struct pivot_table *table);

/*
 * Whether `line`, below `head`, is the first row of such a table, whose metric
 * is named in its corner or by `caption` (or NULL) or a heading above it; it is
 * then open and holds the row.
 */
bool pivot_table_begin(struct pivot_table *table, struct text head, struct text line,
                       const char *caption);

/* Whether the line is the next row of the table that is open; it is then kept. */
bool pivot_table_continue(struct pivot_table *table, struct text line);

/* The table is over: a run for each of its figures. */
void pivot_table_end(struct pivot_table *table);

#endif
