/* PDF: pages of A4 or Letter.  The only file that knows libharu. */
#include "pdf.h"

#include <hpdf.h>
#include <hpdf_doc.h>
#include <hpdf_fontdef.h>
#include <math.h>
#include <string.h>
#include <unistd.h>

#include "../base/memory.h"
#include "../base/number.h"
#include "../base/text.h"
#include "../base/utf8.h"
#include "table_layout.h"
#include "marks.h"

/* Points: margins of 18 mm, 18 pt title, 13 pt answer, 9 to 10 pt tables. */
#define MARGIN          51.0
#define BLOCK_GAP       18.0
#define LINE_HEIGHT     1.32 /* of the size of the type */
#define CELL_PADDING    2.6
#define COLUMN_GAP      14.0
#define NAME_INDENT     12.0
#define HAIRLINE        0.4
#define HEADING_KEEPS   90.0 /* so much of what it heads stands on the heading's page */
#define NOTE_NAME_WIDTH 118.0
#define FOOTER_RISE     26.0

enum {
    MOST_CELL_LINES = 3,
    MOST_HEAD_LINES = 4,
    MOST_PARAGRAPH_LINES = 200,
};

static const char *const font_folders[] = {
    "/usr/share/fonts/truetype/dejavu",   /* Debian, Ubuntu */
    "/usr/share/fonts/dejavu-sans-fonts", /* Fedora */
    "/usr/share/fonts/dejavu",            /* Alpine, older Fedora */
    "/usr/share/fonts/TTF",               /* Arch */
    "/usr/share/fonts/ttf-dejavu",
    "/usr/local/share/fonts/dejavu",
    "/usr/local/share/fonts",
    "/opt/homebrew/share/fonts",
    "/Library/Fonts",
    NULL,
};

struct color {
    HPDF_REAL red, green, blue;
};

static const struct color black = {0, 0, 0};
static const struct color grey = {0.40f, 0.40f, 0.40f};
static const struct color light_grey = {0.84f, 0.84f, 0.84f};

/* Blue and vermilion of Okabe and Ito, dark enough to read; the words say the same. */
static const struct color tone_colors[] = {
    [TONE_PLAIN] = {0,     0,     0    },
    [TONE_BETTER] = {0,     0.35f, 0.56f},
    [TONE_WORSE] = {0.67f, 0.29f, 0    },
    [TONE_CAUTION] = {0,     0,     0    },
    [TONE_MUTED] = {0.40f, 0.40f, 0.40f},
};

struct face {
    HPDF_Font font;
    double size;
};

/* Where something begins: its left end, and its top from the page's foot. */
struct corner {
    double x, y;
};

struct pdf {
    HPDF_Doc document;
    HPDF_FontDef definition; /* of the TrueType font; NULL: Helvetica */
    struct face title, answer, heading, caption, text, cell, head, name, small;
    HPDF_Page page;
    HPDF_Page *pages;
    size_t page_count;
    size_t page_capacity;
    double width; /* of the text */
    double bottom;
    double y; /* of what was drawn last, from the page's foot */
    bool letter;
    HPDF_STATUS error; /* the first one; HPDF_OK: none */
    size_t missing;    /* characters that the font lacks */
    struct arena *arena;
};

static void keep_error(HPDF_STATUS error, HPDF_STATUS detail, void *user_data)
{
    struct pdf *pdf = user_data;

    (void)detail;
    if (pdf->error == HPDF_OK)
        pdf->error = error;
}

static void *allocate(HPDF_UINT size)
{
    return memory_allocate(size);
}

/* ---- characters ---- */

/* The characters that WinAnsi has at 0x80 to 0x9f; 0: none. */
static const uint32_t winansi_80[32] = {
    0x20ac, 0,      0x201a, 0x0192, 0x201e, 0x2026, 0x2020, 0x2021, 0x02c6, 0x2030, 0x0160,
    0x2039, 0x0152, 0,      0x017d, 0,      0,      0x2018, 0x2019, 0x201c, 0x201d, 0x2022,
    0x2013, 0x2014, 0x02dc, 0x2122, 0x0161, 0x203a, 0x0153, 0,      0x017e, 0x0178,
};

