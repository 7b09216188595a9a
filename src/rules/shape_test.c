#include "shape.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>

#include <cmocka.h>
#include <string.h>

static const char siege[] = "{skip}HTTP/{skip} {status} {latency:s} secs: {bytes} bytes ==> {path}";
static const char siege_csv[] =
    "{skip}HTTP/{skip},{status}, {latency:s}, {bytes},{path},{skip},{time}";
static const char gnuplot[] =
    "{skip}\\t{skip}\\t{connect:ms}\\t{processing:ms}\\t{latency:ms}\\t{waiting:ms}";

static struct shape shape_of(const char *source)
{
    struct shape shape;
    size_t offset;
    const char *problem = NULL;

    if (!shape_parse(&shape, text_of(source), &offset, &problem))
        fail_msg("%s: %s", source, problem);
    return shape;
}

static bool matches(const char *source, const char *line, struct request *request)
{
    struct shape shape = shape_of(source);

    *request = (struct request){0};
    return shape_match(&shape, text_of(line), request);
}

static void a_request_of_siege_is_read(void **state)
{
    struct request request;

    (void)state;
    assert_true(
        matches(siege, "HTTP/1.1 200     0.05 secs:    2048 bytes ==> GET  /catalog", &request));
    assert_int_equal(request.status, 200);
    assert_int_equal(request.times[SHAPE_LATENCY].digits, 5);
    assert_int_equal(request.times[SHAPE_LATENCY].decimals, 2);
    assert_int_equal(request.bytes, 2048);
    assert_true(text_is(request.path, "GET  /catalog"));
}

static void blanks_may_be_any_and_none(void **state)
{
    struct request request;

    (void)state;
    assert_true(matches(siege, "HTTP/1.1 200 0.05 secs:2048 bytes ==>/x", &request));
    assert_true(matches(siege, "HTTP/1.1 200\t 0.05\tsecs: 2048 bytes  ==>   /x", &request));
    assert_true(text_is(request.path, "/x"));
}

static void a_path_may_hold_the_separators_of_the_line(void **state)
{
    struct request request;

    (void)state;
    assert_true(matches(siege_csv, "HTTP/1.1,200,  0.10,   2048,/a,b?c=1,2,0,2026-03-02 10:15:00",
                        &request));
    assert_true(text_is(request.path, "/a,b?c=1,2"));
    assert_true(text_is(request.time, "2026-03-02 10:15:00"));
    assert_true(matches(siege_csv, "HTTP/1.1,200,0.10,2048,,0,t", &request));
    assert_int_equal(request.path.length, 0);
    assert_false(matches(siege_csv, "HTTP/1.1,200,0.10,2048,/a", &request));
    assert_true(
        matches(siege, "HTTP/1.1 200 0.05 secs: 9 bytes ==> GET /a ==> secs: 5 bytes", &request));
    assert_true(text_is(request.path, "GET /a ==> secs: 5 bytes"));
}

static void every_time_of_a_gnuplot_row_is_read(void **state)
{
    struct request request;
    struct shape shape = shape_of(gnuplot);

    (void)state;
    assert_true(matches(gnuplot, "Mon Mar 02 10:15:03 2026\t1772446503\t1\t9\t10\t8", &request));
    assert_int_equal(request.times[SHAPE_CONNECT].digits, 1);
    assert_int_equal(request.times[SHAPE_PROCESSING].digits, 9);
    assert_int_equal(request.times[SHAPE_LATENCY].digits, 10);
    assert_int_equal(request.times[SHAPE_WAITING].digits, 8);
    assert_true(shape.unit_ms == 1);
    assert_true(shape.has[SHAPE_WAITING] && !shape.has[SHAPE_STATUS]);
}

static void escape_sequences_at_both_ends_do_not_count(void **state)
{
    static const char *const lines[] = {
        "\x1b[0;34mHTTP/1.1 200 0.05 secs: 9 bytes ==> /x\x1b[0m",
        "\x1b[0m\x1b[0;34mHTTP/1.1 200 0.05 secs: 9 bytes ==> /x\x1b[0m\x1b[0m\r",
        "HTTP/1.1 200 0.05 secs: 9 bytes ==> /x  \x1b[0m ",
    };
    struct request request;

    (void)state;
    for (size_t i = 0; i < sizeof lines / sizeof lines[0]; i++) {
        assert_true(matches(siege, lines[i], &request));
        assert_true(text_is(request.path, "/x"));
    }
}

static void a_path_behind_which_markup_stands_is_not_plain(void **state)
{
    struct request request;

    (void)state;
    assert_true(matches(siege, "HTTP/1.1 200 0.05 secs: 9 bytes ==> /x", &request));
    assert_true(shape_path_is_plain(&request));
    assert_true(matches(siege, "HTTP/1.1 200 0.05 secs: 9 bytes ==> /x<br/>", &request));
    assert_false(shape_path_is_plain(&request));
    assert_true(matches(siege, "HTTP/1.1 200 0.05 secs: 9 bytes ==> /x`", &request));
    assert_false(shape_path_is_plain(&request));
    assert_true(matches(siege, "HTTP/1.1 200 0.05 secs: 9 bytes ==> /x\x1b[K", &request));
    assert_false(shape_path_is_plain(&request));
}

