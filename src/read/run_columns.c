#include "run_columns.h"

#include <string.h>

#include "../base/utf8.h"
#include "open_units.h"

enum { LONGEST_ROW = 64 * 1024, MOST_ROWS = 500 };

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
    if (cells_split(line, table->separator, cells) != table->columns)
        return false;
    table->is_cut |= table->rows.count == MOST_ROWS;
    if (table->is_cut)
        return true;
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

/* The head of the column; empty where it has none. */
static struct text head_of_column(const struct run_columns *table, size_t column)
{
    struct text cells[MOST_CELLS];
    size_t count = cells_split(text_of(table->head), table->separator, cells);
    size_t at = count == table->columns ? column : column - 1;

    return at < count ? cells[at] : (struct text){"", 0};
}

static void name_column(struct run_columns *table, size_t column)
{
    struct text head = head_of_column(table, column);

    if (is_plain_head(head))
        return;
    while (head.length && head.start[head.length - 1] == ':')
        head.length--;
    table->assembly->builder.hints.cell = utf8_clean(table->assembly->arena, head);
}

/* Whether the column compares the others, or sums them up. */
static bool is_no_run(const struct run_columns *table, size_t column)
{
    struct text head = head_of_column(table, column);
    const char *what;

    return cell_is_comparison_word(head) ||
           (table->columns > 2 && column > 1 && cell_is_summary_word(head, &what));
}

/* ---- rows ---- */

/* What a row is of; the unit of a time is open until the other rows have told. */
struct metric_row {
    struct table_column heading;
    const struct text *cells; /* as many as the table has columns */
    size_t line;
    struct unit_votes votes;
};

static bool has_bare_figure(struct text cell)
{
    struct number number;
    struct text unit;

    return cell_scan_figure(cell, &number, &unit) && !unit.length;
}

/* The row of a metric or a setting by its key; NULL: none. */
static const struct metric_row *find_row(const struct run_columns *table,
                                         const struct metric_row *rows, const char *key)
{
    for (size_t i = 0; i < table->rows.count; i++) {
        const struct field *field = &rows[i].heading.field;
        if (rows[i].heading.known && field->name && strcmp(field->name, key) == 0)
            return &rows[i];
    }
    return NULL;
}

/* The figure of a column; ABSENT where there is no row or no figure. */
static double figure_of(const struct metric_row *row, size_t column)
{
    struct number number;
    struct text name;

    if (!row || !cell_scan_figure(row->cells[column], &number, &name))
        return ABSENT;
    const struct unit *unit = name.length ? unit_find(name) : row->heading.unit;
    bool has_factor = unit && row->heading.field.kind == FIELD_METRIC;
    return number.value * (has_factor ? metric_unit_factor(row->heading.field.metric, unit) : 1);
}

static void settle_units(const struct run_columns *table, struct metric_row *rows)
{
    const struct metric_row *rates = find_row(table, rows, "requests_per_second");
    const struct metric_row *concurrency = find_row(table, rows, "concurrency");
    const struct metric_row *requests = find_row(table, rows, "requests_complete");

    for (size_t i = 0; i < table->rows.count; i++) {
        struct metric_row *row = &rows[i];
        if (!row->heading.unit_is_open)
            continue;
        for (size_t column = 1; column < table->columns; column++) {
            double rate = figure_of(rates, column);
            struct unit_evidence evidence = {
                .latency_ms = figure_of(concurrency, column) / rate * 1000,
                .time_s = figure_of(requests, column) / rate,
            };
            if (has_bare_figure(row->cells[column]))
                unit_votes_add(&row->votes, row->heading.field.metric, figure_of(row, column),
                               &evidence);
        }
        row->heading.unit = unit_votes_settle(&row->votes);
        row->heading.unit_is_open = !row->heading.unit;
    }
}

static struct metric_row *read_rows(struct run_columns *table)
{
    struct arena *arena = &table->rows.arena;
    struct metric_row *rows = arena_allocate(arena, table->rows.count * sizeof *rows);

