/*
 * Ingest: from what stands on the command line to runs, not yet named.
 */
#ifndef LOADSTAT_READ_INGEST_H
#define LOADSTAT_READ_INGEST_H

#include <stdbool.h>

#include "../base/diag.h"
#include "../base/memory.h"
#include "../model/run.h"
#include "../rules/rules.h"
#include "reader.h"

struct ingest {
    struct rules *rules;
    struct arena *arena;
    struct diag *diag;
    struct reader_options options;
    const char **excluded; /* output files: never read as input */
    size_t excluded_count;
    bool would_overwrite; /* an output would take the place of an input; reported */
    const char *working;  /* the working folder, once a file was named */
    struct reading_list readings;
};

/*
 * Reads what one argument names: "-", a file, a directory (recursively, in
 * natural order, hidden files left out), a pattern that no shell has expanded,
 * or NAME= and one of these.  `label` (--label) may be NULL.  Faults are
 * reported and raise the status; what can be read is read.  An output of an
 * earlier call that lies in a folder is passed over; one that is named here, or
 * that is a tool's log, is an error.
 */
void ingest_argument(struct ingest *ingest, const char *argument, const char *label);

/* Adds the runs of the readings from `first` to before `end` to `runs`, in order of appearance. */
void ingest_add_runs(const struct ingest *ingest, size_t first, size_t end, struct run_set *runs);

#endif
