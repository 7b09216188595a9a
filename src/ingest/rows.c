#include "rows.h"

#include <math.h>
#include <string.h>

#include "../base/number.h"
#include "../base/utf8.h"
#include "reader_state.h"
#include "sideways.h"

enum {
    MOST_BAR_ROWS = 5000,
    SUMMARY_REACH = 3, /* lines behind a table in which its average may stand */
};

struct bar_row {
    const char *text;
    size_t line;
};

struct rows {
    struct table_head head;
    bool open;                    /* the head was met and rows follow */
    size_t since_end;             /* text lines since the table ended */
    size_t row_count;
    double sums[MOST_CELLS];      /* of the columns, for averages below */
    size_t counts[MOST_CELLS];
    struct run *last_run;
    struct arena lines;           /* of the bar rows */
    struct bar_row *bars;
    size_t bar_count, bar_capacity;
    bool decimal_commas;          /* some cell of the table is surely written so */
    bool replaying;
    struct sideways sideways;
};

void rows_init(struct reader *reader)
{
    reader->rows = memory_allocate(sizeof *reader->rows);
    *reader->rows = (struct rows){0};
    arena_init(&reader->rows->lines);
    sideways_init(&reader->rows->sideways);
}

void rows_release(struct reader *reader)
{
    arena_release(&reader->rows->lines);
    sideways_release(&reader->rows->sideways);
    memory_release(reader->rows);
}

/* ---- rows under a head ---- */

static bool scan_cell(const struct rows *rows, struct text cell, double *value)
{
    struct number number;

    if (!number_scan(cell, &number))
        return false;
    *value = rows->decimal_commas && number.form == NUMBER_EITHER_COMMA ? number.other
                                                                         : number.value;
    return true;
}

static void learn_commas(struct rows *rows, struct text cell)
{
    struct number number;

    if (number_scan(cell, &number) && number.form == NUMBER_DECIMAL_COMMA)
        rows->decimal_commas = true;
}

/* A row has the columns of its head and a figure in at least one that is known. */
static bool is_row(const struct rows *rows, const struct text *cells, size_t count)
{
    size_t figures = 0;
    double value;

    if (count != rows->head.count)
        return false;
    for (size_t i = 0; i < count; i++) {
        const struct table_column *column = &rows->head.columns[i];
        bool is_figure = column->known && column->field.kind == FIELD_METRIC;
        figures += is_figure && scan_cell(rows, cells[i], &value);
    }
    return figures > 0;
}

/* A column that nobody knows, kept under its heading. */
static void keep_column(struct reader *reader, struct table_column *column, struct text cell)
{
    double value;

    /* A column without a name cannot be kept under it. */
    if (!*column->heading || !scan_cell(reader->rows, cell, &value))
        return;
    if (!column->kept) {
        char *key = arena_copy_string(reader->arena, column->heading);
        for (char *p = key; *p; p++)
            *p = byte_is_letter(*p) || byte_is_digit(*p) ? byte_lower(*p) : '_';
        column->kept = metric_add(reader->rules->metrics, &(struct metric){
                                                              .key = key,
                                                              .label = column->heading,
                                                              .unit = "",
                                                              .better = BETTER_NEITHER,
                                                              .kind = METRIC_NUMBER,
                                                          });
    }
    if (column->kept)
        run_set_value(reader->builder.run, reader->arena, column->kept, value, ABSENT);
}

static void take_cell(struct reader *reader, struct table_column *column, struct text cell,
                      bool first)
{
    double value;

    if (!cell.length)
        return;
    if (column->known) {
        builder_set_field(&reader->builder, &column->field, column->unit, cell, reader->line);
    } else if (scan_cell(reader->rows, cell, &value)) {
        if (reader->options->keep_columns)
            keep_column(reader, column, cell);
    } else if (first) {
        /* Words in a first column that nobody knows are what the row is called. */
        reader->builder.hints.cell = utf8_clean(reader->arena, cell);
    }
}

