/*
 * Every check: what makes it speak, and what it leaves alone.
 */
#include "bench.h"
#include "../check/check.h"

static struct run *run_of(struct bench *bench, size_t i)
{
    return bench->runs.runs[i];
}

static void failed_fires(struct bench *bench)
{
    bench_set_b(bench, "requests_failed", 150);
}

static void failed_does_not(struct bench *bench)
{
    bench_set_b(bench, "requests_failed", 0);
}

/* Length failures are in ab's count, and no failures. */
static void length_in_the_count(struct bench *bench)
{
    bench_set_b(bench, "requests_failed", 5000);
    bench_set_b(bench, "failed_connect", 0);
    bench_set_b(bench, "failed_receive", 0);
    bench_set_b(bench, "failed_exceptions", 0);
    bench_set_b(bench, "failed_length", 5000);
}

static void non_2xx_fires(struct bench *bench)
{
    bench_set_b(bench, "non_2xx", 10000);
}

static void repeats_are_assumed(struct bench *bench)
{
    run_of(bench, 4)->assumed_repeat = true;
}

static void siege_404_fires(struct bench *bench)
{
    bench_siege_b(bench);
    bench_set_b(bench, "successful", 0);
}

/* Redirects count as successful twice. */
static void more_successful_than_complete(struct bench *bench)
{
    bench_siege_b(bench);
    bench_set_b(bench, "successful", 12000);
}

static void error_page_fires(struct bench *bench)
{
    bench_set_b(bench, "failed_length", 9989);
    for (size_t i = 3; i < 6; i++)
        run_of(bench, i)->target.document_length = 2103;
}

static void dynamic_page(struct bench *bench)
{
    bench_set_b(bench, "failed_length", 9000);
    for (size_t i = 3; i < 6; i++)
        run_of(bench, i)->target.document_length = 1020;
}

static void failures_differ_fires(struct bench *bench)
{
    bench_set_b(bench, "requests_failed", 20);
}

static void failures_alike(struct bench *bench)
{
    bench_set_b(bench, "requests_failed", 20);
    for (size_t i = 0; i < 3; i++)
        bench_set(bench, run_of(bench, i), "requests_failed", 19);
}

/* A table that has a column of failures and none of requests. */
static void uncounted(struct bench *bench, double a, double b)
{
    for (size_t i = 0; i < 6; i++) {
        bench_unset(bench, run_of(bench, i), "requests_complete");
        bench_unset(bench, run_of(bench, i), "non_2xx");
        bench_set(bench, run_of(bench, i), "requests_failed", i < 3 ? a : b);
    }
}

static void uncounted_unlike(struct bench *bench)
{
    uncounted(bench, 0, 95);
}

static void uncounted_alike(struct bench *bench)
{
    uncounted(bench, 95, 90);
}

static void uncounted_none(struct bench *bench)
{
    uncounted(bench, 0, 0);
}

/* One side says of how many requests, the other does not. */
static void half_counted(struct bench *bench)
{
    uncounted(bench, 0, 95);
    for (size_t i = 0; i < 3; i++)
        bench_set(bench, run_of(bench, i), "requests_complete", 10000);
}

static void uncounted_without_success(struct bench *bench)
{
    uncounted(bench, 0, 10);
    bench_set_b(bench, "successful", 0);
}

static void uncounted_with_success(struct bench *bench)
{
    uncounted(bench, 0, 10);
    bench_set_b(bench, "successful", 1);
}

static void failed_overlap_fires(struct bench *bench)
{
    bench_set_b(bench, "requests_failed", 600);
    bench_set_b(bench, "failed_connect", 0);
    bench_set_b(bench, "failed_receive", 200);
    bench_set_b(bench, "failed_length", 200);
    bench_set_b(bench, "failed_exceptions", 200);
}

static void rate_mismatch_fires(struct bench *bench)
{
    bench_set_b(bench, "time_taken_s", 30);
}

/* A time of 1 ms in steps of 1 ms says little. */
static void coarse_time(struct bench *bench)
{
    bench_set(bench, run_of(bench, 3), "requests_complete", 5);
    bench_set(bench, run_of(bench, 3), "requests_per_second", 6756.76);
    bench_set_step(bench, run_of(bench, 3), "time_taken_s", 0.001, 0.001);
}

