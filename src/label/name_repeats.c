/*
 * What counts repetitions: bare numbers, ordinals and dates, where all runs of
 * an otherwise equal name bear it out; and the prose that parts equal names.
 */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "name_words.h"
#include "naming_work.h"

/* A part that may lose something, with the name that its run would have then. */
struct candidate {
    struct part_work *part;
    struct run_work *run;
    uint64_t name;  /* without it */
    uint64_t scope; /* what is around the part: its folder, its page */
    double value;
    bool scope_counts; /* over its surroundings the numbers go up without gaps */
    bool names_recur;  /* and names come again and again under different numbers */
};

static int compare_hashes(uint64_t a, uint64_t b)
{
    return a < b ? -1 : a > b;
}

static int compare_numbers(double a, double b)
{
    return a < b ? -1 : a > b;
}

static int compare_sizes(size_t a, size_t b)
{
    return a < b ? -1 : a > b;
}

static int by_name(const void *a, const void *b)
{
    const struct candidate *left = a, *right = b;
    int order = compare_hashes(left->name, right->name);

    if (!order)
        order = compare_sizes(left->run->facts, right->run->facts);
    return order ? order : compare_numbers(left->value, right->value);
}

static int by_name_and_value(const void *a, const void *b)
{
    const struct candidate *left = a, *right = b;
    int order = compare_hashes(left->name, right->name);

    return order ? order : compare_numbers(left->value, right->value);
}

static int by_scope(const void *a, const void *b)
{
    const struct candidate *left = a, *right = b;
    int order = compare_hashes(left->scope, right->scope);

    return order ? order : compare_numbers(left->value, right->value);
}

static size_t name_end(const struct candidate *list, size_t start, size_t count)
{
    size_t end = start;

    while (end < count && list[end].name == list[start].name)
        end++;
    return end;
}

/* The parts of a slot that have what `cut` says and may lose it; a list of `*count`. */
static struct candidate *list_candidates(struct naming_work *work, const struct name_slot *slot,
                                         enum name_cut cut, size_t *count)
{
    struct candidate *list = arena_allocate(work->arena, (slot->count + 1) * sizeof *list);

    *count = 0;
    for (size_t i = 0; i < slot->count; i++) {
        struct part_work *part = &work->parts[slot->parts[i]];
        if (!part->named || part->verbatim || !(part->reading->cuts & CUT_BIT(cut)) ||
            part->cuts & CUT_BIT(cut))
            continue;
        list[(*count)++] =
            (struct candidate){.part = part, .run = &work->runs[part->run], .scope = part->outside};
    }
    return list;
}

static void drop(struct candidate *candidate, enum name_cut cut, uint64_t hash)
{
    candidate->part->cuts |= CUT_BIT(cut);
    candidate->run->name -= hash;
}

/* ---- bare numbers ---- */

/* Whether sorted values go up from 0 or 1 by steps of one; *distinct: how many. */
static bool counts_up(const struct candidate *list, size_t count, size_t *distinct)
{
    bool steps = list[0].value <= 1;

    *distinct = 1;
    for (size_t i = 1; i < count; i++) {
        double step = list[i].value - list[i - 1].value;
        *distinct += step > 0;
        steps = steps && step <= 1;
    }
    return steps;
}

static int by_value(const void *a, const void *b)
{
    return compare_numbers(((const struct candidate *)a)->value,
                           ((const struct candidate *)b)->value);
}

static unsigned least_unsaid(const struct candidate *list, size_t count)
{
    unsigned unsaid = ~0u;

    for (size_t i = 0; i < count; i++)
        unsaid &= list[i].run->unsaid;
    return unsaid;
}

/*
 * Whether within each setting of one name the numbers count up; those of runs
 * that were cut short and say less than others count with every setting.
 */
static bool settings_count_up(struct naming_work *work, const struct candidate *list, size_t count)
{
    struct candidate *room = arena_allocate(work->arena, (count + 1) * sizeof *room);
    unsigned unsaid = least_unsaid(list, count);
    size_t short_of = 0, distinct;

    for (size_t i = 0; i < count; i++)
        if (list[i].run->unsaid != unsaid)
            room[short_of++] = list[i];
    for (size_t start = 0, end; start < count; start = end) {
        size_t own = short_of;
        for (end = start; end < count && list[end].run->facts == list[start].run->facts; end++)
            if (list[end].run->unsaid == unsaid)
                room[own++] = list[end];
        if (own == short_of)
            continue;
        qsort(room, own, sizeof *room, by_value);
        if (!counts_up(room, own, &distinct) || distinct < 2)
            return false;
    }
    return true;
}

