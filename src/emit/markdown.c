/* Markdown: aligned tables as GitHub renders them, every text escaped. */
#include "emit.h"

#include <string.h>

#include "../base/text.h"
#include "../base/utf8.h"
#include "table_layout.h"
#include "marks.h"

enum {
    LONGEST_CELL = 160,  /* columns; what is longer loses its middle */
    WIDEST_ALIGNED = 60, /* a column wider than this is not padded further */
};

struct markdown {
    struct output *output;
    struct arena *arena;
};

/* Whatever could begin markup or an entity, or end a cell. */
static const char escaped[] = "\\`*_[]<>|~&$#";

/* A bare address becomes a link, unless a backslash stands in "://" or "www.". */
static bool begins_link(const char *text, const char *whole)
{
    if (strncmp(text, "://", 3) == 0)
        return true;
    return *text == '.' && text - whole >= 3 && strncmp(text - 3, "www", 3) == 0;
}

/* The bytes of what makes a list or a rule of a line, without the last of them. */
static size_t list_mark(const char *text)
{
    size_t digits = strspn(text, "0123456789");
    bool marked = digits && (text[digits] == '.' || text[digits] == ')');

    return marked && (text[digits + 1] == ' ' || !text[digits + 1]) ? digits : 0;
}

/* `text` as literal text; at the beginning of a line nothing in it makes a block. */
static const char *escape(struct markdown *markdown, const char *text, bool line_start)
{
    const char *clean = utf8_clean(markdown->arena, text_of(text));
    size_t mark = line_start ? list_mark(clean) : 0;
    struct buffer buffer;

    buffer_init(&buffer);
    for (const char *at = clean; *at; at++) {
        bool starts_block =
            line_start && (at == clean ? strchr("+-=", *at) != NULL : mark && at == clean + mark);
        if (strchr(escaped, *at) || starts_block || begins_link(at, clean))
            buffer_append_byte(&buffer, '\\');
        buffer_append_byte(&buffer, *at);
    }
    const char *copy = text_copy(markdown->arena, buffer_text(&buffer));
    buffer_release(&buffer);
    return copy;
}

static double columns_of(const void *font, struct text text)
{
    struct buffer copy;

    (void)font;
    buffer_init(&copy);
    buffer_append_text(&copy, text);
    double width = copy.bytes ? (double)utf8_width(copy.bytes) : 0;
    buffer_release(&copy);
    return width;
}

static const struct measure measure = {.width = columns_of};

static const char *shorten(struct markdown *markdown, const char *text, size_t longest)
{
    if (strlen(text) <= longest)
        return text;
    struct lines lines = layout_wrap_at_most(markdown->arena, text, (double)longest, 1, &measure);
    return text_copy(markdown->arena, lines.lines[0]);
}

/* How long a cell of the column may be for its row to be told from the others, within reason. */
static size_t longest_cell(struct markdown *markdown, const struct table *table, size_t column)
{
    enum { MOST = 16 * LONGEST_CELL };
    size_t longest = LONGEST_CELL;

    while (longest < MOST &&
           !layout_tells_rows(markdown->arena, table, column, (double)longest, 1, &measure))
        longest *= 2;
    return longest;
}

static void put(struct markdown *markdown, const char *text)
{
    output_string(markdown->output, text);
}

static void put_repeated(struct markdown *markdown, const char *text, size_t count)
{
    while (count--)
        put(markdown, text);
}

/* The cells of a table as they will stand, heads first. */
struct grid {
    const char **texts; /* (row + 1) * columns + column */
    size_t *widths;
    size_t columns;
    size_t rows; /* without the heads */
};

static struct grid make_grid(struct markdown *markdown, const struct table *table)
{
    struct arena *arena = markdown->arena;
    size_t columns = table->column_count;
    struct grid grid = {
        .texts = arena_allocate(arena, (table->row_count + 1) * columns * sizeof *grid.texts),
        .widths = arena_allocate(arena, columns * sizeof *grid.widths),
        .columns = columns,
        .rows = table->row_count,
    };

