#include "table_head.h"

#include <string.h>

#include "../base/number.h"
#include "../base/utf8.h"

enum { HEADING_SIZE = 80, MOST_BRACKETS = 4 };

/* A heading taken apart: "Latency [ms] (p99)" is "latency" with "ms" and "p99" in brackets. */
struct heading_parts {
    char words[HEADING_SIZE]; /* lower case, without decoration, one blank between words */
    struct text brackets[MOST_BRACKETS];
    size_t bracket_count;
};

static struct text add_words(char *words, size_t length, struct text text)
{
    for (size_t i = 0; i < text.length && length + 1 < HEADING_SIZE; i++) {
        char byte = text.start[i];
        bool parts = byte_is_blank(byte) || strchr("_-*:", byte) ||
                     (byte == '.' && (i + 1 == text.length || byte_is_blank(text.start[i + 1])));
        if (!parts)
            words[length++] = byte_lower(byte);
        else if (length && words[length - 1] != ' ')
            words[length++] = ' ';
    }
    while (length && words[length - 1] == ' ')
        length--;
    return (struct text){words, length};
}

static struct text take_apart(struct text heading, struct heading_parts *parts)
{
    char plain[HEADING_SIZE];
    size_t length = 0;

    parts->bracket_count = 0;
    for (size_t i = 0; i < heading.length && length + 1 < sizeof plain; i++) {
        char byte = heading.start[i];
        struct text rest = text_from(heading, i + 1);
        size_t close = byte == '('   ? text_find_byte(rest, ')')
                       : byte == '[' ? text_find_byte(rest, ']')
                                     : rest.length;
        if (close < rest.length && parts->bracket_count < MOST_BRACKETS) {
            parts->brackets[parts->bracket_count++] = (struct text){rest.start, close};
            i += close + 1;
            byte = ' ';
        }
        plain[length++] = byte;
    }
    return add_words(parts->words, 0, (struct text){plain, length});
}

static const struct heading *find_words(struct rules *rules, struct text words)
{
    for (size_t i = 0; i < rules->format_count; i++) {
        for (size_t k = 0; k < rules->formats[i]->heading_count; k++) {
            const struct heading *heading = &rules->formats[i]->headings[k];
            if (words.length == heading->words.length && text_equal(words, heading->words))
                return heading;
        }
    }
    return NULL;
}

/* "p95", "95%", "95th percentile", "99.9 %ile" */
static const struct metric *find_percentile(struct rules *rules, struct text words)
{
    static const char *const behind[] = {
        "",   "%",  "th", "th percentile", "% percentile", "%ile", "th %ile", "percentile",
        "rd", "st", "nd", "% line"};
    size_t at = 0;
    double percentile;

    if (text_starts_with(words, "latency "))
        words = text_from(words, strlen("latency "));
    bool has_p = words.length && words.start[0] == 'p';
    if (has_p)
        words = text_from(words, text_starts_with(words, "percentile ") ? 11 : 1);
    while (at < words.length && (byte_is_digit(words.start[at]) || words.start[at] == '.'))
        at++;
    struct text rest = text_trim(text_from(words, at));
    if (!at || !number_scan_plain((struct text){words.start, at}, &percentile))
        return NULL;
    for (size_t i = has_p ? 0 : 1; i < sizeof behind / sizeof behind[0]; i++)
        if (text_is(rest, behind[i]))
            return percentile == 100 ? metric_find(rules->metrics, text_of("latency_max_ms"))
                                     : metric_percentile(rules->metrics, percentile);
    return NULL;
}

/* "p95 ms" and "time ms": the unit as the last word. */
static const struct unit *split_unit_word(struct text *words)
{
    size_t at = words->length;

    while (at > 0 && words->start[at - 1] != ' ')
        at--;
    const struct unit *unit = at ? unit_find(text_from(*words, at)) : NULL;
    if (unit)
        *words = text_trim((struct text){words->start, at});
    return unit;
}

