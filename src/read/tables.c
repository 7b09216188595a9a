#include "tables.h"

#include <string.h>

#include "side_by_side.h"

void tables_init(struct tables *tables, struct assembly *assembly, bool keep_columns)
{
    tables->assembly = assembly;
    headed_table_init(&tables->headed, assembly, keep_columns);
    run_columns_init(&tables->run_columns, assembly);
    pivot_table_init(&tables->pivot, assembly);
    bar_rows_init(&tables->bars);
    logical_lines_init(&tables->queue);
}

void tables_release(struct tables *tables)
{
    headed_table_release(&tables->headed);
    run_columns_release(&tables->run_columns);
    pivot_table_release(&tables->pivot);
    bar_rows_release(&tables->bars);
    logical_lines_release(&tables->queue);
}

/*
 * A table of runs may be longer than a block that is kept to be told apart: its
 * head alone tells.
 */
static void hand_over_long_block(struct tables *tables)
{
    struct bar_rows *bars = &tables->bars;
    struct table_head head;

    if (bars->rows.count < MOST_BAR_ROWS || bars->side_by_side ||
        !table_head_find(tables->assembly->rules, kept_line(&bars->rows, 0),
                         tables->assembly->arena, &head) ||
        head.separator != SEPARATOR_BAR)
        return;
    size_t line = tables->assembly->line;
    tables->assembly->line = bars->rows.items[0].number;
    headed_table_open(&tables->headed, &head);
    tables->assembly->line = line;
    for (size_t i = 1; i < bars->rows.count; i++)
        kept_lines_add(&tables->headed.rows, kept_line(&bars->rows, i), bars->rows.items[i].number);
    bar_rows_forget(bars);
}

static bool holds_figures(struct text row)
{
    struct text cells[MOST_CELLS];
    size_t count = cells_split(row, SEPARATOR_BAR, cells);

    for (size_t i = 0; i < count; i++)
        if (cell_kind_of(cells[i]) == CELL_NUMBER)
            return true;
    return false;
}

/* Whether the delimiter that follows shows that the last row is the head of another table. */
static bool begins_another(const struct tables *tables, struct text line)
{
    const struct kept_lines *rows = &tables->bars.rows;

    return rows->count >= 3 && !tables->bars.side_by_side && cells_are_delimiter(line) &&
           line.start[0] != '+' && cells_are_delimiter(kept_line(rows, 1)) &&
           !cells_are_delimiter(kept_line(rows, rows->count - 1)) &&
           !cells_are_delimiter(kept_line(rows, 0)) &&
           !holds_figures(kept_line(rows, rows->count - 1));
}

static void part_blocks(struct tables *tables)
{
    struct kept_lines *rows = &tables->bars.rows;
    bool is_loose = tables->bars.is_loose;
    struct kept_line head = rows->items[rows->count - 1];
    struct buffer kept;

    buffer_init(&kept);
    buffer_append_string(&kept, head.text);
    rows->count--;
    tables_end(tables);
    kept_lines_add(&tables->bars.rows, buffer_text(&kept), head.number);
    tables->bars.is_loose = is_loose;
    buffer_release(&kept);
}

bool tables_continue(struct tables *tables, struct text line)
{
    struct assembly *assembly = tables->assembly;

    if (tables->headed.open)
        return headed_table_continue(&tables->headed, line);
    if (tables->bars.rows.count) {
        if (begins_another(tables, line))
            part_blocks(tables);
        bool goes_on = bar_rows_continue(&tables->bars, assembly->rules, line, assembly->line);
        hand_over_long_block(tables);
        return goes_on;
    }
    if (tables->pivot.open)
        return pivot_table_continue(&tables->pivot, line);
    return tables->run_columns.open && run_columns_continue(&tables->run_columns, line);
}

/* ---- the end of rows of bars ---- */

/* "| Requests/s | 500 | 400 |" under "| Metric | Before | After |". */
static bool take_run_columns(struct tables *tables)
{
    const struct kept_lines *rows = &tables->bars.rows;
    struct run_columns *columns = &tables->run_columns;
    size_t first = rows->count > 1 && cells_are_delimiter(kept_line(rows, 1)) ? 2 : 1;

    if (first >= rows->count)
        return false;
    tables->assembly->line = rows->items[first].number;
    if (!run_columns_begin(columns, kept_line(rows, 0), kept_line(rows, first)))
        return false;
    for (size_t i = first + 1; i < rows->count; i++) {
        tables->assembly->line = rows->items[i].number;
        run_columns_continue(columns, kept_line(rows, i));
    }
    run_columns_end(columns);
    return true;
}

