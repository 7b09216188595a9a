#include "quirk.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#include "../base/number.h"

unsigned mark_find(struct text name)
{
    static const struct {
        const char *name;
        unsigned mark;
    } marks[] = {
        {"progress",  MARK_PROGRESS },
        {"finished",  MARK_FINISHED },
        {"interrupt", MARK_INTERRUPT},
        {"tls-error", MARK_TLS_ERROR},
        {"crash",     MARK_CRASH    },
    };

    for (size_t i = 0; i < sizeof marks / sizeof marks[0]; i++)
        if (text_is(name, marks[i].name))
            return marks[i].mark;
    return 0;
}

static const struct metric *metric(struct quirk_case *found, const char *key)
{
    return metric_find(found->metrics, text_of(key));
}

static void set(struct quirk_case *found, const char *key, double value)
{
    run_set_value(found->run, found->arena, metric(found, key), value, ABSENT);
}

static void drop(struct quirk_case *found, const char *key)
{
    run_remove_value(found->run, metric(found, key));
}

static bool version_is(const struct run *run, const char *prefix)
{
    return run->tool_version && strncmp(run->tool_version, prefix, strlen(prefix)) == 0;
}

/* ---- ab ---- */

/*
 * Progress lines count up to n and "Finished" says that n was reached; after
 * Ctrl-C there is a report like any other, and only that line is missing.
 */
static void ab_interrupted(struct quirk_case *found)
{
    struct run *run = found->run;
    bool unfinished = (found->marks & MARK_PROGRESS) && !(found->marks & MARK_FINISHED);
    double complete;
    bool counted = run_value_of(run, "requests_complete", &complete);
    bool nothing_done = counted && complete == 0;

    /* The line may have been cut out: as many as were asked for are all. */
    if (counted && complete > 0 && complete == found->requests_asked)
        unfinished = false;
    if (run->status != RUN_COMPLETE && run->status != RUN_PARTIAL)
        return;
    if (!(found->marks & MARK_INTERRUPT) && !(unfinished && found->is_whole) && !nothing_done)
        return;
    run->status = RUN_INTERRUPTED;
    run_warn(run, found->arena, "interrupted", 0,
             nothing_done ? "not one request was complete when ab was stopped"
             : unfinished ? "progress lines are there, but no \"Finished\" line: ab was stopped "
                            "before all requests were done"
                          : "ab was stopped by Ctrl-C before all requests were done");
}

/* The versions that printed microseconds behind the point without their zeros. */
static bool ab_has_time_bug(const struct run *run)
{
    static const char *const versions[] = {"1.3e", "2.0.2", "2.0.3", "2.0.40-dev", "2.0.41-dev"};

    for (size_t i = 0; i < sizeof versions / sizeof versions[0]; i++)
        if (version_is(run, versions[i]))
            return true;
    return false;
}

/*
 * httpd 2.0.16 to 2.2.8 print "Time taken" as seconds, a point, and the
 * microseconds as they come: 4.51029 is 4 s and 51029 us.  The rate was
 * computed from the true time, so that it tells which reading is right.
 */
static void ab_time_taken(struct quirk_case *found)
{
    struct run *run = found->run;
    double taken, complete, rate;
    int decimals = found->time_decimals;

    if (decimals < 1 || decimals > 6 || !run_value_of(run, "time_taken_s", &taken) ||
        !run_value_of(run, "requests_complete", &complete) ||
        !run_value_of(run, "requests_per_second", &rate) || rate <= 0 || complete <= 0)
        return;
    double truth = complete / rate;
    double decoded = floor(taken) + (taken - floor(taken)) * pow(10, decimals - 6);
    bool suspect = ab_has_time_bug(run) || decimals > 3;
    double tolerance = 0.01 * truth + 0.002;
    if (fabs(taken - truth) <= tolerance && !suspect)
        return;
    if (fabs(decoded - truth) <= tolerance && fabs(decoded - truth) < fabs(taken - truth)) {
        set(found, "time_taken_s", round(decoded * 1e6) / 1e6);
        run_warn(run, found->arena, "time-taken-decoded", 0,
                 "this ab prints the microseconds of \"Time taken\" without their leading zeros; "
                 "%.6g s is what was printed, %.6f s is meant",
                 taken, decoded);
    }
}

