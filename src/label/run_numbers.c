#include "run_numbers.h"

#include <stdlib.h>
#include <string.h>

#include "../base/number.h"
#include "../base/text.h"
#include "name_settings.h"

const char run_numbers_only[] = "";

/* "before-1" is "before" and 1; a version such as php7 or nginx-1.24 is no number of a run. */
static bool split_number(struct arena *arena, const char *label, const char **base, double *number)
{
    struct text text = text_of(label);

    while (text.length && strchr(":.)", text.start[text.length - 1]))
        text.length--;
    size_t at = text.length;
    while (at > 0 && byte_is_digit(text.start[at - 1]))
        at--;
    if (at == text.length || text.length - at > 4 ||
        !number_scan_plain(text_from(text, at), number))
        return false;
    struct text rest = {text.start, at};
    bool parted = !rest.length || strchr("-_ #", rest.start[rest.length - 1]);
    struct text trimmed = name_trim(rest);
    while (trimmed.length && trimmed.start[trimmed.length - 1] == '#')
        trimmed.length--;
    if (trimmed.length >= 3 &&
        text_is_ignoring_case(text_from(trimmed, trimmed.length - 3), "run") &&
        (trimmed.length == 3 || !name_has_byte(trimmed.start[trimmed.length - 4]))) {
        trimmed.length -= 3;
        parted = true;
    }
    if (!parted)
        return false;
    *base = text_copy(arena, name_trim(trimmed));
    return true;
}

/* What must agree for two runs to be repetitions of each other, a line for each key. */
static const char *settings_of(const struct run *run, struct arena *arena)
{
    static const char *const keys[] = {"tool", "scheme", "host",        "port",
                                       "path", "server", "concurrency", "keepalive"};
    struct buffer settings;

    buffer_init(&settings);
    for (size_t i = 0; i < sizeof keys / sizeof keys[0]; i++) {
        const char *value = run_key_text(run, keys[i], arena);
        buffer_append_string(&settings, value ? value : "");
        buffer_append_byte(&settings, '\n');
    }
    const char *text = arena_copy_string(arena, settings.bytes);
    buffer_release(&settings);
    return text;
}

/* What a run that was cut short does not say, it does not say otherwise either. */
static bool settings_agree(const char *a, const char *b)
{
    struct text left = text_of(a);
    struct text right = text_of(b);
    struct text in_a, in_b;

    while (text_split(&left, '\n', &in_a) && text_split(&right, '\n', &in_b))
        if (in_a.length && in_b.length && !text_equal(in_a, in_b))
            return false;
    return true;
}

/* A run whose label ends in a number. */
struct numbered {
    struct run *run;
    const char *base;
    const char *settings;
    double number;
    unsigned unsaid;    /* which of the settings it does not say, a bit for each */
    size_t next_unsaid; /* in sorted order, the next of its base that leaves others unsaid */
    bool merges;
    bool is_first; /* of those that merge under this base */
};

enum { HIGHEST_NUMBER = 9999 };

static unsigned unsaid_of(const char *settings)
{
    struct text rest = text_of(settings);
    struct text part;
    unsigned unsaid = 0;

    while (text_split(&rest, '\n', &part))
        unsaid = unsaid << 1 | (part.length == 0);
    return unsaid;
}

/* Those that agree in their settings stand together, within those that leave the same unsaid. */
static int by_base_and_settings(const void *a, const void *b)
{
    const struct numbered *first = *(const struct numbered *const *)a;
    const struct numbered *second = *(const struct numbered *const *)b;
    int order = strcmp(first->base, second->base);

    if (order)
        return order;
    if (first->unsaid != second->unsaid)
        return first->unsaid < second->unsaid ? -1 : 1;
    return strcmp(first->settings, second->settings);
}

static bool same_settings(const struct numbered *a, const struct numbered *b)
{
    return a->unsaid == b->unsaid && strcmp(a->settings, b->settings) == 0;
}

/* Numbers of runs that are met, and how far they reach. */
struct numbers {
    bool seen[HIGHEST_NUMBER + 1];
    size_t lowest, highest;
};

static void note_number(struct numbers *numbers, const struct numbered *item)
{
    size_t number = (size_t)item->number;

    numbers->seen[number] = true;
    numbers->lowest = number < numbers->lowest ? number : numbers->lowest;
    numbers->highest = number > numbers->highest ? number : numbers->highest;
}

/* Those whose settings agree with list[own]'s, though they are not the same. */
static void note_agreeing(struct numbers *numbers, struct numbered *const *list, size_t count,
                          size_t own)
{
    bool agree = false;

    for (size_t i = 0; i < count; i++) {
        /* Where both say the same settings, they agree only if they are equal. */
        while (i < count && list[i]->unsaid == list[own]->unsaid)
            i = list[i]->next_unsaid;
        if (i >= count)
            return;
        if (i == 0 || !same_settings(list[i], list[i - 1]))
            agree = settings_agree(list[i]->settings, list[own]->settings);
        if (agree)
            note_number(numbers, list[i]);
    }
}

