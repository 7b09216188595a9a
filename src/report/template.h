/*
 * Templates: which blocks a report has, and what their tables show.
 *
 * A template is a file of directives (base/directive.h), one block a line, in
 * the order in which they appear.  There are no conditions: a block that has
 * nothing to show leaves itself out, and so does a column.
 *
 *     template NAME "one line about it"
 *     title    ["TEXT"]
 *     heading  "TEXT"             dropped where the next block is left out
 *     text     "TEXT"
 *     answer
 *     table    groups COLUMN...   a row a group
 *     table    compared COLUMN... the same; a table for each metric of -m, which is then `primary`
 *     table    runs COLUMN...     a row a run
 *     table    levels COLUMN...   a row a group of a sweep; a table a sweep
 *     table    metrics METRIC...  a row a metric; a table for each group against its baseline
 *     table    times              connect, processing, waiting, total; a table a group
 *     card     runs|groups METRIC...   metric and value; a table for each
 *     pivot    [METRIC...]        rows × columns of --rows and --columns
 *     scaling                     the law fitted to each sweep
 *     notes
 *
 * Options of tables: caption="TEXT", footnote="TEXT", sort=[-]COLUMN.
 *
 * A COLUMN is METRIC or METRIC:WHAT (columns of column_statistics in
 * template.c: mean, interval, sd, cv, change, verdict, …), WHAT alone for the
 * primary metric, or one of the words group, used, run, source, status,
 * warnings, key:NAME.  A METRIC is a key or a short name; `primary` is what the
 * verdict rests on; `selected=LIST` stands for the metrics of -m, or for LIST
 * where there is no -m; `all` for every metric that is there; `own` for those
 * that rule files define and tables bring along.
 */
#ifndef LOADSTAT_REPORT_TEMPLATE_H
#define LOADSTAT_REPORT_TEMPLATE_H

#include <stdbool.h>
#include <stddef.h>

#include "../base/diag.h"
#include "../base/memory.h"
#include "../base/text.h"
#include "../compare/analysis.h"
#include "../model/metric.h"

enum template_block_kind {
    TEMPLATE_TITLE,
    TEMPLATE_HEADING,
    TEMPLATE_TEXT,
    TEMPLATE_ANSWER,
    TEMPLATE_GROUPS,   /* table groups */
    TEMPLATE_COMPARED, /* table compared */
    TEMPLATE_RUNS,     /* table runs */
    TEMPLATE_LEVELS,   /* table levels */
    TEMPLATE_METRICS,  /* table metrics */
    TEMPLATE_TIMES,    /* table times */
    TEMPLATE_RUN_CARDS,
    TEMPLATE_GROUP_CARDS,
    TEMPLATE_PIVOT,
    TEMPLATE_SCALING,
    TEMPLATE_NOTES,
};

/* What a column shows of its metric, or of its row. */
enum statistic {
    STATISTIC_MEAN,
    STATISTIC_INTERVAL, /* mean ± half width */
    STATISTIC_HALF_WIDTH,
    STATISTIC_NOISE, /* half width in per cent of the mean */
    STATISTIC_SD,
    STATISTIC_CV,
    STATISTIC_MEDIAN,
    STATISTIC_MIN,
    STATISTIC_MAX,
    STATISTIC_RANGE, /* min to max */
    STATISTIC_N,
    STATISTIC_TOTAL,    /* of a count, over the used runs, with its share of the requests */
    STATISTIC_POOLED,   /* over all requests: exact, or a bracket */
    STATISTIC_RELATIVE, /* to the lowest of the table: 1.00, 1.22 */
    STATISTIC_EACH,     /* a column for each run of the group */
    STATISTIC_CHANGE,   /* against the baseline, with its interval */
    STATISTIC_RATIO,    /* the same as a factor */
    STATISTIC_P,        /* adjusted p */
    STATISTIC_VERDICT,
    STATISTIC_NAME,   /* from here on of the row, without a metric */
    STATISTIC_USED,   /* "5", "2 of 3" */
    STATISTIC_RUN,    /* the run's label */
    STATISTIC_SOURCE, /* file:line */
    STATISTIC_STATUS,
    STATISTIC_WARNINGS,
    STATISTIC_KEY,
};

/* Which metrics a column or a row stands for. */
enum metric_choice {
    CHOICE_NONE,
    CHOICE_ONE,
    CHOICE_PRIMARY,
    CHOICE_SELECTED, /* those of -m, else the list that follows */
    CHOICE_ALL,
    CHOICE_OWN,
};

struct template_column {
    enum statistic statistic;
    enum metric_choice choice;
    const struct metric *metric;     /* CHOICE_ONE */
    const char *key;                 /* STATISTIC_KEY */
    struct template_column *instead; /* CHOICE_SELECTED: without -m */
    size_t instead_count;
};

struct template_block {
    enum template_block_kind kind;
    const char *text;     /* NULL: none */
    const char *caption;  /* "" for none */
    const char *footnote; /* "" for none */
    struct template_column *columns;
    size_t column_count;
    const struct template_column *sort; /* NULL: in order of appearance */
    bool descending;
};

struct template
{
    const char *name;
    const char *summary;
    struct template_block *blocks;
    size_t block_count;
    size_t block_capacity;
};

/* The text of a template, and what diagnostics call it. */
struct template_source {
    const char *file;
    struct text text;
};

/*
 * Reads a template from `source`.  Names of metrics are looked up in `metrics`,
 * so that a rule file's own metrics must be there before.  False, with a
 * diagnostic for every fault (status 2), where it is none.
 */
bool template_parse(struct template *template, const struct template_source *source,
                    struct metric_set *metrics, struct arena *arena, struct diag *diag);

/* Where templates come from. */
struct template_place {
    const char *user_folder; /* "…/loadstat/templates"; NULL: none */
    struct metric_set *metrics;
};

/*
 * The template called `name`: a file of the user's folder, then a built-in one,
 * then a file of that path.  False, with a diagnostic, where there is none.
 */
bool template_load(struct template *template, const char *name, const struct template_place *place,
                   struct arena *arena, struct diag *diag);

/* The built-in template that suits: "card", "sweep" or "comparison". */
const char *template_default_name(const struct analysis *analysis);

/* The text of a template, for --print-template; the same search.  False, with a diagnostic. */
bool template_text(const char *name, const char *user_folder, struct arena *arena,
                   struct text *text, struct diag *diag);

struct template_entry {
    const char *name;
    const char *summary;
};

/* The built-in templates, for --list-templates; in `arena`. */
struct template_entry *template_list(struct arena *arena, size_t *count);

#endif
