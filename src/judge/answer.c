#include "answer.h"

#include <math.h>
#include <string.h>

#include "../compare/claim.h"
#include "../compare/group.h"
#include "../stats/geometric_mean.h"
#include "../say/words.h"

/* Beyond it groups are counted, not named: the table below names them. */
#define NAMES_SHOWN 3

/* What stands before figures that no test bears out. */
#define AS_MEASURED "Not proven; as measured, "

/* What the comparison rests on; with the direction told, the interval has no signs. */
static const char *evidence(const struct draft *draft, const struct comparison *comparison,
                            bool with_direction)
{
    struct grounds grounds = claim_evidence(draft->analysis, comparison);
    grounds.told_change = with_direction ? comparison->change_pct : ABSENT;
    return words_grounds(draft->arena, &grounds);
}

static const char *equivalence_evidence(const struct draft *draft,
                                        const struct comparison *comparison)
{
    struct grounds grounds = claim_equivalence(draft->analysis, comparison);
    return words_grounds(draft->arena, &grounds);
}

/* What two groups have in common that tells them from others: "c=16"; "" where nothing. */
static const char *common_place(const struct draft *draft, const struct comparison *comparison)
{
    const struct pivot *pivot = &draft->analysis->pivot;
    if (!pivot->column_key)
        return "";
    return place_words(draft, &draft->analysis->groups[comparison->group], pivot->row_keys,
                       pivot->row_key_count);
}

/* The short name of a group: its value of the axis where the place is said apart. */
static const char *short_name(const struct draft *draft, size_t group, bool with_place)
{
    const struct group *named = &draft->analysis->groups[group];
    const char *axis = draft->analysis->axis;
    const char *value = axis ? place_words(draft, named, &axis, 1) : "";
    return with_place && value[0] != '\0' ? value : named->name;
}

/* Whether the reason begins with the name of the side that it is about. */
static bool names_a_side(const struct draft *draft, const struct comparison *comparison)
{
    const size_t sides[] = {comparison->group, comparison->baseline};
    for (size_t i = 0; i < sizeof sides / sizeof *sides; i++) {
        const char *name = draft->analysis->groups[sides[i]].name;
        if (strncmp(comparison->reason, name, strlen(name)) == 0)
            return true;
    }
    return false;
}

static const char *pair_sentence(const struct draft *draft, const struct comparison *comparison)
{
    struct arena *arena = draft->arena;
    const char *place = common_place(draft, comparison);
    bool placed = place[0] != '\0';
    const char *group = short_name(draft, comparison->group, placed);
    const char *baseline = short_name(draft, comparison->baseline, placed);
    const char *at = placed ? arena_format(arena, " at %s", place) : "";
    const char *verb = comparison->metric->kind == METRIC_RATE ? "served" : "had";
    switch (comparison->verdict) {
    case VERDICT_EQUIVALENT:
        return arena_format(
            arena, "%s and %s do not differ by more than %s in %s%s %s%s", group, baseline,
            words_percent(arena, 100 * settings_margin(draft->settings, comparison->metric)),
            words_metric(comparison->metric), at, equivalence_evidence(draft, comparison),
            claim_correction(arena, draft->analysis, comparison));
    case VERDICT_NOT_COMPARABLE:
        return arena_format(arena, "%s and %s are not comparable%s: %s", group, baseline, at,
                            comparison->reason);
    case VERDICT_INVALID:
        if (names_a_side(draft, comparison))
            return arena_format(arena, "No verdict: %s", comparison->reason);
        return arena_format(arena, "No verdict on %s and %s%s: %s", group, baseline, at,
                            comparison->reason);
    case VERDICT_UNDECIDED:
        if (isnan(comparison->change_pct))
            return arena_format(arena, "No verdict on %s and %s%s: %s", group, baseline, at,
                                comparison->reason);
        if (comparison->is_small)
            return arena_format(
                arena,
                "%s differs from %s in %s%s by less than the %s that a verdict asks for: %s %s",
                group, baseline, words_metric(comparison->metric), at,
                words_percent(arena,
                              100 * settings_min_effect(draft->settings, comparison->metric)),
                words_change(arena, comparison->change_pct), evidence(draft, comparison, false));
        if (!isnan(comparison->ci_low))
            return arena_format(arena, "It is not proven that %s differs from %s in %s%s: %s %s%s",
                                group, baseline, words_metric(comparison->metric), at,
                                words_change(arena, comparison->change_pct),
                                evidence(draft, comparison, false),
                                claim_correction(arena, draft->analysis, comparison));
        break;
    case VERDICT_BETTER:
    case VERDICT_WORSE:
        break;
    }
    bool proven = comparison->verdict == VERDICT_BETTER || comparison->verdict == VERDICT_WORSE;
    return arena_format(arena, "%s%s %s %s %s%s %s", proven ? "" : AS_MEASURED, group, verb,
                        words_amount(arena, comparison->metric, comparison->change_pct), baseline,
                        at, evidence(draft, comparison, true));
}

