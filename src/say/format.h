/*
 * Numbers as tables show them; words.h has them as sentences do, and digits.h
 * writes both:
 *
 * - A mean with an interval has as many decimals as two significant digits of
 *   its half width: 1,493 ± 12, 55.13 ± 0.42.  Further digits would be noise.
 * - A number without an interval has four significant digits (three for
 *   milliseconds), whole ones of a single run stay whole; counts are exact.
 * - A value below the printing step of its log is "<1", never "0".
 * - What is not defined is "", never "nan" or "0".
 *
 * CSV and JSON do not come here: they print the shortest exact number.
 */
#ifndef LOADSTAT_SAY_FORMAT_H
#define LOADSTAT_SAY_FORMAT_H

#include <stdbool.h>
#include <stddef.h>

#include "../base/memory.h"
#include "../model/metric.h"

/* The unit that a column or a cell shows, and how many of the metric's own make one of it. */
struct scale {
    const char *unit; /* "ms", "MiB/s"; "" where the heading says it */
    double factor;
};

/* Bytes are scaled by 1024 to suit the largest value; everything else is as it is. */
struct scale scale_for(const struct metric *metric, double largest);

/* One value of a metric, in the metric's own unit. */
struct shown_value {
    const struct metric *metric;
    double value;      /* NAN: absent */
    double half_width; /* NAN: none */
    double resolution; /* printing step; NAN: does not matter */
    size_t n;          /* runs behind it */
};

const char *format_value(struct arena *arena, const struct shown_value *shown, struct scale scale);

/* "1,493" or "1,493 ± 12": with the half width where there is one. */
const char *format_interval(struct arena *arena, const struct shown_value *shown,
                            struct scale scale);

/* Exactly so many decimals. */
const char *format_fixed(struct arena *arena, double value, int decimals);

/* So many significant digits, at most `most` decimals. */
const char *format_significant(struct arena *arena, double value, int digits, int most);

/* A share such as a CV, given as a fraction, in per cent without the sign: "0.83", "12". */
const char *format_per_cent(struct arena *arena, double fraction);

/* What part of a total a count is, 0 to 1, in per cent without the sign: "0.011", "12", "99.9";
 * "100" and "0" are the whole and nothing alone. */
const char *format_share(struct arena *arena, double share);

/* A number with its interval; NAN: not known. */
struct estimate {
    double value, low, high;
};

/* Of a change in per cent: "+22.1 % (19.4 to 25.0)", "+0.4 % (−1.2 to +2.0)" */
const char *format_change(struct arena *arena, struct estimate change);

/* "1.22 (1.19 to 1.25)". */
const char *format_ratio(struct arena *arena, struct estimate ratio);

/* "0.013", "<0.001". */
const char *format_p(struct arena *arena, double p);

#endif
