/*
 * The axis along which groups are compared, and the pairs.
 */
#include <string.h>

#include "finding.h"
#include "group.h"
#include "../base/key_index.h"
#include "../label/naming.h"
#include "pivot.h"
#include "pivot_layout.h"
#include "../say/words.h"

#define NAMES_IN_MESSAGE 12

/* How groups are compared. */
struct axis {
    const char *key;      /* NULL: not at all */
    const char *baseline; /* the baseline's value of it */
    size_t only;          /* a single group that all others are compared with, or NO_GROUP */
    const char **match;   /* keys in which a group and its baseline must agree */
    size_t match_count;
};

static bool same_text(const char *a, const char *b)
{
    if (!a || !b)
        return a == b;
    return strcmp(a, b) == 0;
}

static bool varies(const struct analysis *analysis, const char *key)
{
    for (size_t g = 1; g < analysis->group_count; g++) {
        if (!same_text(group_key_text(&analysis->groups[0], key),
                       group_key_text(&analysis->groups[g], key)))
            return true;
    }
    return false;
}

static bool is_key(const struct draft *draft, const char *key)
{
    for (size_t k = 0; k < draft->key_count; k++) {
        if (strcmp(draft->keys[k], key) == 0)
            return true;
    }
    return false;
}

static bool is_row_key(const struct settings *settings, const char *key)
{
    for (size_t i = 0; i < settings->row_count; i++) {
        if (strcmp(settings->rows[i], key) == 0)
            return true;
    }
    return false;
}

static bool is_label_key(const char *key)
{
    return strcmp(key, "label") == 0 || strcmp(key, SECTION_KEY) == 0 ||
           strcmp(key, VARIANT_KEY) == 0;
}

static bool labels_have_parts(const struct analysis *analysis)
{
    bool any = false;
    for (size_t g = 0; g < analysis->group_count; g++) {
        const char *label = group_key_text(&analysis->groups[g], "label");
        bool has_parts = group_key_text(&analysis->groups[g], SECTION_KEY) != NULL;
        if (label && !has_parts)
            return false;
        any = any || has_parts;
    }
    return any;
}

/* The value of the key that people would call the baseline: "before", "main"; NULL: none. */
static const char *baseline_word(const struct draft *draft, const char *key)
{
    const struct analysis *analysis = draft->analysis;
    const char **values =
        arena_allocate(draft->arena, (analysis->group_count + 1) * sizeof *values);
    const char *word;
    size_t count = 0;
    struct key_index met;
    key_index_init(&met, draft->arena);
    for (size_t g = 0; g < analysis->group_count; g++) {
        const char *value = group_key_text(&analysis->groups[g], key);
        if (value && key_index_put(&met, value, count) == count)
            values[count++] = value;
    }
    size_t found = naming_baseline(values, count, &word);
    return found < count ? values[found] : NULL;
}

/*
 * "before / nginx", "after / nginx": before and after are compared, for each
 * server.  Where neither part has a word for the baseline, the inner one is.
 */
static const char *axis_of_parts(const struct draft *draft)
{
    bool by_section = !baseline_word(draft, VARIANT_KEY) && baseline_word(draft, SECTION_KEY);
    const char *key = by_section ? SECTION_KEY : VARIANT_KEY;
    if (varies(draft->analysis, key))
        return key;
    return by_section ? VARIANT_KEY : SECTION_KEY;
}

/*
 * The key that people compare along: what they said, else the first that
 * varies.  Levels of concurrency are compared with each other only on request:
 * one load against another says nothing about a server.
 */
static const char *choose_axis(const struct draft *draft)
{
    const struct settings *settings = draft->settings;
    size_t count;
    const char **keys = keys_by_preference(draft, &count);
    if (settings->columns)
        return is_key(draft, settings->columns) ? settings->columns : NULL;
    /* Of names of several parts, what stands in one section is compared. */
    if (labels_have_parts(draft->analysis))
        return axis_of_parts(draft);
    for (size_t k = 0; k < count; k++) {
        bool wanted = strcmp(keys[k], "concurrency") != 0 || settings->baseline;
        if (wanted && !is_row_key(settings, keys[k]) && varies(draft->analysis, keys[k]))
            return keys[k];
    }
    return NULL;
}

static bool some_group_has(const struct analysis *analysis, const char *key, const char *text)
{
    for (size_t g = 0; g < analysis->group_count; g++) {
        const char *other = group_key_text(&analysis->groups[g], key);
        if (other && strcmp(other, text) == 0)
            return true;
    }
    return false;
}

/* --baseline KEY=VALUE makes KEY the axis; "c" is short for concurrency, as in names. */
static bool baseline_by_key(const struct draft *draft, struct axis *axis)
{
    struct text rest = text_of(draft->settings->baseline), name;
    if (!text_split(&rest, '=', &name) || rest.length == 0)
        return false;
    const char *key = text_copy(draft->arena, name);
    const char *value = text_copy(draft->arena, rest);
    if (strcmp(key, "c") == 0)
        key = "concurrency";
    if (!is_key(draft, key) || !some_group_has(draft->analysis, key, value))
        return false;
    axis->key = key;
    axis->baseline = value;
    return true;
}

