/*
 * Objects: a tool's JSON, however its members were spread over lines.  An
 * object is a run: it ends where it closes, and its name is the key or the
 * "name" that it has among others.
 *
 * A line is taken apart here; who reads it gives the members to the rules, as
 * lines of their own, and says which run they opened.
 */
#ifndef LOADSTAT_READ_JSON_OBJECTS_H
#define LOADSTAT_READ_JSON_OBJECTS_H

#include <stdbool.h>
#include <stddef.h>

#include "../base/memory.h"
#include "../base/text.h"
#include "../rules/rules.h"

enum { OBJECTS_DEEPEST = 8 };

/* The braces that are open, as far as they were met at the starts of lines. */
struct json_objects {
    struct rules *rules;
    struct arena *arena;   /* of names */
    const struct run *run; /* of the object that is open; NULL: none yet */
    size_t run_depth;      /* at which its members stand */
    size_t depth;
    bool closes;                         /* a brace behind the last part */
    const char *keys[OBJECTS_DEEPEST];   /* "nginx": {…} */
    const char *titles[OBJECTS_DEEPEST]; /* {"name": "nginx", …} */
};

enum object_event {
    OBJECT_NOTHING,
    OBJECT_MEMBER, /* rules know the text */
    OBJECT_NAMED,  /* the name of the object whose run is open */
    OBJECT_ENDED,  /* the object that the run is of, or one that holds it */
};

struct object_part {
    enum object_event event;
    struct text text;   /* in the line */
    bool is_of_another; /* the member stands in another object than those of the run before */
};

void json_objects_init(struct json_objects *objects, struct rules *rules, struct arena *arena);

/* Whether the line begins like one of JSON; it has a byte at least. */
bool json_objects_may_hold(struct text line);

/* Whether rules know some member in the line. */
bool json_objects_has_members(const struct json_objects *objects, struct text line);

/* Takes the next part off such a line; false at its end. */
bool json_objects_next(struct json_objects *objects, struct text *line, struct object_part *part);

/* The member that came last opened this run (NULL: none). */
void json_objects_begin_run(struct json_objects *objects, const struct run *run);

/* {"name": "suite", "nginx": {…}} is "suite nginx"; a name of its own is enough.  NULL: none. */
const char *json_objects_name(const struct json_objects *objects);

/* A line of another kind: whatever was open is not any more. */
void json_objects_forget(struct json_objects *objects);

#endif
