#include "view_figures.h"

#include <math.h>
#include <string.h>

#include "../model/member.h"

enum view_kind view_kind_of(const struct run *run)
{
    static const enum view_kind declared[] = {
        [VIEW_TRAIT_UNKNOWN] = VIEW_SUMMARY,   [VIEW_TRAIT_SUMMARY] = VIEW_SUMMARY,
        [VIEW_TRAIT_DOCUMENT] = VIEW_DOCUMENT, [VIEW_TRAIT_LOG] = VIEW_LOG,
        [VIEW_TRAIT_REQUESTS] = VIEW_REQUESTS, [VIEW_TRAIT_PERCENTILES] = VIEW_PERCENTILES,
        [VIEW_TRAIT_TABLE] = VIEW_TABLE,
    };
    double rate;
    enum view_kind kind = declared[run->traits->view];

    /* A tool's lines without its summary, which went to the other stream. */
    if (kind == VIEW_SUMMARY && run->distribution.count &&
        !run_value_of(run, "requests_per_second", &rate))
        return VIEW_REQUESTS;
    return kind;
}

const char *view_kind_words(enum view_kind kind)
{
    static const char *const words[] = {
        [VIEW_SUMMARY] = "the report",          [VIEW_DOCUMENT] = "the JSON",
        [VIEW_LOG] = "the log's row",           [VIEW_REQUESTS] = "the requests",
        [VIEW_PERCENTILES] = "the percentiles", [VIEW_TABLE] = "the table's row",
    };
    return words[kind];
}

/* ---- agreement ---- */

/* Rows kept by hand are rounded at will. */
#define TABLE_TOLERANCE   0.005
#define PRINTED_TOLERANCE 0.0005
#define LOST_LINES        0.01
/* Where no request is known by itself: of two ways to compute a percentile or a deviation. */
#define RANK_TOLERANCE 0.02
#define SD_TOLERANCE   0.05

static double step_of(const struct run *run, const struct measurement *measurement)
{
    double declared = traits_step(run->traits, measurement->metric);
    double step = measurement->resolution > 0 ? measurement->resolution : 0;

    return declared > step ? declared : step;
}

/* The percentile that a metric is; 0: none. */
static double percent_of(const struct metric *metric)
{
    if (strcmp(metric->key, "latency_median_ms") == 0)
        return 50;
    return isnan(metric->percentile) ? 0 : metric->percentile;
}

/* The latency of that rank, from 1, or of the first or last request. */
static double latency_at(const struct distribution *distribution, double rank)
{
    double below = 0;

    for (size_t i = 0; i < distribution->count; i++) {
        below += (double)distribution->bins[i].count;
        if (below >= rank || i + 1 == distribution->count)
            return distribution->bins[i].value * distribution->unit_ms;
    }
    return ABSENT;
}

static double request_count(const struct distribution *distribution)
{
    double count = 0;

    for (size_t i = 0; i < distribution->count; i++)
        count += (double)distribution->bins[i].count;
    return count;
}

/*
 * Tools differ by a rank in what they call p99, which among a hundred requests
 * may be much: where the requests are known, a rank more or less is allowed.
 */
static bool ranks_agree(const struct run *a, const struct measurement *x, const struct run *b,
                        const struct measurement *y, double tolerance)
{
    const struct distribution *requests =
        a->distribution.count ? &a->distribution : &b->distribution;
    double told = a->distribution.count ? y->value : x->value;
    double rank = ceil(percent_of(x->metric) / 100 * request_count(requests));

    if (!requests->count)
        return fabs(x->value - y->value) <=
               tolerance + fmax(fabs(x->value), fabs(y->value)) * RANK_TOLERANCE;
    return told >= latency_at(requests, rank - 1) - tolerance &&
           told <= latency_at(requests, rank + 1) + tolerance;
}

/*
 * By how much rounding may have changed a figure of a row kept by hand: half of
 * its last digit, as far as that can be seen, and never much.
 */
static double rounding_of(double value)
{
    double most = fabs(value) * TABLE_TOLERANCE;

    for (double digit = 1e9; digit > 1e-4; digit /= 10)
        if (digit / 2 <= most && fabs(value / digit - round(value / digit)) < 1e-6)
            return digit / 2 * 1.001;
    return most;
}

static bool figures_agree(const struct run *a, const struct measurement *x, const struct run *b,
                          const struct measurement *y)
{
    bool by_hand = view_kind_of(a) == VIEW_TABLE || view_kind_of(b) == VIEW_TABLE;
    double largest = fmax(fabs(x->value), fabs(y->value));
    double step = step_of(a, x) + step_of(b, y);
    double tolerance = step + largest * PRINTED_TOLERANCE;

    if (by_hand)
        tolerance = step + fmax(rounding_of(x->value), rounding_of(y->value));

    /* Lines that the end cut off are missing; everything else counts the same requests. */
    bool lines = view_kind_of(a) == VIEW_REQUESTS || view_kind_of(b) == VIEW_REQUESTS;
    if (x->metric->kind == METRIC_COUNT && !by_hand)
        return fabs(x->value - y->value) <= (lines ? LOST_LINES * largest : 0);
    if (percent_of(x->metric) > 0)
        return ranks_agree(a, x, b, y, tolerance);
    if (text_ends_with(text_of(x->metric->key), "_sd_ms"))
        tolerance += largest * SD_TOLERANCE;
    return fabs(x->value - y->value) <= tolerance;
}

