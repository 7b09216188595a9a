/*
 * Hunks of a diff: the lines that it adds and leaves are those of the newer
 * file; those that it takes away are not there any more.
 */
#ifndef LOADSTAT_READ_HUNK_H
#define LOADSTAT_READ_HUNK_H

#include <stdbool.h>
#include <stddef.h>

#include "../base/text.h"

struct hunk {
    size_t old_left, new_left; /* lines of either file that are still to come */
};

enum hunk_line {
    HUNK_NONE,    /* no line of a hunk */
    HUNK_HEAD,    /* @@ -1,5 +1,7 @@ */
    HUNK_KEPT,    /* added, or in both; *line is without its sign */
    HUNK_REMOVED, /* *line is without its sign */
};

enum hunk_line hunk_take(struct hunk *hunk, struct text *line);

#endif
