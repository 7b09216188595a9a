/*
 * src/label/: what runs are called, and which of them repeat each other.
 *
 * Here is at home what can only be said once all runs are read: which texts
 * tell of one run (run_views), the path of names that leads to each run
 * (name_path), and what these names mean together (naming).
 *
 * Labels: names are decided over all runs that a report is made of, those of
 * an archive among them, and every run is given what was decided.
 */
#ifndef LOADSTAT_LABEL_LABELS_H
#define LOADSTAT_LABEL_LABELS_H

#include "../base/diag.h"
#include "../base/memory.h"
#include "../read/reader.h"
#include "naming.h"

/* "heading", as --label-from takes it; NULL beyond the last. */
const char *label_from_name(unsigned from);

struct label_options {
    struct naming_options naming;
    bool no_assume; /* repetitions that nothing but the lack of a name tells are refused */
};

/*
 * Sets names, label, label_from, name_group and free keys of all runs, and what
 * names say where the log does not (concurrency).  Says what it chose.  False,
 * with a diagnostic, where --no-assume refuses.
 */
bool labels_decide(struct reading_list *readings, const struct label_options *options,
                   struct arena *arena, struct diag *diag);

#endif
