#include "multiplicity.h"

#include "reference_cases.h"

typedef bool adjustment(const double *p, size_t n, double *adjusted);

static void check_adjust(struct reference_case *reference)
{
    static const struct {
        const char *key;
        adjustment *adjust;
    } methods[] = {
        {"holm", holm_adjust              },
        {"BH",   benjamini_hochberg_adjust},
    };
    const struct sample p = input_sample(reference, "p");
    double adjusted[32];

    for (size_t i = 0; i < sizeof methods / sizeof methods[0]; i++) {
        assert_true(methods[i].adjust(p.values, p.n, adjusted));
        expect_numbers(reference, methods[i].key, adjusted, p.n);
    }
}

static const struct reference_kind kinds[] = {
    {"p_adjust", check_adjust}
};

static void adjusted_p_match_r(void **state)
{
    (void)state;
    CHECK_REFERENCE_CASES("multiplicity", kinds);
}

static adjustment *const all[] = {holm_adjust, benjamini_hochberg_adjust};

static void an_empty_family_is_adjusted(void **state)
{
    double nothing = 3;

    (void)state;
    for (size_t i = 0; i < 2; i++)
        assert_true(all[i](&nothing, 0, &nothing));
    assert_true(nothing == 3);
}

static void what_is_no_probability_is_refused(void **state)
{
    const double wrong[][2] = {
        {0.5,     1.5     },
        {-0.1,    0.5     },
        {nan(""), 0.5     },
        {0.5,     HUGE_VAL}
    };
    double adjusted[2] = {7, 7};

    (void)state;
    for (size_t i = 0; i < 2; i++) {
        for (size_t j = 0; j < 4; j++)
            assert_false(all[i](wrong[j], 2, adjusted));
    }
    assert_true(adjusted[0] == 7 && adjusted[1] == 7);
}

static void the_array_may_be_its_own_result(void **state)
{
    const double p[] = {0.01, 0.04, 0.03, 0.005, 0.2};
    double apart[5];
    double in_place[5];

    (void)state;
    for (size_t i = 0; i < 2; i++) {
        memcpy(in_place, p, sizeof p);
        assert_true(all[i](p, 5, apart));
        assert_true(all[i](in_place, 5, in_place));
        assert_memory_equal(apart, in_place, sizeof apart);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(adjusted_p_match_r),
        cmocka_unit_test(an_empty_family_is_adjusted),
        cmocka_unit_test(what_is_no_probability_is_refused),
        cmocka_unit_test(the_array_may_be_its_own_result),
    };

    cmocka_set_message_output(CM_OUTPUT_TAP);
    return cmocka_run_group_tests(tests, NULL, NULL);
}
