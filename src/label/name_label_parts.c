/*
 * Which parts make the label: the outermost that tell runs apart; one that only
 * says again what others said is left out.
 */
#include <stdlib.h>

#include "naming_work.h"

struct entry {
    size_t class, text, run;
};

static int by_class_and_text(const void *a, const void *b)
{
    const struct entry *left = a, *right = b;

    if (left->class != right->class)
        return left->class < right->class ? -1 : 1;
    return left->text < right->text ? -1 : left->text > right->text;
}

static size_t list_entries(const struct naming_work *work, const struct name_slot *slot,
                           const struct partition *partition, struct entry *list)
{
    size_t count = 0;

    for (size_t i = 0; i < slot->count; i++) {
        const struct part_work *part = &work->parts[slot->parts[i]];
        if (part->named && *part_text(work, part))
            list[count++] =
                (struct entry){partition->class_of_run[part->run], part->text, part->run};
    }
    if (count)
        qsort(list, count, sizeof *list, by_class_and_text);
    return count;
}

static size_t class_end(const struct entry *list, size_t start, size_t count)
{
    size_t end = start;

    while (end < count && list[end].class == list[start].class)
        end++;
    return end;
}

/* Whether the slot tells runs apart that were not, or names one that had no name. */
static bool adds_something(const struct partition *partition, const struct entry *list,
                           size_t count)
{
    for (size_t start = 0, end; start < count; start = end) {
        end = class_end(list, start, count);
        if (list[start].text != list[end - 1].text ||
            end - start < partition->class_sizes[list[start].class])
            return true;
        for (size_t i = start; i < end; i++)
            if (!partition->labelled[list[i].run])
                return true;
    }
    return false;
}

static void refine(struct partition *partition, const struct entry *list, size_t count)
{
    for (size_t start = 0, end; start < count; start = end) {
        end = start;
        while (end < count && list[end].class == list[start].class &&
               list[end].text == list[start].text)
            end++;
        if (end - start == partition->class_sizes[list[start].class]) {
            for (size_t i = start; i < end; i++)
                partition->labelled[list[i].run] = true;
            continue;
        }
        size_t class = partition->class_count++;
        partition->class_sizes[list[start].class] -= end - start;
        partition->class_sizes[class] = end - start;
        for (size_t i = start; i < end; i++) {
            partition->class_of_run[list[i].run] = class;
            partition->labelled[list[i].run] = true;
        }
    }
}

void naming_choose_slots(struct naming_work *work, struct partition *partition, bool lettered)
{
    struct entry *list = arena_allocate(work->scratch, (work->count + 1) * sizeof *list);

    for (size_t i = 0; i < work->slot_count; i++) {
        struct name_slot *slot = &work->slots[work->order[i]];
        if (!slot->differs || slot->lettered != lettered)
            continue;
        size_t count = list_entries(work, slot, partition, list);
        slot->in_label = adds_something(partition, list, count);
        if (slot->in_label)
            refine(partition, list, count);
    }
}

struct partition naming_partition(const struct naming_work *work)
{
    size_t room = work->count + 1;
    struct partition partition = {
        .class_of_run = arena_allocate(work->scratch, room * sizeof *partition.class_of_run),
        .class_sizes = arena_allocate(work->scratch, 2 * room * sizeof *partition.class_sizes),
        .class_count = 1,
        .labelled = arena_allocate(work->scratch, room * sizeof *partition.labelled),
    };

    partition.class_sizes[0] = work->count;
    return partition;
}
