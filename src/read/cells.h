/*
 * Cells: a line of a table kept by hand taken apart, by tabs, commas,
 * semicolons, bars or blanks, and what one of its cells can hold.
 */
#ifndef LOADSTAT_READ_CELLS_H
#define LOADSTAT_READ_CELLS_H

#include <stdbool.h>
#include <stddef.h>

#include "../base/number.h"
#include "../base/text.h"

enum { MOST_CELLS = 1024 }; /* of a line; a table that has more is warned of */

enum separator {
    SEPARATOR_TAB,
    SEPARATOR_BAR,
    SEPARATOR_SEMICOLON,
    SEPARATOR_COMMA,
    SEPARATOR_BLANKS, /* two or more, or a tab */
    SEPARATOR_BLANK,  /* one is enough */
};

/* Splits a line; quotes of CSV are taken off.  The cells point into the line. */
size_t cells_split(struct text line, enum separator separator, struct text *cells);

/* The same, with blanks taken out of figures: "312 000" is 312000; such cells are in `arena`. */
size_t cells_split_figures(struct text line, enum separator separator, struct text *cells,
                           struct arena *arena);

/* What a cell under a metric holds. */
enum cell_kind {
    CELL_EMPTY,     /* nothing, or a dash in its place */
    CELL_NUMBER,    /* a number that is not below zero, with or without a unit */
    CELL_NO_NUMBER, /* meant for a figure, and none: "n/a", "nan", ">300", "100-120", "-5" */
    CELL_WORDS,
};

enum cell_kind cell_kind_of(struct text cell);

/*
 * Whether the cell is words, so that two rows that differ in it are not the same
 * thing: all that is neither empty nor meant for a figure.  "3 nodes" is, and
 * "2.00x", "120MB" and "+5 %" are not.
 */
bool cell_is_text(struct text cell);

/* The number at the head of a cell; *unit is what stands behind it. */
bool cell_scan_figure(struct text cell, struct number *number, struct text *unit);

/* "Average", "mean", "sum", "total", "stdev" …: such a row is not a run. */
bool cell_is_summary_word(struct text cell, const char **what);

/* "change", "ratio" …: such a column compares runs, and is none. */
bool cell_is_comparison_word(struct text cell);

/* Whether the line is |---|:--:|. */
bool cells_are_delimiter(struct text line);
/* Whether the line is ----  ----, as it stands under a head without bars. */
bool cells_are_ruler(struct text line);

#endif
