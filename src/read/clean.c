#include "clean.h"

#include <stdint.h>
#include <string.h>

#include "../base/eight_bytes.h"
#include "../base/number.h"
#include "../base/utf8.h"

/* Bytes that make a line worth a second look: controls, markup, all that is not ASCII. */
static inline bool is_suspect(unsigned char byte)
{
    /* A bit a byte: 0x00-0x1f without the tab, & * <, then \ ` and 0x7f. */
    static const uint64_t suspects[] = {0x10000440fffffdff, 0x8000000110000000};

    return byte >= 0x80 || (suspects[byte >> 6] >> (byte & 63) & 1);
}

/* Eight bytes at once; a tab counts as suspect here and is looked at again. */
static inline bool may_be_suspect(uint64_t word)
{
    uint64_t hits = word | zero_bytes(word & EVERY_BYTE(0xe0)) |
                    zero_bytes(word ^ EVERY_BYTE('<')) | zero_bytes(word ^ EVERY_BYTE('&')) |
                    zero_bytes(word ^ EVERY_BYTE('*')) | zero_bytes(word ^ EVERY_BYTE('`')) |
                    zero_bytes(word ^ EVERY_BYTE('\\')) | zero_bytes(word ^ EVERY_BYTE(0x7f));

    return hits & EVERY_BYTE(0x80);
}

static bool is_clean(struct text line)
{
    size_t i = 0;

    while (i < line.length) {
        uint64_t word;
        if (i + sizeof word <= line.length) {
            memcpy(&word, line.start + i, sizeof word);
            if (!may_be_suspect(word)) {
                i += sizeof word;
                continue;
            }
        }
        size_t end = i + sizeof word < line.length ? i + sizeof word : line.length;
        for (; i < end; i++)
            if (is_suspect((unsigned char)line.start[i]))
                return false;
    }
    return true;
}

/* ---- what may stand anywhere: each returns how many bytes it has used, 0: not its case ---- */

/* ESC [ … letter, ESC ] or _ … BEL, ESC and one more; also when the line ends inside. */
static size_t take_escape(struct text at)
{
    if (at.start[0] != '\x1b')
        return 0;
    if (at.length < 2)
        return 1;
    size_t used = 2;
    if (at.start[1] == '[') {
        while (used < at.length && (unsigned char)at.start[used] >= 0x20 &&
               (unsigned char)at.start[used] < 0x40)
            used++;
        return used < at.length ? used + 1 : used;
    }
    if (strchr("]_P^X", at.start[1])) {
        while (used < at.length && at.start[used] != '\a' && at.start[used] != '\x1b')
            used++;
        /* BEL ends it, or ESC and a backslash. */
        used += used + 1 < at.length && at.start[used] == '\x1b' && at.start[used + 1] == '\\';
        return used < at.length ? used + 1 : used;
    }
    return used;
}

/* A line of nothing but "<" shall not be searched from each of them to its end. */
enum { LONGEST_TAG = 1000 };

static const char *const tag_names[] = {
    "a",     "b",     "blockquote", "body", "br",      "center", "code",  "details", "div",
    "em",    "font",  "h1",         "h2",   "h3",      "h4",     "h5",    "h6",      "head",
    "hr",    "html",  "i",          "kbd",  "li",      "ol",     "p",     "pre",     "samp",
    "small", "span",  "strong",     "sub",  "summary", "sup",    "table", "tbody",   "td",
    "th",    "thead", "tr",         "tt",   "u",       "ul",
};

/* A known tag only: ab's own <$Revision$> and a path with < in it are text. */
static size_t take_tag(struct text at, struct buffer *out)
{
    struct text head = {at.start, at.length < LONGEST_TAG ? at.length : LONGEST_TAG};
    size_t close = at.start[0] == '<' ? text_find_byte(head, '>') : head.length;
    size_t name = 1;

    if (close == head.length)
        return 0;
    if (at.start[name] == '/')
        name++;
    size_t length = 0;
    while (byte_is_letter(at.start[name + length]) || byte_is_digit(at.start[name + length]))
        length++;
    char after = at.start[name + length];
    if (after != '>' && after != '/' && !byte_is_blank(after))
        return 0;
    for (size_t i = 0; i < sizeof tag_names / sizeof tag_names[0]; i++) {
        if (text_is_ignoring_case((struct text){at.start + name, length}, tag_names[i])) {
            /* Cells part words; inline tags do not. */
            if (length > 1 && byte_lower(at.start[name]) == 't')
                buffer_append_byte(out, ' ');
            return close + 1;
        }
    }
    return 0;
}

