/*
 * An index from texts to numbers: finds the group of a key tuple in constant time.
 */
#ifndef LOADSTAT_BASE_KEY_INDEX_H
#define LOADSTAT_BASE_KEY_INDEX_H

#include <stddef.h>

#include "memory.h"
#include "text.h"

#define KEY_ABSENT ((size_t)-1)

struct key_slot {
    const char *key; /* NULL: free */
    size_t number;
};

struct key_index {
    struct arena *arena; /* borrowed; owns the slots */
    struct key_slot *slots;
    size_t capacity;
    size_t count;
};

void key_index_init(struct key_index *index, struct arena *arena);

/* The number of `key`, or KEY_ABSENT. */
size_t key_index_find(const struct key_index *index, const char *key);

/*
 * The number of `key`; where it has none, it gets `number`.  `key` is borrowed
 * and must outlive the index.
 */
size_t key_index_put(struct key_index *index, const char *key, size_t number);

/* How often it was asked for `key`, this time included: 1, 2, …  `key` as above. */
size_t key_index_count_up(struct key_index *index, const char *key);

/*
 * Appends one part of a composed key, so that different lists of parts never
 * give the same key; NULL is a part of its own.
 */
void key_append(struct buffer *key, const char *part);

#endif
