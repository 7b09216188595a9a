#include "permutation.h"

#include "reference_cases.h"

static void take_logarithms(struct sample sample, double *logarithms)
{
    for (size_t i = 0; i < sample.n; i++)
        logarithms[i] = log(sample.values[i]);
}

static void check_permutation(struct reference_case *reference)
{
    struct sample x = input_sample(reference, "x");
    struct sample y = input_sample(reference, "y");
    double logs_x[16];
    double logs_y[16];
    struct permutation_result test;

    if (strcmp(reference_string(reference->input, "statistic"), "difference of mean logs") == 0) {
        take_logarithms(x, logs_x);
        take_logarithms(y, logs_y);
        x.values = logs_x;
        y.values = logs_y;
    }
    assert_true(permutation_test(x, y, &test));
    expect(reference, "observed", test.observed);
    expect(reference, "permutations", (double)test.permutations);
    expect(reference, "p_two_sided", test.p);
}

static const struct reference_kind kinds[] = {
    {"permutation_exact", check_permutation}
};

static void permutations_match_r(void **state)
{
    (void)state;
    CHECK_REFERENCE_CASES("permutation", kinds);
}

static void too_many_permutations_are_not_tried(void **state)
{
    double x[15];
    struct permutation_result test;

    (void)state;
    for (size_t i = 0; i < 15; i++)
        x[i] = (double)i;
    assert_false(permutation_test((struct sample){x, 15}, (struct sample){x, 15}, &test));
}

static void permuting_equal_values_gives_p_one(void **state)
{
    const double x[] = {0.1, 0.1, 0.1};
    struct permutation_result test;

    (void)state;
    assert_true(permutation_test((struct sample){x, 3}, (struct sample){x, 3}, &test));
    assert_int_equal(test.permutations, 20);
    assert_true(test.p == 1);
}

static void draws_agree_with_all_permutations(void **state)
{
    const double x[] = {5.1, 4.9, 5.6, 5.8, 5.3, 5.2};
    const double y[] = {4.7, 5.0, 5.1, 4.8, 5.4, 4.6};
    const struct sample a = {x, 6};
    const struct sample b = {y, 6};
    struct permutation_result all;
    struct permutation_result drawn;
    struct permutation_result again;

    (void)state;
    assert_true(permutation_test(a, b, &all));
    assert_true(permutation_test_by_draws(a, b, &drawn));
    assert_true(permutation_test_by_draws(a, b, &again));
    assert_close(drawn.observed, all.observed, 1e-12);
    assert_true(fabs(drawn.p - all.p) < 0.01);
    assert_true(drawn.p == again.p);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(permutations_match_r),
        cmocka_unit_test(too_many_permutations_are_not_tried),
        cmocka_unit_test(permuting_equal_values_gives_p_one),
        cmocka_unit_test(draws_agree_with_all_permutations),
    };

    statistics_initialize();
    cmocka_set_message_output(CM_OUTPUT_TAP);
    return cmocka_run_group_tests(tests, NULL, NULL);
}
