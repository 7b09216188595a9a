#include "table_layout.h"

#include <stdlib.h>
#include <string.h>

static const char ellipsis[] = "\xe2\x80\xa6";
static const char plus_minus[] = "\xc2\xb1";

static size_t character_bytes(struct text text)
{
    size_t bytes = 1;

    while (bytes < text.length && ((unsigned char)text.start[bytes] & 0xc0) == 0x80)
        bytes++;
    return bytes;
}

static struct text first(struct text text, size_t length)
{
    return (struct text){text.start, length};
}

/* A line does not end before the last few letters of a word: "requests/s" stays whole. */
enum { LEAST_PIECE = 3 };

/* Up to a blank, but a per cent sign stays with its number. */
static size_t word_length(struct text text)
{
    size_t length = text_find_byte(text, ' ');

    while (length + 1 < text.length && text.start[length + 1] == '%')
        length += 1 + text_find_byte(text_from(text, length + 1), ' ');
    return length;
}

/* A piece of text that is not broken: up to a blank, or behind '/' or '-'. */
static size_t unbroken_length(struct text text)
{
    size_t word = word_length(text);
    size_t length = 0;

    while (length < word) {
        char byte = text.start[length++];
        bool breaks = byte == '/' || byte == '-';
        /* "http://" and "--" stay whole, and so does a sign before a figure. */
        if (breaks && length > 1 && word - length >= LEAST_PIECE && text.start[length] != '/' &&
            text.start[length] != '-')
            break;
    }
    return length;
}

/* The longest beginning of at most `width`, but one character at least. */
static size_t fitting_length(struct text text, double width, const struct measure *measure,
                             const void *font)
{
    size_t length = 0;

    while (length < text.length) {
        size_t next = length + character_bytes(text_from(text, length));
        if (length && measure->width(font, first(text, next)) > width)
            break;
        length = next;
    }
    return length;
}

/* The bytes of the next line, without the blanks at its end. */
static size_t line_length(struct text text, double width, const struct measure *measure,
                          const void *font)
{
    size_t length = 0;

    while (length < text.length) {
        size_t blanks = 0;
        while (length + blanks < text.length && text.start[length + blanks] == ' ')
            blanks++;
        size_t piece = unbroken_length(text_from(text, length + blanks));
        size_t next = length + blanks + piece;
        if (measure->width(font, first(text, next)) > width)
            break;
        if (next == length)
            break;
        length = next;
    }
    if (length)
        return length;
    size_t piece = unbroken_length(text);
    return fitting_length(first(text, piece ? piece : text.length), width, measure, font);
}

struct lines layout_wrap(struct arena *arena, struct text text, double width,
                         const struct measure *measure, const void *font)
{
    struct lines lines = {0};
    size_t capacity = 0;

    text = text_trim(text);
    do {
        size_t length = text.length ? line_length(text, width, measure, font) : 0;
        lines.lines = arena_grow(arena, lines.lines, lines.count, &capacity, sizeof *lines.lines);
        lines.lines[lines.count++] = text_trim(first(text, length));
        text = text_trim(text_from(text, length));
    } while (text.length);
    return lines;
}

/* `keep` bytes of the text, half from either end, at boundaries of characters. */
static char *without_middle(struct arena *arena, struct text text, size_t keep)
{
    size_t head = (keep + 1) / 2;
    size_t tail = text.length - keep / 2;

    while (head && ((unsigned char)text.start[head] & 0xc0) == 0x80)
        head--;
    while (tail < text.length && ((unsigned char)text.start[tail] & 0xc0) == 0x80)
        tail++;
    return arena_format(arena, "%.*s%s%.*s", (int)head, text.start, ellipsis,
                        (int)(text.length - tail), text.start + tail);
}

/* The lines of a text, and the text that they point into: all of it, or without its middle. */
static struct lines wrap_shortened(struct arena *arena, const char *text, double width, size_t most,
                                   const struct measure *measure, struct text *result)
{
    enum { LONGEST_MEASURED = 4000 };
    struct text whole = text_trim(text_of(text));
    struct text shown = whole;
    size_t keep = whole.length;

    /* A text of megabytes is not measured to find that it is too long. */
    if (keep > LONGEST_MEASURED) {
        keep = LONGEST_MEASURED;
        shown = text_of(without_middle(arena, whole, keep));
    }
    struct lines lines = layout_wrap(arena, shown, width, measure, measure->font);
    while (lines.count > most && keep > 1) {
        size_t share = keep * most / lines.count;
        keep = share + share / 4 < keep ? share + share / 4 : keep - 1;
        shown = text_of(without_middle(arena, whole, keep));
        lines = layout_wrap(arena, shown, width, measure, measure->font);
    }
    *result = shown;
    return lines;
}

