/*
 * A run as JSON: what is written reads back as the same bytes, and what others
 * wrote is read as far as it can be trusted.
 */
#include "run_json.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>
#include <string.h>

#include "../base/utf8.h"

static struct arena arena;
static struct metric_set metrics;
static struct run_set runs;
static struct buffer written;

static int set_up(void **state)
{
    (void)state;
    arena_init(&arena);
    metric_set_init(&metrics, &arena);
    run_set_init(&runs, &arena);
    buffer_init(&written);
    return 0;
}

static int tear_down(void **state)
{
    (void)state;
    buffer_release(&written);
    arena_release(&arena);
    return 0;
}

static bool read_text(struct text json, const char **problem)
{
    *problem = NULL;
    runs.count = 0;
    return run_read_json(json, &metrics, &runs, problem);
}

/* The only run of a line. */
static struct run *read_run(const char *json)
{
    const char *problem;

    if (!read_text(text_of(json), &problem))
        fail_msg("%s: %s", json, problem);
    assert_int_equal(runs.count, 1);
    return runs.runs[0];
}

static const char *write_run(const struct run *run)
{
    buffer_clear(&written);
    run_write_json(&written, run);
    assert_true(utf8_is_valid(buffer_text(&written)));
    return written.bytes;
}

/* Reads a line and expects it to be written as `expected`. */
static void assert_written(const char *json, const char *expected)
{
    assert_string_equal(write_run(read_run(json)), expected);
}

static double value_of(const struct run *run, const char *key)
{
    double value = ABSENT;

    run_value_of(run, key, &value);
    return value;
}

static const char whole[] =
    "{\"schema\":\"loadstat/1\",\"label\":\"nginx \\\"x\\\"\",\"label_from\":\"heading\","
    "\"labels\":{\"os\":\"linux\",\"commit\":\"abc\"},\"set\":[\"os\"],\"tool\":\"ab\","
    "\"tool_version\":\"2.3\",\"format\":\"ab\",\"status\":\"interrupted\","
    "\"command\":\"ab -n 5 http://h/\",\"time\":\"2026-03-02T10:15:33Z\","
    "\"recorded\":\"2026-03-03T00:00:00Z\",\"batch\":\"7\","
    "\"source\":{\"file\":\"a.log\",\"line\":3,\"line_end\":9,"
    "\"fingerprint\":\"0123456789abcdef\"},"
    "\"target\":{\"scheme\":\"http\",\"host\":\"h\",\"port\":80,\"path\":\"/\","
    "\"server\":\"nginx\",\"document_length\":1256,\"method\":\"GET\",\"tls\":\"TLSv1.3\"},"
    "\"config\":{\"concurrency\":8,\"requests\":1000,\"duration_s\":1.5,\"keepalive\":false},"
    "\"metrics\":{\"requests_per_second\":812.3,\"latency_p99.9_ms\":0.125,\"cpu_pct\":12},"
    "\"own_metrics\":{\"cpu_pct\":{\"label\":\"CPU\",\"unit\":\"%\",\"better\":\"lower\","
    "\"kind\":2}},\"resolution\":{\"latency_p99.9_ms\":1},"
    "\"distribution\":{\"unit_ms\":0.1,\"counts\":[[1,2],[3.5,4]]},"
    "\"status_codes\":{\"200\":5,\"404\":1},"
    "\"paths\":{\"/a\":{\"requests\":6,\"sum_ms\":1.5,"
    "\"distribution\":{\"unit_ms\":1,\"counts\":[[1,6]]}}},"
    "\"warnings\":[{\"code\":\"interrupted\",\"text\":\"stopped\",\"line\":4},"
    "{\"code\":\"x\",\"text\":\"y\"}]}";

static void a_whole_run_is_read_and_written_as_the_same_bytes(void **state)
{
    (void)state;
    assert_written(whole, whole);
}

static void every_member_arrives_where_it_belongs(void **state)
{
    const struct run *run = read_run(whole);

    (void)state;
    assert_string_equal(run->label, "nginx \"x\"");
    assert_int_equal(run->status, RUN_INTERRUPTED);
    assert_true(run->labels[0].splits && !run->labels[1].splits);
    assert_int_equal(run->source.line_end, 9);
    assert_true(run->target.port == 80 && run->target.document_length == 1256);
    assert_true(run->config.duration_s == 1.5);
    assert_int_equal(run->config.keepalive, ANSWER_NO);
    assert_true(value_of(run, "latency_p99.9_ms") == 0.125);
    assert_int_equal(run->measurements[2].metric->better, BETTER_LOWER);
    assert_int_equal(run->measurements[2].metric->kind, METRIC_PERCENT);
    assert_true(run->distribution.bins[1].value == 3.5 && run->distribution.bins[1].count == 4);
    assert_int_equal(run->status_codes[1].status, 404);
    assert_int_equal(run->paths[0].count, 6);
    assert_int_equal(run->warnings[0].line, 4);
}

