/*
 * The reader: a file's bytes to its runs.
 *
 * Each physical line is cleaned, offered to the rules of the format that is
 * open, then to the beginnings and rules of all others, then with its prefixes
 * taken off; a line that is no tool's goes to the tables and to the context
 * that labels are made of.
 */
#ifndef LOADSTAT_READ_READER_H
#define LOADSTAT_READ_READER_H

#include <stdbool.h>
#include <stddef.h>

#include "../base/diag.h"
#include "../base/input.h"
#include "../base/memory.h"
#include "../model/run.h"
#include "context.h"
#include "../rules/rules.h"

/* A run as read, before labels are decided. */
struct reading {
    struct run *run;
    struct hints hints;
    size_t file;        /* number of the file, from 0 */
    bool from_json;     /* label and all are as they were written */
    bool is_fragment;   /* known lines without a beginning */
    bool is_prose;      /* a fragment of lines that anybody writes */
    bool is_retold;     /* a fragment behind a name on its line: "nginx: Requests per second: 5" */
    bool needs_folder;  /* its folder holds a stem that occurs in others, too */
    const char *folder; /* what tells its folder from the others' */
};

/* Neither the command line nor JSON has named it. */
static inline bool reading_wants_label(const struct reading *reading)
{
    return !reading->hints.argument && !reading->from_json;
}

struct reading_list {
    struct reading *items;
    size_t count, capacity;
    const char *stray; /* what a tool said in the last file outside of any run; NULL: nothing */
};

struct reader_options {
    bool keep_columns; /* --keep-columns: unknown numeric columns of tables become metrics */
    bool by_path;      /* --group-by path: requests are counted by path */
};

/*
 * Reads all runs of `input` to the end of `readings`.  `hints` holds what the
 * command line says of the file.  Runs and texts live in `arena`.
 */
void reader_read(struct rules *rules, struct input *input, const struct hints *hints,
                 const struct reader_options *options, struct arena *arena,
                 struct reading_list *readings);

#endif
