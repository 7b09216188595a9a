#include "quoted.h"

#include <stdint.h>
#include <string.h>

#include "../base/utf8.h"
#include "clean.h"
#include "evidence.h"

static uint32_t hexadecimal(struct text digits)
{
    uint32_t value = 0;

    for (size_t i = 0; i < digits.length; i++) {
        char byte = byte_lower(digits.start[i]);
        bool is_letter = byte >= 'a' && byte <= 'f';
        if (!byte_is_digit(byte) && !is_letter)
            return 0xfffd;
        value = value * 16 + (uint32_t)(is_letter ? byte - 'a' + 10 : byte - '0');
    }
    return value;
}

/* \u00e9, and \ud83d\ude00 for one beyond the first plane; `at` is behind the u. */
static size_t decode_unit(struct text at, struct buffer *out)
{
    if (at.length < 4) {
        utf8_append(out, 0xfffd);
        return at.length;
    }
    uint32_t unit = hexadecimal((struct text){at.start, 4});
    if (unit >= 0xd800 && unit < 0xdc00 && at.length >= 10 &&
        text_starts_with(text_from(at, 4), "\\u")) {
        uint32_t low = hexadecimal((struct text){at.start + 6, 4});
        if (low >= 0xdc00 && low < 0xe000) {
            utf8_append(out, 0x10000 + ((unit - 0xd800) << 10) + (low - 0xdc00));
            return 10;
        }
    }
    utf8_append(out, unit >= 0xd800 && unit < 0xe000 ? 0xfffd : unit ? unit : ' ');
    return 4;
}

/* Behind a backslash; returns the bytes used. */
static size_t decode_escape(struct text at, struct buffer *out)
{
    static const char names[] = "ntrbfe";
    static const char bytes[] = "\n\t\r\b\f\x1b";
    const char *found = at.start[0] ? strchr(names, at.start[0]) : NULL;

    if (found) {
        buffer_append_byte(out, bytes[found - names]);
        return 1;
    }
    if (at.start[0] == 'u')
        return 1 + decode_unit(text_from(at, 1), out);
    if (at.start[0] == 'x' && at.length >= 3) {
        utf8_append(out, hexadecimal((struct text){at.start + 1, 2}));
        return 3;
    }
    buffer_append_byte(out, at.start[0]);
    return 1;
}

size_t quoted_decode(struct text rest, char quote, struct buffer *out)
{
    size_t at = 0;

    while (at < rest.length) {
        char byte = rest.start[at++];
        if (byte == quote)
            return at;
        if (byte == '\\' && at < rest.length)
            at += decode_escape(text_from(rest, at), out);
        else
            buffer_append_byte(out, byte);
    }
    return at;
}

/* The line is known as it stands, or behind marks as those of a quotation. */
static void weigh_line(struct evidence *evidence, struct rules *rules, struct text line)
{
    enum prefix kind;
    struct text name;

    do {
        if (evidence_add(evidence, rules, line))
            return;
    } while (peel_prefix(&line, &kind, &name));
    evidence_add_request(evidence, rules, line);
}

/* Whether the lines of the text are those of a report. */
static bool is_report(struct rules *rules, struct text text)
{
    struct evidence evidence = {0};
    struct text line;
    bool enough = false;

    while (!enough && text_split(&text, '\n', &line)) {
        weigh_line(&evidence, rules, text_trim(line));
        enough = evidence_is_enough(&evidence) || evidence.requests >= DIFFERENT_LINES;
    }
    return enough;
}

/* Takes the next string of the line, decoded, into `string`; false at the line's end. */
static bool next_string(struct text *line, struct buffer *string, bool *is_key)
{
    size_t start = 0;

    while (start < line->length && line->start[start] != '"' && line->start[start] != '\'')
        start++;
    if (start == line->length)
        return false;
    buffer_clear(string);
    char quote = line->start[start];
    *line = text_from(*line, start + 1);
    *line = text_trim(text_from(*line, quoted_decode(*line, quote, string)));
    *is_key = line->length && line->start[0] == ':';
    return true;
}

bool quoted_find_report(struct rules *rules, struct text line, struct buffer *lines)
{
    struct buffer string;
    bool is_key;
    bool found = false;

    if (text_find_byte(line, '"') == line.length && text_find_byte(line, '\'') == line.length)
        return false;
    buffer_init(&string);
    buffer_clear(lines);
    for (struct text rest = line; next_string(&rest, &string, &is_key);) {
        struct text text = buffer_text(&string);
        if (is_key)
            continue;
        /* What an array says line by line, after a string has said it all, is the same again. */
        if (text_find_byte(text, '\n') < text.length && is_report(rules, text)) {
            if (!found)
                buffer_clear(lines);
            found = true;
        } else if (found) {
            continue;
        }
        buffer_append_text(lines, text);
        buffer_append_byte(lines, '\n');
    }
    found = found || is_report(rules, buffer_text(lines));
    buffer_release(&string);
    return found;
}

bool quoted_is_recorded(struct text line, struct text *rest)
{
    static const char kind[] = "\"o\"";
    size_t at = 1;

    if (line.length < 2 || line.start[0] != '[' || !byte_is_digit(line.start[1]))
        return false;
    while (at < line.length && (byte_is_digit(line.start[at]) || strchr("., ", line.start[at])))
        at++;
    *rest = text_from(line, at);
    if (!text_starts_with(*rest, kind))
        return false;
    *rest = text_from(*rest, sizeof kind - 1);
    at = text_find_byte(*rest, '"');
    if (at == rest->length)
        return false;
    *rest = text_from(*rest, at + 1);
    return true;
}