static bool find_heading(struct rules *rules, struct text words, struct table_column *column)
{
    const struct heading *heading = find_words(rules, words);

    if (heading) {
        column->field = heading->field;
        column->unit = heading->unit;
        column->is_vague = heading->is_vague;
        return true;
    }
    const struct metric *metric = find_percentile(rules, words);
    if (!metric)
        metric = metric_find(rules->metrics, words);
    if (!metric)
        return false;
    column->field = (struct field){.kind = FIELD_METRIC, .metric = metric, .name = metric->key};
    column->unit = NULL;
    column->is_vague = false;
    return true;
}

/* Whether figures of the unit can be the column's: a mean of rates is no latency. */
static bool take_unit(struct table_column *column, const struct unit *unit)
{
    const struct metric *metric = column->field.metric;
    bool per_second =
        unit->kind == UNIT_NONE && (strchr(unit->name, '/') || strcmp(unit->name, "rps") == 0);

    column->unit = unit;
    /* Time and counts are of anything, with their units too. */
    column->is_vague &=
        metric && metric->kind != METRIC_MILLISECONDS && metric->kind != METRIC_RATE;
    return column->field.kind != FIELD_METRIC || !metric ||
           (metric_unit_factor(metric, unit) != 0 && !(metric->kind == METRIC_COUNT && per_second));
}

/* "higher is better" and the like say nothing of the figures. */
static bool is_remark(const struct metric *metric, struct text words)
{
    static const char *const starts[] = {"higher", "lower", "more ", "less ", "bigger", "smaller"};
    static const char *const of_rates[] = {"mean", "avg", "average", ""};

    for (size_t i = 0; i < sizeof starts / sizeof starts[0]; i++)
        if (text_starts_with(words, starts[i]))
            return true;
    for (size_t i = 0; i < sizeof of_rates / sizeof of_rates[0]; i++)
        if (metric->kind != METRIC_MILLISECONDS && text_is(words, of_rates[i]))
            return true;
    return metric->kind == METRIC_COUNT && (text_is(words, "total") || text_is(words, "count"));
}

/* "Latency (p99)", "Response time (max)": a latency of which the bracket says which. */
static bool narrow_latency(struct rules *rules, struct table_column *column, struct text words)
{
    struct table_column narrowed = *column;

    if (strcmp(column->field.metric->key, "latency_mean_ms") != 0 ||
        !find_heading(rules, words, &narrowed) || narrowed.field.kind != FIELD_METRIC ||
        narrowed.field.metric->kind != METRIC_MILLISECONDS)
        return false;
    narrowed.unit = column->unit;
    *column = narrowed;
    return true;
}

/* What stands in brackets behind a metric: a unit, which latency, a remark; false: who knows. */
static bool take_bracket(struct rules *rules, struct table_column *column, struct text bracket)
{
    char buffer[HEADING_SIZE];
    struct text part;

    while (text_split(&bracket, ',', &part)) {
        part = text_trim(part);
        if (text_starts_with(part, "in "))
            part = text_trim(text_from(part, strlen("in ")));
        const struct unit *unit = unit_find(part);
        struct text words = add_words(buffer, 0, part);
        if (unit ? !take_unit(column, unit)
                 : !narrow_latency(rules, column, words) && !is_remark(column->field.metric, words))
            return false;
    }
    return true;
}

/* "throughput (req/s)" where both together are known words. */
static bool find_whole(struct rules *rules, const struct heading_parts *parts, struct text words,
                       struct table_column *column)
{
    char buffer[HEADING_SIZE];

    if (parts->bracket_count != 1 || words.length + 1 >= sizeof buffer)
        return false;
    memcpy(buffer, words.start, words.length);
    buffer[words.length] = ' ';
    return find_heading(
        rules, add_words(buffer, words.length + (words.length > 0), parts->brackets[0]), column);
}

static bool fits(struct rules *rules, const struct heading_parts *parts,
                 struct table_column *column)
{
    for (size_t i = 0; i < parts->bracket_count && column->field.kind == FIELD_METRIC; i++)
        if (!take_bracket(rules, column, parts->brackets[i]))
            return false;
    return true;
}