    for (size_t i = 0; i < table->rows.count; i++) {
        struct text split[MOST_CELLS];
        struct text *cells = arena_allocate(arena, table->columns * sizeof *cells);
        cells_split(kept_line(&table->rows, i), table->separator, split);
        memcpy(cells, split, table->columns * sizeof *cells);
        table_column_read_heading(table->assembly->rules, split[0], &rows[i].heading);
        rows[i].heading.heading = utf8_clean(arena, cells[0]);
        rows[i].cells = cells;
        rows[i].line = table->rows.items[i].number;
    }
    settle_units(table, rows);
    return rows;
}

/* ---- a run ---- */

static void take_cell(struct run_columns *table, const struct metric_row *row, size_t column)
{
    struct run_builder *builder = &table->assembly->builder;
    struct text cell = row->cells[column];
    const struct table_column *heading = &row->heading;

    if (!cell.length || !heading->known)
        return;
    if (table_column_is_figure(heading) &&
        (!looks_like_figure(cell) || (heading->unit_is_open && has_bare_figure(cell))))
        return;
    run_builder_set_field(builder, &heading->field, heading->unit, cell, row->line);
    run_builder_add_fingerprint(builder, cell);
}

static void take_column(struct run_columns *table, struct format *format,
                        const struct metric_row *rows, const struct number_notation *notation,
                        size_t column)
{
    table->assembly->line = table->rows.items[0].number;
    assembly_open_run(table->assembly, format);
    table->assembly->builder.is_strong = true;
    table->assembly->builder.run->tool = NULL;
    table->assembly->builder.notation = *notation;
    name_column(table, column);
    for (size_t i = 0; i < table->rows.count; i++)
        take_cell(table, &rows[i], column);
    if (!table->assembly->builder.run->measurement_count) {
        table->assembly->builder.run = NULL;
        return;
    }
    table->assembly->builder.run->source.line_end = table->rows.items[table->rows.count - 1].number;
    assembly_close_run(table->assembly);
}

/* Each row that was not taken is told by its name. */
static void note_left_out(const struct run_columns *table, const struct metric_row *rows,
                          struct run *run)
{
    struct arena *arena = table->assembly->arena;

    for (size_t i = 0; i < table->rows.count; i++) {
        const struct table_column *heading = &rows[i].heading;
        const struct text *cells = rows[i].cells;
        size_t line = rows[i].line;
        if (heading->unit_is_open && has_bare_figure(cells[1]))
            run_warn(run, arena, "unit-unknown", line,
                     "not taken of the table: \"%s\", whose unit nothing says and the other "
                     "figures do not prove; write it behind the word, as in \"latency (ms)\"",
                     heading->heading);
        else if (!heading->known && cell_kind_of(cells[1]) == CELL_NUMBER)
            run_warn(run, arena, "unread-rows", line,
                     "not taken of the table: \"%s\", which no known metric or setting is called",
                     heading->heading);
    }
    if (table->is_cut)
        run_warn(run, arena, "unread-rows", table->rows.items[table->rows.count - 1].number,
                 "the table has more than %d rows; those below are not read", MOST_ROWS);
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

static void take_columns(struct run_columns *table, struct format *format)
{
    struct assembly *assembly = table->assembly;
    struct run *before;

    assembly_close_run(assembly);
    before = assembly->last_run;
    /* The line of names is no name of a run. */
    surroundings_forget_line(&assembly->surroundings);
    struct hints above = assembly->surroundings.hints;
    struct number_notation notation = weigh(table);
    struct metric_row *rows = read_rows(table);
    struct run *first = NULL;
    for (size_t column = 1; column < table->columns; column++) {
        if (is_no_run(table, column))
            continue;
        assembly->surroundings.hints = above;
        take_column(table, format, rows, &notation, column);
        if (!first && assembly->last_run != before)
            first = assembly->last_run;
    }
    if (first)
        note_left_out(table, rows, first);
    else
        diag_warning(assembly->rules->diag,
                     (struct place){.file = assembly->file, .line = rows[0].line},
                     "nothing is taken of this table: its figures cannot be read, or nothing says "
                     "their unit and no other figure proves it; write it behind the word, as in "
                     "\"latency (ms)\"");
}

void run_columns_end(struct run_columns *table)
{
    struct format *format = table_format(table->assembly->rules);
    size_t line = table->assembly->line;

    if (!table->open)
        return;
    table->open = false;
    if (format && is_table(table))
        take_columns(table, format);
    table->assembly->line = line;
    table->is_cut = false;
    kept_lines_forget(&table->rows);
}
