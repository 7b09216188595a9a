#include "run.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>
#include <string.h>

static struct arena arena;
static struct metric_set metrics;
static struct run run;

static int set_up(void **state)
{
    (void)state;
    arena_init(&arena);
    metric_set_init(&metrics, &arena);
    run_init(&run);
    return 0;
}

static int tear_down(void **state)
{
    (void)state;
    arena_release(&arena);
    return 0;
}

static const struct metric *metric(const char *key)
{
    const struct metric *found = metric_find(&metrics, text_of(key));

    assert_non_null(found);
    return found;
}

static void set(const char *key, double value)
{
    run_set_value(&run, &arena, metric(key), value, ABSENT);
}

static void a_new_run_says_nothing(void **state)
{
    static const char *const keys[] = {
        "label",       "tool",      "tool_version", "format",     "scheme", "host",
        "port",        "path",      "server",       "method",     "tls",    "document_length",
        "concurrency", "keepalive", "requests",     "duration_s", "file",   "time",
        "recorded",    "batch",     "command"};
    double value = 7;

    (void)state;
    for (size_t i = 0; i < sizeof keys / sizeof keys[0]; i++) {
        assert_true(run_key_exists(keys[i]));
        assert_null(run_key_text(&run, keys[i], &arena));
    }
    assert_string_equal(run_key_text(&run, "status", &arena), "complete");
    assert_false(run_value_of(&run, "requests_per_second", &value));
    assert_true(value == 7);
    assert_false(run_broken_requests(&run, &value));
    assert_false(run_has_warning(&run, "interrupted"));
}

static void values_are_set_replaced_and_removed(void **state)
{
    double value;

    (void)state;
    for (int i = 1; i < 90; i++)
        run_set_value(&run, &arena, metric_percentile(&metrics, i), i, 1);
    assert_int_equal(run.measurement_count, 89);
    run_set_value(&run, &arena, metric_percentile(&metrics, 7), 70, 10);
    assert_int_equal(run.measurement_count, 89);
    assert_true(run_value(&run, metric_percentile(&metrics, 7), &value) && value == 70);
    assert_true(run_measurement(&run, metric_percentile(&metrics, 7))->resolution == 10);
    run_remove_value(&run, metric_percentile(&metrics, 7));
    assert_int_equal(run.measurement_count, 88);
    assert_false(run_value(&run, metric_percentile(&metrics, 7), &value));
    assert_true(run_value(&run, metric_percentile(&metrics, 8), &value) && value == 8);
    run_remove_value(&run, metric_percentile(&metrics, 7));
    assert_int_equal(run.measurement_count, 88);
}

static void sorting_orders_by_metric_and_keeps_values(void **state)
{
    static const char *const keys[] = {"bytes_total", "latency_max_ms", "requests_per_second",
                                       "latency_p99_ms", "latency_median_ms"};
    static const char *const sorted[] = {"requests_per_second", "latency_median_ms",
                                         "latency_p99_ms", "latency_max_ms", "bytes_total"};

    (void)state;
    for (size_t i = 0; i < 5; i++)
        set(keys[i], (double)i);
    run_sort(&run);
    for (size_t i = 0; i < 5; i++)
        assert_string_equal(run.measurements[i].metric->key, sorted[i]);
    assert_true(run.measurements[0].value == 2);
}

static void keys_are_told_as_text(void **state)
{
    (void)state;
    run.target.host = "127.0.0.1";
    run.target.port = 8080;
    run.config.concurrency = 12.5;
    run.config.keepalive = ANSWER_NO;
    run.status = RUN_HOLLOW;
    run_set_label(&run, &arena, "os", "linux", true);
    assert_string_equal(run_key_text(&run, "host", &arena), "127.0.0.1");
    assert_string_equal(run_key_text(&run, "port", &arena), "8080");
    assert_string_equal(run_key_text(&run, "concurrency", &arena), "12.5");
    assert_string_equal(run_key_text(&run, "keepalive", &arena), "no");
    assert_string_equal(run_key_text(&run, "status", &arena), "hollow");
    assert_string_equal(run_key_text(&run, "os", &arena), "linux");
    assert_false(run_key_exists("os"));
    assert_null(run_key_text(&run, "nothing", &arena));
}

