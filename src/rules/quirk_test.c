/*
 * Quirks: what each corrects, and what it leaves alone.
 */
#include "quirk.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>
#include <math.h>
#include <string.h>

static struct arena arena;
static struct metric_set metrics;
static struct run run;
static struct quirk_case found;

static int set_up(void **state)
{
    (void)state;
    arena_init(&arena);
    metric_set_init(&metrics, &arena);
    run_init(&run);
    found = (struct quirk_case){
        .run = &run,
        .arena = &arena,
        .metrics = &metrics,
        .is_whole = true,
        .requests_asked = ABSENT,
        .time_decimals = -1,
    };
    return 0;
}

static int tear_down(void **state)
{
    (void)state;
    arena_release(&arena);
    return 0;
}

static void set(const char *key, double value)
{
    run_set_value(&run, &arena, metric_find(&metrics, text_of(key)), value, ABSENT);
}

static double get(const char *key)
{
    double value = ABSENT;

    run_value_of(&run, key, &value);
    return value;
}

static void apply(const char *name)
{
    const struct quirk *quirk = quirk_find(text_of(name));

    assert_non_null(quirk);
    quirk->apply(&found);
}

static void assert_close(double is, double want)
{
    if (!(fabs(is - want) <= 1e-9 * fabs(want)))
        fail_msg("%.12g is not %.12g", is, want);
}

static void names_of_quirks_and_marks_are_found(void **state)
{
    (void)state;
    assert_null(quirk_find(text_of("ab-nothing")));
    assert_int_equal(mark_find(text_of("progress")), MARK_PROGRESS);
    assert_int_equal(mark_find(text_of("crash")), MARK_CRASH);
    assert_int_equal(mark_find(text_of("nothing")), 0);
}

static void progress_without_an_end_is_an_interrupted_run(void **state)
{
    (void)state;
    found.marks = MARK_PROGRESS;
    apply("ab-interrupted");
    assert_int_equal(run.status, RUN_INTERRUPTED);
    assert_true(run_has_warning(&run, "interrupted"));
}

static void all_requests_that_were_asked_for_are_no_interruption(void **state)
{
    (void)state;
    found.marks = MARK_PROGRESS;
    set("requests_complete", 1000);
    found.requests_asked = 1000;
    apply("ab-interrupted");
    assert_int_equal(run.status, RUN_COMPLETE);
    found.requests_asked = 2000;
    apply("ab-interrupted");
    assert_int_equal(run.status, RUN_INTERRUPTED);
}

static void a_run_that_finished_or_is_cut_is_not_interrupted(void **state)
{
    (void)state;
    found.marks = MARK_PROGRESS | MARK_FINISHED;
    apply("ab-interrupted");
    assert_int_equal(run.status, RUN_COMPLETE);
    found.marks = 0;
    apply("ab-interrupted");
    assert_int_equal(run.status, RUN_COMPLETE);
    found.marks = MARK_PROGRESS;
    found.is_whole = false;
    run.status = RUN_PARTIAL;
    apply("ab-interrupted");
    assert_int_equal(run.status, RUN_PARTIAL);
    found.marks = MARK_INTERRUPT;
    apply("ab-interrupted");
    assert_int_equal(run.status, RUN_INTERRUPTED);
    run.status = RUN_ABORTED;
    apply("ab-interrupted");
    assert_int_equal(run.status, RUN_ABORTED);
}

static void microseconds_without_their_zeros_are_decoded(void **state)
{
    (void)state;
    /* 4 s and 51029 us, printed as 4.51029; 1000 requests at 246.85 a second. */
    set("time_taken_s", 4.51029);
    set("requests_complete", 1000);
    set("requests_per_second", 1000 / 4.051029);
    found.time_decimals = 5;
    apply("ab-time-taken");
    assert_close(get("time_taken_s"), 4.051029);
    assert_true(run_has_warning(&run, "time-taken-decoded"));
}

static void a_right_time_stays(void **state)
{
    static const struct {
        double taken;
        int decimals;
    } cases[] = {
        {2.000,    3},
        {4.510290, 6},
        {0.5,      1}
    };

    (void)state;
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        set("time_taken_s", cases[i].taken);
        set("requests_complete", 1000);
        set("requests_per_second", 1000 / cases[i].taken);
        found.time_decimals = cases[i].decimals;
        apply("ab-time-taken");
        assert_close(get("time_taken_s"), cases[i].taken);
    }
    /* Neither reading agrees with the rate: nothing is known better. */
    set("requests_per_second", 7);
    apply("ab-time-taken");
    assert_close(get("time_taken_s"), 0.5);
    run_remove_value(&run, metric_find(&metrics, text_of("requests_per_second")));
    apply("ab-time-taken");
    assert_close(get("time_taken_s"), 0.5);
    assert_false(run_has_warning(&run, "time-taken-decoded"));
}