static void concurrency_exceeded_fires(struct bench *bench)
{
    bench_set_step(bench, run_of(bench, 3), "latency_total_mean_ms", 30, 1);
}

static void siege_busy(struct bench *bench)
{
    bench_siege_b(bench);
    bench_set_b(bench, "concurrency_measured", 8.05);
}

static void siege_idle(struct bench *bench)
{
    bench_siege_b(bench);
    bench_set_b(bench, "concurrency_measured", 2);
}

static void siege_half_busy(struct bench *bench)
{
    bench_siege_b(bench);
    bench_set_b(bench, "concurrency_measured", 5);
}

static void single_run_of_errors(struct bench *bench)
{
    bench_set(bench, bench_run(bench, "c", 510), "non_2xx", 10000);
}

static void mean_not_measured_fires(struct bench *bench)
{
    bench_set_step(bench, run_of(bench, 3), "latency_total_mean_ms", 3, 1);
}

static void mean_rounded(struct bench *bench)
{
    bench_set_step(bench, run_of(bench, 3), "latency_total_mean_ms", 14, 1);
}

static void waiting_exceeds_fires(struct bench *bench)
{
    bench_set(bench, run_of(bench, 3), "waiting_mean_ms", 5000);
    bench_set(bench, run_of(bench, 3), "processing_mean_ms", 14);
}

static void waiting_within(struct bench *bench)
{
    bench_set(bench, run_of(bench, 3), "waiting_mean_ms", 14);
    bench_set(bench, run_of(bench, 3), "processing_mean_ms", 14);
}

static void aborted_fires(struct bench *bench)
{
    run_of(bench, 3)->status = RUN_ABORTED;
}

static void none_of_b_is_usable(struct bench *bench)
{
    for (size_t i = 3; i < 6; i++)
        run_of(bench, i)->status = RUN_ABORTED;
}

static void one_of_b_is_usable(struct bench *bench)
{
    none_of_b_is_usable(bench);
    run_of(bench, 3)->status = RUN_COMPLETE;
}

static void partial_fires(struct bench *bench)
{
    run_of(bench, 3)->status = RUN_PARTIAL;
}

static void stopped_fires(struct bench *bench)
{
    run_of(bench, 3)->status = RUN_INTERRUPTED;
}

static void planned_and_interrupted(struct bench *bench)
{
    run_of(bench, 3)->status = RUN_INTERRUPTED;
    run_of(bench, 3)->config.requests = 100000;
}

static void dropped_fires(struct bench *bench)
{
    bench->settings.drop_first = 1;
}

static void short_run_fires(struct bench *bench)
{
    bench_set(bench, run_of(bench, 3), "requests_complete", 900);
    bench_set(bench, run_of(bench, 3), "time_taken_s", 1.5);
}

static void percentile_support_fires(struct bench *bench)
{
    bench_set(bench, run_of(bench, 3), "requests_complete", 500);
    bench_set(bench, run_of(bench, 3), "time_taken_s", 500.0 / 600);
}

static void exactly_ten_beyond(struct bench *bench)
{
    bench_set(bench, run_of(bench, 3), "requests_complete", 1000);
    bench_set(bench, run_of(bench, 3), "time_taken_s", 1000.0 / 600);
}

static void coarse_latency_fires(struct bench *bench)
{
    for (size_t i = 3; i < 6; i++)
        bench_set_step(bench, run_of(bench, i), "latency_p50_ms", 0, 1);
}

static void keepalive_unused_fires(struct bench *bench)
{
    for (size_t i = 0; i < 6; i++) {
        run_of(bench, i)->config.keepalive = ANSWER_YES;
        bench_set(bench, run_of(bench, i), "keepalive_requests", 0);
    }
}

static void keepalive_mostly_used(struct bench *bench)
{
    keepalive_unused_fires(bench);
    for (size_t i = 0; i < 6; i++)
        bench_set(bench, run_of(bench, i), "keepalive_requests", 9901);
}

static void same_text_fires(struct bench *bench)
{
    run_of(bench, 4)->source.fingerprint = run_of(bench, 3)->source.fingerprint;
}

