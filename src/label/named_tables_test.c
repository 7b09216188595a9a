/*
 * Tests of tables kept by hand, of figures retold on a page, and of commands
 * above reports.
 */
#include "../read/read_text.h"
#include "labels.h"

struct fixture {
    struct read_bench bench;
    struct arena arena;
    struct reading_list list;
};

static int set_up(void **state)
{
    struct fixture *fixture = malloc(sizeof *fixture);

    read_bench_open(&fixture->bench);
    arena_init(&fixture->arena);
    *state = fixture;
    return 0;
}

static int tear_down(void **state)
{
    struct fixture *fixture = *state;

    arena_release(&fixture->arena);
    read_bench_close(&fixture->bench);
    free(fixture);
    return 0;
}

/* Reads the text and decides on labels; expects so many runs. */
static void read_runs(void **state, const char *text, size_t count)
{
    struct fixture *fixture = *state;

    fixture->list = read_text(&fixture->bench, text_of(text), &fixture->arena);
    static const struct label_options options;
    labels_decide(&fixture->list, &options, &fixture->arena, &fixture->bench.diag);
    assert_int_equal(fixture->list.count, count);
}

static const struct run *run_at(void **state, size_t index)
{
    return ((struct fixture *)*state)->list.items[index].run;
}

static void expect_figure(void **state, size_t index, const char *key, double expected)
{
    double value = -1;

    assert_true(run_value_of(run_at(state, index), key, &value));
    assert_float_equal(value, expected, 1e-9);
}

static void expect_name(void **state, size_t index, const char *label)
{
    assert_non_null(run_at(state, index)->label);
    assert_string_equal(run_at(state, index)->label, label);
}

/* ---- a run a row ---- */

static void headings_are_read_in_peoples_words(void **state)
{
    read_runs(state,
              "concurrency number\tTot time (sc)\trq/sc\n"
              "4\t0.871\t1147.95\n"
              "8\t0.699\t1429.80\n",
              2);
    expect_figure(state, 0, "requests_per_second", 1147.95);
    expect_figure(state, 0, "time_taken_s", 0.871);
    assert_float_equal(run_at(state, 1)->config.concurrency, 8, 0);
}

static void the_unit_of_a_heading_is_read(void **state)
{
    read_runs(state, "name;req/s;p95 (s)\nnginx;500;0,25\n", 1);
    expect_figure(state, 0, "latency_p95_ms", 250);
    expect_name(state, 0, "nginx");
}

static void an_average_row_is_no_run_and_is_checked(void **state)
{
    read_runs(state,
              "run,req/s,time\n"
              "1,100,10\n"
              "2,110,9\n"
              "Average,105,12\n",
              2);
    assert_true(run_has_warning(run_at(state, 1), "wrong-average"));
    assert_non_null(strstr(run_at(state, 1)->warnings[0].text, "given as 12"));
}

static void a_right_average_says_nothing(void **state)
{
    read_runs(state, "run,req/s,time\n1,100,10\n2,110,9\nAverage,105,9.5\n", 2);
    assert_false(run_has_warning(run_at(state, 1), "wrong-average"));
}

static void an_average_behind_a_blank_line_may_have_a_decimal_comma(void **state)
{
    read_runs(state,
              "c\ttime\trps\n4\t0.871\t1133.10\n4\t0.847\t1133.12\n\nAverage\t0.859\t1133,110\n",
              2);
    assert_false(run_has_warning(run_at(state, 1), "wrong-average"));
}

static void prose_with_commas_is_no_table(void **state)
{
    read_runs(state, "The rate, the time, and 3 other things\nwere 4, 5, 6\n", 0);
}

static void headings_alone_give_no_run(void **state)
{
    read_runs(state, "name,req/s,p95 (ms)\n", 0);
}