/* &#160; and &#xa0; */
static uint32_t numeric_entity(struct text digits)
{
    uint32_t value = 0;
    bool hexadecimal = digits.length > 1 && byte_lower(digits.start[0]) == 'x';

    for (size_t i = hexadecimal; i < digits.length; i++) {
        char byte = byte_lower(digits.start[i]);
        uint32_t digit = byte_is_digit(byte)                         ? (uint32_t)(byte - '0')
                         : hexadecimal && byte >= 'a' && byte <= 'f' ? (uint32_t)(byte - 'a' + 10)
                                                                     : 99;
        if (digit == 99 || value > 0x10ffff)
            return 0;
        value = value * (hexadecimal ? 16 : 10) + digit;
    }
    return value >= 0x20 && value <= 0x10ffff && (value < 0xd800 || value > 0xdfff) ? value : 0;
}

static size_t take_entity(struct text at, struct buffer *out)
{
    static const struct {
        const char *name;
        char byte;
    } entities[] = {
        {"lt",   '<' },
        {"gt",   '>' },
        {"amp",  '&' },
        {"quot", '"' },
        {"apos", '\''},
        {"nbsp", ' ' },
    };
    struct text head = {at.start, at.length < 12 ? at.length : 12};
    size_t close = text_find_byte(head, ';');

    if (at.start[0] != '&' || close == head.length || close < 2)
        return 0;
    struct text name = {at.start + 1, close - 1};
    for (size_t i = 0; i < sizeof entities / sizeof entities[0]; i++) {
        if (text_is(name, entities[i].name)) {
            buffer_append_byte(out, entities[i].byte);
            return close + 1;
        }
    }
    uint32_t character = name.start[0] == '#' ? numeric_entity(text_from(name, 1)) : 0;
    if (!character)
        return 0;
    if (character == 0xa0)
        buffer_append_byte(out, ' ');
    else
        utf8_append(out, character);
    return close + 1;
}

static bool is_at(struct text line, size_t at, char byte)
{
    return at < line.length && line.start[at] == byte;
}

/* Exactly two stars stand at `at`. */
static bool two_stars_at(struct text line, size_t at)
{
    return is_at(line, at, '*') && is_at(line, at + 1, '*') && !is_at(line, at + 2, '*') &&
           (at == 0 || line.start[at - 1] != '*');
}

/* The nearest pair of stars behind `at`, or in front of it; line.length: none. */
static size_t next_stars(struct text line, size_t at)
{
    while (at < line.length && !two_stars_at(line, at))
        at++;
    return at;
}

static size_t previous_stars(struct text line, size_t at)
{
    while (at > 0)
        if (two_stars_at(line, --at))
            return at;
    return line.length;
}

/*
 * ** around words is Markdown's bold; a lone ** with a blank behind it is
 * siege's own, whatever stands before it, and longer rows of stars are rulers.
 */
static size_t take_emphasis(struct text line, size_t at, const struct buffer *out)
{
    if (!two_stars_at(line, at))
        return 0;
    size_t behind = at + 2;
    char next = behind < line.length ? line.start[behind] : ' ';
    if (byte_is_letter(next) || byte_is_digit(next))
        return 2;
    if (!byte_is_blank(next) && next_stars(line, behind) < line.length)
        return 2;
    if (!out->length || byte_is_blank(out->bytes[out->length - 1]))
        return 0;
    while (behind < line.length && byte_is_blank(line.start[behind]))
        behind++;
    return behind == line.length || previous_stars(line, at) < line.length ? 2 : 0;
}

/* Markdown's \[ and \# */
static size_t take_backslash(struct text at, struct buffer *out)
{
    if (at.start[0] != '\\' || at.length < 2 || !strchr("[]#*_|`()>-!", at.start[1]))
        return 0;
    buffer_append_byte(out, at.start[1]);
    return 2;
}

