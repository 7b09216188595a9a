#include "settings_in_names.h"

#include <math.h>
#include <string.h>

#include "../base/number.h"
#include "name_words.h"

/* A word as letters, digits, letters: "c8", "30s", "n10k". */
struct pieces {
    struct text front, digits, back;
};

static struct pieces pieces_of(struct text word)
{
    size_t start = 0, end;

    while (start < word.length && !byte_is_digit(word.start[start]))
        start++;
    for (end = start; end < word.length && byte_is_digit(word.start[end]);)
        end++;
    return (struct pieces){
        .front = {word.start,         start      },
        .digits = {word.start + start, end - start},
        .back = text_from(word, end),
    };
}

/* A whole number with an optional k or m behind it: 10k is 10,000. */
static bool scan_amount(struct text digits, struct text multiplier, double *value)
{
    if (!digits.length || digits.length > 9 || !number_scan_plain(digits, value))
        return false;
    if (text_is_ignoring_case(multiplier, "k"))
        *value *= 1000;
    else if (text_is_ignoring_case(multiplier, "m"))
        *value *= 1000000;
    else
        return multiplier.length == 0;
    return true;
}

/* How a setting is called, in front of its number and behind it. */
struct setting_word {
    const char *word;
    enum name_setting setting;
    bool in_front, behind;
};

static const struct setting_word setting_words[] = {
    {"c",           SETTING_CONCURRENCY, true, false},
    {"conc",        SETTING_CONCURRENCY, true, false},
    {"concurrency", SETTING_CONCURRENCY, true, true },
    {"concurrent",  SETTING_CONCURRENCY, true, true },
    {"clients",     SETTING_CONCURRENCY, true, true },
    {"users",       SETTING_CONCURRENCY, true, true },
    {"connections", SETTING_CONCURRENCY, true, true },
    {"conns",       SETTING_CONCURRENCY, true, true },
    {"conn",        SETTING_CONCURRENCY, true, true },
    {"vus",         SETTING_CONCURRENCY, true, true },
    {"n",           SETTING_REQUESTS,    true, false},
    {"requests",    SETTING_REQUESTS,    true, true },
    {"reqs",        SETTING_REQUESTS,    true, true },
    {"req",         SETTING_REQUESTS,    true, true },
    {"t",           SETTING_DURATION,    true, false},
    {"d",           SETTING_DURATION,    true, false},
    {"duration",    SETTING_DURATION,    true, false},
};

static const struct setting_word *find_word(struct text word, bool in_front)
{
    for (size_t i = 0; i < sizeof setting_words / sizeof *setting_words; i++)
        if ((in_front ? setting_words[i].in_front : setting_words[i].behind) &&
            text_is_ignoring_case(word, setting_words[i].word))
            return &setting_words[i];
    return NULL;
}

/* Seconds in a unit of time that names use; 0: it is none. */
static double unit_seconds(struct text unit, bool short_minutes)
{
    static const struct {
        const char *name;
        double seconds;
    } units[] = {
        {"s",       1   },
        {"sec",     1   },
        {"secs",    1   },
        {"second",  1   },
        {"seconds", 1   },
        {"min",     60  },
        {"mins",    60  },
        {"minute",  60  },
        {"minutes", 60  },
        {"h",       3600},
        {"hour",    3600},
        {"hours",   3600},
    };

    for (size_t i = 0; i < sizeof units / sizeof *units; i++)
        if (text_is_ignoring_case(unit, units[i].name))
            return units[i].seconds;
    return short_minutes && text_is_ignoring_case(unit, "m") ? 60 : 0;
}

/* Takes `words` words from `token` on as the setting; the first mention counts. */
static bool take(struct name_reading *reading, size_t token, size_t words,
                 enum name_setting setting, double value)
{
    if (!isnan(reading->settings[setting]))
        return false;
    reading->settings[setting] = value;
    for (size_t i = 0; i < words; i++)
        reading->tokens[token + i].cut = (enum name_cut)(CUT_SETTING + (int)setting);
    return true;
}

