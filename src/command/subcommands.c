#include <string.h>

#include "subcommand.h"

static const struct subcommand *const commands[] = {
    &report_subcommand,
    &parse_subcommand,
};

enum { COMMAND_COUNT = sizeof commands / sizeof commands[0] };

const struct subcommand *const *subcommand_list(size_t *count)
{
    *count = COMMAND_COUNT;
    return commands;
}

const struct subcommand *subcommand_find(const char *name)
{
    for (size_t i = 0; i < COMMAND_COUNT; i++)
        if (strcmp(commands[i]->name, name) == 0)
            return commands[i];
    return NULL;
}

const char *subcommands_taking(unsigned use, struct arena *arena)
{
    const char *list = "";

    for (size_t i = 0; i < COMMAND_COUNT; i++)
        if (commands[i]->takes & use)
            list = arena_format(arena, "%s%s%s", list, *list ? ", " : "", commands[i]->name);
    return list;
}
