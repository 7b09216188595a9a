#include "tables.h"

#include <string.h>

#include "side_by_side.h"

void tables_init(struct tables *tables, struct assembly *assembly, bool keep_columns)
{
    tables->assembly = assembly;
    headed_table_init(&tables->headed, assembly, keep_columns);
    run_columns_init(&tables->run_columns, assembly);
    bar_rows_init(&tables->bars);
    logical_lines_init(&tables->queue);
}

void tables_release(struct tables *tables)
{
    headed_table_release(&tables->headed);
    run_columns_release(&tables->run_columns);
    bar_rows_release(&tables->bars);
    logical_lines_release(&tables->queue);
}

bool tables_continue(struct tables *tables, struct text line)
{
    struct assembly *assembly = tables->assembly;

    if (tables->headed.open)
        return headed_table_continue(&tables->headed, line);
    if (tables->bars.rows.count)
        return bar_rows_continue(&tables->bars, assembly->rules, line, assembly->line);
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

static bool take_headed_bars(struct tables *tables)
{
    struct assembly *assembly = tables->assembly;
    const struct kept_lines *rows = &tables->bars.rows;
    struct table_head head;

    if (!table_head_find(assembly->rules, kept_line(rows, 0), assembly->arena, &head) ||
        head.separator != SEPARATOR_BAR || rows->count < 2)
        return false;
    headed_table_open(&tables->headed, &head);
    headed_table_take_rows(&tables->headed, rows, 1);
    return true;
}

static void end_bars(struct tables *tables)
{
    struct bar_rows *bars = &tables->bars;
    size_t line = tables->assembly->line;

    if (!bars->rows.count)
        return;
    struct bar_layout layout = bar_rows_layout(bars, tables->assembly->rules);
    if (bars->side_by_side && layout.paired < 2)
        leave_out(tables);
    else if (bars->side_by_side)
        bar_rows_write_columns(bars, &layout, &tables->queue);
    else if (layout.whole)
        bar_rows_write_rows(bars, &tables->queue);
    else if (take_headed_bars(tables))
        ; /* its runs are all there */
    else if (layout.columns > 2 && (layout.paired >= 2 || layout.single >= 2))
        bar_rows_write_columns(bars, &layout, &tables->queue);
    else if (layout.single || !take_run_columns(tables))
        bar_rows_write_rows(bars, &tables->queue);
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
}

void tables_take_blank(struct tables *tables)
{
    /* Between the parts of a report. */
    if (!tables->bars.side_by_side)
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

bool tables_begin(struct tables *tables, struct text line)
{
    if (line.start[0] == '|') {
        kept_lines_add(&tables->bars.rows, line, tables->assembly->line);
        return true;
    }
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
    if (table_head_find(assembly->rules, line, assembly->arena, &head)) {
        headed_table_open(&tables->headed, &head);
        return true;
    }
    bool in_report = builder->run && !builder->broken;
    return !in_report &&
           run_columns_begin(&tables->run_columns, assembly->surroundings.previous, line);
}
