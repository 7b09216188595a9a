#include "text.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>
#include <stdlib.h>
#include <string.h>

#define assert_text(text, string) assert_true(text_is(text, string))

static void a_view_is_cut_and_trimmed_without_copying(void **state)
{
    const char *string = " \t a b \r\n\v\f";
    struct text text = text_trim(text_of(string));

    (void)state;
    assert_text(text, "a b");
    assert_ptr_equal(text.start, string + 3);
    assert_text(text_from(text, 2), "b");
    assert_int_equal(text_from(text, 3).length, 0);
    assert_int_equal(text_trim(text_of(" \n ")).length, 0);
    assert_int_equal(text_trim(text_of("")).length, 0);
}

static void texts_compare_by_length_and_bytes(void **state)
{
    struct text nothing = {NULL, 0};

    (void)state;
    assert_true(text_equal(nothing, text_of("")));
    assert_false(text_equal(text_of("a"), text_of("ab")));
    assert_false(text_is((struct text){"a\0b", 3}, "a"));
    assert_true(text_is_ignoring_case(text_of("ReQ/S"), "rEq/s"));
    assert_false(text_is_ignoring_case(text_of("req"), "req/s"));
    assert_false(text_is_ignoring_case(text_of("\xc3\x84"), "\xc3\xa4"));
    assert_true(text_starts_with(text_of("siege"), "sie"));
    assert_true(text_starts_with(text_of("siege"), ""));
    assert_false(text_starts_with(text_of("si"), "sie"));
    assert_true(text_ends_with(text_of("run.log"), ".log"));
    assert_false(text_ends_with(text_of("log"), ".log"));
}

static void something_is_found_where_it_first_stands(void **state)
{
    struct text text = text_of("aab aabaab");

    (void)state;
    assert_int_equal(text_find(text, "aab"), 0);
    assert_int_equal(text_find(text, "aabaab"), 4);
    assert_int_equal(text_find(text, "b "), 2);
    assert_int_equal(text_find(text, "abb"), text.length);
    assert_int_equal(text_find(text, "aab aabaabx"), text.length);
    assert_int_equal(text_find((struct text){NULL, 0}, "a"), 0);
    assert_int_equal(text_find_byte(text, ' '), 3);
    assert_int_equal(text_find_byte(text, 'x'), text.length);
    assert_int_equal(text_find_byte((struct text){NULL, 0}, 'x'), 0);
}

static void splitting_gives_every_part_and_the_empty_ones(void **state)
{
    static const char *const parts[] = {"a", "", "b", ""};
    struct text rest = text_of("a,,b,");
    struct text part;
    size_t count = 0;

    (void)state;
    while (text_split(&rest, ',', &part))
        assert_text(part, parts[count++]);
    assert_int_equal(count, 4);
    assert_false(text_split(&rest, ',', &part));
    rest = text_of("");
    assert_true(text_split(&rest, ',', &part));
    assert_int_equal(part.length, 0);
    assert_false(text_split(&rest, ',', &part));
}

static void bytes_have_their_class_by_ascii_alone(void **state)
{
    (void)state;
    for (int byte = 0; byte < 256; byte++) {
        char c = (char)byte;
        bool letter = (byte >= 'a' && byte <= 'z') || (byte >= 'A' && byte <= 'Z');
        assert_int_equal(byte_is_digit(c), byte >= '0' && byte <= '9');
        assert_int_equal(byte_is_letter(c), letter);
        assert_int_equal(byte_is_blank(c), byte == ' ' || (byte >= 9 && byte <= 13));
        assert_int_equal((unsigned char)byte_lower(c),
                         byte >= 'A' && byte <= 'Z' ? byte + 32 : byte);
    }
}

static int sign(int value)
{
    return (value > 0) - (value < 0);
}

