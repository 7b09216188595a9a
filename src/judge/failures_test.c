/*
 * Failed requests: how they are counted and compared.
 */
#include "bench.h"

static void a_share_of_failures_has_an_interval(void **state)
{
    struct bench *bench = *state;
    bench_sound(bench);
    bench_set_b(bench, "requests_failed", 20);
    bench_analyse(bench);
    const struct share *share = &bench_group(bench, "b")->failed;
    assert_near(share->count, 60, 0);
    assert_near(share->total, 30000, 0);
    assert_true(share->low < 0.002 && share->high > 0.002);
    /* Nothing seen: the rule of three. */
    assert_near(bench_group(bench, "a")->failed.high, 3.0 / 30000, 1e-6);
}

static void nothing_done_at_a_rate_is_a_contradiction(void **state)
{
    struct bench *bench = *state;
    const struct {
        const char *key;
        double value;
    } wrong[] = {
        {"requests_complete",   0 },
        {"requests_per_second", 0 },
        {"requests_per_second", -5},
        {"requests_complete",   -1},
    };
    for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++) {
        bench->runs.count = 0;
        bench_sound(bench);
        bench_set(bench, bench->runs.runs[4], wrong[i].key, wrong[i].value);
        bench_analyse(bench);
        assert_int_equal(bench_note(bench, "rate-mismatch")->severity, NOTE_BLOCKS);
        assert_int_equal(bench_comparison(bench, "b")->verdict, VERDICT_INVALID);
    }
}

/* What fails in bursts fails in some runs, by chance more often on one side. */
static void a_burst_of_failures_blocks_nothing(void **state)
{
    struct bench *bench = *state;
    bench_sound(bench);
    bench_set(bench, bench->runs.runs[4], "requests_failed", 30);
    bench_analyse(bench);
    assert_null(bench_note(bench, "failures-differ"));
    assert_true(bench_comparison(bench, "b")->verdict != VERDICT_INVALID);
}

static void two_runs_a_side_are_only_told_that_they_fail_unlike(void **state)
{
    struct bench *bench = *state;
    RATES(bench, "a", 500, 502);
    RATES(bench, "b", 500, 503);
    for (size_t i = 2; i < 4; i++)
        bench_set(bench, bench->runs.runs[i], "requests_failed", 30);
    bench_analyse(bench);
    assert_int_equal(bench_note(bench, "failures-differ")->severity, NOTE_INFORMS);
    assert_true(bench_comparison(bench, "b")->verdict != VERDICT_INVALID);
}

/* Fisher's sum would have 10^15 terms. */
static void enormous_counts_are_compared_at_once(void **state)
{
    struct bench *bench = *state;
    RATES(bench, "a", 500);
    RATES(bench, "b", 500);
    for (size_t i = 0; i < 2; i++) {
        bench_set(bench, bench->runs.runs[i], "requests_complete", 4e15);
        bench_set(bench, bench->runs.runs[i], "requests_failed", i == 0 ? 1e15 : 2e15);
    }
    bench_analyse(bench);
    assert_non_null(bench_note(bench, "failures-differ"));
}

static void siege_counts_failures_beside_its_transactions(void **state)
{
    struct bench *bench = *state;
    bench_sound(bench);
    bench_siege_b(bench);
    bench_set_b(bench, "requests_failed", 10000);
    bench_analyse(bench);
    const struct share *share = &bench_group(bench, "b")->failed;
    assert_near(share->count / share->total, 0.5, 1e-12);
    bench_set_b(bench, "successful", 12000); /* redirects count twice */
    bench_analyse(bench);
    assert_near(bench_group(bench, "b")->errors.count, 0, 0);
}

static double failed_total_of_b(struct bench *bench)
{
    bench_analyse(bench);
    return bench_group(bench, "b")->failed.total / 3;
}

static void the_traits_tell_where_failures_are_counted(void **state)
{
    struct bench *bench = *state;
    static const struct traits beside = {.failures = FAILURES_BESIDE};
    bench_sound(bench);
    bench_set_b(bench, "requests_failed", 100);
    assert_near(failed_total_of_b(bench), 10000, 0);
    for (size_t i = 3; i < 6; i++)
        bench->runs.runs[i]->traits = &beside;
    assert_near(failed_total_of_b(bench), 10100, 0);
    /* Where nobody says, the share is the larger one, whatever else is told. */
    for (size_t i = 3; i < 6; i++)
        bench->runs.runs[i]->traits = &traits_unknown;
    bench_set_b(bench, "availability_pct", 99);
    assert_near(failed_total_of_b(bench), 10000, 0);
}

static void a_share_near_all_is_told_from_below(void **state)
{
    struct bench *bench = *state;
    bench_sound(bench);
    bench_set_b(bench, "requests_failed", 9995);
    bench_analyse(bench);
    assert_non_null(strstr(bench_note(bench, "failed")->text, "(99.95 %, at least 99.9 %)"));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        STATEMENT("a share of failures has an interval", a_share_of_failures_has_an_interval),
        STATEMENT("nothing done at a rate is a contradiction",
                  nothing_done_at_a_rate_is_a_contradiction),
        STATEMENT("a burst of failures blocks nothing", a_burst_of_failures_blocks_nothing),
        STATEMENT("two runs a side are only told that they fail unlike",
                  two_runs_a_side_are_only_told_that_they_fail_unlike),
        STATEMENT("enormous counts are compared at once", enormous_counts_are_compared_at_once),
        STATEMENT("siege counts failures beside its transactions",
                  siege_counts_failures_beside_its_transactions),
        STATEMENT("the traits tell where failures are counted",
                  the_traits_tell_where_failures_are_counted),
        STATEMENT("a share near all is told from below", a_share_near_all_is_told_from_below),
    };
    cmocka_set_message_output(CM_OUTPUT_TAP);
    return cmocka_run_group_tests(tests, NULL, NULL);
}
