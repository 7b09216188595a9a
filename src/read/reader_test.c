/*
 * Where runs begin and end, what a fragment is, and how a run has ended.
 */
#include "reader.h"

#include "read_text.h"

static struct read_bench bench;
static struct arena arena;

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
    return 0;
}

static int tear_down(void **state)
{
    (void)state;
    arena_release(&arena);
    return 0;
}

static struct reading_list read_log(const char *log, size_t runs)
{
    struct reading_list list = read_string(&bench, log, &arena);

    if (list.count != runs)
        fail_msg("%zu runs, not %zu, in:\n%s", list.count, runs, log);
    return list;
}

static void assert_value(const struct run *run, const char *key, double want)
{
    double is = value_of(run, key);

    if (!(is == want || (isnan(is) && isnan(want))))
        fail_msg("%s is %g, not %g", key, is, want);
}

#define AB_BANNER "This is ApacheBench, Version 2.3 <$Revision: 1843412 $>\n"
#define AB_HEAD   "Server Software:        x\nServer Hostname:        h\nServer Port:            80\n"
#define AB_BODY                                                                                    \
    "Concurrency Level:      8\nTime taken for tests:   2.000 seconds\n"                           \
    "Complete requests:      1000\nFailed requests:        0\n"                                    \
    "Total transferred:      256000 bytes\nRequests per second:    500.00 [#/sec] (mean)\n"
#define SIEGE_BODY                                                                                 \
    "Transactions:\t\t        1200 hits\nAvailability:\t\t      100.00 %\n"                        \
    "Transaction rate:\t       40.00 trans/sec\nFailed transactions:\t           0\n"

static void reports_one_after_the_other_are_runs_of_their_own(void **state)
{
    (void)state;
    read_log(AB_BANNER AB_HEAD AB_BODY AB_BANNER AB_HEAD AB_BODY, 2);
    read_log(AB_HEAD AB_BODY AB_HEAD AB_BODY, 2);
    read_log(AB_BODY AB_BODY, 2);
    read_log(AB_BANNER AB_HEAD AB_BODY SIEGE_BODY, 2);
    read_log(SIEGE_BODY AB_BANNER AB_HEAD AB_BODY SIEGE_BODY, 3);
}

static void lines_know_where_they_stand(void **state)
{
    struct reading_list list = read_log("prose\n\n" AB_HEAD AB_BODY "\nprose\n" SIEGE_BODY, 2);

    (void)state;
    assert_int_equal(list.items[0].run->source.line, 3);
    assert_int_equal(list.items[0].run->source.line_end, 11);
    assert_int_equal(list.items[1].run->source.line, 14);
    assert_int_equal(list.items[1].run->source.line_end, 17);
}

static void a_whole_report_has_what_it_does_not_print(void **state)
{
    const struct run *run = read_log(AB_HEAD AB_BODY, 1).items[0].run;

    (void)state;
    assert_value(run, "non_2xx", 0);
    assert_int_equal(run->config.keepalive, ANSWER_NO);
    assert_int_equal(run->status, RUN_COMPLETE);
    run = read_log(AB_HEAD "Complete requests:      1000\n", 1).items[0].run;
    assert_value(run, "non_2xx", ABSENT);
    assert_int_equal(run->config.keepalive, ANSWER_UNKNOWN);
    assert_int_equal(run->status, RUN_PARTIAL);
}

static void a_run_that_was_killed_is_a_run_with_what_it_told(void **state)
{
    const struct run *run =
        read_log(AB_BANNER "Benchmarking h (be patient)\nCompleted 100 requests\n"
                           "apr_socket_recv: Connection reset by peer (104)\n"
                           "Total of 150 requests completed\n",
                 1)
            .items[0]
            .run;

    (void)state;
    assert_int_equal(run->status, RUN_ABORTED);
    assert_value(run, "requests_complete", 150);
    assert_value(run, "requests_per_second", ABSENT);
    assert_non_null(strstr(run->warnings[0].text, "Connection reset"));
    run =
        read_log(AB_BANNER "Benchmarking h (be patient)\nCompleted 100 requests\n", 1).items[0].run;
    assert_int_equal(run->status, RUN_PARTIAL);
    assert_int_equal(run->measurement_count, 0);
}

