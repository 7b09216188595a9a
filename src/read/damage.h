/*
 * For tests only: what happens to a log between the tool and loadstat, as
 * functions from a text to a text.
 */
#ifndef LOADSTAT_READ_DAMAGE_H
#define LOADSTAT_READ_DAMAGE_H

#include <stdbool.h>
#include <string.h>

#include "../base/text.h"
#include "../base/utf8.h"

typedef void damage_function(struct text text, struct buffer *out);

/* Calls `line_damage` for each line; the last line end is kept as it was. */
static inline void damage_lines(struct text text, struct buffer *out,
                                void (*line_damage)(struct text line, struct buffer *out))
{
    struct text line;

    while (text_split(&text, '\n', &line)) {
        if (!text.start && !line.length)
            break;
        line_damage(line, out);
        buffer_append_byte(out, '\n');
    }
}

static inline bool is_blank_line(struct text line)
{
    return text_trim(line).length == 0;
}

/* ---- blanks ---- */

static inline void collapse_line(struct text line, struct buffer *out)
{
    bool blank = true;

    line = text_trim(line);
    for (size_t i = 0; i < line.length; i++) {
        bool here = byte_is_blank(line.start[i]);
        if (!here || !blank)
            buffer_append_byte(out, here ? ' ' : line.start[i]);
        blank = here;
    }
}

static inline void damage_collapse(struct text text, struct buffer *out)
{
    damage_lines(text, out, collapse_line);
}

static inline void damage_remove_blank_lines(struct text text, struct buffer *out)
{
    struct text line;

    while (text_split(&text, '\n', &line)) {
        if (is_blank_line(line))
            continue;
        buffer_append_text(out, line);
        buffer_append_byte(out, '\n');
    }
}

static inline void space_line(struct text line, struct buffer *out)
{
    buffer_append_text(out, line);
    buffer_append_byte(out, '\n');
}

static inline void damage_add_blank_lines(struct text text, struct buffer *out)
{
    damage_lines(text, out, space_line);
}

static inline void crlf_line(struct text line, struct buffer *out)
{
    buffer_append_text(out, line);
    buffer_append_byte(out, '\r');
}

static inline void damage_crlf(struct text text, struct buffer *out)
{
    damage_lines(text, out, crlf_line);
}

static inline void pad_line(struct text line, struct buffer *out)
{
    buffer_append_text(out, line);
    buffer_append_repeated(out, ' ', line.length < 100 ? 100 - line.length : 4);
}

static inline void damage_pad(struct text text, struct buffer *out)
{
    damage_lines(text, out, pad_line);
}

static inline void indent_line(struct text line, struct buffer *out)
{
    buffer_append_string(out, "    ");
    buffer_append_text(out, line);
}

static inline void damage_indent(struct text text, struct buffer *out)
{
    damage_lines(text, out, indent_line);
}

static inline void hard_blanks(struct text text, struct buffer *out, const char *blank)
{
    for (size_t i = 0; i < text.length; i++) {
        if (text.start[i] == ' ')
            buffer_append_string(out, blank);
        else
            buffer_append_byte(out, text.start[i]);
    }
}

static inline void damage_no_break_spaces(struct text text, struct buffer *out)
{
    hard_blanks(text, out, "\xc2\xa0");
}

static inline void damage_latin1_blanks(struct text text, struct buffer *out)
{
    hard_blanks(text, out, "\xa0");
}

static inline void damage_wide_blanks(struct text text, struct buffer *out)
{
    hard_blanks(text, out, "\xe3\x80\x80");
}

static inline void damage_no_final_newline(struct text text, struct buffer *out)
{
    while (text.length && text.start[text.length - 1] == '\n')
        text.length--;
    buffer_append_text(out, text);
}

/* ---- prefixes ---- */

