#include "pivot_table.h"

#include <string.h>

#include "../base/utf8.h"

enum { LEAST_COLUMNS_WITHOUT_BARS = 3 };

void pivot_table_init(struct pivot_table *table, struct assembly *assembly)
{
    *table = (struct pivot_table){.assembly = assembly};
    kept_lines_init(&table->rows);
}

void pivot_table_release(struct pivot_table *table)
{
    kept_lines_release(&table->rows);
}

/* ---- which metric ---- */

/* "Requests/sec vs price": a table under it may be of either. */
static bool is_of_several(const char *caption)
{
    static const char *const words[] = {" vs ", " vs. ", " versus ", " and ", " & ", " or ", ", "};

    for (size_t i = 0; i < sizeof words / sizeof words[0]; i++)
        if (strstr(caption, words[i]))
            return true;
    return false;
}

/* Whether the caption, which may be NULL, is of one metric. */
static bool read_caption(struct rules *rules, const char *caption, struct table_column *metric)
{
    struct text phrase;

    return caption && !is_of_several(caption) &&
           table_column_find(rules, text_of(caption), metric, &phrase);
}

/*
 * What the corner, the caption or the innermost heading names; a corner above
 * figures (not `names_words`) is the head of a column like any other.
 */
static bool choose_metric(struct assembly *assembly, struct text corner, bool names_words,
                          const char *caption, struct table_column *metric)
{
    const struct hints *hints = &assembly->surroundings.hints;
    const char *ruler =
        hints->caption_count ? hints->captions[hints->caption_count - 1].text : NULL;
    const char *above = caption ? caption : ruler;
    struct text phrase;

    if (names_words && table_column_find(assembly->rules, corner, metric, &phrase))
        return true;
    if (read_caption(assembly->rules, above, metric))
        return true;
    for (size_t i = HEADING_LEVELS; i-- > 0;)
        if (hints->headings[i])
            return read_caption(assembly->rules, hints->headings[i], metric);
    return false;
}

/* ---- the block ---- */

/* A name, and behind it nothing but figures. */
static bool is_row(struct text line, enum separator separator, size_t *columns)
{
    struct text cells[MOST_CELLS];
    size_t numbers = 0;

    *columns = cells_split(line, separator, cells);
    if (*columns < 2 || !cells[0].length)
        return false;
    for (size_t i = 1; i < *columns; i++) {
        enum cell_kind kind = cell_kind_of(cells[i]);
        if (kind == CELL_WORDS)
            return false;
        numbers += kind == CELL_NUMBER;
    }
    return numbers > 0;
}

/* As many names as a row has figures; the corner may be missing. */
static bool is_head(struct rules *rules, const struct text *cells, size_t count, size_t columns)
{
    struct table_column column;
    const char *what;

    if (count != columns && count + 1 != columns)
        return false;
    for (size_t i = count == columns; i < count; i++) {
        table_column_read_heading(rules, cells[i], &column);
        bool is_name = cell_is_summary_word(cells[i], &what) || cell_is_comparison_word(cells[i]) ||
                       !column.known || column.field.kind == FIELD_LABEL ||
                       column.field.kind == FIELD_TEXT;
        if (!cells[i].length || !is_name)
            return false;
    }
    return true;
}

static bool fits(struct pivot_table *table, struct text head, struct text line,
                 enum separator separator, const char *caption)
{
    struct rules *rules = table->assembly->rules;
    struct text cells[MOST_CELLS];
    struct table_column row;
    struct number number;
    size_t count = cells_split(head, separator, cells);

    if (!is_row(line, separator, &table->columns) || !is_head(rules, cells, count, table->columns))
        return false;
    struct text corner = count == table->columns ? cells[0] : text_of("");
    cells_split(line, separator, cells);
    table_column_read_heading(rules, cells[0], &row);
    return !table_column_is_figure(&row) &&
           choose_metric(table->assembly, corner, !number_scan(cells[0], &number), caption,
                         &table->metric);
}

