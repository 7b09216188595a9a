/*
 * The run: one execution of a load tool, as its output tells it.
 *
 * What the log does not say is absent: a NULL string, an ABSENT number, a metric
 * that is not in the list.  Never 0.  All memory belongs to the data arena.
 */
#ifndef LOADSTAT_MODEL_RUN_H
#define LOADSTAT_MODEL_RUN_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "../base/memory.h"
#include "../base/number.h"
#include "../base/suggestion.h"
#include "../base/text.h"
#include "metric.h"
#include "name.h"
#include "traits.h"

enum run_status {
    RUN_COMPLETE,
    RUN_INTERRUPTED, /* stopped early, with a report */
    RUN_ABORTED,     /* the tool gave up, with or without a report */
    RUN_PARTIAL,     /* the text is cut, elided or filtered */
    RUN_HOLLOW,      /* a report of requests that never reached a server */
};

/* "complete", "interrupted", … */
const char *run_status_name(enum run_status status);
bool run_status_find(struct text name, enum run_status *status);

enum answer {
    ANSWER_UNKNOWN,
    ANSWER_NO,
    ANSWER_YES,
};

/* A value that the log states. */
struct measurement {
    const struct metric *metric;
    double value;      /* finite */
    double resolution; /* printing step in the metric's unit; NAN: not worth telling */
};

/* Free keys: headings by level ("section", "section2"), --set, --tag. */
struct label_pair {
    const char *key;
    const char *text;
    bool splits; /* --set: runs that differ in it are not repetitions of each other */
};

struct warning {
    const char *code; /* stable: "mean-not-measured" */
    const char *text; /* a sentence */
    size_t line;      /* in the source file; 0: none */
};

/* How often each value was seen: ascending values in units of `unit`. */
struct bin {
    double value;
    uint64_t count;
};

struct distribution {
    double unit_ms; /* one step of `value` in milliseconds */
    const struct bin *bins;
    size_t count;
};

struct status_count {
    int status;
    uint64_t count;
};

struct path_count {
    const char *path; /* "other" for those beyond the first 1,000 */
    uint64_t count;
    double sum_ms; /* of the latencies seen; ABSENT where the run does not say it */
    struct distribution distribution;
};

struct run {
    struct {
        const char *file; /* "-" for standard input */
        size_t line;      /* first and last line, from 1; 0: unknown */
        size_t line_end;
        const char *fingerprint; /* 16 hex digits of the run's own lines; NULL: unknown */
    } source;
    const char *format; /* name of the rule file's format: "ab" */
    const char *tool;   /* "ab", "siege" */
    const char *tool_version;
    const char *command;
    const struct name_part *names; /* what it was called, outermost first; labels come of them */
    size_t name_count;
    size_t name_group;   /* runs of one number have one name, but for repeats; 0: not decided */
    bool assumed_repeat; /* no name says that it is a repetition; see name_group */
    bool warm_up;        /* its name says so: it is kept out of averages */
    const char *label;
    const char *label_from; /* "heading", "file", …: where the label was found */
    struct label_pair *labels;
    size_t label_count;
    const char *time;            /* ISO 8601, as the log tells it */
    const char *recorded;        /* ISO 8601, when it was archived */
    const char *batch;           /* what was taken in one go has the same */
    const struct traits *traits; /* of the tool, as its rule file declares them; never NULL */
    enum run_status status;
    struct {
        const char *scheme, *host, *path, *server, *method, *tls;
        double port;
        double document_length; /* bytes */
    } target;
    struct {
        double concurrency; /* asked for; never siege's measured average */
        double requests;    /* asked for */
        double duration_s;  /* asked for */
        enum answer keepalive;
    } config;
    struct measurement *measurements; /* ascending metric->order after run_sort() */
    size_t measurement_count;
    size_t measurement_capacity;
    struct distribution distribution; /* count 0: none */
    struct status_count *status_codes;
    size_t status_code_count;
    struct path_count *paths;
    size_t path_count;
    struct warning *warnings;
    size_t warning_count;
    size_t warning_capacity;
    const char *unknown_json; /* members of a JSON line that are not ours, kept; NULL: none */
};

/* Everything absent. */
void run_init(struct run *run);

/* The value of a metric; false, and *value untouched, where the run has none. */
bool run_value(const struct run *run, const struct metric *metric, double *value);
/* The same by key; for the fixed keys that the code itself names. */
bool run_value_of(const struct run *run, const char *key, double *value);
const struct measurement *run_measurement(const struct run *run, const struct metric *metric);

/* Sets or replaces; `value` must be finite. */
void run_set_value(struct run *run, struct arena *arena, const struct metric *metric, double value,
                   double resolution);
/* The same for a metric that the run surely does not have yet. */
void run_add_value(struct run *run, struct arena *arena, const struct metric *metric, double value,
                   double resolution);
void run_remove_value(struct run *run, const struct metric *metric);
void run_sort(struct run *run);

void run_warn(struct run *run, struct arena *arena, const char *code, size_t line,
              const char *format, ...) __attribute__((format(printf, 5, 6)));
bool run_has_warning(const struct run *run, const char *code);

const char *run_label_text(const struct run *run, const char *key);
void run_remove_label(struct run *run, const char *key);
void run_set_label(struct run *run, struct arena *arena, const char *key, const char *text,
                   bool splits);

/*
 * A key of the run as text, for grouping and labels: a member that may be named
 * (member.h) or a free key.  NULL where the run does not say.  Lives in `arena`
 * or as long as the run.
 */
const char *run_key_text(const struct run *run, const char *key, struct arena *arena);
/* Whether run_key_text() knows `key` for some run as one of the fixed keys. */
bool run_key_exists(const char *key);
/* Offers the fixed keys and the labels of the runs, to find what was meant. */
void run_keys_offer(struct run *const *runs, size_t count, struct suggestion *suggestion);

/*
 * Requests that failed, as a count of requests: connect + the larger of
 * receive and exceptions for ab (which counts one broken request up to three
 * times), failed transactions for siege.  Length failures are not in it.
 * False where the log does not say.
 */
bool run_broken_requests(const struct run *run, double *broken);

/* Whether a run may enter averages: no warm-up; complete; partial; interrupted without a planned
 * length. */
bool run_is_usable(const struct run *run);

/* All runs of one invocation, in order of appearance. */
struct run_set {
    struct arena *arena; /* borrowed: the data arena */
    struct run **runs;
    size_t count;
    size_t capacity;
};

void run_set_init(struct run_set *set, struct arena *arena);
/* A new run at the end of the set, everything absent. */
struct run *run_set_add(struct run_set *set);

#endif
