#include "sweep.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "../base/number.h"
#include "../stats/scaling.h"
#include "finding.h"
#include "group.h"
#include "../base/key_index.h"
#include "../say/words.h"

/* Fewer levels are two servers at two loads, not a sweep. */
#define LEVELS_FOR_SWEEP 3
#define LEVELS_FOR_FIT   4

/*
 * A law that explains less than this of the spread does not describe the rates,
 * unless they hardly spread at all (a server that is busy with one client).
 */
#define LEAST_R_SQUARED 0.5
#define SMALL_RESIDUAL  0.15

/* The concurrency of a group as it was asked for; NAN: not stated. */
static double group_concurrency(const struct group *group)
{
    const char *text = group_key_text(group, "concurrency");
    double number;
    return text && number_scan_plain(text_of(text), &number) ? number : ABSENT;
}

struct level {
    double concurrency;
    size_t group;
};

static int by_concurrency(const void *left, const void *right)
{
    const struct level *a = left, *b = right;
    if (a->concurrency < b->concurrency || a->concurrency > b->concurrency)
        return a->concurrency < b->concurrency ? -1 : 1;
    return a->group < b->group ? -1 : a->group > b->group;
}

/* Concurrency and throughput of every used run of a sweep. */
struct points {
    double *concurrency, *throughput;
    size_t n;
};

/*
 * Most tools keep their connections busy, so what was asked for is what was
 * there; where users wait between requests, the measured average counts.
 */
static double run_concurrency(const struct run *run)
{
    double measured;
    if (run->traits->concurrency == CONCURRENCY_MEASURED &&
        run_value_of(run, "concurrency_measured", &measured) && measured >= 1)
        return measured;
    return run->config.concurrency;
}

static void add_points(const struct draft *draft, const struct group *group, struct points *points)
{
    for (size_t i = 0; i < group->used_count; i++) {
        const struct run *run = group_used_run(draft->analysis, group, i);
        double throughput, concurrency = run_concurrency(run);
        if (!run_value_of(run, "requests_per_second", &throughput) || !(concurrency >= 1))
            continue;
        points->concurrency[points->n] = concurrency;
        points->throughput[points->n++] = throughput;
    }
}

/* Levels whose runs failed say nothing about how a server scales. */
static bool is_sound(const struct draft *draft, size_t group)
{
    struct pair alone = {group, group};
    return !finding_that_blocks(draft, alone, draft->analysis->primary, VERDICT_INVALID);
}

static struct points points_of(const struct draft *draft, const struct scaling *scaling,
                               size_t *levels)
{
    struct points points = {0};
    size_t room = 1;
    *levels = 0;
    for (size_t i = 0; i < scaling->group_count; i++)
        room += draft->analysis->groups[scaling->groups[i]].used_count;
    points.concurrency = arena_allocate(draft->arena, room * sizeof(double));
    points.throughput = arena_allocate(draft->arena, room * sizeof(double));
    for (size_t i = 0; i < scaling->group_count; i++) {
        size_t before = points.n;
        if (is_sound(draft, scaling->groups[i]))
            add_points(draft, &draft->analysis->groups[scaling->groups[i]], &points);
        *levels += points.n > before;
    }
    return points;
}

static void set_law(struct scaling *scaling, const struct scaling_fit *fit)
{
    scaling->law = fit->beta_at_bound || !(fit->beta > 0) ? "amdahl" : "usl";
    scaling->gamma = fit->gamma;
    scaling->alpha = fit->alpha;
    scaling->beta = fit->beta;
    if (fit->has_errors) {
        scaling->se_gamma = fit->standard_error_gamma;
        scaling->se_alpha = fit->standard_error_alpha;
        scaling->se_beta = fit->standard_error_beta;
        scaling->residual_sd = fit->residual_sd;
    }
    if (fit->has_r_squared)
        scaling->r_squared = fit->r_squared;
}

static void set_peak(const struct draft *draft, struct scaling *scaling,
                     const struct scaling_fit *fit, const struct points *points)
{
    switch (scaling_judge_peak(fit, points->concurrency, points->n)) {
    case SCALING_PEAK_SUPPORTED:
        scaling->peak_concurrency = fit->peak_concurrency;
        scaling->peak_rate = fit->peak_throughput;
        break;
    case SCALING_PEAK_TENTATIVE:
        scaling->peak_concurrency = fit->peak_concurrency;
        scaling->peak_rate = fit->peak_throughput;
        scaling->refusal = "the peak is a rough one: it wants six levels of concurrency, one of "
                           "them beyond the peak";
        break;
    case SCALING_PEAK_REFUSED:
        scaling->refusal = "no peak seen: the fitted one lies outside twice the measured range";
        break;
    case SCALING_PEAK_NONE:
        scaling->refusal = arena_format(
            draft->arena, "no peak seen up to c=%s",
            words_count(draft->arena,
                        group_concurrency(
                            &draft->analysis->groups[scaling->groups[scaling->group_count - 1]])));
        break;
    }
}

