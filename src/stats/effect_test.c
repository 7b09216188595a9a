#include "effect.h"

#include "reference_cases.h"

static void check_effect(struct reference_case *reference)
{
    struct effect_sizes sizes;

    assert_true(effect_sizes(input_sample(reference, "x"), input_sample(reference, "y"), &sizes));
    assert_true(sizes.has_standardized);
    expect(reference, "cohen_d", sizes.cohen_d);
    expect(reference, "hedges_J", sizes.hedges_correction);
    expect(reference, "hedges_g", sizes.hedges_g);
    expect(reference, "cliffs_delta", sizes.cliffs_delta);
    expect(reference, "vargha_delaney_A12", sizes.vargha_delaney_a);
}

static const struct reference_kind kinds[] = {
    {"effect_size", check_effect}
};

static void effect_sizes_match_r(void **state)
{
    (void)state;
    CHECK_REFERENCE_CASES("effect", kinds);
}

static void an_empty_side_has_no_effect(void **state)
{
    const double value = 1;
    struct effect_sizes sizes;

    (void)state;
    assert_false(effect_sizes((struct sample){&value, 1}, (struct sample){NULL, 0}, &sizes));
}

static void infinite_values_have_no_effect(void **state)
{
    const double x[] = {1, HUGE_VAL};
    struct effect_sizes sizes;

    (void)state;
    assert_false(effect_sizes((struct sample){x, 2}, (struct sample){x, 2}, &sizes));
}

static void sides_without_spread_have_ranks_only(void **state)
{
    const double x[] = {5, 5, 5};
    const double y[] = {4, 4, 4};
    struct effect_sizes sizes;

    (void)state;
    assert_true(effect_sizes((struct sample){x, 3}, (struct sample){y, 3}, &sizes));
    assert_false(sizes.has_standardized);
    assert_true(sizes.cliffs_delta == 1 && sizes.vargha_delaney_a == 1);
    assert_true(effect_sizes((struct sample){x, 1}, (struct sample){y, 3}, &sizes));
    assert_false(sizes.has_standardized);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(effect_sizes_match_r),
        cmocka_unit_test(an_empty_side_has_no_effect),
        cmocka_unit_test(infinite_values_have_no_effect),
        cmocka_unit_test(sides_without_spread_have_ranks_only),
    };

    cmocka_set_message_output(CM_OUTPUT_TAP);
    return cmocka_run_group_tests(tests, NULL, NULL);
}
