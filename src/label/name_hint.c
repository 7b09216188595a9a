/*
 * The option that would join groups of one run each.
 */
#include <string.h>

#include "name_words.h"
#include "naming_work.h"

/* The one slot in which runs differ; NULL where there are several or none. */
static const struct name_slot *only_difference(const struct naming_work *work)
{
    const struct name_slot *only = NULL;

    for (size_t i = 0; i < work->slot_count; i++) {
        if (!work->slots[i].differs)
            continue;
        if (only)
            return NULL;
        only = &work->slots[i];
    }
    return only;
}

static const char *suffix_of(const char *file)
{
    const char *slash = file ? strrchr(file, '/') : NULL;
    const char *dot = file ? strrchr(slash ? slash : file, '.') : NULL;

    return dot ? dot : "";
}

/* "a1", "x-2": how many bytes are in front of the number; 0 where there is no such form. */
static size_t numbered_front(const char *text)
{
    size_t length = strlen(text), digits = 0;

    while (digits < length && byte_is_digit(text[length - 1 - digits]))
        digits++;
    return digits && digits < length ? length - digits : 0;
}

static const char *stem_hint(const struct naming_work *work, const struct name_slot *slot)
{
    const struct part_work *first = &work->parts[slot->parts[0]];
    const char *text = first->part->text;
    const char *suffix = suffix_of(work->input[first->run].facts.file);
    size_t front = numbered_front(text);
    char glue = front ? text[front - 1] : '\0';

    for (size_t i = 0; i < slot->count; i++) {
        const char *own = work->parts[slot->parts[i]].part->text;
        size_t at = numbered_front(own);
        if (!at || (own[at - 1] != glue && (name_byte_parts(glue) || name_byte_parts(own[at - 1]))))
            return arena_format(work->arena, "--path '{run}%s'", suffix);
    }
    if (name_byte_parts(glue))
        return arena_format(work->arena, "--path '{label}%c{run}%s'", glue, suffix);
    return arena_format(work->arena, "--path '{label}{run}%s'", suffix);
}

/* Folders of files that are called alike: the folder is the run. */
static const char *folder_hint(const struct naming_work *work, const struct name_slot *slot)
{
    const char *file = work->input[0].facts.file;
    const char *slash = file ? strrchr(file, '/') : NULL;

    for (size_t i = 0; i < slot->count; i++) {
        const struct part_work *part = &work->parts[slot->parts[i]];
        const struct run_work *run = &work->runs[part->run];
        size_t next = slot->parts[i] + 1;
        if (next >= run->first + run->count || work->parts[next].part->kind != NAME_STEM)
            return NULL;
    }
    return slash ? arena_format(work->arena, "--path '{run}%s'", slash) : NULL;
}

void naming_find_hint(struct naming_work *work)
{
    if (work->count < 2 || work->result->group_count != work->count)
        return;
    const struct name_slot *slot = only_difference(work);
    if (!slot || slot->count < work->count)
        return;
    if (slot->kind == NAME_STEM)
        work->result->hint = stem_hint(work, slot);
    else if (slot->kind == NAME_FOLDER)
        work->result->hint = folder_hint(work, slot);
    else if (slot->kind >= NAME_HEADING && slot->kind <= NAME_COMMAND)
        work->result->hint = "--label-from file";
}
