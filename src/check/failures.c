/*
 * Requests that failed, and answers that are no documents.
 */
#include "check.h"

#include <math.h>

#include "../say/words.h"

/* Above it no verdict rests on a side. */
#define LARGEST_SHARE 0.01

/* Documents that differ by less are the same page with another date in it. */
#define LENGTH_TOLERANCE 0.10

/*
 * Wilson's interval of a share.  Near all of them it says how many at least:
 * "99.8 to 100 %" would claim a precision that its upper end does not have.
 */
static const char *share_interval(const struct inspection *inspection, const struct share *share)
{
    struct arena *arena = inspection->draft->arena;
    double low = share->low * 100, high = share->high * 100;
    if (high > 99.95 || low > 99)
        return arena_format(arena, "at least %.1f %%", floor(low * 10) / 10);
    return arena_format(arena, "interval %s", words_change_interval(arena, low, high));
}

static void report_share(struct inspection *inspection, const struct share *share,
                         const char *words)
{
    struct arena *arena = inspection->draft->arena;
    if (!(share->count > 0))
        return;
    double ratio = share->count / share->total;
    enum severity severity = ratio > LARGEST_SHARE ? NOTE_BLOCKS : NOTE_INFORMS;
    found(inspection, severity, "%s of %s %s (%s, %s)", words_count(arena, share->count),
          words_count(arena, share->total), words, words_percent(arena, ratio * 100),
          share_interval(inspection, share));
}

static void find_failed(struct inspection *inspection)
{
    const struct group *group = inspected_group(inspection);
    report_share(inspection, &group->failed, "requests failed");
    if (group->uncounted > 0)
        found(inspection, NOTE_WARNS, "%s failed, of how many is not said",
              words_requests(inspection->draft->arena, group->uncounted));
}

static const struct check check_failed = {
    .code = "failed",
    .severity = NOTE_BLOCKS,
    .scope = CHECK_GROUP,
    .blocks_as = VERDICT_INVALID,
    .summary = "requests that got no answer: above 1 % no verdict rests on the run",
    .advice = "A request that fails is over early and makes a server look fast; find the cause, "
              "then measure again.",
    .find = find_failed,
};

static void find_non_2xx(struct inspection *inspection)
{
    report_share(inspection, &inspected_group(inspection)->errors,
                 "answers were errors or redirects");
}

static const struct check check_non_2xx = {
    .code = "non-2xx",
    .severity = NOTE_BLOCKS,
    .scope = CHECK_GROUP,
    .blocks_as = VERDICT_INVALID,
    .summary = "answers that are errors or redirects: above 1 % no verdict rests on the run",
    .advice = "An error page is cheaper than the document; check the URL and the server's log, "
              "then measure again.",
    .find = find_non_2xx,
};

static void look_at_success(struct inspection *inspection, size_t number, const struct run *run)
{
    struct arena *arena = inspection->draft->arena;
    double availability, successful, complete, failed;
    if (!run_value_of(run, "successful", &successful) || successful > 0)
        return;
    if (!run_value_of(run, "requests_complete", &complete)) {
        if (run_broken_requests(run, &failed) && failed > 0)
            found_in_run(inspection, NOTE_BLOCKS, number, "%s failed and not one was successful",
                         words_requests(arena, failed));
    } else if (complete > 0 && run_value_of(run, "availability_pct", &availability) &&
               availability > 0) {
        found_in_run(inspection, NOTE_BLOCKS, number,
                     "availability %s and not one successful transaction",
                     words_percent(arena, availability));
    }
}

static void find_no_success(struct inspection *inspection)
{
    const struct group *group = inspected_group(inspection);
    for (size_t i = 0; i < group->used_count; i++)
        look_at_success(inspection, group->used[i],
                        group_used_run(inspection->draft->analysis, group, i));
}

static const struct check check_no_success = {
    .code = "no-success",
    .severity = NOTE_BLOCKS,
    .scope = CHECK_GROUP,
    .blocks_as = VERDICT_INVALID,
    .summary = "no transaction was successful, whatever the availability",
    .advice = "Availability counts answers of any status, errors among them: nothing useful was "
              "measured.",
    .find = find_no_success,
};