/* What loadstat itself writes, and WinAnsi lacks. */
static const struct {
    uint32_t character;
    const char *instead;
} winansi_substitutes[] = {
    {0x2212, "\xe2\x80\x93"},
    {0x03b1, "alpha"       },
    {0x03b2, "beta"        },
    {0x03b3, "gamma"       },
};

/* The byte of WinAnsi, or 0. */
static unsigned char winansi_byte(uint32_t character)
{
    if ((character >= 0x20 && character < 0x7f) || (character >= 0xa0 && character <= 0xff))
        return (unsigned char)character;
    for (size_t i = 0; i < sizeof winansi_80 / sizeof winansi_80[0]; i++)
        if (winansi_80[i] && winansi_80[i] == character)
            return (unsigned char)(0x80 + i);
    return 0;
}

static bool font_has(const struct pdf *pdf, uint32_t character)
{
    if (!pdf->definition)
        return winansi_byte(character) != 0;
    return character <= 0xffff &&
           HPDF_TTFontDef_GetGlyphid(pdf->definition, (HPDF_UINT16)character) != 0;
}

static void append_marked(struct pdf *pdf, struct buffer *buffer, uint32_t character)
{
    if (font_has(pdf, character)) {
        utf8_append(buffer, character);
        return;
    }
    for (size_t i = 0; i < sizeof winansi_substitutes / sizeof winansi_substitutes[0]; i++) {
        if (winansi_substitutes[i].character == character) {
            buffer_append_string(buffer, winansi_substitutes[i].instead);
            return;
        }
    }
    /* By its number: names in letters that the font lacks stay different names. */
    pdf->missing++;
    buffer_append_format(buffer, "[U+%04X]", (unsigned)character);
}

/* The text with every character that the font lacks marked: none is dropped silently. */
static const char *mark(struct pdf *pdf, const char *text)
{
    const char *at = utf8_clean(pdf->arena, text_of(text));
    struct buffer buffer;

    buffer_init(&buffer);
    while (*at)
        append_marked(pdf, &buffer, utf8_next(&at));
    const char *marked = text_copy(pdf->arena, buffer_text(&buffer));
    buffer_release(&buffer);
    return marked;
}

/* What libharu takes: UTF-8 for the TrueType font, WinAnsi bytes for Helvetica. */
static const char *encode(const struct pdf *pdf, struct text text)
{
    const char *string = text_copy(pdf->arena, text);

    if (pdf->definition)
        return string;
    char *bytes = arena_allocate(pdf->arena, text.length + 1);
    for (size_t i = 0; *string; i++)
        bytes[i] = (char)winansi_byte(utf8_next(&string));
    return bytes;
}

static double face_width(const void *font, struct text text)
{
    const struct face *face = font;
    const char *at = text.start;
    const char *end = text.start + text.length;
    double width = 0;

    while (at < end)
        width += HPDF_Font_GetUnicodeWidth(face->font, (HPDF_UNICODE)utf8_next(&at));
    return width * face->size / 1000;
}

/* ---- pages ---- */

static void new_page(struct pdf *pdf)
{
    HPDF_Page page = HPDF_AddPage(pdf->document);

    if (!page)
        return;
    HPDF_Page_SetSize(page, pdf->letter ? HPDF_PAGE_SIZE_LETTER : HPDF_PAGE_SIZE_A4,
                      HPDF_PAGE_PORTRAIT);
    pdf->pages = arena_grow(pdf->arena, pdf->pages, pdf->page_count, &pdf->page_capacity,
                            sizeof *pdf->pages);
    pdf->pages[pdf->page_count++] = page;
    pdf->page = page;
    pdf->width = (double)HPDF_Page_GetWidth(page) - 2 * MARGIN;
    pdf->bottom = MARGIN;
    pdf->y = (double)HPDF_Page_GetHeight(page) - MARGIN;
}

static bool fits(const struct pdf *pdf, double height)
{
    return pdf->y - height >= pdf->bottom;
}

