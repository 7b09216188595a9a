#include "proportion.h"

#include "reference_cases.h"

static void check_interval(struct reference_case *reference)
{
    const struct proportion failed = {input_count(reference, "failures"),
                                      input_count(reference, "requests")};
    const double confidence = input_number(reference, "confidence");
    struct interval interval;

    expect(reference, "p", (double)failed.count / (double)failed.total);
    assert_true(wilson_interval(failed, confidence, &interval));
    expect(reference, "wilson_lower", interval.low);
    expect(reference, "wilson_upper", interval.high);
}

static void check_two(struct reference_case *reference)
{
    const struct sample failures = input_sample(reference, "failures");
    const struct sample requests = input_sample(reference, "requests");
    const struct proportion x = {(uint64_t)failures.values[0], (uint64_t)requests.values[0]};
    const struct proportion y = {(uint64_t)failures.values[1], (uint64_t)requests.values[1]};
    struct chi_squared_result test;
    double p;

    assert_true(fisher_exact_test(x, y, &p));
    expect(reference, "fisher_p", p);
    assert_true(chi_squared_test(x, y, &test));
    expect(reference, "chisq_p", test.p);
    expect(reference, "diff", test.difference);
}

static const struct reference_kind kinds[] = {
    {"proportion_ci",   check_interval},
    {"two_proportions", check_two     },
};

static void proportions_match_r(void **state)
{
    (void)state;
    CHECK_REFERENCE_CASES("proportion", kinds);
}

static void impossible_proportions_are_refused(void **state)
{
    const struct proportion good = {1, 2};
    const struct proportion empty = {0, 0};
    const struct proportion more = {3, 2};
    struct chi_squared_result test;
    struct interval interval;
    double number;

    (void)state;
    assert_false(wilson_interval(empty, 0.95, &interval));
    assert_false(wilson_interval(more, 0.95, &interval));
    assert_false(fisher_exact_test(good, empty, &number));
    assert_false(fisher_exact_test(more, good, &number));
    assert_false(chi_squared_test(good, empty, &test));
    assert_false(rule_of_three(0, 0.95, &number));
}

static void nothing_on_both_sides_is_no_difference(void **state)
{
    const struct proportion none = {0, 1000};
    const struct proportion all = {1000, 1000};
    struct chi_squared_result test;
    double p;

    (void)state;
    assert_true(fisher_exact_test(none, none, &p));
    assert_true(p == 1);
    assert_true(fisher_exact_test(all, all, &p));
    assert_true(p == 1);
    assert_false(chi_squared_test(none, none, &test));
    assert_false(chi_squared_test(all, all, &test));
}

static void everything_failing_is_bounded_by_one(void **state)
{
    const struct proportion all = {20, 20};
    struct interval interval;

    (void)state;
    assert_true(wilson_interval(all, 0.95, &interval));
    assert_true(interval.high == 1 && interval.low > 0.8);
    assert_true(interval.high == 1);
}

/* R: fisher.test(rbind(c(1, 9), c(11, 3))) gives 0.002759, the tea of ?fisher.test 0.4857. */
static void fisher_matches_published_tables(void **state)
{
    double p;

    (void)state;
    assert_true(fisher_exact_test((struct proportion){1, 10}, (struct proportion){11, 14}, &p));
    assert_close(p, 0.002759456, 1e-6);
    assert_true(fisher_exact_test((struct proportion){3, 4}, (struct proportion){1, 4}, &p));
    assert_close(p, 34.0 / 70, 1e-13);
    assert_true(fisher_exact_test((struct proportion){1, 4}, (struct proportion){3, 4}, &p));
    assert_close(p, 34.0 / 70, 1e-13);
}

static void fisher_handles_a_billion_requests(void **state)
{
    const struct proportion half = {500000000, 1000000000};
    const struct proportion less = {499900000, 1000000000};
    const struct proportion none = {0, 1000000000};
    double p;

    (void)state;
    assert_true(fisher_exact_test(half, half, &p));
    assert_close(p, 1.0, 1e-9);
    assert_true(fisher_exact_test(half, less, &p));
    assert_true(p > 7e-6 && p < 8e-6); /* z = 4.472: 7.75e-6 */
    assert_true(fisher_exact_test(half, none, &p));
    assert_true(p >= 0 && p < 1e-300);
}

static void none_in_three_hundred_is_one_percent_at_most(void **state)
{
    double upper;

    (void)state;
    assert_true(rule_of_three(300, 0.95, &upper));
    assert_close(upper, 0.00998577, 1e-5);
    assert_true(rule_of_three(1, 0.95, &upper));
    assert_true(upper == 1);
}

/* R: 2 * min(pbinom(x, x + y, share), pbinom(x - 1, x + y, share, lower.tail = FALSE)). */
static void counts_of_events_are_compared_by_their_exposure(void **state)
{
    double p;

    (void)state;
    assert_true(event_rates_test((struct event_count){0, 3}, (struct event_count){6, 3}, &p));
    assert_close(p, 2.0 / 64, 1e-13);
    assert_true(event_rates_test((struct event_count){6, 3}, (struct event_count){0, 3}, &p));
    assert_close(p, 2.0 / 64, 1e-13);
    assert_true(event_rates_test((struct event_count){1, 1}, (struct event_count){3, 3}, &p));
    assert_true(p == 1);
    assert_true(event_rates_test((struct event_count){0, 1}, (struct event_count){284, 1}, &p));
    assert_true(p < 1e-80);
    assert_false(event_rates_test((struct event_count){0, 1}, (struct event_count){0, 1}, &p));
    assert_false(event_rates_test((struct event_count){1, 0}, (struct event_count){1, 1}, &p));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(proportions_match_r),
        cmocka_unit_test(impossible_proportions_are_refused),
        cmocka_unit_test(nothing_on_both_sides_is_no_difference),
        cmocka_unit_test(everything_failing_is_bounded_by_one),
        cmocka_unit_test(fisher_matches_published_tables),
        cmocka_unit_test(fisher_handles_a_billion_requests),
        cmocka_unit_test(none_in_three_hundred_is_one_percent_at_most),
        cmocka_unit_test(counts_of_events_are_compared_by_their_exposure),
    };

    statistics_initialize();
    cmocka_set_message_output(CM_OUTPUT_TAP);
    return cmocka_run_group_tests(tests, NULL, NULL);
}
