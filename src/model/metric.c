#include "metric.h"

#include <assert.h>
#include <math.h>
#include <string.h>

#define NO_PERCENTILE ABSENT

/* Percentiles stand between the median and the maximum, in their own order. */
enum { ORDER_STEP = 1000000 };

#define ROW(row, key, label, short_name, unit, better, kind)                                       \
    {                                                                                              \
        key, label, short_name, unit, better, kind, NO_PERCENTILE, (row)*ORDER_STEP,               \
            sizeof key - 1, (row)                                                                  \
    }

static const struct metric table[] = {
    ROW(1, "requests_per_second", "requests/s", "rps", "1/s", BETTER_HIGHER, METRIC_RATE),
    ROW(2, "latency_mean_ms", "mean", "mean", "ms", BETTER_LOWER, METRIC_MILLISECONDS),
    ROW(3, "latency_total_mean_ms", "measured mean", NULL, "ms", BETTER_LOWER, METRIC_MILLISECONDS),
    ROW(4, "latency_sd_ms", "sd within a run", "sd", "ms", BETTER_LOWER, METRIC_MILLISECONDS),
    ROW(5, "latency_min_ms", "min", "min", "ms", BETTER_LOWER, METRIC_MILLISECONDS),
    ROW(6, "latency_median_ms", "median", "median", "ms", BETTER_LOWER, METRIC_MILLISECONDS),
    /* 7: the percentiles */
    ROW(8, "latency_max_ms", "max", "max", "ms", BETTER_LOWER, METRIC_MILLISECONDS),
    ROW(9, "requests_complete", "requests", "complete", "", BETTER_NEITHER, METRIC_COUNT),
    ROW(10, "successful", "successful", "successful", "", BETTER_HIGHER, METRIC_COUNT),
    ROW(11, "requests_failed", "failed", "failed", "", BETTER_LOWER, METRIC_COUNT),
    ROW(12, "failed_connect", "failed: connect", NULL, "", BETTER_LOWER, METRIC_COUNT),
    ROW(13, "failed_receive", "failed: receive", NULL, "", BETTER_LOWER, METRIC_COUNT),
    ROW(14, "failed_length", "failed: length", NULL, "", BETTER_LOWER, METRIC_COUNT),
    ROW(15, "failed_exceptions", "failed: exceptions", NULL, "", BETTER_LOWER, METRIC_COUNT),
    ROW(16, "write_errors", "write errors", NULL, "", BETTER_LOWER, METRIC_COUNT),
    ROW(17, "non_2xx", "non-2xx", NULL, "", BETTER_LOWER, METRIC_COUNT),
    ROW(18, "responses_2xx", "2xx", NULL, "", BETTER_NEITHER, METRIC_COUNT),
    ROW(19, "responses_3xx", "3xx", NULL, "", BETTER_NEITHER, METRIC_COUNT),
    ROW(20, "responses_4xx", "4xx", NULL, "", BETTER_LOWER, METRIC_COUNT),
    ROW(21, "responses_5xx", "5xx", NULL, "", BETTER_LOWER, METRIC_COUNT),
    ROW(22, "keepalive_requests", "keep-alive requests", NULL, "", BETTER_NEITHER, METRIC_COUNT),
    ROW(23, "availability_pct", "availability", "availability", "%", BETTER_HIGHER, METRIC_PERCENT),
    ROW(24, "concurrency_measured", "measured concurrency", NULL, "", BETTER_NEITHER,
        METRIC_NUMBER),
    ROW(25, "time_taken_s", "time taken", "time", "s", BETTER_NEITHER, METRIC_SECONDS),
    ROW(26, "transfer_rate_bytes_per_s", "transfer rate", "transfer", "bytes/s", BETTER_HIGHER,
        METRIC_BYTE_RATE),
    ROW(27, "bytes_total", "bytes received", NULL, "bytes", BETTER_NEITHER, METRIC_BYTES),
    ROW(28, "bytes_html", "document bytes", NULL, "bytes", BETTER_NEITHER, METRIC_BYTES),
    ROW(29, "bytes_sent", "bytes sent", NULL, "bytes", BETTER_NEITHER, METRIC_BYTES),
    ROW(30, "time_per_request_concurrent_ms", "time per request, all slots", NULL, "ms",
        BETTER_LOWER, METRIC_MILLISECONDS),
#define TIMES(row, part, name)                                                                     \
    ROW(row, part "_min_ms", name " min", NULL, "ms", BETTER_LOWER, METRIC_MILLISECONDS),          \
        ROW(row + 1, part "_mean_ms", name " mean", NULL, "ms", BETTER_LOWER,                      \
            METRIC_MILLISECONDS),                                                                  \
        ROW(row + 2, part "_sd_ms", name " sd", NULL, "ms", BETTER_LOWER, METRIC_MILLISECONDS),    \
        ROW(row + 3, part "_median_ms", name " median", NULL, "ms", BETTER_LOWER,                  \
            METRIC_MILLISECONDS),                                                                  \
        ROW(row + 4, part "_max_ms", name " max", NULL, "ms", BETTER_LOWER, METRIC_MILLISECONDS)
    TIMES(31, "connect", "connect"),
    TIMES(36, "processing", "processing"),
    TIMES(41, "waiting", "waiting"),
};

