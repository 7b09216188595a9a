/*
 * Checks: what one log says by itself.  They look at the used runs of a group,
 * and at the others where they say why these are not used.
 */
#include <math.h>
#include <string.h>

#include "../stats/quantile.h"
#include "../stats/throughput.h"
#include "check.h"
#include "../say/words.h"

/* Rate, time and requests agree to this, beside what rounding explains. */
#define RATE_TOLERANCE 0.02

/* Above what was asked for, beside what rounding explains. */
#define CONCURRENCY_TOLERANCE 0.10

#define SHORT_SECONDS  5.0
#define SHORT_REQUESTS 1000.0

/* Calls `look` for each used run. */
static void for_each_used(struct inspection *inspection,
                          void (*look)(struct inspection *, size_t, const struct run *))
{
    const struct group *group = inspected_group(inspection);
    for (size_t i = 0; i < group->used_count; i++)
        look(inspection, group->used[i], group_used_run(inspection->draft->analysis, group, i));
}

/*
 * Calls `look` for each run as its log has it.  The figures of a combined run need not agree: rates
 * added up, and the longest time.  Those of its parts must; the first that does not speaks for all.
 */
static void for_each_log(struct inspection *inspection,
                         void (*look)(struct inspection *, size_t, const struct run *))
{
    const struct group *group = inspected_group(inspection);
    size_t before = inspection->draft->finding_count;
    if (group->part_count == 0)
        for_each_used(inspection, look);
    for (size_t i = 0; i < group->part_count && inspection->draft->finding_count == before; i++)
        look(inspection, group->used[0], group->parts[i]);
}

/* The step in which a value is printed, as seen, else as declared; `usual` where neither is. */
static double step_of(const struct run *run, const char *key, double usual)
{
    for (size_t i = 0; i < run->measurement_count; i++) {
        const struct measurement *measurement = &run->measurements[i];
        if (strcmp(measurement->metric->key, key) != 0)
            continue;
        double declared = traits_step(run->traits, measurement->metric);
        return measurement->resolution > 0 ? measurement->resolution
               : declared > 0              ? declared
                                           : usual;
    }
    return usual;
}

/* What the tool itself measured of the requests in flight, where that is what counts. */
static bool measured_in_flight(const struct run *run, double *in_flight)
{
    return run->traits->concurrency == CONCURRENCY_MEASURED &&
           run_value_of(run, "concurrency_measured", in_flight);
}

static void look_at_rate(struct inspection *inspection, size_t number, const struct run *run)
{
    struct arena *arena = inspection->draft->arena;
    double rate, seconds, requests;
    if (!run_value_of(run, "requests_per_second", &rate) ||
        !run_value_of(run, "time_taken_s", &seconds) ||
        !run_value_of(run, "requests_complete", &requests) || !(requests > 0) || !(rate > 0) ||
        !(seconds > 0))
        return;
    /* A printed time can be off by a whole step: older versions cut instead of rounding. */
    double step = step_of(run, "time_taken_s", 0.01);
    double tolerance = RATE_TOLERANCE + step / seconds +
                       step_of(run, "requests_per_second", 0.01) / rate +
                       step_of(run, "requests_complete", 0) / requests;
    if (fabs(rate * seconds / requests - 1) > tolerance)
        found_in_run(inspection, NOTE_BLOCKS, number,
                     "%s requests per second for %s s would be %s requests, not %s",
                     words_number(arena, rate), words_number(arena, seconds),
                     words_count(arena, rate * seconds), words_count(arena, requests));
}

void check_rate_mismatch(struct inspection *inspection)
{
    for_each_log(inspection, look_at_rate);
}

/*
 * Requests in flight by Little's law, at the least that rounding allows: ab's
 * table has whole milliseconds; some tools measure the average themselves.
 */
