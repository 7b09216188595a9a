#include "table.h"

#include <string.h>

#include "../base/number.h"
#include "../base/utf8.h"

static struct text trim_quotes(struct text cell)
{
    cell = text_trim(cell);
    if (cell.length >= 2 && cell.start[0] == '"' && cell.start[cell.length - 1] == '"')
        return text_trim((struct text){cell.start + 1, cell.length - 2});
    return cell;
}

/* Where a cell that starts here ends; quotes hold separators. */
static size_t cell_end(struct text line, char separator)
{
    size_t at = 0;

    if (line.length && line.start[0] == '"' && separator != '|') {
        size_t close = text_find_byte(text_from(line, 1), '"');
        if (close + 1 < line.length)
            at = close + 2;
    }
    while (at < line.length && line.start[at] != separator) {
        if (separator == '|' && line.start[at] == '\\' && at + 1 < line.length)
            at++;
        at++;
    }
    return at;
}

static size_t split_at(struct text line, char separator, struct text *cells)
{
    size_t count = 0;

    if (separator == '|') {
        line = text_trim(line);
        if (line.length && line.start[0] == '|')
            line = text_from(line, 1);
        if (line.length && line.start[line.length - 1] == '|')
            line.length--;
    }
    for (;;) {
        size_t end = cell_end(line, separator);
        if (count < MOST_CELLS)
            cells[count++] = trim_quotes((struct text){line.start, end});
        if (end >= line.length)
            return count;
        line = text_from(line, end + 1);
    }
}

static size_t split_at_blanks(struct text line, size_t least, struct text *cells)
{
    size_t count = 0;
    size_t start = 0;

    line = text_trim(line);
    for (size_t at = 0; at <= line.length; at++) {
        size_t blanks = 0;
        bool tab = false;
        while (at + blanks < line.length && byte_is_blank(line.start[at + blanks])) {
            tab |= line.start[at + blanks] == '\t';
            blanks++;
        }
        if (at < line.length && blanks < least && !tab)
            continue;
        if (count < MOST_CELLS && at > start)
            cells[count++] = text_trim((struct text){line.start + start, at - start});
        at += blanks ? blanks - 1 : 0;
        start = at + 1;
    }
    return count;
}

size_t table_split(struct text line, enum separator separator, struct text *cells)
{
    static const char bytes[] = {[SEPARATOR_TAB] = '\t',
                                 [SEPARATOR_BAR] = '|',
                                 [SEPARATOR_SEMICOLON] = ';',
                                 [SEPARATOR_COMMA] = ','};

    if (separator == SEPARATOR_BLANKS)
        return split_at_blanks(line, 2, cells);
    if (separator == SEPARATOR_BLANK)
        return split_at_blanks(line, 1, cells);
    return split_at(line, bytes[separator], cells);
}

bool table_is_delimiter(struct text line)
{
    size_t dashes = 0;

    for (size_t i = 0; i < line.length; i++) {
        if (!strchr("|-:+ \t=", line.start[i]))
            return false;
        dashes += line.start[i] == '-' || line.start[i] == '=';
    }
    return dashes >= 3 && text_find_byte(line, '|') + text_find_byte(line, '+') < 2 * line.length;
}

bool table_is_summary_word(struct text cell, const char **what)
{
    static const struct {
        const char *word;
        const char *what;
    } words[] = {
        {"average", "mean"}, {"avg", "mean"},      {"mean", "mean"},     {"ave", "mean"},
        {"total", "sum"},    {"sum", "sum"},       {"stdev", "sd"},      {"std", "sd"},
        {"stddev", "sd"},    {"sd", "sd"},         {"median", "median"}, {"min", "min"},
        {"max", "max"},      {"best", ""},         {"worst", ""},        {"std dev", "sd"},
        {"averages", "mean"},
    };

    cell = text_trim(cell);
    while (cell.length && strchr(":.*", cell.start[cell.length - 1]))
        cell.length--;
    while (cell.length && cell.start[0] == '*')
        cell = text_from(cell, 1);
    for (size_t i = 0; i < sizeof words / sizeof words[0]; i++) {
        if (text_is_ignoring_case(cell, words[i].word)) {
            *what = words[i].what;
            return true;
        }
    }
    return false;
}

