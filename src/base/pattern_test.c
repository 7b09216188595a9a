#include "pattern.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>
#include <string.h>

static struct arena arena;
static struct pattern_engine engine;

static int set_up(void **state)
{
    (void)state;
    arena_init(&arena);
    pattern_engine_init(&engine);
    return 0;
}

static int tear_down(void **state)
{
    (void)state;
    pattern_engine_release(&engine);
    arena_release(&arena);
    return 0;
}

static const struct macro macros[] = {
    {"number", "(?:\\d+)" },
    {"is",     "(?:\\h*:)"},
};

static void patterns_are_expanded(void **state)
{
    static const struct {
        const char *source;
        const char *expanded;
    } cases[] = {
        {"Failed requests", "Failed\\h+requests"    },
        {"a  b",            "a\\h+\\h+b"            },
        {"x{is} {number}",  "x(?:\\h*:)\\h+(?:\\d+)"},
        {"[ a]b",           "[ a]b"                 }, /* a blank in a class is one */
        {"[^ ] {number}",   "[^ ]\\h+(?:\\d+)"      },
        {"[{is}]",          "[{is}]"                },
        {"\\{is} \\[ \\ x", "\\{is}\\h+\\[\\h+\\ x" },
        {"a{2,3}b{4}",      "a{2,3}b{4}"            },
        {"\\x{a0}\\p{Lu}",  "\\x{a0}\\p{Lu}"        },
        {"",                ""                      },
        {"tail\\",          "tail\\"                },
    };
    struct buffer expanded;
    size_t offset;

    (void)state;
    buffer_init(&expanded);
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        buffer_clear(&expanded);
        assert_true(pattern_expand(&expanded, text_of(cases[i].source), macros, 2, &offset));
        assert_string_equal(buffer_text(&expanded).start, cases[i].expanded);
    }
    buffer_release(&expanded);
}

static void an_unknown_macro_is_told_by_its_offset(void **state)
{
    struct buffer expanded;
    size_t offset = 99;

    (void)state;
    buffer_init(&expanded);
    assert_false(pattern_expand(&expanded, text_of("ab {number} {nothing}"), macros, 2, &offset));
    assert_int_equal(offset, 12);
    buffer_release(&expanded);
}

/*
 * The prefix is a promise: no line that begins otherwise can match.  `first`
 * holds a line that the pattern matches; its beginning has to be the prefix.
 */
static void the_literal_beginning_is_never_too_long(void **state)
{
    static const struct {
        const char *pattern;
        const char *prefix;
        const char *line;
    } cases[] = {
        {"Server\\h+Port", "server",   "SERVER port"},
        {"^Total",         "total",    "Total"      },
        {"ab?c",           "a",        "ac"         },
        {"ab*c",           "a",        "ac"         },
        {"ab{0}c",         "a",        "ac"         },
        {"ab+c",           "ab",       "abbc"       },
        {"a|b",            "",         "b"          },
        {"(a|b)c",         "",         "bc"         },
        {"(?:a|b)c",       "",         "bc"         },
        {"x(a|b)",         "x",        "xb"         },
        {"\\*\\* SIEGE",   "** siege", "** SIEGE"   },
        {"\\(Connect",     "(connect", "(Connect"   },
        {"\\d+%",          "",         "50%"        },
        {"[ab]c",          "",         "bc"         },
        {"x[(]a|b",        "",         "b"          },
        {"x[]|(]y|b",      "",         "b"          },
        {"x[^]|(]y|b",     "",         "b"          },
        {"x\\(a|b",        "",         "b"          },
        {"(?<host>ab)c",   "abc",      "abc"        },
        {"(?<host>ab)?c",  "",         "c"          },
        {"(?:ab){0}c",     "",         "c"          },
        {"(?:ab)*c",       "",         "c"          },
        {"(?!x)ab",        "",         "ab"         },
        {"(?=ab)ab",       "",         "ab"         },
        {"(?i)ab",         "",         "ab"         },
        {"(a(b|c)d)e",     "a",        "acde"       },
        {".b",             "",         "xb"         },
        {"a$",             "a",        "a"          },
        {"a(?:b",          "a",        NULL         }, /* torn */
        {"(?<host",        "",         NULL         },
        {"a[b",            "a",        NULL         },
        {"",               "",         ""           },
    };

    (void)state;
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        char prefix[20] = "";
        size_t offset;
        const char *problem;
        size_t length = pattern_literal_prefix(cases[i].pattern, prefix, sizeof prefix);
        assert_int_equal(length, strlen(prefix));
        if (strncmp(cases[i].prefix, prefix, length) != 0)
            fail_msg("%s begins with \"%s\"", cases[i].pattern, prefix);
        if (!cases[i].line)
            continue;
        pcre2_code *code = pattern_compile(&engine, cases[i].pattern, &offset, &arena, &problem);
        assert_non_null(code);
        assert_int_equal(pattern_match(&engine, code, text_of(cases[i].line)), MATCH_YES);
        for (size_t k = 0; k < length; k++)
            assert_int_equal(byte_lower(cases[i].line[k]), prefix[k]);
        pattern_release(code);
    }
}

