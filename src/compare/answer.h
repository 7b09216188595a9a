/*
 * The sentence that a person wants.
 */
#ifndef LOADSTAT_COMPARE_ANSWER_H
#define LOADSTAT_COMPARE_ANSWER_H

#include "context.h"

/* The answer to "which is faster, by how much"; NULL where nothing was compared. */
const char *answer_of(const struct context *context);

#endif
