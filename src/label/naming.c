#include "naming_work.h"

#include <math.h>
#include <string.h>

#include "name_words.h"

/* ---- texts and hashes ---- */

size_t naming_text(struct naming_work *work, const char *text)
{
    size_t number = key_index_find(&work->texts, text);

    if (number != KEY_ABSENT)
        return number;
    work->text_list = arena_grow(work->arena, (void *)work->text_list, work->text_count,
                                 &work->text_capacity, sizeof *work->text_list);
    const char *kept = arena_copy_string(work->arena, text);
    work->text_list[work->text_count] = kept;
    return key_index_put(&work->texts, kept, work->text_count++);
}

/* The finalizer of splitmix64 (Steele, Lea and Flood 2014). */
static uint64_t mix(uint64_t value)
{
    value = (value ^ value >> 30) * 0xbf58476d1ce4e5b9u;
    value = (value ^ value >> 27) * 0x94d049bb133111ebu;
    return value ^ value >> 31;
}

uint64_t naming_hash(uint64_t kind, uint64_t a, uint64_t b)
{
    return mix(mix(mix(kind + 0x9e3779b97f4a7c15u) + a) + b);
}

uint64_t part_number_hash(const struct part_work *part)
{
    return naming_hash('n', part->slot, (uint64_t)part->reading->number);
}

uint64_t part_ordinal_hash(const struct part_work *part)
{
    return naming_hash('r', part->slot, part->reading->ordinal);
}

/* The date as it was written: two forms of one day are two names. */
uint64_t part_date_hash(const struct naming_work *work, const struct part_work *part)
{
    size_t number = key_index_find(&work->texts, part->reading->date);

    return naming_hash('d', part->slot, number);
}

uint64_t part_hash(const struct naming_work *work, const struct part_work *part)
{
    unsigned stays = part->reading->cuts & ~part->cuts;

    if (!part->named)
        return 0;
    /* An empty name is none: "run1" in a folder is nothing more than the folder. */
    uint64_t hash = *work->text_list[part->core] ? naming_hash('p', part->slot, part->core) : 0;
    if (part->verbatim)
        return hash;
    if (stays & CUT_BIT(CUT_NUMBER))
        hash += part_number_hash(part);
    if (stays & CUT_BIT(CUT_ORDINAL))
        hash += part_ordinal_hash(part);
    if (stays & CUT_BIT(CUT_DATE))
        hash += part_date_hash(work, part);
    return hash;
}

void naming_hash_runs(struct naming_work *work)
{
    for (size_t i = 0; i < work->count; i++) {
        struct run_work *run = &work->runs[i];
        run->name = run->keys;
        for (size_t p = run->first; p < run->first + run->count; p++)
            run->name += part_hash(work, &work->parts[p]);
    }
}

/* The texts without all that may leave, by number; an order to rename one is followed here. */
static void number_cores(struct naming_work *work)
{
    const unsigned may_leave =
        CUT_BIT(CUT_NUMBER) | CUT_BIT(CUT_ORDINAL) | CUT_BIT(CUT_DATE) | CUT_BIT(CUT_REPEAT);

    for (size_t i = 0; i < work->part_count; i++) {
        struct part_work *part = &work->parts[i];
        const char *core = part->verbatim
                               ? part->part->text
                               : name_without(part->reading, part->cuts | may_leave, work->scratch);
        part->core = (uint32_t)naming_text(work, naming_renamed(work, core));
        if (part->reading->date)
            naming_text(work, part->reading->date);
    }
}

const char *naming_renamed(const struct naming_work *work, const char *text)
{
    for (size_t i = 0; i < work->options->rename_count; i++)
        if (strcmp(work->options->renames[i].from, text) == 0)
            return work->options->renames[i].to;
    return text;
}

bool part_counts(const struct part_work *part)
{
    return part->cuts & part->reading->cuts &
           (CUT_BIT(CUT_REPEAT) | CUT_BIT(CUT_NUMBER) | CUT_BIT(CUT_ORDINAL) | CUT_BIT(CUT_DATE) |
            CUT_BIT(CUT_WARM_UP));
}

/* ---- results ---- */

void *naming_grow(struct naming_work *work, const void *items, size_t count, size_t size)
{
    bool is_full = (count & (count - 1)) == 0;

    if (!is_full)
        return (void *)(uintptr_t)items;
    void *larger = arena_allocate(work->arena, (count ? 2 * count : 1) * size);
    if (count)
        memcpy(larger, items, count * size);
    return larger;
}

