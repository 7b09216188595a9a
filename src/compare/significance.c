#include "significance.h"

#include <math.h>
#include <string.h>

#include "../stats/distribution.h"
#include "../stats/hypothesis.h"
#include "../stats/geometric_mean.h"
#include "../stats/moments.h"
#include "../stats/rank.h"
#include "../stats/ratio.h"
#include "../base/key_index.h"

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

static void test_raw(const struct draft *draft, const struct sides *sides,
                     struct comparison *comparison, bool pooled)
{
    struct test_options options = options_of(draft, sides);
    struct t_test_result result;
    struct fieller_result fieller;
    bool tested = pooled ? student_test(sides->x, sides->y, &options, &result)
                         : welch_test(sides->x, sides->y, &options, &result);
    if (!tested)
        return;
    set_test(comparison, pooled ? "student" : "welch", result.p, result.degrees_of_freedom);
    bool estimated = pooled ? fieller_pooled(sides->x, sides->y, options.confidence, &fieller)
                            : fieller_welch(sides->x, sides->y, options.confidence, &fieller);
    if (estimated && fieller.bounded && comparison->ratio_of_means > 0)
        set_interval(comparison, fieller.interval);
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
    set_test(comparison, "log-welch", result.p, result.degrees_of_freedom);
    set_interval(comparison, result.interval);
}

static void test_mann_whitney(const struct draft *draft, const struct sides *sides,
                              struct comparison *comparison)
{
    struct mann_whitney_result result;
    struct hodges_lehmann_result shift;
    if (!mann_whitney_test(sides->x, sides->y, &result))
        return;
    set_test(comparison, "mann-whitney", result.p, ABSENT);
    if (hodges_lehmann_ratio(sides->x, sides->y, draft->settings->confidence, &shift))
        set_interval(comparison, shift.interval);
}

/* Values of pairs of runs. */
struct paired_values {
    double *x, *y;
    size_t n;
};

/*
 * What pairs a run: its text for --pair-by, or its place among the runs of its
 * group, so that a run that cannot be used takes its partner out too.
 */
static const char *pair_key(const struct draft *draft, const struct group *group, size_t run,
                            struct key_index *met)
{
    const char *key = draft->settings->pair_by;
    if (!key) {
        size_t number = group_run_number(group, run);
        return number == 0 ? NULL : arena_format(draft->arena, "%zu", number);
    }
    const char *text = run_key_text(draft->analysis->runs[run], key, draft->arena);
    if (!text)
        return NULL;
    /* The second run of that text pairs with the second one of the other side. */
    return arena_format(draft->arena, "%s\x1f%zu", text, key_index_count_up(met, text));
}

static struct paired_values pairs_of(const struct draft *draft, const struct sides *sides)
{
    struct paired_values paired = {0};
    struct key_index keys, met_x, met_y;
    key_index_init(&keys, draft->arena);
    key_index_init(&met_x, draft->arena);
    key_index_init(&met_y, draft->arena);
    paired.x = arena_allocate(draft->arena, (sides->x.n + 1) * sizeof *paired.x);
    paired.y = arena_allocate(draft->arena, (sides->x.n + 1) * sizeof *paired.y);
    for (size_t i = 0; i < sides->y.n; i++) {
        const char *key =
            pair_key(draft, sides->baseline, sides->baseline_summary->runs[i], &met_y);
        if (key)
            key_index_put(&keys, key, i);
    }
    for (size_t i = 0; i < sides->x.n; i++) {
        const char *key = pair_key(draft, sides->group, sides->group_summary->runs[i], &met_x);
        size_t partner = key ? key_index_find(&keys, key) : KEY_ABSENT;
        if (partner == KEY_ABSENT)
            continue;
        paired.x[paired.n] = sides->x.values[i];
        paired.y[paired.n++] = sides->y.values[partner];
    }
    return paired;
}

/* Two one-sided tests of a mean log ratio against +- margin. */
static double equivalence_of(const struct ratio_test_result *result, double margin)
{
    double centre = log(result->ratio), error = result->log_standard_error;
    double low = student_t_upper((centre - log(1 - margin)) / error, result->degrees_of_freedom);
    double high = student_t_lower((centre - log(1 + margin)) / error, result->degrees_of_freedom);
    return fmax(low, high);
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
        comparison->ratio = ratio.ratio;
        set_test(comparison, "paired", ratio.p, ratio.degrees_of_freedom);
        set_interval(comparison, ratio.interval);
        comparison->equivalence_p = equivalence_of(&ratio, draft->settings->margin);
        /* The sd per side that would give two independent sides the same error. */
        comparison->log_sd = ratio.log_standard_error * sqrt((double)paired.n / 2);
    } else if (paired_test(x.values, y.values, paired.n, &options, &difference)) {
        set_test(comparison, "paired", difference.p, difference.degrees_of_freedom);
    }
}

static void second_opinion(const struct draft *draft, const struct sides *sides,
                           struct comparison *comparison)
{
    struct mann_whitney_result ranks;
    struct hodges_lehmann_result shift;
    /* Three against three can never be significant; four a side can, and three against five. */
    if (!(mann_whitney_smallest_p(sides->x.n, sides->y.n) < 1 - draft->settings->confidence))
        return;
    if (mann_whitney_test(sides->x, sides->y, &ranks))
        comparison->second_p = ranks.p;
    if (!all_positive(sides->x) || !all_positive(sides->y) ||
        !hodges_lehmann_ratio(sides->x, sides->y, draft->settings->confidence, &shift))
        return;
    comparison->second_ratio = shift.estimate;
    comparison->second_low = shift.interval.low;
    comparison->second_high = shift.interval.high;
}

/* The sd of the logarithms, pooled over the two sides. */
static double pooled_log_sd(const struct sides *sides)
{
    const struct sample samples[] = {sides->x, sides->y};
    double squares = 0, degrees = 0;
    for (size_t s = 0; s < 2; s++) {
        struct moments moments = {0};
        if (!all_positive(samples[s]))
            return ABSENT;
        for (size_t i = 0; i < samples[s].n; i++)
            moments_add(&moments, log(samples[s].values[i]));
        squares += moments.sum_of_squares;
        degrees += (double)(samples[s].n - 1);
    }
    return degrees > 0 ? sqrt(squares / degrees) : ABSENT;
}

static void set_ratios(const struct sides *sides, struct comparison *comparison)
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
    struct test_options options = options_of(draft, sides);
    struct equivalence_result equivalence;
    set_ratios(sides, comparison);
    if (sides->x.n >= 2 && sides->y.n >= 2)
        tests[kind](draft, sides, comparison);
    if (kind == TEST_PAIRED)
        return;
    second_opinion(draft, sides, comparison);
    comparison->log_sd = pooled_log_sd(sides);
    double margin = draft->settings->margin;
    if (margin > 0 && margin < 1 && all_positive(sides->x) && all_positive(sides->y) &&
        equivalence_log_test(sides->x, sides->y, margin, &options, &equivalence))
        comparison->equivalence_p = equivalence.p;
}
