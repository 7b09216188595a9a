#include "rows.h"

#include <math.h>
#include <string.h>

#include "../base/number.h"
#include "../base/utf8.h"
#include "columns.h"
#include "reader_state.h"
#include "sideways.h"

enum {
    MOST_BAR_ROWS = 5000,
    SUMMARY_REACH = 3, /* lines behind a table in which its average may stand */
};

/* A line of a table, kept until its end: only all rows tell how its figures are written. */
struct kept_row {
    const char *text;
    size_t line;
};

struct rows {
    struct table_head head;
    bool open;        /* the head was met and rows follow */
    size_t since_end; /* text lines since the table ended */
    size_t row_count;
    double sums[MOST_CELLS]; /* of the columns, for averages below */
    size_t counts[MOST_CELLS];
    struct run *last_run;
    struct arena lines;    /* of the rows that are kept */
    struct kept_row *kept; /* under the head, or of bars */
    size_t kept_count, kept_capacity;
    struct convention convention; /* of the figures of the table */
    bool side_by_side;            /* the bars are made of lines of several reports */
    bool is_named;                /* some row has words for its name */
    size_t unreadable;            /* rows of which no figure can be read */
    size_t first_unreadable;      /* the line of the first */
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

static bool is_count(const struct table_column *column)
{
    return column->known && column->field.kind == FIELD_METRIC &&
           column->field.metric->kind == METRIC_COUNT;
}

/* The number of a cell; false where it has none, or one that can be read in two ways. */
static bool scan_cell(const struct rows *rows, size_t column, struct text cell, double *value)
{
    struct number number;

    return number_scan(cell, &number) &&
           convention_settle(&rows->convention, &number, is_count(&rows->head.columns[column]),
                             value);
}

static bool is_figure(const struct table_column *column)
{
    return column->known && column->field.kind == FIELD_METRIC;
}

enum row_kind {
    ROW_NONE,
    ROW_RUN,
    ROW_UNREADABLE, /* of this table, but no figure of it can be read for sure */
};

/* A cell too many or too few, but all of them figures behind the first. */
static bool is_misfit(const struct rows *rows, const struct text *cells, size_t count)
{
    size_t numbers = 0;

    if (rows->head.separator >= SEPARATOR_BLANKS || count < 2)
        return false;
    for (size_t i = 1; i < count; i++) {
        enum cell_kind kind = table_cell_kind(cells[i]);
        if (kind == CELL_WORDS)
            return false;
        numbers += kind == CELL_NUMBER;
    }
    return numbers > 0;
}

/* A row has the columns of its head and a figure in at least one that is known. */
static enum row_kind row_kind(const struct rows *rows, const struct text *cells, size_t count)
{
    size_t kinds[CELL_WORDS + 1] = {0};
    bool has_bars = rows->head.separator == SEPARATOR_BAR;

