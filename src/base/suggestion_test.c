#include "suggestion.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>
#include <string.h>

static void the_distance_counts_slips_of_the_pen(void **state)
{
    (void)state;
    assert_int_equal(edit_distance("welch", "welch"), 0);
    assert_int_equal(edit_distance("Welch", "welch"), 0);
    assert_int_equal(edit_distance("walch", "welch"), 1);
    assert_int_equal(edit_distance("wlch", "welch"), 1);
    assert_int_equal(edit_distance("wellch", "welch"), 1);
    assert_int_equal(edit_distance("wlech", "welch"), 1); /* two letters swapped */
    assert_int_equal(edit_distance("", "welch"), 5);
    assert_int_equal(edit_distance("kitten", "sitting"), 3);
}

static void words_of_any_length_have_a_distance(void **state)
{
    char word[200] = {0};

    (void)state;
    memset(word, 'a', sizeof word - 1);
    assert_int_equal(edit_distance(word, "aaa"), sizeof word - 1);
    assert_int_equal(edit_distance("aaa", word), sizeof word - 1);
    word[63] = '\0';
    assert_int_equal(edit_distance(word, "aaa"), 60);
}

static const char *suggest(struct arena *arena, const char *text, size_t count)
{
    static const char *const words[] = {"alpha",  "bravo",  "carol", "delta", "early",
                                        "fossil", "guitar", "hotel", "india", "jumbo",
                                        "kilo",   "lima",   "metal"};
    struct suggestion suggestion;

    suggestion_init(&suggestion, text);
    for (size_t i = 0; i < count; i++)
        suggestion_offer(&suggestion, words[i]);
    return suggestion_words(&suggestion, arena, "see the list");
}

static void few_words_are_told_and_of_many_the_nearest(void **state)
{
    struct arena arena;

    (void)state;
    arena_init(&arena);
    assert_string_equal(suggest(&arena, "zzz", 3), "use alpha, bravo or carol");
    assert_string_equal(suggest(&arena, "brav", 2), "did you mean bravo? use alpha or bravo");
    assert_string_equal(suggest(&arena, "guitra", 13), "did you mean guitar?");
    assert_string_equal(suggest(&arena, "zzz", 13), "see the list");
    assert_string_equal(suggest(&arena, "zzz", 0), "see the list");
    arena_release(&arena);
}

static void one_slip_in_three_letters_is_near(void **state)
{
    struct arena arena;

    (void)state;
    arena_init(&arena);
    assert_string_equal(suggest(&arena, "metla", 13), "did you mean metal?");
    assert_string_equal(suggest(&arena, "xxtal", 13), "see the list");
    assert_string_equal(suggest(&arena, "xxssil", 13), "did you mean fossil?");
    assert_string_equal(suggest(&arena, "xxxsil", 13), "see the list");
    arena_release(&arena);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_distance_counts_slips_of_the_pen),
        cmocka_unit_test(words_of_any_length_have_a_distance),
        cmocka_unit_test(few_words_are_told_and_of_many_the_nearest),
        cmocka_unit_test(one_slip_in_three_letters_is_near),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
