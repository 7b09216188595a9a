#include "headed_table.h"

#include <math.h>
#include <string.h>

#include "../base/number.h"
#include "../base/utf8.h"

enum { SUMMARY_REACH = 3 /* lines behind a table in which its average may stand */ };

void headed_table_init(struct headed_table *table, struct assembly *assembly, bool keeps_columns)
{
    *table = (struct headed_table){.assembly = assembly, .keeps_columns = keeps_columns};
    kept_lines_init(&table->rows);
}

void headed_table_release(struct headed_table *table)
{
    kept_lines_release(&table->rows);
}

/* ---- rows ---- */

static bool is_count(const struct table_column *column)
{
    return column->known && column->field.kind == FIELD_METRIC &&
           column->field.metric->kind == METRIC_COUNT;
}

/* The number of a cell; false where it has none, or one that can be read in two ways. */
static bool scan_cell(const struct headed_table *table, size_t column, struct text cell,
                      double *value)
{
    struct number number;

    return number_scan(cell, &number) &&
           number_notation_settle(&table->notation, &number, is_count(&table->head.columns[column]),
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
static bool is_misfit(const struct headed_table *table, const struct text *cells, size_t count)
{
    size_t numbers = 0;

    if (table->head.separator >= SEPARATOR_BLANKS || count < 2)
        return false;
    for (size_t i = 1; i < count; i++) {
        enum cell_kind kind = cell_kind_of(cells[i]);
        if (kind == CELL_WORDS)
            return false;
        numbers += kind == CELL_NUMBER;
    }
    return numbers > 0;
}

/* A row has the columns of its head and a figure in at least one that is known. */
static enum row_kind row_kind(const struct headed_table *table, const struct text *cells,
                              size_t count)
{
    size_t kinds[CELL_WORDS + 1] = {0};
    bool has_bars = table->head.separator == SEPARATOR_BAR;

    /* Markdown lets the last cells go. */
    if (has_bars ? count < 2 || count > table->head.count : count != table->head.count)
        return is_misfit(table, cells, count) ? ROW_UNREADABLE : ROW_NONE;
    for (size_t i = 0; i < count; i++)
        if (is_figure(&table->head.columns[i]))
            kinds[cell_kind_of(cells[i])]++;
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
static void keep_column(struct headed_table *table, struct table_column *column, double value)
{
    /* A column without a name cannot be kept under it. */
    if (!*column->heading)
        return;
    if (!column->kept) {
        char *key = arena_copy_string(table->assembly->arena, column->heading);
        for (char *p = key; *p; p++)
            *p = byte_is_letter(*p) || byte_is_digit(*p) ? byte_lower(*p) : '_';
        column->kept = metric_add(table->assembly->rules->metrics, &(struct metric){
                                                                       .key = key,
                                                                       .label = column->heading,
                                                                       .unit = "",
                                                                       .better = BETTER_NEITHER,
                                                                       .kind = METRIC_NUMBER,
                                                                   });
    }
    if (column->kept)
        run_set_value(table->assembly->builder.run, table->assembly->arena, column->kept, value,
                      ABSENT);
}

/* Whether a figure is left open by a column that uses both signs so, and by all others. */
static bool is_open(const struct headed_table *table, const struct table_column *column,
                    struct text cell)
{
    const struct number_notation *known = &table->notation;
    struct number number;

    return column->has_either_comma && column->has_either_point && !known->comma_is_decimal &&
           !known->comma_groups && !known->point_is_decimal && !known->point_groups &&
           number_scan(cell, &number) && number.form != NUMBER_PLAIN;
}

/* False, with a warning of the run, where a cell under a metric has no figure. */
static bool has_figure(struct headed_table *table, const struct table_column *column,
                       struct text cell)
{
    enum cell_kind kind = cell_kind_of(cell);
    bool open = is_open(table, column, cell);
    struct number number;
    bool below_zero = number_scan(cell, &number) && number.value < 0;

    if (kind == CELL_NUMBER && !open)
        return true;
    if (kind != CELL_EMPTY)
        run_warn(table->assembly->builder.run, table->assembly->arena, "unreadable-number",
                 table->assembly->line, "%s reads \"%s\", which %s; it is left out",
                 column->field.metric->label,
                 utf8_clean(table->assembly->arena,
                            (struct text){cell.start, cell.length < 40 ? cell.length : 40}),
                 open         ? "can be read in two ways"
                 : below_zero ? "is below zero"
                              : "is no number");
    return false;
}

static void take_cell(struct headed_table *table, size_t at, struct text cell)
{
    struct table_column *column = &table->head.columns[at];
    double value;

    if (!cell.length || (is_figure(column) && !has_figure(table, column, cell)))
        return;
    if (column->known) {
        run_builder_set_field(&table->assembly->builder, &column->field, column->unit, cell,
                              table->assembly->line);
    } else if (scan_cell(table, at, cell, &value)) {
        if (table->keeps_columns)
            keep_column(table, column, value);
    } else if (at == 0) {
        /* Words in a first column that nobody knows are what the row is called. */
        table->assembly->builder.hints.cell = utf8_clean(table->assembly->arena, cell);
    }
}

/* A row without a name among others that have one is not one of theirs. */
static void name_row(struct headed_table *table, const struct text *cells, size_t count)
{
    struct hints *hints = &table->assembly->builder.hints;
    size_t column;

    if (hints->cell || !table->is_named || !find_name(&table->head, &column))
        return;
    hints->cell =
        column < count && cells[column].length
            ? utf8_clean(table->assembly->arena, cells[column])
            : arena_format(table->assembly->arena, "row %zu (no name)", table->row_count + 1);
}

static void take_row(struct headed_table *table, const struct text *cells, size_t count)
{

    assembly_open_run(table->assembly, table_format(table->assembly->rules));
    struct run_builder *builder = &table->assembly->builder;
    /* The same names stand above all rows. */
    table->assembly->surroundings.hints.line = builder->hints.line;
    table->assembly->surroundings.hints.ruler = builder->hints.ruler;
    table->assembly->surroundings.hints.command = builder->hints.command;
    table->assembly->surroundings.hints.command_of = builder->hints.command_of;
    builder->is_strong = true;
    builder->run->tool = builder->hints.command ? builder->hints.command_of->tool : NULL;
    builder->notation = table->notation;
    for (size_t i = 0; i < count; i++) {
        double value;
        take_cell(table, i, cells[i]);
        run_builder_add_fingerprint(builder, cells[i]);
        if (scan_cell(table, i, cells[i], &value)) {
            table->sums[i] += value;
            table->counts[i]++;
        }
    }
    /* A column of names, as against siege's marks. */
    if (builder->hints.mark)
        builder->hints.cell = builder->hints.mark;
    builder->hints.mark = NULL;
    name_row(table, cells, count);
    table->row_count++;
    table->last_run = builder->run;
    assembly_close_run(table->assembly);
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

static void check_mean(struct headed_table *table, size_t column, struct text cell)
{
    struct number number;

    if (table->counts[column] < 2 || !number_scan(cell, &number))
        return;
    double mean = table->sums[column] / (double)table->counts[column];
    double step = printed_step(cell);
    bool either = number.form == NUMBER_EITHER_COMMA || number.form == NUMBER_EITHER_POINT;
    double printed = number.value;
    if (either && fabs(number.other - mean) < fabs(number.value - mean))
        printed = number.other;
    if (number.form == NUMBER_EITHER_COMMA && printed == number.value)
        step = 1;
    if (fabs(printed - mean) <= step * 1.001 || !table->last_run)
        return;
    run_warn(table->last_run, table->assembly->arena, "wrong-average", table->assembly->line,
             "the average of %s is given as %.*s, but the %zu rows above it give %.6g; the rows "
             "are used",
             table->head.columns[column].heading, (int)cell.length, cell.start,
             table->counts[column], mean);
}

/*
 * Whether the cells are those of an average: its word stands first, or under
 * another name in front of the figures.  "max" there may well be a name, unless
 * the column has numbers above it.
 */
static bool is_summary(const struct headed_table *table, const struct text *cells, size_t count,
                       const char **what)
{
    if (count < 2)
        return false;
    if (cell_is_summary_word(cells[0], what))
        return true;
    for (size_t i = 0; i < count && i < table->head.count && !is_figure(&table->head.columns[i]);
         i++)
        if (cell_is_summary_word(cells[i], what) &&
            (table->counts[i] || strcmp(*what, "mean") == 0 || strcmp(*what, "sd") == 0 ||
             strcmp(*what, "sum") == 0 || strcmp(*what, "median") == 0))
            return true;
    return false;
}

/* "Average 0.883 1133,114": no run; checked against the rows above. */
static bool take_summary(struct headed_table *table, struct text line)
{
    struct text cells[MOST_CELLS];
    size_t count = cells_split(line, table->head.separator, cells);
    const char *what;

    if (!table->row_count || !is_summary(table, cells, count, &what))
        return false;
    /* Of several names, an average is not of all rows. */
    bool of_all = cell_is_summary_word(cells[0], &what) && strcmp(what, "mean") == 0;
    for (size_t i = 1; of_all && i < count && i < table->head.count; i++)
        check_mean(table, i, cells[i]);
    return true;
}

/* Whether the line is one of the table, be it a row or an average of rows. */
static bool is_under_head(const struct headed_table *table, struct text line)
{
    struct text cells[MOST_CELLS];
    size_t count = cells_split(line, table->head.separator, cells);
    const char *what;

    return is_summary(table, cells, count, &what) || row_kind(table, cells, count) != ROW_NONE;
}

/* What all rows tell of how figures are written, and whether rows have names. */
static void weigh_row(struct headed_table *table, struct text line)
{
    struct text cells[MOST_CELLS];
    size_t count = cells_split(line, table->head.separator, cells);
    const char *what;
    size_t name;
    struct number number;

    if (is_summary(table, cells, count, &what) || row_kind(table, cells, count) == ROW_NONE)
        return;
    for (size_t i = 0; i < count && i < table->head.count; i++)
        table_column_learn(&table->notation, &table->head.columns[i], cells[i]);
    if (find_name(&table->head, &name) && name < count)
        table->is_named |= cells[name].length && !number_scan(cells[name], &number);
}

static void take_under_head(struct headed_table *table, struct text line)
{
    struct text cells[MOST_CELLS];

    if (take_summary(table, line))
        return;
    size_t count = cells_split(line, table->head.separator, cells);
    enum row_kind kind = row_kind(table, cells, count);
    if (kind == ROW_RUN)
        take_row(table, cells, count);
    else if (kind == ROW_UNREADABLE && !table->unreadable++)
        table->first_unreadable = table->assembly->line;
}

static void note_unfit_columns(struct headed_table *table)
{
    const struct table_head *head = &table->head;
    struct place place = {.file = table->assembly->file, .line = head->line};

    for (size_t i = 0; i < head->count; i++)
        if (head->columns[i].is_unfit)
            diag_warning(table->assembly->rules->diag, place,
                         "the column \"%s\" has a unit or a word that does not fit, and is left "
                         "out; name it by one metric and its unit",
                         head->columns[i].heading);
}

static void note_unreadable_rows(struct headed_table *table)
{
    struct place place = {.file = table->assembly->file, .line = table->first_unreadable};

    if (table->unreadable == 1)
        diag_warning(table->assembly->rules->diag, place,
                     "this row has no figure that can be read under its headings, and is left out; "
                     "give it a cell for each heading and plain numbers");
    else if (table->unreadable)
        diag_warning(table->assembly->rules->diag, place,
                     "this row and %zu more have no figure that can be read under their headings, "
                     "and are left out; give them a cell for each heading and plain numbers",
                     table->unreadable - 1);
}

void headed_table_take_rows(struct headed_table *table, const struct kept_lines *rows, size_t first)
{
    size_t line = table->assembly->line;

    for (size_t i = first; i < rows->count; i++)
        weigh_row(table, kept_line(rows, i));
    for (size_t i = first; i < rows->count; i++) {
        table->assembly->line = rows->items[i].number;
        if (!cells_are_delimiter(kept_line(rows, i)))
            take_under_head(table, kept_line(rows, i));
    }
    table->assembly->line = line;
    table->open = false;
    if (table->row_count)
        note_unfit_columns(table);
    note_unreadable_rows(table);
}

void headed_table_end(struct headed_table *table)
{
    headed_table_take_rows(table, &table->rows, 0);
    kept_lines_forget(&table->rows);
}

void headed_table_open(struct headed_table *table, const struct table_head *head)
{
    assembly_close_run(table->assembly);
    table->head = *head;
    table->head.line = table->assembly->line;
    table->open = true;
    table->since_end = 0;
    table->row_count = 0;
    table->last_run = NULL;
    table->notation = (struct number_notation){0};
    table->is_named = false;
    table->unreadable = 0;
    memset(table->sums, 0, sizeof table->sums);
    memset(table->counts, 0, sizeof table->counts);
}

bool headed_table_continue(struct headed_table *table, struct text line)
{
    bool is_ruler = cells_are_ruler(line) && !table->rows.count;

    if (!cells_are_delimiter(line) && !is_ruler && !is_under_head(table, line))
        return false;
    kept_lines_add(&table->rows, line, table->assembly->line);
    return true;
}

bool headed_table_take_summary(struct headed_table *table, struct text line)
{
    return table->row_count && table->since_end++ < SUMMARY_REACH && take_summary(table, line);
}
