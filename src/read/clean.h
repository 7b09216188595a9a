/*
 * Cleaning: from a line as it was kept to the line as the tool printed it.
 *
 * Two steps.  clean_line() takes off what may stand anywhere (escape
 * sequences, markup, entities, odd blanks); it costs nothing where there is
 * none.  peel_prefix() takes off one thing that people and programs put in
 * front of every line; it is tried only where the line itself is not known.
 */
#ifndef LOADSTAT_READ_CLEAN_H
#define LOADSTAT_READ_CLEAN_H

#include <stdbool.h>

#include "../base/text.h"

/*
 * The line without escapes and markup, trimmed.  Points into `raw` where
 * nothing had to go, otherwise into `scratch`.
 */
struct text clean_line(struct text raw, struct buffer *scratch);

/* The line without escapes alone: markup stays.  Otherwise as above. */
struct text clean_escapes(struct text raw, struct buffer *scratch);

enum prefix {
    PREFIX_QUOTE,   /* > */
    PREFIX_COMMENT, /* // # ;; -- */
    PREFIX_BULLET,  /* * - + • */
    PREFIX_BAR,     /* | … | */
    PREFIX_TIME,    /* 2026-03-02T10:15:33.97Z, [10:15:33] */
    PREFIX_STREAM,  /* stdout F, syslog's host and tag */
    PREFIX_SERVICE, /* bench_1  | */
    PREFIX_FILE,    /* grep's file:, file:12: */
    PREFIX_NUMBER,  /* 12, 12: */
    PREFIX_ESCAPE,  /* what is left of an escape sequence: 34m, [0;34m */
};

/*
 * Takes one prefix off the front of the trimmed line.  `name` is the file or
 * service of PREFIX_FILE and PREFIX_SERVICE.  False where there is none.
 */
bool peel_prefix(struct text *line, enum prefix *kind, struct text *name);

#endif
