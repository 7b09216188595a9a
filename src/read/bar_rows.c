#include "bar_rows.h"

#include "../base/number.h"
#include "clean.h"
#include "side_by_side.h"
#include "cells.h"
#include "table_head.h"

void bar_rows_init(struct bar_rows *bars)
{
    bars->side_by_side = bars->is_loose = false;
    kept_lines_init(&bars->rows);
}

void bar_rows_release(struct bar_rows *bars)
{
    kept_lines_release(&bars->rows);
}

void bar_rows_forget(struct bar_rows *bars)
{
    bars->side_by_side = bars->is_loose = false;
    kept_lines_forget(&bars->rows);
}

/* Whether the line says nothing, as it stands or behind a prefix. */
static bool is_empty_line(struct rules *rules, struct text line)
{
    enum prefix kind;
    struct text name;

    do {
        if (rules_know_as_empty(rules, line))
            return true;
    } while (peel_prefix(&line, &kind, &name));
    return false;
}

static bool continue_side_by_side(struct bar_rows *bars, struct rules *rules, struct text line,
                                  size_t number)
{
    struct buffer row;
    size_t count;

    if (is_empty_line(rules, line))
        return true;
    buffer_init(&row);
    bool found = side_by_side_split(rules, line, &row, &count);
    if (found)
        kept_lines_add(&bars->rows, buffer_text(&row), number);
    buffer_release(&row);
    return found;
}

bool bar_rows_continue(struct bar_rows *bars, struct rules *rules, struct text line, size_t number)
{
    bool is_delimiter = cells_are_delimiter(line) && line.start[0] != '-';
    bool has_bars = line.start[0] == '|' || is_delimiter ||
                    (bars->is_loose && text_find_byte(line, '|') < line.length);

    if (bars->side_by_side)
        return line.start[0] != '|' && continue_side_by_side(bars, rules, line, number);
    if (!has_bars || bars->rows.count >= MOST_BAR_ROWS)
        return false;
    kept_lines_add(&bars->rows, line, number);
    return true;
}

static struct text join(struct buffer *buffer, struct text first, const char *sign,
                        struct text second)
{
    buffer_clear(buffer);
    buffer_append_text(buffer, first);
    buffer_append_string(buffer, sign);
    buffer_append_byte(buffer, ' ');
    buffer_append_text(buffer, second);
    return text_trim(buffer_text(buffer));
}

/* A label and what stands behind it; some tools' labels need the colon that tables go without. */
static struct text join_label(struct rules *rules, struct buffer *buffer, struct text label,
                              struct text rest)
{
    struct text plain = join(buffer, label, "", rest);

    if (!label.length || text_ends_with(label, ":") || rules_know(rules, plain))
        return plain;
    struct text with_colon = join(buffer, label, ":", rest);
    return rules_know(rules, with_colon) ? with_colon : join(buffer, label, "", rest);
}

/* The cells of a row as one line; empty where there is one only. */
static struct text join_row(struct rules *rules, struct buffer *buffer, const struct text *cells,
                            size_t count)
{
    struct buffer rest;

    buffer_clear(buffer);
    if (count < 2)
        return buffer_text(buffer);
    buffer_init(&rest);
    for (size_t i = 1; i < count; i++) {
        if (i > 1)
            buffer_append_byte(&rest, ' ');
        buffer_append_text(&rest, cells[i]);
    }
    struct text line = join_label(rules, buffer, cells[0], text_trim(buffer_text(&rest)));
    buffer_release(&rest);
    return line;
}

static bool names_metric(struct rules *rules, struct text cell)
{
    struct table_column column;

    table_column_read_heading(rules, cell, &column);
    return table_column_is_figure(&column);
}

/* What a row below the head adds to the layout. */
static void weigh_body(struct bar_layout *layout, struct rules *rules, struct buffer *buffer,
                       const struct text *cells, size_t count)
{
    layout->body++;
    layout->metric += names_metric(rules, cells[0]);
    layout->joined += rules_know(rules, join_row(rules, buffer, cells, count));
}

