/*
 * Numbers as words.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include <math.h>

#include "../base/number.h"
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
    assert_string_equal(words_number(&arena, -1493.28), "\xe2\x88\x92"
                                                        "1,493");
    assert_string_equal(words_percent(&arena, 1388.2), "1,388 %");
    assert_string_equal(words_change(&arena, 1388.2), "+1,388 %");
    assert_string_equal(words_change_interval(&arena, 1345, 1433.4), "1,345 to 1,433 %");
}

static void what_is_no_number_breaks_no_sentence(void **state)
{
    (void)state;
    assert_string_equal(words_number(&arena, ABSENT), "?");
    assert_string_equal(words_change(&arena, (double)INFINITY), "? %");
    assert_string_equal(words_number(&arena, 1e308), "1e+308");
    assert_string_equal(words_count(&arena, 1e15), "1e+15");
}

static void percentages_have_two_digits_or_so(void **state)
{
    (void)state;
    assert_string_equal(words_percent(&arena, 21.97), "22 %");
    assert_string_equal(words_percent(&arena, -3.14), "3.1 %");
    assert_string_equal(words_percent(&arena, 0.4242), "0.42 %");
    assert_string_equal(words_percent(&arena, 100), "100 %");
}

static void only_the_whole_is_a_hundred_per_cent(void **state)
{
    (void)state;
    assert_string_equal(words_percent(&arena, 99.95), "99.95 %");
    assert_string_equal(words_percent(&arena, 99.996), "99.996 %");
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

static void assert_grounds(struct grounds grounds, const char *expected)
{
    assert_string_equal(words_grounds(&arena, &grounds), expected);
}

static void grounds_are_interval_p_and_runs(void **state)
{
    (void)state;
    struct grounds fewer = {-25.4, -19.2, ABSENT, 0.0134, 5, 5, 0, 0};
    assert_grounds(fewer, "(interval \xe2\x88\x92"
                          "25 to \xe2\x88\x92"
                          "19 %, p 0.013, 5 runs each)");
    fewer.p = 0.00001;
    fewer.baseline_runs = 3;
    assert_grounds(fewer, "(interval \xe2\x88\x92"
                          "25 to \xe2\x88\x92"
                          "19 %, p <0.001, 5 and 3 runs)");
    assert_grounds((struct grounds){19, 25, 22, ABSENT, 5, 5, 4, 0},
                   "(interval 19 to 25 %, 4 pairs of runs)");
    assert_grounds((struct grounds){1.98, 2.02, ABSENT, ABSENT, 5, 5, 0, 90},
                   "(90 % interval 1.98 to 2.02 %, 5 runs each)");
    assert_grounds((struct grounds){ABSENT, ABSENT, 22, ABSENT, 2, 1, 0, 0}, "(2 and 1 run)");
    assert_grounds((struct grounds){ABSENT, ABSENT, 22, ABSENT, 1, 1, 0, 0},
                   "(1 run each: noise unknown)");
}

static void where_the_direction_is_told_the_interval_has_no_signs(void **state)
{
    (void)state;
    assert_grounds((struct grounds){-25.4, -19.2, -22, ABSENT, 5, 5, 0, 0},
                   "(interval 19 to 25 %, 5 runs each)");
    assert_grounds((struct grounds){270, 300, 280, ABSENT, 5, 5, 0, 0},
                   "(interval 3.7 to 4 times, 5 runs each)");
    assert_grounds((struct grounds){90, 101, 99.9, ABSENT, 5, 5, 0, 0},
                   "(interval 90 to 101 %, 5 runs each)");
}

static void assert_amount(const char *name, double change, const char *expected)
{
    assert_string_equal(words_amount(&arena, metric(name), change), expected);
}

static void amounts_are_parts_up_to_the_double(void **state)
{
    (void)state;
    assert_amount("rps", 22, "22 % more requests per second than");
    assert_amount("rps", -22, "22 % fewer requests per second than");
    assert_amount("rps", 99.4, "99.4 % more requests per second than");
    assert_amount("rps", 100, "2 times as many requests per second as");
    assert_amount("rps", 0.004, "as many requests per second as");
    assert_amount("p99", 22, "22 % higher p99 than");
    assert_amount("p99", -22, "22 % lower p99 than");
    assert_amount("p99", 280, "3.8 times as high a p99 as");
    assert_amount("p99", 0, "as high a p99 as");
}

static void titles_say_what_a_number_on_its_own_is(void **state)
{
    (void)state;
    assert_string_equal(words_title(&arena, metric("rps")), "requests/s");
    assert_string_equal(words_title(&arena, metric("mean")), "mean latency");
    assert_string_equal(words_title(&arena, metric("p95")), "p95 latency");
    assert_string_equal(words_title(&arena, metric("failed")), "failed");
    assert_string_equal(words_title(&arena, metric("latency_sd_ms")),
                        metric("latency_sd_ms")->label);
}

static void settings_are_as_they_were_given(void **state)
{
    (void)state;
    assert_string_equal(words_setting(&arena, 0.95), "95 %");
    assert_string_equal(words_setting(&arena, 0.07), "7 %");
    assert_string_equal(words_setting(&arena, 0.125), "12.5 %");
    assert_string_equal(words_setting(&arena, 0.9999), "99.99 %");
}

static void a_run_is_told_by_its_tool_and_target(void **state)
{
    struct run run;
    (void)state;
    run_init(&run);
    assert_string_equal(words_tool(&arena, &run), "");
    assert_string_equal(words_target(&arena, &run), "");
    run.tool = "ab";
    assert_string_equal(words_tool(&arena, &run), "ab");
    run.tool_version = "2.3";
    assert_string_equal(words_tool(&arena, &run), "ab 2.3");
    run.target.path = "/x";
    assert_string_equal(words_target(&arena, &run), "/x");
    run.target.host = "h";
    assert_string_equal(words_target(&arena, &run), "h/x");
    run.target.port = 8080;
    run.target.scheme = "http";
    assert_string_equal(words_target(&arena, &run), "http://h:8080/x");
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
        cmocka_unit_test(numbers_keep_three_digits),
        cmocka_unit_test(thousands_are_parted),
        cmocka_unit_test(what_is_no_number_breaks_no_sentence),
        cmocka_unit_test(percentages_have_two_digits_or_so),
        cmocka_unit_test(only_the_whole_is_a_hundred_per_cent),
        cmocka_unit_test(changes_have_a_sign_and_no_minus_zero),
        cmocka_unit_test(intervals_share_their_decimals),
        cmocka_unit_test(runs_are_counted_in_words),
        cmocka_unit_test(grounds_are_interval_p_and_runs),
        cmocka_unit_test(where_the_direction_is_told_the_interval_has_no_signs),
        cmocka_unit_test(amounts_are_parts_up_to_the_double),
        cmocka_unit_test(titles_say_what_a_number_on_its_own_is),
        cmocka_unit_test(settings_are_as_they_were_given),
        cmocka_unit_test(a_run_is_told_by_its_tool_and_target),
        cmocka_unit_test(lists_end_with_and),
        cmocka_unit_test(what_is_no_speed_is_better_or_worse),
    };

    arena_init(&arena);
    metric_set_init(&metrics, &arena);
    cmocka_set_message_output(CM_OUTPUT_TAP);
    int failed = cmocka_run_group_tests(tests, NULL, NULL);
    arena_release(&arena);
    return failed;
}
