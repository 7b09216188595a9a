/*
 * Verdicts, in the order in which they are tried.
 */
#include "bench.h"

static void expect_verdict(const struct comparison *comparison, enum verdict verdict)
{
    if (comparison->verdict != verdict)
        fail_msg("%s (%s) where %s was expected", verdict_name(comparison->verdict),
                 comparison->reason, verdict_name(verdict));
}

static void expect_words(const char *text, const char *words)
{
    if (!text || !strstr(text, words))
        fail_msg("'%s' does not hold '%s'", text ? text : "", words);
}

static void a_clear_difference_is_better(void **state)
{
    struct bench *bench = *state;
    RATES(bench, "sync", 1000, 1010, 990, 1005, 995);
    RATES(bench, "gevent", 1220, 1230, 1210, 1225, 1215);
    bench_analyse(bench);
    const struct comparison *comparison = bench_comparison(bench, "gevent");
    expect_verdict(comparison, VERDICT_BETTER);
    expect_words(comparison->reason, "22 % more requests per second (interval 21 to 23 %");
    assert_near(comparison->ratio, 1.22, 0.001);
    assert_near(comparison->change_pct, 22, 0.1);
    assert_string_equal(comparison->test, "log-welch");
    assert_true(comparison->p <= comparison->p_adjusted);
    assert_true(comparison->ci_low < comparison->ratio && comparison->ratio < comparison->ci_high);
}

static void the_answer_says_how_much(void **state)
{
    struct bench *bench = *state;
    RATES(bench, "sync", 1000, 1010, 990, 1005, 995);
    RATES(bench, "gevent", 1220, 1230, 1210, 1225, 1215);
    bench_analyse(bench);
    assert_string_equal(bench->analysis.answer,
                        "gevent served 22 % more requests per second than sync (interval 21 to "
                        "23 %, 5 runs each)");
}

static void a_lower_rate_is_worse(void **state)
{
    struct bench *bench = *state;
    RATES(bench, "a", 1000, 1010, 990);
    RATES(bench, "b", 800, 805, 795);
    bench_analyse(bench);
    expect_verdict(bench_comparison(bench, "b"), VERDICT_WORSE);
    expect_words(bench->analysis.answer, "b served 20 % fewer requests per second than a");
}

static void a_lower_latency_is_better(void **state)
{
    struct bench *bench = *state;
    RATES(bench, "a", 100, 101, 99, 100);
    RATES(bench, "b", 125, 126, 124, 125);
    for (size_t i = 0; i < 8; i++)
        bench_unset(bench, bench->runs.runs[i], "rps");
    bench_analyse(bench);
    assert_string_equal(bench->analysis.primary->key, "latency_mean_ms");
    expect_verdict(bench_comparison(bench, "b"), VERDICT_BETTER);
    expect_words(bench->analysis.answer, "b had 20 % lower mean latency than a");
}

static void times_are_told_from_twice_on(void **state)
{
    struct bench *bench = *state;
    RATES(bench, "a", 100, 101, 99);
    RATES(bench, "b", 380, 381, 379);
    bench_analyse(bench);
    expect_words(bench->analysis.answer, "b served 3.8 times as many requests per second as a");
    expect_words(bench->analysis.answer, "(interval 3.71 to 3.89 times, 3 runs each)");
}

static void one_run_each_has_no_verdict(void **state)
{
    struct bench *bench = *state;
    RATES(bench, "a", 1000);
    RATES(bench, "b", 2000);
    bench_analyse(bench);
    const struct comparison *comparison = bench_comparison(bench, "b");
    expect_verdict(comparison, VERDICT_UNDECIDED);
    assert_near(comparison->ratio, 2, 1e-12);
    assert_true(isnan(comparison->p) && isnan(comparison->ci_low));
    assert_null(comparison->test);
    expect_words(comparison->reason, "1 run each: noise unknown");
    expect_words(bench->analysis.answer, "(1 run each: noise unknown)");
}

static void two_runs_each_never_win(void **state)
{
    struct bench *bench = *state;
    RATES(bench, "a", 1000, 1001);
    RATES(bench, "b", 5000, 5001);
    bench_analyse(bench);
    const struct comparison *comparison = bench_comparison(bench, "b");
    expect_verdict(comparison, VERDICT_UNDECIDED);
    assert_true(comparison->p < 0.01);
    assert_true(comparison->runs_needed >= 3);
}

static void two_equal_runs_are_not_equivalent(void **state)
{
    struct bench *bench = *state;
    RATES(bench, "a", 1000, 1001);
    RATES(bench, "b", 1000.5, 1000.7);
    bench_analyse(bench);
    expect_verdict(bench_comparison(bench, "b"), VERDICT_UNDECIDED);
}

static void the_same_within_the_margin_is_equivalent(void **state)
{
    struct bench *bench = *state;
    RATES(bench, "a", 1000, 1004, 998, 1002);
    RATES(bench, "b", 1001, 1003, 999, 1000);
    bench_analyse(bench);
    const struct comparison *comparison = bench_comparison(bench, "b");
    expect_verdict(comparison, VERDICT_EQUIVALENT);
    assert_true(comparison->equivalence.p_adjusted < 0.05);
    expect_words(comparison->reason, "within 5 %");
}

static void a_narrower_margin_is_harder_to_meet(void **state)
{
    struct bench *bench = *state;
    RATES(bench, "a", 1000, 1004, 998, 1002);
    RATES(bench, "b", 1001, 1003, 999, 1000);
    struct effect_limit limits[] = {
        {NULL, 0.001}
    };
    bench->settings.margin = 0.001;
    bench_analyse(bench);
    /* What is too small for a winner counts as equal, whatever the margin. */
    expect_verdict(bench_comparison(bench, "b"), VERDICT_EQUIVALENT);
    bench->settings.min_effects = limits;
    bench->settings.min_effect_count = 1;
    bench_analyse(bench);
    expect_verdict(bench_comparison(bench, "b"), VERDICT_UNDECIDED);
}

