#include "request_stream.h"

#include <assert.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "../base/utf8.h"

enum {
    SMALL_VALUES = 32768, /* 256 KiB a tally */
    LARGE_FIRST = 64,
    LARGE_MOST = 256 * 1024, /* 4 MiB a tally */
    PATH_SLOTS = 4096,
    LONGEST_PATH = 2048,
};

/* ---- tally ---- */

static size_t slot_of(const struct tally *tally, uint64_t value)
{
    uint64_t hash = value * 0x9e3779b97f4a7c15u;
    size_t slot = (size_t)(hash >> 40) & (tally->large_capacity - 1);

    while (tally->large[slot].count && (uint64_t)tally->large[slot].value != value)
        slot = (slot + 1) & (tally->large_capacity - 1);
    return slot;
}

static void grow_large(struct tally *tally)
{
    struct bin *old = tally->large;
    size_t old_capacity = tally->large_capacity;

    tally->large_capacity = old_capacity ? old_capacity * 2 : LARGE_FIRST;
    tally->large = memory_allocate(tally->large_capacity * sizeof *tally->large);
    memset(tally->large, 0, tally->large_capacity * sizeof *tally->large);
    for (size_t i = 0; i < old_capacity; i++)
        if (old[i].count)
            tally->large[slot_of(tally, (uint64_t)old[i].value)] = old[i];
    memory_release(old);
}

static void count_large(struct tally *tally, uint64_t value, uint64_t times)
{
    if (tally->large_used * 4 >= tally->large_capacity * 3) {
        if (tally->large_capacity >= LARGE_MOST) {
            size_t slot = slot_of(tally, value);
            if (tally->large[slot].count)
                tally->large[slot].count += times;
            else
                tally->dropped += times;
            return;
        }
        grow_large(tally);
    }
    struct bin *bin = &tally->large[slot_of(tally, value)];
    tally->large_used += !bin->count;
    bin->value = (double)value;
    bin->count += times;
}

static void tally_count(struct tally *tally, uint64_t value, uint64_t times)
{
    tally->count += times;
    if (value < SMALL_VALUES && !tally->compact) {
        if (!tally->small) {
            tally->small = memory_allocate(SMALL_VALUES * sizeof *tally->small);
            memset(tally->small, 0, SMALL_VALUES * sizeof *tally->small);
        }
        tally->small[value] += times;
    } else {
        count_large(tally, value, times);
    }
}

static uint64_t power_of_ten(unsigned exponent)
{
    uint64_t power = 1;

    while (exponent--)
        power *= 10;
    return power;
}

/* A later line has more decimals than those before: all are counted again in the finer unit. */
static void refine(struct tally *tally, unsigned decimals)
{
    struct tally finer = {
        .decimals = decimals,
        .unit_ms = tally->unit_ms,
        .compact = tally->compact,
    };
    uint64_t factor = power_of_ten(decimals - tally->decimals);

    for (uint64_t value = 0; tally->small && value < SMALL_VALUES; value++)
        if (tally->small[value])
            tally_count(&finer, value * factor, tally->small[value]);
    for (size_t i = 0; i < tally->large_capacity; i++)
        if (tally->large[i].count)
            tally_count(&finer, (uint64_t)tally->large[i].value * factor, tally->large[i].count);
    finer.dropped += tally->dropped;
    memory_release(tally->small);
    memory_release(tally->large);
    *tally = finer;
}

static inline void tally_add(struct tally *tally, struct shape_number number, double unit_ms)
{
    uint64_t value = number.digits;

    if (number.decimals != tally->decimals || tally->unit_ms != unit_ms) {
        if (!tally->count) {
            tally->decimals = number.decimals;
            tally->unit_ms = unit_ms;
        } else if (number.decimals > tally->decimals) {
            refine(tally, number.decimals);
        } else {
            value *= power_of_ten(tally->decimals - number.decimals);
        }
    }
    if (tally->small && value < SMALL_VALUES) {
        tally->small[value]++;
        tally->count++;
    } else {
        tally_count(tally, value, 1);
    }
}

