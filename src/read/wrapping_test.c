/*
 * Wrappings: when what stands in front of lines is learned, what it leaves, and
 * what it calls them.
 */
#include "read_text.h"
#include "wrapping.h"

static struct read_bench bench;

static int set_up(void **state)
{
    (void)state;
    read_bench_open(&bench);
    return 0;
}

static int tear_down(void **state)
{
    (void)state;
    read_bench_close(&bench);
    return 0;
}

static const char *const report[] = {
    "This is ApacheBench, Version 2.3 <$Revision: 1843412 $>",
    "Server Software:        nginx/1.22.1",
    "Document Path:          /items",
    "Concurrency Level:      8",
    "Complete requests:      1000",
    "Requests per second:    500.00 [#/sec] (mean)",
    "  50%     16",
};

enum { REPORT_LINES = sizeof report / sizeof report[0] };

/* The report with a prefix; "@" in it is the number of the line. */
static void append_report(struct buffer *text, const char *prefix)
{
    for (size_t i = 0; i < REPORT_LINES; i++) {
        for (const char *p = prefix; *p; p++) {
            if (*p == '@')
                buffer_append_format(text, "%zu", i + 3);
            else
                buffer_append_byte(text, *p);
        }
        buffer_append_format(text, "%s\n", report[i]);
    }
}

/* What the lines are called by the prefix, "-": nothing, or NULL: it is not learned. */
static void assert_name(const char *prefix, const char *expected)
{
    struct wrappings wrappings;
    struct unwrapped unwrapped;
    struct buffer text, name;
    struct text line;

    buffer_init(&text);
    buffer_init(&name);
    wrappings_init(&wrappings, &bench.rules);
    append_report(&text, prefix);
    struct text ahead = buffer_text(&text);
    text_split(&ahead, '\n', &line);
    line = text_trim(line);
    bool learned = wrappings_learn(&wrappings, line, 1, ahead, WRAPPED_LINES) ||
                   wrappings_learn(&wrappings, line, 1, ahead, WRAPPED_STRINGS);
    if (learned) {
        assert_true(wrappings_take(&wrappings, line, &unwrapped));
        assert_true(text_starts_with(text_trim(unwrapped.text), "This is ApacheBench"));
        wrapping_append_name(&unwrapped, &name);
        if (!name.length)
            buffer_append_byte(&name, '-');
    }
    if (learned != (expected != NULL) || (expected && !text_is(buffer_text(&name), expected)))
        fail_msg("\"%s\" is called \"%s\"", prefix, learned ? name.bytes : "(not learned)");
    wrappings_release(&wrappings);
    buffer_release(&name);
    buffer_release(&text);
}

static void a_wrapping_is_called_by_its_words_and_not_by_times_levels_and_ids(void **state)
{
    static const struct {
        const char *prefix, *name;
    } cases[] = {
        {"module.load.null_resource.bench (remote-exec): ", "module.load.null_resource.bench"},
        {"bench\tRun ab\t2026-03-02T10:15:0@.1234567Z ",    "bench Run ab"                   },
        {"2026-03-02T10:15:0@.123456Z 00O ",                "-"                              },
        {"[2026-03-02T10:15:0@.123Z] ",                     "-"                              },
        {"[pod/bench-7d9f8c6b5-x2k9p/ab] ",                 "pod/bench/ab"                   },
        {"bench-7d9f8c6b5-x2k9p ab | ",                     "bench ab"                       },
        {"bench_1  | ",                                     "bench_1"                        },
        {"Mar  2 10:15:0@ host1 ab[1234]: ",                "host1 ab"                       },
        {"2026-03-02T10:15:0@.97Z stdout F ",               "-"                              },
        {"#8 12.@45 ",                                      "-"                              },
        {"I0302 10:15:0@.123456       1 bench.go:42] ",     "bench.go:42"                    },
        {"2026-03-02 10:15:0@,123 - bench - INFO - ",       "bench"                          },
        {"INFO:bench:",                                     "bench"                          },
        {"2026-03-02T10:15:0@.123456+00:00 app[web.1]: ",   "app web.1"                      },
        {"2026-03-02T10:15:03 ecs/bench/3f2a9c1b7d0e4f6a ", "ecs/bench"                      },
        {"    default: ",                                   "default"                        },
        {"10.0.0.5: ",                                      "10.0.0.5"                       },
        {"c=8: ",                                           "c=8"                            },
        {"run 1: ",                                         "run 1"                          },
        {"host1\t",                                         "host1"                          },
        {"    @\t",                                         "-"                              },
        {"results/nginx.log:@:",                            "results/nginx.log"              },
        {"nginx.log-@-",                                    "nginx.log"                      },
        {"time=\"2026-03-02T10:15:03Z\" level=info msg=\"", "-"                              },
        {"{\"log\":\"",                                     "-"                              },
        {"        \"",                                      "-"                              },
    };

    (void)state;
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++)
        assert_name(cases[i].prefix, cases[i].name);
}

