#include "utf8.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>

#include <cmocka.h>
#include <string.h>

static void only_utf8_is_valid(void **state)
{
    static const char *const valid[] = {
        "", "plain", "\xc3\xa4", "\xe2\x82\xac", "\xf0\x9f\x98\x80", "\xef\xbf\xbd", "\x01\x7f"};
    static const char *const invalid[] = {
        "\xa0",             /* a lone continuation */
        "\xc3",             /* cut */
        "\xe2\x82",         /* cut */
        "\xc0\x80",         /* an overlong zero */
        "\xe0\x80\xaf",     /* an overlong slash */
        "\xed\xa0\x80",     /* a surrogate */
        "\xf4\x90\x80\x80", /* beyond U+10FFFF */
        "\xff",
        "a\xfe",
    };

    (void)state;
    for (size_t i = 0; i < sizeof valid / sizeof valid[0]; i++)
        assert_true(utf8_is_valid(text_of(valid[i])));
    for (size_t i = 0; i < sizeof invalid / sizeof invalid[0]; i++)
        if (utf8_is_valid(text_of(invalid[i])))
            fail_msg("invalid text %zu passes", i);
    assert_true(utf8_is_valid((struct text){"a\0b", 3}));
}

static void a_clean_text_is_valid_and_has_no_control_in_it(void **state)
{
    static const struct {
        const char *raw;
        const char *clean;
    } cases[] = {
        {"nginx 1.24",                "nginx 1.24"                        },
        {"  both ends \t\n",          "both ends"                         },
        {"a\x1b[31mred\x1b[0m",       "a [31mred [0m"                     },
        {"line\nline\r\nline",        "line line line"                    },
        {"tab\tand\x07"
         "bell",             "tab and bell"                      },
        {"\x01 x \x01",               "x"                                 },
        {"\x7f"
         "del\xc2\x85next",  "del next"                          },
        {"bytes \xff\xa0 end",        "bytes \xef\xbf\xbd\xef\xbf\xbd end"},
        {"cut \xe2\x82",              "cut \xef\xbf\xbd\xef\xbf\xbd"      },
        {"\xe2\x80\xae"
         "evil\xe2\x81\xa6", "evil"                              },
        {"\xef\xbb\xbfmark",          "mark"                              },
        {"a\xe2\x80\xa8"
         "b",                "a b"                               },
        {"\xe4\xb8\xad\xe6\x96\x87",  "\xe4\xb8\xad\xe6\x96\x87"          },
        {"",                          ""                                  },
        {" \x01\x02 ",                ""                                  },
    };
    struct arena arena;

    (void)state;
    arena_init(&arena);
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        const char *clean = utf8_clean(&arena, text_of(cases[i].raw));
        assert_string_equal(clean, cases[i].clean);
        assert_string_equal(utf8_clean(&arena, text_of(clean)), clean);
    }
    assert_string_equal(utf8_clean(&arena, (struct text){"a\0b", 3}), "a b");
    arena_release(&arena);
}

static void every_byte_pair_is_made_safe(void **state)
{
    struct arena arena;

    (void)state;
    arena_init(&arena);
    for (unsigned first = 0; first < 256; first++) {
        for (unsigned second = 0; second < 256; second++) {
            char bytes[4] = {'x', (char)first, (char)second, 'y'};
            const char *clean = utf8_clean(&arena, (struct text){bytes, 4});
            assert_true(utf8_is_valid(text_of(clean)));
            for (const char *p = clean; *p; p++)
                assert_true((unsigned char)*p >= 0x20 && *p != 0x7f);
        }
        arena_release(&arena);
    }
}

static void width_counts_columns_and_not_bytes(void **state)
{
    (void)state;
    assert_int_equal(utf8_width(""), 0);
    assert_int_equal(utf8_width("abc"), 3);
    assert_int_equal(utf8_width("\xc3\xa4"), 1);
    assert_int_equal(utf8_width("a\xcc\x88"), 1);    /* a and a combining mark */
    assert_int_equal(utf8_width("\xe4\xb8\xad"), 2); /* a wide character */
    assert_int_equal(utf8_width("\xe2\x80\x8b"), 0); /* no width at all */
    assert_int_equal(utf8_width("\xc2\xb1 5 %"), 5);
}

static void characters_come_one_by_one_and_go_back_again(void **state)
{
    static const uint32_t characters[] = {'a', 0x7f, 0x80, 0x7ff, 0x800, 0xffff, 0x10000, 0x10ffff};
    const size_t count = sizeof characters / sizeof characters[0];
    struct buffer buffer;

    (void)state;
    buffer_init(&buffer);
    for (size_t i = 0; i < count; i++)
        utf8_append(&buffer, characters[i]);
    assert_true(utf8_is_valid(buffer_text(&buffer)));
    const char *at = buffer.bytes;
    for (size_t i = 0; i < count; i++)
        assert_int_equal(utf8_next(&at), characters[i]);
    assert_int_equal(utf8_next(&at), 0);
    assert_ptr_equal(at, buffer.bytes + buffer.length);
    at = "\xff"
         "a";
    assert_int_equal(utf8_next(&at), 0xfffd);
    assert_int_equal(utf8_next(&at), 'a');
    buffer_release(&buffer);
}

static void assert_visual(const char *line, const char *expected)
{
    struct arena arena;

    arena_init(&arena);
    assert_true(text_is(utf8_visual(&arena, text_of(line)), expected));
    arena_release(&arena);
}

/* alef d7 90, bet d7 91, gimel d7 92; qamats d6 b8 sits on a letter; beh d8 a8, teh d8 aa */
static void words_written_from_right_to_left_are_turned_round(void **state)
{
    (void)state;
    assert_visual("\xd7\x90\xd7\x91\xd7\x92", "\xd7\x92\xd7\x91\xd7\x90");
    assert_visual("\xd7\x90\xd7\x91 \xd7\x92", "\xd7\x92 \xd7\x91\xd7\x90");
    assert_visual("\xd8\xa8\xd8\xaa", "\xd8\xaa\xd8\xa8");
    assert_visual("\xd7\x90\xd6\xb8\xd7\x91", "\xd7\x91\xd7\x90\xd6\xb8");
}

static void all_else_stays_in_place(void **state)
{
    const char *plain = "nginx caf\xc3\xa9 \xe4\xb8\xad +1.5 %";
    struct arena arena;

    (void)state;
    arena_init(&arena);
    assert_ptr_equal(utf8_visual(&arena, text_of(plain)).start, plain);
    arena_release(&arena);
    assert_visual("", "");
    assert_visual("a \xd7\x90\xd7\x91 12.5 \xd7\x90\xd7\x91, 3 runs",
                  "a \xd7\x91\xd7\x90 12.5 \xd7\x91\xd7\x90, 3 runs");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(only_utf8_is_valid),
        cmocka_unit_test(a_clean_text_is_valid_and_has_no_control_in_it),
        cmocka_unit_test(every_byte_pair_is_made_safe),
        cmocka_unit_test(width_counts_columns_and_not_bytes),
        cmocka_unit_test(characters_come_one_by_one_and_go_back_again),
        cmocka_unit_test(words_written_from_right_to_left_are_turned_round),
        cmocka_unit_test(all_else_stays_in_place),
    };

    cmocka_set_message_output(CM_OUTPUT_TAP);
    return cmocka_run_group_tests(tests, NULL, NULL);
}
