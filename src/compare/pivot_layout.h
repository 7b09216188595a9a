/*
 * Lays groups out as rows and columns.
 */
#ifndef LOADSTAT_COMPARE_PIVOT_LAYOUT_H
#define LOADSTAT_COMPARE_PIVOT_LAYOUT_H

#include "draft.h"

struct pivot_request {
    const char *column_key;
    const char *baseline; /* its value of the column key; NULL: not stated */
    const char **row_keys;
    size_t row_key_count;
};

/* Fills analysis->pivot but for the means of the columns. */
void pivot_lay_out(struct draft *draft, const struct pivot_request *request);

#endif
