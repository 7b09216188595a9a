/*
 * What stands around the reports: headings, rulers, echoed lines, commands.
 */
#include "surroundings.h"

#include "../rules/tool_command.h"
#include "read_text.h"

static struct read_bench bench;
static struct arena arena;
static struct surroundings surroundings;

static int open_bench(void **state)
{
    (void)state;
    read_bench_open(&bench);
    return 0;
}

static int close_bench(void **state)
{
    (void)state;
    read_bench_close(&bench);
    return 0;
}

static int set_up(void **state)
{
    (void)state;
    arena_init(&arena);
    surroundings_init(&surroundings, &bench.rules, &arena);
    return 0;
}

static int tear_down(void **state)
{
    (void)state;
    surroundings_release(&surroundings);
    arena_release(&arena);
    return 0;
}

/* Takes in lines joined by '~'; an empty one is a blank line. */
static void take(const char *lines)
{
    struct text rest = text_of(lines);
    struct text line;

    while (text_split(&rest, '~', &line)) {
        if (line.length)
            surroundings_take_line(&surroundings, line);
        else
            surroundings_take_blank(&surroundings);
    }
}

static void assert_text(const char *is, const char *want)
{
    if (want ? !is || strcmp(is, want) != 0 : is != NULL)
        fail_msg("\"%s\", not \"%s\"", is ? is : "nothing", want ? want : "nothing");
}

static const char *caption(size_t at)
{
    const struct hints *hints = &surroundings.hints;

    return at < hints->caption_count ? hints->captions[at].text : NULL;
}

static void assert_heading(const char *lines, size_t level, const char *text)
{
    tear_down(NULL);
    set_up(NULL);
    take(lines);
    const char *is = surroundings.hints.headings[level];
    if (text ? !is || strcmp(is, text) != 0 : is != NULL)
        fail_msg("\"%s\": \"%s\" is the heading", lines, is ? is : "nothing");
}

static void headings_of_every_kind_are_found(void **state)
{
    (void)state;
    assert_heading("# nginx", 0, "nginx");
    assert_heading("### nginx #", 2, "nginx");
    assert_heading("###### deep:", 5, "deep");
    assert_heading("h2. nginx", 1, "nginx");
    assert_heading("nginx~=====", 0, "nginx");
    assert_heading("nginx~-----", 1, "nginx");
    assert_heading("II - External request", 0, "External request");
    assert_heading("A - Sync worker", 1, "Sync worker");
}

static void what_is_no_heading_is_none(void **state)
{
    (void)state;
    assert_heading("#nginx", 0, NULL);
    assert_heading("####### seven", 0, NULL);
    assert_heading("nginx~~=====", 0, NULL); /* parted by a blank line */
    assert_heading("nginx~.....", 0, NULL);
    assert_heading("h7. nginx", 0, NULL);
    assert_heading("```~# a comment~```", 0, NULL);
}

static void a_heading_ends_those_below_it(void **state)
{
    (void)state;
    take("# A~## B~### C~## D");
    assert_text(surroundings.hints.headings[0], "A");
    assert_text(surroundings.hints.headings[1], "D");
    assert_text(surroundings.hints.headings[2], NULL);
}

static void rulers_with_text_name_the_runs_below(void **state)
{
    static const char *const rulers[] = {"---- nginx ----", "== nginx ==", "**** nginx ****",
                                         "--- nginx: ---", "____nginx____"};

    (void)state;
    for (size_t i = 0; i < sizeof rulers / sizeof rulers[0]; i++) {
        surroundings.hints.caption_count = 0;
        take(rulers[i]);
        assert_text(caption(0), "nginx");
        assert_int_equal(surroundings.hints.captions[0].kind, NAME_RULER);
        assert_int_equal(surroundings_snapshot(&surroundings).caption_count, 1);
        assert_text(caption(0), "nginx"); /* and all runs behind it */
    }
    take("------");
    assert_int_equal(surroundings.hints.caption_count, 1);
}