    /* Markdown lets the last cells go. */
    if (has_bars ? count < 2 || count > rows->head.count : count != rows->head.count)
        return is_misfit(rows, cells, count) ? ROW_UNREADABLE : ROW_NONE;
    for (size_t i = 0; i < count; i++)
        if (is_figure(&rows->head.columns[i]))
            kinds[table_cell_kind(cells[i])]++;
    if (kinds[CELL_NUMBER])
        return ROW_RUN;
    return kinds[CELL_NO_NUMBER] && !kinds[CELL_WORDS] ? ROW_UNREADABLE : ROW_NONE;
}

/* The column that names the rows: one of names, or the first where nobody knows it. */
static bool find_name(const struct table_head *head, size_t *column)
{
    for (*column = 0; *column < head->count; ++*column)
        if (head->columns[*column].known && head->columns[*column].field.kind == FIELD_LABEL)
            return true;
    *column = 0;
    return !head->columns[0].known && !head->columns[0].is_unfit;
}

/* A column that nobody knows, kept under its heading. */
static void keep_column(struct reader *reader, struct table_column *column, double value)
{
    /* A column without a name cannot be kept under it. */
    if (!*column->heading)
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

/* Whether a figure is left open by a column that uses both signs so, and by all others. */
static bool is_open(const struct rows *rows, const struct table_column *column, struct text cell)
{
    const struct convention *known = &rows->convention;
    struct number number;

    return column->has_either_comma && column->has_either_point && !known->comma_is_decimal &&
           !known->comma_groups && !known->point_is_decimal && !known->point_groups &&
           number_scan(cell, &number) && number.form != NUMBER_PLAIN;
}

/* False, with a warning of the run, where a cell under a metric has no figure. */
static bool has_figure(struct reader *reader, const struct table_column *column, struct text cell)
{
    enum cell_kind kind = table_cell_kind(cell);
    bool open = is_open(reader->rows, column, cell);
    struct number number;
    bool below_zero = number_scan(cell, &number) && number.value < 0;

    if (kind == CELL_NUMBER && !open)
        return true;
    if (kind != CELL_EMPTY)
        run_warn(reader->builder.run, reader->arena, "unreadable-number", reader->line,
                 "%s reads \"%s\", which %s; it is left out", column->field.metric->label,
                 utf8_clean(reader->arena,
                            (struct text){cell.start, cell.length < 40 ? cell.length : 40}),
                 open         ? "can be read in two ways"
                 : below_zero ? "is below zero"
                              : "is no number");
    return false;
}

static void take_cell(struct reader *reader, size_t at, struct text cell)
{
    struct table_column *column = &reader->rows->head.columns[at];
    double value;

    if (!cell.length || (is_figure(column) && !has_figure(reader, column, cell)))
        return;
    if (column->known) {
        builder_set_field(&reader->builder, &column->field, column->unit, cell, reader->line);
    } else if (scan_cell(reader->rows, at, cell, &value)) {
        if (reader->options->keep_columns)
            keep_column(reader, column, value);
    } else if (at == 0) {
        /* Words in a first column that nobody knows are what the row is called. */
        reader->builder.hints.cell = utf8_clean(reader->arena, cell);
    }
}

/* A row without a name among others that have one is not one of theirs. */
static void name_row(struct reader *reader, const struct text *cells, size_t count)
{
    struct hints *hints = &reader->builder.hints;
    size_t column;

    if (hints->cell || !reader->rows->is_named || !find_name(&reader->rows->head, &column))
        return;
    hints->cell =
        column < count && cells[column].length
            ? utf8_clean(reader->arena, cells[column])
            : arena_format(reader->arena, "row %zu (no name)", reader->rows->row_count + 1);
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
    builder->convention = rows->convention;
    for (size_t i = 0; i < count; i++) {
        double value;
        take_cell(reader, i, cells[i]);
        builder_add_fingerprint(builder, cells[i]);
        if (scan_cell(rows, i, cells[i], &value)) {
            rows->sums[i] += value;
            rows->counts[i]++;
        }
    }
    /* A column of names, as against siege's marks. */
    if (builder->hints.mark)
        builder->hints.cell = builder->hints.mark;
    builder->hints.mark = NULL;
    name_row(reader, cells, count);
    rows->row_count++;
    rows->last_run = builder->run;
    reader_close_run(reader);
}

/* How exactly a figure was printed: half a unit of its last place is rounding, a whole one cutting.
 */
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
             rows->head.columns[column].heading, (int)cell.length, cell.start, rows->counts[column],
             mean);
}

/*
 * Whether the cells are those of an average: its word stands first, or under
 * another name in front of the figures.  "max" there may well be a name, unless
 * the column has numbers above it.
 */
static bool is_summary(const struct rows *rows, const struct text *cells, size_t count,
                       const char **what)
{
    if (count < 2)
        return false;
    if (table_is_summary_word(cells[0], what))
        return true;
    for (size_t i = 0; i < count && i < rows->head.count && !is_figure(&rows->head.columns[i]); i++)
        if (table_is_summary_word(cells[i], what) &&
            (rows->counts[i] || strcmp(*what, "mean") == 0 || strcmp(*what, "sd") == 0 ||
             strcmp(*what, "sum") == 0 || strcmp(*what, "median") == 0))
            return true;
    return false;
}

