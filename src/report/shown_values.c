/* The values that a report shows: which of a group's numbers, and what stands in for none. */
#include "build.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "../base/text.h"
#include "../compare/measured_mean.h"
#include "verdict_words.h"

/* Whether every used run saw its requests one by one: a table of percentiles is no such thing. */
static bool sees_requests(const struct builder *builder, const struct group *group)
{
    for (size_t i = 0; i < group->used_count; i++)
        if (!builder->analysis->runs[group->used[i]]->distribution.count)
            return false;
    return group->used_count > 0;
}

bool metric_is_pooled(const struct builder *builder, const struct metric *metric)
{
    bool any = false;

    if (!isfinite(metric->percentile) && strcmp(metric->key, "latency_median_ms") != 0)
        return false;
    for (size_t i = 0; i < builder->analysis->group_count; i++) {
        const struct group *group = &builder->analysis->groups[i];
        const struct summary *summary = group_summary(group, metric);
        if (!summary || !summary->n)
            continue;
        if (!sees_requests(builder, group) || summary->pooled_low != summary->pooled_high)
            return false;
        any = true;
    }
    return any;
}

struct shown_value group_value(const struct group *group, const struct metric *metric)
{
    struct shown_value shown = {
        .metric = metric, .value = ABSENT, .half_width = ABSENT, .resolution = ABSENT};
    const struct summary *summary = group_summary(group, metric);

    if (!summary || !summary->n)
        return shown;
    shown.value = summary->mean;
    shown.half_width = summary->half_width;
    shown.resolution = summary->resolution;
    shown.n = summary->n;
    return shown;
}

struct shown_value run_shown_value(const struct group *group, const struct run *run,
                                   const struct metric *metric)
{
    struct shown_value shown = {
        .metric = metric, .value = ABSENT, .half_width = ABSENT, .resolution = ABSENT, .n = 1};
    const struct measurement *found = shown_measurement(group, run, metric);

    if (found) {
        shown.value = found->value;
        shown.resolution = found->resolution;
    }
    return shown;
}

static int compare_metrics(const void *a, const void *b)
{
    const struct metric *const *left = a;
    const struct metric *const *right = b;

    return ((*left)->order > (*right)->order) - ((*left)->order < (*right)->order);
}

/* A set of metrics that is filled from thousands of runs: most are there already. */
struct metric_list {
    const struct metric **metrics;
    size_t count;
    size_t capacity;
};

static void list_add(const struct builder *builder, struct metric_list *list,
                     const struct metric *metric)
{
    for (size_t i = 0; i < list->count; i++)
        if (list->metrics[i] == metric)
            return;
    list->metrics = arena_grow(builder->arena, list->metrics, list->count, &list->capacity,
                               sizeof *list->metrics);
    list->metrics[list->count++] = metric;
}

const struct metric **builder_all_metrics(const struct builder *builder, size_t *count)
{
    struct metric_list list = {0};

    for (size_t i = 0; i < builder->analysis->run_count; i++) {
        const struct run *run = builder->analysis->runs[i];
        for (size_t k = 0; k < run->measurement_count; k++)
            list_add(builder, &list, run->measurements[k].metric);
    }
    if (list.count)
        qsort(list.metrics, list.count, sizeof *list.metrics, compare_metrics);
    *count = list.count;
    return list.metrics;
}

/* Neither in the built-in table nor a percentile: a rule file's own, or a kept column. */
static bool is_own(const struct metric *metric)
{
    size_t count;
    const struct metric *table = metric_table(&count);

    return isnan(metric->percentile) && !(metric >= table && metric < table + count);
}

static const struct metric **own_metrics(const struct builder *builder, size_t *count)
{
    size_t all_count;
    const struct metric **all = builder_all_metrics(builder, &all_count);

    *count = 0;
    for (size_t i = 0; i < all_count; i++)
        if (is_own(all[i]))
            all[(*count)++] = all[i];
    return all;
}