struct lines layout_wrap_at_most(struct arena *arena, const char *text, double width, size_t most,
                                 const struct measure *measure)
{
    struct text shown;

    return wrap_shortened(arena, text, width, most, measure, &shown);
}

/* A text that lost its middle. */
struct shortened {
    struct text shown;
    const char *whole;
};

static int by_what_is_shown(const void *left, const void *right)
{
    const struct shortened *a = left;
    const struct shortened *b = right;
    size_t length = a->shown.length < b->shown.length ? a->shown.length : b->shown.length;
    int order = memcmp(a->shown.start, b->shown.start, length);

    if (order)
        return order;
    if (a->shown.length != b->shown.length)
        return a->shown.length < b->shown.length ? -1 : 1;
    return strcmp(a->whole, b->whole);
}

bool layout_tells_rows(struct arena *arena, const struct table *table, size_t column, double width,
                       size_t most, const struct measure *measure)
{
    struct shortened *texts = arena_allocate(arena, (table->row_count + 1) * sizeof *texts);
    size_t count = 0;

    for (size_t row = 0; row < table->row_count; row++) {
        struct shortened text = {.whole = layout_cell_text(table, row, column)};
        wrap_shortened(arena, text.whole, width, most, measure, &text.shown);
        if (!text_is(text.shown, text.whole))
            texts[count++] = text;
    }
    if (count > 1)
        qsort(texts, count, sizeof *texts, by_what_is_shown);
    for (size_t i = 1; i < count; i++)
        if (text_equal(texts[i].shown, texts[i - 1].shown) &&
            strcmp(texts[i].whole, texts[i - 1].whole) != 0)
            return false;
    return true;
}

static bool is_integer_byte(char byte)
{
    return byte_is_digit(byte) || byte == ',';
}

/* Where the text between two numbers parts: what belongs to the next begins at a blank. */
static size_t parting(struct text between)
{
    struct text trimmed = between;
    size_t at;

    for (at = between.length; at && between.start[at - 1] != ' '; at--)
        ;
    if (!at)
        return 0;
    at--;
    trimmed.length = at;
    if (!text_ends_with(trimmed, plus_minus))
        return at;
    at -= strlen(plus_minus);
    return at && between.start[at - 1] == ' ' ? at - 1 : at;
}

struct pieces layout_split(struct text cell)
{
    struct pieces pieces = {0};
    size_t start = 0; /* of the piece that is being read */
    size_t at = 0;

    while (pieces.count < MOST_NUMBERS) {
        size_t digit = at;
        while (digit < cell.length && !byte_is_digit(cell.start[digit]))
            digit++;
        if (digit == cell.length)
            break;
        if (pieces.count) {
            struct text between = first(text_from(cell, start), digit - start);
            /* Behind a point there are decimals, which belong to the piece before. */
            size_t part = parting(between);
            pieces.rest[pieces.count - 1] = first(between, part);
            start += part;
        }
        size_t end = digit;
        while (end < cell.length && is_integer_byte(cell.start[end]))
            end++;
        pieces.whole[pieces.count++] = first(text_from(cell, start), end - start);
        start = end;
        at = end;
        if (at < cell.length && cell.start[at] == '.')
            for (at++; at < cell.length && byte_is_digit(cell.start[at]); at++)
                ;
    }
    if (pieces.count)
        pieces.rest[pieces.count - 1] = text_from(cell, start);
    return pieces;
}

bool layout_names_row(const struct table *table, size_t row)
{
    const struct cell *cell = &table->cells[row * table->column_count];

    return !cell->repeats && *cell->text;
}

const char *layout_cell_text(const struct table *table, size_t row, size_t column)
{
    const struct cell *cell = &table->cells[row * table->column_count + column];

    if (cell->repeats)
        return "";
    return !*cell->text && table->columns[column].numeric ? "-" : cell->text;
}

const char *layout_heading(struct arena *arena, const struct column *column)
{
    if (!*column->unit)
        return column->heading;
    return arena_format(arena, "%s (%s)", column->heading, column->unit);
}

enum { MOST_HEAD_LINES = 4 };

/* What a column needs. */
struct need {
    double cells;                  /* its widest cell on one line */
    double heads[MOST_HEAD_LINES]; /* its heading on one line, on two, … */
    double floor;                  /* it shrinks no further */
    bool shrinks;
    double width;
    struct layout_column shape;
};

struct fitting {
    struct arena *arena;
    const struct table *table;
    const struct measure *measure;
    double available;
    struct need *needs;
    struct table_layout *layout;
};

static double widest_word(const struct measure *measure, const void *font, struct text text)
{
    double widest = 0;

    while (text.length) {
        size_t length = unbroken_length(text);
        if (!length)
            length = 1;
        double width = measure->width(font, first(text, length));
        if (width > widest)
            widest = width;
        text = text_from(text, length);
    }
    return widest;
}

