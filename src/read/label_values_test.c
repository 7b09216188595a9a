/*
 * Labels whose values stand below them, or cannot be read.
 */
#include "read_text.h"

static struct read_bench bench;
static struct arena arena;

static int set_up(void **state)
{
    (void)state;
    read_bench_open(&bench);
    arena_init(&arena);
    return 0;
}

static int tear_down(void **state)
{
    (void)state;
    arena_release(&arena);
    read_bench_close(&bench);
    return 0;
}

/* The one run of the text. */
static const struct run *run_of(const char *text)
{
    struct reading_list list = read_string(&bench, text, &arena);

    assert_int_equal(list.count, 1);
    return list.items[0].run;
}

static void a_value_may_stand_below_its_label(void **state)
{
    const struct run *run = run_of("Server Software:        demo/1.0\n"
                                   "Document Path:\n/items\n"
                                   "Concurrency Level:\n\n  8\n"
                                   "#### Complete requests:\n\n1000\n\n"
                                   "**Requests per second:**\n- **500.00 [#/sec] (mean)**\n"
                                   "- **Time per request:**\n  - 16.000 [ms] (mean)\n"
                                   "Transfer rate:          125.00 [Kbytes / sec] received\n");

    (void)state;
    assert_string_equal(run->target.path, "/items");
    assert_true(run->config.concurrency == 8);
    assert_true(value_of(run, "requests_complete") == 1000);
    assert_true(value_of(run, "requests_per_second") == 500);
    assert_true(value_of(run, "latency_mean_ms") == 16);
    assert_true(value_of(run, "transfer_rate_bytes_per_s") == 128000);
    assert_false(run_has_warning(run, "unreadable-number"));
}

static void a_time_in_front_of_a_line_is_no_value(void **state)
{
    const struct run *run = run_of("2026-03-02T10:15:33.97Z Server Software:        demo/1.0\n"
                                   "2026-03-02T10:15:33.97Z Concurrency Level:\n"
                                   "2026-03-02T10:15:33.97Z 8\n"
                                   "2026-03-02T10:15:33.97Z Complete requests:      1000\n");

    (void)state;
    assert_true(run->config.concurrency == 8);
}

/* Paragraphs that were filled: labels stand behind values, and lines end anywhere. */
static void labels_of_a_paragraph_are_told_apart(void **state)
{
    const struct run *run =
        run_of("Server Software: demo/1.0 Server Hostname: app.test Server Port: 8080 Document\n"
               "Path: /items Document Length: 100 bytes Concurrency Level: 8 Complete\n"
               "requests: 1000 Failed requests: 0 Requests per second: 500.00 [#/sec] (mean) Time\n"
               "per request: 16.000 [ms] (mean)\n");

    (void)state;
    assert_string_equal(run->target.host, "app.test");
    assert_string_equal(run->target.path, "/items");
    assert_true(run->target.document_length == 100);
    assert_true(run->config.concurrency == 8);
    assert_true(value_of(run, "requests_complete") == 1000);
    assert_true(value_of(run, "requests_failed") == 0);
    assert_true(value_of(run, "requests_per_second") == 500);
    assert_true(value_of(run, "latency_mean_ms") == 16);
}

static size_t count_unreadable(const struct run *run)
{
    size_t count = 0;

    for (size_t i = 0; i < run->warning_count; i++)
        count += strcmp(run->warnings[i].code, "unreadable-number") == 0;
    return count;
}

static void a_label_without_a_figure_is_told_once_with_its_line(void **state)
{
    const struct run *run = run_of("Complete requests:      lots\n"
                                   "Server Software:        demo/1.0\n"
                                   "Concurrency Level:\n"
                                   "Time taken for tests:   2.000 seconds\n"
                                   "Requests per second:    ~ [#/sec] (mean)\n"
                                   "Keep-Alive requests:    n/a\n");

    (void)state;
    assert_int_equal(count_unreadable(run), 4);
    assert_true(value_of(run, "time_taken_s") == 2);
    assert_true(isnan(value_of(run, "requests_complete")));
    for (size_t i = 0; i < run->warning_count; i++)
        if (strstr(run->warnings[i].text, "Requests per second"))
            assert_int_equal(run->warnings[i].line, 5);
}

static void prose_behind_a_report_is_no_label_of_it(void **state)
{
    const struct run *run = run_of("Server Software:        demo/1.0\n"
                                   "Complete requests:      1000\n"
                                   "Requests per second:    500.00 [#/sec] (mean)\n"
                                   "\n"
                                   "Requests per second: the figure that we look at\n"
                                   "Complete requests: all of them\n");

    (void)state;
    assert_int_equal(count_unreadable(run), 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_value_may_stand_below_its_label),
        cmocka_unit_test(a_time_in_front_of_a_line_is_no_value),
        cmocka_unit_test(labels_of_a_paragraph_are_told_apart),
        cmocka_unit_test(a_label_without_a_figure_is_told_once_with_its_line),
        cmocka_unit_test(prose_behind_a_report_is_no_label_of_it),
    };

    cmocka_set_message_output(CM_OUTPUT_TAP);
    return cmocka_run_group_tests(tests, set_up, tear_down);
}