static void a_fault_behind_a_whole_report_does_not_unsay_it(void **state)
{
    const struct run *run =
        read_log(AB_BANNER AB_HEAD AB_BODY "apr_socket_recv: Connection reset by peer (104)\n", 1)
            .items[0]
            .run;

    (void)state;
    assert_int_equal(run->status, RUN_COMPLETE);
    assert_true(run_has_warning(run, "failed-after-report"));
}

static void a_fault_of_another_tool_is_not_of_the_run(void **state)
{
    struct reading_list list =
        read_log(SIEGE_BODY "apr_socket_recv: Connection reset by peer (104)\n", 1);

    (void)state;
    assert_int_equal(list.items[0].run->status, RUN_COMPLETE);
    assert_int_equal(list.items[0].run->warning_count, 0);
}

static void a_list_at_the_head_of_a_page_is_no_run(void **state)
{
    struct reading_list list = read_log("Requests per second: 480\nRequests per second: 500\n\n"
                                        "Here are the logs.\n\n" AB_HEAD AB_BODY,
                                        1);

    (void)state;
    assert_value(list.items[0].run, "requests_per_second", 500);
    assert_true(run_has_warning(list.items[0].run, "passed-over") ||
                run_has_warning(list.items[0].run, "contradiction"));
}

static void of_many_fragments_only_some_are_told_one_by_one(void **state)
{
    struct buffer log;

    (void)state;
    buffer_init(&log);
    for (size_t i = 0; i < 20000; i++)
        buffer_append_format(
            &log, "Requests per second: %zu.5 [#/sec]\n\nprose of some kind here\n\n", i);
    buffer_append_string(&log, AB_HEAD AB_BODY);
    struct reading_list list = read_log(log.bytes, 1);
    assert_true(list.items[0].run->warning_count > 10);
    assert_true(list.items[0].run->warning_count < 200);
    assert_non_null(strstr(list.items[0].run->warnings[list.items[0].run->warning_count - 1].text,
                           "more places"));
    buffer_release(&log);
}

static void where_there_are_only_fragments_they_are_runs(void **state)
{
    struct reading_list list = read_log("nginx\nRequests per second:    500.00 [#/sec] (mean)\n\n"
                                        "apache\nRequests per second:    400.00 [#/sec] (mean)\n",
                                        2);

    (void)state;
    assert_value(list.items[1].run, "requests_per_second", 400);
    assert_int_equal(list.items[0].run->status, RUN_PARTIAL);
}

static void words_that_anybody_writes_are_a_run_with_their_neighbours_only(void **state)
{
    struct reading_list list;

    (void)state;
    read_log("We ran it with\nConcurrency: 10\nTransactions: 12\n", 0);
    read_log("Transactions: 12 per customer\nConcurrency: 10\n", 0);
    read_log("Today we saw:\nAvailability: 99.9 %\nResponse time: 3 secs\nin prod.\n", 0);
    list = read_log(SIEGE_BODY "\nAverage response time: 3 s\nTransactions: 99\n", 1);
    assert_true(run_has_warning(list.items[0].run, "passed-over"));
    list = read_log("Transactions: 1200\nAvailability: 100.00 %\nElapsed time: 30.00 secs\n", 1);
    assert_value(list.items[0].run, "requests_complete", 1200);
    read_log("Transaction rate: 40.00 trans/sec\n", 1);
    read_log("Transactions: 1200 hits\n", 1);
}