static void commas_and_points_mean_the_same_in_all_of_a_table(void **state)
{
    read_runs(state, "| name | mean (ms) |\n|---|---|\n| a | 1,234 |\n| b | 0,987 |\n", 2);
    expect_figure(state, 0, "latency_mean_ms", 1.234);
    expect_figure(state, 1, "latency_mean_ms", 0.987);
    read_runs(state, "name\treq/s\na\t1,234\nb\t1,23\n", 2);
    expect_figure(state, 0, "requests_per_second", 1.234);
    read_runs(state, "name;req/s;latency (ms)\na;1.234,5;1.003\nb;12.345;3,2\n", 2);
    expect_figure(state, 0, "latency_mean_ms", 1003);
    expect_figure(state, 1, "requests_per_second", 12345);
    read_runs(state, "| | a | b |\n|---|---|---|\n| req/s | 1,234 | 1,23 |\n| p99 (ms) | 5 | 6 |\n",
              2);
    expect_figure(state, 0, "requests_per_second", 1.234);
}

static void an_average_may_stand_under_another_name(void **state)
{
    read_runs(state,
              "variant,run,rps,p99 (ms)\nnew,1,110,8\nnew,2,111,8\nnew,3,112,8\nnew,mean,111,8\n",
              3);
    read_runs(state, "variant,run,rps\nnew,1,110\nnew,2,111\nnew,max,111\n", 2);
    read_runs(state, "server,level,rps\na,none,110\na,min,111\na,max,112\n", 3);
}

static void a_row_without_a_figure_does_not_end_its_table(void **state)
{
    read_runs(state, "name,req/s\na,n/a\nb,100\n", 1);
    expect_name(state, 0, "b");
    read_runs(state, "name,req/s\na,100\nb,1,234\nc,300\n", 2);
    read_runs(state, "name\treq/s\tmean\na\t100\t5\n\t100\t6\nc\t300\t7\n", 2);
    read_runs(state, "| name | req/s |\n|--|--|\n| a | 100-120 |\n| b | >300 |\n| c | 100 |\n", 1);
    expect_name(state, 0, "c");
}

static void a_row_without_a_name_is_none_of_the_others(void **state)
{
    read_runs(state, "name,req/s\na,100\n,300\nb,200\n", 3);
    expect_name(state, 0, "a");
    expect_name(state, 1, "row 2 (no name)");
    expect_name(state, 2, "b");
}

static void what_is_no_figure_is_left_out_with_a_warning(void **state)
{
    static const char *const cells[] = {"nan",
                                        "inf",
                                        "-5",
                                        "n/a",
                                        "100-120",
                                        "200\xc2\xb1"
                                        "10",
                                        ">300"};

    for (size_t i = 0; i < sizeof cells / sizeof cells[0]; i++) {
        char text[80];
        double value;
        snprintf(text, sizeof text, "name\treq/s\tmean (ms)\na\t%s\t5\n", cells[i]);
        read_runs(state, text, 1);
        assert_true(run_has_warning(run_at(state, 0), "unreadable-number"));
        assert_false(run_value_of(run_at(state, 0), "requests_per_second", &value));
    }
    read_runs(state, "name\treq/s\tmean (ms)\na\t-\t5\n", 1);
    assert_int_equal(run_at(state, 0)->warning_count, 0);
}

static void a_column_that_uses_both_signs_so_is_left_out(void **state)
{
    double value;

    read_runs(state, "name;req/s\na;1,234\nb;1.234\n", 2);
    assert_false(run_value_of(run_at(state, 0), "requests_per_second", &value));
    assert_true(run_has_warning(run_at(state, 1), "unreadable-number"));
}

static void a_ruler_may_stand_under_the_headings(void **state)
{
    read_runs(state, "server   req/s\n------   -----\nnginx    100\napache   90\n", 2);
    expect_name(state, 0, "nginx");
    read_runs(state, "name     req/s\n--------------\nnginx    100\n", 1);
    expect_name(state, 0, "nginx");
}

static void a_column_that_counts_runs_makes_a_table_with_one_metric(void **state)
{
    read_runs(state, "run,req/s\n1,100\n2,101\n", 2);
    expect_figure(state, 1, "requests_per_second", 101);
}

/* ---- what tells rows apart ---- */

static void expect_key(void **state, size_t index, const char *key, const char *text)
{
    const char *there = run_label_text(run_at(state, index), key);

    assert_non_null(there);
    assert_string_equal(there, text);
}

