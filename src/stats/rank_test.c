#include "rank.h"

#include "reference_cases.h"

static struct mann_whitney_result mann_whitney(struct reference_case *reference)
{
    struct mann_whitney_result test;

    assert_true(
        mann_whitney_test(input_sample(reference, "x"), input_sample(reference, "y"), &test));
    return test;
}

static void check_exact(struct reference_case *reference)
{
    const struct mann_whitney_result test = mann_whitney(reference);

    assert_true(test.exact);
    assert_false(test.all_equal);
    expect(reference, "U_x", test.u_x);
    expect(reference, "U_y", test.u_y);
    expect(reference, "p_two_sided", test.p);
}

static void check_one_sided(struct reference_case *reference)
{
    const struct mann_whitney_result test = mann_whitney(reference);

    assert_string_equal(reference_string(reference->input, "alternative"), "greater");
    expect(reference, "U_x", test.u_x);
    expect(reference, "p_one_sided", test.p_greater);
}

static void check_ties(struct reference_case *reference)
{
    const struct sample x = input_sample(reference, "x");
    const struct sample y = input_sample(reference, "y");
    const struct mann_whitney_result test = mann_whitney(reference);
    struct mann_whitney_result normal;

    expect(reference, "U_x", test.u_x);
    expect(reference, "p_exact_abs_deviation", test.p);
    expect(reference, "p_exact_doubled_tail", test.p_doubled_tail);
    assert_true(mann_whitney_normal(x, y, true, &normal));
    expect(reference, "p_normal_continuity", normal.p);
    assert_true(mann_whitney_normal(x, y, false, &normal));
    expect(reference, "p_normal_no_continuity", normal.p);
}

static void check_degenerate(struct reference_case *reference)
{
    const struct mann_whitney_result test = mann_whitney(reference);

    expect(reference, "p_two_sided", test.p);
    expect_flag(reference, "degenerate", test.all_equal);
}

static void check_normal(struct reference_case *reference)
{
    const struct mann_whitney_result test = mann_whitney(reference);

    assert_false(test.exact);
    expect(reference, "U_x", test.u_x);
    expect(reference, "p_two_sided", test.p);
}

static void check_smallest_p(struct reference_case *reference)
{
    const struct sample n = input_sample(reference, "n");
    double smallest[16];

    for (size_t i = 0; i < n.n; i++)
        smallest[i] = mann_whitney_smallest_p((size_t)n.values[i], (size_t)n.values[i]);
    expect_numbers(reference, "min_two_sided_p", smallest, n.n);
}

static void check_shift(struct reference_case *reference)
{
    struct hodges_lehmann_result estimate;

    assert_true(hodges_lehmann_shift(input_sample(reference, "x"), input_sample(reference, "y"),
                                     input_number(reference, "confidence"), &estimate));
    expect(reference, "shift", estimate.estimate);
    expect(reference, "k", (double)estimate.rank);
    expect(reference, "lower", estimate.interval.low);
    expect(reference, "upper", estimate.interval.high);
    expect(reference, "achieved", estimate.achieved);
    expect_flag(reference, "attained", estimate.attained);
}

static void check_shift_with_ties(struct reference_case *reference)
{
    struct hodges_lehmann_result estimate;

    assert_true(hodges_lehmann_shift(input_sample(reference, "x"), input_sample(reference, "y"),
                                     0.95, &estimate));
    expect(reference, "shift", estimate.estimate);
}

static void check_ratio(struct reference_case *reference)
{
    struct hodges_lehmann_result estimate;

    assert_true(hodges_lehmann_ratio(input_sample(reference, "x"), input_sample(reference, "y"),
                                     input_number(reference, "confidence"), &estimate));
    expect(reference, "ratio", estimate.estimate);
    expect(reference, "lower", estimate.interval.low);
    expect(reference, "upper", estimate.interval.high);
}

static const struct reference_kind kinds[] = {
    {"mann_whitney_exact",           check_exact          },
    {"mann_whitney_exact_one_sided", check_one_sided      },
    {"mann_whitney_ties",            check_ties           },
    {"mann_whitney_degenerate",      check_degenerate     },
    {"mann_whitney_normal",          check_normal         },
    {"mann_whitney_min_p",           check_smallest_p     },
    {"hodges_lehmann",               check_shift          },
    {"hodges_lehmann_ties",          check_shift_with_ties},
    {"hodges_lehmann_ratio",         check_ratio          },
};

static void rank_tests_match_r(void **state)
{
    (void)state;
    CHECK_REFERENCE_CASES("rank", kinds);
}

static void an_empty_side_is_not_tested(void **state)
{
    const double value = 1;
    const struct sample one = {&value, 1};
    const struct sample none = {NULL, 0};
    struct mann_whitney_result test;
    struct hodges_lehmann_result estimate;

    (void)state;
    assert_false(mann_whitney_test(one, none, &test));
    assert_false(mann_whitney_test(none, one, &test));
    assert_false(mann_whitney_normal(none, one, true, &test));
    assert_false(hodges_lehmann_shift(none, one, 0.95, &estimate));
    assert_false(hodges_lehmann_ratio(one, none, 0.95, &estimate));
}