static void take_row(struct reader *reader, const struct text *cells, size_t count)
{
    struct rows *rows = reader->rows;

    reader_open_run(reader, table_format(reader->rules));
    struct builder *builder = &reader->builder;
    /* The same names stand above all rows. */
    reader->context.hints.line = builder->hints.line;
    reader->context.hints.ruler = builder->hints.ruler;
    reader->context.hints.command = builder->hints.command;
    reader->context.hints.command_of = builder->hints.command_of;
    builder->is_strong = true;
    builder->run->tool = builder->hints.command ? builder->hints.command_of->tool : NULL;
    if (rows->decimal_commas)
        builder->decimal_commas++;
    for (size_t i = 0; i < count; i++) {
        double value;
        take_cell(reader, &rows->head.columns[i], cells[i], i == 0);
        builder_add_fingerprint(builder, cells[i]);
        if (scan_cell(rows, cells[i], &value)) {
            rows->sums[i] += value;
            rows->counts[i]++;
        }
    }
    /* A column of names, as against siege's marks. */
    if (builder->hints.mark)
        builder->hints.cell = builder->hints.mark;
    builder->hints.mark = NULL;
    rows->row_count++;
    rows->last_run = builder->run;
    reader_close_run(reader);
}

/* How exactly a figure was printed: half a unit of its last place is rounding, a whole one cutting. */
static double printed_step(struct text cell)
{
    size_t point = text_find_byte(cell, '.');

    if (point == cell.length)
        point = text_find_byte(cell, ',');
    size_t decimals = point < cell.length ? cell.length - point - 1 : 0;
    return pow(10, -(double)decimals);
}

static void check_mean(struct reader *reader, size_t column, struct text cell)
{
    struct rows *rows = reader->rows;
    struct number number;

    if (rows->counts[column] < 2 || !number_scan(cell, &number))
        return;
    double mean = rows->sums[column] / (double)rows->counts[column];
    double step = printed_step(cell);
    bool either = number.form == NUMBER_EITHER_COMMA || number.form == NUMBER_EITHER_POINT;
    double printed = number.value;
    if (either && fabs(number.other - mean) < fabs(number.value - mean))
        printed = number.other;
    if (number.form == NUMBER_EITHER_COMMA && printed == number.value)
        step = 1;
    if (fabs(printed - mean) <= step * 1.001 || !rows->last_run)
        return;
    run_warn(rows->last_run, reader->arena, "wrong-average", reader->line,
             "the average of %s is given as %.*s, but the %zu rows above it give %.6g; the rows "
             "are used",
             rows->head.columns[column].heading, (int)cell.length, cell.start,
             rows->counts[column], mean);
}

/* "Average 0.883 1133,114": no run; checked against the rows above. */
static bool take_summary(struct reader *reader, struct text line)
{
    struct rows *rows = reader->rows;
    struct text cells[MOST_CELLS];
    size_t count = table_split(line, rows->head.separator, cells);
    const char *what;

    if (!rows->row_count || count < 2 || !table_is_summary_word(cells[0], &what))
        return false;
    for (size_t i = 1; i < count && i < rows->head.count; i++)
        if (strcmp(what, "mean") == 0)
            check_mean(reader, i, cells[i]);
    return true;
}

static bool take_under_head(struct reader *reader, struct text line)
{
    struct rows *rows = reader->rows;
    struct text cells[MOST_CELLS];
    const char *what;

    if (table_is_delimiter(line))
        return true;
    size_t count = table_split(line, rows->head.separator, cells);
    if (count && table_is_summary_word(cells[0], &what) && take_summary(reader, line))
        return true;
    for (size_t i = 0; i < count; i++)
        learn_commas(rows, cells[i]);
    if (!is_row(rows, cells, count))
        return false;
    take_row(reader, cells, count);
    return true;
}

static void open_table(struct reader *reader, const struct table_head *head)
{
    struct rows *rows = reader->rows;

    reader_close_run(reader);
    rows->head = *head;
    rows->head.line = reader->line;
    rows->open = true;
    rows->since_end = 0;
    rows->row_count = 0;
    rows->last_run = NULL;
    rows->decimal_commas = false;
    memset(rows->sums, 0, sizeof rows->sums);
    memset(rows->counts, 0, sizeof rows->counts);
}

/* ---- rows of bars, decided on when the block is over ---- */

