/*
 * The digits of a number as people read them, in tables and in sentences:
 * thousands are parted by commas, decimals by a point, the minus is U+2212, and
 * a power of ten stands where further digits would say nothing.
 */
#ifndef LOADSTAT_SAY_DIGITS_H
#define LOADSTAT_SAY_DIGITS_H

#include <stdbool.h>

#include "../base/memory.h"
#include "../base/text.h"

enum {
    MOST_DECIMALS = 6,
};

/* The decimals at which `significant` digits of `value` stand, six at most; 0 for what is not
 * finite. */
int digits_decimals(double value, int significant);

/* The decimals of a part of a whole, in per cent: near the end it is what is missing that gets a
 * digit, so that 99.989 is never "100".  For 0 < per_cent < 100. */
int digits_decimals_of_share(double per_cent, int significant);

/* What stands before a number. */
enum digits_sign {
    SIGN_OF_NEGATIVE, /* "−3", "0", "3" */
    SIGN_OF_EITHER,   /* "−3", "0", "+3" */
};

/* Appends a finite value; what rounds to 0 has no sign. */
void digits_append(struct buffer *buffer, double value, int decimals, enum digits_sign sign);

/* The same without zeros at the end of the decimals: "10.0" says no more than "10". */
void digits_append_trimmed(struct buffer *buffer, double value, int decimals,
                           enum digits_sign sign);

/* The text of the buffer, moved into the arena; the buffer is released. */
const char *digits_finish(struct arena *arena, struct buffer *buffer);

#endif
