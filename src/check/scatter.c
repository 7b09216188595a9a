/*
 * How the runs of a group scatter, and runs that stand out.
 */
#include "check.h"

#include <math.h>
#include <string.h>

#include "../base/key_index.h"
#include "../stats/describe.h"
#include "../stats/hypothesis.h"
#include "../stats/outlier.h"
#include "../compare/comparison.h"
#include "../say/words.h"

#define CV_THAT_WARNS  0.10
#define CV_THAT_BLOCKS 0.30

/* A first run worse by so much, and by so many sd of the others, was a warm-up. */
#define WARM_UP_SHARE 0.10
#define WARM_UP_SDS   3.0

/* An outlier that is not even so far off does no harm. */
#define OUTLIER_SHARE 0.05

/* However the runs scatter: a change of which so much is sure is one. */
#define SURE_IN_SPITE_OF_SCATTER 0.99

/* Whether the two sides differ far beyond what their scatter explains. */
static bool differ_surely(const struct draft *draft, struct pair pair, const struct metric *metric)
{
    const struct group *groups = draft->analysis->groups;
    const struct summary *group = group_summary(&groups[pair.group], metric);
    const struct summary *baseline = group_summary(&groups[pair.baseline], metric);
    const struct test_options options = {.confidence = SURE_IN_SPITE_OF_SCATTER};
    struct ratio_test_result result;
    if (!group || !baseline || group->n < RUNS_FOR_VERDICT || baseline->n < RUNS_FOR_VERDICT ||
        groups[pair.baseline].archived ||
        !welch_log_test((struct sample){group->values, group->n},
                        (struct sample){baseline->values, baseline->n}, &options, &result))
        return false;
    return result.p < 1 - SURE_IN_SPITE_OF_SCATTER;
}

/* Whether no comparison of the inspected group is left that scatter could make. */
static bool all_differ_surely(const struct inspection *inspection, const struct metric *metric)
{
    const struct draft *draft = inspection->draft;
    size_t count = 0;
    for (size_t i = 0; i < draft->pair_count; i++) {
        struct pair pair = draft->pairs[i];
        if (pair.group != inspection->group && pair.baseline != inspection->group)
            continue;
        if (!differ_surely(draft, pair, metric))
            return false;
        count++;
    }
    return count > 0;
}

static void look_at_variation(struct inspection *inspection, const struct metric *metric)
{
    const struct analysis *analysis = inspection->draft->analysis;
    const struct summary *summary = group_summary(inspected_group(inspection), metric);
    struct arena *arena = inspection->draft->arena;
    if (!summary || !(summary->cv > CV_THAT_WARNS))
        return;
    bool primary = metric == analysis->primary;
    /* The CV of two runs is itself too uncertain to block, and two give no winner anyway. */
    bool blocks = summary->cv > CV_THAT_BLOCKS && summary->n >= RUNS_FOR_VERDICT &&
                  !all_differ_surely(inspection, metric);
    enum severity severity = blocks && primary ? NOTE_BLOCKS : NOTE_WARNS;
    found_about(inspection, severity,
                (struct subject){.run = NO_RUN, .metric = metric, .blocks_metric = blocks},
                "CV of %s %s over %s", words_metric(metric),
                words_percent(arena, summary->cv * 100), words_runs(arena, summary->n));
}

static void find_high_variation(struct inspection *inspection)
{
    const struct analysis *analysis = inspection->draft->analysis;
    const struct settings *settings = inspection->draft->settings;
    if (analysis->primary)
        look_at_variation(inspection, analysis->primary);
    for (size_t i = 0; i < settings->metric_count; i++) {
        const struct metric *metric = settings->metrics[i];
        if (metric != analysis->primary && metric->better != BETTER_NEITHER &&
            metric->kind != METRIC_COUNT)
            look_at_variation(inspection, metric);
    }
}

static const struct check check_high_variation = {
    .code = "high-variation",
    .severity = NOTE_BLOCKS,
    .scope = CHECK_GROUP,
    .blocks_as = VERDICT_INVALID,
    .summary = "the runs scatter: over 10 % CV warns, over 30 % blocks a small change",
    .advice = "Something else than the server varies from run to run; find it before more runs are "
              "taken.",
    .find = find_high_variation,
};

/* How much worse a is than b, as a share of b; negative: better. */
static double worse_by(const struct metric *metric, double a, double b)
{
    double change = a / b - 1;
    return metric->better == BETTER_HIGHER ? -change : change;
}

/* Whether the first run is far worse than the others, which are described. */
static bool begins_cold(const struct inspection *inspection, const struct summary *summary,
                        struct description *others)
{
    if (!summary || summary->n < 3 || summary->metric->better == BETTER_NEITHER ||
        inspected_group(inspection)->archived ||
        !describe(summary->values + 1, summary->n - 1, others) || !(others->mean > 0))
        return false;
    double first = summary->values[0];
    return worse_by(summary->metric, first, others->mean) > WARM_UP_SHARE &&
           fabs(first - others->mean) > WARM_UP_SDS * others->sd;
}

static void find_warm_up(struct inspection *inspection)
{
    const struct summary *summary = inspected_primary(inspection);
    struct arena *arena = inspection->draft->arena;
    struct description others;
    if (begins_cold(inspection, summary, &others))
        found_in_run(inspection, NOTE_WARNS, summary->runs[0], "%s %s, the others %s on average",
                     words_metric(summary->metric), words_number(arena, summary->values[0]),
                     words_number(arena, others.mean));
}