static int by_value(const void *a, const void *b)
{
    double first = ((const struct bin *)a)->value;
    double second = ((const struct bin *)b)->value;

    return (first > second) - (first < second);
}

static struct distribution tally_distribution(const struct tally *tally, struct arena *arena)
{
    size_t count = tally->large_used;

    for (size_t value = 0; tally->small && value < SMALL_VALUES; value++)
        count += tally->small[value] > 0;
    struct bin *bins = arena_allocate(arena, count * sizeof *bins + 1);
    count = 0;
    for (size_t value = 0; tally->small && value < SMALL_VALUES; value++)
        if (tally->small[value])
            bins[count++] = (struct bin){(double)value, tally->small[value]};
    size_t first_large = count;
    for (size_t i = 0; i < tally->large_capacity; i++)
        if (tally->large[i].count)
            bins[count++] = tally->large[i];
    if (count > first_large)
        qsort(bins + first_large, count - first_large, sizeof *bins, by_value);
    return (struct distribution){
        .unit_ms = tally->unit_ms / (double)power_of_ten(tally->decimals),
        .bins = bins,
        .count = count,
    };
}

static void tally_release(struct tally *tally)
{
    memory_release(tally->small);
    memory_release(tally->large);
}

/* ---- paths ---- */

struct request_path {
    char *path;
    size_t length;
    struct tally latency;
};

static struct request_path *find_path(struct request_stream *stream, struct text path)
{
    uint64_t hash = 1469598103934665603u;

    if (path.length > LONGEST_PATH)
        path.length = LONGEST_PATH;
    for (size_t i = 0; i < path.length; i++)
        hash = (hash ^ (unsigned char)path.start[i]) * 1099511628211u;
    size_t slot = (size_t)hash & (PATH_SLOTS - 1);
    for (; stream->paths[slot]; slot = (slot + 1) & (PATH_SLOTS - 1))
        if (stream->paths[slot]->length == path.length &&
            memcmp(stream->paths[slot]->path, path.start, path.length) == 0)
            return stream->paths[slot];
    bool is_other = stream->path_count >= MOST_PATHS && !text_is(path, "other");
    if (is_other)
        return find_path(stream, text_of("other"));
    struct request_path *added = memory_allocate(sizeof *added);
    *added = (struct request_path){.path = memory_allocate(path.length + 1),
                                   .length = path.length,
                                   .latency = {.compact = true}};
    memcpy(added->path, path.start, path.length);
    added->path[path.length] = '\0';
    stream->paths[slot] = added;
    stream->path_count++;
    return added;
}

/* "GET  /x" → "/x"; siege prints no method up to 2.72. */
static struct text split_method(struct text path, struct text *method)
{
    size_t length = 0;

    *method = (struct text){path.start, 0};
    while (length < path.length && path.start[length] >= 'A' && path.start[length] <= 'Z')
        length++;
    if (length < 3 || length > 10 || length == path.length || path.start[length] != ' ')
        return path;
    method->length = length;
    path = text_from(path, length);
    while (path.length && path.start[0] == ' ')
        path = text_from(path, 1);
    return path;
}

static void learn_first_path(struct request_stream *stream, struct text path, struct text method)
{
    stream->paths_differ = path.length >= sizeof stream->first_path;
    stream->first_path_length = stream->paths_differ ? 0 : path.length;
    memcpy(stream->first_path, path.start, stream->first_path_length);
    stream->method_length = method.length < sizeof stream->method ? method.length : 0;
    memcpy(stream->method, method.start, stream->method_length);
}

/* Whether "GET  /x" begins with the method of all others; after that only paths can differ. */
static inline bool has_usual_method(const struct request_stream *stream, struct text path)
{
    size_t length = stream->method_length;

    if (path.length <= length || (length && path.start[length] != ' '))
        return false;
    for (size_t i = 0; i < length; i++)
        if (path.start[i] != stream->method[i])
            return false;
    return length > 0;
}

/* "GET" and no more: the line was cut in front of its path. */
static bool is_lone_method(struct text path)
{
    for (size_t i = 0; i < path.length; i++)
        if (path.start[i] < 'A' || path.start[i] > 'Z')
            return false;
    return path.length >= 3;
}

