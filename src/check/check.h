/*
 * Checks of validity: what they are, what they are given, and how they say
 * what they found.
 */
#ifndef LOADSTAT_CHECK_CHECK_H
#define LOADSTAT_CHECK_CHECK_H

#include "../compare/finding.h"

/* What a check looks at. */
enum check_scope {
    CHECK_GROUP, /* each group */
    CHECK_PAIR,  /* each group against its baseline */
    CHECK_ALL,   /* everything at once */
    CHECK_LATE,  /* everything, when the verdicts are known */
};

struct inspection;

/* A check of validity: for the notes, --list-checks and the documentation. */
struct check {
    const char *code;
    enum severity severity; /* at its gravest */
    enum check_scope scope;
    enum verdict blocks_as; /* what a blocking note makes of a comparison */
    const char *summary;    /* one line */
    const char *advice;     /* what it means and what to do: the end of the note's text */
    void (*find)(struct inspection *inspection);
};

/* All checks, numbered from 0 in the order of their notes; NULL beyond the last. */
const struct check *check_at(size_t number);

/* The number of the check with that code; one beyond the last where there is none. */
size_t check_number(const char *code);
const struct check *check_find(const char *code); /* NULL where there is none */

struct inspection {
    struct draft *draft;
    const struct check *check;
    const char *code; /* of the findings: the check's own, or one that a log brought along */
    size_t group;     /* for CHECK_GROUP and CHECK_PAIR */
    size_t baseline;  /* for CHECK_PAIR; NO_GROUP otherwise */
};

/* Runs the checks of one scope over everything that they look at. */
void checks_run(struct draft *draft, enum check_scope scope);

/* Reports something about the group or pair that is looked at. */
void found(const struct inspection *inspection, enum severity severity, const char *format, ...)
    __attribute__((format(printf, 3, 4)));

/* What a finding is about, beside the group or pair. */
struct subject {
    size_t run;                  /* index into analysis.runs, or NO_RUN */
    const struct metric *metric; /* NULL: every metric */
    bool blocks_metric;          /* no verdict rests on that metric, whatever the severity */
    const char *line;            /* "45": where it stands in the log; NULL: the run says enough */
};

void found_about(const struct inspection *inspection, enum severity severity,
                 struct subject subject, const char *format, ...)
    __attribute__((format(printf, 4, 5)));

/* The same about one run of the group. */
void found_in_run(const struct inspection *inspection, enum severity severity, size_t run,
                  const char *format, ...) __attribute__((format(printf, 4, 5)));

const struct group *inspected_group(const struct inspection *inspection);
const struct group *inspected_baseline(const struct inspection *inspection);

/* Calls `look` for each used run of the group. */
void look_at_used(struct inspection *inspection,
                  void (*look)(struct inspection *, size_t, const struct run *));

/* Calls `look` for each run as its log has it: for the parts of a combined run. */
void look_at_logs(struct inspection *inspection,
                  void (*look)(struct inspection *, size_t, const struct run *));

/* The group's summary of the primary metric; NULL where it has none. */
const struct summary *inspected_primary(const struct inspection *inspection);

/* The checks of one file, in the order of their notes. */
struct check_list {
    const struct check *const *checks;
    size_t count;
};

#define CHECK_LIST(...)                                                                            \
    {                                                                                              \
        (const struct check *const[]){__VA_ARGS__},                                                \
            sizeof((const struct check *const[]){__VA_ARGS__}) / sizeof(const struct check *)      \
    }

/* The files: a new one is named here and in check_table.c. */
extern const struct check_list failures_checks, failures_differ_checks, contradictions_checks,
    usable_runs_checks, copies_checks, scatter_checks, run_order_checks, unlike_runs_checks,
    spread_checks, unlike_sides_checks, unproven_checks, latency_caveats_checks,
    assumed_names_checks, log_warnings_checks;

#endif
