/* Pivots, the change at each of their cells, and the law fitted to a sweep. */
#include "build.h"

#include <math.h>
#include <string.h>

#include "../base/text.h"
#include "../compare/group.h"
#include "../say/words.h"
#include "verdict_words.h"

static size_t pivot_group(const struct pivot *pivot, size_t row, size_t column)
{
    return pivot->cells[row * pivot->column_count + column];
}

/* A value at the head of a column: "8" says little there, "c=8" and "port=8080" more. */
static const char *column_heading(const struct builder *builder, size_t column)
{
    const struct pivot *pivot = &builder->analysis->pivot;
    const char *text = pivot->columns[column];
    struct buffer words;

    if (!byte_is_digit(text[0]))
        return *text ? text : "not stated";
    buffer_init(&words);
    key_words_append(&words, pivot->column_key, text);
    const char *copy = text_copy(builder->arena, buffer_text(&words));
    buffer_release(&words);
    return copy;
}

static double largest_of(const struct builder *builder, const struct metric *metric)
{
    const struct pivot *pivot = &builder->analysis->pivot;
    double largest = 0;

    for (size_t i = 0; i < pivot->row_count * pivot->column_count; i++) {
        if (pivot->cells[i] == NO_GROUP)
            continue;
        const struct group *group = &builder->analysis->groups[pivot->cells[i]];
        double value = group_value(group, metric).value;
        if (isfinite(value) && fabs(value) > largest)
            largest = fabs(value);
    }
    return largest;
}

static struct cell value_cell(const struct builder *builder, size_t group,
                              const struct metric *metric, struct scale scale)
{
    if (group == NO_GROUP)
        return (struct cell){.text = "", .tone = TONE_MUTED};
    const struct group *of = &builder->analysis->groups[group];
    if (!of->used_count)
        return (struct cell){.text = unused_words(builder, of), .tone = TONE_CAUTION};
    struct shown_value shown = group_value(of, metric);
    return (struct cell){.text = format_interval(builder->arena, &shown, scale),
                         .tone = TONE_PLAIN};
}

/* Failed requests of all runs in a row of the pivot; NAN where no log tells. */
static double failed_in_row(const struct builder *builder, size_t row)
{
    const struct pivot *pivot = &builder->analysis->pivot;
    double failed = ABSENT;

    for (size_t column = 0; column < pivot->column_count; column++) {
        size_t index = pivot_group(pivot, row, column);
        if (index == NO_GROUP)
            continue;
        const struct group *group = &builder->analysis->groups[index];
        for (size_t i = 0; i < group->run_count; i++) {
            double broken;
            if (run_broken_requests(builder->analysis->runs[group->runs[i]], &broken))
                failed = (isnan(failed) ? 0 : failed) + broken;
        }
    }
    return failed;
}

static bool any_failed(const struct builder *builder)
{
    for (size_t row = 0; row < builder->analysis->pivot.row_count; row++)
        if (failed_in_row(builder, row) > 0)
            return true;
    return false;
}

/* What the groups of a row agree in. */
static const char *row_key_text(const struct builder *builder, size_t row, size_t key)
{
    const struct pivot *pivot = &builder->analysis->pivot;

    for (size_t column = 0; column < pivot->column_count; column++) {
        size_t group = pivot_group(pivot, row, column);
        if (group != NO_GROUP)
            return shown_key_text(builder, &builder->analysis->groups[group], pivot->row_keys[key]);
    }
    return "";
}

static void set_heading(struct table *table, size_t column, const char *heading, bool numeric)
{
    table->columns[column] = (struct column){.heading = heading, .unit = "", .numeric = numeric};
}

static const char *caption_with_unit(const struct builder *builder, const struct metric *metric,
                                     struct scale scale)
{
    const char *title = words_title(builder->arena, metric);

    return *scale.unit ? arena_format(builder->arena, "%s (%s)", title, scale.unit) : title;
}

/* A pivot in one metric while its tables are made. */
struct sheet {
    const struct metric *metric;
    struct scale scale;
    const bool *wanted; /* by group: what --only leaves */
    size_t *rows;       /* the rows of the pivot that are shown */
    size_t row_count;
    size_t compared; /* columns with something to compare */
    size_t last_compared;
};

