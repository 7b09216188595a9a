/*
 * Tests of what a block of rows comes to: a run a row, a run a column, a run a
 * figure, or the lines of one report.
 */
#include "tables.h"

#include "read_text.h"

static struct read_bench bench;
static struct arena arena;

static int open_bench(void **state)
{
    (void)state;
    read_bench_open(&bench);
    arena_init(&arena);
    return 0;
}

static int close_bench(void **state)
{
    (void)state;
    arena_release(&arena);
    read_bench_close(&bench);
    return 0;
}

/* Reads the text and expects so many runs. */
static const struct reading *read_runs(const char *text, size_t count)
{
    struct reading_list list = read_string(&bench, text, &arena);

    if (list.count != count)
        fail_msg("%zu runs, not %zu, in:\n%s", list.count, count, text);
    return list.items;
}

static void expect(const struct reading *reading, const char *name, double rate)
{
    if (name) {
        assert_non_null(reading->hints.cell);
        assert_string_equal(reading->hints.cell, name);
    }
    assert_float_equal(value_of(reading->run, "requests_per_second"), rate, 1e-9);
}

/* ---- layouts ---- */

static void rows_are_found_between_all_kinds_of_rulers(void **state)
{
    static const char *const tables[] = {
        /* Markdown, with and without bars at the ends of rows */
        "| name | req/s | p99 (ms) |\n|---|---|---|\n| x | 500 | 12 |\n| y | 400 | 20 |\n",
        "name | req/s | p99 (ms)\n--- | --- | ---\nx | 500 | 12\ny | 400 | 20\n",
        /* MySQL, reStructuredText */
        "+------+-------+----------+\n| name | req/s | p99 (ms) |\n+------+-------+----------+\n"
        "| x    |   500 |       12 |\n| y    |   400 |       20 |\n+------+-------+----------+\n",
        "+------+-------+----------+\n| name | req/s | p99 (ms) |\n+======+=======+==========+\n"
        "| x    | 500   | 12       |\n+------+-------+----------+\n| y    | 400   | 20       |\n"
        "+------+-------+----------+\n",
        "====  =====  ========\nname  req/s  p99 (ms)\n====  =====  ========\n"
        "x     500    12\ny     400    20\n====  =====  ========\n",
        /* Org mode rules between rows, PostgreSQL */
        "| name | req/s | p99 (ms) |\n|------+-------+----------|\n| x    |   500 |       12 |\n"
        "|------+-------+----------|\n| y    |   400 |       20 |\n",
        " name | req/s | p99_ms\n------+-------+--------\n x    |   500 |     12\n"
        " y    |   400 |     20\n(2 rows)\n",
        /* AsciiDoc, Jira */
        "|===\n|name |req/s |p99 (ms)\n\n|x |500 |12\n|y |400 |20\n|===\n",
        "||name||req/s||p99 (ms)||\n|x|500|12|\n|y|400|20|\n",
        /* HTML, a row or a cell a line, or all on one line */
        "<table>\n<tr><th>name</th><th>req/s</th><th>p99 (ms)</th></tr>\n"
        "<tr><td>x</td><td>500</td><td>12</td></tr>\n<tr><td>y</td><td>400</td><td>20</td></tr>\n"
        "</table>\n",
        "<table>\n <thead>\n  <tr>\n   <th>name</th>\n   <th>req/s</th>\n   <th>p99 (ms)</th>\n"
        "  </tr>\n </thead>\n <tr>\n  <td>\n   x\n  </td>\n  <td>500</td>\n  <td>12</td>\n </tr>\n"
        " <tr>\n  <td>y</td>\n  <td>400</td>\n  <td>20</td>\n </tr>\n</table>\n",
        "<table><tr><th>name<th>req/s</th><th>p99 (ms)</th></tr><tr><td>x</td><td>500</td><td>12"
        "</td></tr><tr><td>y</td><td>400</td><td>20</td></tr></table>\n",
        /* exported from a spreadsheet */
        "name;req/s;p99 (ms)\n\"x\";\"500\";\"12\"\n\"y\";\"400\";\"20\"\n",
        "name\treq/s\tp99 (ms)\nx\t500\t12\ny\t400\t20\n",
        /* without a head above the names; with the unit in the middle */
        "          req/s    p99 (ms)\nx         500      12\ny         400      20\n",
        "name,req/s,latency_ms_p99\nx,500,12\ny,400,20\n",
    };

    (void)state;
    for (size_t i = 0; i < sizeof tables / sizeof tables[0]; i++) {
        const struct reading *list = read_runs(tables[i], 2);
        expect(&list[0], "x", 500);
        expect(&list[1], "y", 400);
        assert_true(value_of(list[1].run, "latency_p99_ms") == 20);
    }
}

static void two_tables_may_stand_without_a_blank_line_between_them(void **state)
{
    const struct reading *list =
        read_runs("| name | req/s |\n|---|---|\n| x | 500 |\n| name | p99 (ms) |\n|---|---|\n"
                  "| x | 12 |\n",
                  2);

    (void)state;
    expect(&list[0], "x", 500);
    assert_true(value_of(list[1].run, "latency_p99_ms") == 12);
}

