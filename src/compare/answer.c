#include "answer.h"

#include <math.h>
#include <string.h>

#include "group.h"
#include "words.h"

#define NAMES_SHOWN 4

/* From here on "3.8 times as many" says more than "280 %". */
#define PERCENT_FOR_TIMES 100

/* "22 % more requests per second than", "3.8 times as many requests per second as" */
static const char *amount_words(const struct context *context, const struct comparison *comparison)
{
    struct arena *arena = context->arena;
    double change = comparison->change_pct;
    const char *metric = words_metric(comparison->metric);
    bool rate = comparison->metric->kind == METRIC_RATE;
    if (change >= PERCENT_FOR_TIMES)
        return arena_format(arena, "%s times as %s %s as", words_number(arena, 1 + change / 100),
                            rate ? "many" : "high a", metric);
    const char *direction = change >= 0 ? (rate ? "more" : "higher") : (rate ? "fewer" : "lower");
    return arena_format(arena, "%s %s %s than", words_percent(arena, change), direction, metric);
}

/* "(interval 19 to 25 %, 5 runs each)" */
static const char *evidence(const struct context *context, const struct comparison *comparison)
{
    struct arena *arena = context->arena;
    const struct analysis *analysis = context->analysis;
    const struct summary *group =
        group_summary(&analysis->groups[comparison->group], comparison->metric);
    const struct summary *baseline =
        group_summary(&analysis->groups[comparison->baseline], comparison->metric);
    size_t n = group == NULL ? 0 : group->n, m = baseline == NULL ? 0 : baseline->n;
    const char *runs = comparison->pairs > 0
                           ? arena_format(arena, "%zu pairs of runs", comparison->pairs)
                           : words_runs_per_side(arena, n, m);
    if (n < 2 && m < 2)
        return arena_format(arena, "(%s: noise unknown)", runs);
    if (isnan(comparison->ci_low))
        return arena_format(arena, "(%s)", runs);
    if (comparison->change_pct >= PERCENT_FOR_TIMES)
        return arena_format(arena, "(interval %s to %s times, %s)",
                            words_number(arena, comparison->ci_low),
                            words_number(arena, comparison->ci_high), runs);
    return arena_format(arena, "(interval %s, %s)",
                        words_change_interval(arena, (comparison->ci_low - 1) * 100,
                                              (comparison->ci_high - 1) * 100),
                        runs);
}

/* What two groups have in common that tells them from others: "c=16"; "" where nothing. */
static const char *common_place(const struct context *context, const struct comparison *comparison)
{
    const struct pivot *pivot = &context->analysis->pivot;
    struct buffer place;
    if (pivot->column_key == NULL)
        return "";
    buffer_init(&place);
    for (size_t k = 0; k < pivot->row_key_count; k++) {
        const char *text =
            group_key_text(&context->analysis->groups[comparison->group], pivot->row_keys[k]);
        if (text != NULL)
            name_append_key(&place, pivot->row_keys[k], text);
    }
    const char *copy =
        place.length == 0 ? "" : arena_copy(context->arena, place.bytes, place.length);
    buffer_release(&place);
    return copy;
}

/* The short name of a group: its value of the axis where the place is said apart. */
static const char *short_name(const struct context *context, size_t group, bool with_place)
{
    const struct group *named = &context->analysis->groups[group];
    const char *axis = context->analysis->axis;
    const char *text = axis == NULL ? NULL : group_key_text(named, axis);
    return with_place && text != NULL ? text : named->name;
}

static const char *pair_sentence(const struct context *context, const struct comparison *comparison)
{
    struct arena *arena = context->arena;
    const char *place = common_place(context, comparison);
    bool placed = place[0] != '\0';
    const char *group = short_name(context, comparison->group, placed);
    const char *baseline = short_name(context, comparison->baseline, placed);
    const char *at = placed ? arena_format(arena, " at %s", place) : "";
    const char *verb = comparison->metric->kind == METRIC_RATE ? "served" : "had";
    switch (comparison->verdict) {
    case VERDICT_EQUIVALENT:
        return arena_format(arena, "%s and %s do not differ by more than %s in %s%s %s", group,
                            baseline, words_percent(arena, 100 * context->settings->margin),
                            words_metric(comparison->metric), at, evidence(context, comparison));
    case VERDICT_NOT_COMPARABLE:
        return arena_format(arena, "%s and %s are not comparable%s: %s", group, baseline, at,
                            comparison->reason);
    case VERDICT_INVALID:
        return arena_format(arena, "No verdict on %s and %s%s: %s", group, baseline, at,
                            comparison->reason);
    case VERDICT_UNDECIDED:
        if (isnan(comparison->change_pct))
            return arena_format(arena, "No verdict on %s and %s%s: %s", group, baseline, at,
                                comparison->reason);
        if (!isnan(comparison->ci_low))
            return arena_format(arena, "It is not proven that %s differs from %s in %s%s: %s %s",
                                group, baseline, words_metric(comparison->metric), at,
                                words_change(arena, comparison->change_pct),
                                evidence(context, comparison));
        break;
    case VERDICT_BETTER:
    case VERDICT_WORSE:
        break;
    }
    return arena_format(arena, "%s %s %s %s%s %s", group, verb, amount_words(context, comparison),
                        baseline, at, evidence(context, comparison));
}