/* The bytes between a word and the next. */
static struct text glue_behind(const struct name_reading *reading, size_t token)
{
    size_t end = reading->tokens[token].end;

    return (struct text){reading->text.start + end, reading->tokens[token + 1].start - end};
}

/*
 * Whether a word of one letter is tied to the number behind it: "c=8", "c 8";
 * "c-8" only where the part begins with it ("plan-c-8" is a plan).
 */
static bool is_tied(const struct name_reading *reading, size_t token)
{
    struct text glue = glue_behind(reading, token);

    if (reading->tokens[token].end - reading->tokens[token].start > 1)
        return true;
    for (size_t i = 0; i < glue.length; i++)
        if (strchr("-_", glue.start[i]) && token > 0)
            return false;
    return true;
}

/* A time beside one of these is how long something waits, not how long the run took. */
static bool is_waiting_time(const struct name_reading *reading, size_t token)
{
    return token > 0 && name_token_word(reading, token - 1) & NAME_WORD_TIMEOUT;
}

static bool take_valued(struct name_reading *reading, size_t token, size_t words,
                        enum name_setting setting, struct text digits, struct text unit)
{
    double value;

    if (setting == SETTING_DURATION) {
        double seconds = unit_seconds(unit, true);
        return seconds > 0 && number_scan_plain(digits, &value) && value > 0 &&
               !is_waiting_time(reading, token) &&
               take(reading, token, words, setting, value * seconds);
    }
    return scan_amount(digits, unit, &value) && value >= 1 &&
           take(reading, token, words, setting, value);
}

/* "c8", "n10k", "t30s", "30s", "1000req" */
static bool take_joined(struct name_reading *reading, size_t token)
{
    struct pieces pieces = pieces_of(name_token_text(reading, token));
    const struct setting_word *word = find_word(pieces.front, true);
    double value;

    if (!pieces.digits.length)
        return false;
    if (word && pieces.front.length)
        return take_valued(reading, token, 1, word->setting, pieces.digits, pieces.back);
    if (pieces.front.length)
        return false;
    word = find_word(pieces.back, false);
    if (word)
        return take_valued(reading, token, 1, word->setting, pieces.digits, (struct text){0});
    double seconds = unit_seconds(pieces.back, false);
    return seconds > 0 && pieces.digits.length <= 6 && number_scan_plain(pieces.digits, &value) &&
           value > 0 && !is_waiting_time(reading, token) &&
           take(reading, token, 1, SETTING_DURATION, value * seconds);
}

/* "1000 requests 8 users": the number in front is that of the word, unless another has it. */
static bool has_number_in_front(const struct name_reading *reading, size_t token)
{
    double number;

    return token > 0 && name_token_is_free(reading, token - 1) &&
           name_token_number(reading, token - 1, &number) &&
           !(token > 1 && find_word(name_token_text(reading, token - 2), true));
}

/* "concurrency: 8", "c=8", "duration=30s", "concurrency level 8" */
static bool take_word_first(struct name_reading *reading, size_t token)
{
    const struct setting_word *word = find_word(name_token_text(reading, token), true);
    size_t number = token + 1;

    if (!word || !name_token_is_free(reading, number))
        return false;
    if (word->behind && strcmp(word->word, "concurrency") != 0 &&
        has_number_in_front(reading, token))
        return false;
    if (word->setting == SETTING_CONCURRENCY && name_token_is_free(reading, number + 1) &&
        text_is_ignoring_case(name_token_text(reading, number), "level"))
        number++;
    struct pieces pieces = pieces_of(name_token_text(reading, number));
    bool equals = text_is(glue_behind(reading, token), "=");
    if (pieces.front.length || !pieces.digits.length || !is_tied(reading, token))
        return false;
    if (word->setting == SETTING_DURATION && !pieces.back.length && equals)
        pieces.back = text_of("s");
    return take_valued(reading, token, number - token + 1, word->setting, pieces.digits,
                       pieces.back);
}