static void runs_of_digits_compare_as_numbers(void **state)
{
    static const char *const ascending[] = {
        "",
        "a",
        "a1",
        "a01b",
        "a2",
        "a10",
        "a10b",
        "a10b2",
        "a10b10",
        "b",
        "c8",
        "c32",
        "c128",
        "c99999999999999999999999",
        "c100000000000000000000000",
        "d",
        "\xc3\xa4",
    };
    const size_t count = sizeof ascending / sizeof ascending[0];

    (void)state;
    for (size_t i = 0; i < count; i++)
        for (size_t k = 0; k < count; k++)
            if (sign(compare_naturally(ascending[i], ascending[k])) != (i > k) - (i < k))
                fail_msg("\"%s\" and \"%s\"", ascending[i], ascending[k]);
}

static void natural_order_is_a_total_order(void **state)
{
    static const char letters[] = "01a.";
    char words[400][6];
    size_t count = 0;

    (void)state;
    for (size_t i = 0; i < 340; i++) {
        size_t length = 0;
        for (size_t n = i; n; n = (n - 1) / 4)
            words[count][length++] = letters[(n - 1) % 4];
        words[count++][length] = '\0';
    }
    for (size_t i = 0; i < count; i++) {
        for (size_t k = 0; k < count; k++) {
            int order = sign(compare_naturally(words[i], words[k]));
            assert_int_equal(order, -sign(compare_naturally(words[k], words[i])));
            assert_int_equal(order == 0, strcmp(words[i], words[k]) == 0);
            size_t m = (i * 7 + k * 13) % count;
            if (order < 0 && compare_naturally(words[k], words[m]) < 0)
                assert_true(compare_naturally(words[i], words[m]) < 0);
        }
    }
}

static void a_buffer_grows_and_stays_terminated(void **state)
{
    struct buffer buffer;

    (void)state;
    buffer_init(&buffer);
    assert_int_equal(buffer_text(&buffer).length, 0);
    assert_string_equal(buffer_text(&buffer).start, "");
    for (size_t i = 0; i < 1000; i++) {
        buffer_append_byte(&buffer, (char)('a' + i % 26));
        assert_int_equal(buffer.bytes[buffer.length], '\0');
    }
    assert_int_equal(buffer.length, 1000);
    buffer_clear(&buffer);
    assert_string_equal(buffer.bytes, "");
    buffer_append_format(&buffer, "%d %s", 42, "x");
    buffer_append(&buffer, "\0y", 2);
    buffer_append_repeated(&buffer, '-', 3);
    buffer_append_text(&buffer, (struct text){NULL, 0});
    buffer_append_string(&buffer, "");
    assert_int_equal(buffer.length, 9);
    assert_memory_equal(buffer.bytes, "42 x\0y---", 10);
    buffer_release(&buffer);
    assert_null(buffer.bytes);
}

static void a_long_format_is_not_cut(void **state)
{
    struct buffer buffer;
    char *word = memory_allocate(100001);

    (void)state;
    memset(word, 'w', 100000);
    word[100000] = '\0';
    buffer_init(&buffer);
    buffer_append_format(&buffer, "<%s>", word);
    assert_int_equal(buffer.length, 100002);
    assert_int_equal(buffer.bytes[100001], '>');
    buffer_release(&buffer);
    memory_release(word);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_view_is_cut_and_trimmed_without_copying),
        cmocka_unit_test(texts_compare_by_length_and_bytes),
        cmocka_unit_test(something_is_found_where_it_first_stands),
        cmocka_unit_test(splitting_gives_every_part_and_the_empty_ones),
        cmocka_unit_test(bytes_have_their_class_by_ascii_alone),
        cmocka_unit_test(runs_of_digits_compare_as_numbers),
        cmocka_unit_test(natural_order_is_a_total_order),
        cmocka_unit_test(a_buffer_grows_and_stays_terminated),
        cmocka_unit_test(a_long_format_is_not_cut),
    };

    cmocka_set_message_output(CM_OUTPUT_TAP);
    return cmocka_run_group_tests(tests, NULL, NULL);
}