static double larger(double a, double b)
{
    return a > b ? a : b;
}

static double smaller(double a, double b)
{
    return a < b ? a : b;
}

/* Widens the pieces of a numeric column to hold one cell more. */
static void hold_pieces(struct layout_column *shape, struct text cell,
                        const struct measure *measure)
{
    struct pieces pieces = layout_split(cell);

    for (size_t i = 0; i < pieces.count; i++) {
        shape->whole[i] = larger(shape->whole[i], measure->width(measure->font, pieces.whole[i]));
        shape->rest[i] = larger(shape->rest[i], measure->width(measure->font, pieces.rest[i]));
    }
}

double layout_pieces_width(const struct layout_column *column)
{
    double width = 0;

    for (size_t i = 0; i < MOST_NUMBERS; i++)
        width += column->whole[i] + column->rest[i];
    return width;
}

enum {
    SHRINK_TO = 12,         /* a text column keeps so many of the smallest steps */
    LONGEST_MEASURED = 400, /* bytes of a cell: what is longer takes all there is */
};

/* How wide the column must be for its heading to take one line, two, and so on. */
static void head_widths(const struct fitting *fitting, struct text head, double widths[])
{
    const struct measure *measure = fitting->measure;
    double widest = smaller(measure->width(measure->head_font, head), fitting->available);
    double width = smaller(widest_word(measure, measure->head_font, head), widest);
    size_t most = MOST_HEAD_LINES;

    for (size_t i = 0; i < MOST_HEAD_LINES; i++)
        widths[i] = i ? width : widest;
    for (; most > 1 && width < widest; width += measure->step) {
        size_t count = layout_wrap(fitting->arena, head, width, measure, measure->head_font).count;
        for (; most > 1 && most >= count; most--)
            widths[most - 1] = width;
    }
}

static struct need column_need(const struct fitting *fitting, size_t column)
{
    const struct table *table = fitting->table;
    const struct measure *measure = fitting->measure;
    bool numeric = table->columns[column].numeric;
    struct need need = {.shrinks = !numeric, .shape.source = column};

    head_widths(fitting, text_of(layout_heading(fitting->arena, &table->columns[column])),
                need.heads);
    for (size_t row = 0; row < table->row_count; row++) {
        struct text cell = text_of(layout_cell_text(table, row, column));
        double width = cell.length > LONGEST_MEASURED ? fitting->available
                                                      : measure->width(measure->font, cell);
        need.cells = larger(need.cells, width);
        if (numeric)
            hold_pieces(&need.shape, cell, measure);
    }
    need.cells = smaller(larger(need.cells, layout_pieces_width(&need.shape)), fitting->available);
    double head = need.heads[MOST_HEAD_LINES - 1];
    need.floor =
        larger(head, numeric ? need.cells : smaller(need.cells, SHRINK_TO * measure->step));
    return need;
}

static double total_width(const struct fitting *fitting, size_t from)
{
    double total = 0;

    for (size_t i = from; i < fitting->table->column_count; i++)
        total += fitting->needs[i].width + (i > from ? fitting->measure->gap : 0);
    return total;
}

/* What the table would take with its long texts wrapped, though not to the utmost. */
static double wrapped_width(const struct fitting *fitting)
{
    double total = 0;

    for (size_t i = 0; i < fitting->table->column_count; i++) {
        const struct need *need = &fitting->needs[i];
        double wrapped = larger(need->floor, fitting->available / 3);
        total += need->shrinks ? smaller(need->width, wrapped) : need->width;
        total += i ? fitting->measure->gap : 0;
    }
    return total;
}

/* Takes from the widest text column, step by step, until all fit or none can give. */
static bool shrink(struct fitting *fitting, size_t from, double available)
{
    double excess = total_width(fitting, from) - available;

    while (excess > 1e-6) {
        struct need *widest = NULL;
        for (size_t i = from; i < fitting->table->column_count; i++) {
            struct need *need = &fitting->needs[i];
            if (need->shrinks && need->width > need->floor &&
                (!widest || need->width > widest->width))
                widest = need;
        }
        if (!widest)
            return false;
        double step = smaller(fitting->measure->step, widest->width - widest->floor);
        widest->width -= step;
        excess -= step;
    }
    return true;
}

/* Cells on one line, headings on `lines`. */
static void set_widths(struct fitting *fitting, size_t lines)
{
    for (size_t i = 0; i < fitting->table->column_count; i++) {
        struct need *need = &fitting->needs[i];
        need->width = larger(need->cells, need->heads[lines - 1]);
    }
}

