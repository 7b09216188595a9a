#include "folders.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>

#include <cmocka.h>
#include <string.h>

#include "../base/text.h"

static struct arena arena;

/* The folders, joined by '|', as far as they tell apart. */
static const char *apart(const char *joined)
{
    struct reading items[8] = {0};
    struct reading_list list = {.items = items};
    struct text rest = text_of(joined);
    struct text folder;
    const char *told = "";

    while (text_split(&rest, '|', &folder))
        items[list.count++].hints.folder = text_copy(&arena, folder);
    folders_tell_apart(&list, &arena);
    for (size_t i = 0; i < list.count; i++)
        told = arena_format(&arena, "%s%s%s", told, i ? "|" : "", items[i].folder);
    return told;
}

static void what_all_paths_share_tells_nothing(void **state)
{
    (void)state;
    assert_string_equal(apart("results/a|results/b"), "a|b");
    assert_string_equal(apart("r/a/logs|r/b/logs"), "a|b");
    assert_string_equal(apart("r/a/c8|r/a/c32|r/b/c8"), "a/c8|a/c32|b/c8");
    assert_string_equal(apart("old|new"), "old|new");
    assert_string_equal(apart("a|a"), "|");
}

static void parts_are_told_whole(void **state)
{
    (void)state;
    assert_string_equal(apart("r/nginx1|r/nginx2"), "nginx1|nginx2");
    assert_string_equal(apart("r/fast-nginx|r/slow-nginx"), "fast-nginx|slow-nginx");
    assert_string_equal(apart("r|r/a"), "|a");
    assert_string_equal(apart("a/x|b/y/x"), "a|b/y");
    assert_string_equal(apart("x|x/x"), "|x");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(what_all_paths_share_tells_nothing),
        cmocka_unit_test(parts_are_told_whole),
    };

    arena_init(&arena);
    cmocka_set_message_output(CM_OUTPUT_TAP);
    int status = cmocka_run_group_tests(tests, NULL, NULL);
    arena_release(&arena);
    return status;
}