/* The comparisons of the primary metric, and those of one verdict. */

static const struct comparison *of_primary(const struct analysis *analysis, size_t i)
{
    const struct comparison *comparison = &analysis->comparisons[i];
    return comparison->metric == analysis->primary ? comparison : NULL;
}

static size_t count_primary(const struct analysis *analysis)
{
    size_t count = 0;
    for (size_t i = 0; i < analysis->comparison_count; i++)
        count += of_primary(analysis, i) != NULL;
    return count;
}

/* The comparison whose group is best by most, among those that are proven better. */
static const struct comparison *largest_gain(const struct analysis *analysis)
{
    const struct comparison *best = NULL;
    for (size_t i = 0; i < analysis->comparison_count; i++) {
        const struct comparison *comparison = of_primary(analysis, i);
        if (comparison == NULL || comparison->verdict != VERDICT_BETTER)
            continue;
        if (best == NULL || fabs(comparison->change_pct) > fabs(best->change_pct))
            best = comparison;
    }
    return best;
}

/* With one column beside the baseline, the places tell groups apart: "c=8 and c=16". */
static bool is_told_by_place(const struct context *context)
{
    const struct pivot *pivot = &context->analysis->pivot;
    return pivot->column_key != NULL && pivot->column_count == 2;
}

static const char *names_of(const struct context *context, enum verdict verdict)
{
    const struct analysis *analysis = context->analysis;
    const char **names =
        arena_allocate(context->arena, (analysis->comparison_count + 1) * sizeof *names);
    size_t count = 0;
    for (size_t i = 0; i < analysis->comparison_count; i++) {
        const struct comparison *comparison = of_primary(analysis, i);
        if (comparison != NULL && comparison->verdict == verdict)
            names[count++] = is_told_by_place(context) ? common_place(context, comparison)
                                                       : analysis->groups[comparison->group].name;
    }
    return count == 0 ? NULL : words_list(context->arena, names, count, NAMES_SHOWN);
}

static size_t count_verdict(const struct analysis *analysis, enum verdict verdict)
{
    size_t count = 0;
    for (size_t i = 0; i < analysis->comparison_count; i++)
        count += of_primary(analysis, i) != NULL && analysis->comparisons[i].verdict == verdict;
    return count;
}

/* In a pivot of several columns names would be long: "faster in 4, slower in 2". */
static bool is_told_by_count(const struct context *context)
{
    const struct pivot *pivot = &context->analysis->pivot;
    return pivot->column_key != NULL && pivot->column_count > 2;
}

/* Who or how many have a verdict, with the word that joins it; NULL: none. */
static const char *told(const struct context *context, enum verdict verdict)
{
    size_t count = count_verdict(context->analysis, verdict);
    if (count == 0)
        return NULL;
    if (is_told_by_count(context))
        return arena_format(context->arena, " in %zu", count);
    return arena_format(context->arena, "%s %s", is_told_by_place(context) ? " at" : ":",
                        names_of(context, verdict));
}

/* "faster: a and b; slower: c; not proven: d" */
static const char *verdict_lists(const struct context *context)
{
    const struct metric *metric = context->analysis->primary;
    const struct {
        enum verdict verdict;
        const char *words;
    } lists[] = {
        {VERDICT_BETTER, words_direction(metric, true)},
        {VERDICT_WORSE, words_direction(metric, false)},
        {VERDICT_EQUIVALENT, "level"},
        {VERDICT_UNDECIDED, "not proven"},
        {VERDICT_NOT_COMPARABLE, "not comparable"},
        {VERDICT_INVALID, "no verdict"},
    };
    const char *said = "";
    for (size_t i = 0; i < sizeof lists / sizeof *lists; i++) {
        const char *who = told(context, lists[i].verdict);
        if (who != NULL)
            said = arena_format(context->arena, "%s%s%s%s", said, said[0] == '\0' ? "" : "; ",
                                lists[i].words, who);
    }
    if (is_told_by_count(context))
        return arena_format(context->arena, "%s of %zu comparisons", said,
                            count_primary(context->analysis));
    return said;
}

const char *answer_of(const struct context *context)
{
    const struct analysis *analysis = context->analysis;
    size_t count = count_primary(analysis);
    if (count == 0)
        return NULL;
    if (count == 1) {
        for (size_t i = 0; i < analysis->comparison_count; i++) {
            if (of_primary(analysis, i) != NULL)
                return pair_sentence(context, of_primary(analysis, i));
        }
    }
    const struct comparison *best = largest_gain(analysis);
    const char *lists = verdict_lists(context);
    if (best != NULL)
        return arena_format(context->arena, "%s; %s", pair_sentence(context, best), lists);
    return arena_format(context->arena, "%s is proven %s than its baseline; %s",
                        count == 2 ? "Neither group" : "No group",
                        words_direction(analysis->primary, true), lists);
}
