/*
 * Which parts of the paths of names stand in the same place.
 */
#include <stdlib.h>
#include <string.h>

#include "name_words.h"
#include "naming_work.h"
#include "path_pattern.h"

/* Folders that all paths end with are counted from the end, from here on. */
enum { FROM_THE_END = 1 << 20 };

static bool is_caption(enum name_kind kind)
{
    return kind == NAME_RULER || kind == NAME_LINE || kind == NAME_MARK || kind == NAME_SUMMARY;
}

static size_t slot_find(struct naming_work *work, struct key_index *index, enum name_kind kind,
                        size_t place)
{
    enum name_kind of = is_caption(kind) ? NAME_LINE : kind;
    const char *key = arena_format(work->scratch, "%d %zu", (int)of, place);
    size_t slot = key_index_put(index, key, work->slot_count);

    if (slot == work->slot_count) {
        work->slots = arena_grow(work->arena, work->slots, work->slot_count, &work->slot_capacity,
                                 sizeof *work->slots);
        work->slots[work->slot_count++] = (struct name_slot){.kind = of, .place = place};
    }
    return slot;
}

/* ---- folders ---- */

static size_t folder_count(const struct named_run *run)
{
    size_t count = 0;

    for (size_t i = 0; i < run->count; i++)
        count += run->parts[i].kind == NAME_FOLDER;
    return count;
}

/* The folder that is `back` from the innermost; NULL where there are fewer. */
static const char *folder_from_end(const struct named_run *run, size_t back)
{
    for (size_t i = run->count; i-- > 0;)
        if (run->parts[i].kind == NAME_FOLDER && back-- == 0)
            return run->parts[i].text;
    return NULL;
}

/* How many folders all paths that have folders end with. */
static size_t shared_ends(const struct naming_work *work)
{
    const struct named_run *first = NULL;
    size_t shared = 0;

    for (size_t i = 0; i < work->count; i++) {
        const struct named_run *run = &work->input[i];
        size_t count = folder_count(run);
        size_t same = 0;
        if (!count)
            continue;
        if (!first) {
            first = run;
            shared = count;
            continue;
        }
        while (same < shared && same < count &&
               strcmp(folder_from_end(first, same), folder_from_end(run, same)) == 0)
            same++;
        shared = same;
        if (!shared)
            break;
    }
    return shared;
}

/* ---- what is a name at all ---- */

/* "run", "no.", "#": the column counts its rows. */
static bool counts_rows(const char *head)
{
    struct text word = text_of(head ? head : "");

    while (word.length && name_byte_parts(word.start[word.length - 1]))
        word.length--;
    while (word.length && name_byte_parts(word.start[0]))
        word = text_from(word, 1);
    if (!word.length)
        return head && strchr(head, '#');
    return name_word(word) & (NAME_WORD_REPEAT | NAME_WORD_INDEX);
}

static bool is_wanted(enum name_source source, enum name_kind kind)
{
    switch (source) {
    case NAME_FROM_ALL:
        return true;
    case NAME_FROM_HEADING:
        return kind >= NAME_HEADING && kind <= NAME_PREFIX;
    case NAME_FROM_FILE:
        return kind == NAME_STEM;
    case NAME_FROM_DIR:
        return kind == NAME_FOLDER;
    case NAME_FROM_PATH:
    case NAME_FROM_COMMAND:
    case NAME_FROM_NONE:
        break;
    }
    return false;
}

/* ---- collecting ---- */

struct collector {
    struct naming_work *work;
    struct key_index slots;    /* by kind and place */
    struct key_index heads;    /* places of columns */
    struct key_index readings; /* numbers in reading_list */
    const struct name_reading **reading_list;
    size_t reading_count, reading_capacity;
    struct buffer key; /* of the reading that is looked for */
    size_t shared_ends;
    uint64_t outside;       /* of the parts before this one */
    size_t folders, folder; /* of the run: how many, and which is next */
    size_t captions;
};