static void a_proven_change_below_min_effect_is_no_winner(void **state)
{
    struct bench *bench = *state;
    RATES(bench, "a", 1000, 1001, 999, 1000.5, 999.5);
    RATES(bench, "b", 1012, 1013, 1011, 1012.5, 1011.5);
    bench_analyse(bench);
    const struct comparison *comparison = bench_comparison(bench, "b");
    assert_true(comparison->p_adjusted < 0.001);
    expect_verdict(comparison, VERDICT_EQUIVALENT);
}

static void min_effect_can_be_set(void **state)
{
    struct bench *bench = *state;
    struct effect_limit limits[] = {
        {NULL, 0.01}
    };
    RATES(bench, "a", 1000, 1001, 999, 1000.5, 999.5);
    RATES(bench, "b", 1012, 1013, 1011, 1012.5, 1011.5);
    bench->settings.min_effects = limits;
    bench->settings.min_effect_count = 1;
    bench_analyse(bench);
    expect_verdict(bench_comparison(bench, "b"), VERDICT_BETTER);
}

static void scatter_is_undecided_with_the_runs_needed(void **state)
{
    struct bench *bench = *state;
    RATES(bench, "a", 1000, 1060, 950, 1010);
    RATES(bench, "b", 1050, 1100, 990, 1020);
    bench_analyse(bench);
    const struct comparison *comparison = bench_comparison(bench, "b");
    expect_verdict(comparison, VERDICT_UNDECIDED);
    assert_true(comparison->runs_needed > 4);
    assert_true(comparison->log_sd > 0.03 && comparison->log_sd < 0.06);
    expect_words(comparison->reason, "runs a side would confirm a change of 4 %");
    assert_non_null(bench_note(bench, "few-runs"));
}

/* R power.t.test(delta = log(1.04), sd = 0.05 * sqrt(4 / qchisq(0.2, 4)), power = 0.8): 62.9 */
static void the_runs_needed_are_those_of_the_power_formula(void **state)
{
    struct bench *bench = *state;
    /* Logarithms -h, 0, h about their centre have the sd h. */
    RATES(bench, "a", 1000 * exp(-0.05), 1000, 1000 * exp(0.05));
    RATES(bench, "b", 1000, 1000 * exp(0.05), 1000 * exp(0.1));
    bench_analyse(bench);
    const struct comparison *comparison = bench_comparison(bench, "b");
    assert_near(comparison->log_sd, 0.05, 1e-9);
    assert_int_equal(comparison->runs_needed, 63);
    assert_near(comparison->planned_change, 0.04, 1e-12);
}

static void a_run_of_errors_never_wins(void **state)
{
    struct bench *bench = *state;
    RATES(bench, "a", 400, 401, 399);
    RATES(bench, "b", 10000, 10010, 9990);
    for (size_t i = 3; i < 6; i++)
        bench_set(bench, bench->runs.runs[i], "non_2xx", 10000);
    bench_analyse(bench);
    const struct comparison *comparison = bench_comparison(bench, "b");
    expect_verdict(comparison, VERDICT_INVALID);
    assert_string_equal(comparison->code, "non-2xx");
    assert_near(comparison->ratio, 25, 0.1);
    expect_words(bench->analysis.answer, "No verdict: b: ");
}

static void an_accepted_code_lets_the_verdict_stand(void **state)
{
    struct bench *bench = *state;
    const char *codes[] = {"non-2xx", "failures-differ"};
    RATES(bench, "a", 400, 401, 399);
    RATES(bench, "b", 10000, 10010, 9990);
    for (size_t i = 3; i < 6; i++)
        bench_set(bench, bench->runs.runs[i], "non_2xx", 10000);
    bench->settings.accepted = codes;
    bench->settings.accepted_count = 2;
    bench_analyse(bench);
    expect_verdict(bench_comparison(bench, "b"), VERDICT_BETTER);
    assert_true(bench_note(bench, "non-2xx")->accepted);
}

static void an_unknown_code_to_accept_is_wrong_usage(void **state)
{
    struct bench *bench = *state;
    const char *codes[] = {"nonsense"};
    RATES(bench, "a", 400);
    bench->settings.accepted = codes;
    bench->settings.accepted_count = 1;
    assert_false(bench_try(bench));
    assert_int_equal(bench->diag.worst, STATUS_USAGE);
}

static void a_side_without_usable_runs_is_invalid(void **state)
{
    struct bench *bench = *state;
    RATES(bench, "a", 400, 401, 399);
    bench_run(bench, "b", 1)->status = RUN_ABORTED;
    bench_analyse(bench);
    const struct comparison *comparison = bench_comparison(bench, "b");
    expect_verdict(comparison, VERDICT_INVALID);
    assert_string_equal(comparison->code, "not-used");
    assert_true(isnan(comparison->ratio));
}

static void other_concurrency_is_not_comparable(void **state)
{
    struct bench *bench = *state;
    for (int i = 0; i < 3; i++) {
        bench_run_at(bench, "a", 8, 1000 + i);
        bench_run_at(bench, "b", 16, 2000 + i);
    }
    bench_analyse(bench);
    const struct comparison *comparison = bench_comparison(bench, "b");
    expect_verdict(comparison, VERDICT_NOT_COMPARABLE);
    assert_string_equal(comparison->code, "concurrency-differs");
    expect_words(comparison->reason, "concurrency 16 against 8");
}

