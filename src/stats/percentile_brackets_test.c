#include "percentile_brackets.h"

#include "reference_cases.h"

/* ab's tables of two runs of 100 requests, 1 to 100 ms and 101 to 200 ms (the p100s are exact). */
static const struct percentile_point slow_points[] = {
    {0.5,  150},
    {0.9,  190},
    {0.95, 195},
    {1,    200}
};
static const struct percentile_point fast_points[] = {
    {0.5,  50 },
    {0.9,  90 },
    {0.95, 95 },
    {1,    100}
};

/* False where the tables leave a side open. */
static bool bracket_of(const struct percentile_table *tables, size_t k, double p,
                       struct interval *bracket)
{
    pooled_percentile_brackets(tables, k, &p, 1, bracket);
    return isfinite(bracket->low) && isfinite(bracket->high);
}

static void pooled_percentiles_lie_in_their_bracket(void **state)
{
    const struct percentile_table tables[] = {
        {slow_points, 4, 100},
        {fast_points, 4, 100}
    };
    struct interval bracket;

    (void)state;
    /* All 200 requests are 1 … 200 ms, whose p95 is 190. */
    assert_true(bracket_of(tables, 2, 0.95, &bracket));
    assert_true(bracket.low <= 190 && bracket.high >= 190);
    assert_true(bracket.low == 190 && bracket.high == 190);
    /* Their p90, 180, lies between table points. */
    assert_true(bracket_of(tables, 2, 0.9, &bracket));
    assert_true(bracket.low == 150 && bracket.high == 190);
    assert_true(bracket_of(tables, 2, 1, &bracket));
    assert_true(bracket.low == 200 && bracket.high == 200);
}

static void one_table_brackets_its_own_points_exactly(void **state)
{
    const struct percentile_table table = {slow_points, 4, 100};
    struct interval bracket;

    (void)state;
    assert_true(bracket_of(&table, 1, 0.95, &bracket));
    assert_true(bracket.low == 195 && bracket.high == 195);
    assert_true(bracket_of(&table, 1, 0.5, &bracket));
    assert_true(bracket.low == 150 && bracket.high == 150);
    assert_true(bracket_of(&table, 1, 0.93, &bracket));
    assert_true(bracket.low == 190 && bracket.high == 195);
}

static void an_open_side_has_no_bracket(void **state)
{
    const struct percentile_table table = {slow_points, 3, 100};
    struct interval bracket;

    (void)state;
    assert_false(bracket_of(&table, 1, 0.99, &bracket));
    assert_false(bracket_of(&table, 1, 0.25, &bracket));
    assert_false(bracket_of(&table, 0, 0.5, &bracket));
}

static void a_larger_run_weighs_more(void **state)
{
    const struct percentile_table tables[] = {
        {slow_points, 4, 1  },
        {fast_points, 4, 999}
    };
    struct interval bracket;

    (void)state;
    assert_true(bracket_of(tables, 2, 0.9, &bracket));
    assert_true(bracket.low == 90 && bracket.high == 95);
}

static void malformed_tables_are_refused(void **state)
{
    const struct percentile_point falling[] = {
        {0.5, 10},
        {0.9, 9 }
    };
    const struct percentile_point unordered[] = {
        {0.9, 10},
        {0.5, 11}
    };
    const struct percentile_point above[] = {
        {0.5, 10},
        {1.5, 11}
    };
    const struct percentile_point infinite[] = {
        {0.5, 10      },
        {0.9, HUGE_VAL}
    };
    const struct percentile_table tables[] = {
        {falling,   2, 1      },
        {unordered, 2, 1      },
        {above,     2, 1      },
        {infinite,  2, 1      },
        {falling,   1, 0      },
        {falling,   0, 1      },
        {falling,   1, nan("")}
    };
    struct interval bracket;

    (void)state;
    for (size_t i = 0; i < sizeof tables / sizeof tables[0]; i++)
        assert_false(bracket_of(&tables[i], 1, 0.5, &bracket));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(pooled_percentiles_lie_in_their_bracket),
        cmocka_unit_test(one_table_brackets_its_own_points_exactly),
        cmocka_unit_test(an_open_side_has_no_bracket),
        cmocka_unit_test(a_larger_run_weighs_more),
        cmocka_unit_test(malformed_tables_are_refused),
    };

    statistics_initialize();
    cmocka_set_message_output(CM_OUTPUT_TAP);
    return cmocka_run_group_tests(tests, NULL, NULL);
}