/* "did you mean X? ", or nothing: the group, or the value of the key, that is near. */
static const char *baseline_meant(const struct draft *draft, const char *key)
{
    const struct analysis *analysis = draft->analysis;
    struct suggestion suggestion;
    suggestion_init(&suggestion, draft->settings->baseline);
    for (size_t g = 0; g < analysis->group_count; g++) {
        const char *value = group_key_text(&analysis->groups[g], key);
        if (value)
            suggestion_offer(&suggestion, value);
        suggestion_offer(&suggestion, analysis->groups[g].name);
    }
    if (!suggestion.nearest)
        return "";
    return arena_format(draft->arena, "did you mean %s? ", suggestion.nearest);
}

static bool baseline_unknown(const struct draft *draft, const struct axis *axis)
{
    const struct analysis *analysis = draft->analysis;
    const char **names = arena_allocate(draft->arena, (analysis->group_count + 1) * sizeof *names);
    for (size_t g = 0; g < analysis->group_count; g++)
        names[g] = analysis->groups[g].name;
    const char *list = words_list(draft->arena, names, analysis->group_count, NAMES_IN_MESSAGE);
    const char *meant = baseline_meant(draft, axis->key ? axis->key : "label");
    diag_error(draft->diag, STATUS_USAGE, (struct place){0},
               "no group is called '%s'; %sgive a name or a value of '%s' of: %s",
               draft->settings->baseline, meant, axis->key ? axis->key : "label", list);
    return false;
}

/* The value of the axis that the first group with figures has. */
static const char *first_value(const struct draft *draft, const char *key)
{
    const struct analysis *analysis = draft->analysis;
    const struct group *first = NULL;
    for (size_t g = 0; g < analysis->group_count; g++) {
        const struct group *group = &analysis->groups[g];
        bool earlier =
            !first || (group->used_count > 0 && first->used_count == 0) ||
            ((group->used_count > 0) == (first->used_count > 0) && group->runs[0] < first->runs[0]);
        if (earlier)
            first = group;
    }
    return first ? group_key_text(first, key) : NULL;
}

static bool choose_baseline(struct draft *draft, struct axis *axis)
{
    const struct analysis *analysis = draft->analysis;
    const char *wanted = draft->settings->baseline;
    axis->only = NO_GROUP;
    if (!wanted) {
        axis->baseline = axis->key ? baseline_word(draft, axis->key) : NULL;
        if (axis->key && !axis->baseline)
            axis->baseline = first_value(draft, axis->key);
        return true;
    }
    if (axis->key && some_group_has(analysis, axis->key, wanted)) {
        axis->baseline = wanted;
        return true;
    }
    for (size_t g = 0; g < analysis->group_count; g++) {
        if (strcmp(analysis->groups[g].name, wanted) == 0) {
            axis->only = g;
            return true;
        }
    }
    if (!draft->settings->columns && some_group_has(analysis, "label", wanted)) {
        axis->key = "label";
        axis->baseline = wanted;
        return true;
    }
    return baseline_by_key(draft, axis) || baseline_unknown(draft, axis);
}

/* Groups numbered by the keys seen so far, while the match keys are chosen. */
struct partition {
    size_t *ids;
    size_t count;
};

static struct partition refine(const struct draft *draft, const struct partition *partition,
                               const char *key)
{
    const struct analysis *analysis = draft->analysis;
    struct partition finer = {0};
    struct key_index index;
    struct buffer joined;
    key_index_init(&index, draft->arena);
    buffer_init(&joined);
    finer.ids = arena_allocate(draft->arena, (analysis->group_count + 1) * sizeof *finer.ids);
    for (size_t g = 0; g < analysis->group_count; g++) {
        buffer_clear(&joined);
        buffer_append_format(&joined, "%zu\x1f", partition->ids[g]);
        key_append(&joined, group_key_text(&analysis->groups[g], key));
        size_t id = key_index_find(&index, joined.bytes);
        if (id == KEY_ABSENT) {
            id = finer.count++;
            key_index_put(&index, arena_copy_string(draft->arena, joined.bytes), id);
        }
        finer.ids[g] = id;
    }
    buffer_release(&joined);
    return finer;
}

/*
 * The keys that tell apart the groups of one value of the axis, as few as will
 * do: a server's name and port follow from its label and need not agree, but
 * what sets the load must.
 */
