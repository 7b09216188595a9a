#include "cells.h"

#include <string.h>

/* Takes off what a whole cell is wrapped in: "a", `a`, **a**. */
static struct text trim_quotes(struct text cell)
{
    static const char *const marks[] = {"\"", "`", "**"};

    cell = text_trim(cell);
    for (size_t i = 0; i < sizeof marks / sizeof marks[0]; i++) {
        size_t length = strlen(marks[i]);
        if (cell.length >= 2 * length && text_starts_with(cell, marks[i]) &&
            text_ends_with(cell, marks[i]))
            cell = text_trim((struct text){cell.start + length, cell.length - 2 * length});
    }
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

/* "||a||b||": the head of a table in Jira and Confluence. */
static bool has_double_bars(struct text line)
{
    line = text_trim(line);
    return line.length > 4 && text_starts_with(line, "||") && text_ends_with(line, "||");
}

static size_t split_at_double_bars(struct text line, struct text *cells)
{
    size_t count = 0;

    line = text_trim(line);
    line = (struct text){line.start + 2, line.length - 4};
    for (;;) {
        size_t end = text_find(line, "||");
        if (count < MOST_CELLS)
            cells[count++] = trim_quotes((struct text){line.start, end});
        if (end >= line.length)
            return count;
        line = text_from(line, end + 2);
    }
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

size_t cells_split(struct text line, enum separator separator, struct text *cells)
{
    static const char bytes[] = {[SEPARATOR_TAB] = '\t',
                                 [SEPARATOR_BAR] = '|',
                                 [SEPARATOR_SEMICOLON] = ';',
                                 [SEPARATOR_COMMA] = ','};

    if (separator == SEPARATOR_BLANKS)
        return split_at_blanks(line, 2, cells);
    if (separator == SEPARATOR_BLANK)
        return split_at_blanks(line, 1, cells);
    if (separator == SEPARATOR_BAR && has_double_bars(line))
        return split_at_double_bars(line, cells);
    return split_at(line, bytes[separator], cells);
}

/* "312 000", "1 234 567.8": blanks that part thousands, and nothing else. */
static bool has_blank_groups(struct text cell)
{
    size_t digits = 0;
    size_t groups = 0;

    for (size_t i = 0; i < cell.length; i++) {
        if (byte_is_digit(cell.start[i])) {
            digits++;
            continue;
        }
        if (cell.start[i] != ' ')
            return groups && digits == 3 && strchr(".,", cell.start[i]);
        if (!digits || digits > 3 || (groups && digits != 3))
            return false;
        groups++;
        digits = 0;
    }
    return groups && digits == 3;
}

size_t cells_split_figures(struct text line, enum separator separator, struct text *cells,
                           struct arena *arena)
{
    size_t count = cells_split(line, separator, cells);

    for (size_t i = 0; separator < SEPARATOR_BLANK && i < count; i++) {
        if (!has_blank_groups(cells[i]))
            continue;
        char *plain = text_copy(arena, cells[i]);
        size_t length = 0;
        for (size_t k = 0; k < cells[i].length; k++)
            if (plain[k] != ' ')
                plain[length++] = plain[k];
        plain[length] = '\0';
        cells[i] = (struct text){plain, length};
    }
    return count;
}

bool cells_are_delimiter(struct text line)
{
    size_t dashes = 0;

    for (size_t i = 0; i < line.length; i++) {
        if (!strchr("|-:+ \t=", line.start[i]))
            return false;
        dashes += line.start[i] == '-' || line.start[i] == '=';
    }
    return dashes >= 3 && text_find_byte(line, '|') + text_find_byte(line, '+') < 2 * line.length;
}

bool cells_are_ruler(struct text line)
{
    size_t dashes = 0;

    for (size_t i = 0; i < line.length; i++) {
        if (!strchr("-=+ \t", line.start[i]))
            return false;
        dashes += line.start[i] == '-' || line.start[i] == '=';
    }
    return dashes >= 3;
}

bool cell_is_summary_word(struct text cell, const char **what)
{
    static const struct {
        const char *word;
        const char *what;
    } words[] = {
        {"average",  "mean"  },
        {"avg",      "mean"  },
        {"mean",     "mean"  },
        {"ave",      "mean"  },
        {"total",    "sum"   },
        {"sum",      "sum"   },
        {"stdev",    "sd"    },
        {"std",      "sd"    },
        {"stddev",   "sd"    },
        {"sd",       "sd"    },
        {"median",   "median"},
        {"min",      "min"   },
        {"max",      "max"   },
        {"best",     ""      },
        {"worst",    ""      },
        {"std dev",  "sd"    },
        {"averages", "mean"  },
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

bool cell_is_comparison_word(struct text cell)
{
    static const char *const words[] = {
        "change", "diff",    "difference", "delta",    "\xce\x94",     "gain",     "improvement",
        "%",      "percent", "ratio",      "speedup",  "speed up",     "relative", "\xce\x94 %",
        "+/-",    "% diff",  "% change",   "change %", "improvement %"};

    for (size_t i = 0; i < sizeof words / sizeof words[0]; i++)
        if (text_is_ignoring_case(cell, words[i]))
            return true;
    return false;
}

bool cell_scan_figure(struct text cell, struct number *number, struct text *unit)
{
    size_t end = cell.length;

    while (end > 0 && !byte_is_digit(cell.start[end - 1]))
        end--;
    *unit = text_trim(text_from(cell, end));
    return number_scan((struct text){cell.start, end}, number);
}

static bool is_dash(struct text cell)
{
    return text_is(cell, "-") || text_is(cell, "--") || text_is(cell, "\xe2\x80\x93") ||
           text_is(cell, "\xe2\x80\x94");
}

/* Words in the place of a figure. */
static bool is_missing(struct text cell)
{
    static const char *const words[] = {"n/a",   "na",  "n.a.",   "nan",  "inf",     "none",
                                        "null",  "?",   "x",      "-nan", "-inf",    "+inf",
                                        "error", "err", "failed", "fail", "timeout", "tbd"};

    for (size_t i = 0; i < sizeof words / sizeof words[0]; i++)
        if (text_is_ignoring_case(cell, words[i]))
            return true;
    return false;
}

/* "x" of "2.00x", "(12%)": what stands behind a figure that says how it compares. */
static bool is_comparison(struct text behind)
{
    return text_is_ignoring_case(behind, "x") || text_is(behind, "\xc3\x97") ||
           text_starts_with(behind, "%") || text_is(behind, "(best)");
}

bool cell_is_text(struct text cell)
{
    struct number number;
    struct text behind;

    if (!cell.length || is_dash(cell) || is_missing(cell))
        return false;
    if (strchr("<>~=+-", cell.start[0]))
        cell = text_trim(text_from(cell, 1));
    /* "12 ms (best)": a remark says nothing of what the row is. */
    size_t remark = text_find(cell, " (");
    if (cell_scan_figure((struct text){cell.start, remark}, &number, &behind))
        return behind.length > 0 && !unit_find(behind) && !is_comparison(behind);
    size_t letters = 0;
    size_t points = 0;
    for (size_t i = 0; i < cell.length; i++) {
        letters += byte_is_letter(cell.start[i]) || (unsigned char)cell.start[i] >= 0xc3;
        points += cell.start[i] == '.';
    }
    return letters > 0 || points >= 2; /* "1.24.0" is a version */
}

enum cell_kind cell_kind_of(struct text cell)
{
    struct number number;
    struct text unit;

    if (!cell.length || is_dash(cell))
        return CELL_EMPTY;
    if (cell_scan_figure(cell, &number, &unit) && (!unit.length || unit_find(unit)))
        return number.value < 0 ? CELL_NO_NUMBER : CELL_NUMBER;
    /* ">300" and "~ 300": one sign in front. */
    size_t sign = strchr("<>~=+-", cell.start[0])      ? 1
                  : text_starts_with(cell, "\xe2\x89") ? 3
                                                       : 0; /* almost, at least, at most */
    struct text digits = text_trim(text_from(cell, sign));
    bool begins = digits.length && byte_is_digit(digits.start[0]);
    return begins || is_missing(cell) ? CELL_NO_NUMBER : CELL_WORDS;
}
