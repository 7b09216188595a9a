/* Tables with a row a group, a run, or a level of a sweep. */
#include "build.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "../base/text.h"
#include "words.h"

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

static const struct group *row_group(const struct builder *builder, const struct row *row)
{
    return row->group == NO_GROUP ? NULL : &builder->analysis->groups[row->group];
}

static struct figure row_figure(const struct builder *builder, const struct row *row,
                                const struct metric *metric)
{
    const struct group *group = row_group(builder, row);

    if (row->run)
        return run_figure(builder, row->run, metric);
    return group_figure(builder, group, metric);
}

static void list_add(const struct builder *builder, struct column_list *list,
                     const struct shown_column *column)
{
    list->columns = arena_grow(builder->arena, list->columns, list->count, &list->capacity,
                               sizeof *list->columns);
    list->columns[list->count++] = *column;
}

/* One column, or for STATISTIC_EACH as many as the largest group has runs. */
static void add_metric(const struct builder *builder, struct column_list *list,
                       enum statistic statistic, const struct metric *metric, bool named)
{
    struct shown_column column = {
        .statistic = statistic,
        .metric = metric,
        .named = named,
        .pooled = statistic == STATISTIC_MEAN && metric_is_pooled(builder, metric),
    };
    size_t most = 1;

    if (statistic == STATISTIC_EACH) {
        most = 0;
        for (size_t i = 0; i < builder->analysis->group_count; i++)
            if (builder->analysis->groups[i].run_count > most)
                most = builder->analysis->groups[i].run_count;
    }
    for (; column.position < most; column.position++)
        list_add(builder, list, &column);
}

static void expand(const struct builder *builder, const struct template_column *columns,
                   size_t count, struct column_list *list)
{
    const struct settings *settings = builder->analysis->settings;

    for (size_t i = 0; i < count; i++) {
        const struct template_column *column = &columns[i];
        if (column->choice == CHOICE_NONE) {
            list_add(builder, list,
                     &(struct shown_column){.statistic = column->statistic, .key = column->key});
        } else if (column->choice == CHOICE_SELECTED && !settings->metric_count) {
            expand(builder, column->instead, column->instead_count, list);
        } else {
            size_t metric_count;
            const struct metric **metrics = builder_metrics(builder, column, 1, &metric_count);
            for (size_t k = 0; k < metric_count; k++)
                add_metric(builder, list, column->statistic, metrics[k],
                           column->choice != CHOICE_PRIMARY);
        }
    }
}

/* The scale of a column follows its largest value, so that all rows share a unit. */
static void find_scale(const struct builder *builder, const struct rows *rows,
                       struct shown_column *column)
{
    double largest = 0;

    column->lowest = (double)INFINITY;
    for (size_t i = 0; column->metric && i < rows->count; i++) {
        double value = row_figure(builder, &rows->rows[i], column->metric).value;
        if (isfinite(value) && fabs(value) > largest)
            largest = fabs(value);
        if (isfinite(value) && value > 0 && value < column->lowest)
            column->lowest = value;
    }
    if (column->metric)
        column->scale = scale_for(column->metric, largest);
}

static struct cell plain(const char *text)
{
    return (struct cell){text, TONE_PLAIN};
}

static struct cell used_cell(const struct builder *builder, const struct group *group)
{
    if (group->used_count == group->run_count)
        return plain(arena_format(builder->arena, "%zu", group->run_count));
    return (struct cell){
        arena_format(builder->arena, "%zu of %zu", group->used_count, group->run_count),
        TONE_CAUTION};
}

static const char *warnings_text(const struct builder *builder, const struct run *run)
{
    struct buffer codes;

    buffer_init(&codes);
    for (size_t i = 0; i < run->warning_count; i++) {
        if (i)
            buffer_append_string(&codes, ", ");
        buffer_append_string(&codes, run->warnings[i].code);
    }
    const char *text = text_copy(builder->arena, buffer_text(&codes));
    buffer_release(&codes);
    return text;
}

static const char *source_text(const struct builder *builder, const struct run *run)
{
    const char *file = run->source.file ? run->source.file : "";

    if (strcmp(file, "-") == 0)
        file = "standard input";
    return run->source.line ? arena_format(builder->arena, "%s:%zu", file, run->source.line) : file;
}

static struct cell run_word_cell(const struct builder *builder, const struct run *run,
                                 const struct shown_column *column)
{
    switch (column->statistic) {
    case STATISTIC_RUN:
        return plain(run->label ? run->label : "");
    case STATISTIC_SOURCE:
        return plain(source_text(builder, run));
    case STATISTIC_STATUS:
        return (struct cell){run_status_name(run->status),
                             run->status == RUN_COMPLETE ? TONE_PLAIN : TONE_CAUTION};
    case STATISTIC_WARNINGS:
        return plain(warnings_text(builder, run));
    default:
        return plain("");
    }
}