static void every_text_column_tells_rows_apart(void **state)
{
    read_runs(state,
              "| Store | Method | c | Req/s |\n|---|---|---|---|\n"
              "| disk | GET | 50 | 1000 |\n| disk | POST | 50 | 500 |\n",
              2);
    expect_name(state, 0, "GET");
    expect_name(state, 1, "POST");
    expect_key(state, 1, "store", "disk");
}

static void a_first_column_tells_rows_apart_even_by_numbers(void **state)
{
    read_runs(state, "cache_mode,req/s\n1,100\n0,90\n", 2);
    expect_key(state, 0, "cache_mode", "1");
    expect_key(state, 1, "cache_mode", "0");
    read_runs(state, "id,req/s,failed\n1,100,0\n2,101,0\n", 2);
    assert_null(run_label_text(run_at(state, 0), "id"));
}

static void a_share_beside_the_figures_is_no_name(void **state)
{
    read_runs(state, "name,req/s,relative\na,100,1.00x\na,101,1.01x\n", 2);
    assert_null(run_label_text(run_at(state, 0), "relative"));
}

static void a_row_without_figures_names_those_below_it(void **state)
{
    read_runs(state,
              "| Query | Server | Req/s | p99 (ms) |\n|---|---|---|---|\n"
              "| 1 | `{ a }` |\n|| [x] | `2,000.50` | 4 |\n|| [y] | `1,000.25` | 8 |\n"
              "| 2 | `{ b }` |\n|| [x] | 500 | 9 |\n",
              3);
    expect_name(state, 0, "1 { a } / [x]");
    expect_figure(state, 0, "requests_per_second", 2000.5);
    expect_key(state, 1, "query", "1 { a }");
    expect_key(state, 2, "query", "2 { b }");
}

static void a_row_may_hold_a_run_for_each_name_in_its_heads(void **state)
{
    read_runs(state,
              "| c | nginx RPS | nginx p99 (ms) | caddy RPS | caddy p99 (ms) |\n"
              "|---|---|---|---|---|\n| 8 | 500 | 12 | 450 | 14 |\n| 64 | 900 | 40 | 800 | 55 |\n",
              4);
    expect_name(state, 1, "caddy");
    expect_figure(state, 1, "latency_p99_ms", 14);
    expect_figure(state, 2, "requests_per_second", 900);
    assert_float_equal(run_at(state, 3)->config.concurrency, 64, 0);
    read_runs(state,
              "| framework | req/s (c=64) | req/s (c=256) |\n|---|---|---|\n"
              "| x | 312 000 | 1 420 000.5 |\n",
              2);
    expect_figure(state, 0, "requests_per_second", 312000);
    expect_figure(state, 1, "requests_per_second", 1420000.5);
    assert_float_equal(run_at(state, 1)->config.concurrency, 256, 0);
    /* Words that say of what the figure is are no names. */
    read_runs(state, "| framework | max req/s | min req/s |\n|---|---|---|\n| x | 2 | 1 |\n", 0);
}

/* ---- units ---- */

static void expect_no_figure(void **state, size_t index, const char *key, const char *code)
{
    double value;

    assert_false(run_value_of(run_at(state, index), key, &value));
    assert_true(run_has_warning(run_at(state, index), code));
}

static void a_time_whose_unit_nothing_proves_is_left_out(void **state)
{
    read_runs(state, "name,req/s,latency\na,100,5\nb,90,6\n", 2);
    expect_no_figure(state, 0, "latency_mean_ms", "unit-unknown");
    /* 5 requests at 100 a second take neither 5 s nor 5 ms. */
    read_runs(state, "name,c,req/s,latency\na,5,100,7000\n", 1);
    expect_no_figure(state, 0, "latency_mean_ms", "unit-unknown");
}

static void concurrency_and_rate_prove_the_unit_of_a_latency(void **state)
{
    read_runs(state, "name,c,req/s,latency,p99\na,5,100,0.05,0.2\nb,10,100,0.1,0.4\n", 2);
    expect_figure(state, 0, "latency_mean_ms", 50);
    expect_figure(state, 1, "latency_p99_ms", 400);
    read_runs(state, "name,c,req/s,latency\na,5,100,50\n", 1);
    expect_figure(state, 0, "latency_mean_ms", 50);
    read_runs(state, "name,c,req/s,latency\na,5,100,49000\n", 1);
    expect_figure(state, 0, "latency_mean_ms", 49);
}

