#include "run.h"

#include <assert.h>
#include <math.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

static const char *const status_names[] = {
    [RUN_COMPLETE] = "complete", [RUN_INTERRUPTED] = "interrupted", [RUN_ABORTED] = "aborted",
    [RUN_PARTIAL] = "partial",   [RUN_HOLLOW] = "hollow",
};

const char *run_status_name(enum run_status status)
{
    return status_names[status];
}

bool run_status_find(struct text name, enum run_status *status)
{
    for (size_t i = 0; i < sizeof status_names / sizeof status_names[0]; i++) {
        if (text_is(name, status_names[i])) {
            *status = (enum run_status)i;
            return true;
        }
    }
    return false;
}

void run_init(struct run *run)
{
    *run = (struct run){
        .target = {.port = ABSENT,      .document_length = ABSENT},
        .config = { .concurrency = ABSENT, .requests = ABSENT,      .duration_s = ABSENT},
    };
}

const struct measurement *run_measurement(const struct run *run, const struct metric *metric)
{
    for (size_t i = 0; i < run->measurement_count; i++)
        if (run->measurements[i].metric == metric)
            return &run->measurements[i];
    return NULL;
}

bool run_value(const struct run *run, const struct metric *metric, double *value)
{
    const struct measurement *found = run_measurement(run, metric);

    if (found)
        *value = found->value;
    return found != NULL;
}

bool run_value_of(const struct run *run, const char *key, double *value)
{
    size_t length = strlen(key);

    for (size_t i = 0; i < run->measurement_count; i++) {
        const struct metric *metric = run->measurements[i].metric;
        if (metric->key_length == length && memcmp(metric->key, key, length) == 0) {
            *value = run->measurements[i].value;
            return true;
        }
    }
    return false;
}

void run_add_value(struct run *run, struct arena *arena, const struct metric *metric, double value,
                   double resolution)
{
    assert(isfinite(value));
    run->measurements = arena_grow(arena, run->measurements, run->measurement_count,
                                   &run->measurement_capacity, sizeof *run->measurements);
    run->measurements[run->measurement_count++] = (struct measurement){metric, value, resolution};
}

void run_set_value(struct run *run, struct arena *arena, const struct metric *metric, double value,
                   double resolution)
{
    assert(isfinite(value));
    for (size_t i = 0; i < run->measurement_count; i++) {
        if (run->measurements[i].metric == metric) {
            run->measurements[i].value = value;
            run->measurements[i].resolution = resolution;
            return;
        }
    }
    run_add_value(run, arena, metric, value, resolution);
}

void run_remove_value(struct run *run, const struct metric *metric)
{
    for (size_t i = 0; i < run->measurement_count; i++) {
        if (run->measurements[i].metric == metric) {
            memmove(&run->measurements[i], &run->measurements[i + 1],
                    (run->measurement_count - i - 1) * sizeof *run->measurements);
            run->measurement_count--;
            return;
        }
    }
}

/* Insertion sort: the lines of a report stand nearly in this order already. */
void run_sort(struct run *run)
{
    for (size_t i = 1; i < run->measurement_count; i++) {
        struct measurement moved = run->measurements[i];
        size_t to = i;
        while (to > 0 && run->measurements[to - 1].metric->order > moved.metric->order) {
            run->measurements[to] = run->measurements[to - 1];
            to--;
        }
        run->measurements[to] = moved;
    }
}

void run_warn(struct run *run, struct arena *arena, const char *code, size_t line,
              const char *format, ...)
{
    va_list arguments;

    va_start(arguments, format);
    const char *text = arena_vformat(arena, format, arguments);
    va_end(arguments);
    run->warnings = arena_grow(arena, run->warnings, run->warning_count, &run->warning_capacity,
                               sizeof *run->warnings);
    run->warnings[run->warning_count++] = (struct warning){code, text, line};
}

bool run_has_warning(const struct run *run, const char *code)
{
    for (size_t i = 0; i < run->warning_count; i++)
        if (strcmp(run->warnings[i].code, code) == 0)
            return true;
    return false;
}

const char *run_label_text(const struct run *run, const char *key)
{
    for (size_t i = 0; i < run->label_count; i++)
        if (strcmp(run->labels[i].key, key) == 0)
            return run->labels[i].text;
    return NULL;
}

