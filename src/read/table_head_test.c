/*
 * Tables kept by hand: how lines part into cells, which line is a head, and
 * what its rows come to.
 */
#include "table_head.h"

#include "read_text.h"

static struct read_bench bench;
static struct arena arena;

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

static void lines_part_into_cells(void **state)
{
    static const struct {
        const char *line;
        enum separator separator;
        const char *cells; /* joined by '~' */
    } cases[] = {
        {"a\tb\t\tc",     SEPARATOR_TAB,       "a~b~~c"  },
        {"| a | b |  |",  SEPARATOR_BAR,       "a~b~"    },
        {"a | b",         SEPARATOR_BAR,       "a~b"     },
        {"| a\\|b | c |", SEPARATOR_BAR,       "a\\|b~c" },
        {"a;b; c",        SEPARATOR_SEMICOLON, "a~b~c"   },
        {"a,\"b,c\",d",   SEPARATOR_COMMA,     "a~b,c~d" },
        {"\"a\",\"\",b",  SEPARATOR_COMMA,     "a~~b"    },
        {"\"open, b",     SEPARATOR_COMMA,     "\"open~b"},
        {"a b   c\td  ",  SEPARATOR_BLANKS,    "a b~c~d" },
        {" a  b c",       SEPARATOR_BLANK,     "a~b~c"   },
        {"",              SEPARATOR_BLANK,     NULL      },
    };

    (void)state;
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        struct text cells[MOST_CELLS];
        struct text rest = text_of(cases[i].cells ? cases[i].cells : "");
        struct text cell;
        size_t expected = 0;
        size_t count = cells_split(text_of(cases[i].line), cases[i].separator, cells);
        while (cases[i].cells && text_split(&rest, '~', &cell)) {
            if (expected >= count || !text_equal(cells[expected], cell))
                fail_msg("\"%s\": cell %zu is not \"%.*s\"", cases[i].line, expected,
                         (int)cell.length, cell.start);
            expected++;
        }
        assert_int_equal(count, expected);
    }
}

static void more_cells_than_there_is_room_for_do_no_harm(void **state)
{
    struct text cells[MOST_CELLS];
    struct buffer line;

    (void)state;
    buffer_init(&line);
    for (size_t i = 0; i < 100000; i++)
        buffer_append_string(&line, "x, ");
    for (enum separator separator = SEPARATOR_TAB; separator <= SEPARATOR_BLANK; separator++)
        assert_true(cells_split(buffer_text(&line), separator, cells) <= MOST_CELLS);
    buffer_release(&line);
}

static void a_table_may_have_a_column_for_each_percentile(void **state)
{
    struct text cells[MOST_CELLS];
    struct buffer line;

    (void)state;
    buffer_init(&line);
    buffer_append_string(&line, "name,req/s");
    for (int p = 1; p < 100; p++)
        buffer_append_format(&line, ",p%d (ms)", p);
    assert_int_equal(cells_split(buffer_text(&line), SEPARATOR_COMMA, cells), 101);
    buffer_release(&line);
}

static bool is_head(const char *line, struct table_head *head)
{
    return table_head_find(&bench.rules, text_of(line), &arena, head);
}

static void a_head_names_figures_in_peoples_words(void **state)
{
    static const char *const heads[] = {
        "concurrency number\tTot time (sc)\trq/sc",
        "| name | req/s | p95 (ms) |",
        "name,requests_per_second,latency_p99_ms",
        "Server;Requests/sec;Failed",
        "c    rps    mean    max",
        "| Framework | Requests per second | 99th percentile | Errors |",
        "label  transactions/s  availability %",
        "rps p50 p99",
    };
    struct table_head head;

    (void)state;
    for (size_t i = 0; i < sizeof heads / sizeof heads[0]; i++) {
        if (!is_head(heads[i], &head))
            fail_msg("\"%s\" is no head", heads[i]);
        assert_true(head.known >= 2);
    }
}

static void other_lines_are_no_heads(void **state)
{
    static const char *const lines[] = {
        "",
        "name",
        "Requests per second",
        "concurrent users for battle. The server is now under siege...",
        "The mean time is what counts, and the rate of requests too.",
        "Failed transactions: n/a",
        "Total:          5   16   2.1     16      41",
        "name | host | path",
        "rps 5 p99 7",
        "| a | b | c |",
        "time,cpu,rate",
        "| Rank | Framework | Stars | Requests |",
        "name,requests,duration (s)",
    };
    struct table_head head;

    (void)state;
    for (size_t i = 0; i < sizeof lines / sizeof lines[0]; i++)
        if (is_head(lines[i], &head))
            fail_msg("\"%s\" is a head", lines[i]);
}

