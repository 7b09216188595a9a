/*
 * Checks: the runs of a group against each other.
 */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "../stats/describe.h"
#include "../stats/outlier.h"
#include "../stats/trend.h"
#include "../model/member.h"
#include "check.h"
#include "../compare/comparison.h"
#include "../compare/trend_order.h"
#include "../say/words.h"

#define CV_THAT_WARNS  0.10
#define CV_THAT_BLOCKS 0.30

/* A first run worse by so much, and by so many sd of the others, was a warm-up. */
#define WARM_UP_SHARE 0.10
#define WARM_UP_SDS   3.0

/* An outlier that is not even so far off does no harm. */
#define OUTLIER_SHARE 0.05

#define RUNS_FOR_LAG          10
#define DOCUMENT_LENGTH_SLACK 0.10

static const struct summary *primary_summary(const struct inspection *inspection)
{
    const struct metric *primary = inspection->draft->analysis->primary;
    return primary == NULL ? NULL : group_summary(inspected_group(inspection), primary);
}

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
    if (summary == NULL || summary->n < 3 || summary->metric->better == BETTER_NEITHER ||
        inspected_group(inspection)->archived ||
        !describe(summary->values + 1, summary->n - 1, others) || !(others->mean > 0))
        return false;
    double first = summary->values[0];
    return worse_by(summary->metric, first, others->mean) > WARM_UP_SHARE &&
           fabs(first - others->mean) > WARM_UP_SDS * others->sd;
}

void check_warm_up(struct inspection *inspection)
{
    const struct summary *summary = primary_summary(inspection);
    struct arena *arena = inspection->draft->arena;
    struct description others;
    if (begins_cold(inspection, summary, &others))
        found_in_run(inspection, NOTE_WARNS, summary->runs[0], "%s %s, the others %s on average",
                     words_metric(summary->metric), words_number(arena, summary->values[0]),
                     words_number(arena, others.mean));
}

void check_outlier(struct inspection *inspection)
{
    const struct summary *summary = primary_summary(inspection);
    struct arena *arena = inspection->draft->arena;
    if (summary == NULL || summary->n < 5)
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

void check_drift(struct inspection *inspection)
{
    const struct summary *summary = primary_summary(inspection);
    struct arena *arena = inspection->draft->arena;
    double share;
    if (summary == NULL || inspected_group(inspection)->archived ||
        !runs_drift(inspection->draft, summary, &share))
        return;
    found(inspection, NOTE_WARNS, "%s changes by %s from the first to the last of %s",
          words_metric(summary->metric), words_change(arena, share * 100),
          words_runs(arena, summary->n));
}

void check_lag(struct inspection *inspection)
{
    const struct summary *summary = primary_summary(inspection);
    struct arena *arena = inspection->draft->arena;
    double correlation, share;
    if (summary == NULL || summary->n < RUNS_FOR_LAG || inspected_group(inspection)->archived)
        return;
    const double *ordered = values_in_time(inspection->draft, summary);
    if (!lag1_autocorrelation(ordered, summary->n, &correlation) ||
        correlation <= 2 / sqrt((double)summary->n) ||
        runs_drift(inspection->draft, summary, &share))
        return; /* a drift was said already */
    found(inspection, NOTE_WARNS, "correlation of neighbouring runs %s over %s",
          words_number(arena, correlation), words_runs(arena, summary->n));
}

static void look_at_variation(struct inspection *inspection, const struct metric *metric)
{
    const struct analysis *analysis = inspection->draft->analysis;
    const struct summary *summary = group_summary(inspected_group(inspection), metric);
    struct arena *arena = inspection->draft->arena;
    if (summary == NULL || !(summary->cv > CV_THAT_WARNS))
        return;
    bool primary = metric == analysis->primary;
    /* The CV of two runs is itself too uncertain to block, and two give no winner anyway. */
    bool blocks = summary->cv > CV_THAT_BLOCKS && summary->n >= RUNS_FOR_VERDICT;
    enum severity severity = blocks && primary ? NOTE_BLOCKS : NOTE_WARNS;
    found_about(inspection, severity,
                (struct subject){.run = NO_RUN, .metric = metric, .blocks_metric = blocks},
                "CV of %s %s over %s", words_metric(metric),
                words_percent(arena, summary->cv * 100), words_runs(arena, summary->n));
}

void check_high_variation(struct inspection *inspection)
{
    const struct analysis *analysis = inspection->draft->analysis;
    const struct settings *settings = inspection->draft->settings;
    if (analysis->primary != NULL)
        look_at_variation(inspection, analysis->primary);
    for (size_t i = 0; i < settings->metric_count; i++) {
        const struct metric *metric = settings->metrics[i];
        if (metric != analysis->primary && metric->better != BETTER_NEITHER &&
            metric->kind != METRIC_COUNT)
            look_at_variation(inspection, metric);
    }
}

static void look_at_setting(struct inspection *inspection, const struct member *member)
{
    const struct group *group = inspected_group(inspection);
    struct arena *arena = inspection->draft->arena;
    const char *first = NULL;
    for (size_t i = 0; i < group->used_count; i++) {
        const struct run *run = group_used_run(inspection->draft->analysis, group, i);
        const char *text = member_value_text(run, member, arena);
        if (text == NULL)
            continue;
        if (first != NULL && strcmp(first, text) != 0) {
            found(inspection, NOTE_WARNS, "%s %s and %s%s%s", member->words, first, text,
                  *member->unit ? " " : "", member->unit);
            return;
        }
        first = text;
    }
}

static void look_at_document_length(struct inspection *inspection)
{
    const struct group *group = inspected_group(inspection);
    struct arena *arena = inspection->draft->arena;
    double least = ABSENT, most = ABSENT;
    for (size_t i = 0; i < group->used_count; i++) {
        double length =
            group_used_run(inspection->draft->analysis, group, i)->target.document_length;
        least = fmin(least, length);
        most = fmax(most, length);
    }
    if (most - least > DOCUMENT_LENGTH_SLACK * most)
        found(inspection, NOTE_WARNS, "document length %s and %s bytes", words_count(arena, least),
              words_count(arena, most));
}

void check_hidden_setting(struct inspection *inspection)
{
    if (inspected_group(inspection)->archived)
        return;
    size_t count;
    const struct member *members = member_table(&count);
    for (size_t i = 0; i < count; i++) {
        if (member_has(&members[i], MEMBER_SHARED_BY_RUNS))
            look_at_setting(inspection, &members[i]);
    }
    look_at_document_length(inspection);
}

void check_unequal_runs(struct inspection *inspection)
{
    const struct summary *summary =
        group_summary_by_key(inspected_group(inspection), "requests_complete");
    struct arena *arena = inspection->draft->arena;
    if (summary != NULL && summary->min > 0 && summary->max > 2 * summary->min)
        found(inspection, NOTE_WARNS, "%s to %s requests a run", words_count(arena, summary->min),
              words_count(arena, summary->max));
}