static void keep_bar_row(struct rows *rows, struct text line, size_t number)
{
    rows->bars = arena_grow(&rows->lines, rows->bars, rows->bar_count, &rows->bar_capacity,
                            sizeof *rows->bars);
    rows->bars[rows->bar_count++] = (struct bar_row){text_copy(&rows->lines, line), number};
}

bool rows_is_known(struct reader *reader, struct text line)
{
    if (!line.length)
        return false;
    for (struct rule **list = rules_beginning_with(reader->rules, false, (unsigned char)line.start[0]); *list; list++)
        if ((*list)->kind != RULE_MARK && rule_matches(reader->rules, *list, line))
            return true;
    return false;
}

static struct text join(struct buffer *buffer, struct text first, struct text second)
{
    buffer_clear(buffer);
    buffer_append_text(buffer, first);
    buffer_append_byte(buffer, ' ');
    buffer_append_text(buffer, second);
    return text_trim(buffer_text(buffer));
}

/* How a block of bar rows is to be read. */
struct layout {
    size_t columns;
    size_t paired;  /* rows whose first cell names what two other cells hold */
    size_t single;  /* rows of which two cells are lines of their own */
};

static struct layout find_layout(struct reader *reader)
{
    struct rows *rows = reader->rows;
    struct layout layout = {0};
    struct text cells[MOST_CELLS];
    struct buffer buffer;

    buffer_init(&buffer);
    for (size_t i = 0; i < rows->bar_count; i++) {
        size_t count = table_split(text_of(rows->bars[i].text), SEPARATOR_BAR, cells);
        size_t paired = 0;
        size_t single = 0;
        layout.columns = count > layout.columns ? count : layout.columns;
        for (size_t k = 0; k < count; k++) {
            single += rows_is_known(reader, cells[k]);
            paired += k > 0 && cells[k].length && byte_is_digit(cells[k].start[0]) &&
                      rows_is_known(reader, join(&buffer, cells[0], cells[k]));
        }
        /* A row of the table of times has five figures under one name, whatever they are. */
        layout.paired += paired >= 2;
        layout.single += single >= 2;
    }
    buffer_release(&buffer);
    return layout;
}

/* Each column is a run: its head is the label, its cells are lines. */
static void take_columns(struct reader *reader, const struct layout *layout)
{
    struct rows *rows = reader->rows;
    bool paired = layout->paired >= layout->single;
    struct text cells[MOST_CELLS];
    struct buffer buffer;
    struct hints above = reader->context.hints;

    buffer_init(&buffer);
    for (size_t column = paired; column < layout->columns; column++) {
        reader_close_run(reader);
        reader->context.hints = above;
        for (size_t i = 0; i < rows->bar_count; i++) {
            size_t count = table_split(text_of(rows->bars[i].text), SEPARATOR_BAR, cells);
            reader->line = rows->bars[i].line;
            if (column >= count || table_is_delimiter(text_of(rows->bars[i].text)))
                continue;
            struct text line = paired ? join(&buffer, cells[0], cells[column]) : cells[column];
            bool taken = cells[column].length && reader_take_known(reader, line, false);
            if (!taken && i == 0 && cells[column].length)
                reader->context.hints.cell = utf8_clean(reader->arena, cells[column]);
        }
        reader_close_run(reader);
    }
    buffer_release(&buffer);
}

/* A row whose cells make one line of a report: "| Requests per second: | 500 [#/sec] |". */
static bool take_joined(struct reader *reader, struct text line)
{
    struct text cells[MOST_CELLS];
    struct buffer buffer;
    size_t count = table_split(line, SEPARATOR_BAR, cells);

    if (count < 2)
        return false;
    buffer_init(&buffer);
    for (size_t i = 0; i < count; i++) {
        if (i)
            buffer_append_byte(&buffer, ' ');
        buffer_append_text(&buffer, cells[i]);
    }
    reader->joined_cells = true;
    bool taken = reader_take_known(reader, text_trim(buffer_text(&buffer)), false);
    reader->joined_cells = false;
    buffer_release(&buffer);
    return taken;
}

