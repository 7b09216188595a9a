/*
 * Numbers of runs at the end of labels: "before-1", "run 3", "#2".
 */
#ifndef LOADSTAT_LABEL_RUN_NUMBERS_H
#define LOADSTAT_LABEL_RUN_NUMBERS_H

#include "../base/diag.h"
#include "../base/memory.h"
#include "../read/reader.h"

/* The label, by its address, of runs that only their numbers told apart. */
extern const char run_numbers_only[];

/*
 * Takes the numbers off where they count repeated runs: where those of one name
 * run from 0 or 1 without a gap and nothing else differs.  Says so.
 */
void run_numbers_merge(struct reading_list *readings, struct arena *arena, struct diag *diag);

#endif
