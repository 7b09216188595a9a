/*
 * Settings.
 */
#include "bench.h"

static void the_last_matching_limit_holds(void **state)
{
    struct bench *bench = *state;
    const struct metric *p99 = bench_metric(bench, "p99");
    struct effect_limit limits[] = {
        {NULL, 0.03},
        {p99,  0.1 }
    };
    assert_near(settings_min_effect(&bench->settings, p99), 0.02, 0);
    bench->settings.min_effects = limits;
    bench->settings.min_effect_count = 2;
    assert_near(settings_min_effect(&bench->settings, p99), 0.1, 0);
    assert_near(settings_min_effect(&bench->settings, bench_metric(bench, "rps")), 0.03, 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        STATEMENT("the last matching limit holds", the_last_matching_limit_holds),
    };
    cmocka_set_message_output(CM_OUTPUT_TAP);
    return cmocka_run_group_tests(tests, NULL, NULL);
}