static const struct check check_warm_up = {
    .code = "warm-up",
    .severity = NOTE_WARNS,
    .scope = CHECK_GROUP,
    .blocks_as = VERDICT_INVALID,
    .summary = "the first run is much slower than the others",
    .advice = "It is most likely a warm-up; --drop-first 1 leaves it out.",
    .find = find_warm_up,
};

/* Words by which people mark a first run and a later one, in lower case. */
static const char *const first_words[] = {"initial run", "first run", "1st run", "cold"};
static const char *const later_words[] = {"2nd run", "second run", "later run",
                                          "3rd run", "third run",  "warm"};

/* The label without the marking word, in lower case; NULL where it holds none. */
static const char *unmarked_label(const struct draft *draft, const char *label,
                                  const char *const *words, size_t count)
{
    char *lower = arena_copy_string(draft->arena, label);
    for (char *byte = lower; *byte != '\0'; byte++)
        *byte = byte_lower(*byte);
    for (size_t i = 0; i < count; i++) {
        char *found_word = strstr(lower, words[i]);
        if (!found_word)
            continue;
        memmove(found_word, found_word + strlen(words[i]),
                strlen(found_word + strlen(words[i])) + 1);
        return lower;
    }
    return NULL;
}

/* Large enough that no noise explains it. */
#define WARM_UP_FACTOR 1.25

static void compare_marked(struct inspection *inspection, size_t first, size_t later)
{
    const struct analysis *analysis = inspection->draft->analysis;
    struct arena *arena = inspection->draft->arena;
    const struct summary *cold = group_summary(&analysis->groups[first], analysis->primary);
    const struct summary *warm = group_summary(&analysis->groups[later], analysis->primary);
    if (!cold || !warm || !(cold->mean > 0) || !(warm->mean > 0))
        return;
    double factor = analysis->primary->better == BETTER_HIGHER ? warm->mean / cold->mean
                                                               : cold->mean / warm->mean;
    inspection->group = first;
    if (factor >= WARM_UP_FACTOR)
        found(inspection, NOTE_WARNS, "%s is %s times faster", analysis->groups[later].name,
              words_number(arena, factor));
}

static void find_labelled_warm_up(struct inspection *inspection)
{
    struct draft *draft = inspection->draft;
    const struct analysis *analysis = draft->analysis;
    struct key_index firsts;
    key_index_init(&firsts, draft->arena);
    if (!analysis->primary)
        return;
    for (size_t g = 0; g < analysis->group_count; g++) {
        const char *label = group_key_text(&analysis->groups[g], "label");
        const char *rest = label ? unmarked_label(draft, label, first_words,
                                                  sizeof first_words / sizeof *first_words)
                                 : NULL;
        if (rest)
            key_index_put(&firsts, rest, g);
    }
    for (size_t g = 0; g < analysis->group_count && firsts.count > 0; g++) {
        const char *label = group_key_text(&analysis->groups[g], "label");
        const char *rest = label ? unmarked_label(draft, label, later_words,
                                                  sizeof later_words / sizeof *later_words)
                                 : NULL;
        size_t first = rest ? key_index_find(&firsts, rest) : KEY_ABSENT;
        if (first != KEY_ABSENT && first != g)
            compare_marked(inspection, first, g);
    }
}

static const struct check check_labelled_warm_up = {
    .code = "labelled-warm-up",
    .severity = NOTE_WARNS,
    .scope = CHECK_ALL,
    .blocks_as = VERDICT_INVALID,
    .summary = "labels tell a first run from a later one, and it is much slower",
    .advice = "The first is most likely a warm-up: compare the later one.",
    .find = find_labelled_warm_up,
};

static void find_outlier(struct inspection *inspection)
{
    const struct summary *summary = inspected_primary(inspection);
    struct arena *arena = inspection->draft->arena;
    if (!summary || summary->n < 5)
        return;
    double *scores = arena_allocate(arena, summary->n * sizeof *scores);
    if (!mad_scores(summary->values, summary->n, scores))
        return;
    /* A warm-up is told as such. */
    struct description others;
    for (size_t i = begins_cold(inspection, summary, &others); i < summary->n; i++) {
        double share = fabs(summary->values[i] / summary->median - 1);
        if (fabs(scores[i]) > OUTLIER_SCORE_HYPERFINE && share > OUTLIER_SHARE)
            found_in_run(inspection, NOTE_WARNS, summary->runs[i], "%s %s, the median is %s",
                         words_metric(summary->metric), words_number(arena, summary->values[i]),
                         words_number(arena, summary->median));
    }
}

static const struct check check_outlier = {
    .code = "outlier",
    .severity = NOTE_WARNS,
    .scope = CHECK_GROUP,
    .blocks_as = VERDICT_INVALID,
    .summary = "a run lies far from the others of its group",
    .advice = "Something disturbed it; say why or repeat it, and do not just leave it out.",
    .find = find_outlier,
};

const struct check_list scatter_checks =
    CHECK_LIST(&check_high_variation, &check_warm_up, &check_labelled_warm_up, &check_outlier);
