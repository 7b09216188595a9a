/*
 * Text: views into bytes that somebody else owns, and a growing buffer.
 */
#ifndef LOADSTAT_BASE_TEXT_H
#define LOADSTAT_BASE_TEXT_H

#include <stdbool.h>
#include <stddef.h>

#include "memory.h"

/* Not NUL-terminated; valid as long as what it points into. */
struct text {
    const char *start;
    size_t length;
};

struct text text_of(const char *string);
struct text text_from(struct text text, size_t offset);
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

/* ASCII only, whatever the locale says. */
bool byte_is_blank(char byte);
bool byte_is_digit(char byte);
bool byte_is_letter(char byte);
char byte_lower(char byte);

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
void buffer_append_byte(struct buffer *buffer, char byte);
void buffer_append_repeated(struct buffer *buffer, char byte, size_t count);
void buffer_append_format(struct buffer *buffer, const char *format, ...)
    __attribute__((format(printf, 2, 3)));
struct text buffer_text(const struct buffer *buffer);

#endif