static void a_label_of_a_key_is_replaced_by_the_next(void **state)
{
    (void)state;
    run_set_label(&run, &arena, "os", "linux", true);
    run_set_label(&run, &arena, "arch", "arm", false);
    run_set_label(&run, &arena, "os", "bsd", false);
    assert_int_equal(run.label_count, 2);
    assert_string_equal(run_label_text(&run, "os"), "bsd");
    assert_false(run.labels[0].splits);
}

static void statuses_have_their_names(void **state)
{
    static const char *const names[] = {"complete", "interrupted", "aborted", "partial", "hollow"};
    enum run_status status;

    (void)state;
    for (size_t i = 0; i < 5; i++) {
        assert_true(run_status_find(text_of(names[i]), &status));
        assert_string_equal(run_status_name(status), names[i]);
    }
    assert_false(run_status_find(text_of("fine"), &status));
    assert_false(run_status_find(text_of(""), &status));
}

static void one_broken_request_counts_once(void **state)
{
    double broken;

    (void)state;
    set("requests_failed", 300);
    assert_true(run_broken_requests(&run, &broken) && broken == 300);
    set("failed_connect", 2);
    assert_true(run_broken_requests(&run, &broken) && broken == 2);
    set("failed_receive", 5);
    set("failed_exceptions", 5);
    set("failed_length", 100);
    assert_true(run_broken_requests(&run, &broken) && broken == 7);
    set("failed_exceptions", 9);
    assert_true(run_broken_requests(&run, &broken) && broken == 11);
}

static void only_runs_that_ended_as_planned_enter_averages(void **state)
{
    (void)state;
    assert_true(run_is_usable(&run));
    run.status = RUN_PARTIAL;
    assert_true(run_is_usable(&run));
    run.status = RUN_ABORTED;
    assert_false(run_is_usable(&run));
    run.status = RUN_HOLLOW;
    assert_false(run_is_usable(&run));
    run.status = RUN_INTERRUPTED;
    assert_true(run_is_usable(&run));
    run.config.requests = 1000;
    assert_false(run_is_usable(&run));
    run.config.requests = ABSENT;
    run.config.duration_s = 10;
    assert_false(run_is_usable(&run));
}

static void warnings_are_kept_with_their_line(void **state)
{
    (void)state;
    for (size_t i = 0; i < 20; i++)
        run_warn(&run, &arena, "unknown-unit", i, "the unit \"%s\" is not known", "%n%s");
    assert_int_equal(run.warning_count, 20);
    assert_string_equal(run.warnings[19].text, "the unit \"%n%s\" is not known");
    assert_int_equal(run.warnings[19].line, 19);
    assert_true(run_has_warning(&run, "unknown-unit"));
    assert_false(run_has_warning(&run, "unknown"));
}

static void a_set_keeps_its_runs_in_order(void **state)
{
    struct run_set runs;

    (void)state;
    run_set_init(&runs, &arena);
    for (size_t i = 0; i < 100; i++)
        run_set_add(&runs)->source.line = i;
    assert_int_equal(runs.count, 100);
    for (size_t i = 0; i < 100; i++) {
        assert_int_equal(runs.runs[i]->source.line, i);
        assert_true(isnan(runs.runs[i]->target.port));
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
#define TEST(name) cmocka_unit_test_setup_teardown(name, set_up, tear_down)
        TEST(a_new_run_says_nothing),
        TEST(values_are_set_replaced_and_removed),
        TEST(sorting_orders_by_metric_and_keeps_values),
        TEST(keys_are_told_as_text),
        TEST(a_label_of_a_key_is_replaced_by_the_next),
        TEST(statuses_have_their_names),
        TEST(one_broken_request_counts_once),
        TEST(only_runs_that_ended_as_planned_enter_averages),
        TEST(warnings_are_kept_with_their_line),
        TEST(a_set_keeps_its_runs_in_order),
    };

    cmocka_set_message_output(CM_OUTPUT_TAP);
    return cmocka_run_group_tests(tests, NULL, NULL);
}