static void requests_and_rate_prove_the_unit_of_a_duration(void **state)
{
    read_runs(state, "name,requests,req/s,duration\na,20000,2000,10000000\n", 1);
    expect_figure(state, 0, "time_taken_s", 10);
}

static void ab_prints_its_percentages_in_milliseconds(void **state)
{
    read_runs(state, "name,rps,50,90,99\na,500,12,20,41\n", 1);
    expect_figure(state, 0, "latency_p90_ms", 20);
    read_runs(state, "rps,concurrency,50,100\n1,2,3,4\n", 0);
}

static void a_concurrency_with_a_fraction_was_measured(void **state)
{
    read_runs(state, "name,req/s,concurrency\na,10,9.10\nb,20,8\n", 2);
    expect_figure(state, 1, "concurrency_measured", 8);
    assert_true(isnan(run_at(state, 0)->config.concurrency));
}

static void headings_are_read_in_many_languages(void **state)
{
    static const char *const heads[] = {
        "Nome;Requisições por segundo;Latência Média (ms);Erros;Conexões",
        "Nombre;Peticiones por segundo;Latencia media (ms);Errores;Conexiones",
        "Name;Anfragen pro Sekunde;Mittlere Latenz (ms);Fehler;Verbindungen",
        "Nom;Requêtes/s;Temps de réponse moyen (ms);Erreurs;Connexions",
        "Nome;Richieste al secondo;Latenza media (ms);Errori;Connessioni",
        "Имя;Запросов в секунду;Средняя задержка (ms);Ошибки;Соединения",
        "框架;每秒请求数;平均延迟（ms）;失败;并发数",
        "名前;秒間リクエスト数;平均レイテンシ（ms）;エラー;同時接続数",
        "이름;초당 요청 수;평균 지연 시간(ms);실패;동시 접속자 수",
    };
    char text[300];

    for (size_t i = 0; i < sizeof heads / sizeof heads[0]; i++) {
        snprintf(text, sizeof text, "%s\na;500;16;3;8\n", heads[i]);
        read_runs(state, text, 1);
        expect_name(state, 0, "a");
        expect_figure(state, 0, "requests_per_second", 500);
        expect_figure(state, 0, "latency_mean_ms", 16);
        expect_figure(state, 0, "requests_failed", 3);
        assert_float_equal(run_at(state, 0)->config.concurrency, 8, 0);
    }
}

/* ---- what was not taken ---- */

static void columns_that_nobody_knows_are_named_in_a_warning(void **state)
{
    read_runs(state, "name,req/s,cpu,memory (MB)\na,100,35,120\nb,101,36,130\n", 2);
    assert_int_equal(run_at(state, 0)->warning_count, 1);
    assert_int_equal(run_at(state, 0)->warnings[0].line, 1);
    assert_string_equal(run_at(state, 0)->warnings[0].code, "unread-columns");
    assert_non_null(strstr(run_at(state, 0)->warnings[0].text, "\"cpu\", \"memory (MB)\""));
    assert_int_equal(run_at(state, 1)->warning_count, 0);
}

static void rows_that_cannot_be_read_are_told_on_a_run(void **state)
{
    read_runs(state, "name,req/s\na,100\nb,1,234\nc,300\n", 2);
    assert_true(run_has_warning(run_at(state, 0), "unread-rows"));
    assert_int_equal(run_at(state, 0)->warnings[0].line, 3);
}

static void a_line_that_is_no_row_does_not_end_a_table_for_good(void **state)
{
    read_runs(state, "name,req/s,p99 (ms)\na,100,5\nthe server was restarted\nb,90,6\nc,80,7\n", 3);
    expect_name(state, 2, "c");
    assert_true(run_has_warning(run_at(state, 0), "unread-rows"));
    /* Far below it, a line of figures is none of its rows. */
    read_runs(state, "name,req/s,p99 (ms)\na,100,5\nx\ny\nz\nu\nv\nb,90,6\n", 1);
}

#define RUNS "| run | req/s |\n|---|---|\n| 1 | 100 |\n| 2 | 101 |\n\n"