const struct metric **builder_metrics(const struct builder *builder,
                                      const struct template_column *columns, size_t count,
                                      size_t *metric_count)
{
    const struct settings *settings = builder->analysis->settings;
    struct metric_list list = {0};

    for (size_t i = 0; i < count; i++) {
        const struct metric **more = NULL;
        size_t more_count = 0;
        if (columns[i].choice == CHOICE_ONE)
            list_add(builder, &list, columns[i].metric);
        else if (columns[i].choice == CHOICE_PRIMARY && builder->subject)
            list_add(builder, &list, builder->subject);
        else if (columns[i].choice == CHOICE_ALL)
            more = builder_all_metrics(builder, &more_count);
        else if (columns[i].choice == CHOICE_OWN)
            more = own_metrics(builder, &more_count);
        else if (columns[i].choice == CHOICE_SELECTED && settings->metric_count) {
            more = settings->metrics;
            more_count = settings->metric_count;
        } else if (columns[i].choice == CHOICE_SELECTED) {
            more =
                builder_metrics(builder, columns[i].instead, columns[i].instead_count, &more_count);
        }
        for (size_t k = 0; k < more_count; k++)
            list_add(builder, &list, more[k]);
    }
    *metric_count = list.count;
    return list.metrics;
}

const char *unused_words(const struct builder *builder, const struct group *group)
{
    const char *first = NULL;

    for (size_t i = 0; i < group->run_count; i++) {
        const char *status = run_status_name(builder->analysis->runs[group->runs[i]]->status);
        if (first && strcmp(first, status) != 0)
            return "failed";
        first = status;
    }
    return first && strcmp(first, "complete") != 0 ? first : "not used";
}

/* What a change is where no ratio can say it. */
static const char *change_without_ratio(const struct builder *builder,
                                        const struct comparison *comparison)
{
    const struct summary *baseline =
        group_summary(&builder->analysis->groups[comparison->baseline], comparison->metric);
    const struct summary *group =
        group_summary(&builder->analysis->groups[comparison->group], comparison->metric);

    if (!baseline || !group || !baseline->n || !group->n)
        return "";
    if (baseline->mean == 0 && group->mean == 0)
        return "none";
    return baseline->mean == 0 ? "from 0" : "";
}

static bool is_below_resolution(const struct builder *builder, size_t group,
                                const struct metric *metric)
{
    const struct summary *summary = group_summary(&builder->analysis->groups[group], metric);

    return summary && summary->resolution > 0 && summary->mean < summary->resolution;
}

const char *change_heading(const struct builder *builder, const char *word)
{
    const struct analysis *analysis = builder->analysis;

    for (size_t i = 0; i < analysis->comparison_count; i++)
        if (isfinite(analysis->comparisons[i].ci_low))
            return arena_format(builder->arena, "%s (%s)", word,
                                interval_words(analysis, builder->arena));
    return word;
}

struct cell change_cell(const struct builder *builder, size_t group, const struct metric *metric)
{
    const struct comparison *comparison = builder_comparison(builder, group, metric);

    if (!comparison) {
        bool shown =
            builder->analysis->groups[group].is_baseline && builder->analysis->comparison_count;
        return (struct cell){.text = shown ? "baseline" : "", .tone = TONE_MUTED};
    }
    if (is_below_resolution(builder, comparison->baseline, metric) ||
        is_below_resolution(builder, comparison->group, metric))
        return (struct cell){.text = "", .tone = TONE_MUTED};
    const char *change = format_change(builder->arena, change_of(comparison));
    if (!*change)
        change = change_without_ratio(builder, comparison);
    return (struct cell){.text = change, .tone = verdict_tone(comparison->verdict)};
}

struct cell verdict_cell(const struct builder *builder, size_t group, const struct metric *metric)
{
    const struct comparison *comparison = builder_comparison(builder, group, metric);

    if (!comparison)
        return (struct cell){.text = "", .tone = TONE_PLAIN};
    return (struct cell){.text = verdict_words(builder->analysis, comparison, builder->arena),
                         .tone = verdict_tone(comparison->verdict)};
}

const char *shown_key_text(const struct builder *builder, const struct group *group,
                           const char *key)
{
    const char *first = NULL;

    for (size_t i = 0; i < group->key_count; i++)
        if (strcmp(group->keys[i].key, key) == 0)
            return group->keys[i].text ? group->keys[i].text : "";
    for (size_t i = 0; i < group->run_count; i++) {
        const char *text =
            run_key_text(builder->analysis->runs[group->runs[i]], key, builder->arena);
        if (!text)
            text = "";
        if (first && strcmp(first, text) != 0)
            return "varies";
        first = text;
    }
    return first ? first : "";
}
