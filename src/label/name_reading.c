#include "name_reading.h"

#include <math.h>
#include <string.h>

#include "../base/number.h"
#include "name_stamps.h"
#include "name_words.h"
#include "settings_in_names.h"

enum {
    MOST_TOKENS = 32, /* what is behind them is one word that stays */
    MOST_DIGITS = 4,  /* of the number of a run */
};

struct text name_token_text(const struct name_reading *reading, size_t token)
{
    const struct name_token *item = &reading->tokens[token];

    return (struct text){reading->text.start + item->start, item->end - item->start};
}

bool name_token_number(const struct name_reading *reading, size_t token, double *value)
{
    struct text word = name_token_text(reading, token);

    for (size_t i = 0; i < word.length; i++)
        if (!byte_is_digit(word.start[i]))
            return false;
    return word.length <= MOST_DIGITS && number_scan_plain(word, value);
}

/* ---- words ---- */

static void add_token(struct name_reading *reading, size_t start, size_t end, enum name_cut cut)
{
    reading->tokens[reading->count++] = (struct name_token){start, end, cut};
}

/* Bytes of one of the signs with which the text begins; 0: it begins with none. */
static size_t sign_length(struct text text, const char *const *signs)
{
    for (; *signs; signs++)
        if (text_starts_with(text, *signs))
            return strlen(*signs);
    return 0;
}

/* Digits of any width and the numerals of Chinese and Japanese. */
static size_t numeral_length(struct text text)
{
    static const char *const numerals[] = {"一", "二", "三", "四", "五", "六", "七",
                                           "八", "九", "十", "０", "１", "２", "３",
                                           "４", "５", "６", "７", "８", "９", NULL};
    size_t length = 0;

    while (length < text.length) {
        size_t step =
            byte_is_digit(text.start[length]) ? 1 : sign_length(text_from(text, length), numerals);
        if (!step)
            break;
        length += step;
    }
    return length;
}

/* 第一次, 第2回, 1回目, 3회차: bytes of a count of repetitions; 0: there is none. */
static size_t counted_length(struct text text)
{
    static const char *const counters[] = {"回目", "度目", "次",   "回",   "轮", "輪",
                                           "遍",   "趟",   "회차", "번째", "회", NULL};
    static const char *const ordinal[] = {"第", NULL};
    size_t start = sign_length(text, ordinal);
    size_t digits = numeral_length(text_from(text, start));
    size_t counter = digits ? sign_length(text_from(text, start + digits), counters) : 0;

    return counter ? start + digits + counter : 0;
}

/* "3/5": the third of five. */
static size_t share_length(struct text text)
{
    size_t slash = 0, end;
    double part, all;

    while (slash < text.length && byte_is_digit(text.start[slash]))
        slash++;
    if (!slash || slash > MOST_DIGITS || slash >= text.length || text.start[slash] != '/')
        return 0;
    for (end = slash + 1; end < text.length && byte_is_digit(text.start[end]);)
        end++;
    if (end == slash + 1 || end - slash - 1 > MOST_DIGITS ||
        (end < text.length && (!name_byte_parts(text.start[end]) || text.start[end] == '/')))
        return 0;
    number_scan_plain((struct text){text.start, slash}, &part);
    number_scan_plain((struct text){text.start + slash + 1, end - slash - 1}, &all);
    return part <= all && all > 1 ? end : 0;
}

/* A point between digits belongs to a version. */
static bool ends_word(struct text text, size_t at)
{
    if (text.start[at] == '.' && at > 0 && at + 1 < text.length)
        return !byte_is_digit(text.start[at - 1]) || !byte_is_digit(text.start[at + 1]);
    return name_byte_parts(text.start[at]);
}

static size_t word_length(struct text text)
{
    size_t end = 1;

    while (end < text.length && !ends_word(text, end) &&
           !text_starts_with(text_from(text, end), "第"))
        end++;
    return end;
}

/* Adds the word or the stamp at `at`; returns where it ends. */
static size_t add_word(struct name_reading *reading, size_t at, bool only_settings,
                       struct arena *arena)
{
    struct text rest = text_from(reading->text, at);
    struct name_stamp stamp;
    size_t length = only_settings ? 0 : counted_length(rest);

