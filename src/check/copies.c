/*
 * Copies that pass for measurements.
 */
#include "check.h"

#include <math.h>
#include <string.h>

#include "../base/key_index.h"
#include "../stats/copy.h"
#include "../stats/describe.h"
#include "../say/words.h"

/* Equal texts that chance makes more rarely than this are copies. */
#define CHANCE_OF_COPIES 1e-3

/* Two runs with as many different latencies do not have each as often. */
#define VALUES_NEVER_MET_TWICE 20

static size_t *groups_of_runs(const struct draft *draft)
{
    const struct analysis *analysis = draft->analysis;
    size_t *groups = arena_allocate(draft->arena, (analysis->run_count + 1) * sizeof *groups);
    for (size_t g = 0; g < analysis->group_count; g++) {
        for (size_t i = 0; i < analysis->groups[g].run_count; i++)
            groups[analysis->groups[g].runs[i]] = g;
    }
    return groups;
}

static const char *place_of(const struct draft *draft, const struct run *run)
{
    const char *file = run->source.file ? run->source.file : "-";
    if (run->source.line == 0)
        return file;
    return arena_format(draft->arena, "%s:%zu", file, run->source.line);
}

/* Which figures of a report are free follows from how its tool gets them. */
enum report_kind {
    REPORT_OTHER,
    REPORT_COMPUTES_MEAN,        /* the mean is the rate over again */
    REPORT_MEASURES_CONCURRENCY, /* few figures, coarsely printed: rate and mean follow */
};

static enum report_kind report_kind_of(const struct run *run)
{
    if (run->traits->concurrency == CONCURRENCY_MEASURED)
        return REPORT_MEASURES_CONCURRENCY;
    return run->traits->mean == MEAN_COMPUTED ? REPORT_COMPUTES_MEAN : REPORT_OTHER;
}

/* A figure of a report that none of its others implies. */
struct free_figure {
    enum report_kind kind;
    const char *key;
    double step;          /* in which it is printed, where the run does not say */
    double weight;        /* below 1: its neighbours nearly imply it */
    double typical_share; /* sd between runs as a share of the value; 0: none is assumed */
};

static const struct free_figure free_figures[] = {
    {REPORT_MEASURES_CONCURRENCY, "time_taken_s",         0.01,  1,   0.003},
    {REPORT_MEASURES_CONCURRENCY, "requests_complete",    1,     1,   0    }, /* the same in every run of -r */
    {REPORT_MEASURES_CONCURRENCY, "concurrency_measured", 0.01,  1,   0.05 },
    {REPORT_MEASURES_CONCURRENCY, "latency_max_ms",       10,    1,   0.05 },
    {REPORT_MEASURES_CONCURRENCY, "latency_min_ms",       10,    1,   0.05 },
    {REPORT_COMPUTES_MEAN,        "time_taken_s",         0.001, 1,   0.003},
    {REPORT_COMPUTES_MEAN,        "latency_sd_ms",        0.1,   1,   0.05 },
    {REPORT_COMPUTES_MEAN,        "latency_max_ms",       1,     1,   0.05 },
    {REPORT_COMPUTES_MEAN,        "latency_min_ms",       1,     0.5, 0.01 },
    {REPORT_COMPUTES_MEAN,        "latency_p50_ms",       1,     0.5, 0.01 },
    {REPORT_COMPUTES_MEAN,        "latency_p75_ms",       1,     0.5, 0.01 },
    {REPORT_COMPUTES_MEAN,        "latency_p90_ms",       1,     0.5, 0.01 },
    {REPORT_COMPUTES_MEAN,        "latency_p95_ms",       1,     0.5, 0.01 },
    {REPORT_COMPUTES_MEAN,        "latency_p98_ms",       1,     0.5, 0.01 },
    {REPORT_COMPUTES_MEAN,        "latency_p99_ms",       1,     0.5, 0.01 },
    {REPORT_OTHER,                "requests_per_second",  0.01,  1,   0.003},
    {REPORT_OTHER,                "latency_mean_ms",      0.01,  0.5, 0.01 },
    {REPORT_OTHER,                "latency_sd_ms",        0.01,  1,   0.05 },
    {REPORT_OTHER,                "latency_max_ms",       0.01,  1,   0.05 },
    {REPORT_OTHER,                "latency_p50_ms",       0.01,  0.5, 0.01 },
    {REPORT_OTHER,                "latency_p90_ms",       0.01,  0.5, 0.01 },
    {REPORT_OTHER,                "latency_p99_ms",       0.01,  0.5, 0.01 },
};