/* What says something of the row itself. */
static struct cell word_cell(const struct builder *builder, const struct row *row,
                             const struct shown_column *column)
{
    const struct group *group = row_group(builder, row);

    if (column->statistic == STATISTIC_KEY) {
        const char *text = row->run ? run_key_text(row->run, column->key, builder->arena)
                                    : shown_key_text(builder, group, column->key);
        return plain(text ? text : "");
    }
    if (column->statistic == STATISTIC_NAME)
        return plain(group ? group->name : row->run && row->run->label ? row->run->label : "");
    if (row->run)
        return run_word_cell(builder, row->run, column);
    return column->statistic == STATISTIC_USED ? used_cell(builder, group) : plain("");
}

/* A count over the used runs, with its share of their requests where it is a failure. */
static struct cell total_cell(const struct builder *builder, const struct row *row,
                              const struct metric *metric)
{
    const struct metric *all = metric_find(builder->metrics, text_of("requests_complete"));
    struct figure requests = row_figure(builder, row, all);
    struct figure figure = row_figure(builder, row, metric);

    if (!isfinite(figure.value))
        return plain("");
    double total = round(figure.value * (double)figure.n);
    const char *text = format_fixed(builder->arena, total, 0);
    double of = requests.value * (double)requests.n;
    if (metric->better != BETTER_LOWER || !(total > 0))
        return plain(text);
    if (isfinite(of) && of > 0)
        text = arena_format(builder->arena, "%s (%s %%)", text,
                            format_per_cent(builder->arena, total / of));
    return (struct cell){text, TONE_CAUTION};
}

static const char *bracket(const struct builder *builder, const struct summary *summary,
                           const struct metric *metric, struct scale scale)
{
    struct figure low = {metric, summary->pooled_low, ABSENT, summary->resolution, 1};
    struct figure high = {metric, summary->pooled_high, ABSENT, summary->resolution, 1};

    if (!isfinite(low.value) || !isfinite(high.value))
        return "";
    const char *text = format_figure(builder->arena, &low, scale);
    if (low.value == high.value)
        return text;
    return arena_format(builder->arena, "%s to %s", text,
                        format_figure(builder->arena, &high, scale));
}

static struct cell each_cell(const struct builder *builder, const struct group *group,
                             const struct shown_column *column)
{
    if (column->position >= group->run_count)
        return plain("");
    const struct run *run = builder->analysis->runs[group->runs[column->position]];
    struct figure figure = run_figure(builder, run, column->metric);
    const char *text = format_figure(builder->arena, &figure, column->scale);
    if (run_is_usable(run))
        return plain(text);
    return (struct cell){*text ? arena_format(builder->arena, "(%s)", text)
                               : run_status_name(run->status),
                         TONE_CAUTION};
}

/* The figures of a summary, formatted like values of the metric itself. */
static const char *spread_text(const struct builder *builder, const struct summary *summary,
                               const struct shown_column *column)
{
    struct figure figure = {column->metric, ABSENT, ABSENT, summary->resolution, 1};
    const char *text;

    switch (column->statistic) {
    case STATISTIC_HALF_WIDTH:
        return format_significant(builder->arena, summary->half_width / column->scale.factor, 2, 6);
    case STATISTIC_SD:
        return format_significant(builder->arena, summary->sd / column->scale.factor, 2, 6);
    case STATISTIC_NOISE:
        return format_per_cent(builder->arena, summary->half_width / fabs(summary->mean));
    case STATISTIC_CV:
        return format_per_cent(builder->arena, summary->cv);
    case STATISTIC_MEDIAN:
        figure.value = summary->median;
        break;
    case STATISTIC_MIN:
        figure.value = summary->min;
        break;
    case STATISTIC_MAX:
        figure.value = summary->max;
        break;
    case STATISTIC_RANGE:
        figure.value = summary->min;
        text = format_figure(builder->arena, &figure, column->scale);
        figure.value = summary->max;
        return arena_format(builder->arena, "%s to %s", text,
                            format_figure(builder->arena, &figure, column->scale));
    case STATISTIC_N:
        return arena_format(builder->arena, "%zu", summary->n);
    default:
        return "";
    }
    return format_figure(builder->arena, &figure, column->scale);
}

