/*
 * Verdicts: the first rule that holds, with its reason in words.
 */
#include "verdict.h"

#include <math.h>
#include <string.h>

#include "../stats/multiplicity.h"
#include "../stats/power.h"
#include "../compare/comparison.h"
#include "../check/note.h"
#include "../say/format.h"
#include "../say/words.h"

#define RUNS_FOR_CONTRADICTION 5
#define POWER_WANTED           0.8
#define MOST_RUNS_WORTH_SAYING 1000

/* A comparison while its verdict is sought. */
struct judgement {
    const struct draft *draft;
    struct comparison *comparison;
    const struct summary *group, *baseline; /* NULL: the side has no figures */
    size_t n_group, n_baseline;
    bool archived;
};

static struct judgement judgement_of(const struct draft *draft, struct comparison *comparison)
{
    const struct analysis *analysis = draft->analysis;
    const struct group *baseline = &analysis->groups[comparison->baseline];
    struct judgement judgement = {
        .draft = draft,
        .comparison = comparison,
        .group = group_summary(&analysis->groups[comparison->group], comparison->metric),
        .baseline = group_summary(baseline, comparison->metric),
        .archived = baseline->archived,
    };
    judgement.n_group = judgement.group ? judgement.group->n : 0;
    judgement.n_baseline = judgement.baseline ? judgement.baseline->n : 0;
    if (settings_test(draft->settings) == TEST_PAIRED && !judgement.archived) {
        judgement.n_group = comparison->pairs;
        judgement.n_baseline = comparison->pairs;
    }
    return judgement;
}

static void set_verdict(struct judgement *judgement, enum verdict verdict, const char *reason)
{
    judgement->comparison->verdict = verdict;
    judgement->comparison->reason = reason;
}

static double alpha_of(const struct judgement *judgement)
{
    return 1 - judgement->draft->settings->confidence;
}

/* 1 and 2: what validity says. */

static bool judge_blocked(struct judgement *judgement, enum verdict verdict)
{
    const struct draft *draft = judgement->draft;
    const struct comparison *comparison = judgement->comparison;
    struct pair pair = {comparison->baseline, comparison->group};
    const struct finding *finding = finding_that_blocks(draft, pair, comparison->metric, verdict);
    if (!finding)
        return false;
    const char *where = finding->baseline == NO_GROUP ? finding_where(draft, finding) : NULL;
    judgement->comparison->code = finding->code;
    set_verdict(judgement, verdict,
                !where ? finding->detail
                       : arena_format(draft->arena, "%s: %s", where, finding->detail));
    return true;
}

static bool judge_invalid(struct judgement *judgement)
{
    return judge_blocked(judgement, VERDICT_INVALID);
}

static bool judge_not_comparable(struct judgement *judgement)
{
    return judge_blocked(judgement, VERDICT_NOT_COMPARABLE);
}

/* 3: what the runs say. */

static bool has_enough_runs(const struct judgement *judgement)
{
    if (judgement->archived)
        return judgement->n_group >= 1 && !judgement->comparison->refusal;
    return judgement->n_group >= RUNS_FOR_VERDICT && judgement->n_baseline >= RUNS_FOR_VERDICT;
}

static bool is_significant(const struct judgement *judgement)
{
    const struct comparison *comparison = judgement->comparison;
    double p = isnan(comparison->p_adjusted) ? comparison->p : comparison->p_adjusted;
    return p < alpha_of(judgement);
}

static bool interval_excludes_one(const struct comparison *comparison)
{
    return comparison->ci_low > 1 || comparison->ci_high < 1;
}

static bool is_large_enough(const struct judgement *judgement)
{
    const struct comparison *comparison = judgement->comparison;
    double least = settings_min_effect(judgement->draft->settings, comparison->metric);
    return fabs(comparison->change_pct) >= least * 100;
}

static bool is_above_resolution(const struct judgement *judgement)
{
    if (!judgement->group || !judgement->baseline)
        return false;
    double step = fmax(judgement->group->resolution, judgement->baseline->resolution);
    return isnan(step) || fabs(judgement->group->mean - judgement->baseline->mean) > step;
}

/*
 * From five a side the ranks can see what the t test sees; where they do not,
 * there is no winner.  With unequal numbers of runs they are asked as soon as
 * they can be significant: at 3 against 10 Welch's test errs in 6.4 % of
 * unchanged pairs (simulated), the ranks in 5 % at most.
 */
static bool is_contradicted(const struct judgement *judgement)
{
    const struct comparison *comparison = judgement->comparison;
    size_t n = judgement->n_group, m = judgement->n_baseline;
    bool many = n >= RUNS_FOR_CONTRADICTION && m >= RUNS_FOR_CONTRADICTION;
    bool asked = (many || n != m) && !judgement->archived && comparison->pairs == 0;
    if (!asked || isnan(comparison->second_p))
        return false;
    bool opposite = !isnan(comparison->second_ratio) &&
                    (comparison->second_ratio > 1) != (comparison->change_pct > 0);
    return opposite || !(comparison->second_p < alpha_of(judgement));
}

