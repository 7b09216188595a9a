/*
 * Runs that cannot or can hardly be used.
 */
#include "check.h"

#include <math.h>
#include <string.h>

#include "../stats/quantile.h"
#include "../say/words.h"

#define SHORT_SECONDS  5.0
#define SHORT_REQUESTS 1000.0

/* What the tool or the reader said of a run's end, or what its status means. */
static const char *end_of(const struct inspection *inspection, const struct run *run)
{
    static const char *const words[] = {
        [RUN_COMPLETE] = "complete",
        [RUN_INTERRUPTED] = "stopped before its planned length",
        [RUN_ABORTED] = "the tool gave up",
        [RUN_PARTIAL] = "its text is cut",
        [RUN_HOLLOW] = "its requests never reached a server",
    };
    const char *status = run_status_name(run->status);
    for (size_t i = 0; i < run->warning_count; i++) {
        if (strcmp(run->warnings[i].code, status) == 0)
            return arena_format(inspection->draft->arena, "%s: %s", status, run->warnings[i].text);
    }
    return arena_format(inspection->draft->arena, "%s: %s", status, words[run->status]);
}

/* A run that is missing among others is a warning; where none is left, there is nothing to judge.
 */
static void find_not_used(struct inspection *inspection)
{
    const struct analysis *analysis = inspection->draft->analysis;
    const struct group *group = inspected_group(inspection);
    enum severity severity = group->used_count == 0 ? NOTE_BLOCKS : NOTE_WARNS;
    for (size_t i = 0; i < group->run_count; i++) {
        const struct run *run = analysis->runs[group->runs[i]];
        if (!run_is_usable(run))
            found_in_run(inspection, severity, group->runs[i], "%s", end_of(inspection, run));
    }
}

static const struct check check_not_used = {
    .code = "not-used",
    .severity = NOTE_BLOCKS,
    .scope = CHECK_GROUP,
    .blocks_as = VERDICT_INVALID,
    .summary = "aborted, hollow or interrupted runs, kept out of averages",
    .advice = "Such a run is shown and does not enter averages; repeat it.",
    .find = find_not_used,
};

static void look_at_partial(struct inspection *inspection, size_t number, const struct run *run)
{
    if (run->status == RUN_PARTIAL)
        found_in_run(inspection, NOTE_INFORMS, number, "%s", end_of(inspection, run));
}

static void find_partial(struct inspection *inspection)
{
    look_at_used(inspection, look_at_partial);
}

static const struct check check_partial = {
    .code = "partial",
    .severity = NOTE_INFORMS,
    .scope = CHECK_GROUP,
    .blocks_as = VERDICT_INVALID,
    .summary = "the text of a run is cut, elided or filtered",
    .advice = "It counts for the figures that it has.",
    .find = find_partial,
};

static void look_at_stop(struct inspection *inspection, size_t number, const struct run *run)
{
    if (run->status == RUN_INTERRUPTED)
        found_in_run(inspection, NOTE_INFORMS, number, "stopped by hand");
}

static void find_stopped(struct inspection *inspection)
{
    look_at_used(inspection, look_at_stop);
}

static const struct check check_stopped = {
    .code = "stopped",
    .severity = NOTE_INFORMS,
    .scope = CHECK_GROUP,
    .blocks_as = VERDICT_INVALID,
    .summary = "runs of no stated length that were stopped by hand",
    .advice = "Requests under way at the end are missing from their figures.",
    .find = find_stopped,
};

static void find_dropped(struct inspection *inspection)
{
    const struct group *group = inspected_group(inspection);
    struct arena *arena = inspection->draft->arena;
    size_t dropped = inspection->draft->settings->drop_first;
    if (dropped > group->run_count)
        dropped = group->run_count;
    if (dropped > 0 && !group->archived)
        found(inspection, NOTE_INFORMS, "the first %s left out",
              dropped == 1 ? "run" : words_runs(arena, dropped));
}

static const struct check check_dropped = {
    .code = "dropped",
    .severity = NOTE_INFORMS,
    .scope = CHECK_GROUP,
    .blocks_as = VERDICT_INVALID,
    .summary = "first runs left out by --drop-first",
    .advice = "What is left out does not enter averages.",
    .find = find_dropped,
};

/* The smallest value of a metric among the used runs; NAN: none has it. */
static double least_of(const struct group *group, const char *key)
{
    const struct summary *summary = group_summary_by_key(group, key);
    return summary ? summary->min : ABSENT;
}

static void find_short_run(struct inspection *inspection)
{
    const struct group *group = inspected_group(inspection);
    struct arena *arena = inspection->draft->arena;
    double seconds = least_of(group, "time_taken_s");
    double requests = least_of(group, "requests_complete");
    const char *which = group->used_count > 1 ? "the shortest run " : "";
    bool quick = seconds < SHORT_SECONDS, few = requests < SHORT_REQUESTS;
    if (quick && few)
        found(inspection, NOTE_WARNS, "%stook %s s for %s", which, words_number(arena, seconds),
              words_requests(arena, requests));
    else if (quick)
        found(inspection, NOTE_WARNS, "%stook %s s", which, words_number(arena, seconds));
    else if (few)
        found(inspection, NOTE_WARNS, "%smade %s", which, words_requests(arena, requests));
}

