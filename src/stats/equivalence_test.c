#include "equivalence.h"

#include "reference_cases.h"

static const struct ratio_test_result apart = {
    .ratio = 1.02, .log_standard_error = 0.01, .degrees_of_freedom = 8};

static void p_is_below_five_percent_just_where_the_interval_lies_within(void **state)
{
    struct equivalence equivalence;

    (void)state;
    assert_true(equivalence_of_ratio(&apart, 0.05, &equivalence));
    /* R: pt((log(1.05) - log(1.02)) / 0.01, 8, lower.tail = FALSE); 1.02 exp(qt(.95, 8) / 100) */
    assert_close(equivalence.interval.high, 1.02 * exp(0.01 * 1.85954803752464), 1e-12);
    const double limit = equivalence.interval.high - 1;
    assert_true(equivalence_of_ratio(&apart, limit, &equivalence));
    assert_close(equivalence.p, 0.05, 1e-9);
}

static void swapping_the_sides_changes_nothing(void **state)
{
    struct ratio_test_result swapped = apart;
    struct equivalence forward;
    struct equivalence backward;

    (void)state;
    swapped.ratio = 1 / apart.ratio;
    assert_true(equivalence_of_ratio(&apart, 0.05, &forward));
    assert_true(equivalence_of_ratio(&swapped, 0.05, &backward));
    assert_close(forward.p, backward.p, 1e-12);
    assert_close(forward.interval.low * backward.interval.high, 1.0, 1e-12);
}

static void without_an_error_nothing_is_equivalent(void **state)
{
    const struct ratio_test_result exact = {.ratio = 1, .degrees_of_freedom = 8};
    struct equivalence equivalence;

    (void)state;
    assert_false(equivalence_of_ratio(&exact, 0.05, &equivalence));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(p_is_below_five_percent_just_where_the_interval_lies_within),
        cmocka_unit_test(swapping_the_sides_changes_nothing),
        cmocka_unit_test(without_an_error_nothing_is_equivalent),
    };

    statistics_initialize();
    cmocka_set_message_output(CM_OUTPUT_TAP);
    return cmocka_run_group_tests(tests, NULL, NULL);
}