static void same_text_unusable(struct bench *bench)
{
    run_of(bench, 4)->source.fingerprint = run_of(bench, 3)->source.fingerprint;
    run_of(bench, 4)->status = run_of(bench, 3)->status = RUN_ABORTED;
}

/* siege prints too few digits to prove a copy. */
static void same_summary_fires(struct bench *bench)
{
    bench_siege_b(bench);
    run_of(bench, 4)->source.fingerprint = run_of(bench, 3)->source.fingerprint;
}

static void same_numbers_fires(struct bench *bench)
{
    RATES(bench, "c", 64.84, 60.54, 58.53);
    RATES(bench, "d", 64.84, 60.54, 58.53);
}

/* Round numbers agree by chance. */
static void same_round_numbers(struct bench *bench)
{
    RATES(bench, "c", 64, 60, 58);
    RATES(bench, "d", 64, 60, 58);
}

static void high_variation_fires(struct bench *bench)
{
    RATES(bench, "b", 900, 1000);
}

static void low_variation(struct bench *bench)
{
    RATES(bench, "b", 640, 560);
}

/* The CV of two runs is too uncertain to block. */
static void two_that_differ(struct bench *bench)
{
    RATES(bench, "c", 250, 500);
}

static void warm_up_fires(struct bench *bench)
{
    RATES(bench, "c", 125, 500, 500, 505.05, 495.05);
}

static void first_a_little_slower(struct bench *bench)
{
    RATES(bench, "c", 480, 500, 510, 505, 495);
}

/* So far off that one of the others could be. */
static void first_within_the_scatter(struct bench *bench)
{
    RATES(bench, "c", 440, 520, 450, 560, 480);
}

/* A fast first run is no warm-up. */
static void first_faster(struct bench *bench)
{
    RATES(bench, "c", 800, 500, 510, 505, 495);
}

static void labelled_warm_up_fires(struct bench *bench)
{
    RATES(bench, "Puma (Initial run)", 1093.26);
    RATES(bench, "Puma (2nd run)", 4125.61);
}

static void labelled_alike(struct bench *bench)
{
    RATES(bench, "Puma (Initial run)", 4000);
    RATES(bench, "Puma (2nd run)", 4125.61);
    RATES(bench, "Thin (2nd run)", 9000);
}

static void outlier_fires(struct bench *bench)
{
    RATES(bench, "c", 500, 502, 499, 501, 300, 500.5);
}

static void no_outlier(struct bench *bench)
{
    RATES(bench, "c", 500, 502, 499, 501, 485, 500.5);
}

static void drift_fires(struct bench *bench)
{
    RATES(bench, "c", 500, 510, 515, 525, 540, 551);
}

/* By the clock there is no drift. */
static void drift_of_order_only(struct bench *bench)
{
    static const char *const times[] = {"2026-03-02T10:03", "2026-03-02T10:01", "2026-03-02T10:05",
                                        "2026-03-02T10:02", "2026-03-02T10:06", "2026-03-02T10:04"};
    drift_fires(bench);
    for (size_t i = 0; i < 6; i++)
        run_of(bench, 6 + i)->time = times[i];
}

static void small_drift(struct bench *bench)
{
    RATES(bench, "c", 500, 500.5, 501, 501.5, 502, 502.5);
}

static void lag_fires(struct bench *bench)
{
    RATES(bench, "c", 500, 510, 520, 518, 508, 496, 487, 484, 492, 504, 514, 519);
}

static void no_lag(struct bench *bench)
{
    RATES(bench, "c", 500, 510, 495, 512, 498, 505, 493, 508, 501, 499, 507, 496);
}

static void time_all(struct bench *bench, const char *const *times)
{
    for (size_t i = 0; i < bench->runs.count; i++)
        run_of(bench, i)->time = times[i];
}

static void block_order_fires(struct bench *bench)
{
    static const char *const times[] = {"2026-03-02T10:01", "2026-03-02T10:02", "2026-03-02T10:03",
                                        "2026-03-02T10:04", "2026-03-02T10:05", "2026-03-02T10:06"};
    time_all(bench, times);
}

static void taken_in_turn(struct bench *bench)
{
    static const char *const times[] = {"2026-03-02T10:01", "2026-03-02T10:03", "2026-03-02T10:05",
                                        "2026-03-02T10:02", "2026-03-02T10:04", "2026-03-02T10:06"};
    time_all(bench, times);
}

