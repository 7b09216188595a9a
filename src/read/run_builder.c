#include "run_builder.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "../base/number.h"
#include "../base/utf8.h"
#include "../model/url.h"
#include "../rules/tool_command.h"

static void mark_seen(struct run_builder *builder, const struct metric *metric)
{
    if (metric->id < SEEN_IDS)
        builder->seen[metric->id / 64] |= (uint64_t)1 << metric->id % 64;
}

void run_builder_become(struct run_builder *builder, struct format *format)
{
    builder->format = format;
    builder->run->format = format->name;
    builder->run->tool = format->tool;
    builder->run->traits = &format->traits;
    builder->within = 0;
}

void run_builder_open(struct run_builder *builder, struct run *run, struct format *format,
                      const char *file, size_t line)
{
    struct rules *rules = builder->rules;
    struct arena *arena = builder->arena;
    struct metric_set *metrics = builder->metrics;

    *builder = (struct run_builder){
        .rules = rules,
        .arena = arena,
        .metrics = metrics,
        .run = run,
        .format = format,
        .fingerprint = 1469598103934665603u,
        .time_decimals = -1,
    };
    run->source.file = file;
    run->source.line = line;
    run->source.line_end = line;
    run_builder_become(builder, format);
    if (!run->measurement_capacity) {
        run->measurement_capacity = format->usual_measurements;
        run->measurements =
            arena_allocate(arena, run->measurement_capacity * sizeof *run->measurements);
    }
    /* A repeated run begins with what its block has given already. */
    for (size_t i = 0; i < run->measurement_count; i++)
        mark_seen(builder, run->measurements[i].metric);
}

/* ---- metrics that are set ---- */

static bool has_metric(const struct run_builder *builder, const struct metric *metric)
{
    if (metric->id >= SEEN_IDS)
        return run_measurement(builder->run, metric) != NULL;
    return builder->seen[metric->id / 64] >> metric->id % 64 & 1;
}

static void add_metric(struct run_builder *builder, const struct metric *metric, double value,
                       double resolution)
{
    if (metric->id >= SEEN_IDS || has_metric(builder, metric)) {
        run_set_value(builder->run, builder->arena, metric, value, resolution);
        return;
    }
    mark_seen(builder, metric);
    run_add_value(builder->run, builder->arena, metric, value, resolution);
}

/* ---- numbers ---- */

static size_t decimals_of(struct text text)
{
    size_t point = text_find_byte(text, '.');

    if (point == text.length)
        point = text_find_byte(text, ',');
    size_t digits = 0;
    while (point + 1 + digits < text.length && byte_is_digit(text.start[point + 1 + digits]))
        digits++;
    return digits;
}

/* A count has no decimals, unless it is told in thousands. */
static bool is_whole(const struct metric *metric, double factor)
{
    return metric->kind == METRIC_COUNT && factor == 1;
}

static void weigh_form(struct run_builder *builder, const struct number *number,
                       const struct metric *metric, double factor, size_t line)
{
    bool either = number->form == NUMBER_EITHER_COMMA || number->form == NUMBER_EITHER_POINT;

    number_notation_learn(&builder->notation, number, is_whole(metric, factor));
    if (either && builder->ambiguous_count < MOST_AMBIGUOUS)
        builder->ambiguous[builder->ambiguous_count++] =
            (struct ambiguous){metric, *number, factor, line};
}

/* The step in which a time was printed, where it can hide a difference. */
static double resolution_of(const struct metric *metric, struct text text, double factor)
{
    if (metric->kind != METRIC_MILLISECONDS)
        return ABSENT;
    static const double steps[] = {1, 0.1, 0.01, 0.001};
    size_t decimals = decimals_of(text);
    double step = (decimals < 4 ? steps[decimals] : 0) * factor;
    return step >= 0.999 ? step : ABSENT;
}

/* A figure as printed, and how its rule says to read it. */
struct figure {
    struct text text;
    const struct unit *unit; /* where the text holds none */
    double step;             /* ABSENT: from the digits */
    bool decimal;            /* K, M and G of bytes are powers of 1000 */
    bool add;                /* a part of the figure: added to what is there */
    size_t line;
};

/* "1.93ms": takes the unit off the number, and makes it the figure's; false where there is none. */
static bool take_unit_off(struct figure *figure)
{
    size_t end = figure->text.length;

    while (end > 0 && !byte_is_digit(figure->text.start[end - 1]))
        end--;
    struct text name = text_trim(text_from(figure->text, end));
    if (!end || !name.length)
        return false;
    figure->unit = unit_find(name);
    figure->text.length = end;
    return true;
}