/* What only a group has. */
static struct cell summary_cell(const struct builder *builder, size_t index,
                                const struct shown_column *column)
{
    const struct group *group = &builder->analysis->groups[index];
    const struct summary *summary = group_summary(group, column->metric);
    const struct comparison *comparison = builder_comparison(builder, index, column->metric);

    switch (column->statistic) {
    case STATISTIC_EACH:
        return each_cell(builder, group, column);
    case STATISTIC_CHANGE:
        return change_cell(builder, index, column->metric);
    case STATISTIC_VERDICT:
        return verdict_cell(builder, index, column->metric);
    case STATISTIC_RATIO:
        return plain(comparison ? format_ratio(builder->arena, comparison) : "");
    case STATISTIC_P:
        return plain(comparison ? format_p(builder->arena, comparison->p_adjusted) : "");
    case STATISTIC_POOLED:
        return plain(summary ? bracket(builder, summary, column->metric, column->scale) : "");
    default:
        return plain(summary && summary->n ? spread_text(builder, summary, column) : "");
    }
}

static struct cell metric_cell(const struct builder *builder, const struct row *row,
                               const struct shown_column *column)
{
    struct arena *arena = builder->arena;
    struct figure figure = row_figure(builder, row, column->metric);
    const struct group *group = row_group(builder, row);

    switch (column->statistic) {
    case STATISTIC_INTERVAL:
        return plain(format_interval(arena, &figure, column->scale));
    case STATISTIC_TOTAL:
        return total_cell(builder, row, column->metric);
    case STATISTIC_RELATIVE:
        return plain(format_fixed(arena, figure.value / column->lowest, 2));
    case STATISTIC_MEAN:
        break;
    default:
        return row->run ? plain("") : summary_cell(builder, row->group, column);
    }
    if (!row->run && column->pooled) {
        const struct summary *summary = group_summary(group, column->metric);
        return plain(summary ? bracket(builder, summary, column->metric, column->scale) : "");
    }
    figure.half_width = ABSENT;
    return plain(format_figure(arena, &figure, column->scale));
}

/* Whether a group that has no used run says so in this column, instead of a value. */
static bool tells_status(const struct builder *builder, const struct shown_column *column)
{
    return column->metric && column->metric == builder->subject &&
           (column->statistic == STATISTIC_INTERVAL || column->statistic == STATISTIC_MEAN);
}

static struct cell row_cell(const struct builder *builder, const struct row *row,
                            const struct shown_column *column)
{
    if (!column->metric)
        return word_cell(builder, row, column);
    struct cell cell = metric_cell(builder, row, column);
    const struct group *group = row_group(builder, row);
    if (!row->run && !*cell.text && !group->used_count && tells_status(builder, column))
        return (struct cell){unused_words(builder, group), TONE_CAUTION};
    return cell;
}

/* Headings of what stands beside a value: alone, and behind the name of another metric. */
static const char *const statistic_headings[] = {
    [STATISTIC_HALF_WIDTH] = "\xc2\xb1",
    [STATISTIC_NOISE] = "noise \xc2\xb1",
    [STATISTIC_SD] = "sd",
    [STATISTIC_CV] = "CV",
    [STATISTIC_MEDIAN] = "median",
    [STATISTIC_MIN] = "min",
    [STATISTIC_MAX] = "max",
    [STATISTIC_RANGE] = "min to max",
    [STATISTIC_N] = "n",
    [STATISTIC_RELATIVE] = "relative",
    [STATISTIC_CHANGE] = "change",
    [STATISTIC_RATIO] = "ratio",
    [STATISTIC_P] = "adjusted p",
    [STATISTIC_VERDICT] = "verdict",
};

static const char *word_heading(const struct shown_column *column)
{
    static const char *const headings[] = {
        [STATISTIC_NAME] = "group",    [STATISTIC_USED] = "runs",
        [STATISTIC_RUN] = "run",       [STATISTIC_SOURCE] = "source",
        [STATISTIC_STATUS] = "status", [STATISTIC_WARNINGS] = "warnings",
    };

    return column->statistic == STATISTIC_KEY ? column->key : headings[column->statistic];
}

static bool is_percentile(const struct metric *metric)
{
    return isfinite(metric->percentile) || strcmp(metric->key, "latency_median_ms") == 0;
}

/* "p95", or "typical run p95" where it is the mean of several runs' own. */
static const char *value_heading(const struct builder *builder, const struct shown_column *column,
                                 bool rows_are_runs)
{
    const struct metric *metric = column->metric;

    if (!is_percentile(metric) || rows_are_runs || column->pooled ||
        !builder_has_repetitions(builder))
        return metric->label;
    return arena_format(builder->arena, "typical run %s", metric->label);
}

