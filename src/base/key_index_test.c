/*
 * The index of keys, and keys composed of several.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "key_index.h"

static void an_index_grows_and_keeps_its_numbers(void **state)
{
    struct arena arena;
    struct key_index index;
    (void)state;
    arena_init(&arena);
    key_index_init(&index, &arena);
    for (size_t i = 0; i < 1000; i++) {
        const char *key = arena_format(&arena, "key %zu", i);
        assert_int_equal(key_index_find(&index, key), KEY_ABSENT);
        assert_int_equal(key_index_put(&index, key, i), i);
    }
    assert_int_equal(key_index_find(&index, "key 77"), 77);
    assert_int_equal(key_index_put(&index, "key 77", 5), 77);
    arena_release(&arena);
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
        {"an index grows and keeps its numbers", an_index_grows_and_keeps_its_numbers, NULL, NULL,
         NULL                                                                                          },
        {"composed keys do not run together",    composed_keys_do_not_run_together,    NULL, NULL, NULL},
    };
    cmocka_set_message_output(CM_OUTPUT_TAP);
    return cmocka_run_group_tests(tests, NULL, NULL);
}