void table_column_read_heading(struct rules *rules, struct text cell, struct table_column *column)
{
    struct heading_parts parts;
    struct text words = take_apart(cell, &parts);

    *column = (struct table_column){0};
    /* Our own CSV names metrics by key, underscores and all. */
    const struct metric *own = metric_find(rules->metrics, cell);
    if (own) {
        column->field = (struct field){.kind = FIELD_METRIC, .metric = own, .name = own->key};
        column->known = true;
        return;
    }
    if (find_whole(rules, &parts, words, column)) {
        column->known = true;
        return;
    }
    column->known = find_heading(rules, words, column);
    const struct unit *unit = column->known ? NULL : split_unit_word(&words);
    if (unit)
        column->known = find_heading(rules, words, column);
    if (column->known && ((unit && !take_unit(column, unit)) || !fits(rules, &parts, column))) {
        column->known = false;
        column->is_unfit = true;
    }
}

/* A metric that tells how a run went, and not only what was asked. */
static bool is_figure(const struct table_column *column)
{
    return column->known && column->field.kind == FIELD_METRIC;
}

static bool is_number(struct text cell)
{
    struct number number;

    return number_scan(cell, &number);
}

/* The number of a run is no part of it, but shows that the rows are runs. */
static bool counts_runs(struct text cell)
{
    static const char *const words[] = {"run", "#", "iteration", "attempt", "round"};

    for (size_t i = 0; i < sizeof words / sizeof words[0]; i++)
        if (text_is_ignoring_case(cell, words[i]))
            return true;
    return false;
}

/* Whether the cells are those of a head; head->columns then say what each stands for. */
static bool read_headings(struct rules *rules, const struct text *cells, struct table_head *head)
{
    size_t figures = 0;

    for (size_t i = 0; i < head->count; i++) {
        if (is_number(cells[i]))
            return false;
        /* "Failed transactions: n/a" is a line of a report. */
        if (head->separator == SEPARATOR_BLANK && text_ends_with(cells[i], ":"))
            return false;
        table_column_read_heading(rules, cells[i], &head->columns[i]);
        head->known += head->columns[i].known || counts_runs(cells[i]);
        figures += is_figure(&head->columns[i]) && !head->columns[i].is_vague;
        /* Where one blank parts the cells, a sentence has cells too: most of a head is known. */
        if (head->separator == SEPARATOR_BLANK && (i + 1 - head->known) * 2 >= head->count)
            return false;
    }
    return head->known >= 2 && figures >= 1;
}

static bool try_head(struct rules *rules, struct text line, enum separator separator,
                     struct arena *arena, struct table_head *head)
{
    struct text cells[MOST_CELLS];

    head->separator = separator;
    head->known = 0;
    head->count = cells_split(line, separator, cells);
    if (head->count < 2 || !read_headings(rules, cells, head))
        return false;
    for (size_t i = 0; i < head->count; i++)
        head->columns[i].heading = utf8_clean(arena, cells[i]);
    return true;
}

bool table_head_find(struct rules *rules, struct text line, struct arena *arena,
                     struct table_head *head)
{
    if (line.length > 1000)
        return false;
    *head = (struct table_head){0};
    for (enum separator separator = SEPARATOR_TAB; separator <= SEPARATOR_BLANK; separator++)
        if (try_head(rules, line, separator, arena, head))
            return true;
    return false;
}

void table_column_learn(struct number_notation *notation, struct table_column *column,
                        struct text cell)
{
    struct number number;
    struct text unit;

    if (!is_figure(column) || !cell_scan_figure(cell, &number, &unit))
        return;
    number_notation_learn(notation, &number, column->field.metric->kind == METRIC_COUNT);
    column->has_either_comma |= number.form == NUMBER_EITHER_COMMA;
    column->has_either_point |= number.form == NUMBER_EITHER_POINT;
}

struct format *table_format(const struct rules *rules)
{
    for (size_t i = 0; i < rules->format_count; i++)
        if (rules->formats[i]->heading_count)
            return rules->formats[i];
    return NULL;
}
