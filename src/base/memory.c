#include "memory.h"

#include <assert.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum {
    BLOCK_SIZE = 64 * 1024,
    STATUS_OUT_OF_MEMORY = 3,
};

struct arena_block {
    struct arena_block *older;
    size_t used;
    size_t size;
    max_align_t bytes[];
};

static _Noreturn void out_of_memory(void)
{
    static const char message[] = "loadstat: out of memory; give it less input at a time\n";

    /* write(), since stdio may want memory of its own. */
    if (write(STDERR_FILENO, message, sizeof message - 1) < 0)
        _exit(STATUS_OUT_OF_MEMORY);
    _exit(STATUS_OUT_OF_MEMORY);
}

void *memory_allocate(size_t bytes)
{
    void *memory = malloc(bytes ? bytes : 1);

    if (!memory)
        out_of_memory();
    return memory;
}

void *memory_resize(void *memory, size_t bytes)
{
    void *resized = realloc(memory, bytes ? bytes : 1);

    if (!resized)
        out_of_memory();
    return resized;
}

void memory_release(void *memory)
{
    free(memory);
}

void arena_init(struct arena *arena)
{
    arena->newest = NULL;
}

void arena_release(struct arena *arena)
{
    while (arena->newest) {
        struct arena_block *older = arena->newest->older;
        memory_release(arena->newest);
        arena->newest = older;
    }
}

void *arena_allocate(struct arena *arena, size_t bytes)
{
    const size_t alignment = _Alignof(max_align_t);
    struct arena_block *block = arena->newest;

    assert(bytes < SIZE_MAX - BLOCK_SIZE);
    bytes = (bytes + alignment - 1) / alignment * alignment;
    if (!block || block->size - block->used < bytes) {
        size_t size = bytes > BLOCK_SIZE ? bytes : BLOCK_SIZE;

        block = memory_allocate(sizeof *block + size);
        block->used = 0;
        block->size = size;
        block->older = arena->newest;
        arena->newest = block;
    }
    void *memory = (char *)block->bytes + block->used;
    block->used += bytes;
    return memset(memory, 0, bytes);
}

char *arena_copy(struct arena *arena, const char *bytes, size_t length)
{
    char *copy = arena_allocate(arena, length + 1);

    if (length)
        memcpy(copy, bytes, length);
    return copy;
}

char *arena_copy_string(struct arena *arena, const char *string)
{
    return arena_copy(arena, string, strlen(string));
}

char *arena_vformat(struct arena *arena, const char *format, va_list arguments)
{
    char most[256];
    va_list again;

    va_copy(again, arguments);
    int length = vsnprintf(most, sizeof most, format, again);
    va_end(again);
    assert(length >= 0);
    if ((size_t)length < sizeof most)
        return arena_copy(arena, most, (size_t)length);
    char *string = arena_allocate(arena, (size_t)length + 1);
    vsnprintf(string, (size_t)length + 1, format, arguments);
    return string;
}

char *arena_format(struct arena *arena, const char *format, ...)
{
    va_list arguments;

    va_start(arguments, format);
    char *string = arena_vformat(arena, format, arguments);
    va_end(arguments);
    return string;
}

void *arena_grow(struct arena *arena, void *items, size_t count, size_t *capacity, size_t item_size)
{
    if (count < *capacity)
        return items;
    size_t larger = *capacity ? *capacity * 2 : 8;
    void *grown = arena_allocate(arena, larger * item_size);
    if (count)
        memcpy(grown, items, count * item_size);
    *capacity = larger;
    return grown;
}
