/*
 * Verdicts over simulated runs, from a fixed seed.
 */
#include "bench.h"

#define DRAWS 2000

/* A pair of groups with lognormal rates; returns the verdict of the second. */
struct draw {
    double cv, ratio;
    size_t n, base_n;
};

static enum verdict verdict_of(struct draw draw, uint64_t *state)
{
    struct bench bench;
    bench_init(&bench);
    for (size_t i = 0; i < draw.base_n; i++)
        bench_run(&bench, "a", 500 * exp(draw.cv * bench_normal(state)));
    for (size_t i = 0; i < draw.n; i++)
        bench_run(&bench, "b", draw.ratio * 500 * exp(draw.cv * bench_normal(state)));
    bench_analyse(&bench);
    enum verdict verdict = bench_comparison(&bench, "b")->verdict;
    bench_release(&bench);
    return verdict;
}

static size_t winners(struct draw draw, enum verdict which, size_t draws)
{
    uint64_t state = 20240611;
    size_t count = 0;
    for (size_t i = 0; i < draws; i++) {
        enum verdict verdict = verdict_of(draw, &state);
        bool won = verdict == VERDICT_BETTER || verdict == VERDICT_WORSE;
        count += which == VERDICT_UNDECIDED ? won : verdict == which;
    }
    return count;
}

static size_t any_winner(struct draw draw)
{
    return winners(draw, VERDICT_UNDECIDED, DRAWS);
}

static void no_difference_gives_a_winner_in_at_most_5_percent(void **state)
{
    (void)state;
    const struct draw draws[] = {
        {0.03, 1, 3,  3 },
        {0.03, 1, 5,  5 },
        {0.03, 1, 10, 10},
        {0.1,  1, 5,  5 },
        {0.08, 1, 4,  4 },
        {0.05, 1, 3,  4 },
        {0.05, 1, 3,  10},
        {0.05, 1, 6,  3 },
        {0.05, 1, 4,  12},
    };
    for (size_t i = 0; i < sizeof draws / sizeof *draws; i++) {
        size_t count = any_winner(draws[i]);
        if (count > DRAWS * 5 / 100)
            fail_msg("%zu of %d winners at n %zu, CV %g", count, DRAWS, draws[i].n, draws[i].cv);
    }
}

static void ten_percent_at_cv_2_and_five_runs_is_found_in_95_percent(void **state)
{
    (void)state;
    size_t found = winners((struct draw){0.02, 1.1, 5, 5}, VERDICT_BETTER, DRAWS);
    if (found < DRAWS * 95 / 100)
        fail_msg("found in %zu of %d", found, DRAWS);
    found = winners((struct draw){0.02, 0.9, 5, 5}, VERDICT_WORSE, DRAWS);
    if (found < DRAWS * 95 / 100)
        fail_msg("found worse in %zu of %d", found, DRAWS);
}

static void two_runs_never_give_a_winner(void **state)
{
    (void)state;
    assert_int_equal(any_winner((struct draw){0.001, 3, 2, 2}), 0);
    assert_int_equal(any_winner((struct draw){0.001, 3, 2, 10}), 0);
}

static void a_family_gives_any_winner_in_at_most_5_percent(void **state)
{
    (void)state;
    uint64_t seed = 77;
    size_t families = 0, draws = 400;
    for (size_t i = 0; i < draws; i++) {
        struct bench bench;
        bool won = false;
        bench_init(&bench);
        for (int group = 0; group < 12; group++) {
            for (int run = 0; run < 5; run++)
                bench_run(&bench, arena_format(&bench.arena, "g%c", 'a' + group),
                          500 * exp(0.03 * bench_normal(&seed)));
        }
        bench_analyse(&bench);
        for (size_t c = 0; c < bench.analysis.comparison_count; c++) {
            enum verdict verdict = bench.analysis.comparisons[c].verdict;
            won = won || verdict == VERDICT_BETTER || verdict == VERDICT_WORSE;
        }
        families += won;
        bench_release(&bench);
    }
    if (families > draws * 5 / 100)
        fail_msg("%zu of %zu families", families, draws);
}