/* "| 10 | 12.50k | 9.25k |" under "| concurrency | nginx | apache |". */
static bool take_pivot(struct tables *tables)
{
    const struct kept_lines *rows = &tables->bars.rows;
    struct pivot_table *pivot = &tables->pivot;
    size_t first = 1;

    while (first < rows->count && cells_are_delimiter(kept_line(rows, first)))
        first++;
    if (first >= rows->count)
        return false;
    tables->assembly->line = rows->items[first].number;
    if (!pivot_table_begin(pivot, kept_line(rows, 0), kept_line(rows, first),
                           surroundings_line(&tables->assembly->surroundings)))
        return false;
    for (size_t i = first + 1; i < rows->count; i++) {
        tables->assembly->line = rows->items[i].number;
        pivot_table_continue(pivot, kept_line(rows, i));
    }
    pivot_table_end(pivot);
    return true;
}

/* Single lines with several figures: whose they are, nobody knows. */
static void leave_out(struct tables *tables)
{
    const struct kept_lines *rows = &tables->bars.rows;
    struct run *run = tables->assembly->builder.run;

    for (size_t i = 0; run && i < rows->count; i++) {
        /* The line of names above them. */
        if (text_starts_with(kept_line(rows, i), "| |"))
            continue;
        run_warn(run, tables->assembly->arena, "several-figures", rows->items[i].number,
                 "this line has several figures where a report has one; they are left out");
        if (run->status == RUN_COMPLETE)
            run->status = RUN_PARTIAL;
    }
}

/* `surely`: some row has a figure under its heading. */
static bool take_headed_bars(struct tables *tables, bool surely)
{
    struct assembly *assembly = tables->assembly;
    const struct kept_lines *rows = &tables->bars.rows;
    struct table_head head;

    if (!table_head_find(assembly->rules, kept_line(rows, 0), assembly->arena, &head) ||
        head.separator != SEPARATOR_BAR || rows->count < 2)
        return false;
    if (surely && !headed_table_fits(&head, rows, 1))
        return false;
    assembly->line = rows->items[0].number;
    headed_table_open(&tables->headed, &head);
    headed_table_take_rows(&tables->headed, rows, 1);
    return true;
}

/*
 * Whether the rows are lines of a report: one that is open goes on, and one of
 * its own has more lines that a tool prints than rows of people's words.
 */
static bool are_report_lines(const struct tables *tables, const struct bar_layout *layout)
{
    const struct run_builder *builder = &tables->assembly->builder;
    bool most = layout->joined && layout->joined * 2 >= layout->body;
    bool goes_on = builder->run && builder->is_strong;

    if (layout->whole)
        return true;
    if (layout->columns == 2)
        return most && (goes_on || (layout->joined >= 2 && layout->joined >= layout->metric));
    return most && goes_on && layout->joined >= 2;
}

static bool are_columns(const struct bar_layout *layout)
{
    return layout->columns > 2 && (layout->paired >= 2 || layout->single >= 2);
}

/* Rows that each name a metric are no runs, whatever their head says. */
static bool are_metrics(const struct bar_layout *layout)
{
    return layout->metric >= 2 && layout->metric == layout->body;
}

static void end_bars(struct tables *tables)
{
    struct bar_rows *bars = &tables->bars;
    struct rules *rules = tables->assembly->rules;
    size_t line = tables->assembly->line;

    if (!bars->rows.count)
        return;
    struct bar_layout layout = bar_rows_layout(bars, rules);
    if (bars->side_by_side && layout.paired < 2)
        leave_out(tables);
    else if (bars->side_by_side)
        bar_rows_write_columns(bars, rules, &layout, &tables->queue);
    else if (are_report_lines(tables, &layout))
        bar_rows_write_rows(bars, rules, &tables->queue);
    else if (!are_metrics(&layout) && take_headed_bars(tables, true))
        ; /* its runs are all there */
    else if (are_columns(&layout))
        bar_rows_write_columns(bars, rules, &layout, &tables->queue);
    else if (layout.single ||
             !(take_run_columns(tables) || take_pivot(tables) || take_headed_bars(tables, false)))
        bar_rows_write_rows(bars, rules, &tables->queue);
    tables->assembly->line = line;
    bar_rows_forget(bars);
}