static void add_path(struct request_stream *stream, const struct request *request)
{
    struct text method;

    if (stream->paths_differ && !stream->by_path && has_usual_method(stream, request->path))
        return;
    struct text path = split_method(request->path, &method);
    if (is_lone_method(path))
        return;
    if (stream->requests == 0) {
        learn_first_path(stream, path, method);
    } else {
        stream->paths_differ = stream->paths_differ || path.length != stream->first_path_length ||
                               memcmp(path.start, stream->first_path, path.length) != 0;
        stream->methods_differ =
            stream->methods_differ ||
            !text_equal(method, (struct text){stream->method, stream->method_length});
    }
    if (stream->by_path) {
        struct tally *latency = &find_path(stream, path)->latency;
        tally_add(latency, request->times[SHAPE_LATENCY], stream->times[SHAPE_LATENCY].unit_ms);
    }
}

/* ---- the stream ---- */

struct request_stream *request_stream_new(bool by_path)
{
    struct request_stream *stream = memory_allocate(sizeof *stream);

    memset(stream, 0, sizeof *stream);
    stream->by_path = by_path;
    if (by_path) {
        stream->paths = memory_allocate(PATH_SLOTS * sizeof *stream->paths);
        memset(stream->paths, 0, PATH_SLOTS * sizeof *stream->paths);
    }
    return stream;
}

void request_stream_free(struct request_stream *stream)
{
    if (!stream)
        return;
    for (size_t i = 0; i < SHAPE_FIELD_COUNT; i++)
        tally_release(&stream->times[i]);
    for (size_t i = 0; stream->by_path && i < PATH_SLOTS; i++) {
        if (!stream->paths[i])
            continue;
        tally_release(&stream->paths[i]->latency);
        memory_release(stream->paths[i]->path);
        memory_release(stream->paths[i]);
    }
    memory_release(stream->paths);
    memory_release(stream);
}

static void learn_shape(struct request_stream *stream, const struct shape *shape)
{
    stream->shape = shape;
    for (size_t i = 0; i < SHAPE_FIELD_COUNT; i++)
        stream->has[i] |= shape->has[i];
}

static void add_parts(struct request_stream *stream, const struct shape *shape,
                      const struct request *request)
{
    static const enum shape_field parts[] = {SHAPE_CONNECT, SHAPE_PROCESSING, SHAPE_WAITING};

    for (size_t i = 0; i < sizeof parts / sizeof parts[0]; i++)
        if (shape->has[parts[i]])
            tally_add(&stream->times[parts[i]], request->times[parts[i]], shape->unit_ms);
}

void request_stream_add(struct request_stream *stream, const struct shape *shape,
                        const struct request *request)
{
    if (shape != stream->shape)
        learn_shape(stream, shape);
    tally_add(&stream->times[SHAPE_LATENCY], request->times[SHAPE_LATENCY], shape->unit_ms);
    if (shape->has[SHAPE_CONNECT] | shape->has[SHAPE_PROCESSING] | shape->has[SHAPE_WAITING])
        add_parts(stream, shape, request);
    if (shape->has[SHAPE_STATUS]) {
        bool usual = request->status > 0 && request->status < MOST_STATUS;
        stream->status[usual ? request->status : 0]++;
    }
    if (shape->has[SHAPE_BYTES])
        stream->bytes += request->bytes;
    /* Once two paths and two methods were seen, there is nothing to learn from more. */
    bool learns = stream->by_path || !stream->paths_differ || !stream->methods_differ;
    if (shape->has[SHAPE_PATH] && learns)
        add_path(stream, request);
    stream->fingerprint = (stream->fingerprint ^ request->times[SHAPE_LATENCY].digits ^
                           (request->bytes << 20) ^ (uint64_t)request->status << 50) *
                          1099511628211u;
    stream->requests++;
}

/* ---- what it comes to ---- */

struct finishing {
    struct request_stream *stream;
    struct run *run;
    struct metric_set *metrics;
    struct arena *arena;
};