static void hidden_setting_fires(struct bench *bench)
{
    run_of(bench, 3)->tool_version = "2.4";
}

static void hidden_length_fires(struct bench *bench)
{
    run_of(bench, 3)->target.document_length = 500;
}

static void length_alike(struct bench *bench)
{
    run_of(bench, 3)->target.document_length = 1001;
}

static void unequal_runs_fires(struct bench *bench)
{
    bench_set(bench, run_of(bench, 3), "requests_complete", 80000);
    bench_set(bench, run_of(bench, 3), "time_taken_s", 80000.0 / 600);
}

static void runs_of_timed_length(struct bench *bench)
{
    bench_set(bench, run_of(bench, 3), "requests_complete", 12000);
    bench_set(bench, run_of(bench, 3), "time_taken_s", 20);
}

static void without_sd(struct bench *bench)
{
    for (size_t i = 0; i < 6; i++)
        bench_unset(bench, run_of(bench, i), "latency_sd_ms");
}

static void other_concurrency(struct bench *bench)
{
    for (size_t i = 3; i < 6; i++) {
        run_of(bench, i)->config.concurrency = 16;
        bench_unset(bench, run_of(bench, i), "latency_total_mean_ms");
    }
}

static void unknown_concurrency(struct bench *bench)
{
    for (size_t i = 3; i < 6; i++)
        run_of(bench, i)->config.concurrency = ABSENT;
}

static void other_keepalive(struct bench *bench)
{
    for (size_t i = 3; i < 6; i++)
        run_of(bench, i)->config.keepalive = ANSWER_YES;
}

static void unknown_keepalive(struct bench *bench)
{
    for (size_t i = 3; i < 6; i++)
        run_of(bench, i)->config.keepalive = ANSWER_UNKNOWN;
}

static void other_path(struct bench *bench)
{
    for (size_t i = 3; i < 6; i++)
        run_of(bench, i)->target.path = "/other";
}

static void other_length(struct bench *bench)
{
    for (size_t i = 3; i < 6; i++)
        run_of(bench, i)->target.document_length = 1200;
}

static void length_within_ten_percent(struct bench *bench)
{
    for (size_t i = 3; i < 6; i++)
        run_of(bench, i)->target.document_length = 1090;
}

static void other_requests(struct bench *bench)
{
    for (size_t i = 0; i < 6; i++)
        run_of(bench, i)->config.requests = i < 3 ? 10000 : 20000;
}

static void same_requests(struct bench *bench)
{
    for (size_t i = 0; i < 6; i++)
        run_of(bench, i)->config.requests = 10000;
}

static void level_alone(struct bench *bench)
{
    bench_run_at(bench, "b", 64, 700);
}

static void archive_of(struct bench *bench, int runs)
{
    for (int i = 0; i < runs; i++) {
        bench_run_in(bench, &bench->against, "a", 500 + i);
        bench_run_in(bench, &bench->against, "b", 600 + i);
    }
}

static void few_archived_fires(struct bench *bench)
{
    archive_of(bench, 4);
}

static void archived_failures_fire(struct bench *bench)
{
    archive_of(bench, 6);
    bench_set(bench, bench->against.runs[5], "non_2xx", 5000);
}

static void level_changed_fires(struct bench *bench)
{
    archive_of(bench, 12);
    for (size_t i = 0; i < 12; i++)
        bench_set(bench, bench->against.runs[i], "requests_per_second", 300 + (double)i);
}

static void past_alarms_fire(struct bench *bench)
{
    archive_of(bench, 12);
}

static void archived_enough(struct bench *bench)
{
    archive_of(bench, 5);
}

static void few_runs_fires(struct bench *bench)
{
    RATES(bench, "c", 510);
}

static void print_steps(struct bench *bench, double step)
{
    for (size_t i = 0; i < 6; i++)
        bench_set_step(bench, run_of(bench, i), "requests_per_second", i < 3 ? 500 : 501, step);
}

static void below_resolution_fires(struct bench *bench)
{
    print_steps(bench, 1);
}

static void above_resolution(struct bench *bench)
{
    print_steps(bench, 0.01);
}

