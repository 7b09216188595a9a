/*
 * Copies that pass for measurements.
 */
#include "check.h"

#include <math.h>
#include <string.h>

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
    const char *file = run->source.file ? run->source.file : "-";
    if (run->source.line == 0)
        return file;
    return arena_format(draft->arena, "%s:%zu", file, run->source.line);
}

static void find_same_text(struct inspection *inspection)
{
    struct draft *draft = inspection->draft;
    const struct analysis *analysis = draft->analysis;
    size_t *groups = groups_of_runs(draft);
    struct key_index met;
    key_index_init(&met, draft->arena);
    for (size_t i = 0; i < analysis->run_count; i++) {
        const struct run *run = analysis->runs[i];
        if (!run->source.fingerprint || analysis->groups[groups[i]].archived)
            continue;
        size_t first = key_index_put(&met, run->source.fingerprint, i);
        if (first == i || !run_is_usable(run))
            continue;
        inspection->group = groups[i];
        found_in_run(inspection, NOTE_BLOCKS, i, "the same text at %s and %s",
                     place_of(draft, analysis->runs[first]), place_of(draft, run));
    }
}

static const struct check check_same_text = {
    .code = "same-text",
    .severity = NOTE_BLOCKS,
    .scope = CHECK_ALL,
    .blocks_as = VERDICT_INVALID,
    .summary = "two runs have the same text: a copy, not a repetition",
    .advice = "Remove the copy, or measure again.",
    .find = find_same_text,
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
    .advice = "That is a copy and not a measurement; look where the figures are from.",
    .find = find_same_numbers,
};

const struct check_list copies_checks = CHECK_LIST(&check_same_text, &check_same_numbers);