/* False where the unit that is captured with the number is unknown or unfit. */
static bool split_unit(struct figure *figure, const struct metric *metric)
{
    return !take_unit_off(figure) || metric_unit_factor(metric, figure->unit) != 0;
}

/* "1m30.5s" is 90.5 s. */
static void join_parts_of_time(struct run_builder *builder, struct figure *figure)
{
    struct buffer seconds;
    double value;

    if (!number_scan_parted_time(text_trim(figure->text), &value))
        return;
    buffer_init(&seconds);
    number_append_shortest(&seconds, value);
    figure->text = text_of(text_copy(builder->arena, buffer_text(&seconds)));
    figure->unit = unit_find(text_of("s"));
    buffer_release(&seconds);
}

static double factor_of(const struct figure *figure, const struct metric *metric)
{
    double factor = metric_unit_factor(metric, figure->unit);

    bool is_of_bytes = metric->kind == METRIC_BYTES || metric->kind == METRIC_BYTE_RATE;

    if (factor == 0)
        return 1;
    return figure->decimal && is_of_bytes
               ? factor / figure->unit->factor * unit_decimal_factor(figure->unit)
               : factor;
}

/*
 * 0.0082 s are 8.2 ms, where a product of doubles is 8.200000000000001: figures
 * have few decimals.  A power of two (KB) is exact as it is.
 */
static double scale(double value, double factor)
{
    const double decimals = 1e6;
    double product = value * factor;
    int exponent;

    if (frexp(factor, &exponent) == 0.5 || fabs(product) >= 1e9)
        return product;
    return floor(product * decimals + 0.5) / decimals;
}

/* What C prints of a quotient by zero: the tool had nothing to measure. */
static bool is_no_number(struct text text)
{
    if (text.start[0] == '-' || text.start[0] == '+')
        text = text_from(text, 1);
    return text_is_ignoring_case(text, "nan") || text_is_ignoring_case(text, "inf") ||
           text_starts_with(text, "1.#");
}

/* A counter of 32 bits that ran over prints so, and a clock that was set back. */
static bool is_below_zero(const struct metric *metric, double value)
{
    return value < 0 && metric->kind != METRIC_NUMBER && metric->kind != METRIC_PERCENT;
}

static void set_metric(struct run_builder *builder, const struct metric *metric,
                       struct figure figure)
{
    struct text printed = figure.text = text_trim(figure.text);
    struct number number;
    double known = 0;

    if (!printed.length || is_no_number(printed))
        return;
    join_parts_of_time(builder, &figure);
    if (!split_unit(&figure, metric) || !number_scan(figure.text, &number)) {
        run_warn(
            builder->run, builder->arena, "unreadable-number", figure.line,
            "%s reads \"%s\", which is no number; it is left out", metric->label,
            utf8_clean(builder->arena,
                       (struct text){printed.start, printed.length < 40 ? printed.length : 40}));
        return;
    }
    double factor = factor_of(&figure, metric);
    weigh_form(builder, &number, metric, factor, figure.line);
    if (metric->kind == METRIC_SECONDS && strcmp(metric->key, "time_taken_s") == 0)
        builder->time_decimals = (int)decimals_of(figure.text);
    if (figure.add && !run_value(builder->run, metric, &known))
        known = 0;
    double value = known + scale(number.value, factor);
    if (!isfinite(value)) {
        run_warn(builder->run, builder->arena, "unreadable-number", figure.line,
                 "%s is beyond what a number can be; it is left out", metric->label);
        return;
    }
    if (is_below_zero(metric, value)) {
        run_warn(builder->run, builder->arena, "unreadable-number", figure.line,
                 "%s reads %.*s, and cannot be below zero; it is left out", metric->label,
                 (int)(figure.text.length < 40 ? figure.text.length : 40), figure.text.start);
        return;
    }
    add_metric(builder, metric, value,
               isnan(figure.step) ? resolution_of(metric, figure.text, factor) : figure.step);
}

/* ---- fields ---- */

