/*
 * Sweeps over concurrency and the law of scaling fitted to them.
 */
#ifndef LOADSTAT_COMPARE_SWEEP_H
#define LOADSTAT_COMPARE_SWEEP_H

#include "draft.h"

/* Fills analysis->scalings: one for each set of groups that differ in concurrency only. */
void sweeps_make(struct draft *draft);

#endif
