#include "measured_mean.h"

#include <math.h>
#include <string.h>

#include "summary.h"

static const char COMPUTED_KEY[] = "latency_mean_ms";
static const char MEASURED_KEY[] = "latency_total_mean_ms";

/* The two agree within the larger of these. */
static const double AGREEING_MS = 1;
static const double AGREEING_SHARE = 0.02; /* of the measured one */

static bool is_computed(const struct run *run, const struct metric *metric)
{
    return run->traits->mean == MEAN_COMPUTED && strcmp(metric->key, COMPUTED_KEY) == 0;
}

bool mean_is_contradicted(const struct run *run, double *computed, double *measured)
{
    return run->traits->mean == MEAN_COMPUTED && run_value_of(run, COMPUTED_KEY, computed) &&
           run_value_of(run, MEASURED_KEY, measured) &&
           fabs(*computed - *measured) > fmax(AGREEING_MS, AGREEING_SHARE * fabs(*measured));
}

static const struct measurement *measured_mean(const struct run *run)
{
    for (size_t i = 0; i < run->measurement_count; i++) {
        if (strcmp(run->measurements[i].metric->key, MEASURED_KEY) == 0)
            return &run->measurements[i];
    }
    return NULL;
}

const struct measurement *shown_measurement(const struct group *group, const struct run *run,
                                            const struct metric *metric)
{
    double computed, measured;
    if (is_computed(run, metric) &&
        (group ? group->mean_is_measured : mean_is_contradicted(run, &computed, &measured)))
        return measured_mean(run);
    return run_measurement(run, metric);
}

bool is_computed_from_rate(const struct analysis *analysis, const struct group *group,
                           const struct metric *metric)
{
    for (size_t i = 0; i < group->used_count; i++) {
        if (!is_computed(group_used_run(analysis, group, i), metric))
            return false;
    }
    return group->used_count > 0 && !group->mean_is_measured;
}

/* Whether one run disagrees; of a combined one, one of its parts. */
static bool some_run_disagrees(const struct draft *draft, const struct group *group)
{
    double computed, measured;
    for (size_t i = 0; i < group->used_count; i++) {
        if (mean_is_contradicted(group_used_run(draft->analysis, group, i), &computed, &measured))
            return true;
    }
    for (size_t i = 0; i < group->part_count; i++) {
        if (mean_is_contradicted(group->parts[i], &computed, &measured))
            return true;
    }
    return false;
}

/* Hands the choice from side to side until all that is compared agrees. */
static void spread_over_pairs(const struct draft *draft, bool *measured)
{
    bool changed = true;
    while (changed) {
        changed = false;
        for (size_t i = 0; i < draft->pair_count; i++) {
            struct pair pair = draft->pairs[i];
            if (measured[pair.group] == measured[pair.baseline])
                continue;
            measured[pair.group] = measured[pair.baseline] = changed = true;
        }
    }
}

void means_choose(struct draft *draft)
{
    struct analysis *analysis = draft->analysis;
    const struct metric *mean = metric_find(draft->metrics, text_of(COMPUTED_KEY));
    bool *measured = arena_allocate(draft->arena, (analysis->group_count + 1) * sizeof *measured);
    for (size_t g = 0; g < analysis->group_count; g++)
        measured[g] = some_run_disagrees(draft, &analysis->groups[g]);
    spread_over_pairs(draft, measured);
    for (size_t g = 0; g < analysis->group_count; g++) {
        struct group *group = &analysis->groups[g];
        if (!measured[g] || group->mean_is_measured)
            continue;
        group->mean_is_measured = true;
        summarize_again(draft, group, mean);
    }
}