static const char *metric_heading(const struct builder *builder, const struct shown_column *column,
                                  bool rows_are_runs)
{
    struct arena *arena = builder->arena;
    const char *label = column->metric->label;

    switch (column->statistic) {
    case STATISTIC_MEAN:
    case STATISTIC_INTERVAL:
        return value_heading(builder, column, rows_are_runs);
    case STATISTIC_TOTAL:
        return label;
    case STATISTIC_POOLED:
        return arena_format(arena, "%s of all requests", label);
    case STATISTIC_EACH:
        return arena_format(arena, "run %zu", column->position + 1);
    default:
        break;
    }
    const char *heading = statistic_headings[column->statistic];
    if (column->statistic == STATISTIC_CHANGE || column->statistic == STATISTIC_RATIO)
        heading = change_heading(builder, heading);
    /* "max" of the runs' max is the max. */
    if (!column->named || strcmp(heading, label) == 0)
        return heading;
    return arena_format(arena, "%s %s", label, heading);
}

static const char *column_unit(const struct shown_column *column)
{
    switch (column->statistic) {
    case STATISTIC_CV:
    case STATISTIC_NOISE:
        return "%";
    case STATISTIC_N:
    case STATISTIC_TOTAL:
    case STATISTIC_RELATIVE:
    case STATISTIC_CHANGE:
    case STATISTIC_RATIO:
    case STATISTIC_P:
    case STATISTIC_VERDICT:
        return "";
    default:
        return column->metric ? column->scale.unit : "";
    }
}

/* Keys such as concurrency stand right-aligned where all of them are numbers. */
static bool column_is_numeric(struct table *table, size_t at, const struct shown_column *column)
{
    if (column->statistic == STATISTIC_USED)
        return true;
    if (column->metric)
        return column->statistic != STATISTIC_VERDICT;
    if (column->statistic != STATISTIC_KEY)
        return false;
    for (size_t row = 0; row < table->row_count; row++) {
        const char *text = table_cell(table, row, at)->text;
        if (text[strspn(text, "0123456789.")])
            return false;
    }
    return true;
}

static const char *join_sentences(struct arena *arena, const char *a, const char *b)
{
    if (!*a || !*b)
        return *a ? a : b;
    return arena_format(arena, "%s %s", a, b);
}

/* What the reader must know to read these columns, unless the template says it. */
static const char *make_footnote(const struct builder *builder, const struct column_list *list,
                                 struct table *table, bool rows_are_runs)
{
    struct arena *arena = builder->arena;
    const char *text = "";
    bool interval = false;
    bool typical = false;
    bool pooled = false;

    if (rows_are_runs || !builder_has_repetitions(builder))
        return "";
    for (size_t i = 0; i < list->count; i++) {
        const struct shown_column *column = &list->columns[i];
        if (table_column_is_empty(table, i))
            continue;
        interval |= column->metric && column->statistic == STATISTIC_INTERVAL;
        if (!column->metric || !is_percentile(column->metric) ||
            column->statistic != STATISTIC_MEAN)
            continue;
        pooled |= column->pooled;
        typical |= !column->pooled;
    }
    if (interval)
        text = arena_format(arena, "\xc2\xb1: half width of the %s of the mean over runs.",
                            interval_words(builder->analysis, arena));
    if (typical)
        text = join_sentences(arena, text, "Typical run: the mean of the runs' own percentiles.");
    if (pooled)
        text = join_sentences(
            arena, text,
            arena_format(arena, "Percentiles are over all requests of all runs (%s).",
                         quantile_kind_name(builder->analysis->settings->quantile)));
    return text;
}

/* Rows in the order that the template asks for. */
struct sort_key {
    struct row row;
    double value;
    const char *text;
    size_t position;
};

static int compare_keys(const void *a, const void *b)
{
    const struct sort_key *left = a;
    const struct sort_key *right = b;
    int order = left->text ? compare_naturally(left->text, right->text)
                           : (left->value > right->value) - (left->value < right->value);

    if (order)
        return order;
    return (left->position > right->position) - (left->position < right->position);
}

static void sort_rows(const struct builder *builder, const struct template_block *block,
                      struct rows *rows)
{
    struct column_list list = {0};

