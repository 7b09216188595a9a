/* Where rule files come from, and the life of what is made of them. */
#include "rules.h"

#include <dirent.h>
#include <stdlib.h>
#include <string.h>

#include "../base/embedded.h"
#include "../base/input.h"

enum { LARGEST_RULE_FILE = 1024 * 1024 };

struct format *rules_format(const struct rules *rules, struct text name)
{
    for (size_t i = 0; i < rules->format_count; i++)
        if (text_is(name, rules->formats[i]->name))
            return rules->formats[i];
    return NULL;
}

bool rules_load_built_in(struct rules *rules)
{
    bool loaded = true;

    /* make check has checked the samples of these. */
    rules->built_in = true;
    for (size_t i = 0; i < embedded_file_count; i++)
        if (strncmp(embedded_files[i].path, "parsers/", strlen("parsers/")) == 0)
            loaded &= rules_load(rules, embedded_files[i].path,
                                 (struct text){embedded_files[i].text, embedded_files[i].length});
    rules->built_in = false;
    return loaded;
}

bool rules_load_file(struct rules *rules, const char *path)
{
    struct input input;
    struct buffer bytes;

    if (!input_open(&input, path, rules->diag))
        return false;
    buffer_init(&bytes);
    input_rest(&input, &bytes, LARGEST_RULE_FILE);
    bool loaded = input_close(&input, rules->diag);
    /* The text of patterns and samples points into it. */
    struct text text = {arena_copy(rules->arena, bytes.bytes ? bytes.bytes : "", bytes.length),
                        bytes.length};
    buffer_release(&bytes);
    return loaded && rules_load(rules, arena_copy_string(rules->arena, path), text);
}

static int by_name(const void *a, const void *b)
{
    return strcmp(*(const char *const *)a, *(const char *const *)b);
}

bool rules_load_user(struct rules *rules)
{
    const char *config = getenv("XDG_CONFIG_HOME");
    const char *home = getenv("HOME");
    char **names = NULL;
    size_t count = 0;
    size_t capacity = 0;
    bool loaded = true;

    if ((!config || !*config) && (!home || !*home))
        return true;
    const char *folder = config && *config
                             ? arena_format(rules->arena, "%s/loadstat/parsers", config)
                             : arena_format(rules->arena, "%s/.config/loadstat/parsers", home);
    DIR *directory = opendir(folder);
    if (!directory)
        return true;
    for (struct dirent *entry; (entry = readdir(directory));) {
        if (entry->d_name[0] == '.')
            continue;
        names = arena_grow(rules->arena, names, count, &capacity, sizeof *names);
        names[count++] = arena_format(rules->arena, "%s/%s", folder, entry->d_name);
    }
    closedir(directory);
    if (count)
        qsort(names, count, sizeof *names, by_name);
    for (size_t i = 0; i < count; i++)
        loaded &= rules_load_file(rules, names[i]) && rules_check(rules, names[i]);
    return loaded;
}

void rules_add_traits(const struct rules *rules, struct run *run)
{
    if (!run->format || !traits_are_unknown(run->traits))
        return;
    const struct format *format = rules_format(rules, text_of(run->format));
    if (format)
        run->traits = &format->traits;
}

void rules_init(struct rules *rules, struct arena *arena, struct metric_set *metrics,
                struct diag *diag)
{
    *rules = (struct rules){.arena = arena, .metrics = metrics, .diag = diag};
    pattern_engine_init(&rules->engine);
}

void format_release(struct format *format)
{
    for (size_t i = 0; i < format->rule_count; i++) {
        const struct rule *rule = format->rules[i];
        if (rule->code)
            pattern_release(rule->code);
        if (rule->label)
            pattern_release(rule->label);
    }
}

void rules_release(struct rules *rules)
{
    for (size_t i = 0; i < rules->format_count; i++)
        format_release(rules->formats[i]);
    pattern_engine_release(&rules->engine);
}