/* "2014-02-25 14:49:55" or "07/04/02 14:46:06" (month first) as ISO 8601. */
static const char *iso_time(struct run_builder *builder, struct text text)
{
    int month, day, year, used = 0;
    char copy[40] = {0};

    if (text.length >= sizeof copy)
        return NULL;
    memcpy(copy, text.start, text.length);
    if (sscanf(copy, "%2d/%2d/%2d %n", &month, &day, &year, &used) == 3 && used)
        return utf8_clean(builder->arena,
                          text_of(arena_format(builder->arena, "20%02d-%02d-%02dT%s", year, month,
                                               day, copy + used)));
    char *blank = strchr(copy, ' ');
    if (blank)
        *blank = 'T';
    return utf8_clean(builder->arena, text_of(copy));
}

static void set_number_member(struct run_builder *builder, const struct field *field,
                              struct figure figure)
{
    double known = member_number(builder->run, field->member);
    struct number number;

    join_parts_of_time(builder, &figure);
    if (member_is_duration(field->member))
        take_unit_off(&figure);
    if (!number_scan(figure.text, &number) || number.value < 0)
        return;
    /* All but a duration are whole: "1.256 bytes" are 1256. */
    if (number.form == NUMBER_EITHER_POINT && !member_is_duration(field->member))
        number.value = number.other;
    if (figure.unit && figure.unit->kind == UNIT_TIME && field->kind == FIELD_NUMBER)
        number.value *= figure.unit->factor / 1000;
    if (figure.add && !isnan(known))
        number.value += known;
    if (isfinite(number.value))
        member_set_number(builder->run, field->member, number.value);
}

static void set_member(struct run_builder *builder, const struct field *field,
                       const struct figure *figure)
{
    struct run *run = builder->run;
    struct text text = text_trim(figure->text);
    double value;

    if (!text.length)
        return;
    switch (field->kind) {
    case FIELD_TEXT:
        member_set_text(run, field->member, utf8_clean(builder->arena, text));
        break;
    case FIELD_NUMBER:
    case FIELD_DOCUMENT:
        set_number_member(builder, field, *figure);
        break;
    case FIELD_SHIFTED_PORT:
        if (number_scan_plain(text, &value))
            run->target.port = value < 0 ? value + 65536 : value;
        break;
    case FIELD_KEEPALIVE:
        run->config.keepalive = ANSWER_YES;
        break;
    case FIELD_URL:
        run_set_url(run, text, builder->arena);
        break;
    case FIELD_TIME:
        run->time = iso_time(builder, text);
        break;
    case FIELD_LABEL:
        builder->hints.own = utf8_clean(builder->arena, text);
        break;
    case FIELD_KEY:
    case FIELD_TAG:
        run_set_label(run, builder->arena, field->name, utf8_clean(builder->arena, text),
                      field->kind == FIELD_KEY);
        break;
    case FIELD_METRIC:
    case FIELD_PERCENT:
    case FIELD_PERCENTILE:
    case FIELD_UNIT:
    case FIELD_MESSAGE:
        break;
    }
}

void run_builder_set_field(struct run_builder *builder, const struct field *field,
                           const struct unit *unit, struct text text, size_t line_number)
{
    struct figure figure = {.text = text, .unit = unit, .step = ABSENT, .line = line_number};

    if (field->kind == FIELD_METRIC)
        set_metric(builder, field->metric, figure);
    else
        set_member(builder, field, &figure);
}

/* ---- what a line gives ---- */

static bool captured(const struct run_builder *builder, const struct rule *rule,
                     enum field_kind kind, struct text line, struct text *text)
{
    for (size_t i = 0; i < rule->capture_count; i++)
        if (rule->captures[i].field.kind == kind &&
            pattern_group(&builder->rules->engine, line, rule->captures[i].group, text))
            return true;
    return false;
}

/* "99%  30" is latency_p99_ms, "100%" the maximum, row 0 of -e the minimum. */
static const struct metric *percentile_metric(const struct run_builder *builder,
                                              const struct rule *rule, struct text line)
{
    struct text percent;
    double value;

    if (!captured(builder, rule, FIELD_PERCENT, line, &percent) ||
        !number_scan_plain(percent, &value))
        return NULL;
    if (value == 100)
        return metric_find(builder->metrics, text_of("latency_max_ms"));
    if (value == 0)
        return metric_find(builder->metrics, text_of("latency_min_ms"));
    return metric_percentile(builder->metrics, value);
}

static bool is_set(const struct run_builder *builder, const struct field *field, struct text text)
{
    struct run *run = builder->run;
    const char *known;

    switch (field->kind) {
    case FIELD_METRIC:
        return has_metric(builder, field->metric);
    case FIELD_NUMBER:
    case FIELD_DOCUMENT:
        return !isnan(member_number(run, field->member));
    case FIELD_TEXT:
        /* A host is told twice in one report; only another one is another run's. */
        known = member_text(run, field->member);
        return known && !text_is(text_trim(text), known);
    default:
        return false;
    }
}