/* Turns the page where `height` does not fit below what was drawn. */
static bool ensure(struct pdf *pdf, double height)
{
    if (fits(pdf, height))
        return false;
    new_page(pdf);
    return true;
}

static double line_height(const struct face *face)
{
    return face->size * LINE_HEIGHT;
}

static void draw_text(struct pdf *pdf, const struct face *face, struct corner corner,
                      struct text text, struct color color)
{
    if (!text.length || !pdf->page)
        return;
    HPDF_Page_BeginText(pdf->page);
    HPDF_Page_SetFontAndSize(pdf->page, face->font, (HPDF_REAL)face->size);
    HPDF_Page_SetRGBFill(pdf->page, color.red, color.green, color.blue);
    HPDF_Page_TextOut(pdf->page, (HPDF_REAL)corner.x, (HPDF_REAL)(corner.y - face->size),
                      encode(pdf, utf8_visual(pdf->arena, text)));
    HPDF_Page_EndText(pdf->page);
}

/* Lines below each other, on this page.  Returns where the next one would begin. */
static double draw_lines(struct pdf *pdf, const struct face *face, struct corner corner,
                         const struct lines *lines, struct color color)
{
    for (size_t i = 0; i < lines->count; i++) {
        draw_text(pdf, face, corner, lines->lines[i], color);
        corner.y -= line_height(face);
    }
    return corner.y;
}

static void draw_rule(struct pdf *pdf, double y, double width, struct color color)
{
    if (!pdf->page)
        return;
    HPDF_Page_SetLineWidth(pdf->page, (HPDF_REAL)HAIRLINE);
    HPDF_Page_SetRGBStroke(pdf->page, color.red, color.green, color.blue);
    HPDF_Page_MoveTo(pdf->page, (HPDF_REAL)MARGIN, (HPDF_REAL)y);
    HPDF_Page_LineTo(pdf->page, (HPDF_REAL)(MARGIN + width), (HPDF_REAL)y);
    HPDF_Page_Stroke(pdf->page);
}

static struct measure measure_of(const struct face *face, const struct face *head)
{
    return (struct measure){
        .width = face_width,
        .font = face,
        .head_font = head,
        .gap = COLUMN_GAP,
        .indent = NAME_INDENT,
        .step = 6,
        .most_lines = MOST_CELL_LINES,
    };
}

static struct lines wrap(struct pdf *pdf, const struct face *face, const char *text, double width,
                         size_t most)
{
    struct measure measure = measure_of(face, face);

    return layout_wrap_at_most(pdf->arena, text, width, most, &measure);
}

/* Lines below each other, a page turned between them where it must be. */
static void draw_paragraph(struct pdf *pdf, const struct face *face, const char *text,
                           struct color color)
{
    struct lines lines = wrap(pdf, face, mark(pdf, text), pdf->width, MOST_PARAGRAPH_LINES);

    for (size_t i = 0; i < lines.count; i++) {
        ensure(pdf, line_height(face));
        draw_text(pdf, face, (struct corner){MARGIN, pdf->y}, lines.lines[i], color);
        pdf->y -= line_height(face);
    }
}

/* ---- tables ---- */

/* The table with its texts marked; layout and drawing see the same. */
static struct table marked_table(struct pdf *pdf, const struct table *table)
{
    struct table copy = *table;
    size_t cells = table->row_count * table->column_count;

    copy.columns = arena_allocate(pdf->arena, table->column_count * sizeof *copy.columns);
    copy.cells = arena_allocate(pdf->arena, cells * sizeof *copy.cells);
    for (size_t i = 0; i < table->column_count; i++) {
        copy.columns[i] = table->columns[i];
        copy.columns[i].heading = mark(pdf, layout_heading(pdf->arena, &table->columns[i]));
        copy.columns[i].unit = "";
    }
    for (size_t i = 0; i < cells; i++)
        copy.cells[i] = table->cells[i];
    for (size_t i = 0; i < cells; i++)
        copy.cells[i].text = mark(pdf, table->cells[i].text);
    return copy;
}

