/*
 * Checks: requests that failed, and answers that are no documents.
 */
#include <math.h>
#include <string.h>

#include "../stats/multiplicity.h"
#include "../stats/proportion.h"
#include "check.h"
#include "words.h"

/* Above it no verdict rests on a side. */
#define LARGEST_SHARE 0.01

#define SIGNIFICANCE 0.05

/* Documents that differ by less are the same page with another date in it. */
#define LENGTH_TOLERANCE 0.10

/*
 * Wilson's interval of a share.  Near all of them it says how many at least:
 * "99.8 to 100 %" would claim a precision that its upper end does not have.
 */
static const char *share_interval(const struct inspection *inspection, const struct share *share)
{
    struct arena *arena = inspection->context->arena;
    double low = share->low * 100, high = share->high * 100;
    if (high > 99.95 || low > 99)
        return arena_format(arena, "at least %.1f %%", floor(low * 10) / 10);
    return arena_format(arena, "interval %s", words_change_interval(arena, low, high));
}

static void report_share(struct inspection *inspection, const struct share *share,
                         const char *words)
{
    struct arena *arena = inspection->context->arena;
    if (!(share->count > 0))
        return;
    double ratio = share->count / share->total;
    enum severity severity = ratio > LARGEST_SHARE ? NOTE_BLOCKS : NOTE_INFORMS;
    found(inspection, severity, "%s of %s %s (%s, %s)", words_count(arena, share->count),
          words_count(arena, share->total), words, words_percent(arena, ratio * 100),
          share_interval(inspection, share));
}

void check_failed(struct inspection *inspection)
{
    report_share(inspection, &inspected_group(inspection)->failed, "requests failed");
}

void check_errors(struct inspection *inspection)
{
    report_share(inspection, &inspected_group(inspection)->errors,
                 "answers were errors or redirects");
}

void check_no_success(struct inspection *inspection)
{
    const struct group *group = inspected_group(inspection);
    for (size_t i = 0; i < group->used_count; i++) {
        const struct run *run = group_used_run(inspection->context->analysis, group, i);
        double availability, successful, complete;
        if (run_value_of(run, "availability_pct", &availability) &&
            run_value_of(run, "successful", &successful) && availability > 0 && successful <= 0 &&
            run_value_of(run, "requests_complete", &complete) && complete > 0)
            found_in_run(inspection, NOTE_BLOCKS, group->used[i],
                         "availability %s and not one successful transaction",
                         words_percent(inspection->context->arena, availability));
    }
}

void check_length_failures(struct inspection *inspection)
{
    const struct share *share = &inspected_group(inspection)->length_failures;
    struct arena *arena = inspection->context->arena;
    if (share->count > 0)
        found(inspection, NOTE_INFORMS, "%s of %s answers %s in length from the first",
              words_count(arena, share->count), words_count(arena, share->total),
              share->count < 2 ? "differs" : "differ");
}

static double document_length(const struct inspection *inspection, const struct group *group)
{
    for (size_t i = 0; i < group->used_count; i++) {
        double length =
            group_used_run(inspection->context->analysis, group, i)->target.document_length;
        if (!isnan(length))
            return length;
    }
    return ABSENT;
}

static bool has_length_failures(const struct group *group)
{
    return group->length_failures.count > LARGEST_SHARE * group->length_failures.total;
}

void check_error_page(struct inspection *inspection)
{
    const struct group *group = inspected_group(inspection);
    const struct group *baseline = inspected_baseline(inspection);
    struct arena *arena = inspection->context->arena;
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

/* ab's printed count of failures against the requests that can have failed. */
void check_failed_overlap(struct inspection *inspection)
{
    const struct group *group = inspected_group(inspection);
    struct arena *arena = inspection->context->arena;
    for (size_t i = 0; i < group->used_count; i++) {
        const struct run *run = group_used_run(inspection->context->analysis, group, i);
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

/* A pair's shares of one kind. */
struct difference {
    struct pair pair;
    const char *words;
    struct share group, baseline;
    double p;
};

static struct proportion proportion_of(const struct share *share)
{
    return (struct proportion){(uint64_t)share->count, (uint64_t)share->total};
}

/* Fisher's sum has as many terms; beyond it Pearson's test says the same at once. */
#define MOST_TERMS 100000.0

static bool difference_p(const struct share *x, const struct share *y, double *p)
{
    double count = x->count + y->count, total = x->total + y->total;
    double terms = fmin(fmin(count, total - count), fmin(x->total, y->total));
    struct chi_squared_result pearson;
    if (terms <= MOST_TERMS)
        return fisher_exact_test(proportion_of(x), proportion_of(y), p);
    if (!chi_squared_test(proportion_of(x), proportion_of(y), &pearson))
        return false;
    *p = pearson.p;
    return true;
}

static void add_difference(struct difference *differences, size_t *count,
                           const struct difference *difference)
{
    double p;
    const struct share *group = &difference->group, *baseline = &difference->baseline;
    bool any = group->count > 0 || baseline->count > 0;
    if (!any || !(group->total > 0) || !(baseline->total > 0) || !difference_p(group, baseline, &p))
        return;
    differences[*count] = *difference;
    differences[(*count)++].p = p;
}

static void report_difference(struct inspection *inspection, const struct difference *difference)
{
    struct arena *arena = inspection->context->arena;
    const struct share *group = &difference->group, *baseline = &difference->baseline;
    inspection->group = difference->pair.group;
    inspection->baseline = difference->pair.baseline;
    found(inspection, NOTE_BLOCKS, "%s of %s against %s of %s %s", words_count(arena, group->count),
          words_count(arena, group->total), words_count(arena, baseline->count),
          words_count(arena, baseline->total), difference->words);
}

void check_failures_differ(struct inspection *inspection)
{
    struct context *context = inspection->context;
    struct difference *differences =
        arena_allocate(context->arena, (2 * context->pair_count + 1) * sizeof *differences);
    double *p = arena_allocate(context->arena, (2 * context->pair_count + 1) * sizeof *p);
    size_t count = 0;
    for (size_t i = 0; i < context->pair_count; i++) {
        const struct group *group = &context->analysis->groups[context->pairs[i].group];
        const struct group *baseline = &context->analysis->groups[context->pairs[i].baseline];
        struct difference failed = {.pair = context->pairs[i],
                                    .words = "requests failed",
                                    .group = group->failed,
                                    .baseline = baseline->failed};
        struct difference errors = {.pair = context->pairs[i],
                                    .words = "answers were errors or redirects",
                                    .group = group->errors,
                                    .baseline = baseline->errors};
        add_difference(differences, &count, &failed);
        add_difference(differences, &count, &errors);
    }
    for (size_t i = 0; i < count; i++)
        p[i] = differences[i].p;
    if (!holm_adjust(p, count, p))
        return;
    for (size_t i = 0; i < count; i++) {
        if (p[i] < SIGNIFICANCE)
            report_difference(inspection, &differences[i]);
    }
}
