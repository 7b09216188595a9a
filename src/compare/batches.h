/*
 * Archived runs by what was taken in one go: such runs resemble each other.
 */
#ifndef LOADSTAT_COMPARE_BATCHES_H
#define LOADSTAT_COMPARE_BATCHES_H

#include "../stats/statistics.h"
#include "draft.h"

/* One metric of archived runs, by batches in order of appearance. */
struct batches {
    struct sample *samples;
    const char **names; /* "batch 7", "run 12": for sentences */
    size_t count;
    size_t runs; /* of all batches */
    size_t *of;  /* for each run given its batch; NO_RUN where it has no value */
};

/*
 * Parts n runs by their `batch`, else their label `commit`, else when they were
 * recorded; a run that tells none of it is a batch of its own.  A value that
 * has no logarithm belongs to no batch.
 */
struct batches batches_of(struct arena *arena, struct run *const *runs, const double *values,
                          size_t n);

/* The means of their logarithms. */
const double *batch_levels(struct arena *arena, const struct batches *batches);

#define BATCHES_FOR_VERDICT 3

#endif
