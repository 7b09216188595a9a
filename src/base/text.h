/*
 * Text: views into bytes that somebody else owns, and a growing buffer.
 */
#ifndef LOADSTAT_BASE_TEXT_H
#define LOADSTAT_BASE_TEXT_H

#include <assert.h>
#include <stdbool.h>
#include <stddef.h>

#include "memory.h"

/* Not NUL-terminated; valid as long as what it points into. */
struct text {
    const char *start;
    size_t length;
};

struct text text_of(const char *string);
struct text text_trim(struct text text);
bool text_equal(struct text a, struct text b);
bool text_is(struct text text, const char *string);
bool text_is_ignoring_case(struct text text, const char *string);
bool text_starts_with(struct text text, const char *prefix);
bool text_ends_with(struct text text, const char *suffix);
/* The offset of the first `needle`, or text.length where there is none. */
size_t text_find(struct text text, const char *needle);
size_t text_find_byte(struct text text, char byte);
/* Takes the part before the next `separator` off `rest`; false at its end. */
bool text_split(struct text *rest, char separator, struct text *part);
char *text_copy(struct arena *arena, struct text text);

/* Here and not in text.c, since they are called for every byte of every log. */
static inline struct text text_from(struct text text, size_t offset)
{
    assert(offset <= text.length);
    return (struct text){text.start + offset, text.length - offset};
}

/* ASCII only, whatever the locale says. */
static inline bool byte_is_blank(char byte)
{
    return byte == ' ' || (byte >= '\t' && byte <= '\r');
}

static inline bool byte_is_digit(char byte)
{
    return byte >= '0' && byte <= '9';
}

static inline char byte_lower(char byte)
{
    return byte >= 'A' && byte <= 'Z' ? (char)(byte - 'A' + 'a') : byte;
}

static inline bool byte_is_letter(char byte)
{
    return byte_lower(byte) >= 'a' && byte_lower(byte) <= 'z';
}

/* strcmp() in which runs of digits compare as numbers: "c8" before "c32". */
int compare_naturally(const char *a, const char *b);

/* A growing string; always NUL-terminated once something was appended. */
struct buffer {
    char *bytes;
    size_t length;
    size_t capacity;
};

void buffer_init(struct buffer *buffer);
void buffer_release(struct buffer *buffer);
void buffer_clear(struct buffer *buffer);
void buffer_append(struct buffer *buffer, const char *bytes, size_t length);
void buffer_append_text(struct buffer *buffer, struct text text);
void buffer_append_string(struct buffer *buffer, const char *string);

static inline void buffer_append_byte(struct buffer *buffer, char byte)
{
    if (buffer->length + 1 < buffer->capacity) {
        buffer->bytes[buffer->length++] = byte;
        buffer->bytes[buffer->length] = '\0';
    } else {
        buffer_append(buffer, &byte, 1);
    }
}

void buffer_append_repeated(struct buffer *buffer, char byte, size_t count);
void buffer_append_format(struct buffer *buffer, const char *format, ...)
    __attribute__((format(printf, 2, 3)));
struct text buffer_text(const struct buffer *buffer);

#endif
