#include "capture.h"

/* A small reader of RFC 4180, strict: CRLF, quotes doubled, quotes only around a whole cell. */
struct grid {
    char *cells[64][128];
    size_t columns[64];
    size_t rows;
};

static const char *read_cell(const char *at, const char *end, struct buffer *cell)
{
    buffer_clear(cell);
    if (at < end && *at == '"') {
        for (at++; at < end; at++) {
            if (*at == '"' && at + 1 < end && at[1] == '"')
                at++;
            else if (*at == '"')
                return at + 1;
            buffer_append_byte(cell, *at);
        }
        fail_msg("a quoted cell has no end");
    }
    for (; at < end && *at != ',' && *at != '\r'; at++) {
        assert_true(*at != '"' && *at != '\n');
        buffer_append_byte(cell, *at);
    }
    return at;
}

static void read_grid(struct text text, struct grid *grid, struct arena *arena)
{
    const char *at = text.start;
    const char *end = text.start + text.length;
    struct buffer cell;

    memset(grid, 0, sizeof *grid);
    buffer_init(&cell);
    while (at < end) {
        assert_true(grid->rows < 64 && grid->columns[grid->rows] < 128);
        at = read_cell(at, end, &cell);
        grid->cells[grid->rows][grid->columns[grid->rows]++] = text_copy(arena, buffer_text(&cell));
        assert_true(at < end);
        if (*at == ',') {
            at++;
            continue;
        }
        assert_true(at[0] == '\r' && at[1] == '\n');
        at += 2;
        grid->rows++;
    }
    buffer_release(&cell);
}

static const char *cell_of(const struct grid *grid, size_t row, const char *head)
{
    for (size_t i = 0; i < grid->columns[0]; i++)
        if (strcmp(grid->cells[0][i], head) == 0)
            return grid->cells[row][i];
    fail_msg("no column %s", head);
    return NULL;
}

static struct grid grid;

static void a_group_is_a_row_with_unrounded_numbers(void **state)
{
    static struct sample_analysis sample;

    (void)state;
    sample_three(&sample);
    read_grid(capture(&sample, "table groups group", emit_csv), &grid, &sample.arena);
    assert_int_equal(grid.rows, 4);
    for (size_t row = 0; row < grid.rows; row++)
        assert_int_equal(grid.columns[row], grid.columns[0]);
    assert_string_equal(cell_of(&grid, 2, "group"), "gevent");
    assert_string_equal(cell_of(&grid, 2, "runs"), "5");
    assert_string_equal(cell_of(&grid, 3, "runs_used"), "4");
    assert_string_equal(cell_of(&grid, 2, "baseline"), "sync");
    assert_string_equal(cell_of(&grid, 2, "requests_per_second"), "1829.352");
    assert_string_equal(cell_of(&grid, 2, "requests_per_second_n"), "5");
    double sd = strtod(cell_of(&grid, 2, "requests_per_second_sd"), NULL);
    const struct summary *summary = group_summary(&sample.groups[1], sample_metric(&sample, "rps"));
    assert_true(sd == summary->sd);
    assert_string_equal(cell_of(&grid, 2, "requests_per_second_verdict"), "better");
    assert_string_equal(cell_of(&grid, 1, "requests_per_second_verdict"), "");
    sample_release(&sample);
}

static void only_leaves_rows_of_other_verdicts_out(void **state)
{
    static const char *undecided[] = {"undecided"};
    static struct sample_analysis sample;

    (void)state;
    sample_three(&sample);
    sample.settings.only = undecided;
    sample.settings.only_count = 1;
    read_grid(capture(&sample, "table groups group", emit_csv), &grid, &sample.arena);
    assert_int_equal(grid.rows, 3);
    assert_string_equal(cell_of(&grid, 1, "group"), "sync");
    assert_string_equal(cell_of(&grid, 2, "group"), "threads");
    read_grid(capture(&sample, "table runs run", emit_csv), &grid, &sample.arena);
    assert_int_equal(grid.rows, 11);
    sample_release(&sample);
}

static void what_is_not_defined_is_an_empty_cell(void **state)
{
    static const double rate = 1492.27;
    static struct sample_analysis sample;

    (void)state;
    sample_init(&sample);
    sample_group(&sample, "one", &rate, 1);
    read_grid(capture(&sample, "table groups group", emit_csv), &grid, &sample.arena);
    assert_string_equal(cell_of(&grid, 1, "requests_per_second"), "1492.27");
    assert_string_equal(cell_of(&grid, 1, "requests_per_second_sd"), "");
    assert_string_equal(cell_of(&grid, 1, "requests_per_second_ci_low"), "");
    sample_release(&sample);
}

static void a_template_of_runs_gives_a_row_a_run(void **state)
{
    static struct sample_analysis sample;

    (void)state;
    sample_three(&sample);
    read_grid(capture(&sample, "table runs run", emit_csv), &grid, &sample.arena);
    assert_int_equal(grid.rows, 16);
    assert_string_equal(cell_of(&grid, 15, "run"), "threads");
    assert_string_equal(cell_of(&grid, 15, "status"), "aborted");
    assert_string_equal(cell_of(&grid, 15, "concurrency"), "10");
    assert_string_equal(cell_of(&grid, 15, "requests_per_second"), "1533.8");
    assert_string_equal(cell_of(&grid, 15, "line"), "561");
    sample_release(&sample);
}

static void no_formula_reaches_a_spreadsheet(void **state)
{
    static struct sample_analysis sample;

    (void)state;
    sample_hostile(&sample);
    read_grid(capture(&sample, "table groups group", emit_csv), &grid, &sample.arena);
    assert_int_equal(grid.rows, HOSTILE_COUNT + 2);
    for (size_t row = 1; row < grid.rows; row++) {
        assert_int_equal(grid.columns[row], grid.columns[0]);
        assert_null(*grid.cells[row][0] ? strchr("=+-@\t\r", grid.cells[row][0][0]) : NULL);
    }
    assert_string_equal(grid.cells[4][0], "'=cmd|' /C calc'!A0");
    assert_string_equal(grid.cells[13][0], "quote \" comma , semicolon ;");
    sample_release(&sample);
}

static void a_negative_number_stays_a_number(void **state)
{
    static struct sample_analysis sample;

    (void)state;
    sample_three(&sample);
    sample.comparisons[0].change_pct = -3.25;
    read_grid(capture(&sample, "table groups group", emit_csv), &grid, &sample.arena);
    assert_string_equal(cell_of(&grid, 2, "requests_per_second_change_pct"), "-3.25");
    sample_release(&sample);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_group_is_a_row_with_unrounded_numbers),
        cmocka_unit_test(only_leaves_rows_of_other_verdicts_out),
        cmocka_unit_test(what_is_not_defined_is_an_empty_cell),
        cmocka_unit_test(a_template_of_runs_gives_a_row_a_run),
        cmocka_unit_test(no_formula_reaches_a_spreadsheet),
        cmocka_unit_test(a_negative_number_stays_a_number),
    };

    cmocka_set_message_output(CM_OUTPUT_TAP);
    return cmocka_run_group_tests(tests, NULL, NULL);
}