static void lines_that_are_no_heads_take_no_memory(void **state)
{
    struct table_head head;
    struct arena fresh;

    (void)state;
    arena_init(&fresh);
    assert_false(table_head_find(&bench.rules, text_of("of the rps, the mean, and the rest, some"),
                                 &fresh, &head));
    assert_null(fresh.newest);
    assert_true(table_head_find(&bench.rules, text_of("label,rps,mean"), &fresh, &head));
    assert_string_equal(head.columns[1].heading, "rps");
    arena_release(&fresh);
}

static void a_unit_stands_in_brackets_or_as_the_last_word(void **state)
{
    struct reading_list list = read_string(&bench,
                                           "name,mean (s),p99 [us],transfer rate (MB/s),max ms\n"
                                           "a,0.5,1500,2,7\n",
                                           &arena);
    const struct run *run = list.items[0].run;

    (void)state;
    assert_int_equal(list.count, 1);
    assert_true(value_of(run, "latency_mean_ms") == 500);
    assert_true(value_of(run, "latency_p99_ms") == 1.5);
    assert_true(value_of(run, "transfer_rate_bytes_per_s") == 2 * 1048576);
    assert_true(value_of(run, "latency_max_ms") == 7);
}

static void words_around_a_heading_say_which_metric_it_is(void **state)
{
    static const struct {
        const char *heading;
        const char *key; /* NULL: no metric */
    } cases[] = {
        {"Latency (p99)",                                           "latency_p99_ms"           },
        {"Response time (99th percentile)",                         "latency_p99_ms"           },
        {"Latency [ms] (max)",                                      "latency_max_ms"           },
        {"latency (median, ms)",                                    "latency_median_ms"        },
        {"Avg. latency (ms)",                                       "latency_mean_ms"          },
        {"avg (ms)",                                                "latency_mean_ms"          },
        {"90% Line",                                                "latency_p90_ms"           },
        {"req/s (higher is better)",                                "requests_per_second"      },
        {"Requests per second [#/sec] (mean)",                      "requests_per_second"      },
        {"avg req/s",                                               "requests_per_second"      },
        {"throughput (req/s)",                                      "requests_per_second"      },
        {"throughput (MB/s)",                                       "transfer_rate_bytes_per_s"},
        {"requests (req/s)",                                        "requests_per_second"      },
        {"Time per request [ms] (mean)",                            "latency_mean_ms"          },
        {"Time per request (mean, across all concurrent requests)",
         "time_per_request_concurrent_ms"                                                      },
        {"throughput",                                              NULL                       },
        {"mean rps",                                                NULL                       },
        {"mean (req/s)",                                            NULL                       },
        {"max rps",                                                 NULL                       },
        {"median rps",                                              NULL                       },
        {"p99 rps",                                                 NULL                       },
        {"fastest rps",                                             NULL                       },
        {"errors %",                                                NULL                       },
        {"failed (%)",                                              NULL                       },
        {"RPS [k]",                                                 "requests_per_second"      },
        {"Requests/s (x1000)",                                      NULL                       },
        {"Requests (k)",                                            "requests_complete"        },
        {"req/s (nginx)",                                           NULL                       },
    };

    (void)state;
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        struct table_column column;
        table_column_read_heading(&bench.rules, text_of(cases[i].heading), &column);
        const char *key =
            column.known && column.field.kind == FIELD_METRIC ? column.field.metric->key : NULL;
        if (!key != !cases[i].key || (key && strcmp(key, cases[i].key) != 0))
            fail_msg("\"%s\" is %s", cases[i].heading, key ? key : "no metric");
    }
}

static void each_row_is_a_run_and_words_in_front_name_it(void **state)
{
    struct reading_list list = read_string(&bench,
                                           "| framework | rps | p99 (ms) | c |\n"
                                           "|:--|--:|--:|--:|\n"
                                           "| gin | 1,234.5 | 12 | 8 |\n"
                                           "| rails | 56 | - | 8 |\n"
                                           "\n"
                                           "| not | a | table |\n",
                                           &arena);

    (void)state;
    assert_int_equal(list.count, 2);
    assert_string_equal(list.items[0].hints.cell, "gin");
    assert_true(value_of(list.items[0].run, "requests_per_second") == 1234.5);
    assert_true(list.items[0].run->config.concurrency == 8);
    assert_int_equal(list.items[0].run->source.line, 3);
    assert_true(isnan(value_of(list.items[1].run, "latency_p99_ms")));
}

