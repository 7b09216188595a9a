#include "summary.h"

#include <assert.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "../stats/describe.h"
#include "../stats/distribution.h"
#include "../stats/interval.h"
#include "measured_mean.h"

/* The values of one metric while they are gathered. */
struct gathered {
    const struct metric *metric;
    double *values;
    size_t *runs;
    size_t n;
    double resolution;
};

struct gathering {
    struct gathered *items;
    size_t count, capacity;
};

static struct gathered *gathered_for(struct draft *draft, struct gathering *gathering,
                                     const struct metric *metric, size_t runs)
{
    for (size_t i = 0; i < gathering->count; i++) {
        if (gathering->items[i].metric == metric)
            return &gathering->items[i];
    }
    gathering->items = arena_grow(draft->arena, gathering->items, gathering->count,
                                  &gathering->capacity, sizeof *gathering->items);
    struct gathered *item = &gathering->items[gathering->count++];
    *item = (struct gathered){.metric = metric, .resolution = ABSENT};
    item->values = arena_allocate(draft->arena, runs * sizeof *item->values);
    item->runs = arena_allocate(draft->arena, runs * sizeof *item->runs);
    return item;
}

static void add_value(struct gathered *item, const struct measurement *measurement, size_t run)
{
    item->values[item->n] = measurement->value;
    item->runs[item->n++] = run;
    item->resolution = fmax(item->resolution, measurement->resolution);
}

static struct gathering gather(struct draft *draft, const struct group *group)
{
    struct gathering gathering = {0};
    for (size_t i = 0; i < group->used_count; i++) {
        const struct run *run = group_used_run(draft->analysis, group, i);
        for (size_t m = 0; m < run->measurement_count; m++) {
            const struct measurement *measurement = &run->measurements[m];
            struct gathered *item =
                gathered_for(draft, &gathering, measurement->metric, group->used_count);
            assert(item->n < group->used_count); /* a run holds a metric once */
            add_value(item, measurement, group->used[i]);
        }
    }
    return gathering;
}

static int by_order(const void *left, const void *right)
{
    const struct metric *a = ((const struct gathered *)left)->metric;
    const struct metric *b = ((const struct gathered *)right)->metric;
    if (a->order != b->order)
        return a->order < b->order ? -1 : 1;
    if (a->percentile < b->percentile || a->percentile > b->percentile)
        return a->percentile < b->percentile ? -1 : 1;
    return strcmp(a->key, b->key);
}

/*
 * Student's factor for an interval of n values.  It is the costly part of an
 * interval, and nearly all metrics of a group have the same n.
 */
struct critical {
    size_t n;
    double factor;
};

static struct critical critical_for(size_t n, double confidence)
{
    struct critical critical = {n, ABSENT};
    if (n >= 2)
        critical.factor = student_t_critical(confidence, (double)(n - 1));
    return critical;
}

static void set_interval(struct summary *summary, const struct description *description,
                         const struct critical *critical)
{
    struct mean_interval interval;
    if (!mean_interval(description, critical->factor, &interval))
        return;
    summary->half_width = interval.half_width;
    summary->ci_low = interval.interval.low;
    summary->ci_high = interval.interval.high;
}

static struct summary summary_of(const struct gathered *item, const struct critical *critical)
{
    struct summary summary = {.metric = item->metric,
                              .n = item->n,
                              .resolution = item->resolution,
                              .values = item->values,
                              .runs = item->runs};
    double *const undefined[] = {
        &summary.mean,        &summary.sd,         &summary.cv,         &summary.variance,
        &summary.ci_low,      &summary.ci_high,    &summary.half_width, &summary.median,
        &summary.min,         &summary.max,        &summary.within_sd,  &summary.within_requests,
        &summary.between_sd,  &summary.between_cv, &summary.icc,        &summary.pooled_low,
        &summary.pooled_high,
    };
    for (size_t i = 0; i < sizeof undefined / sizeof *undefined; i++)
        *undefined[i] = ABSENT;
    struct description description;
    if (describe(item->values, item->n, &description)) {
        summary.mean = description.mean;
        summary.median = description.median;
        summary.min = description.min;
        summary.max = description.max;
        summary.sd = description.has_spread ? description.sd : ABSENT;
        summary.variance = description.has_spread ? description.variance : ABSENT;
        summary.cv = description.has_cv ? description.cv : ABSENT;
        set_interval(&summary, &description, critical);
    }
    return summary;
}

