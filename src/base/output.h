/*
 * Checked output: a regular file appears whole or not at all.
 *
 * A file is written beside its target and renamed over it by output_commit();
 * devices and pipes, "-" among them, are written through, and a symbolic link
 * stays what it is.  The first error sticks: later writes do nothing and
 * output_commit() reports it.  Between output_open() of a file and its commit
 * SIGHUP, SIGINT and SIGTERM wait, so that what is written beside is not left
 * behind.
 */
#ifndef LOADSTAT_BASE_OUTPUT_H
#define LOADSTAT_BASE_OUTPUT_H

#include <signal.h>
#include <stdbool.h>
#include <stddef.h>

#include "diag.h"
#include "text.h"

struct output {
    const char *path; /* as the user named it; borrowed */
    char *target;     /* the same behind symbolic links; NULL: written through */
    char *beside;     /* the file being written; NULL: written through */
    int descriptor;
    int error;        /* errno of the first failure; 0: none */
    sigset_t signals; /* the mask before, while `beside` is there */
    struct buffer pending;
};

/* `path` NULL or "-": standard output.  False, with a diagnostic, where it cannot be opened. */
bool output_open(struct output *output, const char *path, struct diag *diag);
void output_write(struct output *output, const char *bytes, size_t length);
void output_string(struct output *output, const char *string);
/* Flushes, syncs and renames.  False, with a diagnostic and no file left, where anything failed. */
bool output_commit(struct output *output, struct diag *diag);
/* Gives up: removes what was written beside. */
void output_abandon(struct output *output);

#endif