/* The comparisons of one metric, and how many have which verdict. */
struct tally {
    const struct metric *metric;
    const struct comparison **comparisons;
    size_t count;
    size_t of[VERDICT_INVALID + 1];
};

/* The metric that -m names first, where it was compared; else the primary one. */
static const struct metric *headline_metric(const struct draft *draft)
{
    const struct analysis *analysis = draft->analysis;
    const struct metric *first =
        draft->settings->metric_count > 0 ? draft->settings->metrics[0] : NULL;
    for (size_t i = 0; first && i < analysis->comparison_count; i++) {
        if (analysis->comparisons[i].metric == first)
            return first;
    }
    return analysis->primary;
}

static struct tally tally_of(const struct draft *draft)
{
    const struct analysis *analysis = draft->analysis;
    struct tally tally = {.metric = headline_metric(draft)};
    tally.comparisons =
        arena_allocate(draft->arena, (analysis->comparison_count + 1) * sizeof *tally.comparisons);
    for (size_t i = 0; i < analysis->comparison_count; i++) {
        const struct comparison *comparison = &analysis->comparisons[i];
        if (comparison->metric != tally.metric)
            continue;
        tally.comparisons[tally.count++] = comparison;
        tally.of[comparison->verdict]++;
    }
    return tally;
}

/* Positive: how much better the group is, in per cent; an absent change counts as none. */
static double gain_of(const struct comparison *comparison)
{
    double change = isnan(comparison->change_pct) ? 0 : comparison->change_pct;
    return comparison->metric->better == BETTER_LOWER ? -change : change;
}

/* Of those with that verdict the one that gains most, or loses most; NULL: none. */
static const struct comparison *extreme(const struct tally *tally, enum verdict verdict, bool gain)
{
    const struct comparison *found = NULL;
    for (size_t i = 0; i < tally->count; i++) {
        const struct comparison *comparison = tally->comparisons[i];
        if (comparison->verdict != verdict)
            continue;
        if (!found ||
            (gain ? gain_of(comparison) > gain_of(found) : gain_of(comparison) < gain_of(found)))
            found = comparison;
    }
    return found;
}

static const char *verdict_word(const struct tally *tally, enum verdict verdict)
{
    static const char *const words[] = {
        [VERDICT_EQUIVALENT] = "level",
        [VERDICT_UNDECIDED] = "not proven",
        [VERDICT_NOT_COMPARABLE] = "not comparable",
        [VERDICT_INVALID] = "no verdict",
    };
    if (verdict == VERDICT_BETTER || verdict == VERDICT_WORSE)
        return words_direction(tally->metric, verdict == VERDICT_BETTER);
    return words[verdict];
}

/* "faster in 4, slower in 4, level in 1 of 9 comparisons" */
static const char *counts_words(const struct draft *draft, const struct tally *tally)
{
    struct arena *arena = draft->arena;
    const char *said = "";
    for (enum verdict verdict = VERDICT_BETTER; verdict <= VERDICT_INVALID; verdict++) {
        if (tally->of[verdict] > 0)
            said = arena_format(arena, "%s%s%s in %zu", said, said[0] == '\0' ? "" : ", ",
                                verdict_word(tally, verdict), tally->of[verdict]);
    }
    return arena_format(arena, "%s of %zu comparisons", said, tally->count);
}

/* One pair, compared at several places: "c=8" and "c=16", or sections, or both. */

