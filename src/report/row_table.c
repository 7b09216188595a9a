/* Tables with a row a group, a run, or a level of a sweep. */
#include "row_table.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "../base/text.h"
#include "../say/words.h"

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
        double value = row_value(builder, &rows->rows[i], column->metric).value;
        if (isfinite(value) && fabs(value) > largest)
            largest = fabs(value);
        if (isfinite(value) && value > 0 && value < column->lowest)
            column->lowest = value;
    }
    if (column->metric)
        column->scale = scale_for(column->metric, largest);
}

/* Keys such as concurrency stand right-aligned where all of them are numbers. */
static bool column_is_numeric(struct table *table, size_t at, const struct shown_column *column)
{
    if (column->statistic == STATISTIC_USED)
        return true;
    if (column->metric)
        return column->statistic != STATISTIC_VERDICT;
    return column->statistic == STATISTIC_KEY && table_column_is_numeric(table, at);
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
        double value = row_value(builder, &rows->rows[i], list.columns[0].metric).value;
        /* What has no value comes last either way. */
        keys[i].value = isfinite(value) ? (block->descending ? -value : value) : (double)INFINITY;
    }
    qsort(keys, rows->count, sizeof *keys, compare_keys);
    for (size_t i = 0; i < rows->count; i++) {
        bool turned = block->descending && !list.columns[0].metric;
        rows->rows[i] = keys[turned ? rows->count - 1 - i : i].row;
    }
}

/* How many keys the columns begin with, but for the last of them: that one tells rows apart. */
static size_t leading_keys(const struct column_list *list)
{
    size_t keys = 0;

    while (keys < list->count && list->columns[keys].statistic == STATISTIC_KEY)
        keys++;
    return keys > 0 ? keys - 1 : 0;
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
        table->columns[i].heading = column_heading_text(builder, column, rows_are_runs);
        table->columns[i].unit = column_unit(column);
        table->columns[i].numeric = column_is_numeric(table, i, column);
    }
    table_mark_repeats(table, leading_keys(&list));
    if (*block->footnote)
        table->footnote = block->footnote;
    else if (!rows_are_runs)
        add_column_footnotes(builder, &list, table);
    builder_finish_table(builder);
}