/* Behind its last digit a row has a unit at most: few lines of prose are worth a closer look. */
static bool ends_in_figure(struct text line)
{
    enum { LONGEST_UNIT = 12 };
    size_t end = line.length;

    while (end > 0 && !byte_is_digit(line.start[end - 1]))
        end--;
    return end > 0 && line.length - end <= LONGEST_UNIT;
}

bool pivot_table_begin(struct pivot_table *table, struct text head, struct text line,
                       const char *caption)
{
    if (!head.length || !ends_in_figure(line))
        return false;
    for (enum separator separator = SEPARATOR_TAB; separator <= SEPARATOR_BLANKS; separator++) {
        if (!fits(table, head, line, separator, caption) ||
            (separator != SEPARATOR_BAR && table->columns < LEAST_COLUMNS_WITHOUT_BARS))
            continue;
        /* Two lines of a report may look alike. */
        if (rules_know(table->assembly->rules, head))
            return false;
        table->open = true;
        table->separator = separator;
        table->head = text_copy(&table->rows.arena, head);
        kept_lines_add(&table->rows, line, table->assembly->line);
        return true;
    }
    return false;
}

bool pivot_table_continue(struct pivot_table *table, struct text line)
{
    size_t columns;

    if (cells_are_delimiter(line))
        return true;
    if (!is_row(line, table->separator, &columns) || columns != table->columns)
        return false;
    kept_lines_add(&table->rows, line, table->assembly->line);
    return true;
}

/* ---- its runs ---- */

/* One side of the table: what its names are of. */
struct axis {
    const char *head;
    bool is_concurrency;
};

/* "server \ concurrency": what the rows and the columns are of, where the corner says it. */
static void read_corner(struct rules *rules, struct text corner, struct arena *arena,
                        struct axis *rows, struct axis *columns)
{
    static const char *const signs[] = {"\\", " / ", " vs ", " x ", "/"};
    struct table_column metric;
    struct text phrase;
    struct text second = {NULL, 0};
    struct text first = corner;

    for (size_t i = 0; i < sizeof signs / sizeof signs[0] && !second.length; i++) {
        size_t at = text_find(corner, signs[i]);
        if (at == corner.length ||
            (table_column_find(rules, corner, &metric, &phrase) && phrase.length == corner.length))
            continue;
        first = text_trim((struct text){corner.start, at});
        second = text_trim(text_from(corner, at + strlen(signs[i])));
    }
    *rows = (struct axis){utf8_clean(arena, first), heading_is_concurrency(rules, first)};
    *columns = (struct axis){second.length ? utf8_clean(arena, second) : "column",
                             second.length && heading_is_concurrency(rules, second)};
}

/* Sets what the name says of the run: its concurrency, or else what it is called. */
static const char *take_name(struct pivot_table *table, const struct axis *axis, struct text name,
                             struct name_cell *cell)
{
    struct run *run = table->assembly->builder.run;
    double value;

    if (heading_says_concurrency(table->assembly->rules, name, axis->is_concurrency, &value)) {
        run->config.concurrency = value;
        return NULL;
    }
    *cell = (struct name_cell){axis->head, utf8_clean(table->assembly->arena, name)};
    return cell->text;
}

struct pivot_names {
    struct axis rows, columns;
    struct text head[MOST_CELLS];
    size_t shift; /* 1: the head has no corner */
};

static void take_figure(struct pivot_table *table, const struct pivot_names *names, struct text row,
                        size_t column, struct text cell, const struct number_notation *notation)
{
    struct assembly *assembly = table->assembly;
    struct run_builder *builder = &assembly->builder;
    struct name_cell *cells = arena_allocate(assembly->arena, 2 * sizeof *cells);
    size_t count = 0;

    assembly_open_run(assembly, table_format(assembly->rules));
    builder->is_strong = true;
    builder->run->tool = NULL;
    builder->notation = *notation;
    const char *of_row = take_name(table, &names->rows, row, &cells[count]);
    count += of_row != NULL;
    const char *of_column =
        take_name(table, &names->columns, names->head[column - names->shift], &cells[count]);
    count += of_column != NULL;
    /* Words call a run, rather than numbers. */
    builder->hints.cell = of_row && (!of_column || cell_is_text(row)) ? of_row : of_column;
    builder->hints.cells = cells;
    builder->hints.cell_count = count;
    run_builder_set_field(builder, &table->metric.field, table->metric.unit, cell, assembly->line);
    run_builder_add_fingerprint(builder, cell);
    assembly_close_run(assembly);
}

