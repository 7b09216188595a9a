/*
 * Replays the seeds of fixtures/fuzz, among them all inputs that once brought
 * the reader down, in the ordinary tests.
 */
#include "read_fuzz.c"

#include <dirent.h>

#include "../read/read_text.h"

static void the_seeds_bring_nothing_down(void **state)
{
    DIR *directory = opendir("fixtures/fuzz");
    size_t count = 0;

    (void)state;
    assert_non_null(directory);
    /* Rule files of the seeds are wrong on purpose; their errors say nothing here. */
    int kept = dup(STDERR_FILENO);
    int nowhere = open("/dev/null", O_WRONLY);
    assert_true(kept >= 0 && nowhere >= 0 && dup2(nowhere, STDERR_FILENO) >= 0);
    close(nowhere);
    for (struct dirent *entry; (entry = readdir(directory));) {
        struct arena arena;
        if (entry->d_name[0] == '.')
            continue;
        arena_init(&arena);
        struct text text =
            file_text(arena_format(&arena, "fixtures/fuzz/%s", entry->d_name), &arena);
        LLVMFuzzerTestOneInput((const uint8_t *)text.start, text.length);
        arena_release(&arena);
        count++;
    }
    closedir(directory);
    dup2(kept, STDERR_FILENO);
    close(kept);
    assert_true(count >= 20);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_seeds_bring_nothing_down),
    };

    cmocka_set_message_output(CM_OUTPUT_TAP);
    return cmocka_run_group_tests(tests, NULL, NULL);
}
