/*
 * Names of groups: the label and as few keys as tell the group from the others
 * of its label, "nginx c=8"; the headings above it in front.
 */
#include <stdlib.h>
#include <string.h>

#include "group.h"
#include "../model/member.h"
#include "../base/key_index.h"

/* Its place among the keys that names take, from 1; 0: the label, or a free key, before them. */
static unsigned name_rank(const char *key)
{
    const struct member *member = member_find(text_of(key));
    return member ? member->name_rank : 0;
}

static bool is_section(const char *key)
{
    return strcmp(key, SECTION_KEY) == 0 || strcmp(key, VARIANT_KEY) == 0;
}

bool key_is_stated_by_all(const struct analysis *analysis, const char *key)
{
    for (size_t g = 0; g < analysis->group_count; g++) {
        if (!group_key_text(&analysis->groups[g], key))
            return false;
    }
    return true;
}

/* The keys of the rank that is next, if all groups state them or not. */
static void append_ranked(const struct draft *draft, bool stated, const char **keys, size_t *count)
{
    for (unsigned rank = 1; rank <= HIGHEST_NAME_RANK; rank++) {
        for (size_t k = 0; k < draft->key_count; k++) {
            const char *key = draft->keys[k];
            if (name_rank(key) == rank && key_is_stated_by_all(draft->analysis, key) == stated)
                keys[(*count)++] = key;
        }
    }
}

const char **keys_by_preference(const struct draft *draft, size_t *count)
{
    const char **keys = arena_allocate(draft->arena, (draft->key_count + 1) * sizeof *keys);
    *count = 0;
    for (size_t k = 0; k < draft->key_count; k++) {
        if (name_rank(draft->keys[k]) == 0)
            keys[(*count)++] = draft->keys[k]; /* the label comes first of all */
    }
    append_ranked(draft, true, keys, count);
    append_ranked(draft, false, keys, count);
    return keys;
}

/* The naming of all groups, refined key by key. */
struct naming {
    struct draft *draft;
    const char **chosen; /* the keys that names show */
    size_t chosen_count;
    size_t *alike; /* groups with the same number have the same name so far */
    size_t distinct;
};

void key_words_append(struct buffer *words, const char *key, const char *text)
{
    /* The words of a heading speak for themselves. */
    const struct member *member = member_find(text_of(key));
    const char *prefix = member ? member->prefix : is_section(key) ? "" : NULL;
    if (!prefix) {
        buffer_append_string(words, key);
        buffer_append_byte(words, '=');
    } else {
        buffer_append_string(words, prefix);
    }
    buffer_append_string(words, text);
}

const char *place_words(const struct draft *draft, const struct group *group,
                        const char *const *keys, size_t count)
{
    struct buffer words;
    buffer_init(&words);
    for (size_t k = 0; k < count; k++) {
        const char *text = group_key_text(group, keys[k]);
        if (!text || text[0] == '\0')
            continue;
        if (words.length > 0)
            buffer_append_string(&words, ", ");
        key_words_append(&words, keys[k], text);
    }
    const char *copy = arena_copy(draft->arena, words.length == 0 ? "" : words.bytes, words.length);
    buffer_release(&words);
    return copy;
}

/* Numbers the groups by (number so far, text of the key); returns how many there are. */
static size_t refine(const struct naming *naming, const char *key, size_t *refined)
{
    const struct analysis *analysis = naming->draft->analysis;
    struct key_index index;
    struct buffer joined;
    size_t count = 0;
    key_index_init(&index, naming->draft->arena);
    buffer_init(&joined);
    for (size_t g = 0; g < analysis->group_count; g++) {
        buffer_clear(&joined);
        buffer_append_format(&joined, "%zu\x1f", naming->alike[g]);
        key_append(&joined, group_key_text(&analysis->groups[g], key));
        size_t number = key_index_find(&index, joined.bytes);
        if (number == KEY_ABSENT) {
            number = count++;
            key_index_put(&index, arena_copy_string(naming->draft->arena, joined.bytes), number);
        }
        refined[g] = number;
    }
    buffer_release(&joined);
    return count;
}

