#include "name_reading.h"

#include <math.h>
#include <string.h>

#include "../base/number.h"
#include "name_stamps.h"
#include "name_words.h"
#include "repeats_in_names.h"
#include "settings_in_names.h"

enum {
    MOST_TOKENS = 32, /* what is behind them is one word that stays */
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
    return word.length <= NAME_NUMBER_DIGITS && number_scan_plain(word, value);
}

bool name_token_is_free(const struct name_reading *reading, size_t token)
{
    return token < reading->count && reading->tokens[token].cut == CUT_NOT;
}

unsigned name_token_word(const struct name_reading *reading, size_t token)
{
    return token < reading->count ? reading->tokens[token].is : 0;
}

/* ---- words ---- */

static void add_token(struct name_reading *reading, size_t start, size_t end, enum name_cut cut)
{
    struct text word = {reading->text.start + start, end - start};

    reading->tokens[reading->count++] =
        (struct name_token){start, end, cut, cut == CUT_NOT ? name_word(word) : 0};
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
    if (!slash || slash > NAME_NUMBER_DIGITS || slash >= text.length || text.start[slash] != '/')
        return 0;
    for (end = slash + 1; end < text.length && byte_is_digit(text.start[end]);)
        end++;
    if (end == slash + 1 || end - slash - 1 > NAME_NUMBER_DIGITS ||
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
    struct name_token *kept = arena_allocate(arena, (reading->count + 1) * sizeof *kept);
    memcpy(kept, reading->tokens, reading->count * sizeof *kept);
    reading->tokens = kept;
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

    while (first < reading->count && !name_token_is_free(reading, first))
        first++;
    if (first == reading->count)
        return;
    while (!name_token_is_free(reading, last - 1))
        last--;
    last--;
    bool behind = last == 0 || sets_off(reading->text, tokens[last - 1].end, tokens[last].start);
    if (behind && take_number(reading, last)) {
        reading->number_is_amount =
            last > 0 && name_token_word(reading, last - 1) & NAME_WORD_VARIANT;
        return;
    }
    bool before = first + 1 == reading->count ||
                  sets_off(reading->text, tokens[first].end, tokens[first + 1].start);
    if (before && take_number(reading, first))
        reading->number_is_amount = name_token_word(reading, first + 1) & NAME_WORD_VARIANT;
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
        repeats_find(reading);
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
           name_token_word(reading, token) & NAME_WORD_CONNECTIVE;
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
