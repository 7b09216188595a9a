#include "distribution.h"

#include "reference_cases.h"

static void check_table(struct reference_case *reference, const char *rows, const char *columns,
                        const char *expected, double (*function)(double column, double row))
{
    const struct sample row = input_sample(reference, rows);
    const struct sample column = input_sample(reference, columns);
    const cJSON *table = reference_item(reference, reference->expected, expected);

    for (size_t i = 0; i < row.n; i++) {
        const cJSON *line = cJSON_GetArrayItem(table, (int)i);

        assert_int_equal(cJSON_GetArraySize(line), column.n);
        for (size_t j = 0; j < column.n; j++)
            assert_close(function(column.values[j], row.values[i]),
                         cJSON_GetArrayItem(line, (int)j)->valuedouble, reference->tolerance);
    }
    cJSON_DeleteItemFromObjectCaseSensitive(reference->expected, expected);
}

/* The quantile that two-sided intervals are made of. */
static double t_quantile(double p, double df)
{
    return p > 0.5 ? student_t_critical(2 * p - 1, df) : -student_t_critical(1 - 2 * p, df);
}

static void check_t_quantile(struct reference_case *reference)
{
    check_table(reference, "df", "p", "q", t_quantile);
}

static void check_t_two_sided(struct reference_case *reference)
{
    check_table(reference, "df", "t", "p", student_t_two_sided);
}

static void check_chi_squared_quantile(struct reference_case *reference)
{
    check_table(reference, "df", "p", "q", chi_squared_quantile);
}

static void check_normal_quantile(struct reference_case *reference)
{
    const struct sample p = input_sample(reference, "p");
    double z[32];

    for (size_t i = 0; i < p.n; i++)
        z[i] = normal_quantile(p.values[i]);
    expect_numbers(reference, "z", z, p.n);
}

static void check_normal_lower(struct reference_case *reference)
{
    const struct sample z = input_sample(reference, "z");
    double p[32];

    for (size_t i = 0; i < z.n; i++)
        p[i] = normal_lower(z.values[i]);
    expect_numbers(reference, "p", p, z.n);
}

static const struct reference_kind kinds[] = {
    {"t_quantile",      check_t_quantile          },
    {"t_two_sided_p",   check_t_two_sided         },
    {"chisq_quantile",  check_chi_squared_quantile},
    {"normal_quantile", check_normal_quantile     },
    {"normal_cdf",      check_normal_lower        },
};

static void distributions_match_r(void **state)
{
    (void)state;
    CHECK_REFERENCE_CASES("distribution", kinds);
}

static void t_tails_are_ordered_and_complete(void **state)
{
    (void)state;
    assert_close(student_t_upper(2, 5) + student_t_upper(-2, 5), 1.0, 1e-15);
    assert_close(student_t_critical(0.95, 2), 4.30265272974946, 1e-13);
    assert_true(student_t_two_sided(0, 3) == 1);
    assert_true(student_t_two_sided(HUGE_VAL, 3) == 0);
    assert_true(student_t_two_sided(-1e200, 3) >= 0);
}

static void binomial_tails_match_their_definition(void **state)
{
    (void)state;
    assert_true(binomial_lower(-1, 10, 0.5) == 0);
    assert_true(binomial_lower(10, 10, 0.5) == 1);
    assert_close(binomial_lower(0, 10, 0.5), 1.0 / 1024, 1e-13);
    assert_close(binomial_lower(1, 10, 0.5), 11.0 / 1024, 1e-13);
}

static void binomial_tails_are_known_for_a_billion_requests(void **state)
{
    (void)state;
    /* One half and half the probability of the middle, 1 / sqrt(2 pi n / 4). */
    assert_true(fabs(binomial_lower(500000000, 1000000000, 0.5) - 0.5000126157) < 1e-9);
    /* The exact and the approximate branch meet within their promise: 199,999 and 200,001. */
    assert_true(fabs(binomial_lower(100100, 199999, 0.5) - binomial_lower(100101, 200001, 0.5)) <
                1e-3);
}

static void noncentral_t_agrees_with_its_limits(void **state)
{
    (void)state;
    assert_close(noncentral_t_lower(1.7, 9, 0), student_t_upper(-1.7, 9), 1e-11);
    assert_close(noncentral_t_lower(-1.7, 9, 0), student_t_upper(1.7, 9), 1e-11);
    assert_close(noncentral_t_lower(0, 4, 1), normal_lower(-1), 1e-12);
    assert_close(noncentral_t_lower(2, 7, 1) + noncentral_t_lower(-2, 7, -1), 1.0, 1e-12);
    assert_true(fabs(noncentral_t_lower(40, 1e6, 38) - normal_lower(2)) < 1e-3);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(distributions_match_r),
        cmocka_unit_test(t_tails_are_ordered_and_complete),
        cmocka_unit_test(binomial_tails_match_their_definition),
        cmocka_unit_test(binomial_tails_are_known_for_a_billion_requests),
        cmocka_unit_test(noncentral_t_agrees_with_its_limits),
    };

    statistics_initialize();
    cmocka_set_message_output(CM_OUTPUT_TAP);
    return cmocka_run_group_tests(tests, NULL, NULL);
}