/* ---- headings ---- */

/* Lower case, without decoration, one blank between words: "Tot time (sc)" keeps its unit aside. */
static size_t normalize(struct text heading, char *words, size_t size, struct text *unit)
{
    size_t length = 0;

    *unit = (struct text){NULL, 0};
    for (size_t i = 0; i < heading.length && length + 1 < size; i++) {
        char byte = heading.start[i];
        if (byte == '(' || byte == '[') {
            struct text rest = text_from(heading, i + 1);
            size_t close = text_find_byte(rest, byte == '(' ? ')' : ']');
            if (close < rest.length) {
                if (!unit->start)
                    *unit = (struct text){rest.start, close};
                i += close + 1;
                continue;
            }
        }
        if (byte_is_blank(byte) || byte == '_' || byte == '-' || byte == '*' || byte == ':') {
            if (length && words[length - 1] != ' ')
                words[length++] = ' ';
        } else {
            words[length++] = byte_lower(byte);
        }
    }
    while (length && words[length - 1] == ' ')
        length--;
    words[length] = '\0';
    return length;
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
    static const char *const behind[] = {"", "%", "th", "th percentile", "% percentile", "%ile",
                                         "th %ile", "percentile", "rd", "st", "nd"};
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
            return percentile == 100
                       ? metric_find(rules->metrics, text_of("latency_max_ms"))
                       : metric_percentile(rules->metrics, percentile);
    return NULL;
}

/* "p95 ms" and "time ms": the unit as the last word. */
static bool split_unit_word(struct text *words, struct text *unit)
{
    size_t at = words->length;

    while (at > 0 && words->start[at - 1] != ' ')
        at--;
    if (at == 0 || unit->start)
        return false;
    struct text last = text_from(*words, at);
    if (!unit_find(last))
        return false;
    *unit = last;
    *words = text_trim((struct text){words->start, at});
    return true;
}

static bool find_heading(struct rules *rules, struct text words, struct table_column *column)
{
    const struct heading *heading = find_words(rules, words);

    if (heading) {
        column->field = heading->field;
        column->unit = heading->unit;
        return true;
    }
    const struct metric *metric = find_percentile(rules, words);
    if (!metric)
        metric = metric_find(rules->metrics, words);
    if (!metric)
        return false;
    column->field = (struct field){.kind = FIELD_METRIC, .metric = metric, .name = metric->key};
    return true;
}

void table_read_heading(struct rules *rules, struct text cell, struct table_column *column)
{
    char words[80];
    struct text unit;
    size_t length = normalize(cell, words, sizeof words, &unit);
    struct text text = {words, length};

    *column = (struct table_column){0};
    /* Our own CSV names metrics by key, underscores and all. */
    const struct metric *own = metric_find(rules->metrics, cell);
    if (own) {
        column->field = (struct field){.kind = FIELD_METRIC, .metric = own, .name = own->key};
        column->known = true;
        return;
    }
    column->known = find_heading(rules, text, column);
    if (!column->known && split_unit_word(&text, &unit))
        column->known = find_heading(rules, text, column);
    const struct unit *found = unit.start ? unit_find(unit) : NULL;
    if (column->known && found)
        column->unit = found;
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
        table_read_heading(rules, cells[i], &head->columns[i]);
        head->known += head->columns[i].known;
        figures += is_figure(&head->columns[i]);
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
    head->count = table_split(line, separator, cells);
    if (head->count < 2 || !read_headings(rules, cells, head))
        return false;
    for (size_t i = 0; i < head->count; i++)
        head->columns[i].heading = utf8_clean(arena, cells[i]);
    return true;
}

bool table_find_head(struct rules *rules, struct text line, struct arena *arena,
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

void table_weigh_cell(struct convention *convention, const struct table_column *column,
                      struct text cell)
{
    struct number number;

    while (cell.length && !byte_is_digit(cell.start[cell.length - 1]))
        cell.length--;
    if (is_figure(column) && number_scan(cell, &number))
        convention_weigh(convention, &number, column->field.metric->kind == METRIC_COUNT);
}

struct format *table_format(const struct rules *rules)
{
    for (size_t i = 0; i < rules->format_count; i++)
        if (rules->formats[i]->heading_count)
            return rules->formats[i];
    return NULL;
}
