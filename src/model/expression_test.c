/*
 * Expressions: operators, units, shares, dates, precedence, and where a wrong
 * one is wrong.
 */
#include "expression.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>
#include <string.h>

static struct arena arena;
static struct metric_set metrics;
static struct run run;

static void set(const char *key, double value)
{
    run_set_value(&run, &arena, metric_find(&metrics, text_of(key)), value, ABSENT);
}

static int set_up(void **state)
{
    (void)state;
    arena_init(&arena);
    metric_set_init(&metrics, &arena);
    run_init(&run);
    run.label = "nginx 1.24";
    run.tool = "ab";
    run.time = "2026-03-02T10:15:33Z";
    run.target.path = "/a b";
    run.config.concurrency = 8;
    run.config.duration_s = 90;
    run.config.keepalive = ANSWER_YES;
    run_set_label(&run, &arena, "os", "linux", true);
    set("requests_per_second", 812.5);
    set("latency_p99_ms", 200);
    set("time_taken_s", 2);
    set("requests_complete", 1000);
    set("requests_failed", 10);
    set("bytes_total", 10 * 1048576.0);
    set("availability_pct", 99.5);
    return 0;
}

static int tear_down(void **state)
{
    (void)state;
    arena_release(&arena);
    return 0;
}

static bool holds(const char *source)
{
    const char *problem = NULL;
    struct expression *expression = expression_compile(source, &metrics, &arena, &problem);

    if (!expression)
        fail_msg("%s: %s", source, problem);
    assert_null(problem);
    bool matches = expression_matches(expression, &run);
    expression_release(expression);
    return matches;
}

static void assert_all(const char *const *sources, size_t count, bool expected)
{
    for (size_t i = 0; i < count; i++)
        if (holds(sources[i]) != expected)
            fail_msg("\"%s\" is %s", sources[i], expected ? "false" : "true");
}

#define ASSERT_TRUE_ALL(...)                                                                       \
    assert_all((const char *const[]){__VA_ARGS__},                                                 \
               sizeof((const char *const[]){__VA_ARGS__}) / sizeof(char *), true)
#define ASSERT_FALSE_ALL(...)                                                                      \
    assert_all((const char *const[]){__VA_ARGS__},                                                 \
               sizeof((const char *const[]){__VA_ARGS__}) / sizeof(char *), false)

static void every_operator_compares_numbers(void **state)
{
    (void)state;
    ASSERT_TRUE_ALL("rps = 812.5", "rps == 812.5", "rps != 812", "rps < 813", "rps <= 812.5",
                    "rps > 812", "rps >= 812.5", "rps>=812.5", "concurrency = 8",
                    "concurrency < 32", "requests_per_second > 100");
    ASSERT_FALSE_ALL("rps = 812", "rps != 812.5", "rps < 812.5", "rps <= 812.4", "rps > 812.5",
                     "rps >= 812.6", "concurrency != 8", "concurrency > 32");
}

static void every_operator_compares_texts(void **state)
{
    (void)state;
    ASSERT_TRUE_ALL("tool = ab", "tool != siege", "label = 'nginx 1.24'", "label = \"nginx 1.24\"",
                    "label ~ ^nginx", "label ~ '1\\.[0-9]+$'", "os = linux", "keepalive = yes",
                    "label > 'nginx 1.3'", "path = '/a b'", "status = complete");
    ASSERT_FALSE_ALL("tool = a", "tool != ab", "label ~ ^apache", "os = bsd",
                     "label < 'nginx 1.3'");
}

static void a_value_is_converted_from_its_unit(void **state)
{
    (void)state;
    ASSERT_TRUE_ALL("p99 = 200ms", "p99 = 0.2s", "p99 = 0.2 s", "p99 < 1s", "time_taken_s = 2s",
                    "time_taken_s = 2000ms", "bytes_total = 10MB", "bytes_total = 10 MB",
                    "availability = 99.5%", "duration_s = 90s", "duration_s = 1.5 min");
    ASSERT_FALSE_ALL("p99 > 1s", "bytes_total > 10MB");
}

static void per_cent_of_a_count_is_its_share_of_the_requests(void **state)
{
    (void)state;
    ASSERT_TRUE_ALL("failed = 1%", "failed <= 1%", "failed < 2 %", "failed > 0.5%", "failed = 10");
    ASSERT_FALSE_ALL("failed > 1%", "failed < 1%");
}

static void dates_compare_as_far_as_the_shorter_goes(void **state)
{
    (void)state;
    ASSERT_TRUE_ALL("time >= 2026", "time = 2026-03", "time > 2026-02", "time < 2026-04-01",
                    "time = 2026-03-02", "time <= 2026-03-02", "time = '2026-03-02T10:15'");
    ASSERT_FALSE_ALL("time < 2026", "time != 2026-03", "time > 2026-03-02", "time = 2025");
}

