/*
 * The words of a report: headings, verdicts, and what a run was.
 */
#ifndef LOADSTAT_REPORT_WORDS_H
#define LOADSTAT_REPORT_WORDS_H

#include "../base/memory.h"
#include "../compare/analysis.h"
#include "../model/metric.h"
#include "../say/format.h"
#include "report.h"

/* "requests/s", "mean latency", "p95 latency": a metric named on its own. */
const char *metric_title(const struct metric *metric, struct arena *arena);

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

/* "ab 2.3", "siege"; "" where the run does not say. */
const char *tool_words(const struct run *run, struct arena *arena);

/* "http://localhost:8080/index.html" from what the run knows; "" for nothing. */
const char *target_words(const struct run *run, struct arena *arena);

#endif