/* The group of a cell; NO_GROUP also where --only leaves it out. */
static size_t shown_group(const struct builder *builder, const struct sheet *sheet, size_t row,
                          size_t column)
{
    size_t group = pivot_group(&builder->analysis->pivot, row, column);

    return group == NO_GROUP || !sheet->wanted[group] ? NO_GROUP : group;
}

static bool row_is_shown(const struct builder *builder, const struct sheet *sheet, size_t row)
{
    for (size_t column = 0; column < builder->analysis->pivot.column_count; column++)
        if (shown_group(builder, sheet, row, column) != NO_GROUP)
            return true;
    return false;
}

/* Whether a column has anything to be compared with. */
static bool column_is_compared(const struct builder *builder, const struct sheet *sheet,
                               size_t column)
{
    if (column == builder->analysis->pivot.baseline_column)
        return false;
    for (size_t i = 0; i < sheet->row_count; i++) {
        size_t group = shown_group(builder, sheet, sheet->rows[i], column);
        if (group != NO_GROUP && builder_comparison(builder, group, sheet->metric))
            return true;
    }
    return false;
}

static struct sheet sheet_of(const struct builder *builder, const struct metric *metric)
{
    const struct pivot *pivot = &builder->analysis->pivot;
    struct sheet sheet = {
        .metric = metric,
        .scale = scale_for(metric, largest_of(builder, metric)),
        .wanted = analysis_wanted_groups(builder->analysis, metric, builder->arena),
        .rows = arena_allocate(builder->arena, (pivot->row_count + 1) * sizeof *sheet.rows),
    };

    for (size_t row = 0; row < pivot->row_count; row++)
        if (row_is_shown(builder, &sheet, row))
            sheet.rows[sheet.row_count++] = row;
    for (size_t column = 0; column < pivot->column_count; column++)
        if (column_is_compared(builder, &sheet, column)) {
            sheet.compared++;
            sheet.last_compared = column;
        }
    return sheet;
}

/* A table whose first columns are the keys of the rows; more can be added behind them. */
static struct table *add_sheet(struct builder *builder, const struct sheet *sheet,
                               const char *caption, size_t more)
{
    const struct pivot *pivot = &builder->analysis->pivot;
    size_t keys = pivot->row_key_count ? pivot->row_key_count : 1;
    struct table *table = builder_add_table(builder, caption, keys + more, sheet->row_count);

    for (size_t key = 0; key < keys; key++) {
        for (size_t i = 0; i < sheet->row_count && pivot->row_key_count; i++)
            table_cell(table, i, key)->text = row_key_text(builder, sheet->rows[i], key);
        bool numeric = pivot->row_key_count && table_column_is_numeric(table, key);
        set_heading(table, key, pivot->row_key_count ? pivot->row_keys[key] : "", numeric);
    }
    table_mark_repeats(table, keys - 1);
    return table;
}

/* The values from column `at` on, and the failed requests behind them where there are any. */
static void set_values(struct builder *builder, const struct sheet *sheet, struct table *table,
                       size_t at)
{
    const struct pivot *pivot = &builder->analysis->pivot;
    bool failures = any_failed(builder);

    for (size_t column = 0; column < pivot->column_count; column++) {
        set_heading(table, at + column, column_heading(builder, column), true);
        for (size_t i = 0; i < sheet->row_count; i++)
            *table_cell(table, i, at + column) =
                value_cell(builder, shown_group(builder, sheet, sheet->rows[i], column),
                           sheet->metric, sheet->scale);
    }
    size_t behind = at + pivot->column_count;
    set_heading(table, behind, "failed requests", true);
    for (size_t i = 0; i < sheet->row_count && failures; i++) {
        double failed = failed_in_row(builder, sheet->rows[i]);
        *table_cell(table, i, behind) = (struct cell){
            .text = format_fixed(builder->arena, failed, 0),
            .tone = failed > 0 ? TONE_CAUTION : TONE_PLAIN,
        };
    }
    if (builder_has_repetitions(builder))
        builder_footnote(builder, interval_footnote(builder->analysis, builder->arena));
    if (failures)
        builder_footnote(builder, "Failed requests: of all runs of the row, length failures "
                                  "left out.");
}