/* One row, wrapped. */
struct wrapped_row {
    struct lines *cells; /* one for each column of the panel */
    struct lines name;   /* above the row; count 0: none */
    bool indented;       /* below a name, of this row or of one above */
    size_t most;
    double height;
};

static struct wrapped_row wrap_row(struct pdf *pdf, const struct table *table,
                                   const struct panel *panel, size_t row,
                                   const struct table_layout *layout)
{
    struct wrapped_row wrapped = {
        .cells = arena_allocate(pdf->arena, panel->count * sizeof *wrapped.cells),
    };

    for (size_t i = 0; i < panel->count; i++) {
        const char *text = layout_cell_text(table, row, panel->columns[i].source);
        wrapped.cells[i] =
            wrap(pdf, &pdf->cell, text, panel->columns[i].width, panel->columns[i].most_lines);
        if (wrapped.cells[i].count > wrapped.most)
            wrapped.most = wrapped.cells[i].count;
    }
    wrapped.indented = layout->name_above;
    if (layout->name_above && layout_names_row(table, row))
        wrapped.name =
            wrap(pdf, &pdf->cell, layout_cell_text(table, row, 0), pdf->width, layout->name_lines);
    wrapped.height =
        (double)(wrapped.most + wrapped.name.count) * line_height(&pdf->cell) + 2 * CELL_PADDING;
    return wrapped;
}

/* At the head of a page what repeats stands again. */
static void unrepeat(const struct table *table, size_t row)
{
    for (size_t i = 0; i < table->column_count; i++)
        table->cells[row * table->column_count + i].repeats = false;
}

static struct wrapped_row wrap_heads(struct pdf *pdf, const struct table *table,
                                     const struct panel *panel, bool name_above)
{
    struct wrapped_row wrapped = {
        .cells = arena_allocate(pdf->arena, panel->count * sizeof *wrapped.cells),
    };

    for (size_t i = 0; i < panel->count; i++) {
        const char *text = table->columns[panel->columns[i].source].heading;
        wrapped.cells[i] = wrap(pdf, &pdf->head, text, panel->columns[i].width, MOST_HEAD_LINES);
        if (wrapped.cells[i].count > wrapped.most)
            wrapped.most = wrapped.cells[i].count;
    }
    wrapped.indented = name_above;
    if (name_above)
        wrapped.name =
            wrap(pdf, &pdf->head, table->columns[0].heading, pdf->width, MOST_HEAD_LINES);
    wrapped.height =
        (double)(wrapped.most + wrapped.name.count) * line_height(&pdf->head) + 2 * CELL_PADDING;
    return wrapped;
}

static void draw_number(struct pdf *pdf, const struct layout_column *column, struct corner corner,
                        struct text text, struct color color)
{
    const struct face *face = &pdf->cell;
    struct pieces pieces = layout_split(text);
    double inner = layout_pieces_width(column);

    if (text_is(text, "-") && column->whole[0] > 0) {
        pieces.count = 1;
        pieces.whole[0] = text;
    }
    if (!pieces.count || inner > column->width) {
        corner.x += column->width - face_width(face, text);
        draw_text(pdf, face, corner, text, color);
        return;
    }
    corner.x += column->width - inner;
    for (size_t i = 0; i < pieces.count; i++) {
        corner.x += column->whole[i];
        double start = corner.x - face_width(face, pieces.whole[i]);
        draw_text(pdf, face, (struct corner){start, corner.y}, pieces.whole[i], color);
        draw_text(pdf, face, corner, pieces.rest[i], color);
        corner.x += column->rest[i];
    }
}

