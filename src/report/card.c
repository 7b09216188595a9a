/* Tables with a row a metric: cards of runs and of groups, and one group against another. */
#include "build.h"

#include <math.h>
#include <string.h>

#include "../base/number.h"
#include "../base/text.h"
#include "../model/member.h"
#include "../say/words.h"

static struct scale value_scale(const struct shown_value *shown)
{
    return scale_for(shown->metric, isfinite(shown->value) ? shown->value : 0);
}

/* Sets row `row` of a table whose columns are all of one heading and no unit. */
static void set_headings(struct table *table, const char *const *headings, size_t first_numeric,
                         size_t last_numeric)
{
    for (size_t i = 0; i < table->column_count; i++)
        table->columns[i] = (struct column){
            .heading = headings[i],
            .unit = "",
            .numeric = i >= first_numeric && i <= last_numeric,
        };
}

/* The member in a row of the card, from 1; NULL: the card has no such row. */
static const struct member *member_of_row(unsigned row)
{
    size_t count;
    const struct member *members = member_table(&count);

    for (size_t i = 0; i < count; i++)
        if (members[i].card_row == row)
            return &members[i];
    return NULL;
}

static const char *member_title(const struct member *member, struct arena *arena)
{
    return *member->unit ? arena_format(arena, "%s (%s)", member->words, member->unit)
                         : member->words;
}

static const char *setting_text(const struct run *run, const struct member *member,
                                struct arena *arena)
{
    const char *text = member_value_text(run, member, arena);
    double number;

    if (text && number_scan_plain(text_of(text), &number) && number == floor(number))
        return format_fixed(arena, number, 0);
    return text ? text : "";
}

static void build_settings(struct builder *builder, const struct run *run)
{
    static const char *const headings[] = {"setting", "value"};
    struct arena *arena = builder->arena;
    size_t most_rows;
    member_table(&most_rows);
    struct table *table = builder_add_table(builder, "", 2, most_rows + 3);
    size_t rows = 0;
    const struct {
        const char *words, *text;
    } own[] = {
        {"tool", words_tool(arena, run)},
        {"target",      words_target(arena,               run)},
        {"command",  run->command ? run->command : ""   },
    };

    set_headings(table, headings, 2, 2);
    for (size_t i = 0; i < sizeof own / sizeof own[0]; i++) {
        if (!*own[i].text)
            continue;
        table_cell(table, rows, 0)->text = own[i].words;
        table_cell(table, rows++, 1)->text = own[i].text;
    }
    for (unsigned row = 1; member_of_row(row); row++) {
        const struct member *member = member_of_row(row);
        const char *text = setting_text(run, member, arena);
        if (!*text)
            continue;
        table_cell(table, rows, 0)->text = member_title(member, arena);
        table_cell(table, rows++, 1)->text = text;
    }
    table->row_count = rows;
    builder_finish_table(builder);
}

/* The run behind `index`, as its group shows it. */
static void build_run_values(struct builder *builder, size_t index, const struct metric **metrics,
                             size_t count)
{
    static const char *const headings[] = {"metric", "value", "unit"};
    const struct analysis *analysis = builder->analysis;
    size_t position = builder->group_of_run[index];
    const struct group *group = position == NO_GROUP ? NULL : &analysis->groups[position];
    struct table *table = builder_add_table(builder, "", 3, count);
    size_t rows = 0;

    set_headings(table, headings, 1, 1);
    for (size_t i = 0; i < count; i++) {
        struct shown_value shown = run_shown_value(group, analysis->runs[index], metrics[i]);
        struct scale scale = value_scale(&shown);
        const char *text = format_value(builder->arena, &shown, scale);
        if (!*text)
            continue;
        table_cell(table, rows, 0)->text = words_title(builder->arena, metrics[i]);
        table_cell(table, rows, 1)->text = text;
        table_cell(table, rows++, 2)->text = scale.unit;
    }
    table->row_count = rows;
    builder_finish_table(builder);
}

void build_run_cards(struct builder *builder, const struct template_block *block)
{
    const struct analysis *analysis = builder->analysis;
    size_t count;
    const struct metric **metrics =
        builder_metrics(builder, block->columns, block->column_count, &count);

    for (size_t i = 0; i < analysis->run_count; i++) {
        const struct run *run = analysis->runs[i];
        if (analysis->run_count > 1)
            builder_add(builder, BLOCK_HEADING)->text =
                run->label && *run->label ? run->label
                                          : arena_format(builder->arena, "Run %zu", i + 1);
        build_settings(builder, run);
        build_run_values(builder, i, metrics, count);
    }
}

enum { GROUP_CARD_COLUMNS = 6 };

