/* Pivots, the change at each of their cells, and the law fitted to a sweep. */
#include "build.h"

#include <math.h>
#include <string.h>

#include "../base/text.h"
#include "words.h"

static size_t pivot_group(const struct pivot *pivot, size_t row, size_t column)
{
    return pivot->cells[row * pivot->column_count + column];
}

/* "nginx / c=8": what the rows of a pivot are named by. */
static const char *row_heading(const struct builder *builder)
{
    const struct pivot *pivot = &builder->analysis->pivot;
    struct buffer heading;

    if (!pivot->row_key_count)
        return "group";
    buffer_init(&heading);
    for (size_t i = 0; i < pivot->row_key_count; i++) {
        if (i)
            buffer_append_string(&heading, ", ");
        buffer_append_string(&heading, pivot->row_keys[i]);
    }
    const char *text = text_copy(builder->arena, buffer_text(&heading));
    buffer_release(&heading);
    return text;
}

/* "8" says little at the head of a column; "c=8" and "port 8080" say more. */
static const char *column_heading(const struct builder *builder, size_t column)
{
    const struct pivot *pivot = &builder->analysis->pivot;
    const char *key = pivot->column_key;

    if (strcmp(key, "concurrency") == 0)
        return arena_format(builder->arena, "c=%s", pivot->columns[column]);
    if (byte_is_digit(pivot->columns[column][0]))
        return arena_format(builder->arena, "%s %s", key, pivot->columns[column]);
    return pivot->columns[column];
}

static double largest_of(const struct builder *builder, const struct metric *metric)
{
    const struct pivot *pivot = &builder->analysis->pivot;
    double largest = 0;

    for (size_t i = 0; i < pivot->row_count * pivot->column_count; i++) {
        if (pivot->cells[i] == NO_GROUP)
            continue;
        const struct group *group = &builder->analysis->groups[pivot->cells[i]];
        double value = group_figure(builder, group, metric).value;
        if (isfinite(value) && fabs(value) > largest)
            largest = fabs(value);
    }
    return largest;
}