static void draw_heads(struct pdf *pdf, const struct table *table, const struct panel *panel,
                       const struct wrapped_row *heads)
{
    double indent = heads->indented ? NAME_INDENT : 0;
    double x = MARGIN + indent;
    struct corner start = {MARGIN, pdf->y - CELL_PADDING};
    double top = draw_lines(pdf, &pdf->head, start, &heads->name, black);

    for (size_t i = 0; i < panel->count; i++) {
        const struct lines *lines = &heads->cells[i];
        bool numeric = table->columns[panel->columns[i].source].numeric;
        double y = top - (double)(heads->most - lines->count) * line_height(&pdf->head);
        for (size_t line = 0; line < lines->count; line++) {
            double room = panel->columns[i].width - face_width(&pdf->head, lines->lines[line]);
            struct corner corner = {x + (numeric ? room : 0), y};
            draw_text(pdf, &pdf->head, corner, lines->lines[line], black);
            y -= line_height(&pdf->head);
        }
        x += panel->columns[i].width + COLUMN_GAP;
    }
    pdf->y -= heads->height;
    draw_rule(pdf, pdf->y, panel->width + indent, grey);
}

static void draw_row(struct pdf *pdf, const struct table *table, const struct panel *panel,
                     const struct wrapped_row *row, const struct cell *cells)
{
    double indent = row->indented ? NAME_INDENT : 0;
    double x = MARGIN + indent;
    struct corner start = {MARGIN, pdf->y - CELL_PADDING};
    double top = draw_lines(pdf, &pdf->cell, start, &row->name, black);

    for (size_t i = 0; i < panel->count; i++) {
        const struct layout_column *column = &panel->columns[i];
        const struct lines *lines = &row->cells[i];
        struct color color = tone_colors[cells[column->source].tone];
        double y = top;
        for (size_t line = 0; line < lines->count; line++) {
            if (table->columns[column->source].numeric)
                draw_number(pdf, column, (struct corner){x, y}, lines->lines[line], color);
            else
                draw_text(pdf, &pdf->cell, (struct corner){x, y}, lines->lines[line], color);
            y -= line_height(&pdf->cell);
        }
        x += column->width + COLUMN_GAP;
    }
    pdf->y -= row->height;
    draw_rule(pdf, pdf->y, panel->width + indent, light_grey);
}

/* The heads stand again on every page that the panel reaches; no row is cut. */
static void draw_panel(struct pdf *pdf, const struct table *table, const struct panel *panel,
                       const struct table_layout *layout)
{
    struct wrapped_row heads = wrap_heads(pdf, table, panel, layout->name_above);

    for (size_t i = 0; i < table->row_count; i++) {
        struct wrapped_row row = wrap_row(pdf, table, panel, i, layout);
        bool turned = ensure(pdf, row.height + (i ? 0 : heads.height));
        if (turned && i) {
            unrepeat(table, i);
            row = wrap_row(pdf, table, panel, i, layout);
        }
        if (!i || turned)
            draw_heads(pdf, table, panel, &heads);
        draw_row(pdf, table, panel, &row, &table->cells[i * table->column_count]);
    }
}

/* Room for the caption, the heads and the first row: they stand on one page. */
static double table_beginning(struct pdf *pdf, const struct table *table,
                              const struct table_layout *layout)
{
    const struct panel *panel = &layout->panels[0];
    double height = *table->caption ? line_height(&pdf->caption) + CELL_PADDING : 0;

    height += wrap_heads(pdf, table, panel, layout->name_above).height;
    if (table->row_count)
        height += wrap_row(pdf, table, panel, 0, layout).height;
    return height;
}

static void draw_table(struct pdf *pdf, const struct table *original)
{
    struct table table = marked_table(pdf, original);
    struct measure measure = measure_of(&pdf->cell, &pdf->head);
    struct table_layout layout = layout_table(pdf->arena, &table, pdf->width, &measure);

    ensure(pdf, table_beginning(pdf, &table, &layout));
    if (*table.caption) {
        draw_paragraph(pdf, &pdf->caption, table.caption, black);
        pdf->y -= CELL_PADDING;
    }
    for (size_t i = 0; i < layout.panel_count; i++) {
        if (i)
            pdf->y -= BLOCK_GAP / 2;
        draw_panel(pdf, &table, &layout.panels[i], &layout);
    }
    if (*table.footnote) {
        pdf->y -= CELL_PADDING;
        draw_paragraph(pdf, &pdf->small, table.footnote, grey);
    }
}

/* ---- the other blocks ---- */

