#include "digits.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "../base/number.h"

#define MINUS "\xe2\x88\x92"

/* Beyond them, digits say nothing: a power of ten is shown. */
static const double LARGEST_WRITTEN_OUT = 1e15;
static const double SMALLEST_WRITTEN_OUT = 1e-6;

int digits_decimals(double value, int significant)
{
    char printed[40];

    if (value == 0 || !isfinite(value))
        return 0;
    snprintf(printed, sizeof printed, "%.*e", significant - 1, value);
    int decimals = significant - 1 - atoi(strchr(printed, 'e') + 1);
    return decimals < 0 ? 0 : decimals > MOST_DECIMALS ? MOST_DECIMALS : decimals;
}

int digits_decimals_of_share(double per_cent, int significant)
{
    if (per_cent > 90 && per_cent < 100) {
        double decimals = -floor(log10(100 - per_cent));
        return decimals < 0 ? 0 : decimals > MOST_DECIMALS ? MOST_DECIMALS : (int)decimals;
    }
    return digits_decimals(per_cent, significant);
}

void digits_append(struct buffer *buffer, double value, int decimals, enum digits_sign sign)
{
    struct buffer plain;
    const char *plus = sign == SIGN_OF_EITHER ? "+" : "";

    bool tiny = value != 0 && fabs(value) < SMALLEST_WRITTEN_OUT && decimals == MOST_DECIMALS;

    if (tiny || fabs(value) >= LARGEST_WRITTEN_OUT) {
        buffer_append_format(buffer, "%s%.3g", value < 0 ? MINUS : plus, fabs(value));
        return;
    }
    buffer_init(&plain);
    number_append_fixed(&plain, value, decimals);
    const char *digits = plain.bytes;
    bool negative = *digits == '-';
    digits += negative;
    if (strspn(digits, "0.") < strlen(digits))
        buffer_append_string(buffer, negative ? MINUS : plus);
    size_t whole = strcspn(digits, ".");
    for (size_t i = 0; i < whole; i++) {
        if (i && (whole - i) % 3 == 0)
            buffer_append_byte(buffer, ',');
        buffer_append_byte(buffer, digits[i]);
    }
    buffer_append_string(buffer, digits + whole);
    buffer_release(&plain);
}

void digits_append_trimmed(struct buffer *buffer, double value, int decimals, enum digits_sign sign)
{
    size_t start = buffer->length;

    digits_append(buffer, value, decimals, sign);
    const char *appended = buffer->bytes + start;
    if (!strchr(appended, '.') || strchr(appended, 'e'))
        return;
    while (buffer->bytes[buffer->length - 1] == '0')
        buffer->bytes[--buffer->length] = '\0';
    if (buffer->bytes[buffer->length - 1] == '.')
        buffer->bytes[--buffer->length] = '\0';
}

const char *digits_finish(struct arena *arena, struct buffer *buffer)
{
    const char *text = text_copy(arena, buffer_text(buffer));

    buffer_release(buffer);
    return text;
}
