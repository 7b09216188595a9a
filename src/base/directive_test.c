#include "directive.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>

#include <cmocka.h>
#include <string.h>

static struct arena arena;

static int set_up(void **state)
{
    (void)state;
    arena_init(&arena);
    return 0;
}

static int tear_down(void **state)
{
    (void)state;
    arena_release(&arena);
    return 0;
}

/* The only directive of `text`. */
static struct directive directive_of(const char *text)
{
    struct directive_reader reader;
    struct directive directive;

    directive_reader_init(&reader, "rules", text_of(text));
    assert_true(directive_next(&reader, &directive));
    return directive;
}

static void comments_and_blank_lines_are_passed_over_and_counted(void **state)
{
    struct directive_reader reader;
    struct directive directive;

    (void)state;
    directive_reader_init(&reader, "rules",
                          text_of("# comment\n\n  \t\n format  ab\r\n   # no\n"
                                  "rule x # y\nlast"));
    assert_true(directive_next(&reader, &directive));
    assert_true(text_is(directive.keyword, "format"));
    assert_true(text_is(directive_rest(&directive), "ab"));
    assert_int_equal(directive.line, 4);
    assert_true(directive_next(&reader, &directive));
    assert_int_equal(directive.line, 6);
    assert_true(text_is(directive_rest(&directive), "x # y"));
    assert_true(directive_next(&reader, &directive));
    assert_true(text_is(directive.keyword, "last"));
    assert_int_equal(directive_rest(&directive).length, 0);
    assert_int_equal(directive.line, 7);
    assert_false(directive_next(&reader, &directive));
    assert_false(directive_next(&reader, &directive));
}

static void words_lose_their_quotes_and_escapes(void **state)
{
    static const struct {
        const char *line;
        const char *word;
    } cases[] = {
        {"k word",               "word"          },
        {"k \"two words\"",      "two words"     },
        {"k \"\"",               ""              },
        {"k \"a\\\"b\\\\c\"",    "a\"b\\c"       },
        {"k \"\\t\\n\\r\\e\"",   "\t\n\r\x1b"    },
        {"k \"\\x41\\xfF\"",     "A\xff"         },
        {"k \"\\x4\"",           "x4"            },
        {"k \"\\q\"",            "q"             },
        {"k a\\tb",              "a\\tb"         }, /* no escapes outside of quotes */
        {"k pre\"in side\"post", "prein sidepost"},
        {"k \"never closed",     "never closed"  },
        {"k \"ends in \\",       "ends in \\"    },
    };

    (void)state;
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        struct directive directive = directive_of(cases[i].line);
        assert_string_equal(directive_word(&directive, &arena), cases[i].word);
        assert_null(directive_word(&directive, &arena));
    }
}

static void options_are_taken_where_they_stand_and_nothing_else_is(void **state)
{
    struct directive directive = directive_of("rule unit=ms name=\"a b\" empty= last");
    char *key;
    char *value;

    (void)state;
    assert_true(directive_option(&directive, &arena, &key, &value));
    assert_string_equal(key, "unit");
    assert_string_equal(value, "ms");
    assert_true(directive_option(&directive, &arena, &key, &value));
    assert_string_equal(key, "name");
    assert_string_equal(value, "a b");
    assert_true(directive_option(&directive, &arena, &key, &value));
    assert_string_equal(key, "empty");
    assert_string_equal(value, "");
    assert_false(directive_option(&directive, &arena, &key, &value));
    assert_string_equal(directive_word(&directive, &arena), "last");
    assert_false(directive_option(&directive, &arena, &key, &value));

    directive = directive_of("rule =x");
    assert_false(directive_option(&directive, &arena, &key, &value));
    directive = directive_of("rule (?<a>b)=c");
    assert_false(directive_option(&directive, &arena, &key, &value));
    assert_true(text_is(directive_rest(&directive), "(?<a>b)=c"));
}

static void a_place_names_file_line_and_column_of_the_next_word(void **state)
{
    struct directive directive = directive_of("\n  rule   one \"two\" three");

    (void)state;
    struct place place = directive_place(&directive);
    assert_string_equal(place.file, "rules");
    assert_int_equal(place.line, 2);
    assert_int_equal(place.column, 10);
    directive_word(&directive, &arena);
    assert_int_equal(directive_place(&directive).column, 14);
    directive_word(&directive, &arena);
    assert_int_equal(directive_place(&directive).column, 20);
    directive_word(&directive, &arena);
    /* At the end of the line the directive itself is meant. */
    assert_int_equal(directive_place(&directive).column, 3);
}

static void the_rest_of_a_line_keeps_its_blanks_and_quotes(void **state)
{
    struct directive directive = directive_of("rule inside ^\"a\"  (b|c) \\s*$  ");

    (void)state;
    assert_string_equal(directive_word(&directive, &arena), "inside");
    assert_true(text_is(directive_rest(&directive), "^\"a\"  (b|c) \\s*$"));
    assert_int_equal(directive_rest(&directive).length, 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(comments_and_blank_lines_are_passed_over_and_counted),
        cmocka_unit_test(words_lose_their_quotes_and_escapes),
        cmocka_unit_test(options_are_taken_where_they_stand_and_nothing_else_is),
        cmocka_unit_test(a_place_names_file_line_and_column_of_the_next_word),
        cmocka_unit_test(the_rest_of_a_line_keeps_its_blanks_and_quotes),
    };

    cmocka_set_message_output(CM_OUTPUT_TAP);
    return cmocka_run_group_tests(tests, set_up, tear_down);
}
