/*
 * What stands around the reports of a file: headings, rulers, echoed lines,
 * commands.  It is collected as the file is read, a snapshot is kept with each
 * run, and labels.c decides in the end what the runs are called.
 */
#ifndef LOADSTAT_READ_SURROUNDINGS_H
#define LOADSTAT_READ_SURROUNDINGS_H

#include <stdbool.h>
#include <stddef.h>

#include "../base/memory.h"
#include "../base/text.h"
#include "reading.h"

struct rules;

struct surroundings {
    struct arena *arena;
    const struct rules *rules;
    struct hints hints;
    struct text previous; /* the line before, for underlined headings; in `kept` */
    struct buffer kept;
    const char *line_above;     /* what hints.line was before that line; NULL: nothing */
    size_t lines_since_text;    /* blank lines between the last text and here */
    size_t lines_since_command; /* of prose */
    bool in_fence;
    bool in_code;       /* of Markdown */
    bool code_has_more; /* than a command: a command alone in its block is of all reports below */
    const char *block_command;
    const struct tool_command *block_command_of;
    size_t block_level; /* headings that it stands under */
    bool in_headers;    /* of an HTTP answer */
};

void surroundings_init(struct surroundings *surroundings, const struct rules *rules,
                       struct arena *arena);
void surroundings_release(struct surroundings *surroundings);

/*
 * Takes in a line that is no report's.  True where the line parts what stands
 * above it from what stands below: a heading, a ruler, a sentence.
 */
bool surroundings_take_line(struct surroundings *surroundings, struct text line);
void surroundings_take_blank(struct surroundings *surroundings);

/* The line that begins or ends a block of code in Markdown; its language is no name. */
void surroundings_take_code_fence(struct surroundings *surroundings);

/* The hints of a run that begins here; those that name the next run only are used up. */
struct hints surroundings_snapshot(struct surroundings *surroundings);

#endif
