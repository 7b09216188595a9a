/*
 * Lines that rules know: what each kind of rule does with a line of its own.
 */
#ifndef LOADSTAT_READ_RULE_LINES_H
#define LOADSTAT_READ_RULE_LINES_H

#include <stdbool.h>

#include "../base/text.h"
#include "assembly.h"

enum { MOST_SHADOWED = 8 };

struct rule_lines {
    struct assembly *assembly;
    struct text tail;             /* of the line that was taken last, behind the rule's match */
    struct rule *last_rule;       /* that took the last line that was known */
    const struct run *object_run; /* its lines come in any order, as members of an object do */
    /* Built-in formats that a user's run began like as well: their lines belong to it. */
    const struct run *shadowing_run;
    const struct format *shadowed[MOST_SHADOWED];
    size_t shadowed_count;
};

/* How a line came about. */
enum line_origin {
    LINE_CLEANED,
    LINE_RAW,      /* before markup is taken off */
    LINE_OF_CELLS, /* joined from the cells of a table's row */
};

/*
 * Whether a rule takes the line as it is.  What stands behind it, where that is
 * a line of its own, is then in *rest, trimmed; otherwise *rest is empty.
 */
bool rule_lines_take(struct rule_lines *lines, struct text line, enum line_origin origin,
                     struct text *rest);

#endif
