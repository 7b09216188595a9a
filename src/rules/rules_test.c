/*
 * Rule files: what is wrong in one is told with file, line and column, and the
 * two laws of samples hold for all that are built in.
 */
#include "rules.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "../base/embedded.h"

static struct arena arena;
static struct metric_set metrics;
static struct diag diag;
static struct rules rules;
static int kept_stderr;
static FILE *messages;

static int set_up(void **state)
{
    (void)state;
    arena_init(&arena);
    metric_set_init(&metrics, &arena);
    diag_init(&diag);
    rules_init(&rules, &arena, &metrics, &diag);
    messages = tmpfile();
    kept_stderr = dup(STDERR_FILENO);
    return messages ? dup2(fileno(messages), STDERR_FILENO) < 0 : -1;
}

static int tear_down(void **state)
{
    (void)state;
    dup2(kept_stderr, STDERR_FILENO);
    close(kept_stderr);
    fclose(messages);
    rules_release(&rules);
    arena_release(&arena);
    return 0;
}

/* All messages so far. */
static const char *said(void)
{
    char *bytes = arena_allocate(&arena, 20000);

    fflush(stderr);
    rewind(messages);
    size_t length = fread(bytes, 1, 19999, messages);
    bytes[length] = '\0';
    return bytes;
}

static bool load(const char *text)
{
    return rules_load(&rules, "my.rules", text_of(text));
}

/* Loads and checks a file in which something is wrong. */
static void assert_wrong(const char *text, const char *message)
{
    bool right = load(text) && rules_check(&rules, "my.rules");
    const char *told = said();

    if (right || diag.worst != STATUS_USAGE || !strstr(told, message))
        print_message("of this file:\n%s\n%s: %s", text, right ? "accepted" : "refused", told);
    assert_false(right);
    assert_int_equal(diag.worst, STATUS_USAGE);
    assert_non_null(strstr(told, message));
}

#define WRONG_FILE_TEST(name, text, message)                                                       \
    static void name(void **state)                                                                 \
    {                                                                                              \
        (void)state;                                                                               \
        assert_wrong(text, message);                                                               \
    }

#define HEAD "format x \"X\"\n"
#define RPS  "rule rps: (?<requests_per_second>\\d+)\n"

WRONG_FILE_TEST(a_file_without_a_format_is_wrong, "# nothing\n", "my.rules: no format")
WRONG_FILE_TEST(a_directive_that_is_not_known_is_told, HEAD "\n  frobnicate x\n",
                "my.rules:3:3: directive frobnicate is not known")
WRONG_FILE_TEST(a_rule_before_a_format_is_told, "rule x\n",
                "my.rules:1:1: this belongs to a format")
WRONG_FILE_TEST(a_format_without_a_name_is_told, "format\n", "my.rules:1:1: the name of the format")
WRONG_FILE_TEST(a_missing_pattern_is_told, HEAD "rule   inside\n",
                "my.rules:2:1: a pattern is missing")
WRONG_FILE_TEST(an_unknown_macro_is_told_where_it_stands, HEAD "rule abc {nothing} x\n",
                "my.rules:2:10: no macro has this name")
WRONG_FILE_TEST(an_unknown_macro_in_a_macro_is_told, "macro a b{c}\n" HEAD,
                "my.rules:1:10: no macro has this name")
WRONG_FILE_TEST(an_unknown_field_is_told, HEAD "rule x(?<nothing>\\d+)\nsample \"x1\"\n",
                "my.rules:2:6: no field is called nothing")
WRONG_FILE_TEST(a_pattern_that_is_none_is_told, HEAD "rule x(\\d+\nsample \"x1\"\n",
                "my.rules:2:6: this pattern is wrong at")
WRONG_FILE_TEST(an_unknown_unit_is_told, HEAD "rule unit=furlong x\n",
                "my.rules:2:6: this unit is not known")
WRONG_FILE_TEST(an_unknown_option_is_told, HEAD "rule colour=red x\n",
                "my.rules:2:6: this option is not known")
WRONG_FILE_TEST(a_step_that_is_no_number_is_told, HEAD "rule step=big x\n",
                "my.rules:2:6: a step is a number")
WRONG_FILE_TEST(a_second_that_is_no_metric_is_told, HEAD "rule second=big x\n",
                "my.rules:2:6: no metric has this key")
WRONG_FILE_TEST(an_unknown_base_is_told, HEAD "rule base=7 x\n", "my.rules:2:6: the base of K")
WRONG_FILE_TEST(an_unknown_quirk_is_told, HEAD "quirk nothing\n",
                "my.rules:2:7: no quirk has this name")