static void a_line_above_a_table_names_its_rows(void **state)
{
    read_runs(state, "gzip on\n\n" RUNS "gzip off\n\n" RUNS, 4);
    expect_name(state, 1, "gzip on");
    expect_name(state, 2, "gzip off");
    read_runs(state, "**gzip on**\n\n" RUNS "**gzip off**\n\n" RUNS, 4);
    expect_name(state, 1, "gzip on");
    expect_name(state, 2, "gzip off");
}

/* ---- a run a column ---- */

static void a_metric_a_row_gives_a_run_a_column(void **state)
{
    read_runs(state,
              "metric         nginx    apache\n"
              "requests/s     500      400\n"
              "mean latency   16 ms    0.02 s\n"
              "failed         0        3\n",
              2);
    expect_name(state, 0, "nginx");
    expect_name(state, 1, "apache");
    expect_figure(state, 1, "requests_per_second", 400);
    expect_figure(state, 1, "latency_mean_ms", 20);
    expect_figure(state, 1, "requests_failed", 3);
}

static void bars_may_stand_sideways(void **state)
{
    read_runs(state,
              "| Metric | Before | After |\n|---|---|---|\n| Requests/s | 500 | 1,400 |\n"
              "| p95 (ms) | 16 | 20 |\n",
              2);
    expect_name(state, 0, "Before");
    expect_figure(state, 1, "requests_per_second", 1400);
}

static void a_card_of_one_run_has_no_name_from_its_head(void **state)
{
    read_runs(state, "| Metric | Value |\n|---|---|\n| Requests/s | 500 |\n| p95 (ms) | 16 |\n", 1);
    assert_null(run_at(state, 0)->label);
}

static void one_row_of_a_word_and_a_figure_is_no_table(void **state)
{
    read_runs(state, "What we saw\nrate   12   13\nand that was all\n", 0);
}

static void labels_of_ab_with_a_column_for_each_run_are_read(void **state)
{
    read_runs(state,
              "| | nginx | apache |\n|---|---|---|\n"
              "| Complete requests: | 1000 | 1000 |\n"
              "| Requests per second: | 500.00 [#/sec] (mean) | 400.00 [#/sec] (mean) |\n",
              2);
    expect_name(state, 1, "apache");
    assert_string_equal(run_at(state, 1)->tool, "ab");
    expect_figure(state, 1, "requests_per_second", 400);
}

/* ---- figures retold ---- */

#define REPORT(name, rate)                                                                         \
    name "\nServer Software:        demo\nConcurrency Level:      8\n"                             \
         "Complete requests:      1000\nFailed requests:        0\n"                               \
         "Requests per second:    " rate " [#/sec] (mean)\n\n"

static void a_list_at_the_head_gives_no_runs(void **state)
{
    read_runs(state,
              "nginx: Requests per second: 500.00 [#/sec] (mean)\n"
              "apache: Requests per second: 400.00 [#/sec] (mean)\n\n" REPORT("nginx", "500.00")
                  REPORT("apache", "400.00"),
              2);
    assert_true(run_has_warning(run_at(state, 0), "passed-over"));
    assert_false(run_has_warning(run_at(state, 1), "retold-differs"));
}

static void a_list_that_contradicts_its_report_is_noted(void **state)
{
    read_runs(state,
              "nginx: Requests per second: 500.00 [#/sec] (mean)\n"
              "apache: Requests per second: 440.00 [#/sec] (mean)\n\n" REPORT("nginx", "500.00")
                  REPORT("apache", "400.00"),
              2);
    assert_false(run_has_warning(run_at(state, 0), "retold-differs"));
    assert_true(run_has_warning(run_at(state, 1), "retold-differs"));
    expect_figure(state, 1, "requests_per_second", 400);
}

static void a_list_without_reports_is_all_there_is(void **state)
{
    read_runs(state,
              "nginx: Requests per second: 500.00 [#/sec] (mean)\n"
              "apache: Requests per second: 400.00 [#/sec] (mean)\n",
              2);
    expect_name(state, 1, "apache");
}

/* ---- commands ---- */

static void a_command_above_a_report_tells_what_was_asked(void **state)
{
    read_runs(state,
              "$ siege -c 20 -t2M http://app.test/\n** SIEGE 4.0.7\nTransactions: 100 hits\n"
              "Transaction rate: 10.00 trans/sec\n",
              1);
    assert_float_equal(run_at(state, 0)->config.concurrency, 20, 0);
    assert_float_equal(run_at(state, 0)->config.duration_s, 120, 0);
}

