#include "logical_lines.h"

void logical_lines_init(struct logical_lines *lines)
{
    *lines = (struct logical_lines){0};
    arena_init(&lines->arena);
}

void logical_lines_release(struct logical_lines *lines)
{
    arena_release(&lines->arena);
}

void logical_lines_add(struct logical_lines *lines, const struct logical_line *line)
{
    lines->items = arena_grow(&lines->arena, lines->items, lines->count, &lines->capacity,
                              sizeof *lines->items);
    lines->items[lines->count++] = *line;
}

void logical_lines_clear(struct logical_lines *lines)
{
    lines->count = lines->capacity = 0;
    lines->items = NULL;
    arena_release(&lines->arena);
}
