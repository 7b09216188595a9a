/*
 * Sides that fail unlike.  Failures come in bursts, so that the run is what
 * can be counted: whether one side fails more is asked of the shares of runs.
 */
#include "check.h"

#include <math.h>

#include "../stats/failures.h"
#include "../stats/multiplicity.h"
#include "../stats/proportion.h"
#include "../compare/summary.h"
#include "../say/words.h"

#define SIGNIFICANCE 0.05

/* The runs of a side that tell what is asked. */
struct side_runs {
    struct proportion *runs;
    size_t count;
};

/* A pair that fails unlike, and how surely. */
struct difference {
    struct pair pair;
    const char *detail;
    double p;
    bool by_runs; /* false: two runs a side or fewer, and p is that of independent requests */
};

/* The differences of all pairs: one family of tests. */
struct differences {
    struct inspection *inspection;
    struct difference *items;
    size_t count;
};

/* How a run is counted; false where its log does not say. */
typedef bool run_counter(const struct run *run, struct proportion *counted);

static bool count_failed(const struct run *run, struct proportion *counted)
{
    return run_share(run, SHARE_FAILED, counted);
}

static bool count_errors(const struct run *run, struct proportion *counted)
{
    return run_share(run, SHARE_ERRORS, counted);
}

/*
 * Where nobody says of how many requests, each run stands for the same number:
 * the shares then differ as the counts do.
 */
static bool count_uncounted(const struct run *run, struct proportion *counted)
{
    double failed;
    if (!run_broken_requests(run, &failed) || failed < 0 || failed > LARGEST_COUNT)
        return false;
    *counted = (struct proportion){(uint64_t)failed, (uint64_t)LARGEST_COUNT};
    return true;
}

/* The runs of a group as their logs have them: combined ones by their parts. */
static struct side_runs runs_of(const struct draft *draft, const struct group *group,
                                run_counter *count)
{
    bool combined = group->part_count > 0;
    size_t most = combined ? group->part_count : group->used_count;
    struct side_runs side = {
        .runs = arena_allocate(draft->arena, (most + 1) * sizeof *side.runs),
    };
    for (size_t i = 0; i < most; i++) {
        const struct run *run =
            combined ? group->parts[i] : group_used_run(draft->analysis, group, i);
        side.count += count(run, &side.runs[side.count]);
    }
    return side;
}

static void add_difference(struct differences *differences, struct difference difference)
{
    differences->items[differences->count++] = difference;
}

/* Tests by runs; false where there are too few. */
static bool test_runs(const struct draft *draft, const struct pair *pair, run_counter *count,
                      double *p)
{
    const struct analysis *analysis = draft->analysis;
    struct side_runs x = runs_of(draft, &analysis->groups[pair->group], count);
    struct side_runs y = runs_of(draft, &analysis->groups[pair->baseline], count);
    struct failures_result result;
    if (!failures_test(x.runs, x.count, y.runs, y.count, &result))
        return false;
    *p = result.p;
    return true;
}

static struct proportion proportion_of(const struct share *share)
{
    return (struct proportion){(uint64_t)share->count, (uint64_t)share->total};
}

/* Fisher's sum has as many terms; beyond it Pearson's test says the same at once. */
#define MOST_TERMS 100000.0

/* As if requests failed one by one: what a few runs are worth a note for, and no more. */
static bool test_requests(const struct share *x, const struct share *y, double *p)
{
    double count = x->count + y->count, total = x->total + y->total;
    double terms = fmin(fmin(count, total - count), fmin(x->total, y->total));
    struct chi_squared_result pearson;
    if (terms <= MOST_TERMS)
        return fisher_exact_test(proportion_of(x), proportion_of(y), p);
    if (!chi_squared_test(proportion_of(x), proportion_of(y), &pearson))
        return false;
    *p = pearson.p;
    return true;
}

static void compare_shares(struct differences *differences, const struct pair *pair,
                           const struct share *group, const struct share *baseline,
                           run_counter *count, const char *words)
{
    const struct draft *draft = differences->inspection->draft;
    struct arena *arena = draft->arena;
    bool any = group->count > 0 || baseline->count > 0;
    struct difference difference = {.pair = *pair};
    if (!any || !(group->total > 0) || !(baseline->total > 0))
        return;
    difference.by_runs = test_runs(draft, pair, count, &difference.p);
    if (!difference.by_runs && !test_requests(group, baseline, &difference.p))
        return;
    difference.detail =
        arena_format(arena, "%s of %s against %s of %s %s", words_count(arena, group->count),
                     words_count(arena, group->total), words_count(arena, baseline->count),
                     words_count(arena, baseline->total), words);
    add_difference(differences, difference);
}