static bool is_told_by_level(const struct draft *draft)
{
    const struct pivot *pivot = &draft->analysis->pivot;
    return pivot->row_key_count == 1 && strcmp(pivot->row_keys[0], "concurrency") == 0;
}

/* "3 levels of concurrency", "6 comparisons" */
static const char *places_words(const struct draft *draft, size_t count)
{
    return arena_format(draft->arena, "%zu %s", count,
                        is_told_by_level(draft) ? "levels of concurrency" : "comparisons");
}

/* "c=8 and c=16" */
static const char *places_of(const struct draft *draft, const struct tally *tally,
                             enum verdict verdict)
{
    const char **places = arena_allocate(draft->arena, (tally->count + 1) * sizeof *places);
    size_t count = 0;
    for (size_t i = 0; i < tally->count; i++) {
        if (tally->comparisons[i]->verdict == verdict)
            places[count++] = common_place(draft, tally->comparisons[i]);
    }
    return words_list(draft->arena, places, count, NAMES_SHOWN);
}

/* "slower at each", "faster at c=8 and c=16, not proven at c=4" */
static const char *where_words(const struct draft *draft, const struct tally *tally)
{
    struct arena *arena = draft->arena;
    const char *said = "";
    for (enum verdict verdict = VERDICT_BETTER; verdict <= VERDICT_INVALID; verdict++) {
        if (tally->of[verdict] == tally->count)
            return arena_format(arena, "%s %s each", verdict_word(tally, verdict),
                                is_told_by_level(draft) ? "at" : "in");
    }
    if (!is_told_by_level(draft))
        return counts_words(draft, tally);
    for (enum verdict verdict = VERDICT_BETTER; verdict <= VERDICT_INVALID; verdict++) {
        if (tally->of[verdict] > 0)
            said = arena_format(arena, "%s%s%s at %s", said, said[0] == '\0' ? "" : ", ",
                                verdict_word(tally, verdict), places_of(draft, tally, verdict));
    }
    return said;
}

/* The changes of what may enter a mean: valid comparisons. */
struct span {
    double low, high;
    size_t count;
    bool noise_known;
};

static struct span span_of(const struct tally *tally)
{
    struct span span = {0};
    for (size_t i = 0; i < tally->count; i++) {
        const struct comparison *comparison = tally->comparisons[i];
        if (comparison->verdict == VERDICT_INVALID || isnan(comparison->change_pct) ||
            comparison->verdict == VERDICT_NOT_COMPARABLE)
            continue;
        bool first = span.count++ == 0;
        span.low = first ? comparison->change_pct : fmin(span.low, comparison->change_pct);
        span.high = first ? comparison->change_pct : fmax(span.high, comparison->change_pct);
        span.noise_known = span.noise_known || !isnan(comparison->ci_low);
    }
    return span;
}

/* Whether a comparison may enter a mean: valid, and of a column of the pivot. */
static bool enters_mean(const struct draft *draft, const struct comparison *comparison,
                        size_t column)
{
    const struct pivot *pivot = &draft->analysis->pivot;
    const struct group *group = &draft->analysis->groups[comparison->group];
    const char *value = group_key_text(group, pivot->column_key);
    return strcmp(value ? value : "", pivot->columns[column]) == 0 &&
           comparison->verdict != VERDICT_INVALID &&
           comparison->verdict != VERDICT_NOT_COMPARABLE && comparison_ratio(comparison) > 0;
}

/* The geometric mean of a column's ratios to the baseline; NAN: none. */
static double mean_ratio(const struct draft *draft, const struct tally *tally, size_t column)
{
    double *ratios = arena_allocate(draft->arena, (tally->count + 1) * sizeof *ratios);
    struct geometric_mean mean;
    size_t count = 0;
    for (size_t i = 0; i < tally->count; i++) {
        if (enters_mean(draft, tally->comparisons[i], column))
            ratios[count++] = comparison_ratio(tally->comparisons[i]);
    }
    return geometric_mean(ratios, count, &mean) ? mean.mean : ABSENT;
}