/* "Average 0.883 1133,114": no run; checked against the rows above. */
static bool take_summary(struct reader *reader, struct text line)
{
    struct rows *rows = reader->rows;
    struct text cells[MOST_CELLS];
    size_t count = table_split(line, rows->head.separator, cells);
    const char *what;

    if (!rows->row_count || !is_summary(rows, cells, count, &what))
        return false;
    /* Of several names, an average is not of all rows. */
    bool of_all = table_is_summary_word(cells[0], &what) && strcmp(what, "mean") == 0;
    for (size_t i = 1; of_all && i < count && i < rows->head.count; i++)
        check_mean(reader, i, cells[i]);
    return true;
}

/* Whether the line is one of the table, be it a row or an average of rows. */
static bool is_under_head(const struct rows *rows, struct text line)
{
    struct text cells[MOST_CELLS];
    size_t count = table_split(line, rows->head.separator, cells);
    const char *what;

    return is_summary(rows, cells, count, &what) || row_kind(rows, cells, count) != ROW_NONE;
}

/* What all rows tell of how figures are written, and whether rows have names. */
static void weigh_row(struct rows *rows, struct text line)
{
    struct text cells[MOST_CELLS];
    size_t count = table_split(line, rows->head.separator, cells);
    const char *what;
    size_t name;
    struct number number;

    if (is_summary(rows, cells, count, &what) || row_kind(rows, cells, count) == ROW_NONE)
        return;
    for (size_t i = 0; i < count && i < rows->head.count; i++)
        table_weigh_cell(&rows->convention, &rows->head.columns[i], cells[i]);
    if (find_name(&rows->head, &name) && name < count)
        rows->is_named |= cells[name].length && !number_scan(cells[name], &number);
}

static void take_under_head(struct reader *reader, struct text line)
{
    struct rows *rows = reader->rows;
    struct text cells[MOST_CELLS];

    if (take_summary(reader, line))
        return;
    size_t count = table_split(line, rows->head.separator, cells);
    enum row_kind kind = row_kind(rows, cells, count);
    if (kind == ROW_RUN)
        take_row(reader, cells, count);
    else if (kind == ROW_UNREADABLE && !rows->unreadable++)
        rows->first_unreadable = reader->line;
}

static void keep_row(struct rows *rows, struct text line, size_t number)
{
    rows->kept = arena_grow(&rows->lines, rows->kept, rows->kept_count, &rows->kept_capacity,
                            sizeof *rows->kept);
    rows->kept[rows->kept_count++] = (struct kept_row){text_copy(&rows->lines, line), number};
}

static void forget_rows(struct rows *rows)
{
    rows->kept_count = 0;
    rows->kept_capacity = 0;
    rows->kept = NULL;
    arena_release(&rows->lines);
}

static void note_unfit_columns(struct reader *reader)
{
    const struct table_head *head = &reader->rows->head;
    struct place place = {.file = reader->input->name, .line = head->line};

    for (size_t i = 0; i < head->count; i++)
        if (head->columns[i].is_unfit)
            diag_warning(reader->rules->diag, place,
                         "the column \"%s\" has a unit or a word that does not fit, and is left "
                         "out; name it by one metric and its unit",
                         head->columns[i].heading);
}

static void note_unreadable_rows(struct reader *reader)
{
    const struct rows *rows = reader->rows;
    struct place place = {.file = reader->input->name, .line = rows->first_unreadable};

    if (rows->unreadable == 1)
        diag_warning(reader->rules->diag, place,
                     "this row has no figure that can be read under its headings, and is left out; "
                     "give it a cell for each heading and plain numbers");
    else if (rows->unreadable)
        diag_warning(reader->rules->diag, place,
                     "this row and %zu more have no figure that can be read under their headings, "
                     "and are left out; give them a cell for each heading and plain numbers",
                     rows->unreadable - 1);
}

/* The kept rows from `first` on, read alike. */
static void take_kept(struct reader *reader, size_t first)
{
    struct rows *rows = reader->rows;
    size_t line = reader->line;

    for (size_t i = first; i < rows->kept_count; i++)
        weigh_row(rows, text_of(rows->kept[i].text));
    for (size_t i = first; i < rows->kept_count; i++) {
        reader->line = rows->kept[i].line;
        if (!table_is_delimiter(text_of(rows->kept[i].text)))
            take_under_head(reader, text_of(rows->kept[i].text));
    }
    reader->line = line;
    rows->open = false;
    if (rows->row_count)
        note_unfit_columns(reader);
    note_unreadable_rows(reader);
}

