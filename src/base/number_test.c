/*
 * Numbers: what people write, what is none, and printing that reads back.
 */
#include "number.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static double scanned(const char *text, enum number_form form)
{
    struct number number = {0};

    if (!number_scan(text_of(text), &number))
        fail_msg("\"%s\" is not read as a number", text);
    if (number.form != form)
        fail_msg("\"%s\" has form %d, not %d", text, number.form, form);
    return number.value;
}

static void assert_number(double is, double want)
{
    if (is != want)
        fail_msg("%.17g is not %.17g", is, want);
}

static void every_way_to_part_thousands_and_decimals_is_read(void **state)
{
    static const struct {
        const char *text;
        enum number_form form;
        double value;
    } cases[] = {
        {"0",              NUMBER_PLAIN,         0          },
        {"1234",           NUMBER_PLAIN,         1234       },
        {" 42\t",          NUMBER_PLAIN,         42         },
        {"+7",             NUMBER_PLAIN,         7          },
        {"-7",             NUMBER_PLAIN,         -7         },
        {"1e3",            NUMBER_PLAIN,         1000       },
        {"12.34",          NUMBER_DECIMAL_POINT, 12.34      },
        {".5",             NUMBER_DECIMAL_POINT, 0.5        },
        {"0.125",          NUMBER_DECIMAL_POINT, 0.125      },
        {"1234.567",       NUMBER_DECIMAL_POINT, 1234.567   },
        {"2.340000e+02",   NUMBER_DECIMAL_POINT, 234        },
        {"12,34",          NUMBER_DECIMAL_COMMA, 12.34      },
        {"0,125",          NUMBER_DECIMAL_COMMA, 0.125      },
        {"1234,567",       NUMBER_DECIMAL_COMMA, 1234.567   },
        {"1,234.5",        NUMBER_THOUSANDS,     1234.5     },
        {"1,234,567",      NUMBER_THOUSANDS,     1234567    },
        {"-12,345,678.90", NUMBER_THOUSANDS,     -12345678.9},
        {"1.234,5",        NUMBER_POINT_GROUPS,  1234.5     },
        {"1.234.567",      NUMBER_POINT_GROUPS,  1234567    },
        {"1.234.567,89",   NUMBER_POINT_GROUPS,  1234567.89 },
    };

    (void)state;
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++)
        assert_number(scanned(cases[i].text, cases[i].form), cases[i].value);
}

static void a_lone_separator_before_three_digits_has_two_readings(void **state)
{
    struct number number;

    (void)state;
    assert_true(number_scan(text_of("1,234"), &number));
    assert_int_equal(number.form, NUMBER_EITHER_COMMA);
    assert_number(number.value, 1234);
    assert_number(number.other, 1.234);
    assert_true(number_scan(text_of("-1.234"), &number));
    assert_int_equal(number.form, NUMBER_EITHER_POINT);
    assert_number(number.value, -1.234);
    assert_number(number.other, -1234);
    assert_true(number_scan(text_of("999,000"), &number));
    assert_int_equal(number.form, NUMBER_EITHER_COMMA);
}

static void what_is_no_number_is_refused(void **state)
{
    static const char *const cases[] = {
        "",        " ",        "-",        "+",         ".",        ",",
        "-.",      "e5",       "1e",       "1e+",       "1e999",    "-1e999",
        "nan",     "-nan",     "inf",      "infinity",  "0x10",     "1 2",
        "1-2",     "1..2",     "1,,2",     "1,23,456",  "1,234,56", "12,3456,789",
        "1.2,3.4", "1,2.3,4",  "1.234.56", "1,234.5.6", "--1",      "1%",
        "1ms",     "\xd9\xa3", "1'000",    "0b1",       "1f",       ",5",
    };
    struct number number;

    (void)state;
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++)
        if (number_scan(text_of(cases[i]), &number))
            fail_msg("\"%s\" is read as %g", cases[i], number.value);
    assert_false(number_scan((struct text){"1\0002", 3}, &number));
}

static void hostile_numbers_end_in_a_value_or_in_nothing(void **state)
{
    char digits[1000];
    struct number number;

    (void)state;
    memset(digits, '9', sizeof digits);
    assert_false(number_scan((struct text){digits, sizeof digits}, &number));
    assert_true(number_scan((struct text){digits, 300}, &number));
    assert_number(number.value, 1e300);
    assert_false(number_scan((struct text){digits, 310}, &number));
    memset(digits, ',', sizeof digits);
    assert_false(number_scan((struct text){digits, sizeof digits}, &number));
    assert_true(number_scan(text_of("1e308"), &number));
    assert_true(number_scan(text_of("1e-400"), &number));
    assert_number(number.value, 0);
    assert_true(number_scan(text_of("18446744073709551616"), &number));
    assert_number(number.value, 18446744073709551616.0);
}

