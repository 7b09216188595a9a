/*
 * A group and its baseline that differ in more than what is compared.
 */
#include "check.h"

#include <math.h>
#include <string.h>

#include "../model/member.h"
#include "../say/words.h"

#define LENGTH_TOLERANCE 0.10

/* What a side says of a key: the text of its first used run that states it. */
static const char *side_text(const struct inspection *inspection, const struct group *group,
                             const char *key)
{
    for (size_t i = 0; i < group->used_count; i++) {
        const struct run *run = group_used_run(inspection->draft->analysis, group, i);
        const char *text = run_key_text(run, key, inspection->draft->arena);
        if (text)
            return text;
    }
    return NULL;
}

/* Whether the user made the key the axis: then the sides are meant to differ in it. */
static bool is_wanted(const struct inspection *inspection, const char *key)
{
    const struct draft *draft = inspection->draft;
    return draft->axis_is_users && draft->analysis->axis && strcmp(draft->analysis->axis, key) == 0;
}

/* Reports the key where both sides state it and differ. */
static void compare_key(struct inspection *inspection, enum severity severity, const char *key,
                        const char *words)
{
    const char *text = side_text(inspection, inspected_group(inspection), key);
    /* The baseline may have thousands of runs that do not say, for thousands of groups. */
    if (!text || is_wanted(inspection, key))
        return;
    const char *other = side_text(inspection, inspected_baseline(inspection), key);
    if (!other || strcmp(text, other) == 0)
        return;
    if (severity != NOTE_BLOCKS && strstr(inspected_group(inspection)->name, text) &&
        strstr(inspected_baseline(inspection)->name, other))
        return; /* the groups are called so */
    found(inspection, severity, "%s %s against %s", words, text, other);
}

static void find_concurrency_differs(struct inspection *inspection)
{
    compare_key(inspection, NOTE_BLOCKS, "concurrency", "concurrency");
}

static const struct check check_concurrency_differs = {
    .code = "concurrency-differs",
    .severity = NOTE_BLOCKS,
    .scope = CHECK_PAIR,
    .blocks_as = VERDICT_NOT_COMPARABLE,
    .summary = "the sides differ in concurrency",
    .advice = "Rate and latency follow from the load; compare at equal concurrency, or make it the "
              "axis with --columns concurrency.",
    .find = find_concurrency_differs,
};

static void find_keepalive_differs(struct inspection *inspection)
{
    compare_key(inspection, NOTE_BLOCKS, "keepalive", "keep-alive");
}

static const struct check check_keepalive_differs = {
    .code = "keepalive-differs",
    .severity = NOTE_BLOCKS,
    .scope = CHECK_PAIR,
    .blocks_as = VERDICT_NOT_COMPARABLE,
    .summary = "the sides differ in keep-alive",
    .advice = "A new connection for each request can cost more than the request; measure both "
              "alike, or make it the axis with --columns keepalive.",
    .find = find_keepalive_differs,
};

static void find_tool_differs(struct inspection *inspection)
{
    compare_key(inspection, NOTE_BLOCKS, "tool", "tool");
}

static const struct check check_tool_differs = {
    .code = "tool-differs",
    .severity = NOTE_BLOCKS,
    .scope = CHECK_PAIR,
    .blocks_as = VERDICT_NOT_COMPARABLE,
    .summary = "the sides were measured with different tools",
    .advice = "The tools count and time differently; measure both with one.",
    .find = find_tool_differs,
};

/* Whether the group's label was made of the key. */
static bool is_label(const struct inspection *inspection, const char *key)
{
    const struct group *group = inspected_group(inspection);
    if (group->used_count == 0)
        return false;
    const struct run *run = group_used_run(inspection->draft->analysis, group, 0);
    return run->label_from && strcmp(run->label_from, key) == 0;
}

static void find_target_differs(struct inspection *inspection)
{
    const char *axis = inspection->draft->analysis->axis;
    size_t count;
    const struct member *members = member_table(&count);
    for (size_t i = 0; i < count; i++) {
        const char *key = members[i].key;
        /* What is compared differs of course, and what the labels say already. */
        if (member_has(&members[i], MEMBER_SHARED_BY_SIDES) && (!axis || strcmp(axis, key) != 0) &&
            !is_label(inspection, key))
            compare_key(inspection, NOTE_INFORMS, key, members[i].words);
    }
}

