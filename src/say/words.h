/*
 * Numbers, lists and phrases inside sentences: reasons, notes and the answer.
 * Everything returned lives in the arena given.
 */
#ifndef LOADSTAT_SAY_WORDS_H
#define LOADSTAT_SAY_WORDS_H

#include <stdbool.h>
#include <stddef.h>

#include "../base/memory.h"
#include "../model/metric.h"
#include "../model/run.h"

/* Three significant digits or so: "1,493", "69.7", "0.021". */
const char *words_number(struct arena *arena, double value);

/* A whole number: "10,000". */
const char *words_count(struct arena *arena, double count);

/* "22 %", "3.1 %", "0.42 %"; `percent` is in per cent.  Without the sign. */
const char *words_percent(struct arena *arena, double percent);

/* "+22 %", "−3.1 %", "0 %"; the minus is U+2212. */
const char *words_change(struct arena *arena, double percent);

/* An interval of changes with one per cent sign: "19 to 25 %", "−1.2 to +3.4 %". */
const char *words_change_interval(struct arena *arena, double low, double high);

/* What goes with a change whose direction is told: "19 to 25 %" also of −25 to −19, or "3.7 to 4
 * times"; all in per cent. */
const char *words_told_interval(struct arena *arena, double change, double low, double high);

/* "1 run", "5 runs". */
const char *words_runs(struct arena *arena, size_t count);

/* "1 request", "10,000 requests". */
const char *words_requests(struct arena *arena, double count);

/* "5 runs each", "5 and 3 runs". */
const char *words_runs_per_side(struct arena *arena, size_t first, size_t second);

/* "22 % more requests per second than", "3.8 times as many requests per second as", "as high a p99
 * as": how a side stands to the other, by the change in per cent. */
const char *words_amount(struct arena *arena, const struct metric *metric, double change);

/* The same of a geometric mean, which has no interval: "25.7 % more requests per second than". */
const char *words_mean_amount(struct arena *arena, const struct metric *metric, double change);

/* What a statement about two sides rests on. */
struct grounds {
    double low, high;   /* interval of the change in per cent; NAN: none */
    double told_change; /* the change that the words before give without a sign; NAN: none */
    double p;           /* NAN: not told */
    size_t group_runs, baseline_runs;
    size_t pairs; /* 0: not paired */
    double level; /* of the interval in per cent, where it is not the usual one; 0 */
};

/* "(interval 19 to 25 %, p 0.013, 5 runs each)", "(interval 3.7 to 4 times, 5 and 3 runs)",
 * "(90 % interval −1 to +2 %, 5 runs each)",
 * "(1 run each: noise unknown)". */
const char *words_grounds(struct arena *arena, const struct grounds *grounds);

/* "a", "a and b", "a, b and c"; more than `limit`: "a, b and 3 more". */
const char *words_list(struct arena *arena, const char *const *items, size_t count, size_t limit);

/* A metric inside a sentence: "requests per second", "mean latency", "p99". */
const char *words_metric(const struct metric *metric);

/* "faster"/"slower" for rates and times, "better"/"worse" for others. */
const char *words_direction(const struct metric *metric, bool better);

/* A metric named on its own: "requests/s", "mean latency", "p95 latency". */
const char *words_title(struct arena *arena, const struct metric *metric);

/* A share that was set, as it was: "95 %", "12.5 %". */
const char *words_setting(struct arena *arena, double fraction);

/* "ab 2.3", "siege"; "" where the run does not say. */
const char *words_tool(struct arena *arena, const struct run *run);

/* "http://localhost:8080/index.html" from what the run knows; "" for nothing. */
const char *words_target(struct arena *arena, const struct run *run);

/* "fastest" for rates and times, "best" for others. */
const char *words_superlative(const struct metric *metric);

#endif
