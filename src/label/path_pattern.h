/*
 * --path: what the parts of a file's path mean, '{label}/{tool}/c{concurrency}/{run}.log'.
 */
#ifndef LOADSTAT_LABEL_PATH_PATTERN_H
#define LOADSTAT_LABEL_PATH_PATTERN_H

#include <stdbool.h>
#include <stddef.h>

#include "../base/memory.h"
#include "naming.h"

enum { MOST_PATH_FIELDS = 16 };

struct path_fields {
    struct name_text items[MOST_PATH_FIELDS]; /* {KEY} and what stood in its place, in order */
    size_t count;
};

/*
 * Matches the pattern with the end of `path`, from the beginning of a part on.
 * A field takes as little as will do, at least one byte, never a '/'.  False
 * where it does not fit.
 */
bool path_pattern_match(const char *pattern, const char *path, struct path_fields *fields,
                        struct arena *arena);

/* NULL for a pattern that can match; else what is wrong with it, for a message. */
const char *path_pattern_fault(const char *pattern);

#endif
