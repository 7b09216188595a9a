#include "side_by_side.h"

#include <string.h>

#include "clean.h"
#include "cells.h"

enum { MOST_COLUMNS = 16, LONGEST_ROW = 1000 };

struct row {
    struct text label;
    struct text figures[MOST_COLUMNS]; /* numbers */
    struct text units[MOST_COLUMNS];   /* what stands behind each */
    size_t count;
};

/* Two figures at least, a blank in front of each: all but few lines end here. */
static bool may_be_row(struct text line)
{
    size_t figures = 0;

    if (line.length > LONGEST_ROW)
        return false;
    /* Behind the label, which mostly ends in a colon. */
    size_t colon = text_find_byte(line, ':');
    for (size_t i = colon < line.length ? colon + 1 : 1; i < line.length; i++)
        figures += byte_is_digit(line.start[i]) && byte_is_blank(line.start[i - 1]);
    return figures >= 2 && text_find_byte(line, '|') == line.length;
}

/* Behind the colon, or in front of the first gap of two blanks. */
static size_t label_length(struct text line)
{
    size_t colon = text_find(line, ": ");
    size_t gap = text_find(line, "  ");
    size_t tab = text_find_byte(line, '\t');

    if (tab < gap)
        gap = tab;
    if (colon < line.length)
        colon++;
    return colon < gap ? colon : gap;
}

static size_t word_length(struct text text)
{
    size_t length = 0;

    while (length < text.length && !byte_is_blank(text.start[length]))
        length++;
    return length;
}

/* "1 000" is one figure. */
static bool parts_thousands(struct text before, const char *gap, struct text figure)
{
    return before.start + before.length + 1 == figure.start && *gap == ' ' && before.length <= 3 &&
           figure.length == 3 && text_find_byte(figure, '.') == 3;
}

static bool read_row(struct text line, struct row *row)
{
    size_t label = label_length(line);

    *row = (struct row){.label = text_trim((struct text){line.start, label})};
    struct text rest = text_trim(text_from(line, label));
    while (rest.length) {
        struct text word = {rest.start, word_length(rest)};
        rest = text_trim(text_from(rest, word.length));
        if (byte_is_digit(word.start[0])) {
            if (row->count == MOST_COLUMNS)
                return false;
            if (row->count) {
                struct text before = row->figures[row->count - 1];
                if (parts_thousands(before, before.start + before.length, word))
                    return false;
            }
            row->figures[row->count] = word;
            row->units[row->count++] = (struct text){word.start + word.length, 0};
        } else if (!row->count) {
            return false;
        } else {
            struct text *unit = &row->units[row->count - 1];
            if (!unit->length)
                unit->start = word.start;
            unit->length = (size_t)(word.start + word.length - unit->start);
        }
    }
    return row->count >= 2 && row->label.length > 0;
}

/* Each figure has the same unit, or the last has that of all. */
static bool units_agree(const struct row *row)
{
    struct text last = row->units[row->count - 1];
    bool all = true;
    bool none = true;

    for (size_t i = 0; i + 1 < row->count; i++) {
        all &= text_equal(row->units[i], last);
        none &= row->units[i].length == 0;
    }
    return all || none;
}

static void append_figure(struct buffer *buffer, const struct row *row, size_t column)
{
    buffer_append_text(buffer, row->figures[column]);
    buffer_append_byte(buffer, ' ');
    buffer_append_text(buffer, row->units[row->count - 1]);
}

/* Whether the label and any one of the figures are a line of a report. */
static bool is_known(struct rules *rules, const struct row *row)
{
    struct buffer line;
    bool known = true;

    buffer_init(&line);
    for (size_t i = 0; known && i < row->count; i++) {
        buffer_clear(&line);
        buffer_append_text(&line, row->label);
        buffer_append_byte(&line, ' ');
        append_figure(&line, row, i);
        known = rules_know(rules, text_trim(buffer_text(&line)));
    }
    buffer_release(&line);
    return known;
}

/* A rule may take all of the figures itself, as repeated runs. */
static bool split_row(struct rules *rules, struct text line, struct row *row)
{
    return may_be_row(line) && read_row(line, row) && units_agree(row) &&
           !rules_know_to_the_end(rules, line) && is_known(rules, row);
}

/* "40.0" for 40: a program that computes wrote counts so. */
static void trim_decimals(struct row *row)
{
    for (size_t i = 0; i < row->count; i++)
        if (text_ends_with(row->figures[i], ".0"))
            row->figures[i].length -= strlen(".0");
}

/* "Requests per second: 500|400|250|": the figures with blanks between them; false: no such line.
 */
static bool part_figures(struct text line, struct buffer *parted)
{
    size_t colon = text_find_byte(line, ':');
    size_t bar = text_find_byte(line, '|');

    if (line.length > LONGEST_ROW || bar == line.length || colon > bar)
        return false;
    buffer_append_text(parted, line);
    for (size_t i = colon; i < parted->length; i++)
        if (parted->bytes[i] == '|')
            parted->bytes[i] = ' ';
    return true;
}

static bool split_at_bars(struct rules *rules, struct text line, struct row *row)
{
    if (!may_be_row(line) || !read_row(line, row) || !units_agree(row))
        return false;
    if (is_known(rules, row))
        return true;
    trim_decimals(row);
    return is_known(rules, row);
}

/* As it stands, or behind a prefix: few lines have the figures that make it worth a look. */
static bool split_at_blanks(struct rules *rules, struct text line, struct row *row)
{
    enum prefix kind;
    struct text name;

    while (!split_row(rules, line, row))
        if (!may_be_row(line) || !peel_prefix(&line, &kind, &name))
            return false;
    return true;
}

static void write_bars(const struct row *row, struct buffer *bars)
{
    buffer_clear(bars);
    buffer_append_string(bars, "| ");
    buffer_append_text(bars, row->label);
    for (size_t i = 0; i < row->count; i++) {
        buffer_append_string(bars, " | ");
        append_figure(bars, row, i);
    }
    buffer_append_string(bars, " |");
}

bool side_by_side_split(struct rules *rules, struct text line, struct buffer *bars, size_t *count)
{
    struct row row;
    struct buffer parted;

    buffer_init(&parted);
    bool found = part_figures(line, &parted)
                     ? split_at_bars(rules, text_trim(buffer_text(&parted)), &row)
                     : split_at_blanks(rules, line, &row);
    if (found) {
        write_bars(&row, bars);
        *count = row.count;
    }
    buffer_release(&parted);
    return found;
}

bool side_by_side_split_names(struct text line, size_t count, struct buffer *bars)
{
    struct text cells[MOST_CELLS];
    enum prefix kind;
    struct text name;

    while (peel_prefix(&line, &kind, &name))
        continue;
    if (!line.length || text_find_byte(line, '|') < line.length)
        return false;
    size_t found = cells_split(line, SEPARATOR_BLANKS, cells);
    if (found != count && found != count + 1)
        found = cells_split(line, SEPARATOR_BLANK, cells);
    if (found != count && found != count + 1)
        return false;
    buffer_clear(bars);
    buffer_append_string(bars, found == count ? "| " : "");
    for (size_t i = 0; i < found; i++) {
        buffer_append_string(bars, "| ");
        buffer_append_text(bars, cells[i]);
        buffer_append_byte(bars, ' ');
    }
    buffer_append_byte(bars, '|');
    return true;
}
