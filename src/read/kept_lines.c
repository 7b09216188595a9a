#include "kept_lines.h"

void kept_lines_init(struct kept_lines *lines)
{
    *lines = (struct kept_lines){0};
    arena_init(&lines->arena);
}

void kept_lines_release(struct kept_lines *lines)
{
    arena_release(&lines->arena);
}

void kept_lines_add(struct kept_lines *lines, struct text line, size_t number)
{
    lines->items = arena_grow(&lines->arena, lines->items, lines->count, &lines->capacity,
                              sizeof *lines->items);
    lines->items[lines->count++] = (struct kept_line){text_copy(&lines->arena, line), number};
}

void kept_lines_forget(struct kept_lines *lines)
{
    lines->count = lines->capacity = 0;
    lines->items = NULL;
    arena_release(&lines->arena);
}
