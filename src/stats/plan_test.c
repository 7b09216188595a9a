#include "plan.h"

#include "reference_cases.h"

static void a_plan_takes_the_upper_bound_of_the_spread(void **state)
{
    const struct log_spread spread = {0.02, 4};

    (void)state;
    /* R: 0.02 * sqrt(4 / qchisq(0.2, 4)) */
    assert_true(fabs(upper_spread(&spread, 0.8) - 0.0311515) < 1e-6);
}

static void a_plan_for_four_percent_is_a_dozen_runs(void **state)
{
    const struct log_spread known = {0.02, 1e6};
    const struct log_spread pilot = {0.02, 4};
    size_t runs;

    (void)state;
    /* R: power.t.test(delta = log(1.04), sd = 0.02, power = 0.8)$n is 5.2 */
    assert_true(runs_to_confirm(0.04, &known, 0.05, 1, &runs));
    assert_int_equal(runs, 6);
    assert_true(runs_to_confirm(0.04, &pilot, 0.05, 1, &runs));
    assert_in_range(runs, 10, 12);
    size_t more;
    assert_true(runs_to_confirm(0.04, &pilot, 0.05, 9, &more));
    assert_true(more > runs);
}

static void equivalence_needs_runs_by_its_margin(void **state)
{
    const struct log_spread known = {0.02, 1e6};
    size_t wide;
    size_t narrow;

    (void)state;
    /* Normal theory: 2 (0.02 / log(1.05))² (1.645 + 1.282)² is 2.9, and a little for t. */
    assert_true(runs_for_equivalence(0.05, &known, 0.05, 1, &wide));
    assert_in_range(wide, 3, 5);
    assert_true(runs_for_equivalence(0.01, &known, 0.05, 1, &narrow));
    assert_in_range(narrow, 65, 75);
}

static void what_cannot_be_planned_is_refused(void **state)
{
    const struct log_spread none = {0, 4};
    const struct log_spread some = {0.02, 4};
    size_t runs;

    (void)state;
    assert_false(runs_to_confirm(0.04, &none, 0.05, 1, &runs));
    assert_false(runs_to_confirm(0, &some, 0.05, 1, &runs));
    assert_false(runs_to_confirm(0.04, &some, 0.05, 0, &runs));
    assert_false(runs_for_equivalence(0.05, &none, 0.05, 1, &runs));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_plan_takes_the_upper_bound_of_the_spread),
        cmocka_unit_test(a_plan_for_four_percent_is_a_dozen_runs),
        cmocka_unit_test(equivalence_needs_runs_by_its_margin),
        cmocka_unit_test(what_cannot_be_planned_is_refused),
    };

    statistics_initialize();
    cmocka_set_message_output(CM_OUTPUT_TAP);
    return cmocka_run_group_tests(tests, NULL, NULL);
}
