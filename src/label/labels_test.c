/*
 * Labels: what runs are called, rule by rule.
 */
#include "labels.h"

#include "../read/read_text.h"

static struct read_bench bench;
static struct arena arena;
static struct reading_list list;

static int set_up(void **state)
{
    (void)state;
    arena_init(&arena);
    list = (struct reading_list){0};
    return 0;
}

static int tear_down(void **state)
{
    (void)state;
    arena_release(&arena);
    return 0;
}

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

/* Reads `log` as the file folder/stem.log. */
static void add_file(const char *folder, const char *stem, const char *log)
{
    struct hints hints = {
        .file = arena_format(&arena, "%s/%s.log", folder, stem),
        .stem = stem,
        .folder = folder,
    };

    read_bench_write(&bench, text_of(log));
    read_bench_file(&bench, bench.path, &hints, &arena, &list);
}

/* A report of ab: `c` 0: without a concurrency. */
static const char *report(const char *above, int rate, int c)
{
    return arena_format(
        &arena,
        "%s\nServer Software:        x\nServer Port:            8080\n"
        "Document Path:          /\n%s"
        "Complete requests:      1000\nRequests per second:    %d.50 [#/sec] (mean)\n",
        above, c ? arena_format(&arena, "Concurrency Level:      %d\n", c) : "", rate);
}

/* siege's JSON never says what was asked for. */
static const char *json(const char *above, int rate)
{
    return arena_format(&arena, "%s\n{\t\"transactions\":\t100,\n\"transaction_rate\":\t%d.00\n}\n",
                        above, rate);
}

static const char *together(const char *a, const char *b, const char *c)
{
    return arena_format(&arena, "%s\n%s\n%s", a, b, c);
}

static void decide(enum name_source from)
{
    struct label_options options = {.naming = {.source = from}};

    assert_true(labels_decide(&list, &options, &arena, &bench.diag));
}

/* Compares the labels with names joined by '|'; an empty one is none. */
static void assert_labels(const char *joined)
{
    struct text rest = text_of(joined);
    struct text name;
    size_t count = 0;

    while (text_split(&rest, '|', &name)) {
        assert_true(count < list.count);
        const char *label = list.items[count].run->label;
        if (!text_is(name, label ? label : ""))
            fail_msg("run %zu is called \"%s\", not \"%.*s\"", count + 1, label ? label : "",
                     (int)name.length, name.start);
        count++;
    }
    assert_int_equal(list.count, count);
}

static void assert_from(const char *from)
{
    for (size_t i = 0; i < list.count; i++)
        assert_string_equal(list.items[i].run->label_from, from);
}

static void headings_hold_until_the_next_of_their_level(void **state)
{
    (void)state;
    add_file("d", "page",
             together(arena_format(&arena, "# Bench\n\n## nginx\n%s%s", report("", 1, 8),
                                   report("", 2, 8)),
                      arena_format(&arena, "## apache\n%s", report("", 3, 8)), ""));
    decide(NAME_FROM_ALL);
    assert_labels("nginx|nginx|apache");
    assert_from("heading");
}

static void headings_that_differ_make_the_label_outermost_first(void **state)
{
    (void)state;
    add_file("d", "page",
             arena_format(&arena, "# A\n## B\n### C\n%s### D\n%s## E\n### C\n%s", report("", 1, 8),
                          report("", 2, 8), report("", 3, 8)));
    decide(NAME_FROM_ALL);
    assert_labels("B / C|B / D|E / C");
    assert_string_equal(run_label_text(list.items[1].run, "section"), "B");
    assert_string_equal(run_label_text(list.items[1].run, "variant"), "D");
}

static void underlined_headings_are_headings(void **state)
{
    (void)state;
    add_file("d", "page",
             together(report("nginx\n=====\n", 1, 8), report("apache\n======\n", 2, 8), ""));
    decide(NAME_FROM_ALL);
    assert_labels("nginx|apache");
}