/* In all 1.3 and up to 2.0.16 a Kbyte of the transfer rate has 1000 bytes. */
static void ab_old_kilobytes(struct quirk_case *found)
{
    struct run *run = found->run;
    double rate, total, taken;

    if (!version_is(run, "1.") || !run_value_of(run, "transfer_rate_bytes_per_s", &rate))
        return;
    if (run_value_of(run, "bytes_total", &total) && run_value_of(run, "time_taken_s", &taken) &&
        taken > 0 && fabs(rate - total / taken) <= fabs(rate * 1000 / 1024 - total / taken))
        return;
    set(found, "transfer_rate_bytes_per_s", rate / 1024 * 1000);
}

/*
 * httpd 2.0.17 to 2.0.36 print seconds in both "Time per request" lines and
 * call them ms.  c / rate says which it is.
 */
static void ab_old_milliseconds(struct quirk_case *found)
{
    struct run *run = found->run;
    double mean, rate, concurrent;

    if (!version_is(run, "2.0") || !(run->config.concurrency > 0) ||
        !run_value_of(run, "latency_mean_ms", &mean) ||
        !run_value_of(run, "requests_per_second", &rate) || rate <= 0)
        return;
    double expected = 1000 * run->config.concurrency / rate;
    if (fabs(mean * 1000 - expected) > 0.05 * expected)
        return;
    set(found, "latency_mean_ms", mean * 1000);
    if (run_value_of(run, "time_per_request_concurrent_ms", &concurrent))
        set(found, "time_per_request_concurrent_ms", concurrent * 1000);
}

/* A report of requests that never reached a server looks fast and faultless. */
static void ab_hollow(struct quirk_case *found)
{
    struct run *run = found->run;
    double bytes, complete;

    if (!run_value_of(run, "bytes_total", &bytes) || bytes != 0 ||
        !run_value_of(run, "requests_complete", &complete) || complete <= 0 ||
        run->target.document_length > 0 || run->target.server)
        return;
    run->status = RUN_HOLLOW;
    run_warn(run, found->arena, "hollow", 0,
             "%.0f requests counted as complete, but not one byte came back: no request reached "
             "a server%s",
             complete, found->marks & MARK_TLS_ERROR ? ", every TLS handshake failed" : "");
}

/* One request has no spread; ab prints 0.0. */
static void ab_single_request(struct quirk_case *found)
{
    double complete;

    if (!run_value_of(found->run, "requests_complete", &complete) || complete > 1)
        return;
    static const char *const undefined[] = {"latency_sd_ms", "connect_sd_ms", "processing_sd_ms",
                                            "waiting_sd_ms"};
    for (size_t i = 0; i < sizeof undefined / sizeof undefined[0]; i++)
        drop(found, undefined[i]);
}

/*
 * -w of 2.2.9 to 2.2.34 multiplies the rate by 1000 and prints bytes as kb;
 * up to 2.4.6 the bytes alone are wrong.  Time and counts are right, so they decide.
 */
static void ab_html(struct quirk_case *found)
{
    struct run *run = found->run;
    double rate, complete, taken, transfer, total;

    if (!run_value_of(run, "time_taken_s", &taken) || taken <= 0)
        return;
    if (run_value_of(run, "requests_per_second", &rate) &&
        run_value_of(run, "requests_complete", &complete) &&
        fabs(rate / 1000 - complete / taken) < 0.05 * complete / taken) {
        set(found, "requests_per_second", rate / 1000);
        run_warn(run, found->arena, "html-rate-corrected", 0,
                 "ab -w of this version prints a thousand times the requests per second; "
                 "divided by 1000");
    }
    if (run_value_of(run, "transfer_rate_bytes_per_s", &transfer) &&
        run_value_of(run, "bytes_total", &total) &&
        fabs(transfer / 1024 - total / taken) < 0.05 * total / taken)
        set(found, "transfer_rate_bytes_per_s", transfer / 1024);
}