static bool set_group_row(struct builder *builder, struct table *table, size_t row,
                          const struct group *group, const struct metric *metric)
{
    struct arena *arena = builder->arena;
    const struct summary *summary = group_summary(group, metric);
    struct shown_value mean = group_value(group, metric);

    if (!summary || !isfinite(mean.value))
        return false;
    struct scale scale = value_scale(&mean);
    struct shown_value low = {metric, summary->min, ABSENT, summary->resolution, 1};
    struct shown_value high = {metric, summary->max, ABSENT, summary->resolution, 1};
    const char *const texts[GROUP_CARD_COLUMNS] = {
        words_title(arena, metric),
        format_interval(arena, &mean, scale),
        format_significant(arena, summary->sd / scale.factor, 2, 6),
        summary->n > 1 ? format_value(arena, &low, scale) : "",
        summary->n > 1 ? format_value(arena, &high, scale) : "",
        scale.unit,
    };
    for (size_t i = 0; i < GROUP_CARD_COLUMNS; i++)
        table_cell(table, row, i)->text = texts[i];
    return true;
}

void build_group_cards(struct builder *builder, const struct template_block *block)
{
    static const char *const headings[] = {"metric", "mean over runs", "sd",
                                           "lowest", "highest",        "unit"};
    const struct analysis *analysis = builder->analysis;
    size_t count;
    const struct metric **metrics =
        builder_metrics(builder, block->columns, block->column_count, &count);

    const bool *wanted = analysis_wanted_groups(analysis, NULL, builder->arena);
    for (size_t i = 0; i < analysis->group_count; i++) {
        const struct group *group = &analysis->groups[i];
        size_t rows = 0;
        if (!wanted[i])
            continue;
        builder_add(builder, BLOCK_HEADING)->text = group->name;
        struct block *runs = builder_add(builder, BLOCK_TEXT);
        runs->text = group->used_count == group->run_count
                         ? arena_format(builder->arena, "Runs: %zu", group->run_count)
                         : arena_format(builder->arena, "Runs: %zu of %zu used", group->used_count,
                                        group->run_count);
        struct table *table = builder_add_table(builder, "", GROUP_CARD_COLUMNS, count);
        set_headings(table, headings, 1, 4);
        for (size_t k = 0; k < count; k++)
            rows += set_group_row(builder, table, rows, group, metrics[k]);
        table->row_count = rows;
        table->footnote = *block->caption ? block->caption : block->footnote;
        builder_finish_table(builder);
    }
}

enum { SIDE_COLUMNS = 7 };

/* One group's mean and sd into two cells, in a scale that both sides share. */
static void set_side(const struct builder *builder, struct cell *cells, const struct group *group,
                     const struct metric *metric, struct scale scale)
{
    struct shown_value shown = group_value(group, metric);
    const struct summary *summary = group_summary(group, metric);

    cells[0].text = format_value(builder->arena, &shown, scale);
    if (summary && summary->n > 1)
        cells[1].text = format_significant(builder->arena, summary->sd / scale.factor, 2, 6);
}

static bool set_side_row(struct builder *builder, struct table *table, size_t row,
                         const size_t groups[2], const struct metric *metric)
{
    const struct group *a = &builder->analysis->groups[groups[0]];
    const struct group *b = &builder->analysis->groups[groups[1]];
    double left = group_value(a, metric).value;
    double right = group_value(b, metric).value;
    double largest = fmax(isfinite(left) ? fabs(left) : 0, isfinite(right) ? fabs(right) : 0);
    struct scale scale = scale_for(metric, largest);

    if (!isfinite(left) && !isfinite(right))
        return false;
    const char *title = words_title(builder->arena, metric);
    table_cell(table, row, 0)->text =
        *scale.unit ? arena_format(builder->arena, "%s (%s)", title, scale.unit) : title;
    set_side(builder, table_cell(table, row, 1), a, metric, scale);
    set_side(builder, table_cell(table, row, 3), b, metric, scale);
    if (groups[0] != groups[1]) {
        *table_cell(table, row, 5) = change_cell(builder, groups[1], metric);
        *table_cell(table, row, 6) = verdict_cell(builder, groups[1], metric);
    }
    return true;
}

/* groups[0] is the baseline, groups[1] what is held against it. */
static void build_sides(struct builder *builder, const size_t groups[2],
                        const struct metric **metrics, size_t count)
{
    struct arena *arena = builder->arena;
    const struct analysis *analysis = builder->analysis;
    const char *const a = analysis->groups[groups[0]].name;
    const char *const b = analysis->groups[groups[1]].name;
    const char *const headings[SIDE_COLUMNS] = {
        "metric", a, "sd", b, "sd", change_heading(builder, "change"), "verdict",
    };
    const char *caption = arena_format(arena, "%s against %s", b, a);
    struct table *table = builder_add_table(builder, caption, SIDE_COLUMNS, count);
    size_t rows = 0;

    set_headings(table, headings, 1, 5);
    for (size_t i = 0; i < count; i++)
        rows += set_side_row(builder, table, rows, groups, metrics[i]);
    table->row_count = rows;
    if (builder_has_repetitions(builder))
        builder_footnote(builder, "Means over runs; sd: standard deviation between runs.");
    builder_finish_table(builder);
}