static void what_is_invalid_is_said_before_what_is_not_comparable(void **state)
{
    struct bench *bench = *state;
    for (int i = 0; i < 3; i++) {
        bench_run_at(bench, "a", 8, 1000 + i);
        bench_set(bench, bench_run_at(bench, "b", 16, 2000 + i), "non_2xx", 5000);
    }
    bench_analyse(bench);
    expect_verdict(bench_comparison(bench, "b"), VERDICT_INVALID);
}

static void an_outlier_that_ranks_do_not_see_wins_nothing(void **state)
{
    struct bench *bench = *state;
    /* Means differ, ranks are mixed. */
    RATES(bench, "a", 1000, 1001, 1002, 1003, 1004, 1005);
    RATES(bench, "b", 1000.5, 1001.5, 1002.5, 1003.5, 1200, 1210);
    bench_analyse(bench);
    const struct comparison *comparison = bench_comparison(bench, "b");
    assert_true(comparison->second_p > 0.05);
    assert_true(comparison->verdict != VERDICT_BETTER);
}

static void ranks_give_a_second_opinion_from_four_a_side(void **state)
{
    struct bench *bench = *state;
    RATES(bench, "a", 1000, 1001, 1002);
    RATES(bench, "b", 1100, 1101, 1102);
    bench_analyse(bench);
    assert_true(isnan(bench_comparison(bench, "b")->second_p));
    RATES(bench, "a", 1003);
    RATES(bench, "b", 1103);
    bench_analyse(bench);
    assert_near(bench_comparison(bench, "b")->second_p, 2.0 / 70, 1e-9);
    assert_true(bench_comparison(bench, "b")->second_ratio > 1.09);
}

static void a_difference_below_the_printed_step_wins_nothing(void **state)
{
    struct bench *bench = *state;
    const struct metric *metrics[] = {bench_metric(bench, "p50")};
    for (int i = 0; i < 5; i++) {
        bench_set_step(bench, bench_run(bench, "a", 1000 + i), "latency_p50_ms", 2, 1);
        bench_set_step(bench, bench_run(bench, "b", 1001 + i), "latency_p50_ms", 1, 1);
    }
    bench->settings.metrics = metrics;
    bench->settings.metric_count = 1;
    bench_analyse(bench);
    const struct comparison *comparison = analysis_comparison(&bench->analysis, 1, metrics[0]);
    assert_non_null(comparison);
    expect_verdict(comparison, VERDICT_UNDECIDED);
    expect_words(comparison->reason, "below print resolution");
    assert_non_null(bench_note(bench, "below-resolution"));
}

static void coarse_steps_widen_the_interval(void **state)
{
    struct bench *bench = *state;
    RATES(bench, "a", 1000, 1010, 990);
    RATES(bench, "b", 1100, 1110, 1090);
    bench_analyse(bench);
    double p = bench_comparison(bench, "b")->p;
    const double same[] = {1100, 1110, 1090};
    for (size_t i = 0; i < 3; i++)
        bench_set_step(bench, bench->runs.runs[3 + i], "requests_per_second", same[i], 50);
    bench_analyse(bench);
    assert_true(bench_comparison(bench, "b")->p > p);
}

static void a_base_of_zero_has_no_change(void **state)
{
    struct bench *bench = *state;
    const struct metric *metrics[] = {bench_metric(bench, "p50")};
    for (int i = 0; i < 3; i++) {
        bench_set_step(bench, bench_run(bench, "a", 1000 + i), "latency_p50_ms", 0, 1);
        bench_set_step(bench, bench_run(bench, "b", 1001 + i), "latency_p50_ms", 5, 1);
    }
    bench->settings.metrics = metrics;
    bench->settings.metric_count = 1;
    bench_analyse(bench);
    const struct comparison *comparison = analysis_comparison(&bench->analysis, 1, metrics[0]);
    assert_true(isnan(comparison->ratio) && isnan(comparison->change_pct));
    expect_verdict(comparison, VERDICT_UNDECIDED);
    assert_string_equal(comparison->test, "welch");
}

static void more_comparisons_ask_for_more_proof(void **state)
{
    struct bench *bench = *state;
    RATES(bench, "a", 1000, 1020, 980);
    for (int i = 0; i < 6; i++)
        RATES(bench, arena_format(&bench->arena, "b%d", i), 1040, 1050 + i, 1030);
    bench_analyse(bench);
    const struct comparison *comparison = bench_comparison(bench, "b5");
    assert_int_equal(bench->analysis.family_size, 6);
    assert_true(comparison->p < 0.05);
    assert_true(comparison->p_adjusted > 0.05);
    expect_verdict(comparison, VERDICT_UNDECIDED);
    size_t needed = comparison->runs_needed;
    bench->settings.correction = CORRECTION_NONE;
    bench_analyse(bench);
    expect_verdict(bench_comparison(bench, "b5"), VERDICT_BETTER);
    /* The same two sides alone, at a stricter confidence, need fewer runs. */
    bench->runs.count = 6;
    bench->settings.confidence = 0.96;
    bench_analyse(bench);
    expect_verdict(bench_comparison(bench, "b0"), VERDICT_UNDECIDED);
    assert_true(bench_comparison(bench, "b0")->runs_needed < needed);
}

static void what_cannot_win_is_no_member_of_the_family(void **state)
{
    struct bench *bench = *state;
    RATES(bench, "a", 1000, 1010, 990);
    RATES(bench, "b", 1100, 1110, 1090);
    RATES(bench, "two", 1100, 1110);
    bench_run_at(bench, "other", 64, 500);
    bench_run_at(bench, "other", 64, 510);
    bench_run_at(bench, "other", 64, 520);
    bench_analyse(bench);
    assert_int_equal(bench->analysis.family_size, 1);
    assert_true(isnan(bench_comparison(bench, "two")->p_adjusted));
}

