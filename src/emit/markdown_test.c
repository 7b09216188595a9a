#include "capture.h"

#include "../base/utf8.h"

static bool contains(struct text text, const char *needle)
{
    return text_find(text, needle) < text.length;
}

/* Bars that part cells: those without a backslash in front. */
static size_t bars(struct text line)
{
    size_t count = 0;

    for (size_t i = 0; i < line.length; i++) {
        if (line.start[i] == '\\')
            i++;
        else
            count += line.start[i] == '|';
    }
    return count;
}

static bool is_row(struct text line)
{
    return text_starts_with(line, "| ");
}

static void tables_are_aligned(void **state)
{
    static struct sample_analysis sample;
    struct text line;

    (void)state;
    sample_three(&sample);
    struct text text = capture(
        &sample, "table groups group used primary:interval cv change verdict", emit_markdown);
    assert_true(contains(text, "| group   |   runs |    requests/s | CV (%) |"));
    assert_true(contains(text, "| ------- | -----: | ------------: | -----: |"));
    size_t width = 0;
    while (text_split(&text, '\n', &line)) {
        if (!is_row(line))
            continue;
        size_t this_width = utf8_width(text_copy(&sample.arena, line));
        assert_true(!width || width == this_width);
        width = this_width;
    }
    assert_true(width > 60);
    sample_release(&sample);
}

static void hostile_labels_part_no_cells(void **state)
{
    static struct sample_analysis sample;
    struct text line;
    size_t rows = 0;

    (void)state;
    sample_hostile(&sample);
    struct text text = capture(&sample, "table groups group used rps cv verdict", emit_markdown);
    while (text_split(&text, '\n', &line)) {
        if (!is_row(line))
            continue;
        rows++;
        assert_int_equal(bars(line), 6);
        assert_true(line.length < 400);
    }
    assert_int_equal(rows, HOSTILE_COUNT + 3);
    sample_release(&sample);
}

static void no_markup_gets_through(void **state)
{
    static struct sample_analysis sample;
    static const char markup[] = "`*_[]<>|~&$#";

    (void)state;
    sample_hostile(&sample);
    struct text text = capture(&sample, "table groups group rps", emit_markdown);
    /* Below the heads, whatever could be markup has a backslash in front. */
    size_t start = text_find(text, "a\\|b");
    assert_true(start < text.length);
    for (size_t i = start; i < text.length; i++) {
        char byte = text.start[i];
        if (byte == '\\')
            i++;
        else if (byte != '|')
            assert_null(memchr(markup, byte, sizeof markup - 1));
    }
    assert_false(contains(text, "http://"));
    assert_false(contains(text, "\x1b"));
    assert_true(utf8_is_valid(text));
    sample_release(&sample);
}

static void text_at_the_start_of_a_line_makes_no_block(void **state)
{
    static const struct {
        const char *text, *written;
    } cases[] = {
        {"# heading",       "\\# heading\n"      },
        {"- item",          "\\- item\n"         },
        {"1. item",         "1\\. item\n"        },
        {"12) item",        "12\\) item\n"       },
        {"+ item",          "\\+ item\n"         },
        {"> quote",         "\\> quote\n"        },
        {"=====",           "\\=====\n"          },
        {"1.5 is a number", "1.5 is a number\n"  },
        {"plain 1. text",   "plain 1. text\n"    },
        {"www.example.org", "www\\.example.org\n"},
    };
    static struct sample_analysis sample;

    (void)state;
    sample_init(&sample);
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        struct text text = capture(
            &sample, arena_format(&sample.arena, "text \"%s\"", cases[i].text), emit_markdown);
        assert_string_equal(text.start, cases[i].written);
    }
    sample_release(&sample);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(tables_are_aligned),
        cmocka_unit_test(hostile_labels_part_no_cells),
        cmocka_unit_test(no_markup_gets_through),
        cmocka_unit_test(text_at_the_start_of_a_line_makes_no_block),
    };

    cmocka_set_message_output(CM_OUTPUT_TAP);
    return cmocka_run_group_tests(tests, NULL, NULL);
}