static void end_table(struct reader *reader)
{
    if (!reader->rows->open)
        return;
    take_kept(reader, 0);
    forget_rows(reader->rows);
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
    rows->convention = (struct convention){0};
    rows->is_named = false;
    rows->unreadable = 0;
    memset(rows->sums, 0, sizeof rows->sums);
    memset(rows->counts, 0, sizeof rows->counts);
}

/* ---- rows of bars, decided on when the block is over ---- */

bool rows_is_known(struct reader *reader, struct text line)
{
    if (!line.length)
        return false;
    struct rule **list = rules_beginning_with(reader->rules, false, (unsigned char)line.start[0]);
    for (; *list; list++)
        if ((*list)->kind != RULE_MARK && rule_matches(reader->rules, *list, line))
            return true;
    return false;
}

bool rows_is_whole(struct reader *reader, struct text line)
{
    struct rule **list = rules_beginning_with(reader->rules, false, (unsigned char)line.start[0]);

    for (; *list; list++)
        if ((*list)->kind == RULE_ROW && rule_matches(reader->rules, *list, line))
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
    size_t paired; /* rows whose first cell names what two other cells hold */
    size_t single; /* rows of which two cells are lines of their own */
};

static struct layout find_layout(struct reader *reader)
{
    struct rows *rows = reader->rows;
    struct layout layout = {0};
    struct number number;
    struct text cells[MOST_CELLS];
    struct buffer buffer;

