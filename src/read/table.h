/*
 * Tables kept by hand: rows of cells parted by tabs, commas, semicolons, bars
 * or blanks, under headings that name metrics in people's words.
 */
#ifndef LOADSTAT_READ_TABLE_H
#define LOADSTAT_READ_TABLE_H

#include <stdbool.h>
#include <stddef.h>

#include "../base/memory.h"
#include "../base/text.h"
#include "number_notation.h"
#include "../rules/rules.h"

enum { MOST_CELLS = 128 };

enum separator {
    SEPARATOR_TAB,
    SEPARATOR_BAR,
    SEPARATOR_SEMICOLON,
    SEPARATOR_COMMA,
    SEPARATOR_BLANKS, /* two or more, or a tab */
    SEPARATOR_BLANK,  /* one is enough */
};

/* Splits a line; quotes of CSV are taken off.  The cells point into the line. */
size_t table_split(struct text line, enum separator separator, struct text *cells);

/* What a column holds. */
struct table_column {
    const char *heading; /* as it stands there; set for the columns of a head */
    bool known;
    bool is_vague; /* the words are of many tables that are no load tests */
    bool is_unfit; /* the words are known, but not what stands with them */
    struct field field;
    const struct unit *unit;   /* that the cells are in; NULL: the metric's own */
    bool has_either_comma;     /* "1,234" stands in it */
    bool has_either_point;     /* "1.234" does */
    const struct metric *kept; /* --keep-columns: a metric of its own */
};

struct table_head {
    enum separator separator;
    struct table_column columns[MOST_CELLS];
    size_t count;
    size_t known; /* columns that name a metric or a setting */
    size_t line;
};

/*
 * Whether the line is the head of a table: at least two headings are known,
 * one of them surely a figure of a run, and none of its cells is a number.
 */
bool table_find_head(struct rules *rules, struct text line, struct arena *arena,
                     struct table_head *head);

/* What one heading stands for; `known` is false where nobody knows.  Its text is not kept. */
void table_read_heading(struct rules *rules, struct text cell, struct table_column *column);

/* What a cell under a metric holds. */
enum cell_kind {
    CELL_EMPTY,     /* nothing, or a dash in its place */
    CELL_NUMBER,    /* a number that is not below zero, with or without a unit */
    CELL_NO_NUMBER, /* meant for a figure, and none: "n/a", "nan", ">300", "100-120", "-5" */
    CELL_WORDS,
};

enum cell_kind table_cell_kind(struct text cell);

/* Learns from a cell of the column, be its figure plain or followed by a unit. */
void table_weigh_cell(struct number_notation *notation, struct table_column *column,
                      struct text cell);

/* The format that the runs of tables are of: the one that names headings.  NULL: none. */
struct format *table_format(const struct rules *rules);

/* "Average", "mean", "sum", "total", "stdev" …: such a row is not a run. */
bool table_is_summary_word(struct text cell, const char **what);

/* Whether the line is |---|:--:|. */
bool table_is_delimiter(struct text line);
/* Whether the line is ----  ----, as it stands under a head without bars. */
bool table_is_ruler(struct text line);

#endif
