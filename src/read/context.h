/*
 * What stands around the reports of a file: headings, rulers, echoed lines,
 * commands.  It is collected as the file is read, a snapshot is kept with each
 * run, and labels.c decides in the end what the runs are called.
 */
#ifndef LOADSTAT_READ_CONTEXT_H
#define LOADSTAT_READ_CONTEXT_H

#include <stdbool.h>
#include <stddef.h>

#include "../base/memory.h"
#include "../base/text.h"

struct command;
struct rules;

enum { HEADING_LEVELS = 6 };

/* What a run could be called, by where it was found; NULL: nothing there. */
struct hints {
    const char *headings[HEADING_LEVELS]; /* by level, the outermost first */
    const char *line;                     /* a short line right above the report */
    const char *ruler;                    /* ---- text ----, == text == */
    const char *mark;                     /* of a rule file: siege's **** text **** */
    const char *cell;                     /* of a table: a row's first column, a column's head */
    const char *prefix;                   /* the file of grep, the service of compose */
    const char *command;                  /* "ab -n 1000 -c 8 http://…" */
    const struct command *command_of;     /* what it is a command of */
    const char *argument;                 /* NAME=FILE or --label */
    const char *file;                     /* path as named */
    const char *stem;                     /* its last part without the suffix */
    const char *folder;                   /* the folders it is in, as folder_of() gives them */
};

struct context {
    struct arena *arena;
    const struct rules *rules;
    struct hints hints;
    struct text previous; /* the line before, for underlined headings; in `kept` */
    struct buffer kept;
    size_t lines_since_text;    /* blank lines between the last text and here */
    size_t lines_since_command; /* of prose */
    bool in_fence;
    bool in_headers; /* of an HTTP answer */
};

void context_init(struct context *context, const struct rules *rules, struct arena *arena);
void context_release(struct context *context);

/*
 * Takes in a line that is no report's.  True where the line parts what stands
 * above it from what stands below: a heading, a ruler, a sentence.
 */
bool context_take_line(struct context *context, struct text line);
void context_take_blank(struct context *context);

/* The hints of a run that begins here; those that name the next run only are used up. */
struct hints context_snapshot(struct context *context);

#endif