static void second_opinion_fires(struct bench *bench)
{
    RATES(bench, "a", 501, 502);
    RATES(bench, "c", 520, 521, 519, 520, 496);
}

static void unmatched_rows_fires(struct bench *bench)
{
    bench_run_at(bench, "b", 64, 700);
    bench_run_at(bench, "a", 128, 700);
}

static void matched_rows(struct bench *bench)
{
    bench_run_at(bench, "b", 64, 700);
    bench_run_at(bench, "a", 64, 700);
}

static void combined_fires(struct bench *bench)
{
    bench->settings.combine = COMBINE_SEQUENTIAL;
}

static void without_percentiles(struct bench *bench)
{
    for (size_t i = 0; i < 6; i++) {
        bench_unset(bench, run_of(bench, i), "latency_p50_ms");
        bench_unset(bench, run_of(bench, i), "latency_p99_ms");
    }
}

static void without_latencies(struct bench *bench)
{
    static const char *const keys[] = {"latency_mean_ms", "latency_total_mean_ms", "latency_sd_ms",
                                       "latency_max_ms"};
    without_percentiles(bench);
    for (size_t i = 0; i < 6; i++) {
        for (size_t k = 0; k < sizeof keys / sizeof *keys; k++)
            bench_unset(bench, run_of(bench, i), keys[k]);
    }
}

static void other_tool(struct bench *bench)
{
    bench_siege_b(bench);
}

/* To be called by their tools makes them no more alike. */
static void called_by_their_tools(struct bench *bench)
{
    bench_siege_b(bench);
    for (size_t i = 0; i < 6; i++)
        run_of(bench, i)->label = run_of(bench, i)->tool;
}

static void tool_warning_fires(struct bench *bench)
{
    run_warn(run_of(bench, 3), &bench->arena, "log-warning", 12,
             "The median and mean are more than twice the standard deviation apart.");
}

static void nothing_wrong(struct bench *bench)
{
    (void)bench;
}

/* What makes a check speak, and what is near it and does not. */
struct example {
    const char *code;
    enum severity severity;
    void (*fires)(struct bench *);
    void (*does_not)(struct bench *);
};

