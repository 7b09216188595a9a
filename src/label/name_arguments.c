/*
 * NAME=FILE: under a name that was given, folders and stems part only where
 * they are an axis.
 */
#include <stdlib.h>

#include "naming_work.h"

/* A folder or a stem under a NAME=. */
struct under_name {
    struct part_work *part;
    size_t kind_and_text; /* number of what is left of it */
    size_t argument;
    uint64_t around; /* the NAME= and the folders around it */
    bool shared;     /* occurs under two NAMEs */
};

static int compare_sizes(size_t a, size_t b)
{
    return a < b ? -1 : a > b;
}

static int by_text_and_argument(const void *a, const void *b)
{
    const struct under_name *left = a, *right = b;
    int order = compare_sizes(left->kind_and_text, right->kind_and_text);

    return order ? order : compare_sizes(left->argument, right->argument);
}

static int by_surroundings(const void *a, const void *b)
{
    const struct under_name *left = a, *right = b;

    return left->around < right->around ? -1 : left->around > right->around;
}

static size_t list_under_names(struct naming_work *work, struct under_name *list)
{
    size_t count = 0;

    for (size_t i = 0; i < work->part_count; i++) {
        struct part_work *part = &work->parts[i];
        enum name_kind kind = part->part->kind;
        size_t argument = work->runs[part->run].argument;
        if (argument == KEY_ABSENT || !part->named || part->verbatim ||
            (kind != NAME_FOLDER && kind != NAME_STEM))
            continue;
        const char *left = name_without(part->reading, part->cuts, work->scratch);
        const char *key = arena_format(work->scratch, "%d %s", (int)kind, left);
        list[count++] = (struct under_name){
            .part = part,
            .kind_and_text = naming_text(work, key),
            .argument = argument,
            .around = part->outside + naming_hash('u', (uint64_t)kind, argument),
        };
    }
    return count;
}

/* Of a sorted list, those whose text occurs under two NAMEs. */
static void mark_shared(struct under_name *list, size_t count)
{
    for (size_t start = 0, end; start < count; start = end) {
        for (end = start; end < count && list[end].kind_and_text == list[start].kind_and_text;)
            end++;
        bool shared = list[start].argument != list[end - 1].argument;
        for (size_t i = start; i < end; i++)
            list[i].shared = shared;
    }
}

void naming_apply_arguments(struct naming_work *work)
{
    struct under_name *list = arena_allocate(work->scratch, (work->part_count + 1) * sizeof *list);
    size_t count = list_under_names(work, list);

    if (!count)
        return;
    qsort(list, count, sizeof *list, by_text_and_argument);
    mark_shared(list, count);
    /* What stands beside one that is shared is another value of the same axis. */
    qsort(list, count, sizeof *list, by_surroundings);
    for (size_t start = 0, end; start < count; start = end) {
        bool shared = false;
        for (end = start; end < count && list[end].around == list[start].around; end++)
            shared |= list[end].shared;
        for (size_t i = start; i < end; i++) {
            list[i].part->named = shared;
            work->runs[list[i].part->run].assumed |= !shared;
        }
    }
}
