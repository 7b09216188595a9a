/*
 * What the figures of a report or table prove of commas and points, and how
 * those that could be read in two ways are read by it.
 */
#include "number_notation.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

static bool read_beside(const char *figure, const char *others, const char *count, double *value)
{
    struct number_notation notation = {0};
    struct number number;
    struct text rest = text_of(others);
    struct text other;

    while (text_split(&rest, ' ', &other))
        if (number_scan(other, &number))
            number_notation_learn(&notation, &number, false);
    if (number_scan(text_of(count), &number))
        number_notation_learn(&notation, &number, true);
    assert_true(number_scan(text_of(figure), &number));
    return number_notation_settle(&notation, &number, false, value);
}

static void a_sign_means_the_same_in_all_figures(void **state)
{
    static const struct {
        const char *figure, *others, *count;
        double expected;
    } cases[] = {
        {"1,234",  "",           "",       1234 },
        {"1,234",  "0,987",      "",       1.234},
        {"1,234",  "1,23",       "1000",   1.234},
        {"1,234",  "1.234,5",    "",       1.234},
        {"1,234",  "1.234.567",  "",       1.234},
        {"1,234",  "0.5",        "",       1234 },
        {"1,234",  "",           "10.000", 1.234},
        {"1,234",  "",           "10,000", 1234 },
        {"16,000", "500,00 2.1", "",       16   },
        {"1.234",  "",           "",       1.234},
        {"1.234",  "8,1",        "10.000", 1234 },
        {"1.234",  "1.234,5",    "",       1234 },
        {"1.234",  "1,234.5",    "",       1.234},
        {"2.000",  "500.00",     "10.000", 2    },
        {"1.234",  "500,00 2.1", "",       1.234},
    };

    (void)state;
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        double value;
        if (!read_beside(cases[i].figure, cases[i].others, cases[i].count, &value) ||
            value != cases[i].expected)
            fail_msg("%s beside \"%s\" and a count of \"%s\" is not %g", cases[i].figure,
                     cases[i].others, cases[i].count, cases[i].expected);
    }
}

static void what_contradicts_itself_is_not_read(void **state)
{
    static const struct {
        const char *figure, *others, *count;
    } cases[] = {
        {"1,234", "0,987 1,234.5", ""      },
        {"1,234", "0,987",         "1,000" },
        {"1.234", "1.234,5 0.5",   ""      },
        {"1.234", "",              "10.000"},
    };
    double value;

    (void)state;
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++)
        if (read_beside(cases[i].figure, cases[i].others, cases[i].count, &value))
            fail_msg("%s beside \"%s\" is read as %g", cases[i].figure, cases[i].others, value);
}

static void a_count_has_no_decimals(void **state)
{
    struct number_notation notation = {.point_is_decimal = true, .comma_is_decimal = true};
    struct number number;
    double value;

    (void)state;
    assert_true(number_scan(text_of("1.234"), &number));
    assert_true(number_notation_settle(&notation, &number, true, &value) && value == 1234);
    assert_true(number_scan(text_of("1,234"), &number));
    assert_true(number_notation_settle(&notation, &number, true, &value) && value == 1234);
}

int main(void)
{
    static const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_sign_means_the_same_in_all_figures),
        cmocka_unit_test(what_contradicts_itself_is_not_read),
        cmocka_unit_test(a_count_has_no_decimals),
    };

    cmocka_set_message_output(CM_OUTPUT_TAP);
    return cmocka_run_group_tests(tests, NULL, NULL);
}