/* "8 users", "8 concurrent users", "1000 requests", "30 seconds" */
static bool take_number_first(struct name_reading *reading, size_t token)
{
    struct pieces pieces = pieces_of(name_token_text(reading, token));

    if (pieces.front.length || !pieces.digits.length || !name_token_is_free(reading, token + 1))
        return false;
    struct text next = name_token_text(reading, token + 1);
    const struct setting_word *word = find_word(next, false);
    if (!word) {
        return !pieces.back.length && next.length > 1 && unit_seconds(next, false) > 0 &&
               take_valued(reading, token, 2, SETTING_DURATION, pieces.digits, next);
    }
    /* "500 requests per second" is a result. */
    if (token + 2 < reading->count && word->setting == SETTING_REQUESTS) {
        struct text behind = name_token_text(reading, token + 2);
        if (text_is_ignoring_case(behind, "per") || unit_seconds(behind, true) > 0)
            return false;
    }
    size_t words = 2;
    if (text_is_ignoring_case(next, "concurrent") && name_token_is_free(reading, token + 2) &&
        find_word(name_token_text(reading, token + 2), false))
        words = 3;
    return take_valued(reading, token, words, word->setting, pieces.digits, pieces.back);
}

/* What stands behind keep-alive: 1 on, 0 off, -1 something else. */
static int switch_of(struct text word)
{
    static const char *const on[] = {"on", "true", "yes", "1", "enabled"};
    static const char *const off[] = {"off", "false", "no", "0", "disabled"};

    for (size_t i = 0; i < sizeof on / sizeof *on; i++) {
        if (text_is_ignoring_case(word, on[i]))
            return 1;
        if (text_is_ignoring_case(word, off[i]))
            return 0;
    }
    return -1;
}

/* "keepalive", "keep-alive on", "no keepalive"; "keepalive 75s" is a server's own. */
static bool take_keepalive(struct name_reading *reading, size_t token)
{
    size_t first = token;
    size_t words = 1;
    double value = 1;
    struct text word = name_token_text(reading, token);

    if (text_is_ignoring_case(word, "keep") && name_token_is_free(reading, token + 1) &&
        text_is_ignoring_case(name_token_text(reading, token + 1), "alive"))
        words = 2;
    else if (text_is_ignoring_case(word, "nokeepalive"))
        value = 0;
    else if (!text_is_ignoring_case(word, "keepalive"))
        return false;
    if (token + words < reading->count) {
        struct text next = name_token_text(reading, token + words);
        int state = switch_of(next);
        if (name_token_word(reading, token + words) & NAME_WORD_TIMEOUT ||
            (state < 0 && pieces_of(next).digits.length && !pieces_of(next).front.length))
            return false;
        if (state >= 0 && name_token_is_free(reading, token + words)) {
            value = state;
            words++;
        }
    }
    if (first > 0 && name_token_is_free(reading, first - 1) &&
        name_token_word(reading, first - 1) & NAME_WORD_NEGATION) {
        first--;
        words++;
        value = 0;
    }
    return take(reading, first, words, SETTING_KEEPALIVE, value);
}

/* The name of a tool at either end: "ab-nginx", "nginx siege". */
static void take_tool(struct name_reading *reading, const struct naming_options *options)
{
    for (size_t end = 0; end < 2 && reading->count; end++) {
        size_t token = end ? 0 : reading->count - 1;
        if (!name_token_is_free(reading, token))
            continue;
        for (size_t i = 0; i < options->tool_count && !reading->tool; i++) {
            if (!text_is_ignoring_case(name_token_text(reading, token), options->tools[i]))
                continue;
            reading->tool = options->tools[i];
            take(reading, token, 1, SETTING_TOOL, 1);
        }
    }
}

void settings_find(struct name_reading *reading, const struct naming_options *options)
{
    static bool (*const forms[])(struct name_reading *, size_t) = {
        take_word_first, /* "run 1 concurrency 2" is 2: the word in front is looked for first */
        take_joined,
        take_keepalive,
        take_number_first,
    };

    for (size_t i = 0; i < sizeof forms / sizeof *forms; i++)
        for (size_t token = 0; token < reading->count; token++)
            if (name_token_is_free(reading, token))
                forms[i](reading, token);
    take_tool(reading, options);
}