static void a_kbyte_of_old_ab_has_1000_bytes(void **state)
{
    (void)state;
    set("transfer_rate_bytes_per_s", 100 * 1024.0);
    run.tool_version = "2.3";
    apply("ab-old-kilobytes");
    assert_close(get("transfer_rate_bytes_per_s"), 102400);
    run.tool_version = "1.3d";
    apply("ab-old-kilobytes");
    assert_close(get("transfer_rate_bytes_per_s"), 100000);
    /* Where bytes and time say otherwise they are believed. */
    set("transfer_rate_bytes_per_s", 102400);
    set("bytes_total", 204800);
    set("time_taken_s", 2);
    apply("ab-old-kilobytes");
    assert_close(get("transfer_rate_bytes_per_s"), 102400);
}

static void seconds_that_are_called_ms_become_ms(void **state)
{
    (void)state;
    run.tool_version = "2.0.18";
    run.config.concurrency = 8;
    set("requests_per_second", 500);
    set("latency_mean_ms", 0.016);
    set("time_per_request_concurrent_ms", 0.002);
    apply("ab-old-milliseconds");
    assert_close(get("latency_mean_ms"), 16);
    assert_close(get("time_per_request_concurrent_ms"), 2);
    apply("ab-old-milliseconds");
    assert_close(get("latency_mean_ms"), 16);
    run.tool_version = "2.3";
    set("latency_mean_ms", 0.016);
    apply("ab-old-milliseconds");
    assert_close(get("latency_mean_ms"), 0.016);
}

static void a_report_without_a_byte_is_hollow(void **state)
{
    (void)state;
    set("requests_complete", 100);
    set("bytes_total", 0);
    run.target.document_length = 0;
    found.marks = MARK_TLS_ERROR;
    apply("ab-hollow");
    assert_int_equal(run.status, RUN_HOLLOW);
    assert_non_null(strstr(run.warnings[0].text, "TLS"));
}

static void a_report_with_bytes_a_length_or_a_server_is_not_hollow(void **state)
{
    (void)state;
    set("requests_complete", 100);
    apply("ab-hollow");
    set("bytes_total", 10);
    apply("ab-hollow");
    set("bytes_total", 0);
    run.target.document_length = 10;
    apply("ab-hollow");
    run.target.document_length = ABSENT;
    run.target.server = "nginx";
    apply("ab-hollow");
    run.target.server = NULL;
    set("requests_complete", 0);
    apply("ab-hollow");
    assert_int_equal(run.status, RUN_COMPLETE);
}

static void one_request_has_no_deviation(void **state)
{
    (void)state;
    set("latency_sd_ms", 0);
    set("connect_sd_ms", 0);
    set("latency_mean_ms", 5);
    set("requests_complete", 2);
    apply("ab-single-request");
    assert_true(get("latency_sd_ms") == 0);
    set("requests_complete", 1);
    apply("ab-single-request");
    assert_true(isnan(get("latency_sd_ms")) && isnan(get("connect_sd_ms")));
    assert_true(get("latency_mean_ms") == 5);
}

static void rates_of_html_are_corrected_by_time_and_counts(void **state)
{
    (void)state;
    set("time_taken_s", 2);
    set("requests_complete", 1000);
    set("requests_per_second", 500000);
    set("bytes_total", 204800);
    set("transfer_rate_bytes_per_s", 102400 * 1024.0);
    apply("ab-html");
    assert_close(get("requests_per_second"), 500);
    assert_close(get("transfer_rate_bytes_per_s"), 102400);
    assert_true(run_has_warning(&run, "html-rate-corrected"));
    apply("ab-html");
    assert_close(get("requests_per_second"), 500);
    assert_close(get("transfer_rate_bytes_per_s"), 102400);
}

static void percentiles_that_fall_are_no_percentiles(void **state)
{
    (void)state;
    set("latency_p50_ms", 10);
    set("latency_p90_ms", 20);
    set("latency_p95_ms", 3);
    set("latency_p99_ms", 30);
    set("latency_max_ms", 1);
    apply("ab-csv-tail");
    assert_true(get("latency_p90_ms") == 20);
    assert_true(isnan(get("latency_p95_ms")));
    assert_true(isnan(get("latency_p99_ms")));
    assert_true(isnan(get("latency_max_ms")));
    assert_true(run_has_warning(&run, "csv-tail"));
}

static void the_last_row_is_the_maximum_where_it_is_the_largest(void **state)
{
    (void)state;
    set("latency_p90_ms", 20);
    set("latency_p95_ms", 3);
    set("latency_max_ms", 30);
    apply("ab-csv-tail");
    assert_true(get("latency_max_ms") == 30);
    assert_true(isnan(get("latency_p95_ms")));
    assert_true(run_has_warning(&run, "csv-tail"));
}