static void choose_match_keys(const struct draft *draft, struct axis *axis)
{
    static const char *const first[] = {"concurrency", "keepalive"};
    size_t count, first_count = sizeof first / sizeof *first;
    const char **keys = keys_by_preference(draft, &count);
    struct partition all = {
        arena_allocate(draft->arena, (draft->analysis->group_count + 1) * sizeof *all.ids), 1};
    struct partition partition = refine(draft, &all, axis->key);
    bool *chosen = arena_allocate(draft->arena, count + 1);
    /* A label holds its parts. */
    bool by_parts = is_label_key(axis->key) && strcmp(axis->key, "label") != 0;
    for (size_t i = 0; i < first_count + count; i++) {
        const char *key = i < first_count ? first[i] : keys[i - first_count];
        bool vague = i < first_count && !key_is_stated_by_all(draft->analysis, key);
        if (vague || strcmp(key, axis->key) == 0 || (by_parts && strcmp(key, "label") == 0))
            continue;
        struct partition finer = refine(draft, &partition, key);
        bool wanted = finer.count > partition.count || is_row_key(draft->settings, key);
        for (size_t k = 0; wanted && k < count; k++)
            chosen[k] = chosen[k] || strcmp(keys[k], key) == 0;
        if (wanted)
            partition = finer;
    }
    axis->match = arena_allocate(draft->arena, (count + 1) * sizeof *axis->match);
    for (size_t k = 0; k < count; k++) {
        if (chosen[k])
            axis->match[axis->match_count++] = keys[k];
    }
}

static void match_text(const struct axis *axis, const struct group *group, struct buffer *joined)
{
    buffer_clear(joined);
    buffer_append_byte(joined, '\x1f');
    for (size_t k = 0; k < axis->match_count; k++)
        key_append(joined, group_key_text(group, axis->match[k]));
}

static void report_no_baseline(struct draft *draft, const struct axis *axis, size_t group)
{
    const char *at =
        place_words(draft, &draft->analysis->groups[group], axis->match, axis->match_count);
    finding_inform(draft, "no-baseline", group, "no baseline%s%s", at[0] != '\0' ? " at " : "", at);
}

static void add_pair(struct draft *draft, size_t baseline, size_t group)
{
    draft->analysis->groups[baseline].is_baseline = true;
    draft->pairs[draft->pair_count++] = (struct pair){baseline, group};
}

static void pair_with_one(struct draft *draft, size_t baseline)
{
    for (size_t g = 0; g < draft->analysis->group_count; g++) {
        if (g != baseline && !draft->analysis->groups[g].archived)
            add_pair(draft, baseline, g);
    }
}

static void pair_along(struct draft *draft, const struct axis *axis)
{
    struct analysis *analysis = draft->analysis;
    struct key_index baselines;
    struct buffer joined;
    key_index_init(&baselines, draft->arena);
    buffer_init(&joined);
    for (size_t g = 0; g < analysis->group_count; g++) {
        if (!same_text(group_key_text(&analysis->groups[g], axis->key), axis->baseline))
            continue;
        match_text(axis, &analysis->groups[g], &joined);
        key_index_put(&baselines, arena_copy_string(draft->arena, joined.bytes), g);
        analysis->groups[g].is_baseline = true;
    }
    for (size_t g = 0; g < analysis->group_count; g++) {
        if (same_text(group_key_text(&analysis->groups[g], axis->key), axis->baseline))
            continue;
        match_text(axis, &analysis->groups[g], &joined);
        size_t baseline = key_index_find(&baselines, joined.bytes);
        if (baseline == KEY_ABSENT)
            report_no_baseline(draft, axis, g);
        else
            add_pair(draft, baseline, g);
    }
    buffer_release(&joined);
}

/* A pivot is shown on request, and for a sweep of several labels over concurrency. */
static bool wants_pivot(const struct draft *draft, const struct axis *axis)
{
    if (!axis->key || axis->only != NO_GROUP)
        return false;
    if (draft->settings->columns || draft->settings->row_count > 0)
        return true;
    if (!is_label_key(axis->key))
        return false;
    for (size_t k = 0; k < axis->match_count; k++) {
        if (strcmp(axis->match[k], "concurrency") == 0)
            return true;
    }
    return false;
}

bool pairs_make(struct draft *draft)
{
    struct axis axis = {.key = choose_axis(draft), .only = NO_GROUP};
    if (draft->settings->columns && !axis.key) {
        diag_error(draft->diag, STATUS_USAGE, (struct place){0},
                   "--columns: no run states its '%s'", draft->settings->columns);
        return false;
    }
    if (!choose_baseline(draft, &axis))
        return false;
    draft->analysis->axis = axis.key;
    draft->axis_is_users = draft->settings->columns || draft->settings->baseline;
    draft->pairs =
        arena_allocate(draft->arena, (2 * draft->analysis->group_count + 1) * sizeof *draft->pairs);
    if (axis.key)
        choose_match_keys(draft, &axis);
    /* With an archive, its runs are the baseline, unless another was named as well. */
    bool archived = draft->against && draft->against->count > 0;
    if (axis.only != NO_GROUP)
        pair_with_one(draft, axis.only);
    else if (axis.key && (!archived || draft->settings->baseline))
        pair_along(draft, &axis);
    if (wants_pivot(draft, &axis))
        pivot_lay_out(
            draft, &(struct pivot_request){axis.key, axis.baseline, axis.match, axis.match_count});
    return true;
}