/* The column of the pivot that all comparisons are of; NO_GROUP where there are several. */
static size_t only_column(const struct draft *draft, const struct tally *tally)
{
    const struct analysis *analysis = draft->analysis;
    const struct pivot *pivot = &analysis->pivot;
    const char *value = NULL;
    for (size_t i = 0; i < tally->count && pivot->column_key; i++) {
        const struct group *group = &analysis->groups[tally->comparisons[i]->group];
        const char *text = group_key_text(group, pivot->column_key);
        text = text ? text : "";
        if (value && strcmp(value, text) != 0)
            return NO_GROUP;
        value = text;
    }
    for (size_t column = 0; value && column < pivot->column_count; column++) {
        if (column != pivot->baseline_column && strcmp(pivot->columns[column], value) == 0)
            return column;
    }
    return NO_GROUP;
}

/* NULL where one sentence cannot say it: faster here, slower there. */
static const char *levels_sentence(const struct draft *draft, const struct tally *tally)
{
    struct arena *arena = draft->arena;
    const struct metric *metric = tally->metric;
    size_t column = only_column(draft, tally), places = tally->count;
    struct span span = span_of(tally);
    if (column == NO_GROUP || span.count == 0 ||
        (tally->of[VERDICT_BETTER] > 0 && tally->of[VERDICT_WORSE] > 0))
        return NULL;
    const char *group = short_name(draft, tally->comparisons[0]->group, true);
    const char *baseline = short_name(draft, tally->comparisons[0]->baseline, true);
    const char *at = is_told_by_level(draft) ? "at" : "in";
    if (tally->of[VERDICT_EQUIVALENT] == places)
        return arena_format(
            arena, "%s and %s do not differ by more than %s in %s %s any of %s (%s)", group,
            baseline, words_percent(arena, 100 * settings_margin(draft->settings, metric)),
            words_metric(metric), at, places_words(draft, places),
            words_change_interval(arena, span.low, span.high));
    bool proven = tally->of[VERDICT_BETTER] + tally->of[VERDICT_WORSE] > 0;
    double mean = (mean_ratio(draft, tally, column) - 1) * 100;
    if ((!proven && span.noise_known) || isnan(mean))
        return arena_format(
            arena, "It is not proven that %s differs from %s in %s %s any of %s (%s)%s%s", group,
            baseline, words_metric(metric), at, places_words(draft, places),
            words_change_interval(arena, span.low, span.high),
            tally->of[VERDICT_UNDECIDED] == places ? "" : "; ",
            tally->of[VERDICT_UNDECIDED] == places ? "" : where_words(draft, tally));
    return arena_format(
        arena, "%s%s %s %s %s on average over %s (%s; %s)", proven ? "" : AS_MEASURED, group,
        metric->kind == METRIC_RATE ? "served" : "had", words_amount(arena, metric, mean), baseline,
        places_words(draft, span.count), words_told_interval(arena, mean, span.low, span.high),
        proven ? where_words(draft, tally) : "noise unknown");
}

/* Several groups, or one that is faster here and slower there. */

/* The baseline that all comparisons share, by name. */
static const char *baseline_name(const struct draft *draft, const struct tally *tally)
{
    for (size_t i = 1; i < tally->count; i++) {
        if (tally->comparisons[i]->baseline != tally->comparisons[0]->baseline)
            return "its baseline";
    }
    return draft->analysis->groups[tally->comparisons[0]->baseline].name;
}

static const char *names_of(const struct draft *draft, const struct tally *tally,
                            enum verdict verdict, const struct comparison *told)
{
    const char **names = arena_allocate(draft->arena, (tally->count + 1) * sizeof *names);
    size_t count = 0;
    for (size_t i = 0; i < tally->count; i++) {
        const struct comparison *comparison = tally->comparisons[i];
        if (comparison->verdict == verdict && comparison != told)
            names[count++] = draft->analysis->groups[comparison->group].name;
    }
    return count == 0 ? NULL : words_list(draft->arena, names, count, NAMES_SHOWN);
}

