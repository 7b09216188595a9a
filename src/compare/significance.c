#include "significance.h"

#include <math.h>
#include <string.h>

#include "../stats/effect.h"
#include "../stats/equivalence.h"
#include "../stats/geometric_mean.h"
#include "../stats/hypothesis.h"
#include "../stats/prediction.h"
#include "../stats/rank.h"
#include "../stats/ratio.h"
#include "pairs.h"

/* That of the interval which says the same as two one-sided tests at 5 %. */
#define EQUIVALENCE_CONFIDENCE 0.9

static bool all_positive(struct sample sample)
{
    for (size_t i = 0; i < sample.n; i++) {
        if (!(sample.values[i] > 0))
            return false;
    }
    return sample.n > 0;
}

static double resolution_of(const struct summary *summary)
{
    return isnan(summary->resolution) ? 0 : summary->resolution;
}

static struct test_options options_of(const struct draft *draft, const struct sides *sides)
{
    return (struct test_options){
        .confidence = draft->settings->confidence,
        .resolution_x = resolution_of(sides->group_summary),
        .resolution_y = resolution_of(sides->baseline_summary),
    };
}

static void set_test(struct comparison *comparison, const char *test, double p, double df)
{
    comparison->test = test;
    comparison->p = p;
    comparison->degrees_of_freedom = df;
}

static void set_interval(struct comparison *comparison, struct interval interval)
{
    comparison->ci_low = interval.low;
    comparison->ci_high = interval.high;
}

static void set_ratio_test(const struct draft *draft, struct comparison *comparison,
                           const char *test, const struct ratio_test_result *result)
{
    struct equivalence equivalence;
    set_test(comparison, test, result->p, result->degrees_of_freedom);
    set_interval(comparison, result->interval);
    comparison->ratio = result->ratio;
    if (!equivalence_of_ratio(result, settings_margin(draft->settings, comparison->metric),
                              &equivalence))
        return;
    comparison->equivalence.p = equivalence.p;
    comparison->equivalence.ci_low = equivalence.interval.low;
    comparison->equivalence.ci_high = equivalence.interval.high;
}

/* The interval of an estimator at some confidence; false where it has none. */
typedef bool interval_at(const struct sides *sides, double confidence, struct interval *interval);

static bool welch_means_at(const struct sides *sides, double confidence, struct interval *interval)
{
    struct fieller_result fieller;
    bool found = fieller_welch(sides->x, sides->y, confidence, &fieller) && fieller.bounded;
    *interval = fieller.interval;
    return found;
}

static bool pooled_means_at(const struct sides *sides, double confidence, struct interval *interval)
{
    struct fieller_result fieller;
    bool found = fieller_pooled(sides->x, sides->y, confidence, &fieller) && fieller.bounded;
    *interval = fieller.interval;
    return found;
}

static bool ranks_at(const struct sides *sides, double confidence, struct interval *interval)
{
    struct hodges_lehmann_result shift;
    bool found = hodges_lehmann_ratio(sides->x, sides->y, confidence, &shift) && shift.attained;
    *interval = shift.interval;
    return found;
}

static bool lies_within(interval_at *at, const struct sides *sides, double confidence,
                        double margin)
{
    struct interval interval;
    return at(sides, confidence, &interval) && ratio_within(interval.low, margin) &&
           ratio_within(interval.high, margin);
}

/*
 * Two one-sided tests by their interval: p is half of what the widest interval
 * within the margin leaves out (Schuirmann 1987).
 */
static void set_equivalence(const struct draft *draft, const struct sides *sides,
                            struct comparison *comparison, interval_at *at)
{
    double margin = settings_margin(draft->settings, comparison->metric), low = 0, high = 1;
    struct interval interval;
    if (!at(sides, EQUIVALENCE_CONFIDENCE, &interval))
        return;
    comparison->equivalence.ci_low = interval.low;
    comparison->equivalence.ci_high = interval.high;
    while (high - low > 1e-9) {
        double middle = (low + high) / 2;
        if (lies_within(at, sides, middle, margin))
            low = middle;
        else
            high = middle;
    }
    comparison->equivalence.p = (1 - low) / 2;
}

/* Means as they are: their ratio with Fieller's interval. */
static void test_raw(const struct draft *draft, const struct sides *sides,
                     struct comparison *comparison, bool pooled)
{
    struct test_options options = options_of(draft, sides);
    struct t_test_result result;
    struct interval interval;
    interval_at *at = pooled ? pooled_means_at : welch_means_at;
    bool tested = pooled ? student_test(sides->x, sides->y, &options, &result)
                         : welch_test(sides->x, sides->y, &options, &result);
    comparison->by_means = true;
    if (!tested)
        return;
    set_test(comparison, pooled ? "student" : "welch", result.p, result.degrees_of_freedom);
    if (!(comparison->ratio_of_means > 0) || !at(sides, options.confidence, &interval))
        return;
    set_interval(comparison, interval);
    set_equivalence(draft, sides, comparison, at);
}

static void test_welch(const struct draft *draft, const struct sides *sides,
                       struct comparison *comparison)
{
    test_raw(draft, sides, comparison, false);
}

static void test_student(const struct draft *draft, const struct sides *sides,
                         struct comparison *comparison)
{
    test_raw(draft, sides, comparison, true);
}

