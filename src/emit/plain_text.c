/* Text for terminals: never wider than asked for, colour only in addition to words. */
#include "emit.h"

#include <string.h>

#include "../base/text.h"
#include "../base/utf8.h"
#include "table_layout.h"
#include "marks.h"

enum {
    DEFAULT_COLUMNS = 80,
    LEAST_COLUMNS = 30,
    GAP = 2,
    INDENT = 2,
    MOST_CELL_LINES = 3,
    MOST_HEAD_LINES = 4,
    MOST_PARAGRAPH_LINES = 60,
};

static const char rule_character[] = "\xe2\x94\x80";

struct text_writer {
    struct output *output;
    struct arena *arena;
    bool color;
    size_t columns;
    struct buffer line; /* the line being made; blanks at its end are dropped */
};

static double text_width(const void *font, struct text text)
{
    double width = 0;

    (void)font;
    /* utf8_width() wants a string; labels are short, and ASCII needs no more. */
    size_t ascii = 0;
    while (ascii < text.length && (unsigned char)text.start[ascii] >= 0x20 &&
           (unsigned char)text.start[ascii] < 0x7f)
        ascii++;
    width = (double)ascii;
    if (ascii < text.length) {
        struct buffer rest;
        buffer_init(&rest);
        buffer_append_text(&rest, text_from(text, ascii));
        width += (double)utf8_width(rest.bytes);
        buffer_release(&rest);
    }
    return width;
}

static const struct measure text_measure = {
    .width = text_width, .gap = GAP, .indent = INDENT, .step = 1, .most_lines = MOST_CELL_LINES};

/* Escape sequences of our own; nothing in a report's texts can be one. */
static const char *const tone_codes[] = {
    [TONE_PLAIN] = "",          [TONE_BETTER] = "\x1b[36m", [TONE_WORSE] = "\x1b[33m",
    [TONE_CAUTION] = "\x1b[1m", [TONE_MUTED] = "\x1b[2m",
};
static const char bold[] = "\x1b[1m";
static const char reset[] = "\x1b[0m";

static void pad(struct text_writer *writer, double columns)
{
    if (columns > 0)
        buffer_append_repeated(&writer->line, ' ', (size_t)(columns + 0.5));
}

static void end_line(struct text_writer *writer)
{
    while (writer->line.length && writer->line.bytes[writer->line.length - 1] == ' ')
        writer->line.length--;
    buffer_append_byte(&writer->line, '\n');
    output_write(writer->output, writer->line.bytes, writer->line.length);
    buffer_clear(&writer->line);
}

static void append_styled(struct text_writer *writer, const char *code, struct text text)
{
    bool styled = writer->color && *code && text.length;

    if (styled)
        buffer_append_string(&writer->line, code);
    buffer_append_text(&writer->line, text);
    if (styled)
        buffer_append_string(&writer->line, reset);
}

/* A paragraph with a hanging indent behind its first line. */
static void write_paragraph(struct text_writer *writer, const char *code, const char *text,
                            size_t hanging)
{
    struct lines lines = layout_wrap_at_most(
        writer->arena, utf8_clean(writer->arena, text_of(text)),
        (double)(writer->columns - hanging), MOST_PARAGRAPH_LINES, &text_measure);

    for (size_t i = 0; i < lines.count; i++) {
        pad(writer, i ? (double)hanging : 0);
        append_styled(writer, code, lines.lines[i]);
        end_line(writer);
    }
}

static void append_word(struct text_writer *writer, struct text text, double width, bool right,
                        const char *code)
{
    double room = width - text_width(NULL, text);

    pad(writer, right ? room : 0);
    append_styled(writer, code, text);
    pad(writer, right ? 0 : room);
}

/* The pieces of a number at their places in the column. */
static void append_pieces(struct text_writer *writer, const struct pieces *pieces,
                          const struct layout_column *column, const char *code)
{
    bool styled = writer->color && *code;

    for (size_t i = 0; i < MOST_NUMBERS; i++) {
        struct text whole = i < pieces->count ? pieces->whole[i] : (struct text){"", 0};
        struct text rest = i < pieces->count ? pieces->rest[i] : (struct text){"", 0};
        pad(writer, column->whole[i] - text_width(NULL, whole));
        if (styled && !i)
            buffer_append_string(&writer->line, code);
        buffer_append_text(&writer->line, whole);
        buffer_append_text(&writer->line, rest);
        if (styled && i + 1 == pieces->count)
            buffer_append_string(&writer->line, reset);
        pad(writer, column->rest[i] - text_width(NULL, rest));
    }
}

static void append_number(struct text_writer *writer, struct text text,
                          const struct layout_column *column, const char *code)
{
    struct pieces pieces = layout_split(text);
    double inner = layout_pieces_width(column);

    if (text_is(text, "-") && column->whole[0] > 0) {
        pieces.count = 1;
        pieces.whole[0] = text;
        pieces.rest[0] = (struct text){text.start + text.length, 0};
    }
    if (!pieces.count || inner > column->width) {
        append_word(writer, text, column->width, true, code);
        return;
    }
    pad(writer, column->width - inner);
    append_pieces(writer, &pieces, column, code);
}

/* What stands in the cells of one row of a panel, already wrapped. */
struct row_cells {
    struct lines *lines;
    size_t most; /* lines of the highest cell */
    size_t indent;
};

static void write_cell_line(struct text_writer *writer, const struct table *table,
                            const struct layout_column *column, struct text line,
                            const struct cell *cell)
{
    const char *code = cell ? tone_codes[cell->tone] : bold;
    bool numeric = table->columns[column->source].numeric;

    if (cell && numeric && line.length)
        append_number(writer, line, column, code);
    else
        append_word(writer, line, column->width, numeric, code);
}