static void rulers_and_echoed_lines_name_the_next_run_only(void **state)
{
    (void)state;
    add_file("d", "log",
             together(report("==== nginx ====", 1, 8), report("---- apache ----", 2, 8), ""));
    decide(NAME_FROM_ALL);
    assert_labels("nginx|apache");
    assert_from("ruler");
    list = (struct reading_list){0};
    add_file("d", "log",
             together(report("+ echo \"nginx\"", 1, 8), report("$ echo apache", 2, 8), ""));
    decide(NAME_FROM_ALL);
    assert_labels("nginx|apache");
}

static void a_sentence_is_no_label_but_parts_what_has_no_name(void **state)
{
    (void)state;
    add_file("d", "log",
             together(report("Here we measured the server with a cold cache, as before.", 1, 8),
                      report("And this is the same with a warm one, which is much better.", 2, 8),
                      ""));
    decide(NAME_FROM_ALL);
    assert_labels("log / line 2|log / line 10");
}

static void a_file_is_called_by_its_stem(void **state)
{
    (void)state;
    add_file("d", "before", report("", 1, 8));
    add_file("d", "after", report("", 2, 8));
    decide(NAME_FROM_ALL);
    assert_labels("before|after");
    assert_from("file");
}

static void stems_stand_in_front_of_what_is_beside_the_reports(void **state)
{
    (void)state;
    add_file("d", "monday", together(report("## nginx", 1, 8), report("## apache", 2, 8), ""));
    add_file("d", "tuesday", together(report("## nginx", 3, 8), report("## apache", 4, 8), ""));
    decide(NAME_FROM_ALL);
    assert_labels("monday / nginx|monday / apache|tuesday / nginx|tuesday / apache");
}

static void a_heading_of_html_may_share_its_line(void **state)
{
    (void)state;
    add_file("d", "page",
             together("<h2>nginx</h2><pre>", report("", 1, 8),
                      together("</pre>\n<h2>apache</h2><pre>", report("", 2, 8), "</pre>")));
    decide(NAME_FROM_ALL);
    assert_labels("nginx|apache");
}

static void the_same_heading_everywhere_says_nothing(void **state)
{
    (void)state;
    add_file("d", "monday", report("# Results", 1, 8));
    add_file("d", "tuesday", report("# Results", 2, 8));
    decide(NAME_FROM_ALL);
    assert_labels("monday|tuesday");
}

static void folders_tell_files_of_one_stem_apart(void **state)
{
    (void)state;
    add_file("old", "run", report("", 1, 8));
    add_file("new", "run", report("", 2, 8));
    decide(NAME_FROM_ALL);
    assert_labels("old|new");
    list = (struct reading_list){0};
    add_file("old", "1", report("", 1, 8));
    add_file("old", "2", report("", 2, 8));
    add_file("new", "1", report("", 3, 8));
    add_file("new", "2", report("", 4, 8));
    decide(NAME_FROM_ALL);
    assert_labels("old|old|new|new");
}

static void the_parts_of_a_path_that_differ_are_the_label(void **state)
{
    (void)state;
    for (int server = 0; server < 2; server++)
        for (int c = 1; c <= 8; c *= 8)
            for (int run = 1; run <= 2; run++)
                add_file(arena_format(&arena, "results/%s/c%d/logs", server ? "b" : "a", c),
                         arena_format(&arena, "%d", run), report("", 10 * c + run, c));
    decide(NAME_FROM_ALL);
    assert_labels("a|a|a|a|b|b|b|b");
    decide(NAME_FROM_DIR);
    assert_labels("a|a|a|a|b|b|b|b");
    assert_from("dir");
}