static const char *evidence(const struct judgement *judgement)
{
    const struct comparison *comparison = judgement->comparison;
    const struct grounds grounds = {
        .low = (comparison->ci_low - 1) * 100,
        .high = (comparison->ci_high - 1) * 100,
        .told_change = ABSENT,
        .p = isnan(comparison->p_adjusted) ? comparison->p : comparison->p_adjusted,
        .group_runs = judgement->n_group,
        .baseline_runs = judgement->n_baseline,
        .pairs = comparison->pairs,
    };
    return words_grounds(judgement->draft->arena, &grounds);
}

static bool judge_winner(struct judgement *judgement)
{
    struct comparison *comparison = judgement->comparison;
    struct arena *arena = judgement->draft->arena;
    enum better better = comparison->metric->better;
    if (better == BETTER_NEITHER || !has_enough_runs(judgement) || !is_significant(judgement) ||
        !interval_excludes_one(comparison) || !is_large_enough(judgement) ||
        !is_above_resolution(judgement) || is_contradicted(judgement))
        return false;
    bool higher = comparison->change_pct > 0, good = higher == (better == BETTER_HIGHER);
    const char *amount = comparison->metric->kind == METRIC_RATE ? (higher ? "more" : "fewer")
                                                                 : (higher ? "higher" : "lower");
    const char *reason =
        arena_format(arena, "%s %s %s %s", words_percent(arena, comparison->change_pct), amount,
                     words_metric(comparison->metric), evidence(judgement));
    set_verdict(judgement, good ? VERDICT_BETTER : VERDICT_WORSE, reason);
    return true;
}

/* 4: nothing that matters. */

static bool judge_equivalent(struct judgement *judgement)
{
    struct comparison *comparison = judgement->comparison;
    struct arena *arena = judgement->draft->arena;
    if (judgement->archived || judgement->n_group < RUNS_FOR_VERDICT ||
        judgement->n_baseline < RUNS_FOR_VERDICT || !(comparison->equivalence_p < 0.05))
        return false;
    double margin = judgement->draft->settings->margin * 100;
    set_verdict(judgement, VERDICT_EQUIVALENT,
                arena_format(arena, "the same within %s %s", words_percent(arena, margin),
                             evidence(judgement)));
    return true;
}

/* 5: why not. */

/*
 * Runs per side at which a difference as large as the observed one, or the
 * least that matters, would be found; the correction is part of the price.
 */
static size_t runs_needed(const struct judgement *judgement)
{
    const struct comparison *comparison = judgement->comparison;
    const struct analysis *analysis = judgement->draft->analysis;
    double least = log1p(settings_min_effect(judgement->draft->settings, comparison->metric));
    double ratio = isnan(comparison->ratio) ? 1 : comparison->ratio;
    double delta = fmax(fabs(log(ratio)), least), n;
    bool corrected = judgement->draft->settings->correction != CORRECTION_NONE;
    double family = corrected && analysis->family_size > 1 ? (double)analysis->family_size : 1;
    double significance = alpha_of(judgement) / family;
    if (judgement->archived || !(comparison->log_sd > 0) || !(significance < POWER_WANTED) ||
        !t_test_sample_size(delta, comparison->log_sd, significance, POWER_WANTED, &n))
        return 0;
    size_t fewest =
        judgement->n_group < judgement->n_baseline ? judgement->n_group : judgement->n_baseline;
    size_t needed = (size_t)ceil(n);
    if (needed < RUNS_FOR_VERDICT)
        needed = RUNS_FOR_VERDICT;
    return needed > fewest ? needed : fewest + 1;
}

static const char *runs_advice(struct judgement *judgement)
{
    struct arena *arena = judgement->draft->arena;
    size_t needed = runs_needed(judgement);
    judgement->comparison->runs_needed = needed;
    if (needed == 0)
        return "";
    if (needed > MOST_RUNS_WORTH_SAYING)
        return arena_format(arena, "; more than %d runs per side needed", MOST_RUNS_WORTH_SAYING);
    return arena_format(arena, "; about %zu runs per side needed", needed);
}

static const char *reason_too_few(struct judgement *judgement)
{
    struct arena *arena = judgement->draft->arena;
    size_t n = judgement->n_group, m = judgement->n_baseline, fewest = n < m ? n : m;
    if (judgement->archived)
        return judgement->comparison->refusal;
    const char *runs = words_runs_per_side(arena, n, m);
    if (settings_test(judgement->draft->settings) == TEST_PAIRED)
        return arena_format(arena, "%zu pairs of runs: at least %d needed",
                            judgement->comparison->pairs, RUNS_FOR_VERDICT);
    if (fewest < 2)
        return arena_format(arena, "%s: noise unknown", runs);
    return arena_format(arena, "%s: too few for a verdict%s", runs, runs_advice(judgement));
}

