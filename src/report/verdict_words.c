#include "verdict_words.h"

#include "../compare/claim.h"
#include "../say/words.h"

static const char *undecided_words(const struct analysis *analysis,
                                   const struct comparison *comparison, struct arena *arena)
{
    if (analysis->groups[comparison->baseline].used_count == 1 &&
        analysis->groups[comparison->group].used_count == 1)
        return "not proven, 1 run each";
    if (comparison->runs_needed)
        return comparison->runs_needed > MOST_RUNS_PLANNED
                   ? arena_format(arena, "not proven, needs over %d runs", MOST_RUNS_PLANNED)
                   : arena_format(arena, "not proven, needs %zu runs", comparison->runs_needed);
    return "not proven";
}

static const char *with_code(const char *words, const char *code, struct arena *arena)
{
    return code ? arena_format(arena, "%s (%s)", words, code) : words;
}

const char *verdict_words(const struct analysis *analysis, const struct comparison *comparison,
                          struct arena *arena)
{
    switch (comparison->verdict) {
    case VERDICT_BETTER:
    case VERDICT_WORSE:
        return words_direction(comparison->metric, comparison->verdict == VERDICT_BETTER);
    case VERDICT_EQUIVALENT:
        return arena_format(
            arena, "equivalent (within %s)",
            words_setting(arena, settings_margin(analysis->settings, comparison->metric)));
    case VERDICT_UNDECIDED:
        return undecided_words(analysis, comparison, arena);
    case VERDICT_NOT_COMPARABLE:
        return with_code("not comparable", comparison->code, arena);
    case VERDICT_INVALID:
        return with_code("invalid", comparison->code, arena);
    }
    return "";
}

enum tone verdict_tone(enum verdict verdict)
{
    static const enum tone tones[] = {
        [VERDICT_BETTER] = TONE_BETTER,          [VERDICT_WORSE] = TONE_WORSE,
        [VERDICT_EQUIVALENT] = TONE_PLAIN,       [VERDICT_UNDECIDED] = TONE_MUTED,
        [VERDICT_NOT_COMPARABLE] = TONE_CAUTION, [VERDICT_INVALID] = TONE_CAUTION,
    };

    return tones[verdict];
}

struct estimate ratio_of(const struct comparison *comparison)
{
    return (struct estimate){comparison_ratio(comparison), comparison->ci_low, comparison->ci_high};
}

struct estimate change_of(const struct comparison *comparison)
{
    return (struct estimate){comparison->change_pct, (comparison->ci_low - 1) * 100,
                             (comparison->ci_high - 1) * 100};
}

const char *interval_words(const struct analysis *analysis, struct arena *arena)
{
    return arena_format(arena, "%s interval", words_setting(arena, analysis->settings->confidence));
}

const char *interval_footnote(const struct analysis *analysis, struct arena *arena)
{
    return arena_format(arena, "\xc2\xb1: half width of the %s of the mean over runs.",
                        interval_words(analysis, arena));
}
