#include "table_head.h"

#include <stdio.h>
#include <string.h>

#include "../base/number.h"
#include "../base/utf8.h"

enum {
    HEADING_SIZE = LONGEST_HEADING,
    MOST_BRACKETS = 4,
    LONGEST_HEAD = 64 * 1024, /* bytes */
    MOST_WORDS = 16,
    LONGEST_PHRASE = 6, /* words that name a metric */
};

/* A heading taken apart: "Latency [ms] (p99)" is "latency" with "ms" and "p99" in brackets. */
struct heading_parts {
    char words[HEADING_SIZE]; /* lower case, without decoration, one blank between words */
    struct text brackets[MOST_BRACKETS];
    size_t bracket_count;
};

/*
 * The letter at `at` in lower case, where it is one of two bytes of Latin-1 or
 * Cyrillic; false for any other.
 */
static bool lower_letter(struct text text, size_t at, char lower[2])
{
    unsigned char first = (unsigned char)text.start[at];
    unsigned char second = at + 1 < text.length ? (unsigned char)text.start[at + 1] : 0;
    bool is_latin = first == 0xc3 && second >= 0x80 && second <= 0x9e;
    bool is_cyrillic = first == 0xd0 && second >= 0x90 && second <= 0xaf;

    if (!is_latin && !is_cyrillic)
        return false;
    bool wraps = is_cyrillic && second >= 0xa0;
    lower[0] = (char)(wraps ? first + 1 : first);
    lower[1] = (char)(wraps ? second - 0x20 : second + 0x20);
    return true;
}

static struct text add_words(char *words, size_t length, struct text text)
{
    char lower[2];