static void take_bar_rows(struct reader *reader)
{
    struct rows *rows = reader->rows;

    for (size_t i = 0; i < rows->bar_count; i++) {
        struct text line = text_of(rows->bars[i].text);
        reader->line = rows->bars[i].line;
        if (!table_is_delimiter(line) && !take_joined(reader, line))
            reader_take_line(reader, line);
    }
}

static void take_headed_bars(struct reader *reader, const struct table_head *head, size_t first)
{
    struct rows *rows = reader->rows;

    open_table(reader, head);
    for (size_t i = first; i < rows->bar_count; i++) {
        reader->line = rows->bars[i].line;
        take_under_head(reader, text_of(rows->bars[i].text));
    }
    rows->open = false;
}

/* "| Requests/s | 500 | 400 |" under "| Metric | Before | After |". */
static bool take_sideways_bars(struct reader *reader)
{
    struct rows *rows = reader->rows;
    struct sideways *sideways = &rows->sideways;
    size_t first = rows->bar_count > 1 && table_is_delimiter(text_of(rows->bars[1].text)) ? 2 : 1;

    if (first >= rows->bar_count)
        return false;
    reader->line = rows->bars[first].line;
    if (!sideways_begin(sideways, reader, text_of(rows->bars[0].text),
                        text_of(rows->bars[first].text)))
        return false;
    for (size_t i = first + 1; i < rows->bar_count; i++) {
        reader->line = rows->bars[i].line;
        sideways_take(sideways, reader, text_of(rows->bars[i].text));
    }
    sideways_end(sideways, reader);
    return true;
}

static void end_bars(struct reader *reader)
{
    struct rows *rows = reader->rows;
    struct table_head head;

    if (!rows->bar_count || rows->replaying)
        return;
    rows->replaying = true;
    size_t line = reader->line;
    struct layout layout = find_layout(reader);
    if (table_find_head(reader->rules, text_of(rows->bars[0].text), reader->arena, &head) &&
        head.separator == SEPARATOR_BAR && rows->bar_count > 1)
        take_headed_bars(reader, &head, 1);
    else if (layout.columns > 2 && (layout.paired >= 2 || layout.single >= 2))
        take_columns(reader, &layout);
    else if (layout.single || !take_sideways_bars(reader))
        take_bar_rows(reader);
    reader->line = line;
    rows->bar_count = 0;
    rows->bar_capacity = 0;
    rows->bars = NULL;
    arena_release(&rows->lines);
    rows->replaying = false;
}

/* ---- line by line ---- */

static bool may_be_head(const struct reader *reader)
{
    return !reader->builder.run || !reader->builder.is_strong || reader->builder.broken ||
           builder_is_whole(&reader->builder);
}

bool rows_take(struct reader *reader, struct text line)
{
    struct rows *rows = reader->rows;

    if (rows->replaying)
        return false;
    if (line.start[0] == '|') {
        keep_bar_row(rows, line, reader->line);
        if (rows->bar_count >= MOST_BAR_ROWS)
            end_bars(reader);
        return true;
    }
    if (rows->bar_count)
        end_bars(reader);
    if (rows->sideways.open) {
        if (sideways_take(&rows->sideways, reader, line))
            return true;
        sideways_end(&rows->sideways, reader);
    }
    if (rows->open) {
        if (take_under_head(reader, line))
            return true;
        rows->open = false;
    }
    return rows->row_count && rows->since_end++ < SUMMARY_REACH && take_summary(reader, line);
}

bool rows_take_head(struct reader *reader, struct text line)
{
    struct table_head head;

    if (reader->rows->replaying || !may_be_head(reader))
        return false;
    if (table_find_head(reader->rules, line, reader->arena, &head)) {
        open_table(reader, &head);
        return true;
    }
    bool in_report = reader->builder.run && !reader->builder.broken;
    return !in_report &&
           sideways_begin(&reader->rows->sideways, reader, reader->context.previous, line);
}

void rows_take_blank(struct reader *reader)
{
    if (reader->rows->bar_count && !reader->rows->replaying)
        end_bars(reader);
}

void rows_end(struct reader *reader)
{
    sideways_end(&reader->rows->sideways, reader);
    end_bars(reader);
}
