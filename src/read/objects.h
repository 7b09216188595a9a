/*
 * Objects: a tool's JSON, however its members were spread over lines.  An
 * object is a run: it ends where it closes, and its name is the key or the
 * "name" that it has among others.
 */
#ifndef LOADSTAT_READ_OBJECTS_H
#define LOADSTAT_READ_OBJECTS_H

#include <stdbool.h>
#include <stddef.h>

#include "../base/text.h"

struct reader;
struct run;

enum { OBJECTS_DEEPEST = 8 };

/* The braces that are open, as far as they were met at the starts of lines. */
struct objects {
    const struct run *run; /* of the object that is open; NULL: none yet */
    size_t run_depth;      /* at which its members stand */
    size_t depth;
    const char *keys[OBJECTS_DEEPEST];   /* "nginx": {…} */
    const char *titles[OBJECTS_DEEPEST]; /* {"name": "nginx", …} */
};

/*
 * Takes a line that holds members of objects which rules know, one or many.
 * False where it holds none; its braces are then seen all the same.
 */
bool objects_take(struct reader *reader, struct text line);

/* A line of another kind: whatever was open is not any more. */
void objects_forget(struct reader *reader);

#endif
