/*
 * The baseline by the words that people use.
 */
#include <string.h>

#include "name_words.h"
#include "naming_work.h"

/* How many of the values have the word; *which is the last of them. */
static size_t values_with(const char *const *values, size_t count, const char *word, size_t *which)
{
    size_t found = 0;

    for (size_t i = 0; i < count; i++) {
        if (values[i] && name_has_word(text_of(values[i]), word)) {
            *which = i;
            found++;
        }
    }
    return found;
}

/* "no-cache", "no gzip" */
static size_t values_without(const char *const *values, size_t count, size_t *which)
{
    size_t found = 0;

    for (size_t i = 0; i < count; i++) {
        struct text text = text_of(values[i] ? values[i] : "");
        if (text.length > 3 && text_is_ignoring_case((struct text){text.start, 2}, "no") &&
            strchr("-_ ", text.start[2])) {
            *which = i;
            found++;
        }
    }
    return found;
}

size_t naming_baseline(const char *const *values, size_t count, const char **word)
{
    size_t which = count;

    for (size_t rank = 0; (*word = name_baseline_word(rank)); rank++)
        if (values_with(values, count, *word, &which) == 1)
            return which;
    *word = "no";
    if (values_without(values, count, &which) == 1)
        return which;
    *word = NULL;
    return count;
}

void naming_find_baseline(struct naming_work *work)
{
    const char **values = arena_allocate(work->scratch, (work->count + 1) * sizeof *values);

    for (size_t s = 0; s < work->slot_count && !work->result->baseline; s++) {
        const struct name_slot *slot = &work->slots[work->order[s]];
        size_t count = 0;
        struct key_index seen;
        if (!slot->differs)
            continue;
        key_index_init(&seen, work->scratch);
        for (size_t i = 0; i < slot->count; i++) {
            const struct part_work *part = &work->parts[slot->parts[i]];
            const char *text = part_text(work, part);
            if (part->named && *text && key_index_count_up(&seen, text) == 1)
                values[count++] = text;
        }
        size_t which = naming_baseline(values, count, &work->result->baseline_word);
        if (which < count && count > 1)
            work->result->baseline = values[which];
    }
    if (!work->result->baseline)
        work->result->baseline_word = NULL;
}
