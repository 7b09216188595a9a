#include "html_rows.h"

#include <string.h>

/* A row without an end is no row: what it held is let go, and the lines are looked at again. */
enum { LONGEST_HTML_ROW = 64 * 1024, MOST_PLAIN_LINES = 3 };

void html_rows_init(struct html_rows *rows)
{
    *rows = (struct html_rows){0};
    buffer_init(&rows->row);
}

void html_rows_release(struct html_rows *rows)
{
    buffer_release(&rows->row);
}

struct text html_rows_take(struct html_rows *rows)
{
    rows->is_ready = false;
    return buffer_text(&rows->row);
}

/* "</TD" of "</TD align=right>", in lower case. */
struct tag {
    char name[8];
    bool closes;
    size_t length; /* with its brackets */
};

static bool scan_tag(struct text text, struct tag *tag)
{
    size_t end = text_find_byte(text, '>');
    size_t at = 1;
    size_t length = 0;

    if (!text.length || text.start[0] != '<' || end == text.length)
        return false;
    *tag = (struct tag){.length = end + 1};
    tag->closes = text.length > 1 && text.start[1] == '/';
    at += tag->closes;
    while (at < end && length + 1 < sizeof tag->name && byte_is_letter(text.start[at]))
        tag->name[length++] = byte_lower(text.start[at++]);
    return length > 0;
}

static bool is_tag(const struct tag *tag, const char *name)
{
    return strcmp(tag->name, name) == 0;
}

/* Tags around rows. */
static bool is_around(const struct tag *tag)
{
    static const char *const names[] = {"table", "thead", "tbody", "tfoot", "colgrou", "col"};

    for (size_t i = 0; i < sizeof names / sizeof names[0]; i++)
        if (is_tag(tag, names[i]))
            return true;
    return false;
}

static void open_row(struct html_rows *rows)
{
    buffer_clear(&rows->row);
    rows->in_row = true;
    rows->in_cell = false;
}

static void close_row(struct html_rows *rows)
{
    rows->is_ready = rows->row.length > 0;
    if (rows->is_ready)
        buffer_append_string(&rows->row, " |");
    rows->in_row = rows->in_cell = false;
}

static void take_tag(struct html_rows *rows, const struct tag *tag)
{
    if (is_tag(tag, "tr") && tag->closes)
        close_row(rows);
    else if (is_tag(tag, "tr"))
        open_row(rows);
    else if (is_tag(tag, "td") || is_tag(tag, "th")) {
        rows->in_cell = !tag->closes;
        if (rows->in_cell)
            buffer_append_string(&rows->row, rows->row.length ? " | " : "| ");
    } else if (is_tag(tag, "br") && rows->in_cell)
        buffer_append_byte(&rows->row, ' ');
}

static void take_text(struct html_rows *rows, struct text text)
{
    if (!rows->in_cell || rows->row.length + text.length > LONGEST_HTML_ROW)
        return;
    for (size_t i = 0; i < text.length; i++) {
        if (text.start[i] == '|')
            buffer_append_byte(&rows->row, '\\');
        buffer_append_byte(&rows->row, text.start[i]);
    }
}

bool html_rows_concern(const struct html_rows *rows, struct text line)
{
    struct tag tag;

    if (scan_tag(line, &tag))
        return rows->in_row || is_tag(&tag, "tr") || is_around(&tag);
    return rows->in_cell && line.length && rows->plain < MOST_PLAIN_LINES;
}

bool html_rows_continue(struct html_rows *rows, struct text line, struct text *rest)
{
    struct tag tag;

    line = text_trim(line);
    if (!line.length)
        return false;
    if (!html_rows_concern(rows, line)) {
        rows->in_row = rows->in_cell = false;
        return false;
    }
    rows->plain = line.start[0] == '<' ? 0 : rows->plain + 1;
    if (rows->in_cell)
        take_text(rows, (struct text){" ", 1});
    while (line.length && !rows->is_ready) {
        size_t text = text_find_byte(line, '<');
        if (text == 0 && scan_tag(line, &tag)) {
            take_tag(rows, &tag);
            line = text_from(line, tag.length);
            continue;
        }
        text = text ? text : 1;
        take_text(rows, (struct text){line.start, text});
        line = text_from(line, text);
    }
    *rest = text_trim(line);
    return true;
}