/*
 * Whether the numbers of the runs that agree with the settings of list[own],
 * the first of its kind, go up from 0 or 1 without a gap.
 */
static bool is_complete(struct numbered *const *list, size_t count, size_t own)
{
    struct numbers numbers = {.lowest = HIGHEST_NUMBER};

    for (size_t i = own; i < count && same_settings(list[i], list[own]); i++)
        note_number(&numbers, list[i]);
    note_agreeing(&numbers, list, count, own);
    for (size_t number = numbers.lowest; number <= numbers.highest; number++)
        if (!numbers.seen[number])
            return false;
    return numbers.lowest <= 1;
}

static void find_next_unsaid(struct numbered *const *list, size_t count)
{
    size_t next = count;

    for (size_t i = count; i-- > 0;) {
        if (i + 1 < count && list[i]->unsaid != list[i + 1]->unsaid)
            next = i + 1;
        list[i]->next_unsaid = next;
    }
}

/* Several numbers under one name, none of them alone in its settings only. */
static bool may_merge(struct numbered *const *list, size_t count)
{
    bool several = false;

    for (size_t i = 0; i < count; i++)
        several |= list[i]->number != list[0]->number;
    if (!several)
        return false;
    find_next_unsaid(list, count);
    for (size_t i = 0; i < count; i++) {
        bool is_new = i == 0 || !same_settings(list[i], list[i - 1]);
        if (is_new && !is_complete(list, count, i))
            return false;
    }
    return true;
}

static int by_text(const void *a, const void *b)
{
    return strcmp(*(const char *const *)a, *(const char *const *)b);
}

/* The labels of all runs, sorted. */
struct taken {
    const char **labels;
    size_t count;
};

static struct taken labels_taken(const struct reading_list *readings, struct arena *arena)
{
    struct taken taken = {arena_allocate(arena, (readings->count + 1) * sizeof *taken.labels), 0};

    for (size_t i = 0; i < readings->count; i++)
        if (readings->items[i].run->label)
            taken.labels[taken.count++] = readings->items[i].run->label;
    if (taken.count)
        qsort(taken.labels, taken.count, sizeof *taken.labels, by_text);
    return taken;
}

/* A label that is the base itself stands beside "base-1": then the numbers mean something. */
static bool base_is_taken(const struct taken *taken, const char *base)
{
    return *base && taken->count &&
           bsearch(&base, taken->labels, taken->count, sizeof *taken->labels, by_text);
}

static size_t list_numbered(const struct reading_list *readings, struct numbered *list,
                            struct arena *arena)
{
    size_t count = 0;

    for (size_t i = 0; i < readings->count; i++) {
        struct numbered *item = &list[count];
        item->run = readings->items[i].run;
        if (!item->run->label || !reading_wants_label(&readings->items[i]) ||
            !split_number(arena, item->run->label, &item->base, &item->number))
            continue;
        item->settings = settings_of(item->run, arena);
        item->unsaid = unsaid_of(item->settings);
        count++;
    }
    return count;
}

/* Decides for each base, of which all stand together when sorted. */
static void decide_merges(const struct reading_list *readings, struct numbered *list, size_t count,
                          struct arena *arena)
{
    struct numbered **sorted = arena_allocate(arena, (count + 1) * sizeof *sorted);

    for (size_t i = 0; i < count; i++)
        sorted[i] = &list[i];
    if (!count)
        return;
    qsort(sorted, count, sizeof *sorted, by_base_and_settings);
    struct taken taken = labels_taken(readings, arena);
    for (size_t start = 0, end; start < count; start = end) {
        struct numbered *first = sorted[start];
        for (end = start; end < count && strcmp(sorted[end]->base, sorted[start]->base) == 0; end++)
            first = sorted[end] < first ? sorted[end] : first;
        bool merges = may_merge(sorted + start, end - start) && !base_is_taken(&taken, first->base);
        first->is_first = merges;
        for (size_t i = start; i < end; i++)
            sorted[i]->merges = merges;
    }
}

void run_numbers_merge(struct reading_list *readings, struct arena *arena, struct diag *diag)
{
    struct numbered *list = arena_allocate(arena, (readings->count + 1) * sizeof *list);
    size_t count = list_numbered(readings, list, arena);

    decide_merges(readings, list, count, arena);
    for (size_t i = 0; i < count; i++) {
        if (!list[i].merges)
            continue;
        if (list[i].is_first && *list[i].base)
            diag_note(diag, "runs numbered like \"%s\" are repeated runs of \"%s\"",
                      list[i].run->label, list[i].base);
        list[i].run->label = *list[i].base ? list[i].base : run_numbers_only;
    }
}