    /* --sort has ordered the groups already, and the user knows best. */
    if (!block->sort || builder->analysis->settings->sort)
        return;
    expand(builder, block->sort, 1, &list);
    if (list.count != 1)
        return;
    struct sort_key *keys = arena_allocate(builder->arena, (rows->count + 1) * sizeof *keys);
    for (size_t i = 0; i < rows->count; i++) {
        keys[i] = (struct sort_key){.row = rows->rows[i], .position = i};
        if (!list.columns[0].metric) {
            keys[i].text = row_cell(builder, &rows->rows[i], &list.columns[0]).text;
            continue;
        }
        double value = row_figure(builder, &rows->rows[i], list.columns[0].metric).value;
        /* What has no value comes last either way. */
        keys[i].value = isfinite(value) ? (block->descending ? -value : value) : (double)INFINITY;
    }
    qsort(keys, rows->count, sizeof *keys, compare_keys);
    for (size_t i = 0; i < rows->count; i++) {
        bool turned = block->descending && !list.columns[0].metric;
        rows->rows[i] = keys[turned ? rows->count - 1 - i : i].row;
    }
}

static void build_rows(struct builder *builder, const struct template_block *block,
                       struct rows *rows, const char *caption)
{
    struct column_list list = {0};
    bool rows_are_runs = block->kind == TEMPLATE_RUNS;

    expand(builder, block->columns, block->column_count, &list);
    if (!rows->count || !list.count)
        return;
    sort_rows(builder, block, rows);
    struct table *table = builder_add_table(builder, caption, list.count, rows->count);
    for (size_t i = 0; i < list.count; i++) {
        struct shown_column *column = &list.columns[i];
        find_scale(builder, rows, column);
        for (size_t row = 0; row < rows->count; row++)
            *table_cell(table, row, i) = row_cell(builder, &rows->rows[row], column);
        table->columns[i].heading =
            column->metric ? metric_heading(builder, column, rows_are_runs) : word_heading(column);
        table->columns[i].unit = column_unit(column);
        table->columns[i].numeric = column_is_numeric(table, i, column);
    }
    table->footnote =
        *block->footnote ? block->footnote : make_footnote(builder, &list, table, rows_are_runs);
    builder_finish_table(builder);
}

/* Whether --only lets the group be shown; baselines always are. */
static bool is_wanted(const struct builder *builder, size_t group)
{
    const struct settings *settings = builder->analysis->settings;
    const struct comparison *comparison = builder_comparison(builder, group, builder->subject);

    if (!settings->only_count || !comparison)
        return true;
    for (size_t i = 0; i < settings->only_count; i++)
        if (strcmp(settings->only[i], verdict_name(comparison->verdict)) == 0)
            return true;
    return false;
}

void build_group_table(struct builder *builder, const struct template_block *block)
{
    const struct analysis *analysis = builder->analysis;
    struct rows rows = {
        .rows = arena_allocate(builder->arena, (analysis->group_count + 1) * sizeof *rows.rows),
    };

    for (size_t i = 0; i < analysis->group_count; i++)
        if (is_wanted(builder, i))
            rows.rows[rows.count++] = (struct row){.group = i};
    build_rows(builder, block, &rows, block->caption);
}

/* The metrics of -m, or what the verdicts rest on. */
void build_compared_tables(struct builder *builder, const struct template_block *block)
{
    static const struct template_column primary = {.choice = CHOICE_PRIMARY};
    static const struct template_column selected = {.choice = CHOICE_SELECTED};
    bool asked = builder->analysis->settings->metric_count > 0;
    size_t count;
    const struct metric **metrics =
        builder_metrics(builder, asked ? &selected : &primary, 1, &count);
    struct template_block each = *block;

    for (size_t i = 0; i < count; i++) {
        builder->subject = metrics[i];
        if (count > 1)
            each.caption = metric_title(metrics[i], builder->arena);
        build_group_table(builder, &each);
    }
    builder->subject = builder->analysis->primary;
}

void build_run_table(struct builder *builder, const struct template_block *block)
{
    const struct analysis *analysis = builder->analysis;
    struct rows rows = {
        .rows = arena_allocate(builder->arena, (analysis->run_count + 1) * sizeof *rows.rows),
    };

    for (size_t i = 0; i < analysis->run_count; i++)
        rows.rows[rows.count++] = (struct row){
            .run = analysis->runs[i], .run_index = i, .group = builder->group_of_run[i]};
    build_rows(builder, block, &rows, block->caption);
}

void build_level_tables(struct builder *builder, const struct template_block *block)
{
    const struct analysis *analysis = builder->analysis;

    for (size_t i = 0; i < analysis->scaling_count; i++) {
        const struct scaling *scaling = &analysis->scalings[i];
        struct rows rows = {
            .rows = arena_allocate(builder->arena, (scaling->group_count + 1) * sizeof *rows.rows),
        };
        for (size_t k = 0; k < scaling->group_count; k++)
            rows.rows[rows.count++] = (struct row){.group = scaling->groups[k]};
        build_rows(builder, block, &rows, scaling->name ? scaling->name : block->caption);
    }
}
