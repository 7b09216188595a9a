#include "utf8.h"

#include <string.h>
#include <utf8proc.h>

/* Reads one character; an invalid byte counts as one of -1. */
static int32_t decode(struct text text, size_t *bytes)
{
    utf8proc_int32_t character;
    utf8proc_ssize_t used = utf8proc_iterate((const utf8proc_uint8_t *)text.start,
                                             (utf8proc_ssize_t)text.length, &character);

    *bytes = used > 0 ? (size_t)used : 1;
    return used > 0 ? character : -1;
}

bool utf8_is_valid(struct text text)
{
    while (text.length) {
        size_t bytes = 1;
        if ((unsigned char)text.start[0] >= 0x80 && decode(text, &bytes) < 0)
            return false;
        text = text_from(text, bytes);
    }
    return true;
}

/* Controls, and the marks that turn the direction of the text around them. */
static bool is_unsafe(int32_t character)
{
    return character < 0x20 || (character >= 0x7f && character < 0xa0) || character == 0x2028 ||
           character == 0x2029 || (character >= 0x202a && character <= 0x202e) ||
           (character >= 0x2066 && character <= 0x2069) || character == 0xfeff;
}

char *utf8_clean(struct arena *arena, struct text text)
{
    static const char replacement[] = "\xef\xbf\xbd";

    text = text_trim(text);
    char *copy = arena_allocate(arena, text.length * 3 + 1);
    size_t length = 0;
    while (text.length) {
        size_t bytes;
        int32_t character = decode(text, &bytes);
        if (character < 0) {
            memcpy(copy + length, replacement, 3);
            length += 3;
        } else if (is_unsafe(character)) {
            if (length && copy[length - 1] != ' ')
                copy[length++] = ' ';
        } else if (length || character != ' ') {
            memcpy(copy + length, text.start, bytes);
            length += bytes;
        }
        text = text_from(text, bytes);
    }
    while (length && copy[length - 1] == ' ')
        length--;
    copy[length] = '\0';
    return copy;
}

uint32_t utf8_next(const char **string)
{
    if (!**string)
        return 0;
    size_t bytes;
    int32_t character = decode(text_of(*string), &bytes);
    *string += bytes;
    return character < 0 ? 0xfffd : (uint32_t)character;
}

static size_t character_width(uint32_t character)
{
    if (character >= 0x20 && character < 0x7f)
        return 1;
    int width = utf8proc_charwidth((utf8proc_int32_t)character);
    return width > 0 ? (size_t)width : 0;
}

size_t utf8_width(const char *string)
{
    size_t width = 0;

    while (*string)
        width += character_width(utf8_next(&string));
    return width;
}

void utf8_append(struct buffer *buffer, uint32_t character)
{
    utf8proc_uint8_t bytes[4];
    utf8proc_ssize_t length = utf8proc_encode_char((utf8proc_int32_t)character, bytes);

    buffer_append(buffer, (const char *)bytes, (size_t)length);
}

/* Whether the character is a letter that is written from right to left. */
static bool is_leftward(uint32_t character)
{
    int direction = utf8proc_get_property((utf8proc_int32_t)character)->bidi_class;

    return direction == UTF8PROC_BIDI_CLASS_R || direction == UTF8PROC_BIDI_CLASS_AL;
}

/* Whether it takes the direction of what stands around it: neither a letter nor a figure. */
static bool is_neutral(uint32_t character)
{
    switch (utf8proc_get_property((utf8proc_int32_t)character)->bidi_class) {
    case UTF8PROC_BIDI_CLASS_WS:
    case UTF8PROC_BIDI_CLASS_ON:
    case UTF8PROC_BIDI_CLASS_CS:
    case UTF8PROC_BIDI_CLASS_ES:
        return true;
    default:
        return false;
    }
}

static bool is_mark(uint32_t character)
{
    return utf8proc_get_property((utf8proc_int32_t)character)->bidi_class ==
           UTF8PROC_BIDI_CLASS_NSM;
}

/* From a leftward letter at the start to the last one before a figure or another letter. */
static size_t leftward_length(struct text text)
{
    const char *at = text.start;
    const char *end = text.start + text.length;
    size_t length = 0;

    while (at < end) {
        uint32_t character = utf8_next(&at);
        if (is_leftward(character) || (is_mark(character) && length))
            length = (size_t)(at - text.start);
        else if (!is_neutral(character) || !length)
            break;
    }
    return length;
}

/* Turns the text round, but marks stay behind the letters that they sit on. */
static void turn(char *copy, struct text text)
{
    const char *at = text.start;
    const char *end = text.start + text.length;
    char *to = copy + text.length;

    while (at < end) {
        const char *from = at;
        utf8_next(&at);
        for (const char *next = at; next < end && is_mark(utf8_next(&next));)
            at = next;
        to -= at - from;
        memcpy(to, from, (size_t)(at - from));
    }
}

struct text utf8_visual(struct arena *arena, struct text line)
{
    char *copy = NULL;

    for (size_t at = 0; at < line.length;) {
        struct text rest = text_from(line, at);
        const char *next = rest.start;
        size_t length = leftward_length(rest);
        if (length) {
            copy = copy ? copy : arena_copy(arena, line.start, line.length);
            turn(copy + at, (struct text){rest.start, length});
            at += length;
        } else {
            utf8_next(&next);
            at += (size_t)(next - rest.start);
        }
    }
    return copy ? (struct text){copy, line.length} : line;
}
