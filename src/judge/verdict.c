/*
 * Verdicts: the first rule that holds, with its reason in words.
 */
#include "verdict.h"

#include <math.h>
#include <string.h>

#include "../stats/multiplicity.h"
#include "../stats/effect.h"
#include "../stats/plan.h"
#include "../compare/claim.h"
#include "../compare/comparison.h"
#include "../check/note.h"
#include "../say/format.h"
#include "../say/words.h"

#define RUNS_FOR_CONTRADICTION 5
#define EQUIVALENCE_LEVEL      0.05

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

/* What fell to nothing changed by more than any limit. */
static bool is_large_enough(const struct judgement *judgement)
{
    const struct comparison *comparison = judgement->comparison;
    double ratio = comparison_ratio(comparison);
    return ratio <= 0 || ratio_reaches(ratio, settings_min_effect(judgement->draft->settings,
                                                                  comparison->metric));
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
    bool denied = !(comparison->second_p < alpha_of(judgement));
    /* Who asks for ranks does not want means to be asked: one run may hide a shift from them. */
    return strcmp(comparison->second_test, "log-welch") == 0 ? opposite && !denied
                                                             : opposite || denied;
}

/* What the correction for several comparisons took away; "" where it changed nothing. */
static const char *correction_words(const struct judgement *judgement)
{
    return claim_correction(judgement->draft->arena, judgement->draft->analysis,
                            judgement->comparison);
}

static const char *evidence(const struct judgement *judgement)
{
    const struct comparison *comparison = judgement->comparison;
    struct grounds grounds = claim_evidence(judgement->draft->analysis, comparison);
    grounds.p = isnan(comparison->p_adjusted) ? comparison->p : comparison->p_adjusted;
    return words_grounds(judgement->draft->arena, &grounds);
}

static const char *equivalence_evidence(const struct judgement *judgement)
{
    const struct comparison *comparison = judgement->comparison;
    struct grounds grounds = claim_equivalence(judgement->draft->analysis, comparison);
    grounds.p = comparison->equivalence.p_adjusted;
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
        judgement->n_baseline < RUNS_FOR_VERDICT ||
        !(comparison->equivalence.p_adjusted < EQUIVALENCE_LEVEL))
        return false;
    double margin = 100 * settings_margin(judgement->draft->settings, comparison->metric);
    set_verdict(judgement, VERDICT_EQUIVALENT,
                arena_format(arena, "the same within %s %s%s", words_percent(arena, margin),
                             equivalence_evidence(judgement), correction_words(judgement)));
    return true;
}

/* 5: why not. */

/* The runs of a plan; 0 where there are as many. */
static size_t worth_saying(const struct judgement *judgement, size_t runs)
{
    size_t n = judgement->n_group, m = judgement->n_baseline;
    if (runs < RUNS_FOR_VERDICT)
        runs = RUNS_FOR_VERDICT;
    return runs > (n < m ? n : m) ? runs : 0;
}

/*
 * Plans.  A change of just the least that counts is confirmed in half of all
 * experiments at most, since the estimate must reach it: a plan is for twice
 * that, or for what --find asks for, and the correction is part of its price.
 */
static void plan_runs(struct judgement *judgement)
{
    const struct draft *draft = judgement->draft;
    struct comparison *comparison = judgement->comparison;
    const struct log_spread spread = {comparison->log_sd, comparison->log_sd_df};
    bool corrected = draft->settings->correction != CORRECTION_NONE;
    size_t family =
        corrected && draft->analysis->family_size > 1 ? draft->analysis->family_size : 1;
    double change = settings_planned_change(draft->settings, comparison->metric);
    double margin = settings_margin(draft->settings, comparison->metric);
    size_t needed, equivalence;
    if (judgement->archived || !(spread.sd > 0) || !(spread.degrees_of_freedom > 0))
        return;
    if (runs_to_confirm(change, &spread, alpha_of(judgement), family, &needed)) {
        comparison->planned_change = change;
        comparison->runs_needed = worth_saying(judgement, needed);
    }
    if (runs_for_equivalence(margin, &spread, EQUIVALENCE_LEVEL, family, &equivalence))
        comparison->runs_needed_equivalence = worth_saying(judgement, equivalence);
}

