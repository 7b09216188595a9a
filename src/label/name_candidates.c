#include "name_candidates.h"

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

int candidates_by_name(const void *a, const void *b)
{
    const struct candidate *left = a, *right = b;
    int order = compare_hashes(left->name, right->name);

    if (!order)
        order = compare_sizes(left->run->facts, right->run->facts);
    return order ? order : compare_numbers(left->value, right->value);
}

int candidates_by_name_and_value(const void *a, const void *b)
{
    const struct candidate *left = a, *right = b;
    int order = compare_hashes(left->name, right->name);

    return order ? order : compare_numbers(left->value, right->value);
}

size_t candidates_end(const struct candidate *list, size_t start, size_t count)
{
    size_t end = start;

    while (end < count && list[end].name == list[start].name)
        end++;
    return end;
}

struct candidate *candidates_list(struct naming_work *work, const struct name_slot *slot,
                                  enum name_cut cut, size_t *count)
{
    struct candidate *list = arena_allocate(work->scratch, (slot->count + 1) * sizeof *list);

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

void candidate_drop(struct candidate *candidate, enum name_cut cut, uint64_t hash)
{
    candidate->part->cuts |= CUT_BIT(cut);
    candidate->run->name -= hash;
}
