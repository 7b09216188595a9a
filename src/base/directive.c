#include "directive.h"

#include <string.h>

void directive_reader_init(struct directive_reader *reader, const char *file, struct text text)
{
    *reader = (struct directive_reader){.file = file, .rest = text};
}

static void skip_blanks(struct text *text)
{
    while (text->length && byte_is_blank(text->start[0]))
        *text = text_from(*text, 1);
}

bool directive_next(struct directive_reader *reader, struct directive *directive)
{
    struct text line;

    while (text_split(&reader->rest, '\n', &line)) {
        reader->line++;
        struct text trimmed = text_trim(line);
        if (!trimmed.length || trimmed.start[0] == '#')
            continue;
        size_t length = 0;
        while (length < trimmed.length && !byte_is_blank(trimmed.start[length]))
            length++;
        *directive = (struct directive){
            .file = reader->file,
            .line = reader->line,
            .whole = line,
            .keyword = {trimmed.start, length},
            .rest = text_from(trimmed, length),
        };
        skip_blanks(&directive->rest);
        return true;
    }
    return false;
}

static int hex_digit(char byte)
{
    byte = byte_lower(byte);
    if (byte_is_digit(byte))
        return byte - '0';
    return byte >= 'a' && byte <= 'f' ? byte - 'a' + 10 : -1;
}

/* The byte that a backslash and what follows stand for; moves *at past it. */
static char unescape(struct text text, size_t *at)
{
    static const char names[] = "tnre";
    static const char values[] = "\t\n\r\x1b";
    char byte = text.start[(*at)++];
    const char *name = memchr(names, byte, sizeof names - 1);

    if (name)
        return values[name - names];
    if (byte == 'x' && *at + 1 < text.length && hex_digit(text.start[*at]) >= 0 &&
        hex_digit(text.start[*at + 1]) >= 0) {
        *at += 2;
        return (char)(hex_digit(text.start[*at - 2]) * 16 + hex_digit(text.start[*at - 1]));
    }
    return byte;
}

/* Takes a word that starts at the beginning of `rest`; quotes may open inside it. */
static char *take_word(struct text *rest, struct arena *arena)
{
    char *word = arena_allocate(arena, rest->length + 1);
    size_t length = 0;
    size_t at = 0;
    bool quoted = false;

    while (at < rest->length && (quoted || !byte_is_blank(rest->start[at]))) {
        char byte = rest->start[at++];
        if (byte == '"')
            quoted = !quoted;
        else if (quoted && byte == '\\' && at < rest->length)
            word[length++] = unescape(*rest, &at);
        else
            word[length++] = byte;
    }
    *rest = text_from(*rest, at);
    skip_blanks(rest);
    return word;
}

char *directive_word(struct directive *directive, struct arena *arena)
{
    return directive->rest.length ? take_word(&directive->rest, arena) : NULL;
}

static bool is_key_byte(char byte)
{
    return byte_is_letter(byte) || byte_is_digit(byte) || byte == '_' || byte == '.' || byte == '-';
}

bool directive_option(struct directive *directive, struct arena *arena, char **key, char **value)
{
    struct text rest = directive->rest;
    size_t length = 0;

    while (length < rest.length && is_key_byte(rest.start[length]))
        length++;
    if (!length || length == rest.length || rest.start[length] != '=')
        return false;
    *key = arena_copy(arena, rest.start, length);
    directive->rest = text_from(rest, length + 1);
    if (!directive->rest.length || byte_is_blank(directive->rest.start[0])) {
        *value = arena_copy_string(arena, "");
        skip_blanks(&directive->rest);
    } else {
        *value = take_word(&directive->rest, arena);
    }
    return true;
}

struct text directive_rest(struct directive *directive)
{
    struct text rest = text_trim(directive->rest);

    directive->rest = text_from(directive->rest, directive->rest.length);
    return rest;
}

struct place directive_place(const struct directive *directive)
{
    const char *at = directive->rest.length ? directive->rest.start : directive->keyword.start;

    return (struct place){
        .file = directive->file,
        .line = directive->line,
        .column = (size_t)(at - directive->whole.start) + 1,
    };
}