static void a_summary_without_its_last_lines_is_partial(void **state)
{
    struct reading_list list =
        read_log("Transactions: 1200 hits\nAvailability: 100.00 %\nElapsed time: 30.00 secs\n"
                 "Data transferred: 1.50 MB\nResponse time: 0.05 secs\n"
                 "Transaction rate: 40.00 trans/sec\n",
                 1);

    (void)state;
    assert_int_equal(list.items[0].run->status, RUN_PARTIAL);
    assert_true(run_has_warning(list.items[0].run, "report-missing"));
    assert_int_equal(read_log(SIEGE_BODY, 1).items[0].run->status, RUN_COMPLETE);
}

static void reports_side_by_side_are_a_run_each(void **state)
{
    struct reading_list list =
        read_log("Both servers:\n"
                 "                         nginx                     apache\n"
                 "Concurrency Level:       8                         8\n"
                 "Complete requests:       1000                      900\n"
                 "\n"
                 "Requests per second:     500.00 [#/sec] (mean)     400.00 [#/sec] (mean)\n"
                 "Percentage of the requests served within a certain time (ms)\n"
                 " 50%                     16                        17\n",
                 2);

    (void)state;
    assert_string_equal(list.items[0].hints.cell, "nginx");
    assert_string_equal(list.items[1].hints.cell, "apache");
    assert_value(list.items[0].run, "requests_per_second", 500);
    assert_value(list.items[1].run, "requests_per_second", 400);
    assert_value(list.items[1].run, "requests_complete", 900);
    assert_value(list.items[1].run, "latency_p50_ms", 17);
    list = read_log("Transaction rate: 10.0 20.0 30.0 trans/sec\nFailed transactions: 0 1 2\n", 3);
    assert_value(list.items[2].run, "requests_per_second", 30);
    assert_value(list.items[2].run, "requests_failed", 2);
}

static void reports_side_by_side_may_stand_behind_a_prefix(void **state)
{
    struct reading_list list =
        read_log("> \t\tnginx    apache\n"
                 "> Complete requests:      1000      900\n"
                 ">\n"
                 "> Requests per second:    500.00 [#/sec] (mean)   400.00 [#/sec] (mean)\n",
                 2);

    (void)state;
    assert_string_equal(list.items[0].hints.cell, "nginx");
    assert_value(list.items[0].run, "requests_per_second", 500);
    assert_value(list.items[1].run, "requests_per_second", 400);
    assert_value(list.items[1].run, "requests_complete", 900);
}

static void a_tool_that_gave_up_may_say_so_above_its_summary(void **state)
{
    struct reading_list list =
        read_log("siege aborted due to excessive socket failure; you\n"
                 "can change the failure threshold in $HOME/.siegerc\n\n"
                 "Transactions:               0 hits\nTransaction rate: 0.00 trans/sec\n"
                 "Failed transactions: 1050\n",
                 1);

    (void)state;
    assert_int_equal(list.items[0].run->status, RUN_ABORTED);
    assert_true(run_has_warning(list.items[0].run, "aborted"));
}

static void one_line_with_several_figures_gives_none(void **state)
{
    struct reading_list list =
        read_log(AB_HEAD "Complete requests:      1000\nFailed requests:        3      4\n"
                         "Requests per second:    500.00 [#/sec] (mean)\n",
                 1);

    (void)state;
    assert_value(list.items[0].run, "requests_failed", ABSENT);
    assert_value(list.items[0].run, "requests_per_second", 500);
    assert_int_equal(list.items[0].run->status, RUN_PARTIAL);
    assert_true(run_has_warning(list.items[0].run, "several-figures"));
}

static void siege_json_without_its_end_is_partial(void **state)
{
    (void)state;
    struct reading_list list = read_log("{ \"transactions\": 100,\n\"elapsed_time\": 9.50,\n"
                                        "\"transaction_rate\": 10.53,\n",
                                        1);
    assert_int_equal(list.items[0].run->status, RUN_PARTIAL);
    assert_value(list.items[0].run, "requests_per_second", 10.53);
    assert_value(list.items[0].run, "requests_failed", ABSENT);
}

