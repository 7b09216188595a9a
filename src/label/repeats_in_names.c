#include "repeats_in_names.h"

#include "name_words.h"

static void cut(struct name_reading *reading, size_t first, size_t count, enum name_cut as)
{
    for (size_t i = 0; i < count; i++)
        reading->tokens[first + i].cut = as;
}

/* The letters in front of up to four digits that end the word; empty: it has another form. */
static struct text numbered_word(struct text word)
{
    size_t digits = 0;

    while (digits < word.length && byte_is_digit(word.start[word.length - 1 - digits]))
        digits++;
    if (!digits || digits > NAME_NUMBER_DIGITS)
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
                   name_token_word(reading, token + 1) & NAME_WORD_OF &&
                   name_token_number(reading, token + 2, &all) && part <= all
               ? 3
               : 0;
}

/* "run 3", "run-1-of-5" */
static void cut_word_and_number(struct name_reading *reading, size_t token)
{
    double number;

    if (!(name_token_word(reading, token) & NAME_WORD_REPEAT) ||
        !name_token_is_free(reading, token + 1) || !name_token_number(reading, token + 1, &number))
        return;
    size_t share = share_words(reading, token + 1);
    cut(reading, token, share ? share + 1 : 2, CUT_REPEAT);
}

/* "3 of 5"; "worker 1 of 3" is one of three workers. */
static void cut_share(struct name_reading *reading, size_t token)
{
    size_t words = share_words(reading, token);

    if (words && !(token > 0 && name_token_word(reading, token - 1) & NAME_WORD_VARIANT))
        cut(reading, token, words, CUT_REPEAT);
}

/* "3/5" was taken off as it was read; behind "run" or "Lauf" that word goes, too. */
static void cut_word_before_share(struct name_reading *reading, size_t token)
{
    if (name_token_word(reading, token) & NAME_WORD_REPEAT && token + 1 < reading->count &&
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
    if (!ordinal || reading->ordinal || !name_token_is_free(reading, token + 1) ||
        !(name_token_word(reading, token + 1) & NAME_WORD_REPEAT))
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
    unsigned before = token ? name_token_word(reading, token - 1) : 0;

    if (text_is_ignoring_case(word, "warm") && name_token_is_free(reading, token + 1) &&
        text_is_ignoring_case(name_token_text(reading, token + 1), "up"))
        words = 2;
    else if (!text_is_ignoring_case(word, "warmup") &&
             !text_is_ignoring_case(numbered_word(word), "warmup"))
        return;
    if (before &
        (NAME_WORD_NEGATION | NAME_WORD_CONNECTIVE | NAME_WORD_PARTNER | NAME_WORD_BASELINE))
        return;
    if (name_token_is_free(reading, token + words) &&
        name_token_number(reading, token + words, &number))
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

void repeats_find(struct name_reading *reading)
{
    static void (*const forms[])(struct name_reading *, size_t) = {
        cut_warm_up,         cut_word_of_date, cut_joined,  cut_word_before_share,
        cut_word_and_number, cut_share,        cut_ordinal, cut_again,
    };

    for (size_t i = 0; i < sizeof forms / sizeof *forms; i++)
        for (size_t token = 0; token < reading->count; token++)
            if (name_token_is_free(reading, token))
                forms[i](reading, token);
}