static void schema_and_metrics_are_enough(void **state)
{
    (void)state;
    assert_written("{\"schema\":\"loadstat/1\",\"metrics\":{}}",
                   "{\"schema\":\"loadstat/1\",\"status\":\"complete\",\"metrics\":{}}");
}

static void members_of_others_are_kept_as_they_stand(void **state)
{
    const char *json = "{\"schema\":\"loadstat/1\",\"status\":\"complete\",\"metrics\":{},"
                       "\"ci\":{\"job\":[1,null,true,\"\\u00fc\"],\"n\":1e-7},\"z\":-0.5}";

    (void)state;
    const char *once = arena_copy_string(&arena, write_run(read_run(json)));
    assert_non_null(strstr(once, "\"ci\":{\"job\":[1,null,true,\"\xc3\xbc\"],\"n\":"));
    assert_non_null(strstr(once, ",\"z\":-0.5}"));
    assert_written(once, once);
}

static void a_document_gives_all_its_runs(void **state)
{
    const char *problem;

    (void)state;
    assert_true(read_text(text_of("{\"schema\":\"loadstat/1\",\"generator\":{},\"runs\":["
                                  "{\"label\":\"a\",\"metrics\":{\"requests_per_second\":1}},"
                                  "{\"no\":\"run\"},7,{\"label\":\"b\",\"metrics\":{}}]}"),
                          &problem));
    assert_int_equal(runs.count, 2);
    assert_string_equal(runs.runs[1]->label, "b");
    assert_true(read_text(text_of("{\"schema\":\"loadstat/1\",\"runs\":[]}"), &problem));
    assert_int_equal(runs.count, 0);
}

static void every_beginning_of_a_line_is_torn_and_nothing_is_added(void **state)
{
    const char *problem;

    (void)state;
    for (size_t length = 0; length < sizeof whole - 1; length++) {
        bool read = read_text((struct text){whole, length}, &problem);
        if (read || !problem || runs.count)
            fail_msg("%zu bytes are read", length);
    }
}

static void what_is_none_of_ours_is_refused_with_a_reason(void **state)
{
    static const struct {
        const char *json;
        const char *problem;
    } cases[] = {
        {"",                                           "torn"        },
        {"[]",                                         "not loadstat"},
        {"7",                                          "not loadstat"},
        {"{}",                                         "not loadstat"},
        {"{\"schema\":7,\"metrics\":{}}",              "not loadstat"},
        {"{\"schema\":\"other/1\",\"metrics\":{}}",    "not loadstat"},
        {"{\"schema\":\"loadstat/2\",\"metrics\":{}}", "loadstat/2"  },
        {"{\"schema\":\"loadstat/1\"}",                "metrics"     },
        {"{\"schema\":\"loadstat/1\",\"metrics\":[]}", "metrics"     },
        {"{\"schema\":\"loadstat/1\",\"runs\":{}}",    "metrics"     },
    };
    const char *problem;

    (void)state;
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        bool read = read_text(text_of(cases[i].json), &problem);
        if (read || !problem || !strstr(problem, cases[i].problem) || runs.count)
            fail_msg("%s: %s", cases[i].json, problem ? problem : "is read");
    }
}

static void numbers_that_are_none_are_absent(void **state)
{
    const struct run *run =
        read_run("{\"schema\":\"loadstat/1\",\"metrics\":{\"requests_per_second\":1e999,"
                 "\"latency_mean_ms\":null,\"latency_max_ms\":\"7\",\"latency_min_ms\":-1e999,"
                 "\"requests_complete\":5,\"\":7,\"\\u0007\":8},\"target\":{\"port\":-80,"
                 "\"document_length\":\"x\"},"
                 "\"config\":{\"concurrency\":-8,\"keepalive\":\"yes\"},"
                 "\"source\":{\"line\":-3,\"line_end\":1e300}}");

    (void)state;
    assert_int_equal(run->measurement_count, 1);
    assert_true(isnan(run->target.port) && isnan(run->target.document_length));
    assert_true(isnan(run->config.concurrency));
    assert_int_equal(run->config.keepalive, ANSWER_UNKNOWN);
    assert_int_equal(run->source.line, 0);
    assert_int_equal(run->source.line_end, 0);
    assert_int_equal(run->warning_count, 3);
    assert_string_equal(run->warnings[0].code, "unreadable-number");
    /* NaN itself is no JSON. */
    const char *problem;
    assert_false(
        read_text(text_of("{\"schema\":\"loadstat/1\",\"metrics\":{\"requests_per_second\":NaN}}"),
                  &problem));
}

