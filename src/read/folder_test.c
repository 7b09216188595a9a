#include "folder.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>

#include <cmocka.h>

static struct arena arena;

static void a_folder_is_the_path_without_its_last_part(void **state)
{
    (void)state;
    assert_string_equal(folder_of(&arena, "", "a/b/x.log"), "a/b");
    assert_string_equal(folder_of(&arena, "", "./a//b/./x.log"), "a/b");
    assert_string_equal(folder_of(&arena, "/here", "/a/x.log"), "a");
    assert_string_equal(folder_of(&arena, "", "x.log"), "");
}

static void a_path_that_is_relative_begins_where_one_stands(void **state)
{
    (void)state;
    assert_string_equal(folder_of(&arena, "/results/old", "x.log"), "results/old");
    assert_string_equal(folder_of(&arena, "/results/old", "../new/x.log"), "results/new");
    assert_string_equal(folder_of(&arena, "/a", "../../../b/x.log"), "b");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_folder_is_the_path_without_its_last_part),
        cmocka_unit_test(a_path_that_is_relative_begins_where_one_stands),
    };

    arena_init(&arena);
    cmocka_set_message_output(CM_OUTPUT_TAP);
    int status = cmocka_run_group_tests(tests, NULL, NULL);
    arena_release(&arena);
    return status;
}