static bool least_in_flight(const struct run *run, double *in_flight)
{
    double rate, mean, seconds;
    if (measured_in_flight(run, in_flight)) {
        if (run_value_of(run, "time_taken_s", &seconds) && seconds > 0)
            *in_flight /= 1 + step_of(run, "time_taken_s", 0.01) / seconds;
        return true;
    }
    if (!run_value_of(run, "requests_per_second", &rate) ||
        !run_value_of(run, "latency_total_mean_ms", &mean))
        return false;
    mean -= step_of(run, "latency_total_mean_ms", 1) / 2;
    return mean > 0 && effective_concurrency(rate, mean, in_flight);
}

static void look_at_excess(struct inspection *inspection, size_t number, const struct run *run)
{
    struct arena *arena = inspection->draft->arena;
    double in_flight, asked = run->config.concurrency;
    if (!(asked > 0) || !least_in_flight(run, &in_flight) ||
        in_flight <= asked * (1 + CONCURRENCY_TOLERANCE))
        return;
    found_in_run(inspection, NOTE_BLOCKS, number, "%s requests in flight on average, %s asked for",
                 words_number(arena, in_flight), words_count(arena, asked));
}

void check_concurrency_exceeded(struct inspection *inspection)
{
    for_each_log(inspection, look_at_excess);
}

static void look_at_shortfall(struct inspection *inspection, size_t number, const struct run *run)
{
    struct arena *arena = inspection->draft->arena;
    double in_flight, asked = run->config.concurrency;
    /* Where the mean is computed from the rate, mean-not-measured says the same. */
    if (!(asked > 1) || !measured_in_flight(run, &in_flight) || !(in_flight > 0) ||
        in_flight >= asked / 2)
        return;
    found_in_run(inspection, NOTE_INFORMS, number, "%s requests in flight on average, %s asked for",
                 words_number(arena, in_flight), words_count(arena, asked));
}

void check_concurrency_not_reached(struct inspection *inspection)
{
    for_each_log(inspection, look_at_shortfall);
}

static void look_at_mean(struct inspection *inspection, size_t number, const struct run *run)
{
    struct arena *arena = inspection->draft->arena;
    double computed, measured;
    if (run->traits->mean != MEAN_COMPUTED || !run_value_of(run, "latency_mean_ms", &computed) ||
        !run_value_of(run, "latency_total_mean_ms", &measured) ||
        fabs(computed - measured) <= fmax(1, 0.02 * measured))
        return;
    struct metric_set *metrics = inspection->draft->metrics;
    const struct metric *mean = metric_find(metrics, text_of("latency_mean_ms"));
    found_about(inspection, NOTE_WARNS,
                (struct subject){.run = number, .metric = mean, .blocks_metric = true},
                "mean %s ms as computed, %s ms as measured", words_number(arena, computed),
                words_number(arena, measured));
}

/* No verdict rests on the mean; comparisons of other metrics stand. */
void check_mean_not_measured(struct inspection *inspection)
{
    for_each_log(inspection, look_at_mean);
}

static void look_at_waiting(struct inspection *inspection, size_t number, const struct run *run)
{
    struct arena *arena = inspection->draft->arena;
    double waiting, processing;
    if (!run_value_of(run, "waiting_mean_ms", &waiting) ||
        !run_value_of(run, "processing_mean_ms", &processing) || waiting <= processing + 1)
        return;
    found_in_run(inspection, NOTE_WARNS, number, "waiting %s ms, processing %s ms on average",
                 words_number(arena, waiting), words_number(arena, processing));
}

void check_waiting_exceeds(struct inspection *inspection)
{
    for_each_log(inspection, look_at_waiting);
}

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

void check_keepalive_unused(struct inspection *inspection)
{
    for_each_used(inspection, look_at_keepalive);
}

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
void check_not_used(struct inspection *inspection)
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

static void look_at_partial(struct inspection *inspection, size_t number, const struct run *run)
{
    if (run->status == RUN_PARTIAL)
        found_in_run(inspection, NOTE_INFORMS, number, "%s", end_of(inspection, run));
}