/* Equal parts are read once. */
static const struct name_reading *read_part(struct collector *collector,
                                            const struct name_part *part)
{
    struct naming_work *work = collector->work;
    bool as_path = part->kind == NAME_FOLDER || part->kind == NAME_STEM;
    char kind = part->kind == NAME_COMMAND ? 'c' : as_path ? 'p' : 't';
    struct buffer *key = &collector->key;

    buffer_clear(key);
    buffer_append_byte(key, kind);
    buffer_append_string(key, part->text);
    size_t number = key_index_find(&collector->readings, key->bytes);
    if (number == KEY_ABSENT)
        number = key_index_put(&collector->readings, arena_copy_string(work->scratch, key->bytes),
                               collector->reading_count);
    if (number == collector->reading_count) {
        collector->reading_list =
            arena_grow(work->scratch, (void *)collector->reading_list, collector->reading_count,
                       &collector->reading_capacity, sizeof *collector->reading_list);
        collector->reading_list[collector->reading_count++] =
            name_read(text_of(part->text), part->kind, work->options, work->arena);
    }
    return collector->reading_list[number];
}

static size_t place_of(struct collector *collector, const struct name_part *part)
{
    size_t from_end;

    switch (part->kind) {
    case NAME_FOLDER:
        from_end = collector->folders - collector->folder++;
        return from_end <= collector->shared_ends ? FROM_THE_END - from_end : collector->folder - 1;
    case NAME_HEADING:
        return part->level;
    case NAME_RULER:
    case NAME_LINE:
    case NAME_MARK:
    case NAME_SUMMARY:
        return collector->captions++;
    case NAME_CELL:
    case NAME_COMMAND:
        return key_index_put(&collector->heads, part->key ? part->key : "", collector->heads.count);
    default:
        return 0;
    }
}

static struct part_work *add_part(struct collector *collector, size_t run,
                                  const struct name_part *part, size_t place)
{
    struct naming_work *work = collector->work;

    struct part_work *added = &work->parts[work->part_count++];
    *added = (struct part_work){
        .part = part,
        .reading = read_part(collector, part),
        .run = (uint32_t)run,
        .slot = (uint32_t)slot_find(work, &collector->slots, part->kind, place),
        .outside = collector->outside,
        .named = true,
    };
    work->runs[run].count++;
    collector->outside += naming_hash('o', added->slot, naming_text(work, part->text));
    return added;
}

/* A part that the user's order makes: nothing of it leaves. */
static void add_ordered(struct collector *collector, size_t run, enum name_kind kind,
                        const char *key, const char *text)
{
    struct name_part *part = arena_allocate(collector->work->arena, sizeof *part);

    *part = (struct name_part){.kind = kind, .key = key, .text = text};
    add_part(collector, run, part, FROM_THE_END)->verbatim = true;
}

/* What --path says of the run's file; false where there is no such order or it does not fit. */
static bool add_path_fields(struct collector *collector, size_t run)
{
    struct naming_work *work = collector->work;
    const struct name_facts *facts = &work->input[run].facts;
    struct path_fields fields;
    const char *label = NULL;

    if (!work->options->path_pattern || !facts->file ||
        !path_pattern_match(work->options->path_pattern, facts->file, &fields, work->arena))
        return false;
    for (size_t i = 0; i < fields.count; i++) {
        const char *key = fields.items[i].key, *text = fields.items[i].text;
        if (strcmp(key, "label") == 0)
            label = label ? arena_format(work->arena, "%s / %s", label, text) : text;
        else if (strcmp(key, "batch") == 0)
            work->result->runs[run].batch = text;
        else if (strcmp(key, "run") != 0)
            naming_add_key(work, run, key, text);
    }
    if (label)
        add_ordered(collector, run, NAME_STEM, "label", label);
    return true;
}