/* "; about 14 runs a side would confirm a change of 4 %" */
static const char *runs_advice(struct judgement *judgement)
{
    const char *plan = claim_plan(judgement->draft->arena, judgement->comparison);
    return plan[0] == '\0' ? "" : arena_format(judgement->draft->arena, "; %s", plan);
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
    plan_runs(judgement);
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
        return arena_format(arena, "not proven %s%s%s", evidence(judgement),
                            correction_words(judgement), runs_advice(judgement));
    if (comparison->metric->better == BETTER_NEITHER)
        return arena_format(arena, "differs by %s, which is neither better nor worse",
                            words_percent(arena, comparison->change_pct));
    if (!is_large_enough(judgement)) {
        judgement->comparison->is_small = true;
        return arena_format(
            arena, "differs by %s, less than the %s that a verdict asks for %s",
            words_percent(arena, comparison->change_pct),
            words_percent(
                arena, 100 * settings_min_effect(judgement->draft->settings, comparison->metric)),
            evidence(judgement));
    }
    return arena_format(arena, "not proven: %s (p %s) does not confirm it %s%s",
                        claim_test_name(comparison->second_test),
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

/* One sequence of tests: p values of the family, and where the adjusted ones go. */
struct sequence {
    double (*p)(const struct comparison *comparison);
    void (*set)(struct comparison *comparison, double adjusted);
};

static double difference_p(const struct comparison *comparison)
{
    return comparison->p;
}

static void set_difference_p(struct comparison *comparison, double adjusted)
{
    comparison->p_adjusted = adjusted;
}

/* What cannot be tested for equivalence is not equivalent. */
static double equivalence_p(const struct comparison *comparison)
{
    return isnan(comparison->equivalence.p) ? 1 : comparison->equivalence.p;
}

static void set_equivalence_p(struct comparison *comparison, double adjusted)
{
    if (!isnan(comparison->equivalence.p))
        comparison->equivalence.p_adjusted = adjusted;
}

static void adjust_sequence(struct draft *draft, const size_t *members, size_t n,
                            const struct sequence *sequence)
{
    static bool (*const adjustments[])(const double *, size_t, double *) = {
        [CORRECTION_HOLM] = holm_adjust,
        [CORRECTION_BH] = benjamini_hochberg_adjust,
        [CORRECTION_NONE] = no_adjustment,
    };
    struct comparison *comparisons = draft->analysis->comparisons;
    double *p = arena_allocate(draft->arena, (n + 1) * sizeof *p);
    for (size_t i = 0; i < n; i++)
        p[i] = sequence->p(&comparisons[members[i]]);
    if (!adjustments[draft->settings->correction](p, n, p))
        return;
    for (size_t i = 0; i < n; i++)
        sequence->set(&comparisons[members[i]], p[i]);
}

/* Differences and equivalences are two sequences over the same comparisons. */
static void adjust(struct draft *draft)
{
    static const struct sequence sequences[] = {
        {difference_p,  set_difference_p },
        {equivalence_p, set_equivalence_p},
    };
    struct analysis *analysis = draft->analysis;
    size_t *members =
        arena_allocate(draft->arena, (analysis->comparison_count + 1) * sizeof *members);
    size_t n = 0;
    for (size_t i = 0; i < analysis->comparison_count; i++) {
        if (is_of_family(draft, &analysis->comparisons[i]))
            members[n++] = i;
    }
    analysis->family_size = n;
    for (size_t i = 0; i < sizeof sequences / sizeof *sequences; i++)
        adjust_sequence(draft, members, n, &sequences[i]);
}

static void share_adjusted_with(struct comparison *comparison, const struct comparison *other)
{
    comparison->p_adjusted = other->p_adjusted;
    comparison->equivalence.p_adjusted = other->equivalence.p_adjusted;
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
                share_adjusted_with(comparison, other);
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