/* Takes a key into the names where it tells groups apart that are alike without it. */
static void try_key(struct naming *naming, const char *key, bool always)
{
    const struct analysis *analysis = naming->draft->analysis;
    size_t *refined =
        arena_allocate(naming->draft->arena, (analysis->group_count + 1) * sizeof *refined);
    size_t distinct = refine(naming, key, refined);
    if (distinct == naming->distinct && !always)
        return;
    naming->alike = refined;
    naming->distinct = distinct;
    naming->chosen[naming->chosen_count++] = key;
}

/* Where a key stands in a name: headings, label, free keys, then the others, concurrency last. */
static size_t place_in_name(const char *key)
{
    if (is_section(key))
        return 0;
    if (strcmp(key, "label") == 0)
        return 1;
    return 2 + name_rank(key);
}

/* A stable sort: the chosen keys are few. */
static void put_in_order(struct naming *naming)
{
    for (size_t i = 1; i < naming->chosen_count; i++) {
        const char *key = naming->chosen[i];
        size_t at = i;
        for (; at > 0 && place_in_name(naming->chosen[at - 1]) > place_in_name(key); at--)
            naming->chosen[at] = naming->chosen[at - 1];
        naming->chosen[at] = key;
    }
}

/* "Simple response / nginx tls=TLSv1.3 c=8": a bar parts headings from what stands below them. */
static const char *name_of(const struct naming *naming, const struct group *group)
{
    struct buffer name;
    bool below_heading = false;
    buffer_init(&name);
    for (size_t k = 0; k < naming->chosen_count; k++) {
        const char *key = naming->chosen[k], *text = group_key_text(group, key);
        if (!text)
            continue;
        bool bar = below_heading && place_in_name(key) <= 1;
        if (name.length > 0)
            buffer_append_string(&name, bar ? " / " : " ");
        key_words_append(&name, key, text);
        below_heading = is_section(key);
    }
    const char *copy =
        name.length == 0 ? NULL : arena_copy(naming->draft->arena, name.bytes, name.length);
    buffer_release(&name);
    return copy;
}

/* A name for a group of which nothing is told: what it measured. */
static const char *fallback_name(const struct draft *draft, const struct group *group)
{
    static const char *const keys[] = {"path", "host", "server", "tool"};
    for (size_t i = 0; i < sizeof keys / sizeof *keys; i++) {
        for (size_t r = 0; r < group->run_count; r++) {
            const struct run *run = draft->analysis->runs[group->runs[r]];
            const char *text = run_key_text(run, keys[i], draft->arena);
            if (text && text[0] != '\0')
                return text;
        }
    }
    return "run";
}

/* Two names that agree by chance ("a b" and "a" of path "b") get a number. */
static void make_unique(const struct naming *naming)
{
    const struct draft *draft = naming->draft;
    struct analysis *analysis = draft->analysis;
    struct key_index index;
    key_index_init(&index, draft->arena);
    for (size_t g = 0; g < analysis->group_count; g++) {
        struct group *group = &analysis->groups[g];
        const char *name = name_of(naming, group);
        if (!name)
            name = fallback_name(draft, group);
        group->name = name;
        for (size_t n = 2; key_index_find(&index, group->name) != KEY_ABSENT; n++)
            group->name = arena_format(draft->arena, "%s (%zu)", name, n);
        key_index_put(&index, group->name, g);
    }
}

void groups_name(struct draft *draft)
{
    const struct analysis *analysis = draft->analysis;
    struct naming naming = {.draft = draft, .distinct = 1};
    naming.alike = arena_allocate(draft->arena, (analysis->group_count + 1) * sizeof *naming.alike);
    size_t key_count;
    const char **keys = keys_by_preference(draft, &key_count);
    naming.chosen = arena_allocate(draft->arena, (key_count + 1) * sizeof *naming.chosen);
    for (size_t k = 0; k < key_count; k++)
        try_key(&naming, keys[k], strcmp(keys[k], "label") == 0);
    put_in_order(&naming);
    make_unique(&naming);
}
