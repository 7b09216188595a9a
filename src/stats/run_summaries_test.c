#include "run_summaries.h"

#include "reference_cases.h"

static size_t input_runs(struct reference_case *reference, struct run_summary *runs)
{
    const struct sample n = input_sample(reference, "n");
    const struct sample sd = input_sample(reference, "sd");
    const bool has_mean = cJSON_HasObjectItem(reference->input, "mean");
    const struct sample mean = has_mean ? input_sample(reference, "mean") : n;

    for (size_t i = 0; i < n.n; i++)
        runs[i] = (struct run_summary){(uint64_t)n.values[i], mean.values[i], sd.values[i]};
    return n.n;
}

static void check_combine(struct reference_case *reference)
{
    struct run_summary runs[8];
    struct combined_runs combined;

    assert_true(combine_runs(runs, input_runs(reference, runs), &combined));
    expect(reference, "N", (double)combined.n);
    expect(reference, "mean", combined.mean);
    expect(reference, "pooled_within_sd", combined.within_sd);
    expect(reference, "total_sd", combined.total_sd);
    expect(reference, "mean_of_means", combined.mean_of_means);
    expect(reference, "sd_of_means", combined.sd_of_means);
    expect(reference, "ms_between", combined.ms_between);
    expect(reference, "ms_within", combined.ms_within);
    expect(reference, "n0", combined.effective_size);
    expect(reference, "between_run_sd", combined.between_sd);
    assert_true(combined.has_ratio);
    expect(reference, "icc", combined.icc);
    expect(reference, "F", combined.f);
    expect(reference, "p_F", combined.p);
    assert_true(combined.has_between_cv);
    assert_close(combined.between_cv, combined.between_sd / combined.mean, 1e-14);
}

static void check_pooled(struct reference_case *reference)
{
    struct run_summary runs[8];
    double sd;

    assert_true(pooled_sd(runs, input_runs(reference, runs), &sd));
    expect(reference, "pooled_sd", sd);
}

static const struct reference_kind kinds[] = {
    {"combine_runs", check_combine},
    {"pooled_sd",    check_pooled },
};

static void combined_runs_match_r(void **state)
{
    (void)state;
    CHECK_REFERENCE_CASES("run_summaries", kinds);
}

static void what_cannot_be_combined_is_refused(void **state)
{
    const struct run_summary good[] = {
        {10, 5, 1},
        {10, 6, 1}
    };
    const struct run_summary empty[] = {
        {10, 5, 1},
        {0,  6, 1}
    };
    const struct run_summary negative[] = {
        {10, 5, 1 },
        {10, 6, -1}
    };
    const struct run_summary infinite[] = {
        {10, HUGE_VAL, 1},
        {10, 6,        1}
    };
    const struct run_summary single[] = {
        {1, 5, 0},
        {1, 6, 0}
    };
    struct combined_runs combined;
    double sd;

    (void)state;
    assert_false(combine_runs(good, 1, &combined));
    assert_false(combine_runs(good, 0, &combined));
    assert_false(combine_runs(empty, 2, &combined));
    assert_false(combine_runs(negative, 2, &combined));
    assert_false(combine_runs(infinite, 2, &combined));
    assert_false(combine_runs(single, 2, &combined));
    assert_false(pooled_sd(single, 2, &sd));
    assert_false(pooled_sd(good, 0, &sd));
    assert_true(pooled_sd(good, 1, &sd));
    assert_true(sd == 1);
}

static void runs_without_spread_have_no_icc(void **state)
{
    const struct run_summary runs[] = {
        {10, 5, 0},
        {10, 6, 0}
    };
    struct combined_runs combined;

    (void)state;
    assert_true(combine_runs(runs, 2, &combined));
    assert_false(combined.has_ratio);
    assert_true(combined.between_sd > 0 && combined.within_sd == 0);
}

static void a_run_of_one_request_needs_no_sd(void **state)
{
    const struct run_summary runs[] = {
        {1,  5, nan("")},
        {10, 6, 2      }
    };
    struct combined_runs combined;

    (void)state;
    assert_true(combine_runs(runs, 2, &combined));
    assert_true(combined.within_sd == 2);
    assert_true(combined.unbalanced);
}

static void runs_within_a_factor_of_two_are_balanced(void **state)
{
    const struct run_summary runs[] = {
        {10, 5, 1},
        {20, 6, 2}
    };
    struct combined_runs combined;

    (void)state;
    assert_true(combine_runs(runs, 2, &combined));
    assert_false(combined.unbalanced);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(combined_runs_match_r),
        cmocka_unit_test(what_cannot_be_combined_is_refused),
        cmocka_unit_test(runs_without_spread_have_no_icc),
        cmocka_unit_test(a_run_of_one_request_needs_no_sd),
        cmocka_unit_test(runs_within_a_factor_of_two_are_balanced),
    };

    statistics_initialize();
    cmocka_set_message_output(CM_OUTPUT_TAP);
    return cmocka_run_group_tests(tests, NULL, NULL);
}
