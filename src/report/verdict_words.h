/*
 * What a report says of a comparison: its verdict, change and interval.
 */
#ifndef LOADSTAT_REPORT_VERDICT_WORDS_H
#define LOADSTAT_REPORT_VERDICT_WORDS_H

#include "../base/memory.h"
#include "../compare/analysis.h"
#include "../say/format.h"
#include "report.h"

/*
 * "faster", "slower" for rates and times, "better", "worse" for the rest;
 * "equivalent (within 5 %)", "not proven, needs 8 runs" on either side, "not
 * comparable (CODE)", "invalid (CODE)".
 */
const char *verdict_words(const struct analysis *analysis, const struct comparison *comparison,
                          struct arena *arena);
enum tone verdict_tone(enum verdict verdict);

/* What a comparison estimates: the ratio, or the change in per cent. */
struct estimate ratio_of(const struct comparison *comparison);
struct estimate change_of(const struct comparison *comparison);

/* "95 % interval". */
const char *interval_words(const struct analysis *analysis, struct arena *arena);

/* What "±" means. */
const char *interval_footnote(const struct analysis *analysis, struct arena *arena);

#endif