static void a_folder_of_more_runs_than_the_other_is_one_label(void **state)
{
    (void)state;
    add_file("a", "1", report("", 1, 8));
    add_file("a", "2", report("", 2, 8));
    add_file("b", "1", report("", 3, 8));
    add_file("b", "2", report("", 4, 8));
    add_file("b", "3", report("", 5, 8));
    decide(NAME_FROM_ALL);
    assert_labels("a|a|b|b|b");
}

static void numbers_alone_are_called_by_the_folder_beside_a_named_run(void **state)
{
    (void)state;
    add_file("s/old", "1", report("", 1, 8));
    add_file("s/old", "2", report("", 2, 8));
    struct hints named = {.argument = "new", .file = "s/new/1.log", .stem = "1", .folder = "s/new"};
    read_bench_write(&bench, text_of(report("", 3, 8)));
    read_bench_file(&bench, bench.path, &named, &arena, &list);
    decide(NAME_FROM_ALL);
    assert_labels("old|old|new");
}

static void without_any_name_what_differs_is_the_label(void **state)
{
    (void)state;
    struct hints none = {.file = "-"};
    read_bench_write(&bench, text_of("Server Port: 80\nDocument Path: /\nComplete requests: 5\n"
                                     "Requests per second: 5.5\n\nServer Software: x\n"
                                     "Server Port: 81\nDocument Path: /\nComplete requests: 5\n"
                                     "Requests per second: 6.5\n"));
    read_bench_file(&bench, bench.path, &none, &arena, &list);
    decide(NAME_FROM_ALL);
    assert_labels("80|81");
    assert_from("port");
}

/* ---- run numbers ---- */

/* Files of these stems, joined by '|', each one report. */
static void add_stems(const char *joined)
{
    struct text rest = text_of(joined);
    struct text stem;
    int rate = 100;

    list = (struct reading_list){0};
    while (text_split(&rest, '|', &stem))
        add_file("d", text_copy(&arena, stem), report("", rate++, 8));
    decide(NAME_FROM_ALL);
}

static void run_numbers_that_start_at_0_or_1_are_dropped(void **state)
{
    static const struct {
        const char *stems;
        const char *labels;
    } cases[] = {
        {"before-1|before-2|after-1|after-2", "before|before|after|after"},
        {"before_0|before_1",                 "before|before"            },
        {"before 1|before 2|before 3",        "before|before|before"     },
        {"nginx run 1|nginx run 2",           "nginx|nginx"              },
        {"nginx-run1|nginx-run2",             "nginx|nginx"              },
        {"nginx#1|nginx#2|apache#1|apache#2", "nginx|nginx|apache|apache"},
        {"run-1|run-2",                       "|"                        },
    };

    (void)state;
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        add_stems(cases[i].stems);
        assert_labels(cases[i].labels);
    }
}

static void numbers_that_mean_something_stay(void **state)
{
    static const char *const cases[] = {
        "php7|php8",             /* a version */
        "nginx-1.24|nginx-1.25", /* a version */
        "x-1|x-3",               /* a gap */
        "x-2|x-3",               /* no beginning */
        "x-8|x-16",              /* a sweep */
        "x-1|x-2|x",             /* the name alone stands beside them */
        "x1|x2",                 /* not parted */
        "x-1",                   /* alone */
    };

    (void)state;
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        add_stems(cases[i]);
        assert_labels(cases[i]);
    }
}

static void numbers_stay_where_something_else_differs_too(void **state)
{
    (void)state;
    add_file("d", "x-1", report("", 1, 8));
    add_file("d", "x-2", report("", 2, 16));
    decide(NAME_FROM_ALL);
    assert_labels("x-1|x-2");
    list = (struct reading_list){0};
    add_file("d", "x-1", report("", 1, 8));
    add_file("d", "x-2", report("", 2, 8));
    list.items[0].run->target.host = "a";
    list.items[1].run->target.host = "b";
    decide(NAME_FROM_ALL);
    assert_labels("x-1|x-2");
}