/* Row 100 is no part of the damage, unless it is garbage itself: half of the rows lie below it. */
static bool bounds_most_rows(const struct run *run, double last)
{
    size_t rows = 0;
    size_t below = 0;

    for (size_t i = 0; i < run->measurement_count; i++) {
        if (isnan(run->measurements[i].metric->percentile))
            continue;
        rows++;
        below += run->measurements[i].value <= last;
    }
    return 2 * below >= rows;
}

/*
 * Rows past the end of a small -e table are no percentiles: the first that is
 * smaller than one before it was read there, and so were all behind it.  The
 * 100 % row has a reading of its own, and is the maximum unless more rows are larger than not.
 */
static void ab_csv_tail(struct quirk_case *found)
{
    struct run *run = found->run;
    const struct metric *maximum = metric(found, "latency_max_ms");
    double largest = -1;
    double last;
    size_t kept = 0;
    bool damaged = false;
    bool has_last = run_value(run, maximum, &last) && bounds_most_rows(run, last);

    run_sort(run);
    for (size_t i = 0; i < run->measurement_count; i++) {
        struct measurement measurement = run->measurements[i];
        if (!isnan(measurement.metric->percentile)) {
            damaged |= measurement.value < largest || (has_last && measurement.value > last);
            if (damaged)
                continue;
            largest = measurement.value;
        }
        run->measurements[kept++] = measurement;
    }
    run->measurement_count = kept;
    if (run_value(run, maximum, &last) && last < largest) {
        damaged = true;
        drop(found, "latency_max_ms");
    }
    if (damaged)
        run_warn(run, found->arena, "csv-tail", 0,
                 "the last rows of this -e table do not rise to the largest time: ab read past the "
                 "end of its list; they were left out");
}

/* ---- siege ---- */

/* Without a transaction there was nothing to measure; siege prints 0.00. */
static void siege_nothing_measured(struct quirk_case *found)
{
    double complete;
    static const char *const undefined[] = {"latency_mean_ms", "latency_max_ms", "latency_min_ms"};

    if (!run_value_of(found->run, "requests_complete", &complete) || complete > 0)
        return;
    for (size_t i = 0; i < sizeof undefined / sizeof undefined[0]; i++)
        drop(found, undefined[i]);
}

/* A run shorter than a clock tick: siege prints rates of 0.00, siege.log inf and nan. */
static void siege_zero_elapsed(struct quirk_case *found)
{
    double complete, taken;
    static const char *const undefined[] = {"requests_per_second", "transfer_rate_bytes_per_s",
                                            "concurrency_measured"};

    if (!run_value_of(found->run, "requests_complete", &complete) || complete <= 0 ||
        !run_value_of(found->run, "time_taken_s", &taken) || taken > 0)
        return;
    for (size_t i = 0; i < sizeof undefined / sizeof undefined[0]; i++)
        drop(found, undefined[i]);
    run_warn(found->run, found->arena, "zero-elapsed", 0,
             "%.0f transactions in 0.00 s: the run was shorter than siege's clock, so that it has "
             "no rate; give it more requests",
             complete);
}

/* No test takes three years; a clock that is set while siege runs says so. */
#define LONGEST_TEST_S 1e8

static void siege_clock(struct quirk_case *found)
{
    static const char *const undefined[] = {"time_taken_s", "requests_per_second",
                                            "transfer_rate_bytes_per_s", "concurrency_measured"};
    double taken;

    if (!run_value_of(found->run, "time_taken_s", &taken) || taken < LONGEST_TEST_S)
        return;
    for (size_t i = 0; i < sizeof undefined / sizeof undefined[0]; i++)
        drop(found, undefined[i]);
    run_warn(found->run, found->arena, "clock-set", 0,
             "an elapsed time of %.0f s is none: the clock was set while siege ran; the time and "
             "all rates are left out",
             taken);
}