/* The change and the verdict of one column, from column `at` on. */
static void set_changes(struct builder *builder, const struct sheet *sheet, struct table *table,
                        size_t at, size_t column)
{
    set_heading(table, at, change_heading(builder, "change"), true);
    set_heading(table, at + 1, "verdict", false);
    for (size_t i = 0; i < sheet->row_count; i++) {
        size_t group = shown_group(builder, sheet, sheet->rows[i], column);
        if (group == NO_GROUP)
            continue;
        *table_cell(table, i, at) = change_cell(builder, group, sheet->metric);
        *table_cell(table, i, at + 1) =
            builder_comparison(builder, group, sheet->metric)
                ? verdict_cell(builder, group, sheet->metric)
                : (struct cell){.text = "no baseline", .tone = TONE_MUTED};
    }
}

/* The geometric mean of the ratios, over the rows that have both sides. */
static const char *mean_footnote(const struct builder *builder, const struct sheet *sheet,
                                 size_t column)
{
    const struct pivot *pivot = &builder->analysis->pivot;

    if (sheet->metric != builder->analysis->primary || !pivot->geometric_means || !pivot->matched ||
        !isfinite(pivot->geometric_means[column]) || pivot->matched[column] < 2)
        return "";
    struct estimate mean = {(pivot->geometric_means[column] - 1) * 100, ABSENT, ABSENT};
    const char *rows = pivot->matched[column] == pivot->row_count
                           ? "all rows"
                           : arena_format(builder->arena, "%zu of %zu rows", pivot->matched[column],
                                          pivot->row_count);
    return arena_format(builder->arena, "Geometric mean over %s: %s.", rows,
                        format_change(builder->arena, mean));
}

/* Two columns and the change from one to the other: everything in one table. */
static void build_side_by_side(struct builder *builder, const struct sheet *sheet,
                               const char *caption)
{
    const struct pivot *pivot = &builder->analysis->pivot;
    struct table *table = add_sheet(builder, sheet, caption, pivot->column_count + 3);
    size_t at = table->column_count - pivot->column_count - 3;

    set_values(builder, sheet, table, at);
    set_changes(builder, sheet, table, at + pivot->column_count + 1, sheet->last_compared);
    table->footnote = mean_footnote(builder, sheet, sheet->last_compared);
    builder_finish_table(builder);
}

/* The change of one column against the baseline of each row. */
static void build_changes(struct builder *builder, const struct sheet *whole, size_t column)
{
    struct sheet sheet = *whole;
    struct arena *arena = builder->arena;
    const char *caption =
        arena_format(arena, "%s: %s against %s", words_title(arena, sheet.metric),
                     column_heading(builder, column),
                     column_heading(builder, builder->analysis->pivot.baseline_column));

    sheet.rows = arena_allocate(arena, (whole->row_count + 1) * sizeof *sheet.rows);
    sheet.row_count = 0;
    for (size_t i = 0; i < whole->row_count; i++)
        if (shown_group(builder, whole, whole->rows[i], column) != NO_GROUP)
            sheet.rows[sheet.row_count++] = whole->rows[i];
    struct table *table = add_sheet(builder, &sheet, caption, 2);
    set_changes(builder, &sheet, table, table->column_count - 2, column);
    table->footnote = mean_footnote(builder, &sheet, column);
    builder_finish_table(builder);
}

static void build_pivot(struct builder *builder, const struct metric *metric)
{
    const struct pivot *pivot = &builder->analysis->pivot;
    struct sheet sheet = sheet_of(builder, metric);
    const char *caption = caption_with_unit(builder, metric, sheet.scale);

    if (pivot->column_count == 2 && sheet.compared == 1) {
        build_side_by_side(builder, &sheet, caption);
        return;
    }
    struct table *table = add_sheet(builder, &sheet, caption, pivot->column_count + 1);
    set_values(builder, &sheet, table, table->column_count - pivot->column_count - 1);
    builder_finish_table(builder);
    for (size_t column = 0; column < pivot->column_count; column++)
        if (column_is_compared(builder, &sheet, column))
            build_changes(builder, &sheet, column);
}

void build_pivots(struct builder *builder, const struct template_block *block)
{
    static const struct template_column primary = {.choice = CHOICE_PRIMARY};
    size_t count;

    if (!builder->analysis->pivot.column_key)
        return;
    const struct metric **metrics =
        block->column_count ? builder_metrics(builder, block->columns, block->column_count, &count)
                            : builder_metrics(builder, &primary, 1, &count);
    for (size_t i = 0; i < count; i++) {
        build_pivot(builder, metrics[i]);
        builder->pivot_shown |= metrics[i] == builder->analysis->primary;
    }
}