    for (size_t i = 0; i < text.length && length + 2 < HEADING_SIZE; i++) {
        char byte = text.start[i];
        if (lower_letter(text, i, lower)) {
            words[length++] = lower[0];
            words[length++] = lower[1];
            i++;
            continue;
        }
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

static const struct {
    const char *open, *close;
} brackets[] = {
    {"(",            ")"           },
    {"[",            "]"           },
    {"\xef\xbc\x88", "\xef\xbc\x89"}, /* as Chinese and Japanese are set */
};

/* What is in the bracket that opens here; its length with both signs, 0: none does. */
static size_t scan_bracket(struct text text, struct text *inner)
{
    for (size_t i = 0; i < sizeof brackets / sizeof brackets[0]; i++) {
        if (!text_starts_with(text, brackets[i].open))
            continue;
        size_t width = strlen(brackets[i].open);
        struct text rest = text_from(text, width);
        size_t close = text_find(rest, brackets[i].close);
        *inner = (struct text){rest.start, close};
        return close < rest.length ? close + 2 * width : 0;
    }
    return 0;
}

static struct text take_apart(struct text heading, struct heading_parts *parts)
{
    char plain[HEADING_SIZE];
    size_t length = 0;
    struct text inner;
    double percentile;

    parts->bracket_count = 0;
    for (size_t i = 0; i < heading.length && length + 1 < sizeof plain; i++) {
        char byte = heading.start[i];
        size_t width = scan_bracket(text_from(heading, i), &inner);
        /* k6 writes p(95). */
        bool is_percentile = width && length == 1 && byte_lower(plain[0]) == 'p' &&
                             number_scan_plain(inner, &percentile);
        if (is_percentile)
            length += (size_t)snprintf(plain + length, sizeof plain - length, "%g", percentile);
        if (is_percentile && (i += width - 1) < heading.length)
            continue;
        if (width && parts->bracket_count < MOST_BRACKETS) {
            parts->brackets[parts->bracket_count++] = inner;
            i += width - 1;
            byte = ' ';
        }
        plain[length++] = byte;
    }
    return add_words(parts->words, 0, (struct text){plain, length});
}

/* The percentages that ab prints, always in milliseconds. */
static bool is_of_ab(double percentile)
{
    static const double printed[] = {50, 66, 75, 80, 90, 95, 98, 99, 100};

    for (size_t i = 0; i < sizeof printed / sizeof printed[0]; i++)
        if (percentile == printed[i])
            return true;
    return false;
}

/* "p95", "95%", "95th percentile", "99.9 %ile" */
static const struct metric *find_percentile(struct rules *rules, struct text words,
                                            const struct unit **unit)
{
    static const char *const behind[] = {"",
                                         "%",
                                         "th",
                                         "th percentile",
                                         "% percentile",
                                         "%ile",
                                         "th %ile",
                                         "percentile",
                                         "rd",
                                         "st",
                                         "nd",
                                         "% line",
                                         "percentil",
                                         "perzentil",
                                         "e percentile",
                                         "% latency",
                                         "th percentile latency",
                                         "th percentile response time"};
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
    *unit = !has_p && is_of_ab(percentile) && text_is(rest, "%") ? unit_find(text_of("ms")) : NULL;
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

/* "latency ms p50": the unit between other words, which are moved together. */
static const struct unit *cut_unit_word(char *bytes, struct text *words)
{
    const struct unit *unit = NULL;
    size_t start = 0;

    while (start < words->length) {
        size_t end = start;
        while (end < words->length && words->start[end] != ' ')
            end++;
        unit = start ? unit_find((struct text){words->start + start, end - start}) : NULL;
        if (unit && unit->kind == UNIT_TIME && end < words->length) {
            memmove(bytes + start, bytes + end + 1, words->length - end - 1);
            words->length -= end + 1 - start;
            return unit;
        }
        start = end + 1;
    }
    return NULL;
}

static bool find_heading(struct rules *rules, struct text words, struct table_column *column)
{
    const struct heading *heading = rules_heading(rules, words);

    if (heading) {
        column->field = heading->field;
        column->unit = heading->unit;
        column->is_vague = heading->is_vague;
        return true;
    }
    const struct unit *unit = NULL;
    const struct metric *metric = find_percentile(rules, words, &unit);
    if (!metric)
        metric = metric_find(rules->metrics, words);
    if (!metric)
        return false;
    column->field = (struct field){.kind = FIELD_METRIC, .metric = metric, .name = metric->key};
    column->unit = unit;
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

    if (!column->field.metric || strcmp(column->field.metric->key, "latency_mean_ms") != 0 ||
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
    else if (!column->known && (unit = cut_unit_word(parts.words, &words)))
        column->known = find_heading(rules, words, column);
    if (column->known && ((unit && !take_unit(column, unit)) || !fits(rules, &parts, column))) {
        column->known = false;
        column->is_unfit = true;
    }
    column->unit_is_open = table_column_is_figure(column) && !column->unit &&
                           (column->field.metric->kind == METRIC_MILLISECONDS ||
                            column->field.metric->kind == METRIC_SECONDS);
}

bool table_column_is_figure(const struct table_column *column)
{
    return column->known && column->field.kind == FIELD_METRIC;
}

/* "12" and "12 ms" are figures; "99%" names a column. */
static bool is_number(struct text cell)
{
    struct number number;
    struct text unit;

    return cell_scan_figure(cell, &number, &unit) &&
           (!unit.length || (unit_find(unit) && !text_starts_with(unit, "%")));
}

/* ---- metrics among other words ---- */

static size_t split_words(struct text text, struct text *words)
{
    size_t count = 0;

    text = text_trim(text);
    while (text.length && count < MOST_WORDS) {
        size_t end = 0;
        while (end < text.length && !byte_is_blank(text.start[end]))
            end++;
        words[count++] = (struct text){text.start, end};
        text = text_trim(text_from(text, end));
    }
    return count;
}

/* From the first of the words to the last. */
static struct text span_of(const struct text *words, size_t count)
{
    const struct text *last = &words[count - 1];

    return (struct text){words->start, (size_t)(last->start + last->length - words->start)};
}

/* The longest phrase from the first word on that names a metric; 0: none does. */
static size_t phrase_length(struct rules *rules, const struct text *words, size_t count,
                            struct table_column *column)
{
    size_t length = count < LONGEST_PHRASE ? count : LONGEST_PHRASE;

    for (; length > 0; length--) {
        table_column_read_heading(rules, span_of(words, length), column);
        if (table_column_is_figure(column) && !column->is_vague)
            break;
    }
    return length;
}

bool table_column_find(struct rules *rules, struct text text, struct table_column *column,
                       struct text *phrase)
{
    struct text words[MOST_WORDS];
    struct table_column found;
    size_t count = split_words(text, words);
    bool any = false;

    for (size_t at = 0; at < count;) {
        size_t length = phrase_length(rules, &words[at], count - at, &found);
        if (any && length && found.field.metric != column->field.metric)
            return false;
        if (length) {
            *column = found;
            *phrase = span_of(&words[at], length);
            any = true;
        }
        at += length ? length : 1;
    }
    return any;
}

bool heading_is_concurrency(struct rules *rules, struct text heading)
{
    struct table_column column;

    table_column_read_heading(rules, heading, &column);
    return column.known && column.field.kind == FIELD_NUMBER &&
           strcmp(column.field.member->key, "concurrency") == 0;
}

bool heading_says_concurrency(struct rules *rules, struct text heading, bool is_bare, double *value)
{
    struct number number;
    size_t start = 0;

    while (start < heading.length && !byte_is_digit(heading.start[start]))
        start++;
    size_t end = start;
    while (end < heading.length && (byte_is_digit(heading.start[end]) || heading.start[end] == ','))
        end++;
    if (!number_scan((struct text){heading.start + start, end - start}, &number))
        return false;
    *value = number.value;
    struct text before = text_trim((struct text){heading.start, start});
    struct text behind = text_trim(text_from(heading, end));
    while (before.length && strchr("=:", before.start[before.length - 1]))
        before.length--;
    if (before.length && behind.length)
        return false;
    struct text word = before.length ? text_trim(before) : behind;
    return word.length ? heading_is_concurrency(rules, word) : is_bare;
}

/* ---- heads ---- */

static bool is_one_of(struct text cell, const char *const *words, size_t count)
{
    for (size_t i = 0; i < count; i++)
        if (text_is_ignoring_case(cell, words[i]))
            return true;
    return false;
}

/* The number of a run is no part of it, but shows that the rows are runs. */
static bool counts_runs(struct text cell)
{
    static const char *const words[] = {"run",   "#",   "iteration", "attempt", "round",
                                        "trial", "rep", "repeat",    "pass",    "try"};

    return is_one_of(cell, words, sizeof words / sizeof words[0]);
}

bool heading_counts_rows(struct text heading)
{
    static const char *const words[] = {"no.",    "no",   "nr",   "nr.",    "id",  "n",
                                        "index",  "row",  "rank", "sample", "seq", "runs",
                                        "run no", "take", "iter", "run #",  "num", "run id"};

    return counts_runs(heading) || is_one_of(heading, words, sizeof words / sizeof words[0]);
}

/* A head of percentiles may have nothing but their numbers: "rps,50,90,99". */
static bool is_bare_percentage(struct text cell)
{
    double value;

    return cell.length <= 3 && number_scan_plain(cell, &value) && is_of_ab(value);
}

/* Whether bare numbers among the cells are percentages, and not the settings of a sweep. */
static bool holds_percentages(const struct text *cells, const struct table_head *head)
{
    static const char *const telling[] = {"66", "75", "90", "95", "98", "99"};

    if (head->separator == SEPARATOR_BLANK)
        return false;
    for (size_t i = 0; i < head->count; i++)
        if (is_one_of(cells[i], telling, sizeof telling / sizeof telling[0]))
            return true;
    return false;
}

/* As table_column_read_heading(), for a cell of a head. */
static void read_cell(struct rules *rules, struct text cell, struct table_column *column)
{
    char percent[8] = {0};

    if (!is_bare_percentage(cell)) {
        table_column_read_heading(rules, cell, column);
        return;
    }
    memcpy(percent, cell.start, cell.length);
    percent[cell.length] = '%';
    table_column_read_heading(rules, text_of(percent), column);
}

/* "max" of "max rps" says of what the figure is, and not whose. */
static bool is_word_of_figures(struct text rest)
{
    static const char *const words[] = {
        "mean",   "avg",  "average", "max",     "min",    "median", "sd",      "std", "stdev",
        "stddev", "dev",  "fastest", "slowest", "best",   "worst",  "total",   "sum", "peak",
        "low",    "high", "ci",      "error",   "errors", "count",  "variance"};
    const char *what;
    struct text first = rest;

    first.length = text_find_byte(rest, ' ');
    for (size_t i = 0; i < rest.length; i++)
        if (strchr("%\xc2\xb1", rest.start[i]))
            return true;
    return cell_is_summary_word(rest, &what) || cell_is_comparison_word(rest) ||
           is_one_of(first, words, sizeof words / sizeof words[0]) ||
           (byte_lower(first.start[0]) == 'p' && first.length > 1 && byte_is_digit(first.start[1]));
}

static struct text trim_signs(struct text text)
{
    text = text_trim(text);
    while (text.length && strchr("-:/,()[]@", text.start[0]))
        text = text_trim(text_from(text, 1));
    while (text.length && strchr("-:/,()[]@", text.start[text.length - 1]))
        text = text_trim((struct text){text.start, text.length - 1});
    return text;
}

/* "nginx req/s", "req/s (nginx)", "req/s (64)": the metric, and whose figure it is. */
static bool read_named_heading(struct rules *rules, struct text cell, struct table_column *column,
                               struct text *name)
{
    struct text phrase;
    struct text open = {cell.start, text_find_byte(cell, '(')};

    bool found = table_column_find(rules, cell, column, &phrase) && phrase.length < cell.length;
    if (!found && open.length && open.length < cell.length) {
        found = table_column_find(rules, open, column, &phrase);
        found = found && text_trim(open).length == phrase.length;
    }
    if (!found)
        return false;
    struct text before = trim_signs((struct text){cell.start, (size_t)(phrase.start - cell.start)});
    size_t end = (size_t)(phrase.start - cell.start) + phrase.length;
    struct text behind = trim_signs(text_from(cell, end));
    *name = before.length ? before : behind;
    /* "x1000" multiplies. */
    bool multiplies =
        name->length > 1 && byte_lower(name->start[0]) == 'x' && byte_is_digit(name->start[1]);
    return name->length && !(before.length && behind.length) && !multiplies && !unit_find(*name) &&
           !is_word_of_figures(*name);
}

/* Whether a column to the left is of another run by its name; an equal name is taken from there. */
static bool compare_names(struct table_column *columns, size_t at)
{
    struct table_column *column = &columns[at];
    bool has_other = false;

    column->is_first_of_run = true;
    for (size_t i = 0; i < at; i++) {
        if (!columns[i].run_name)
            continue;
        bool same = strcmp(columns[i].run_name, column->run_name) == 0;
        if (same)
            column->run_name = columns[i].run_name;
        column->is_first_of_run &= !same;
        has_other |= !same && columns[i].field.metric == column->field.metric;
    }
    return has_other;
}

/* Whether a column without a name has the metric: then words beside it name no run. */
static bool is_of_all(const struct table_head *head, const struct metric *metric)
{
    for (size_t i = 0; i < head->count; i++)
        if (table_column_is_figure(&head->columns[i]) && head->columns[i].field.metric == metric)
            return true;
    return false;
}

/*
 * Columns of the same metric under different names are different runs; nothing
 * changes where the head has none.
 */
static void find_run_names(struct rules *rules, const struct text *cells, struct arena *arena,
                           struct table_head *head)
{
    struct table_column *columns = arena_allocate(arena, head->count * sizeof *columns);
    bool any = false;

    memcpy(columns, head->columns, head->count * sizeof *columns);
    for (size_t i = 0; i < head->count; i++) {
        struct table_column column;
        struct text name;
        if (columns[i].known || !read_named_heading(rules, cells[i], &column, &name) ||
            is_of_all(head, column.field.metric))
            continue;
        column.heading = columns[i].heading;
        column.run_name = utf8_clean(arena, name);
        columns[i] = column;
        any |= compare_names(columns, i);
    }
    if (any)
        head->columns = columns;
}

/* Whether the cells are those of a head; nothing is kept of what they stand for. */
static bool are_headings(struct rules *rules, const struct text *cells, bool may_name_runs,
                         struct table_head *head)
{
    size_t figures = 0;
    size_t counts = 0;
    size_t named = 0;
    struct text name;
    bool has_percentages = holds_percentages(cells, head);

    head->known = 0;
    for (size_t i = 0; i < head->count; i++) {
        struct table_column column;
        /* Percentages without more are ab's. */
        if (is_number(cells[i]) && !(has_percentages && is_bare_percentage(cells[i])))
            return false;
        /* "Failed transactions: n/a" is a line of a report. */
        if (head->separator == SEPARATOR_BLANK && text_ends_with(cells[i], ":"))
            return false;
        read_cell(rules, cells[i], &column);
        head->known += column.known || counts_runs(cells[i]);
        bool is_figure =
            table_column_is_figure(&column) && !column.is_vague && !is_number(cells[i]);
        bool is_count = is_figure && column.field.metric->kind == METRIC_COUNT;
        /* Users and errors are counted of many things. */
        figures += is_figure && (!is_count || counts++ > 0);
        named +=
            may_name_runs && !column.known && read_named_heading(rules, cells[i], &column, &name);
        /* Where one blank parts the cells, a sentence has cells too: most of a head is known. */
        if (head->separator == SEPARATOR_BLANK && (i + 1 - head->known) * 2 >= head->count)
            return false;
    }
    /* Where signs part the cells, "| Language | req/s |" is a head, too. */
    return named >= 2 || (figures >= 1 && (head->known >= 2 || head->separator < SEPARATOR_BLANKS));
}

/* Prose has commas and gaps, too, but no commas without a blank behind them. */
static bool may_name_runs(struct text line, enum separator separator)
{
    return separator < SEPARATOR_COMMA ||
           (separator == SEPARATOR_COMMA && text_find(line, ", ") == line.length);
}

static bool has_figure(const struct table_head *head)
{
    for (size_t i = 0; i < head->count; i++)
        if (table_column_is_figure(&head->columns[i]) && !head->columns[i].is_vague)
            return true;
    return false;
}

static bool try_head(struct rules *rules, struct text line, enum separator separator,
                     struct arena *arena, struct table_head *head)
{
    struct text cells[MOST_CELLS];
    bool may_name = may_name_runs(line, separator);

    head->separator = separator;
    head->count = cells_split(line, separator, cells);
    if (head->count < 2 || !are_headings(rules, cells, may_name, head))
        return false;
    head->columns = arena_allocate(arena, head->count * sizeof *head->columns);
    for (size_t i = 0; i < head->count; i++) {
        read_cell(rules, cells[i], &head->columns[i]);
        head->columns[i].heading = utf8_clean(arena, cells[i]);
    }
    if (may_name)
        find_run_names(rules, cells, arena, head);
    return has_figure(head);
}

bool table_head_find(struct rules *rules, struct text line, struct arena *arena,
                     struct table_head *head)
{
    if (line.length > LONGEST_HEAD)
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

    if (!table_column_is_figure(column) || !cell_scan_figure(cell, &number, &unit))
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
