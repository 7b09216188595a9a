#include "run_columns.h"

#include <string.h>

#include "../base/utf8.h"

enum { LONGEST_ROW = 1000, MOST_ROWS = 500 };

void run_columns_init(struct run_columns *table, struct assembly *assembly)
{
    *table = (struct run_columns){.assembly = assembly};
    kept_lines_init(&table->rows);
}

void run_columns_release(struct run_columns *table)
{
    kept_lines_release(&table->rows);
}

/* A figure, with or without its unit: "500", "16 ms", "1,247 req/s", "-". */
static bool looks_like_figure(struct text cell)
{
    if (cell.length && (cell.start[0] == '-' || cell.start[0] == '+'))
        cell = text_from(cell, 1);
    return !cell.length || byte_is_digit(cell.start[0]);
}

/* The names of the columns: words, and as many as a row has figures; the first may be missing. */
static bool is_head(struct text head, enum separator separator, size_t columns)
{
    struct text cells[MOST_CELLS];
    size_t count = cells_split(head, separator, cells);

    if (count != columns && count + 1 != columns)
        return false;
    for (size_t i = count == columns; i < count; i++)
        if (looks_like_figure(cells[i]))
            return false;
    return true;
}

/* A metric's name and figures; the cells are counted in *columns. */
static bool is_metric_row(struct rules *rules, struct text line, enum separator separator,
                          size_t *columns)
{
    struct text cells[MOST_CELLS];
    struct table_column column;
    size_t figures = 0;

    *columns = cells_split(line, separator, cells);
    if (*columns < 2)
        return false;
    for (size_t i = 1; i < *columns; i++) {
        if (!looks_like_figure(cells[i]))
            return false;
        figures += cells[i].length > 0;
    }
    table_column_read_heading(rules, cells[0], &column);
    return figures && column.known && column.field.kind == FIELD_METRIC;
}

bool run_columns_begin(struct run_columns *table, struct text head, struct text line)
{
    size_t columns;

    if (!head.length || line.length > LONGEST_ROW)
        return false;
    for (enum separator separator = SEPARATOR_TAB; separator <= SEPARATOR_BLANKS; separator++) {
        if (!is_metric_row(table->assembly->rules, line, separator, &columns) ||
            !is_head(head, separator, columns))
            continue;
        table->open = true;
        table->separator = separator;
        table->columns = columns;
        table->head = text_copy(&table->rows.arena, head);
        kept_lines_add(&table->rows, line, table->assembly->line);
        return true;
    }
    return false;
}

bool run_columns_continue(struct run_columns *table, struct text line)
{
    struct text cells[MOST_CELLS];

    if (cells_are_delimiter(line))
        return true;
    if (table->rows.count >= MOST_ROWS ||
        cells_split(line, table->separator, cells) != table->columns)
        return false;
    kept_lines_add(&table->rows, line, table->assembly->line);
    return true;
}

/* "Value" above the figures of one run is no name. */
static bool is_plain_head(struct text cell)
{
    static const char *const words[] = {"value", "values", "result", "results", ""};

    for (size_t i = 0; i < sizeof words / sizeof words[0]; i++)
        if (text_is_ignoring_case(cell, words[i]))
            return true;
    return false;
}

static void name_column(struct run_columns *table, size_t column)
{
    struct text cells[MOST_CELLS];
    size_t count = cells_split(text_of(table->head), table->separator, cells);
    size_t at = count == table->columns ? column : column - 1;

    if (at >= count || is_plain_head(cells[at]))
        return;
    while (cells[at].length && cells[at].start[cells[at].length - 1] == ':')
        cells[at].length--;
    table->assembly->builder.hints.cell = utf8_clean(table->assembly->arena, cells[at]);
}

static void take_column(struct run_columns *table, struct format *format,
                        const struct number_notation *notation, size_t column)
{
    struct text cells[MOST_CELLS];
    struct table_column heading;

    table->assembly->line = table->rows.items[0].number;
    assembly_open_run(table->assembly, format);
    table->assembly->builder.is_strong = true;
    table->assembly->builder.run->tool = NULL;
    table->assembly->builder.notation = *notation;
    name_column(table, column);
    for (size_t i = 0; i < table->rows.count; i++) {
        cells_split(kept_line(&table->rows, i), table->separator, cells);
        table_column_read_heading(table->assembly->rules, cells[0], &heading);
        if (!heading.known || !cells[column].length || !looks_like_figure(cells[column]))
            continue;
        run_builder_set_field(&table->assembly->builder, &heading.field, heading.unit,
                              cells[column], table->rows.items[i].number);
        run_builder_add_fingerprint(&table->assembly->builder, cells[column]);
    }
    table->assembly->builder.run->source.line_end = table->rows.items[table->rows.count - 1].number;
    assembly_close_run(table->assembly);
}

static struct number_notation weigh(const struct run_columns *table)
{
    struct number_notation notation = {0};
    struct text cells[MOST_CELLS];
    struct table_column heading;

    for (size_t i = 0; i < table->rows.count; i++) {
        cells_split(kept_line(&table->rows, i), table->separator, cells);
        table_column_read_heading(table->assembly->rules, cells[0], &heading);
        for (size_t column = 1; column < table->columns; column++)
            table_column_learn(&notation, &heading, cells[column]);
    }
    return notation;
}

/* One row of words and a figure can be anything; two metrics are a table, if one is surely of a
 * load test. */
static bool is_table(const struct run_columns *table)
{
    struct text cells[MOST_CELLS];
    struct table_column heading;
    size_t metrics = 0;
    size_t surely = 0;
    size_t columns;

    for (size_t i = 0; i < table->rows.count; i++) {
        struct text line = kept_line(&table->rows, i);
        if (!is_metric_row(table->assembly->rules, line, table->separator, &columns))
            continue;
        cells_split(line, table->separator, cells);
        table_column_read_heading(table->assembly->rules, cells[0], &heading);
        metrics++;
        surely += !heading.is_vague;
    }
    return metrics >= 2 && surely;
}

void run_columns_end(struct run_columns *table)
{
    struct format *format = table_format(table->assembly->rules);
    size_t line = table->assembly->line;

    if (!table->open)
        return;
    table->open = false;
    if (format && is_table(table)) {
        assembly_close_run(table->assembly);
        struct hints above = table->assembly->surroundings.hints;
        struct number_notation notation = weigh(table);
        /* The line of names is no name of a run. */
        above.line = NULL;
        for (size_t column = 1; column < table->columns; column++) {
            table->assembly->surroundings.hints = above;
            take_column(table, format, &notation, column);
        }
    }
    table->assembly->line = line;
    kept_lines_forget(&table->rows);
}