static struct number_notation weigh(struct pivot_table *table)
{
    struct number_notation notation = {0};
    struct text cells[MOST_CELLS];

    for (size_t i = 0; i < table->rows.count; i++) {
        cells_split(kept_line(&table->rows, i), table->separator, cells);
        for (size_t column = 1; column < table->columns; column++)
            table_column_learn(&notation, &table->metric, cells[column]);
    }
    return notation;
}

/* Whether a cell is no figure of a run: empty, a sum, or a time without a unit. */
static bool is_left_out(const struct pivot_table *table, struct text head, struct text cell)
{
    struct number number;
    struct text unit;
    const char *what;

    return cell_kind_of(cell) != CELL_NUMBER || cell_is_summary_word(head, &what) ||
           cell_is_comparison_word(head) ||
           (table->metric.unit_is_open && cell_scan_figure(cell, &number, &unit) && !unit.length);
}

/* Number of cells that hold something and gave no run. */
static size_t take_row(struct pivot_table *table, const struct pivot_names *names, struct text line,
                       const struct hints *above, const struct number_notation *notation)
{
    struct text cells[MOST_CELLS];
    const char *what;
    size_t left_out = 0;

    cells_split_figures(line, table->separator, cells, &table->rows.arena);
    if (cell_is_summary_word(cells[0], &what))
        return 0;
    for (size_t column = 1; column < table->columns; column++) {
        if (is_left_out(table, names->head[column - names->shift], cells[column])) {
            left_out += cell_kind_of(cells[column]) != CELL_EMPTY &&
                        !cell_is_summary_word(names->head[column - names->shift], &what);
            continue;
        }
        table->assembly->surroundings.hints = *above;
        take_figure(table, names, cells[0], column, cells[column], notation);
    }
    return left_out;
}

static void note_left_out(struct pivot_table *table, size_t left_out, const struct run *before)
{
    struct assembly *assembly = table->assembly;

    if (left_out && assembly->last_run && assembly->last_run != before)
        run_warn(assembly->last_run, assembly->arena, "unread-cells", table->rows.items[0].number,
                 "%zu %s of the table of %s, no figure or no unit; they are left out", left_out,
                 left_out == 1 ? "cell has" : "cells have", table->metric.field.metric->label);
    else if (left_out)
        diag_warning(assembly->rules->diag,
                     (struct place){.file = assembly->file, .line = table->rows.items[0].number},
                     "the figures of this table of %s have no unit, and are left out; write it "
                     "into the caption, as in \"latency (ms)\"",
                     table->metric.field.metric->label);
}

void pivot_table_end(struct pivot_table *table)
{
    struct assembly *assembly = table->assembly;
    struct pivot_names names;
    size_t line = assembly->line;
    size_t left_out = 0;

    if (!table->open)
        return;
    table->open = false;
    if (table->separator != SEPARATOR_BAR && table->rows.count < 2) {
        kept_lines_forget(&table->rows);
        return;
    }
    assembly_close_run(assembly);
    surroundings_forget_line(&assembly->surroundings); /* the names, or the metric */
    struct hints above = assembly->surroundings.hints;
    struct run *before = assembly->last_run;
    struct number_notation notation = weigh(table);
    size_t count = cells_split(text_of(table->head), table->separator, names.head);
    names.shift = count != table->columns;
    read_corner(assembly->rules, names.shift ? text_of("") : names.head[0], assembly->arena,
                &names.rows, &names.columns);
    for (size_t i = 0; i < table->rows.count; i++) {
        assembly->line = table->rows.items[i].number;
        left_out += take_row(table, &names, kept_line(&table->rows, i), &above, &notation);
    }
    note_left_out(table, left_out, before);
    assembly->line = line;
    kept_lines_forget(&table->rows);
}
