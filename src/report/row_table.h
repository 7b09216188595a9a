/*
 * Inside src/report/: the columns and rows of tables that have a row a group
 * or a run.
 */
#ifndef LOADSTAT_REPORT_ROW_TABLE_H
#define LOADSTAT_REPORT_ROW_TABLE_H

#include "build.h"

/* A column as it will be shown: a template's column may stand for several. */
struct shown_column {
    enum statistic statistic;
    const struct metric *metric; /* NULL: says something of the row */
    const char *key;
    bool named;      /* the template names the metric: the heading does too */
    bool pooled;     /* the percentile of all requests instead of the mean of the runs' */
    size_t position; /* STATISTIC_EACH: which run of the group */
    struct scale scale;
    double lowest; /* STATISTIC_RELATIVE: the smallest figure of the table */
};

struct column_list {
    struct shown_column *columns;
    size_t count;
    size_t capacity;
};

/* A row is a group, or a run with its group. */
struct row {
    const struct run *run; /* NULL: a group */
    size_t run_index;
    size_t group; /* NO_GROUP: a run that is in none */
};

struct rows {
    struct row *rows;
    size_t count;
};

/* NULL for a run that is in no group. */
const struct group *row_group(const struct builder *builder, const struct row *row);
struct shown_value row_value(const struct builder *builder, const struct row *row,
                             const struct metric *metric);

/* What stands in a row under a column. */
struct cell row_cell(const struct builder *builder, const struct row *row,
                     const struct shown_column *column);

/* "p95", or "typical run p95" where it is the mean of several runs' own. */
const char *column_heading_text(const struct builder *builder, const struct shown_column *column,
                                bool rows_are_runs);
const char *column_unit(const struct shown_column *column);

/* What the reader must know to read the columns of `list` that `table` fills. */
void add_column_footnotes(struct builder *builder, const struct column_list *list,
                          struct table *table);

#endif
