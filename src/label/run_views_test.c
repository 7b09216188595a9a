/*
 * Views: what was kept in several ways counts once, and nothing else does.
 */
#include "run_views.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>
#include <string.h>

#include "view_figures.h"

static struct arena arena;
static struct metric_set metrics;
static struct reading_list list;

static const struct traits kinds[] = {
    [VIEW_SUMMARY] = {.view = VIEW_TRAIT_SUMMARY, .mean = MEAN_COMPUTED},
    [VIEW_DOCUMENT] = {.view = VIEW_TRAIT_DOCUMENT,                          .mean = MEAN_MEASURED},
    [VIEW_LOG] = {.view = VIEW_TRAIT_LOG,.mean = MEAN_MEASURED},
    [VIEW_REQUESTS] = {.view = VIEW_TRAIT_REQUESTS,     .mean = MEAN_MEASURED},
    [VIEW_PERCENTILES] = {.view = VIEW_TRAIT_PERCENTILES                         },
    [VIEW_TABLE] = {.view = VIEW_TRAIT_TABLE},
};

static int set_up(void **state)
{
    (void)state;
    arena_init(&arena);
    metric_set_init(&metrics, &arena);
    list = (struct reading_list){0};
    return 0;
}

static int tear_down(void **state)
{
    (void)state;
    arena_release(&arena);
    return 0;
}

static void set(struct run *run, const char *key, double value)
{
    run_set_value(run, &arena, metric_find(&metrics, text_of(key)), value, ABSENT);
    run_sort(run);
}

static struct run *add(enum view_kind kind, const char *file)
{
    struct run *run = arena_allocate(&arena, sizeof *run);

    run_init(run);
    run->traits = &kinds[kind];
    run->source.file = file;
    run->source.line = 1;
    list.items = arena_grow(&arena, list.items, list.count, &list.capacity, sizeof *list.items);
    list.items[list.count++] = (struct reading){.run = run};
    return run;
}

/* A report of 1,000 requests. */
static struct run *add_report(const char *file, double rate)
{
    struct run *run = add(VIEW_SUMMARY, file);

    set(run, "requests_complete", 1000);
    set(run, "requests_per_second", rate);
    set(run, "latency_median_ms", 8000 / rate);
    set(run, "latency_max_ms", 32000 / rate);
    return run;
}

static struct run *add_percentiles(const char *file, double rate)
{
    struct run *run = add(VIEW_PERCENTILES, file);

    set(run, "latency_p50_ms", 8000 / rate);
    set(run, "latency_median_ms", 8000 / rate);
    set(run, "latency_max_ms", 32000 / rate);
    return run;
}

static struct run *add_row(enum view_kind kind, const char *file, double rate)
{
    struct run *run = add(kind, file);

    set(run, "requests_complete", 1000);
    set(run, "requests_per_second", rate);
    return run;
}

static size_t join(void)
{
    views_join(&list, &arena);
    return list.count;
}

static void a_report_and_its_percentiles_are_one_run(void **state)
{
    double p50;

    (void)state;
    add_percentiles("a/run1.csv", 400);
    struct run *report = add_report("a/run1.log", 400);
    assert_int_equal(join(), 1);
    assert_ptr_equal(list.items[0].run, report);
    assert_true(run_value_of(report, "latency_p50_ms", &p50) && p50 == 20);
    assert_string_equal(report->warnings[0].code, "seen-twice");
    assert_non_null(strstr(report->warnings[0].text, "a/run1.csv"));
}

static void each_run_takes_in_its_own_views(void **state)
{
    static const double rates[] = {400, 500, 625};

    (void)state;
    for (size_t i = 0; i < 3; i++) {
        add_report(arena_format(&arena, "a/run%zu.log", i), rates[i]);
        add_percentiles(arena_format(&arena, "a/run%zu.csv", i), rates[i]);
    }
    assert_int_equal(join(), 3);
    for (size_t i = 0; i < 3; i++)
        assert_int_equal(list.items[i].run->warning_count, 1);
}

static void views_of_one_kind_are_never_joined(void **state)
{
    (void)state;
    add_report("a/run1.log", 400);
    add_report("a/run1.txt", 400);
    add_report("b/run1.log", 400);
    assert_int_equal(join(), 3);
}

static void one_name_with_other_figures_is_pointed_out(void **state)
{
    (void)state;
    struct run *report = add_report("a/run1.log", 400);
    add_percentiles("a/run1.csv", 100);
    assert_int_equal(join(), 2);
    assert_true(run_has_warning(report, "views-contradict"));
}