bool run_builder_lacks(const struct run_builder *builder, const struct rule *rule)
{
    for (size_t i = 0; i < rule->capture_count; i++) {
        const struct field *field = &rule->captures[i].field;
        bool is_value = field->kind == FIELD_METRIC || field->kind == FIELD_NUMBER ||
                        field->kind == FIELD_DOCUMENT;
        bool is_absent_text =
            field->kind == FIELD_TEXT && !member_text(builder->run, field->member);
        if (field->kind == FIELD_PERCENTILE || is_absent_text ||
            (is_value && !is_set(builder, field, (struct text){"", 0})))
            return true;
    }
    return false;
}

bool run_builder_would_repeat(const struct run_builder *builder, const struct rule *rule,
                              struct text line)
{
    struct text text;

    if (rule->add)
        return false;
    for (size_t i = 0; i < rule->capture_count; i++) {
        const struct field *field = &rule->captures[i].field;
        if (!pattern_group(&builder->rules->engine, line, rule->captures[i].group, &text))
            continue;
        if (field->kind == FIELD_METRIC && rule->second && is_set(builder, field, text))
            return has_metric(builder, rule->second);
        if (is_set(builder, field, text))
            return true;
        if (field->kind == FIELD_PERCENTILE) {
            const struct metric *metric = percentile_metric(builder, rule, line);
            /* The 100 % row repeats the maximum of the table above it. */
            if (metric && !isnan(metric->percentile) && has_metric(builder, metric))
                return true;
        }
    }
    return false;
}

/* The unit that the line names, or the rule's own; false where it names one that is unknown. */
static bool find_unit(struct run_builder *builder, const struct rule *rule, struct text line,
                      size_t line_number, const struct unit **unit)
{
    struct text name;

    *unit = rule->unit;
    if (!captured(builder, rule, FIELD_UNIT, line, &name) || !text_trim(name).length)
        return true;
    const struct unit *found = unit_find(name);
    if (found) {
        *unit = found;
        return true;
    }
    run_warn(builder->run, builder->arena, "unknown-unit", line_number,
             "the unit \"%s\" is not known; the figures of this line are left out",
             utf8_clean(builder->arena, name));
    return false;
}

static void take_percentile(struct run_builder *builder, const struct rule *rule, struct text line,
                            const struct figure *figure)
{
    const struct metric *metric = percentile_metric(builder, rule, line);
    double known;
    struct number number;

    if (!metric)
        return;
    bool there = run_value(builder->run, metric, &known);
    if (there && number_scan(figure->text, &number) && number.value != known)
        run_warn(builder->run, builder->arena, "contradiction", figure->line,
                 "the maximum reads %g ms in the table of times and %g ms in the 100 %% row; "
                 "the first is kept",
                 known, number.value);
    if (!there)
        set_metric(builder, metric, *figure);
}

void run_builder_take(struct run_builder *builder, const struct rule *rule, struct text line,
                      size_t line_number)
{
    const struct unit *unit;
    bool unit_known = find_unit(builder, rule, line, line_number, &unit);
    struct figure figure = {
        .unit = unit,
        .step = rule->step,
        .decimal = rule->decimal,
        .add = rule->add,
        .line = line_number,
    };

    for (size_t i = 0; i < rule->capture_count; i++) {
        const struct field *field = &rule->captures[i].field;
        if (!pattern_group(&builder->rules->engine, line, rule->captures[i].group, &figure.text))
            continue;
        run_builder_add_fingerprint(builder, figure.text);
        if (field->kind == FIELD_PERCENTILE) {
            take_percentile(builder, rule, line, &figure);
        } else if (field->kind == FIELD_METRIC) {
            const struct metric *metric = field->metric;
            if (rule->second && has_metric(builder, metric))
                metric = rule->second;
            if (unit_known)
                set_metric(builder, metric, figure);
        } else {
            set_member(builder, field, &figure);
        }
    }
    builder->run->source.line_end = line_number;
}

/* FNV-1a, with a mark between texts. */
void run_builder_add_fingerprint(struct run_builder *builder, struct text text)
{
    uint64_t hash = builder->fingerprint;

    for (size_t i = 0; i < text.length; i++)
        hash = (hash ^ (unsigned char)text.start[i]) * 1099511628211u;
    builder->fingerprint = (hash ^ 0x100) * 1099511628211u;
}

