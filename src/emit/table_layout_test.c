#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>
#include <string.h>

#include "table_layout.h"

/* Every byte is one wide. */
static double byte_width(const void *font, struct text text)
{
    (void)font;
    return (double)text.length;
}

static const struct measure measure = {
    .width = byte_width, .gap = 2, .indent = 2, .step = 1, .most_lines = 3};

static void assert_text(struct text text, const char *expected)
{
    assert_int_equal(text.length, strlen(expected));
    assert_memory_equal(text.start, expected, text.length);
}

static void assert_lines(const char *text, double width, const char *const *expected, size_t count)
{
    struct arena arena;

    arena_init(&arena);
    struct lines lines = layout_wrap(&arena, text_of(text), width, &measure, NULL);
    assert_int_equal(lines.count, count);
    for (size_t i = 0; i < count; i++)
        assert_text(lines.lines[i], expected[i]);
    arena_release(&arena);
}

static void lines_break_at_blanks_slashes_and_hyphens(void **state)
{
    (void)state;
    assert_lines("one two three", 8, (const char *[]){"one two", "three"}, 2);
    assert_lines("/usr/share/fonts", 11, (const char *[]){"/usr/share/", "fonts"}, 2);
    assert_lines("keep-alive-on", 9, (const char *[]){"keep-", "alive-on"}, 2);
    assert_lines("", 5, (const char *[]){""}, 1);
}

static void what_belongs_together_stays_together(void **state)
{
    (void)state;
    assert_lines("about requests/s", 9, (const char *[]){"about", "requests/", "s"}, 3);
    assert_lines("about requests/s", 10, (const char *[]){"about", "requests/s"}, 2);
    assert_lines("to 25 % more", 5, (const char *[]){"to", "25 %", "more"}, 3);
}

static void a_word_that_is_too_wide_is_cut_between_characters(void **state)
{
    (void)state;
    assert_lines("abcdefgh", 3, (const char *[]){"abc", "def", "gh"}, 3);
    assert_lines("\xe4\xb8\xad\xe6\x96\x87", 4, (const char *[]){"\xe4\xb8\xad", "\xe6\x96\x87"},
                 2);
}

static void a_text_of_too_many_lines_loses_its_middle(void **state)
{
    struct arena arena;
    char giant[10001];

    (void)state;
    arena_init(&arena);
    memset(giant, 'a', 5000);
    memset(giant + 5000, 'z', 5000);
    giant[10000] = '\0';
    struct lines lines = layout_wrap_at_most(&arena, giant, 20, 3, &measure);
    assert_true(lines.count <= 3);
    assert_int_equal(lines.lines[0].start[0], 'a');
    struct text last = lines.lines[lines.count - 1];
    assert_int_equal(last.start[last.length - 1], 'z');
    arena_release(&arena);
}

static void a_cell_is_split_at_its_numbers(void **state)
{
    (void)state;
    struct pieces pieces = layout_split(text_of("1,493.5 \xc2\xb1 0.42"));
    assert_int_equal(pieces.count, 2);
    assert_text(pieces.whole[0], "1,493");
    assert_text(pieces.rest[0], ".5");
    assert_text(pieces.whole[1], " \xc2\xb1 0");
    assert_text(pieces.rest[1], ".42");

    pieces = layout_split(text_of("+22.3 % (19.3 to 25.3)"));
    assert_int_equal(pieces.count, 3);
    assert_text(pieces.whole[0], "+22");
    assert_text(pieces.rest[0], ".3 %");
    assert_text(pieces.whole[1], " (19");
    assert_text(pieces.rest[1], ".3 to");
    assert_text(pieces.rest[2], ".3)");

    assert_int_equal(layout_split(text_of("baseline")).count, 0);
    pieces = layout_split(text_of("2 of 3"));
    assert_text(pieces.whole[0], "2");
    assert_text(pieces.rest[0], " of");
    assert_text(pieces.whole[1], " 3");
}

/* A table of text cells, three rows each the same. */
static struct table make_table(struct arena *arena, const char *const *cells, size_t count)
{
    struct table table = {.caption = "", .footnote = "", .column_count = count, .row_count = 1};

    table.columns = arena_allocate(arena, count * sizeof *table.columns);
    table.cells = arena_allocate(arena, count * sizeof *table.cells);
    for (size_t i = 0; i < count; i++) {
        table.columns[i] = (struct column){.heading = "head", .unit = ""};
        table.cells[i].text = cells[i];
    }
    return table;
}

static void a_table_that_fits_is_one_panel(void **state)
{
    struct arena arena;

    (void)state;
    arena_init(&arena);
    struct table table = make_table(&arena, (const char *[]){"nginx", "1,493", "faster"}, 3);
    struct table_layout layout = layout_table(&arena, &table, 80, &measure);
    assert_int_equal(layout.panel_count, 1);
    assert_false(layout.name_above);
    assert_int_equal(layout.panels[0].count, 3);
    assert_true(layout.panels[0].width == 5 + 2 + 5 + 2 + 6);
    arena_release(&arena);
}

