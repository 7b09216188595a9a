/*
 * Every check that has a threshold, a step on either side of it.
 */
#include "bench.h"
#include "../check/check.h"

/* The first run of b: 10,000 requests at 600 a second, eight at a time. */
static struct run *first_of_b(struct bench *bench)
{
    return bench->runs.runs[3];
}

static void set_first(struct bench *bench, const char *key, double value)
{
    bench_set(bench, first_of_b(bench), key, value);
}

static void failed(struct bench *bench, double value)
{
    bench_set_b(bench, "requests_failed", value);
}

static void non_2xx(struct bench *bench, double value)
{
    bench_set_b(bench, "non_2xx", value);
}

static void as_siege(struct bench *bench)
{
    first_of_b(bench)->traits = &bench_siege_traits;
    bench_unset(bench, first_of_b(bench), "non_2xx");
    set_first(bench, "availability_pct", 100);
}

static void successful(struct bench *bench, double value)
{
    as_siege(bench);
    set_first(bench, "successful", value);
}

static void document_length_of_b(struct bench *bench, double value)
{
    for (size_t i = 3; i < 6; i++)
        bench->runs.runs[i]->target.document_length = value;
}

static void length_failures(struct bench *bench, double value)
{
    bench_set_b(bench, "failed_length", value);
}

static void length_failures_of_another_page(struct bench *bench, double value)
{
    document_length_of_b(bench, 2103);
    length_failures(bench, value);
}

static void document_length_of_what_fails(struct bench *bench, double value)
{
    document_length_of_b(bench, value);
    length_failures(bench, 9000);
}

/* One request broke, and its exceptions may be the same one. */
static void exceptions(struct bench *bench, double value)
{
    set_first(bench, "requests_failed", 2);
    set_first(bench, "failed_connect", 0);
    set_first(bench, "failed_receive", 1);
    set_first(bench, "failed_exceptions", value);
}

/* Where one run of a fails now and then, too. */
static void failures_of_each_run(struct bench *bench, double value)
{
    bench_set(bench, bench->runs.runs[0], "requests_failed", 2);
    failed(bench, value);
}

static void time_taken(struct bench *bench, double value)
{
    set_first(bench, "time_taken_s", value);
}

static void time_taken_in_tenths(struct bench *bench, double value)
{
    bench_set_step(bench, first_of_b(bench), "time_taken_s", value, 0.1);
}

static void measured_mean(struct bench *bench, double value)
{
    bench_set_step(bench, first_of_b(bench), "latency_total_mean_ms", value, 1);
}

static void in_flight(struct bench *bench, double value)
{
    as_siege(bench);
    set_first(bench, "concurrency_measured", value);
}

static void in_flight_of_one(struct bench *bench, double value)
{
    first_of_b(bench)->config.concurrency = value;
    in_flight(bench, 0.4);
}

static void waiting(struct bench *bench, double value)
{
    set_first(bench, "processing_mean_ms", 14);
    set_first(bench, "waiting_mean_ms", value);
}

static void requests(struct bench *bench, double value)
{
    set_first(bench, "requests_complete", value);
}

static void median(struct bench *bench, double value)
{
    for (size_t i = 3; i < 6; i++)
        bench_set_step(bench, bench->runs.runs[i], "latency_p50_ms", value, 1);
}

static void kept_alive(struct bench *bench, double value)
{
    first_of_b(bench)->config.keepalive = ANSWER_YES;
    set_first(bench, "keepalive_requests", value);
}

/* Three runs of that CV. */
static void variation(struct bench *bench, double value)
{
    RATES(bench, "c", 600, 600 * (1 + value), 600 * (1 - value));
}

static void second_run(struct bench *bench, double value)
{
    RATES(bench, "Puma (1st run)", 1000);
    RATES(bench, "Puma (2nd run)", value);
}

static void document_length_of_a_run(struct bench *bench, double value)
{
    first_of_b(bench)->target.document_length = value;
}