static void abs_mean_is_no_second_test(void **state)
{
    struct bench *bench = *state;
    const struct metric *metrics[] = {bench_metric(bench, "rps"), bench_metric(bench, "mean")};
    RATES(bench, "a", 1000, 1010, 990);
    RATES(bench, "b", 1100, 1110, 1090);
    bench->settings.metrics = metrics;
    bench->settings.metric_count = 2;
    bench_analyse(bench);
    assert_int_equal(bench->analysis.comparison_count, 2);
    assert_int_equal(bench->analysis.family_size, 1);
    const struct comparison *mean = analysis_comparison(&bench->analysis, 1, metrics[1]);
    assert_false(mean->primary);
    assert_near(mean->p_adjusted, bench_comparison(bench, "b")->p_adjusted, 0);
    expect_verdict(mean, VERDICT_BETTER);
}

/* Runs that stand side by side, or side after side, were taken in turn. */
static void take_in_turn(struct bench *bench, size_t sides)
{
    size_t count = bench->runs.count;
    for (size_t i = 0; i < count; i++)
        bench->runs.runs[i]->time =
            arena_format(&bench->arena, "2026-03-02T10:00:%02zu",
                         sides == 1 ? i % (count / 2) * 2 + i / (count / 2) : i);
}

static void pairs_find_what_drift_hides(void **state)
{
    struct bench *bench = *state;
    const double drift[] = {1, 1.1, 0.9, 1.2, 0.85};
    for (size_t i = 0; i < 5; i++) {
        bench_run(bench, "a", 1000 * drift[i]);
        bench_run(bench, "b", 1030 * drift[i] * (1 + 0.001 * (double)(i % 2)));
    }
    take_in_turn(bench, 2);
    bench_analyse(bench);
    expect_verdict(bench_comparison(bench, "b"), VERDICT_UNDECIDED);
    bench->settings.test = TEST_PAIRED;
    bench_analyse(bench);
    const struct comparison *comparison = bench_comparison(bench, "b");
    expect_verdict(comparison, VERDICT_BETTER);
    assert_string_equal(comparison->test, "paired");
    assert_int_equal(comparison->pairs, 5);
    /* What the pairs leave of the spread, not the 15 % of the single runs. */
    assert_true(comparison->log_sd > 0 && comparison->log_sd < 0.001);
}

static void pair_by_matches_runs_of_equal_text(void **state)
{
    struct bench *bench = *state;
    const char *rounds[] = {"1", "2", "3", "4"};
    const double drift[] = {1, 1.1, 0.9, 1.2};
    for (size_t i = 0; i < 4; i++)
        run_set_label(bench_run(bench, "a", 1000 * drift[i] + (double)i), &bench->arena, "round",
                      rounds[i], false);
    /* The other side in another order, and one round more. */
    for (size_t i = 4; i-- > 0;)
        run_set_label(bench_run(bench, "b", 1050 * drift[i]), &bench->arena, "round", rounds[i],
                      false);
    run_set_label(bench_run(bench, "b", 9), &bench->arena, "round", "9", false);
    bench->settings.pair_by = "round";
    bench->settings.accepted = (const char *[]){"high-variation"};
    bench->settings.accepted_count = 1;
    bench_analyse(bench);
    const struct comparison *comparison = bench_comparison(bench, "b");
    assert_int_equal(comparison->pairs, 4);
    assert_near(comparison->ratio, 1.05, 0.005);
    expect_verdict(comparison, VERDICT_BETTER);
}

static void a_run_that_failed_takes_its_partner_out(void **state)
{
    struct bench *bench = *state;
    RATES(bench, "a", 1000, 1100, 900, 1200);
    RATES(bench, "b", 1050, 1155, 946, 1262);
    bench->runs.runs[1]->status = RUN_ABORTED;
    take_in_turn(bench, 1);
    bench->settings.test = TEST_PAIRED;
    bench_analyse(bench);
    const struct comparison *comparison = bench_comparison(bench, "b");
    assert_int_equal(comparison->pairs, 3);
    assert_near(comparison->ratio, 1.05, 0.002);
}

static void pairs_without_partners_are_told(void **state)
{
    struct bench *bench = *state;
    RATES(bench, "a", 1000, 1100, 900);
    RATES(bench, "b", 1050, 1155, 946);
    for (size_t i = 0; i < 6; i++)
        run_set_label(bench->runs.runs[i], &bench->arena, "round", i < 3 ? "1" : "2", false);
    bench->settings.pair_by = "round";
    bench_analyse(bench);
    const struct comparison *comparison = bench_comparison(bench, "b");
    expect_verdict(comparison, VERDICT_UNDECIDED);
    expect_words(comparison->reason, "0 pairs");
}

static void pairs_that_nobody_knows_are_refused(void **state)
{
    struct bench *bench = *state;
    RATES(bench, "a", 1000, 1100, 900);
    RATES(bench, "b", 1050, 1155, 946);
    bench->settings.test = TEST_PAIRED;
    assert_false(bench_try(bench));
    assert_int_equal(bench->diag.worst, STATUS_USAGE);
    take_in_turn(bench, 1);
    bench_analyse(bench);
}

static void swapping_the_sides_swaps_the_verdict(void **state)
{
    struct bench *bench = *state;
    RATES(bench, "a", 1000, 1000.2, 999.8, 1000.1, 999.9);
    RATES(bench, "b", 1020, 1020.2, 1019.8, 1020.1, 1019.9);
    bench_analyse(bench);
    const struct comparison *comparison = bench_comparison(bench, "b");
    expect_verdict(comparison, VERDICT_BETTER);
    double ratio = comparison->ratio, low = comparison->ci_low, p = comparison->p;
    double equivalence = comparison->equivalence.p;
    bench->settings.baseline = "b";
    bench_analyse(bench);
    comparison = bench_comparison(bench, "a");
    expect_verdict(comparison, VERDICT_WORSE);
    assert_near(comparison->ratio, 1 / ratio, 1e-12);
    assert_near(comparison->ci_high, 1 / low, 1e-12);
    assert_near(comparison->p, p, 1e-12);
    assert_near(comparison->equivalence.p, equivalence, 1e-9);
}

