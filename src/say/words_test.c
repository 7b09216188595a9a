/*
 * Numbers as words, settings, and the index of keys.
 */
#include "../compare/bench.h"
#include "../compare/key_index.h"
#include "words.h"

static void numbers_keep_three_digits(void **state)
{
    struct bench *bench = *state;
    assert_string_equal(words_number(&bench->arena, 1493.28), "1,493");
    assert_string_equal(words_number(&bench->arena, 69.677), "69.7");
    assert_string_equal(words_number(&bench->arena, 1), "1");
    assert_string_equal(words_number(&bench->arena, 0), "0");
    assert_string_equal(words_number(&bench->arena, 0.0214), "0.0214");
}

static void thousands_are_parted(void **state)
{
    struct bench *bench = *state;
    assert_string_equal(words_count(&bench->arena, 999), "999");
    assert_string_equal(words_count(&bench->arena, 1000), "1,000");
    assert_string_equal(words_count(&bench->arena, 5000000), "5,000,000");
}

static void percentages_have_two_digits_or_so(void **state)
{
    struct bench *bench = *state;
    assert_string_equal(words_percent(&bench->arena, 21.97), "22 %");
    assert_string_equal(words_percent(&bench->arena, -3.14), "3.1 %");
    assert_string_equal(words_percent(&bench->arena, 0.4242), "0.42 %");
    assert_string_equal(words_percent(&bench->arena, 100), "100 %");
}

static void changes_have_a_sign_and_no_minus_zero(void **state)
{
    struct bench *bench = *state;
    assert_string_equal(words_change(&bench->arena, 21.97), "+22 %");
    assert_string_equal(words_change(&bench->arena, -3.14), "\xe2\x88\x92"
                                                            "3.1 %");
    assert_string_equal(words_change(&bench->arena, -0.0001), "0 %");
    assert_string_equal(words_change(&bench->arena, 0.0001), "0 %");
}

static void intervals_share_their_decimals(void **state)
{
    struct bench *bench = *state;
    assert_string_equal(words_change_interval(&bench->arena, 19.2, 25.4), "19 to 25 %");
    assert_string_equal(words_change_interval(&bench->arena, -1.2, 3.4), "\xe2\x88\x92"
                                                                         "1.2 to +3.4 %");
    assert_string_equal(words_change_interval(&bench->arena, -25.4, -9.2), "\xe2\x88\x92"
                                                                           "25 to \xe2\x88\x92"
                                                                           "9 %");
}

static void runs_are_counted_in_words(void **state)
{
    struct bench *bench = *state;
    assert_string_equal(words_runs(&bench->arena, 1), "1 run");
    assert_string_equal(words_runs_per_side(&bench->arena, 5, 5), "5 runs each");
    assert_string_equal(words_runs_per_side(&bench->arena, 5, 3), "5 and 3 runs");
    assert_string_equal(words_requests(&bench->arena, 1), "1 request");
}

static void lists_end_with_and(void **state)
{
    struct bench *bench = *state;
    const char *const items[] = {"a", "b", "c", "d", "e", "f"};
    assert_string_equal(words_list(&bench->arena, items, 0, 3), "");
    assert_string_equal(words_list(&bench->arena, items, 1, 3), "a");
    assert_string_equal(words_list(&bench->arena, items, 3, 3), "a, b and c");
    assert_string_equal(words_list(&bench->arena, items, 4, 3), "a, b, c and d");
    assert_string_equal(words_list(&bench->arena, items, 6, 3), "a, b, c and 3 more");
}

static void what_is_no_speed_is_better_or_worse(void **state)
{
    struct bench *bench = *state;
    assert_string_equal(words_direction(bench_metric(bench, "rps"), true), "faster");
    assert_string_equal(words_direction(bench_metric(bench, "p99"), false), "slower");
    assert_string_equal(words_direction(bench_metric(bench, "availability"), true), "better");
}

static void the_last_matching_limit_holds(void **state)
{
    struct bench *bench = *state;
    const struct metric *p99 = bench_metric(bench, "p99");
    struct effect_limit limits[] = {
        {NULL, 0.03},
        {p99,  0.1 }
    };
    assert_near(settings_min_effect(&bench->settings, p99), 0.02, 0);
    bench->settings.min_effects = limits;
    bench->settings.min_effect_count = 2;
    assert_near(settings_min_effect(&bench->settings, p99), 0.1, 0);
    assert_near(settings_min_effect(&bench->settings, bench_metric(bench, "rps")), 0.03, 0);
}

static void an_index_grows_and_keeps_its_numbers(void **state)
{
    struct bench *bench = *state;
    struct key_index index;
    key_index_init(&index, &bench->arena);
    for (size_t i = 0; i < 1000; i++) {
        const char *key = arena_format(&bench->arena, "key %zu", i);
        assert_int_equal(key_index_find(&index, key), KEY_ABSENT);
        assert_int_equal(key_index_put(&index, key, i), i);
    }
    assert_int_equal(key_index_find(&index, "key 77"), 77);
    assert_int_equal(key_index_put(&index, "key 77", 5), 77);
}

static void composed_keys_do_not_run_together(void **state)
{
    struct buffer a, b, c;
    (void)state;
    buffer_init(&a);
    buffer_init(&b);
    buffer_init(&c);
    key_append(&a, "x");
    key_append(&a, "yz");
    key_append(&b, "xy");
    key_append(&b, "z");
    key_append(&c, NULL);
    assert_string_not_equal(a.bytes, b.bytes);
    buffer_clear(&a);
    key_append(&a, "");
    assert_string_not_equal(a.bytes, c.bytes);
    buffer_release(&a);
    buffer_release(&b);
    buffer_release(&c);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        STATEMENT("numbers keep three digits", numbers_keep_three_digits),
        STATEMENT("thousands are parted", thousands_are_parted),
        STATEMENT("percentages have two digits or so", percentages_have_two_digits_or_so),
        STATEMENT("changes have a sign and no minus zero", changes_have_a_sign_and_no_minus_zero),
        STATEMENT("intervals share their decimals", intervals_share_their_decimals),
        STATEMENT("runs are counted in words", runs_are_counted_in_words),
        STATEMENT("lists end with and", lists_end_with_and),
        STATEMENT("what is no speed is better or worse", what_is_no_speed_is_better_or_worse),
        STATEMENT("the last matching limit holds", the_last_matching_limit_holds),
        STATEMENT("an index grows and keeps its numbers", an_index_grows_and_keeps_its_numbers),
        STATEMENT("composed keys do not run together", composed_keys_do_not_run_together),
    };
    cmocka_set_message_output(CM_OUTPUT_TAP);
    return cmocka_run_group_tests(tests, NULL, NULL);
}
