#include "folders.h"

#include <string.h>

#include "../base/text.h"

/* Readings of JSON have their labels: where they lie says nothing. */
static const char *told_folder(const struct reading *reading)
{
    return reading->from_json ? NULL : reading->hints.folder;
}

/* How many bytes both begin with, up to the end of a part. */
static size_t shared_front(const char *a, const char *b)
{
    size_t shared = 0;

    for (size_t i = 0;; i++) {
        bool a_ends = a[i] == '/' || a[i] == '\0';
        bool b_ends = b[i] == '/' || b[i] == '\0';
        if (a_ends && b_ends)
            shared = i;
        if (a[i] != b[i] || !a[i])
            return shared;
    }
}

/* How many bytes both end with, from the beginning of a part on. */
static size_t shared_back(struct text a, struct text b)
{
    size_t shared = 0;

    for (size_t i = 0;; i++) {
        bool a_begins = i == a.length || a.start[a.length - 1 - i] == '/';
        bool b_begins = i == b.length || b.start[b.length - 1 - i] == '/';
        if (a_begins && b_begins)
            shared = i;
        if (i == a.length || i == b.length ||
            a.start[a.length - 1 - i] != b.start[b.length - 1 - i])
            return shared;
    }
}

/* The folder behind the first `front` bytes, which end a part. */
static struct text behind(const char *folder, size_t front)
{
    struct text rest = text_from(text_of(folder), front);

    return rest.length && rest.start[0] == '/' ? text_from(rest, 1) : rest;
}

void folders_tell_apart(struct reading_list *readings, struct arena *arena)
{
    const char *first = NULL;
    size_t front = 0;
    size_t back = 0;

    for (size_t i = 0; i < readings->count; i++) {
        const char *folder = told_folder(&readings->items[i]);
        if (!folder)
            continue;
        size_t shared = first ? shared_front(first, folder) : strlen(folder);
        front = !first || shared < front ? shared : front;
        first = first ? first : folder;
    }
    if (!first)
        return;
    back = behind(first, front).length;
    for (size_t i = 0; i < readings->count; i++) {
        const char *folder = told_folder(&readings->items[i]);
        if (!folder)
            continue;
        size_t shared = shared_back(behind(first, front), behind(folder, front));
        back = shared < back ? shared : back;
    }
    for (size_t i = 0; i < readings->count; i++) {
        struct reading *reading = &readings->items[i];
        const char *folder = told_folder(reading);
        if (!folder)
            continue;
        struct text own = behind(folder, front);
        own.length -= back;
        if (own.length && own.start[own.length - 1] == '/')
            own.length--;
        reading->folder = text_copy(arena, own);
    }
}