static const struct example examples[] = {
    {"failed",                  NOTE_BLOCKS,  failed_fires,               failed_does_not              },
    {"failed",                  NOTE_INFORMS, failures_alike,             length_in_the_count          },
    {"failed",                  NOTE_WARNS,   uncounted_alike,            uncounted_none               },
    {"non-2xx",                 NOTE_BLOCKS,  non_2xx_fires,              nothing_wrong                },
    {"non-2xx",                 NOTE_BLOCKS,  siege_404_fires,            more_successful_than_complete},
    {"no-success",              NOTE_BLOCKS,  siege_404_fires,            bench_siege_b                },
    {"no-success",              NOTE_BLOCKS,  uncounted_without_success,  uncounted_with_success       },
    {"error-page",              NOTE_BLOCKS,  error_page_fires,           dynamic_page                 },
    {"failures-differ",         NOTE_BLOCKS,  failures_differ_fires,      failures_alike               },
    {"failures-differ",         NOTE_BLOCKS,  uncounted_unlike,           uncounted_alike              },
    {"failures-differ",         NOTE_BLOCKS,  half_counted,               uncounted_none               },
    {"length-failures",         NOTE_INFORMS, length_in_the_count,        failed_fires                 },
    {"failed-overlap",          NOTE_INFORMS, failed_overlap_fires,       length_in_the_count          },
    {"rate-mismatch",           NOTE_BLOCKS,  rate_mismatch_fires,        coarse_time                  },
    {"concurrency-exceeded",    NOTE_BLOCKS,  concurrency_exceeded_fires, siege_busy                   },
    {"concurrency-not-reached", NOTE_INFORMS, siege_idle,                 siege_half_busy              },
    {"mean-not-measured",       NOTE_WARNS,   mean_not_measured_fires,    mean_rounded                 },
    {"waiting-exceeds",         NOTE_WARNS,   waiting_exceeds_fires,      waiting_within               },
    {"not-used",                NOTE_WARNS,   aborted_fires,              stopped_fires                },
    {"not-used",                NOTE_WARNS,   planned_and_interrupted,    partial_fires                },
    {"not-used",                NOTE_BLOCKS,  none_of_b_is_usable,        one_of_b_is_usable           },
    {"partial",                 NOTE_INFORMS, partial_fires,              nothing_wrong                },
    {"stopped",                 NOTE_INFORMS, stopped_fires,              planned_and_interrupted      },
    {"dropped",                 NOTE_INFORMS, dropped_fires,              nothing_wrong                },
    {"short-run",               NOTE_WARNS,   short_run_fires,            nothing_wrong                },
    {"percentile-support",      NOTE_WARNS,   percentile_support_fires,   exactly_ten_beyond           },
    {"coarse-latency",          NOTE_INFORMS, coarse_latency_fires,       nothing_wrong                },
    {"keepalive-unused",        NOTE_WARNS,   keepalive_unused_fires,     keepalive_mostly_used        },
    {"same-text",               NOTE_BLOCKS,  same_text_fires,            same_text_unusable           },
    {"same-text",               NOTE_BLOCKS,  same_text_fires,            same_summary_fires           },
    {"same-summary",            NOTE_INFORMS, same_summary_fires,         same_text_fires              },
    {"same-numbers",            NOTE_WARNS,   same_numbers_fires,         same_round_numbers           },
    {"high-variation",          NOTE_WARNS,   high_variation_fires,       low_variation                },
    {"high-variation",          NOTE_BLOCKS,  warm_up_fires,              low_variation                },
    {"high-variation",          NOTE_BLOCKS,  warm_up_fires,              two_that_differ              },
    {"warm-up",                 NOTE_WARNS,   warm_up_fires,              first_a_little_slower        },
    {"warm-up",                 NOTE_WARNS,   warm_up_fires,              first_faster                 },
    {"warm-up",                 NOTE_WARNS,   warm_up_fires,              first_within_the_scatter     },
    {"labelled-warm-up",        NOTE_WARNS,   labelled_warm_up_fires,     labelled_alike               },
    {"outlier",                 NOTE_WARNS,   outlier_fires,              no_outlier                   },
    {"drift",                   NOTE_WARNS,   drift_fires,                small_drift                  },
    {"drift",                   NOTE_WARNS,   drift_fires,                drift_of_order_only          },
    {"lag",                     NOTE_WARNS,   lag_fires,                  no_lag                       },
    {"block-order",             NOTE_INFORMS, block_order_fires,          taken_in_turn                },
    {"hidden-setting",          NOTE_WARNS,   hidden_setting_fires,       nothing_wrong                },
    {"hidden-setting",          NOTE_WARNS,   hidden_length_fires,        length_alike                 },
    {"unequal-runs",            NOTE_WARNS,   unequal_runs_fires,         runs_of_timed_length         },
    {"between-runs",            NOTE_INFORMS, nothing_wrong,              without_sd                   },
    {"assumed-repeats",         NOTE_INFORMS, repeats_are_assumed,        nothing_wrong                },
    {"concurrency-differs",     NOTE_BLOCKS,  other_concurrency,          unknown_concurrency          },
    {"keepalive-differs",       NOTE_BLOCKS,  other_keepalive,            unknown_keepalive            },
    {"tool-differs",            NOTE_BLOCKS,  other_tool,                 nothing_wrong                },
    {"tool-differs",            NOTE_BLOCKS,  called_by_their_tools,      nothing_wrong                },
    {"target-differs",          NOTE_INFORMS, other_path,                 nothing_wrong                },
    {"document-length-differs", NOTE_INFORMS, other_length,               length_within_ten_percent    },
    {"requests-differ",         NOTE_INFORMS, other_requests,             same_requests                },
    {"no-baseline",             NOTE_INFORMS, level_alone,                nothing_wrong                },
    {"archived-failures",       NOTE_INFORMS, archived_failures_fire,     archived_enough              },
    {"level-changed",           NOTE_INFORMS, level_changed_fires,        archived_enough              },
    {"past-alarms",             NOTE_INFORMS, past_alarms_fire,           archived_enough              },
    {"few-archived",            NOTE_INFORMS, few_archived_fires,         archived_enough              },
    {"few-runs",                NOTE_WARNS,   few_runs_fires,             single_run_of_errors         },
    {"below-resolution",        NOTE_INFORMS, below_resolution_fires,     above_resolution             },
    {"second-opinion",          NOTE_WARNS,   second_opinion_fires,       nothing_wrong                },
    {"unmatched-rows",          NOTE_INFORMS, unmatched_rows_fires,       matched_rows                 },
    {"combined",                NOTE_INFORMS, combined_fires,             nothing_wrong                },
    {"typical-percentile",      NOTE_INFORMS, nothing_wrong,              without_percentiles          },
    {"coordinated-omission",    NOTE_INFORMS, without_percentiles,        without_latencies            },
    {"log-warning",             NOTE_WARNS,   tool_warning_fires,         nothing_wrong                },
};