static const char *with_error(struct arena *arena, double value, double error)
{
    if (!isfinite(value))
        return "";
    const char *text = format_significant(arena, value, 4, 6);
    if (!isfinite(error))
        return text;
    return arena_format(arena, "%s (%s)", text, format_significant(arena, error, 2, 6));
}

static const char *law_words(const char *law)
{
    static const struct {
        const char *name, *words;
    } laws[] = {
        {"usl",    "USL"   },
        {"amdahl", "Amdahl"},
    };

    for (size_t i = 0; law && i < sizeof laws / sizeof laws[0]; i++)
        if (strcmp(law, laws[i].name) == 0)
            return laws[i].words;
    return law ? law : "not fitted";
}

enum { SCALING_COLUMNS = 8 };

static void set_scaling_row(struct builder *builder, struct table *table, size_t row)
{
    const struct scaling *scaling = &builder->analysis->scalings[row];
    struct arena *arena = builder->arena;
    bool peak = isfinite(scaling->peak_concurrency);
    const char *const texts[SCALING_COLUMNS] = {
        scaling->name ? scaling->name : "",
        law_words(scaling->law),
        scaling->law ? with_error(arena, scaling->gamma, scaling->se_gamma) : "",
        scaling->law ? with_error(arena, scaling->alpha, scaling->se_alpha) : "",
        scaling->law ? with_error(arena, scaling->beta, scaling->se_beta) : "",
        peak ? format_significant(arena, scaling->peak_concurrency, 3, 1)
        : scaling->law && !scaling->refusal ? "no peak seen"
                                            : "",
        peak ? format_significant(arena, scaling->peak_rate, 4, 2) : "",
        scaling->refusal ? scaling->refusal : "",
    };

    for (size_t i = 0; i < SCALING_COLUMNS; i++)
        table_cell(table, row, i)->text = texts[i];
}

static bool any_law(const struct analysis *analysis)
{
    for (size_t i = 0; i < analysis->scaling_count; i++)
        if (analysis->scalings[i].law)
            return true;
    return false;
}

/* One line where there is no law at all: why not, each reason once. */
static const char *no_law_words(const struct builder *builder)
{
    const struct analysis *analysis = builder->analysis;
    const char **reasons =
        arena_allocate(builder->arena, analysis->scaling_count * sizeof *reasons);
    size_t count = 0;

    for (size_t i = 0; i < analysis->scaling_count; i++) {
        const char *reason = analysis->scalings[i].refusal;
        bool again = !reason;
        for (size_t k = 0; k < count && !again; k++)
            again = strcmp(reasons[k], reason) == 0;
        if (!again)
            reasons[count++] = reason;
    }
    return arena_format(builder->arena, "No law of scaling was fitted: %s.",
                        words_list(builder->arena, reasons, count, 2));
}

void build_scaling(struct builder *builder, const struct template_block *block)
{
    static const char *const headings[SCALING_COLUMNS] = {
        "sweep",         "law",       "\xce\xb3 (se)",    "\xce\xb1 (se)",
        "\xce\xb2 (se)", "peak at c", "requests/s there", "remark",
    };
    size_t count = builder->analysis->scaling_count;

    if (!any_law(builder->analysis)) {
        if (count)
            builder_add(builder, BLOCK_TEXT)->text = no_law_words(builder);
        return;
    }
    struct table *table = builder_add_table(builder, "Scaling", SCALING_COLUMNS, count);
    for (size_t i = 0; i < SCALING_COLUMNS; i++)
        set_heading(table, i, headings[i], i >= 2 && i <= 6);
    for (size_t i = 0; i < count; i++)
        set_scaling_row(builder, table, i);
    table->caption = *block->caption ? block->caption : "Scaling";
    table->footnote =
        "requests/s at c = \xce\xb3\xc2\xb7"
        "c / (1 + \xce\xb1\xc2\xb7(c \xe2\x88\x92 1) + "
        "\xce\xb2\xc2\xb7"
        "c\xc2\xb7(c \xe2\x88\x92 1)): \xce\xb3 the rate of one client, \xce\xb1 "
        "contention, \xce\xb2 the cost of keeping in step (USL: universal scalability law; "
        "Amdahl: \xce\xb2 = 0); se: standard error.";
    builder_finish_table(builder);
}