WRONG_FILE_TEST(an_unknown_mark_is_told, HEAD "mark nothing x\n", "my.rules:2:6: a mark is one of")
WRONG_FILE_TEST(an_unknown_status_is_told, HEAD "status fine x\n", "my.rules:2:8: a status is")
WRONG_FILE_TEST(a_metric_of_whole_that_is_none_is_told, HEAD "whole requests_complete nothing\n",
                "my.rules:2:25: no metric has this key")
WRONG_FILE_TEST(a_default_that_is_none_is_told, HEAD "default nothing 1\n",
                "my.rules:2:9: write: default METRIC NUMBER")
WRONG_FILE_TEST(a_heading_of_no_field_is_told, HEAD "heading nothing \"x\"\n",
                "my.rules:2:9: no field has this name")
WRONG_FILE_TEST(a_metric_that_changes_is_told, "metric requests_per_second \"r\" ms lower\n" HEAD,
                "my.rules:1:8: this metric exists already")
WRONG_FILE_TEST(a_metric_without_a_unit_is_told, "metric cpu \"CPU\" parsec lower\n" HEAD,
                "my.rules:1:8: a metric's unit is one of")
WRONG_FILE_TEST(a_metric_that_is_better_sideways_is_told, "metric cpu \"CPU\" % sideways\n" HEAD,
                "my.rules:1:8: better is one of")
WRONG_FILE_TEST(a_request_without_a_latency_is_told, HEAD "request {status} {path}\n",
                "my.rules:2:9: a request needs a {latency:UNIT}")
WRONG_FILE_TEST(a_wrong_request_is_told_where_it_is_wrong, HEAD "request ab {nothing}\n",
                "my.rules:2:12: no field of a request")

WRONG_FILE_TEST(
    an_unknown_trait_is_told, HEAD "trait colour red\n",
    "my.rules:2:7: a trait is one of failures, mean, load, concurrency, rows, view, step")
WRONG_FILE_TEST(an_unknown_word_of_a_trait_is_told, HEAD "trait failures inside\n",
                "my.rules:2:7: trait failures is among or beside")
WRONG_FILE_TEST(a_trait_without_a_word_is_told, HEAD "trait load\n", "trait load is closed or open")
WRONG_FILE_TEST(a_step_without_a_unit_is_told, HEAD "trait step latency 10\n",
                "my.rules:2:7: write: trait step METRIC TIME")
WRONG_FILE_TEST(a_step_of_bytes_is_told, HEAD "trait step latency 10MB\n",
                "my.rules:2:7: write: trait step METRIC TIME")
WRONG_FILE_TEST(a_fifth_step_is_told,
                HEAD "trait step a 1ms\ntrait step b 1ms\ntrait step c 1ms\n"
                     "trait step d 1ms\ntrait step e 1ms\n",
                "my.rules:6:7: a format has no room for more steps")

static void traits_are_what_the_file_says(void **state)
{
    (void)state;
    assert_true(load(HEAD "trait failures beside\ntrait mean computed\ntrait load open\n"
                          "trait concurrency measured\ntrait rows sorted\n"
                          "trait step latency 10ms\ntrait step time_taken 0.1s\n" RPS
                          "sample \"rps: 5\"\n"));
    const struct traits *traits = &rules.formats[0]->traits;
    assert_int_equal(traits->failures, FAILURES_BESIDE);
    assert_int_equal(traits->mean, MEAN_COMPUTED);
    assert_int_equal(traits->load, LOAD_OPEN);
    assert_int_equal(traits->concurrency, CONCURRENCY_MEASURED);
    assert_int_equal(traits->rows, ROWS_SORTED);
    assert_true(traits_step(traits, metric_find(&metrics, text_of("latency_max_ms"))) == 10);
    assert_true(traits_step(traits, metric_find(&metrics, text_of("time_taken_s"))) == 0.1);
    assert_true(isnan(traits_step(traits, metric_find(&metrics, text_of("connect_min_ms")))));
    assert_true(isnan(traits_step(traits, metric_find(&metrics, text_of("bytes_total")))));
}

static void a_run_of_an_archive_gets_the_traits_of_its_format(void **state)
{
    static const struct traits own = {.load = LOAD_OPEN};
    struct run run;

    (void)state;
    assert_true(load(HEAD "trait load closed\n" RPS "sample \"rps: 5\"\n"));
    run_init(&run);
    rules_add_traits(&rules, &run);
    assert_ptr_equal(run.traits, &traits_unknown);
    run.format = "x";
    rules_add_traits(&rules, &run);
    assert_int_equal(run.traits->load, LOAD_CLOSED);
    run.traits = &own;
    rules_add_traits(&rules, &run);
    assert_ptr_equal(run.traits, &own);
}