static void an_unchanged_run_falls_outside_the_archive_in_at_most_5_percent(void **state)
{
    (void)state;
    uint64_t seed = 5;
    size_t outside = 0;
    for (size_t i = 0; i < DRAWS; i++) {
        struct bench bench;
        bench_init(&bench);
        for (int run = 0; run < 6; run++)
            bench_run_in(&bench, &bench.against, "a", 500 * exp(0.03 * bench_normal(&seed)));
        bench_run(&bench, "a", 500 * exp(0.03 * bench_normal(&seed)));
        bench_analyse(&bench);
        enum verdict verdict = bench_comparison(&bench, "a")->verdict;
        outside += verdict == VERDICT_BETTER || verdict == VERDICT_WORSE;
        bench_release(&bench);
    }
    /* 5 % and three standard errors. */
    if (outside * 1000 > DRAWS * 65)
        fail_msg("%zu of %d", outside, DRAWS);
}

/* Checks of noise: how often they speak of runs that nothing is wrong with. */
static void sound_runs_raise_few_false_alarms(void **state)
{
    (void)state;
    static const char *const codes[] = {"warm-up", "outlier",        "drift",
                                        "lag",     "high-variation", "second-opinion"};
    uint64_t seed = 99;
    size_t alarms[sizeof codes / sizeof *codes] = {0};
    for (size_t i = 0; i < DRAWS; i++) {
        struct bench bench;
        bench_init(&bench);
        for (int run = 0; run < 12; run++)
            bench_run(&bench, "a", 500 * exp(0.03 * bench_normal(&seed)));
        for (int run = 0; run < 5; run++)
            bench_run(&bench, "b", 500 * exp(0.03 * bench_normal(&seed)));
        bench_analyse(&bench);
        for (size_t c = 0; c < sizeof codes / sizeof *codes; c++)
            alarms[c] += bench_note(&bench, codes[c]) != NULL;
        bench_release(&bench);
    }
    for (size_t c = 0; c < sizeof codes / sizeof *codes; c++) {
        if (alarms[c] > DRAWS * 6 / 100)
            fail_msg("%s in %zu of %d", codes[c], alarms[c], DRAWS);
    }
}

/* Runs a side that two groups of three ask for; 0 where they ask for no more. */
static size_t planned_runs(double cv, uint64_t *state)
{
    struct bench bench;
    bench_init(&bench);
    for (size_t i = 0; i < 6; i++)
        bench_run(&bench, i < 3 ? "a" : "b", 500 * exp(cv * bench_normal(state)));
    bench_analyse(&bench);
    size_t runs = bench_comparison(&bench, "b")->runs_needed;
    bench_release(&bench);
    return runs;
}

static void plans_keep_their_promise(void **state)
{
    (void)state;
    uint64_t numbers = 20261201;
    size_t kept = 0, draws = 0;
    while (draws < 300) {
        size_t runs = planned_runs(0.02, &numbers);
        if (runs == 0)
            continue;
        draws++;
        struct draw draw = {0.02, 1.04, runs, runs};
        kept += verdict_of(draw, &numbers) == VERDICT_BETTER;
    }
    assert_true((double)kept >= 0.8 * (double)draws);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        {"plans keep their promise in 80 %",                          plans_keep_their_promise,                       NULL, NULL, NULL},
        {"no difference gives a winner in at most 5 %",
         no_difference_gives_a_winner_in_at_most_5_percent,                                                           NULL, NULL, NULL},
        {"10 % at CV 2 % and five runs is found in 95 %",
         ten_percent_at_cv_2_and_five_runs_is_found_in_95_percent,                                                    NULL, NULL, NULL},
        {"two runs never give a winner",                              two_runs_never_give_a_winner,                   NULL, NULL, NULL},
        {"a family gives any winner in at most 5 %",                  a_family_gives_any_winner_in_at_most_5_percent,
         NULL,                                                                                                              NULL, NULL},
        {"an unchanged run falls outside the archive in at most 5 %",
         an_unchanged_run_falls_outside_the_archive_in_at_most_5_percent,                                             NULL, NULL, NULL},
        {"sound runs raise few false alarms",                         sound_runs_raise_few_false_alarms,              NULL, NULL, NULL},
    };
    cmocka_set_message_output(CM_OUTPUT_TAP);
    return cmocka_run_group_tests(tests, NULL, NULL);
}