static void requests_asked(struct bench *bench, double value)
{
    for (size_t i = 0; i < 6; i++)
        bench->runs.runs[i]->config.requests = i < 3 ? 10000 : value;
}

static void archived_runs(struct bench *bench, double value)
{
    for (int i = 0; i < value; i++) {
        bench_run_in(bench, &bench->against, "a", 500 + i);
        bench_run_in(bench, &bench->against, "b", 600 + i);
    }
}

/* 500 and 501 requests per second, in steps of so much. */
static void print_step(struct bench *bench, double value)
{
    for (size_t i = 0; i < 6; i++)
        bench_set_step(bench, bench->runs.runs[i], "requests_per_second", i < 3 ? 500 : 501, value);
}

/* One of five runs hides from the t test what the ranks see at 0.008. */
static void confidence(struct bench *bench, double value)
{
    bench->runs.count = 0;
    RATES(bench, "a", 500, 501, 502, 503, 504);
    RATES(bench, "b", 510, 511, 512, 513, 900);
    bench->settings.confidence = value;
}

static void runs_taken(struct bench *bench, double value)
{
    bench->runs.count = (size_t)value;
}

struct threshold {
    const char *code;
    enum severity severity;
    void (*set)(struct bench *bench, double value);
    double left, told; /* the last value that the check leaves alone, and the first that it tells */
};

static const struct threshold thresholds[] = {
    {"failed",                  NOTE_INFORMS, failed,                          0,      1     },
    {"failed",                  NOTE_BLOCKS,  failed,                          100,    101   },
    {"non-2xx",                 NOTE_INFORMS, non_2xx,                         0,      1     },
    {"non-2xx",                 NOTE_BLOCKS,  non_2xx,                         100,    101   },
    {"no-success",              NOTE_BLOCKS,  successful,                      1,      0     },
    {"error-page",              NOTE_BLOCKS,  length_failures_of_another_page, 100,    101   },
    {"error-page",              NOTE_BLOCKS,  document_length_of_what_fails,   1111,   1112  },
    {"error-page",              NOTE_BLOCKS,  document_length_of_what_fails,   900,    899   },
    {"length-failures",         NOTE_INFORMS, length_failures,                 0,      1     },
    {"failed-overlap",          NOTE_INFORMS, exceptions,                      0,      1     },
    {"failures-differ",         NOTE_BLOCKS,  failures_of_each_run,            3,      4     },
    {"rate-mismatch",           NOTE_BLOCKS,  time_taken,                      17.005, 17.015},
    {"rate-mismatch",           NOTE_BLOCKS,  time_taken,                      16.33,  16.32 },
    {"rate-mismatch",           NOTE_BLOCKS,  time_taken_in_tenths,            17.09,  17.11 },
    {"concurrency-exceeded",    NOTE_BLOCKS,  measured_mean,                   15.1,   15.2  },
    {"concurrency-exceeded",    NOTE_BLOCKS,  in_flight,                       8.8,    8.81  },
    {"concurrency-not-reached", NOTE_INFORMS, in_flight,                       4,      3.99  },
    {"concurrency-not-reached", NOTE_INFORMS, in_flight_of_one,                1,      1.01  },
    {"mean-not-measured",       NOTE_WARNS,   measured_mean,                   14.33,  14.34 },
    {"mean-not-measured",       NOTE_WARNS,   measured_mean,                   12.34,  12.33 },
    {"waiting-exceeds",         NOTE_WARNS,   waiting,                         15,     15.01 },
    {"short-run",               NOTE_WARNS,   time_taken,                      5,      4.99  },
    {"short-run",               NOTE_WARNS,   requests,                        1000,   999   },
    {"percentile-support",      NOTE_WARNS,   requests,                        1000,   999   },
    {"coarse-latency",          NOTE_INFORMS, median,                          1.01,   1     },
    {"keepalive-unused",        NOTE_WARNS,   kept_alive,                      5000,   4999  },
    {"high-variation",          NOTE_WARNS,   variation,                       0.099,  0.101 },
    {"high-variation",          NOTE_BLOCKS,  variation,                       0.299,  0.301 },
    {"labelled-warm-up",        NOTE_WARNS,   second_run,                      1249,   1250  },
    {"hidden-setting",          NOTE_WARNS,   document_length_of_a_run,        1111,   1112  },
    {"unequal-runs",            NOTE_WARNS,   requests,                        20000,  20001 },
    {"unequal-runs",            NOTE_WARNS,   requests,                        5000,   4999  },
    {"document-length-differs", NOTE_INFORMS, document_length_of_b,            1111,   1112  },
    {"document-length-differs", NOTE_INFORMS, document_length_of_b,            900,    899   },
    {"requests-differ",         NOTE_INFORMS, requests_asked,                  10000,  10001 },
    {"requests-differ",         NOTE_INFORMS, requests_asked,                  10000,  9999  },
    {"few-archived",            NOTE_INFORMS, archived_runs,                   5,      4     },
    {"below-resolution",        NOTE_INFORMS, print_step,                      0.99,   1     },
    {"second-opinion",          NOTE_WARNS,   confidence,                      0.995,  0.99  },
    {"second-opinion",          NOTE_WARNS,   confidence,                      0.6,    0.75  },
    {"typical-percentile",      NOTE_INFORMS, runs_taken,                      1,      2     },
};