static void runs_of_each_setting_are_numbered_for_themselves(void **state)
{
    (void)state;
    add_file("d", "x-run1", together(report("", 1, 8), report("", 2, 16), ""));
    add_file("d", "x-run2", together(report("", 3, 8), report("", 4, 16), ""));
    decide(NAME_FROM_ALL);
    assert_labels("x|x|x|x");
}

static void thousands_of_numbered_runs_take_no_time(void **state)
{
    (void)state;
    for (int i = 1; i <= 3000; i++) {
        struct run *run = arena_allocate(&arena, sizeof *run);
        run_init(run);
        list.items = arena_grow(&arena, list.items, list.count, &list.capacity, sizeof *list.items);
        list.items[list.count++] = (struct reading){
            .run = run,
            .file = (size_t)i,
            .hints = {.stem = arena_format(&arena, "x-run%d", i), .folder = "d"},
        };
    }
    decide(NAME_FROM_ALL);
    for (size_t i = 0; i < list.count; i++)
        assert_string_equal(list.items[i].run->label, "x");
}

/* ---- settings ---- */

static void a_setting_of_the_run_leaves_the_label(void **state)
{
    static const struct {
        const char *heading;
        const char *label;
    } cases[] = {
        {"nginx c8",              "nginx"     },
        {"nginx c=8",             "nginx"     },
        {"nginx-c8",              "nginx"     },
        {"nginx, concurrency: 8", "nginx"     },
        {"nginx (concurrency 8)", "nginx"     },
        {"nginx with 8 users",    "nginx"     },
        {"8 clients nginx",       "nginx"     },
        {"nginx c16",             "nginx c16" }, /* not what the run says */
        {"nginx8",                "nginx8"    },
        {"abc8",                  "abc8"      },
        {"http2 c8 gzip",         "http2 gzip"},
    };

    (void)state;
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        list = (struct reading_list){0};
        add_file("d", "page", report(arena_format(&arena, "## %s", cases[i].heading), 1, 8));
        decide(NAME_FROM_ALL);
        assert_labels(cases[i].label);
        assert_true(list.items[0].run->config.concurrency == 8);
    }
}

static void a_name_gives_the_setting_that_the_log_lacks(void **state)
{
    (void)state;
    add_file("d", "page", together(json("## nginx c8", 10), json("## nginx c16", 20), ""));
    decide(NAME_FROM_ALL);
    assert_labels("nginx|nginx");
    assert_true(list.items[0].run->config.concurrency == 8);
    assert_true(list.items[1].run->config.concurrency == 16);
    list = (struct reading_list){0};
    add_file("d", "page", json("## run 1 concurrency 2", 10));
    decide(NAME_FROM_ALL);
    assert_true(list.items[0].run->config.concurrency == 2);
}

/* ---- by word of the command line ---- */

static void an_argument_is_the_label(void **state)
{
    struct hints hints = {.argument = "mine", .file = "x-1.log", .stem = "x-1", .folder = "d"};

    (void)state;
    read_bench_write(&bench, text_of(report("## heading", 1, 8)));
    read_bench_file(&bench, bench.path, &hints, &arena, &list);
    add_file("d", "other", report("", 2, 8));
    decide(NAME_FROM_ALL);
    assert_labels("mine|other");
    assert_string_equal(list.items[0].run->label_from, "argument");
}

static void the_source_of_labels_can_be_forced(void **state)
{
    static const struct {
        enum name_source from;
        const char *label;
    } cases[] = {
        {NAME_FROM_HEADING, "nginx" },
        {NAME_FROM_FILE,    "page"  },
        {NAME_FROM_DIR,     "folder"},
        {NAME_FROM_PATH,    "/"     },
        {NAME_FROM_NONE,    ""      },
    };

    (void)state;
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        list = (struct reading_list){0};
        add_file("folder", "page", report("## nginx", 1, 8));
        decide(cases[i].from);
        assert_labels(cases[i].label);
    }
    list = (struct reading_list){0};
    add_file("d", "page", report("$ ab -n 1000 -c 8 http://h:8080/", 1, 8));
    decide(NAME_FROM_COMMAND);
    assert_labels("ab -n 1000 -c 8 http://h:8080/");
}