    if (!length && !only_settings)
        length = share_length(rest);
    if (!length && !only_settings && name_stamp_scan(rest, &stamp)) {
        if (stamp.date_length) {
            add_token(reading, at, at + stamp.date_length, CUT_DATE);
            reading->date = reading->date ? reading->date : arena_copy_string(arena, stamp.date);
        }
        if (stamp.length > stamp.date_length)
            add_token(reading, at + stamp.date_length, at + stamp.length, CUT_REPEAT);
        return at + stamp.length;
    }
    enum name_cut cut = length ? CUT_REPEAT : CUT_NOT;
    if (!length)
        length = word_length(rest);
    add_token(reading, at, at + length, cut);
    return at + length;
}

static void find_tokens(struct name_reading *reading, bool only_settings, struct arena *arena)
{
    struct name_token room[MOST_TOKENS];
    size_t at = 0;

    reading->tokens = room;
    while (at < reading->text.length) {
        if (name_byte_parts(reading->text.start[at])) {
            at++;
        } else if (reading->count >= MOST_TOKENS - 2) {
            add_token(reading, at, reading->text.length, CUT_NOT);
            break;
        } else {
            at = add_word(reading, at, only_settings, arena);
        }
    }
    reading->tokens = arena_allocate(arena, (reading->count + 1) * sizeof *reading->tokens);
    memcpy(reading->tokens, room, reading->count * sizeof *room);
}

/* ---- repetitions ---- */

static bool is_free(const struct name_reading *reading, size_t token)
{
    return token < reading->count && reading->tokens[token].cut == CUT_NOT;
}

static void cut(struct name_reading *reading, size_t first, size_t count, enum name_cut as)
{
    for (size_t i = 0; i < count; i++)
        reading->tokens[first + i].cut = as;
}

static unsigned word_is(const struct name_reading *reading, size_t token)
{
    return token < reading->count ? name_word(name_token_text(reading, token)) : 0;
}

/* The letters in front of up to four digits that end the word; empty: it has another form. */
static struct text numbered_word(struct text word)
{
    size_t digits = 0;

    while (digits < word.length && byte_is_digit(word.start[word.length - 1 - digits]))
        digits++;
    if (!digits || digits > MOST_DIGITS)
        return (struct text){word.start, 0};
    return (struct text){word.start, word.length - digits};
}

/* "r5.large" is a machine. */
static bool is_machine_type(const struct name_reading *reading, size_t token)
{
    size_t end = reading->tokens[token].end;

    return end + 1 < reading->text.length && reading->text.start[end] == '.' &&
           byte_is_letter(reading->text.start[end + 1]);
}

/* "run3", "r1" */
static void cut_joined(struct name_reading *reading, size_t token)
{
    struct text word = numbered_word(name_token_text(reading, token));

    if ((word.length && name_word(word) & NAME_WORD_REPEAT) ||
        (text_is_ignoring_case(word, "r") && !is_machine_type(reading, token)))
        cut(reading, token, 1, CUT_REPEAT);
}

/* "3 of 5", from its number on: how many words it takes. */
static size_t share_words(const struct name_reading *reading, size_t token)
{
    double part, all;

    return token + 2 < reading->count && name_token_number(reading, token, &part) &&
                   word_is(reading, token + 1) & NAME_WORD_OF &&
                   name_token_number(reading, token + 2, &all) && part <= all
               ? 3
               : 0;
}

/* "run 3", "run-1-of-5" */
static void cut_word_and_number(struct name_reading *reading, size_t token)
{
    double number;

    if (!(word_is(reading, token) & NAME_WORD_REPEAT) || !is_free(reading, token + 1) ||
        !name_token_number(reading, token + 1, &number))
        return;
    size_t share = share_words(reading, token + 1);
    cut(reading, token, share ? share + 1 : 2, CUT_REPEAT);
}

/* "3 of 5"; "worker 1 of 3" is one of three workers. */
static void cut_share(struct name_reading *reading, size_t token)
{
    size_t words = share_words(reading, token);

    if (words && !(token > 0 && word_is(reading, token - 1) & NAME_WORD_VARIANT))
        cut(reading, token, words, CUT_REPEAT);
}

/* "3/5" was taken off as it was read; behind "run" or "Lauf" that word goes, too. */
static void cut_word_before_share(struct name_reading *reading, size_t token)
{
    if (word_is(reading, token) & NAME_WORD_REPEAT && token + 1 < reading->count &&
        reading->tokens[token + 1].cut == CUT_REPEAT &&
        byte_is_digit(name_token_text(reading, token + 1).start[0]))
        cut(reading, token, 1, CUT_REPEAT);
}