static void a_figure_retold_beside_a_report_is_no_run(void **state)
{
    struct reading_list list =
        read_log("Requests per second: 1.0 [#/sec] (mean)\nTime per request: 1.0 [ms] (mean)\n\n"
                 "see also: Requests per second: 9.0 [#/sec] (mean)\n",
                 1);

    (void)state;
    assert_value(list.items[0].run, "requests_per_second", 1);
    assert_true(run_has_warning(list.items[0].run, "passed-over"));
    list = read_log("nginx: Requests per second: 500\napache: Requests per second: 400\n", 2);
    assert_string_equal(list.items[1].hints.own, "apache");
}

static void headers_of_an_answer_are_no_label(void **state)
{
    (void)state;
    assert_int_equal(read_log("HTTP/1.1 200 OK\nServer: nginx\nRequests per second: 100\n", 1)
                         .items[0]
                         .hints.caption_count,
                     0);
    assert_string_equal(
        read_log("HTTP/1.1 200 OK\nServer: nginx\n\ngin: old\nRequests per second: 1\n", 1)
            .items[0]
            .hints.captions[0]
            .text,
        "gin: old");
}

static void a_run_that_gave_up_is_one_without_its_beginning_too(void **state)
{
    struct reading_list list =
        read_log("Completed 100 requests\napr_socket_recv: Connection reset by peer (104)\n"
                 "Total of 137 requests completed\n" AB_HEAD AB_BODY,
                 2);

    (void)state;
    assert_int_equal(list.items[0].run->status, RUN_ABORTED);
    assert_value(list.items[0].run, "requests_complete", 137);
    assert_int_equal(list.items[1].run->status, RUN_COMPLETE);
    assert_int_equal(list.items[1].hints.caption_count, 0);
}

static void a_long_line_is_no_fault_of_a_rule(void **state)
{
    static const char *const parts[] = {"<tr", "x", "a ", "{\"a\":1,", "/a", "1,"};
    static const size_t lengths[] = {10000, 60000, 200000, 1000000};

    (void)state;
    for (size_t i = 0; i < sizeof parts / sizeof parts[0]; i++) {
        for (size_t k = 0; k < sizeof lengths / sizeof lengths[0]; k++) {
            struct buffer log;
            buffer_init(&log);
            while (log.length < lengths[k])
                buffer_append_string(&log, parts[i]);
            buffer_append_string(&log, "\n" AB_HEAD AB_BODY);
            read_log(log.bytes, 1);
            buffer_release(&log);
        }
    }
    assert_int_equal(bench.diag.worst, STATUS_DONE);
}

#define LOG_ROW "2014-02-25 14:49:55, 91090, 27.46, 2, 0.03, 3317.19, 0.07, 95.78, 91090, 1047\n"

static void a_column_of_names_before_a_log_names_its_rows(void **state)
{
    struct reading_list list = read_log("nginx, " LOG_ROW LOG_ROW "apache," LOG_ROW, 3);

    (void)state;
    assert_string_equal(list.items[0].hints.own, "nginx");
    assert_null(list.items[1].hints.own);
    assert_string_equal(list.items[2].hints.own, "apache");
    assert_value(list.items[2].run, "requests_complete", 91090);
}

static void a_list_of_percentiles_is_a_run_of_its_own(void **state)
{
    struct reading_list list =
        read_log("Percentage of the requests served within a certain time (ms)\n"
                 "  50%     16\n  66%     17\n 100%     41 (longest request)\n",
                 1);

    (void)state;
    assert_value(list.items[0].run, "latency_p50_ms", 16);
    assert_value(list.items[0].run, "latency_max_ms", 41);
    assert_int_equal(list.items[0].run->status, RUN_PARTIAL);
    read_log("Percentage of the requests served within a certain time (ms)\nand no list\n", 0);
}