/* "faster: a and b; slower: c; not proven: d", without the one that was told already. */
static const char *lists_words(const struct draft *draft, const struct tally *tally,
                               const struct comparison *told)
{
    struct arena *arena = draft->arena;
    const char *said = "";
    for (enum verdict verdict = VERDICT_BETTER; verdict <= VERDICT_INVALID; verdict++) {
        const char *names = names_of(draft, tally, verdict, told);
        bool again = told && told->verdict == verdict;
        if (names)
            said = arena_format(arena, "%s%s%s%s: %s", said, said[0] == '\0' ? "" : "; ",
                                again ? "also " : "", verdict_word(tally, verdict), names);
    }
    return said;
}

/* Who else has which verdict, behind a semicolon. */
static const char *rest_words(const struct draft *draft, const struct tally *tally,
                              const struct comparison *told)
{
    bool counted = draft->analysis->pivot.column_key || tally->count > NAMES_SHOWN + 1;
    const char *words = is_told_by_level(draft) && only_column(draft, tally) != NO_GROUP
                            ? where_words(draft, tally)
                        : counted ? counts_words(draft, tally)
                                  : lists_words(draft, tally, told);
    return words[0] == '\0' ? "" : arena_format(draft->arena, "; %s", words);
}

/* "; 38 % fewer at c=4": what goes against the gain of the group of that name elsewhere. */
static const char *loss_words(const struct draft *draft, const struct comparison *loss,
                              const char *name)
{
    struct arena *arena = draft->arena;
    const char *place = loss ? common_place(draft, loss) : "";
    if (place[0] == '\0' || strcmp(short_name(draft, loss->group, true), name) != 0)
        return "";
    bool rate = loss->metric->kind == METRIC_RATE;
    if (loss->change_pct > 0)
        return arena_format(arena, "; %s higher at %s", words_percent(arena, loss->change_pct),
                            place);
    return arena_format(arena, "; %s %s at %s", words_percent(arena, loss->change_pct),
                        rate ? "fewer" : "lower", place);
}

/* "; g1 not after correction for 5 comparisons": what would be a difference if it stood alone. */
static const char *correction_words(const struct draft *draft, const struct tally *tally)
{
    const struct analysis *analysis = draft->analysis;
    const char **names = arena_allocate(draft->arena, (tally->count + 1) * sizeof *names);
    size_t count = 0;
    for (size_t i = 0; i < tally->count; i++) {
        const struct comparison *comparison = tally->comparisons[i];
        if (claim_correction(draft->arena, analysis, comparison)[0] != '\0')
            names[count++] = analysis->groups[comparison->group].name;
    }
    if (count == 0)
        return "";
    return arena_format(draft->arena, "; %s not after correction for %zu comparisons",
                        words_list(draft->arena, names, count, NAMES_SHOWN), analysis->family_size);
}

/* Whether nothing can be told but what was measured: single runs, or groups without a verdict. */
static bool is_open(const struct tally *tally)
{
    for (size_t i = 0; i < tally->count; i++) {
        if (tally->comparisons[i]->verdict == VERDICT_UNDECIDED &&
            !isnan(tally->comparisons[i]->ci_low))
            return false;
    }
    return tally->of[VERDICT_UNDECIDED] > 0 && tally->of[VERDICT_WORSE] == 0 &&
           tally->of[VERDICT_EQUIVALENT] == 0;
}

/* Nothing can be proven with one run a side, but the largest figure is worth a sentence. */
static const char *as_measured(const struct draft *draft, const struct tally *tally)
{
    struct arena *arena = draft->arena;
    const struct comparison *ahead = extreme(tally, VERDICT_UNDECIDED, true);
    size_t blocked = tally->of[VERDICT_INVALID] + tally->of[VERDICT_NOT_COMPARABLE];
    const char *rest = "";
    if (blocked > 0)
        rest = arena_format(arena, "; no verdict in %zu of %zu comparisons", blocked, tally->count);
    if (gain_of(ahead) > 0)
        return arena_format(arena, "%s%s", pair_sentence(draft, ahead), rest);
    return arena_format(arena, "%sno group is %s than %s %s%s", AS_MEASURED,
                        words_direction(tally->metric, true), baseline_name(draft, tally),
                        evidence(draft, ahead, true), rest);
}

