/*
 * Lines out of files and pipes, whatever their ends and their encoding.
 */
#include "input.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>
#include <fcntl.h>
#include <sched.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "utf8.h"

enum { MOST_LINES = 16 };

struct lines {
    struct arena arena;
    size_t count;
    struct text line[MOST_LINES];
    size_t cut;
    size_t last_number;
};

static void take_lines(struct lines *lines, struct input *input)
{
    struct text line;

    arena_init(&lines->arena);
    lines->count = 0;
    while (input_line(input, &line)) {
        lines->last_number = input->line;
        if (lines->count < MOST_LINES)
            lines->line[lines->count] = (struct text){text_copy(&lines->arena, line), line.length};
        lines->count++;
    }
    lines->cut = input->cut_lines;
}

/* The lines of a file with these bytes. */
static void read_bytes(struct lines *lines, const char *bytes, size_t length)
{
    char path[] = "/tmp/loadstat-input-XXXXXX";
    struct input input;
    struct diag diag;
    int descriptor = mkstemp(path);

    diag_init(&diag);
    assert_true(descriptor >= 0);
    for (size_t done = 0; done < length;) {
        ssize_t written = write(descriptor, bytes + done, length - done);
        assert_true(written > 0);
        done += (size_t)written;
    }
    close(descriptor);
    assert_true(input_open(&input, path, &diag));
    take_lines(lines, &input);
    assert_true(input_close(&input, &diag));
    unlink(path);
}

/* Compares with lines joined by '|'. */
static void assert_lines(const char *bytes, size_t length, const char *joined)
{
    struct lines lines;
    struct text rest = text_of(joined);
    struct text part;
    size_t count = 0;

    read_bytes(&lines, bytes, length);
    while (text_split(&rest, '|', &part)) {
        if (count >= lines.count || !text_equal(lines.line[count], part))
            fail_msg("line %zu is not \"%.*s\"", count + 1, (int)part.length, part.start);
        count++;
    }
    assert_int_equal(lines.count, count);
    arena_release(&lines.arena);
}

#define ASSERT_LINES(bytes, joined) assert_lines(bytes, sizeof(bytes) - 1, joined)

static void lines_end_at_newlines_and_at_the_end(void **state)
{
    struct lines lines;

    (void)state;
    ASSERT_LINES("a\nb\n", "a|b");
    ASSERT_LINES("a\nb", "a|b");
    ASSERT_LINES("\n\na\n\n", "||a|");
    ASSERT_LINES("a\r\nb\r\n", "a\r|b\r"); /* what '\r' means is the reader's to say */
    read_bytes(&lines, "", 0);
    assert_int_equal(lines.count, 0);
    arena_release(&lines.arena);
}

static void nul_bytes_are_bytes(void **state)
{
    struct lines lines;

    (void)state;
    read_bytes(&lines, "a\0b\n\0\n", 6);
    assert_int_equal(lines.count, 2);
    assert_int_equal(lines.line[0].length, 3);
    assert_memory_equal(lines.line[0].start, "a\0b", 3);
    assert_int_equal(lines.line[1].length, 1);
    arena_release(&lines.arena);
}

static void a_byte_order_mark_is_taken_off_the_first_line_only(void **state)
{
    (void)state;
    ASSERT_LINES("\xef\xbb\xbf"
                 "a\n\xef\xbb\xbf"
                 "b\n",
                 "a|\xef\xbb\xbf"
                 "b");
    ASSERT_LINES("\xef\xbb", "\xef\xbb");
    ASSERT_LINES("\xef\xbb\xbf\n", "");
}

static void utf16_behind_a_mark_is_read_as_utf8(void **state)
{
    (void)state;
    ASSERT_LINES("\xff\xfe"
                 "a\0\xe4\0\n\0b\0\n\0",
                 "a\xc3\xa4|b");
    ASSERT_LINES("\xfe\xff"
                 "\0a\0\xe4\0\n\0b\0\n",
                 "a\xc3\xa4|b");
    ASSERT_LINES("\xff\xfe"
                 "a\0",
                 "a");
    ASSERT_LINES("\xfe\xff"
                 "\0a\0\r\0\n\0b",
                 "a\r|b");
    /* Beyond the first plane; and halves of pairs, which stand for nothing. */
    ASSERT_LINES("\xff\xfe\x3d\xd8\x00\xde\n\0", "\xf0\x9f\x98\x80");
    ASSERT_LINES("\xff\xfe\x3d\xd8x\0\n\0", "\xef\xbf\xbdx");
    ASSERT_LINES("\xff\xfe\x00\xde\n\0", "\xef\xbf\xbd");
}