static bool tells_failures(const struct group *group)
{
    return !isnan(group->failed.count) || !isnan(group->uncounted);
}

/* All that failed, counted or not. */
static struct event_count failures_of(const struct group *group)
{
    double counted = isnan(group->failed.count) ? 0 : group->failed.count;
    double uncounted = isnan(group->uncounted) ? 0 : group->uncounted;
    return (struct event_count){(uint64_t)(counted + uncounted), (double)group->used_count};
}

/* Where a side does not say of how many requests, a run stands against a run. */
static void compare_uncounted(struct differences *differences, const struct pair *pair,
                              const struct group *group, const struct group *baseline)
{
    const struct draft *draft = differences->inspection->draft;
    struct arena *arena = draft->arena;
    struct event_count own = failures_of(group), other = failures_of(baseline);
    struct difference difference = {.pair = *pair};
    if ((isnan(group->uncounted) && isnan(baseline->uncounted)) || !tells_failures(group) ||
        !tells_failures(baseline) || own.count + other.count == 0)
        return;
    difference.by_runs = test_runs(draft, pair, count_uncounted, &difference.p);
    if (!difference.by_runs && !event_rates_test(own, other, &difference.p))
        return;
    difference.detail = arena_format(
        arena, "%s failed in %s against %s in %s, of how many is not said",
        words_requests(arena, (double)own.count), words_runs(arena, group->used_count),
        words_count(arena, (double)other.count), words_runs(arena, baseline->used_count));
    add_difference(differences, difference);
}

static void compare_failures(struct differences *differences, const struct pair *pair)
{
    const struct analysis *analysis = differences->inspection->draft->analysis;
    const struct group *group = &analysis->groups[pair->group];
    const struct group *baseline = &analysis->groups[pair->baseline];
    compare_shares(differences, pair, &group->failed, &baseline->failed, count_failed,
                   "requests failed");
    compare_shares(differences, pair, &group->errors, &baseline->errors, count_errors,
                   "answers were errors or redirects");
    compare_uncounted(differences, pair, group, baseline);
}

/* Those that are tested alike are one family. */
static void report_family(const struct differences *differences, bool by_runs)
{
    struct inspection *inspection = differences->inspection;
    struct arena *arena = inspection->draft->arena;
    double *p = arena_allocate(arena, (differences->count + 1) * sizeof *p);
    size_t *members = arena_allocate(arena, (differences->count + 1) * sizeof *members);
    size_t count = 0;
    for (size_t i = 0; i < differences->count; i++) {
        if (differences->items[i].by_runs != by_runs)
            continue;
        members[count] = i;
        p[count++] = differences->items[i].p;
    }
    if (!holm_adjust(p, count, p))
        return;
    for (size_t i = 0; i < count; i++) {
        const struct difference *difference = &differences->items[members[i]];
        if (!(p[i] < SIGNIFICANCE))
            continue;
        inspection->group = difference->pair.group;
        inspection->baseline = difference->pair.baseline;
        found(inspection, by_runs ? NOTE_BLOCKS : NOTE_INFORMS, "%s%s", difference->detail,
              by_runs ? "" : ", in too few runs to tell whether that is a burst");
    }
}

static void find_failures_differ(struct inspection *inspection)
{
    const struct draft *draft = inspection->draft;
    size_t most = 3 * draft->pair_count + 1;
    struct differences differences = {
        .inspection = inspection,
        .items = arena_allocate(draft->arena, most * sizeof *differences.items),
    };
    for (size_t i = 0; i < draft->pair_count; i++)
        compare_failures(&differences, &draft->pairs[i]);
    report_family(&differences, true);
    report_family(&differences, false);
}

static const struct check check_failures_differ = {
    .code = "failures-differ",
    .severity = NOTE_BLOCKS,
    .scope = CHECK_ALL,
    .blocks_as = VERDICT_INVALID,
    .summary = "the sides fail at different rates (a test by runs, adjusted by Holm)",
    .advice = "The side that fails more does less work for its speed; compare again when both fail "
              "alike.",
    .find = find_failures_differ,
};

const struct check_list failures_differ_checks = CHECK_LIST(&check_failures_differ);
