/*
 * Request streams: what thousands or millions of single requests come to, in
 * one pass and in memory that does not grow with them.
 *
 * Times are counted by their printed value, so that percentiles are exact and
 * streams can be merged without loss.
 */
#ifndef LOADSTAT_READ_REQUEST_STREAM_H
#define LOADSTAT_READ_REQUEST_STREAM_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "../base/memory.h"
#include "../model/metric.h"
#include "../model/run.h"
#include "../rules/shape.h"

/* How often each value was seen: an array for small ones, a hash table for the rest. */
struct tally {
    uint64_t *small;
    struct bin *large; /* open addressing; count 0: free */
    size_t large_used;
    size_t large_capacity;
    bool compact; /* no array: one of a thousand tallies */
    uint64_t count;
    uint64_t dropped;  /* distinct values beyond what is kept */
    unsigned decimals; /* of the printed values */
    double unit_ms;    /* milliseconds in one printed unit */
};

enum { MOST_PATHS = 1000, MOST_STATUS = 1000 };

struct request_path;

struct request_stream {
    struct tally times[SHAPE_FIELD_COUNT]; /* latency, connect, processing, waiting */
    uint64_t status[MOST_STATUS];
    uint64_t requests;
    uint64_t bytes;
    uint64_t fingerprint;
    char first_path[512];
    size_t first_path_length;
    bool paths_differ;
    char method[12]; /* of the first request */
    size_t method_length;
    bool methods_differ;
    bool by_path;                /* --group-by path */
    struct request_path **paths; /* hash table */
    size_t path_count;
    uint64_t other_count;
    bool has[SHAPE_FIELD_COUNT]; /* some shape of the requests has the field */
    const struct shape *shape;   /* of the last request */
};

struct request_stream *request_stream_new(bool by_path);
void request_stream_free(struct request_stream *stream);

void request_stream_add(struct request_stream *stream, const struct shape *shape,
                        const struct request *request);

/*
 * Writes what the requests come to into the run, where the run's own summary
 * does not say it already.
 */
void request_stream_finish(struct request_stream *stream, struct run *run,
                           struct metric_set *metrics, struct arena *arena);

#endif
