/*
 * Commands: "ab -n 1000 -c 8 http://…" above a report tells what was asked for.
 * A rule file says how its tool is called and what its options mean.
 */
#ifndef LOADSTAT_RULES_TOOL_COMMAND_H
#define LOADSTAT_RULES_TOOL_COMMAND_H

#include <stdbool.h>
#include <stddef.h>

#include "../base/memory.h"
#include "../base/number.h"
#include "../base/text.h"
#include "../model/run.h"
#include "field.h"

enum { MOST_TOOL_OPTIONS = 8 };

struct tool_option {
    char letter;             /* -c */
    struct field field;      /* concurrency, requests or duration_s */
    const struct unit *unit; /* of a duration that names none; NULL: seconds */
};

struct tool_command {
    const char *program; /* "ab" */
    const char *tool;    /* that it is a command of */
    struct tool_option options[MOST_TOOL_OPTIONS];
    size_t count;
};

struct rules;

/*
 * A command of some tool within the line, from the program's name on; NULL
 * where there is none.  A sentence about a tool has no option and no URL.
 */
const struct tool_command *tool_command_find(const struct rules *rules, struct text line,
                                             struct text *text);

/*
 * Gives the run the settings that its report does not say.  A command that contradicts the
 * report is another run's, and so is that of another tool: nothing is taken.
 */
void tool_command_apply(const struct tool_command *command, const char *text, struct run *run);

/* The same for the target, of its URL, where the run has none. */
void tool_command_set_target(const char *text, struct run *run, struct arena *arena);

#endif