static void a_plain_scan_agrees_with_strtod(void **state)
{
    uint64_t random = 88172645463325252u;

    (void)state;
    for (size_t i = 0; i < 200000; i++) {
        char text[40];
        double value = -1;
        random ^= random << 13;
        random ^= random >> 7;
        random ^= random << 17;
        int decimals = (int)(random % 24);
        int length =
            snprintf(text, sizeof text, "%llu.%0*llu", (unsigned long long)(random >> 40),
                     decimals > 14 ? 14 : decimals, (unsigned long long)((random >> 8) % 100000));
        assert_true(number_scan_plain((struct text){text, (size_t)length}, &value));
        if (value != strtod(text, NULL))
            fail_msg("%s is read as %.17g", text, value);
    }
}

static struct text shortest(struct buffer *buffer, double value)
{
    buffer_clear(buffer);
    number_append_shortest(buffer, value);
    return buffer_text(buffer);
}

static void printed_numbers_read_back_as_the_same_double(void **state)
{
    struct buffer buffer;
    uint64_t bits = 0x9e3779b97f4a7c15u;

    (void)state;
    buffer_init(&buffer);
    for (size_t i = 0; i < 300000; i++) {
        double value, again;
        bits = bits * 6364136223846793005u + 1442695040888963407u;
        uint64_t mixed = bits ^ (bits >> 29);
        memcpy(&value, &mixed, sizeof value);
        if (i % 3 == 0)
            value = (double)(mixed >> 34) / 1000;
        if (!isfinite(value))
            continue;
        struct text text = shortest(&buffer, value);
        assert_true(number_scan_plain(text, &again));
        if (again != value || strtod(text.start, NULL) != value)
            fail_msg("%.17g is printed as %s", value, text.start);
        if (text.length > 26)
            fail_msg("%s is long", text.start);
    }
    buffer_release(&buffer);
}

static void printed_numbers_are_short_and_without_exponent_where_they_can_be(void **state)
{
    static const struct {
        double value;
        const char *text;
    } cases[] = {
        {0,                      "0"                     },
        {-0.0,                   "0"                     },
        {1,                      "1"                     },
        {-12,                    "-12"                   },
        {0.1,                    "0.1"                   },
        {812.3,                  "812.3"                 },
        {1.0 / 3,                "0.3333333333333333"    },
        {0.1 + 0.2,              "0.30000000000000004"   },
        {9007199254740991,       "9007199254740991"      },
        {9007199254740992,       "9007199254740992"      },
        {1e15,                   "1000000000000000"      },
        {1e20,                   "100000000000000000000" },
        {1e21,                   "1e21"                  },
        {1.5e300,                "1.5e300"               },
        {0.0000001,              "0.0000001"             },
        {1e-8,                   "1e-8"                  },
        {-2.5e-10,               "-2.5e-10"              },
        {123456789.125,          "123456789.125"         },
        {1.7976931348623157e308, "1.7976931348623157e308"},
    };
    struct buffer buffer;

    (void)state;
    buffer_init(&buffer);
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++)
        assert_string_equal(shortest(&buffer, cases[i].value).start, cases[i].text);
    buffer_release(&buffer);
}

static void fixed_and_significant_digits(void **state)
{
    static const struct {
        double value;
        int fixed; /* -1: significant */
        int significant;
        const char *text;
    } cases[] = {
        {1.005,     2,  0, "1.00"          }, /* the double is below 1.005 */
        {0.125,     2,  0, "0.12"          },
        {0.375,     2,  0, "0.38"          },
        {2.5,       0,  0, "2"             },
        {-0.001,    2,  0, "0.00"          },
        {-0.0,      0,  0, "0"             },
        {-1.5,      1,  0, "-1.5"          },
        {1234567.8, 1,  0, "1234567.8"     },
        {1234.5,    -1, 3, "1234"          },
        {0,         -1, 3, "0.00"          },
        {0.0123456, -1, 3, "0.0123"        },
        {9.996,     -1, 3, "10.0"          },
        {99.96,     -1, 3, "100"           },
        {1e-20,     -1, 3, "0.000000000000"},
        {-1e-20,    -1, 3, "0.000000000000"},
    };
    struct buffer buffer;

    (void)state;
    buffer_init(&buffer);
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        buffer_clear(&buffer);
        if (cases[i].fixed >= 0)
            number_append_fixed(&buffer, cases[i].value, cases[i].fixed);
        else
            number_append_significant(&buffer, cases[i].value, cases[i].significant);
        assert_string_equal(buffer.bytes, cases[i].text);
    }
    buffer_release(&buffer);
}

static void a_sign_of_zero_goes_only_at_the_number_itself(void **state)
{
    struct buffer buffer;

    (void)state;
    buffer_init(&buffer);
    buffer_append_string(&buffer, "-0.");
    number_append_fixed(&buffer, -0.2, 0);
    assert_string_equal(buffer.bytes, "-0.0");
    buffer_release(&buffer);
}

