/*
 * What counts repetitions within a name: "run 3", "second run", "3 of 5",
 * "again", "warm-up".
 */
#ifndef LOADSTAT_LABEL_REPEATS_IN_NAMES_H
#define LOADSTAT_LABEL_REPEATS_IN_NAMES_H

#include "name_reading.h"

/* Marks the words of `reading` that may leave as counts of repetitions. */
void repeats_find(struct name_reading *reading);

#endif
