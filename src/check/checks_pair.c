/*
 * Checks: a group against its baseline.
 */
#include <math.h>
#include <string.h>

#include "../model/member.h"
#include "check.h"
#include "../compare/comparison.h"
#include "../compare/trend_order.h"
#include "../say/words.h"

#define LENGTH_TOLERANCE 0.10

/* What a side says of a key: the text of its first used run that states it. */
static const char *side_text(const struct inspection *inspection, const struct group *group,
                             const char *key)
{
    for (size_t i = 0; i < group->used_count; i++) {
        const struct run *run = group_used_run(inspection->draft->analysis, group, i);
        const char *text = run_key_text(run, key, inspection->draft->arena);
        if (text != NULL)
            return text;
    }
    return NULL;
}

/* Whether the user made the key the axis: then the sides are meant to differ in it. */
static bool is_wanted(const struct inspection *inspection, const char *key)
{
    const struct draft *draft = inspection->draft;
    return draft->axis_is_users && draft->analysis->axis != NULL &&
           strcmp(draft->analysis->axis, key) == 0;
}

/* Reports the key where both sides state it and differ. */
static void compare_key(struct inspection *inspection, enum severity severity, const char *key,
                        const char *words)
{
    const char *text = side_text(inspection, inspected_group(inspection), key);
    /* The baseline may have thousands of runs that do not say, for thousands of groups. */
    if (text == NULL || is_wanted(inspection, key))
        return;
    const char *other = side_text(inspection, inspected_baseline(inspection), key);
    if (other == NULL || strcmp(text, other) == 0)
        return;
    if (severity != NOTE_BLOCKS && strstr(inspected_group(inspection)->name, text) != NULL &&
        strstr(inspected_baseline(inspection)->name, other) != NULL)
        return; /* the groups are called so */
    found(inspection, severity, "%s %s against %s", words, text, other);
}

void check_concurrency_differs(struct inspection *inspection)
{
    compare_key(inspection, NOTE_BLOCKS, "concurrency", "concurrency");
}

void check_keepalive_differs(struct inspection *inspection)
{
    compare_key(inspection, NOTE_BLOCKS, "keepalive", "keep-alive");
}

void check_tool_differs(struct inspection *inspection)
{
    compare_key(inspection, NOTE_BLOCKS, "tool", "tool");
}

/* Whether the group's label was made of the key. */
static bool is_label(const struct inspection *inspection, const char *key)
{
    const struct group *group = inspected_group(inspection);
    if (group->used_count == 0)
        return false;
    const struct run *run = group_used_run(inspection->draft->analysis, group, 0);
    return run->label_from != NULL && strcmp(run->label_from, key) == 0;
}

void check_setting_differs(struct inspection *inspection)
{
    const char *axis = inspection->draft->analysis->axis;
    size_t count;
    const struct member *members = member_table(&count);
    for (size_t i = 0; i < count; i++) {
        const char *key = members[i].key;
        /* What is compared differs of course, and what the labels say already. */
        if (member_has(&members[i], MEMBER_SHARED_BY_SIDES) &&
            (axis == NULL || strcmp(axis, key) != 0) && !is_label(inspection, key))
            compare_key(inspection, NOTE_INFORMS, key, members[i].words);
    }
}

static double side_number(const struct inspection *inspection, const struct group *group,
                          double (*number)(const struct run *))
{
    for (size_t i = 0; i < group->used_count; i++) {
        double value = number(group_used_run(inspection->draft->analysis, group, i));
        if (!isnan(value))
            return value;
    }
    return ABSENT;
}

static double document_length(const struct run *run)
{
    return run->target.document_length;
}

static double requests_asked(const struct run *run)
{
    return run->config.requests;
}

void check_document_length_differs(struct inspection *inspection)
{
    struct arena *arena = inspection->draft->arena;
    double length = side_number(inspection, inspected_group(inspection), document_length);
    if (isnan(length))
        return;
    double other = side_number(inspection, inspected_baseline(inspection), document_length);
    if (fabs(length - other) > LENGTH_TOLERANCE * fmax(length, other))
        found(inspection, NOTE_INFORMS, "%s against %s bytes", words_count(arena, length),
              words_count(arena, other));
}

void check_requests_differ(struct inspection *inspection)
{
    struct arena *arena = inspection->draft->arena;
    double asked = side_number(inspection, inspected_group(inspection), requests_asked);
    if (isnan(asked))
        return;
    double other = side_number(inspection, inspected_baseline(inspection), requests_asked);
    if (asked > other || asked < other)
        found(inspection, NOTE_INFORMS, "%s against %s requests", words_count(arena, asked),
              words_count(arena, other));
}

/* The first and the last time of a side's used runs; false where a run tells none. */
static bool time_span(const struct inspection *inspection, const struct group *group,
                      const char **first, const char **last)
{
    *first = *last = NULL;
    for (size_t i = 0; i < group->used_count; i++) {
        const char *time = group_used_run(inspection->draft->analysis, group, i)->time;
        if (time == NULL)
            return false;
        if (*first == NULL || strcmp(time, *first) < 0)
            *first = time;
        if (*last == NULL || strcmp(time, *last) > 0)
            *last = time;
    }
    return *first != NULL;
}

static bool side_drifts(const struct inspection *inspection, const struct group *group)
{
    const struct metric *primary = inspection->draft->analysis->primary;
    const struct summary *summary = primary == NULL ? NULL : group_summary(group, primary);
    double share;
    return summary != NULL && runs_drift(inspection->draft, summary, &share);
}

/* Only time stamps tell the order; that of the files says nothing. */
void check_block_order(struct inspection *inspection)
{
    const struct group *group = inspected_group(inspection);
    const struct group *baseline = inspected_baseline(inspection);
    const char *first, *last, *other_first, *other_last;
    if (baseline->archived || group->used_count < RUNS_FOR_VERDICT ||
        baseline->used_count < RUNS_FOR_VERDICT || !time_span(inspection, group, &first, &last) ||
        !time_span(inspection, baseline, &other_first, &other_last))
        return;
    bool after = strcmp(first, other_last) > 0, before = strcmp(last, other_first) < 0;
    if (!after && !before)
        return;
    bool drifts = side_drifts(inspection, group) || side_drifts(inspection, baseline);
    found(inspection, drifts ? NOTE_BLOCKS : NOTE_INFORMS, "all its runs were taken %s%s",
          after ? "after those of the baseline" : "before those of the baseline",
          drifts ? ", and the runs of a side drift" : "");
}