static double document_length(const struct inspection *inspection, const struct group *group)
{
    for (size_t i = 0; i < group->used_count; i++) {
        double length =
            group_used_run(inspection->draft->analysis, group, i)->target.document_length;
        if (!isnan(length))
            return length;
    }
    return ABSENT;
}

static bool has_length_failures(const struct group *group)
{
    return group->length_failures.count > LARGEST_SHARE * group->length_failures.total;
}

static void find_error_page(struct inspection *inspection)
{
    const struct group *group = inspected_group(inspection);
    const struct group *baseline = inspected_baseline(inspection);
    struct arena *arena = inspection->draft->arena;
    double length = document_length(inspection, group);
    double other = document_length(inspection, baseline);
    bool differ = fabs(length - other) > LENGTH_TOLERANCE * fmax(length, other);
    if (!differ || (!has_length_failures(group) && !has_length_failures(baseline)))
        return;
    const struct group *odd = has_length_failures(group) ? group : baseline;
    found(inspection, NOTE_BLOCKS,
          "%s of %s answers%s differ in length from the first, of %s bytes; that of the %s has %s",
          words_count(arena, odd->length_failures.count),
          words_count(arena, odd->length_failures.total), odd == group ? "" : " of the baseline",
          words_count(arena, odd == group ? length : other), odd == group ? "baseline" : "group",
          words_count(arena, odd == group ? other : length));
}

static const struct check check_error_page = {
    .code = "error-page",
    .severity = NOTE_BLOCKS,
    .scope = CHECK_PAIR,
    .blocks_as = VERDICT_INVALID,
    .summary = "length failures together with another document length than the other side's",
    .advice = "The first answer was most likely an error page and all others are measured against "
              "it; look at what the server sends.",
    .find = find_error_page,
};

static void find_length_failures(struct inspection *inspection)
{
    const struct share *share = &inspected_group(inspection)->length_failures;
    struct arena *arena = inspection->draft->arena;
    if (share->count > 0)
        found(inspection, NOTE_INFORMS, "%s of %s answers %s in length from the first",
              words_count(arena, share->count), words_count(arena, share->total),
              share->count < 2 ? "differs" : "differ");
}

static const struct check check_length_failures = {
    .code = "length-failures",
    .severity = NOTE_INFORMS,
    .scope = CHECK_GROUP,
    .blocks_as = VERDICT_INVALID,
    .summary = "ab counted answers of another length than the first as failed",
    .advice = "A page that is made anew for each request does this and is no failure; ab -l leaves "
              "the count out.",
    .find = find_length_failures,
};

/* ab's printed count of failures against the requests that can have failed. */
static void find_failed_overlap(struct inspection *inspection)
{
    const struct group *group = inspected_group(inspection);
    struct arena *arena = inspection->draft->arena;
    for (size_t i = 0; i < group->used_count; i++) {
        const struct run *run = group_used_run(inspection->draft->analysis, group, i);
        double failed, receive = 0, exceptions = 0, length = 0, broken;
        if (!run_value_of(run, "requests_failed", &failed) || !run_broken_requests(run, &broken))
            continue;
        run_value_of(run, "failed_receive", &receive);
        run_value_of(run, "failed_exceptions", &exceptions);
        run_value_of(run, "failed_length", &length);
        double least =
            failed - receive - exceptions - length + fmax(length, fmax(receive, exceptions));
        if (least < failed)
            found_in_run(inspection, NOTE_INFORMS, group->used[i],
                         "%s failures as printed are at least %s requests",
                         words_count(arena, failed), words_count(arena, least));
    }
}

static const struct check check_failed_overlap = {
    .code = "failed-overlap",
    .severity = NOTE_INFORMS,
    .scope = CHECK_GROUP,
    .blocks_as = VERDICT_INVALID,
    .summary = "ab's count of failures holds one request up to three times",
    .advice = "ab counts a broken request under receive, length and exceptions; loadstat takes "
              "connect and the larger of receive and exceptions.",
    .find = find_failed_overlap,
};

const struct check_list failures_checks =
    CHECK_LIST(&check_failed, &check_non_2xx, &check_no_success, &check_error_page,
               &check_length_failures, &check_failed_overlap);
