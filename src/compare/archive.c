/*
 * Archived runs as a baseline: the run that is judged is never part of it.
 */
#include <math.h>
#include <string.h>

#include "../model/member.h"
#include "../stats/change_point.h"
#include "batches.h"
#include "comparison.h"
#include "finding.h"
#include "group.h"
#include "../base/key_index.h"
#include "summary.h"
#include "../say/words.h"

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
    return true;
}

/* Above it a run is no measure of what the archive lets expect. */
#define LARGEST_FAILED_SHARE 0.01

static bool has_failed(const struct run *run)
{
    static const enum share_kind kinds[] = {SHARE_FAILED, SHARE_ERRORS};
    struct proportion share;
    for (size_t i = 0; i < sizeof kinds / sizeof *kinds; i++) {
        if (run_share(run, kinds[i], &share) &&
            (double)share.count > LARGEST_FAILED_SHARE * (double)share.total)
            return true;
    }
    return !run_is_usable(run);
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

/* Beyond it labels are counted. */
#define LABELS_SHOWN 3

/* The archived runs that are not among the judged ones, each once. */
struct candidates {
    struct run **runs;
    size_t count;
    const char *labels; /* those of the archive: "nginx and apache" */
    bool any_label;     /* all have one label, which no judged run has: it says nothing */
};

static struct candidates candidates_of(const struct draft *draft)
{
    const struct analysis *analysis = draft->analysis;
    const struct run_set *against = draft->against;
    struct candidates candidates = {0};
    struct key_index met, labels, archived;
    bool labels_known = false;
    const char **names = arena_allocate(draft->arena, (against->count + 1) * sizeof *names);
    key_index_init(&met, draft->arena);
    key_index_init(&labels, draft->arena);
    key_index_init(&archived, draft->arena);
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
        const char *label = run->label ? run->label : "";
        if (key_index_put(&archived, label, i) == i)
            names[archived.count - 1] = label;
        labels_known = labels_known || key_index_find(&labels, label) != KEY_ABSENT;
    }
    candidates.labels = words_list(draft->arena, names, archived.count, LABELS_SHOWN);
    candidates.any_label = !labels_known && archived.count <= 1;
    return candidates;
}

/* What of the archive a group is judged by. */
struct selection {
    struct run **runs; /* in the order of the archive */
    size_t count;
    size_t failed; /* comparable, and left out */
    const char *level_change;
};

/* The last comparable ones. */
static struct selection select_comparable(const struct draft *draft, const struct group *group,
                                          const struct candidates *candidates)
{
    struct selection selection = {
        .runs = arena_allocate(draft->arena, (candidates->count + 1) * sizeof(struct run *)),
    };
    for (size_t i = 0; i < candidates->count; i++) {
        struct run *run = candidates->runs[i];
        if (!is_comparable(draft, group, run, candidates->any_label))
            continue;
        if (has_failed(run))
            selection.failed++;
        else
            selection.runs[selection.count++] = run;
    }
    size_t last = draft->settings->last;
    size_t skip = selection.count > last ? selection.count - last : 0;
    selection.runs += skip;
    selection.count -= skip;
    return selection;
}

/* Leaves those since the last change of level, as the primary metric has it. */
static void keep_last_level(const struct draft *draft, struct selection *selection)
{
    const struct metric *primary = draft->analysis->primary;
    struct arena *arena = draft->arena;
    double *values = arena_allocate(arena, (selection->count + 1) * sizeof *values);
    if (!primary)
        return;
    for (size_t i = 0; i < selection->count; i++) {
        values[i] = ABSENT;
        run_value(selection->runs[i], primary, &values[i]);
    }
    struct batches batches = batches_of(arena, selection->runs, values, selection->count);
    struct change_point *points = arena_allocate(arena, (batches.count / 5 + 1) * sizeof *points);
    size_t found = find_change_points(batch_levels(arena, &batches), batches.count,
                                      settings_min_effect(draft->settings, primary), points);
    if (found == 0)
        return;
    const struct change_point *last = &points[found - 1];
    size_t kept = 0;
    for (size_t i = 0; i < selection->count; i++) {
        if (batches.of[i] != NO_RUN && batches.of[i] >= last->first)
            selection->runs[kept++] = selection->runs[i];
    }
    selection->level_change =
        arena_format(arena, "%s (%s, interval %s)", batches.names[last->first],
                     words_change(arena, (last->ratio - 1) * 100),
                     words_change_interval(arena, (last->interval.low - 1) * 100,
                                           (last->interval.high - 1) * 100));
    selection->count = kept;
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

/* What the archive left to judge by, and why no more. */
static void report_selection(struct draft *draft, size_t group, const struct selection *selection,
                             const struct candidates *candidates)
{
    struct arena *arena = draft->arena;
    const char *runs = words_runs(arena, selection->count);
    if (selection->failed > 0)
        finding_inform(draft, "archived-failures", group, "%s left out of the archive",
                       words_runs(arena, selection->failed));
    if (selection->level_change)
        finding_inform(draft, "level-changed", group,
                       "the archive changed at %s; the %s since then predict",
                       selection->level_change, runs);
    if (selection->count == 0 && selection->failed == 0 && candidates->count > 0)
        finding_inform(draft, "few-archived", group,
                       "no comparable run in the archive, which has runs of %s",
                       candidates->labels);
    else if (selection->count < ARCHIVED_RUNS_FOR_VERDICT)
        finding_inform(draft, "few-archived", group, "%zu comparable %s in the archive%s",
                       selection->count, selection->count == 1 ? "run" : "runs",
                       selection->level_change ? " since its level changed" : "");
}

static void add_baseline(struct draft *draft, size_t group, const struct selection *selection)
{
    struct analysis *analysis = draft->analysis;
    size_t *indices = append_runs(draft, selection->runs, selection->count);
    size_t baseline = analysis->group_count;
    groups_add_archived(draft, group, indices, selection->count);
    analysis->groups[baseline].name =
        arena_format(draft->arena, "archive of %s", analysis->groups[group].name);
    summarize(draft, &analysis->groups[baseline]);
    draft->pairs[draft->pair_count++] = (struct pair){baseline, group};
}

void archive_add_baselines(struct draft *draft)
{
    size_t judged = draft->analysis->group_count;
    if (!draft->against || draft->against->count == 0)
        return;
    struct candidates candidates = candidates_of(draft);
    for (size_t g = 0; g < judged; g++) {
        struct selection selection =
            select_comparable(draft, &draft->analysis->groups[g], &candidates);
        keep_last_level(draft, &selection);
        report_selection(draft, g, &selection, &candidates);
        if (selection.count > 0)
            add_baseline(draft, g, &selection);
    }
}