#define FREE_FIGURES (sizeof free_figures / sizeof *free_figures)

/* What the runs of the group that differ say of a figure; a text that comes again counts once. */
static void scatter_of(const struct draft *draft, const struct group *group,
                       const struct metric *metric, struct copy_figure *figure)
{
    struct arena *arena = draft->arena;
    double *values = arena_allocate(arena, (group->run_count + 1) * sizeof *values);
    size_t count = 0;
    struct key_index met;
    struct description description;
    key_index_init(&met, arena);
    for (size_t i = 0; i < group->run_count; i++) {
        const struct run *run = draft->analysis->runs[group->runs[i]];
        const char *text = run->source.fingerprint;
        if (run_is_usable(run) && (!text || key_index_count_up(&met, text) == 1) &&
            run_value(run, metric, &values[count]))
            count++;
    }
    if (count < 2 || !describe(values, count, &description))
        return;
    figure->degrees_of_freedom = (double)count - 1;
    figure->sum_of_squares = description.sd * description.sd * figure->degrees_of_freedom;
}

/* The probability that two honest runs of the group print what this one does. */
static double chance_of_same(const struct draft *draft, const struct group *group,
                             const struct run *run)
{
    struct copy_figure figures[FREE_FIGURES];
    enum report_kind kind = report_kind_of(run);
    size_t count = 0;
    /* Requests one by one never come twice. */
    if (run->distribution.count >= VALUES_NEVER_MET_TWICE)
        return 0;
    for (size_t i = 0; i < FREE_FIGURES; i++) {
        const struct free_figure *free = &free_figures[i];
        const struct metric *metric = metric_find(draft->metrics, text_of(free->key));
        const struct measurement *measured =
            metric && free->kind == kind ? run_measurement(run, metric) : NULL;
        if (!measured)
            continue;
        figures[count] = (struct copy_figure){
            .step = measured->resolution > 0 ? measured->resolution : free->step,
            .weight = free->weight,
            .typical_sd = free->typical_share * fabs(measured->value),
        };
        scatter_of(draft, group, metric, &figures[count++]);
    }
    return copy_probability(figures, count);
}

/* A usable run, and the first that has the same text. */
struct twin {
    size_t run, first;
    size_t group; /* of the run */
    size_t equal; /* runs with that text */
    size_t runs;  /* of the groups of both */
};

/* Calls `tell` for each run whose text was met before. */
static void look_at_twins(struct inspection *inspection,
                          void (*tell)(struct inspection *, const struct twin *))
{
    const struct analysis *analysis = inspection->draft->analysis;
    size_t *groups = groups_of_runs(inspection->draft);
    size_t *equal =
        arena_allocate(inspection->draft->arena, (analysis->run_count + 1) * sizeof *equal);
    size_t *firsts =
        arena_allocate(inspection->draft->arena, (analysis->run_count + 1) * sizeof *firsts);
    struct key_index met;
    key_index_init(&met, inspection->draft->arena);
    for (size_t i = 0; i < analysis->run_count; i++) {
        const struct run *run = analysis->runs[i];
        bool looked_at = run->source.fingerprint && !analysis->groups[groups[i]].archived;
        equal[i] = 0;
        firsts[i] = looked_at ? key_index_put(&met, run->source.fingerprint, i) : i;
        equal[firsts[i]] += looked_at;
    }
    for (size_t i = 0; i < analysis->run_count; i++) {
        size_t first = firsts[i];
        if (first == i || !run_is_usable(analysis->runs[i]))
            continue;
        size_t runs = analysis->groups[groups[i]].run_count;
        if (groups[first] != groups[i])
            runs += analysis->groups[groups[first]].run_count;
        inspection->group = groups[i];
        /* Copies of a third group make the sets no smaller than its runs. */
        tell(inspection,
             &(struct twin){i, first, groups[i], equal[first] < runs ? equal[first] : runs, runs});
    }
}

/* Whether chance hardly makes so many equal texts. */
static bool is_copy(const struct draft *draft, const struct twin *twin)
{
    const struct analysis *analysis = draft->analysis;
    double chance =
        chance_of_same(draft, &analysis->groups[twin->group], analysis->runs[twin->run]);
    return copies_by_chance(chance, twin->equal, twin->runs) < CHANCE_OF_COPIES;
}