static const struct check check_short_run = {
    .code = "short-run",
    .severity = NOTE_WARNS,
    .scope = CHECK_GROUP,
    .blocks_as = VERDICT_INVALID,
    .summary = "runs of less than 5 s or 1,000 requests",
    .advice = "Start-up and chance weigh heavily in so short a run; take more requests.",
    .find = find_short_run,
};

/* The tail that reports show unasked: p90 in a run's card, p95 and p99 in tables. */
static bool is_tail_shown(const struct inspection *inspection, const struct metric *metric)
{
    static const double shown[] = {90, 95, 99};
    const struct settings *settings = inspection->draft->settings;
    size_t first = inspection->draft->analysis->run_count > 1;
    for (size_t i = first; i < sizeof shown / sizeof *shown; i++) {
        if (metric->percentile >= shown[i] && metric->percentile <= shown[i])
            return true;
    }
    for (size_t i = 0; i < settings->metric_count; i++) {
        if (settings->metrics[i] == metric && metric->percentile >= shown[0])
            return true;
    }
    return false;
}

/* The lowest percentile that is not supported speaks for those above it. */
static void find_percentile_support(struct inspection *inspection)
{
    const struct group *group = inspected_group(inspection);
    struct arena *arena = inspection->draft->arena;
    double requests = least_of(group, "requests_complete");
    if (!(requests >= 1 && requests <= LARGEST_COUNT))
        return;
    for (size_t i = 0; i < group->summary_count; i++) {
        double percentile = group->summaries[i].metric->percentile;
        if (!is_tail_shown(inspection, group->summaries[i].metric) ||
            quantile_is_supported((uint64_t)requests, percentile / 100))
            continue;
        double beyond = floor(requests * (1 - percentile / 100) + 1e-9);
        found(inspection, NOTE_WARNS, "%s of %s requests %s beyond p%s", words_count(arena, beyond),
              words_count(arena, requests), beyond > 0 && beyond < 2 ? "lies" : "lie",
              words_number(arena, percentile));
        return;
    }
}

static const struct check check_percentile_support = {
    .code = "percentile-support",
    .severity = NOTE_WARNS,
    .scope = CHECK_GROUP,
    .blocks_as = VERDICT_INVALID,
    .summary = "fewer than ten requests lie beyond a percentile",
    .advice = "Such a percentile is little more than the slowest few requests; it would be another "
              "one in the next run.",
    .find = find_percentile_support,
};

static void find_coarse_latency(struct inspection *inspection)
{
    const struct group *group = inspected_group(inspection);
    struct arena *arena = inspection->draft->arena;
    static const char *const keys[] = {"latency_p50_ms", "latency_median_ms",
                                       "latency_total_mean_ms"};
    for (size_t i = 0; i < sizeof keys / sizeof *keys; i++) {
        const struct summary *summary = group_summary_by_key(group, keys[i]);
        if (!summary || !(summary->resolution > 0))
            continue;
        if (summary->mean <= summary->resolution)
            found(inspection, NOTE_INFORMS, "typical latency at or below %s ms",
                  words_number(arena, summary->resolution));
        return;
    }
}

static const struct check check_coarse_latency = {
    .code = "coarse-latency",
    .severity = NOTE_INFORMS,
    .scope = CHECK_GROUP,
    .blocks_as = VERDICT_INVALID,
    .summary = "latencies at or below the step in which they are printed",
    .advice = "The log cannot tell them apart; compare requests per second.",
    .find = find_coarse_latency,
};

static void look_at_keepalive(struct inspection *inspection, size_t number, const struct run *run)
{
    struct arena *arena = inspection->draft->arena;
    double kept, complete;
    if (run->config.keepalive != ANSWER_YES || !run_value_of(run, "keepalive_requests", &kept) ||
        !run_value_of(run, "requests_complete", &complete) || !(complete > 0) ||
        kept >= complete / 2)
        return;
    found_in_run(inspection, NOTE_WARNS, number, "%s of %s requests were kept alive",
                 words_count(arena, kept), words_count(arena, complete));
}

static void find_keepalive_unused(struct inspection *inspection)
{
    look_at_used(inspection, look_at_keepalive);
}

static const struct check check_keepalive_unused = {
    .code = "keepalive-unused",
    .severity = NOTE_WARNS,
    .scope = CHECK_GROUP,
    .blocks_as = VERDICT_INVALID,
    .summary = "keep-alive was asked for and the server closed its connections",
    .advice = "Each request paid for a new connection all the same.",
    .find = find_keepalive_unused,
};

const struct check_list usable_runs_checks =
    CHECK_LIST(&check_not_used, &check_partial, &check_stopped, &check_dropped, &check_short_run,
               &check_percentile_support, &check_coarse_latency, &check_keepalive_unused);
