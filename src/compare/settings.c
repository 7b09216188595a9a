#include "settings.h"

#include <string.h>

#define DEFAULT_MIN_EFFECT 0.02

void settings_init(struct settings *settings)
{
    memset(settings, 0, sizeof *settings);
    settings->confidence = 0.95;
    settings->margin = 0.05;
    settings->last = 20;
}

const char *test_kind_name(enum test_kind test)
{
    static const char *const names[] = {
        [TEST_LOG_WELCH] = "log-welch",       [TEST_WELCH] = "welch",   [TEST_STUDENT] = "student",
        [TEST_MANN_WHITNEY] = "mann-whitney", [TEST_PAIRED] = "paired",
    };
    return names[test];
}

const char *correction_name(enum correction correction)
{
    static const char *const names[] = {
        [CORRECTION_HOLM] = "holm",
        [CORRECTION_BH] = "bh",
        [CORRECTION_NONE] = "none",
    };
    return names[correction];
}

const char *quantile_kind_name(enum quantile_kind quantile)
{
    static const char *const names[] = {
        [QUANTILE_NEAREST] = "nearest",
        [QUANTILE_TYPE7] = "type7",
        [QUANTILE_AB] = "ab",
    };
    return names[quantile];
}

enum test_kind settings_test(const struct settings *settings)
{
    return settings->pair_by != NULL ? TEST_PAIRED : settings->test;
}

double settings_min_effect(const struct settings *settings, const struct metric *metric)
{
    double fraction = DEFAULT_MIN_EFFECT;
    for (size_t i = 0; i < settings->min_effect_count; i++) {
        const struct effect_limit *limit = &settings->min_effects[i];
        if (limit->metric == NULL || limit->metric == metric)
            fraction = limit->fraction;
    }
    return fraction;
}

bool settings_accept(const struct settings *settings, const char *code)
{
    for (size_t i = 0; i < settings->accepted_count; i++) {
        if (strcmp(settings->accepted[i], code) == 0)
            return true;
    }
    return false;
}