static void another_number_of_requests_is_another_run(void **state)
{
    (void)state;
    add_report("a/run1.log", 400);
    set(add_row(VIEW_REQUESTS, "a/run1.tsv", 400), "requests_complete", 900);
    assert_int_equal(join(), 2);
}

static void another_concurrency_is_another_run(void **state)
{
    (void)state;
    add_report("a/run1.log", 400)->config.concurrency = 8;
    add_row(VIEW_DOCUMENT, "a/run1.json", 400)->config.concurrency = 16;
    assert_int_equal(join(), 2);
}

static void the_only_ones_of_a_folder_need_no_common_stem(void **state)
{
    (void)state;
    add_report("a/output.txt", 400);
    add_percentiles("a/percentiles.csv", 400);
    add_percentiles("b/percentiles.csv", 400);
    assert_int_equal(join(), 2);
}

static void a_row_of_the_log_finds_its_report_wherever_it_lies(void **state)
{
    (void)state;
    struct run *report = add_report("results/x.txt", 400);
    add_row(VIEW_LOG, "var/siege.log", 512)->source.line = 2;
    add_row(VIEW_LOG, "var/siege.log", 400)->source.line = 3;
    assert_int_equal(join(), 2);
    assert_non_null(strstr(report->warnings[0].text, "var/siege.log, line 3"));
}

static void two_rows_that_fit_are_no_match(void **state)
{
    (void)state;
    add_report("results/x.txt", 400);
    add_row(VIEW_LOG, "var/siege.log", 400);
    add_row(VIEW_LOG, "var/siege.log", 400);
    assert_int_equal(join(), 3);
}

static void a_rate_alone_is_no_match(void **state)
{
    (void)state;
    add_report("results/x.txt", 400);
    set(add(VIEW_TABLE, "README.md"), "requests_per_second", 400);
    assert_int_equal(join(), 2);
}

static void a_computed_mean_is_not_held_against_a_measured_one(void **state)
{
    (void)state;
    set(add_report("a/run1.log", 400), "latency_mean_ms", 33);
    set(add_row(VIEW_REQUESTS, "a/run1.tsv", 400), "latency_mean_ms", 11);
    assert_int_equal(join(), 1);
}

/* 99 requests of 10 ms and one of 500 ms: p99 is either of them. */
static void a_percentile_may_be_one_rank_off_where_the_requests_are_known(void **state)
{
    static const struct bin bins[] = {
        {10,  99},
        {500, 1 }
    };
    struct run *report = add(VIEW_SUMMARY, "a/run1.log");
    struct run *requests = add(VIEW_REQUESTS, "b/lines.tsv");

    (void)state;
    requests->distribution = (struct distribution){1, bins, 2};
    set(report, "latency_p99_ms", 500);
    set(requests, "latency_p99_ms", 10);
    assert_null(views_compare(report, requests).differs);
    set(report, "latency_p95_ms", 500);
    set(requests, "latency_p95_ms", 10);
    assert_non_null(views_compare(report, requests).differs);
}

static void an_archived_run_and_its_log_are_one(void **state)
{
    (void)state;
    add_report("a/run1.log", 400)->source.fingerprint = "0123";
    add_report("a/run1.log", 400)->source.fingerprint = "0123";
    list.items[0].from_json = true;
    assert_int_equal(join(), 1);
}

static void many_runs_in_one_file_find_their_rows(void **state)
{
    (void)state;
    for (size_t i = 0; i < 200; i++)
        add_report("all.txt", 100.25 + 10 * (double)i);
    for (size_t i = 200; i-- > 0;)
        add_row(VIEW_TABLE, "all.txt", 100.3 + 10 * (double)i);
    assert_int_equal(join(), 200);
}

int main(void)
{
#define TEST(name) cmocka_unit_test_setup_teardown(name, set_up, tear_down)
    static const struct CMUnitTest tests[] = {
        TEST(a_report_and_its_percentiles_are_one_run),
        TEST(each_run_takes_in_its_own_views),
        TEST(views_of_one_kind_are_never_joined),
        TEST(one_name_with_other_figures_is_pointed_out),
        TEST(another_number_of_requests_is_another_run),
        TEST(another_concurrency_is_another_run),
        TEST(the_only_ones_of_a_folder_need_no_common_stem),
        TEST(a_row_of_the_log_finds_its_report_wherever_it_lies),
        TEST(two_rows_that_fit_are_no_match),
        TEST(a_rate_alone_is_no_match),
        TEST(a_computed_mean_is_not_held_against_a_measured_one),
        TEST(a_percentile_may_be_one_rank_off_where_the_requests_are_known),
        TEST(an_archived_run_and_its_log_are_one),
        TEST(many_runs_in_one_file_find_their_rows),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
