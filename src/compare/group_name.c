/*
 * Names of groups: the label and as few keys as tell the group from the others
 * of its label, "nginx c=8".
 */
#include <stdlib.h>
#include <string.h>

#include "group.h"
#include "key_index.h"

/* How a key looks in a name; the key itself and "=" for those not listed. */
static const struct {
    const char *key, *prefix;
} prefixes[] = {
    {"concurrency", "c="}, {"path", ""},   {"host", ""},   {"server", ""},
    {"tool", ""},          {"scheme", ""}, {"method", ""}, {"port", "port "},
};

/*
 * The order in which keys are tried, after the free ones: what people vary on
 * purpose before what follows from it, and concurrency last as in "nginx c=8".
 */
static const char *const preference[] = {
    "keepalive", "path", "method", "tls", "scheme", "port", "host", "server", "tool", "concurrency",
};

#define PREFERENCE_COUNT (sizeof preference / sizeof *preference)

static bool is_preferred(const char *key)
{
    for (size_t i = 0; i < PREFERENCE_COUNT; i++) {
        if (strcmp(preference[i], key) == 0)
            return true;
    }
    return false;
}

const char **keys_by_preference(const struct context *context, size_t *count)
{
    const char **keys = arena_allocate(context->arena, (context->key_count + 1) * sizeof *keys);
    *count = 0;
    for (size_t k = 0; k < context->key_count; k++) {
        if (!is_preferred(context->keys[k]))
            keys[(*count)++] = context->keys[k]; /* the label comes first of all */
    }
    for (size_t i = 0; i < PREFERENCE_COUNT; i++) {
        for (size_t k = 0; k < context->key_count; k++) {
            if (strcmp(context->keys[k], preference[i]) == 0)
                keys[(*count)++] = preference[i];
        }
    }
    return keys;
}

/* The naming of all groups, refined key by key. */
struct naming {
    struct context *context;
    struct buffer *names; /* one for each group */
    size_t *alike;        /* groups with the same number have the same name so far */
    size_t distinct;
};

void name_append_key(struct buffer *name, const char *key, const char *text)
{
    /* The words of a label or a heading speak for themselves. */
    bool plain = strcmp(key, "label") == 0 || strncmp(key, "section", strlen("section")) == 0;
    const char *prefix = plain ? "" : NULL;
    for (size_t i = 0; i < sizeof prefixes / sizeof *prefixes; i++) {
        if (strcmp(prefixes[i].key, key) == 0)
            prefix = prefixes[i].prefix;
    }
    if (name->length > 0)
        buffer_append_byte(name, ' ');
    if (prefix == NULL) {
        buffer_append_string(name, key);
        buffer_append_byte(name, '=');
    } else {
        buffer_append_string(name, prefix);
    }
    buffer_append_string(name, text);
}

/* Numbers the groups by (number so far, text of the key); returns how many there are. */
static size_t refine(const struct naming *naming, const char *key, size_t *refined)
{
    const struct analysis *analysis = naming->context->analysis;
    struct key_index index;
    struct buffer joined;
    size_t count = 0;
    key_index_init(&index, naming->context->arena);
    buffer_init(&joined);
    for (size_t g = 0; g < analysis->group_count; g++) {
        buffer_clear(&joined);
        buffer_append_format(&joined, "%zu\x1f", naming->alike[g]);
        key_append(&joined, group_key_text(&analysis->groups[g], key));
        size_t number = key_index_find(&index, joined.bytes);
        if (number == KEY_ABSENT) {
            number = count++;
            key_index_put(&index, arena_copy_string(naming->context->arena, joined.bytes), number);
        }
        refined[g] = number;
    }
    buffer_release(&joined);
    return count;
}

/* Takes a key into the names where it tells groups apart that are alike without it. */
static void try_key(struct naming *naming, const char *key, bool always)
{
    const struct analysis *analysis = naming->context->analysis;
    size_t *refined =
        arena_allocate(naming->context->arena, analysis->group_count * sizeof *refined);
    size_t distinct = refine(naming, key, refined);
    if (distinct == naming->distinct && !always)
        return;
    naming->alike = refined;
    naming->distinct = distinct;
    for (size_t g = 0; g < analysis->group_count; g++) {
        const char *text = group_key_text(&analysis->groups[g], key);
        if (text == NULL)
            continue;
        name_append_key(&naming->names[g], key, text);
    }
}

/* A name for a group of which nothing is told: what it measured. */
static const char *fallback_name(const struct context *context, const struct group *group)
{
    static const char *const keys[] = {"path", "host", "server", "tool"};
    for (size_t i = 0; i < sizeof keys / sizeof *keys; i++) {
        for (size_t r = 0; r < group->run_count; r++) {
            const struct run *run = context->analysis->runs[group->runs[r]];
            const char *text = run_key_text(run, keys[i], context->arena);
            if (text != NULL && text[0] != '\0')
                return text;
        }
    }
    return "run";
}

/* Two names that agree by chance ("a b" and "a" of path "b") get a number. */
static void make_unique(const struct naming *naming)
{
    const struct context *context = naming->context;
    struct analysis *analysis = context->analysis;
    struct key_index index;
    key_index_init(&index, context->arena);
    for (size_t g = 0; g < analysis->group_count; g++) {
        struct group *group = &analysis->groups[g];
        const char *name = naming->names[g].length > 0
                               ? arena_copy_string(context->arena, naming->names[g].bytes)
                               : fallback_name(context, group);
        group->name = name;
        for (size_t n = 2; key_index_find(&index, group->name) != KEY_ABSENT; n++)
            group->name = arena_format(context->arena, "%s (%zu)", name, n);
        key_index_put(&index, group->name, g);
    }
}

void groups_name(struct context *context)
{
    const struct analysis *analysis = context->analysis;
    struct naming naming = {.context = context, .distinct = 1};
    naming.names =
        arena_allocate(context->arena, (analysis->group_count + 1) * sizeof *naming.names);
    naming.alike =
        arena_allocate(context->arena, (analysis->group_count + 1) * sizeof *naming.alike);
    for (size_t g = 0; g < analysis->group_count; g++)
        buffer_init(&naming.names[g]);
    size_t key_count;
    const char **keys = keys_by_preference(context, &key_count);
    for (size_t k = 0; k < key_count; k++)
        try_key(&naming, keys[k], strcmp(keys[k], "label") == 0);
    make_unique(&naming);
    for (size_t g = 0; g < analysis->group_count; g++)
        buffer_release(&naming.names[g]);
}