static void short_lines_and_echoes_name_the_next_run(void **state)
{
    static const struct {
        const char *line;
        const char *label;
    } cases[] = {
        {"nginx",                                                                   "nginx"            },
        {"nginx with gzip:",                                                        "nginx with gzip"  },
        {"+ echo \"before the change\"",                                            "before the change"},
        {"$ echo 'before'",                                                         "before"           },
        {"$ echo before",                                                           "before"           },
        {"This is a whole sentence of prose.",                                      NULL               },
        {"http://example.org/",                                                     NULL               },
        {"{ \"a\": 1 }",                                                            NULL               },
        {"int main(void) {",                                                        NULL               },
        {"| a | b |",                                                               NULL               },
        {"one two three four five six seven eight nine ten eleven twelve thirteen", NULL               },
    };

    (void)state;
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        surroundings.hints.caption_count = 0;
        surroundings.has_line = false;
        take(cases[i].line);
        assert_text(caption(0), cases[i].label);
    }
}

static void in_a_fence_a_comment_is_no_heading(void **state)
{
    (void)state;
    take("# Title~```~# nginx");
    assert_text(surroundings.hints.headings[0], "Title");
    take("```~# Next");
    assert_text(surroundings.hints.headings[0], "Next");
}

static void a_caption_holds_until_the_next_of_its_kind_or_an_outer_one(void **state)
{
    (void)state;
    take("== nginx ==~~Before:");
    surroundings_snapshot(&surroundings);
    take("After:");
    assert_text(caption(0), "nginx");
    assert_text(caption(1), "After");
    surroundings_snapshot(&surroundings);
    take("== apache ==");
    assert_text(caption(0), "apache");
    assert_text(caption(1), NULL);
    take("# Next");
    assert_text(caption(0), NULL);
}

static void the_line_right_above_a_report_is_meant(void **state)
{
    (void)state;
    take("one~two");
    assert_text(caption(0), "two");
    assert_text(surroundings_snapshot(&surroundings).between, "one");
    take("This is a whole sentence of prose.");
    assert_text(caption(0), "two");
    assert_text(surroundings_snapshot(&surroundings).between, "This is a whole sentence of prose.");
    assert_text(surroundings_snapshot(&surroundings).between, NULL);
}

static void what_stands_within_a_report_names_nothing(void **state)
{
    (void)state;
    take("nginx");
    surroundings_snapshot(&surroundings);
    take("# page of the server~== text ==~noise");
    surroundings_go_on(&surroundings);
    assert_text(caption(0), "nginx");
    assert_text(surroundings.hints.headings[0], NULL);
    assert_text(surroundings_snapshot(&surroundings).between, NULL);
}

static void a_command_is_kept_for_the_next_run(void **state)
{
    (void)state;
    take("$ ab -n 1000 -c 8 http://h/");
    assert_text(surroundings.hints.command, "ab -n 1000 -c 8 http://h/");
    assert_text(surroundings_snapshot(&surroundings).command, "ab -n 1000 -c 8 http://h/");
    assert_text(surroundings.hints.command, NULL);
}

static void texts_are_cleaned_before_they_are_kept(void **state)
{
    (void)state;
    take("# evil\x1b[31m\xe2\x80\xae\xff");
    assert_text(surroundings.hints.headings[0], "evil [31m \xef\xbf\xbd");
}

static void assert_command(const char *line, const char *text)
{
    struct text found;
    const struct tool_command *command = tool_command_find(&bench.rules, text_of(line), &found);

    if ((command != NULL) != (text != NULL) || (command && !text_is(found, text)))
        fail_msg("\"%s\": %.*s", line, command ? (int)found.length : 7,
                 command ? found.start : "nothing");
}

