#include "metric.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>
#include <string.h>

static struct arena arena;
static struct metric_set set;

static int set_up(void **state)
{
    (void)state;
    arena_init(&arena);
    metric_set_init(&set, &arena);
    return 0;
}

static int tear_down(void **state)
{
    (void)state;
    arena_release(&arena);
    return 0;
}

static const struct metric *find(const char *key)
{
    return metric_find(&set, text_of(key));
}

static const struct metric *named(const char *name)
{
    return metric_find_by_name(&set, text_of(name));
}

static void every_metric_of_the_contract_is_there(void **state)
{
    static const char *const keys[] = {
        "requests_complete",
        "requests_failed",
        "failed_connect",
        "failed_receive",
        "failed_length",
        "failed_exceptions",
        "write_errors",
        "non_2xx",
        "responses_2xx",
        "responses_3xx",
        "responses_4xx",
        "responses_5xx",
        "keepalive_requests",
        "successful",
        "availability_pct",
        "concurrency_measured",
        "time_taken_s",
        "requests_per_second",
        "transfer_rate_bytes_per_s",
        "bytes_total",
        "bytes_html",
        "bytes_sent",
        "latency_mean_ms",
        "latency_sd_ms",
        "latency_median_ms",
        "latency_min_ms",
        "latency_max_ms",
        "latency_total_mean_ms",
        "time_per_request_concurrent_ms",
        "connect_min_ms",
        "connect_mean_ms",
        "connect_sd_ms",
        "connect_median_ms",
        "connect_max_ms",
        "processing_min_ms",
        "processing_mean_ms",
        "processing_sd_ms",
        "processing_median_ms",
        "processing_max_ms",
        "waiting_min_ms",
        "waiting_mean_ms",
        "waiting_sd_ms",
        "waiting_median_ms",
        "waiting_max_ms",
    };
    size_t count;
    const struct metric *table = metric_table(&count);

    (void)state;
    for (size_t i = 0; i < sizeof keys / sizeof keys[0]; i++)
        if (!find(keys[i]))
            fail_msg("%s is missing", keys[i]);
    assert_int_equal(count, sizeof keys / sizeof keys[0]);
    for (size_t i = 0; i < count; i++) {
        assert_ptr_equal(find(table[i].key), &table[i]);
        assert_non_null(table[i].label);
        assert_true(isnan(table[i].percentile));
        if (i)
            assert_true(table[i - 1].order < table[i].order);
    }
}

static void short_names_mean_one_metric_each(void **state)
{
    size_t count;
    const struct metric *table = metric_table(&count);

    (void)state;
    assert_string_equal(named("rps")->key, "requests_per_second");
    assert_string_equal(named("mean")->key, "latency_mean_ms");
    assert_string_equal(named("max")->key, "latency_max_ms");
    assert_string_equal(named("failed")->key, "requests_failed");
    assert_string_equal(named("availability")->key, "availability_pct");
    assert_string_equal(named("transfer")->key, "transfer_rate_bytes_per_s");
    assert_string_equal(named("latency_mean_ms")->key, "latency_mean_ms");
    assert_null(named("nonsense"));
    assert_null(named(""));
    for (size_t i = 0; i < count; i++)
        for (size_t k = 0; k < i; k++)
            assert_false(table[i].short_name && table[k].short_name &&
                         strcmp(table[i].short_name, table[k].short_name) == 0);
}

static void a_percentile_is_one_object_however_it_is_named(void **state)
{
    const struct metric *p99 = metric_percentile(&set, 99);

    (void)state;
    assert_non_null(p99);
    assert_string_equal(p99->key, "latency_p99_ms");
    assert_ptr_equal(find("latency_p99_ms"), p99);
    assert_ptr_equal(named("p99"), p99);
    assert_ptr_equal(find("latency_p99.0_ms"), p99);
    assert_ptr_equal(metric_percentile(&set, 99), p99);
    assert_int_equal(p99->better, BETTER_LOWER);
    assert_true(p99->percentile == 99);
    assert_string_equal(find("latency_p99.9_ms")->key, "latency_p99.9_ms");
    assert_string_equal(named("p99.95")->key, "latency_p99.95_ms");
}

static void what_is_no_percentile_is_none(void **state)
{
    static const char *const names[] = {"latency_p0_ms",
                                        "latency_p100_ms",
                                        "latency_p101_ms",
                                        "latency_p-1_ms",
                                        "latency_p_ms",
                                        "latency_pfoo_ms",
                                        "latency_p1e1000_ms",
                                        "latency_p99",
                                        "p",
                                        "p100",
                                        "px"};

    (void)state;
    for (size_t i = 0; i < sizeof names / sizeof names[0]; i++)
        if (named(names[i]))
            fail_msg("%s is %s", names[i], named(names[i])->key);
    assert_null(metric_percentile(&set, 0));
    assert_null(metric_percentile(&set, 100));
    assert_null(metric_percentile(&set, ABSENT));
}

