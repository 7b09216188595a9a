#include "headed_table.h"

#include <math.h>
#include <string.h>

#include "../base/number.h"
#include "../base/utf8.h"

enum { SUMMARY_REACH = 3 /* lines behind a table in which its average may stand */ };

void headed_table_init(struct headed_table *table, struct assembly *assembly, bool keeps_columns)
{
    *table = (struct headed_table){.assembly = assembly, .keeps_columns = keeps_columns};
    arena_init(&table->arena);
    kept_lines_init(&table->rows);
}

void headed_table_release(struct headed_table *table)
{
    kept_lines_release(&table->rows);
    arena_release(&table->arena);
}

/* ---- cells ---- */

static bool is_count(const struct table_column *column)
{
    return table_column_is_figure(column) && column->field.metric->kind == METRIC_COUNT;
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

/* The figure of a cell in the unit of its metric; *bare: neither cell nor column names a unit. */
static bool scan_figure(const struct headed_table *table, size_t at, struct text cell,
                        double *value, bool *bare)
{
    const struct table_column *column = &table->head.columns[at];
    struct number number;
    struct text name;

    if (!cell_scan_figure(cell, &number, &name) ||
        !number_notation_settle(&table->notation, &number, is_count(column), value))
        return false;
    const struct unit *unit = name.length ? unit_find(name) : column->unit;
    double factor = unit ? metric_unit_factor(column->field.metric, unit) : 1;
    *value *= factor;
    *bare = !unit;
    return factor != 0;
}

static bool is_member(const struct table_column *column, const char *key)
{
    return column->known && column->field.kind == FIELD_NUMBER &&
           strcmp(column->field.member->key, key) == 0;
}

static bool is_metric(const struct table_column *column, const char *key)
{
    return table_column_is_figure(column) && strcmp(column->field.metric->key, key) == 0;
}

enum row_kind {
    ROW_NONE,
    ROW_RUN,
    ROW_GROUP,      /* no figures: it names the rows below it */
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

/* Whether nothing stands under the metrics of the head, and something under the others. */
static bool names_rows_below(const struct headed_table *table, const struct text *cells,
                             size_t count)
{
    size_t filled = 0;

    for (size_t i = 0; i < count; i++) {
        if (cells[i].length && i && table_column_is_figure(&table->head.columns[i]))
            return false;
        filled += cells[i].length > 0;
    }
    return filled > 0;
}

/* A row has the columns of its head and a figure in at least one that is known. */
static enum row_kind row_kind(const struct headed_table *table, const struct text *cells,
                              size_t count)
{
    size_t kinds[CELL_WORDS + 1] = {0};
    bool has_bars = table->head.separator == SEPARATOR_BAR;

    /* Markdown lets the last cells go. */
    if (has_bars ? count > table->head.count : count != table->head.count)
        return is_misfit(table, cells, count) ? ROW_UNREADABLE : ROW_NONE;
    for (size_t i = 0; i < count; i++)
        if (table_column_is_figure(&table->head.columns[i]))
            kinds[cell_kind_of(cells[i])]++;
    if (kinds[CELL_NUMBER] && count > 1)
        return ROW_RUN;
    if (has_bars && names_rows_below(table, cells, count))
        return ROW_GROUP;
    return (kinds[CELL_NO_NUMBER] || kinds[CELL_EMPTY]) && !kinds[CELL_WORDS] && count > 1
               ? ROW_UNREADABLE
               : ROW_NONE;
}

/* ---- what all rows tell ---- */

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
    for (size_t i = 0;
         i < count && i < table->head.count && !table_column_is_figure(&table->head.columns[i]);
         i++)
        if (cell_is_summary_word(cells[i], what) &&
            (table->tallies[i].count || strcmp(*what, "mean") == 0 || strcmp(*what, "sd") == 0 ||
             strcmp(*what, "sum") == 0 || strcmp(*what, "median") == 0))
            return true;
    return false;
}

/*
 * The column that names the rows: one of names, or the first that has words
 * and no known head.
 */
static bool find_name(const struct headed_table *table, size_t *column)
{
    const struct table_head *head = &table->head;

    for (*column = 0; *column < head->count; ++*column)
        if (head->columns[*column].known && head->columns[*column].field.kind == FIELD_LABEL)
            return true;
    for (*column = 0; *column < head->count; ++*column)
        if (!head->columns[*column].known && !head->columns[*column].is_unfit &&
            table->tallies[*column].has_text)
            return true;
    return false;
}

static void weigh_cell(struct headed_table *table, size_t at, struct text cell)
{
    struct column_tally *tally = &table->tallies[at];
    struct table_column *column = &table->head.columns[at];
    struct number number;

    table_column_learn(&table->notation, column, cell);
    bool names = column->known && column->field.kind == FIELD_LABEL;
    tally->has_text |= cell_is_text(cell) || (names && cell.length && !number_scan(cell, &number));
    tally->has_number |= cell_kind_of(cell) == CELL_NUMBER;
    if (number_scan(cell, &number)) {
        tally->has_bare = true;
        tally->has_fraction |= number.value != floor(number.value);
    }
}

/* What the row tells of how figures are written, and of the columns. */
static void weigh_row(struct headed_table *table, struct text line)
{
    struct text cells[MOST_CELLS];
    size_t count = cells_split_figures(line, table->head.separator, cells, &table->arena);
    const char *what;

    if (is_summary(table, cells, count, &what) || row_kind(table, cells, count) != ROW_RUN)
        return;
    for (size_t i = 0; i < count && i < table->head.count; i++)
        weigh_cell(table, i, cells[i]);
}

/* What the row says that units can be held against. */
static struct unit_evidence find_evidence(const struct headed_table *table,
                                          const struct text *cells, size_t count)
{
    struct unit_evidence evidence = {ABSENT, ABSENT};
    double rate = ABSENT;
    double concurrency = ABSENT;
    double requests = ABSENT;
    double value;
    bool bare;

    for (size_t i = 0; i < count; i++) {
        const struct table_column *column = &table->head.columns[i];
        if (is_member(column, "concurrency") && scan_cell(table, i, cells[i], &value))
            concurrency = value;
        if (!table_column_is_figure(column) || !scan_figure(table, i, cells[i], &value, &bare))
            continue;
        if (is_metric(column, "requests_per_second"))
            rate = value;
        else if (is_metric(column, "concurrency_measured"))
            concurrency = value;
        else if (is_metric(column, "requests_complete"))
            requests = value;
        else if (!bare && (is_metric(column, "latency_mean_ms") ||
                           (is_metric(column, "latency_median_ms") && isnan(evidence.latency_ms))))
            evidence.latency_ms = value;
    }
    if (rate > 0 && isnan(evidence.latency_ms))
        evidence.latency_ms = concurrency / rate * 1000;
    if (rate > 0)
        evidence.time_s = requests / rate;
    return evidence;
}

static void vote_on_units(struct headed_table *table, struct text line)
{
    struct text cells[MOST_CELLS];
    size_t count = cells_split_figures(line, table->head.separator, cells, &table->arena);
    const char *what;
    double value;
    bool bare;

    if (is_summary(table, cells, count, &what) || row_kind(table, cells, count) != ROW_RUN)
        return;
    struct unit_evidence evidence = find_evidence(table, cells, count);
    for (size_t i = 0; i < count; i++) {
        const struct table_column *column = &table->head.columns[i];
        if (column->unit_is_open && scan_figure(table, i, cells[i], &value, &bare) && bare)
            unit_votes_add(&table->tallies[i].votes, column->field.metric, value, &evidence);
    }
}

/* Latencies of one table are in one unit, where only one of them is proved. */
static void settle_units(struct headed_table *table)
{
    const struct unit *of_latencies = NULL;

    for (size_t i = 0; i < table->head.count; i++) {
        struct table_column *column = &table->head.columns[i];
        if (!column->unit_is_open)
            continue;
        column->unit = unit_votes_settle(&table->tallies[i].votes);
        column->unit_is_open = !column->unit;
        if (column->unit && column->field.metric->kind == METRIC_MILLISECONDS)
            of_latencies = column->unit;
    }
    for (size_t i = 0; of_latencies && i < table->head.count; i++) {
        struct table_column *column = &table->head.columns[i];
        if (!column->unit_is_open || column->field.metric->kind != METRIC_MILLISECONDS ||
            table->tallies[i].votes.rows)
            continue;
        column->unit = of_latencies;
        column->unit_is_open = false;
    }
}

/* siege prints the average of the connections that were busy, under the same word. */
static void settle_concurrency(struct headed_table *table)
{
    const struct metric *measured =
        metric_find(table->assembly->rules->metrics, text_of("concurrency_measured"));

    for (size_t i = 0; i < table->head.count; i++)
        if (is_member(&table->head.columns[i], "concurrency") && table->tallies[i].has_fraction)
            table->head.columns[i].field =
                (struct field){.kind = FIELD_METRIC, .metric = measured, .name = measured->key};
}

static void weigh_rows(struct headed_table *table, const struct kept_lines *rows, size_t first)
{
    bool any_open = false;

    for (size_t i = first; i < rows->count; i++)
        weigh_row(table, kept_line(rows, i));
    settle_concurrency(table);
    for (size_t i = 0; i < table->head.count; i++)
        any_open |= table->head.columns[i].unit_is_open;
    for (size_t i = first; any_open && i < rows->count; i++)
        vote_on_units(table, kept_line(rows, i));
    settle_units(table);
    table->is_named =
        find_name(table, &table->name_column) && table->tallies[table->name_column].has_text;
}

/* ---- a row ---- */

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

/* A time that says no unit, in a column of which none is known. */
static bool lacks_unit(const struct table_column *column, struct text cell)
{
    struct number number;
    struct text unit;

    return column->unit_is_open && cell_scan_figure(cell, &number, &unit) && !unit.length;
}

static bool any_lacks_unit(const struct headed_table *table, const struct text *cells, size_t count)
{
    for (size_t i = 0; i < count; i++)
        if (lacks_unit(&table->head.columns[i], cells[i]))
            return true;
    return false;
}

static void take_figure(struct headed_table *table, const struct table_column *column,
                        struct text cell)
{
    if (has_figure(table, column, cell) && !lacks_unit(column, cell))
        run_builder_set_field(&table->assembly->builder, &column->field, column->unit, cell,
                              table->assembly->line);
}

/* "8", "8 users", "1 KB" under a number that was set; false where there is no number. */
static bool take_setting(struct headed_table *table, const struct table_column *column,
                         struct text cell)
{
    struct number number;
    struct text behind;
    size_t end = 0;

    while (end < cell.length && (byte_is_digit(cell.start[end]) || strchr(".,", cell.start[end])))
        end++;
    behind = text_trim(text_from(cell, end));
    if (!number_scan((struct text){cell.start, end}, &number))
        return false;
    const struct unit *unit = unit_find(behind);
    if (unit && unit->kind == UNIT_BYTES && column->field.kind == FIELD_DOCUMENT)
        member_set_number(table->assembly->builder.run, column->field.member,
                          number.value * unit->factor);
    else
        run_builder_set_field(&table->assembly->builder, &column->field, column->unit,
                              (struct text){cell.start, end}, table->assembly->line);
    return true;
}

/* Whether a cell of the column says what its row is; where nothing else takes it. */
static bool is_name(const struct headed_table *table, size_t at)
{
    const struct table_column *column = &table->head.columns[at];
    const struct column_tally *tally = &table->tallies[at];

    if (column->known)
        return column->field.kind == FIELD_LABEL;
    if (tally->has_text)
        return true;
    return at == 0 && !column->is_unfit && *column->heading && tally->has_number &&
           !heading_counts_rows(text_of(column->heading));
}

static void add_name(struct headed_table *table, const char *head, const char *text)
{
    struct hints *hints = &table->assembly->builder.hints;
    struct name_cell *cells =
        arena_allocate(table->assembly->arena, (hints->cell_count + 1) * sizeof *cells);

    if (hints->cell_count)
        memcpy(cells, hints->cells, hints->cell_count * sizeof *cells);
    cells[hints->cell_count++] = (struct name_cell){head, text};
    hints->cells = cells;
}

static void take_cell(struct headed_table *table, size_t at, struct text cell)
{
    struct table_column *column = &table->head.columns[at];
    enum field_kind kind = column->field.kind;
    double value;

    if (!cell.length)
        return;
    if (table_column_is_figure(column))
        take_figure(table, column, cell);
    else if (is_name(table, at))
        add_name(table, column->heading, utf8_clean(table->assembly->arena, cell));
    else if (column->known && (kind == FIELD_NUMBER || kind == FIELD_DOCUMENT)) {
        if (!take_setting(table, column, cell) && cell_is_text(cell))
            add_name(table, column->heading, utf8_clean(table->assembly->arena, cell));
    } else if (column->known) {
        run_builder_set_field(&table->assembly->builder, &column->field, column->unit, cell,
                              table->assembly->line);
        if (kind == FIELD_TEXT)
            add_name(table, column->heading, utf8_clean(table->assembly->arena, cell));
    } else if (table->keeps_columns && scan_cell(table, at, cell, &value))
        keep_column(table, column, value);
}

/* A row without a name among others that have one is not one of theirs. */
static void name_row(struct headed_table *table, const struct text *cells, size_t count)
{
    struct hints *hints = &table->assembly->builder.hints;
    const char *head = table->is_named ? table->head.columns[table->name_column].heading : "";

    if (!table->is_named)
        return;
    for (size_t i = 0; i < hints->cell_count && !hints->cell; i++)
        if (hints->cells[i].head == head)
            hints->cell = hints->cells[i].text;
    /* Another column may have words. */
    for (size_t i = 0; i < hints->cell_count && !hints->cell; i++)
        hints->cell = hints->cells[i].text;
    if (hints->cell)
        return;
    bool has_cell = table->name_column < count && cells[table->name_column].length;
    hints->cell =
        has_cell ? utf8_clean(table->assembly->arena, cells[table->name_column])
                 : arena_format(table->assembly->arena, "row %zu (no name)", table->row_count + 1);
    add_name(table, head, hints->cell);
}

static void begin_row(struct headed_table *table)
{
    struct assembly *assembly = table->assembly;
    struct run_builder *builder = &assembly->builder;

    /* A line between two rows names neither. */
    if (table->row_count)
        surroundings_go_on(&assembly->surroundings);
    assembly_open_run(assembly, table_format(assembly->rules));
    /* The same names stand above all rows. */
    assembly->surroundings.hints.command = builder->hints.command;
    assembly->surroundings.hints.command_of = builder->hints.command_of;
    builder->is_strong = true;
    builder->run->tool = builder->hints.command ? builder->hints.command_of->tool : NULL;
    builder->notation = table->notation;
    builder->hints.cell = NULL;
    if (table->group)
        add_name(table, table->group_head, table->group);
}

/* What the cells add to sums that averages below are held against. */
static void add_to_sums(struct headed_table *table, const struct text *cells, size_t count)
{
    double value;

    for (size_t i = 0; i < count; i++) {
        if (!scan_cell(table, i, cells[i], &value))
            continue;
        table->tallies[i].sum += value;
        table->tallies[i].count++;
    }
}

/* Whether the column is of the run that is called so; one without a name is of all. */
static bool is_of_run(const struct table_column *column, const char *name)
{
    return !column->run_name || column->run_name == name;
}

/* The run of a row that the columns called `name` tell; NULL: all of the row is one run. */
static void take_run(struct headed_table *table, const struct text *cells, size_t count,
                     const char *name)
{
    struct run_builder *builder = &table->assembly->builder;
    double concurrency;

    begin_row(table);
    for (size_t i = 0; i < count; i++) {
        if (!is_of_run(&table->head.columns[i], name))
            continue;
        take_cell(table, i, cells[i]);
        run_builder_add_fingerprint(builder, cells[i]);
    }
    /* Of a run whose only figures have no unit there is nothing to say. */
    if (!builder->run->measurement_count && any_lacks_unit(table, cells, count)) {
        builder->run = NULL;
        table->empty++;
        return;
    }
    name_row(table, cells, count);
    if (name &&
        heading_says_concurrency(table->assembly->rules, text_of(name), false, &concurrency)) {
        builder->run->config.concurrency = concurrency;
    } else if (name) {
        add_name(table, "column", name);
        if (!builder->hints.cell)
            builder->hints.cell = name;
    }
    table->row_count++;
    table->last_run = builder->run;
    if (!table->first_run)
        table->first_run = builder->run;
    assembly_close_run(table->assembly);
}

static void take_row(struct headed_table *table, const struct text *cells, size_t count)
{
    size_t runs = 0;

    add_to_sums(table, cells, count);
    for (size_t i = 0; i < count; i++) {
        if (!table->head.columns[i].is_first_of_run)
            continue;
        take_run(table, cells, count, table->head.columns[i].run_name);
        runs++;
    }
    if (!runs)
        take_run(table, cells, count, NULL);
}

/* The row names those below it, up to the next of its kind. */
static void take_group(struct headed_table *table, const struct text *cells, size_t count)
{
    struct buffer name;

    buffer_init(&name);
    for (size_t i = 0; i < count; i++) {
        if (!cells[i].length)
            continue;
        if (!name.length)
            table->group_head =
                table->head.columns[i].known ? "group" : table->head.columns[i].heading;
        else
            buffer_append_byte(&name, ' ');
        buffer_append_text(&name, cells[i]);
    }
    table->group = utf8_clean(table->assembly->arena, buffer_text(&name));
    buffer_release(&name);
}

/* ---- averages ---- */

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

    if (table->tallies[column].count < 2 || !number_scan(cell, &number))
        return;
    double mean = table->tallies[column].sum / (double)table->tallies[column].count;
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
             table->tallies[column].count, mean);
}