/* Zeros and negative values have no logarithm: the raw test takes its place. */
static void test_log_welch(const struct draft *draft, const struct sides *sides,
                           struct comparison *comparison)
{
    struct test_options options = options_of(draft, sides);
    struct ratio_test_result result;
    if (!all_positive(sides->x) || !all_positive(sides->y)) {
        test_welch(draft, sides, comparison);
        return;
    }
    if (!welch_log_test(sides->x, sides->y, &options, &result))
        return;
    set_ratio_test(draft, comparison, "log-welch", &result);
}

/* The ratio of the pairs' median, and the interval that ranks of so few can give. */
static void test_mann_whitney(const struct draft *draft, const struct sides *sides,
                              struct comparison *comparison)
{
    struct mann_whitney_result result;
    struct hodges_lehmann_result shift;
    if (!mann_whitney_test(sides->x, sides->y, &result))
        return;
    set_test(comparison, "mann-whitney", result.p, ABSENT);
    if (!all_positive(sides->x) || !all_positive(sides->y) ||
        !hodges_lehmann_ratio(sides->x, sides->y, draft->settings->confidence, &shift))
        return;
    comparison->ratio = shift.estimate;
    set_interval(comparison, shift.interval);
    if (!shift.attained)
        comparison->confidence = shift.achieved;
    set_equivalence(draft, sides, comparison, ranks_at);
}

static void test_paired(const struct draft *draft, const struct sides *sides,
                        struct comparison *comparison)
{
    struct test_options options = options_of(draft, sides);
    struct paired_values paired = pairs_of(draft, sides);
    struct sample x = {paired.x, paired.n}, y = {paired.y, paired.n};
    struct ratio_test_result ratio;
    struct t_test_result difference;
    comparison->pairs = paired.n;
    if (all_positive(x) && all_positive(y)) {
        if (!paired_log_test(x.values, y.values, paired.n, &options, &ratio))
            return;
        set_ratio_test(draft, comparison, "paired", &ratio);
        /* The sd per side that would give two independent sides the same error. */
        comparison->log_sd = ratio.log_standard_error * sqrt((double)paired.n / 2);
        comparison->log_sd_df = ratio.degrees_of_freedom;
    } else if (paired_test(x.values, y.values, paired.n, &options, &difference)) {
        set_test(comparison, "paired", difference.p, difference.degrees_of_freedom);
    }
}

/* What the ranks say of a t test. */
static void opinion_of_ranks(const struct draft *draft, const struct sides *sides,
                             struct comparison *comparison)
{
    struct mann_whitney_result ranks;
    struct hodges_lehmann_result shift;
    /* Three against three can never be significant; four a side can, and three against five. */
    if (!(mann_whitney_smallest_p(sides->x.n, sides->y.n) < 1 - draft->settings->confidence) ||
        !mann_whitney_test(sides->x, sides->y, &ranks))
        return;
    comparison->second_test = "mann-whitney";
    comparison->second_p = ranks.p;
    if (!all_positive(sides->x) || !all_positive(sides->y) ||
        !hodges_lehmann_ratio(sides->x, sides->y, draft->settings->confidence, &shift))
        return;
    comparison->second_ratio = shift.estimate;
    comparison->second_low = shift.interval.low;
    comparison->second_high = shift.interval.high;
}

/* What the t test says of the ranks. */
static void opinion_of_means(const struct draft *draft, const struct sides *sides,
                             struct comparison *comparison)
{
    struct test_options options = options_of(draft, sides);
    struct ratio_test_result result;
    if (!all_positive(sides->x) || !all_positive(sides->y) ||
        !welch_log_test(sides->x, sides->y, &options, &result))
        return;
    comparison->second_test = "log-welch";
    comparison->second_p = result.p;
    comparison->second_ratio = result.ratio;
    comparison->second_low = result.interval.low;
    comparison->second_high = result.interval.high;
}

/* The sd of the logarithms, pooled over the two sides. */
static void set_log_spread(const struct sides *sides, struct comparison *comparison)
{
    const struct sample samples[] = {sides->x, sides->y};
    struct log_spread spread;
    if (!pooled_log_spread(samples, 2, &spread))
        return;
    comparison->log_sd = spread.sd;
    comparison->log_sd_df = spread.degrees_of_freedom;
}

void set_ratios(const struct sides *sides, struct comparison *comparison)
{
    struct geometric_mean x, y;
    if (geometric_mean(sides->x.values, sides->x.n, &x) &&
        geometric_mean(sides->y.values, sides->y.n, &y) && isfinite(x.mean / y.mean))
        comparison->ratio = x.mean / y.mean;
    double base = sides->baseline_summary->mean, ratio = sides->group_summary->mean / base;
    if (base > 0 && isfinite(ratio))
        comparison->ratio_of_means = ratio;
}

void test_sides(const struct draft *draft, const struct sides *sides, struct comparison *comparison)
{
    static void (*const tests[])(const struct draft *, const struct sides *,
                                 struct comparison *) = {
        [TEST_LOG_WELCH] = test_log_welch, [TEST_WELCH] = test_welch,
        [TEST_STUDENT] = test_student,     [TEST_MANN_WHITNEY] = test_mann_whitney,
        [TEST_PAIRED] = test_paired,
    };
    enum test_kind kind = settings_test(draft->settings);
    if (sides->x.n >= 2 && sides->y.n >= 2)
        tests[kind](draft, sides, comparison);
    if (kind == TEST_PAIRED)
        return;
    if (kind == TEST_MANN_WHITNEY)
        opinion_of_means(draft, sides, comparison);
    else
        opinion_of_ranks(draft, sides, comparison);
    set_log_spread(sides, comparison);
}