/*
 * Whether a setting follows the number: each number has one value of it, and
 * not all have the same.  The list is in order of the numbers.
 */
static bool setting_moves(const struct candidate *list, size_t count, enum name_setting setting)
{
    bool differs = false;
    double first = ABSENT, own = ABSENT;

    for (size_t i = 0; i < count; i++) {
        double value = list[i].run->settings[setting];
        if (i > 0 && list[i].value != list[i - 1].value)
            own = ABSENT;
        if (isnan(value))
            continue;
        if (!isnan(own) && own != value)
            return false;
        own = value;
        differs |= !isnan(first) && first != value;
        first = isnan(first) ? value : first;
    }
    return differs;
}

/* A measured concurrency scatters: only one that goes up or down all the way, by half, moves. */
static bool measured_moves(const struct naming_work *work, const struct candidate *list,
                           size_t count)
{
    double last = ABSENT, least = INFINITY, most = 0;
    bool up = true, down = true;

    for (size_t i = 0; i < count; i++) {
        double value = work->input[list[i].part->run].facts.concurrency_measured;
        if (!isnan(list[i].run->settings[SETTING_CONCURRENCY]))
            return false;
        if (isnan(value))
            continue;
        up = up && !(value < last);
        down = down && !(value > last);
        last = value;
        least = value < least ? value : least;
        most = value > most ? value : most;
    }
    return (up || down) && most > 1.5 * least;
}

static bool something_moves(struct naming_work *work, const struct candidate *list, size_t count)
{
    struct candidate *sorted = arena_allocate(work->arena, (count + 1) * sizeof *sorted);

    memcpy(sorted, list, count * sizeof *sorted);
    qsort(sorted, count, sizeof *sorted, by_value);
    for (enum name_setting setting = 0; setting < SETTING_TOOL; setting++)
        if (setting_moves(sorted, count, setting))
            return true;
    return measured_moves(work, sorted, count);
}

/* Whether a text has no word but those that `kinds` names, and names of tools. */
static bool has_only_words(const struct naming_work *work, const char *text, unsigned kinds)
{
    struct text rest = text_of(text);

    while (rest.length) {
        size_t end = 0;
        bool is_tool = false;
        while (end < rest.length && !name_byte_parts(rest.start[end]))
            end++;
        struct text word = {rest.start, end};
        for (size_t i = 0; i < work->options->tool_count; i++)
            is_tool |= text_is_ignoring_case(word, work->options->tools[i]);
        if (end && !is_tool && !(name_word(word) & kinds))
            return false;
        rest = text_from(rest, end < rest.length ? end + 1 : end);
    }
    return true;
}

/* What remains without the number says nothing, or says what people compare. */
static bool remains_plain(const struct naming_work *work, const struct part_work *part)
{
    return has_only_words(work, work->text_list[part->core],
                          NAME_WORD_OUTPUT | NAME_WORD_BASELINE | NAME_WORD_PARTNER);
}

/* Marks the candidates whose surroundings are counted through, and where names recur there. */
static void mark_scopes(struct naming_work *work, struct candidate *list, size_t count)
{
    qsort(list, count, sizeof *list, by_scope);
    for (size_t start = 0, end; start < count; start = end) {
        size_t distinct, cores = 0;
        struct key_index seen;
        for (end = start; end < count && list[end].scope == list[start].scope;)
            end++;
        bool counts = counts_up(list + start, end - start, &distinct) && distinct > 1;
        key_index_init(&seen, work->arena);
        for (size_t i = start; counts && i < end; i++)
            cores += key_index_count_up(&seen, work->text_list[list[i].part->core]) == 1;
        /* One count through several names, each number once, and fewer names than numbers. */
        bool recur = counts && cores > 1 && distinct == end - start && cores < distinct;
        for (size_t i = start; i < end; i++) {
            list[i].scope_counts = counts;
            list[i].names_recur = recur;
        }
    }
}