static void units_are_found_as_they_are_written(void **state)
{
    static const struct {
        const char *name;
        enum unit_kind kind;
        double factor;
    } cases[] = {
        {"ms",         UNIT_TIME,    1            },
        {"secs",       UNIT_TIME,    1000         },
        {" sec ",      UNIT_TIME,    1000         },
        {"SECONDS",    UNIT_TIME,    1000         },
        {"us",         UNIT_TIME,    0.001        },
        {"bytes",      UNIT_BYTES,   1            },
        {"KB",         UNIT_BYTES,   1024         },
        {"MB",         UNIT_BYTES,   1048576      },
        {"Kbytes/sec", UNIT_RATE,    1024         },
        {"kb/s",       UNIT_RATE,    1024         },
        {"MB/sec",     UNIT_RATE,    1048576      },
        {"GB",         UNIT_BYTES,   1073741824   },
        {"GB/s",       UNIT_RATE,    1073741824   },
        {"GB/sec",     UNIT_RATE,    1073741824   },
        {"TiB",        UNIT_BYTES,   1099511627776},
        {"%",          UNIT_PERCENT, 1            },
    };

    (void)state;
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        const struct unit *unit = unit_find(text_of(cases[i].name));
        if (!unit)
            fail_msg("%s is not known", cases[i].name);
        assert_int_equal(unit->kind, cases[i].kind);
        assert_number(unit->factor, cases[i].factor);
    }
    assert_null(unit_find(text_of("")));
    assert_null(unit_find(text_of("furlongs")));
    assert_null(unit_find(text_of("msx")));
}

static void decimal_factors_are_those_of_powers_of_1000(void **state)
{
    (void)state;
    assert_number(unit_decimal_factor(unit_find(text_of("KB"))), 1e3);
    assert_number(unit_decimal_factor(unit_find(text_of("MB/s"))), 1e6);
    assert_number(unit_decimal_factor(unit_find(text_of("GB"))), 1e9);
    assert_number(unit_decimal_factor(unit_find(text_of("bytes"))), 1);
    assert_number(unit_decimal_factor(unit_find(text_of("s"))), 1000);
}

static void a_value_may_carry_a_unit(void **state)
{
    const struct unit *unit;
    double value;

    (void)state;
    assert_true(number_scan_with_unit(text_of("200ms"), &value, &unit));
    assert_number(value, 200);
    assert_string_equal(unit->name, "ms");
    assert_true(number_scan_with_unit(text_of(" -1.5 s "), &value, &unit));
    assert_number(value, -1.5);
    assert_number(unit->factor, 1000);
    assert_true(number_scan_with_unit(text_of("5%"), &value, &unit));
    assert_int_equal(unit->kind, UNIT_PERCENT);
    assert_true(number_scan_with_unit(text_of("12"), &value, &unit));
    assert_null(unit);
    assert_false(number_scan_with_unit(text_of("12 parsecs"), &value, &unit));
    assert_false(number_scan_with_unit(text_of("ms"), &value, &unit));
    assert_false(number_scan_with_unit(text_of(""), &value, &unit));
    assert_false(number_scan_with_unit(text_of("1.2.3ms"), &value, &unit));
    assert_false(number_scan_with_unit((struct text){"1\0ms", 4}, &value, &unit));
}

static void a_time_of_several_parts_is_one_number(void **state)
{
    (void)state;
    static const struct {
        const char *text;
        double seconds; /* ABSENT: it is none */
    } cases[] = {
        {"1m30.5s",   90.5  },
        {"2h0m5s",    7205  },
        {"1h30m",     5400  },
        {"2m0s",      120   },
        {"90s",       ABSENT},
        {"1m",        ABSENT},
        {"30s1m",     ABSENT},
        {"1m30.5sx",  ABSENT},
        {"1m30ms",    ABSENT},
        {"m30s",      ABSENT},
        {"1.2.3m30s", ABSENT},
        {"",          ABSENT},
    };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        double seconds;
        bool is_time = number_scan_parted_time(text_of(cases[i].text), &seconds);
        assert_int_equal(is_time, !isnan(cases[i].seconds));
        if (is_time)
            assert_true(fabs(seconds - cases[i].seconds) < 1e-12);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_way_to_part_thousands_and_decimals_is_read),
        cmocka_unit_test(a_lone_separator_before_three_digits_has_two_readings),
        cmocka_unit_test(what_is_no_number_is_refused),
        cmocka_unit_test(hostile_numbers_end_in_a_value_or_in_nothing),
        cmocka_unit_test(a_plain_scan_agrees_with_strtod),
        cmocka_unit_test(printed_numbers_read_back_as_the_same_double),
        cmocka_unit_test(printed_numbers_are_short_and_without_exponent_where_they_can_be),
        cmocka_unit_test(fixed_and_significant_digits),
        cmocka_unit_test(a_sign_of_zero_goes_only_at_the_number_itself),
        cmocka_unit_test(units_are_found_as_they_are_written),
        cmocka_unit_test(decimal_factors_are_those_of_powers_of_1000),
        cmocka_unit_test(a_value_may_carry_a_unit),
        cmocka_unit_test(a_time_of_several_parts_is_one_number),
    };

    cmocka_set_message_output(CM_OUTPUT_TAP);
    return cmocka_run_group_tests(tests, NULL, NULL);
}
