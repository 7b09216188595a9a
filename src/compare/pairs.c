#include "pairs.h"

#include <string.h>

#include "../base/key_index.h"

/* The place of a run among those of its group in order of time, from 0. */
static size_t place_in_time(const struct draft *draft, const struct group *group, size_t run)
{
    const char *time = draft->analysis->runs[run]->time;
    size_t place = 0;
    for (size_t i = 0; i < group->run_count; i++) {
        int order = strcmp(draft->analysis->runs[group->runs[i]]->time, time);
        place += order < 0 || (order == 0 && group->runs[i] < run);
    }
    return place;
}

/* What pairs a run: its text for --pair-by, or when it was taken; NULL where it tells neither. */
static const char *pair_key(const struct draft *draft, const struct group *group, size_t run,
                            struct key_index *met)
{
    const char *key = draft->settings->pair_by;
    if (!key)
        return arena_format(draft->arena, "%zu", place_in_time(draft, group, run));
    const char *text = run_key_text(draft->analysis->runs[run], key, draft->arena);
    if (!text)
        return NULL;
    /* The second run of that text pairs with the second one of the other side. */
    return arena_format(draft->arena, "%s\x1f%zu", text, key_index_count_up(met, text));
}

struct paired_values pairs_of(const struct draft *draft, const struct sides *sides)
{
    struct paired_values paired = {0};
    struct key_index keys, met_x, met_y;
    key_index_init(&keys, draft->arena);
    key_index_init(&met_x, draft->arena);
    key_index_init(&met_y, draft->arena);
    paired.x = arena_allocate(draft->arena, (sides->x.n + 1) * sizeof *paired.x);
    paired.y = arena_allocate(draft->arena, (sides->x.n + 1) * sizeof *paired.y);
    for (size_t i = 0; i < sides->y.n; i++) {
        const char *key =
            pair_key(draft, sides->baseline, sides->baseline_summary->runs[i], &met_y);
        if (key)
            key_index_put(&keys, key, i);
    }
    for (size_t i = 0; i < sides->x.n; i++) {
        const char *key = pair_key(draft, sides->group, sides->group_summary->runs[i], &met_x);
        size_t partner = key ? key_index_find(&keys, key) : KEY_ABSENT;
        if (partner == KEY_ABSENT)
            continue;
        paired.x[paired.n] = sides->x.values[i];
        paired.y[paired.n++] = sides->y.values[partner];
    }
    return paired;
}

static bool tells_times(const struct analysis *analysis, const struct group *group)
{
    for (size_t i = 0; i < group->run_count; i++) {
        if (!analysis->runs[group->runs[i]]->time)
            return false;
    }
    return true;
}

bool pairs_are_known(struct draft *draft)
{
    const struct analysis *analysis = draft->analysis;
    const struct place nowhere = {0};
    if (settings_test(draft->settings) != TEST_PAIRED || draft->settings->pair_by)
        return true;
    for (size_t i = 0; i < draft->pair_count; i++) {
        const struct group *group = &analysis->groups[draft->pairs[i].group];
        const struct group *baseline = &analysis->groups[draft->pairs[i].baseline];
        if (baseline->archived || (tells_times(analysis, group) && tells_times(analysis, baseline)))
            continue;
        diag_error(draft->diag, STATUS_USAGE, nowhere,
                   "--test paired: the runs do not tell their time, so that nobody knows which are "
                   "pairs; say --pair-by KEY");
        return false;
    }
    return true;
}
