#include "run.h"

#include <assert.h>
#include <math.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include "member.h"

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
        .traits = &traits_unknown,
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

void run_remove_label(struct run *run, const char *key)
{
    for (size_t i = 0; i < run->label_count; i++) {
        if (strcmp(run->labels[i].key, key) == 0) {
            memmove(&run->labels[i], &run->labels[i + 1],
                    (run->label_count - i - 1) * sizeof *run->labels);
            run->label_count--;
            return;
        }
    }
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

/* The member of that key that may be named; NULL: `key` is none of the fixed keys. */
static const struct member *find_key(const char *key)
{
    const struct member *member = member_find(text_of(key));

    return member && member_has(member, MEMBER_IS_KEY) ? member : NULL;
}

bool run_key_exists(const char *key)
{
    return find_key(key) != NULL;
}

void run_keys_offer(struct run *const *runs, size_t count, struct suggestion *suggestion)
{
    size_t member_count;
    const struct member *members = member_table(&member_count);

    for (size_t i = 0; i < member_count; i++)
        if (run_key_exists(members[i].key))
            suggestion_offer(suggestion, members[i].key);
    for (size_t i = 0; i < count; i++)
        for (size_t k = 0; k < runs[i]->label_count; k++)
            suggestion_offer(suggestion, runs[i]->labels[k].key);
}

const char *run_key_text(const struct run *run, const char *key, struct arena *arena)
{
    const struct member *member = find_key(key);

    return member ? member_value_text(run, member, arena) : run_label_text(run, key);
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
    if (run->warm_up)
        return false;
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
