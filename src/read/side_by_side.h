/*
 * Reports that stand side by side, one label and a figure of each:
 *
 *                             nginx                    apache
 *     Complete requests:      1000                     1000
 *     Requests per second:    500.00 [#/sec] (mean)    400.00 [#/sec] (mean)
 */
#ifndef LOADSTAT_READ_SIDE_BY_SIDE_H
#define LOADSTAT_READ_SIDE_BY_SIDE_H

#include <stdbool.h>
#include <stddef.h>

#include "../base/text.h"
#include "../rules/rules.h"

/*
 * Whether the line is a label that rules know and a figure of each report; it
 * is then written to `bars` as the row of a table, "| label | figure | figure |",
 * and *count is the number of figures.
 */
bool side_by_side_split(struct rules *rules, struct text line, struct buffer *bars, size_t *count);

/* The names above such a row as a row of their own; false where there are not as many. */
bool side_by_side_split_names(struct text line, size_t count, struct buffer *bars);

#endif
