/*
 * Retold figures: what a page repeats outside of its reports.
 */
#ifndef LOADSTAT_READ_RETOLD_H
#define LOADSTAT_READ_RETOLD_H

#include <stddef.h>

#include "../base/memory.h"
#include "reader.h"

/*
 * Says that the lines of `fragment`, one of the `count` readings of a file,
 * count as no run: as a warning of the run that they name, with the
 * contradiction where their figures are not that run's; otherwise of `nearest`.
 */
void retold_note(struct arena *arena, const struct reading *fragment, struct reading *list,
                 size_t count, struct reading *nearest);

#endif
