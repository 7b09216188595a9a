#include "text.h"

#include <assert.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

struct text text_of(const char *string)
{
    return (struct text){string, strlen(string)};
}

struct text text_trim(struct text text)
{
    while (text.length && byte_is_blank(text.start[0]))
        text = text_from(text, 1);
    while (text.length && byte_is_blank(text.start[text.length - 1]))
        text.length--;
    return text;
}

bool text_equal(struct text a, struct text b)
{
    return a.length == b.length && (!a.length || memcmp(a.start, b.start, a.length) == 0);
}

bool text_is(struct text text, const char *string)
{
    return text_equal(text, text_of(string));
}

bool text_is_ignoring_case(struct text text, const char *string)
{
    if (strlen(string) != text.length)
        return false;
    for (size_t i = 0; i < text.length; i++)
        if (byte_lower(text.start[i]) != byte_lower(string[i]))
            return false;
    return true;
}

bool text_starts_with(struct text text, const char *prefix)
{
    size_t length = strlen(prefix);

    return text.length >= length && memcmp(text.start, prefix, length) == 0;
}

bool text_ends_with(struct text text, const char *suffix)
{
    size_t length = strlen(suffix);

    return text.length >= length && memcmp(text.start + text.length - length, suffix, length) == 0;
}

size_t text_find(struct text text, const char *needle)
{
    size_t length = strlen(needle);

    for (size_t i = 0; i + length <= text.length; i++) {
        const char *hit = memchr(text.start + i, needle[0], text.length - length + 1 - i);

        if (!hit)
            break;
        i = (size_t)(hit - text.start);
        if (memcmp(hit, needle, length) == 0)
            return i;
    }
    return text.length;
}

size_t text_find_byte(struct text text, char byte)
{
    const char *hit = text.length ? memchr(text.start, byte, text.length) : NULL;

    return hit ? (size_t)(hit - text.start) : text.length;
}

bool text_split(struct text *rest, char separator, struct text *part)
{
    if (!rest->start)
        return false;
    size_t at = text_find_byte(*rest, separator);
    *part = (struct text){rest->start, at};
    if (at == rest->length)
        *rest = (struct text){NULL, 0};
    else
        *rest = text_from(*rest, at + 1);
    return true;
}

char *text_copy(struct arena *arena, struct text text)
{
    return arena_copy(arena, text.start, text.length);
}

/* Leading zeros do not count, so that "run01" and "run1" stand together. */
static int compare_digits(const char **a, const char **b)
{
    while (**a == '0' && byte_is_digit((*a)[1]))
        (*a)++;
    while (**b == '0' && byte_is_digit((*b)[1]))
        (*b)++;
    int first_difference = 0;
    while (byte_is_digit(**a) && byte_is_digit(**b)) {
        if (!first_difference)
            first_difference = **a - **b;
        (*a)++;
        (*b)++;
    }
    if (byte_is_digit(**a))
        return 1;
    if (byte_is_digit(**b))
        return -1;
    return first_difference;
}

int compare_naturally(const char *a, const char *b)
{
    const char *whole_a = a;
    const char *whole_b = b;

    while (*a && *b) {
        if (byte_is_digit(*a) && byte_is_digit(*b)) {
            int order = compare_digits(&a, &b);
            if (order)
                return order;
        } else {
            if (*a != *b)
                return (unsigned char)*a - (unsigned char)*b;
            a++;
            b++;
        }
    }
    if (*a || *b)
        return (unsigned char)*a - (unsigned char)*b;
    return strcmp(whole_a, whole_b);
}

void buffer_init(struct buffer *buffer)
{
    *buffer = (struct buffer){0};
}

void buffer_release(struct buffer *buffer)
{
    memory_release(buffer->bytes);
    buffer_init(buffer);
}

void buffer_clear(struct buffer *buffer)
{
    buffer->length = 0;
    if (buffer->bytes)
        buffer->bytes[0] = '\0';
}

static void buffer_reserve(struct buffer *buffer, size_t extra)
{
    assert(extra < SIZE_MAX / 2 - buffer->length);
    size_t needed = buffer->length + extra + 1;
    if (needed <= buffer->capacity)
        return;
    size_t capacity = buffer->capacity ? buffer->capacity : 64;
    while (capacity < needed)
        capacity *= 2;
    buffer->bytes = memory_resize(buffer->bytes, capacity);
    buffer->capacity = capacity;
}

void buffer_append(struct buffer *buffer, const char *bytes, size_t length)
{
    buffer_reserve(buffer, length);
    if (length)
        memcpy(buffer->bytes + buffer->length, bytes, length);
    buffer->length += length;
    buffer->bytes[buffer->length] = '\0';
}

void buffer_append_text(struct buffer *buffer, struct text text)
{
    buffer_append(buffer, text.start, text.length);
}

void buffer_append_string(struct buffer *buffer, const char *string)
{
    buffer_append(buffer, string, strlen(string));
}

void buffer_append_repeated(struct buffer *buffer, char byte, size_t count)
{
    buffer_reserve(buffer, count);
    memset(buffer->bytes + buffer->length, byte, count);
    buffer->length += count;
    buffer->bytes[buffer->length] = '\0';
}

void buffer_append_format(struct buffer *buffer, const char *format, ...)
{
    va_list arguments;

    va_start(arguments, format);
    int length = vsnprintf(NULL, 0, format, arguments);
    va_end(arguments);
    assert(length >= 0);
    buffer_reserve(buffer, (size_t)length);
    va_start(arguments, format);
    vsnprintf(buffer->bytes + buffer->length, (size_t)length + 1, format, arguments);
    va_end(arguments);
    buffer->length += (size_t)length;
}

struct text buffer_text(const struct buffer *buffer)
{
    return (struct text){buffer->bytes ? buffer->bytes : "", buffer->length};
}