static void what_is_no_request_is_refused(void **state)
{
    static const char *const lines[] = {
        "",
        "HTTP/1.1 200",
        "HTTP/1.1 abc 0.05 secs: 9 bytes ==> /x",
        "HTTP/1.1 200 secs: 9 bytes ==> /x",
        "HTTP/1.1 200 0.05 secs: many bytes ==> /x",
        "HTTP/1.1 200 -0.05 secs: 9 bytes ==> /x",
        "HTTP/1.1 200 0.05 sec: 9 bytes ==> /x",
        "HTTP/1.1 200 99999999999999999999 secs: 9 bytes ==> /x",
        "HTTP/1.1 200 0.12345678 secs: 9 bytes ==> /x",
        "HTTP/1.1 200 0.05 secs: 9999999999999999999 bytes ==> /x",
        "Transactions: 12 hits",
    };
    struct request request;

    (void)state;
    for (size_t i = 0; i < sizeof lines / sizeof lines[0]; i++)
        if (matches(siege, lines[i], &request))
            fail_msg("\"%s\" is a request", lines[i]);
}

static void a_time_may_have_a_decimal_comma_and_any_decimals(void **state)
{
    struct request request;

    (void)state;
    assert_true(matches(siege, "HTTP/1.1 200 1,250 secs: 9 bytes ==> /x", &request));
    assert_int_equal(request.times[SHAPE_LATENCY].digits, 1250);
    assert_int_equal(request.times[SHAPE_LATENCY].decimals, 3);
    assert_true(matches(siege, "HTTP/1.1 200 7 secs: 9 bytes ==> /x", &request));
    assert_int_equal(request.times[SHAPE_LATENCY].decimals, 0);
    assert_true(matches(siege, "HTTP/1.1 200 0.000001 secs: 9 bytes ==> /x", &request));
    assert_int_equal(request.times[SHAPE_LATENCY].digits, 1);
    assert_int_equal(request.times[SHAPE_LATENCY].decimals, 6);
}

static void units_and_escapes_of_a_shape_are_understood(void **state)
{
    struct request request;

    (void)state;
    assert_true(shape_of("{latency:us}").unit_ms == 0.001);
    assert_true(shape_of("{latency:s}").unit_ms == 1000);
    assert_true(shape_of("{latency}").unit_ms == 1);
    assert_true(matches("\\{x\\\\{latency}", "{x\\5", &request));
    assert_int_equal(request.times[SHAPE_LATENCY].digits, 5);
    assert_true(
        matches("a-literal-of-exactly-24-b{latency}", "a-literal-of-exactly-24-b5", &request));
    assert_true(matches("a-literal-that-is-longer-than-24-bytes-are-together{latency}",
                        "a-literal-that-is-longer-than-24-bytes-are-together5", &request));
    assert_false(matches("a-literal-that-is-longer-than-24-bytes-are-together{latency}",
                         "a-literal-that-is-longer-than-24-bytes-are-toGether5", &request));
    assert_true(matches("a very long literal that has more than twenty-four letters {latency}",
                        "a very long literal that has more than twenty-four letters 5", &request));
}

static void a_wrong_shape_is_told_by_its_offset(void **state)
{
    static const struct {
        const char *source;
        size_t offset;
        const char *problem;
    } cases[] = {
        {"ab {latency",     3, "not closed"      },
        {"ab {nothing}",    3, "no field"        },
        {"{}",              0, "no field"        },
        {"{latency:weeks}", 0, "unit"            },
        {"{status} {path}", 0, "needs a {latency"},
        {"",                0, "needs a {latency"},
        {"{a}{latency}",    0, "no field"        },
    };

    (void)state;
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        struct shape shape;
        size_t offset = 99;
        const char *problem = "";
        if (shape_parse(&shape, text_of(cases[i].source), &offset, &problem))
            fail_msg("\"%s\" is a shape", cases[i].source);
        if (!strstr(problem, cases[i].problem) || offset != cases[i].offset)
            fail_msg("\"%s\": %s at %zu", cases[i].source, problem, offset);
    }
    struct buffer source;
    struct shape shape;
    size_t offset;
    const char *problem;
    buffer_init(&source);
    for (size_t i = 0; i < 40; i++)
        buffer_append_string(&source, "{latency},");
    assert_false(shape_parse(&shape, buffer_text(&source), &offset, &problem));
    buffer_release(&source);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_request_of_siege_is_read),
        cmocka_unit_test(blanks_may_be_any_and_none),
        cmocka_unit_test(a_path_may_hold_the_separators_of_the_line),
        cmocka_unit_test(every_time_of_a_gnuplot_row_is_read),
        cmocka_unit_test(escape_sequences_at_both_ends_do_not_count),
        cmocka_unit_test(a_path_behind_which_markup_stands_is_not_plain),
        cmocka_unit_test(what_is_no_request_is_refused),
        cmocka_unit_test(a_time_may_have_a_decimal_comma_and_any_decimals),
        cmocka_unit_test(units_and_escapes_of_a_shape_are_understood),
        cmocka_unit_test(a_wrong_shape_is_told_by_its_offset),
    };

    cmocka_set_message_output(CM_OUTPUT_TAP);
    return cmocka_run_group_tests(tests, NULL, NULL);
}
