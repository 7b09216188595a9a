/*
 * Fragments: known lines without the beginning of a report, mostly figures that
 * a page repeats outside of its reports.
 */
#ifndef LOADSTAT_READ_FRAGMENTS_H
#define LOADSTAT_READ_FRAGMENTS_H

#include <stddef.h>

#include "../base/memory.h"
#include "reading.h"

/*
 * Takes fragments out of the readings of a file, those from `first` on, unless
 * the file holds nothing better: a list at the head of a page that repeats its
 * figures is not so many more runs.  The runs that they speak of are warned.
 */
void fragments_drop(struct reading_list *readings, size_t first, struct arena *arena);

#endif
