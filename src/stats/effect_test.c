#include "effect.h"

#include "reference_cases.h"

static void an_effect_is_alike_in_both_directions(void **state)
{
    (void)state;
    assert_true(ratio_reaches(1.02, 0.02) && ratio_reaches(1 / 1.02, 0.02));
    assert_false(ratio_reaches(1.0199, 0.02) || ratio_reaches(0.981, 0.02));
    assert_true(ratio_within(1.05, 0.05) && ratio_within(1 / 1.05, 0.05));
    assert_false(ratio_within(0.95, 0.05));
}

static void what_is_no_ratio_neither_reaches_nor_lies_within(void **state)
{
    (void)state;
    assert_false(ratio_reaches(0, 0.02) || ratio_reaches(HUGE_VAL, 0.02) ||
                 ratio_reaches(nan(""), 0.02));
    assert_false(ratio_within(0, 0.02) || ratio_within(-1, 0.02) || ratio_within(nan(""), 0.02));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(an_effect_is_alike_in_both_directions),
        cmocka_unit_test(what_is_no_ratio_neither_reaches_nor_lies_within),
    };

    statistics_initialize();
    cmocka_set_message_output(CM_OUTPUT_TAP);
    return cmocka_run_group_tests(tests, NULL, NULL);
}