/* "second run", "2. Lauf" */
static void cut_ordinal(struct name_reading *reading, size_t token)
{
    unsigned ordinal = name_ordinal(name_token_text(reading, token));
    double number;

    if (!ordinal && name_token_number(reading, token, &number))
        ordinal = (unsigned)number;
    if (!ordinal || reading->ordinal || !is_free(reading, token + 1) ||
        !(word_is(reading, token + 1) & NAME_WORD_REPEAT))
        return;
    reading->ordinal = ordinal;
    cut(reading, token, 2, CUT_ORDINAL);
}

static void cut_again(struct name_reading *reading, size_t token)
{
    static const char *const words[] = {"again", "nochmal", "erneut", "encore", "снова", "再次"};
    char room[32];
    struct text word = name_fold(name_token_text(reading, token), room, sizeof room);

    for (size_t i = 0; i < sizeof words / sizeof *words; i++)
        if (text_is(word, words[i]))
            cut(reading, token, 1, CUT_REPEAT);
}

/* "warmup 1", "warm-up"; "no-warmup" and "after warmup" are names. */
static void cut_warm_up(struct name_reading *reading, size_t token)
{
    struct text word = name_token_text(reading, token);
    size_t words = 1;
    double number;
    unsigned before = token ? word_is(reading, token - 1) : 0;

    if (text_is_ignoring_case(word, "warm") && is_free(reading, token + 1) &&
        text_is_ignoring_case(name_token_text(reading, token + 1), "up"))
        words = 2;
    else if (!text_is_ignoring_case(word, "warmup") &&
             !text_is_ignoring_case(numbered_word(word), "warmup"))
        return;
    if (before &
        (NAME_WORD_NEGATION | NAME_WORD_CONNECTIVE | NAME_WORD_PARTNER | NAME_WORD_BASELINE))
        return;
    if (is_free(reading, token + words) && name_token_number(reading, token + words, &number))
        words++;
    cut(reading, token, words, CUT_WARM_UP);
}

/* "date=2026-03-02": the word goes with its date. */
static void cut_word_of_date(struct name_reading *reading, size_t token)
{
    static const char *const words[] = {"date", "day", "dt", "time", "ts", "timestamp"};

    if (token + 1 >= reading->count || (reading->tokens[token + 1].cut != CUT_DATE &&
                                        reading->tokens[token + 1].cut != CUT_REPEAT))
        return;
    for (size_t i = 0; i < sizeof words / sizeof *words; i++)
        if (text_is_ignoring_case(name_token_text(reading, token), words[i]))
            cut(reading, token, 1, reading->tokens[token + 1].cut);
}

static void find_repeats(struct name_reading *reading)
{
    static void (*const forms[])(struct name_reading *, size_t) = {
        cut_warm_up,         cut_word_of_date, cut_joined,  cut_word_before_share,
        cut_word_and_number, cut_share,        cut_ordinal, cut_again,
    };

    for (size_t i = 0; i < sizeof forms / sizeof *forms; i++)
        for (size_t token = 0; token < reading->count; token++)
            if (is_free(reading, token))
                forms[i](reading, token);
}

/* ---- the bare number ---- */

/* Whether the bytes from `start` to `end` are signs that set a number off. */
static bool sets_off(struct text text, size_t start, size_t end)
{
    for (size_t i = start; i < end; i++)
        if (!byte_is_blank(text.start[i]) && !strchr("-_.#)", text.start[i]))
            return false;
    return true;
}

static bool take_number(struct name_reading *reading, size_t token)
{
    if (!name_token_number(reading, token, &reading->number)) {
        reading->number = ABSENT;
        return false;
    }
    reading->tokens[token].cut = CUT_NUMBER;
    return true;
}