void check_partial(struct inspection *inspection)
{
    for_each_used(inspection, look_at_partial);
}

static void look_at_stop(struct inspection *inspection, size_t number, const struct run *run)
{
    if (run->status == RUN_INTERRUPTED)
        found_in_run(inspection, NOTE_INFORMS, number, "stopped by hand");
}

void check_timed_interrupted(struct inspection *inspection)
{
    for_each_used(inspection, look_at_stop);
}

void check_dropped(struct inspection *inspection)
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

/* The smallest value of a metric among the used runs; NAN: none has it. */
static double least_of(const struct group *group, const char *key)
{
    const struct summary *summary = group_summary_by_key(group, key);
    return summary == NULL ? ABSENT : summary->min;
}

void check_short_run(struct inspection *inspection)
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
void check_percentile_support(struct inspection *inspection)
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

void check_coarse_latency(struct inspection *inspection)
{
    const struct group *group = inspected_group(inspection);
    struct arena *arena = inspection->draft->arena;
    static const char *const keys[] = {"latency_p50_ms", "latency_median_ms",
                                       "latency_total_mean_ms"};
    for (size_t i = 0; i < sizeof keys / sizeof *keys; i++) {
        const struct summary *summary = group_summary_by_key(group, keys[i]);
        if (summary == NULL || !(summary->resolution > 0))
            continue;
        if (summary->mean <= summary->resolution)
            found(inspection, NOTE_INFORMS, "typical latency at or below %s ms",
                  words_number(arena, summary->resolution));
        return;
    }
}

/* Codes that say what another check says of the run in its own words. */
static bool is_said_elsewhere(const struct inspection *inspection, const struct run *run,
                              const char *code)
{
    const struct check *check = check_find(code);
    return strcmp(code, run_status_name(run->status)) == 0 ||
           (check != NULL && check->find != NULL && check != inspection->check);
}

/* A sentence without its full stop: the note sets one. */
static const char *clause_of(const struct inspection *inspection, const char *sentence)
{
    size_t length = strlen(sentence);
    while (length > 0 && sentence[length - 1] == '.')
        length--;
    return arena_copy(inspection->draft->arena, sentence, length);
}

/* Remarks of the reader that change nothing; those with words are told by their lines. */
static const struct {
    const char *code, *words;
} remarks[] = {
    {"passed-over",         "figures outside of a report, repeated there, count as no run"},
    {"time-taken-decoded",  NULL                                                          },
    {"html-rate-corrected", NULL                                                          },
    {"csv-tail",            NULL                                                          },
};

static void report_warning(struct inspection *inspection, size_t run, const struct warning *warning)
{
    struct arena *arena = inspection->draft->arena;
    enum severity severity = NOTE_WARNS;
    for (size_t i = 0; i < sizeof remarks / sizeof *remarks; i++) {
        if (strcmp(remarks[i].code, warning->code) != 0)
            continue;
        severity = NOTE_INFORMS;
        if (remarks[i].words != NULL && warning->line > 0) {
            const char *line = arena_format(arena, "%zu", warning->line);
            found_about(inspection, severity, (struct subject){.run = run, .line = line}, "%s",
                        remarks[i].words);
            return;
        }
    }
    found_in_run(inspection, severity, run, "%s", clause_of(inspection, warning->text));
}

void check_log_warnings(struct inspection *inspection)
{
    const struct group *group = inspected_group(inspection);
    for (size_t i = 0; i < group->run_count && !group->archived; i++) {
        const struct run *run = inspection->draft->analysis->runs[group->runs[i]];
        for (size_t w = 0; w < run->warning_count; w++) {
            if (is_said_elsewhere(inspection, run, run->warnings[w].code))
                continue;
            inspection->code = run->warnings[w].code;
            report_warning(inspection, group->runs[i], &run->warnings[w]);
        }
    }
}
