/*
 * Archived runs as a baseline: the run that is judged is never part of it.
 */
#include <string.h>

#include "../model/member.h"
#include "comparison.h"
#include "finding.h"
#include "group.h"
#include "../base/key_index.h"
#include "summary.h"

/* An archive exists to see what a new version does: some members may change with it. */
static bool may_differ(const struct draft *draft, const char *key)
{
    const struct member *member = member_find(text_of(key));

    for (size_t i = 0; i < draft->settings->group_by_count; i++) {
        if (strcmp(draft->settings->group_by[i], key) == 0)
            return false;
    }
    return member && member_has(member, MEMBER_MAY_CHANGE);
}

static bool is_comparable(const struct draft *draft, const struct group *group,
                          const struct run *run, bool any_label)
{
    for (size_t k = 0; k < group->key_count; k++) {
        const struct group_key *key = &group->keys[k];
        if (may_differ(draft, key->key) || (any_label && strcmp(key->key, "label") == 0))
            continue;
        const char *text = run_key_text(run, key->key, draft->arena);
        if ((!text) != (!key->text) || (text && strcmp(text, key->text) != 0))
            return false;
    }
    return run_is_usable(run);
}

/* What tells whether two runs are one: the fingerprint of the text, else all figures. */
static const char *identity_of(const struct draft *draft, const struct run *run)
{
    if (run->source.fingerprint)
        return run->source.fingerprint;
    struct buffer joined;
    buffer_init(&joined);
    buffer_append_byte(&joined, '\x1f');
    key_append(&joined, run->time);
    for (size_t i = 0; i < run->measurement_count; i++)
        buffer_append_format(&joined, "%s=%.17g\x1f", run->measurements[i].metric->key,
                             run->measurements[i].value);
    const char *copy = arena_copy(draft->arena, joined.bytes, joined.length);
    buffer_release(&joined);
    return copy;
}

/* The archived runs that are not among the judged ones, each once. */
struct candidates {
    struct run **runs;
    size_t count;
    bool labels_known; /* one of them has a label of the judged runs */
};

static struct candidates candidates_of(const struct draft *draft)
{
    const struct analysis *analysis = draft->analysis;
    const struct run_set *against = draft->against;
    struct candidates candidates = {0};
    struct key_index met, labels;
    key_index_init(&met, draft->arena);
    key_index_init(&labels, draft->arena);
    for (size_t i = 0; i < analysis->run_count; i++) {
        const char *label = analysis->runs[i]->label;
        key_index_put(&met, identity_of(draft, analysis->runs[i]), i);
        key_index_put(&labels, label ? label : "", i);
    }
    candidates.runs = arena_allocate(draft->arena, (against->count + 1) * sizeof(struct run *));
    for (size_t i = 0; i < against->count; i++) {
        struct run *run = against->runs[i];
        size_t number = analysis->run_count + i;
        if (key_index_put(&met, identity_of(draft, run), number) != number)
            continue;
        candidates.runs[candidates.count++] = run;
        if (key_index_find(&labels, run->label ? run->label : "") != KEY_ABSENT)
            candidates.labels_known = true;
    }
    return candidates;
}

/* The last comparable ones, in the order of the archive. */
static size_t select_comparable(const struct draft *draft, const struct group *group,
                                const struct candidates *candidates, struct run **selected)
{
    size_t count = 0, last = draft->settings->last, skip;
    for (size_t i = 0; i < candidates->count; i++) {
        if (is_comparable(draft, group, candidates->runs[i], !candidates->labels_known))
            selected[count++] = candidates->runs[i];
    }
    skip = count > last ? count - last : 0;
    memmove(selected, selected + skip, (count - skip) * sizeof(struct run *));
    return count - skip;
}

/* Puts archived runs behind the runs of the analysis; returns their indices. */
static size_t *append_runs(struct draft *draft, struct run **selected, size_t count)
{
    struct analysis *analysis = draft->analysis;
    struct run **runs =
        arena_allocate(draft->arena, (analysis->run_count + count + 1) * sizeof(struct run *));
    size_t *indices = arena_allocate(draft->arena, (count + 1) * sizeof *indices);
    for (size_t i = 0; i < analysis->run_count; i++)
        runs[i] = analysis->runs[i];
    for (size_t i = 0; i < count; i++) {
        indices[i] = analysis->run_count;
        runs[analysis->run_count++] = selected[i];
    }
    analysis->runs = runs;
    return indices;
}

static void report_few(struct draft *draft, size_t group, size_t count)
{
    if (count < ARCHIVED_RUNS_FOR_VERDICT)
        finding_inform(draft, "few-archived", group, "%zu comparable %s in the archive", count,
                       count == 1 ? "run" : "runs");
}

void archive_add_baselines(struct draft *draft)
{
    struct analysis *analysis = draft->analysis;
    size_t judged = analysis->group_count;
    if (!draft->against || draft->against->count == 0)
        return;
    struct candidates candidates = candidates_of(draft);
    struct run **selected =
        arena_allocate(draft->arena, (candidates.count + 1) * sizeof(struct run *));
    for (size_t g = 0; g < judged; g++) {
        size_t count = select_comparable(draft, &analysis->groups[g], &candidates, selected);
        report_few(draft, g, count);
        if (count == 0)
            continue;
        size_t *indices = append_runs(draft, selected, count);
        size_t baseline = analysis->group_count;
        groups_add_archived(draft, g, indices, count);
        analysis->groups[baseline].name =
            arena_format(draft->arena, "archive of %s", analysis->groups[g].name);
        summarize(draft, &analysis->groups[baseline]);
        draft->pairs[draft->pair_count++] = (struct pair){baseline, g};
    }
}
