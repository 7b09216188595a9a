/*
 * Archived runs as a baseline: the run that is judged is never part of it.
 */
#include <string.h>

#include "../check/check.h"
#include "../model/member.h"
#include "comparison.h"
#include "group.h"
#include "key_index.h"
#include "summary.h"

/* An archive exists to see what a new version does: some members may change with it. */
static bool may_differ(const struct context *context, const char *key)
{
    const struct member *member = member_find(text_of(key));

    for (size_t i = 0; i < context->settings->group_by_count; i++) {
        if (strcmp(context->settings->group_by[i], key) == 0)
            return false;
    }
    return member && member_has(member, MEMBER_MAY_CHANGE);
}

static bool is_comparable(const struct context *context, const struct group *group,
                          const struct run *run, bool any_label)
{
    for (size_t k = 0; k < group->key_count; k++) {
        const struct group_key *key = &group->keys[k];
        if (may_differ(context, key->key) || (any_label && strcmp(key->key, "label") == 0))
            continue;
        const char *text = run_key_text(run, key->key, context->arena);
        if ((text == NULL) != (key->text == NULL) || (text != NULL && strcmp(text, key->text) != 0))
            return false;
    }
    return run_is_usable(run);
}

/* What tells whether two runs are one: the fingerprint of the text, else all figures. */
static const char *identity_of(const struct context *context, const struct run *run)
{
    if (run->source.fingerprint != NULL)
        return run->source.fingerprint;
    struct buffer joined;
    buffer_init(&joined);
    buffer_append_byte(&joined, '\x1f');
    key_append(&joined, run->time);
    for (size_t i = 0; i < run->measurement_count; i++)
        buffer_append_format(&joined, "%s=%.17g\x1f", run->measurements[i].metric->key,
                             run->measurements[i].value);
    const char *copy = arena_copy(context->arena, joined.bytes, joined.length);
    buffer_release(&joined);
    return copy;
}

/* The archived runs that are not among the judged ones, each once. */
struct candidates {
    struct run **runs;
    size_t count;
    bool labels_known; /* one of them has a label of the judged runs */
};

static struct candidates candidates_of(const struct context *context)
{
    const struct analysis *analysis = context->analysis;
    const struct run_set *against = context->against;
    struct candidates candidates = {0};
    struct key_index met, labels;
    key_index_init(&met, context->arena);
    key_index_init(&labels, context->arena);
    for (size_t i = 0; i < analysis->run_count; i++) {
        const char *label = analysis->runs[i]->label;
        key_index_put(&met, identity_of(context, analysis->runs[i]), i);
        key_index_put(&labels, label == NULL ? "" : label, i);
    }
    candidates.runs = arena_allocate(context->arena, (against->count + 1) * sizeof(struct run *));
    for (size_t i = 0; i < against->count; i++) {
        struct run *run = against->runs[i];
        size_t number = analysis->run_count + i;
        if (key_index_put(&met, identity_of(context, run), number) != number)
            continue;
        candidates.runs[candidates.count++] = run;
        if (key_index_find(&labels, run->label == NULL ? "" : run->label) != KEY_ABSENT)
            candidates.labels_known = true;
    }
    return candidates;
}

/* The last comparable ones, in the order of the archive. */
static size_t select_comparable(const struct context *context, const struct group *group,
                                const struct candidates *candidates, struct run **selected)
{
    size_t count = 0, last = context->settings->last, skip;
    for (size_t i = 0; i < candidates->count; i++) {
        if (is_comparable(context, group, candidates->runs[i], !candidates->labels_known))
            selected[count++] = candidates->runs[i];
    }
    skip = count > last ? count - last : 0;
    memmove(selected, selected + skip, (count - skip) * sizeof(struct run *));
    return count - skip;
}

/* Puts archived runs behind the runs of the analysis; returns their indices. */
static size_t *append_runs(struct context *context, struct run **selected, size_t count)
{
    struct analysis *analysis = context->analysis;
    struct run **runs =
        arena_allocate(context->arena, (analysis->run_count + count + 1) * sizeof(struct run *));
    size_t *indices = arena_allocate(context->arena, (count + 1) * sizeof *indices);
    for (size_t i = 0; i < analysis->run_count; i++)
        runs[i] = analysis->runs[i];
    for (size_t i = 0; i < count; i++) {
        indices[i] = analysis->run_count;
        runs[analysis->run_count++] = selected[i];
    }
    analysis->runs = runs;
    return indices;
}

static void report_few(struct context *context, size_t group, size_t count)
{
    struct inspection inspection = {context, check_known("few-archived"), group, NO_GROUP};
    if (count < ARCHIVED_RUNS_FOR_VERDICT)
        found(&inspection, NOTE_INFORMS, "%zu comparable %s in the archive", count,
              count == 1 ? "run" : "runs");
}

void archive_add_baselines(struct context *context)
{
    struct analysis *analysis = context->analysis;
    size_t judged = analysis->group_count;
    if (context->against == NULL || context->against->count == 0)
        return;
    struct candidates candidates = candidates_of(context);
    struct run **selected =
        arena_allocate(context->arena, (candidates.count + 1) * sizeof(struct run *));
    for (size_t g = 0; g < judged; g++) {
        size_t count = select_comparable(context, &analysis->groups[g], &candidates, selected);
        report_few(context, g, count);
        if (count == 0)
            continue;
        size_t *indices = append_runs(context, selected, count);
        size_t baseline = analysis->group_count;
        groups_add_archived(context, g, indices, count);
        analysis->groups[baseline].name =
            arena_format(context->arena, "archive of %s", analysis->groups[g].name);
        summarize(context, &analysis->groups[baseline]);
        context->pairs[context->pair_count++] = (struct pair){baseline, g};
    }
}
