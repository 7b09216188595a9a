/*
 * --sort: the order of the groups.
 */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "group.h"

/* What a group is sorted by: a number or a text; groups without one come last. */
struct sort_item {
    struct group group;
    size_t position; /* keeps equal groups in order of appearance */
    double number;   /* NAN: none */
    const char *text;
};

static int compare_texts(const struct sort_item *a, const struct sort_item *b)
{
    if (!a->text || !b->text)
        return (!a->text) - (!b->text);
    return compare_naturally(a->text, b->text);
}

static int compare_numbers(const struct sort_item *a, const struct sort_item *b)
{
    if (isnan(a->number) || isnan(b->number))
        return isnan(a->number) - isnan(b->number);
    return (a->number > b->number) - (a->number < b->number);
}

static bool is_absent(const struct sort_item *item)
{
    return !item->text && isnan(item->number);
}

static int compare_positions(const struct sort_item *a, const struct sort_item *b)
{
    return (a->position > b->position) - (a->position < b->position);
}

static int ascending(const void *left, const void *right)
{
    const struct sort_item *a = left, *b = right;
    int order = compare_numbers(a, b);
    if (order == 0)
        order = compare_texts(a, b);
    return order != 0 ? order : compare_positions(a, b);
}

static int descending(const void *left, const void *right)
{
    const struct sort_item *a = left, *b = right;
    if (is_absent(a) || is_absent(b))
        return ascending(left, right);
    int order = compare_numbers(b, a);
    if (order == 0)
        order = compare_texts(b, a);
    return order != 0 ? order : compare_positions(a, b);
}

/* The text by which a group is sorted, of any key that its first run has. */
static const char *sort_text(const struct draft *draft, const struct group *group, const char *key)
{
    if (strcmp(key, "name") == 0)
        return group->name;
    const char *text = group_key_text(group, key);
    if (!text && group->run_count > 0)
        text = run_key_text(draft->analysis->runs[group->runs[0]], key, draft->arena);
    return text;
}

static bool sort_key_exists(const struct draft *draft, const char *key)
{
    if (strcmp(key, "name") == 0 || run_key_exists(key))
        return true;
    for (size_t i = 0; i < draft->analysis->run_count; i++) {
        if (run_label_text(draft->analysis->runs[i], key))
            return true;
    }
    return false;
}

static void sort_by(const struct draft *draft, const char *key, const struct metric *metric,
                    bool from_largest)
{
    struct analysis *analysis = draft->analysis;
    struct sort_item *items =
        arena_allocate(draft->arena, (analysis->group_count + 1) * sizeof *items);
    for (size_t g = 0; g < analysis->group_count; g++) {
        const struct group *group = &analysis->groups[g];
        items[g] = (struct sort_item){.group = *group, .position = g, .number = ABSENT};
        if (!metric) {
            items[g].text = sort_text(draft, group, key);
            continue;
        }
        const struct summary *summary = group_summary(group, metric);
        if (summary)
            items[g].number = summary->mean;
    }
    qsort(items, analysis->group_count, sizeof *items, from_largest ? descending : ascending);
    for (size_t g = 0; g < analysis->group_count; g++)
        analysis->groups[g] = items[g].group;
}

static bool sort_key_unknown(const struct draft *draft, const char *key)
{
    struct suggestion suggestion;
    suggestion_init(&suggestion, key);
    suggestion_offer(&suggestion, "name");
    run_keys_offer(draft->analysis->runs, draft->analysis->run_count, &suggestion);
    metric_names_offer(draft->metrics, &suggestion);
    diag_error(draft->diag, STATUS_USAGE, (struct place){0},
               "cannot sort by '%s': it is neither a metric nor a key of a run; %s", key,
               suggestion_words(&suggestion, draft->arena, "see loadstat --list-metrics"));
    return false;
}

bool groups_sort(struct draft *draft)
{
    const char *key = draft->settings->sort;
    if (!key)
        return true;
    bool from_largest = key[0] == '-';
    if (from_largest)
        key++;
    const struct metric *metric = NULL;
    if (!sort_key_exists(draft, key)) {
        metric = metric_find_as_written(draft->metrics, text_of(key));
        if (!metric)
            return sort_key_unknown(draft, key);
    }
    sort_by(draft, key, metric, from_largest);
    return true;
}
