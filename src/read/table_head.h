/*
 * Heads of tables kept by hand: headings that name metrics in people's words,
 * and what each column under them holds.
 */
#ifndef LOADSTAT_READ_TABLE_HEAD_H
#define LOADSTAT_READ_TABLE_HEAD_H

#include <stdbool.h>
#include <stddef.h>

#include "../base/memory.h"
#include "../base/text.h"
#include "../rules/rules.h"
#include "cells.h"
#include "number_notation.h"

/* What a column holds. */
struct table_column {
    const char *heading; /* as it stands there; set for the columns of a head */
    bool known;
    bool is_vague; /* the words are of many tables that are no load tests */
    bool is_unfit; /* the words are known, but not what stands with them */
    struct field field;
    const struct unit *unit; /* that the cells are in; NULL: the metric's own */
    const char *run_name; /* "nginx" of "nginx req/s": a row is a run for each; NULL: of all.  Equal
                             names are the same pointer. */
    bool is_first_of_run; /* no column to the left has this name */
    bool unit_is_open;    /* a time, and nothing says in which unit */
    bool has_either_comma;     /* "1,234" stands in it */
    bool has_either_point;     /* "1.234" does */
    const struct metric *kept; /* --keep-columns: a metric of its own */
};

struct table_head {
    enum separator separator;
    struct table_column *columns; /* in the arena that was given */
    size_t count;
    size_t known; /* columns that name a metric or a setting */
    size_t line;
};

/*
 * Whether the line is the head of a table: at least two headings are known,
 * one of them surely a figure of a run, and none of its cells is a number.
 */
bool table_head_find(struct rules *rules, struct text line, struct arena *arena,
                     struct table_head *head);

/* What one heading stands for; `known` is false where nobody knows.  Its text is not kept. */
void table_column_read_heading(struct rules *rules, struct text cell, struct table_column *column);

/*
 * The metric that some words of the text name, surely of a load test; *phrase
 * is these words.  False where none or more than one is named.
 */
bool table_column_find(struct rules *rules, struct text text, struct table_column *column,
                       struct text *phrase);

/* Whether the heading is of the concurrency that was asked for. */
bool heading_is_concurrency(struct rules *rules, struct text heading);

/* "10 clients", "c=10", and "10" where `is_bare` says what bare numbers are. */
bool heading_says_concurrency(struct rules *rules, struct text heading, bool is_bare,
                              double *value);

/* Whether the column is a metric: it tells how a run went, and not only what was asked. */
bool table_column_is_figure(const struct table_column *column);

/* Whether a column under this heading only numbers its rows: "run", "#", "no.", "id". */
bool heading_counts_rows(struct text heading);

/* Learns from a cell of the column, be its figure plain or followed by a unit. */
void table_column_learn(struct number_notation *notation, struct table_column *column,
                        struct text cell);

/* The format that the runs of tables are of: the one that names headings.  NULL: none. */
struct format *table_format(const struct rules *rules);

#endif
