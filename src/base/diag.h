/*
 * Diagnostics: what the program has to say that is not data.
 *
 * One line each on stderr: `file:line: what is wrong; what to do`, lower case,
 * no full stop.  The exit status is that of the gravest message.
 */
#ifndef LOADSTAT_BASE_DIAG_H
#define LOADSTAT_BASE_DIAG_H

#include <stdbool.h>
#include <stddef.h>

enum exit_status {
    STATUS_DONE = 0,
    STATUS_GATE_FAILED = 1,
    STATUS_USAGE = 2,
    STATUS_UNUSABLE = 3,
};

struct diag {
    bool quiet;             /* -q: errors only */
    bool verbose;           /* -v: details too */
    enum exit_status worst; /* raised by diag_error() */
    size_t errors;
};

void diag_init(struct diag *diag);

/* A place in a file; line 0: the whole file; file NULL: no place. */
struct place {
    const char *file;
    size_t line;
    size_t column; /* 0: the whole line */
};

/* Raises the exit status to `status`. */
void diag_error(struct diag *diag, enum exit_status status, struct place place, const char *format,
                ...) __attribute__((format(printf, 4, 5)));

/* Something that the reader should know; not with -q. */
void diag_warning(struct diag *diag, struct place place, const char *format, ...)
    __attribute__((format(printf, 3, 4)));

/* A choice that the program made, such as "labels from headings"; not with -q. */
void diag_note(struct diag *diag, const char *format, ...) __attribute__((format(printf, 2, 3)));

/* A detail; only with -v. */
void diag_detail(struct diag *diag, struct place place, const char *format, ...)
    __attribute__((format(printf, 3, 4)));

/* The system's words for an errno, with a small first letter. */
struct error_words {
    char text[80];
};

struct error_words error_words(int error);

#endif
