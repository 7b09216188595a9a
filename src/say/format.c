#include "format.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "../base/number.h"
#include "../base/text.h"

#define MINUS      "\xe2\x88\x92"
#define PLUS_MINUS " \xc2\xb1 "

enum {
    MOST_DECIMALS = 6,
    SIGNIFICANT_DIGITS = 4,
    SIGNIFICANT_DIGITS_OF_TIMES = 3,
};

/* Beyond them, digits say nothing: a power of ten is shown. */
static const double LARGEST_WRITTEN_OUT = 1e15;
static const double SMALLEST_WRITTEN_OUT = 1e-6;

struct scale scale_for(const struct metric *metric, double largest)
{
    static const struct {
        const char *bytes, *rate;
        double factor;
    } steps[] = {
        {"GiB", "GiB/s", 1024.0 * 1024 * 1024},
        {"MiB", "MiB/s", 1024.0 * 1024       },
        {"KiB", "KiB/s", 1024.0              },
    };
    bool rate = metric->kind == METRIC_BYTE_RATE;

    if (metric->kind == METRIC_RATE)
        return (struct scale){"", 1};
    if (!rate && metric->kind != METRIC_BYTES)
        return (struct scale){metric->unit, 1};
    for (size_t i = 0; i < sizeof steps / sizeof steps[0]; i++)
        if (fabs(largest) >= steps[i].factor)
            return (struct scale){rate ? steps[i].rate : steps[i].bytes, steps[i].factor};
    return (struct scale){metric->unit, 1};
}

/* The decimals at which `digits` significant ones of `value` stand. */
static int decimals_for(double value, int digits)
{
    char printed[40];

    if (value == 0 || !isfinite(value))
        return 0;
    snprintf(printed, sizeof printed, "%.*e", digits - 1, value);
    int decimals = digits - 1 - atoi(strchr(printed, 'e') + 1);
    return decimals < 0 ? 0 : decimals > MOST_DECIMALS ? MOST_DECIMALS : decimals;
}

/* Digits with commas between thousands, the sign as U+2212, or '+' where `sign` is asked for. */
static void append_number(struct buffer *buffer, double value, int decimals, bool sign)
{
    struct buffer plain;

    if (value != 0 && (fabs(value) >= LARGEST_WRITTEN_OUT || fabs(value) < SMALLEST_WRITTEN_OUT)) {
        buffer_append_format(buffer, "%s%.3g", value < 0 ? MINUS : sign ? "+" : "", fabs(value));
        return;
    }
    buffer_init(&plain);
    number_append_fixed(&plain, value, decimals);
    const char *digits = plain.bytes;
    if (*digits == '-') {
        buffer_append_string(buffer, MINUS);
        digits++;
    } else if (sign && strspn(digits, "0.") < strlen(digits)) {
        buffer_append_byte(buffer, '+');
    }
    size_t whole = strcspn(digits, ".");
    for (size_t i = 0; i < whole; i++) {
        if (i && (whole - i) % 3 == 0)
            buffer_append_byte(buffer, ',');
        buffer_append_byte(buffer, digits[i]);
    }
    buffer_append_string(buffer, digits + whole);
    buffer_release(&plain);
}

static const char *finish(struct arena *arena, struct buffer *buffer)
{
    const char *text = text_copy(arena, buffer_text(buffer));

    buffer_release(buffer);
    return text;
}

const char *format_fixed(struct arena *arena, double value, int decimals)
{
    struct buffer buffer;

    if (!isfinite(value))
        return "";
    buffer_init(&buffer);
    append_number(&buffer, value, decimals, false);
    return finish(arena, &buffer);
}

const char *format_significant(struct arena *arena, double value, int digits, int most)
{
    int decimals = decimals_for(value, digits);

    return format_fixed(arena, value, decimals > most ? most : decimals);
}

/* As many decimals as the value was printed with: the shortest text that reads back as it. */
static int printed_decimals(double value)
{
    struct buffer shortest;

    buffer_init(&shortest);
    number_append_shortest(&shortest, value);
    const char *point = strchr(shortest.bytes, '.');
    bool power = strchr(shortest.bytes, 'e');
    int decimals = power ? MOST_DECIMALS : point ? (int)strlen(point + 1) : 0;
    buffer_release(&shortest);
    return decimals;
}

/* Decimals of a value that no interval limits. */
static int figure_decimals(const struct figure *figure, struct scale scale)
{
    enum metric_kind kind = figure->metric->kind;
    bool whole = figure->value == floor(figure->value) && scale.factor == 1;
    bool times = kind == METRIC_MILLISECONDS || kind == METRIC_SECONDS;

    if (whole && (figure->n <= 1 || kind == METRIC_COUNT))
        return 0;
    if (kind == METRIC_COUNT)
        return 1;
    int decimals = decimals_for(figure->value / scale.factor,
                                times ? SIGNIFICANT_DIGITS_OF_TIMES : SIGNIFICANT_DIGITS);
    if (figure->n <= 1 && scale.factor == 1) {
        int printed = printed_decimals(figure->value);
        decimals = decimals > printed ? printed : decimals;
    }
    /* A mean of runs carries about one digit more than the log's printing step. */
    if (figure->resolution > 0) {
        int step = (int)ceil(-log10(figure->resolution) - 1e-9);
        int most = (step > 0 ? step : 0) + (figure->n > 1);
        decimals = decimals > most ? most : decimals;
    }
    return decimals;
}

