#include "group.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "../model/member.h"
#include "../base/key_index.h"

/* Runs with the same texts for all keys. */
struct class
{
    const char **texts;
    size_t name_group; /* of its runs; names part runs whatever their label says */
    size_t run_count;
    bool whole;         /* one of its runs is complete */
    size_t merged_into; /* another class, or itself */
    size_t group;
};

struct classes {
    struct class *items;
    size_t count, capacity;
    size_t *of_run; /* the class of each run */
};

static bool list_has(const char *const *list, size_t count, const char *key)
{
    for (size_t i = 0; i < count; i++) {
        if (strcmp(list[i], key) == 0)
            return true;
    }
    return false;
}

static void append_key(struct draft *draft, size_t *capacity, const char *key)
{
    if (list_has(draft->keys, draft->key_count, key))
        return;
    draft->keys = arena_grow(draft->arena, (void *)draft->keys, draft->key_count, capacity,
                             sizeof *draft->keys);
    draft->keys[draft->key_count++] = key;
}

static void append_default_keys(struct draft *draft, size_t *capacity)
{
    size_t count;
    const struct member *members = member_table(&count);
    for (size_t i = 0; i < count; i++) {
        if (member_has(&members[i], MEMBER_PARTS_GROUPS))
            append_key(draft, capacity, members[i].key);
    }
}

/* The free keys of --set and of headings that part sections. */
static void append_splitting_keys(struct draft *draft, size_t *capacity)
{
    const struct analysis *analysis = draft->analysis;
    for (size_t i = 0; i < analysis->run_count; i++) {
        const struct run *run = analysis->runs[i];
        for (size_t k = 0; k < run->label_count; k++) {
            if (run->labels[k].splits)
                append_key(draft, capacity, run->labels[k].key);
        }
    }
}

static bool some_run_has(const struct analysis *analysis, const char *key)
{
    for (size_t i = 0; i < analysis->run_count; i++) {
        if (run_label_text(analysis->runs[i], key))
            return true;
    }
    return run_key_exists(key);
}

/* False, with a diagnostic, where no run has the key that the user named. */
static bool is_key(const struct draft *draft, const char *key, const char *option)
{
    if (some_run_has(draft->analysis, key))
        return true;
    struct suggestion suggestion;
    suggestion_init(&suggestion, key);
    run_keys_offer(draft->analysis->runs, draft->analysis->run_count, &suggestion);
    diag_error(draft->diag, STATUS_USAGE, (struct place){0}, "%s: no run has a key '%s'; %s",
               option, key, suggestion_words(&suggestion, draft->arena, "--set gives runs one"));
    return false;
}

static bool append_users_key(struct draft *draft, size_t *capacity, const char *key,
                             const char *option)
{
    if (!is_key(draft, key, option))
        return false;
    append_key(draft, capacity, key);
    return true;
}

static bool key_list_make(struct draft *draft)
{
    const struct settings *settings = draft->settings;
    size_t capacity = 0;
    if (settings->pair_by && !is_key(draft, settings->pair_by, "--pair-by"))
        return false;
    for (size_t i = 0; i < settings->group_by_count; i++) {
        if (!append_users_key(draft, &capacity, settings->group_by[i], "--group-by"))
            return false;
    }
    if (settings->group_by_count == 0) {
        append_default_keys(draft, &capacity);
        append_splitting_keys(draft, &capacity);
    }
    for (size_t i = 0; i < settings->row_count; i++) {
        if (!append_users_key(draft, &capacity, settings->rows[i], "--rows"))
            return false;
    }
    return !settings->columns || append_users_key(draft, &capacity, settings->columns, "--columns");
}

static const char **texts_of(const struct draft *draft, const struct run *run)
{
    const char **texts = arena_allocate(draft->arena, (draft->key_count + 1) * sizeof *texts);
    for (size_t k = 0; k < draft->key_count; k++)
        texts[k] = run_key_text(run, draft->keys[k], draft->arena);
    return texts;
}

static size_t class_add(struct draft *draft, struct classes *classes, const char **texts)
{
    classes->items = arena_grow(draft->arena, classes->items, classes->count, &classes->capacity,
                                sizeof *classes->items);
    classes->items[classes->count] =
        (struct class){.texts = texts, .merged_into = classes->count, .group = NO_GROUP};
    return classes->count++;
}

