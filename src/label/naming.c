#include "naming_work.h"

#include <math.h>
#include <string.h>

#include "name_words.h"

static const char *const kind_words[NAME_KINDS] = {
    [NAME_ARGUMENT] = "argument", [NAME_FOLDER] = "folder",   [NAME_STEM] = "stem",
    [NAME_HEADING] = "heading",   [NAME_RULER] = "ruler",     [NAME_LINE] = "line",
    [NAME_MARK] = "mark",         [NAME_SUMMARY] = "summary", [NAME_CELL] = "cell",
    [NAME_COLUMN] = "column",     [NAME_PREFIX] = "prefix",   [NAME_COMMAND] = "command",
};

const char *name_kind_word(enum name_kind kind)
{
    return kind_words[kind];
}

bool name_kind_find(const char *word, enum name_kind *kind)
{
    for (size_t i = 0; i < NAME_KINDS; i++) {
        if (strcmp(kind_words[i], word) == 0) {
            *kind = (enum name_kind)i;
            return true;
        }
    }
    return false;
}

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
                               : name_without(part->reading, part->cuts | may_leave, work->arena);
        part->core = naming_text(work, naming_renamed(work, core));
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

void naming_note(struct naming_work *work, size_t run, enum name_note_code code, const char *text)
{
    struct naming_result *result = &work->result->runs[run];
    struct name_note *notes = arena_grow(work->arena, (void *)(uintptr_t)result->notes,
                                         result->note_count, &work->runs[run].notes, sizeof *notes);

    notes[result->note_count++] = (struct name_note){code, text};
    result->notes = notes;
}

void naming_add_key(struct naming_work *work, size_t run, const char *key, const char *text)
{
    struct naming_result *result = &work->result->runs[run];
    struct name_text *keys =
        arena_grow(work->arena, (void *)(uintptr_t)result->keys, result->key_count,
                   &work->runs[run].keys_capacity, sizeof *keys);

    keys[result->key_count++] = (struct name_text){key, text};
    result->keys = keys;
}

struct naming naming_decide(const struct named_run *runs, size_t count,
                            const struct naming_options *options, struct arena *arena)
{
    static const struct naming_options nothing_ordered;
    struct naming naming = {0};
    struct naming_work work = {
        .input = runs,
        .count = count,
        .options = options ? options : &nothing_ordered,
        .arena = arena,
        .result = &naming,
    };

    naming.runs = arena_allocate(arena, (count + 1) * sizeof *naming.runs);
    work.runs = arena_allocate(arena, (count + 1) * sizeof *work.runs);
    key_index_init(&work.texts, arena);
    naming_collect(&work);
    naming_take_settings(&work);
    number_cores(&work);
    naming_hash_runs(&work);
    naming_drop_numbers(&work);
    naming_drop_ordinals(&work);
    naming_drop_dates(&work);
    naming_apply_arguments(&work);
    naming_hash_runs(&work);
    naming_part_by_text(&work);
    naming_label(&work);
    naming_group(&work);
    naming_remark(&work);
    naming_find_baseline(&work);
    naming_find_hint(&work);
    return naming;
}
