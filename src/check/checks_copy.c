/*
 * Checks: copies that pass for measurements, labels that tell a warm-up, and
 * where the spread comes from.
 */
#include <math.h>
#include <string.h>

#include "../stats/run_summaries.h"
#include "check.h"
#include "../compare/comparison.h"
#include "../base/key_index.h"
#include "../say/words.h"

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
    const char *file = run->source.file == NULL ? "-" : run->source.file;
    if (run->source.line == 0)
        return file;
    return arena_format(draft->arena, "%s:%zu", file, run->source.line);
}

void check_same_text(struct inspection *inspection)
{
    struct draft *draft = inspection->draft;
    const struct analysis *analysis = draft->analysis;
    size_t *groups = groups_of_runs(draft);
    struct key_index met;
    key_index_init(&met, draft->arena);
    for (size_t i = 0; i < analysis->run_count; i++) {
        const struct run *run = analysis->runs[i];
        if (run->source.fingerprint == NULL || analysis->groups[groups[i]].archived)
            continue;
        size_t first = key_index_put(&met, run->source.fingerprint, i);
        if (first == i || !run_is_usable(run))
            continue;
        inspection->group = groups[i];
        found_in_run(inspection, NOTE_BLOCKS, i, "the same text at %s and %s",
                     place_of(draft, analysis->runs[first]), place_of(draft, run));
    }
}

/*
 * The figures of a group's primary metric as text; NULL where they are too few
 * or too round to tell anything.
 */
static const char *figures_of(const struct draft *draft, const struct group *group)
{
    const struct metric *primary = draft->analysis->primary;
    const struct summary *summary = primary == NULL ? NULL : group_summary(group, primary);
    struct buffer joined;
    size_t telling = 0;
    if (summary == NULL || group->archived)
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
    return first != NULL && other != NULL && strcmp(first, other) == 0;
}

void check_same_numbers(struct inspection *inspection)
{
    struct draft *draft = inspection->draft;
    const struct analysis *analysis = draft->analysis;
    struct key_index met;
    key_index_init(&met, draft->arena);
    for (size_t g = 0; g < analysis->group_count; g++) {
        const char *figures = figures_of(draft, &analysis->groups[g]);
        if (figures == NULL)
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
        if (found_word == NULL)
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
    if (cold == NULL || warm == NULL || !(cold->mean > 0) || !(warm->mean > 0))
        return;
    double factor = analysis->primary->better == BETTER_HIGHER ? warm->mean / cold->mean
                                                               : cold->mean / warm->mean;
    inspection->group = first;
    if (factor >= WARM_UP_FACTOR)
        found(inspection, NOTE_WARNS, "%s is %s times faster", analysis->groups[later].name,
              words_number(arena, factor));
}

void check_labelled_warm_up(struct inspection *inspection)
{
    struct draft *draft = inspection->draft;
    const struct analysis *analysis = draft->analysis;
    struct key_index firsts;
    key_index_init(&firsts, draft->arena);
    if (analysis->primary == NULL)
        return;
    for (size_t g = 0; g < analysis->group_count; g++) {
        const char *label = group_key_text(&analysis->groups[g], "label");
        const char *rest = label == NULL ? NULL
                                         : unmarked_label(draft, label, first_words,
                                                          sizeof first_words / sizeof *first_words);
        if (rest != NULL)
            key_index_put(&firsts, rest, g);
    }
    for (size_t g = 0; g < analysis->group_count && firsts.count > 0; g++) {
        const char *label = group_key_text(&analysis->groups[g], "label");
        const char *rest = label == NULL ? NULL
                                         : unmarked_label(draft, label, later_words,
                                                          sizeof later_words / sizeof *later_words);
        size_t first = rest == NULL ? KEY_ABSENT : key_index_find(&firsts, rest);
        if (first != KEY_ABSENT && first != g)
            compare_marked(inspection, first, g);
    }
}

/* The mean latency of a group with its components of variance; NULL where they are unknown. */
static const struct summary *mean_with_components(const struct group *group)
{
    static const char *const keys[] = {"latency_mean_ms", "latency_total_mean_ms"};
    for (size_t i = 0; i < sizeof keys / sizeof *keys; i++) {
        const struct summary *summary = group_summary_by_key(group, keys[i]);
        if (summary != NULL && summary->n >= RUNS_FOR_VERDICT && !isnan(summary->between_sd) &&
            summary->within_sd > 0 && summary->mean > 0 && summary->within_requests > 0)
            return summary;
    }
    return NULL;
}

/* How far apart request noise alone would put the means of the runs. */
static double noise_of_means(const struct summary *summary)
{
    return summary->within_sd / sqrt(summary->within_requests / (double)summary->n);
}

/* Twice what requests explain is no accident; the group where it is largest is told. */
#define EXCESS_THAT_TELLS 2.0

void check_between_runs(struct inspection *inspection)
{
    struct draft *draft = inspection->draft;
    const struct analysis *analysis = draft->analysis;
    struct arena *arena = draft->arena;
    const struct summary *largest = NULL;
    size_t known = 0, exceeding = 0;
    double largest_ratio = 0;
    for (size_t g = 0; g < analysis->group_count; g++) {
        const struct summary *summary = mean_with_components(&analysis->groups[g]);
        if (summary == NULL || analysis->groups[g].archived)
            continue;
        double ratio = summary->sd / noise_of_means(summary);
        known++;
        exceeding += ratio > EXCESS_THAT_TELLS;
        if (largest == NULL || ratio > largest_ratio) {
            largest = summary;
            largest_ratio = ratio;
            inspection->group = g;
        }
    }
    if (largest == NULL)
        return;
    if (exceeding > 0)
        found(inspection, NOTE_INFORMS,
              "the runs' mean latencies spread by %s (sd), %s times what request noise explains%s: "
              "only more runs make the result surer, longer ones do not",
              words_percent(arena, 100 * largest->sd / largest->mean),
              words_number(arena, largest_ratio),
              known > 1
                  ? arena_format(arena, " (it exceeds it in %zu of %zu groups)", exceeding, known)
                  : "");
    else
        found(inspection, NOTE_INFORMS,
              "the runs' mean latencies spread by no more than request noise explains (sd %s): "
              "longer runs make the result surer as well as more of them",
              words_percent(arena, 100 * largest->sd / largest->mean));
}