#define EXAMPLES (sizeof examples / sizeof *examples)

static bool speaks(const struct example *example, void (*make)(struct bench *))
{
    struct bench bench;
    bench_init(&bench);
    bench_sound(&bench);
    make(&bench);
    bench_analyse(&bench);
    bool found = false;
    for (size_t i = 0; i < bench.analysis.note_count; i++) {
        const struct note *note = &bench.analysis.notes[i];
        found = found ||
                (strcmp(note->code, example->code) == 0 && note->severity == example->severity);
    }
    bench_release(&bench);
    return found;
}

static void each_check_speaks_of_its_example(void **state)
{
    size_t wrong = 0;
    (void)state;
    for (size_t i = 0; i < EXAMPLES; i++) {
        if (speaks(&examples[i], examples[i].fires))
            continue;
        print_error("example %zu of %s is not found\n", i, examples[i].code);
        wrong++;
    }
    assert_int_equal(wrong, 0);
}

static void each_check_leaves_what_is_sound(void **state)
{
    size_t wrong = 0;
    (void)state;
    for (size_t i = 0; i < EXAMPLES; i++) {
        if (!speaks(&examples[i], examples[i].does_not))
            continue;
        print_error("example %zu of %s is a false alarm\n", i, examples[i].code);
        wrong++;
    }
    assert_int_equal(wrong, 0);
}

static void every_check_has_an_example(void **state)
{
    const struct check *check;
    (void)state;
    for (size_t i = 0; (check = check_at(i)); i++) {
        bool has = false;
        for (size_t e = 0; e < EXAMPLES; e++)
            has = has || strcmp(examples[e].code, check->code) == 0;
        if (!has)
            fail_msg("%s has no example", check->code);
    }
}

static void codes_are_unique_and_summaries_short(void **state)
{
    const struct check *check;
    (void)state;
    for (size_t i = 0; (check = check_at(i)); i++) {
        assert_ptr_equal(check_find(check->code), check);
        assert_true(strlen(check->summary) <= 90);
    }
    assert_null(check_find("nothing"));
}

static void sound_runs_are_only_informed_of(void **state)
{
    struct bench *bench = *state;
    bench_sound(bench);
    bench_analyse(bench);
    for (size_t i = 0; i < bench->analysis.note_count; i++) {
        if (bench->analysis.notes[i].severity != NOTE_INFORMS)
            fail_msg("%s: %s", bench->analysis.notes[i].code, bench->analysis.notes[i].text);
    }
}

static void it_is_told_where_the_spread_comes_from(void **state)
{
    struct bench *bench = *state;
    bench_sound(bench);
    bench_analyse(bench);
    assert_non_null(strstr(bench_note(bench, "between-runs")->text, "only more runs"));
    bench->runs.count = 0;
    RATES(bench, "c", 500, 501, 499.5);
    bench_analyse(bench);
    assert_non_null(strstr(bench_note(bench, "between-runs")->text, "longer runs"));
}

static void blocks_with_drift_are_invalid(void **state)
{
    struct bench *bench = *state;
    static const char *const times[] = {"2026-03-02T10:01", "2026-03-02T10:02", "2026-03-02T10:03",
                                        "2026-03-02T10:04", "2026-03-02T10:05", "2026-03-02T10:06",
                                        "2026-03-02T10:07", "2026-03-02T10:08", "2026-03-02T10:09",
                                        "2026-03-02T10:10"};
    RATES(bench, "a", 500, 510, 515, 525, 540);
    RATES(bench, "b", 600, 602, 599, 601, 598);
    time_all(bench, times);
    bench_analyse(bench);
    assert_int_equal(bench_comparison(bench, "b")->verdict, VERDICT_INVALID);
    assert_string_equal(bench_comparison(bench, "b")->code, "block-order");
}

