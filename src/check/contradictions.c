/*
 * Figures of one log that contradict each other.
 */
#include "check.h"

#include <math.h>
#include <string.h>

#include "../compare/measured_mean.h"
#include "../stats/throughput.h"
#include "../say/words.h"

/* Rate, time and requests agree to this, beside what rounding explains. */
#define RATE_TOLERANCE 0.02

/* Above what was asked for, beside what rounding explains. */
#define CONCURRENCY_TOLERANCE 0.10

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

/* What cannot be below 0: says so and is false where it is. */
static bool is_possible(struct inspection *inspection, size_t number, const struct run *run,
                        const char *key, const char *words)
{
    double value;
    if (!run_value_of(run, key, &value) || value >= 0)
        return true;
    found_in_run(inspection, NOTE_BLOCKS, number, "%s %s",
                 words_number(inspection->draft->arena, value), words);
    return false;
}

/* The three figures that must agree. */
struct throughput {
    double rate, seconds, requests;
};

/* Requests that nobody counted, or that no rate tells: beyond what rounds to 0. */
static bool is_one_nothing(const struct run *run, const struct throughput *told)
{
    if (told->requests > 0)
        return told->requests / told->seconds > step_of(run, "requests_per_second", 0.01);
    return told->rate * told->seconds >
           1 + step_of(run, "requests_complete", 0) +
               step_of(run, "requests_per_second", 0.01) * told->seconds;
}

static bool is_contradictory(const struct run *run, const struct throughput *told)
{
    if (!(told->requests > 0) && !(told->rate > 0))
        return false;
    if (!(told->requests > 0) || !(told->rate > 0))
        return is_one_nothing(run, told);
    /* A printed time can be off by a whole step: older versions cut instead of rounding. */
    double step = step_of(run, "time_taken_s", 0.01);
    double tolerance = RATE_TOLERANCE + step / told->seconds +
                       step_of(run, "requests_per_second", 0.01) / told->rate +
                       step_of(run, "requests_complete", 0) / told->requests;
    return fabs(told->rate * told->seconds / told->requests - 1) > tolerance;
}

static void look_at_rate(struct inspection *inspection, size_t number, const struct run *run)
{
    struct arena *arena = inspection->draft->arena;
    struct throughput told;
    if (!is_possible(inspection, number, run, "requests_per_second", "requests per second") ||
        !is_possible(inspection, number, run, "requests_complete", "requests") ||
        !is_possible(inspection, number, run, "time_taken_s", "s") ||
        !run_value_of(run, "requests_per_second", &told.rate) ||
        !run_value_of(run, "time_taken_s", &told.seconds) ||
        !run_value_of(run, "requests_complete", &told.requests) || !(told.seconds > 0) ||
        !is_contradictory(run, &told))
        return;
    found_in_run(inspection, NOTE_BLOCKS, number,
                 "%s requests per second for %s s would be %s requests, not %s",
                 words_number(arena, told.rate), words_number(arena, told.seconds),
                 words_count(arena, told.rate * told.seconds), words_count(arena, told.requests));
}

static void find_rate_mismatch(struct inspection *inspection)
{
    look_at_logs(inspection, look_at_rate);
}

static const struct check check_rate_mismatch = {
    .code = "rate-mismatch",
    .severity = NOTE_BLOCKS,
    .scope = CHECK_GROUP,
    .blocks_as = VERDICT_INVALID,
    .summary = "rate times time is not the number of requests",
    .advice = "The figures of this log contradict each other, so that none can be relied on; take "
              "the run from its original output.",
    .find = find_rate_mismatch,
};

/* What the tool itself measured of the requests in flight, where that is what counts. */
static bool measured_in_flight(const struct run *run, double *in_flight)
{
    return run->traits->concurrency == CONCURRENCY_MEASURED &&
           run_value_of(run, "concurrency_measured", in_flight);
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

static void find_concurrency_exceeded(struct inspection *inspection)
{
    look_at_logs(inspection, look_at_excess);
}

static const struct check check_concurrency_exceeded = {
    .code = "concurrency-exceeded",
    .severity = NOTE_BLOCKS,
    .scope = CHECK_GROUP,
    .blocks_as = VERDICT_INVALID,
    .summary = "more requests in flight than were asked for (Little's law)",
    .advice =
        "Rate times latency cannot exceed the concurrency: a figure is wrong or from another run.",
    .find = find_concurrency_exceeded,
};

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

static void find_concurrency_not_reached(struct inspection *inspection)
{
    look_at_logs(inspection, look_at_shortfall);
}

static const struct check check_concurrency_not_reached = {
    .code = "concurrency-not-reached",
    .severity = NOTE_INFORMS,
    .scope = CHECK_GROUP,
    .blocks_as = VERDICT_INVALID,
    .summary = "far fewer requests in flight than were asked for",
    .advice = "The users waited between requests (siege's delay) or the client was the bottleneck; "
              "siege -b leaves the delay out.",
    .find = find_concurrency_not_reached,
};

static void look_at_mean(struct inspection *inspection, size_t number, const struct run *run)
{
    struct arena *arena = inspection->draft->arena;
    double computed, measured;
    if (!mean_is_contradicted(run, &computed, &measured))
        return;
    struct metric_set *metrics = inspection->draft->metrics;
    const struct metric *mean = metric_find(metrics, text_of("latency_mean_ms"));
    found_about(inspection, NOTE_WARNS,
                (struct subject){.run = number, .metric = mean, .blocks_metric = true},
                "mean %s ms as computed, %s ms as measured", words_number(arena, computed),
                words_number(arena, measured));
}

/* No verdict rests on the mean; comparisons of other metrics stand. */
static void find_mean_not_measured(struct inspection *inspection)
{
    look_at_logs(inspection, look_at_mean);
}

static const struct check check_mean_not_measured = {
    .code = "mean-not-measured",
    .severity = NOTE_WARNS,
    .scope = CHECK_GROUP,
    .blocks_as = VERDICT_INVALID,
    .summary = "ab's first \"Time per request\" is not the mean that its table measured",
    .advice = "ab computes that line as concurrency x time / requests; the Total row of its table "
              "is what was measured and what is shown here, and no verdict rests on the mean.",
    .find = find_mean_not_measured,
};

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

static void find_waiting_exceeds(struct inspection *inspection)
{
    look_at_logs(inspection, look_at_waiting);
}

static const struct check check_waiting_exceeds = {
    .code = "waiting-exceeds",
    .severity = NOTE_WARNS,
    .scope = CHECK_GROUP,
    .blocks_as = VERDICT_INVALID,
    .summary = "waiting takes longer than processing, of which it is a part",
    .advice = "ab took some times without their start; its waiting figures are of no use here.",
    .find = find_waiting_exceeds,
};

const struct check_list contradictions_checks =
    CHECK_LIST(&check_rate_mismatch, &check_concurrency_exceeded, &check_concurrency_not_reached,
               &check_mean_not_measured, &check_waiting_exceeds);