/* A number at the end of what is left, else one at its beginning. */
static void find_number(struct name_reading *reading)
{
    size_t first = 0, last = reading->count;
    const struct name_token *tokens = reading->tokens;

    while (first < reading->count && !is_free(reading, first))
        first++;
    if (first == reading->count)
        return;
    while (!is_free(reading, last - 1))
        last--;
    last--;
    bool behind = last == 0 || sets_off(reading->text, tokens[last - 1].end, tokens[last].start);
    if (behind && take_number(reading, last)) {
        reading->number_is_amount = last > 0 && word_is(reading, last - 1) & NAME_WORD_VARIANT;
        return;
    }
    bool before = first + 1 == reading->count ||
                  sets_off(reading->text, tokens[first].end, tokens[first + 1].start);
    if (before && take_number(reading, first))
        reading->number_is_amount = word_is(reading, first + 1) & NAME_WORD_VARIANT;
}

/* ---- all of it ---- */

static bool may_be_key(enum name_kind kind)
{
    return kind == NAME_FOLDER || kind == NAME_STEM;
}

/* A whole part "k=v" that is no setting and no count. */
static void find_key(struct name_reading *reading, struct arena *arena)
{
    size_t sign = text_find_byte(reading->text, '=');
    struct text value;

    if (sign == 0 || sign + 1 >= reading->text.length || reading->cuts & ~CUT_BIT(CUT_NUMBER))
        return;
    for (size_t i = 0; i < sign; i++)
        if (!byte_is_letter(reading->text.start[i]) && !byte_is_digit(reading->text.start[i]) &&
            !strchr("_-.", reading->text.start[i]))
            return;
    value = text_from(reading->text, sign + 1);
    if (text_find_byte(value, '=') < value.length)
        return;
    reading->key = text_copy(arena, (struct text){reading->text.start, sign});
    reading->value = text_copy(arena, value);
}

struct name_reading *name_read(struct text text, enum name_kind kind,
                               const struct naming_options *options, struct arena *arena)
{
    struct name_reading *reading = arena_allocate(arena, sizeof *reading);

    *reading = (struct name_reading){.text = text, .number = ABSENT};
    for (size_t i = 0; i < SETTING_COUNT; i++)
        reading->settings[i] = ABSENT;
    find_tokens(reading, kind == NAME_COMMAND, arena);
    if (kind != NAME_COMMAND)
        find_repeats(reading);
    settings_find(reading, options);
    if (kind != NAME_COMMAND)
        find_number(reading);
    for (size_t i = 0; i < reading->count; i++)
        reading->cuts |= CUT_BIT(reading->tokens[i].cut);
    reading->cuts &= ~CUT_BIT(CUT_NOT);
    if (may_be_key(kind))
        find_key(reading, arena);
    return reading;
}

static bool is_cut(const struct name_reading *reading, size_t token, unsigned cuts)
{
    return CUT_BIT(reading->tokens[token].cut) & cuts & ~CUT_BIT(CUT_NOT);
}

/* "nginx with 8 users": what led to the words behind it goes with them. */
static bool leads_to_cut(const struct name_reading *reading, size_t token, unsigned cuts)
{
    return token + 1 < reading->count && is_cut(reading, token + 1, cuts) &&
           word_is(reading, token) & NAME_WORD_CONNECTIVE;
}

static void close_bracket(struct buffer *rest)
{
    size_t open = 0, closed = 0;

    for (size_t i = 0; i < rest->length; i++) {
        open += rest->bytes[i] == '(';
        closed += rest->bytes[i] == ')';
    }
    if (open > closed)
        buffer_append_byte(rest, ')');
}

const char *name_without(const struct name_reading *reading, unsigned cuts, struct arena *arena)
{
    struct text text = reading->text;
    bool blanks = text_find_byte(text, ' ') < text.length;
    size_t previous = reading->count;
    struct buffer rest;

    if (!(reading->cuts & cuts))
        return text_copy(arena, text);
    buffer_init(&rest);
    for (size_t i = 0; i < reading->count; i++) {
        const struct name_token *token = &reading->tokens[i];
        if (is_cut(reading, i, cuts) || leads_to_cut(reading, i, cuts))
            continue;
        if (previous + 1 == i && rest.length)
            buffer_append(&rest, text.start + token[-1].end, token->start - token[-1].end);
        else if (rest.length)
            buffer_append_byte(&rest, blanks ? ' ' : '-');
        buffer_append_text(&rest, name_token_text(reading, i));
        previous = i;
    }
    close_bracket(&rest);
    const char *copy = rest.length ? arena_copy(arena, rest.bytes, rest.length) : "";
    buffer_release(&rest);
    return copy;
}
