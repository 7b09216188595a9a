#include "check.h"

/*
 * A check that blocks makes a comparison invalid, or not comparable.  The code
 * is public: it stands in JSON, in --accept and in the documentation.
 */
/* A check reads as its few lines, not as a row of columns. */
/* clang-format off */
static const struct check table[] = {
    /* Failures. */
    {"failed", NOTE_BLOCKS, CHECK_GROUP, VERDICT_INVALID,
     "requests that got no answer: above 1 % no verdict rests on the run",
     "A request that fails is over early and makes a server look fast; find the cause, then "
     "measure again.",
     check_failed},
    {"non-2xx", NOTE_BLOCKS, CHECK_GROUP, VERDICT_INVALID,
     "answers that are errors or redirects: above 1 % no verdict rests on the run",
     "An error page is cheaper than the document; check the URL and the server's log, then measure "
     "again.",
     check_errors},
    {"no-success", NOTE_BLOCKS, CHECK_GROUP, VERDICT_INVALID,
     "no transaction was successful, whatever the availability",
     "Availability counts answers of any status, errors among them: nothing useful was measured.",
     check_no_success},
    {"error-page", NOTE_BLOCKS, CHECK_PAIR, VERDICT_INVALID,
     "length failures together with another document length than the other side's",
     "The first answer was most likely an error page and all others are measured against it; look "
     "at what the server sends.",
     check_error_page},
    {"failures-differ", NOTE_BLOCKS, CHECK_ALL, VERDICT_INVALID,
     "the sides fail at different rates (an exact test, adjusted by Holm)",
     "The side that fails more does less work for its speed; compare again when both fail alike.",
     check_failures_differ},
    {"length-failures", NOTE_INFORMS, CHECK_GROUP, VERDICT_INVALID,
     "ab counted answers of another length than the first as failed",
     "A page that is made anew for each request does this and is no failure; ab -l leaves the "
     "count out.",
     check_length_failures},
    {"failed-overlap", NOTE_INFORMS, CHECK_GROUP, VERDICT_INVALID,
     "ab's count of failures holds one request up to three times",
     "ab counts a broken request under receive, length and exceptions; loadstat takes connect and "
     "the larger of receive and exceptions.",
     check_failed_overlap},

    /* Logs that contradict themselves. */
    {"rate-mismatch", NOTE_BLOCKS, CHECK_GROUP, VERDICT_INVALID,
     "rate times time is not the number of requests",
     "The figures of this log contradict each other, so that none can be relied on; take the run "
     "from its original output.",
     check_rate_mismatch},
    {"concurrency-exceeded", NOTE_BLOCKS, CHECK_GROUP, VERDICT_INVALID,
     "more requests in flight than were asked for (Little's law)",
     "Rate times latency cannot exceed the concurrency: a figure is wrong or from another run.",
     check_concurrency_exceeded},
    {"concurrency-not-reached", NOTE_INFORMS, CHECK_GROUP, VERDICT_INVALID,
     "far fewer requests in flight than were asked for",
     "The users waited between requests (siege's delay) or the client was the bottleneck; siege -b "
     "leaves the delay out.",
     check_concurrency_not_reached},
    {"mean-not-measured", NOTE_WARNS, CHECK_GROUP, VERDICT_INVALID,
     "ab's first \"Time per request\" is not the mean that its table measured",
     "ab computes that line as concurrency x time / requests; the Total row of its table is what "
     "was measured, and no verdict rests on the computed mean.",
     check_mean_not_measured},
    {"waiting-exceeds", NOTE_WARNS, CHECK_GROUP, VERDICT_INVALID,
     "waiting takes longer than processing, of which it is a part",
     "ab took some times without their start; its waiting figures are of no use here.",
     check_waiting_exceeds},

    /* Runs that cannot or can hardly be used. */
    {"not-used", NOTE_BLOCKS, CHECK_GROUP, VERDICT_INVALID,
     "aborted, hollow or interrupted runs, kept out of averages",
     "Such a run is shown and does not enter averages; repeat it.", check_not_used},
    {"partial", NOTE_INFORMS, CHECK_GROUP, VERDICT_INVALID,
     "the text of a run is cut, elided or filtered", "It counts for the figures that it has.",
     check_partial},
    {"stopped", NOTE_INFORMS, CHECK_GROUP, VERDICT_INVALID,
     "runs of no stated length that were stopped by hand",
     "Requests under way at the end are missing from their figures.", check_timed_interrupted},
    {"dropped", NOTE_INFORMS, CHECK_GROUP, VERDICT_INVALID, "first runs left out by --drop-first",
     "What is left out does not enter averages.", check_dropped},
    {"short-run", NOTE_WARNS, CHECK_GROUP, VERDICT_INVALID,
     "runs of less than 5 s or 1,000 requests",
     "Start-up and chance weigh heavily in so short a run; take more requests.", check_short_run},
    {"percentile-support", NOTE_WARNS, CHECK_GROUP, VERDICT_INVALID,
     "fewer than ten requests lie beyond a percentile",
     "Such a percentile is little more than the slowest few requests; it would be another one in "
     "the next run.",
     check_percentile_support},
    {"coarse-latency", NOTE_INFORMS, CHECK_GROUP, VERDICT_INVALID,
     "latencies at or below the step in which they are printed",
     "The log cannot tell them apart; compare requests per second.", check_coarse_latency},
    {"keepalive-unused", NOTE_WARNS, CHECK_GROUP, VERDICT_INVALID,
     "keep-alive was asked for and the server closed its connections",
     "Each request paid for a new connection all the same.", check_keepalive_unused},

    /* Repeated runs. */
    {"same-text", NOTE_BLOCKS, CHECK_ALL, VERDICT_INVALID,
     "two runs have the same text: a copy, not a repetition", "Remove the copy, or measure again.",
     check_same_text},
    {"same-numbers", NOTE_WARNS, CHECK_ALL, VERDICT_INVALID,
     "groups have the same numbers to the last digit",
     "That is a copy and not a measurement; look where the figures are from.", check_same_numbers},
    {"high-variation", NOTE_BLOCKS, CHECK_GROUP, VERDICT_INVALID,
     "the runs scatter: a CV over 10 % warns, over 30 % blocks",
     "Something else than the server varies from run to run; find it before more runs are taken.",
     check_high_variation},
    {"warm-up", NOTE_WARNS, CHECK_GROUP, VERDICT_INVALID,
     "the first run is much slower than the others",
     "It is most likely a warm-up; --drop-first 1 leaves it out.", check_warm_up},
    {"labelled-warm-up", NOTE_WARNS, CHECK_ALL, VERDICT_INVALID,
     "labels tell a first run from a later one, and it is much slower",
     "The first is most likely a warm-up: compare the later one.", check_labelled_warm_up},
    {"outlier", NOTE_WARNS, CHECK_GROUP, VERDICT_INVALID,
     "a run lies far from the others of its group",
     "Something disturbed it; say why or repeat it, and do not just leave it out.", check_outlier},
    {"drift", NOTE_WARNS, CHECK_GROUP, VERDICT_INVALID, "the runs get steadily faster or slower",
     "Whatever is measured last gains or loses by it; take the sides in turn (A B A B).",
     check_drift},
    {"lag", NOTE_WARNS, CHECK_GROUP, VERDICT_INVALID, "each run resembles the one before it",
     "The interval is too narrow for runs that depend on each other; take the sides in turn, and "
     "compare with --pair-by.",
     check_lag},
    {"block-order", NOTE_BLOCKS, CHECK_PAIR, VERDICT_INVALID,
     "all runs of one side were taken before all of the other; with drift it blocks",
     "What changed on the machine in between looks like a difference of the servers; take the "
     "sides in turn (A B A B).",
     check_block_order},
    {"hidden-setting", NOTE_WARNS, CHECK_GROUP, VERDICT_INVALID,
     "the runs of one group differ in a setting",
     "They are averaged as if they were repetitions; --group-by or --set tells them apart.",
     check_hidden_setting},
    {"unequal-runs", NOTE_WARNS, CHECK_GROUP, VERDICT_INVALID,
     "the runs of one group differ more than twofold in their requests",
     "Each run counts the same in the averages.", check_unequal_runs},
    {"between-runs", NOTE_INFORMS, CHECK_ALL, VERDICT_INVALID,
     "whether the spread is between the runs or within them", NULL, check_between_runs},

    /* A group against its baseline. */
    {"concurrency-differs", NOTE_BLOCKS, CHECK_PAIR, VERDICT_NOT_COMPARABLE,
     "the sides differ in concurrency",
     "Rate and latency follow from the load; compare at equal concurrency, or make it the axis "
     "with --columns concurrency.",
     check_concurrency_differs},
    {"keepalive-differs", NOTE_BLOCKS, CHECK_PAIR, VERDICT_NOT_COMPARABLE,
     "the sides differ in keep-alive",
     "A new connection for each request can cost more than the request; measure both alike, or "
     "make it the axis with --columns keepalive.",
     check_keepalive_differs},
    {"tool-differs", NOTE_BLOCKS, CHECK_PAIR, VERDICT_NOT_COMPARABLE,
     "the sides were measured with different tools",
     "The tools count and time differently; measure both with one.", check_tool_differs},
    {"target-differs", NOTE_INFORMS, CHECK_PAIR, VERDICT_NOT_COMPARABLE,
     "the sides differ in path, server, scheme, TLS, method or tool version",
     "The difference may be theirs.", check_setting_differs},
    {"document-length-differs", NOTE_INFORMS, CHECK_PAIR, VERDICT_NOT_COMPARABLE,
     "the documents differ in length by more than 10 %",
     "The sides did not serve the same; see that it is meant so.", check_document_length_differs},
    {"requests-differ", NOTE_INFORMS, CHECK_PAIR, VERDICT_NOT_COMPARABLE,
     "the sides were asked for different numbers of requests", "Short runs weigh start-up more.",
     check_requests_differ},
    {"no-baseline", NOTE_INFORMS, CHECK_GROUP, VERDICT_NOT_COMPARABLE,
     "a group has no baseline that agrees in all other keys", "It is compared with nothing.", NULL},
    {"few-archived", NOTE_INFORMS, CHECK_GROUP, VERDICT_NOT_COMPARABLE,
     "the archive holds fewer than five comparable runs",
     "A verdict against an archive needs five; runs are comparable that agree in label, tool, "
     "path, concurrency and keep-alive.",
     NULL},

    /* What verdicts leave to say. */
    {"few-runs", NOTE_WARNS, CHECK_LATE, VERDICT_INVALID,
     "fewer runs than a verdict needs, with the number that would do",
     "A verdict rests on three runs a side at least, better five, and on more where they scatter.",
     check_few_runs},
    {"below-resolution", NOTE_INFORMS, CHECK_LATE, VERDICT_INVALID,
     "a difference no larger than the step in which the values are printed",
     "The logs cannot tell whether there is a difference.", check_below_resolution},
    {"second-opinion", NOTE_WARNS, CHECK_LATE, VERDICT_INVALID,
     "the t test and the rank test come to different verdicts",
     "Look at the single runs: one of them decides.", check_second_opinion},
    {"unmatched-rows", NOTE_INFORMS, CHECK_LATE, VERDICT_INVALID,
     "a mean over the rows of a pivot leaves rows out",
     "It is taken over the rows that both sides measured.", check_unmatched_rows},
    {"combined", NOTE_INFORMS, CHECK_GROUP, VERDICT_INVALID,
     "runs were combined into one by --combine", NULL, NULL},
    {"typical-percentile", NOTE_INFORMS, CHECK_LATE, VERDICT_INVALID,
     "percentiles over several runs are those of a typical run",
     "Over several runs: the mean of the runs' own, that of a typical run and not of all requests "
     "together.",
     check_typical_percentile},
    {"coordinated-omission", NOTE_INFORMS, CHECK_LATE, VERDICT_INVALID,
     "closed-loop tools leave waiting out of their latencies",
     "Users would see higher percentiles.",
     check_coordinated_omission},
    {"log-warning", NOTE_WARNS, CHECK_GROUP, VERDICT_INVALID,
     "warnings of the tool itself and of the reader, under codes of their own", NULL,
     check_log_warnings},
};
/* clang-format on */

const struct check *check_table(size_t *count)
{
    *count = sizeof table / sizeof *table;
    return table;
}
