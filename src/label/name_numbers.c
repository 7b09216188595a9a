/*
 * Bare numbers that count repetitions: where all runs of an otherwise equal
 * name bear it out.
 */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "name_candidates.h"
#include "name_words.h"

static int compare_numbers(double a, double b)
{
    return a < b ? -1 : a > b;
}

static int compare_hashes(uint64_t a, uint64_t b)
{
    return a < b ? -1 : a > b;
}

static int by_scope(const void *a, const void *b)
{
    const struct candidate *left = a, *right = b;
    int order = compare_hashes(left->scope, right->scope);

    return order ? order : compare_numbers(left->value, right->value);
}

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
    struct candidate *room = arena_allocate(work->scratch, (count + 1) * sizeof *room);
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
    double last = ABSENT, least = HUGE_VAL, most = 0;
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
    struct candidate *sorted = arena_allocate(work->scratch, (count + 1) * sizeof *sorted);

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
        key_index_init(&seen, work->scratch);
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

    key_index_init(&seen, work->scratch);
    for (size_t start = 0, end; start < count; start = end) {
        end = candidates_end(list, start, count);
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
    struct candidate *list = candidates_list(work, slot, CUT_NUMBER, &count);
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
    qsort(list, kept, sizeof *list, candidates_by_name);
    bool alike = names_numbered_alike(work, list, kept) > 1;
    for (size_t start = 0, end; start < kept; start = end) {
        end = candidates_end(list, start, kept);
        if (!numbers_leave(work, list + start, end - start, alike))
            continue;
        for (size_t i = start; i < end; i++) {
            candidate_drop(&list[i], CUT_NUMBER, part_number_hash(list[i].part));
            list[i].run->assumed = true;
        }
    }
}

/* The outermost first: where round 1 has the runs 1 to 3, and round 2 those from 4 on, they go on.
 */
void naming_drop_numbers(struct naming_work *work)
{
    for (size_t i = 0; i < work->slot_count; i++)
        drop_numbers_of(work, &work->slots[work->order[i]]);
}
