/*
 * The one reader and writer of a run as JSON (schema "loadstat/1").
 */
#ifndef LOADSTAT_MODEL_RUN_JSON_H
#define LOADSTAT_MODEL_RUN_JSON_H

#include <stdbool.h>

#include "../base/memory.h"
#include "../base/text.h"
#include "metric.h"
#include "run.h"

/* Appends the run as one JSON object without a line end: stable key order, shortest numbers. */
void run_write_json(struct buffer *buffer, const struct run *run);

/* Appends a JSON string literal, escaped, of valid UTF-8. */
void json_append_string(struct buffer *buffer, const char *string);

/* Whether `text` begins with a run or a document of ours: {"schema":"loadstat/… */
bool run_json_recognize(struct text text);

/*
 * Reads one line: a run, which is added to `runs`, or a whole document of
 * -f json, all of whose runs are.  `metrics` learns metrics that it does not
 * know.  False, and *problem a sentence in the runs' arena, where the text is
 * neither; nothing is added then.
 */
bool run_read_json(struct text json, struct metric_set *metrics, struct run_set *runs,
                   const char **problem);

#endif