    buffer_init(&buffer);
    for (size_t i = 0; i < rows->kept_count; i++) {
        size_t count = table_split(text_of(rows->kept[i].text), SEPARATOR_BAR, cells);
        size_t paired = 0;
        size_t single = 0;
        layout.columns = count > layout.columns ? count : layout.columns;
        for (size_t k = 0; k < count; k++) {
            /* "1,234" is a row of ab -e only where it is the whole line. */
            single += !number_scan(cells[k], &number) && rows_is_known(reader, cells[k]);
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
        for (size_t i = 0; i < rows->kept_count; i++) {
            size_t count = table_split(text_of(rows->kept[i].text), SEPARATOR_BAR, cells);
            reader->line = rows->kept[i].line;
            if (column >= count || table_is_delimiter(text_of(rows->kept[i].text)))
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

    for (size_t i = 0; i < rows->kept_count; i++) {
        struct text line = text_of(rows->kept[i].text);
        reader->line = rows->kept[i].line;
        if (!table_is_delimiter(line) && !take_joined(reader, line))
            reader_take_line(reader, line);
    }
}

static void take_headed_bars(struct reader *reader, const struct table_head *head, size_t first)
{
    open_table(reader, head);
    take_kept(reader, first);
}

/* "| Requests/s | 500 | 400 |" under "| Metric | Before | After |". */
static bool take_sideways_bars(struct reader *reader)
{
    struct rows *rows = reader->rows;
    struct sideways *sideways = &rows->sideways;
    size_t first = rows->kept_count > 1 && table_is_delimiter(text_of(rows->kept[1].text)) ? 2 : 1;

    if (first >= rows->kept_count)
        return false;
    reader->line = rows->kept[first].line;
    if (!sideways_begin(sideways, reader, text_of(rows->kept[0].text),
                        text_of(rows->kept[first].text)))
        return false;
    for (size_t i = first + 1; i < rows->kept_count; i++) {
        reader->line = rows->kept[i].line;
        sideways_take(sideways, reader, text_of(rows->kept[i].text));
    }
    sideways_end(sideways, reader);
    return true;
}

static void end_bars(struct reader *reader);

/* ---- reports side by side ---- */

/* A single line with several figures: whose they are, nobody knows. */
static void leave_out(struct reader *reader, const struct kept_row *row)
{
    struct run *run = reader->builder.run;

    if (!run)
        return;
    run_warn(run, reader->arena, "several-figures", row->line,
             "this line has several figures where a report has one; they are left out");
    if (run->status == RUN_COMPLETE)
        run->status = RUN_PARTIAL;
}

static void end_side_by_side(struct reader *reader)
{
    struct rows *rows = reader->rows;
    struct layout layout = find_layout(reader);

    rows->side_by_side = false;
    if (layout.paired >= 2) {
        take_columns(reader, &layout);
        return;
    }
    for (size_t i = 0; i < rows->kept_count; i++)
        if (!text_starts_with(text_of(rows->kept[i].text), "| |"))
            leave_out(reader, &rows->kept[i]);
}

/* Whether the line says nothing, as those between the parts of a report; also behind a prefix. */
static bool is_mark(struct reader *reader, struct text line)
{
    enum prefix kind;
    struct text name;

    do {
        if (!line.length)
            return true;
        struct rule **list =
            rules_beginning_with(reader->rules, false, (unsigned char)line.start[0]);
        for (; *list; list++)
            if (rule_matches(reader->rules, *list, line) &&
                ((*list)->kind == RULE_MARK || !(*list)->capture_count))
                return true;
    } while (peel_prefix(&line, &kind, &name));
    return false;
}

static bool take_side_by_side(struct reader *reader, struct text line)
{
    struct rows *rows = reader->rows;
    struct buffer bars;
    size_t count;

    if (rows->side_by_side && is_mark(reader, line))
        return true;
    buffer_init(&bars);
    bool found = columns_split(reader, line, &bars, &count);
    if (found && !rows->side_by_side) {
        struct buffer head;
        end_bars(reader);
        buffer_init(&head);
        rows->side_by_side = true;
        if (!reader->context.lines_since_text &&
            columns_split_head(reader->context.previous, count, &head))
            keep_row(rows, buffer_text(&head), reader->line);
        buffer_release(&head);
    }
    if (found)
        keep_row(rows, buffer_text(&bars), reader->line);
    buffer_release(&bars);
    return found;
}

static void end_bars(struct reader *reader)
{
    struct rows *rows = reader->rows;
    struct table_head head;

    if (!rows->kept_count || rows->replaying || rows->open)
        return;
    rows->replaying = true;
    size_t line = reader->line;
    struct layout layout = find_layout(reader);
    if (rows->side_by_side)
        end_side_by_side(reader);
    else if (table_find_head(reader->rules, text_of(rows->kept[0].text), reader->arena, &head) &&
             head.separator == SEPARATOR_BAR && rows->kept_count > 1)
        take_headed_bars(reader, &head, 1);
    else if (layout.columns > 2 && (layout.paired >= 2 || layout.single >= 2))
        take_columns(reader, &layout);
    else if (layout.single || !take_sideways_bars(reader))
        take_bar_rows(reader);
    reader->line = line;
    forget_rows(rows);
    rows->replaying = false;
}

/* ---- line by line ---- */

static bool may_be_head(const struct reader *reader)
{
    return !reader->builder.run || !reader->builder.is_strong || reader->builder.broken ||
           builder_is_whole(&reader->builder);
}

/* Whether the line goes on with the table that is open. */
static bool keep_under_head(struct reader *reader, struct text line)
{
    if (!table_is_delimiter(line) && !(table_is_ruler(line) && !reader->rows->kept_count) &&
        !is_under_head(reader->rows, line))
        return false;
    keep_row(reader->rows, line, reader->line);
    return true;
}

bool rows_take(struct reader *reader, struct text line)
{
    struct rows *rows = reader->rows;

    if (rows->replaying)
        return false;
    if (rows->open) {
        if (keep_under_head(reader, line))
            return true;
        end_table(reader);
    }
    if (line.start[0] == '|') {
        if (rows->side_by_side)
            end_bars(reader);
        keep_row(rows, line, reader->line);
        if (rows->kept_count >= MOST_BAR_ROWS)
            end_bars(reader);
        return true;
    }
    if (!rows->sideways.open && take_side_by_side(reader, line))
        return true;
    if (rows->kept_count)
        end_bars(reader);
    if (rows->sideways.open) {
        if (sideways_take(&rows->sideways, reader, line))
            return true;
        sideways_end(&rows->sideways, reader);
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
    /* Between the parts of a report. */
    if (!reader->rows->side_by_side)
        end_bars(reader);
}

void rows_end(struct reader *reader)
{
    end_table(reader);
    sideways_end(&reader->rows->sideways, reader);
    end_bars(reader);
}