/* Whether a tool draws the row with its bars. */
static bool is_line(struct rules *rules, struct text row)
{
    return row.start[0] == '|' && rules_know(rules, row);
}

struct bar_layout bar_rows_layout(const struct bar_rows *bars, struct rules *rules)
{
    struct bar_layout layout = {0};
    struct number number;
    struct text cells[MOST_CELLS];
    struct buffer buffer;

    buffer_init(&buffer);
    for (size_t i = 0; i < bars->rows.count; i++) {
        size_t count = cells_split(kept_line(&bars->rows, i), SEPARATOR_BAR, cells);
        size_t paired = 0;
        size_t single = 0;
        layout.whole += is_line(rules, kept_line(&bars->rows, i));
        layout.columns = count > layout.columns ? count : layout.columns;
        for (size_t k = 0; k < count; k++) {
            /* "1,234" is a row of ab -e only where it is the whole line. */
            single += !number_scan(cells[k], &number) && rules_know(rules, cells[k]);
            paired += k > 0 && cells[k].length && byte_is_digit(cells[k].start[0]) &&
                      rules_know(rules, join_label(rules, &buffer, cells[0], cells[k]));
        }
        if (i && !cells_are_delimiter(kept_line(&bars->rows, i)))
            weigh_body(&layout, rules, &buffer, cells, count);
        /* A row of the table of times has five figures under one name, whatever they are. */
        layout.paired += paired >= 2;
        layout.single += single >= 2;
    }
    buffer_release(&buffer);
    return layout;
}

static void write_column(struct rules *rules, const struct kept_lines *rows, size_t column,
                         bool paired, struct logical_lines *lines)
{
    struct text cells[MOST_CELLS];
    struct buffer buffer;

    buffer_init(&buffer);
    for (size_t i = 0; i < rows->count; i++) {
        size_t count = cells_split(kept_line(rows, i), SEPARATOR_BAR, cells);
        if (column >= count || !cells[column].length || cells_are_delimiter(kept_line(rows, i)))
            continue;
        struct text line =
            paired ? join_label(rules, &buffer, cells[0], cells[column]) : cells[column];
        logical_lines_add(lines, &(struct logical_line){
                                     .kind = LOGICAL_CELL,
                                     .number = rows->items[i].number,
                                     .text = text_copy(&lines->arena, line),
                                     .name = i ? NULL : text_copy(&lines->arena, cells[column]),
                                 });
    }
    buffer_release(&buffer);
}

void bar_rows_write_columns(const struct bar_rows *bars, struct rules *rules,
                            const struct bar_layout *layout, struct logical_lines *lines)
{
    bool paired = layout->paired >= layout->single;
    size_t number = bars->rows.items[0].number;

    for (size_t column = paired; column < layout->columns; column++) {
        logical_lines_add(lines, &(struct logical_line){LOGICAL_COLUMN_BEGINS, .number = number});
        write_column(rules, &bars->rows, column, paired, lines);
        logical_lines_add(lines, &(struct logical_line){LOGICAL_COLUMN_ENDS, .number = number});
    }
}

void bar_rows_write_rows(const struct bar_rows *bars, struct rules *rules,
                         struct logical_lines *lines)
{
    struct text cells[MOST_CELLS];
    struct buffer buffer;

    buffer_init(&buffer);
    for (size_t i = 0; i < bars->rows.count; i++) {
        struct text row = kept_line(&bars->rows, i);
        if (cells_are_delimiter(row))
            continue;
        size_t count = is_line(rules, row) ? 0 : cells_split(row, SEPARATOR_BAR, cells);
        struct text line = join_row(rules, &buffer, cells, count);
        logical_lines_add(lines,
                          &(struct logical_line){
                              .kind = LOGICAL_ROW,
                              .number = bars->rows.items[i].number,
                              .text = line.length ? text_copy(&lines->arena, line) : NULL,
                              .name = count == 2 ? text_copy(&lines->arena, cells[0]) : NULL,
                              .value = count == 2 ? text_copy(&lines->arena, cells[1]) : NULL,
                              .row = text_copy(&lines->arena, row),
                          });
    }
    buffer_release(&buffer);
}
