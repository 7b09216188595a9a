/*
 * Shapes: lines that are one request each, scanned without a regular
 * expression, since there may be millions of them.
 *
 *     HTTP/{skip} {status} {latency:s} secs: {bytes} bytes ==> {method} {path}
 *
 * A blank stands for any run of blanks and tabs, none among them, \t for one
 * tab, {name} for a field, all else for itself.
 */
#ifndef LOADSTAT_RULES_SHAPE_H
#define LOADSTAT_RULES_SHAPE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "../base/memory.h"
#include "../base/text.h"

enum shape_field {
    SHAPE_SKIP,    /* up to the byte that follows in the shape */
    SHAPE_STATUS,  /* digits */
    SHAPE_BYTES,   /* digits */
    SHAPE_LATENCY, /* a decimal number */
    SHAPE_CONNECT,
    SHAPE_PROCESSING,
    SHAPE_WAITING,
    SHAPE_TIME,
    SHAPE_PATH, /* up to the byte that follows, or the end of the line */
    SHAPE_FIELD_COUNT,
};

enum shape_step_kind {
    STEP_LITERAL,
    STEP_BLANKS,
    STEP_DIGITS,      /* a whole number */
    STEP_DECIMAL,     /* digits, point, digits: kept as an integer and its decimals */
    STEP_UNTIL,       /* any bytes up to the literal that follows */
    STEP_BEFORE_LAST, /* the same, but up to the last place where the rest fits: a path with commas
                       */
    STEP_REST,
};

struct shape_step {
    enum shape_step_kind kind;
    enum shape_field field;
    char literal[24]; /* of a literal; of the one that ends an UNTIL */
    size_t length;
    size_t separators; /* STEP_BEFORE_LAST: how often the literal comes from there on */
};

enum { SHAPE_MOST_STEPS = 32 };

struct shape {
    struct shape_step steps[SHAPE_MOST_STEPS];
    size_t count;
    double unit_ms; /* milliseconds in one unit of the latency as printed */
    bool has[SHAPE_FIELD_COUNT];
};

/* A time as printed: `digits` without the point, and how many stood behind it. */
struct shape_number {
    uint64_t digits;
    unsigned decimals;
};

struct request {
    int status;
    uint64_t bytes;
    struct shape_number times[SHAPE_FIELD_COUNT]; /* by field; only those that the shape has */
    struct text path;
    struct text time;
};

/* False, with *offset and *problem, where the source is no shape. */
bool shape_parse(struct shape *shape, struct text source, size_t *offset, const char **problem);

/* Whether the line has the shape; escape sequences at both ends do not count. */
bool shape_match(const struct shape *shape, struct text line, struct request *request);

/* The same, and where the first step starts and each ends, as offsets in the line. */
bool shape_match_steps(const struct shape *shape, struct text line, struct request *request,
                       size_t *start, size_t *ends);

/* Whether the rest of a line has the steps from `first` on. */
bool shape_match_rest(const struct shape *shape, size_t first, struct text rest,
                      struct request *request);

/* False where markup or an escape sequence stands behind the path: the line has to be cleaned. */
static inline bool shape_path_is_plain(const struct request *request)
{
    struct text path = request->path;

    return !path.length ||
           (path.start[path.length - 1] != '>' && path.start[path.length - 1] != '`' &&
            text_find_byte(path, '\x1b') == path.length);
}

#endif