/* The summary's own figures win. */
static void add_value(struct finishing *finishing, const struct metric *metric, double value,
                      double resolution)
{
    double known;

    if (!run_value(finishing->run, metric, &known))
        run_set_value(finishing->run, finishing->arena, metric, value,
                      resolution >= 1 ? resolution : ABSENT);
}

static void add_named(struct finishing *finishing, const char *part, const char *what, double value,
                      double resolution)
{
    const char *key = arena_format(finishing->arena, "%s_%s_ms", part, what);
    const struct metric *metric = metric_find(finishing->metrics, text_of(key));

    assert(metric);
    add_value(finishing, metric, value, resolution);
}

/* Nearest rank: the smallest value with at least `percentile` per cent at or below it. */
static double value_at(const struct distribution *distribution, uint64_t count, double percentile)
{
    uint64_t rank = (uint64_t)ceil((double)count * percentile / 100 - 1e-9);
    uint64_t seen = 0;

    if (rank < 1)
        rank = 1;
    for (size_t i = 0; i < distribution->count; i++) {
        seen += distribution->bins[i].count;
        if (seen >= rank)
            return distribution->bins[i].value * distribution->unit_ms;
    }
    return distribution->bins[distribution->count - 1].value * distribution->unit_ms;
}

/* Two passes over the distinct values: no cancellation. */
static void moments(const struct distribution *distribution, uint64_t count, double *mean,
                    double *sd)
{
    double sum = 0;
    double squares = 0;

    for (size_t i = 0; i < distribution->count; i++)
        sum += distribution->bins[i].value * (double)distribution->bins[i].count;
    *mean = sum / (double)count;
    for (size_t i = 0; i < distribution->count; i++) {
        double deviation = distribution->bins[i].value - *mean;
        squares += deviation * deviation * (double)distribution->bins[i].count;
    }
    *sd = count > 1 ? sqrt(squares / (double)(count - 1)) * distribution->unit_ms : ABSENT;
    *mean *= distribution->unit_ms;
}

static void add_time_values(struct finishing *finishing, enum shape_field field, const char *part)
{
    struct tally *tally = &finishing->stream->times[field];
    double mean, sd;

    if (tally->dropped)
        run_warn(finishing->run, finishing->arena, "too-many-values", 0,
                 "the times of %llu requests are of more different values than are kept; no figure "
                 "is taken from the times of \"%s\"",
                 (unsigned long long)tally->count, part);
    if (!tally->count || tally->dropped)
        return;
    struct distribution distribution = tally_distribution(tally, finishing->arena);
    double step = distribution.unit_ms;
    moments(&distribution, tally->count, &mean, &sd);
    add_named(finishing, part, "mean", mean, ABSENT);
    if (!isnan(sd))
        add_named(finishing, part, "sd", sd, ABSENT);
    add_named(finishing, part, "min", value_at(&distribution, tally->count, 0), step);
    add_named(finishing, part, "median", value_at(&distribution, tally->count, 50), step);
    add_named(finishing, part, "max", value_at(&distribution, tally->count, 100), step);
    if (field != SHAPE_LATENCY)
        return;
    static const double percentiles[] = {50, 66, 75, 80, 90, 95, 98, 99, 99.9};
    for (size_t i = 0; i < sizeof percentiles / sizeof percentiles[0]; i++)
        if (tally->count > 1 && (percentiles[i] < 99.9 || tally->count >= 1000))
            add_value(finishing, metric_percentile(finishing->metrics, percentiles[i]),
                      value_at(&distribution, tally->count, percentiles[i]), step);
    finishing->run->distribution = distribution;
}

