/*
 * Groups by name, and that no two of them are called alike.
 */
#include <string.h>

#include "naming_work.h"

static void number_groups(struct naming_work *work)
{
    struct key_index groups;

    key_index_init(&groups, work->scratch);
    work->result->group_count = 0;
    for (size_t i = 0; i < work->count; i++) {
        const char *key =
            arena_format(work->scratch, "%llx", (unsigned long long)work->runs[i].name);
        size_t group = key_index_put(&groups, key, work->result->group_count);
        work->result->group_count += group == work->result->group_count;
        work->result->runs[i].group = group;
    }
}

/* --rename of whole labels: those that become one are one name. */
static void rename_labels(struct naming_work *work)
{
    bool any = false;

    for (size_t i = 0; i < work->count; i++) {
        struct naming_result *result = &work->result->runs[i];
        const char *to = result->label ? naming_renamed(work, result->label) : NULL;
        any |= to != result->label;
        result->label = to;
    }
    for (size_t i = 0; any && i < work->count; i++) {
        const char *label = work->result->runs[i].label;
        const char *epoch = work->runs[i].epoch;
        work->runs[i].name =
            work->runs[i].keys + naming_hash('l', naming_text(work, label ? label : ""),
                                             naming_text(work, epoch ? epoch : ""));
    }
}

/* Two groups that one label and the same settings would make one get different labels. */
static void tell_groups_apart(struct naming_work *work)
{
    struct key_index taken, numbered;
    const char **labels =
        arena_allocate(work->scratch, (work->result->group_count + 1) * sizeof *labels);
    size_t groups = 0;

    key_index_init(&taken, work->scratch);
    key_index_init(&numbered, work->scratch);
    for (size_t i = 0; i < work->count; i++) {
        struct naming_result *result = &work->result->runs[i];
        bool first_of_group = result->group == groups;
        groups += first_of_group;
        if (first_of_group) {
            const char *label = result->label ? result->label : "";
            const char *key = arena_format(work->scratch, "%llx %s",
                                           (unsigned long long)work->runs[i].keys, label);
            size_t owner = key_index_put(&taken, key, result->group);
            if (owner != result->group && result->label)
                labels[result->group] = arena_format(work->arena, "%s (%zu)", label,
                                                     key_index_count_up(&numbered, key) + 1);
        }
        if (labels[result->group])
            result->label = labels[result->group];
    }
}

void naming_group(struct naming_work *work)
{
    rename_labels(work);
    number_groups(work);
    tell_groups_apart(work);
}