static void the_users_formats_are_asked_before_built_in_ones(void **state)
{
    (void)state;
    rules.built_in = true;
    assert_true(load("format a \"A\"\n" RPS "format b \"B\"\n" RPS));
    rules.built_in = false;
    assert_true(load("format c \"C\"\n" RPS "sample \"rps: 5\"\nformat d \"D\"\n" RPS));
    for (size_t i = 0; i < 4; i++)
        assert_int_equal(rules.formats[i]->name[0], "cdab"[i]);
}

/* The first law: everything is hit by a sample. */
WRONG_FILE_TEST(a_rule_that_no_sample_hits_is_told, HEAD RPS, "my.rules:2:6: no sample hits this")
WRONG_FILE_TEST(a_begin_that_no_sample_hits_is_told,
                HEAD "begin head Start\n" RPS "sample \"rps: 5\"\n",
                "my.rules:2:12: no sample hits this")
WRONG_FILE_TEST(a_row_that_no_sample_hits_is_told, HEAD "row x(?<requests_per_second>\\d+)\n",
                "my.rules:2:5: no sample hits this")
WRONG_FILE_TEST(a_request_that_no_sample_hits_is_told, HEAD "request {latency:ms} ms\n",
                "my.rules:2:9: no sample hits this")

/* The second law: a sample hits exactly one. */
WRONG_FILE_TEST(a_sample_that_hits_nothing_is_told,
                HEAD RPS "sample \"rps: 5\"\nsample \"rps 5\"\n",
                "my.rules:4:8: this sample hits no rule of format x")
WRONG_FILE_TEST(a_sample_that_hits_two_is_told, HEAD RPS RPS "sample \"rps: 5\"\n",
                "my.rules:4:8: this sample hits the rules at line 2 and line 3")
WRONG_FILE_TEST(a_sample_that_gives_something_else_is_told,
                HEAD RPS "sample \"rps: 5\" requests_per_second=6\n",
                "my.rules:3:8: this sample should give requests_per_second=6")
WRONG_FILE_TEST(a_sample_that_gives_nothing_is_told, HEAD RPS "sample \"rps: 5\" host=x\n",
                "gives nothing")
WRONG_FILE_TEST(a_sample_with_words_behind_it_is_told, HEAD RPS "sample \"rps: 5\" as you see\n",
                "my.rules:3:8: behind the sample stands field=value")

static void a_file_that_is_right_says_nothing(void **state)
{
    (void)state;
    assert_true(load("metric cpu_pct \"CPU\" % lower\n"
                     "macro n \\d+\n" HEAD "tool y\nwhole requests_per_second\n"
                     "begin head Start of (?<host>\\S+)\nsample \"Start of h\" host=h\n"
                     "rule unit=% cpu: (?<cpu_pct>{n})\nsample \"cpu: 5\" cpu_pct=5\n" RPS
                     "sample \"rps: 5\" requests_per_second=5\nignore -+$\n"
                     "request {status} {latency:ms}\nsample \"200 5\"\n"));
    assert_true(rules_check(&rules, "my.rules"));
    assert_string_equal(said(), "");
}

static void every_built_in_rule_file_keeps_the_laws(void **state)
{
    size_t count = 0;

    (void)state;
    for (size_t i = 0; i < embedded_file_count; i++) {
        const struct embedded_file *file = &embedded_files[i];
        if (strncmp(file->path, "parsers/", strlen("parsers/")) != 0)
            continue;
        bool right = rules_load(&rules, file->path, (struct text){file->text, file->length}) &&
                     rules_check(&rules, file->path);
        if (!right)
            print_message("%s", said());
        assert_true(right);
        count++;
    }
    assert_true(count >= 3);
    assert_string_equal(said(), "");
}

/* ---- files ---- */

static char folder[64];

static void write_rule_file(const char *name, const char *text)
{
    FILE *file = fopen(arena_format(&arena, "%s/loadstat/parsers/%s", folder, name), "w");

    assert_non_null(file);
    fputs(text, file);
    fclose(file);
}

static void open_folder(void)
{
    strcpy(folder, "/tmp/loadstat-rules-XXXXXX");
    assert_non_null(mkdtemp(folder));
    assert_int_equal(mkdir(arena_format(&arena, "%s/loadstat", folder), 0700), 0);
    assert_int_equal(mkdir(arena_format(&arena, "%s/loadstat/parsers", folder), 0700), 0);
    setenv("XDG_CONFIG_HOME", folder, 1);
}

static void close_folder(const char *const *names, size_t count)
{
    for (size_t i = 0; i < count; i++)
        unlink(arena_format(&arena, "%s/loadstat/parsers/%s", folder, names[i]));
    rmdir(arena_format(&arena, "%s/loadstat/parsers", folder));
    rmdir(arena_format(&arena, "%s/loadstat", folder));
    rmdir(folder);
    unsetenv("XDG_CONFIG_HOME");
}

