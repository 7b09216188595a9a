#include "traits.h"

#include <math.h>
#include <string.h>

const struct traits traits_unknown = {0};

static const char *const failures_words[] = {NULL, "among", "beside"};
static const char *const mean_words[] = {NULL, "measured", "computed"};
static const char *const load_words[] = {NULL, "closed", "open"};
static const char *const concurrency_words[] = {NULL, "asked", "measured"};
static const char *const rows_words[] = {NULL, "ordered", "sorted"};
static const char *const view_words[] = {NULL,       "summary",     "document", "log",
                                         "requests", "percentiles", "table"};

#define ROW(name)                                                                                  \
    {                                                                                              \
#name, name##_words,                                                                       \
            sizeof name##_words / sizeof name##_words[0], offsetof(struct traits, name)            \
    }

static const struct trait table[] = {
    ROW(failures), ROW(mean), ROW(load), ROW(concurrency), ROW(rows), ROW(view),
};

enum { TABLE_SIZE = sizeof table / sizeof table[0] };

const struct trait *trait_table(size_t *count)
{
    *count = TABLE_SIZE;
    return table;
}

const struct trait *trait_find(struct text key)
{
    for (size_t i = 0; i < TABLE_SIZE; i++)
        if (text_is(key, table[i].key))
            return &table[i];
    return NULL;
}

/* All these enumerations count from 0 and have the width of an int. */
static int value_of(const struct traits *traits, const struct trait *trait)
{
    int value;

    memcpy(&value, (const char *)traits + trait->offset, sizeof value);
    return value;
}

_Static_assert(sizeof(enum failures_trait) == sizeof(int) && sizeof(enum rows_trait) == sizeof(int),
               "traits are read as ints");

const char *trait_word(const struct traits *traits, const struct trait *trait)
{
    return trait->words[value_of(traits, trait)];
}

bool trait_set(struct traits *traits, const struct trait *trait, struct text word)
{
    for (int i = 1; i < (int)trait->word_count; i++) {
        if (text_is(word, trait->words[i])) {
            memcpy((char *)traits + trait->offset, &i, sizeof i);
            return true;
        }
    }
    return false;
}

bool traits_add_step(struct traits *traits, const char *part, double ms)
{
    if (traits->step_count == MOST_TRAIT_STEPS)
        return false;
    traits->steps[traits->step_count++] = (struct trait_step){part, ms};
    return true;
}

double traits_step(const struct traits *traits, const struct metric *metric)
{
    bool is_seconds = metric->kind == METRIC_SECONDS;

    if (!is_seconds && metric->kind != METRIC_MILLISECONDS)
        return ABSENT;
    for (size_t i = 0; i < traits->step_count; i++) {
        const struct trait_step *step = &traits->steps[i];
        if (text_starts_with(text_of(metric->key), step->part))
            return is_seconds ? step->ms / 1000 : step->ms;
    }
    return ABSENT;
}

bool traits_are_unknown(const struct traits *traits)
{
    for (size_t i = 0; i < TABLE_SIZE; i++)
        if (trait_word(traits, &table[i]))
            return false;
    return traits->step_count == 0;
}
