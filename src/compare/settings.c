#include "settings.h"

#include <math.h>
#include <string.h>

#define DEFAULT_MIN_EFFECT 0.02

void settings_init(struct settings *settings)
{
    memset(settings, 0, sizeof *settings);
    settings->confidence = 0.95;
    settings->margin = 0.05;
    settings->last = 20;
}

/* The word of a list, or NULL beyond its end. */
#define WORD_OF(list, i) ((i) < sizeof(list) / sizeof *(list) ? (list)[i] : NULL)

const char *test_kind_name(unsigned test)
{
    static const char *const names[] = {
        [TEST_LOG_WELCH] = "log-welch",       [TEST_WELCH] = "welch",   [TEST_STUDENT] = "student",
        [TEST_MANN_WHITNEY] = "mann-whitney", [TEST_PAIRED] = "paired",
    };
    return WORD_OF(names, test);
}

const char *correction_name(unsigned correction)
{
    static const char *const names[] = {
        [CORRECTION_HOLM] = "holm",
        [CORRECTION_BH] = "bh",
        [CORRECTION_NONE] = "none",
    };
    return WORD_OF(names, correction);
}

const char *quantile_kind_name(unsigned quantile)
{
    static const char *const names[] = {
        [QUANTILE_NEAREST] = "nearest",
        [QUANTILE_TYPE7] = "type7",
        [QUANTILE_AB] = "ab",
    };
    return WORD_OF(names, quantile);
}

const char *combine_name(unsigned combine)
{
    static const char *const names[] = {
        [COMBINE_NONE] = "none",
        [COMBINE_SEQUENTIAL] = "sequential",
        [COMBINE_PARALLEL] = "parallel",
    };
    return WORD_OF(names, combine);
}

enum test_kind settings_test(const struct settings *settings)
{
    return settings->pair_by ? TEST_PAIRED : settings->test;
}

double settings_min_effect(const struct settings *settings, const struct metric *metric)
{
    double fraction = DEFAULT_MIN_EFFECT;
    for (size_t i = 0; i < settings->min_effect_count; i++) {
        const struct effect_limit *limit = &settings->min_effects[i];
        if (!limit->metric || limit->metric == metric)
            fraction = limit->fraction;
    }
    return fraction;
}

double settings_margin(const struct settings *settings, const struct metric *metric)
{
    return fmax(settings->margin, settings_min_effect(settings, metric));
}

double settings_planned_change(const struct settings *settings, const struct metric *metric)
{
    return settings->find > 0 ? settings->find : 2 * settings_min_effect(settings, metric);
}

bool settings_accept(const struct settings *settings, const char *code)
{
    for (size_t i = 0; i < settings->accepted_count; i++) {
        if (strcmp(settings->accepted[i], code) == 0)
            return true;
    }
    return false;
}
