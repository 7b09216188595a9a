/* What of the options needs the metrics, which rule files may add to. */
#include "../base/suggestion.h"
#include "../base/text.h"
#include "subcommand.h"
#include "option_table.h"

/* Where the settled options go, and what they are looked up in. */
struct settling {
    struct options *options;
    struct metric_set *metrics;
    struct arena *arena;
    struct diag *diag;
};

static const struct metric *find_metric(struct settling *settling, struct text name)
{
    const struct metric *metric = metric_find_as_written(settling->metrics, text_trim(name));
    struct suggestion suggestion;

    if (metric)
        return metric;
    const char *word = text_copy(settling->arena, text_trim(name));
    suggestion_init(&suggestion, word);
    metric_names_offer(settling->metrics, &suggestion);
    diag_error(settling->diag, STATUS_USAGE, (struct place){0}, "no metric is called %s; %s", word,
               suggestion_words(&suggestion, settling->arena, "see loadstat --list-metrics"));
    return NULL;
}

static bool settle_metrics(struct settling *settling)
{
    struct settings *settings = &settling->options->settings;
    size_t capacity = 0;
    struct text rest = text_of(settling->options->metrics);
    struct text part;

    while (text_split(&rest, ',', &part)) {
        const struct metric *metric = find_metric(settling, part);
        if (!metric)
            return false;
        settings->metrics = arena_grow(settling->arena, settings->metrics, settings->metric_count,
                                       &capacity, sizeof *settings->metrics);
        settings->metrics[settings->metric_count++] = metric;
    }
    return true;
}

/* "2%" or "p99=10%" */
static bool read_effect_limit(struct settling *settling, struct text part,
                              struct effect_limit *limit)
{
    size_t equals = text_find_byte(part, '=');

    *limit = (struct effect_limit){0};
    if (equals < part.length) {
        limit->metric = find_metric(settling, (struct text){part.start, equals});
        if (!limit->metric)
            return false;
        part = text_from(part, equals + 1);
    }
    if (scan_share(text_copy(settling->arena, part), &limit->fraction))
        return true;
    diag_error(settling->diag, STATUS_USAGE, (struct place){0},
               "--min-effect takes a share, such as 2%%, or rps=2%%,p99=10%%");
    return false;
}

static bool settle_min_effects(struct settling *settling)
{
    struct settings *settings = &settling->options->settings;
    struct text rest = text_of(settling->options->min_effects);
    struct text part;
    size_t capacity = 0;

    while (text_split(&rest, ',', &part)) {
        struct effect_limit limit;
        if (!read_effect_limit(settling, part, &limit))
            return false;
        settings->min_effects =
            arena_grow(settling->arena, settings->min_effects, settings->min_effect_count,
                       &capacity, sizeof *settings->min_effects);
        settings->min_effects[settings->min_effect_count++] = limit;
    }
    return true;
}

static bool settle_filter(struct settling *settling)
{
    struct options *options = settling->options;
    const char *problem;

    options->settings.filter =
        expression_compile(options->filter, settling->metrics, settling->arena, &problem);
    if (!options->settings.filter)
        diag_error(settling->diag, STATUS_USAGE, (struct place){0}, "--filter '%s': %s",
                   options->filter, problem);
    return options->settings.filter != NULL;
}

bool options_settle(struct options *options, struct metric_set *metrics, struct arena *arena,
                    struct diag *diag)
{
    struct settling settling = {options, metrics, arena, diag};

    return (!options->metrics || settle_metrics(&settling)) &&
           (!options->min_effects || settle_min_effects(&settling)) &&
           (!options->filter || settle_filter(&settling));
}