static void half_a_character_of_utf16_ends_no_line(void **state)
{
    (void)state;
    /* U+010A and U+0A05 have a byte '\n' in them. */
    ASSERT_LINES("\xff\xfe"
                 "x\0\x0a\x01\x05\x0ay\0\n\0z\0",
                 "x\xc4\x8a\xe0\xa8\x85y|z");
    ASSERT_LINES("\xfe\xff"
                 "\0x\x01\x0a\x0a\x05\0y\0\n\0z",
                 "x\xc4\x8a\xe0\xa8\x85y|z");
}

static void an_odd_byte_at_the_end_of_utf16_does_not_hang(void **state)
{
    struct lines lines;

    (void)state;
    read_bytes(&lines,
               "\xff\xfe"
               "a\0b",
               5);
    assert_true(lines.count >= 1);
    assert_true(text_is(lines.line[0], "a"));
    arena_release(&lines.arena);
}

/* Lines of `length` letters, then "next"; `unit` bytes a letter. */
static void check_long_lines(size_t length, const char *mark, size_t unit)
{
    struct buffer bytes;
    struct lines lines;

    buffer_init(&bytes);
    buffer_append_string(&bytes, mark);
    for (size_t line = 0; line < 2; line++) {
        for (size_t i = 0; i < length; i++) {
            buffer_append_byte(&bytes, 'x');
            buffer_append_repeated(&bytes, '\0', unit - 1);
        }
        buffer_append_byte(&bytes, '\n');
        buffer_append_repeated(&bytes, '\0', unit - 1);
        buffer_append_byte(&bytes, 'n');
        buffer_append_repeated(&bytes, '\0', unit - 1);
        buffer_append_byte(&bytes, '\n');
        buffer_append_repeated(&bytes, '\0', unit - 1);
    }
    read_bytes(&lines, bytes.bytes, bytes.length);
    assert_int_equal(lines.count, 4);
    assert_true(text_is(lines.line[1], "n"));
    assert_true(text_is(lines.line[3], "n"));
    assert_int_equal(lines.last_number, 4);
    if (length < LONGEST_LINE) {
        assert_int_equal(lines.line[0].length, length);
        assert_int_equal(lines.cut, 0);
    } else {
        assert_true(lines.line[0].length >= LONGEST_LINE);
        assert_true(lines.line[0].length < LONGEST_LINE * 2);
    }
    if (length > 2 * LONGEST_LINE)
        assert_int_equal(lines.cut, 2);
    arena_release(&lines.arena);
    buffer_release(&bytes);
}

static void a_line_of_any_length_is_read_up_to_a_bound_and_the_next_is_whole(void **state)
{
    static const size_t lengths[] = {1,       4095,    65536,   262143,  262144,         262145,
                                     1048575, 1048576, 1048577, 1310719, 3 * 1048576 + 5};

    (void)state;
    for (size_t i = 0; i < sizeof lengths / sizeof lengths[0]; i++) {
        check_long_lines(lengths[i], "", 1);
        check_long_lines(lengths[i], "\xff\xfe", 2);
    }
}

static void a_cut_line_at_the_end_is_one_line(void **state)
{
    struct buffer bytes;
    struct lines lines;

    (void)state;
    buffer_init(&bytes);
    buffer_append_repeated(&bytes, 'x', 3 * 1048576 + 5);
    read_bytes(&lines, bytes.bytes, bytes.length);
    assert_int_equal(lines.count, 1);
    assert_int_equal(lines.cut, 1);
    arena_release(&lines.arena);
    buffer_release(&bytes);
}

