#include "words.h"

#include <math.h>
#include <string.h>

#include "../base/number.h"
#include "../base/text.h"
#include "digits.h"
#include "format.h"

#define SIGNIFICANT_DIGITS 3

/* From here on "3.8 times as many" says more than "280 %". */
#define PERCENT_FOR_TIMES 100

/* Below it, in per cent, there is nothing to tell of a change. */
#define SMALLEST_CHANGE_SAID 0.005

/* Logs claim anything: what is no number must not break a sentence. */
static void append_number(struct buffer *buffer, double value, int decimals, enum digits_sign sign)
{
    if (isfinite(value))
        digits_append_trimmed(buffer, value, decimals, sign);
    else
        buffer_append_byte(buffer, '?');
}

const char *words_number(struct arena *arena, double value)
{
    struct buffer buffer;
    buffer_init(&buffer);
    append_number(&buffer, value, digits_decimals(value, SIGNIFICANT_DIGITS), SIGN_OF_NEGATIVE);
    return digits_finish(arena, &buffer);
}

const char *words_count(struct arena *arena, double count)
{
    struct buffer buffer;
    buffer_init(&buffer);
    append_number(&buffer, count, 0, SIGN_OF_NEGATIVE);
    return digits_finish(arena, &buffer);
}

/* Decimals that leave two significant digits or so. */
static int decimals_of(double percent)
{
    if (fabs(percent) > 99 && fabs(percent) < 100)
        return digits_decimals_of_share(fabs(percent), 2);
    if (fabs(percent) >= 9.95)
        return 0;
    return fabs(percent) >= 0.995 || percent == 0 ? 1 : 2;
}

const char *words_percent(struct arena *arena, double percent)
{
    struct buffer buffer;
    buffer_init(&buffer);
    append_number(&buffer, fabs(percent), decimals_of(percent), SIGN_OF_NEGATIVE);
    buffer_append_string(&buffer, " %");
    return digits_finish(arena, &buffer);
}

const char *words_change(struct arena *arena, double percent)
{
    struct buffer buffer;
    buffer_init(&buffer);
    append_number(&buffer, percent, decimals_of(percent), SIGN_OF_EITHER);
    buffer_append_string(&buffer, " %");
    return digits_finish(arena, &buffer);
}

const char *words_change_interval(struct arena *arena, double low, double high)
{
    struct buffer buffer;
    buffer_init(&buffer);
    int decimals = decimals_of(fmax(fabs(low), fabs(high)));
    /* The ends of a narrow interval are not printed alike. */
    if (high > low)
        decimals = (int)fmax(decimals, digits_decimals(high - low, 1));
    enum digits_sign sign = low > 0 && high > 0 ? SIGN_OF_NEGATIVE : SIGN_OF_EITHER;
    append_number(&buffer, low, decimals, sign);
    buffer_append_string(&buffer, " to ");
    append_number(&buffer, high, decimals, sign);
    buffer_append_string(&buffer, " %");
    return digits_finish(arena, &buffer);
}

const char *words_told_interval(struct arena *arena, double change, double low, double high)
{
    if (change >= PERCENT_FOR_TIMES && low > -PERCENT_FOR_TIMES)
        return arena_format(arena, "%s to %s times", words_number(arena, 1 + low / 100),
                            words_number(arena, 1 + high / 100));
    if (high < 0)
        return words_change_interval(arena, -high, -low);
    return words_change_interval(arena, low, high);
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

/* An amount whose per cent are written already. */
static const char *amount(struct arena *arena, const struct metric *metric, double change,
                          const char *per_cent)
{
    const char *spoken = words_metric(metric);
    bool rate = metric->kind == METRIC_RATE;
    if (fabs(change) < SMALLEST_CHANGE_SAID)
        return arena_format(arena, "as %s %s as", rate ? "many" : "high a", spoken);
    if (change >= PERCENT_FOR_TIMES)
        return arena_format(arena, "%s times as %s %s as", words_number(arena, 1 + change / 100),
                            rate ? "many" : "high a", spoken);
    const char *direction = change >= 0 ? (rate ? "more" : "higher") : (rate ? "fewer" : "lower");
    return arena_format(arena, "%s %s %s than", per_cent, direction, spoken);
}

const char *words_amount(struct arena *arena, const struct metric *metric, double change)
{
    return amount(arena, metric, change, words_percent(arena, change));
}

const char *words_mean_amount(struct arena *arena, const struct metric *metric, double change)
{
    return amount(arena, metric, change,
                  arena_format(arena, "%s %%", words_number(arena, fabs(change))));
}

static const char *grounds_interval(struct arena *arena, const struct grounds *grounds)
{
    if (isnan(grounds->told_change))
        return words_change_interval(arena, grounds->low, grounds->high);
    return words_told_interval(arena, grounds->told_change, grounds->low, grounds->high);
}

const char *words_grounds(struct arena *arena, const struct grounds *grounds)
{
    const char *runs = grounds->pairs > 0 ? arena_format(arena, "%zu pairs of runs", grounds->pairs)
                                          : words_runs_per_side(arena, grounds->group_runs,
                                                                grounds->baseline_runs);
    if (grounds->group_runs < 2 && grounds->baseline_runs < 2)
        return arena_format(arena, "(%s: noise unknown)", runs);
    const char *interval = "", *p = "", *level = "";
    if (grounds->level > 0)
        level = arena_format(arena, "%s ", words_percent(arena, grounds->level));
    if (!isnan(grounds->low))
        interval = arena_format(arena, "%sinterval %s, ", level, grounds_interval(arena, grounds));
    if (!isnan(grounds->p))
        p = arena_format(arena, "p %s, ", format_p(arena, grounds->p));
    return arena_format(arena, "(%s%s%s)", interval, p, runs);
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
    return count == 0 ? "" : digits_finish(arena, &buffer);
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

const char *words_title(struct arena *arena, const struct metric *metric)
{
    struct text key = text_of(metric->key);
    if (!text_starts_with(key, "latency_") || strcmp(metric->key, "latency_sd_ms") == 0)
        return metric->label;
    return arena_format(arena, "%s latency", metric->label);
}

/* 0.95 * 100 is not 95 in binary: what nobody wrote is rounded away. */
const char *words_setting(struct arena *arena, double fraction)
{
    struct buffer number;
    buffer_init(&number);
    number_append_shortest(&number, round(fraction * 1e8) / 1e6);
    buffer_append_string(&number, " %");
    return digits_finish(arena, &number);
}

const char *words_tool(struct arena *arena, const struct run *run)
{
    if (!run->tool)
        return "";
    return run->tool_version ? arena_format(arena, "%s %s", run->tool, run->tool_version)
                             : run->tool;
}

const char *words_target(struct arena *arena, const struct run *run)
{
    const char *host = run->target.host;
    const char *path = run->target.path ? run->target.path : "";

    if (!host)
        return path;
    const char *port =
        isfinite(run->target.port) ? arena_format(arena, ":%.0f", run->target.port) : "";
    const char *scheme = run->target.scheme ? arena_format(arena, "%s://", run->target.scheme) : "";
    return arena_format(arena, "%s%s%s%s", scheme, host, port, path);
}

const char *words_superlative(const struct metric *metric)
{
    return strcmp(words_direction(metric, true), "faster") == 0 ? "fastest" : "best";
}