/* How many different names of the slot are numbered alike: from 0 or 1, without gaps. */
static size_t names_numbered_alike(struct naming_work *work, const struct candidate *list,
                                   size_t count)
{
    struct key_index seen;
    size_t names = 0;

    key_index_init(&seen, work->arena);
    for (size_t start = 0, end; start < count; start = end) {
        end = name_end(list, start, count);
        const struct part_work *part = list[start].part;
        if (!part->reading->number_is_amount && *work->text_list[part->core] &&
            settings_count_up(work, list + start, end - start))
            names += key_index_count_up(&seen, work->text_list[part->core]) == 1;
    }
    return names;
}

static bool numbers_leave(struct naming_work *work, const struct candidate *list, size_t count,
                          bool alike)
{
    bool counts = settings_count_up(work, list, count);
    const struct part_work *part = list[0].part;

    for (size_t i = 0; i < count; i++)
        if (list[i].part->reading->number_is_amount)
            return false;
    return (counts || list[0].scope_counts) &&
           (remains_plain(work, part) || (counts && alike) || list[0].names_recur) &&
           !something_moves(work, list, count);
}

static void drop_numbers_of(struct naming_work *work, const struct name_slot *slot)
{
    size_t count = 0;
    struct candidate *list = list_candidates(work, slot, CUT_NUMBER, &count);
    size_t kept = 0;

    for (size_t i = 0; i < count; i++) {
        const struct name_part *part = list[i].part->part;
        /* The number in a named column is its value. */
        if (part->kind == NAME_CELL && part->key && *part->key)
            continue;
        list[kept] = list[i];
        list[kept].value = list[i].part->reading->number;
        list[kept].name = list[i].run->name - part_number_hash(list[i].part);
        kept++;
    }
    if (!kept)
        return;
    mark_scopes(work, list, kept);
    qsort(list, kept, sizeof *list, by_name);
    bool alike = names_numbered_alike(work, list, kept) > 1;
    for (size_t start = 0, end; start < kept; start = end) {
        end = name_end(list, start, kept);
        if (!numbers_leave(work, list + start, end - start, alike))
            continue;
        for (size_t i = start; i < end; i++) {
            drop(&list[i], CUT_NUMBER, part_number_hash(list[i].part));
            list[i].run->assumed = true;
        }
    }
}

/* The innermost first: five runs of each of two days are no ten runs of ten names. */
void naming_drop_numbers(struct naming_work *work)
{
    for (size_t i = work->slot_count; i-- > 0;)
        drop_numbers_of(work, &work->slots[work->order[i]]);
}

/* ---- ordinals ---- */

/* "2nd run" leaves only where there is a first. */
static void drop_ordinals_of(struct naming_work *work, const struct name_slot *slot)
{
    size_t count;
    struct candidate *list = list_candidates(work, slot, CUT_ORDINAL, &count);

    for (size_t i = 0; i < count; i++) {
        list[i].value = list[i].part->reading->ordinal;
        list[i].name = list[i].run->name - part_ordinal_hash(list[i].part);
    }
    if (!count)
        return;
    qsort(list, count, sizeof *list, by_name_and_value);
    for (size_t start = 0, end; start < count; start = end) {
        end = name_end(list, start, count);
        if (list[start].value != 1 || list[end - 1].value == 1)
            continue;
        for (size_t i = start; i < end; i++)
            drop(&list[i], CUT_ORDINAL, part_ordinal_hash(list[i].part));
    }
}

void naming_drop_ordinals(struct naming_work *work)
{
    for (size_t i = 0; i < work->slot_count; i++)
        drop_ordinals_of(work, &work->slots[i]);
}

/* ---- dates ---- */

/* Whether each day holds one run of a name and its settings. */
static bool is_one_a_day(const struct candidate *list, size_t count)
{
    for (size_t i = 1; i < count; i++)
        if (list[i].run->facts == list[i - 1].run->facts && list[i].value == list[i - 1].value)
            return false;
    return true;
}

/* A day that all runs of a name share, or that has one of them each, is no name. */
static bool dates_leave(const struct candidate *list, size_t count)
{
    for (size_t i = 1; i < count; i++)
        if (list[i].value != list[0].value)
            return is_one_a_day(list, count);
    return true;
}