static void what_the_run_does_not_say_is_neither_equal_nor_different(void **state)
{
    (void)state;
    ASSERT_FALSE_ALL("max = 1", "max != 1", "max < 1", "host = x", "host != x", "host ~ .",
                     "port = 80", "port != 80", "missing_key = x", "missing_key != x",
                     "recorded > 2026");
    ASSERT_TRUE_ALL("not max = 1", "not host = x");
}

static void and_binds_closer_than_or_and_not_closest(void **state)
{
    (void)state;
    ASSERT_TRUE_ALL("tool = ab or tool = x and tool = y", "(tool = ab or tool = x) and rps > 1",
                    "not tool = x and tool = ab", "not (tool = x and tool = ab)",
                    "not not tool = ab", "tool = x or tool = y or tool = ab",
                    "tool = ab and rps > 1 and p99 = 200ms", "((tool = ab))");
    ASSERT_FALSE_ALL("(tool = ab or tool = x) and tool = y", "not tool = ab or tool = x",
                     "not (tool = ab or tool = x)", "tool = ab and tool = x or tool = y");
}

static void keywords_are_words_and_not_their_beginnings(void **state)
{
    (void)state;
    run_set_label(&run, &arena, "notes", "x", false);
    run_set_label(&run, &arena, "order", "y", false);
    ASSERT_TRUE_ALL("notes = x", "order = y and notes = x", "not notes = y",
                    "tool = ab\tand\nrps > 1");
}

static void a_wrong_expression_is_told_by_its_column(void **state)
{
    static const struct {
        const char *source;
        const char *problem; /* its beginning */
    } cases[] = {
        {"",                  "column 1: a key"              },
        {"   ",               "column 4: a key"              },
        {"rps",               "column 4: an operator"        },
        {"rps 5",             "column 5: an operator"        },
        {"rps >",             "column 6: a value"            },
        {"rps > fast",        "column 11: this is no number" },
        {"p99 < 5MB",         "column 10: this unit"         },
        {"rps > 5 tool = ab", "column 9: the expression"     },
        {"(rps > 5",          "column 9: a closing"          },
        {"rps > 5)",          "column 8: the expression"     },
        {"label = 'open",     "column 9: this quote"         },
        {"label ~ '['",       "column 12: this is no regular"},
        {"rps ~ 5",           "column 8: ~ matches texts"    },
        {"rps > 5 and",       "column 12: a key"             },
        {"not",               "column 4: a key"              },
        {"and rps > 5",       "column 5: an operator"        },
        {"= 5",               "column 1: a key"              },
    };

    (void)state;
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        const char *problem = NULL;
        struct expression *expression =
            expression_compile(cases[i].source, &metrics, &arena, &problem);
        if (expression || !problem ||
            strncmp(problem, cases[i].problem, strlen(cases[i].problem)) != 0)
            fail_msg("\"%s\": %s", cases[i].source, problem ? problem : "is accepted");
    }
}

static void nesting_has_an_end(void **state)
{
    struct buffer source;
    const char *problem = NULL;

    (void)state;
    buffer_init(&source);
    buffer_append_repeated(&source, '(', 100);
    buffer_append_string(&source, "rps > 1");
    buffer_append_repeated(&source, ')', 100);
    assert_true(holds(source.bytes));
    buffer_clear(&source);
    buffer_append_repeated(&source, '(', 1000000);
    assert_null(expression_compile(source.bytes, &metrics, &arena, &problem));
    assert_non_null(strstr(problem, "nested too deeply"));
    buffer_clear(&source);
    for (size_t i = 0; i < 100000; i++)
        buffer_append_string(&source, "not ");
    assert_null(expression_compile(source.bytes, &metrics, &arena, &problem));
    buffer_release(&source);
}

static void a_long_chain_is_no_nesting(void **state)
{
    struct buffer source;

    (void)state;
    buffer_init(&source);
    buffer_append_string(&source, "rps > 1");
    for (size_t i = 0; i < 2000; i++)
        buffer_append_string(&source, " and rps > 1");
    assert_true(holds(source.bytes));
    buffer_release(&source);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
#define TEST(name) cmocka_unit_test_setup_teardown(name, set_up, tear_down)
        TEST(every_operator_compares_numbers),
        TEST(every_operator_compares_texts),
        TEST(a_value_is_converted_from_its_unit),
        TEST(per_cent_of_a_count_is_its_share_of_the_requests),
        TEST(dates_compare_as_far_as_the_shorter_goes),
        TEST(what_the_run_does_not_say_is_neither_equal_nor_different),
        TEST(and_binds_closer_than_or_and_not_closest),
        TEST(keywords_are_words_and_not_their_beginnings),
        TEST(a_wrong_expression_is_told_by_its_column),
        TEST(nesting_has_an_end),
        TEST(a_long_chain_is_no_nesting),
    };

    cmocka_set_message_output(CM_OUTPUT_TAP);
    return cmocka_run_group_tests(tests, NULL, NULL);
}