/* Blanks of other alphabets, and signs that have a plain twin. */
static size_t take_character(struct text at, struct buffer *out)
{
    static const struct {
        uint32_t from, to;
        char byte; /* 0: nothing is left of it */
    } twins[] = {
        {0xa0,   0xa0,   ' '},
        {0x2000, 0x200a, ' '},
        {0x200b, 0x200d, 0  },
        {0x202f, 0x202f, ' '},
        {0x205f, 0x205f, ' '},
        {0x2212, 0x2212, '-'},
        {0x3000, 0x3000, ' '},
        {0xfeff, 0xfeff, 0  },
        {0xff1a, 0xff1a, ':'},
        {0xad,   0xad,   0  },
    };
    char bytes[5] = {0};
    size_t length = at.length < 4 ? at.length : 4;

    if ((unsigned char)at.start[0] < 0x80)
        return 0;
    memcpy(bytes, at.start, length);
    const char *next = bytes;
    uint32_t character = utf8_next(&next);
    size_t used = (size_t)(next - bytes);
    /* A lone 0xa0 is Latin-1's hard blank. */
    if (character == 0xfffd && (unsigned char)at.start[0] == 0xa0)
        character = 0xa0;
    for (size_t i = 0; i < sizeof twins / sizeof twins[0]; i++) {
        if (character >= twins[i].from && character <= twins[i].to) {
            if (twins[i].byte)
                buffer_append_byte(out, twins[i].byte);
            return used;
        }
    }
    buffer_append(out, at.start, used);
    return used;
}

/* A backspace takes back a spinner's sign; in front of a word it stands for nothing. */
static size_t take_control(struct text at, struct buffer *out)
{
    unsigned char byte = (unsigned char)at.start[0];

    if ((byte >= 0x20 && byte != 0x7f) || byte == '\t')
        return 0;
    if (byte == '\b' && out->length && strchr("-\\|/", out->bytes[out->length - 1])) {
        out->length--;
        out->bytes[out->length] = '\0';
    }
    return 1;
}

static size_t take_special(struct text raw, size_t at, struct buffer *out)
{
    struct text rest = text_from(raw, at);
    size_t used;

    if ((used = take_escape(rest)) || (used = take_emphasis(raw, at, out)) ||
        (used = take_tag(rest, out)) || (used = take_entity(rest, out)) ||
        (used = take_backslash(rest, out)) || (used = take_character(rest, out)))
        return used;
    return take_control(rest, out);
}

/* "```", "```console": a fence, whose language names nothing. */
static bool is_fence(struct text line)
{
    struct text language = text_from(line, text_starts_with(line, "```") ? 3 : line.length);

    return text_starts_with(line, "```") && text_find_byte(language, '`') == language.length &&
           text_find_byte(text_trim(language), ' ') == text_trim(language).length;
}

static struct text strip_backticks(struct text line)
{
    if (is_fence(line))
        return (struct text){line.start, 3};
    while (line.length && line.start[0] == '`')
        line = text_from(line, 1);
    while (line.length && line.start[line.length - 1] == '`')
        line.length--;
    return text_trim(line);
}

struct text clean_line(struct text raw, struct buffer *scratch)
{
    if (is_clean(raw))
        return text_trim(raw);
    buffer_clear(scratch);
    for (size_t at = 0; at < raw.length;) {
        size_t used = is_suspect((unsigned char)raw.start[at]) ? take_special(raw, at, scratch) : 0;
        if (!used) {
            buffer_append_byte(scratch, raw.start[at]);
            used = 1;
        }
        at += used;
    }
    return strip_backticks(text_trim(buffer_text(scratch)));
}

struct text clean_escapes(struct text raw, struct buffer *scratch)
{
    if (text_find_byte(raw, '\x1b') == raw.length)
        return text_trim(raw);
    buffer_clear(scratch);
    for (size_t at = 0; at < raw.length;) {
        size_t used = take_escape(text_from(raw, at));
        if (!used)
            buffer_append_byte(scratch, raw.start[at]);
        at += used ? used : 1;
    }
    return text_trim(buffer_text(scratch));
}

/* ---- prefixes: each returns the bytes in front of the line's own text, 0: not there ---- */

static size_t skip(struct text line, size_t at, bool (*is)(char))
{
    while (at < line.length && is(line.start[at]))
        at++;
    return at;
}