static void a_figure_below_zero_is_left_out(void **state)
{
    const struct run *run = read_log(AB_HEAD "Total transferred:      -2147483000 bytes\n"
                                             "Requests per second:    500.00 [#/sec] (mean)\n",
                                     1)
                                .items[0]
                                .run;

    (void)state;
    assert_value(run, "bytes_total", ABSENT);
    assert_value(run, "requests_per_second", 500);
    assert_true(run_has_warning(run, "unreadable-number"));
}

static void the_unit_of_a_time_is_read(void **state)
{
    static const struct {
        const char *time;
        double seconds;
    } cases[] = {
        {"2.00 mins",   120   },
        {"2.00 secs",   2     },
        {"2.00",        2     },
        {"1.50 m",      90    },
        {"500 ms",      0.5   },
        {"1 h",         3600  },
        {"2.00 hrs",    ABSENT},
        {"2.00 # mean", 2     },
    };

    (void)state;
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        char log[200];
        snprintf(log, sizeof log, "Transactions: 1200 hits\nElapsed time: %s\n", cases[i].time);
        assert_value(read_log(log, 1).items[0].run, "time_taken_s", cases[i].seconds);
    }
}

static void a_line_without_a_figure_behind_a_name_is_passed_over(void **state)
{
    (void)state;
    read_log("nginx: Document Path:          /\n", 0);
    struct reading_list list = read_log(AB_BODY "\nnginx: Document Path:          /\n", 1);
    assert_false(list.items[0].is_behind_name);
}

static void labels_in_urls_headers_and_prose_are_no_data(void **state)
{
    (void)state;
    read_log("See http://h/Requests%20per%20second:500 for more.\n"
             "Requests per second are what counts: 500 of them.\n"
             "Of the requests per second: 7 were slow.\n"
             "The Transactions: of the bank were 12 hits\n",
             0);
    const struct run *run =
        read_log(AB_HEAD "Document Path:          /Total:5%20Requests\n" AB_BODY, 1).items[0].run;
    assert_string_equal(run->target.path, "/Total:5%20Requests");
}

static void progress_over_the_same_line_is_read_past(void **state)
{
    const struct run *run =
        read_log("Benchmarking h (be patient)\rCompleted 100 requests\rFinished 1000 requests\r\n"
                 "\r\n" AB_HEAD AB_BODY,
                 1)
            .items[0]
            .run;

    (void)state;
    assert_int_equal(run->status, RUN_COMPLETE);
    assert_value(run, "requests_per_second", 500);
}

static void a_comma_is_decimal_where_another_figure_says_so(void **state)
{
    const struct run *run = read_log("Transactions: 1200 hits\nResponse time: 1,250 secs\n"
                                     "Transaction rate: 40,5 trans/sec\n",
                                     1)
                                .items[0]
                                .run;

    (void)state;
    assert_value(run, "latency_mean_ms", 1250);
    assert_value(run, "requests_per_second", 40.5);
    run = read_log("Transactions: 1,200 hits\nResponse time: 0.25 secs\n"
                   "Transaction rate: 1,250 trans/sec\n",
                   1)
              .items[0]
              .run;
    assert_value(run, "requests_complete", 1200);
    assert_value(run, "requests_per_second", 1250);
}

static void a_figure_that_is_none_is_absent_and_told_or_left(void **state)
{
    const struct run *run = read_log("Transactions: 1200 hits\nTransaction rate: fast\n"
                                     "Response time: 1.2.3.4 secs\nAvailability: 99.9 %\n",
                                     1)
                                .items[0]
                                .run;

    (void)state;
    assert_value(run, "requests_per_second", ABSENT);
    assert_value(run, "latency_mean_ms", ABSENT);
    assert_value(run, "availability_pct", 99.9);
}

static void figures_of_any_size_do_no_harm(void **state)
{
    const struct run *run =
        read_log("Transactions: 18446744073709551616 hits\n"
                 "Data transferred: 1e308 MB\nTransaction rate: 1e400 trans/sec\n"
                 "Response time: -5 secs\n",
                 1)
            .items[0]
            .run;

    (void)state;
    assert_value(run, "requests_complete", 18446744073709551616.0);
    assert_value(run, "bytes_total", ABSENT);
    assert_value(run, "requests_per_second", ABSENT);
}