static void one_against_one_says_nothing(void **state)
{
    const double low = 1;
    const double high = 2;
    struct mann_whitney_result test;
    struct hodges_lehmann_result estimate;

    (void)state;
    assert_true(mann_whitney_test((struct sample){&low, 1}, (struct sample){&high, 1}, &test));
    assert_true(test.p == 1 && test.p_less == 0.5 && test.p_greater == 1);
    assert_true(mann_whitney_smallest_p(1, 1) == 1);
    assert_true(
        hodges_lehmann_shift((struct sample){&low, 1}, (struct sample){&high, 1}, 0.95, &estimate));
    assert_true(estimate.estimate == -1 && estimate.achieved == 0 && !estimate.attained);
}

static void values_that_are_not_finite_are_not_ranked(void **state)
{
    const double good[] = {1, 2, 3};
    const double infinite[] = {1, HUGE_VAL, 3};
    const double undefined[] = {1, nan(""), 3};
    const struct sample x = {good, 3};
    struct mann_whitney_result test;
    struct hodges_lehmann_result estimate;

    (void)state;
    assert_false(mann_whitney_test(x, (struct sample){infinite, 3}, &test));
    assert_false(mann_whitney_test(x, (struct sample){undefined, 3}, &test));
    assert_false(hodges_lehmann_shift(x, (struct sample){infinite, 3}, 0.95, &estimate));
}

static void ratios_refuse_zero_and_below(void **state)
{
    const double good[] = {1, 2, 3};
    const double zero[] = {0, 1, 2};
    const double negative[] = {-1, 1, 2};
    struct hodges_lehmann_result estimate;

    (void)state;
    assert_false(
        hodges_lehmann_ratio((struct sample){good, 3}, (struct sample){zero, 3}, 0.95, &estimate));
    assert_false(hodges_lehmann_ratio((struct sample){negative, 3}, (struct sample){good, 3}, 0.95,
                                      &estimate));
}

static void swapping_the_sides_swaps_the_tails(void **state)
{
    const double a[] = {100, 102, 102, 103};
    const double b[] = {102, 103, 104, 104, 105, 102};
    struct mann_whitney_result forward;
    struct mann_whitney_result backward;

    (void)state;
    assert_true(mann_whitney_test((struct sample){a, 4}, (struct sample){b, 6}, &forward));
    assert_true(mann_whitney_test((struct sample){b, 6}, (struct sample){a, 4}, &backward));
    assert_true(forward.u_x == backward.u_y);
    assert_close(forward.p_less, backward.p_greater, 1e-14);
    assert_close(forward.p_greater, backward.p_less, 1e-14);
    assert_close(forward.p, backward.p, 1e-14);
    assert_true(forward.p_less < forward.p_greater);
}

static void equal_values_beyond_the_exact_range_have_p_one(void **state)
{
    double x[60];
    struct mann_whitney_result test;

    (void)state;
    for (size_t i = 0; i < 60; i++)
        x[i] = 5;
    assert_true(mann_whitney_test((struct sample){x, 60}, (struct sample){x, 55}, &test));
    assert_true(test.all_equal && !test.exact);
    assert_true(test.p == 1 && test.p_less == 1 && test.p_greater == 1);
}

/* At the edge of the exact range the approximation is already good. */
static void exact_and_normal_agree_for_many_values(void **state)
{
    double x[49];
    double y[49];
    struct mann_whitney_result exact;
    struct mann_whitney_result normal;

    (void)state;
    for (size_t i = 0; i < 49; i++) {
        x[i] = (double)(i * 37 % 101);
        y[i] = (double)(i * 53 % 103) + 16;
    }
    assert_true(mann_whitney_test((struct sample){x, 49}, (struct sample){y, 49}, &exact));
    assert_true(mann_whitney_normal((struct sample){x, 49}, (struct sample){y, 49}, true, &normal));
    assert_true(exact.exact && !normal.exact);
    assert_true(fabs(exact.p - normal.p) < 2e-3);
    assert_true(exact.p < 0.2);
}

static void shifts_of_many_values_use_the_normal_ranks(void **state)
{
    double x[60];
    double y[49];
    struct hodges_lehmann_result large;

    (void)state;
    for (size_t i = 0; i < 60; i++)
        x[i] = (double)i;
    for (size_t i = 0; i < 49; i++)
        y[i] = (double)i + 0.25;
    assert_true(hodges_lehmann_shift((struct sample){x, 60}, (struct sample){y, 49}, 0.95, &large));
    /* 2940 pairs, standard deviation sqrt(2940 * 110 / 12) */
    assert_int_equal(large.rank, 1148);
    assert_close(large.achieved, erf(322.5 / sqrt(2940 * 110.0 / 12) / sqrt(2)), 1e-12);
    assert_true(large.interval.low < large.estimate && large.estimate < large.interval.high);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(rank_tests_match_r),
        cmocka_unit_test(an_empty_side_is_not_tested),
        cmocka_unit_test(one_against_one_says_nothing),
        cmocka_unit_test(values_that_are_not_finite_are_not_ranked),
        cmocka_unit_test(ratios_refuse_zero_and_below),
        cmocka_unit_test(swapping_the_sides_swaps_the_tails),
        cmocka_unit_test(equal_values_beyond_the_exact_range_have_p_one),
        cmocka_unit_test(exact_and_normal_agree_for_many_values),
        cmocka_unit_test(shifts_of_many_values_use_the_normal_ranks),
    };

    statistics_initialize();
    cmocka_set_message_output(CM_OUTPUT_TAP);
    return cmocka_run_group_tests(tests, NULL, NULL);
}