static void add_forced(struct collector *collector, size_t run)
{
    const struct naming_work *work = collector->work;
    const struct name_facts *facts = &work->input[run].facts;

    if (work->options->source == NAME_FROM_PATH && facts->path)
        add_ordered(collector, run, NAME_COMMAND, "path", facts->path);
    if (work->options->source == NAME_FROM_COMMAND && facts->command)
        add_ordered(collector, run, NAME_COMMAND, "command", facts->command);
}

static void collect_run(struct collector *collector, size_t run)
{
    struct naming_work *work = collector->work;
    const struct named_run *input = &work->input[run];

    work->runs[run] = (struct run_work){.first = work->part_count, .argument = KEY_ABSENT};
    collector->outside = 0;
    collector->folder = collector->captions = 0;
    collector->folders = folder_count(input);
    bool fits = add_path_fields(collector, run);
    for (size_t i = 0; i < input->count; i++) {
        const struct name_part *part = &input->parts[i];
        size_t place = place_of(collector, part);
        struct part_work *added = add_part(collector, run, part, place);
        bool in_path = part->kind == NAME_FOLDER || part->kind == NAME_STEM;
        if (part->kind == NAME_ARGUMENT) {
            added->verbatim = true;
            work->runs[run].argument = naming_text(work, part->text);
            continue;
        }
        added->named = is_wanted(work->options->source, part->kind) && !(in_path && fits) &&
                       !(part->kind == NAME_CELL && counts_rows(part->key));
    }
    add_forced(collector, run);
}

/* ---- slots ---- */

/* A slot beside its number, to be sorted. */
struct ranked_slot {
    const struct name_slot *slot;
    size_t number;
};

static int by_place(const void *a, const void *b)
{
    const struct name_slot *left = ((const struct ranked_slot *)a)->slot;
    const struct name_slot *right = ((const struct ranked_slot *)b)->slot;

    if (left->kind != right->kind)
        return left->kind < right->kind ? -1 : 1;
    return left->place < right->place ? -1 : left->place > right->place;
}

static void rank_slots(struct naming_work *work)
{
    struct ranked_slot *ranked =
        arena_allocate(work->scratch, (work->slot_count + 1) * sizeof *ranked);

    work->order = arena_allocate(work->arena, (work->slot_count + 1) * sizeof *work->order);
    for (size_t i = 0; i < work->slot_count; i++)
        ranked[i] = (struct ranked_slot){&work->slots[i], i};
    if (work->slot_count)
        qsort(ranked, work->slot_count, sizeof *ranked, by_place);
    for (size_t i = 0; i < work->slot_count; i++)
        work->order[i] = ranked[i].number;
}

static void fill_slots(struct naming_work *work)
{
    uint32_t *room = arena_allocate(work->arena, (work->part_count + 1) * sizeof *room);

    for (size_t i = 0; i < work->slot_count; i++)
        work->slots[i].count = 0;
    for (size_t i = 0; i < work->part_count; i++)
        work->slots[work->parts[i].slot].count++;
    for (size_t i = 0; i < work->slot_count; i++) {
        work->slots[i].parts = room;
        room += work->slots[i].count;
        work->slots[i].count = 0;
    }
    for (size_t i = 0; i < work->part_count; i++) {
        struct name_slot *slot = &work->slots[work->parts[i].slot];
        slot->parts[slot->count++] = (uint32_t)i;
    }
    rank_slots(work);
}

/* Room for all parts, and for one of the user's order a run. */
static void make_room(struct naming_work *work)
{
    size_t most = work->count + 1;

    for (size_t i = 0; i < work->count; i++)
        most += work->input[i].count;
    work->parts = arena_allocate(work->arena, most * sizeof *work->parts);
}

void naming_collect(struct naming_work *work)
{
    struct collector collector = {.work = work, .shared_ends = shared_ends(work)};

    buffer_init(&collector.key);
    key_index_init(&collector.slots, work->scratch);
    key_index_init(&collector.heads, work->scratch);
    key_index_init(&collector.readings, work->scratch);
    make_room(work);
    for (size_t run = 0; run < work->count; run++)
        collect_run(&collector, run);
    buffer_release(&collector.key);
    fill_slots(work);
}