/* "Average 0.883 1133,114": no run; checked against the rows above. */
static bool take_summary(struct headed_table *table, struct text line)
{
    struct text cells[MOST_CELLS];
    size_t count = cells_split_figures(line, table->head.separator, cells, &table->arena);
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
static bool is_under_head(struct headed_table *table, struct text line)
{
    struct text cells[MOST_CELLS];
    size_t count = cells_split_figures(line, table->head.separator, cells, &table->arena);
    const char *what;

    return is_summary(table, cells, count, &what) || row_kind(table, cells, count) != ROW_NONE;
}

static void take_under_head(struct headed_table *table, struct text line)
{
    struct text cells[MOST_CELLS];

    if (take_summary(table, line))
        return;
    size_t count = cells_split_figures(line, table->head.separator, cells, &table->arena);
    enum row_kind kind = row_kind(table, cells, count);
    if (kind == ROW_RUN)
        take_row(table, cells, count);
    else if (kind == ROW_GROUP)
        take_group(table, cells, count);
    else if (kind == ROW_UNREADABLE && !table->unreadable++)
        table->first_unreadable = table->assembly->line;
}

/* ---- what was not taken ---- */

static bool is_unread(const struct headed_table *table, size_t at)
{
    const struct table_column *column = &table->head.columns[at];

    return !column->known && !column->is_unfit && !column->kept && table->tallies[at].has_number &&
           !is_name(table, at) && *column->heading &&
           !heading_counts_rows(text_of(column->heading));
}

static bool is_unfit(const struct headed_table *table, size_t at)
{
    return table->head.columns[at].is_unfit;
}

static bool is_without_unit(const struct headed_table *table, size_t at)
{
    return table->head.columns[at].unit_is_open && table->tallies[at].has_bare;
}

/* The names of the columns that `is_left_out` tells; NULL: none. */
static const char *names_of(struct headed_table *table,
                            bool (*is_left_out)(const struct headed_table *, size_t))
{
    enum { MOST_NAMED = 8 };
    struct buffer names;
    size_t count = 0;

    buffer_init(&names);
    for (size_t i = 0; i < table->head.count; i++)
        if (is_left_out(table, i) && count++ < MOST_NAMED)
            buffer_append_format(&names, "%s\"%s\"", count > 1 ? ", " : "",
                                 table->head.columns[i].heading);
    if (count > MOST_NAMED)
        buffer_append_format(&names, " and %zu more", count - MOST_NAMED);
    const char *copy = count ? text_copy(&table->arena, buffer_text(&names)) : NULL;
    buffer_release(&names);
    return copy;
}

static void note_left_out(struct headed_table *table)
{
    struct arena *arena = table->assembly->arena;
    const char *unread = names_of(table, is_unread);
    const char *unfit = names_of(table, is_unfit);
    const char *without_unit = names_of(table, is_without_unit);

    if (unread)
        run_warn(table->first_run, arena, "unread-columns", table->head.line,
                 "not taken of the table: %s, which no known metric or setting is called "
                 "(--keep-columns keeps them)",
                 unread);
    if (unfit)
        run_warn(table->first_run, arena, "unread-columns", table->head.line,
                 "not taken of the table: %s, whose unit or further word does not fit; name one "
                 "metric and its unit",
                 unfit);
    if (without_unit)
        run_warn(table->first_run, arena, "unit-unknown", table->head.line,
                 "not taken of the table: %s, whose unit nothing says and the other figures do "
                 "not prove; write it behind the word, as in \"latency (ms)\"",
                 without_unit);
    if (table->head.count == MOST_CELLS)
        run_warn(table->first_run, arena, "unread-columns", table->head.line,
                 "the table has %d columns or more; what stands beyond them is not read",
                 MOST_CELLS);
}

/* Rows whose figures were all left out, where no other row is left to warn of it. */
static void note_empty_table(struct headed_table *table)
{
    const char *without_unit = names_of(table, is_without_unit);

    if (!table->first_run && table->empty && without_unit)
        diag_warning(table->assembly->rules->diag,
                     (struct place){.file = table->assembly->file, .line = table->head.line},
                     "nothing is taken of this table: nothing says the unit of %s, and no other "
                     "figure proves it; write it behind the word, as in \"latency (ms)\"",
                     without_unit);
}

static void note_unreadable_rows(struct headed_table *table)
{
    static const char advice[] = "give each row a cell for each heading and plain numbers";
    struct place place = {.file = table->assembly->file, .line = table->first_unreadable};

    if (table->unreadable && table->first_run)
        run_warn(
            table->first_run, table->assembly->arena, "unread-rows", table->first_unreadable,
            "%zu %s of the table %s no figure that can be read under its headings, and %s left "
            "out (line %zu); %s",
            table->unreadable, table->unreadable == 1 ? "row" : "rows",
            table->unreadable == 1 ? "has" : "have", table->unreadable == 1 ? "is" : "are",
            table->first_unreadable, advice);
    else if (table->unreadable)
        diag_warning(table->assembly->rules->diag, place,
                     "no row of this table has a figure that can be read under its headings; %s",
                     advice);
}

void headed_table_take_rows(struct headed_table *table, const struct kept_lines *rows, size_t first)
{
    size_t line = table->assembly->line;

    weigh_rows(table, rows, first);
    for (size_t i = first; i < rows->count; i++) {
        table->assembly->line = rows->items[i].number;
        if (!cells_are_delimiter(kept_line(rows, i)))
            take_under_head(table, kept_line(rows, i));
    }
    if (rows->count)
        table->last_line = rows->items[rows->count - 1].number;
    table->assembly->line = line;
    table->open = false;
    if (table->first_run && !table->is_noted)
        note_left_out(table);
    table->is_noted = table->first_run != NULL;
    note_empty_table(table);
    note_unreadable_rows(table);
    table->unreadable = table->empty = 0;
}

void headed_table_end(struct headed_table *table)
{
    headed_table_take_rows(table, &table->rows, 0);
    kept_lines_forget(&table->rows);
}

bool headed_table_fits(const struct table_head *head, const struct kept_lines *rows, size_t first)
{
    struct text cells[MOST_CELLS];

    for (size_t i = first; i < rows->count; i++) {
        size_t count = cells_split(kept_line(rows, i), head->separator, cells);
        for (size_t k = 0; k < count && k < head->count; k++)
            if (table_column_is_figure(&head->columns[k]) && cell_kind_of(cells[k]) == CELL_NUMBER)
                return true;
    }
    return false;
}

void headed_table_open(struct headed_table *table, const struct table_head *head)
{
    struct assembly *assembly = table->assembly;
    bool keeps_columns = table->keeps_columns;
    struct kept_lines rows = table->rows;

    assembly_close_run(assembly);
    arena_release(&table->arena);
    *table = (struct headed_table){
        .assembly = assembly, .keeps_columns = keeps_columns, .rows = rows, .head = *head};
    arena_init(&table->arena);
    table->head.line = assembly->line;
    table->tallies = arena_allocate(&table->arena, head->count * sizeof *table->tallies);
    table->open = true;
}

/* The first column of aligned figures may go without a head: the rows have a cell more. */
static void add_first_column(struct headed_table *table, struct text line)
{
    struct table_head *head = &table->head;
    struct text cells[MOST_CELLS];

    if (table->rows.count || head->separator < SEPARATOR_BLANKS)
        return;
    size_t count = cells_split_figures(line, head->separator, cells, &table->arena);
    if (count != head->count + 1 || cell_kind_of(cells[0]) == CELL_NUMBER)
        return;
    for (size_t i = 1; i < count; i++)
        if (cell_kind_of(cells[i]) == CELL_WORDS)
            return;
    struct table_column *columns = arena_allocate(table->assembly->arena, count * sizeof *columns);
    memcpy(columns + 1, head->columns, head->count * sizeof *columns);
    columns[0].heading = "";
    head->columns = columns;
    head->count = count;
    table->tallies = arena_allocate(&table->arena, count * sizeof *table->tallies);
}

bool headed_table_continue(struct headed_table *table, struct text line)
{
    bool is_ruler = cells_are_ruler(line) && !table->rows.count;

    if (!is_ruler)
        add_first_column(table, line);

    if (!cells_are_delimiter(line) && !is_ruler && !is_under_head(table, line))
        return false;
    kept_lines_add(&table->rows, line, table->assembly->line);
    return true;
}

bool headed_table_resume(struct headed_table *table, struct text line)
{
    struct text cells[MOST_CELLS];

    if (!table->row_count || table->since_end > SUMMARY_REACH ||
        table->head.separator >= SEPARATOR_BLANKS)
        return false;
    size_t count = cells_split_figures(line, table->head.separator, cells, &table->arena);
    if (row_kind(table, cells, count) != ROW_RUN)
        return false;
    table->unreadable += table->since_end ? table->since_end - 1 : 0;
    if (!table->first_unreadable)
        table->first_unreadable = table->last_line + 1;
    table->open = true;
    table->since_end = 0;
    kept_lines_add(&table->rows, line, table->assembly->line);
    return true;
}

bool headed_table_take_summary(struct headed_table *table, struct text line)
{
    return table->row_count && table->since_end++ < SUMMARY_REACH && take_summary(table, line);
}