static bool blank_at(struct text line, size_t at)
{
    return at < line.length && byte_is_blank(line.start[at]);
}

static size_t repeated(struct text line, char byte)
{
    size_t count = 0;

    while (is_at(line, count, byte))
        count++;
    return count;
}

static size_t find_quote(struct text line)
{
    size_t count = repeated(line, '>');

    return count <= 6 ? count : 0;
}

static size_t find_comment(struct text line)
{
    static const char *const marks[] = {";;", "--"};
    size_t hashes = repeated(line, '#');

    if (hashes)
        return hashes <= 6 && blank_at(line, hashes) ? hashes : 0;
    if (text_starts_with(line, "//"))
        return 2;
    for (size_t i = 0; i < sizeof marks / sizeof marks[0]; i++)
        if (text_starts_with(line, marks[i]) && blank_at(line, 2))
            return 2;
    return 0;
}

static size_t find_bullet(struct text line)
{
    if (line.length > 1 && strchr("*-+", line.start[0]) && byte_is_blank(line.start[1]))
        return 1;
    return text_starts_with(line, "\xe2\x80\xa2") ? 3 : 0;
}

static size_t find_bar(struct text line)
{
    return is_at(line, 0, '|') ? 1 : 0;
}

/* hh:mm:ss, with or without a fraction. */
static size_t clock_at(struct text line, size_t at)
{
    static const char shape[] = "dd:dd:dd";

    for (size_t i = 0; i < sizeof shape - 1; i++) {
        if (at + i >= line.length)
            return 0;
        char byte = line.start[at + i];
        if (shape[i] == 'd' ? !byte_is_digit(byte) : byte != shape[i])
            return 0;
    }
    at += sizeof shape - 1;
    if (is_at(line, at, '.') || is_at(line, at, ','))
        at = skip(line, at + 1, byte_is_digit);
    return at;
}

static size_t date_at(struct text line, size_t at)
{
    static const char shape[] = "dddd-dd-dd";

    for (size_t i = 0; i < sizeof shape - 1; i++) {
        if (at + i >= line.length)
            return 0;
        char byte = line.start[at + i];
        if (shape[i] == 'd' ? !byte_is_digit(byte) : byte != '-' && byte != '/')
            return 0;
    }
    return at + sizeof shape - 1;
}

/* Z, +02:00 or +0200 */
static size_t skip_zone(struct text line, size_t at)
{
    if (is_at(line, at, 'Z'))
        return at + 1;
    if (!is_at(line, at, '+') && !is_at(line, at, '-'))
        return at;
    size_t end = at + 1;
    while (end < line.length && (byte_is_digit(line.start[end]) || line.start[end] == ':'))
        end++;
    return end - at >= 5 ? end : at;
}

static size_t find_time(struct text line)
{
    bool bracket = is_at(line, 0, '[');
    size_t start = bracket;
    size_t at = date_at(line, start);

    if (at && (is_at(line, at, 'T') || is_at(line, at, ' '))) {
        at = clock_at(line, at + 1);
        at = at ? skip_zone(line, at) : 0;
    } else if (!at) {
        at = clock_at(line, start);
    }
    if (!at)
        return 0;
    if (bracket)
        return is_at(line, at, ']') ? at + 1 : 0;
    return blank_at(line, at) ? at : 0;
}

/* "stdout F ", of container logs. */
static size_t find_stream(struct text line)
{
    for (size_t i = 0; i < 2; i++) {
        if (!text_starts_with(line, i ? "stderr " : "stdout "))
            continue;
        if ((is_at(line, 7, 'F') || is_at(line, 7, 'P')) && (blank_at(line, 8) || line.length == 8))
            return 8;
    }
    return 0;
}

static bool is_word_byte(char byte)
{
    return byte_is_letter(byte) || byte_is_digit(byte) || byte == '_' || byte == '-' ||
           byte == '.' || byte == '/';
}