/* "<1": what the log's printing step hides.  False where it does not. */
static bool append_below_resolution(struct buffer *buffer, const struct figure *figure,
                                    struct scale scale)
{
    if (!(figure->resolution > 0) || figure->value < 0 || figure->value >= figure->resolution)
        return false;
    buffer_append_byte(buffer, '<');
    number_append_shortest(buffer, figure->resolution / scale.factor);
    return true;
}

const char *format_figure(struct arena *arena, const struct figure *figure, struct scale scale)
{
    struct buffer buffer;

    if (!isfinite(figure->value))
        return "";
    buffer_init(&buffer);
    if (!append_below_resolution(&buffer, figure, scale)) {
        double half_width = figure->half_width / scale.factor;
        int decimals = half_width > 0 && isfinite(half_width) ? decimals_for(half_width, 2)
                                                              : figure_decimals(figure, scale);
        append_number(&buffer, figure->value / scale.factor, decimals, false);
    }
    return finish(arena, &buffer);
}

const char *format_interval(struct arena *arena, const struct figure *figure, struct scale scale)
{
    struct buffer buffer;
    double half_width = figure->half_width / scale.factor;

    if (!isfinite(figure->value))
        return "";
    if (!isfinite(half_width) || half_width < 0)
        return format_figure(arena, figure, scale);
    buffer_init(&buffer);
    if (!append_below_resolution(&buffer, figure, scale)) {
        /* Runs that agree to the last digit are shown as one of them. */
        struct figure one = *figure;
        one.n = half_width > 0 ? figure->n : 1;
        int decimals = half_width > 0 ? decimals_for(half_width, 2) : figure_decimals(&one, scale);
        append_number(&buffer, figure->value / scale.factor, decimals, false);
        buffer_append_string(&buffer, PLUS_MINUS);
        append_number(&buffer, half_width, half_width > 0 ? decimals : 0, false);
    }
    return finish(arena, &buffer);
}

const char *format_per_cent(struct arena *arena, double fraction)
{
    return format_significant(arena, fraction * 100, 2, 2);
}

const char *format_share(struct arena *arena, double share)
{
    double per_cent = share * 100;

    /* 9,989 of 10,000 are not all: near the end it is what is missing that gets its digit. */
    if (per_cent > 90 && per_cent < 100)
        return format_fixed(arena, per_cent, (int)fmax(0, -floor(log10(100 - per_cent))));
    return format_significant(arena, per_cent, 2, MOST_DECIMALS);
}

const char *format_change(struct arena *arena, struct estimate change)
{
    struct buffer buffer;
    double low = change.low;
    double high = change.high;
    bool bounded = isfinite(low) && isfinite(high);

    if (!isfinite(change.value))
        return "";
    /* A tenth of a per cent, unless the interval is much narrower or wider than that. */
    double half_width = bounded ? (high - low) / 2 : 1;
    int decimals = half_width < 0.1 ? 2 : half_width < 10 ? 1 : 0;
    if (!bounded && fabs(change.value) >= 100)
        decimals = 0;
    buffer_init(&buffer);
    append_number(&buffer, change.value, decimals, true);
    buffer_append_string(&buffer, " %");
    if (bounded) {
        buffer_append_string(&buffer, " (");
        /* Signs where the interval has both, and where there is one to see. */
        append_number(&buffer, low, decimals, low < 0 && high > 0);
        buffer_append_string(&buffer, " to ");
        append_number(&buffer, high, decimals, low < 0 && high > 0);
        buffer_append_byte(&buffer, ')');
    }
    return finish(arena, &buffer);
}

const char *format_ratio(struct arena *arena, struct estimate ratio)
{
    struct buffer buffer;
    double low = ratio.low;
    double high = ratio.high;
    bool bounded = isfinite(low) && isfinite(high);

    if (!isfinite(ratio.value))
        return "";
    int decimals = bounded ? decimals_for((high - low) / 2, 2) : 2;
    decimals = decimals > 4 ? 4 : decimals < 1 ? 1 : decimals;
    buffer_init(&buffer);
    append_number(&buffer, ratio.value, decimals, false);
    if (bounded) {
        buffer_append_string(&buffer, " (");
        append_number(&buffer, low, decimals, false);
        buffer_append_string(&buffer, " to ");
        append_number(&buffer, high, decimals, false);
        buffer_append_byte(&buffer, ')');
    }
    return finish(arena, &buffer);
}

const char *format_p(struct arena *arena, double p)
{
    if (!isfinite(p))
        return "";
    return p < 0.001 ? "<0.001" : format_significant(arena, p, 2, 3);
}
