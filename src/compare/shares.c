/*
 * Failures as shares of the requests, over the used runs of a group.
 */
#include <math.h>
#include <string.h>

#include "summary.h"

static bool states(const struct run *run, const char *key)
{
    double ignored;
    return run_value_of(run, key, &ignored);
}

static bool failed_of(const struct run *run, double *count, double *total)
{
    if (!run_value_of(run, "requests_complete", total) || !run_broken_requests(run, count))
        return false;
    if (run->traits->failures == FAILURES_BESIDE)
        *total += *count;
    *total = fmax(*total, *count);
    return true;
}

static bool errors_of(const struct run *run, double *count, double *total)
{
    double successful, not_found, broken;
    if (!run_value_of(run, "requests_complete", total))
        return false;
    if (run_value_of(run, "non_2xx", count)) {
        *total = fmax(*total, *count);
        return true;
    }
    /* Successful may exceed the transactions: redirects, and threads cut off at the end. */
    if (run_value_of(run, "successful", &successful)) {
        *count = fmax(0, *total - successful);
        return true;
    }
    if (!run_value_of(run, "responses_4xx", &not_found) &&
        !run_value_of(run, "responses_5xx", &not_found))
        return false;
    *count = 0;
    if (run_value_of(run, "responses_4xx", &broken))
        *count += broken;
    if (run_value_of(run, "responses_5xx", &broken))
        *count += broken;
    *total = fmax(*total, *count);
    return true;
}

static bool length_failures_of(const struct run *run, double *count, double *total)
{
    if (!run_value_of(run, "requests_complete", total) ||
        !run_value_of(run, "failed_length", count))
        return false;
    *total = fmax(*total, *count);
    return true;
}

typedef bool part_of_run(const struct run *run, double *count, double *total);

static part_of_run *const parts[] = {
    [SHARE_FAILED] = failed_of,
    [SHARE_ERRORS] = errors_of,
    [SHARE_LENGTH_FAILURES] = length_failures_of,
};

bool run_share(const struct run *run, enum share_kind kind, struct proportion *share)
{
    double count, total;
    if (!parts[kind](run, &count, &total) || count < 0 || !(total > 0) || total > LARGEST_COUNT)
        return false;
    *share = (struct proportion){(uint64_t)count, (uint64_t)total};
    return true;
}

static struct share share_of(const struct draft *draft, const struct group *group,
                             enum share_kind kind)
{
    struct share share = {ABSENT, ABSENT, ABSENT, ABSENT};
    double count = 0, total = 0, run_count, run_total;
    for (size_t i = 0; i < group->used_count; i++) {
        const struct run *run = group_used_run(draft->analysis, group, i);
        if (!parts[kind](run, &run_count, &run_total) || run_count < 0 || run_total < 0)
            continue;
        count += run_count;
        total += run_total;
    }
    if (!(total > 0) || total > LARGEST_COUNT)
        return share;
    share.count = count;
    share.total = total;
    struct proportion proportion = {(uint64_t)count, (uint64_t)total};
    struct interval interval;
    double confidence = draft->settings->confidence, high;
    if (count > 0 && wilson_interval(proportion, confidence, &interval)) {
        share.low = interval.low;
        share.high = interval.high;
    } else if (!(count > 0) && rule_of_three(proportion.total, confidence, &high)) {
        share.low = 0;
        share.high = high;
    }
    return share;
}

/* What failed in runs that do not say of how many requests: no share can be told. */
static double uncounted_failures(const struct draft *draft, const struct group *group)
{
    double sum = ABSENT, failed;
    for (size_t i = 0; i < group->used_count; i++) {
        const struct run *run = group_used_run(draft->analysis, group, i);
        if (!states(run, "requests_complete") && run_broken_requests(run, &failed) && failed >= 0)
            sum = isnan(sum) ? failed : sum + failed;
    }
    return sum > LARGEST_COUNT ? ABSENT : sum;
}

void summarize_shares(struct draft *draft, struct group *group)
{
    group->failed = share_of(draft, group, SHARE_FAILED);
    group->errors = share_of(draft, group, SHARE_ERRORS);
    group->length_failures = share_of(draft, group, SHARE_LENGTH_FAILURES);
    group->uncounted = uncounted_failures(draft, group);
}