static void add_panel(struct fitting *fitting, size_t from, size_t to, bool repeat_first)
{
    struct table_layout *layout = fitting->layout;
    struct panel *panel = &layout->panels[layout->panel_count++];

    panel->columns = arena_allocate(fitting->arena, (to - from + 1) * sizeof *panel->columns);
    if (repeat_first && from > 0) {
        panel->columns[panel->count] = fitting->needs[0].shape;
        panel->columns[panel->count++].width = fitting->needs[0].width;
    }
    for (size_t i = from; i < to; i++) {
        panel->columns[panel->count] = fitting->needs[i].shape;
        panel->columns[panel->count++].width = fitting->needs[i].width;
    }
    for (size_t i = 0; i < panel->count; i++)
        panel->width += panel->columns[i].width + (i ? fitting->measure->gap : 0);
}

/* Panels of as many columns as fit beside the first. */
static void cut_into_panels(struct fitting *fitting)
{
    size_t count = fitting->table->column_count;
    struct need *name = &fitting->needs[0];
    double gap = fitting->measure->gap;

    set_widths(fitting, MOST_HEAD_LINES);
    for (size_t i = 1; i < count; i++) {
        struct need *need = &fitting->needs[i];
        if (need->shrinks)
            need->width = larger(need->floor, smaller(need->width, fitting->available / 3));
    }
    name->width = smaller(name->width, larger(name->floor, fitting->available / 3));
    name->width = smaller(name->width, fitting->available / 2);
    double room = fitting->available - name->width - gap;
    for (size_t from = 1, to; from < count; from = to) {
        double used = 0;
        for (to = from; to < count; to++) {
            double more = smaller(fitting->needs[to].width, room);
            if (to > from && used + gap + more > room + 1e-6)
                break;
            fitting->needs[to].width = more;
            used += more + (to > from ? gap : 0);
        }
        add_panel(fitting, from, to, true);
    }
}

/* Whether texts of the first column head several rows. */
static bool heads_rows(const struct table *table)
{
    for (size_t row = 1; row < table->row_count; row++)
        if (table->cells[row * table->column_count].repeats)
            return true;
    return false;
}

/* Widths of the other columns with the first one on a line of its own; false: too wide. */
static bool fits_below_names(struct fitting *fitting, size_t lines)
{
    set_widths(fitting, lines);
    return fitting->table->column_count > 1 && !fitting->table->columns[0].numeric &&
           shrink(fitting, 1, fitting->available - fitting->measure->indent);
}

/* Widths of all columns beside each other; false: too wide. */
static bool fits(struct fitting *fitting, size_t lines)
{
    set_widths(fitting, lines);
    return shrink(fitting, 0, fitting->available);
}

/* As many lines as tell the rows apart, within reason. */
static size_t lines_of(const struct fitting *fitting, size_t column, double width)
{
    enum { MOST_DOUBLINGS = 4 };
    size_t lines = fitting->measure->most_lines;

    if (fitting->table->columns[column].numeric)
        return lines;
    for (size_t i = 0;
         i < MOST_DOUBLINGS &&
         !layout_tells_rows(fitting->arena, fitting->table, column, width, lines, fitting->measure);
         i++)
        lines *= 2;
    return lines;
}

static void set_lines(struct fitting *fitting)
{
    struct table_layout *layout = fitting->layout;

    for (size_t i = 0; i < layout->panel_count; i++) {
        for (size_t k = 0; k < layout->panels[i].count; k++) {
            struct layout_column *column = &layout->panels[i].columns[k];
            column->most_lines = lines_of(fitting, column->source, column->width);
        }
    }
    if (layout->name_above)
        layout->name_lines = lines_of(fitting, 0, fitting->available);
}

struct table_layout layout_table(struct arena *arena, const struct table *table, double available,
                                 const struct measure *measure)
{
    size_t count = table->column_count;
    struct table_layout layout = {
        .panels = arena_allocate(arena, (count + 1) * sizeof *layout.panels),
    };
    struct fitting fitting = {
        .arena = arena,
        .table = table,
        .measure = measure,
        .available = available,
        .needs = arena_allocate(arena, (count + 1) * sizeof *fitting.needs),
        .layout = &layout,
    };

    for (size_t i = 0; i < count; i++)
        fitting.needs[i] = column_need(&fitting, i);
    size_t lines = 1;
    set_widths(&fitting, lines);
    while (lines < MOST_HEAD_LINES && wrapped_width(&fitting) > available)
        set_widths(&fitting, ++lines);
    bool fitted = fits(&fitting, lines);
    bool wrapped = fitting.needs[0].width < fitting.needs[0].cells;
    if (!fitted || (wrapped && heads_rows(table)))
        layout.name_above = fits_below_names(&fitting, fitted ? lines : MOST_HEAD_LINES);
    if (layout.name_above)
        add_panel(&fitting, 1, count, false);
    else if (fits(&fitting, lines))
        add_panel(&fitting, 0, count, false);
    else
        cut_into_panels(&fitting);
    set_lines(&fitting);
    return layout;
}