static struct cell value_cell(const struct builder *builder, size_t group,
                              const struct metric *metric, struct scale scale)
{
    if (group == NO_GROUP)
        return (struct cell){"", TONE_MUTED};
    const struct group *shown = &builder->analysis->groups[group];
    if (!shown->used_count)
        return (struct cell){unused_words(builder, shown), TONE_CAUTION};
    struct figure figure = group_figure(builder, shown, metric);
    return (struct cell){format_interval(builder->arena, &figure, scale), TONE_PLAIN};
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

static void set_heading(struct table *table, size_t column, const char *heading, bool numeric)
{
    table->columns[column] = (struct column){.heading = heading, .unit = "", .numeric = numeric};
}

static const char *caption_with_unit(const struct builder *builder, const struct metric *metric,
                                     struct scale scale)
{
    const char *title = metric_title(metric, builder->arena);

    return *scale.unit ? arena_format(builder->arena, "%s (%s)", title, scale.unit) : title;
}

/* The values, a column a value of the column key. */
static void build_values(struct builder *builder, const struct metric *metric)
{
    const struct pivot *pivot = &builder->analysis->pivot;
    struct scale scale = scale_for(metric, largest_of(builder, metric));
    size_t columns = pivot->column_count;
    bool failures = any_failed(builder);
    struct table *table = builder_add_table(builder, caption_with_unit(builder, metric, scale),
                                            columns + 2, pivot->row_count);

    set_heading(table, 0, row_heading(builder), false);
    set_heading(table, columns + 1, "failed requests", true);
    for (size_t column = 0; column < columns; column++)
        set_heading(table, column + 1, column_heading(builder, column), true);
    for (size_t row = 0; row < pivot->row_count; row++) {
        table_cell(table, row, 0)->text = pivot->rows[row];
        for (size_t column = 0; column < columns; column++)
            *table_cell(table, row, column + 1) =
                value_cell(builder, pivot_group(pivot, row, column), metric, scale);
        double failed = failed_in_row(builder, row);
        if (failures)
            *table_cell(table, row, columns + 1) = (struct cell){
                format_fixed(builder->arena, failed, 0), failed > 0 ? TONE_CAUTION : TONE_PLAIN};
    }
    const char *interval =
        builder_has_repetitions(builder)
            ? arena_format(builder->arena, "\xc2\xb1: half width of the %s of the mean over runs.",
                           interval_words(builder->analysis, builder->arena))
            : "";
    table->footnote =
        failures ? arena_format(builder->arena,
                                "%s%sFailed requests: of all runs of the row, length failures "
                                "left out.",
                                interval, *interval ? " " : "")
                 : interval;
    builder_finish_table(builder);
}

/* Whether a column has anything to be compared with. */
static bool column_is_compared(const struct builder *builder, size_t column,
                               const struct metric *metric)
{
    const struct pivot *pivot = &builder->analysis->pivot;

    for (size_t row = 0; row < pivot->row_count; row++) {
        size_t group = pivot_group(pivot, row, column);
        if (group != NO_GROUP && builder_comparison(builder, group, metric))
            return true;
    }
    return false;
}

/* A column of the pivot held against its baseline in one metric. */
struct change {
    size_t column;
    const struct metric *metric;
};

/* Row `from` of the pivot as row `to` of the table; false where nothing stands there. */
static bool set_change_row(struct builder *builder, struct table *table, size_t to, size_t from,
                           struct change change)
{
    size_t group = pivot_group(&builder->analysis->pivot, from, change.column);

    if (group == NO_GROUP)
        return false;
    table_cell(table, to, 0)->text = builder->analysis->pivot.rows[from];
    *table_cell(table, to, 1) = change_cell(builder, group, change.metric);
    *table_cell(table, to, 2) = verdict_cell(builder, group, change.metric);
    if (!builder_comparison(builder, group, change.metric))
        *table_cell(table, to, 2) = (struct cell){"no baseline", TONE_MUTED};
    return true;
}

/* The geometric mean of the ratios, over the rows that have both sides. */
static void set_mean_row(struct builder *builder, struct table *table, size_t row, size_t column)
{
    const struct pivot *pivot = &builder->analysis->pivot;
    double mean = pivot->geometric_means[column];
    struct comparison change = {
        .change_pct = (mean - 1) * 100, .ci_low = ABSENT, .ci_high = ABSENT};

    table_cell(table, row, 0)->text =
        arena_format(builder->arena, "geometric mean of %zu", pivot->matched[column]);
    table_cell(table, row, 1)->text = format_change(builder->arena, &change);
}

static bool has_mean_row(const struct builder *builder, size_t column, const struct metric *metric)
{
    const struct pivot *pivot = &builder->analysis->pivot;

    return metric == builder->analysis->primary && pivot->geometric_means && pivot->matched &&
           isfinite(pivot->geometric_means[column]) && pivot->matched[column] > 1;
}

/* The change of one column against the baseline of each row. */
static void build_changes(struct builder *builder, size_t column, const struct metric *metric)
{
    const struct pivot *pivot = &builder->analysis->pivot;
    struct arena *arena = builder->arena;
    bool mean = has_mean_row(builder, column, metric);
    const char *caption = arena_format(arena, "%s: %s against %s", metric_title(metric, arena),
                                       column_heading(builder, column),
                                       column_heading(builder, pivot->baseline_column));
    struct table *table = builder_add_table(builder, caption, 3, pivot->row_count + mean);

    set_heading(table, 0, row_heading(builder), false);
    set_heading(table, 1, change_heading(builder, "change"), true);
    set_heading(table, 2, "verdict", false);
    size_t rows = 0;
    for (size_t row = 0; row < pivot->row_count; row++)
        rows += set_change_row(builder, table, rows, row, (struct change){column, metric});
    if (mean)
        set_mean_row(builder, table, rows++, column);
    table->row_count = rows;
    builder_finish_table(builder);
}

static void build_pivot(struct builder *builder, const struct metric *metric)
{
    const struct pivot *pivot = &builder->analysis->pivot;

    build_values(builder, metric);
    for (size_t column = 0; column < pivot->column_count; column++)
        if (column != pivot->baseline_column && column_is_compared(builder, column, metric))
            build_changes(builder, column, metric);
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
    for (size_t i = 0; i < count; i++)
        build_pivot(builder, metrics[i]);
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

void build_scaling(struct builder *builder, const struct template_block *block)
{
    static const char *const headings[SCALING_COLUMNS] = {
        "sweep",         "law",       "\xce\xb3 (se)",    "\xce\xb1 (se)",
        "\xce\xb2 (se)", "peak at c", "requests/s there", "remark",
    };
    size_t count = builder->analysis->scaling_count;

    if (!count)
        return;
    struct table *table = builder_add_table(builder, "Scaling", SCALING_COLUMNS, count);
    bool fitted = false;
    for (size_t i = 0; i < SCALING_COLUMNS; i++)
        set_heading(table, i, headings[i], i >= 2 && i <= 6);
    for (size_t i = 0; i < count; i++) {
        set_scaling_row(builder, table, i);
        fitted |= builder->analysis->scalings[i].law != NULL;
    }
    table->caption = *block->caption ? block->caption : "Scaling";
    if (fitted)
        table->footnote =
            "requests/s at c = \xce\xb3\xc2\xb7"
            "c / (1 + \xce\xb1\xc2\xb7(c \xe2\x88\x92 1) + "
            "\xce\xb2\xc2\xb7"
            "c\xc2\xb7(c \xe2\x88\x92 1)): \xce\xb3 the rate of one client, \xce\xb1 "
            "contention, \xce\xb2 the cost of keeping in step (USL: universal scalability law; "
            "Amdahl: \xce\xb2 = 0); se: standard error.";
    builder_finish_table(builder);
}