static const struct check check_target_differs = {
    .code = "target-differs",
    .severity = NOTE_INFORMS,
    .scope = CHECK_PAIR,
    .blocks_as = VERDICT_NOT_COMPARABLE,
    .summary = "the sides differ in path, server, scheme, TLS, method or tool version",
    .advice = "The difference may be theirs.",
    .find = find_target_differs,
};

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

static void find_document_length_differs(struct inspection *inspection)
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

static const struct check check_document_length_differs = {
    .code = "document-length-differs",
    .severity = NOTE_INFORMS,
    .scope = CHECK_PAIR,
    .blocks_as = VERDICT_NOT_COMPARABLE,
    .summary = "the documents differ in length by more than 10 %",
    .advice = "The sides did not serve the same; see that it is meant so.",
    .find = find_document_length_differs,
};

static double requests_asked(const struct run *run)
{
    return run->config.requests;
}

static void find_requests_differ(struct inspection *inspection)
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

static const struct check check_requests_differ = {
    .code = "requests-differ",
    .severity = NOTE_INFORMS,
    .scope = CHECK_PAIR,
    .blocks_as = VERDICT_NOT_COMPARABLE,
    .summary = "the sides were asked for different numbers of requests",
    .advice = "Short runs weigh start-up more.",
    .find = find_requests_differ,
};

static const struct check check_no_baseline = {
    .code = "no-baseline",
    .severity = NOTE_INFORMS,
    .scope = CHECK_GROUP,
    .blocks_as = VERDICT_NOT_COMPARABLE,
    .summary = "a group has no baseline that agrees in all other keys",
    .advice = "It is compared with nothing.",
};

static const struct check check_few_archived = {
    .code = "few-archived",
    .severity = NOTE_INFORMS,
    .scope = CHECK_GROUP,
    .blocks_as = VERDICT_NOT_COMPARABLE,
    .summary = "the archive holds fewer than five comparable runs",
    .advice = "A verdict against an archive needs five; runs are comparable that agree in label, "
              "tool, path, concurrency and keep-alive.",
};

static const struct check check_archived_failures = {
    .code = "archived-failures",
    .severity = NOTE_INFORMS,
    .scope = CHECK_GROUP,
    .blocks_as = VERDICT_INVALID,
    .summary = "archived runs that failed predict nothing",
    .advice = "Runs that were cut short, or in which more than 1 % of the requests failed, are no "
              "measure of what a sound run does.",
};

static const struct check check_level_changed = {
    .code = "level-changed",
    .severity = NOTE_INFORMS,
    .scope = CHECK_GROUP,
    .blocks_as = VERDICT_INVALID,
    .summary = "the archive changed its level, and only what came after it predicts",
    .advice = "Look at what changed there: the version, the machine, the load.",
};

/* A share of fewer says nothing. */
#define BATCHES_FOR_ALARMS 5

static void find_past_alarms(struct inspection *inspection)
{
    const struct analysis *analysis = inspection->draft->analysis;
    for (size_t i = 0; i < analysis->comparison_count; i++) {
        const struct comparison *comparison = &analysis->comparisons[i];
        if (comparison->past_tested < BATCHES_FOR_ALARMS || comparison->metric != analysis->primary)
            continue;
        inspection->group = comparison->group;
        found(inspection, NOTE_INFORMS, "%zu of %zu past %s would have failed",
              comparison->past_alarms, comparison->past_tested,
              comparison->batches == analysis->groups[comparison->baseline].used_count ? "runs"
                                                                                       : "batches");
    }
}

static const struct check check_past_alarms = {
    .code = "past-alarms",
    .severity = NOTE_INFORMS,
    .scope = CHECK_LATE,
    .blocks_as = VERDICT_INVALID,
    .summary = "how often the same rule would have cried wolf on the archive itself",
    .advice = "Each was judged by those before it; alarms that nothing explains say that the "
              "machine is not the same from run to run.",
    .find = find_past_alarms,
};

const struct check_list unlike_sides_checks =
    CHECK_LIST(&check_concurrency_differs, &check_keepalive_differs, &check_tool_differs,
               &check_target_differs, &check_document_length_differs, &check_requests_differ,
               &check_no_baseline, &check_few_archived, &check_archived_failures,
               &check_level_changed, &check_past_alarms);