static void commands_are_told_from_sentences(void **state)
{
    (void)state;
    assert_command("ab -n 1000 http://h/", "ab -n 1000 http://h/");
    assert_command("$ /usr/bin/ab -n 5 -c 1 h:80/", "ab -n 5 -c 1 h:80/");
    assert_command("`siege -b -c 25 http://h/` was run", "siege -b -c 25 http://h/");
    assert_command("siege http://h/", "siege http://h/");
    assert_command("C:\\bench>ab.exe -n 5 http://h/", "ab.exe -n 5 http://h/");
    assert_command("I like ab more than others", NULL);
    assert_command("crab -n 5 http://h/", NULL);
    assert_command("about -n 5", NULL);
    assert_command("ab", NULL);
    assert_command("", NULL);
}

static void options_give_what_the_report_lacks(void **state)
{
    struct run run;
    struct text text;
    const char *line = "ab -n 1000 -c8 -t 30 http://h/";
    const struct tool_command *command = tool_command_find(&bench.rules, text_of(line), &text);

    (void)state;
    assert_non_null(command);
    run_init(&run);
    run.config.requests = 500;
    tool_command_apply(command, text_copy(&arena, text), &run);
    assert_true(run.config.concurrency == 8);
    assert_true(run.config.requests == 500);
    assert_true(run.config.duration_s == 30);
    assert_text(run.command, line);
}

static void a_command_that_contradicts_or_is_wrong_gives_nothing(void **state)
{
    struct run run;
    struct text text;
    const struct tool_command *command =
        tool_command_find(&bench.rules, text_of("ab -n -7 -c 8 http://h/"), &text);

    (void)state;
    run_init(&run);
    run.config.concurrency = 9;
    tool_command_apply(command, "ab -n -7 -c 8 http://h/", &run);
    assert_text(run.command, NULL);
    assert_true(isnan(run.config.requests));
    run.config.concurrency = ABSENT;
    run.tool = "siege";
    tool_command_apply(command, "ab -n -7 -c 8 http://h/", &run);
    assert_text(run.command, NULL);
    run.tool = "ab";
    tool_command_apply(command, "ab -n -7 -c 8 http://h/", &run);
    assert_true(run.config.concurrency == 8);
    assert_true(isnan(run.config.requests)); /* -7 is no number of requests */
}

static void durations_of_siege_have_units(void **state)
{
    static const struct {
        const char *command;
        double seconds;
    } cases[] = {
        {"siege -t 30S http://h/", 30  },
        {"siege -t2M http://h/",   120 },
        {"siege -t 1H http://h/",  3600},
        {"siege -t 5 http://h/",   300 },
    };

    (void)state;
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        struct run run;
        struct text text;
        const struct tool_command *command =
            tool_command_find(&bench.rules, text_of(cases[i].command), &text);
        run_init(&run);
        tool_command_apply(command, cases[i].command, &run);
        if (run.config.duration_s != cases[i].seconds)
            fail_msg("%s: %g s", cases[i].command, run.config.duration_s);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
#define TEST(name) cmocka_unit_test_setup_teardown(name, set_up, tear_down)
        TEST(headings_of_every_kind_are_found),
        TEST(what_is_no_heading_is_none),
        TEST(a_heading_ends_those_below_it),
        TEST(rulers_with_text_name_the_runs_below),
        TEST(short_lines_and_echoes_name_the_next_run),
        TEST(in_a_fence_a_comment_is_no_heading),
        TEST(a_caption_holds_until_the_next_of_its_kind_or_an_outer_one),
        TEST(the_line_right_above_a_report_is_meant),
        TEST(what_stands_within_a_report_names_nothing),
        TEST(a_command_is_kept_for_the_next_run),
        TEST(texts_are_cleaned_before_they_are_kept),
        TEST(commands_are_told_from_sentences),
        TEST(options_give_what_the_report_lacks),
        TEST(a_command_that_contradicts_or_is_wrong_gives_nothing),
        TEST(durations_of_siege_have_units),
    };

    cmocka_set_message_output(CM_OUTPUT_TAP);
    return cmocka_run_group_tests(tests, open_bench, close_bench);
}