/* --group-by takes the place of names and keys. */
static bool by_users_keys(const struct draft *draft)
{
    return draft->settings->group_by_count > 0;
}

static struct classes classes_make(struct draft *draft)
{
    const struct analysis *analysis = draft->analysis;
    struct classes classes = {0};
    struct key_index index;
    struct buffer joined;
    key_index_init(&index, draft->arena);
    buffer_init(&joined);
    classes.of_run = arena_allocate(draft->arena, analysis->run_count * sizeof *classes.of_run);
    for (size_t i = 0; i < analysis->run_count; i++) {
        const char **texts = texts_of(draft, analysis->runs[i]);
        buffer_clear(&joined);
        for (size_t k = 0; k < draft->key_count; k++)
            key_append(&joined, texts[k]);
        size_t name_group = by_users_keys(draft) ? 0 : analysis->runs[i]->name_group;
        buffer_append_format(&joined, "%zu", name_group);
        const char *key = joined.length == 0 ? "" : joined.bytes;
        size_t class = key_index_find(&index, key);
        if (class == KEY_ABSENT) {
            class = class_add(draft, &classes, texts);
            classes.items[class].name_group = name_group;
            key_index_put(&index, arena_copy_string(draft->arena, key), class);
        }
        assert(class < classes.count);
        classes.of_run[i] = class;
        classes.items[class].run_count++;
        if (analysis->runs[i]->status == RUN_COMPLETE)
            classes.items[class].whole = true;
    }
    buffer_release(&joined);
    return classes;
}

/*
 * Whether `fuller` says all that `class` says, and more.  The label and the
 * keys that the user set are never a matter of a damaged text.
 */
static bool is_completed_by(const struct draft *draft, const struct class *class,
                            const struct class *fuller)
{
    bool says_more = false;
    if (class->name_group != fuller->name_group)
        return false;
    for (size_t k = 0; k < draft->key_count; k++) {
        const char *text = class->texts[k], *other = fuller->texts[k];
        bool fixed = strcmp(draft->keys[k], "label") == 0 || !run_key_exists(draft->keys[k]);
        if (!text && !other)
            continue;
        if (!text && !fixed)
            says_more = true;
        else if (!text || !other || strcmp(text, other) != 0)
            return false;
    }
    return says_more;
}

static int by_name_group(const void *left, const void *right)
{
    const struct class *a = *(struct class *const *)left, *b = *(struct class *const *)right;
    if (a->name_group != b->name_group)
        return a->name_group < b->name_group ? -1 : 1;
    return a < b ? -1 : a > b;
}

/* The classes of one name; a class with one fuller class beside it is that one. */
static void merge_in_name(const struct draft *draft, const struct classes *classes,
                          struct class **list, size_t count)
{
    for (size_t i = 0; i < count; i++) {
        size_t match = NO_GROUP, matches = 0;
        /* Where no names were decided, only what was cut may lack what others say. */
        if (list[i]->whole && list[i]->name_group == 0)
            continue;
        for (size_t other = 0; other < count && matches < 2; other++) {
            size_t number = (size_t)(list[other] - classes->items);
            if (list[other]->merged_into == number &&
                is_completed_by(draft, list[i], list[other])) {
                match = number;
                matches++;
            }
        }
        if (matches == 1)
            list[i]->merged_into = match;
    }
}

/* A key that a run lacks agrees with the one value that the others of its name have. */
static void merge_incomplete(const struct draft *draft, struct classes *classes)
{
    struct class **sorted =
        arena_allocate(draft->arena, (classes->count + 1) * sizeof(struct class *));
    for (size_t i = 0; i < classes->count; i++)
        sorted[i] = &classes->items[i];
    qsort(sorted, classes->count, sizeof(struct class *), by_name_group);
    for (size_t from = 0, to; from < classes->count; from = to) {
        for (to = from; to < classes->count && sorted[to]->name_group == sorted[from]->name_group;)
            to++;
        merge_in_name(draft, classes, &sorted[from], to - from);
    }
}

static size_t class_root(const struct classes *classes, size_t class)
{
    while (classes->items[class].merged_into != class)
        class = classes->items[class].merged_into;
    return class;
}