void tables_end(struct tables *tables)
{
    if (tables->headed.open)
        headed_table_end(&tables->headed);
    end_bars(tables);
    if (tables->run_columns.open)
        run_columns_end(&tables->run_columns);
    if (tables->pivot.open)
        pivot_table_end(&tables->pivot);
}

void tables_take_blank(struct tables *tables)
{
    /* Between the parts of a report. */
    if (!tables->bars.side_by_side && !tables->bars.is_loose)
        end_bars(tables);
}

/* ---- beginnings ---- */

static bool begin_side_by_side(struct tables *tables, struct text line)
{
    struct assembly *assembly = tables->assembly;
    const struct surroundings *above = &assembly->surroundings;
    struct buffer bars;
    size_t count;

    buffer_init(&bars);
    bool found = side_by_side_split(assembly->rules, line, &bars, &count);
    if (found) {
        struct buffer names;
        buffer_init(&names);
        tables->bars.side_by_side = true;
        if (!above->lines_since_text && side_by_side_split_names(above->previous, count, &names))
            kept_lines_add(&tables->bars.rows, buffer_text(&names), assembly->line);
        kept_lines_add(&tables->bars.rows, buffer_text(&bars), assembly->line);
        buffer_release(&names);
    }
    buffer_release(&bars);
    return found;
}

/* "---|---" below a line with bars: a table whose rows have none at their ends. */
static bool begin_loose_bars(struct tables *tables, struct text line)
{
    struct surroundings *above = &tables->assembly->surroundings;
    struct text head = above->previous;

    if (!head.length || above->lines_since_text || !cells_are_delimiter(line) ||
        text_find_byte(head, '|') == head.length)
        return false;
    tables->bars.is_loose = true;
    surroundings_take_line_above(above); /* the head is no name of a run */
    kept_lines_add(&tables->bars.rows, head, tables->assembly->line - 1);
    kept_lines_add(&tables->bars.rows, line, tables->assembly->line);
    return true;
}

bool tables_begin(struct tables *tables, struct text line)
{
    if (line.start[0] == '|') {
        /* A ruler above the head, as AsciiDoc has it, where a blank line follows the head. */
        tables->bars.is_loose |= cells_are_delimiter(line);
        if (!cells_are_delimiter(line))
            kept_lines_add(&tables->bars.rows, line, tables->assembly->line);
        return true;
    }
    if (begin_loose_bars(tables, line))
        return true;
    return begin_side_by_side(tables, line) || headed_table_take_summary(&tables->headed, line);
}

/* Within a report that is not whole yet there are no tables by hand. */
static bool may_be_head(const struct run_builder *builder)
{
    return !builder->run || !builder->is_strong || builder->broken || run_builder_is_whole(builder);
}

bool tables_begin_under_head(struct tables *tables, struct text line)
{
    struct assembly *assembly = tables->assembly;
    const struct run_builder *builder = &assembly->builder;
    struct table_head head;

    if (!may_be_head(builder))
        return false;
    if (!builder->run && headed_table_resume(&tables->headed, line))
        return true;
    if (table_head_find(assembly->rules, line, assembly->arena, &head)) {
        headed_table_open(&tables->headed, &head);
        return true;
    }
    bool in_report = builder->run && !builder->broken;
    struct text above = assembly->surroundings.previous;
    return !in_report &&
           (run_columns_begin(&tables->run_columns, above, line) ||
            pivot_table_begin(&tables->pivot, above, line, assembly->surroundings.line_above));
}

bool tables_take_pair(struct tables *tables, struct text name, struct text value)
{
    struct run_builder *builder = &tables->assembly->builder;
    struct table_column column;
    struct number number;
    struct text unit;

    table_column_read_heading(tables->assembly->rules, name, &column);
    if (!builder->run || !table_column_is_figure(&column) ||
        run_measurement(builder->run, column.field.metric) || cell_kind_of(value) != CELL_NUMBER ||
        !cell_scan_figure(value, &number, &unit) || (column.unit_is_open && !unit.length))
        return false;
    run_builder_set_field(builder, &column.field, column.unit, value, tables->assembly->line);
    builder->run->source.line_end = tables->assembly->line;
    return true;
}