void run_set_label(struct run *run, struct arena *arena, const char *key, const char *text,
                   bool splits)
{
    struct label_pair pair = {key, text, splits};

    for (size_t i = 0; i < run->label_count; i++) {
        if (strcmp(run->labels[i].key, key) == 0) {
            run->labels[i] = pair;
            return;
        }
    }
    struct label_pair *pairs = arena_allocate(arena, (run->label_count + 1) * sizeof *pairs);
    if (run->label_count)
        memcpy(pairs, run->labels, run->label_count * sizeof *pairs);
    pairs[run->label_count++] = pair;
    run->labels = pairs;
}

/* The fixed keys: where each stands in a run, and how it becomes text. */
enum key_type {
    KEY_STRING,
    KEY_NUMBER,
    KEY_ANSWER,
    KEY_STATUS,
};

struct key {
    const char *name;
    enum key_type type;
    size_t offset;
};

#define KEY(name, type, member)                                                                    \
    {                                                                                              \
        name, type, offsetof(struct run, member)                                                   \
    }

static const struct key keys[] = {
    KEY("label", KEY_STRING, label),
    KEY("tool", KEY_STRING, tool),
    KEY("tool_version", KEY_STRING, tool_version),
    KEY("format", KEY_STRING, format),
    KEY("status", KEY_STATUS, status),
    KEY("scheme", KEY_STRING, target.scheme),
    KEY("host", KEY_STRING, target.host),
    KEY("port", KEY_NUMBER, target.port),
    KEY("path", KEY_STRING, target.path),
    KEY("server", KEY_STRING, target.server),
    KEY("method", KEY_STRING, target.method),
    KEY("tls", KEY_STRING, target.tls),
    KEY("document_length", KEY_NUMBER, target.document_length),
    KEY("concurrency", KEY_NUMBER, config.concurrency),
    KEY("keepalive", KEY_ANSWER, config.keepalive),
    KEY("requests", KEY_NUMBER, config.requests),
    KEY("duration_s", KEY_NUMBER, config.duration_s),
    KEY("file", KEY_STRING, source.file),
    KEY("command", KEY_STRING, command),
    KEY("time", KEY_STRING, time),
    KEY("recorded", KEY_STRING, recorded),
};

static const struct key *find_key(const char *name)
{
    for (size_t i = 0; i < sizeof keys / sizeof keys[0]; i++)
        if (strcmp(keys[i].name, name) == 0)
            return &keys[i];
    return NULL;
}

bool run_key_exists(const char *key)
{
    return find_key(key) != NULL;
}

static const char *number_text(double value, struct arena *arena)
{
    struct buffer printed;

    if (isnan(value))
        return NULL;
    buffer_init(&printed);
    number_append_shortest(&printed, value);
    const char *text = arena_copy_string(arena, printed.bytes);
    buffer_release(&printed);
    return text;
}

const char *run_key_text(const struct run *run, const char *name, struct arena *arena)
{
    const struct key *key = find_key(name);

    if (!key)
        return run_label_text(run, name);
    const char *member = (const char *)run + key->offset;
    switch (key->type) {
    case KEY_STRING:
        return *(const char *const *)(const void *)member;
    case KEY_NUMBER:
        return number_text(*(const double *)(const void *)member, arena);
    case KEY_STATUS:
        return run_status_name(run->status);
    case KEY_ANSWER:
        break;
    }
    static const char *const answers[] = {NULL, "no", "yes"};
    return answers[run->config.keepalive];
}

bool run_broken_requests(const struct run *run, double *broken)
{
    double connect;
    double receive = 0;
    double exceptions = 0;
    double failed;

    if (run_value_of(run, "failed_connect", &connect)) {
        run_value_of(run, "failed_receive", &receive);
        run_value_of(run, "failed_exceptions", &exceptions);
        *broken = connect + fmax(receive, exceptions);
        return true;
    }
    if (!run_value_of(run, "requests_failed", &failed))
        return false;
    *broken = failed;
    return true;
}

bool run_is_usable(const struct run *run)
{
    switch (run->status) {
    case RUN_COMPLETE:
    case RUN_PARTIAL:
        return true;
    case RUN_INTERRUPTED:
        return isnan(run->config.requests) && isnan(run->config.duration_s);
    case RUN_ABORTED:
    case RUN_HOLLOW:
        break;
    }
    return false;
}

void run_set_init(struct run_set *set, struct arena *arena)
{
    *set = (struct run_set){.arena = arena};
}

struct run *run_set_add(struct run_set *set)
{
    struct run *run = arena_allocate(set->arena, sizeof *run);

    run_init(run);
    set->runs = arena_grow(set->arena, set->runs, set->count, &set->capacity, sizeof *set->runs);
    set->runs[set->count++] = run;
    return run;
}
