#include "key_index.h"

#include <stdint.h>
#include <string.h>

#define SMALLEST_CAPACITY 64

/* FNV-1a, 64 bits. */
static uint64_t hash_of(const char *key)
{
    uint64_t hash = 14695981039346656037u;
    for (; *key != '\0'; key++) {
        hash ^= (unsigned char)*key;
        hash *= 1099511628211u;
    }
    return hash;
}

void key_index_init(struct key_index *index, struct arena *arena)
{
    index->arena = arena;
    index->capacity = SMALLEST_CAPACITY;
    index->count = 0;
    index->slots = arena_allocate(arena, SMALLEST_CAPACITY * sizeof *index->slots);
}

/* The slot of `key`, or the free one where it would stand.  The capacity is a power of two. */
static struct key_slot *slot_of(const struct key_index *index, const char *key)
{
    size_t position = (size_t)hash_of(key) & (index->capacity - 1);
    while (index->slots[position].key != NULL && strcmp(index->slots[position].key, key) != 0)
        position = (position + 1) & (index->capacity - 1);
    return &index->slots[position];
}

static void grow(struct key_index *index)
{
    struct key_index larger = *index;
    larger.capacity = index->capacity * 2;
    larger.slots = arena_allocate(index->arena, larger.capacity * sizeof *larger.slots);
    for (size_t i = 0; i < index->capacity; i++) {
        if (index->slots[i].key != NULL)
            *slot_of(&larger, index->slots[i].key) = index->slots[i];
    }
    *index = larger;
}

size_t key_index_find(const struct key_index *index, const char *key)
{
    const struct key_slot *slot = slot_of(index, key);
    return slot->key == NULL ? KEY_ABSENT : slot->number;
}

size_t key_index_put(struct key_index *index, const char *key, size_t number)
{
    struct key_slot *slot = slot_of(index, key);
    if (slot->key != NULL)
        return slot->number;
    *slot = (struct key_slot){key, number};
    index->count++;
    if (index->count * 2 > index->capacity)
        grow(index);
    return number;
}

size_t key_index_count_up(struct key_index *index, const char *key)
{
    struct key_slot *slot = slot_of(index, key);
    if (slot->key != NULL)
        return ++slot->number;
    return key_index_put(index, key, 1);
}

/* Texts hold no control characters (utf8_clean), so that these two part them. */
void key_append(struct buffer *key, const char *part)
{
    if (part == NULL)
        buffer_append_byte(key, '\x1e');
    else
        buffer_append_string(key, part);
    buffer_append_byte(key, '\x1f');
}