static void tell_copy(struct inspection *inspection, const struct twin *twin)
{
    struct draft *draft = inspection->draft;
    if (is_copy(draft, twin))
        found_in_run(inspection, NOTE_BLOCKS, twin->run, "the same text at %s and %s",
                     place_of(draft, draft->analysis->runs[twin->first]),
                     place_of(draft, draft->analysis->runs[twin->run]));
}

static void find_same_text(struct inspection *inspection)
{
    look_at_twins(inspection, tell_copy);
}

static const struct check check_same_text = {
    .code = "same-text",
    .severity = NOTE_BLOCKS,
    .scope = CHECK_ALL,
    .blocks_as = VERDICT_INVALID,
    .summary = "two runs have the same text, which chance does not make: a copy",
    .advice = "Remove the copy, or measure again.",
    .find = find_same_text,
};

static void tell_coincidence(struct inspection *inspection, const struct twin *twin)
{
    struct draft *draft = inspection->draft;
    if (!is_copy(draft, twin))
        found_in_run(inspection, NOTE_INFORMS, twin->run, "the same figures at %s and %s",
                     place_of(draft, draft->analysis->runs[twin->first]),
                     place_of(draft, draft->analysis->runs[twin->run]));
}

static void find_same_summary(struct inspection *inspection)
{
    look_at_twins(inspection, tell_coincidence);
}

static const struct check check_same_summary = {
    .code = "same-summary",
    .severity = NOTE_INFORMS,
    .scope = CHECK_ALL,
    .blocks_as = VERDICT_INVALID,
    .summary = "two runs print the same figures, which so few digits do by chance",
    .advice = "Steady servers give such runs; if it is a copy, remove it.",
    .find = find_same_summary,
};

/*
 * The figures of a group's primary metric as text; NULL where they are too few
 * or too round to tell anything.
 */
static const char *figures_of(const struct draft *draft, const struct group *group)
{
    const struct metric *primary = draft->analysis->primary;
    const struct summary *summary = primary ? group_summary(group, primary) : NULL;
    struct buffer joined;
    size_t telling = 0;
    if (!summary || group->archived)
        return NULL;
    buffer_init(&joined);
    buffer_append_byte(&joined, '\x1f');
    for (size_t i = 0; i < summary->n; i++) {
        double value = summary->values[i];
        buffer_append_format(&joined, "%.17g\x1f", value);
        telling += value > 0 && fabs(value - floor(value)) > 0;
    }
    const char *copy = arena_copy(draft->arena, joined.bytes, joined.length);
    buffer_release(&joined);
    return summary->n >= 2 && telling >= 2 ? copy : NULL;
}

/* A text that two groups share is reported as such already. */
static bool is_same_text(const struct analysis *analysis, const struct group *a,
                         const struct group *b)
{
    const char *first = analysis->runs[a->runs[0]]->source.fingerprint;
    const char *other = analysis->runs[b->runs[0]]->source.fingerprint;
    return first && other && strcmp(first, other) == 0;
}

static void find_same_numbers(struct inspection *inspection)
{
    struct draft *draft = inspection->draft;
    const struct analysis *analysis = draft->analysis;
    struct key_index met;
    key_index_init(&met, draft->arena);
    for (size_t g = 0; g < analysis->group_count; g++) {
        const char *figures = figures_of(draft, &analysis->groups[g]);
        if (!figures)
            continue;
        size_t first = key_index_put(&met, figures, g);
        if (first == g || is_same_text(analysis, &analysis->groups[g], &analysis->groups[first]))
            continue;
        inspection->group = g;
        found(inspection, NOTE_WARNS, "the same %zu values of %s as %s",
              group_summary(&analysis->groups[g], analysis->primary)->n,
              words_metric(analysis->primary), analysis->groups[first].name);
    }
}

static const struct check check_same_numbers = {
    .code = "same-numbers",
    .severity = NOTE_WARNS,
    .scope = CHECK_ALL,
    .blocks_as = VERDICT_INVALID,
    .summary = "groups have the same numbers to the last digit",
    .advice = "Look where the figures are from: of figures with many digits it is a copy.",
    .find = find_same_numbers,
};

const struct check_list copies_checks =
    CHECK_LIST(&check_same_text, &check_same_summary, &check_same_numbers);