static const char *reason_undecided(struct judgement *judgement)
{
    const struct comparison *comparison = judgement->comparison;
    struct arena *arena = judgement->draft->arena;
    bool enough = has_enough_runs(judgement);
    if (!enough)
        return reason_too_few(judgement);
    if (isnan(comparison->change_pct))
        return "no change can be told from a base of 0";
    if (!comparison->test)
        return "the runs have no spread: no test is possible";
    if (!is_above_resolution(judgement))
        return arena_format(arena, "the difference is below print resolution %s",
                            evidence(judgement));
    if (!is_significant(judgement) || !interval_excludes_one(comparison))
        return arena_format(arena, "not proven %s%s", evidence(judgement), runs_advice(judgement));
    if (comparison->metric->better == BETTER_NEITHER)
        return arena_format(arena, "differs by %s, which is neither better nor worse",
                            words_percent(arena, comparison->change_pct));
    if (!is_large_enough(judgement))
        return arena_format(
            arena, "differs by %s, less than the %s that a verdict asks for %s",
            words_percent(arena, comparison->change_pct),
            words_percent(
                arena, 100 * settings_min_effect(judgement->draft->settings, comparison->metric)),
            evidence(judgement));
    return arena_format(arena, "not proven: Mann-Whitney (p %s) does not confirm it %s%s",
                        format_p(arena, comparison->second_p), evidence(judgement),
                        runs_advice(judgement));
}

static bool judge_undecided(struct judgement *judgement)
{
    set_verdict(judgement, VERDICT_UNDECIDED, reason_undecided(judgement));
    return true;
}

/* The first that holds; the last always does. */
static void judge(const struct draft *draft, struct comparison *comparison)
{
    static bool (*const steps[])(struct judgement *) = {
        judge_invalid, judge_not_comparable, judge_winner, judge_equivalent, judge_undecided,
    };
    struct judgement judgement = judgement_of(draft, comparison);
    for (size_t i = 0; i < sizeof steps / sizeof *steps; i++) {
        if (steps[i](&judgement))
            return;
    }
}

/*
 * Whether a winner can come of it: only such comparisons are tests of the
 * family.  What keeps the others out does not depend on their p.
 */
static bool is_of_family(const struct draft *draft, struct comparison *comparison)
{
    struct judgement judgement = judgement_of(draft, comparison);
    struct pair pair = {comparison->baseline, comparison->group};
    return comparison->primary && !isnan(comparison->p) && has_enough_runs(&judgement) &&
           !finding_that_blocks(draft, pair, comparison->metric, VERDICT_INVALID) &&
           !finding_that_blocks(draft, pair, comparison->metric, VERDICT_NOT_COMPARABLE);
}

static bool no_adjustment(const double *p, size_t n, double *adjusted)
{
    memcpy(adjusted, p, n * sizeof *p);
    return true;
}

static void adjust(struct draft *draft)
{
    static bool (*const adjustments[])(const double *, size_t, double *) = {
        [CORRECTION_HOLM] = holm_adjust,
        [CORRECTION_BH] = benjamini_hochberg_adjust,
        [CORRECTION_NONE] = no_adjustment,
    };
    struct analysis *analysis = draft->analysis;
    size_t count = analysis->comparison_count, n = 0;
    double *p = arena_allocate(draft->arena, (count + 1) * sizeof *p);
    size_t *members = arena_allocate(draft->arena, (count + 1) * sizeof *members);
    for (size_t i = 0; i < count; i++) {
        if (is_of_family(draft, &analysis->comparisons[i])) {
            members[n] = i;
            p[n++] = analysis->comparisons[i].p;
        }
    }
    analysis->family_size = n;
    if (!adjustments[draft->settings->correction](p, n, p))
        return;
    for (size_t i = 0; i < n; i++)
        analysis->comparisons[members[i]].p_adjusted = p[i];
}

/* A number that repeats the primary metric has its p as well. */
static void share_adjusted(struct draft *draft)
{
    struct analysis *analysis = draft->analysis;
    for (size_t i = 0; i < analysis->comparison_count; i++) {
        struct comparison *comparison = &analysis->comparisons[i];
        for (size_t k = 0; !comparison->primary && k < analysis->comparison_count; k++) {
            const struct comparison *other = &analysis->comparisons[k];
            if (other->metric == analysis->primary && other->group == comparison->group &&
                other->baseline == comparison->baseline)
                comparison->p_adjusted = other->p_adjusted;
        }
    }
}

void verdicts_make(struct draft *draft)
{
    struct analysis *analysis = draft->analysis;
    adjust(draft);
    share_adjusted(draft);
    for (size_t i = 0; i < analysis->comparison_count; i++)
        judge(draft, &analysis->comparisons[i]);
}