void build_group_table(struct builder *builder, const struct template_block *block)
{
    const struct analysis *analysis = builder->analysis;
    struct rows rows = {
        .rows = arena_allocate(builder->arena, (analysis->group_count + 1) * sizeof *rows.rows),
    };

    const bool *wanted = analysis_wanted_groups(analysis, builder->subject, builder->arena);
    for (size_t i = 0; i < analysis->group_count; i++)
        if (wanted[i])
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

    /* No run has figures: how many of them were of use is all there is to say. */
    if (!count)
        build_group_table(builder, block);
    for (size_t i = 0; i < count; i++) {
        builder->subject = metrics[i];
        if (count > 1)
            each.caption = words_title(builder->arena, metrics[i]);
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

    const bool *wanted = analysis_wanted_groups(analysis, NULL, builder->arena);
    for (size_t i = 0; i < analysis->run_count; i++) {
        size_t group = builder->group_of_run[i];
        if (group == NO_GROUP || wanted[group])
            rows.rows[rows.count++] =
                (struct row){.run = analysis->runs[i], .run_index = i, .group = group};
    }
    build_rows(builder, block, &rows, block->caption);
}

/* A table a sweep, a row a level. */
static void build_sweep_levels(struct builder *builder, const struct template_block *block)
{
    const struct analysis *analysis = builder->analysis;
    const bool *wanted = analysis_wanted_groups(analysis, builder->subject, builder->arena);

    for (size_t i = 0; i < analysis->scaling_count; i++) {
        const struct scaling *scaling = &analysis->scalings[i];
        struct rows rows = {
            .rows = arena_allocate(builder->arena, (scaling->group_count + 1) * sizeof *rows.rows),
        };
        for (size_t k = 0; k < scaling->group_count; k++)
            if (wanted[scaling->groups[k]])
                rows.rows[rows.count++] = (struct row){.group = scaling->groups[k]};
        build_rows(builder, block, &rows, scaling->name ? scaling->name : block->caption);
    }
}

/* Whether the pivot shows already what a column of the level tables would. */
static bool is_in_pivot(const struct builder *builder, const struct template_column *column)
{
    if (column->statistic == STATISTIC_USED) {
        for (size_t i = 0; i < builder->analysis->group_count; i++)
            if (builder->analysis->groups[i].used_count != builder->analysis->groups[i].run_count)
                return false;
        return true;
    }
    return column->statistic == STATISTIC_KEY ||
           (column->choice == CHOICE_PRIMARY &&
            (column->statistic == STATISTIC_INTERVAL || column->statistic == STATISTIC_MEAN));
}

/* Whether a column says something beside the spread that an interval tells as well. */
static bool is_worth_a_table(const struct template_column *column)
{
    return column->statistic != STATISTIC_CV && column->statistic != STATISTIC_USED;
}

/* The keys of the pivot, then the columns of the level tables that it lacks. */
static struct template_block pivot_level_block(const struct builder *builder,
                                               const struct template_block *block,
                                               size_t *key_count)
{
    const struct pivot *pivot = &builder->analysis->pivot;
    struct template_block levels = *block;

    levels.column_count = 0;
    levels.columns = arena_allocate(
        builder->arena, (pivot->row_key_count + 1 + block->column_count) * sizeof *levels.columns);
    for (size_t i = 0; i <= pivot->row_key_count; i++)
        levels.columns[levels.column_count++] = (struct template_column){
            .statistic = STATISTIC_KEY,
            .key = i < pivot->row_key_count ? pivot->row_keys[i] : pivot->column_key,
        };
    *key_count = levels.column_count;
    for (size_t i = 0; i < block->column_count; i++)
        if (!is_in_pivot(builder, &block->columns[i]))
            levels.columns[levels.column_count++] = block->columns[i];
    return levels;
}

/* Whether any row has something to show under a column. */
static bool column_tells(const struct builder *builder, const struct rows *rows,
                         struct shown_column *column)
{
    find_scale(builder, rows, column);
    for (size_t row = 0; row < rows->count; row++)
        if (*row_cell(builder, &rows->rows[row], column).text)
            return true;
    return false;
}

/* What the pivot shows stands there: one table of what it lacks, in its order. */
static void build_pivot_levels(struct builder *builder, const struct template_block *block)
{
    const struct pivot *pivot = &builder->analysis->pivot;
    size_t cells = pivot->row_count * pivot->column_count;
    struct rows rows = {.rows = arena_allocate(builder->arena, (cells + 1) * sizeof *rows.rows)};
    const bool *wanted =
        analysis_wanted_groups(builder->analysis, builder->subject, builder->arena);
    size_t key_count;
    struct template_block levels = pivot_level_block(builder, block, &key_count);
    struct column_list telling = {0};

    for (size_t i = 0; i < cells; i++)
        if (pivot->cells[i] != NO_GROUP && wanted[pivot->cells[i]])
            rows.rows[rows.count++] = (struct row){.group = pivot->cells[i]};
    for (size_t i = key_count; i < levels.column_count; i++)
        if (is_worth_a_table(&levels.columns[i]))
            expand(builder, &levels.columns[i], 1, &telling);
    bool tells = false;
    for (size_t i = 0; i < telling.count && !tells; i++)
        tells = column_tells(builder, &rows, &telling.columns[i]);
    if (tells)
        build_rows(builder, &levels, &rows,
                   *block->caption ? block->caption : "Latency and failures");
}

void build_level_tables(struct builder *builder, const struct template_block *block)
{
    if (builder->pivot_shown)
        build_pivot_levels(builder, block);
    else
        build_sweep_levels(builder, block);
}