static void plain_beginnings_are_found(void **state)
{
    static const char *const patterns[] = {"Requests\\h+per", "\\*\\*\\h+SIEGE", "(?<host>abc)d"};
    static const char *const prefixes[] = {"requests", "**", "abc"};
    char prefix[20];

    (void)state;
    for (size_t i = 0; i < 3; i++) {
        pattern_literal_prefix(patterns[i], prefix, sizeof prefix);
        assert_string_equal(prefix, prefixes[i]);
    }
    assert_int_equal(pattern_literal_prefix("abcdefgh", prefix, 5), 4);
    assert_string_equal(prefix, "abcd");
}

static void a_match_is_anchored_and_ignores_case(void **state)
{
    size_t offset;
    const char *problem;
    struct text text;
    struct text line = text_of("REQUESTS: 12 x");
    pcre2_code *code =
        pattern_compile(&engine, "requests: (?<a>\\d+)(?<b>y)?", &offset, &arena, &problem);

    (void)state;
    assert_non_null(code);
    assert_int_equal(pattern_match(&engine, code, line), MATCH_YES);
    assert_true(pattern_group(&engine, line, 0, &text) && text_is(text, "REQUESTS: 12"));
    assert_true(pattern_group(&engine, line, 1, &text) && text_is(text, "12"));
    assert_false(pattern_group(&engine, line, 2, &text));
    assert_false(pattern_group(&engine, line, 99, &text));
    assert_int_equal(pattern_match(&engine, code, text_of(" Requests: 12")), MATCH_NO);
    assert_int_equal(pattern_match(&engine, code, text_of("")), MATCH_NO);
    pattern_release(code);
}

static void what_is_no_pattern_is_told_by_its_offset(void **state)
{
    size_t offset;
    const char *problem;

    (void)state;
    assert_null(pattern_compile(&engine, "ab(c", &offset, &arena, &problem));
    assert_int_equal(offset, 4);
    assert_non_null(strstr(problem, "parenthesis"));
}

static void a_pattern_that_runs_away_is_stopped(void **state)
{
    static const char *const runaways[] = {"(?:a+)+$", "(a|aa)+$", "(?:a*)*b", "(?:a?){30}a{30}c"};
    static const char line[] = "aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa!";
    size_t offset;
    const char *problem;

    (void)state;
    for (size_t i = 0; i < sizeof runaways / sizeof runaways[0]; i++) {
        pcre2_code *code = pattern_compile(&engine, runaways[i], &offset, &arena, &problem);
        assert_non_null(code);
        for (int fast = 0; fast < 2; fast++) {
            enum match match = fast && pattern_make_fast(code)
                                   ? pattern_match_fast(&engine, code, text_of(line))
                                   : pattern_match(&engine, code, text_of(line));
            /* PCRE2 may see at once that there is no "b"; that is no harm. */
            assert_true(match == MATCH_RUNAWAY || match == MATCH_NO);
            if (i == 0)
                assert_int_equal(match, MATCH_RUNAWAY);
        }
        pattern_release(code);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(patterns_are_expanded),
        cmocka_unit_test(an_unknown_macro_is_told_by_its_offset),
        cmocka_unit_test(the_literal_beginning_is_never_too_long),
        cmocka_unit_test(plain_beginnings_are_found),
        cmocka_unit_test(a_match_is_anchored_and_ignores_case),
        cmocka_unit_test(what_is_no_pattern_is_told_by_its_offset),
        cmocka_unit_test(a_pattern_that_runs_away_is_stopped),
    };

    cmocka_set_message_output(CM_OUTPUT_TAP);
    return cmocka_run_group_tests(tests, set_up, tear_down);
}