static void a_long_label_shrinks_first(void **state)
{
    struct arena arena;

    (void)state;
    arena_init(&arena);
    struct table table = make_table(
        &arena, (const char *[]){"a rather long label that nobody needs", "1,493", "faster"}, 3);
    struct table_layout layout = layout_table(&arena, &table, 40, &measure);
    assert_int_equal(layout.panel_count, 1);
    assert_false(layout.name_above);
    assert_true(layout.panels[0].width <= 40);
    assert_true(layout.panels[0].columns[1].width == 5);
    arena_release(&arena);
}

static void a_table_that_is_much_too_wide_becomes_panels(void **state)
{
    static const char *const cells[] = {"nginx",        "aaaaaaaaaaaa", "bbbbbbbbbbbb",
                                        "cccccccccccc", "dddddddddddd", "eeeeeeeeeeee",
                                        "ffffffffffff", "gggggggggggg"};
    struct arena arena;

    (void)state;
    arena_init(&arena);
    struct table table = make_table(&arena, cells, 8);
    struct table_layout layout = layout_table(&arena, &table, 40, &measure);
    size_t shown = 0;
    assert_true(layout.panel_count > 1);
    for (size_t i = 0; i < layout.panel_count; i++) {
        assert_true(layout.panels[i].width <= 40);
        assert_int_equal(layout.panels[i].columns[0].source, 0);
        shown += layout.panels[i].count - 1;
    }
    assert_int_equal(shown, 7);
    arena_release(&arena);
}

/* What tells the names apart stands in the middle, which a long text loses. */
static void a_long_name_is_not_shortened_to_that_of_another_row(void **state)
{
    struct arena arena;
    struct column columns[] = {
        {"group",      "", false},
        {"requests/s", "", true }
    };
    struct cell cells[4] = {{.text = ""}, {.text = "1,000"}, {.text = ""}, {.text = "2,000"}};
    struct table table = {.columns = columns,
                          .column_count = 2,
                          .cells = cells,
                          .row_count = 2,
                          .caption = "",
                          .footnote = ""};
    static const char words[] = "words and words and words and words and words and words and words";

    (void)state;
    arena_init(&arena);
    cells[0].text = arena_format(&arena, "%s and one and %s", words, words);
    cells[2].text = arena_format(&arena, "%s and two and %s", words, words);
    assert_false(layout_tells_rows(&arena, &table, 0, 30, 3, &measure));
    struct table_layout layout = layout_table(&arena, &table, 40, &measure);
    const struct layout_column *column = &layout.panels[0].columns[0];
    assert_true(column->most_lines > 3);
    assert_true(layout_tells_rows(&arena, &table, 0, column->width, column->most_lines, &measure));
    cells[2].text = cells[0].text;
    layout = layout_table(&arena, &table, 40, &measure);
    assert_int_equal(layout.panels[0].columns[0].most_lines, 3);
    arena_release(&arena);
}

/* Two rows below one name that is wider than the page lets it be. */
static void a_name_that_heads_rows_stands_above_them_before_it_is_wrapped(void **state)
{
    struct column columns[] = {
        {"section",    "", false},
        {"requests/s", "", true }
    };
    struct cell cells[] = {
        {.text = "a long name of a section"},
        {.text = "1,000"},
        {.text = "a long name of a section"},
        {.text = "2,000"},
    };
    struct table table = {.columns = columns,
                          .column_count = 2,
                          .cells = cells,
                          .row_count = 2,
                          .caption = "",
                          .footnote = ""};
    struct arena arena;

    (void)state;
    arena_init(&arena);
    assert_false(layout_table(&arena, &table, 30, &measure).name_above);
    cells[2].repeats = true;
    assert_true(layout_table(&arena, &table, 30, &measure).name_above);
    assert_false(layout_table(&arena, &table, 80, &measure).name_above);
    assert_true(layout_names_row(&table, 0));
    assert_false(layout_names_row(&table, 1));
    assert_string_equal(layout_cell_text(&table, 1, 0), "");
    arena_release(&arena);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(lines_break_at_blanks_slashes_and_hyphens),
        cmocka_unit_test(what_belongs_together_stays_together),
        cmocka_unit_test(a_word_that_is_too_wide_is_cut_between_characters),
        cmocka_unit_test(a_text_of_too_many_lines_loses_its_middle),
        cmocka_unit_test(a_cell_is_split_at_its_numbers),
        cmocka_unit_test(a_table_that_fits_is_one_panel),
        cmocka_unit_test(a_long_label_shrinks_first),
        cmocka_unit_test(a_table_that_is_much_too_wide_becomes_panels),
        cmocka_unit_test(a_long_name_is_not_shortened_to_that_of_another_row),
        cmocka_unit_test(a_name_that_heads_rows_stands_above_them_before_it_is_wrapped),
    };

    cmocka_set_message_output(CM_OUTPUT_TAP);
    return cmocka_run_group_tests(tests, NULL, NULL);
}
