/*
 * src/label/: what runs are called, and which of them repeat each other.
 *
 * Here is at home what can only be said once all runs are read: names out of
 * headings, files and folders (labels, folders), settings within names
 * (name_settings), numbers that count repetitions (run_numbers).
 *
 * Labels: what each run is called.
 *
 * An explicit name comes first; then what stands by the report (heading,
 * ruler, line, mark); then the file's stem; then what differs between the runs.
 */
#ifndef LOADSTAT_LABEL_LABELS_H
#define LOADSTAT_LABEL_LABELS_H

#include "../base/diag.h"
#include "../base/memory.h"
#include "../read/reader.h"

enum label_from {
    LABEL_AUTOMATIC,
    LABEL_HEADING, /* any text that stands by the report */
    LABEL_FILE,
    LABEL_DIR,
    LABEL_PATH,
    LABEL_COMMAND,
    LABEL_NONE,
};

/* "heading", as --label-from takes it; NULL beyond the last. */
const char *label_from_name(unsigned from);

/*
 * Sets label, label_from and the section keys of all runs, and reads settings
 * (concurrency) from names where the log lacks them.  Says what it chose.
 */
void labels_decide(struct reading_list *readings, enum label_from from, struct arena *arena,
                   struct diag *diag);

#endif