static void drop_dates_of(struct naming_work *work, const struct name_slot *slot)
{
    size_t count;
    struct candidate *list = list_candidates(work, slot, CUT_DATE, &count);

    for (size_t i = 0; i < count; i++) {
        list[i].value = (double)naming_text(work, list[i].part->reading->date);
        list[i].name = list[i].run->name - part_date_hash(work, list[i].part);
    }
    if (!count)
        return;
    qsort(list, count, sizeof *list, by_name);
    for (size_t start = 0, end; start < count; start = end) {
        end = name_end(list, start, count);
        bool leave = dates_leave(list + start, end - start);
        for (size_t i = start; i < end; i++) {
            if (end - start > 1 && !(leave && list[start].value != list[end - 1].value))
                work->result->runs[list[i].part->run].batch = list[i].part->reading->date;
            if (leave)
                drop(&list[i], CUT_DATE, part_date_hash(work, list[i].part));
        }
    }
}

void naming_drop_dates(struct naming_work *work)
{
    for (size_t i = 0; i < work->slot_count; i++)
        drop_dates_of(work, &work->slots[i]);
}

/* ---- prose between reports of equal names ---- */

/* A run in the order of its file, among those of its name. */
struct in_file {
    size_t file, run;
    uint64_t name;
};

static int by_file_and_name(const void *a, const void *b)
{
    const struct in_file *left = a, *right = b;
    int order = compare_sizes(left->file, right->file);

    if (!order)
        order = compare_hashes(left->name, right->name);
    return order ? order : compare_sizes(left->run, right->run);
}

/* The text without what counts repetitions, by number; KEY_ABSENT: nothing is left. */
static size_t prose_before(struct naming_work *work, size_t run)
{
    const char *text = work->input[run].facts.between;
    const unsigned counts = CUT_BIT(CUT_REPEAT) | CUT_BIT(CUT_ORDINAL) | CUT_BIT(CUT_DATE);

    if (!text)
        return KEY_ABSENT;
    const struct name_reading *reading =
        name_read(text_of(text), NAME_LINE, work->options, work->arena);
    const char *left = name_without(reading, counts, work->arena);
    return *left ? naming_text(work, left) : KEY_ABSENT;
}

static const char *line_words(struct naming_work *work, size_t run, size_t epoch)
{
    size_t line = work->input[run].facts.line;

    return line ? arena_format(work->arena, "line %zu", line)
                : arena_format(work->arena, "part %zu", epoch);
}

static void set_epoch(struct naming_work *work, size_t run, size_t text, const char *words)
{
    work->runs[run].epoch = words;
    if (text != KEY_ABSENT)
        work->runs[run].name += naming_hash('e', 0, text);
}

/* Runs of one name in one file: what stands before the first belongs to all of them. */
static void part_one_name(struct naming_work *work, const struct in_file *list, size_t count)
{
    size_t first = prose_before(work, list[0].run);
    size_t current = KEY_ABSENT, epochs = 1;
    struct key_index seen;

    key_index_init(&seen, work->arena);
    for (size_t i = 1; i < count; i++) {
        size_t prose = prose_before(work, list[i].run);
        if (prose != KEY_ABSENT)
            current = prose == first ? KEY_ABSENT : prose;
        if (current == KEY_ABSENT) {
            work->runs[list[i].run].epoch = work->runs[list[0].run].epoch;
            continue;
        }
        const char *text = work->text_list[current];
        size_t starts = key_index_put(&seen, text, list[i].run);
        if (starts == list[i].run) {
            epochs++;
            naming_note(work, starts, NOTE_PARTED_BY_TEXT,
                        "other text stands between this report and the one before it under the "
                        "same name; they are not taken as repetitions");
        }
        set_epoch(work, list[i].run, current, line_words(work, starts, epochs));
    }
    for (size_t i = 0; epochs > 1 && i < count; i++)
        if (!work->runs[list[i].run].epoch)
            work->runs[list[i].run].epoch = line_words(work, list[0].run, 1);
}

void naming_part_by_text(struct naming_work *work)
{
    struct in_file *list = arena_allocate(work->arena, (work->count + 1) * sizeof *list);
    size_t count = 0;

    for (size_t i = 0; i < work->count; i++) {
        const char *file = work->input[i].facts.file;
        if (file)
            list[count++] = (struct in_file){naming_text(work, file), i, work->runs[i].name};
    }
    if (!count)
        return;
    qsort(list, count, sizeof *list, by_file_and_name);
    for (size_t start = 0, end; start < count; start = end) {
        for (end = start; end < count && list[end].file == list[start].file &&
                          list[end].name == list[start].name;)
            end++;
        if (end - start > 1)
            part_one_name(work, list + start, end - start);
    }
}
