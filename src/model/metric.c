#include "metric.h"

#include <assert.h>
#include <math.h>
#include <string.h>

#define NO_PERCENTILE ABSENT

/*
 * The built-in metrics, a row each, in the order of every output: key, label,
 * short name, unit, which way is better, kind.  PLACE keeps room in the order for
 * those that are no rows: latency_p<number>_ms.
 */
#define TIMES(METRIC, part, name)                                                                  \
    METRIC(part##_min_ms, name " min", NULL, "ms", LOWER, MILLISECONDS)                            \
    METRIC(part##_mean_ms, name " mean", NULL, "ms", LOWER, MILLISECONDS)                          \
    METRIC(part##_sd_ms, name " sd", NULL, "ms", LOWER, MILLISECONDS)                              \
    METRIC(part##_median_ms, name " median", NULL, "ms", LOWER, MILLISECONDS)                      \
    METRIC(part##_max_ms, name " max", NULL, "ms", LOWER, MILLISECONDS)

/* clang-format off */
#define METRICS(METRIC, PLACE) \
    METRIC(requests_per_second, "requests/s", "rps", "1/s", HIGHER, RATE) \
    METRIC(latency_mean_ms, "mean", "mean", "ms", LOWER, MILLISECONDS) \
    METRIC(latency_total_mean_ms, "measured mean", NULL, "ms", LOWER, MILLISECONDS) \
    METRIC(latency_sd_ms, "sd within a run", "sd", "ms", LOWER, MILLISECONDS) \
    METRIC(latency_min_ms, "min", "min", "ms", LOWER, MILLISECONDS) \
    METRIC(latency_median_ms, "median", "median", "ms", LOWER, MILLISECONDS) \
    PLACE(percentiles) \
    METRIC(latency_max_ms, "max", "max", "ms", LOWER, MILLISECONDS) \
    METRIC(requests_complete, "requests", "complete", "", NEITHER, COUNT) \
    METRIC(successful, "successful", "successful", "", HIGHER, COUNT) \
    METRIC(requests_failed, "failed", "failed", "", LOWER, COUNT) \
    METRIC(failed_connect, "failed: connect", NULL, "", LOWER, COUNT) \
    METRIC(failed_receive, "failed: receive", NULL, "", LOWER, COUNT) \
    METRIC(failed_length, "failed: length", NULL, "", LOWER, COUNT) \
    METRIC(failed_exceptions, "failed: exceptions", NULL, "", LOWER, COUNT) \
    METRIC(write_errors, "write errors", NULL, "", LOWER, COUNT) \
    METRIC(non_2xx, "non-2xx", NULL, "", LOWER, COUNT) \
    METRIC(responses_2xx, "2xx", NULL, "", NEITHER, COUNT) \
    METRIC(responses_3xx, "3xx", NULL, "", NEITHER, COUNT) \
    METRIC(responses_4xx, "4xx", NULL, "", LOWER, COUNT) \
    METRIC(responses_5xx, "5xx", NULL, "", LOWER, COUNT) \
    METRIC(keepalive_requests, "keep-alive requests", NULL, "", NEITHER, COUNT) \
    METRIC(availability_pct, "availability", "availability", "%", HIGHER, PERCENT) \
    METRIC(concurrency_measured, "measured concurrency", NULL, "", NEITHER, NUMBER) \
    METRIC(time_taken_s, "time taken", "time", "s", NEITHER, SECONDS) \
    METRIC(transfer_rate_bytes_per_s, "transfer rate", "transfer", "bytes/s", HIGHER, BYTE_RATE) \
    METRIC(bytes_total, "bytes received", NULL, "bytes", NEITHER, BYTES) \
    METRIC(bytes_html, "document bytes", NULL, "bytes", NEITHER, BYTES) \
    METRIC(bytes_sent, "bytes sent", NULL, "bytes", NEITHER, BYTES) \
    METRIC(time_per_request_concurrent_ms, "time per request, all slots", NULL, "ms", LOWER, \
           MILLISECONDS) \
    TIMES(METRIC, connect, "connect") \
    TIMES(METRIC, processing, "processing") \
    TIMES(METRIC, waiting, "waiting")
/* clang-format on */

/* Their numbers: ids, and places in the order. */
#define ID(key, label, short_name, unit, better, kind) ID_##key,
#define PLACE_ID(name)                                 ID_##name,
enum { METRICS(ID, PLACE_ID) FIRST_ADDED_ID };

/* Percentiles stand between the median and the maximum, in their own order. */
enum { ORDER_STEP = 1000000, LAST_ORDER_ID = 2000 };

#define ROW(key_, label_, short_name_, unit_, better_, kind_)                                      \
    {                                                                                              \
        .key = #key_,                                                                              \
        .label = label_,                                                                           \
        .short_name = short_name_,                                                                 \
        .unit = unit_,                                                                             \
        .better = BETTER_##better_,                                                                \
        .kind = METRIC_##kind_,                                                                    \
        .percentile = NO_PERCENTILE,                                                               \
        .order = ID_##key_ * ORDER_STEP,                                                           \
        .key_length = sizeof #key_ - 1,                                                            \
        .id = ID_##key_,                                                                           \
    },

#define NO_ROW(name)
static const struct metric table[] = {METRICS(ROW, NO_ROW)};

enum { TABLE_SIZE = sizeof table / sizeof table[0] };

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
    kept->id = FIRST_ADDED_ID + (unsigned)set->count;
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
                         .order = ID_percentiles * ORDER_STEP + (int)(percentile * 9999),
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

static const struct metric *find_by_label(const struct metric_set *set, struct text label)
{
    for (size_t i = 0; i < TABLE_SIZE; i++)
        if (text_is_ignoring_case(label, table[i].label))
            return &table[i];
    for (size_t i = 0; i < set->count; i++)
        if (text_is_ignoring_case(label, set->added[i]->label))
            return set->added[i];
    return NULL;
}

const struct metric *metric_find_as_written(struct metric_set *set, struct text name)
{
    const struct metric *found = metric_find_by_name(set, name);
    char lower[64];

    if (found || name.length >= sizeof lower)
        return found;
    for (size_t i = 0; i < name.length; i++)
        lower[i] = byte_lower(name.start[i]);
    found = metric_find_by_name(set, (struct text){lower, name.length});
    return found ? found : find_by_label(set, name);
}

void metric_names_offer(const struct metric_set *set, struct suggestion *suggestion)
{
    for (size_t i = 0; i < TABLE_SIZE; i++) {
        suggestion_offer(suggestion, table[i].key);
        if (table[i].short_name)
            suggestion_offer(suggestion, table[i].short_name);
    }
    for (size_t i = 0; i < set->count; i++)
        suggestion_offer(suggestion, set->added[i]->key);
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
    size_t id = FIRST_ADDED_ID + set->count;
    added.order = (int)(id < LAST_ORDER_ID ? id : LAST_ORDER_ID) * ORDER_STEP;
    return keep(set, &added);
}

/* "12.5k" requests a second: a letter that stands for bytes or minutes elsewhere. */
static double letter_factor(const struct metric *metric, const struct unit *unit)
{
    bool is_counted = metric->kind == METRIC_COUNT || metric->kind == METRIC_RATE;

    if (is_counted && strcmp(unit->name, "K") == 0)
        return 1e3;
    return is_counted && strcmp(unit->name, "m") == 0 ? 1e6 : 0;
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
    if (!unit)
        return 0;
    if (kinds[metric->kind] != unit->kind && !per_second)
        return letter_factor(metric, unit);
    return metric->kind == METRIC_SECONDS ? unit->factor / 1000 : unit->factor;
}