/* "Mar  2 10:15:33 host tag[123]: " */
static size_t find_syslog(struct text line)
{
    size_t at = skip(line, 0, byte_is_letter);

    if (at != 3)
        return 0;
    at = skip(line, at, byte_is_blank);
    size_t day = skip(line, at, byte_is_digit);
    if (day == at || day > at + 2)
        return 0;
    at = clock_at(line, skip(line, day, byte_is_blank));
    if (!at)
        return 0;
    at = skip(line, skip(line, at, byte_is_blank), is_word_byte);
    at = skip(line, skip(line, at, byte_is_blank), is_word_byte);
    if (is_at(line, at, '['))
        at += text_find_byte(text_from(line, at), ']') + 1;
    return is_at(line, at, ':') ? at + 1 : 0;
}

static size_t find_service(struct text line, struct text *name)
{
    size_t end = skip(line, 0, is_word_byte);
    size_t bar = skip(line, end, byte_is_blank);

    if (!end || !is_at(line, bar, '|') || (bar == end && !blank_at(line, bar + 1)))
        return 0;
    *name = (struct text){line.start, end};
    return bar + 1;
}

/* grep's "dir/file.log:" and "file.log:12:"; a word without a dot or slash is a label. */
static size_t find_file(struct text line, struct text *name)
{
    size_t end = skip(line, 0, is_word_byte);

    if (!end || (!is_at(line, end, ':') && !is_at(line, end, '-')))
        return 0;
    struct text file = {line.start, end};
    size_t number = skip(line, end + 1, byte_is_digit);
    /* The same sign twice, or the number is the year of a date. */
    bool numbered = number > end + 1 && is_at(line, number, line.start[end]);
    bool is_file = text_find_byte(file, '/') < end || text_find_byte(file, '.') < end;
    if (!is_file && !numbered)
        return 0;
    *name = file;
    return numbered ? number + 1 : end + 1;
}

/* Line numbers of editors and cat -n. */
static size_t find_line_number(struct text line)
{
    size_t end = skip(line, 0, byte_is_digit);

    if (!end || end > 6)
        return 0;
    if (is_at(line, end, ':') || is_at(line, end, '|') || is_at(line, end, ')'))
        return end + 1;
    if (text_starts_with(text_from(line, end), " -> "))
        return end + 3;
    return is_at(line, end, '\t') || text_starts_with(text_from(line, end), "  ") ? end : 0;
}

/* "[0;34m" and "34m", where the ESC byte or more was lost. */
static size_t find_cut_escape(struct text line)
{
    size_t at = is_at(line, 0, '[') ? 1 : 0;
    size_t digits = at;

    while (at < line.length && (byte_is_digit(line.start[at]) || line.start[at] == ';'))
        at++;
    return at > digits && is_at(line, at, 'm') && at - digits <= 8 ? at + 1 : 0;
}

static void strip_bar_at_end(struct text *line)
{
    struct text trimmed = text_trim(*line);

    if (trimmed.length && trimmed.start[trimmed.length - 1] == '|')
        line->length = (size_t)(trimmed.start - line->start) + trimmed.length - 1;
}

bool peel_prefix(struct text *line, enum prefix *kind, struct text *name)
{
    static const struct {
        enum prefix kind;
        size_t (*find)(struct text line);
    } plain[] = {
        {PREFIX_QUOTE,   find_quote      },
        {PREFIX_COMMENT, find_comment    },
        {PREFIX_BULLET,  find_bullet     },
        {PREFIX_BAR,     find_bar        },
        {PREFIX_TIME,    find_time       },
        {PREFIX_STREAM,  find_stream     },
        {PREFIX_STREAM,  find_syslog     },
        {PREFIX_ESCAPE,  find_cut_escape },
        {PREFIX_NUMBER,  find_line_number},
    };
    size_t used = 0;

    *name = (struct text){NULL, 0};
    for (size_t i = 0; !used && i < sizeof plain / sizeof plain[0]; i++) {
        used = plain[i].find(*line);
        *kind = plain[i].kind;
    }
    if (!used) {
        used = find_service(*line, name);
        *kind = PREFIX_SERVICE;
    }
    if (!used) {
        used = find_file(*line, name);
        *kind = PREFIX_FILE;
    }
    if (!used)
        return false;
    *line = text_from(*line, used);
    if (*kind == PREFIX_BAR)
        strip_bar_at_end(line);
    /* "- `Requests per second: 500`" */
    *line = strip_backticks(text_trim(*line));
    return true;
}
