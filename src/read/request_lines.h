/*
 * Lines that are one request each.  Files have millions of them, so the shape
 * of the last one is tried first, and then its layout byte by byte.
 */
#ifndef LOADSTAT_READ_REQUEST_LINES_H
#define LOADSTAT_READ_REQUEST_LINES_H

#include <stdbool.h>

#include "../base/input.h"
#include "../base/text.h"
#include "assembly.h"
#include "line_layouts.h"

struct request_lines {
    struct assembly *assembly;
    bool by_path;                   /* requests are counted by path, too */
    struct request_rule *last_rule; /* that the last request had */
    struct line_layouts layouts;    /* of its lines */
};

/* Whether the line is a request of any rule; it is then counted. */
bool request_lines_take(struct request_lines *lines, struct text line);

/* Whether the line before was a request of the run that is open. */
bool request_lines_are_open(const struct request_lines *lines);

/* Whether the line before was a request, and this one, not cleaned yet, is such another. */
bool request_lines_take_same(struct request_lines *lines, struct text raw);

/*
 * Where requests are open: takes as many more as stand in the input's buffer in
 * layouts that are known.
 */
void request_lines_take_buffered(struct request_lines *lines, struct input *input);

#endif