static void a_command_that_contradicts_the_report_is_not_believed(void **state)
{
    read_runs(state, "$ ab -n 500 -c 50 http://app.test/\n" REPORT("", "500.00"), 1);
    assert_float_equal(run_at(state, 0)->config.concurrency, 8, 0);
    assert_null(run_at(state, 0)->command);
    assert_true(isnan(run_at(state, 0)->config.requests));
}

static void a_command_of_another_tool_is_not_the_reports(void **state)
{
    read_runs(state, "$ siege -c 8 -b http://app.test/\n" REPORT("", "500.00"), 1);
    assert_null(run_at(state, 0)->command);
}

static void a_command_far_above_is_another_runs(void **state)
{
    read_runs(state,
              "ab -n 15 -c 8 http://app.test/\nIt ran.\nThen it rained.\nWe had tea.\nIt went "
              "on.\n" REPORT("", "500.00"),
              1);
    assert_null(run_at(state, 0)->command);
}

#define TEST(function) cmocka_unit_test_setup_teardown(function, set_up, tear_down)

int main(void)
{
    static const struct CMUnitTest tests[] = {
        TEST(headings_are_read_in_peoples_words),
        TEST(the_unit_of_a_heading_is_read),
        TEST(an_average_row_is_no_run_and_is_checked),
        TEST(a_right_average_says_nothing),
        TEST(an_average_behind_a_blank_line_may_have_a_decimal_comma),
        TEST(prose_with_commas_is_no_table),
        TEST(headings_alone_give_no_run),
        TEST(commas_and_points_mean_the_same_in_all_of_a_table),
        TEST(an_average_may_stand_under_another_name),
        TEST(a_row_without_a_figure_does_not_end_its_table),
        TEST(a_row_without_a_name_is_none_of_the_others),
        TEST(what_is_no_figure_is_left_out_with_a_warning),
        TEST(a_column_that_uses_both_signs_so_is_left_out),
        TEST(a_ruler_may_stand_under_the_headings),
        TEST(a_column_that_counts_runs_makes_a_table_with_one_metric),
        TEST(every_text_column_tells_rows_apart),
        TEST(a_first_column_tells_rows_apart_even_by_numbers),
        TEST(a_share_beside_the_figures_is_no_name),
        TEST(a_row_without_figures_names_those_below_it),
        TEST(a_row_may_hold_a_run_for_each_name_in_its_heads),
        TEST(a_time_whose_unit_nothing_proves_is_left_out),
        TEST(concurrency_and_rate_prove_the_unit_of_a_latency),
        TEST(requests_and_rate_prove_the_unit_of_a_duration),
        TEST(ab_prints_its_percentages_in_milliseconds),
        TEST(a_concurrency_with_a_fraction_was_measured),
        TEST(headings_are_read_in_many_languages),
        TEST(columns_that_nobody_knows_are_named_in_a_warning),
        TEST(rows_that_cannot_be_read_are_told_on_a_run),
        TEST(a_line_that_is_no_row_does_not_end_a_table_for_good),
        TEST(a_line_above_a_table_names_its_rows),
        TEST(a_metric_a_row_gives_a_run_a_column),
        TEST(bars_may_stand_sideways),
        TEST(a_card_of_one_run_has_no_name_from_its_head),
        TEST(one_row_of_a_word_and_a_figure_is_no_table),
        TEST(labels_of_ab_with_a_column_for_each_run_are_read),
        TEST(a_list_at_the_head_gives_no_runs),
        TEST(a_list_that_contradicts_its_report_is_noted),
        TEST(a_list_without_reports_is_all_there_is),
        TEST(a_command_above_a_report_tells_what_was_asked),
        TEST(a_command_that_contradicts_the_report_is_not_believed),
        TEST(a_command_of_another_tool_is_not_the_reports),
        TEST(a_command_far_above_is_another_runs),
    };

    cmocka_set_message_output(CM_OUTPUT_TAP);
    return cmocka_run_group_tests(tests, NULL, NULL);
}
