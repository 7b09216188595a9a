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

/* All checks, in the order of their notes. */
const struct check *check_table(size_t *count);
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

/* checks_failure.c: requests that failed, and answers that are no documents. */
void check_failed(struct inspection *inspection);
void check_errors(struct inspection *inspection);
void check_no_success(struct inspection *inspection);
void check_length_failures(struct inspection *inspection);
void check_error_page(struct inspection *inspection);
void check_failures_differ(struct inspection *inspection);
void check_failed_overlap(struct inspection *inspection);

/* checks_run.c: one log by itself. */
void check_rate_mismatch(struct inspection *inspection);
void check_concurrency_exceeded(struct inspection *inspection);
void check_concurrency_not_reached(struct inspection *inspection);
void check_mean_not_measured(struct inspection *inspection);
void check_waiting_exceeds(struct inspection *inspection);
void check_keepalive_unused(struct inspection *inspection);
void check_not_used(struct inspection *inspection);
void check_partial(struct inspection *inspection);
void check_timed_interrupted(struct inspection *inspection);
void check_short_run(struct inspection *inspection);
void check_percentile_support(struct inspection *inspection);
void check_coarse_latency(struct inspection *inspection);
void check_dropped(struct inspection *inspection);
void check_log_warnings(struct inspection *inspection);

/* checks_group.c: the runs of a group against each other. */
void check_warm_up(struct inspection *inspection);
void check_outlier(struct inspection *inspection);
void check_drift(struct inspection *inspection);
void check_lag(struct inspection *inspection);
void check_high_variation(struct inspection *inspection);
void check_hidden_setting(struct inspection *inspection);
void check_unequal_runs(struct inspection *inspection);
void check_same_text(struct inspection *inspection);
void check_same_numbers(struct inspection *inspection);
void check_labelled_warm_up(struct inspection *inspection);
void check_between_runs(struct inspection *inspection);

/* checks_pair.c: a group against its baseline. */
void check_concurrency_differs(struct inspection *inspection);
void check_keepalive_differs(struct inspection *inspection);
void check_tool_differs(struct inspection *inspection);
void check_setting_differs(struct inspection *inspection);
void check_document_length_differs(struct inspection *inspection);
void check_requests_differ(struct inspection *inspection);
void check_block_order(struct inspection *inspection);

/* checks_late.c: what the verdicts leave to say. */
void check_few_runs(struct inspection *inspection);
void check_below_resolution(struct inspection *inspection);
void check_second_opinion(struct inspection *inspection);
void check_unmatched_rows(struct inspection *inspection);
void check_typical_percentile(struct inspection *inspection);
void check_coordinated_omission(struct inspection *inspection);

#endif