static bool texts_differ(const char *a, const char *b)
{
    return a && b && strcmp(a, b) != 0;
}

static bool numbers_differ(double a, double b)
{
    return !isnan(a) && !isnan(b) && a != b;
}

static bool settings_differ(const struct run *a, const struct run *b)
{
    size_t count;
    const struct member *members = member_table(&count);

    for (size_t i = 0; i < count; i++) {
        if (!member_has(&members[i], MEMBER_PARTS_GROUPS) || strcmp(members[i].key, "label") == 0)
            continue;
        if (members[i].type == MEMBER_TEXT &&
            texts_differ(member_text(a, &members[i]), member_text(b, &members[i])))
            return true;
        if (members[i].type == MEMBER_NUMBER &&
            numbers_differ(member_number(a, &members[i]), member_number(b, &members[i])))
            return true;
    }
    return false;
}

/*
 * A tool's lines tell nothing of connections that failed: counts of answers by
 * kind need not be those of the summary.
 */
static bool may_differ(const struct run *a, const struct run *b, const struct metric *metric)
{
    bool lines = view_kind_of(a) == VIEW_REQUESTS || view_kind_of(b) == VIEW_REQUESTS;

    return lines && (metric->kind == METRIC_COUNT || metric->kind == METRIC_PERCENT) &&
           strcmp(metric->key, "requests_complete") != 0;
}

/* A mean that was computed from the rate is no figure of the requests' times. */
static bool is_computed_mean(const struct run *a, const struct run *b, const struct metric *metric)
{
    return a->traits->mean != b->traits->mean && strcmp(metric->key, "latency_mean_ms") == 0 &&
           (a->traits->mean == MEAN_COMPUTED || b->traits->mean == MEAN_COMPUTED);
}

struct agreement views_compare(const struct run *a, const struct run *b)
{
    struct agreement agreement = {.settings_differ = settings_differ(a, b)};

    for (size_t i = 0; i < a->measurement_count; i++) {
        const struct measurement *x = &a->measurements[i];
        const struct measurement *y = run_measurement(b, x->metric);
        if (!y || may_differ(a, b, x->metric) || is_computed_mean(a, b, x->metric))
            continue;
        bool alike = figures_agree(a, x, b, y);
        agreement.figures++;
        agreement.alike += alike;
        if (!alike && !agreement.differs)
            agreement.differs = x->metric;
        agreement.requests_differ |= !alike && strcmp(x->metric->key, "requests_complete") == 0;
    }
    return agreement;
}

/* ---- one run of two ---- */

static void absorb_members(struct run *lead, const struct run *other)
{
    size_t count;
    const struct member *members = member_table(&count);

    for (size_t i = 0; i < count; i++) {
        const struct member *member = &members[i];
        bool is_place = member->object && strcmp(member->object, "source") == 0;
        if (is_place || strncmp(member->key, "label", strlen("label")) == 0)
            continue;
        if (member->type == MEMBER_TEXT && !member_text(lead, member))
            member_set_text(lead, member, member_text(other, member));
        if (member->type == MEMBER_NUMBER && isnan(member_number(lead, member)))
            member_set_number(lead, member, member_number(other, member));
        if (member->type == MEMBER_ANSWER && member_answer(lead, member) == ANSWER_UNKNOWN)
            member_set_answer(lead, member, member_answer(other, member));
    }
}

void view_absorb(struct run *lead, const struct run *other, struct arena *arena)
{
    absorb_members(lead, other);
    for (size_t i = 0; i < other->measurement_count; i++) {
        const struct measurement *measurement = &other->measurements[i];
        if (!run_measurement(lead, measurement->metric))
            run_add_value(lead, arena, measurement->metric, measurement->value,
                          measurement->resolution);
    }
    run_sort(lead);
    if (!lead->distribution.count)
        lead->distribution = other->distribution;
    if (!lead->status_code_count) {
        lead->status_codes = other->status_codes;
        lead->status_code_count = other->status_code_count;
    }
    if (!lead->path_count) {
        lead->paths = other->paths;
        lead->path_count = other->path_count;
    }
    for (size_t i = 0; i < other->warning_count; i++)
        run_warn(lead, arena, other->warnings[i].code, other->warnings[i].line, "%s",
                 other->warnings[i].text);
    for (size_t i = 0; i < other->label_count; i++)
        if (!run_label_text(lead, other->labels[i].key))
            run_set_label(lead, arena, other->labels[i].key, other->labels[i].text,
                          other->labels[i].splits);
}