static void ranks_give_their_own_ratio_and_the_level_they_can(void **state)
{
    struct bench *bench = *state;
    RATES(bench, "a", 500, 503, 497);
    RATES(bench, "b", 530, 545, 560);
    bench->settings.test = TEST_MANN_WHITNEY;
    bench_analyse(bench);
    const struct comparison *comparison = bench_comparison(bench, "b");
    assert_near(comparison->confidence, 0.9, 1e-9);
    assert_near(comparison->ratio, 545.0 / 500, 1e-9);
    expect_verdict(comparison, VERDICT_UNDECIDED);
    assert_string_equal(comparison->second_test, "log-welch");
}

static void what_the_correction_takes_is_said(void **state)
{
    struct bench *bench = *state;
    RATES(bench, "base", 500, 507, 493, 503, 497);
    RATES(bench, "g1", 509, 516, 502, 512, 506);
    RATES(bench, "g2", 501, 508, 494, 504, 498);
    RATES(bench, "g3", 499, 506, 492, 502, 496);
    bench_analyse(bench);
    const struct comparison *comparison = bench_comparison(bench, "g1");
    assert_true(comparison->p < 0.05 && comparison->p_adjusted >= 0.05);
    expect_words(comparison->reason, "not proven after correction for 3 comparisons");
    expect_words(bench->analysis.answer, "g1 not after correction for 3 comparisons");
}

static void a_change_too_small_to_plan_for_is_refused(void **state)
{
    struct bench *bench = *state;
    RATES(bench, "a", 1000, 1060, 950);
    RATES(bench, "b", 1050, 1100, 990);
    bench->settings.find = 0.029;
    assert_false(bench_try(bench));
    bench->settings.find = 0.03;
    bench_analyse(bench);
    assert_near(bench_comparison(bench, "b")->planned_change, 0.03, 1e-12);
}

static void an_unknown_key_of_pairs_is_an_error(void **state)
{
    struct bench *bench = *state;
    RATES(bench, "a", 1000, 1100, 900);
    bench->settings.pair_by = "round";
    assert_false(bench_try(bench));
}

static void every_test_names_itself(void **state)
{
    struct bench *bench = *state;
    RATES(bench, "a", 1000, 1010, 990, 1005, 995);
    RATES(bench, "b", 1220, 1230, 1210, 1225, 1215);
    take_in_turn(bench, 1);
    for (int kind = TEST_LOG_WELCH; kind <= TEST_PAIRED; kind++) {
        bench->settings.test = (enum test_kind)kind;
        bench_analyse(bench);
        const struct comparison *comparison = bench_comparison(bench, "b");
        assert_string_equal(comparison->test, test_kind_name((enum test_kind)kind));
        expect_verdict(comparison, VERDICT_BETTER);
        assert_true(comparison->ci_low > 1.15 && comparison->ci_high < 1.3);
    }
}

/* An archive of eight runs around 1000. */
static void archive_of_eight(struct bench *bench)
{
    for (int i = 0; i < 8; i++)
        bench_run_in(bench, &bench->against, "a", 1000 + 5 * (i % 3));
}

static void a_run_outside_the_archives_prediction_is_worse(void **state)
{
    struct bench *bench = *state;
    archive_of_eight(bench);
    RATES(bench, "a", 900);
    bench_analyse(bench);
    const struct comparison *comparison = bench_comparison(bench, "a");
    expect_verdict(comparison, VERDICT_WORSE);
    assert_string_equal(comparison->test, "prediction");
    assert_true(bench->analysis.groups[comparison->baseline].archived);
    assert_int_equal(bench->analysis.groups[comparison->baseline].used_count, 8);
}

static void a_run_inside_the_archives_prediction_is_undecided(void **state)
{
    struct bench *bench = *state;
    archive_of_eight(bench);
    RATES(bench, "a", 1012);
    bench_analyse(bench);
    expect_verdict(bench_comparison(bench, "a"), VERDICT_UNDECIDED);
}

static void a_judged_run_is_no_part_of_its_baseline(void **state)
{
    struct bench *bench = *state;
    archive_of_eight(bench);
    RATES(bench, "a", 900);
    bench_run_in(bench, &bench->against, "a", 900)->source.fingerprint =
        bench->runs.runs[0]->source.fingerprint;
    bench_analyse(bench);
    assert_int_equal(bench->analysis.groups[bench_comparison(bench, "a")->baseline].used_count, 8);
}

static void four_archived_runs_are_too_few(void **state)
{
    struct bench *bench = *state;
    archive_of_eight(bench);
    bench->against.count = 4;
    RATES(bench, "a", 500);
    bench_analyse(bench);
    const struct comparison *comparison = bench_comparison(bench, "a");
    expect_verdict(comparison, VERDICT_UNDECIDED);
    expect_words(comparison->reason, "4 comparable runs in the archive, 5 needed");
    assert_true(!comparison->test && isnan(comparison->p));
    assert_non_null(bench_note(bench, "few-archived"));
}

static void archived_runs_that_failed_are_not_counted(void **state)
{
    struct bench *bench = *state;
    archive_of_eight(bench);
    for (size_t i = 0; i < 4; i++)
        bench->against.runs[i]->status = RUN_ABORTED;
    RATES(bench, "a", 500);
    bench_analyse(bench);
    const struct note *note = bench_note(bench, "few-archived");
    assert_non_null(note);
    expect_words(note->text, "4 comparable runs");
}

