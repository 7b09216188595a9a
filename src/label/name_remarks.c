/*
 * What is told of names beside the label: the other names, what was assumed,
 * which runs were taken in one go.
 */
#include <string.h>

#include "naming_work.h"

/* ---- the names that are not in the label ---- */

static void add_label(struct naming_work *work, size_t run, const char *key, const char *text)
{
    struct naming_result *result = &work->result->runs[run];
    struct name_text *labels =
        naming_grow(work, result->labels, result->label_count, sizeof *labels);

    labels[result->label_count++] = (struct name_text){key, text};
    result->labels = labels;
}

static const char *label_key(const struct part_work *part)
{
    switch (part->part->kind) {
    case NAME_HEADING:
        return "section";
    case NAME_STEM:
        return "file";
    case NAME_RULER:
    case NAME_LINE:
    case NAME_MARK:
    case NAME_SUMMARY:
        return "caption";
    case NAME_CELL:
    case NAME_COMMAND:
        if (part->part->key && *part->part->key)
            return part->part->key;
        break;
    default:
        break;
    }
    return name_kind_word(part->part->kind);
}

/* Folders that all runs lie in are the user's own business. */
static bool is_told(const struct naming_work *work, const struct part_work *part)
{
    const struct name_slot *slot = &work->slots[part->slot];
    const struct naming_result *result = &work->result->runs[part->run];
    const char *text = part_text(work, part);

    return *text && !slot->in_label && (part->part->kind != NAME_FOLDER || slot->differs) &&
           !(result->label && strcmp(result->label, text) == 0);
}

static void list_other_names(struct naming_work *work)
{
    for (size_t run = 0; run < work->count; run++) {
        const char *last = "";
        size_t number = 0;
        for (size_t i = work->runs[run].first; i < work->runs[run].first + work->runs[run].count;
             i++) {
            const struct part_work *part = &work->parts[i];
            if (!is_told(work, part))
                continue;
            const char *key = label_key(part);
            number = strcmp(key, last) == 0 ? number + 1 : 1;
            last = key;
            add_label(work, run,
                      number == 1 ? key : arena_format(work->arena, "%s%zu", key, number),
                      part_text(work, part));
        }
    }
}

/* ---- assumed repetitions ---- */

/* Every part as it was read: equal for reports under one name. */
static uint64_t raw_name(struct naming_work *work, size_t run)
{
    uint64_t hash = 0;

    for (size_t i = work->runs[run].first; i < work->runs[run].first + work->runs[run].count; i++)
        hash += naming_hash('w', work->parts[i].slot, naming_text(work, work->parts[i].part->text));
    return hash;
}

static void find_assumed(struct naming_work *work)
{
    struct key_index seen;
    size_t *sizes = arena_allocate(work->scratch, (work->result->group_count + 1) * sizeof *sizes);
    bool *assumed = arena_allocate(work->scratch, work->result->group_count + 1);

    key_index_init(&seen, work->scratch);
    for (size_t i = 0; i < work->count; i++) {
        size_t group = work->result->runs[i].group;
        const char *key =
            arena_format(work->scratch, "%zu %llx", group, (unsigned long long)raw_name(work, i));
        sizes[group]++;
        assumed[group] |= work->runs[i].assumed || key_index_count_up(&seen, key) > 1;
    }
    for (size_t i = 0; i < work->result->group_count; i++)
        work->result->repeats_assumed += assumed[i] && sizes[i] > 1 ? sizes[i] : 0;
    for (size_t i = 0; i < work->count; i++)
        if (assumed[work->result->runs[i].group] && sizes[work->result->runs[i].group] > 1)
            naming_note(work, i, NOTE_ASSUMED_REPEATS,
                        "taken as one of several repetitions, since no name tells otherwise");
}

/* ---- batches ---- */

/* A numbered folder that holds several repetitions of something was taken in one go. */
static void find_batches(struct naming_work *work)
{
    struct key_index seen;
    bool *several = arena_allocate(work->scratch, work->text_count + work->part_count + 1);

    for (size_t s = 0; s < work->slot_count; s++) {
        const struct name_slot *slot = &work->slots[s];
        if (slot->kind != NAME_FOLDER)
            continue;
        key_index_init(&seen, work->scratch);
        for (int pass = 0; pass < 2; pass++) {
            for (size_t i = 0; i < slot->count; i++) {
                const struct part_work *part = &work->parts[slot->parts[i]];
                struct naming_result *result = &work->result->runs[part->run];
                size_t text = naming_text(work, part->part->text);
                if (!part_counts(part) || *part_text(work, part))
                    continue;
                if (pass == 0)
                    several[text] |=
                        key_index_count_up(
                            &seen, arena_format(work->scratch, "%zu %zu", result->group, text)) > 1;
                else if (several[text] && !result->batch)
                    result->batch = part->part->text;
            }
        }
    }
}

void naming_remark(struct naming_work *work)
{
    list_other_names(work);
    find_assumed(work);
    find_batches(work);
}
