/*
 * What a command says of its run that the report does not: the options that set
 * something.  Its URL and the settings with a place of their own are the run's.  Files,
 * redirections and what only decides on the output say nothing.
 */
#ifndef LOADSTAT_LABEL_COMMAND_NAMES_H
#define LOADSTAT_LABEL_COMMAND_NAMES_H

#include <stddef.h>

#include "../base/memory.h"
#include "../model/run.h"

struct tool_command;

enum { MOST_COMMAND_NAMES = 8 };

struct command_name {
    const char *key; /* the option: "-H" */
    const char *text;
};

struct command_names {
    struct command_name items[MOST_COMMAND_NAMES];
    size_t count;
};

/*
 * Reads run->command.  `command` knows which options are settings that the run
 * has (concurrency), and which say nothing; NULL: none.
 */
void command_names_find(struct command_names *names, const struct run *run,
                        const struct tool_command *command, struct arena *arena);

#endif
