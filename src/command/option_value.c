/* How the value of each type of option is read. */
#include <stdlib.h>
#include <string.h>

#include "../base/number.h"
#include "../base/suggestion.h"
#include "../base/text.h"
#include "option_table.h"

/* One option with its value, on its way to its place. */
struct taking {
    const struct option_row *row;
    const char *value;
    struct options *options;
    struct arena *arena;
    struct diag *diag;
};

static void *place_of(const struct taking *taking)
{
    return (char *)taking->options + taking->row->offset;
}

static bool wrong(const struct taking *taking)
{
    diag_error(taking->diag, STATUS_USAGE, (struct place){0}, "--%s takes %s", taking->row->name,
               taking->row->expects);
    return false;
}

static void add_string(struct arena *arena, struct strings *strings, const char *text)
{
    strings->items = arena_grow(arena, strings->items, strings->count, &strings->capacity,
                                sizeof *strings->items);
    strings->items[strings->count++] = text;
}

/* The place of the word among those that the row allows; false, with a diagnostic. */
static bool find_word(const struct taking *taking, const char *word, unsigned *index)
{
    const struct option_row *row = taking->row;
    const char *meant = row->meaning ? row->meaning(word) : NULL;
    struct suggestion suggestion;

    suggestion_init(&suggestion, word);
    for (*index = 0; row->words(*index); ++*index) {
        if (strcmp(row->words(*index), meant ? meant : word) == 0)
            return true;
        suggestion_offer(&suggestion, row->words(*index));
    }
    diag_error(taking->diag, STATUS_USAGE, (struct place){0}, "--%s takes no '%s'; %s", row->name,
               word, suggestion_words(&suggestion, taking->arena, "see loadstat --help"));
    return false;
}

static bool take_flag(const struct taking *taking)
{
    *(bool *)place_of(taking) = true;
    return true;
}

static bool take_text(const struct taking *taking)
{
    *(const char **)place_of(taking) = taking->value;
    return true;
}

static bool take_texts(const struct taking *taking)
{
    add_string(taking->arena, place_of(taking), taking->value);
    return true;
}

static bool take_list(const struct taking *taking)
{
    struct strings parts = {0};
    struct text rest = text_of(taking->value);
    struct text part;
    unsigned index;

    while (text_split(&rest, ',', &part)) {
        const char *word = text_copy(taking->arena, text_trim(part));
        if (!*word)
            continue;
        if (taking->row->words && !find_word(taking, word, &index))
            return false;
        add_string(taking->arena, &parts, taking->row->words ? taking->row->words(index) : word);
    }
    *(const char ***)place_of(taking) = parts.items;
    *(size_t *)((char *)taking->options + taking->row->length_offset) = parts.count;
    return true;
}

static bool take_word(const struct taking *taking)
{
    unsigned index;

    if (!find_word(taking, taking->value, &index))
        return false;
    *(const char **)place_of(taking) = taking->row->words(index);
    return true;
}

static bool take_choice(const struct taking *taking)
{
    unsigned index;

    if (!find_word(taking, taking->value, &index))
        return false;
    /* All enums of the options are as wide as this one, but of types of their own. */
    memcpy(place_of(taking), &index, sizeof(enum color));
    return true;
}

bool scan_share(const char *value, double *share)
{
    const struct unit *unit;

    if (!number_scan_with_unit(text_of(value), share, &unit) ||
        (unit && unit->kind != UNIT_PERCENT))
        return false;
    if (unit)
        *share /= 100;
    return *share >= 0 && *share < 1;
}

static bool take_share(const struct taking *taking)
{
    const struct option_row *row = taking->row;
    double share;

    if (!scan_share(taking->value, &share) || share < row->least || share > row->most)
        return wrong(taking);
    *(double *)place_of(taking) = share;
    return true;
}

static bool take_count(const struct taking *taking)
{
    const struct option_row *row = taking->row;
    double number;

    if (!number_scan_plain(text_of(taking->value), &number) || number < row->least ||
        number > row->most || number != (double)(size_t)number)
        return wrong(taking);
    *(size_t *)place_of(taking) = (size_t)number;
    return true;
}

static bool take_date(const struct taking *taking)
{
    return is_date(taking->value) ? take_text(taking) : wrong(taking);
}

static bool take_pair(const struct taking *taking)
{
    struct options *options = taking->options;
    const char *equals = strchr(taking->value, '=');

    if (!equals || equals == taking->value || !equals[1])
        return wrong(taking);
    options->pairs = arena_grow(taking->arena, options->pairs, options->pair_count,
                                &options->pair_capacity, sizeof *options->pairs);
    options->pairs[options->pair_count++] = (struct key_value){
        .key = arena_copy(taking->arena, taking->value, (size_t)(equals - taking->value)),
        .value = equals + 1,
        .splits = taking->row->type == OPTION_SET,
    };
    return true;
}

/* Of several, the first is printed. */
static bool take_about(const struct taking *taking)
{
    if (!taking->options->about) {
        taking->options->about = taking->row->about;
        taking->options->about_name = taking->value;
    }
    return true;
}

bool option_take(const struct option_row *row, const char *value, struct options *options,
                 struct arena *arena, struct diag *diag)
{
    static bool (*const take[])(const struct taking *) = {
        [OPTION_FLAG] = take_flag,   [OPTION_TEXT] = take_text,   [OPTION_TEXTS] = take_texts,
        [OPTION_LIST] = take_list,   [OPTION_WORD] = take_word,   [OPTION_CHOICE] = take_choice,
        [OPTION_SHARE] = take_share, [OPTION_COUNT] = take_count, [OPTION_DATE] = take_date,
        [OPTION_SET] = take_pair,    [OPTION_TAG] = take_pair,    [OPTION_ABOUT] = take_about,
    };

    return take[row->type](&(struct taking){row, value, options, arena, diag});
}