/* What keeps a group from one baseline does not keep it from another. */
static void a_finding_about_a_pair_is_about_no_other(void **state)
{
    struct bench *bench = *state;
    archive_of_eight(bench);
    bench_run(bench, "b", 1000)->config.keepalive = ANSWER_YES;
    RATES(bench, "a", 900);
    bench->settings.baseline = "b";
    bench_analyse(bench);
    assert_int_equal(bench->analysis.comparison_count, 2);
    for (size_t i = 0; i < 2; i++) {
        const struct comparison *comparison = &bench->analysis.comparisons[i];
        bool archived = bench->analysis.groups[comparison->baseline].archived;
        expect_verdict(comparison, archived ? VERDICT_WORSE : VERDICT_NOT_COMPARABLE);
    }
}

static void only_the_last_archived_runs_count(void **state)
{
    struct bench *bench = *state;
    bench_run_in(bench, &bench->against, "a", 1);
    archive_of_eight(bench);
    bench->settings.last = 6;
    RATES(bench, "a", 1000);
    bench_analyse(bench);
    const struct group *archive = &bench->analysis.groups[bench_comparison(bench, "a")->baseline];
    assert_int_equal(archive->used_count, 6);
    assert_true(group_summary(archive, bench->analysis.primary)->min >= 1000);
}

static void archived_runs_of_another_load_are_not_comparable(void **state)
{
    struct bench *bench = *state;
    archive_of_eight(bench);
    for (size_t i = 0; i < 8; i++)
        bench->against.runs[i]->config.concurrency = 64;
    RATES(bench, "a", 900);
    bench_analyse(bench);
    assert_int_equal(bench->analysis.comparison_count, 0);
    assert_non_null(bench_note(bench, "few-archived"));
}

static void an_archive_of_other_labels_is_matched_without_them(void **state)
{
    struct bench *bench = *state;
    archive_of_eight(bench);
    RATES(bench, "run-of-commit-f00", 900);
    bench_analyse(bench);
    expect_verdict(bench_comparison(bench, "run-of-commit-f00"), VERDICT_WORSE);
    /* Where it knows the label, others are other things. */
    bench->against.runs[0]->label = "run-of-commit-f00";
    bench_analyse(bench);
    expect_verdict(bench_comparison(bench, "run-of-commit-f00"), VERDICT_UNDECIDED);
}

static void a_new_server_version_is_judged_by_the_archive(void **state)
{
    struct bench *bench = *state;
    archive_of_eight(bench);
    bench_run(bench, "a", 900)->target.server = "nginx/1.25";
    bench_analyse(bench);
    expect_verdict(bench_comparison(bench, "a"), VERDICT_WORSE);
}

static void a_high_variation_blocks_only_its_metric(void **state)
{
    struct bench *bench = *state;
    const struct metric *metrics[] = {bench_metric(bench, "max")};
    const double longest[] = {10, 50, 100};
    for (size_t i = 0; i < 3; i++) {
        bench_set(bench, bench_run(bench, "a", 1000 + (double)i), "latency_max_ms", longest[i]);
        bench_run(bench, "b", 1100 + (double)i);
    }
    bench->settings.metrics = metrics;
    bench->settings.metric_count = 1;
    bench_analyse(bench);
    expect_verdict(bench_comparison(bench, "b"), VERDICT_BETTER);
    expect_verdict(analysis_comparison(&bench->analysis, 1, metrics[0]), VERDICT_INVALID);
}

static void no_verdict_rests_on_a_mean_that_was_not_measured(void **state)
{
    struct bench *bench = *state;
    const struct metric *metrics[] = {bench_metric(bench, "mean")};
    RATES(bench, "a", 100, 101, 99);
    RATES(bench, "b", 125, 126, 124);
    bench_set_step(bench, bench->runs.runs[4], "latency_total_mean_ms", 20, 1);
    bench->settings.metrics = metrics;
    bench->settings.metric_count = 1;
    bench_analyse(bench);
    expect_verdict(bench_comparison(bench, "b"), VERDICT_BETTER);
    const struct comparison *mean = analysis_comparison(&bench->analysis, 1, metrics[0]);
    expect_verdict(mean, VERDICT_INVALID);
    assert_string_equal(mean->code, "mean-not-measured");
}

static void neither_better_nor_worse_has_no_winner(void **state)
{
    struct bench *bench = *state;
    const struct metric *metrics[] = {bench_metric(bench, "bytes_total")};
    for (int i = 0; i < 3; i++) {
        bench_set(bench, bench_run(bench, "a", 1000 + i), "bytes_total", 1000 + i);
        bench_set(bench, bench_run(bench, "b", 1000 + i), "bytes_total", 2000 + i);
    }
    bench->settings.metrics = metrics;
    bench->settings.metric_count = 1;
    bench_analyse(bench);
    expect_verdict(analysis_comparison(&bench->analysis, 1, metrics[0]), VERDICT_UNDECIDED);
}

static void several_groups_are_summed_up(void **state)
{
    struct bench *bench = *state;
    RATES(bench, "a", 1000, 1010, 990);
    RATES(bench, "b", 1220, 1230, 1210);
    RATES(bench, "c", 1500, 1510, 1490);
    RATES(bench, "d", 700, 707, 693);
    bench_analyse(bench);
    expect_words(bench->analysis.answer, "c served 50 % more requests per second than a");
    expect_words(bench->analysis.answer, "also faster: b; slower: d");
}

static void a_sweep_is_summed_up_by_its_levels(void **state)
{
    struct bench *bench = *state;
    for (int i = 0; i < 3; i++) {
        for (int level = 1; level <= 3; level++) {
            bench_run_at(bench, "sync", 8 * level, 1000 + 3 * i);
            bench_run_at(bench, "gevent", 8 * level, 1000 * (0.5 * level) + 3 * i);
        }
    }
    bench_analyse(bench);
    expect_words(bench->analysis.answer,
                 "gevent served 50 % more requests per second than sync at c=24");
    expect_words(bench->analysis.answer,
                 "50 % fewer at c=8; faster at c=24, slower at c=8, level at c=16");
}