bool run_builder_is_whole(const struct run_builder *builder)
{
    const struct format *format = builder->format;
    double complete;

    /* Of nothing there are no rates: such a report is short and yet all there. */
    if (builder->is_strong && format->whole_count &&
        run_value_of(builder->run, "requests_complete", &complete) && complete == 0)
        return true;
    for (size_t i = 0; i < format->whole_count; i++)
        if (!run_measurement(builder->run, format->whole[i]))
            return false;
    return format->whole_count > 0 || builder->is_strong;
}

/* ---- the end ---- */

/* Figures that could be read in two ways, by what all of the report or table are like. */
static void settle_ambiguous(struct run_builder *builder)
{
    for (size_t i = 0; i < builder->ambiguous_count; i++) {
        const struct ambiguous *item = &builder->ambiguous[i];
        const struct measurement *known = run_measurement(builder->run, item->metric);
        double value;
        if (!known)
            continue;
        if (number_notation_settle(&builder->notation, &item->number,
                                   is_whole(item->metric, item->factor), &value)) {
            /* Of a sum, only this part changes. */
            double rest = known->value - scale(item->number.value, item->factor);
            if (value != item->number.value)
                run_set_value(builder->run, builder->arena, item->metric,
                              rest + scale(value, item->factor), known->resolution);
            continue;
        }
        run_remove_value(builder->run, item->metric);
        run_warn(builder->run, builder->arena, "unreadable-number", item->line,
                 "%s may be %.10g or %.10g, as its comma or point is used in two ways here; it is "
                 "left out",
                 item->metric->label, item->number.value, item->number.other);
    }
}

static void apply_defaults(struct run_builder *builder)
{
    const struct format *format = builder->format;
    double known;

    for (size_t i = 0; i < format->default_count; i++) {
        const struct default_value *value = &format->defaults[i];
        if (!value->metric && builder->run->config.keepalive == ANSWER_UNKNOWN)
            builder->run->config.keepalive = ANSWER_NO;
        else if (value->metric && !run_value(builder->run, value->metric, &known))
            run_set_value(builder->run, builder->arena, value->metric, value->value, ABSENT);
    }
}

static void settle_status(struct run_builder *builder, bool is_whole, bool had_requests)
{
    struct run *run = builder->run;

    if (run->status != RUN_COMPLETE || is_whole)
        return;
    run->status = RUN_PARTIAL;
    if (builder->is_strong || had_requests)
        run_warn(run, builder->arena, "report-missing", run->source.line, "%s",
                 builder->format->note_missing ? builder->format->note_missing
                                               : "the report is cut");
}

static const char *hexadecimal(struct arena *arena, uint64_t value)
{
    char digits[16];

    for (size_t i = sizeof digits; i-- > 0; value >>= 4)
        digits[i] = "0123456789abcdef"[value & 15];
    return arena_copy(arena, digits, sizeof digits);
}

/* As the report says, or else the command that stands above it. */
static double requests_asked(const struct run_builder *builder)
{
    const struct hints *hints = &builder->hints;
    struct run asked;

    if (!isnan(builder->run->config.requests) || !hints->command_of || !hints->command)
        return builder->run->config.requests;
    run_init(&asked);
    tool_command_apply(hints->command_of, hints->command, &asked);
    return asked.config.requests;
}

void run_builder_close(struct run_builder *builder)
{
    struct run *run = builder->run;

    if (!run)
        return;
    bool is_whole = run_builder_is_whole(builder);
    settle_ambiguous(builder);
    bool had_requests = builder->stream != NULL;
    if (had_requests) {
        builder->fingerprint ^= builder->stream->fingerprint;
        request_stream_finish(builder->stream, run, builder->metrics, builder->arena);
        request_stream_free(builder->stream);
        builder->stream = NULL;
    }
    if (is_whole)
        apply_defaults(builder);
    settle_status(builder, is_whole, had_requests);
    struct quirk_case found = {
        .run = run,
        .arena = builder->arena,
        .metrics = builder->metrics,
        .is_whole = is_whole,
        .marks = builder->marks,
        .requests_asked = requests_asked(builder),
        .time_decimals = builder->time_decimals,
    };
    for (size_t i = 0; i < builder->format->quirk_count; i++)
        builder->format->quirks[i]->apply(&found);
    run->source.fingerprint = hexadecimal(builder->arena, builder->fingerprint);
    run_sort(run);
    builder->format->usual_measurements = run->measurement_count;
    builder->run = NULL;
}
