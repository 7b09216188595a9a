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
    struct hints settled;  /* as they were when the last line of a report was known */
    struct hints unlined;  /* as they were before the line that may name the next report */
    bool has_line;         /* there is such a line */
    struct buffer between; /* prose since the last line of a report */
    struct text previous;  /* the line before, for underlined headings; in `kept` */
    struct buffer kept;
    const char *line_above;  /* what surroundings_line() was before the last line; NULL: nothing */
    size_t lines_since_text; /* blank lines between the last text and here */
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

/* A mark names all that follows, whatever report it stands in. */
void surroundings_add_mark(struct surroundings *surroundings, const char *text);

/* The line right above, where it may name what follows; NULL: it names nothing. */
const char *surroundings_line(const struct surroundings *surroundings);

/* The line right above was no name, but the one above it may be. */
void surroundings_take_line_above(struct surroundings *surroundings);

/* The line above was the head of a table and names no run. */
void surroundings_forget_line(struct surroundings *surroundings);

/* A line of the run that is open: what stood above it within the report names nothing. */
void surroundings_go_on(struct surroundings *surroundings);

#endif