enum {
    TABLE_SIZE = sizeof table / sizeof table[0],
    PERCENTILE_ROW = 7,
    FIRST_ADDED_ROW = 50,
    LAST_ROW = 2000,
};

const struct metric *metric_table(size_t *count)
{
    *count = TABLE_SIZE;
    return table;
}

void metric_set_init(struct metric_set *set, struct arena *arena)
{
    *set = (struct metric_set){.arena = arena};
}

static const struct metric *find_added(const struct metric_set *set, struct text key)
{
    for (size_t i = 0; i < set->count; i++)
        if (key.length == set->added[i]->key_length &&
            memcmp(key.start, set->added[i]->key, key.length) == 0)
            return set->added[i];
    return NULL;
}

static const struct metric *keep(struct metric_set *set, const struct metric *metric)
{
    struct metric *kept = arena_allocate(set->arena, sizeof *kept);

    *kept = *metric;
    kept->key = arena_copy_string(set->arena, metric->key);
    kept->key_length = strlen(kept->key);
    kept->id = FIRST_ADDED_ROW + (unsigned)set->count;
    kept->label = arena_copy_string(set->arena, metric->label);
    kept->unit = arena_copy_string(set->arena, metric->unit);
    kept->short_name =
        metric->short_name ? arena_copy_string(set->arena, metric->short_name) : NULL;
    set->added = arena_grow(set->arena, set->added, set->count, &set->capacity, sizeof *set->added);
    set->added[set->count++] = kept;
    return kept;
}

const struct metric *metric_percentile(struct metric_set *set, double percentile)
{
    if (!(percentile > 0 && percentile < 100))
        return NULL;
    for (size_t i = 0; i < set->count; i++)
        if (set->added[i]->percentile == percentile)
            return set->added[i];

    struct buffer number;
    buffer_init(&number);
    number_append_shortest(&number, percentile);
    char *key = arena_format(set->arena, "latency_p%s_ms", number.bytes);
    char *name = arena_format(set->arena, "p%s", number.bytes);
    buffer_release(&number);
    return keep(set, &(struct metric){
                         .key = key,
                         .label = name,
                         .short_name = name,
                         .unit = "ms",
                         .better = BETTER_LOWER,
                         .kind = METRIC_MILLISECONDS,
                         .percentile = percentile,
                         .order = PERCENTILE_ROW * ORDER_STEP + (int)(percentile * 9999),
                     });
}

/* `name` as "p<number>" with what stands around it taken off. */
static const struct metric *find_percentile(struct metric_set *set, struct text name)
{
    double percentile;

    if (name.length < 2 || name.start[0] != 'p' || !byte_is_digit(name.start[1]) ||
        !number_scan_plain(text_from(name, 1), &percentile))
        return NULL;
    return metric_percentile(set, percentile);
}

const struct metric *metric_find(struct metric_set *set, struct text key)
{
    for (size_t i = 0; i < TABLE_SIZE; i++)
        if (key.length == table[i].key_length && memcmp(key.start, table[i].key, key.length) == 0)
            return &table[i];
    if (text_starts_with(key, "latency_p") && text_ends_with(key, "_ms")) {
        struct text name = text_from(key, strlen("latency_"));
        name.length -= strlen("_ms");
        const struct metric *found = find_percentile(set, name);
        if (found)
            return found;
    }
    return find_added(set, key);
}

const struct metric *metric_find_by_name(struct metric_set *set, struct text name)
{
    const struct metric *found = metric_find(set, name);

    if (found)
        return found;
    for (size_t i = 0; i < TABLE_SIZE; i++)
        if (table[i].short_name && text_is(name, table[i].short_name))
            return &table[i];
    return find_percentile(set, name);
}

const struct metric *metric_add(struct metric_set *set, const struct metric *metric)
{
    const struct metric *known = metric_find(set, text_of(metric->key));

    if (!*metric->key)
        return NULL;
    if (known) {
        bool same = known->better == metric->better && known->kind == metric->kind &&
                    strcmp(known->unit, metric->unit) == 0;
        return same ? known : NULL;
    }
    struct metric added = *metric;
    added.percentile = NO_PERCENTILE;
    /* All beyond the last row stand there together, in the order of their appearance. */
    size_t row = FIRST_ADDED_ROW + set->count;
    added.order = (int)(row < LAST_ROW ? row : LAST_ROW) * ORDER_STEP;
    return keep(set, &added);
}

double metric_unit_factor(const struct metric *metric, const struct unit *unit)
{
    static const enum unit_kind kinds[] = {
        [METRIC_COUNT] = UNIT_NONE,      [METRIC_NUMBER] = UNIT_NONE,
        [METRIC_PERCENT] = UNIT_PERCENT, [METRIC_RATE] = UNIT_NONE,
        [METRIC_SECONDS] = UNIT_TIME,    [METRIC_MILLISECONDS] = UNIT_TIME,
        [METRIC_BYTES] = UNIT_BYTES,     [METRIC_BYTE_RATE] = UNIT_RATE,
    };

    /* "Transfer/sec: 1.5GB": the metric says that it is a rate. */
    bool per_second = unit && metric->kind == METRIC_BYTE_RATE && unit->kind == UNIT_BYTES;
    if (!unit || (kinds[metric->kind] != unit->kind && !per_second))
        return 0;
    return metric->kind == METRIC_SECONDS ? unit->factor / 1000 : unit->factor;
}