static void percentiles_stand_between_median_and_maximum_in_their_order(void **state)
{
    static const double ascending[] = {1, 50, 66, 90, 99, 99.5, 99.9, 99.99};
    int before = find("latency_median_ms")->order;

    (void)state;
    for (size_t i = 0; i < sizeof ascending / sizeof ascending[0]; i++) {
        int order = metric_percentile(&set, ascending[i])->order;
        assert_true(before < order);
        before = order;
    }
    assert_true(before < find("latency_max_ms")->order);
}

static struct metric own_metric(const char *key, enum better better, enum metric_kind kind,
                                const char *unit)
{
    return (struct metric){
        .key = key, .label = "label", .unit = unit, .better = better, .kind = kind};
}

static void a_metric_of_ones_own_is_kept_once_and_cannot_change(void **state)
{
    char key[] = "cpu_pct";
    struct metric cpu = own_metric(key, BETTER_LOWER, METRIC_PERCENT, "%");
    const struct metric *added = metric_add(&set, &cpu);

    (void)state;
    assert_non_null(added);
    key[0] = 'x';
    assert_string_equal(added->key, "cpu_pct");
    assert_ptr_equal(find("cpu_pct"), added);
    key[0] = 'c';
    assert_ptr_equal(metric_add(&set, &cpu), added);
    cpu.better = BETTER_HIGHER;
    assert_null(metric_add(&set, &cpu));
    cpu.key = "";
    assert_null(metric_add(&set, &cpu));
    struct metric rate = own_metric("requests_per_second", BETTER_LOWER, METRIC_RATE, "1/s");
    assert_null(metric_add(&set, &rate));
    rate.better = BETTER_HIGHER;
    assert_ptr_equal(metric_add(&set, &rate), find("requests_per_second"));
}

static void thousands_of_metrics_of_ones_own_keep_their_order(void **state)
{
    int before = 0;

    (void)state;
    for (int i = 0; i < 3000; i++) {
        const char *key = arena_format(&arena, "own_%d", i);
        struct metric metric = own_metric(key, BETTER_NEITHER, METRIC_NUMBER, "");
        const struct metric *added = metric_add(&set, &metric);
        assert_non_null(added);
        assert_true(added->order >= before);
        before = added->order;
    }
    assert_string_equal(find("own_2999")->key, "own_2999");
}

static void a_unit_fits_a_metric_of_its_kind_only(void **state)
{
    (void)state;
    assert_true(metric_unit_factor(find("latency_mean_ms"), unit_find(text_of("s"))) == 1000);
    assert_true(metric_unit_factor(find("time_taken_s"), unit_find(text_of("ms"))) == 0.001);
    assert_true(metric_unit_factor(find("time_taken_s"), unit_find(text_of("minutes"))) == 60);
    assert_true(metric_unit_factor(find("bytes_total"), unit_find(text_of("MB"))) == 1048576);
    assert_true(metric_unit_factor(find("transfer_rate_bytes_per_s"),
                                   unit_find(text_of("Kbytes/sec"))) == 1024);
    assert_true(metric_unit_factor(find("availability_pct"), unit_find(text_of("%"))) == 1);
    assert_true(metric_unit_factor(find("bytes_total"), unit_find(text_of("MB/s"))) == 0);
    assert_true(metric_unit_factor(find("latency_mean_ms"), unit_find(text_of("MB"))) == 0);
    assert_true(metric_unit_factor(find("requests_complete"), unit_find(text_of("ms"))) == 0);
    assert_true(metric_unit_factor(find("requests_complete"), NULL) == 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
#define TEST(name) cmocka_unit_test_setup_teardown(name, set_up, tear_down)
        TEST(every_metric_of_the_contract_is_there),
        TEST(short_names_mean_one_metric_each),
        TEST(a_percentile_is_one_object_however_it_is_named),
        TEST(what_is_no_percentile_is_none),
        TEST(percentiles_stand_between_median_and_maximum_in_their_order),
        TEST(a_metric_of_ones_own_is_kept_once_and_cannot_change),
        TEST(thousands_of_metrics_of_ones_own_keep_their_order),
        TEST(a_unit_fits_a_metric_of_its_kind_only),
    };

    cmocka_set_message_output(CM_OUTPUT_TAP);
    return cmocka_run_group_tests(tests, NULL, NULL);
}
