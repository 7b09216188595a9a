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

/* Whether `line` can be a run of ours: an object with "schema":"loadstat/…". */
bool run_json_recognize(struct text line);

/*
 * Reads one object as a run into `run` (initialized).  False, and *problem a
 * sentence in `arena`, where it is none; keys that are not known are kept.
 */
bool run_read_json(struct text json, struct metric_set *metrics, struct arena *arena,
                   struct run *run, const char **problem);

/*
 * Reads a whole document: an object of -f json with "runs", or lines of runs.
 * Calls `add` for each.
 */
#endif