static void no_row_of_a_long_table_is_lost(void **state)
{
    struct buffer text;

    (void)state;
    buffer_init(&text);
    buffer_append_string(&text, "| name | req/s |\n|---|---|\n");
    for (int i = 0; i < 12000; i++)
        buffer_append_format(&text, "| x | %d |\n", i);
    const struct reading *list = read_runs(text.bytes, 12000);
    expect(&list[11999], "x", 11999);
    buffer_release(&text);
}

static void no_column_of_a_wide_table_is_lost(void **state)
{
    struct buffer text;

    (void)state;
    buffer_init(&text);
    buffer_append_string(&text, "name");
    for (int i = 0; i < 300; i++)
        buffer_append_format(&text, ",p%d.%02d (ms)", 50 + i / 10, i % 10 * 10 + 1);
    buffer_append_string(&text, ",req/s\nx");
    for (int i = 0; i < 300; i++)
        buffer_append_format(&text, ",%d", i);
    buffer_append_string(&text, ",500\n");
    expect(read_runs(text.bytes, 1), "x", 500);
    buffer_release(&text);
}

/* ---- reports ---- */

static void a_report_of_labels_and_values_is_one_run(void **state)
{
    static const char *const tables[] = {
        "| Info | Value |\n|---|---|\n| Requests per second: | 20.00 [#/sec] (mean) |\n"
        "| Time per request: | 500.000 [ms] (mean) |\n| Concurrency Level: | 10 |\n\n"
        "Percentage of the requests served within a certain time (ms)\n\n"
        "| Percentage | ms |\n|---|---|\n| 50% | 498 |\n| 99% | 520 |\n",
        /* without colons, bold, with a figure that no line of the tool has */
        "| | |\n|---|---|\n| **Requests per second** | 20.00 [#/sec] (mean) |\n"
        "| **Time per request** | 500.000 [ms] (mean) |\n| **Concurrency Level** | 10 |\n"
        "| p99 | 520 ms |\n| p50 | 498 ms |\n",
        /* without bars at the ends, and with blank lines */
        " Name                | Value\n---------------------|------\n"
        " Server Hostname:    | app.test\n"
        " Requests per second:| 20.00 [#/sec] (mean)\n Time per request:   | 500.000 [ms] (mean)\n"
        "\n Concurrency Level:  | 10\n\nPercentage of the requests served within a certain time "
        "(ms)\n  50%    498\n  99%    520\n",
    };

    (void)state;
    for (size_t i = 0; i < sizeof tables / sizeof tables[0]; i++) {
        const struct run *run = read_runs(tables[i], 1)->run;
        assert_string_equal(run->tool, "ab");
        assert_true(value_of(run, "requests_per_second") == 20);
        assert_true(value_of(run, "latency_mean_ms") == 500);
        assert_true(value_of(run, "latency_p50_ms") == 498);
        assert_true(value_of(run, "latency_p99_ms") == 520);
        assert_true(run->config.concurrency == 10);
        assert_true(!run->target.host || strcmp(run->target.host, "app.test") == 0);
    }
}

#define AB                                                                                         \
    "Server Software:        demo\nConcurrency Level:      8\nTime taken for tests:   2.000 "      \
    "seconds\nComplete requests:      1000\nRequests per second:    500.00 [#/sec] (mean)\n"       \
    "Time per request:       16.000 [ms] (mean)\n\n"

static void the_table_of_times_belongs_to_the_report_above_it(void **state)
{
    const struct run *run =
        read_runs(AB "Connection Times (ms)\n\n| | min | mean | [+/-sd] | median | max |\n"
                     "|---|---|---|---|---|---|\n| Connect: | 0 | 1 | 0.2 | 1 | 2 |\n"
                     "| Processing: | 5 | 15 | 2.0 | 15 | 40 |\n| Waiting: | 4 | 14 | 2.0 | 14 | "
                     "38 |\n| Total: | 5 | 16 | 2.1 | 16 | 41 |\n\n| percent | ms |\n|---|---|\n"
                     "| 50% | 16 |\n| 99% | 30 |\n",
                  1)
            ->run;

    (void)state;
    assert_true(value_of(run, "waiting_max_ms") == 38);
    assert_true(value_of(run, "latency_sd_ms") == 2.1);
    assert_true(value_of(run, "latency_p99_ms") == 30);
}

static void a_card_is_one_run(void **state)
{
    const struct run *run =
        read_runs(
            "| Param | Value |\n|---|---|\n| RPS | 512.3 |\n| p99 | 31 ms |\n| Errors | 0 |\n", 1)
            ->run;

    (void)state;
    assert_true(value_of(run, "requests_per_second") == 512.3);
    assert_true(value_of(run, "latency_p99_ms") == 31);
    assert_true(value_of(run, "requests_failed") == 0);
}

static void a_column_that_compares_runs_is_none(void **state)
{
    const struct reading *list =
        read_runs("| Metric | Before | After | Change |\n|---|---|---|---|\n"
                  "| req/s | 500 | 610 | +22% |\n| mean latency | 16 ms | 13 ms | -18% |\n",
                  2);

    (void)state;
    expect(&list[1], "After", 610);
}