/* What the note is and its code on the left, its text on the right. */
static void draw_note(struct pdf *pdf, const struct note_line *note)
{
    struct lines text = wrap(pdf, &pdf->text, mark(pdf, note->text), pdf->width - NOTE_NAME_WIDTH,
                             MOST_PARAGRAPH_LINES / 5);
    struct lines code = wrap(pdf, &pdf->small, mark(pdf, note->code), NOTE_NAME_WIDTH - COLUMN_GAP,
                             MOST_CELL_LINES);
    double step = line_height(&pdf->text);
    double left = step + (double)code.count * line_height(&pdf->small);
    double right = (double)text.count * step;

    ensure(pdf, (left > right ? left : right) + 2 * CELL_PADDING);
    double y = pdf->y - CELL_PADDING;
    draw_text(pdf, &pdf->name, (struct corner){MARGIN, y}, text_of(note_word(note)), black);
    draw_lines(pdf, &pdf->small, (struct corner){MARGIN, y - step}, &code, grey);
    draw_lines(pdf, &pdf->text, (struct corner){MARGIN + NOTE_NAME_WIDTH, y}, &text, black);
    pdf->y -= (left > right ? left : right) + 2 * CELL_PADDING;
    draw_rule(pdf, pdf->y, pdf->width, light_grey);
}

static void draw_heading(struct pdf *pdf, const char *text)
{
    ensure(pdf, line_height(&pdf->heading) + HEADING_KEEPS);
    draw_paragraph(pdf, &pdf->heading, text, black);
    pdf->y -= CELL_PADDING;
}

static void draw_block(struct pdf *pdf, const struct block *block)
{
    switch (block->kind) {
    case BLOCK_TITLE:
        draw_paragraph(pdf, &pdf->title, block->text, black);
        draw_paragraph(pdf, &pdf->text, block->detail, grey);
        break;
    case BLOCK_HEADING:
        draw_heading(pdf, block->text);
        break;
    case BLOCK_ANSWER:
        draw_paragraph(pdf, &pdf->answer, block->text, black);
        break;
    case BLOCK_TEXT:
        draw_paragraph(pdf, &pdf->text, block->text, black);
        break;
    case BLOCK_TABLE:
        draw_table(pdf, &block->table);
        break;
    case BLOCK_NOTES:
        draw_heading(pdf, block->text);
        for (size_t i = 0; i < block->note_count; i++)
            draw_note(pdf, &block->notes[i]);
        break;
    }
}

static void draw_blocks(struct pdf *pdf, const struct report *report)
{
    for (size_t i = 0; i < report->block_count; i++) {
        bool headed = i && report->blocks[i - 1].kind == BLOCK_HEADING;
        if (i && !headed)
            pdf->y -= BLOCK_GAP;
        draw_block(pdf, &report->blocks[i]);
    }
    if (!pdf->missing)
        return;
    pdf->y -= BLOCK_GAP;
    draw_paragraph(pdf, &pdf->small,
                   "[U+...] is the number of a character that the font does not have.", grey);
}

/* "1 / 3", and the title again, at the foot of every page. */
static void draw_footers(struct pdf *pdf, const char *title)
{
    double y = MARGIN - FOOTER_RISE + pdf->small.size;

    for (size_t i = 0; i < pdf->page_count; i++) {
        struct text number = text_of(arena_format(pdf->arena, "%zu / %zu", i + 1, pdf->page_count));
        double width = face_width(&pdf->small, number);
        struct lines line =
            wrap(pdf, &pdf->small, mark(pdf, title), pdf->width - width - COLUMN_GAP, 1);
        pdf->page = pdf->pages[i];
        draw_text(pdf, &pdf->small, (struct corner){MARGIN, y}, line.lines[0], grey);
        draw_text(pdf, &pdf->small, (struct corner){MARGIN + pdf->width - width, y}, number, grey);
    }
}

/* ---- the document ---- */

/* The file of a font in the first folder that has it, or NULL. */
static const char *find_font(struct arena *arena, const char *const *folders, const char *name)
{
    for (; *folders; folders++) {
        const char *path = arena_format(arena, "%s/%s", *folders, name);
        if (access(path, R_OK) == 0)
            return path;
    }
    return NULL;
}