/* b is worse than a by `change` at three levels of concurrency. */
static void three_levels(struct bench *bench, double change)
{
    for (int i = 0; i < 3; i++) {
        for (int level = 1; level <= 3; level++) {
            bench_run_at(bench, "a", 8 * level, 1000 * level + 3 * i);
            bench_run_at(bench, "b", 8 * level, (1000 * level + 3 * i) * (1 - change * level));
        }
    }
    bench_analyse(bench);
}

static void a_pair_at_several_levels_is_one_sentence(void **state)
{
    struct bench *bench = *state;
    three_levels(bench, 0.2);
    assert_string_equal(bench->analysis.answer,
                        "b served 42 % fewer requests per second than a on average over 3 levels "
                        "of concurrency (20 to 60 %; slower at each)");
}

static void a_pair_that_is_level_everywhere_is_said_to_be(void **state)
{
    struct bench *bench = *state;
    three_levels(bench, 0.001);
    expect_words(bench->analysis.answer, "b and a do not differ by more than 5 % in requests per "
                                         "second at any of 3 levels of concurrency");
}

static void many_groups_are_counted(void **state)
{
    struct bench *bench = *state;
    RATES(bench, "base", 1000, 1010, 990);
    for (int i = 0; i < 6; i++)
        RATES(bench, arena_format(&bench->arena, "g%d", i), 700, 707, 693);
    bench_analyse(bench);
    assert_string_equal(bench->analysis.answer,
                        "g0 served 30 % fewer requests per second than base (interval 28 to 32 %, "
                        "3 runs each); slower in 6 of 6 comparisons");
}

static void single_runs_are_told_as_measured(void **state)
{
    struct bench *bench = *state;
    RATES(bench, "a", 1000);
    RATES(bench, "b", 2000);
    RATES(bench, "c", 900);
    bench_analyse(bench);
    assert_string_equal(bench->analysis.answer,
                        "Not proven; as measured, b served 2 times as many requests per "
                        "second as a (1 run each: noise unknown)");
}

static void the_answer_is_about_the_metric_named_first(void **state)
{
    struct bench *bench = *state;
    const struct metric *metrics[] = {bench_metric(bench, "p99")};
    RATES(bench, "a", 1000, 1004, 996);
    RATES(bench, "b", 500, 502, 498);
    bench->settings.metrics = metrics;
    bench->settings.metric_count = 1;
    bench_analyse(bench);
    expect_words(bench->analysis.answer, "b had 2 times as high a p99 as a");
}

static void one_that_leads_at_every_level_is_told_by_its_own_mean(void **state)
{
    struct bench *bench = *state;
    const double levels[] = {1, 8, 64};
    const struct {
        const char *label;
        double factor;
    } servers[] = {
        {"apache",   1    },
        {"nginx",    1.15 },
        {"lighttpd", 1.257}
    };
    for (size_t level = 0; level < 3; level++) {
        for (size_t server = 0; server < 3; server++) {
            for (int run = -1; run <= 1; run++)
                bench_run_at(bench, servers[server].label, levels[level],
                             500 * (1 + (double)level) * servers[server].factor *
                                 (1 + 0.004 * run));
        }
    }
    bench_analyse(bench);
    assert_string_equal(bench->analysis.answer,
                        "lighttpd was fastest at every level: 25.7 % more requests per second than "
                        "apache (geometric mean of 3 levels)");
}

static void nearly_nothing_is_not_nothing(void **state)
{
    struct bench *bench = *state;
    RATES(bench, "a", 1000, 1010, 990);
    RATES(bench, "b", 4.1, 4.15, 4.05);
    bench_analyse(bench);
    expect_words(bench->analysis.answer, "b served 99.6 % fewer requests per second than a");
}

static void only_leaves_groups_of_other_verdicts_out(void **state)
{
    struct bench *bench = *state;
    const char *only[] = {"better"};
    RATES(bench, "a", 1000, 1010, 990);
    RATES(bench, "b", 1220, 1230, 1210);
    RATES(bench, "c", 700, 707, 693);
    bench->settings.only = only;
    bench->settings.only_count = 1;
    bench_analyse(bench);
    const struct analysis *analysis = &bench->analysis;
    const bool *wanted = analysis_wanted_groups(analysis, analysis->primary, &bench->arena);
    assert_true(wanted[0] && wanted[1] && !wanted[2]);
    assert_int_equal(analysis->comparison_count, 2);
    expect_words(analysis->answer, "slower: c");
    only[0] = "equivalent";
    wanted = analysis_wanted_groups(analysis, analysis->primary, &bench->arena);
    assert_true(wanted[0] && !wanted[1] && !wanted[2]);
}