/* siege.log has no availability; siege's own formula gives it from the counts. */
static void siege_log_availability(struct quirk_case *found)
{
    double complete, failed;

    if (run_value_of(found->run, "requests_complete", &complete) &&
        run_value_of(found->run, "requests_failed", &failed) && complete + failed > 0)
        set(found, "availability_pct", complete / (complete + failed) * 100);
}

/* ^C is seen before "Lifting the server siege"; the timer's own end looks the same without it. */
static void siege_interrupted(struct quirk_case *found)
{
    struct run *run = found->run;

    if (!(found->marks & MARK_INTERRUPT) || run->status != RUN_COMPLETE)
        return;
    run->status = RUN_INTERRUPTED;
    run_warn(run, found->arena, "interrupted", 0, "siege was stopped by Ctrl-C");
}

static void siege_crashed(struct quirk_case *found)
{
    if (found->marks & MARK_CRASH)
        run_warn(found->run, found->arena, "crashed", 0,
                 "siege crashed behind its summary; the figures were complete by then");
}

/* ---- wrk, hey, h2load, autocannon ---- */

static bool is_zero(const struct run *run, const char *key)
{
    double value;

    return run_value_of(run, key, &value) && value == 0;
}

/*
 * Tools that timed no answer print zeros all the same.  A maximum of 0 ms is
 * believed where something was answered: it may be below the tool's step.
 */
static void nothing_timed(struct quirk_case *found)
{
    struct run *run = found->run;
    double complete, failed;
    size_t kept = 0;
    bool all_failed = run_value_of(run, "requests_complete", &complete) &&
                      run_value_of(run, "requests_failed", &failed) && failed >= complete;

    if (!is_zero(run, "latency_max_ms") ||
        !(all_failed || is_zero(run, "requests_complete") || is_zero(run, "requests_per_second") ||
          is_zero(run, "responses_2xx")))
        return;
    for (size_t i = 0; i < run->measurement_count; i++)
        if (run->measurements[i].metric->kind != METRIC_MILLISECONDS ||
            run->measurements[i].value != 0)
            run->measurements[kept++] = run->measurements[i];
    run->measurement_count = kept;
}

static const struct quirk quirks[] = {
    {"ab-interrupted",         "progress lines without a Finished line: stopped early",     ab_interrupted        },
    {"ab-time-taken",          "microseconds without leading zeros, httpd 2.0.16 to 2.2.8", ab_time_taken         },
    {"ab-old-kilobytes",       "a Kbyte of 1000 bytes in ab 1.3",                           ab_old_kilobytes      },
    {"ab-old-milliseconds",    "seconds that 2.0.17 to 2.0.36 call ms",                     ab_old_milliseconds   },
    {"ab-hollow",              "requests complete, not one byte received",                  ab_hollow             },
    {"ab-single-request",      "no standard deviation of one request",                      ab_single_request     },
    {"ab-html",                "rates of -w that are 1000 or 1024 times too large",         ab_html               },
    {"ab-csv-tail",            "rows of -e past the end of ab's list",                      ab_csv_tail           },
    {"siege-nothing-measured", "no response time of zero transactions",                     siege_nothing_measured},
    {"siege-zero-elapsed",     "no rate of a run shorter than a clock tick",                siege_zero_elapsed    },
    {"siege-clock",            "an elapsed time of years",                                  siege_clock           },
    {"siege-log-availability", "availability from the counts of siege.log",                 siege_log_availability},
    {"siege-interrupted",      "^C before the summary",                                     siege_interrupted     },
    {"nothing-timed",          "times of zero where no request was answered",               nothing_timed         },
    {"siege-crashed",          "a backtrace behind the summary",                            siege_crashed         },
};

const struct quirk *quirk_find(struct text name)
{
    for (size_t i = 0; i < sizeof quirks / sizeof quirks[0]; i++)
        if (text_is(name, quirks[i].name))
            return &quirks[i];
    return NULL;
}
