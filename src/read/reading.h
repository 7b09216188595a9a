/*
 * A run as it was read, and what it could be called.
 */
#ifndef LOADSTAT_READ_READING_H
#define LOADSTAT_READ_READING_H

#include <stdbool.h>
#include <stddef.h>

#include "../model/run.h"

struct tool_command;

enum { HEADING_LEVELS = 6 };

/* A cell that says what a row of a table is. */
struct name_cell {
    const char *head; /* of its column; "": it has none */
    const char *text;
};

/* A line that names what follows: a ruler, a short line, a mark of a rule file, <summary>. */
struct caption {
    enum name_kind kind;
    const char *text;
};

enum { MOST_CAPTIONS = 4 };

/*
 * What a run could be called, by where it was found; NULL: nothing there.
 * Headings and captions hold until the next of their kind or of an outer one.
 */
struct hints {
    const char *headings[HEADING_LEVELS];   /* by level, the outermost first */
    struct caption captions[MOST_CAPTIONS]; /* nested in the order in which they came */
    size_t caption_count;
    const char *own;     /* a name of this run alone: in front of its row, its JSON's title */
    const char *between; /* prose and other commands since the run before; NULL: none */
    const char *cell;    /* of a table: a row's first column, a column's head */
    const struct name_cell *cells; /* of a table's row: all that tell it from others */
    size_t cell_count;
    const char *prefix;                    /* the file of grep, the service of compose */
    const char *command;                   /* "ab -n 1000 -c 8 http://…" */
    bool command_was_typed;                /* at a prompt; else a sentence speaks of it */
    const struct tool_command *command_of; /* what it is a command of */
    const char *argument;                  /* NAME=FILE or --label */
    const char *file;                      /* path as named */
    const char *stem;                      /* its last part without the suffix */
    const char *folder;                    /* the folders it is in, as folder_of() gives them */
};

/* A run as read, before labels are decided. */
struct reading {
    struct run *run;
    struct hints hints;
    size_t file;         /* number of the file, from 0 */
    bool from_json;      /* label and all are as they were written */
    bool is_fragment;    /* known lines without a beginning */
    bool is_prose;       /* a fragment of lines that anybody writes */
    bool is_behind_name; /* a fragment on a line of its own: "nginx: Requests per second: 5" */
};

/* The caption takes the place of one of its kind and of all within that. */
void hints_add_caption(struct hints *hints, enum name_kind kind, const char *text);

struct reading_list {
    struct reading *items;
    size_t count, capacity;
    const char *stray; /* what a tool said in the last file outside of any run; NULL: nothing */
};

#endif
