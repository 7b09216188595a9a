#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include <math.h>

#include "format.h"

static struct arena arena;
static struct metric_set metrics;
static const struct scale as_it_is = {"", 1};

static struct shown_value shown_of(const char *name, double value, double half_width)
{
    return (struct shown_value){
        .metric = metric_find_by_name(&metrics, text_of(name)),
        .value = value,
        .half_width = half_width,
        .resolution = ABSENT,
        .n = isnan(half_width) ? 1 : 5,
    };
}

static void assert_interval(double value, double half_width, const char *expected)
{
    struct shown_value shown = shown_of("rps", value, half_width);

    assert_string_equal(format_interval(&arena, &shown, as_it_is), expected);
}

static void a_mean_has_the_decimals_of_its_half_width(void **state)
{
    (void)state;
    assert_interval(1493.27, 12.34, "1,493 \xc2\xb1 12");
    assert_interval(55.1349, 0.42, "55.13 \xc2\xb1 0.42");
    assert_interval(1495.786, 6.52, "1,495.8 \xc2\xb1 6.5");
    assert_interval(1234567.8, 4321.9, "1,234,568 \xc2\xb1 4,322");
    assert_interval(10.04, 0.0996, "10.04 \xc2\xb1 0.10");
    assert_interval(9.5, 0.996, "9.5 \xc2\xb1 1.0");
    assert_interval(100, 0, "100 \xc2\xb1 0");
    assert_interval(1493.27, ABSENT, "1,493");
    assert_interval(ABSENT, ABSENT, "");
    assert_interval((double)INFINITY, 1, "");
}

static void assert_value(const char *name, double value, double resolution, size_t n,
                         const char *expected)
{
    struct shown_value shown = shown_of(name, value, ABSENT);

    shown.resolution = resolution;
    shown.n = n;
    assert_string_equal(format_value(&arena, &shown, as_it_is), expected);
}

static void a_single_value_has_the_digits_that_it_was_printed_with(void **state)
{
    (void)state;
    assert_value("rps", 1493.27, ABSENT, 1, "1,493");
    assert_value("rps", 55.14, ABSENT, 1, "55.14");
    assert_value("rps", 0.82, ABSENT, 1, "0.82");
    assert_value("rps", 0.82, ABSENT, 5, "0.8200");
    assert_value("rps", 0.4213, ABSENT, 1, "0.4213");
    assert_value("mean", 6.685, ABSENT, 1, "6.68");
    assert_value("p95", 13, 1, 1, "13");
    assert_value("p95", 13, 1, 5, "13.0");
    assert_value("p95", 12.75, 1, 4, "12.8");
    assert_value("max", 1234, 1, 1, "1,234");
    assert_value("complete", 9007199254740991, ABSENT, 1, "9.01e+15");
    assert_value("complete", 100000, ABSENT, 5, "100,000");
    assert_value("complete", 1000.5, ABSENT, 2, "1,000.5");
    assert_value("availability", 99.98, ABSENT, 1, "99.98");
}

static void a_value_below_the_printing_step_is_never_zero(void **state)
{
    (void)state;
    assert_value("p50", 0, 1, 1, "<1");
    assert_value("p50", 0.4, 1, 5, "<1");
    assert_value("min", 0, 10, 1, "<10");
    assert_value("p50", 1, 1, 1, "1");
    assert_value("failed", 0, ABSENT, 1, "0");
}

static void hostile_numbers_stay_short(void **state)
{
    (void)state;
    assert_value("rps", 1e308, ABSENT, 1, "1e+308");
    assert_value("rps", -1e308, ABSENT, 1,
                 "\xe2\x88\x92"
                 "1e+308");
    assert_value("rps", 1e-300, ABSENT, 1, "1e-300");
    assert_value("failed", -5, ABSENT, 1,
                 "\xe2\x88\x92"
                 "5");
}