static void a_single_group_has_no_answer(void **state)
{
    struct bench *bench = *state;
    RATES(bench, "a", 1000, 1010, 990);
    bench_analyse(bench);
    assert_null(bench->analysis.answer);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        STATEMENT("a clear difference is better", a_clear_difference_is_better),
        STATEMENT("the answer says how much", the_answer_says_how_much),
        STATEMENT("a lower rate is worse", a_lower_rate_is_worse),
        STATEMENT("a lower latency is better", a_lower_latency_is_better),
        STATEMENT("times are told from twice on", times_are_told_from_twice_on),
        STATEMENT("one run each has no verdict", one_run_each_has_no_verdict),
        STATEMENT("two runs each never win", two_runs_each_never_win),
        STATEMENT("two equal runs are not equivalent", two_equal_runs_are_not_equivalent),
        STATEMENT("the same within the margin is equivalent",
                  the_same_within_the_margin_is_equivalent),
        STATEMENT("a narrower margin is harder to meet", a_narrower_margin_is_harder_to_meet),
        STATEMENT("a proven change below --min-effect is no winner",
                  a_proven_change_below_min_effect_is_no_winner),
        STATEMENT("--min-effect can be set", min_effect_can_be_set),
        STATEMENT("scatter is undecided, with the runs needed",
                  scatter_is_undecided_with_the_runs_needed),
        STATEMENT("the runs needed are those of the power formula",
                  the_runs_needed_are_those_of_the_power_formula),
        STATEMENT("a run of errors never wins", a_run_of_errors_never_wins),
        STATEMENT("an accepted code lets the verdict stand",
                  an_accepted_code_lets_the_verdict_stand),
        STATEMENT("an unknown code to accept is wrong usage",
                  an_unknown_code_to_accept_is_wrong_usage),
        STATEMENT("a side without usable runs is invalid", a_side_without_usable_runs_is_invalid),
        STATEMENT("other concurrency is not comparable", other_concurrency_is_not_comparable),
        STATEMENT("what is invalid is said before what is not comparable",
                  what_is_invalid_is_said_before_what_is_not_comparable),
        STATEMENT("what the ranks do not see wins nothing",
                  an_outlier_that_ranks_do_not_see_wins_nothing),
        STATEMENT("ranks give a second opinion from four a side",
                  ranks_give_a_second_opinion_from_four_a_side),
        STATEMENT("a difference below the printed step wins nothing",
                  a_difference_below_the_printed_step_wins_nothing),
        STATEMENT("coarse steps widen the interval", coarse_steps_widen_the_interval),
        STATEMENT("a base of zero has no change", a_base_of_zero_has_no_change),
        STATEMENT("more comparisons ask for more proof", more_comparisons_ask_for_more_proof),
        STATEMENT("what cannot win is no member of the family",
                  what_cannot_win_is_no_member_of_the_family),
        STATEMENT("ab's mean is no second test", abs_mean_is_no_second_test),
        STATEMENT("pairs find what drift hides", pairs_find_what_drift_hides),
        STATEMENT("--pair-by matches runs of equal text", pair_by_matches_runs_of_equal_text),
        STATEMENT("a run that failed takes its partner out",
                  a_run_that_failed_takes_its_partner_out),
        STATEMENT("pairs without partners are told", pairs_without_partners_are_told),
        STATEMENT("an unknown key of pairs is an error", an_unknown_key_of_pairs_is_an_error),
        STATEMENT("pairs that nobody knows are refused", pairs_that_nobody_knows_are_refused),
        STATEMENT("swapping the sides swaps the verdict", swapping_the_sides_swaps_the_verdict),
        STATEMENT("ranks give their own ratio, and the level that they can",
                  ranks_give_their_own_ratio_and_the_level_they_can),
        STATEMENT("what the correction takes is said", what_the_correction_takes_is_said),
        STATEMENT("a change too small to plan for is refused",
                  a_change_too_small_to_plan_for_is_refused),
        STATEMENT("every test names itself", every_test_names_itself),
        STATEMENT("a run outside the archive's prediction is worse",
                  a_run_outside_the_archives_prediction_is_worse),
        STATEMENT("a run inside the archive's prediction is undecided",
                  a_run_inside_the_archives_prediction_is_undecided),
        STATEMENT("a judged run is no part of its baseline",
                  a_judged_run_is_no_part_of_its_baseline),
        STATEMENT("four archived runs are too few", four_archived_runs_are_too_few),
        STATEMENT("archived runs that failed are not counted",
                  archived_runs_that_failed_are_not_counted),
        STATEMENT("a finding about a pair is about no other",
                  a_finding_about_a_pair_is_about_no_other),
        STATEMENT("only the last archived runs count", only_the_last_archived_runs_count),
        STATEMENT("archived runs of another load are not comparable",
                  archived_runs_of_another_load_are_not_comparable),
        STATEMENT("an archive of other labels is matched without them",
                  an_archive_of_other_labels_is_matched_without_them),
        STATEMENT("a new server version is judged by the archive",
                  a_new_server_version_is_judged_by_the_archive),
        STATEMENT("a high variation blocks only its metric",
                  a_high_variation_blocks_only_its_metric),
        STATEMENT("no verdict rests on a mean that was not measured",
                  no_verdict_rests_on_a_mean_that_was_not_measured),
        STATEMENT("neither better nor worse has no winner", neither_better_nor_worse_has_no_winner),
        STATEMENT("several groups are summed up", several_groups_are_summed_up),
        STATEMENT("a sweep is summed up by its levels", a_sweep_is_summed_up_by_its_levels),
        STATEMENT("a pair at several levels is one sentence",
                  a_pair_at_several_levels_is_one_sentence),
        STATEMENT("a pair that is level everywhere is said to be",
                  a_pair_that_is_level_everywhere_is_said_to_be),
        STATEMENT("many groups are counted", many_groups_are_counted),
        STATEMENT("single runs are told as measured", single_runs_are_told_as_measured),
        STATEMENT("the answer is about the metric named first",
                  the_answer_is_about_the_metric_named_first),
        STATEMENT("one that leads at every level is told by its own mean",
                  one_that_leads_at_every_level_is_told_by_its_own_mean),
        STATEMENT("nearly nothing is not nothing", nearly_nothing_is_not_nothing),
        STATEMENT("only leaves groups of other verdicts out",
                  only_leaves_groups_of_other_verdicts_out),
        STATEMENT("a single group has no answer", a_single_group_has_no_answer),
    };
    cmocka_set_message_output(CM_OUTPUT_TAP);
    return cmocka_run_group_tests(tests, NULL, NULL);
}