static bool speaks(const struct threshold *threshold, double value)
{
    struct bench bench;
    bench_init(&bench);
    bench_sound(&bench);
    threshold->set(&bench, value);
    bench_analyse(&bench);
    bool found = false;
    for (size_t i = 0; i < bench.analysis.note_count; i++) {
        const struct note *note = &bench.analysis.notes[i];
        found = found ||
                (strcmp(note->code, threshold->code) == 0 && note->severity == threshold->severity);
    }
    bench_release(&bench);
    return found;
}

static void checks_speak_beyond_their_thresholds_alone(void **state)
{
    size_t wrong = 0;
    (void)state;
    for (size_t i = 0; i < sizeof thresholds / sizeof *thresholds; i++) {
        const struct threshold *threshold = &thresholds[i];
        if (speaks(threshold, threshold->left)) {
            print_error("%s speaks at %g already\n", threshold->code, threshold->left);
            wrong++;
        }
        if (!speaks(threshold, threshold->told)) {
            print_error("%s says nothing at %g\n", threshold->code, threshold->told);
            wrong++;
        }
    }
    assert_int_equal(wrong, 0);
}

/* The runs' means differ by 0.1 ms (sd), of 10,000 requests each. */
static const char *spread_told(struct bench *bench, double sd_of_requests)
{
    const double means[] = {14, 14.1, 13.9};
    bench->runs.count = 0;
    for (size_t i = 0; i < 3; i++) {
        struct run *run = bench_run(bench, "a", 571);
        bench_set(bench, run, "latency_mean_ms", means[i]);
        bench_set(bench, run, "latency_sd_ms", sd_of_requests);
    }
    bench_analyse(bench);
    return bench_note(bench, "between-runs")->text;
}

static void twice_the_noise_of_requests_lies_between_runs(void **state)
{
    struct bench *bench = *state;
    assert_non_null(strstr(spread_told(bench, 4.99), "only more runs"));
    assert_non_null(strstr(spread_told(bench, 5.01), "longer runs"));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        STATEMENT("checks speak beyond their thresholds alone",
                  checks_speak_beyond_their_thresholds_alone),
        STATEMENT("twice the noise of requests lies between runs",
                  twice_the_noise_of_requests_lies_between_runs),
    };
    cmocka_set_message_output(CM_OUTPUT_TAP);
    return cmocka_run_group_tests(tests, NULL, NULL);
}
