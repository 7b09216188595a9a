/*
 * Sideways tables: a metric a row and a run a column.
 *
 *     metric        nginx   apache
 *     requests/s      500      400
 *     mean latency  16 ms    20 ms
 */
#ifndef LOADSTAT_READ_SIDEWAYS_H
#define LOADSTAT_READ_SIDEWAYS_H

#include <stdbool.h>
#include <stddef.h>

#include "../base/text.h"
#include "table.h"

struct reader;

struct sideways_row {
    const char *text;
    size_t line;
};

/* The rows of one table, until it ends. */
struct sideways {
    bool open;
    enum separator separator;
    size_t columns;   /* cells of a row, the heading among them */
    const char *head; /* the line with the names of the runs */
    struct sideways_row *rows;
    size_t count, capacity;
    struct arena arena; /* of the rows */
};

void sideways_init(struct sideways *sideways);
void sideways_release(struct sideways *sideways);

/*
 * Whether `line`, below `head`, is the first row of such a table; it is then
 * open and holds the row.
 */
bool sideways_begin(struct sideways *sideways, struct reader *reader, struct text head,
                    struct text line);

/* Whether the line is the next row of the table that is open; it is then kept. */
bool sideways_take(struct sideways *sideways, const struct reader *reader, struct text line);

/* The table is over: a run for each of its columns, where two rows are metrics at least. */
void sideways_end(struct sideways *sideways, struct reader *reader);

#endif