/* `row` is NULL for the heads. */
static void write_row(struct text_writer *writer, const struct table *table,
                      const struct panel *panel, const struct row_cells *cells,
                      const struct cell *row)
{
    for (size_t line = 0; line < cells->most; line++) {
        pad(writer, (double)cells->indent);
        for (size_t i = 0; i < panel->count; i++) {
            const struct lines *lines = &cells->lines[i];
            /* Heads stand on the rule, cells hang from their first line. */
            size_t missing = row ? 0 : cells->most - lines->count;
            struct text text = {"", 0};
            if (line >= missing && line - missing < lines->count)
                text = lines->lines[line - missing];
            pad(writer, i ? GAP : 0);
            write_cell_line(writer, table, &panel->columns[i], text,
                            row ? &row[panel->columns[i].source] : NULL);
        }
        end_line(writer);
    }
}

static struct row_cells wrap_row(struct text_writer *writer, const struct table *table,
                                 const struct panel *panel, size_t row, bool heads)
{
    struct row_cells cells = {
        .lines = arena_allocate(writer->arena, panel->count * sizeof *cells.lines),
    };

    for (size_t i = 0; i < panel->count; i++) {
        size_t column = panel->columns[i].source;
        const char *text = heads ? layout_heading(writer->arena, &table->columns[column])
                                 : layout_cell_text(table, row, column);
        cells.lines[i] = layout_wrap_at_most(
            writer->arena, utf8_clean(writer->arena, text_of(text)), panel->columns[i].width,
            heads ? MOST_HEAD_LINES : panel->columns[i].most_lines, &text_measure);
        if (cells.lines[i].count > cells.most)
            cells.most = cells.lines[i].count;
    }
    return cells;
}

static void write_rule(struct text_writer *writer, double width)
{
    for (size_t i = 0; i < (size_t)width && i < writer->columns; i++)
        buffer_append_string(&writer->line, rule_character);
    end_line(writer);
}

static void write_panel(struct text_writer *writer, const struct table *table,
                        const struct panel *panel, const struct table_layout *layout)
{
    bool name_above = layout->name_above;
    size_t indent = name_above ? INDENT : 0;
    struct row_cells cells = wrap_row(writer, table, panel, 0, true);

    if (name_above)
        write_paragraph(writer, bold, table->columns[0].heading, 0);
    cells.indent = indent;
    write_row(writer, table, panel, &cells, NULL);
    write_rule(writer, panel->width + (double)indent);
    for (size_t row = 0; row < table->row_count; row++) {
        if (name_above && layout_names_row(table, row)) {
            struct lines name = layout_wrap_at_most(
                writer->arena, utf8_clean(writer->arena, text_of(layout_cell_text(table, row, 0))),
                (double)writer->columns, layout->name_lines, &text_measure);
            for (size_t i = 0; i < name.count; i++) {
                buffer_append_text(&writer->line, name.lines[i]);
                end_line(writer);
            }
        }
        cells = wrap_row(writer, table, panel, row, false);
        cells.indent = indent;
        write_row(writer, table, panel, &cells, &table->cells[row * table->column_count]);
    }
}

static void write_table(struct text_writer *writer, const struct table *table)
{
    struct table_layout layout =
        layout_table(writer->arena, table, (double)writer->columns, &text_measure);

    if (*table->caption) {
        write_paragraph(writer, bold, table->caption, 0);
    }
    for (size_t i = 0; i < layout.panel_count; i++) {
        if (i)
            end_line(writer);
        write_panel(writer, table, &layout.panels[i], &layout);
    }
    if (*table->footnote)
        write_paragraph(writer, tone_codes[TONE_MUTED], table->footnote, 0);
}

static void write_notes(struct text_writer *writer, const struct block *block)
{
    write_paragraph(writer, bold, block->text, 0);
    for (size_t i = 0; i < block->note_count; i++) {
        const struct note_line *note = &block->notes[i];
        const char *text =
            arena_format(writer->arena, "%s: %s [%s]", note_word(note), note->text, note->code);
        write_paragraph(writer, note->severity == NOTE_BLOCKS && !note->accepted ? bold : "", text,
                        INDENT);
    }
}

static void write_block(struct text_writer *writer, const struct block *block)
{
    switch (block->kind) {
    case BLOCK_TITLE:
        write_paragraph(writer, bold, block->text, 0);
        if (*block->detail)
            write_paragraph(writer, "", block->detail, 0);
        break;
    case BLOCK_HEADING:
        write_paragraph(writer, bold, block->text, 0);
        break;
    case BLOCK_ANSWER:
    case BLOCK_TEXT:
        write_paragraph(writer, "", block->text, 0);
        break;
    case BLOCK_TABLE:
        write_table(writer, &block->table);
        break;
    case BLOCK_NOTES:
        write_notes(writer, block);
        break;
    }
}

bool emit_text(struct output *output, const struct emit_context *context)
{
    const struct report *report = context->report;
    struct arena arena;
    struct text_writer writer = {
        .output = output,
        .arena = &arena,
        .color = context->color,
        .columns = context->columns ? context->columns : DEFAULT_COLUMNS,
    };

    if (writer.columns < LEAST_COLUMNS)
        writer.columns = LEAST_COLUMNS;
    buffer_init(&writer.line);
    for (size_t i = 0; i < report->block_count; i++) {
        arena_init(&arena);
        /* A heading stands right above what it heads. */
        if (i && report->blocks[i - 1].kind != BLOCK_HEADING)
            end_line(&writer);
        write_block(&writer, &report->blocks[i]);
        arena_release(&arena);
    }
    buffer_release(&writer.line);
    return true;
}
