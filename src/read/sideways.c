#include "sideways.h"

#include <string.h>

#include "../base/utf8.h"
#include "reader_state.h"

void sideways_init(struct sideways *sideways)
{
    *sideways = (struct sideways){0};
    arena_init(&sideways->arena);
}

void sideways_release(struct sideways *sideways)
{
    arena_release(&sideways->arena);
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
    size_t count = table_split(head, separator, cells);

    if (count != columns && count + 1 != columns)
        return false;
    for (size_t i = count == columns; i < count; i++)
        if (looks_like_figure(cells[i]))
            return false;
    return true;
}

/* A metric's name and figures; the cells are counted in *columns. */
static bool is_metric_row(struct reader *reader, struct text line, enum separator separator,
                          size_t *columns)
{
    struct text cells[MOST_CELLS];
    struct table_column column;
    size_t figures = 0;

    *columns = table_split(line, separator, cells);
    if (*columns < 2)
        return false;
    for (size_t i = 1; i < *columns; i++) {
        if (!looks_like_figure(cells[i]))
            return false;
        figures += cells[i].length > 0;
    }
    table_read_heading(reader->rules, cells[0], &column);
    return figures && column.known && column.field.kind == FIELD_METRIC;
}

static void keep_row(struct sideways *sideways, struct text line, size_t number)
{
    sideways->rows = arena_grow(&sideways->arena, sideways->rows, sideways->count,
                                &sideways->capacity, sizeof *sideways->rows);
    sideways->rows[sideways->count++] =
        (struct sideways_row){text_copy(&sideways->arena, line), number};
}

bool sideways_begin(struct sideways *sideways, struct reader *reader, struct text head,
                    struct text line)
{
    size_t columns;

    if (!head.length || line.length > 1000)
        return false;
    for (enum separator separator = SEPARATOR_TAB; separator <= SEPARATOR_BLANKS; separator++) {
        if (!is_metric_row(reader, line, separator, &columns) || !is_head(head, separator, columns))
            continue;
        sideways->open = true;
        sideways->separator = separator;
        sideways->columns = columns;
        sideways->head = text_copy(&sideways->arena, head);
        keep_row(sideways, line, reader->line);
        return true;
    }
    return false;
}

enum { MOST_ROWS = 500 };

bool sideways_take(struct sideways *sideways, const struct reader *reader, struct text line)
{
    struct text cells[MOST_CELLS];

    if (table_is_delimiter(line))
        return true;
    if (sideways->count >= MOST_ROWS ||
        table_split(line, sideways->separator, cells) != sideways->columns)
        return false;
    keep_row(sideways, line, reader->line);
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

static void name_column(struct sideways *sideways, struct reader *reader, size_t column)
{
    struct text cells[MOST_CELLS];
    size_t count = table_split(text_of(sideways->head), sideways->separator, cells);
    size_t at = count == sideways->columns ? column : column - 1;

    if (at >= count || is_plain_head(cells[at]))
        return;
    while (cells[at].length && cells[at].start[cells[at].length - 1] == ':')
        cells[at].length--;
    reader->builder.hints.cell = utf8_clean(reader->arena, cells[at]);
}

static void take_column(struct sideways *sideways, struct reader *reader, struct format *format,
                        const struct convention *convention, size_t column)
{
    struct text cells[MOST_CELLS];
    struct table_column heading;

    reader->line = sideways->rows[0].line;
    reader_open_run(reader, format);
    reader->builder.is_strong = true;
    reader->builder.run->tool = NULL;
    reader->builder.convention = *convention;
    name_column(sideways, reader, column);
    for (size_t i = 0; i < sideways->count; i++) {
        table_split(text_of(sideways->rows[i].text), sideways->separator, cells);
        table_read_heading(reader->rules, cells[0], &heading);
        if (!heading.known || !cells[column].length || !looks_like_figure(cells[column]))
            continue;
        builder_set_field(&reader->builder, &heading.field, heading.unit, cells[column],
                          sideways->rows[i].line);
        builder_add_fingerprint(&reader->builder, cells[column]);
    }
    reader->builder.run->source.line_end = sideways->rows[sideways->count - 1].line;
    reader_close_run(reader);
}

static struct convention weigh(const struct sideways *sideways, struct reader *reader)
{
    struct convention convention = {0};
    struct text cells[MOST_CELLS];
    struct table_column heading;

    for (size_t i = 0; i < sideways->count; i++) {
        table_split(text_of(sideways->rows[i].text), sideways->separator, cells);
        table_read_heading(reader->rules, cells[0], &heading);
        for (size_t column = 1; column < sideways->columns; column++)
            table_weigh_cell(&convention, &heading, cells[column]);
    }
    return convention;
}

/* One row of words and a figure can be anything; two metrics are a table, if one is surely of a
 * load test. */
static bool is_table(const struct sideways *sideways, struct reader *reader)
{
    struct text cells[MOST_CELLS];
    struct table_column heading;
    size_t metrics = 0;
    size_t surely = 0;
    size_t columns;

    for (size_t i = 0; i < sideways->count; i++) {
        struct text line = text_of(sideways->rows[i].text);
        if (!is_metric_row(reader, line, sideways->separator, &columns))
            continue;
        table_split(line, sideways->separator, cells);
        table_read_heading(reader->rules, cells[0], &heading);
        metrics++;
        surely += !heading.is_vague;
    }
    return metrics >= 2 && surely;
}

void sideways_end(struct sideways *sideways, struct reader *reader)
{
    struct format *format = table_format(reader->rules);
    size_t line = reader->line;

    if (!sideways->open)
        return;
    sideways->open = false;
    if (format && is_table(sideways, reader)) {
        reader_close_run(reader);
        struct hints above = reader->context.hints;
        struct convention convention = weigh(sideways, reader);
        /* The line of names is no name of a run. */
        above.line = NULL;
        for (size_t column = 1; column < sideways->columns; column++) {
            reader->context.hints = above;
            take_column(sideways, reader, format, &convention, column);
        }
    }
    reader->line = line;
    sideways->count = sideways->capacity = 0;
    sideways->rows = NULL;
    arena_release(&sideways->arena);
}
