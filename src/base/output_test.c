/*
 * A regular file appears whole or not at all; devices are written through.
 */
#include "output.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>
#include <dirent.h>
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

static char folder[] = "/tmp/loadstat-output-XXXXXX";
static char path[64];
static int kept_stderr;

static int set_up(void **state)
{
    (void)state;
    strcpy(folder, "/tmp/loadstat-output-XXXXXX");
    if (!mkdtemp(folder))
        return -1;
    snprintf(path, sizeof path, "%s/report.md", folder);
    int nowhere = open("/dev/null", O_WRONLY);
    kept_stderr = dup(STDERR_FILENO);
    dup2(nowhere, STDERR_FILENO);
    close(nowhere);
    return 0;
}

static int tear_down(void **state)
{
    (void)state;
    dup2(kept_stderr, STDERR_FILENO);
    close(kept_stderr);
    chmod(folder, 0700);
    unlink(path);
    rmdir(folder);
    return 0;
}

static size_t files_in_folder(void)
{
    DIR *directory = opendir(folder);
    size_t count = 0;

    assert_non_null(directory);
    for (struct dirent *entry; (entry = readdir(directory));)
        count += entry->d_name[0] != '.';
    closedir(directory);
    return count;
}

static void write_file(const char *text, mode_t mode)
{
    FILE *file = fopen(path, "w");

    assert_non_null(file);
    fputs(text, file);
    fclose(file);
    chmod(path, mode);
}

static void assert_file(const char *text)
{
    char bytes[100] = {0};
    FILE *file = fopen(path, "r");

    assert_non_null(file);
    size_t length = fread(bytes, 1, sizeof bytes - 1, file);
    fclose(file);
    assert_int_equal(length, strlen(text));
    assert_string_equal(bytes, text);
}

static mode_t mode_of_file(void)
{
    struct stat status;

    assert_int_equal(stat(path, &status), 0);
    return status.st_mode & 07777;
}

static void a_file_appears_with_the_commit_and_not_before(void **state)
{
    struct output output;
    struct diag diag;

    (void)state;
    diag_init(&diag);
    assert_true(output_open(&output, path, &diag));
    output_string(&output, "hello ");
    output_write(&output, "world", 5);
    assert_int_equal(access(path, F_OK), -1);
    assert_true(output_commit(&output, &diag));
    assert_file("hello world");
    assert_int_equal(files_in_folder(), 1);
    assert_int_equal(diag.worst, STATUS_DONE);
}

static void an_old_file_stays_until_the_commit_and_after_giving_up(void **state)
{
    struct output output;
    struct diag diag;

    (void)state;
    diag_init(&diag);
    write_file("old", 0644);
    assert_true(output_open(&output, path, &diag));
    output_string(&output, "new");
    assert_file("old");
    output_abandon(&output);
    assert_file("old");
    assert_int_equal(files_in_folder(), 1);
    assert_true(output_open(&output, path, &diag));
    output_string(&output, "new");
    assert_true(output_commit(&output, &diag));
    assert_file("new");
    assert_int_equal(files_in_folder(), 1);
}

static void a_new_file_has_the_mode_of_the_old_one_or_of_the_mask(void **state)
{
    struct output output;
    struct diag diag;
    mode_t mask = umask(027);

    (void)state;
    diag_init(&diag);
    assert_true(output_open(&output, path, &diag));
    assert_true(output_commit(&output, &diag));
    assert_int_equal(mode_of_file(), 0640);
    chmod(path, 0604);
    assert_true(output_open(&output, path, &diag));
    assert_true(output_commit(&output, &diag));
    assert_int_equal(mode_of_file(), 0604);
    umask(mask);
}

static void much_is_written_as_it_is(void **state)
{
    struct output output;
    struct diag diag;
    struct stat status;

    (void)state;
    diag_init(&diag);
    assert_true(output_open(&output, path, &diag));
    for (size_t i = 0; i < 100000; i++)
        output_string(&output, "0123456789\n");
    assert_true(output_commit(&output, &diag));
    assert_int_equal(stat(path, &status), 0);
    assert_int_equal(status.st_size, 1100000);
}

static void a_full_disk_is_an_error_and_leaves_the_rest_unwritten(void **state)
{
    struct output output;
    struct diag diag;

    (void)state;
    if (access("/dev/full", W_OK) != 0)
        skip();
    diag_init(&diag);
    assert_true(output_open(&output, "/dev/full", &diag));
    for (size_t i = 0; i < 20000; i++)
        output_string(&output, "0123456789");
    assert_true(output.error != 0);
    assert_int_equal(output.pending.length, 0);
    assert_false(output_commit(&output, &diag));
    assert_int_equal(diag.worst, STATUS_UNUSABLE);
    diag_init(&diag);
    assert_true(output_open(&output, "/dev/full", &diag));
    output_string(&output, "short");
    assert_false(output_commit(&output, &diag));
    assert_int_equal(diag.worst, STATUS_UNUSABLE);
}

static void a_device_is_written_through_and_stays_a_device(void **state)
{
    struct output output;
    struct diag diag;
    struct stat status;

    (void)state;
    diag_init(&diag);
    assert_true(output_open(&output, "/dev/null", &diag));
    assert_null(output.beside);
    output_string(&output, "gone");
    assert_true(output_commit(&output, &diag));
    assert_int_equal(stat("/dev/null", &status), 0);
    assert_true(S_ISCHR(status.st_mode));
}