static void add_status(struct finishing *finishing)
{
    static const char *const classes[] = {"responses_2xx", "responses_3xx", "responses_4xx",
                                          "responses_5xx"};
    struct request_stream *stream = finishing->stream;
    struct run *run = finishing->run;
    uint64_t of_class[4] = {0};
    size_t count = 0;

    if (!stream->has[SHAPE_STATUS])
        return;
    for (int status = 0; status < MOST_STATUS; status++)
        count += stream->status[status] > 0;
    run->status_codes = arena_allocate(finishing->arena, count * sizeof *run->status_codes + 1);
    for (int status = 0; status < MOST_STATUS; status++) {
        if (!stream->status[status])
            continue;
        run->status_codes[run->status_code_count++] =
            (struct status_count){status, stream->status[status]};
        if (status >= 200 && status < 600)
            of_class[status / 100 - 2] += stream->status[status];
    }
    for (size_t i = 0; i < 4; i++)
        add_value(finishing, metric_find(finishing->metrics, text_of(classes[i])),
                  (double)of_class[i], ABSENT);
}

static int by_path_name(const void *a, const void *b)
{
    return strcmp(((const struct path_count *)a)->path, ((const struct path_count *)b)->path);
}

static void add_paths(struct finishing *finishing)
{
    struct request_stream *stream = finishing->stream;
    struct run *run = finishing->run;

    if (stream->has[SHAPE_PATH] && !stream->paths_differ && stream->first_path_length &&
        !run->target.path) {
        run->target.path = utf8_clean(finishing->arena,
                                      (struct text){stream->first_path, stream->first_path_length});
    }
    if (!stream->methods_differ && stream->method_length && !run->target.method)
        run->target.method = arena_copy(finishing->arena, stream->method, stream->method_length);
    if (!stream->by_path)
        return;
    run->paths = arena_allocate(finishing->arena, stream->path_count * sizeof *run->paths + 1);
    for (size_t i = 0; i < PATH_SLOTS; i++) {
        const struct request_path *path = stream->paths[i];
        if (!path)
            continue;
        struct path_count *added = &run->paths[run->path_count++];
        double mean, sd;
        added->path = utf8_clean(finishing->arena, (struct text){path->path, path->length});
        added->count = path->latency.count;
        added->distribution = tally_distribution(&path->latency, finishing->arena);
        moments(&added->distribution, path->latency.count, &mean, &sd);
        added->sum_ms = mean * (double)path->latency.count;
    }
    qsort(run->paths, run->path_count, sizeof *run->paths, by_path_name);
}

/*
 * Whether the lines are so few of the requests that the summary counts that
 * they say nothing of the others.  Requests that broke have no line.  A few are always lost: siege
 * stops printing before it stops counting, and a summary can be spliced into a line.
 */
static bool is_excerpt(const struct finishing *finishing)
{
    double complete, rate, seconds;

    /* Where the total itself is missing, rate and time tell it. */
    if (!run_value_of(finishing->run, "requests_complete", &complete)) {
        if (!run_value_of(finishing->run, "requests_per_second", &rate) ||
            !run_value_of(finishing->run, "time_taken_s", &seconds))
            return false;
        complete = rate * seconds;
    }
    return (double)finishing->stream->requests < 0.95 * complete - 3;
}

void request_stream_finish(struct request_stream *stream, struct run *run,
                           struct metric_set *metrics, struct arena *arena)
{
    struct finishing finishing = {stream, run, metrics, arena};

    if (is_excerpt(&finishing)) {
        run_warn(run, arena, "stream-excerpt", run->source.line,
                 "%llu request lines are there, far fewer than the requests that the summary "
                 "counts: an excerpt, from which no percentile is taken",
                 (unsigned long long)stream->requests);
        add_paths(&finishing);
        return;
    }
    add_value(&finishing, metric_find(metrics, text_of("requests_complete")),
              (double)stream->requests, ABSENT);
    add_time_values(&finishing, SHAPE_LATENCY, "latency");
    add_time_values(&finishing, SHAPE_CONNECT, "connect");
    add_time_values(&finishing, SHAPE_PROCESSING, "processing");
    add_time_values(&finishing, SHAPE_WAITING, "waiting");
    add_status(&finishing);
    if (stream->has[SHAPE_BYTES] && stream->bytes)
        add_value(&finishing, metric_find(metrics, text_of("bytes_total")), (double)stream->bytes,
                  ABSENT);
    add_paths(&finishing);
}