static void our_own_json_is_read_among_other_lines(void **state)
{
    struct reading_list list = read_log(
        "{\"schema\":\"loadstat/1\",\"label\":\"a\",\"metrics\":{\"requests_per_second\":5}}\n"
        "{\"schema\":\"loadstat/1\",\"metrics\":{\"requests_per\n"
        "\n"
        "{\"schema\":\"loadstat/1\",\"label\":\"b\",\"metrics\":{\"requests_per_second\":6}}\n",
        2);

    (void)state;
    assert_true(list.items[0].from_json && list.items[1].from_json);
    assert_string_equal(list.items[1].run->label, "b");
}

static void a_torn_line_takes_no_other_with_it(void **state)
{
    struct reading_list list =
        read_log("{\"schema\":\"loadstat/1\",\"metrics\":{\"requests_per\n"
                 "{\"schema\":\"loadstat/"
                 "1\",\"label\":\"b\",\"metrics\":{\"requests_per_second\":6}}\n" AB_HEAD AB_BODY,
                 2);

    (void)state;
    assert_string_equal(list.items[0].run->label, "b");
}

static void the_same_report_has_the_same_fingerprint_however_it_is_laid_out(void **state)
{
    struct reading_list list =
        read_log(AB_HEAD AB_BODY
                 "\n\nServer Software: x\n  Server Hostname: h\nServer Port: 80\n"
                 "Concurrency Level: 8\nTime taken for tests: 2.000 seconds\n"
                 "Complete requests: 1000\nFailed requests: 0\nTotal transferred: 256000 bytes\n"
                 "Requests per second: 500.00 [#/sec] (mean)\n" AB_HEAD
                 "Complete requests:      1001\nRequests per second:    500.00 [#/sec] (mean)\n",
                 3);

    (void)state;
    assert_string_equal(list.items[0].run->source.fingerprint,
                        list.items[1].run->source.fingerprint);
    assert_string_not_equal(list.items[0].run->source.fingerprint,
                            list.items[2].run->source.fingerprint);
}

static void a_file_of_one_byte_over_and_over_ends(void **state)
{
    static const char bytes[] = "|#-{<&*\x1b:\r\"\\`= \t,;.\xff";

    (void)state;
    for (size_t i = 0; i < sizeof bytes; i++) {
        struct buffer log;
        buffer_init(&log);
        buffer_append_repeated(&log, bytes[i], 200000);
        buffer_append_byte(&log, '\n');
        for (size_t k = 0; k < 5000; k++) {
            buffer_append_byte(&log, bytes[i]);
            buffer_append_byte(&log, '\n');
        }
        struct reading_list list = read_text(&bench, buffer_text(&log), &arena);
        assert_int_equal(list.count, 0);
        buffer_release(&log);
    }
}