static void a_pipe_gives_the_same_lines_as_a_file_in_whatever_pieces(void **state)
{
    static const char text[] = "\xef\xbb\xbf"
                               "one\ntwo two\n\nthree\r\nlast";
    int kept = dup(STDIN_FILENO);

    (void)state;
    for (size_t piece = 1; piece < 9; piece++) {
        struct lines lines;
        struct input input;
        struct diag diag;
        int ends[2];
        diag_init(&diag);
        assert_int_equal(pipe(ends), 0);
        pid_t child = fork();
        if (child == 0) {
            for (size_t at = 0; at < sizeof text - 1; at += piece) {
                size_t left = sizeof text - 1 - at;
                if (write(ends[1], text + at, left < piece ? left : piece) < 0)
                    _exit(1);
                sched_yield();
            }
            _exit(0);
        }
        close(ends[1]);
        dup2(ends[0], STDIN_FILENO);
        close(ends[0]);
        assert_true(input_open(&input, "-", &diag));
        take_lines(&lines, &input);
        assert_true(input_close(&input, &diag));
        assert_int_equal(lines.count, 5);
        assert_true(text_is(lines.line[0], "one"));
        assert_true(text_is(lines.line[1], "two two"));
        assert_int_equal(lines.line[2].length, 0);
        assert_true(text_is(lines.line[3], "three\r"));
        assert_true(text_is(lines.line[4], "last"));
        arena_release(&lines.arena);
        waitpid(child, NULL, 0);
    }
    dup2(kept, STDIN_FILENO);
    close(kept);
}

static void what_is_left_can_be_taken_at_once(void **state)
{
    char path[] = "/tmp/loadstat-input-XXXXXX";
    struct input input;
    struct diag diag;
    struct text line;
    struct buffer rest;
    int descriptor = mkstemp(path);

    (void)state;
    assert_int_equal(write(descriptor, "first\nsecond\nthird", 18), 18);
    close(descriptor);
    diag_init(&diag);
    buffer_init(&rest);
    assert_true(input_open(&input, path, &diag));
    assert_true(input_line(&input, &line));
    input_rest(&input, &rest, 1000);
    assert_string_equal(rest.bytes, "second\nthird");
    assert_false(input_line(&input, &line));
    input_close(&input, &diag);
    buffer_release(&rest);
    unlink(path);
}

/* Messages of these tests are not for the eyes of those who run them. */
static int hide_messages(void)
{
    int kept = dup(STDERR_FILENO);
    int nowhere = open("/dev/null", O_WRONLY);

    dup2(nowhere, STDERR_FILENO);
    close(nowhere);
    return kept;
}

static void show_messages(int kept)
{
    dup2(kept, STDERR_FILENO);
    close(kept);
}

static void what_cannot_be_read_is_an_error(void **state)
{
    static const char *const paths[] = {"/nowhere/at/all", "/tmp", ""};
    struct input input;
    struct diag diag;

    (void)state;
    int kept = hide_messages();
    for (size_t i = 0; i < sizeof paths / sizeof paths[0]; i++) {
        diag_init(&diag);
        bool opened = input_open(&input, paths[i], &diag);
        if (opened || diag.worst != STATUS_UNUSABLE)
            show_messages(kept);
        assert_false(opened);
        assert_int_equal(diag.worst, STATUS_UNUSABLE);
        assert_int_equal(diag.errors, 1);
    }
    show_messages(kept);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(lines_end_at_newlines_and_at_the_end),
        cmocka_unit_test(nul_bytes_are_bytes),
        cmocka_unit_test(a_byte_order_mark_is_taken_off_the_first_line_only),
        cmocka_unit_test(utf16_behind_a_mark_is_read_as_utf8),
        cmocka_unit_test(half_a_character_of_utf16_ends_no_line),
        cmocka_unit_test(an_odd_byte_at_the_end_of_utf16_does_not_hang),
        cmocka_unit_test(a_line_of_any_length_is_read_up_to_a_bound_and_the_next_is_whole),
        cmocka_unit_test(a_cut_line_at_the_end_is_one_line),
        cmocka_unit_test(a_pipe_gives_the_same_lines_as_a_file_in_whatever_pieces),
        cmocka_unit_test(what_is_left_can_be_taken_at_once),
        cmocka_unit_test(what_cannot_be_read_is_an_error),
    };

    cmocka_set_message_output(CM_OUTPUT_TAP);
    return cmocka_run_group_tests(tests, NULL, NULL);
}