#define PREFIX_DAMAGE(name, prefix)                                                                \
    static inline void prefix_line_##name(struct text line, struct buffer *out)                    \
    {                                                                                              \
        buffer_append_string(out, prefix);                                                         \
        buffer_append_text(out, line);                                                             \
    }                                                                                              \
    static inline void damage_prefix_##name(struct text text, struct buffer *out)                  \
    {                                                                                              \
        damage_lines(text, out, prefix_line_##name);                                               \
    }

PREFIX_DAMAGE(quote, "> ")
PREFIX_DAMAGE(quotes, "> > ")
PREFIX_DAMAGE(slashes, "// ")
PREFIX_DAMAGE(hash, "# ")
PREFIX_DAMAGE(bar, "| ")
PREFIX_DAMAGE(star, " * ")
PREFIX_DAMAGE(service, "bench_1  | ")
PREFIX_DAMAGE(time, "2026-03-02T10:15:33.97Z ")
PREFIX_DAMAGE(stream, "2026-03-02T10:15:33.970112233Z stdout F ")
PREFIX_DAMAGE(lone_stream, "stdout F ")
PREFIX_DAMAGE(syslog, "Mar  2 10:15:33 bench-host ab[1234]: ")
PREFIX_DAMAGE(file, "results/nginx.log:")
PREFIX_DAMAGE(file_line, "nginx.log:12:")
PREFIX_DAMAGE(clock, "[10:15:33] ")
PREFIX_DAMAGE(tabs, "\t\t")
PREFIX_DAMAGE(terraform, "module.load.null_resource.bench (remote-exec): ")
PREFIX_DAMAGE(job, "bench\tRun ab\t2026-03-02T10:15:03.1234567Z ")
PREFIX_DAMAGE(pod, "[pod/bench-7d9f8c6b5-x2k9p/ab] ")
PREFIX_DAMAGE(logger, "2026-03-02 10:15:03,123 - bench - INFO - ")

/* ---- strings ---- */

/* As JSON writes it; bytes that are no UTF-8 stay as they are. */
static inline void append_string_literal(struct text text, struct buffer *out)
{
    static const char escaped[] = "\"\\\n\t\r\x1b";
    static const char *const escapes[] = {"\\\"", "\\\\", "\\n", "\\t", "\\r", "\\u001b"};

    buffer_append_byte(out, '"');
    for (size_t i = 0; i < text.length; i++) {
        char byte = text.start[i];
        const char *found = byte ? strchr(escaped, byte) : NULL;
        if (found)
            buffer_append_string(out, escapes[found - escaped]);
        else
            buffer_append_byte(out, byte);
    }
    buffer_append_byte(out, '"');
}

static inline void array_line(struct text line, struct buffer *out)
{
    buffer_append_string(out, "        ");
    append_string_literal(line, out);
    buffer_append_byte(out, ',');
}

static inline void damage_string_array(struct text text, struct buffer *out)
{
    buffer_append_string(out, "ok: [host1] => {\n    \"ab.stdout_lines\": [\n");
    damage_lines(text, out, array_line);
    buffer_append_string(out, "    ]\n}\n");
}

static inline void json_log_line(struct text line, struct buffer *out)
{
    struct buffer whole;

    buffer_init(&whole);
    buffer_append_text(&whole, line);
    buffer_append_byte(&whole, '\n');
    buffer_append_string(out, "{\"log\":");
    append_string_literal(buffer_text(&whole), out);
    buffer_append_string(out, ",\"stream\":\"stdout\",\"time\":\"2026-03-02T10:15:03.97Z\"}");
    buffer_release(&whole);
}

static inline void damage_json_log(struct text text, struct buffer *out)
{
    damage_lines(text, out, json_log_line);
}

static inline void logfmt_line(struct text line, struct buffer *out)
{
    buffer_append_string(out, "time=\"2026-03-02T10:15:03Z\" level=info msg=");
    append_string_literal(line, out);
}

static inline void damage_logfmt(struct text text, struct buffer *out)
{
    damage_lines(text, out, logfmt_line);
}

static inline void damage_one_string(struct text text, struct buffer *out)
{
    buffer_append_string(out, "host1 | CHANGED => {\"changed\": true, \"stdout\": ");
    append_string_literal(text, out);
    buffer_append_string(out, "}\n");
}

/* ---- diffs ---- */

static inline void added_line(struct text line, struct buffer *out)
{
    buffer_append_byte(out, '+');
    buffer_append_text(out, line);
}

static inline void damage_added(struct text text, struct buffer *out)
{
    size_t lines = 0;

    for (size_t i = 0; i < text.length; i++)
        lines += text.start[i] == '\n';
    lines += text.length && text.start[text.length - 1] != '\n';
    buffer_append_format(out, "--- /dev/null\n+++ b/result.txt\n@@ -0,0 +1,%zu @@\n", lines);
    damage_lines(text, out, added_line);
}

/* ---- markup ---- */

/* Where the value behind a label begins; 0: the line is no label with a value. */
static inline size_t value_at_colon(struct text line)
{
    size_t colon = text_find_byte(line, ':');
    size_t at = colon + 1;

    if (!line.length || colon == 0 || colon >= line.length || colon > 24 ||
        !byte_is_letter(line.start[0]))
        return 0;
    for (size_t i = 0; i < colon; i++)
        if (!byte_is_letter(line.start[i]) && !strchr(" -/", line.start[i]))
            return 0;
    while (at < line.length && byte_is_blank(line.start[at]))
        at++;
    return at;
}

static inline void bold_line(struct text line, struct buffer *out)
{
    struct text trimmed = text_trim(line);
    size_t at = value_at_colon(trimmed);

    if (!at) {
        buffer_append_text(out, line);
        return;
    }
    struct text label = text_trim((struct text){trimmed.start, at});
    buffer_append_string(out, "**");
    buffer_append_text(out, label);
    buffer_append_string(out, "** ");
    buffer_append_text(out, text_from(trimmed, at));
}

static inline void damage_bold(struct text text, struct buffer *out)
{
    damage_lines(text, out, bold_line);
}

static inline void bold_bullet_line(struct text line, struct buffer *out)
{
    if (!is_blank_line(line))
        buffer_append_string(out, "- ");
    bold_line(line, out);
}

static inline void damage_bold_bullets(struct text text, struct buffer *out)
{
    damage_lines(text, out, bold_bullet_line);
}

static inline void bold_value_line(struct text line, struct buffer *out)
{
    struct text trimmed = text_trim(line);
    size_t at = value_at_colon(trimmed);

    if (!at || at == trimmed.length) {
        buffer_append_text(out, line);
        return;
    }
    buffer_append_text(out, (struct text){trimmed.start, at});
    buffer_append_string(out, "**");
    buffer_append_text(out, text_from(trimmed, at));
    buffer_append_string(out, "**");
}

static inline void damage_bold_values(struct text text, struct buffer *out)
{
    damage_lines(text, out, bold_value_line);
}

static inline void damage_fence(struct text text, struct buffer *out)
{
    buffer_append_string(out, "```\n");
    buffer_append_text(out, text);
    buffer_append_string(out, "\n```\n");
}

static inline void br_line(struct text line, struct buffer *out)
{
    buffer_append_text(out, line);
    buffer_append_string(out, "<br/>");
}

static inline void damage_br(struct text text, struct buffer *out)
{
    damage_lines(text, out, br_line);
}

static inline void append_entities(struct text text, struct buffer *out, bool blanks)
{
    for (size_t i = 0; i < text.length; i++) {
        char byte = text.start[i];
        if (byte == '<')
            buffer_append_string(out, "&lt;");
        else if (byte == '>')
            buffer_append_string(out, "&gt;");
        else if (byte == '&')
            buffer_append_string(out, "&amp;");
        else if (byte == '"')
            buffer_append_string(out, "&quot;");
        else if (byte == ' ' && blanks)
            buffer_append_string(out, "&nbsp;");
        else
            buffer_append_byte(out, byte);
    }
}

static inline void damage_pre(struct text text, struct buffer *out)
{
    buffer_append_string(out, "<pre>");
    append_entities(text, out, false);
    buffer_append_string(out, "</pre>\n");
}

static inline void damage_nbsp_entities(struct text text, struct buffer *out)
{
    append_entities(text, out, true);
}

static inline void list_item_line(struct text line, struct buffer *out)
{
    buffer_append_string(out, "<li>");
    append_entities(line, out, false);
    buffer_append_string(out, "</li>");
}

static inline void damage_html_list(struct text text, struct buffer *out)
{
    buffer_append_string(out, "<ul>\n");
    damage_lines(text, out, list_item_line);
    buffer_append_string(out, "</ul>\n");
}

static inline void backtick_line(struct text line, struct buffer *out)
{
    bool blank = is_blank_line(line);

    buffer_append_string(out, blank ? "" : "`");
    buffer_append_text(out, line);
    buffer_append_string(out, blank ? "" : "`");
}

static inline void damage_backticks(struct text text, struct buffer *out)
{
    damage_lines(text, out, backtick_line);
}

/* ---- terminals ---- */

#define AROUND_DAMAGE(name, before, after)                                                         \
    static inline void around_line_##name(struct text line, struct buffer *out)                    \
    {                                                                                              \
        buffer_append_string(out, before);                                                         \
        buffer_append_text(out, line);                                                             \
        buffer_append_string(out, after);                                                          \
    }                                                                                              \
    static inline void damage_around_##name(struct text text, struct buffer *out)                  \
    {                                                                                              \
        damage_lines(text, out, around_line_##name);                                               \
    }

AROUND_DAMAGE(colour, "\x1b[0;34m", "\x1b[0m")
AROUND_DAMAGE(colour_cut_in_front, "[0;34m", "\x1b[0m")
AROUND_DAMAGE(colour_cut_to_the_m, "34m", "\x1b[0m")
AROUND_DAMAGE(colour_cut_behind, "\x1b[0;34m", "\x1b[0")
AROUND_DAMAGE(colour_cut_to_esc, "\x1b[1m", "\x1b")
AROUND_DAMAGE(erase, "\x1b[2K\r", "\x1b[K")
AROUND_DAMAGE(title, "\x1b]0;bench\a", "")

/* The label alone in colour, as scripts print it. */
static inline void colour_value_line(struct text line, struct buffer *out)
{
    struct text trimmed = text_trim(line);
    size_t at = value_at_colon(trimmed);

    if (!at || at == trimmed.length) {
        buffer_append_text(out, line);
        return;
    }
    buffer_append_text(out, (struct text){trimmed.start, at});
    buffer_append_string(out, "\x1b[32m");
    buffer_append_text(out, text_from(trimmed, at));
    buffer_append_string(out, "\x1b[0m");
}

static inline void damage_colour_values(struct text text, struct buffer *out)
{
    damage_lines(text, out, colour_value_line);
}

/* ---- figures ---- */

/* Whether a label's value is a figure that people write with separators. */
static inline bool is_figure_line(struct text line, size_t *at)
{
    static const char *const names[] = {"Server", "Document Path", "SSL",        "TLS",    "Date",
                                        "HTTP",   "Host",          "User-Agent", "Content"};

    *at = value_at_colon(line);
    if (!*at || *at == line.length || !byte_is_digit(line.start[*at]))
        return false;
    for (size_t i = 0; i < sizeof names / sizeof names[0]; i++)
        if (text_starts_with(line, names[i]))
            return false;
    return true;
}

/* "12345.67" as "12,345.67", or "12.345,67" with the two signs exchanged. */
static inline size_t append_figure(struct text line, size_t at, struct buffer *out,
                                   const char *thousands, char decimal)
{
    size_t digits = 0;

    while (at + digits < line.length && byte_is_digit(line.start[at + digits]))
        digits++;
    for (size_t i = 0; i < digits; i++) {
        if (i && (digits - i) % 3 == 0)
            buffer_append_string(out, thousands);
        buffer_append_byte(out, line.start[at + i]);
    }
    at += digits;
    if (at + 1 < line.length && line.start[at] == '.' && byte_is_digit(line.start[at + 1])) {
        buffer_append_byte(out, decimal);
        at++;
        while (at < line.length && byte_is_digit(line.start[at]))
            buffer_append_byte(out, line.start[at++]);
    }
    return at;
}

/* The first figure behind a label, or with `all` every one of the line. */
static inline void separate(struct text line, struct buffer *out, const char *thousands,
                            char decimal, bool all)
{
    struct text trimmed = text_trim(line);
    size_t at;

    if (!is_figure_line(trimmed, &at)) {
        buffer_append_text(out, line);
        return;
    }
    buffer_append_text(out, (struct text){trimmed.start, at});
    at = append_figure(trimmed, at, out, thousands, decimal);
    while (at < trimmed.length) {
        if (all && byte_is_digit(trimmed.start[at]) && byte_is_blank(trimmed.start[at - 1]))
            at = append_figure(trimmed, at, out, "", decimal);
        else
            buffer_append_byte(out, trimmed.start[at++]);
    }
}

static inline void thousands_line(struct text line, struct buffer *out)
{
    separate(line, out, ",", '.', false);
}

static inline void damage_thousands(struct text text, struct buffer *out)
{
    damage_lines(text, out, thousands_line);
}

/* ab prints its table of times in whole ms; "3.004" in it could be 3 ms and is left alone. */
static inline bool is_row_of_times(struct text line)
{
    static const char *const names[] = {"Connect:", "Processing:", "Waiting:", "Total:"};

    for (size_t i = 0; i < sizeof names / sizeof names[0]; i++)
        if (text_starts_with(text_trim(line), names[i]))
            return true;
    return false;
}

static inline void thousands_blank_line(struct text line, struct buffer *out)
{
    separate(line, out, is_row_of_times(line) ? "" : " ", '.', false);
}

static inline void damage_thousands_blanks(struct text text, struct buffer *out)
{
    damage_lines(text, out, thousands_blank_line);
}

static inline void thousands_narrow_line(struct text line, struct buffer *out)
{
    separate(line, out, "\xe2\x80\xaf", ',', true);
}

static inline void damage_thousands_narrow_blanks(struct text text, struct buffer *out)
{
    damage_lines(text, out, thousands_narrow_line);
}

static inline void apostrophe_line(struct text line, struct buffer *out)
{
    separate(line, out, "'", '.', false);
}

static inline void damage_apostrophes(struct text text, struct buffer *out)
{
    damage_lines(text, out, apostrophe_line);
}

static inline void decimal_comma_line(struct text line, struct buffer *out)
{
    separate(line, out, "", ',', true);
}

static inline void damage_decimal_commas(struct text text, struct buffer *out)
{
    damage_lines(text, out, decimal_comma_line);
}

static inline void german_line(struct text line, struct buffer *out)
{
    separate(line, out, is_row_of_times(line) ? "" : ".", ',', true);
}

static inline void damage_german_figures(struct text text, struct buffer *out)
{
    damage_lines(text, out, german_line);
}

static inline void comment_line(struct text line, struct buffer *out, const char *comment)
{
    struct text trimmed = text_trim(line);
    size_t at = value_at_colon(trimmed);
    size_t percent = text_find(trimmed, "% ");

    buffer_append_text(out, line);
    if ((at && at < trimmed.length) || (percent > 0 && percent <= 3))
        buffer_append_string(out, comment);
}

static inline void hash_comment_line(struct text line, struct buffer *out)
{
    comment_line(line, out, "   # as before");
}

static inline void damage_hash_comments(struct text text, struct buffer *out)
{
    damage_lines(text, out, hash_comment_line);
}

static inline void arrow_comment_line(struct text line, struct buffer *out)
{
    comment_line(line, out, "  <-- note this");
}

static inline void damage_arrow_comments(struct text text, struct buffer *out)
{
    damage_lines(text, out, arrow_comment_line);
}

static inline void bracket_comment_line(struct text line, struct buffer *out)
{
    comment_line(line, out, " (without the cache)");
}

static inline void damage_bracket_comments(struct text text, struct buffer *out)
{
    damage_lines(text, out, bracket_comment_line);
}

/* ---- the other stream, prose, encodings ---- */

static inline bool is_progress(struct text line)
{
    return text_starts_with(line, "Completed ") || text_starts_with(line, "Finished ");
}

/* ab's progress lines arrive late: they stand inside the report, one in every other line. */
static inline void damage_late_progress(struct text text, struct buffer *out)
{
    struct text progress = text;
    struct text body = text;
    struct text line;
    size_t number = 0;

    while (text_split(&body, '\n', &line)) {
        if (is_progress(line) || (!body.start && !line.length))
            continue;
        buffer_append_text(out, line);
        buffer_append_byte(out, '\n');
        struct text late = {NULL, 0};
        while (text_starts_with(line, "Server ") && text_split(&progress, '\n', &late) &&
               !is_progress(late))
            continue;
        if (late.start && is_progress(late)) {
            buffer_append_text(out, late);
            buffer_append_byte(out, '\n');
        }
        number++;
    }
    while (text_split(&progress, '\n', &line)) {
        if (!is_progress(line))
            continue;
        buffer_append_text(out, line);
        buffer_append_byte(out, '\n');
    }
}

static inline void noise_line(struct text line, struct buffer *out)
{
    buffer_append_text(out, line);
    buffer_append_string(out, "\nkernel: [ 1234.5] nf_conntrack: table full, dropping packet");
}

static inline void damage_noise(struct text text, struct buffer *out)
{
    damage_lines(text, out, noise_line);
}

static inline void damage_prose(struct text text, struct buffer *out)
{
    buffer_append_string(out,
                         "Last Tuesday we measured both servers again, since the figures of the "
                         "old page were wrong.\nThe machine was idle, and each run was made "
                         "three times.\n\n");
    buffer_append_text(out, text);
    buffer_append_string(out, "\n\nAs one can see, it is fast enough: about 100 requests per "
                              "second would do for us.\nThat is why we stay with it.\n");
}

static inline void damage_mark(struct text text, struct buffer *out)
{
    buffer_append_string(out, "\xef\xbb\xbf");
    buffer_append_text(out, text);
}

/* A byte that is no UTF-8 stands for the Latin-1 character, as converters read it. */
static inline void to_utf16(struct text text, struct buffer *out, bool big)
{
    const char *at = text.start;
    const char *end = text.start + text.length;

    /* The text is terminated, so that utf8_next() finds an end. */
    buffer_append(out, big ? "\xfe\xff" : "\xff\xfe", 2);
    while (at < end) {
        uint32_t character = (unsigned char)*at;
        size_t length = character < 0x80 ? 1 : character < 0xe0 ? 2 : character < 0xf0 ? 3 : 4;
        const char *next = at;
        bool is_valid = (size_t)(end - at) >= length && utf8_is_valid((struct text){at, length});
        if (is_valid)
            character = utf8_next(&next);
        at = is_valid ? next : at + 1;
        uint32_t units[2] = {character, 0};
        if (character >= 0x10000) {
            units[0] = 0xd800 + ((character - 0x10000) >> 10);
            units[1] = 0xdc00 + ((character - 0x10000) & 0x3ff);
        }
        for (size_t i = 0; i < 2 && (i == 0 || units[1]); i++) {
            char bytes[2] = {(char)(units[i] & 0xff), (char)(units[i] >> 8)};
            buffer_append_byte(out, bytes[big]);
            buffer_append_byte(out, bytes[!big]);
        }
    }
}

static inline void damage_utf16_little(struct text text, struct buffer *out)
{
    to_utf16(text, out, false);
}

static inline void damage_utf16_big(struct text text, struct buffer *out)
{
    to_utf16(text, out, true);
}

/* "> " before every line, then CRLF: damages meet each other. */
static inline void quoted_crlf_line(struct text line, struct buffer *out)
{
    buffer_append_string(out, "> ");
    collapse_line(line, out);
    buffer_append_byte(out, '\r');
}

static inline void damage_quoted_collapsed_crlf(struct text text, struct buffer *out)
{
    damage_lines(text, out, quoted_crlf_line);
}

static const struct damage {
    const char *name;
    damage_function *apply;
    bool loses; /* figures may become unreadable, but not wrong */
} damages[] = {
    {"blanks collapsed",           damage_collapse,                   false},
    {"blank lines removed",        damage_remove_blank_lines,         false},
    {"blank lines between",        damage_add_blank_lines,            false},
    {"crlf",                       damage_crlf,                       false},
    {"padded",                     damage_pad,                        false},
    {"indented",                   damage_indent,                     false},
    {"no-break spaces",            damage_no_break_spaces,            false},
    {"latin-1 blanks",             damage_latin1_blanks,              false},
    {"wide blanks",                damage_wide_blanks,                false},
    {"no final newline",           damage_no_final_newline,           false},
    {"prefix >",                   damage_prefix_quote,               false},
    {"prefix > >",                 damage_prefix_quotes,              false},
    {"prefix //",                  damage_prefix_slashes,             false},
    {"prefix #",                   damage_prefix_hash,                false},
    {"prefix |",                   damage_prefix_bar,                 false},
    {"prefix *",                   damage_prefix_star,                false},
    {"prefix bench_1 |",           damage_prefix_service,             false},
    {"prefix time",                damage_prefix_time,                false},
    {"prefix time stdout F",       damage_prefix_stream,              false},
    {"prefix stdout F",            damage_prefix_lone_stream,         false},
    {"prefix syslog",              damage_prefix_syslog,              false},
    {"prefix file:",               damage_prefix_file,                false},
    {"prefix file:12:",            damage_prefix_file_line,           false},
    {"prefix [10:15:33]",          damage_prefix_clock,               false},
    {"prefix tabs",                damage_prefix_tabs,                false},
    {"prefix of terraform",        damage_prefix_terraform,           false},
    {"prefix of a CI job",         damage_prefix_job,                 false},
    {"prefix of a pod",            damage_prefix_pod,                 false},
    {"prefix of a logger",         damage_prefix_logger,              false},
    {"array of strings",           damage_string_array,               false},
    {"JSON log",                   damage_json_log,                   false},
    {"logfmt",                     damage_logfmt,                     false},
    {"one string",                 damage_one_string,                 false},
    {"added by a diff",            damage_added,                      false},
    {"bold labels",                damage_bold,                       false},
    {"bold labels in bullets",     damage_bold_bullets,               false},
    {"bold values",                damage_bold_values,                false},
    {"code fence",                 damage_fence,                      false},
    {"<br/>",                      damage_br,                         false},
    {"<pre> with entities",        damage_pre,                        false},
    {"&nbsp;",                     damage_nbsp_entities,              false},
    {"<li>",                       damage_html_list,                  false},
    {"backticks",                  damage_backticks,                  false},
    {"colour",                     damage_around_colour,              false},
    {"colour cut in front",        damage_around_colour_cut_in_front, false},
    {"colour cut to 34m",          damage_around_colour_cut_to_the_m, false},
    {"colour cut behind",          damage_around_colour_cut_behind,   false},
    {"colour cut to esc",          damage_around_colour_cut_to_esc,   false},
    {"erased lines",               damage_around_erase,               false},
    {"terminal titles",            damage_around_title,               false},
    {"coloured values",            damage_colour_values,              false},
    {"thousands separators",       damage_thousands,                  false},
    {"thousands parted by blanks", damage_thousands_blanks,           true },
    {"thousands as the French do", damage_thousands_narrow_blanks,    true },
    {"thousands as the Swiss do",  damage_apostrophes,                true },
    {"decimal commas",             damage_decimal_commas,             false},
    {"points and commas swapped",  damage_german_figures,             false},
    {"# comments",                 damage_hash_comments,              false},
    {"<-- comments",               damage_arrow_comments,             false},
    {"(comments)",                 damage_bracket_comments,           false},
    {"late progress",              damage_late_progress,              false},
    {"noise between",              damage_noise,                      false},
    {"prose around",               damage_prose,                      false},
    {"byte-order mark",            damage_mark,                       false},
    {"utf-16 little",              damage_utf16_little,               false},
    {"utf-16 big",                 damage_utf16_big,                  false},
    {"quoted, collapsed and crlf", damage_quoted_collapsed_crlf,      false},
};

enum { DAMAGE_COUNT = sizeof damages / sizeof damages[0] };

#endif
