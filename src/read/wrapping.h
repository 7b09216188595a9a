/*
 * Wrappings: what CI systems, orchestrators, loggers and mail put in front of
 * every line of a report.
 *
 * None of them is known by name.  What stands before a known line is a
 * wrapping where the same stands before other known lines below it: the same
 * words and signs, with any figures, ids, levels and names of days in their
 * places.  Once learned, its lines lose it for the rest of the file.  A
 * wrapping that ends in a quotation mark is of strings, as in JSON and logfmt:
 * what is wrapped is what the string says.
 */
#ifndef LOADSTAT_READ_WRAPPING_H
#define LOADSTAT_READ_WRAPPING_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "../base/memory.h"
#include "../base/text.h"
#include "../rules/rules.h"

enum { WRAPPING_PARTS = 96, MOST_WRAPPINGS = 32 };

enum wrapping_kind {
    WRAPPED_SIGN,  /* one byte that is no letter, digit or blank */
    WRAPPED_BLANK, /* blanks, however many */
    WRAPPED_NUMBER,
    WRAPPED_ID,    /* letters and digits mixed */
    WRAPPED_LEVEL, /* INFO, stdout, and letters that stand for such */
    WRAPPED_DATE,  /* names of months and days */
    WRAPPED_WORD,
};

struct wrapping_part {
    enum wrapping_kind kind;
    struct text text;
    bool is_counter; /* a number that grows with every line */
};

/* The form of what stands in front; texts live in the arena of the list. */
struct wrapping {
    struct wrapping_part parts[WRAPPING_PARTS];
    size_t count;
    char quote; /* that opens a string; '\0': none */
};

/* A form that was looked at in vain, by its hash, and in which line. */
enum { MOST_REJECTED = 16 };
struct rejected {
    uint64_t form;
    size_t line; /* 0: none */
};

struct wrappings {
    struct arena arena;
    struct rules *rules;
    struct wrapping items[MOST_WRAPPINGS];
    size_t count;
    size_t next; /* the one to be replaced when there are too many */
    struct rejected rejected[MOST_REJECTED];
    size_t next_rejected;
    bool ends_lines; /* strings hold the ends of their lines */
    bool in_hunk;    /* lines ahead begin with the sign of a diff */
};

/* A line without its wrapping. */
struct unwrapped {
    struct text text; /* in the line; of strings: not decoded yet */
    struct text head; /* what stood in front */
    const struct wrapping *wrapping;
    bool has_bars; /* "| … |": the text ends in one, too */
};

void wrappings_init(struct wrappings *wrappings, struct rules *rules);
void wrappings_release(struct wrappings *wrappings);

/* Whether the line has a wrapping that was learned. */
bool wrappings_take(const struct wrappings *wrappings, struct text line, struct unwrapped *out);

enum wrapped_content {
    WRAPPED_LINES,
    WRAPPED_STRINGS, /* in quotation marks */
};

/*
 * Whether a wrapping stands before known text in the line, which is `number` in
 * its file, and in `ahead`, the lines below; it is then learned.
 */
bool wrappings_learn(struct wrappings *wrappings, struct text line, size_t number,
                     struct text ahead, enum wrapped_content content);

/*
 * What the wrapping calls its lines, appended to `name`: its words, as those of
 * a job, a host, a service or a file, without times, levels, ids and counters.
 */
void wrapping_append_name(const struct unwrapped *unwrapped, struct buffer *name);

#endif