static void bytes_take_the_unit_of_the_largest(void **state)
{
    const struct metric *rate = metric_find_by_name(&metrics, text_of("transfer"));
    struct scale scale = scale_for(rate, 3.5 * 1024 * 1024);

    (void)state;
    assert_string_equal(scale.unit, "MiB/s");
    struct shown_value shown = shown_of("transfer", 3.5 * 1024 * 1024, ABSENT);
    assert_string_equal(format_value(&arena, &shown, scale), "3.500");
    assert_string_equal(scale_for(rate, 500).unit, rate->unit);
    assert_string_equal(scale_for(metric_find_by_name(&metrics, text_of("rps")), 1e9).unit, "");
    assert_string_equal(scale_for(metric_find_by_name(&metrics, text_of("p95")), 1e9).unit, "ms");
}

static void assert_change(double ratio, double low, double high, const char *expected)
{
    struct estimate change = {(ratio - 1) * 100, (low - 1) * 100, (high - 1) * 100};

    assert_string_equal(format_change(&arena, change), expected);
}

static void a_change_has_signs_where_they_matter(void **state)
{
    (void)state;
    assert_change(1.221, 1.194, 1.25, "+22.1 % (19.4 to 25.0)");
    assert_change(1.004, 0.988, 1.02,
                  "+0.4 % (\xe2\x88\x92"
                  "1.2 to +2.0)");
    assert_change(0.78, 0.75, 0.81,
                  "\xe2\x88\x92"
                  "22.0 % (\xe2\x88\x92"
                  "25.0 to \xe2\x88\x92"
                  "19.0)");
    assert_change(3.094, 2.087, 4.588, "+209 % (109 to 359)");
    assert_change(1.0012, 1.0008, 1.0016, "+0.12 % (0.08 to 0.16)");
    assert_change(2.06, ABSENT, ABSENT, "+106 %");
    assert_change(1.0567, ABSENT, ABSENT, "+5.7 %");
    assert_change(1, ABSENT, ABSENT, "0.0 %");
    assert_change(ABSENT, ABSENT, ABSENT, "");
}

static void only_the_whole_is_a_hundred_per_cent(void **state)
{
    (void)state;
    assert_string_equal(format_share(&arena, 1), "100");
    assert_string_equal(format_share(&arena, 0.9989), "99.9");
    assert_string_equal(format_share(&arena, 0.99996), "99.996");
    assert_string_equal(format_share(&arena, 0.986), "99");
    assert_string_equal(format_share(&arena, 0.12), "12");
    assert_string_equal(format_share(&arena, 0.00001), "0.0010");
    assert_string_equal(format_share(&arena, ABSENT), "");
}

static void shares_and_p_values_have_two_digits(void **state)
{
    (void)state;
    assert_string_equal(format_per_cent(&arena, 0.0083), "0.83");
    assert_string_equal(format_per_cent(&arena, 0.031), "3.1");
    assert_string_equal(format_per_cent(&arena, 0.12), "12");
    assert_string_equal(format_per_cent(&arena, ABSENT), "");
    assert_string_equal(format_p(&arena, 0.0134), "0.013");
    assert_string_equal(format_p(&arena, 0.00001), "<0.001");
    assert_string_equal(format_p(&arena, ABSENT), "");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_mean_has_the_decimals_of_its_half_width),
        cmocka_unit_test(a_single_value_has_the_digits_that_it_was_printed_with),
        cmocka_unit_test(a_value_below_the_printing_step_is_never_zero),
        cmocka_unit_test(hostile_numbers_stay_short),
        cmocka_unit_test(bytes_take_the_unit_of_the_largest),
        cmocka_unit_test(a_change_has_signs_where_they_matter),
        cmocka_unit_test(only_the_whole_is_a_hundred_per_cent),
        cmocka_unit_test(shares_and_p_values_have_two_digits),
    };

    arena_init(&arena);
    metric_set_init(&metrics, &arena);
    cmocka_set_message_output(CM_OUTPUT_TAP);
    int failed = cmocka_run_group_tests(tests, NULL, NULL);
    arena_release(&arena);
    return failed;
}
