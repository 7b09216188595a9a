/*
 * Inside src/report/: what the files that make blocks share.
 */
#ifndef LOADSTAT_REPORT_BUILD_H
#define LOADSTAT_REPORT_BUILD_H

#include <stdbool.h>
#include <stddef.h>

#include "../base/memory.h"
#include "../compare/analysis.h"
#include "../say/format.h"
#include "report.h"
#include "template.h"

/* Sentences below tables; each is said once in a report, where it is needed first. */
struct sentences {
    const char **items;
    size_t count;
    size_t capacity;
};

struct builder {
    struct report *report;
    const struct analysis *analysis;
    struct metric_set *metrics;
    struct arena *arena;
    const struct metric *subject; /* what "primary" means in the block being built; NULL: none */
    size_t *group_of_run;         /* run index → group index, or NO_GROUP */
    size_t *first_comparison;     /* group index → its first comparison, or NO_COMPARISON */
    size_t *next_comparison;      /* of the same group */
    bool pivot_shown;             /* what a pivot has shown, later tables leave out */
    struct sentences pending;     /* footnotes of the table being built */
    struct sentences said;        /* those that stand in the report already */
};

#define NO_COMPARISON ((size_t)-1)

struct block *builder_add(struct builder *builder, enum block_kind kind);

/*
 * A table whose cells are set one by one; table_finish() drops the columns in
 * which no row shows anything, and the block itself where nothing is left but
 * its first column.
 */
struct table *builder_add_table(struct builder *builder, const char *caption, size_t column_count,
                                size_t row_count);
struct cell *table_cell(struct table *table, size_t row, size_t column);
bool table_column_is_empty(struct table *table, size_t column);
bool builder_finish_table(struct builder *builder);

/* A sentence below the table being built, if it is kept and nothing said it before. */
void builder_footnote(struct builder *builder, const char *sentence);

const struct comparison *builder_comparison(const struct builder *builder, size_t group,
                                            const struct metric *metric);

/* Marks cells of the first `columns` columns that say what stands above them. */
void table_mark_repeats(struct table *table, size_t columns);

/* Whether all texts of a column are numbers, which stand right-aligned. */
bool table_column_is_numeric(struct table *table, size_t column);

/* Whether any group has more than one used run: what a percentile then is must be said. */
bool builder_has_repetitions(const struct builder *builder);

/* The value of a metric for a group: the mean over its runs. */
struct shown_value group_value(const struct group *group, const struct metric *metric);
/* That of one run of the group (NULL: of none), the measured mean where the group has that. */
struct shown_value run_shown_value(const struct group *group, const struct run *run,
                                   const struct metric *metric);
/* Whether a metric is shown as the exact percentile of all requests for every group. */
bool metric_is_pooled(const struct builder *builder, const struct metric *metric);

/* Expands -m, "all", "own" and "primary": the metrics that `columns` stand for, in order, once
 * each. */
const struct metric **builder_metrics(const struct builder *builder,
                                      const struct template_column *columns, size_t count,
                                      size_t *metric_count);
/* All metrics of the runs, in order. */
const struct metric **builder_all_metrics(const struct builder *builder, size_t *count);

/* What a group without a used run was: "aborted", "hollow". */
const char *unused_words(const struct builder *builder, const struct group *group);

/* "change (95 % interval)", or "change" where no comparison has an interval. */
const char *change_heading(const struct builder *builder, const char *word);

/* The change cell of a group: the change, "baseline", "from 0" or nothing. */
struct cell change_cell(const struct builder *builder, size_t group, const struct metric *metric);
struct cell verdict_cell(const struct builder *builder, size_t group, const struct metric *metric);

/* A key of a group or a run as text; "" where it does not say. */
const char *shown_key_text(const struct builder *builder, const struct group *group,
                           const char *key);

/* The kinds of block; each adds nothing where it has nothing to show. */
void build_group_table(struct builder *builder, const struct template_block *block);
void build_compared_tables(struct builder *builder, const struct template_block *block);
void build_run_table(struct builder *builder, const struct template_block *block);
void build_level_tables(struct builder *builder, const struct template_block *block);
void build_metric_tables(struct builder *builder, const struct template_block *block);
void build_times(struct builder *builder, const struct template_block *block);
void build_run_cards(struct builder *builder, const struct template_block *block);
void build_group_cards(struct builder *builder, const struct template_block *block);
void build_pivots(struct builder *builder, const struct template_block *block);
void build_scaling(struct builder *builder, const struct template_block *block);

#endif