static void an_object_is_a_run_however_its_members_are_spread(void **state)
{
    /* clang-format off */
    static const struct {
        const char *log;
        struct {
            const char *name;
            double complete, rate, minimum;
        } runs[2];
    } cases[] = {
        {"{\"transactions\":100,\"elapsed_time\":9.5,\"transaction_rate\":10.53}\n",
         {{NULL, 100, 10.53, ABSENT}}},
        {"{\"transactions\":100,\"transaction_rate\":10.53}\n"
         "{\"shortest_transaction\":0.02,\"transactions\":\"200\",\"transaction_rate\":\"21\"}\n",
         {{NULL, 100, 10.53, ABSENT}, {NULL, 200, 21, 20}}},
        {"{\"transactions\":1,\"transaction_rate\":2}{\"transactions\":3,\"transaction_rate\":4}\n",
         {{NULL, 1, 2, ABSENT}, {NULL, 3, 4, ABSENT}}},
        /* Sorted by key, and two members on a line. */
        {"{\n \"shortest_transaction\": 0.02, \"transaction_rate\": 21,\n \"transactions\": "
         "200\n}\n", {{NULL, 200, 21, 20}}},
        {"{\"nginx\":{\"transactions\":1,\"transaction_rate\":2},\n"
         "\"apache\": {\"transactions\":3,\n\"transaction_rate\":4}}\n",
         {{"nginx", 1, 2, ABSENT}, {"apache", 3, 4, ABSENT}}},
        {"[{\"name\":\"nginx\",\"transactions\":1,\"transaction_rate\":2},\n"
         "{\n\"transactions\":3,\n\"transaction_rate\":4,\n\"name\": \"a, {b\"\n}\n]\n",
         {{"nginx", 1, 2, ABSENT}, {"a, {b", 3, 4, ABSENT}}},
        {"{\"name\":\"suite\",\"b\":{\"transactions\":1,\"meta\":{\"name\":\"x\"},"
         "\"transaction_rate\":2}}\n", {{"suite b", 1, 2, ABSENT}}},
        /* The first is cut. */
        {"{\n\"transactions\": 1,\n{\"transactions\":3,\"transaction_rate\":4}\n",
         {{NULL, 1, ABSENT, ABSENT}, {NULL, 3, 4, ABSENT}}},
    };
    /* clang-format on */

    (void)state;
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        size_t count = cases[i].runs[1].complete > 0 ? 2 : 1;
        struct reading_list list = read_log(cases[i].log, count);
        for (size_t k = 0; k < count; k++) {
            const char *name = list.items[k].hints.own;
            assert_value(list.items[k].run, "requests_complete", cases[i].runs[k].complete);
            assert_value(list.items[k].run, "requests_per_second", cases[i].runs[k].rate);
            assert_value(list.items[k].run, "latency_min_ms", cases[i].runs[k].minimum);
            assert_string_equal(name ? name : "",
                                cases[i].runs[k].name ? cases[i].runs[k].name : "");
        }
    }
}

static void header_lines_hold_for_all_figures_below_them(void **state)
{
    struct reading_list list = read_log("Server Port:            8081\n"
                                        "Requests per second:    500.00 [#/sec] (mean)\n"
                                        "Requests per second:    480.00 [#/sec] (mean)\n"
                                        "=============================\n"
                                        "Server Port:            8082\n"
                                        "Requests per second:    250.00 [#/sec] (mean)\n",
                                        3);

    (void)state;
    assert_true(list.items[1].run->target.port == 8081);
    assert_value(list.items[1].run, "requests_per_second", 480);
    assert_true(list.items[2].run->target.port == 8082);
}

static void figures_of_several_runs_may_stand_between_bars(void **state)
{
    struct reading_list list = read_log("Concurrency Level:      40.0|40.0|40.0|\n"
                                        "Complete requests:      1000.0|1000.0|1000.0|\n"
                                        "Requests per second:    500.0|400.0|250.5|\n",
                                        3);

    (void)state;
    assert_value(list.items[2].run, "requests_per_second", 250.5);
    assert_true(list.items[1].run->config.concurrency == 40);
}

static void a_summary_above_its_report_is_no_run(void **state)
{
    struct reading_list list = read_log(
        "Server Software:        x\nServer Port:            80\n"
        "Requests per second:    500.00 [#/sec] (mean)\n\n-----\n\n" AB_BANNER AB_HEAD AB_BODY,
        1);

    (void)state;
    assert_true(run_has_warning(list.items[0].run, "passed-over"));
    /* Another rate is another run's. */
    read_log("Server Software:        x\nServer Port:            80\n"
             "Requests per second:    500.01 [#/sec] (mean)\n\n-----\n\n" AB_BANNER AB_HEAD AB_BODY,
             2);
}

#define BLOCK(text) "```console\n" text "```\n\n"

