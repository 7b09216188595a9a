#include "throughput.h"

#include "reference_cases.h"

static void check_combined_rate(struct reference_case *reference)
{
    const struct sample requests = input_sample(reference, "requests");
    const struct sample seconds = input_sample(reference, "seconds");
    double rate;

    assert_true(sequential_rate(requests.values, seconds.values, requests.n, &rate));
    expect(reference, "rate", rate);
}

static void check_littles_law_of_ab(struct reference_case *reference)
{
    const double complete = input_number(reference, "complete");
    const double seconds = input_number(reference, "seconds");
    const double concurrency = input_number(reference, "concurrency");
    double rate;
    double effective;

    assert_true(sequential_rate(&complete, &seconds, 1, &rate));
    assert_true(effective_concurrency(rate, input_number(reference, "total_mean_ms"), &effective));
    expect(reference, "rps", rate);
    expect(reference, "time_per_request_ms", concurrency * 1000 / rate);
    expect(reference, "time_per_request_all_ms", 1000 / rate);
    expect(reference, "effective_concurrency", effective);
    expect(reference, "utilisation", effective / concurrency);
}

static void check_littles_law_of_siege(struct reference_case *reference)
{
    const double transactions = input_number(reference, "transactions");
    const double seconds = input_number(reference, "seconds");
    const double response_time_ms = input_number(reference, "response_time_s") * 1000;
    double rate;
    double effective;

    assert_true(sequential_rate(&transactions, &seconds, 1, &rate));
    assert_true(effective_concurrency(rate, response_time_ms, &effective));
    expect(reference, "rate", rate);
    expect(reference, "effective_concurrency", effective);
    assert_true(fabs(effective - input_number(reference, "printed_concurrency")) < 2);
}

static void check_littles_law(struct reference_case *reference)
{
    if (cJSON_HasObjectItem(reference->input, "transactions"))
        check_littles_law_of_siege(reference);
    else
        check_littles_law_of_ab(reference);
}

static const struct reference_kind kinds[] = {
    {"combined_rate", check_combined_rate},
    {"littles_law",   check_littles_law  },
};

static void rates_match_the_reference(void **state)
{
    (void)state;
    CHECK_REFERENCE_CASES("throughput", kinds);
}

static void rates_without_time_are_undefined(void **state)
{
    const double requests[] = {100, 100};
    const double no_time[] = {0, 0};
    const double negative[] = {2, -1};
    double rate;

    (void)state;
    assert_false(sequential_rate(requests, no_time, 2, &rate));
    assert_false(sequential_rate(requests, negative, 2, &rate));
    assert_false(sequential_rate(requests, requests, 0, &rate));
}

static void generators_in_parallel_add_up(void **state)
{
    const double rates[] = {100, 250.5};
    const double wrong[] = {100, nan("")};
    double rate;

    (void)state;
    assert_true(parallel_rate(rates, 2, &rate));
    assert_true(rate == 350.5);
    assert_false(parallel_rate(rates, 0, &rate));
    assert_false(parallel_rate(wrong, 2, &rate));
}

static void concurrency_of_impossible_figures_is_undefined(void **state)
{
    double effective;

    (void)state;
    assert_false(effective_concurrency(-1, 10, &effective));
    assert_false(effective_concurrency(10, nan(""), &effective));
    assert_false(effective_concurrency(1e308, 1e308, &effective));
    assert_true(effective_concurrency(0, 10, &effective));
    assert_true(effective == 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(rates_match_the_reference),
        cmocka_unit_test(rates_without_time_are_undefined),
        cmocka_unit_test(generators_in_parallel_add_up),
        cmocka_unit_test(concurrency_of_impossible_figures_is_undefined),
    };

    cmocka_set_message_output(CM_OUTPUT_TAP);
    return cmocka_run_group_tests(tests, NULL, NULL);
}