static bool describes(const struct scaling_fit *fit, const struct points *points)
{
    double sum = 0;
    for (size_t i = 0; i < points->n; i++)
        sum += points->throughput[i];
    double mean = sum / (double)points->n;
    double residual = sqrt(fit->residual_sum_of_squares / (double)points->n);
    return !fit->has_r_squared || fit->r_squared >= LEAST_R_SQUARED ||
           residual <= SMALL_RESIDUAL * mean;
}

static void fit_law(const struct draft *draft, struct scaling *scaling)
{
    size_t levels;
    struct points points = points_of(draft, scaling, &levels);
    struct scaling_fit fit;
    if (levels < LEVELS_FOR_FIT) {
        scaling->refusal =
            arena_format(draft->arena, "%zu usable levels of concurrency, at least %d are needed",
                         levels, LEVELS_FOR_FIT);
        return;
    }
    if (!usl_fit(points.concurrency, points.throughput, points.n, &fit)) {
        scaling->refusal = "no law of scaling fits these rates";
        return;
    }
    if (!describes(&fit, &points)) {
        scaling->refusal = "the law of scaling does not describe these rates: they scatter more "
                           "than they follow it";
        return;
    }
    set_law(scaling, &fit);
    set_peak(draft, scaling, &fit, &points);
}

/* What all levels of a sweep share, as an index key. */
static const char *sweep_text(const struct draft *draft, const struct group *group)
{
    struct buffer joined;
    buffer_init(&joined);
    buffer_append_byte(&joined, '\x1f');
    for (size_t k = 0; k < group->key_count; k++) {
        if (strcmp(group->keys[k].key, "concurrency") != 0)
            key_append(&joined, group->keys[k].text);
    }
    const char *copy = arena_copy(draft->arena, joined.bytes, joined.length);
    buffer_release(&joined);
    return copy;
}

/* The name of a group without its " c=8". */
static const char *sweep_name(const struct draft *draft, const struct group *group)
{
    const char *suffix = arena_format(draft->arena, " c=%s", group_key_text(group, "concurrency"));
    size_t length = strlen(group->name), tail = strlen(suffix);
    if (length > tail && strcmp(group->name + length - tail, suffix) == 0)
        return arena_copy(draft->arena, group->name, length - tail);
    return strcmp(group->name, suffix + 1) == 0 ? "" : group->name;
}

static void sweep_add(struct draft *draft, const struct level *levels, size_t count)
{
    struct analysis *analysis = draft->analysis;
    struct scaling *scaling = &analysis->scalings[analysis->scaling_count++];
    *scaling = (struct scaling){.name = sweep_name(draft, &analysis->groups[levels[0].group]),
                                .gamma = ABSENT,
                                .alpha = ABSENT,
                                .beta = ABSENT,
                                .se_gamma = ABSENT,
                                .se_alpha = ABSENT,
                                .se_beta = ABSENT,
                                .residual_sd = ABSENT,
                                .r_squared = ABSENT,
                                .peak_concurrency = ABSENT,
                                .peak_rate = ABSENT,
                                .group_count = count};
    scaling->groups = arena_allocate(draft->arena, count * sizeof *scaling->groups);
    for (size_t i = 0; i < count; i++)
        scaling->groups[i] = levels[i].group;
    fit_law(draft, scaling);
}

static size_t distinct_levels(const struct level *levels, size_t count)
{
    size_t distinct = count > 0;
    for (size_t i = 1; i < count; i++)
        distinct += levels[i].concurrency > levels[i - 1].concurrency;
    return distinct;
}

void sweeps_make(struct draft *draft)
{
    struct analysis *analysis = draft->analysis;
    size_t groups = analysis->group_count, sweeps = 0;
    size_t *sweep_of = arena_allocate(draft->arena, (groups + 1) * sizeof *sweep_of);
    size_t *sizes = arena_allocate(draft->arena, (groups + 1) * sizeof *sizes);
    struct key_index index;
    key_index_init(&index, draft->arena);
    for (size_t g = 0; g < groups; g++) {
        sweep_of[g] = NO_GROUP;
        if (analysis->groups[g].archived || isnan(group_concurrency(&analysis->groups[g])))
            continue;
        sweep_of[g] = key_index_put(&index, sweep_text(draft, &analysis->groups[g]), sweeps);
        sweeps += sweep_of[g] == sweeps;
        sizes[sweep_of[g]]++;
    }
    analysis->scalings = arena_allocate(draft->arena, (sweeps + 1) * sizeof *analysis->scalings);
    for (size_t s = 0; s < sweeps; s++) {
        if (sizes[s] < LEVELS_FOR_SWEEP)
            continue;
        struct level *levels = arena_allocate(draft->arena, sizes[s] * sizeof *levels);
        size_t count = 0;
        for (size_t g = 0; g < groups; g++) {
            if (sweep_of[g] == s)
                levels[count++] = (struct level){group_concurrency(&analysis->groups[g]), g};
        }
        qsort(levels, count, sizeof *levels, by_concurrency);
        if (distinct_levels(levels, count) >= LEVELS_FOR_SWEEP)
            sweep_add(draft, levels, count);
    }
}