static void the_users_files_are_loaded_and_held_to_the_laws(void **state)
{
    static const char *const names[] = {"a", "b", ".hidden"};

    (void)state;
    open_folder();
    write_rule_file("a", "format a \"A\"\n" RPS "sample \"rps: 5\"\n");
    write_rule_file(".hidden", "nonsense\n");
    bool right = rules_load_user(&rules);
    write_rule_file("b", "format b \"B\"\n" RPS);
    bool wrong = !rules_load_user(&rules);
    close_folder(names, 3);
    assert_true(right);
    assert_true(wrong);
    assert_string_equal(rules.formats[1]->name, "a");
    assert_non_null(strstr(said(), "/b:2:6: no sample hits this"));
}

static void without_a_folder_there_is_nothing_to_load(void **state)
{
    (void)state;
    setenv("XDG_CONFIG_HOME", "/nowhere/at/all", 1);
    bool loaded = rules_load_user(&rules);
    unsetenv("XDG_CONFIG_HOME");
    assert_true(loaded);
    assert_int_equal(rules.format_count, 0);
}

static void a_rule_file_that_cannot_be_read_is_told(void **state)
{
    (void)state;
    assert_false(rules_load_file(&rules, "/nowhere/rules"));
    assert_int_equal(diag.worst, STATUS_UNUSABLE);
    assert_non_null(strstr(said(), "/nowhere/rules: cannot read"));
}

static void a_format_of_the_same_name_replaces_the_first(void **state)
{
    (void)state;
    assert_true(load(HEAD "tool old\n"));
    assert_true(load(HEAD "tool new\n"));
    assert_int_equal(rules.format_count, 1);
    assert_string_equal(rules.formats[0]->tool, "new");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
#define TEST(name) cmocka_unit_test_setup_teardown(name, set_up, tear_down)
        TEST(a_file_without_a_format_is_wrong),
        TEST(a_directive_that_is_not_known_is_told),
        TEST(a_rule_before_a_format_is_told),
        TEST(a_format_without_a_name_is_told),
        TEST(a_missing_pattern_is_told),
        TEST(an_unknown_macro_is_told_where_it_stands),
        TEST(an_unknown_macro_in_a_macro_is_told),
        TEST(an_unknown_field_is_told),
        TEST(a_pattern_that_is_none_is_told),
        TEST(an_unknown_unit_is_told),
        TEST(an_unknown_option_is_told),
        TEST(a_step_that_is_no_number_is_told),
        TEST(a_second_that_is_no_metric_is_told),
        TEST(an_unknown_base_is_told),
        TEST(an_unknown_quirk_is_told),
        TEST(an_unknown_mark_is_told),
        TEST(an_unknown_status_is_told),
        TEST(a_metric_of_whole_that_is_none_is_told),
        TEST(a_default_that_is_none_is_told),
        TEST(a_heading_of_no_field_is_told),
        TEST(a_metric_that_changes_is_told),
        TEST(a_metric_without_a_unit_is_told),
        TEST(a_metric_that_is_better_sideways_is_told),
        TEST(a_request_without_a_latency_is_told),
        TEST(a_wrong_request_is_told_where_it_is_wrong),
        TEST(an_unknown_trait_is_told),
        TEST(an_unknown_word_of_a_trait_is_told),
        TEST(a_trait_without_a_word_is_told),
        TEST(a_step_without_a_unit_is_told),
        TEST(a_step_of_bytes_is_told),
        TEST(a_fifth_step_is_told),
        TEST(traits_are_what_the_file_says),
        TEST(a_run_of_an_archive_gets_the_traits_of_its_format),
        TEST(the_users_formats_are_asked_before_built_in_ones),
        TEST(a_rule_that_no_sample_hits_is_told),
        TEST(a_begin_that_no_sample_hits_is_told),
        TEST(a_row_that_no_sample_hits_is_told),
        TEST(a_request_that_no_sample_hits_is_told),
        TEST(a_sample_that_hits_nothing_is_told),
        TEST(a_sample_that_hits_two_is_told),
        TEST(a_sample_that_gives_something_else_is_told),
        TEST(a_sample_that_gives_nothing_is_told),
        TEST(a_sample_with_words_behind_it_is_told),
        TEST(a_file_that_is_right_says_nothing),
        TEST(every_built_in_rule_file_keeps_the_laws),
        TEST(the_users_files_are_loaded_and_held_to_the_laws),
        TEST(without_a_folder_there_is_nothing_to_load),
        TEST(a_rule_file_that_cannot_be_read_is_told),
        TEST(a_format_of_the_same_name_replaces_the_first),
    };

    cmocka_set_message_output(CM_OUTPUT_TAP);
    return cmocka_run_group_tests(tests, NULL, NULL);
}