static void a_command_above_a_report_tells_what_was_asked_for(void **state)
{
    (void)state;
    add_file("d", "a", json("$ siege -b -c 25 -t 1M http://h/", 10));
    decide(NAME_FROM_ALL);
    assert_true(list.items[0].run->config.concurrency == 25);
    assert_true(list.items[0].run->config.duration_s == 60);
    list = (struct reading_list){0};
    add_file("d", "a", report("$ ab -n 500 -c 99 http://h/", 1, 8));
    decide(NAME_FROM_ALL);
    assert_true(list.items[0].run->config.concurrency == 8); /* the report is believed */
    assert_null(list.items[0].run->command);
}

static void marks_of_siege_log_name_the_rows_behind_them(void **state)
{
    (void)state;
    add_file("d", "siege",
             "**** variant A ****\n"
             "2026-03-02 10:15:00,  100,  1.00,  1,  0.40,  35.00,  0.20,  14.00,  100,  0\n"
             "**** variant B ****\n"
             "2026-03-02 10:16:00,  100,  1.00,  1,  0.40,  36.00,  0.20,  14.00,  100,  0\n");
    decide(NAME_FROM_ALL);
    assert_labels("variant A|variant B");
    assert_from("mark");
}

static void runs_of_json_keep_their_labels(void **state)
{
    (void)state;
    add_file(
        "d", "history-1",
        "{\"schema\":\"loadstat/1\",\"label\":\"x-1\",\"metrics\":{\"requests_per_second\":5}}\n"
        "{\"schema\":\"loadstat/1\",\"metrics\":{\"requests_per_second\":5}}\n");
    decide(NAME_FROM_ALL);
    assert_labels("x-1|");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
#define TEST(name) cmocka_unit_test_setup_teardown(name, set_up, tear_down)
        TEST(headings_hold_until_the_next_of_their_level),
        TEST(headings_that_differ_make_the_label_outermost_first),
        TEST(underlined_headings_are_headings),
        TEST(rulers_and_echoed_lines_name_the_next_run_only),
        TEST(a_sentence_is_no_label_but_parts_what_has_no_name),
        TEST(a_file_is_called_by_its_stem),
        TEST(stems_stand_in_front_of_what_is_beside_the_reports),
        TEST(a_heading_of_html_may_share_its_line),
        TEST(the_same_heading_everywhere_says_nothing),
        TEST(folders_tell_files_of_one_stem_apart),
        TEST(the_parts_of_a_path_that_differ_are_the_label),
        TEST(a_folder_of_more_runs_than_the_other_is_one_label),
        TEST(numbers_alone_are_called_by_the_folder_beside_a_named_run),
        TEST(without_any_name_what_differs_is_the_label),
        TEST(run_numbers_that_start_at_0_or_1_are_dropped),
        TEST(numbers_that_mean_something_stay),
        TEST(numbers_stay_where_something_else_differs_too),
        TEST(runs_of_each_setting_are_numbered_for_themselves),
        TEST(thousands_of_numbered_runs_take_no_time),
        TEST(a_setting_of_the_run_leaves_the_label),
        TEST(a_name_gives_the_setting_that_the_log_lacks),
        TEST(an_argument_is_the_label),
        TEST(the_source_of_labels_can_be_forced),
        TEST(a_command_above_a_report_tells_what_was_asked_for),
        TEST(marks_of_siege_log_name_the_rows_behind_them),
        TEST(runs_of_json_keep_their_labels),
    };

    cmocka_set_message_output(CM_OUTPUT_TAP);
    return cmocka_run_group_tests(tests, open_bench, close_bench);
}