    for (size_t i = 0; i < columns; i++) {
        size_t longest = longest_cell(markdown, table, i);
        grid.widths[i] = 3;
        for (size_t row = 0; row <= grid.rows; row++) {
            const char *text = row ? layout_cell_text(table, row - 1, i)
                                   : layout_heading(arena, &table->columns[i]);
            const char *cell = escape(markdown, shorten(markdown, text, longest), false);
            size_t width = utf8_width(cell);
            grid.texts[row * columns + i] = cell;
            if (width > grid.widths[i])
                grid.widths[i] = width < WIDEST_ALIGNED ? width : WIDEST_ALIGNED;
        }
    }
    return grid;
}

static void put_row(struct markdown *markdown, const struct grid *grid, const struct table *table,
                    size_t row)
{
    for (size_t i = 0; i < grid->columns; i++) {
        const char *text = grid->texts[row * grid->columns + i];
        size_t width = utf8_width(text);
        size_t padding = width < grid->widths[i] ? grid->widths[i] - width : 0;
        bool numeric = table->columns[i].numeric;
        put(markdown, i ? " | " : "| ");
        put_repeated(markdown, " ", numeric ? padding : 0);
        put(markdown, text);
        put_repeated(markdown, " ", numeric ? 0 : padding);
    }
    put(markdown, " |\n");
}

static void put_table(struct markdown *markdown, const struct table *table)
{
    struct grid grid = make_grid(markdown, table);

    if (*table->caption) {
        put(markdown, "**");
        put(markdown, escape(markdown, table->caption, false));
        put(markdown, "**\n\n");
    }
    put_row(markdown, &grid, table, 0);
    for (size_t i = 0; i < grid.columns; i++) {
        bool numeric = table->columns[i].numeric;
        put(markdown, i ? " | " : "| ");
        put_repeated(markdown, "-", grid.widths[i] - numeric);
        put(markdown, numeric ? ":" : "");
    }
    put(markdown, " |\n");
    for (size_t row = 1; row <= grid.rows; row++)
        put_row(markdown, &grid, table, row);
    if (*table->footnote) {
        put(markdown, "\n");
        put(markdown, escape(markdown, table->footnote, true));
        put(markdown, "\n");
    }
}

static void put_notes(struct markdown *markdown, const struct block *block)
{
    put(markdown, "### ");
    put(markdown, escape(markdown, block->text, false));
    put(markdown, "\n\n");
    for (size_t i = 0; i < block->note_count; i++) {
        const struct note_line *note = &block->notes[i];
        bool grave = note->severity == NOTE_BLOCKS && !note->accepted;
        put(markdown, grave ? "- **" : "- ");
        put(markdown, escape(markdown, note_word(note), false));
        put(markdown, grave ? ":** " : ": ");
        put(markdown, escape(markdown, note->text, false));
        put(markdown, " (");
        put(markdown, escape(markdown, note->code, false));
        put(markdown, ")\n");
    }
}

static void put_line(struct markdown *markdown, const char *before, const char *text,
                     const char *after)
{
    put(markdown, before);
    put(markdown, escape(markdown, text, !*before));
    put(markdown, after);
}

static void put_block(struct markdown *markdown, const struct block *block)
{
    switch (block->kind) {
    case BLOCK_TITLE:
        put_line(markdown, "## ", block->text, "\n");
        if (*block->detail)
            put_line(markdown, "\n", block->detail, "\n");
        break;
    case BLOCK_HEADING:
        put_line(markdown, "### ", block->text, "\n");
        break;
    case BLOCK_ANSWER:
        put_line(markdown, "**", block->text, "**\n");
        break;
    case BLOCK_TEXT:
        put_line(markdown, "", block->text, "\n");
        break;
    case BLOCK_TABLE:
        put_table(markdown, &block->table);
        break;
    case BLOCK_NOTES:
        put_notes(markdown, block);
        break;
    }
}

bool emit_markdown(struct output *output, const struct emit_context *context)
{
    const struct report *report = context->report;
    struct arena arena;
    struct markdown markdown = {output, &arena};

    for (size_t i = 0; i < report->block_count; i++) {
        arena_init(&arena);
        if (i)
            put(&markdown, "\n");
        put_block(&markdown, &report->blocks[i]);
        arena_release(&arena);
    }
    return true;
}
