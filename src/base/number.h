/*
 * Numbers: scanned and printed without the locale.
 */
#ifndef LOADSTAT_BASE_NUMBER_H
#define LOADSTAT_BASE_NUMBER_H

#include <math.h>
#include <stdbool.h>
#include <stddef.h>

#include "text.h"

/* A number that is not known; see isnan().  It never leaves the program. */
#define ABSENT ((double)NAN)

/* How a scanned number was written; what a lone separator means is open. */
enum number_form {
    NUMBER_PLAIN,         /* 1234, or 1e3 */
    NUMBER_DECIMAL_POINT, /* 12.34: a point, surely or most likely decimal */
    NUMBER_DECIMAL_COMMA, /* 12,34: a comma that cannot part thousands */
    NUMBER_THOUSANDS,     /* 1,234.5 or 1,234,567: commas part thousands */
    NUMBER_POINT_GROUPS,  /* 1.234,5 or 1.234.567: points part thousands */
    NUMBER_EITHER_COMMA,  /* 1,234: thousands, or a decimal comma */
    NUMBER_EITHER_POINT,  /* 1.234: decimal point, or thousands */
};

struct number {
    double value; /* the likelier reading */
    double other; /* the other one, for the two EITHER forms */
    enum number_form form;
};

/*
 * Reads the whole of `text` as one finite number: sign, digits, separators of
 * either convention, exponent.  False for anything else, "nan", "inf" and
 * numbers beyond the range of a double among it.
 */
bool number_scan(struct text text, struct number *number);

/* Digits, optionally with a point and an exponent, in the C convention. */
bool number_scan_plain(struct text text, double *value);

/* Shortest text that reads back as the same double; no exponent below 1e21. */
void number_append_shortest(struct buffer *buffer, double value);

/* `decimals` places, rounded half to even; U+2212 is left to the emitters. */
void number_append_fixed(struct buffer *buffer, double value, int decimals);

/* `digits` significant digits, without an exponent. */
void number_append_significant(struct buffer *buffer, double value, int digits);

/* What a unit measures; the base units are s, bytes, 1 (counts), % and 1/s. */
enum unit_kind {
    UNIT_NONE,    /* base: one; "hits", "req/s", "thousand" */
    UNIT_TIME,    /* base: millisecond */
    UNIT_BYTES,   /* base: byte */
    UNIT_RATE,    /* base: byte per second */
    UNIT_PERCENT, /* base: per cent */
};

struct unit {
    const char *name;
    enum unit_kind kind;
    double factor; /* base units in one of it */
};

/*
 * The unit called `name` ("ms", "secs", "Kbytes/sec", "MB"), or NULL.
 * K, M and G of bytes are powers of 1024, as ab and siege use them.
 */
const struct unit *unit_find(struct text name);

/* The factor where K, M and G of bytes are powers of 1000, as in autocannon. */
double unit_decimal_factor(const struct unit *unit);

/*
 * A time of several parts, as Go prints it: "1m30s", "2h0m5.25s"; in seconds.
 * False where it has one part only, or is no time.
 */
bool number_scan_parted_time(struct text text, double *seconds);

/* A number with an optional unit behind it, as "200ms", "1.5 s", "10MB", "5%". */
bool number_scan_with_unit(struct text text, double *value, const struct unit **unit);

#endif
