#include "memory.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

static void what_an_arena_gives_is_zeroed_and_aligned(void **state)
{
    struct arena arena;

    (void)state;
    arena_init(&arena);
    for (size_t bytes = 0; bytes < 3000; bytes += 7) {
        unsigned char *memory = arena_allocate(&arena, bytes);
        assert_int_equal((uintptr_t)memory % _Alignof(max_align_t), 0);
        for (size_t i = 0; i < bytes; i++)
            assert_int_equal(memory[i], 0);
        memset(memory, 0xff, bytes);
    }
    arena_release(&arena);
    assert_null(arena.newest);
}

static void pieces_do_not_overlap_and_may_be_large(void **state)
{
    unsigned char *pieces[200];
    struct arena arena;

    (void)state;
    arena_init(&arena);
    for (size_t i = 0; i < 200; i++) {
        size_t bytes = i % 50 == 49 ? 1000000 : 100 + i;
        pieces[i] = arena_allocate(&arena, bytes);
        memset(pieces[i], (int)i, bytes);
    }
    for (size_t i = 0; i < 200; i++)
        for (size_t k = 0; k < 100 + i; k++)
            assert_int_equal(pieces[i][k], i);
    arena_release(&arena);
}

static void an_arena_can_be_used_again_after_its_release(void **state)
{
    struct arena arena;

    (void)state;
    arena_init(&arena);
    arena_copy_string(&arena, "first");
    arena_release(&arena);
    assert_string_equal(arena_copy_string(&arena, "second"), "second");
    arena_release(&arena);
    arena_release(&arena);
}

static void copies_are_terminated(void **state)
{
    struct arena arena;

    (void)state;
    arena_init(&arena);
    assert_string_equal(arena_copy(&arena, "abcdef", 3), "abc");
    assert_string_equal(arena_copy(&arena, NULL, 0), "");
    assert_string_equal(arena_format(&arena, "%s-%d", "x", 7), "x-7");
    const char *long_text = arena_format(&arena, "%0*d", 100000, 1);
    assert_int_equal(strlen(long_text), 100000);
    arena_release(&arena);
}

static void a_list_that_grows_keeps_its_items(void **state)
{
    struct arena arena;
    size_t capacity = 0;
    size_t *items = NULL;

    (void)state;
    arena_init(&arena);
    for (size_t i = 0; i < 5000; i++) {
        size_t *before = items;
        size_t room = capacity;
        items = arena_grow(&arena, items, i, &capacity, sizeof *items);
        if (i < room)
            assert_ptr_equal(items, before);
        items[i] = i * i;
    }
    for (size_t i = 0; i < 5000; i++)
        assert_int_equal(items[i], i * i);
    arena_release(&arena);
}

static void memory_of_no_bytes_can_be_released(void **state)
{
    (void)state;
    memory_release(memory_allocate(0));
    memory_release(memory_resize(memory_allocate(1), 0));
    memory_release(NULL);
}

#if defined(__SANITIZE_ADDRESS__)
#define HAS_OWN_ALLOCATOR 1
#elif defined(__has_feature)
#if __has_feature(address_sanitizer)
#define HAS_OWN_ALLOCATOR 1
#endif
#endif

/* A child with a small address space: it has to end with status 3 and a message. */
static void without_memory_the_program_ends_with_status_3(void **state)
{
    int descriptors[2];
    char message[200] = {0};
    int status;

    (void)state;
#ifdef HAS_OWN_ALLOCATOR
    skip();
#endif
    assert_int_equal(pipe(descriptors), 0);
    pid_t child = fork();
    if (child == 0) {
        struct rlimit limit = {256u << 20, 256u << 20};
        dup2(descriptors[1], STDERR_FILENO);
        setrlimit(RLIMIT_AS, &limit);
        for (size_t i = 0; i < 1000; i++)
            memset(memory_allocate(16u << 20), 1, 1);
        _exit(0);
    }
    close(descriptors[1]);
    assert_true(read(descriptors[0], message, sizeof message - 1) > 0);
    close(descriptors[0]);
    assert_int_equal(waitpid(child, &status, 0), child);
    assert_true(WIFEXITED(status));
    assert_int_equal(WEXITSTATUS(status), 3);
    assert_non_null(strstr(message, "loadstat: out of memory"));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(what_an_arena_gives_is_zeroed_and_aligned),
        cmocka_unit_test(pieces_do_not_overlap_and_may_be_large),
        cmocka_unit_test(an_arena_can_be_used_again_after_its_release),
        cmocka_unit_test(copies_are_terminated),
        cmocka_unit_test(a_list_that_grows_keeps_its_items),
        cmocka_unit_test(memory_of_no_bytes_can_be_released),
        cmocka_unit_test(without_memory_the_program_ends_with_status_3),
    };

    cmocka_set_message_output(CM_OUTPUT_TAP);
    return cmocka_run_group_tests(tests, NULL, NULL);
}