static void set_load(struct bench *bench, const struct traits *traits)
{
    for (size_t i = 0; i < 6; i++)
        run_of(bench, i)->traits = traits;
    bench_analyse(bench);
}

static void only_a_closed_loop_is_said_to_omit_waiting(void **state)
{
    struct bench *bench = *state;
    static const struct traits open_loop = {.load = LOAD_OPEN};
    bench_sound(bench);
    bench_analyse(bench);
    assert_non_null(bench_note(bench, "coordinated-omission"));
    set_load(bench, &open_loop);
    assert_null(bench_note(bench, "coordinated-omission"));
    set_load(bench, &traits_unknown);
    assert_null(bench_note(bench, "coordinated-omission"));
}

static void only_percentiles_that_are_shown_lack_support(void **state)
{
    struct bench *bench = *state;
    bench_sound(bench);
    for (size_t i = 0; i < 6; i++)
        bench_set_step(bench, run_of(bench, i), "latency_p99.9_ms", 20, 1);
    bench_analyse(bench);
    assert_null(bench_note(bench, "percentile-support"));
    const struct metric *metrics[] = {bench_metric(bench, "latency_p99.99_ms")};
    for (size_t i = 0; i < 6; i++)
        bench_set_step(bench, run_of(bench, i), "latency_p99.99_ms", 20, 1);
    bench->settings.metrics = metrics;
    bench->settings.metric_count = 1;
    bench_analyse(bench);
    assert_non_null(bench_note(bench, "percentile-support"));
}

static void a_warm_up_is_not_an_outlier_as_well(void **state)
{
    struct bench *bench = *state;
    RATES(bench, "a", 200, 500, 501, 499, 502);
    bench_analyse(bench);
    assert_non_null(bench_note(bench, "warm-up"));
    assert_null(bench_note(bench, "outlier"));
}

static void what_the_user_makes_the_axis_is_no_difference(void **state)
{
    struct bench *bench = *state;
    bench_sound(bench);
    bench_siege_b(bench);
    for (size_t i = 0; i < 6; i++)
        run_of(bench, i)->label = "a";
    bench->settings.columns = "tool";
    bench_analyse(bench);
    assert_int_equal(bench->analysis.comparison_count, 1);
    assert_null(bench_note(bench, "tool-differs"));
}

static void nothing_is_dropped_of_an_archive(void **state)
{
    struct bench *bench = *state;
    archive_of(bench, 6);
    bench_run(bench, "a", 500);
    bench_run(bench, "a", 501);
    bench->settings.drop_first = 1;
    bench_analyse(bench);
    const struct note *note = bench_note(bench, "dropped");
    assert_int_equal(note->group_count, 1);
    assert_false(bench->analysis.groups[note->groups[0]].archived);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        STATEMENT("each check speaks of its example", each_check_speaks_of_its_example),
        STATEMENT("each check leaves what is sound", each_check_leaves_what_is_sound),
        STATEMENT("what the user makes the axis is no difference",
                  what_the_user_makes_the_axis_is_no_difference),
        STATEMENT("nothing is dropped of an archive", nothing_is_dropped_of_an_archive),
        STATEMENT("every check has an example", every_check_has_an_example),
        STATEMENT("codes are unique and summaries short", codes_are_unique_and_summaries_short),
        STATEMENT("sound runs are only informed of", sound_runs_are_only_informed_of),
        STATEMENT("it is told where the spread comes from", it_is_told_where_the_spread_comes_from),
        STATEMENT("blocks with drift are invalid", blocks_with_drift_are_invalid),
        STATEMENT("only a closed loop is said to omit waiting",
                  only_a_closed_loop_is_said_to_omit_waiting),
        STATEMENT("only percentiles that are shown lack support",
                  only_percentiles_that_are_shown_lack_support),
        STATEMENT("a warm-up is not an outlier as well", a_warm_up_is_not_an_outlier_as_well),
    };
    cmocka_set_message_output(CM_OUTPUT_TAP);
    return cmocka_run_group_tests(tests, NULL, NULL);
}