static void nothing_is_written_that_is_not_finite(void **state)
{
    struct run *run = read_run("{\"schema\":\"loadstat/1\",\"metrics\":{}}");

    (void)state;
    run->target.port = ABSENT;
    run->config.concurrency = HUGE_VAL;
    assert_string_equal(write_run(run),
                        "{\"schema\":\"loadstat/1\",\"status\":\"complete\",\"metrics\":{}}");
}

static void counts_are_exact_as_far_as_a_double_goes(void **state)
{
    const char *json =
        "{\"schema\":\"loadstat/1\",\"status\":\"complete\",\"metrics\":{"
        "\"requests_complete\":9007199254740991,\"requests_failed\":4503599627370497,"
        "\"bytes_total\":9007199254740992}}";

    (void)state;
    assert_written(json, json);
    /* What lies beyond is the nearest double, again and again. */
    assert_true(value_of(read_run("{\"schema\":\"loadstat/1\",\"metrics\":{\"requests_complete\":"
                                  "9007199254740993}}"),
                         "requests_complete") == 9007199254740992.0);
}

static void of_two_members_with_one_key_one_is_read(void **state)
{
    const struct run *run =
        read_run("{\"schema\":\"loadstat/1\",\"label\":\"a\",\"label\":\"b\","
                 "\"metrics\":{\"requests_complete\":1,"
                 "\"requests_complete\":2},\"labels\":{\"k\":\"1\",\"k\":\"2\"}}");

    (void)state;
    assert_int_equal(run->measurement_count, 1);
    assert_int_equal(run->label_count, 1);
    const char *once = arena_copy_string(&arena, write_run(run));
    assert_written(once, once);
}

static void hostile_strings_come_out_clean_and_escaped(void **state)
{
    const char *json =
        "{\"schema\":\"loadstat/1\",\"label\":\"a\\u0000b\\u001b[31m\\u202e\\n=cmd|'<script>\","
        "\"tool\":\"\\ud83d\\ude00\\\\\\/\",\"labels\":{\"k\\u0007\":\" \\u2028x\"},"
        "\"metrics\":{\"evil\\u001b\":1},\"warnings\":[{\"code\":\"\\u0001\",\"text\":\"\\t\"}]}";
    const char *problem;

    (void)state;
    /* cJSON ends a string at a zero: the line may be refused, but never read as another. */
    if (!read_text(text_of(json), &problem))
        return;
    const char *once = arena_copy_string(&arena, write_run(runs.runs[0]));
    for (const char *p = once; *p; p++)
        assert_true((unsigned char)*p >= 0x20);
    assert_null(strstr(once, "\\u001b"));
    assert_null(strstr(once, "\xe2\x80\xae"));
    assert_written(once, once);
}

static void text_that_is_not_utf8_becomes_so(void **state)
{
    const struct run *run = read_run("{\"schema\":\"loadstat/1\",\"label\":\"a\xff\xc0\x80"
                                     "b\","
                                     "\"x\":\"\xff\",\"metrics\":{\"m\xfe\":1}}");

    (void)state;
    const char *once = arena_copy_string(&arena, write_run(run));
    assert_written(once, once);
}

static void deep_nesting_is_refused_or_kept_but_never_a_crash(void **state)
{
    const char *problem;

    (void)state;
    for (size_t depth = 10; depth <= 1000000; depth *= 10) {
        struct buffer json;
        buffer_init(&json);
        buffer_append_string(&json, "{\"schema\":\"loadstat/1\",\"metrics\":{},\"x\":");
        buffer_append_repeated(&json, '[', depth);
        buffer_append_repeated(&json, ']', depth);
        buffer_append_byte(&json, '}');
        bool read = read_text(buffer_text(&json), &problem);
        assert_true(read || problem);
        if (read) {
            const char *once = arena_copy_string(&arena, write_run(runs.runs[0]));
            assert_written(once, once);
        }
        buffer_release(&json);
    }
}

static void a_distribution_that_is_wrong_is_left_out(void **state)
{
    static const char *const wrong[] = {
        "{\"unit_ms\":0,\"counts\":[[1,2]]}",
        "{\"unit_ms\":-1,\"counts\":[[1,2]]}",
        "{\"counts\":[[1,2]]}",
        "{\"unit_ms\":1,\"counts\":[[2,1],[1,1]]}",
        "{\"unit_ms\":1,\"counts\":[[1,1],[1,1]]}",
        "{\"unit_ms\":1,\"counts\":[[1,0]]}",
        "{\"unit_ms\":1,\"counts\":[[1,-2]]}",
        "{\"unit_ms\":1,\"counts\":[[1,1e300]]}",
        "{\"unit_ms\":1,\"counts\":[[1]]}",
        "{\"unit_ms\":1,\"counts\":[1,2]}",
        "{\"unit_ms\":1,\"counts\":{\"1\":2}}",
        "{\"unit_ms\":1,\"counts\":[[1e999,2]]}",
        "7",
    };

    (void)state;
    for (size_t i = 0; i < sizeof wrong / sizeof wrong[0]; i++) {
        const struct run *run = read_run(arena_format(
            &arena, "{\"schema\":\"loadstat/1\",\"metrics\":{},\"distribution\":%s}", wrong[i]));
        if (run->distribution.count)
            fail_msg("%s is read", wrong[i]);
    }
}