/* A group without a baseline, and nothing held against it, stands alone. */
static bool stands_alone(const struct builder *builder, size_t group)
{
    return builder->first_comparison[group] == NO_COMPARISON &&
           !(builder->analysis->groups[group].is_baseline && builder->analysis->comparison_count);
}

static void build_alone(struct builder *builder, size_t index, const struct metric **metrics,
                        size_t count)
{
    const struct group *group = &builder->analysis->groups[index];
    const char *const headings[] = {"metric", group->name, "sd"};
    struct table *table = builder_add_table(builder, "", 3, count);
    size_t rows = 0;

    set_headings(table, headings, 1, 2);
    for (size_t i = 0; i < count; i++) {
        struct shown_value shown = group_value(group, metrics[i]);
        struct scale scale = value_scale(&shown);
        if (!isfinite(shown.value))
            continue;
        const char *title = words_title(builder->arena, metrics[i]);
        table_cell(table, rows, 0)->text =
            *scale.unit ? arena_format(builder->arena, "%s (%s)", title, scale.unit) : title;
        set_side(builder, table_cell(table, rows++, 1), group, metrics[i], scale);
    }
    table->row_count = rows;
    builder_finish_table(builder);
}

void build_metric_tables(struct builder *builder, const struct template_block *block)
{
    const struct analysis *analysis = builder->analysis;
    size_t count;
    const struct metric **metrics =
        builder_metrics(builder, block->columns, block->column_count, &count);

    const bool *wanted = analysis_wanted_groups(analysis, NULL, builder->arena);
    for (size_t i = 0; i < analysis->group_count; i++) {
        size_t first = builder->first_comparison[i];
        if (!wanted[i])
            continue;
        if (first != NO_COMPARISON)
            build_sides(builder, (size_t[2]){analysis->comparisons[first].baseline, i}, metrics,
                        count);
        else if (stands_alone(builder, i))
            build_alone(builder, i, metrics, count);
    }
}

/* ab's table of connection times, as it prints it. */
static const char *const phases[] = {"connect", "processing", "waiting", "latency"};
static const char *const phase_figures[] = {"min", "mean", "sd", "median", "max"};

enum {
    PHASE_COUNT = sizeof phases / sizeof phases[0],
    PHASE_FIGURE_COUNT = sizeof phase_figures / sizeof phase_figures[0],
};

static bool set_phase_row(struct builder *builder, struct table *table, size_t row,
                          const struct group *group, const char *phase)
{
    bool total = strcmp(phase, "latency") == 0;
    bool any = false;

    table_cell(table, row, 0)->text = total ? "total" : phase;
    for (size_t i = 0; i < PHASE_FIGURE_COUNT; i++) {
        bool measured = total && strcmp(phase_figures[i], "mean") == 0;
        const char *key = measured
                              ? "latency_total_mean_ms"
                              : arena_format(builder->arena, "%s_%s_ms", phase, phase_figures[i]);
        const struct metric *metric = metric_find(builder->metrics, text_of(key));
        if (!metric)
            continue;
        struct shown_value shown = group_value(group, metric);
        shown.half_width = ABSENT;
        table_cell(table, row, i + 1)->text =
            format_value(builder->arena, &shown, value_scale(&shown));
        any |= isfinite(shown.value);
    }
    return any && (!total || row > 0);
}

/* A table for each group that has phases; siege does not tell them apart. */
void build_times(struct builder *builder, const struct template_block *block)
{
    const struct analysis *analysis = builder->analysis;

    (void)block;
    for (size_t i = 0; i < analysis->group_count; i++) {
        const struct group *group = &analysis->groups[i];
        const char *caption =
            analysis->group_count == 1
                ? "Connection times (ms)"
                : arena_format(builder->arena, "Connection times of %s (ms)", group->name);
        struct table *table =
            builder_add_table(builder, caption, PHASE_FIGURE_COUNT + 1, PHASE_COUNT);
        size_t rows = 0;
        table->columns[0].heading = "phase";
        for (size_t k = 0; k < PHASE_FIGURE_COUNT; k++)
            table->columns[k + 1] =
                (struct column){.heading = phase_figures[k], .unit = "", .numeric = true};
        for (size_t k = 0; k < PHASE_COUNT; k++)
            rows += set_phase_row(builder, table, rows, group, phases[k]);
        table->row_count = rows;
        if (group->used_count > 1)
            builder_footnote(builder, "Means over runs.");
        builder_finish_table(builder);
    }
}