static void set_keys(const struct draft *draft, struct group *group, const char **texts)
{
    group->keys = arena_allocate(draft->arena, (draft->key_count + 1) * sizeof *group->keys);
    for (size_t k = 0; k < draft->key_count; k++)
        group->keys[group->key_count++] = (struct group_key){draft->keys[k], texts[k]};
}

/* Keys that no run of the whole set states are of no use to anybody. */
static void drop_unstated_keys(struct draft *draft, const struct classes *classes)
{
    size_t kept = 0;
    for (size_t k = 0; k < draft->key_count; k++) {
        bool stated = false;
        for (size_t i = 0; i < classes->count; i++)
            stated = stated || classes->items[i].texts[k];
        if (!stated)
            continue;
        draft->keys[kept] = draft->keys[k];
        for (size_t i = 0; i < classes->count; i++)
            classes->items[i].texts[kept] = classes->items[i].texts[k];
        kept++;
    }
    draft->key_count = kept;
}

static void groups_number(struct draft *draft, struct classes *classes)
{
    struct analysis *analysis = draft->analysis;
    for (size_t i = 0; i < analysis->run_count; i++) {
        size_t root = class_root(classes, classes->of_run[i]);
        struct class *class = &classes->items[root];
        if (class->group == NO_GROUP)
            class->group = analysis->group_count++;
        if (root != classes->of_run[i])
            class->run_count++;
    }
    /* Room for one archived group beside each. */
    analysis->groups =
        arena_allocate(draft->arena, (2 * analysis->group_count + 1) * sizeof *analysis->groups);
    for (size_t i = 0; i < classes->count; i++) {
        struct class *class = &classes->items[i];
        if (class->group == NO_GROUP)
            continue;
        struct group *group = &analysis->groups[class->group];
        set_keys(draft, group, class->texts);
        group->runs = arena_allocate(draft->arena, class->run_count * sizeof *group->runs);
        group->used = arena_allocate(draft->arena, class->run_count * sizeof *group->used);
    }
}

static void group_add_run(const struct draft *draft, struct group *group, size_t run)
{
    bool dropped = group->run_count < draft->settings->drop_first && !group->archived;
    group->runs[group->run_count++] = run;
    if (run_is_usable(draft->analysis->runs[run]) && !dropped)
        group->used[group->used_count++] = run;
}

bool groups_make(struct draft *draft)
{
    struct analysis *analysis = draft->analysis;
    if (!key_list_make(draft))
        return false;
    struct classes classes = classes_make(draft);
    merge_incomplete(draft, &classes);
    drop_unstated_keys(draft, &classes);
    groups_number(draft, &classes);
    for (size_t i = 0; i < analysis->run_count; i++) {
        size_t root = class_root(&classes, classes.of_run[i]);
        group_add_run(draft, &analysis->groups[classes.items[root].group], i);
    }
    return true;
}

void groups_add_archived(struct draft *draft, size_t like, const size_t *runs, size_t count)
{
    struct analysis *analysis = draft->analysis;
    struct group *group = &analysis->groups[analysis->group_count++];
    group->keys = analysis->groups[like].keys;
    group->key_count = analysis->groups[like].key_count;
    group->archived = true;
    group->is_baseline = true;
    group->runs = arena_allocate(draft->arena, (count + 1) * sizeof *group->runs);
    group->used = arena_allocate(draft->arena, (count + 1) * sizeof *group->used);
    for (size_t i = 0; i < count; i++)
        group_add_run(draft, group, runs[i]);
}

const char *group_key_text(const struct group *group, const char *key)
{
    for (size_t k = 0; k < group->key_count; k++) {
        if (strcmp(group->keys[k].key, key) == 0)
            return group->keys[k].text;
    }
    return NULL;
}

static int by_index(const void *left, const void *right)
{
    size_t a = *(const size_t *)left, b = *(const size_t *)right;
    return a < b ? -1 : a > b;
}

size_t group_run_number(const struct group *group, size_t run)
{
    if (group->run_count == 0)
        return 0;
    const size_t *place =
        bsearch(&run, group->runs, group->run_count, sizeof *group->runs, by_index);
    return place ? (size_t)(place - group->runs) + 1 : 0;
}

const struct run *group_used_run(const struct analysis *analysis, const struct group *group,
                                 size_t i)
{
    return analysis->runs[group->used[i]];
}
