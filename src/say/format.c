#include "format.h"

#include <math.h>
#include <string.h>

#include "../base/number.h"
#include "../base/text.h"
#include "digits.h"

#define PLUS_MINUS " \xc2\xb1 "

enum {
    SIGNIFICANT_DIGITS = 4,
    SIGNIFICANT_DIGITS_OF_TIMES = 3,
};

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

const char *format_fixed(struct arena *arena, double value, int decimals)
{
    struct buffer buffer;

    if (!isfinite(value))
        return "";
    buffer_init(&buffer);
    digits_append(&buffer, value, decimals, SIGN_OF_NEGATIVE);
    return digits_finish(arena, &buffer);
}

const char *format_significant(struct arena *arena, double value, int digits, int most)
{
    int decimals = digits_decimals(value, digits);

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
static int value_decimals(const struct shown_value *shown, struct scale scale)
{
    enum metric_kind kind = shown->metric->kind;
    bool whole = shown->value == floor(shown->value) && scale.factor == 1;
    bool times = kind == METRIC_MILLISECONDS || kind == METRIC_SECONDS;

    if (whole && (shown->n <= 1 || kind == METRIC_COUNT))
        return 0;
    if (kind == METRIC_COUNT)
        return 1;
    int decimals = digits_decimals(shown->value / scale.factor,
                                   times ? SIGNIFICANT_DIGITS_OF_TIMES : SIGNIFICANT_DIGITS);
    if (shown->n <= 1 && scale.factor == 1) {
        int printed = printed_decimals(shown->value);
        decimals = decimals > printed ? printed : decimals;
    }
    /* A mean of runs carries about one digit more than the log's printing step. */
    if (shown->resolution > 0) {
        int step = (int)ceil(-log10(shown->resolution) - 1e-9);
        int most = (step > 0 ? step : 0) + (shown->n > 1);
        decimals = decimals > most ? most : decimals;
    }
    return decimals;
}

/* "<1": what the log's printing step hides.  False where it does not. */
static bool append_below_resolution(struct buffer *buffer, const struct shown_value *shown,
                                    struct scale scale)
{
    if (!(shown->resolution > 0) || shown->value < 0 || shown->value >= shown->resolution)
        return false;
    buffer_append_byte(buffer, '<');
    number_append_shortest(buffer, shown->resolution / scale.factor);
    return true;
}

const char *format_value(struct arena *arena, const struct shown_value *shown, struct scale scale)
{
    struct buffer buffer;

    if (!isfinite(shown->value))
        return "";
    buffer_init(&buffer);
    if (!append_below_resolution(&buffer, shown, scale)) {
        double half_width = shown->half_width / scale.factor;
        int decimals = half_width > 0 && isfinite(half_width) ? digits_decimals(half_width, 2)
                                                              : value_decimals(shown, scale);
        digits_append(&buffer, shown->value / scale.factor, decimals, SIGN_OF_NEGATIVE);
    }
    return digits_finish(arena, &buffer);
}

const char *format_interval(struct arena *arena, const struct shown_value *shown,
                            struct scale scale)
{
    struct buffer buffer;
    double half_width = shown->half_width / scale.factor;

    if (!isfinite(shown->value))
        return "";
    if (!isfinite(half_width) || half_width < 0)
        return format_value(arena, shown, scale);
    buffer_init(&buffer);
    if (!append_below_resolution(&buffer, shown, scale)) {
        /* Runs that agree to the last digit are shown as one of them. */
        struct shown_value one = *shown;
        one.n = half_width > 0 ? shown->n : 1;
        int decimals =
            half_width > 0 ? digits_decimals(half_width, 2) : value_decimals(&one, scale);
        digits_append(&buffer, shown->value / scale.factor, decimals, SIGN_OF_NEGATIVE);
        buffer_append_string(&buffer, PLUS_MINUS);
        digits_append(&buffer, half_width, half_width > 0 ? decimals : 0, SIGN_OF_NEGATIVE);
    }
    return digits_finish(arena, &buffer);
}

const char *format_per_cent(struct arena *arena, double fraction)
{
    return format_significant(arena, fraction * 100, 2, 2);
}

const char *format_share(struct arena *arena, double share)
{
    double per_cent = share * 100;

    return format_fixed(arena, per_cent, digits_decimals_of_share(per_cent, 2));
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
    digits_append(&buffer, change.value, decimals, SIGN_OF_EITHER);
    buffer_append_string(&buffer, " %");
    if (bounded) {
        buffer_append_string(&buffer, " (");
        /* Signs where the interval has both, and where there is one to see. */
        enum digits_sign sign = low < 0 && high > 0 ? SIGN_OF_EITHER : SIGN_OF_NEGATIVE;
        digits_append(&buffer, low, decimals, sign);
        buffer_append_string(&buffer, " to ");
        digits_append(&buffer, high, decimals, sign);
        buffer_append_byte(&buffer, ')');
    }
    return digits_finish(arena, &buffer);
}

const char *format_ratio(struct arena *arena, struct estimate ratio)
{
    struct buffer buffer;
    double low = ratio.low;
    double high = ratio.high;
    bool bounded = isfinite(low) && isfinite(high);

    if (!isfinite(ratio.value))
        return "";
    int decimals = bounded ? digits_decimals((high - low) / 2, 2) : 2;
    decimals = decimals > 4 ? 4 : decimals < 1 ? 1 : decimals;
    buffer_init(&buffer);
    digits_append(&buffer, ratio.value, decimals, SIGN_OF_NEGATIVE);
    if (bounded) {
        buffer_append_string(&buffer, " (");
        digits_append(&buffer, low, decimals, SIGN_OF_NEGATIVE);
        buffer_append_string(&buffer, " to ");
        digits_append(&buffer, high, decimals, SIGN_OF_NEGATIVE);
        buffer_append_byte(&buffer, ')');
    }
    return digits_finish(arena, &buffer);
}

const char *format_p(struct arena *arena, double p)
{
    if (!isfinite(p))
        return "";
    return p < 0.001 ? "<0.001" : format_significant(arena, p, 2, 3);
}