static void status_codes_and_paths_that_are_wrong_are_left_out(void **state)
{
    const struct run *run =
        read_run("{\"schema\":\"loadstat/1\",\"metrics\":{},\"status_codes\":{\"200\":3,\"x\":1,"
                 "\"-5\":1,\"99999999\":1,\"404\":-1,\"500\":\"2\"},"
                 "\"paths\":{\"/a\":{\"requests\":1},\"/b\":{},\"/c\":7}}");

    (void)state;
    assert_int_equal(run->status_code_count, 1);
    assert_int_equal(run->status_codes[0].count, 3);
    assert_int_equal(run->path_count, 1);
    const char *once = arena_copy_string(&arena, write_run(run));
    assert_written(once, once);
}

static void an_unknown_status_is_no_complete_run(void **state)
{
    (void)state;
    assert_int_equal(
        read_run("{\"schema\":\"loadstat/1\",\"status\":\"great\",\"metrics\":{}}")->status,
        RUN_PARTIAL);
}

static void a_line_of_ours_is_recognised_by_its_beginning(void **state)
{
    (void)state;
    assert_true(run_json_recognize(text_of("{\"schema\":\"loadstat/1\"")));
    assert_true(run_json_recognize(text_of(" {\t\"schema\" :  \"loadstat/9")));
    assert_false(run_json_recognize(text_of("{\"schema\":\"other\"}")));
    assert_false(run_json_recognize(text_of("{\"transactions\":1}")));
    assert_false(run_json_recognize(text_of("{")));
    assert_false(run_json_recognize(text_of("")));
}

static void a_string_is_escaped(void **state)
{
    (void)state;
    json_append_string(&written, "a\"b\\c\n\t\x01\x7f\xc3\xa4/");
    assert_string_equal(written.bytes, "\"a\\\"b\\\\c\\u000a\\u0009\\u0001\\u007f\xc3\xa4/\"");
}

static void traits_come_back_and_what_they_do_not_know_is_left_out(void **state)
{
    const struct run *run = read_run(
        "{\"schema\":\"loadstat/1\",\"traits\":{\"failures\":\"beside\",\"mean\":\"guessed\","
        "\"colour\":\"red\",\"load\":7,\"rows\":\"sorted\",\"step_ms\":{\"latency\":10,"
        "\"connect\":-1,\"waiting\":\"x\"}},\"metrics\":{}}");

    (void)state;
    assert_non_null(strstr(write_run(run),
                           "\"traits\":{\"failures\":\"beside\",\"rows\":\"sorted\",\"step_ms\":"
                           "{\"latency\":10}}"));
    run = read_run("{\"schema\":\"loadstat/1\",\"traits\":[],\"metrics\":{}}");
    assert_null(strstr(write_run(run), "traits"));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
#define TEST(name) cmocka_unit_test_setup_teardown(name, set_up, tear_down)
        TEST(a_whole_run_is_read_and_written_as_the_same_bytes),
        TEST(every_member_arrives_where_it_belongs),
        TEST(schema_and_metrics_are_enough),
        TEST(members_of_others_are_kept_as_they_stand),
        TEST(a_document_gives_all_its_runs),
        TEST(every_beginning_of_a_line_is_torn_and_nothing_is_added),
        TEST(what_is_none_of_ours_is_refused_with_a_reason),
        TEST(numbers_that_are_none_are_absent),
        TEST(nothing_is_written_that_is_not_finite),
        TEST(counts_are_exact_as_far_as_a_double_goes),
        TEST(of_two_members_with_one_key_one_is_read),
        TEST(hostile_strings_come_out_clean_and_escaped),
        TEST(text_that_is_not_utf8_becomes_so),
        TEST(deep_nesting_is_refused_or_kept_but_never_a_crash),
        TEST(a_distribution_that_is_wrong_is_left_out),
        TEST(status_codes_and_paths_that_are_wrong_are_left_out),
        TEST(an_unknown_status_is_no_complete_run),
        TEST(a_line_of_ours_is_recognised_by_its_beginning),
        TEST(a_string_is_escaped),
        TEST(traits_come_back_and_what_they_do_not_know_is_left_out),
    };

    cmocka_set_message_output(CM_OUTPUT_TAP);
    return cmocka_run_group_tests(tests, NULL, NULL);
}
