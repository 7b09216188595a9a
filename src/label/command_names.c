#include "command_names.h"

#include <string.h>

#include "../base/text.h"
#include "../rules/tool_command.h"

/* Takes the next word off, quotes and all; false at the end or where another command begins. */
static bool next_word(struct text *rest, struct text *word)
{
    size_t end = 0;
    char quote = '\0';

    *rest = text_trim(*rest);
    while (end < rest->length && (quote || !byte_is_blank(rest->start[end]))) {
        char byte = rest->start[end++];
        if (byte == quote)
            quote = '\0';
        else if (!quote && (byte == '"' || byte == '\''))
            quote = byte;
    }
    *word = (struct text){rest->start, end};
    *rest = text_from(*rest, end);
    return word->length && !strchr("|>;&<#", word->start[0]) && !text_starts_with(*word, "2>");
}

static struct text unquoted(struct text word)
{
    bool quoted = word.length >= 2 && (word.start[0] == '"' || word.start[0] == '\'') &&
                  word.start[word.length - 1] == word.start[0];

    return quoted ? (struct text){word.start + 1, word.length - 2} : word;
}

static void add(struct command_names *names, const char *key, const char *text)
{
    if (names->count < MOST_COMMAND_NAMES)
        names->items[names->count++] = (struct command_name){key, text};
}

static bool is_url(struct text word)
{
    return text_find(word, "://") < word.length;
}

/* Whether the option sets nothing of its own: a setting that the run has, a file, the output. */
static bool says_nothing(const struct tool_command *command, struct text option)
{
    for (size_t i = 0; command && i < command->count; i++)
        if (option.length > 1 && option.start[1] == command->options[i].letter)
            return true;
    return false;
}

/* The option and its value; the value is the next word where that is no option and no URL. */
static void take_option(struct command_names *names, const struct tool_command *command,
                        struct text option, struct text *rest, struct arena *arena)
{
    struct text ahead = *rest, value;
    bool has_value = next_word(&ahead, &value) && value.start[0] != '-' && !is_url(value);

    if (has_value)
        *rest = ahead;
    if (says_nothing(command, option))
        return;
    const char *key = text_copy(arena, option);
    add(names, key, has_value ? text_copy(arena, unquoted(value)) : key);
}

void command_names_find(struct command_names *names, const struct run *run,
                        const struct tool_command *command, struct arena *arena)
{
    struct text rest = text_of(run->command), word;

    names->count = 0;
    if (!next_word(&rest, &word))
        return;
    while (next_word(&rest, &word)) {
        word = unquoted(word);
        if (!word.length)
            continue;
        if (word.start[0] == '-')
            take_option(names, command, word, &rest, arena);
    }
}
