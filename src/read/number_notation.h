/*
 * What commas and points mean in the figures of one report or one table: each
 * of the two signs means the same in all of them.
 */
#ifndef LOADSTAT_READ_NUMBER_NOTATION_H
#define LOADSTAT_READ_NUMBER_NOTATION_H

#include <stdbool.h>

#include "../base/number.h"

/* What figures prove of each sign. */
struct number_notation {
    bool comma_is_decimal; /* 12,5 */
    bool comma_groups;     /* 1,234.5 or a count of 1,234 */
    bool point_is_decimal; /* 12.5 */
    bool point_groups;     /* 1.234,5 or 1.234.567 */
    bool counts_in_points; /* a count of 1.234: it has no decimals, but may be the only one so */
};

/* Learns from a figure; a count has no decimals, and so tells more. */
void number_notation_learn(struct number_notation *notation, const struct number *number,
                           bool is_count);

/*
 * Reads a figure by what was learned: false where the figures contradict each
 * other about its sign, or leave it open.
 */
bool number_notation_settle(const struct number_notation *notation, const struct number *number,
                            bool is_count, double *value);

#endif