static void a_command_alone_in_its_block_holds_for_the_reports_below(void **state)
{
    struct reading_list list =
        read_log(BLOCK("$ siege -c 100 http://app.test/\n") "alpha\n" BLOCK(SIEGE_BODY) "b\n" BLOCK(
                     SIEGE_BODY)
                     BLOCK("$ siege -c 200 http://app.test/\n") "b\n" BLOCK(
                         SIEGE_BODY) "So much for siege, and now for another test.\n\n"
                                     "b\n" BLOCK(SIEGE_BODY),
                 4);

    (void)state;
    assert_string_equal(list.items[1].hints.command, "siege -c 100 http://app.test/");
    assert_string_equal(list.items[1].hints.captions[0].text, "b");
    assert_string_equal(list.items[2].hints.command, "siege -c 200 http://app.test/");
    assert_null(list.items[3].hints.command);
    /* One that stands with its report is of this report. */
    list = read_log(BLOCK("$ siege -c 100 http://app.test/\n" SIEGE_BODY) BLOCK(SIEGE_BODY), 2);
    assert_null(list.items[1].hints.command);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
#define TEST(name) cmocka_unit_test_setup_teardown(name, set_up, tear_down)
        TEST(reports_one_after_the_other_are_runs_of_their_own),
        TEST(lines_know_where_they_stand),
        TEST(a_whole_report_has_what_it_does_not_print),
        TEST(a_run_that_was_killed_is_a_run_with_what_it_told),
        TEST(a_fault_behind_a_whole_report_does_not_unsay_it),
        TEST(a_fault_of_another_tool_is_not_of_the_run),
        TEST(a_list_at_the_head_of_a_page_is_no_run),
        TEST(of_many_fragments_only_some_are_told_one_by_one),
        TEST(where_there_are_only_fragments_they_are_runs),
        TEST(words_that_anybody_writes_are_a_run_with_their_neighbours_only),
        TEST(a_summary_without_its_last_lines_is_partial),
        TEST(reports_side_by_side_are_a_run_each),
        TEST(reports_side_by_side_may_stand_behind_a_prefix),
        TEST(a_tool_that_gave_up_may_say_so_above_its_summary),
        TEST(one_line_with_several_figures_gives_none),
        TEST(siege_json_without_its_end_is_partial),
        TEST(a_figure_retold_beside_a_report_is_no_run),
        TEST(headers_of_an_answer_are_no_label),
        TEST(a_run_that_gave_up_is_one_without_its_beginning_too),
        TEST(a_long_line_is_no_fault_of_a_rule),
        TEST(a_column_of_names_before_a_log_names_its_rows),
        TEST(a_list_of_percentiles_is_a_run_of_its_own),
        TEST(a_figure_below_zero_is_left_out),
        TEST(the_unit_of_a_time_is_read),
        TEST(a_line_without_a_figure_behind_a_name_is_passed_over),
        TEST(labels_in_urls_headers_and_prose_are_no_data),
        TEST(progress_over_the_same_line_is_read_past),
        TEST(a_comma_is_decimal_where_another_figure_says_so),
        TEST(a_figure_that_is_none_is_absent_and_told_or_left),
        TEST(figures_of_any_size_do_no_harm),
        TEST(our_own_json_is_read_among_other_lines),
        TEST(an_object_is_a_run_however_its_members_are_spread),
        TEST(a_torn_line_takes_no_other_with_it),
        TEST(the_same_report_has_the_same_fingerprint_however_it_is_laid_out),
        TEST(header_lines_hold_for_all_figures_below_them),
        TEST(figures_of_several_runs_may_stand_between_bars),
        TEST(a_summary_above_its_report_is_no_run),
        TEST(a_command_alone_in_its_block_holds_for_the_reports_below),
        TEST(a_file_of_one_byte_over_and_over_ends),
    };

    cmocka_set_message_output(CM_OUTPUT_TAP);
    return cmocka_run_group_tests(tests, open_bench, close_bench);
}
