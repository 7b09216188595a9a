#include "words.h"

#include <math.h>
#include <string.h>

#include "../base/number.h"
#include "../base/text.h"
#include "../say/words.h"
#include "../say/format.h"

const char *metric_title(const struct metric *metric, struct arena *arena)
{
    struct text key = text_of(metric->key);

    if (!text_starts_with(key, "latency_") || strcmp(metric->key, "latency_sd_ms") == 0)
        return metric->label;
    return arena_format(arena, "%s latency", metric->label);
}

/* 0.95 * 100 is not 95 in binary: what nobody wrote is rounded away. */
static const char *setting_per_cent(double fraction, struct arena *arena)
{
    struct buffer number;

    buffer_init(&number);
    number_append_shortest(&number, round(fraction * 1e8) / 1e6);
    const char *text = text_copy(arena, buffer_text(&number));
    buffer_release(&number);
    return text;
}

static const char *undecided_words(const struct analysis *analysis,
                                   const struct comparison *comparison, struct arena *arena)
{
    if (analysis->groups[comparison->baseline].used_count == 1 &&
        analysis->groups[comparison->group].used_count == 1)
        return "not proven, 1 run each";
    if (comparison->runs_needed)
        return arena_format(arena, "not proven, needs %zu runs", comparison->runs_needed);
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
        return arena_format(arena, "equivalent (within %s %%)",
                            setting_per_cent(analysis->settings->margin, arena));
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
    return (struct estimate){comparison->ratio, comparison->ci_low, comparison->ci_high};
}

struct estimate change_of(const struct comparison *comparison)
{
    return (struct estimate){comparison->change_pct, (comparison->ci_low - 1) * 100,
                             (comparison->ci_high - 1) * 100};
}

const char *interval_words(const struct analysis *analysis, struct arena *arena)
{
    return arena_format(arena, "%s %% interval",
                        setting_per_cent(analysis->settings->confidence, arena));
}

const char *interval_footnote(const struct analysis *analysis, struct arena *arena)
{
    return arena_format(arena, "\xc2\xb1: half width of the %s of the mean over runs.",
                        interval_words(analysis, arena));
}

const char *tool_words(const struct run *run, struct arena *arena)
{
    if (!run->tool)
        return "";
    return run->tool_version ? arena_format(arena, "%s %s", run->tool, run->tool_version)
                             : run->tool;
}

const char *target_words(const struct run *run, struct arena *arena)
{
    const char *host = run->target.host;
    const char *path = run->target.path ? run->target.path : "";

    if (!host)
        return path;
    const char *port =
        isfinite(run->target.port) ? arena_format(arena, ":%.0f", run->target.port) : "";
    const char *scheme = run->target.scheme ? arena_format(arena, "%s://", run->target.scheme) : "";
    return arena_format(arena, "%s%s%s%s", scheme, host, port, path);
}