static void a_pipe_is_written_through(void **state)
{
    struct output output;
    struct diag diag;
    char bytes[16] = {0};

    (void)state;
    diag_init(&diag);
    assert_int_equal(mkfifo(path, 0600), 0);
    int reader = open(path, O_RDONLY | O_NONBLOCK);
    assert_true(reader >= 0);
    assert_true(output_open(&output, path, &diag));
    output_string(&output, "through");
    assert_true(output_commit(&output, &diag));
    assert_int_equal(read(reader, bytes, sizeof bytes), 7);
    assert_string_equal(bytes, "through");
    close(reader);
}

static void a_link_keeps_pointing_where_it_points(void **state)
{
    char link_path[80];
    struct output output;
    struct diag diag;
    struct stat status;

    (void)state;
    diag_init(&diag);
    write_file("old", 0644);
    snprintf(link_path, sizeof link_path, "%s/link", folder);
    assert_int_equal(symlink("report.md", link_path), 0);
    assert_true(output_open(&output, link_path, &diag));
    output_string(&output, "new");
    assert_true(output_commit(&output, &diag));
    bool is_link = lstat(link_path, &status) == 0 && S_ISLNK(status.st_mode);
    unlink(link_path);
    assert_true(is_link);
    assert_file("new");
}

static void a_link_to_a_file_that_is_yet_to_come_stays_one(void **state)
{
    char link_path[80];
    struct output output;
    struct diag diag;
    struct stat status;

    (void)state;
    diag_init(&diag);
    snprintf(link_path, sizeof link_path, "%s/link", folder);
    assert_int_equal(symlink("report.md", link_path), 0);
    assert_true(output_open(&output, link_path, &diag));
    output_string(&output, "new");
    assert_true(output_commit(&output, &diag));
    bool is_link = lstat(link_path, &status) == 0 && S_ISLNK(status.st_mode);
    unlink(link_path);
    assert_true(is_link);
    assert_file("new");
}

static volatile sig_atomic_t interruptions;

static void count_interruption(int number)
{
    (void)number;
    interruptions++;
}

static void interruptions_wait_until_nothing_is_left_beside(void **state)
{
    struct output output;
    struct diag diag;

    (void)state;
    diag_init(&diag);
    interruptions = 0;
    struct sigaction counting = {.sa_handler = count_interruption}, before;
    sigaction(SIGINT, &counting, &before);
    for (int committed = 0; committed < 2; committed++) {
        assert_true(output_open(&output, path, &diag));
        raise(SIGINT);
        assert_int_equal(interruptions, committed);
        if (committed)
            assert_true(output_commit(&output, &diag));
        else
            output_abandon(&output);
        assert_int_equal(interruptions, committed + 1);
        assert_int_equal(files_in_folder(), committed);
    }
    sigaction(SIGINT, &before, NULL);
}

static void standard_output_is_never_replaced_by_a_file(void **state)
{
    struct output output;
    struct diag diag;
    struct stat before, after;

    (void)state;
    write_file("", 0644);
    int kept = dup(STDOUT_FILENO);
    int file = open(path, O_WRONLY);
    fflush(stdout);
    dup2(file, STDOUT_FILENO);
    close(file);
    diag_init(&diag);
    bool seen = lstat("/dev/stdout", &before) == 0;
    bool opened = seen && output_open(&output, "/dev/stdout", &diag);
    bool through = opened && !output.beside;
    if (opened)
        output_abandon(&output);
    dup2(kept, STDOUT_FILENO);
    close(kept);
    if (!seen)
        skip();
    assert_true(through);
    assert_int_equal(lstat("/dev/stdout", &after), 0);
    assert_int_equal(after.st_ino, before.st_ino);
}

static void what_cannot_be_written_is_an_error_at_once(void **state)
{
    struct output output;
    struct diag diag;
    char inside[80];

    (void)state;
    diag_init(&diag);
    assert_false(output_open(&output, "/nowhere/at/all/report.md", &diag));
    assert_int_equal(diag.worst, STATUS_UNUSABLE);
    diag_init(&diag);
    assert_false(output_open(&output, folder, &diag));
    assert_int_equal(diag.worst, STATUS_UNUSABLE);
    if (geteuid() == 0)
        return; /* root may write anywhere */
    diag_init(&diag);
    snprintf(inside, sizeof inside, "%s/inside", folder);
    chmod(folder, 0500);
    assert_false(output_open(&output, inside, &diag));
    assert_int_equal(diag.worst, STATUS_UNUSABLE);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
#define TEST(name) cmocka_unit_test_setup_teardown(name, set_up, tear_down)
        TEST(a_file_appears_with_the_commit_and_not_before),
        TEST(an_old_file_stays_until_the_commit_and_after_giving_up),
        TEST(a_new_file_has_the_mode_of_the_old_one_or_of_the_mask),
        TEST(much_is_written_as_it_is),
        TEST(a_full_disk_is_an_error_and_leaves_the_rest_unwritten),
        TEST(a_device_is_written_through_and_stays_a_device),
        TEST(a_pipe_is_written_through),
        TEST(a_link_keeps_pointing_where_it_points),
        TEST(a_link_to_a_file_that_is_yet_to_come_stays_one),
        TEST(interruptions_wait_until_nothing_is_left_beside),
        TEST(standard_output_is_never_replaced_by_a_file),
        TEST(what_cannot_be_written_is_an_error_at_once),
    };

    cmocka_set_message_output(CM_OUTPUT_TAP);
    return cmocka_run_group_tests(tests, NULL, NULL);
}