static void rows_of_metrics_say_their_unit_or_prove_it(void **state)
{
    const struct reading *list = read_runs(
        "| | x | y |\n|---|---|---|\n| Requests/s | 500 | 400 |\n| Concurrency | 8 | 8 |\n"
        "| Mean latency | 0.016 | 0.02 |\n| CPU | 30 | 40 |\n| max | 7 | 8 |\n",
        2);

    (void)state;
    assert_true(value_of(list[0].run, "latency_mean_ms") == 16);
    assert_true(isnan(value_of(list[0].run, "latency_max_ms")));
    assert_true(run_has_warning(list[0].run, "unit-unknown"));
    assert_true(run_has_warning(list[0].run, "unread-rows"));
}

static void a_row_of_html_without_an_end_takes_no_line_with_it(void **state)
{
    (void)state;
    read_runs("<tr><td>x\nIt goes\non and\non.\nname,req/s\nx,500\n", 1);
}

/* ---- pivots ---- */

static void each_figure_of_a_pivot_is_a_run(void **state)
{
    static const char *const tables[] = {
        "### Requests/sec\n\nconcurrency | x | y\n---- | --- | ---\n10 | 12.50k | 9.25k\n"
        "100 | 20.75k | 11.40k\n",
        "## Throughput (req/s) by concurrency\n\n| server | 10 clients | 100 clients |\n|---|---|"
        "---|\n| x | 12,500 | 20,750 |\n| y | 9,250 | 11,400 |\n",
        "| req/s | c=10 | c=100 |\n|---|---|---|\n| x | 12500 | 20750 |\n| y | 9250 | 11400 |\n",
        "Requests per second\n\nserver \\ concurrency,10,100\nx,12500,20750\ny,9250,11400\n",
    };

    (void)state;
    for (size_t i = 0; i < sizeof tables / sizeof tables[0]; i++) {
        const struct reading *list = read_runs(tables[i], 4);
        bool by_rows = strcmp(list[1].hints.cell, "x") == 0;
        expect(&list[0], "x", 12500);
        expect(&list[by_rows ? 1 : 2], "x", 20750);
        expect(&list[by_rows ? 2 : 1], "y", 9250);
        assert_true(list[0].run->config.concurrency == 10);
        assert_true(list[3].run->config.concurrency == 100);
    }
}

static void a_table_of_figures_that_nothing_names_is_no_pivot(void **state)
{
    (void)state;
    read_runs("### Memory\n\n| server | 10 | 100 |\n|---|---|---|\n| x | 12 | 20 |\n", 0);
    read_runs("### Latency and requests/sec\n\n| server | 10 | 100 |\n|---|---|---|\n"
              "| x | 12 | 20 |\n",
              0);
    read_runs("### Requests/sec vs price\n\n| plan | a | b |\n|---|---|---|\n| price | 12 | 20 |\n",
              0);
    /* A time without a unit. */
    read_runs("### Latency\n\n| server | 10 | 100 |\n|---|---|---|\n| x | 12 | 20 |\n", 0);
}

static void tables_of_other_things_give_no_runs(void **state)
{
    (void)state;
    read_runs("| Month | Users | Errors |\n|---|---|---|\n| Jan | 500 | 3 |\n", 0);
    read_runs("label,elapsed,responseCode,success\nlogin,120,200,true\nlogin,130,200,true\n", 0);
    read_runs("| Service | Owner | Latency |\n|---|---|---|\n| login | a | low |\n", 0);
}

static void sums_in_a_pivot_are_no_runs(void **state)
{
    (void)state;
    read_runs("### req/s\n\n| c | x | Average |\n|---|---|---|\n| 1 | 12 | 12 |\n| 2 | 20 | 20 |\n"
              "| Mean | 16 | 16 |\n",
              2);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(rows_are_found_between_all_kinds_of_rulers),
        cmocka_unit_test(two_tables_may_stand_without_a_blank_line_between_them),
        cmocka_unit_test(no_row_of_a_long_table_is_lost),
        cmocka_unit_test(no_column_of_a_wide_table_is_lost),
        cmocka_unit_test(a_report_of_labels_and_values_is_one_run),
        cmocka_unit_test(the_table_of_times_belongs_to_the_report_above_it),
        cmocka_unit_test(a_card_is_one_run),
        cmocka_unit_test(a_column_that_compares_runs_is_none),
        cmocka_unit_test(rows_of_metrics_say_their_unit_or_prove_it),
        cmocka_unit_test(a_row_of_html_without_an_end_takes_no_line_with_it),
        cmocka_unit_test(each_figure_of_a_pivot_is_a_run),
        cmocka_unit_test(a_table_of_figures_that_nothing_names_is_no_pivot),
        cmocka_unit_test(tables_of_other_things_give_no_runs),
        cmocka_unit_test(sums_in_a_pivot_are_no_runs),
    };

    cmocka_set_message_output(CM_OUTPUT_TAP);
    return cmocka_run_group_tests(tests, open_bench, close_bench);
}
