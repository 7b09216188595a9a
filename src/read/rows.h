/*
 * Rows: the tables of a file, as they are met line by line.
 */
#ifndef LOADSTAT_READ_ROWS_H
#define LOADSTAT_READ_ROWS_H

#include <stdbool.h>

#include "../base/text.h"

struct reader;

void rows_init(struct reader *reader);
void rows_release(struct reader *reader);

/* True where the cleaned line is part of a table that is open, or a row of bars. */
bool rows_take(struct reader *reader, struct text line);
/* True where the line, which no rule knows, is the head of a table. */
bool rows_take_head(struct reader *reader, struct text line);
void rows_take_blank(struct reader *reader);

/* Whether some rule would know the line; nothing is taken. */
bool rows_is_known(struct reader *reader, struct text line);
/* Whether the line is a whole run to some rule; it has a byte at least. */
bool rows_is_whole(struct reader *reader, struct text line);

/* The end of the file: a table that is open ends. */
void rows_end(struct reader *reader);

#endif
