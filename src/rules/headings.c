/* Headings of tables: the words of all formats, found by one look. */
#include <string.h>

#include "rules.h"

static void build_index(struct rules *rules)
{
    size_t total = 0;
    size_t at = 0;

    key_index_init(&rules->heading_index, rules->arena);
    for (size_t i = 0; i < rules->format_count; i++)
        total += rules->formats[i]->heading_count;
    rules->headings = arena_allocate(rules->arena, (total + 1) * sizeof *rules->headings);
    for (size_t i = 0; i < rules->format_count; i++) {
        for (size_t k = 0; k < rules->formats[i]->heading_count; k++) {
            const struct heading *heading = &rules->formats[i]->headings[k];
            rules->headings[at] = heading;
            key_index_put(&rules->heading_index, heading->words.start, at++);
        }
    }
}

const struct heading *rules_heading(struct rules *rules, struct text words)
{
    char key[LONGEST_HEADING + 1];

    /* Most logs have no table: nothing is built for them. */
    if (!rules->headings)
        build_index(rules);
    if (!words.length || words.length > LONGEST_HEADING)
        return NULL;
    memcpy(key, words.start, words.length);
    key[words.length] = '\0';
    size_t number = key_index_find(&rules->heading_index, key);
    return number == KEY_ABSENT ? NULL : rules->headings[number];
}
