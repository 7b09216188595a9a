#include "name_settings.h"

#include <math.h>
#include <string.h>

#include "../base/number.h"

/* A number that is called concurrency: "c8", "c=8", "concurrency: 8", "8 users". */
struct mention {
    size_t start, end;
    double value;
};

bool name_has_byte(char byte)
{
    return byte_is_letter(byte) || byte_is_digit(byte);
}

static bool scan_whole(struct text name, size_t *at, double *value)
{
    size_t start = *at;

    while (*at < name.length && byte_is_digit(name.start[*at]))
        (*at)++;
    return *at > start && *at - start <= 7 &&
           number_scan_plain((struct text){name.start + start, *at - start}, value);
}

static bool has_word(struct text name, size_t at, const char *word)
{
    size_t length = strlen(word);

    return name.length - at >= length &&
           text_is_ignoring_case((struct text){name.start + at, length}, word);
}

/* The word, then a number. */
static bool find_word_number(struct text name, size_t at, const char *word, struct mention *mention)
{
    size_t end = at + strlen(word);

    if (!has_word(name, at, word))
        return false;
    while (end < name.length &&
           (byte_is_blank(name.start[end]) || name.start[end] == '=' || name.start[end] == ':' ||
            (strlen(word) > 1 && strchr("-_", name.start[end]))))
        end++;
    if (!scan_whole(name, &end, &mention->value) ||
        (end < name.length && name_has_byte(name.start[end])))
        return false;
    mention->start = at;
    mention->end = end;
    return true;
}

/* A number, then the word. */
static bool find_number_word(struct text name, size_t at, const char *word, struct mention *mention)
{
    size_t end = at;

    if (!scan_whole(name, &end, &mention->value))
        return false;
    while (end < name.length && (byte_is_blank(name.start[end]) || strchr("-_", name.start[end])))
        end++;
    if (!has_word(name, end, word))
        return false;
    end += strlen(word);
    if (end < name.length && name_has_byte(name.start[end]))
        return false;
    mention->start = at;
    mention->end = end;
    return true;
}

static bool find_mention(struct text name, struct mention *mention)
{
    static const char *const before[] = {"concurrency level", "concurrency", "concurrent", "conc",
                                         "clients",           "users",       "c"};
    static const char *const behind[] = {"concurrent users",
                                         "concurrent clients",
                                         "concurrent connections",
                                         "concurrent",
                                         "concurrency",
                                         "clients",
                                         "users",
                                         "connections"};

    /* "run 1 concurrency 2" is 2: the word in front of a number is looked for first. */
    for (size_t at = 0; at < name.length; at++)
        for (size_t i = 0; i < sizeof before / sizeof before[0]; i++)
            if ((at == 0 || !name_has_byte(name.start[at - 1])) &&
                find_word_number(name, at, before[i], mention))
                return true;
    for (size_t at = 0; at < name.length; at++)
        for (size_t i = 0; i < sizeof behind / sizeof behind[0]; i++)
            if ((at == 0 || !name_has_byte(name.start[at - 1])) &&
                find_number_word(name, at, behind[i], mention))
                return true;
    return false;
}

static bool is_glue(char byte)
{
    return byte_is_blank(byte) || strchr("-_,;:()[]=/@", byte) != NULL;
}

struct text name_trim(struct text name)
{
    static const char *const words[] = {"with", "for", "at", "and", "on"};
    bool cut = true;

    while (cut) {
        cut = false;
        while (name.length && is_glue(name.start[name.length - 1]) &&
               name.start[name.length - 1] != ')')
            name.length--;
        while (name.length && is_glue(name.start[0]) && name.start[0] != '(' &&
               name.start[0] != '/')
            name = text_from(name, 1);
        for (size_t i = 0; i < sizeof words / sizeof words[0]; i++) {
            size_t length = strlen(words[i]);
            if (name.length > length && byte_is_blank(name.start[name.length - length - 1]) &&
                text_ends_with(name, words[i])) {
                name.length -= length;
                cut = true;
            }
        }
    }
    return name;
}

static const char *without(struct arena *arena, struct text name, const struct mention *mention)
{
    struct text left = name_trim((struct text){name.start, mention->start});
    struct text right = name_trim(text_from(name, mention->end));
    const char *glue =
        left.length && right.length ? (memchr(name.start, ' ', name.length) ? " " : "-") : "";

    return arena_format(arena, "%.*s%s%.*s", (int)left.length, left.start, glue, (int)right.length,
                        right.start);
}

const char *name_take_settings(struct arena *arena, struct run *run, const char *label)
{
    struct mention mention;

    if (!label || !find_mention(text_of(label), &mention) || mention.value < 1)
        return label;
    if (isnan(run->config.concurrency))
        run->config.concurrency = mention.value;
    if (run->config.concurrency != mention.value)
        return label;
    return without(arena, text_of(label), &mention);
}