/*
 * What a reader copies from the page.  libharu writes its encoding's map, which
 * is no map to Unicode (viewers warn or copy nonsense); the codes in the page
 * are UTF-16 already, so that the right one says that each is itself.
 */
static void set_unicode_map(struct pdf *pdf, HPDF_Font regular, HPDF_Font bold)
{
    static const char text[] = "/CIDInit /ProcSet findresource begin\n"
                               "12 dict begin\n"
                               "begincmap\n"
                               "/CIDSystemInfo << /Registry (Adobe) /Ordering (UCS) "
                               "/Supplement 0 >> def\n"
                               "/CMapName /Adobe-Identity-UCS def\n"
                               "/CMapType 2 def\n"
                               "1 begincodespacerange\n<0000> <FFFF>\nendcodespacerange\n"
                               "1 beginbfrange\n<0000> <FFFF> <0000>\nendbfrange\n"
                               "endcmap\n"
                               "CMapName currentdict /CMap defineresource pop\n"
                               "end\nend\n";
    HPDF_Dict map = HPDF_DictStream_New(pdf->document->mmgr, pdf->document->xref);

    if (!map)
        return;
    HPDF_Stream_WriteStr(map->stream, text);
    HPDF_Dict_Add(regular, "ToUnicode", map);
    HPDF_Dict_Add(bold, "ToUnicode", map);
}

static void choose_fonts(struct pdf *pdf, const char *const *folders)
{
    const char *regular_path = find_font(pdf->arena, folders, "DejaVuSans.ttf");
    const char *bold_path = find_font(pdf->arena, folders, "DejaVuSans-Bold.ttf");
    HPDF_Font regular = NULL;
    HPDF_Font bold = NULL;

    if (regular_path && bold_path) {
        HPDF_UseUTFEncodings(pdf->document);
        const char *name = HPDF_LoadTTFontFromFile(pdf->document, regular_path, HPDF_TRUE);
        const char *bold_name = HPDF_LoadTTFontFromFile(pdf->document, bold_path, HPDF_TRUE);
        if (name && bold_name) {
            regular = HPDF_GetFont(pdf->document, name, "UTF-8");
            bold = HPDF_GetFont(pdf->document, bold_name, "UTF-8");
        }
        if (regular && bold) {
            pdf->definition = HPDF_GetFontDef(pdf->document, name);
            set_unicode_map(pdf, regular, bold);
        }
    }
    if (!pdf->definition) {
        /* A font that does not load is no fault of the document's. */
        HPDF_ResetError(pdf->document);
        pdf->error = HPDF_OK;
        regular = HPDF_GetFont(pdf->document, "Helvetica", "WinAnsiEncoding");
        bold = HPDF_GetFont(pdf->document, "Helvetica-Bold", "WinAnsiEncoding");
    }
    pdf->title = (struct face){bold, 18};
    pdf->answer = (struct face){regular, 13};
    pdf->heading = (struct face){bold, 12};
    pdf->caption = (struct face){bold, 10};
    pdf->text = (struct face){regular, 9.5};
    pdf->name = (struct face){bold, 9.5};
    pdf->cell = (struct face){regular, 9};
    pdf->head = (struct face){bold, 9};
    pdf->small = (struct face){regular, 8};
}

/* libharu makes no document with another one. */
static bool is_in_calendar(const HPDF_Date *date)
{
    static const int days[] = {31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31};
    bool leap = (date->year % 4 == 0 && date->year % 100 != 0) || date->year % 400 == 0;

    return date->month >= 1 && date->month <= 12 && date->day >= 1 &&
           date->day <= days[date->month - 1] + (leap && date->month == 2) && date->hour <= 23 &&
           date->minutes <= 59 && date->seconds <= 59;
}

