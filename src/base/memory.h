/*
 * Memory: allocation that cannot fail softly, and arenas.
 *
 * Every allocation of the program, and those that PCRE2, cJSON and libharu
 * make for it, goes through memory_allocate(): when the system has no memory
 * left it writes one line to stderr and ends the program with status 3.
 *
 * An arena owns what was allocated from it; arena_release() frees all at once.
 * Three of them nest: data (runs), analysis (groups, comparisons), report
 * (blocks).  A pointer may point from an inner to an outer one, never back.
 */
#ifndef LOADSTAT_BASE_MEMORY_H
#define LOADSTAT_BASE_MEMORY_H

#include <stdarg.h>
#include <stddef.h>

/* Never NULL; a size of 0 gives a pointer that can be released. */
void *memory_allocate(size_t bytes);
void *memory_resize(void *memory, size_t bytes);
void memory_release(void *memory);

struct arena_block;

struct arena {
    struct arena_block *newest;
};

void arena_init(struct arena *arena);
void arena_release(struct arena *arena);

/* Zeroed and aligned for any type. */
void *arena_allocate(struct arena *arena, size_t bytes);

/* A NUL-terminated copy of `length` bytes. */
char *arena_copy(struct arena *arena, const char *bytes, size_t length);
char *arena_copy_string(struct arena *arena, const char *string);

char *arena_format(struct arena *arena, const char *format, ...)
    __attribute__((format(printf, 2, 3)));
char *arena_vformat(struct arena *arena, const char *format, va_list arguments)
    __attribute__((format(printf, 2, 0)));

/*
 * Room for one item more: returns `items` itself, or a copy of its `count`
 * items in a larger place of the arena (the old place stays until release).
 */
void *arena_grow(struct arena *arena, void *items, size_t count, size_t *capacity,
                 size_t item_size);

#endif
