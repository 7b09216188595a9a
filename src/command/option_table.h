/*
 * The table of options: a row each, and all that reading, help, messages and
 * suggestions need of it.  A new option is a row here, a line of the manual, and
 * a case tests/cli/option-NAME that shows what it does; tests/options.t asks for
 * both.
 */
#ifndef LOADSTAT_COMMAND_OPTION_TABLE_H
#define LOADSTAT_COMMAND_OPTION_TABLE_H

#include <stddef.h>

#include "options.h"

/* Where an option stands in the help. */
enum option_heading {
    HEADING_READING,
    HEADING_SHAPE,
    HEADING_NUMBERS,
    HEADING_OUTPUT,
    HEADING_ABOUT,
    HEADING_COUNT,
};

/* What an option is good for: a command takes those that it can use. */
enum option_use {
    FOR_RUNS = 1 << 0,        /* which runs, and what is known of them */
    FOR_FILES = 1 << 1,       /* where the output goes */
    FOR_COMPARISONS = 1 << 2, /* which runs are compared, and how */
    FOR_REPORTS = 1 << 3,     /* how a report looks */
    FOR_ALL = 1 << 4,         /* what every command takes */
};

enum option_type {
    OPTION_FLAG,   /* bool */
    OPTION_TEXT,   /* const char *: the last one holds */
    OPTION_TEXTS,  /* struct strings: each adds one */
    OPTION_LIST,   /* const char **, size_t: "a,b,c"; the last one holds */
    OPTION_WORD,   /* const char *: one of `words` */
    OPTION_CHOICE, /* an enum, of which `words` are the names */
    OPTION_SHARE,  /* double: "5%" or "0.05" */
    OPTION_COUNT,  /* size_t */
    OPTION_DATE,   /* const char *: a day, or a time */
    OPTION_SET,    /* a key and value, of options.pairs, that parts groups */
    OPTION_TAG,    /* the same, that does not */
    OPTION_ABOUT,  /* prints something instead of a report */
};

struct option_row {
    enum option_heading heading;
    enum option_use use;
    const char *name;
    char letter;          /* 0: none */
    const char *argument; /* NULL: takes none */
    const char *help;     /* what follows are `words`; both empty: listed by name alone */
    enum option_type type;
    size_t offset;                            /* of the value in struct options */
    size_t length_offset;                     /* OPTION_LIST: of the count of items */
    const char *(*words)(unsigned i);         /* what it may be; NULL beyond the last */
    const char *(*meaning)(const char *word); /* the right word for another that is understood */
    double least, most;                       /* OPTION_SHARE, OPTION_COUNT */
    const char *expects;                      /* the same in words */
    print_about *about;                       /* OPTION_ABOUT */
};

#define OPTION_COUNT_MAX 80

const struct option_row *option_table(size_t *count);

/* "Reading" */
const char *option_heading_name(enum option_heading heading);

/*
 * Keeps the value of an option in its place; `value` is NULL for those that
 * take none.  False, with a diagnostic, where it is not one.
 */
bool option_take(const struct option_row *row, const char *value, struct options *options,
                 struct arena *arena, struct diag *diag);

/* "5%" or "0.05", as a fraction below 1; false where it is none. */
bool scan_share(const char *value, double *share);

/* A day of the calendar, "2026-03-02", alone or with a time of day. */
bool is_date(const char *text);

#endif