static void average_rows_are_no_runs_and_wrong_ones_are_told(void **state)
{
    struct reading_list list = read_string(&bench,
                                           "run\trps\ttime taken (s)\n"
                                           "1\t100\t2.0\n"
                                           "2\t200\t3.0\n"
                                           "Average\t150\t9.9\n",
                                           &arena);

    (void)state;
    assert_int_equal(list.count, 2);
    assert_true(run_has_warning(list.items[1].run, "wrong-average"));
    assert_int_equal(list.items[1].run->warning_count, 1);
}

static void words_of_summaries_are_known(void **state)
{
    static const char *const words[] = {"Average", "avg:",  "**Mean**", "Total",
                                        "SUM",     "stdev", "Median",   "max"};
    const char *what;

    (void)state;
    for (size_t i = 0; i < sizeof words / sizeof words[0]; i++)
        assert_true(cell_is_summary_word(text_of(words[i]), &what));
    assert_false(cell_is_summary_word(text_of("averagely"), &what));
    assert_false(cell_is_summary_word(text_of(""), &what));
}

static void decimal_commas_of_one_cell_hold_for_its_table(void **state)
{
    struct reading_list list = read_string(&bench,
                                           "name\trps\tmean (ms)\n"
                                           "a\t12,5\t1,250\n"
                                           "b\t1133,114\t2,500\n",
                                           &arena);

    (void)state;
    assert_int_equal(list.count, 2);
    assert_true(value_of(list.items[0].run, "requests_per_second") == 12.5);
    assert_true(value_of(list.items[0].run, "latency_mean_ms") == 1.25);
    assert_true(value_of(list.items[1].run, "requests_per_second") == 1133.114);
    assert_true(value_of(list.items[1].run, "latency_mean_ms") == 2.5);
}

static void columns_of_a_table_of_labels_are_runs(void **state)
{
    struct reading_list list = read_string(&bench,
                                           "| | before | after |\n"
                                           "|---|---|---|\n"
                                           "| Complete requests: | 1000 | 2000 |\n"
                                           "| Requests per second: | 500.5 [#/sec] | 600.5 |\n"
                                           "| Failed requests: | 0 | 3 |\n",
                                           &arena);

    (void)state;
    assert_int_equal(list.count, 2);
    assert_string_equal(list.items[0].hints.cell, "before");
    assert_string_equal(list.items[1].hints.cell, "after");
    assert_true(value_of(list.items[0].run, "requests_per_second") == 500.5);
    assert_true(value_of(list.items[1].run, "requests_complete") == 2000);
    assert_true(value_of(list.items[1].run, "requests_failed") == 3);
}

static void delimiters_are_told_from_rows(void **state)
{
    (void)state;
    assert_true(cells_are_delimiter(text_of("|---|:--:|--:|")));
    assert_true(cells_are_delimiter(text_of("---|---")));
    assert_true(cells_are_delimiter(text_of("+====+====+")));
    assert_false(cells_are_delimiter(text_of("| - | a |")));
    assert_false(cells_are_delimiter(text_of("-----")));
    assert_false(cells_are_delimiter(text_of("")));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
#define TEST(name) cmocka_unit_test_setup_teardown(name, set_up, tear_down)
        TEST(lines_part_into_cells),
        TEST(more_cells_than_there_is_room_for_do_no_harm),
        TEST(a_table_may_have_a_column_for_each_percentile),
        TEST(a_head_names_figures_in_peoples_words),
        TEST(other_lines_are_no_heads),
        TEST(lines_that_are_no_heads_take_no_memory),
        TEST(a_unit_stands_in_brackets_or_as_the_last_word),
        TEST(words_around_a_heading_say_which_metric_it_is),
        TEST(each_row_is_a_run_and_words_in_front_name_it),
        TEST(average_rows_are_no_runs_and_wrong_ones_are_told),
        TEST(words_of_summaries_are_known),
        TEST(decimal_commas_of_one_cell_hold_for_its_table),
        TEST(columns_of_a_table_of_labels_are_runs),
        TEST(delimiters_are_told_from_rows),
    };

    cmocka_set_message_output(CM_OUTPUT_TAP);
    return cmocka_run_group_tests(tests, open_bench, close_bench);
}