static void marks_and_words_alone_are_no_wrapping(void **state)
{
    static const char *const prefixes[] = {"> ", "# ", "// ", "| ", "- ", "our own ", "34m"};

    (void)state;
    for (size_t i = 0; i < sizeof prefixes / sizeof prefixes[0]; i++)
        assert_name(prefixes[i], NULL);
}

static void one_known_line_is_no_wrapping(void **state)
{
    struct wrappings wrappings;
    struct text line = text_of("nginx: Requests per second:    500.00 [#/sec] (mean)");
    struct text ahead = text_of("apache: Requests per second:    400.00 [#/sec] (mean)\n"
                                "nginx: Requests per second:    510.00 [#/sec] (mean)\n"
                                "nginx: it is the faster of the two\n");

    (void)state;
    wrappings_init(&wrappings, &bench.rules);
    assert_false(wrappings_learn(&wrappings, line, 1, ahead, WRAPPED_LINES));
    wrappings_release(&wrappings);
}

/* Line by line, as services write into one log at the same time. */
static void streams_that_stand_between_each_other_are_read_apart(void **state)
{
    struct arena arena;
    struct buffer text;

    (void)state;
    arena_init(&arena);
    buffer_init(&text);
    for (size_t i = 0; i < REPORT_LINES; i++) {
        buffer_append_format(&text, "bench-a  | %s\n", report[i]);
        buffer_append_format(&text, "web      | 10.0.0.%zu \"GET /items HTTP/1.1\" 200\n", i);
        buffer_append_format(&text, "bench-b  | %s\n",
                             i == 5 ? "Requests per second:    700.00 [#/sec] (mean)" : report[i]);
    }
    struct reading_list list = read_text(&bench, buffer_text(&text), &arena);
    assert_int_equal(list.count, 2);
    assert_string_equal(list.items[0].hints.prefix, "bench-a");
    assert_string_equal(list.items[1].hints.prefix, "bench-b");
    assert_true(value_of(list.items[0].run, "requests_per_second") == 500);
    assert_true(value_of(list.items[1].run, "requests_per_second") == 700);
    assert_true(value_of(list.items[0].run, "latency_p50_ms") == 16);
    assert_int_equal(list.items[0].run->source.line, 1);
    buffer_release(&text);
    arena_release(&arena);
}

/* ansible prints "stdout", and the same again as "stdout_lines". */
static void what_an_array_says_again_is_one_run(void **state)
{
    struct arena arena;
    struct buffer text;

    (void)state;
    arena_init(&arena);
    buffer_init(&text);
    buffer_append_string(&text, "ok: [host1] => {\n    \"stdout\": \"");
    for (size_t i = 0; i < REPORT_LINES; i++)
        buffer_append_format(&text, "%s\\n", report[i]);
    buffer_append_string(&text, "\",\n    \"stdout_lines\": [\n");
    for (size_t i = 0; i < REPORT_LINES; i++)
        buffer_append_format(&text, "        \"%s\",\n", report[i]);
    buffer_append_string(&text, "    ]\n}\n");
    struct reading_list list = read_text(&bench, buffer_text(&text), &arena);
    assert_int_equal(list.count, 1);
    assert_true(value_of(list.items[0].run, "requests_per_second") == 500);
    buffer_release(&text);
    arena_release(&arena);
}

