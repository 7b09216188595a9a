/*
 * Prose that parts reports of equal names.
 */
#include <stdlib.h>

#include "naming_work.h"

static int compare_sizes(size_t a, size_t b)
{
    return a < b ? -1 : a > b;
}

static int compare_hashes(uint64_t a, uint64_t b)
{
    return a < b ? -1 : a > b;
}

/* A run in the order of its file, among those of its name. */
struct in_file {
    size_t file, run, facts;
    uint64_t name;
};

static int by_file_and_name(const void *a, const void *b)
{
    const struct in_file *left = a, *right = b;
    int order = compare_sizes(left->file, right->file);

    if (!order)
        order = compare_hashes(left->name, right->name);
    if (!order)
        order = compare_sizes(left->facts, right->facts);
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
        name_read(text_of(text), NAME_LINE, work->options, work->scratch);
    const char *left = name_without(reading, counts, work->scratch);
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

    key_index_init(&seen, work->scratch);
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

static const char *said(const char *text)
{
    return text ? text : "";
}

/* What the log says already, by number: prose need not part what that parts. */
static size_t log_number(struct naming_work *work, size_t run)
{
    const struct name_facts *facts = &work->input[run].facts;

    return naming_text(work, arena_format(work->scratch, "%s\x1f%s\x1f%s\x1f%g\x1f%s\x1f%g\x1f%d",
                                          said(facts->tool), said(facts->host), said(facts->path),
                                          facts->port, said(facts->method), facts->concurrency,
                                          (int)facts->keepalive));
}

void naming_part_by_text(struct naming_work *work)
{
    struct in_file *list = arena_allocate(work->scratch, (work->count + 1) * sizeof *list);
    size_t count = 0;

    for (size_t i = 0; i < work->count; i++) {
        const char *file = work->input[i].facts.file;
        if (file)
            list[count++] = (struct in_file){naming_text(work, file), i, log_number(work, i),
                                             work->runs[i].name};
    }
    if (!count)
        return;
    qsort(list, count, sizeof *list, by_file_and_name);
    for (size_t start = 0, end; start < count; start = end) {
        for (end = start; end < count && list[end].file == list[start].file &&
                          list[end].name == list[start].name &&
                          list[end].facts == list[start].facts;)
            end++;
        if (end - start > 1)
            part_one_name(work, list + start, end - start);
    }
}
