/*
 * Ordinals and dates, where they count repetitions.
 */
#include <stdlib.h>

#include "name_candidates.h"

/* ---- ordinals ---- */

/* "2nd run" leaves only where there is a first. */
static void drop_ordinals_of(struct naming_work *work, const struct name_slot *slot)
{
    size_t count;
    struct candidate *list = candidates_list(work, slot, CUT_ORDINAL, &count);

    for (size_t i = 0; i < count; i++) {
        list[i].value = list[i].part->reading->ordinal;
        list[i].name = list[i].run->name - part_ordinal_hash(list[i].part);
    }
    if (!count)
        return;
    qsort(list, count, sizeof *list, candidates_by_name_and_value);
    for (size_t start = 0, end; start < count; start = end) {
        end = candidates_end(list, start, count);
        if (list[start].value != 1 || list[end - 1].value == 1)
            continue;
        for (size_t i = start; i < end; i++)
            candidate_drop(&list[i], CUT_ORDINAL, part_ordinal_hash(list[i].part));
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
    struct candidate *list = candidates_list(work, slot, CUT_DATE, &count);

    for (size_t i = 0; i < count; i++) {
        list[i].value = (double)naming_text(work, list[i].part->reading->date);
        list[i].name = list[i].run->name - part_date_hash(work, list[i].part);
    }
    if (!count)
        return;
    qsort(list, count, sizeof *list, candidates_by_name);
    for (size_t start = 0, end; start < count; start = end) {
        end = candidates_end(list, start, count);
        bool leave = dates_leave(list + start, end - start);
        for (size_t i = start; i < end; i++) {
            if (end - start > 1 && !(leave && list[start].value != list[end - 1].value))
                work->result->runs[list[i].part->run].batch = list[i].part->reading->date;
            if (leave)
                candidate_drop(&list[i], CUT_DATE, part_date_hash(work, list[i].part));
        }
    }
}

void naming_drop_dates(struct naming_work *work)
{
    for (size_t i = 0; i < work->slot_count; i++)
        drop_dates_of(work, &work->slots[i]);
}