static void pieces_of_a_recording_are_put_together(void **state)
{
    struct arena arena;
    struct buffer whole, text;

    (void)state;
    arena_init(&arena);
    buffer_init(&whole);
    buffer_init(&text);
    append_report(&whole, "");
    buffer_append_string(&text, "{\"version\": 2, \"width\": 80, \"height\": 24}\n");
    for (size_t i = 0; i < whole.length; i += 13) {
        buffer_append_format(&text, "[%zu.5, \"o\", \"", i);
        for (size_t k = i; k < i + 13 && k < whole.length; k++) {
            if (whole.bytes[k] == '\n')
                buffer_append_string(&text, "\\r\\n");
            else
                buffer_append_byte(&text, whole.bytes[k]);
        }
        buffer_append_string(&text, "\"]\n");
    }
    struct reading_list list = read_text(&bench, buffer_text(&text), &arena);
    assert_int_equal(list.count, 1);
    assert_true(value_of(list.items[0].run, "requests_per_second") == 500);
    assert_string_equal(list.items[0].run->tool_version, "2.3");
    buffer_release(&text);
    buffer_release(&whole);
    arena_release(&arena);
}

static void a_diff_is_read_as_the_newer_file_and_says_what_went(void **state)
{
    struct arena arena;

    (void)state;
    arena_init(&arena);
    struct reading_list list = read_string(&bench,
                                           "--- a/result.txt\n+++ b/result.txt\n"
                                           "@@ -1,4 +1,4 @@\n"
                                           " Server Software:        nginx/1.22.1\n"
                                           " Complete requests:      1000\n"
                                           "-Requests per second:    400.00 [#/sec] (mean)\n"
                                           "+Requests per second:    500.00 [#/sec] (mean)\n"
                                           " Concurrency Level:      8\n",
                                           &arena);
    assert_int_equal(list.count, 1);
    assert_true(value_of(list.items[0].run, "requests_per_second") == 500);
    assert_true(list.items[0].run->config.concurrency == 8);
    assert_true(run_has_warning(list.items[0].run, "diff-removed"));
    arena_release(&arena);
}

static void mail_is_decoded_where_its_header_says_how(void **state)
{
    struct arena arena;

    (void)state;
    arena_init(&arena);
    struct reading_list list =
        read_string(&bench,
                    "From: bench@example.test\nContent-Transfer-Encoding: quoted-printable\n\n"
                    "Server Software:        nginx/1.22.1=20\n"
                    "Document Path:          /a?x=3D1&y=\n=3D2\n"
                    "Complete requests:      10=\n00\n"
                    "Requests per second:    500.00 [#/sec] (mean)\n",
                    &arena);
    assert_int_equal(list.count, 1);
    assert_string_equal(list.items[0].run->target.path, "/a?x=1&y=2");
    assert_true(value_of(list.items[0].run, "requests_complete") == 1000);
    list = read_string(&bench,
                       "Server Software:        nginx/1.22.1\n"
                       "Document Path:          /a?x=20\n"
                       "Complete requests:      1000\n"
                       "Requests per second:    500.00 [#/sec] (mean)\n",
                       &arena);
    assert_string_equal(list.items[0].run->target.path, "/a?x=20");
    arena_release(&arena);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_wrapping_is_called_by_its_words_and_not_by_times_levels_and_ids),
        cmocka_unit_test(marks_and_words_alone_are_no_wrapping),
        cmocka_unit_test(one_known_line_is_no_wrapping),
        cmocka_unit_test(streams_that_stand_between_each_other_are_read_apart),
        cmocka_unit_test(what_an_array_says_again_is_one_run),
        cmocka_unit_test(pieces_of_a_recording_are_put_together),
        cmocka_unit_test(a_diff_is_read_as_the_newer_file_and_says_what_went),
        cmocka_unit_test(mail_is_decoded_where_its_header_says_how),
    };

    cmocka_set_message_output(CM_OUTPUT_TAP);
    return cmocka_run_group_tests(tests, set_up, tear_down);
}