/* The value of a cell of the pivot in that metric; NAN: none. */
static double cell_value(const struct draft *draft, size_t row, size_t column,
                         const struct metric *metric)
{
    const struct pivot *pivot = &draft->analysis->pivot;
    size_t group = pivot->cells[row * pivot->column_count + column];
    const struct summary *summary =
        group == NO_GROUP ? NULL : group_summary(&draft->analysis->groups[group], metric);
    return summary ? summary->mean : ABSENT;
}

/* Whether a column has the best figure of each row. */
static bool leads_everywhere(const struct draft *draft, size_t column, const struct metric *metric)
{
    const struct pivot *pivot = &draft->analysis->pivot;
    bool higher = metric->better == BETTER_HIGHER;
    for (size_t row = 0; row < pivot->row_count; row++) {
        double own = cell_value(draft, row, column, metric);
        for (size_t other = 0; other < pivot->column_count; other++) {
            double value = cell_value(draft, row, other, metric);
            if (isnan(own) || (other != column && (higher ? value >= own : value <= own)))
                return false;
        }
    }
    return pivot->row_count > 1;
}

/* How many comparisons a column has; 0 where one of them is not won. */
static size_t wins_of(const struct draft *draft, const struct tally *tally, size_t column)
{
    const struct pivot *pivot = &draft->analysis->pivot;
    size_t wins = 0;
    for (size_t i = 0; i < tally->count; i++) {
        const struct group *group = &draft->analysis->groups[tally->comparisons[i]->group];
        const char *value = group_key_text(group, pivot->column_key);
        if (strcmp(value ? value : "", pivot->columns[column]) != 0)
            continue;
        if (tally->comparisons[i]->verdict != VERDICT_BETTER)
            return 0;
        wins++;
    }
    return wins;
}

/*
 * "lighttpd was fastest at every level: 25.7 % more requests per second than
 * apache (geometric mean of 3 levels)"; NULL where no column is.
 */
static const char *leader_sentence(const struct draft *draft, const struct tally *tally)
{
    const struct pivot *pivot = &draft->analysis->pivot;
    struct arena *arena = draft->arena;
    bool by_level = is_told_by_level(draft);
    for (size_t column = 0; pivot->column_key && column < pivot->column_count; column++) {
        size_t wins = column == pivot->baseline_column ? 0 : wins_of(draft, tally, column);
        double mean = (mean_ratio(draft, tally, column) - 1) * 100;
        if (wins < pivot->row_count || isnan(mean) ||
            !leads_everywhere(draft, column, tally->metric))
            continue;
        return arena_format(
            arena, "%s was %s %s: %s %s (geometric mean of %zu %s)", pivot->columns[column],
            words_superlative(tally->metric), by_level ? "at every level" : "in every row",
            words_mean_amount(arena, tally->metric, mean), pivot->columns[pivot->baseline_column],
            wins, by_level ? "levels" : "rows");
    }
    return NULL;
}

static const char *groups_sentence(const struct draft *draft, const struct tally *tally)
{
    struct arena *arena = draft->arena;
    const struct comparison *best = extreme(tally, VERDICT_BETTER, true);
    if (best)
        return arena_format(arena, "%s%s%s", pair_sentence(draft, best),
                            loss_words(draft, extreme(tally, VERDICT_WORSE, false),
                                       short_name(draft, best->group, true)),
                            rest_words(draft, tally, best));
    if (is_open(tally))
        return as_measured(draft, tally);
    const struct comparison *worst = extreme(tally, VERDICT_WORSE, false);
    if (worst)
        return arena_format(arena, "%s%s", pair_sentence(draft, worst),
                            rest_words(draft, tally, worst));
    return arena_format(arena, "%s is proven %s than %s%s%s",
                        tally->count == 2 ? "Neither group" : "No group",
                        words_direction(tally->metric, true), baseline_name(draft, tally),
                        rest_words(draft, tally, NULL), correction_words(draft, tally));
}

const char *answer_of(const struct draft *draft)
{
    struct tally tally = tally_of(draft);
    if (tally.count == 0)
        return NULL;
    if (tally.count == 1)
        return pair_sentence(draft, tally.comparisons[0]);
    const char *sentence = levels_sentence(draft, &tally);
    if (!sentence)
        sentence = leader_sentence(draft, &tally);
    return sentence ? sentence : groups_sentence(draft, &tally);
}