static void summarize_metrics(struct draft *draft, struct group *group)
{
    struct gathering gathering = gather(draft, group);
    if (gathering.count == 0)
        return;
    qsort(gathering.items, gathering.count, sizeof *gathering.items, by_order);
    group->summaries = arena_allocate(draft->arena, gathering.count * sizeof *group->summaries);
    group->summary_count = gathering.count;
    struct critical critical = critical_for(group->used_count, draft->settings->confidence);
    for (size_t i = 0; i < gathering.count; i++) {
        if (gathering.items[i].n != critical.n)
            critical = critical_for(gathering.items[i].n, draft->settings->confidence);
        group->summaries[i] = summary_of(&gathering.items[i], &critical);
    }
}

/* Figures at the end of a double's range overflow: then they are not defined. */
static void drop_infinities(struct summary *summary)
{
    double *const numbers[] = {
        &summary->sd,
        &summary->cv,
        &summary->variance,
        &summary->ci_low,
        &summary->ci_high,
        &summary->half_width,
        &summary->within_sd,
        &summary->between_sd,
        &summary->between_cv,
        &summary->icc,
        &summary->pooled_low,
        &summary->pooled_high,
        &summary->within_requests,
    };
    for (size_t i = 0; i < sizeof numbers / sizeof *numbers; i++) {
        if (!isfinite(*numbers[i]))
            *numbers[i] = ABSENT;
    }
}

void summarize(struct draft *draft, struct group *group)
{
    summarize_metrics(draft, group);
    summarize_components(draft, group);
    summarize_pooled(draft, group);
    summarize_shares(draft, group);
    for (size_t i = 0; i < group->summary_count; i++)
        drop_infinities(&group->summaries[i]);
}

static struct gathered gather_shown(struct draft *draft, const struct group *group,
                                    const struct metric *metric)
{
    struct gathering gathering = {0};
    struct gathered *item = gathered_for(draft, &gathering, metric, group->used_count);
    for (size_t i = 0; i < group->used_count; i++) {
        const struct run *run = group_used_run(draft->analysis, group, i);
        const struct measurement *measurement = shown_measurement(group, run, metric);
        if (measurement)
            add_value(item, measurement, group->used[i]);
    }
    return *item;
}

void summarize_again(struct draft *draft, struct group *group, const struct metric *metric)
{
    for (size_t i = 0; i < group->summary_count; i++) {
        struct summary *summary = &group->summaries[i];
        if (summary->metric != metric)
            continue;
        struct gathered item = gather_shown(draft, group, metric);
        struct critical critical = critical_for(item.n, draft->settings->confidence);
        *summary = summary_of(&item, &critical);
        if (item.n == 0) {
            memmove(summary, summary + 1, (--group->summary_count - i) * sizeof *summary);
            return;
        }
        summarize_component(draft, group, summary);
        summarize_pooled_mean(draft, group, summary);
        drop_infinities(summary);
    }
}

const struct summary *group_summary(const struct group *group, const struct metric *metric)
{
    for (size_t i = 0; i < group->summary_count; i++) {
        if (group->summaries[i].metric == metric)
            return &group->summaries[i];
    }
    return NULL;
}

const struct summary *group_summary_by_key(const struct group *group, const char *key)
{
    for (size_t i = 0; i < group->summary_count; i++) {
        if (strcmp(group->summaries[i].metric->key, key) == 0)
            return &group->summaries[i];
    }
    return NULL;
}