/* Begins as ISO 8601, with a day or an instant; false for anything else. */
static bool parse_date(const char *date, HPDF_Date *parsed)
{
    static const struct {
        size_t at, digits;
    } fields[] = {
        {0,  4},
        {5,  2},
        {8,  2},
        {11, 2},
        {14, 2},
        {17, 2}
    };
    int values[6] = {0, 1, 1, 0, 0, 0};
    size_t length = strlen(date);

    for (size_t i = 0; i < 6 && fields[i].at < length; i++) {
        double value;
        struct text digits = {date + fields[i].at, fields[i].digits};
        if (fields[i].at + fields[i].digits > length || !number_scan_plain(digits, &value) ||
            value < 0) {
            if (i < 3)
                return false;
            break;
        }
        values[i] = (int)value;
    }
    *parsed = (HPDF_Date){
        .year = values[0],
        .month = values[1],
        .day = values[2],
        .hour = values[3],
        .minutes = values[4],
        .seconds = values[5],
        /* Another zone's time is kept as it stands, of no zone. */
        .ind = length > 19 && date[19] != 'Z' ? ' ' : 'Z',
    };
    return length >= 10 && is_in_calendar(parsed);
}

/* Metadata has an encoder of its own; without UTF-8 only Latin letters can be kept. */
static void describe(struct pdf *pdf, const struct emit_context *context)
{
    const char *creator =
        context->version ? arena_format(pdf->arena, "loadstat %s", context->version) : "loadstat";
    HPDF_Date date;

    if (pdf->definition)
        HPDF_SetCurrentEncoder(pdf->document, "UTF-8");
    HPDF_SetInfoAttr(pdf->document, HPDF_INFO_TITLE,
                     encode(pdf, text_of(mark(pdf, context->report->title))));
    HPDF_SetInfoAttr(pdf->document, HPDF_INFO_CREATOR, creator);
    if (context->date && parse_date(context->date, &date)) {
        HPDF_SetInfoDateAttr(pdf->document, HPDF_INFO_CREATION_DATE, date);
        HPDF_SetInfoDateAttr(pdf->document, HPDF_INFO_MOD_DATE, date);
    }
}

/* HPDF_SaveToFile() may call a full disk a success: our own output is checked. */
static void save(struct pdf *pdf, struct output *output)
{
    HPDF_BYTE chunk[16 * 1024];

    if (HPDF_SaveToStream(pdf->document) != HPDF_OK)
        return;
    HPDF_ResetStream(pdf->document);
    for (;;) {
        HPDF_UINT32 size = sizeof chunk;
        HPDF_STATUS status = HPDF_ReadFromStream(pdf->document, chunk, &size);
        if (size)
            output_write(output, (const char *)chunk, size);
        if (status == HPDF_STREAM_EOF || !size)
            break;
        if (status != HPDF_OK)
            return;
    }
    /* The end of the stream is told as an error. */
    if (pdf->error == HPDF_STREAM_EOF)
        pdf->error = HPDF_OK;
}

bool emit_pdf_as_chosen(struct output *output, const struct emit_context *context,
                        const struct pdf_choices *choices)
{
    struct arena arena;
    struct pdf pdf = {.letter = context->letter, .arena = &arena};

    arena_init(&arena);
    pdf.document = HPDF_NewEx(keep_error, allocate, memory_release, 0, &pdf);
    if (pdf.document) {
        if (choices->compressed)
            HPDF_SetCompressionMode(pdf.document, HPDF_COMP_ALL);
        choose_fonts(&pdf, choices->font_folders);
        describe(&pdf, context);
        new_page(&pdf);
        draw_blocks(&pdf, context->report);
        draw_footers(&pdf, context->report->title);
        if (pdf.error == HPDF_OK)
            save(&pdf, output);
        HPDF_Free(pdf.document);
    }
    bool made = pdf.document && pdf.error == HPDF_OK;
    if (!made)
        diag_error(context->diag, STATUS_UNUSABLE, (struct place){0},
                   "cannot make the PDF (libharu error 0x%04lx); use another format",
                   (unsigned long)pdf.error);
    arena_release(&arena);
    return made;
}

bool emit_pdf(struct output *output, const struct emit_context *context)
{
    static const struct pdf_choices choices = {font_folders, true};

    return emit_pdf_as_chosen(output, context, &choices);
}
