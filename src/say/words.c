#include "words.h"

#include <math.h>
#include <string.h>

#include "../base/number.h"
#include "../base/text.h"

static const char *copy_and_release(struct arena *arena, struct buffer *buffer)
{
    const char *copy = arena_copy(arena, buffer->bytes, buffer->length);
    buffer_release(buffer);
    return copy;
}

/* "10.0" and "0.00" say no more than "10" and "0". */
static void trim_zeros(struct buffer *buffer, size_t start)
{
    if (!memchr(buffer->bytes + start, '.', buffer->length - start))
        return;
    while (buffer->bytes[buffer->length - 1] == '0')
        buffer->bytes[--buffer->length] = '\0';
    if (buffer->bytes[buffer->length - 1] == '.')
        buffer->bytes[--buffer->length] = '\0';
}

/* Beyond it digits say nothing. */
#define LARGEST_WRITTEN_OUT 1e15

#define MINUS "\xe2\x88\x92"

/* The sign of a number that was appended at `start`, as sentences and tables have it. */
static void set_minus(struct buffer *buffer, size_t start)
{
    if (buffer->bytes[start] != '-')
        return;
    buffer_append_string(buffer, "  ");
    memmove(buffer->bytes + start + strlen(MINUS), buffer->bytes + start + 1,
            buffer->length - start - strlen(MINUS));
    memcpy(buffer->bytes + start, MINUS, strlen(MINUS));
}

/* Logs claim anything: what is no number, or has hundreds of digits, must not break a sentence. */
static void append_fixed(struct buffer *buffer, double value, int decimals)
{
    if (!isfinite(value)) {
        buffer_append_byte(buffer, '?');
        return;
    }
    size_t start = buffer->length;
    if (fabs(value) >= LARGEST_WRITTEN_OUT)
        number_append_shortest(buffer, value);
    else
        number_append_fixed(buffer, value, decimals);
    set_minus(buffer, start);
}

/* Parts the thousands of a whole number: "12,345". */
static void append_grouped(struct buffer *buffer, double value)
{
    struct buffer digits;
    buffer_init(&digits);
    append_fixed(&digits, value, 0);
    bool plain = fabs(value) < LARGEST_WRITTEN_OUT;
    for (size_t i = 0; i < digits.length; i++) {
        size_t left = digits.length - i;
        bool inside = plain && i > 0 && byte_is_digit(digits.bytes[i - 1]);
        if (inside && left % 3 == 0)
            buffer_append_byte(buffer, ',');
        buffer_append_byte(buffer, digits.bytes[i]);
    }
    buffer_release(&digits);
}

const char *words_number(struct arena *arena, double value)
{
    struct buffer buffer;
    buffer_init(&buffer);
    if (!(fabs(value) < 100)) {
        append_grouped(&buffer, value);
    } else {
        number_append_significant(&buffer, value, 3);
        set_minus(&buffer, 0);
        trim_zeros(&buffer, 0);
    }
    return copy_and_release(arena, &buffer);
}

const char *words_count(struct arena *arena, double count)
{
    struct buffer buffer;
    buffer_init(&buffer);
    append_grouped(&buffer, count);
    return copy_and_release(arena, &buffer);
}

/* Decimals that leave two significant digits or so. */
static int decimals_of(double percent)
{
    if (percent > 99 && percent < 100)
        return percent < 99.95 ? 1 : 2; /* "100 %" would be all of them */
    if (fabs(percent) >= 9.95)
        return 0;
    return fabs(percent) >= 0.995 || percent == 0 ? 1 : 2;
}

static void append_percent(struct buffer *buffer, double percent, int decimals)
{
    size_t start = buffer->length;
    append_fixed(buffer, percent, decimals);
    trim_zeros(buffer, start);
}

static void append_signed(struct buffer *buffer, double percent, int decimals)
{
    double step = decimals == 0 ? 1 : decimals == 1 ? 0.1 : 0.01;
    if (fabs(percent) < step / 2)
        percent = 0; /* not "+0" */
    if (percent > 0)
        buffer_append_byte(buffer, '+');
    append_percent(buffer, percent, decimals);
}

const char *words_percent(struct arena *arena, double percent)
{
    struct buffer buffer;
    buffer_init(&buffer);
    append_percent(&buffer, fabs(percent), decimals_of(percent));
    buffer_append_string(&buffer, " %");
    return copy_and_release(arena, &buffer);
}

const char *words_change(struct arena *arena, double percent)
{
    struct buffer buffer;
    buffer_init(&buffer);
    append_signed(&buffer, percent, decimals_of(percent));
    buffer_append_string(&buffer, " %");
    return copy_and_release(arena, &buffer);
}

const char *words_change_interval(struct arena *arena, double low, double high)
{
    struct buffer buffer;
    buffer_init(&buffer);
    int decimals = decimals_of(fmax(fabs(low), fabs(high)));
    if (low > 0 && high > 0) {
        append_percent(&buffer, low, decimals);
        buffer_append_string(&buffer, " to ");
        append_percent(&buffer, high, decimals);
    } else {
        append_signed(&buffer, low, decimals);
        buffer_append_string(&buffer, " to ");
        append_signed(&buffer, high, decimals);
    }
    buffer_append_string(&buffer, " %");
    return copy_and_release(arena, &buffer);
}

const char *words_runs(struct arena *arena, size_t count)
{
    return arena_format(arena, "%zu run%s", count, count == 1 ? "" : "s");
}

const char *words_requests(struct arena *arena, double count)
{
    bool one = count >= 1 && count <= 1;
    return arena_format(arena, "%s request%s", words_count(arena, count), one ? "" : "s");
}

const char *words_runs_per_side(struct arena *arena, size_t first, size_t second)
{
    if (first == second)
        return arena_format(arena, "%s each", words_runs(arena, first));
    return arena_format(arena, "%zu and %s", first, words_runs(arena, second));
}

const char *words_list(struct arena *arena, const char *const *items, size_t count, size_t limit)
{
    struct buffer buffer;
    buffer_init(&buffer);
    /* "and 1 more" takes more room than the item. */
    size_t shown = count <= limit + 1 ? count : limit;
    for (size_t i = 0; i < shown; i++) {
        if (i > 0)
            buffer_append_string(&buffer, i + 1 == count ? " and " : ", ");
        buffer_append_string(&buffer, items[i]);
    }
    if (shown < count)
        buffer_append_format(&buffer, " and %zu more", count - shown);
    return count == 0 ? "" : copy_and_release(arena, &buffer);
}

const char *words_metric(const struct metric *metric)
{
    static const struct {
        const char *key, *words;
    } spoken[] = {
        {"requests_per_second",       "requests per second"},
        {"latency_mean_ms",           "mean latency"       },
        {"latency_total_mean_ms",     "mean latency"       },
        {"time_taken_s",              "time taken"         },
        {"transfer_rate_bytes_per_s", "transfer rate"      },
    };
    for (size_t i = 0; i < sizeof spoken / sizeof *spoken; i++) {
        if (strcmp(spoken[i].key, metric->key) == 0)
            return spoken[i].words;
    }
    return metric->label;
}

const char *words_direction(const struct metric *metric, bool better)
{
    bool speed = metric->kind == METRIC_RATE || metric->kind == METRIC_BYTE_RATE ||
                 metric->kind == METRIC_SECONDS || metric->kind == METRIC_MILLISECONDS;
    if (speed)
        return better ? "faster" : "slower";
    return better ? "better" : "worse";
}