void naming_note(struct naming_work *work, size_t run, enum name_note_code code, const char *text)
{
    struct naming_result *result = &work->result->runs[run];
    struct name_note *notes = naming_grow(work, result->notes, result->note_count, sizeof *notes);

    notes[result->note_count++] = (struct name_note){code, text};
    result->notes = notes;
}

void naming_add_key(struct naming_work *work, size_t run, const char *key, const char *text)
{
    struct naming_result *result = &work->result->runs[run];
    struct name_text *keys = naming_grow(work, result->keys, result->key_count, sizeof *keys);

    keys[result->key_count++] = (struct name_text){key, text};
    result->keys = keys;
}

/* ---- what outlives the work ---- */

/* Texts of the result, each once. */
struct keeper {
    struct arena *arena;
    struct key_index index;
    const char **texts;
    size_t count, capacity;
    struct naming_work *work;
};

static const char *keep(struct keeper *keeper, const char *text)
{
    if (!text)
        return NULL;
    size_t number = key_index_find(&keeper->index, text);
    if (number != KEY_ABSENT)
        return keeper->texts[number];
    keeper->texts = arena_grow(keeper->work->scratch, (void *)keeper->texts, keeper->count,
                               &keeper->capacity, sizeof *keeper->texts);
    const char *copy = arena_copy_string(keeper->arena, text);
    keeper->texts[keeper->count] = copy;
    key_index_put(&keeper->index, copy, keeper->count++);
    return copy;
}

static const struct name_text *keep_pairs(struct keeper *keeper, const struct name_text *pairs,
                                          size_t count)
{
    struct name_text *copy = count ? arena_allocate(keeper->arena, count * sizeof *copy) : NULL;

    for (size_t i = 0; i < count; i++)
        copy[i] = (struct name_text){keep(keeper, pairs[i].key), keep(keeper, pairs[i].text)};
    return copy;
}

static const struct name_note *keep_notes(struct keeper *keeper, const struct name_note *notes,
                                          size_t count)
{
    struct name_note *copy = count ? arena_allocate(keeper->arena, count * sizeof *copy) : NULL;

    for (size_t i = 0; i < count; i++)
        copy[i] = (struct name_note){notes[i].code, keep(keeper, notes[i].text)};
    return copy;
}

/* Copies all texts of the result to the caller's arena. */
static void keep_result(struct naming_work *work, struct arena *arena)
{
    struct keeper keeper = {.arena = arena, .work = work};
    struct naming *naming = work->result;

    key_index_init(&keeper.index, work->scratch);
    for (size_t i = 0; i < work->count; i++) {
        struct naming_result *result = &naming->runs[i];
        result->label = keep(&keeper, result->label);
        result->section = keep(&keeper, result->section);
        result->variant = keep(&keeper, result->variant);
        result->label_from = keep(&keeper, result->label_from);
        result->batch = keep(&keeper, result->batch);
        result->keys = keep_pairs(&keeper, result->keys, result->key_count);
        result->labels = keep_pairs(&keeper, result->labels, result->label_count);
        result->notes = keep_notes(&keeper, result->notes, result->note_count);
    }
    naming->baseline = keep(&keeper, naming->baseline);
    naming->baseline_word = keep(&keeper, naming->baseline_word);
    naming->hint = keep(&keeper, naming->hint);
}

/* ---- all of it ---- */

static void take_steps(struct naming_work *work)
{
    static void (*const steps[])(struct naming_work *) = {
        naming_collect,      naming_take_settings, number_cores,      naming_hash_runs,
        naming_drop_numbers, naming_drop_ordinals, naming_drop_dates, naming_apply_arguments,
        naming_hash_runs,    naming_part_by_text,  naming_label,      naming_group,
        naming_remark,       naming_find_baseline, naming_find_hint,
    };

    for (size_t i = 0; i < sizeof steps / sizeof *steps; i++) {
        steps[i](work);
        arena_release(work->scratch);
        arena_init(work->scratch);
    }
}

struct naming naming_decide(const struct named_run *runs, size_t count,
                            const struct naming_options *options, struct arena *arena)
{
    static const struct naming_options nothing_ordered;
    struct naming naming = {.runs = arena_allocate(arena, (count + 1) * sizeof *naming.runs)};
    struct arena own, scratch;
    struct naming_work work = {
        .input = runs,
        .count = count,
        .options = options ? options : &nothing_ordered,
        .arena = &own,
        .scratch = &scratch,
        .result = &naming,
    };

    arena_init(&own);
    arena_init(&scratch);
    work.runs = arena_allocate(&own, (count + 1) * sizeof *work.runs);
    key_index_init(&work.texts, &own);
    take_steps(&work);
    keep_result(&work, arena);
    arena_release(&scratch);
    arena_release(&own);
    return naming;
}
