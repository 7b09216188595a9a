/*
 * Layout: where the texts of a table go, for every format that has a width.
 *
 * Widths are in whatever unit `measure` gives: columns of a terminal, points
 * of a page.  A table that is too wide has its headings wrapped first, then
 * its texts, then its first column put on a line of its own above each row
 * (before its texts are wrapped where each heads several rows), and at last is cut into panels that
 * repeat the first column.
 */
#ifndef LOADSTAT_EMIT_TABLE_LAYOUT_H
#define LOADSTAT_EMIT_TABLE_LAYOUT_H

#include <stdbool.h>
#include <stddef.h>

#include "../base/memory.h"
#include "../base/text.h"
#include "../report/report.h"

struct measure {
    double (*width)(const void *font, struct text text);
    const void *font;      /* passed to width() */
    const void *head_font; /* for headings of columns */
    double gap;            /* between columns */
    double indent;         /* of what stands below a name */
    double step;           /* least amount by which a column shrinks */
    size_t most_lines;     /* of a cell, where that tells its row from the others */
};

/* Lines of a wrapped text; they point into it. */
struct lines {
    struct text *lines;
    size_t count;
};

/*
 * Breaks at blanks, behind '/' and '-', and inside a word only where it is
 * wider than `width` on its own.  At least one line.
 */
struct lines layout_wrap(struct arena *arena, struct text text, double width,
                         const struct measure *measure, const void *font);

/* As layout_wrap(), but a text that needs more lines loses its middle: "abc…xyz". */
struct lines layout_wrap_at_most(struct arena *arena, const char *text, double width, size_t most,
                                 const struct measure *measure);

/* A number and the text up to it; see layout_split(). */
enum { MOST_NUMBERS = 3 };

/*
 * A cell of a numeric column in pieces: whole[i] ends in the integer part of a
 * number and stands right-aligned, rest[i] follows it and stands left-aligned.
 */
struct pieces {
    struct text whole[MOST_NUMBERS];
    struct text rest[MOST_NUMBERS];
    size_t count; /* 0: no number in it, right-aligned as a whole */
};

struct pieces layout_split(struct text cell);

struct layout_column {
    size_t source; /* index into table->columns */
    double width;
    size_t most_lines; /* what needs more loses its middle */
    double whole[MOST_NUMBERS];
    double rest[MOST_NUMBERS];
};

/* What the pieces of its numbers take; where the column is narrower, they are not aligned. */
double layout_pieces_width(const struct layout_column *column);

struct panel {
    struct layout_column *columns;
    size_t count;
    double width;
};

struct table_layout {
    struct panel *panels;
    size_t panel_count;
    bool name_above;   /* the first column stands on a line of its own, the rest indented */
    size_t name_lines; /* what it may take there */
};

/* Whether a row has a name that stands above it: not where it repeats, or is not stated. */
bool layout_names_row(const struct table *table, size_t row);

/* Cells show "-" for what is absent from a numeric column, nothing for what repeats. */
const char *layout_cell_text(const struct table *table, size_t row, size_t column);

/*
 * Whether rows that differ in this column's text still do once it is shortened
 * so.  A name that lost what tells it from the others is no name.
 */
bool layout_tells_rows(struct arena *arena, const struct table *table, size_t column, double width,
                       size_t most, const struct measure *measure);

/* "p95 (ms)". */
const char *layout_heading(struct arena *arena, const struct column *column);

struct table_layout layout_table(struct arena *arena, const struct table *table, double available,
                                 const struct measure *measure);

#endif