static void rows_above_the_last_of_most_rows_are_garbage(void **state)
{
    (void)state;
    set("latency_p50_ms", 10);
    set("latency_p90_ms", 20);
    set("latency_p98_ms", 25);
    set("latency_p99_ms", 25);
    set("latency_max_ms", 20);
    apply("ab-csv-tail");
    assert_true(get("latency_max_ms") == 20);
    assert_true(get("latency_p90_ms") == 20);
    assert_true(isnan(get("latency_p98_ms")));
    assert_true(isnan(get("latency_p99_ms")));
    assert_true(run_has_warning(&run, "csv-tail"));
}

static void without_transactions_nothing_was_measured(void **state)
{
    (void)state;
    set("latency_mean_ms", 0);
    set("latency_max_ms", 0);
    set("availability_pct", 0);
    set("requests_complete", 1);
    apply("siege-nothing-measured");
    assert_true(get("latency_mean_ms") == 0);
    set("requests_complete", 0);
    apply("siege-nothing-measured");
    assert_true(isnan(get("latency_mean_ms")) && isnan(get("latency_max_ms")));
    assert_true(get("availability_pct") == 0);
}

static void without_time_there_is_no_rate(void **state)
{
    (void)state;
    set("requests_complete", 100);
    set("requests_per_second", 0);
    set("time_taken_s", 0.01);
    apply("siege-zero-elapsed");
    assert_true(get("requests_per_second") == 0);
    set("time_taken_s", 0);
    apply("siege-zero-elapsed");
    assert_true(isnan(get("requests_per_second")));
    assert_true(run_has_warning(&run, "zero-elapsed"));
}

static void availability_is_computed_from_counts(void **state)
{
    (void)state;
    apply("siege-log-availability");
    assert_true(isnan(get("availability_pct")));
    set("requests_complete", 0);
    set("requests_failed", 0);
    apply("siege-log-availability");
    assert_true(isnan(get("availability_pct")));
    set("requests_complete", 75);
    set("requests_failed", 25);
    apply("siege-log-availability");
    assert_close(get("availability_pct"), 75);
    set("requests_complete", 1e308);
    set("requests_failed", 1);
    apply("siege-log-availability");
    assert_close(get("availability_pct"), 100);
}

static void an_elapsed_time_of_years_is_none(void **state)
{
    (void)state;
    set("time_taken_s", 86400);
    set("requests_per_second", 10);
    apply("siege-clock");
    assert_true(get("requests_per_second") == 10);
    set("time_taken_s", 434249465856.0);
    set("requests_complete", 288);
    apply("siege-clock");
    assert_true(isnan(get("time_taken_s")) && isnan(get("requests_per_second")));
    assert_true(get("requests_complete") == 288);
    assert_true(run_has_warning(&run, "clock-set"));
}

static void siege_is_interrupted_or_crashed(void **state)
{
    (void)state;
    apply("siege-interrupted");
    apply("siege-crashed");
    assert_int_equal(run.status, RUN_COMPLETE);
    assert_int_equal(run.warning_count, 0);
    found.marks = MARK_CRASH;
    apply("siege-crashed");
    assert_int_equal(run.status, RUN_COMPLETE);
    assert_true(run_has_warning(&run, "crashed"));
    found.marks = MARK_INTERRUPT;
    apply("siege-interrupted");
    assert_int_equal(run.status, RUN_INTERRUPTED);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
#define TEST(name) cmocka_unit_test_setup_teardown(name, set_up, tear_down)
        TEST(names_of_quirks_and_marks_are_found),
        TEST(progress_without_an_end_is_an_interrupted_run),
        TEST(all_requests_that_were_asked_for_are_no_interruption),
        TEST(a_run_that_finished_or_is_cut_is_not_interrupted),
        TEST(microseconds_without_their_zeros_are_decoded),
        TEST(a_right_time_stays),
        TEST(a_kbyte_of_old_ab_has_1000_bytes),
        TEST(seconds_that_are_called_ms_become_ms),
        TEST(a_report_without_a_byte_is_hollow),
        TEST(a_report_with_bytes_a_length_or_a_server_is_not_hollow),
        TEST(one_request_has_no_deviation),
        TEST(rates_of_html_are_corrected_by_time_and_counts),
        TEST(percentiles_that_fall_are_no_percentiles),
        TEST(the_last_row_is_the_maximum_where_it_is_the_largest),
        TEST(rows_above_the_last_of_most_rows_are_garbage),
        TEST(without_transactions_nothing_was_measured),
        TEST(without_time_there_is_no_rate),
        TEST(availability_is_computed_from_counts),
        TEST(an_elapsed_time_of_years_is_none),
        TEST(siege_is_interrupted_or_crashed),
    };

    cmocka_set_message_output(CM_OUTPUT_TAP);
    return cmocka_run_group_tests(tests, NULL, NULL);
}
