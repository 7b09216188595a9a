/*
 * Numbers as words.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "words.h"

static struct arena arena;
static struct metric_set metrics;

static const struct metric *metric(const char *name)
{
    return metric_find_by_name(&metrics, text_of(name));
}

static void numbers_keep_three_digits(void **state)
{
    (void)state;
    assert_string_equal(words_number(&arena, 1493.28), "1,493");
    assert_string_equal(words_number(&arena, 69.677), "69.7");
    assert_string_equal(words_number(&arena, 1), "1");
    assert_string_equal(words_number(&arena, 0), "0");
    assert_string_equal(words_number(&arena, 0.0214), "0.0214");
}

static void thousands_are_parted(void **state)
{
    (void)state;
    assert_string_equal(words_count(&arena, 999), "999");
    assert_string_equal(words_count(&arena, 1000), "1,000");
    assert_string_equal(words_count(&arena, 5000000), "5,000,000");
}

static void percentages_have_two_digits_or_so(void **state)
{
    (void)state;
    assert_string_equal(words_percent(&arena, 21.97), "22 %");
    assert_string_equal(words_percent(&arena, -3.14), "3.1 %");
    assert_string_equal(words_percent(&arena, 0.4242), "0.42 %");
    assert_string_equal(words_percent(&arena, 100), "100 %");
}

static void changes_have_a_sign_and_no_minus_zero(void **state)
{
    (void)state;
    assert_string_equal(words_change(&arena, 21.97), "+22 %");
    assert_string_equal(words_change(&arena, -3.14), "\xe2\x88\x92"
                                                     "3.1 %");
    assert_string_equal(words_change(&arena, -0.0001), "0 %");
    assert_string_equal(words_change(&arena, 0.0001), "0 %");
}

static void intervals_share_their_decimals(void **state)
{
    (void)state;
    assert_string_equal(words_change_interval(&arena, 19.2, 25.4), "19 to 25 %");
    assert_string_equal(words_change_interval(&arena, -1.2, 3.4), "\xe2\x88\x92"
                                                                  "1.2 to +3.4 %");
    assert_string_equal(words_change_interval(&arena, -25.4, -9.2), "\xe2\x88\x92"
                                                                    "25 to \xe2\x88\x92"
                                                                    "9 %");
}

static void runs_are_counted_in_words(void **state)
{
    (void)state;
    assert_string_equal(words_runs(&arena, 1), "1 run");
    assert_string_equal(words_runs_per_side(&arena, 5, 5), "5 runs each");
    assert_string_equal(words_runs_per_side(&arena, 5, 3), "5 and 3 runs");
    assert_string_equal(words_requests(&arena, 1), "1 request");
}

static void lists_end_with_and(void **state)
{
    (void)state;
    const char *const items[] = {"a", "b", "c", "d", "e", "f"};
    assert_string_equal(words_list(&arena, items, 0, 3), "");
    assert_string_equal(words_list(&arena, items, 1, 3), "a");
    assert_string_equal(words_list(&arena, items, 3, 3), "a, b and c");
    assert_string_equal(words_list(&arena, items, 4, 3), "a, b, c and d");
    assert_string_equal(words_list(&arena, items, 6, 3), "a, b, c and 3 more");
}

static void what_is_no_speed_is_better_or_worse(void **state)
{
    (void)state;
    assert_string_equal(words_direction(metric("rps"), true), "faster");
    assert_string_equal(words_direction(metric("p99"), false), "slower");
    assert_string_equal(words_direction(metric("availability"), true), "better");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        {"numbers keep three digits",             numbers_keep_three_digits,             NULL, NULL, NULL},
        {"thousands are parted",                  thousands_are_parted,                  NULL, NULL, NULL},
        {"percentages have two digits or so",     percentages_have_two_digits_or_so,     NULL, NULL, NULL},
        {"changes have a sign and no minus zero", changes_have_a_sign_and_no_minus_zero, NULL, NULL,
         NULL                                                                                            },
        {"intervals share their decimals",        intervals_share_their_decimals,        NULL, NULL, NULL},
        {"runs are counted in words",             runs_are_counted_in_words,             NULL, NULL, NULL},
        {"lists end with and",                    lists_end_with_and,                    NULL, NULL, NULL},
        {"what is no speed is better or worse",   what_is_no_speed_is_better_or_worse,   NULL, NULL,
         NULL                                                                                            },
    };
    arena_init(&arena);
    metric_set_init(&metrics, &arena);
    cmocka_set_message_output(CM_OUTPUT_TAP);
    int failed = cmocka_run_group_tests(tests, NULL, NULL);
    arena_release(&arena);
    return failed;
}
