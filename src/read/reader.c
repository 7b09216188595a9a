#include "reader.h"

#include <string.h>

#include "../base/utf8.h"
#include "assembly.h"
#include "clean.h"
#include "fragments.h"
#include "html_rows.h"
#include "hunk.h"
#include "json_objects.h"
#include "request_lines.h"
#include "rule_lines.h"
#include "saved_runs.h"
#include "label_values.h"
#include "quoted.h"
#include "quoted_printable.h"
#include "tables.h"
#include "wrapping.h"

enum {
    MOST_PREFIXES = 5,
    MOST_SPLITS = 16,  /* lines that one physical line is parted into */
    MOST_RUN_ON = 64,  /* labels of one line behind each other */
    SHORTEST_LINE = 8, /* a label, a colon and a figure */
    LONGEST_NAME = 80,
};

/* The loop's own state, and the parts that lines are offered to. */
struct reader {
    struct assembly assembly;
    struct rule_lines rule_lines;
    struct request_lines request_lines;
    struct saved_runs saved_runs;
    struct json_objects objects;
    struct tables tables;
    struct html_rows html_rows;
    struct label_values label_values;
    struct buffer broken_off; /* the words behind the value of the line before */
    struct wrappings wrappings;
    struct input *input;
    bool in_strings;   /* lines were found in strings: none is taken for a request as it stands */
    bool is_unwrapped; /* the line that is being taken has lost its wrapping */
    struct buffer wrapped; /* the inner part of such a line */
    struct buffer name;    /* what its wrapping calls it */
    struct text piece;     /* the line that is being taken, before it was cleaned */
    struct buffer retold;  /* a report that was read from a string, and how much of it */
    size_t retold_at;      /*   an array of its lines has said again */
    struct quoted_printable mail;
    struct hunk hunk;
    size_t removed, first_removed, last_removed; /* known lines that a diff takes away */
    struct buffer held;   /* the beginning of a line whose end is in the next string */
    bool tables_are_over; /* their rows are being taken: lines are no part of tables now */
    struct buffer scratch;
    size_t splits; /* lines that this physical line was parted into */
    bool in_prefixed_block;
    enum prefix prefix_kind; /* of its lines */
};

static void take_piece(struct reader *reader, struct text raw);
static void take_text(struct reader *reader, struct text line);

static bool take_known(struct reader *reader, struct text line, enum line_origin origin);

/* Where a known line begins in a text of words; its length: nowhere. */
static size_t find_known(struct rules *rules, struct text text)
{
    for (size_t at = 0; at + SHORTEST_LINE <= text.length; at++) {
        struct text rest = text_from(text, at);
        bool is_word = byte_is_letter(text.start[at]) && (!at || byte_is_blank(text.start[at - 1]));
        if (text_find_byte(rest, ':') == rest.length)
            break;
        if (is_word && rules_know(rules, rest))
            return at;
    }
    return text.length;
}

/*
 * "Elapsed time: 0.87 secs Data transferred: 4.19 MB": a label behind the value
 * of another.  One that the line breaks off goes on in the next.
 */
static void take_run_on(struct reader *reader)
{
    /* Behind a line that gives no value stands no second one: a copyright, progress. */
    const struct rule *rule = reader->rule_lines.last_rule;
    bool gives_value = rule && rule->kind != RULE_MARK;
    struct text tail = gives_value ? reader->rule_lines.tail : text_of("");
    size_t at = tail.length ? find_known(reader->assembly.rules, tail) : 0;

    if (at < tail.length) {
        if (reader->splits++ < MOST_RUN_ON)
            take_known(reader, text_from(tail, at), LINE_CLEANED);
        return;
    }
    buffer_clear(&reader->broken_off);
    if (tail.length && tail.length <= LONGEST_NAME)
        buffer_append_text(&reader->broken_off, tail);
}

/* Whether the words that were broken off, from one of them on, and the line are a known line. */
static bool join_label(struct reader *reader, struct text line, struct buffer *joined)
{
    struct text words = buffer_text(&reader->broken_off);

    while (words.length) {
        buffer_clear(joined);
        buffer_append_text(joined, words);
        buffer_append_byte(joined, ' ');
        buffer_append_text(joined, line);
        if (rules_know(reader->assembly.rules, buffer_text(joined)))
            return true;
        /* "secs Response" + "time: 0.00 secs" */
        words = text_trim(text_from(words, text_find_byte(words, ' ')));
    }
    return false;
}

/*
 * Whether the line, which nobody knows, ends the label that the line before
 * began.  Its prefixes go first: the figures of a time are no value.
 */
static bool take_rest_of_label(struct reader *reader, struct text line)
{
    struct buffer joined;
    enum prefix kind;
    struct text name;

    if (!reader->broken_off.length)
        return false;
    while (peel_prefix(&line, &kind, &name))
        continue;
    buffer_init(&joined);
    bool known = line.length && join_label(reader, line, &joined);
    buffer_clear(&reader->broken_off);
    bool taken = known && take_known(reader, buffer_text(&joined), LINE_CLEANED);
    buffer_release(&joined);
    return taken;
}

/* Whether a rule takes the line; what stands behind it is a line of its own. */
static bool take_known(struct reader *reader, struct text line, enum line_origin origin)
{
    struct text rest;

    if (!rule_lines_take(&reader->rule_lines, line, origin, &rest))
        return false;
    if (rest.length && reader->splits++ < MOST_SPLITS && !take_known(reader, rest, LINE_CLEANED))
        take_text(reader, rest);
    else if (!rest.length && origin == LINE_CLEANED)
        take_run_on(reader);
    return true;
}

/* ---- members of objects ---- */

/* Whether the run that is open is the object's. */
static bool object_run_is_open(const struct reader *reader)
{
    return reader->objects.run && reader->assembly.builder.run == reader->objects.run;
}

static void begin_object_run(struct reader *reader, const struct run *run)
{
    json_objects_begin_run(&reader->objects, run);
    reader->rule_lines.object_run = run;
}

static void forget_objects(struct reader *reader)
{
    json_objects_forget(&reader->objects);
    reader->rule_lines.object_run = NULL;
}

static void end_object_run(struct reader *reader)
{
    if (object_run_is_open(reader))
        assembly_close_run(&reader->assembly);
    reader->objects.run = reader->rule_lines.object_run = NULL;
}

static void take_member(struct reader *reader, const struct object_part *part)
{
    struct run_builder *builder = &reader->assembly.builder;

    if (part->is_of_another)
        end_object_run(reader);
    if (!take_known(reader, part->text, LINE_CLEANED) || builder->run == reader->objects.run)
        return;
    begin_object_run(reader, builder->run);
    const char *name = json_objects_name(&reader->objects);
    if (builder->run && name)
        builder->hints.own = name;
}

/* Whether the line holds members of objects that rules know; its braces are seen in any case. */
static bool take_objects(struct reader *reader, struct text line)
{
    struct json_objects *objects = &reader->objects;
    struct object_part part;

    if (!json_objects_may_hold(line) || rules_know_object(reader->assembly.rules, line))
        return false;
    bool known = json_objects_has_members(objects, line);
    while (json_objects_next(objects, &line, &part)) {
        reader->rule_lines.object_run = objects->run;
        if (part.event == OBJECT_MEMBER)
            take_member(reader, &part);
        else if (part.event == OBJECT_ENDED)
            end_object_run(reader);
        else if (part.event == OBJECT_NAMED && object_run_is_open(reader))
            reader->assembly.builder.hints.own = json_objects_name(objects);
    }
    return known;
}

/* ---- lines behind prefixes and names ---- */

/* A file of grep or a service of compose names what it stands before. */
static void take_prefix_name(struct reader *reader, enum prefix kind, struct text name)
{
    const char *known = reader->assembly.surroundings.hints.prefix;

    if (!name.length || (known && text_is(name, known)))
        return;
    if (kind == PREFIX_FILE && known)
        assembly_close_run(&reader->assembly);
    reader->assembly.surroundings.hints.prefix = utf8_clean(reader->assembly.arena, name);
}

static bool take_peeled(struct reader *reader, struct text line)
{
    enum prefix kind;
    struct text name;
    struct text outer = {NULL, 0};
    enum prefix outer_kind = PREFIX_QUOTE;

    for (size_t depth = 0; depth < MOST_PREFIXES && peel_prefix(&line, &kind, &name); depth++) {
        if (name.length && !outer.length) {
            outer = name;
            outer_kind = kind;
        }
        if (!line.length)
            return false;
        const char *before = reader->assembly.surroundings.hints.prefix;
        if (outer.length)
            take_prefix_name(reader, outer_kind, outer);
        if (take_objects(reader, line) || take_known(reader, line, LINE_CLEANED) ||
            request_lines_take(&reader->request_lines, line)) {
            reader->in_prefixed_block = true;
            reader->prefix_kind = kind;
            return true;
        }
        reader->assembly.surroundings.hints.prefix = before;
    }
    return false;
}

/*
 * "nginx 1.24: Requests per second: 812.30 [#/sec]": a figure behind a
 * name.  It is a fragment of its own, with the name as its label.
 */
static bool take_behind_name(struct reader *reader, struct text line)
{
    struct run_builder *builder = &reader->assembly.builder;
    bool in_report = builder->run && builder->is_strong && !run_builder_is_whole(builder);
    size_t colon = text_find(line, ": ");

    if (in_report || !colon || colon > LONGEST_NAME || colon + 2 >= line.length)
        return false;
    struct text rest = text_trim(text_from(line, colon + 2));
    if (!rest.length || !rules_know(reader->assembly.rules, rest))
        return false;
    assembly_close_run(&reader->assembly);
    reader->assembly.surroundings.hints.own =
        utf8_clean(reader->assembly.arena, (struct text){line.start, colon});
    bool taken = take_known(reader, rest, LINE_CLEANED);
    struct reading *reading = assembly_close_run(&reader->assembly);
    if (reading)
        reading->is_behind_name = true;
    return taken;
}

/*
 * "nginx, 2014-02-25 14:49:55, 91090, …": a row of siege.log behind a column of
 * names that somebody put in front.
 */
static bool take_named_row(struct reader *reader, struct text line)
{
    size_t comma = text_find_byte(line, ',');

    if (!comma || comma > LONGEST_NAME || comma + 1 >= line.length)
        return false;
    struct text rest = text_trim(text_from(line, comma + 1));
    if (!rest.length || !rules_know_row(reader->assembly.rules, rest))
        return false;
    assembly_close_run(&reader->assembly);
    reader->assembly.surroundings.hints.own =
        utf8_clean(reader->assembly.arena, text_trim((struct text){line.start, comma}));
    return take_known(reader, rest, LINE_CLEANED);
}

/* A line that is no tool's: a heading, prose, part of a table. */
static void take_other(struct reader *reader, struct text line)
{
    struct run_builder *builder = &reader->assembly.builder;
    enum prefix kind;
    struct text name;
    struct text peeled = line;

    if (!strchr("{}[]\"", line.start[0]))
        forget_objects(reader);
    /* In a block where every line has the sign, "# text" is a comment and no heading. */
    if (builder->run && reader->in_prefixed_block && peel_prefix(&peeled, &kind, &name) &&
        kind == reader->prefix_kind && !run_builder_is_whole(builder)) {
        if (peeled.length)
            surroundings_take_line(&reader->assembly.surroundings, peeled);
        return;
    }
    if (surroundings_take_line(&reader->assembly.surroundings, line)) {
        builder->broken = true;
        reader->in_prefixed_block = false;
    }
}

/* ---- lines behind wrappings ---- */

/* Lines that were kept as strings; `last` is the end of the text, which ends a line or not. */
static void take_wrapped_lines(struct reader *reader, bool ends_lines)
{
    struct text rest = buffer_text(&reader->wrapped);
    struct text line;

    while (text_split(&rest, '\n', &line)) {
        bool is_last = !rest.start;
        if (!is_last || (!ends_lines && line.length))
            take_piece(reader, line);
        else if (line.length)
            buffer_append_text(&reader->held, line);
    }
}

/* "stdout_lines" says line by line what "stdout" has said in one string. */
static bool is_retold(struct reader *reader, struct text text)
{
    struct text rest = text_from(buffer_text(&reader->retold), reader->retold_at);
    struct text line;

    if (!rest.length)
        return false;
    text_split(&rest, '\n', &line);
    if (!text_equal(text_trim(line), text_trim(text))) {
        buffer_clear(&reader->retold);
        reader->retold_at = 0;
        return false;
    }
    reader->retold_at =
        rest.start ? (size_t)(rest.start - reader->retold.bytes) : reader->retold.length;
    return true;
}

/* The bar behind the text, with the blanks and the line end around it. */
static void strip_bar(struct buffer *buffer)
{
    struct text text = text_trim(buffer_text(buffer));

    if (text.length && text.start[text.length - 1] == '|')
        buffer->bytes[text.start + text.length - 1 - buffer->bytes] = ' ';
}

/* The inner part of the line goes to `wrapped`; false where it is a key and no line. */
static bool unwrap(struct reader *reader, const struct unwrapped *unwrapped)
{
    char quote = unwrapped->wrapping->quote;
    size_t used = unwrapped->text.length;

    buffer_clear(&reader->wrapped);
    buffer_append_text(&reader->wrapped, buffer_text(&reader->held));
    if (quote)
        used = quoted_decode(unwrapped->text, quote, &reader->wrapped);
    else
        buffer_append_text(&reader->wrapped, unwrapped->text);
    if (unwrapped->has_bars)
        strip_bar(&reader->wrapped);
    return !quote || !text_starts_with(text_trim(text_from(unwrapped->text, used)), ":");
}

static void take_inner(struct reader *reader, const struct unwrapped *unwrapped)
{
    struct text inner = buffer_text(&reader->wrapped);

    buffer_clear(&reader->held);
    if (unwrapped->wrapping->quote && is_retold(reader, inner))
        return;
    buffer_clear(&reader->name);
    wrapping_append_name(unwrapped, &reader->name);
    assembly_select_stream(&reader->assembly, buffer_text(&reader->name));
    reader->is_unwrapped = true;
    if (unwrapped->wrapping->quote)
        take_wrapped_lines(reader, reader->wrappings.ends_lines);
    else
        take_piece(reader, inner);
    reader->is_unwrapped = false;
}

/* Whether the line has lost a wrapping, and was taken. */
static bool take_wrapped(struct reader *reader, struct text line)
{
    struct unwrapped unwrapped;

    if (reader->is_unwrapped || !line.length ||
        !wrappings_take(&reader->wrappings, line, &unwrapped) || !unwrap(reader, &unwrapped))
        return false;
    take_inner(reader, &unwrapped);
    return true;
}

/* The same before the line is cleaned: strings and markup are taken as they stand. */
static bool take_wrapped_raw(struct reader *reader, struct text line)
{
    return reader->wrappings.count && !reader->is_unwrapped &&
           take_wrapped(reader, clean_escapes(line, &reader->scratch));
}

/* A report in the strings of one line. */
static bool take_quoted_report(struct reader *reader)
{
    if (reader->is_unwrapped || reader->tables_are_over ||
        !quoted_find_report(reader->assembly.rules, reader->piece, &reader->wrapped))
        return false;
    reader->in_strings = true;
    buffer_clear(&reader->retold);
    buffer_append_text(&reader->retold, buffer_text(&reader->wrapped));
    reader->retold_at = 0;
    reader->is_unwrapped = true;
    take_wrapped_lines(reader, false);
    reader->is_unwrapped = false;
    return true;
}

/* What a terminal printed, as a recording keeps it: in pieces that end anywhere. */
static bool take_recorded(struct reader *reader, struct text line)
{
    struct text rest;

    if (reader->is_unwrapped || !quoted_is_recorded(line, &rest))
        return false;
    reader->in_strings = true;
    buffer_clear(&reader->wrapped);
    buffer_append_text(&reader->wrapped, buffer_text(&reader->held));
    buffer_clear(&reader->held);
    quoted_decode(rest, '"', &reader->wrapped);
    reader->is_unwrapped = true;
    take_wrapped_lines(reader, true);
    reader->is_unwrapped = false;
    return true;
}

/* The last line of a recording may lack its end. */
static void take_held(struct reader *reader)
{
    if (!reader->held.length)
        return;
    reader->is_unwrapped = true;
    take_piece(reader, buffer_text(&reader->held));
    reader->is_unwrapped = false;
}

static bool learns(struct reader *reader, struct text line, enum wrapped_content content)
{
    if (reader->is_unwrapped || reader->tables_are_over ||
        !wrappings_learn(&reader->wrappings, line, reader->assembly.line,
                         input_buffered(reader->input), content))
        return false;
    assembly_adopt_run(&reader->assembly);
    return true;
}

/* Whether the line holds strings, as the lines below do: they are read as they stand. */
static bool take_newly_quoted(struct reader *reader)
{
    if (reader->is_unwrapped)
        return false;
    if (text_find_byte(reader->piece, '"') == reader->piece.length &&
        text_find_byte(reader->piece, '\'') == reader->piece.length)
        return false;
    if (take_quoted_report(reader))
        return true;
    if (!learns(reader, reader->piece, WRAPPED_STRINGS))
        return false;
    reader->in_strings = true;
    return take_wrapped(reader, reader->piece);
}

/* Whether what stands in front of the line is a wrapping, as the lines below show. */
static bool take_newly_wrapped(struct reader *reader, struct text line)
{
    return learns(reader, line, WRAPPED_LINES) &&
           (take_wrapped_raw(reader, reader->piece) || take_wrapped(reader, line));
}

/* ---- logical lines ---- */

/* Whether the line is the value of the label above it. */
static bool take_value(struct reader *reader, struct text line)
{
    struct buffer joined;

    if (!reader->label_values.label.length)
        return false;
    buffer_init(&joined);
    bool taken = label_values_join(&reader->label_values, line, &joined) &&
                 take_known(reader, buffer_text(&joined), LINE_CLEANED);
    buffer_release(&joined);
    return taken;
}

/* A label of the report that is open is no head of a table, whatever stands behind it. */
static bool take_missing(struct reader *reader, struct text line)
{
    return label_values_is_missing(&reader->label_values, line) &&
           label_values_take(&reader->label_values, line);
}

/* A cleaned line that is no table's: rules, requests, prefixes, surroundings. */
static void take_line(struct reader *reader, struct text line)
{
    if (take_value(reader, line))
        return;
    if (take_objects(reader, line) || take_known(reader, line, LINE_CLEANED) ||
        take_rest_of_label(reader, line) || take_newly_quoted(reader) ||
        request_lines_take(&reader->request_lines, line) || take_newly_wrapped(reader, line) ||
        take_peeled(reader, line) || take_missing(reader, line) ||
        (!reader->tables_are_over && tables_begin_under_head(&reader->tables, line)) ||
        take_behind_name(reader, line) || take_named_row(reader, line) ||
        label_values_take(&reader->label_values, line))
        return;
    take_other(reader, line);
}

/* `above`: what stood above the table. */
static void take_logical_line(struct reader *reader, const struct logical_line *line,
                              const struct hints *above)
{
    struct assembly *assembly = &reader->assembly;

    assembly->line = line->number;
    switch (line->kind) {
    case LOGICAL_COLUMN_BEGINS:
        assembly_close_run(assembly);
        assembly->surroundings.hints = *above;
        break;
    case LOGICAL_COLUMN_ENDS:
        assembly_close_run(assembly);
        break;
    case LOGICAL_CELL:
        if (!take_known(reader, text_of(line->text), LINE_CLEANED) && line->name)
            assembly->surroundings.hints.cell = utf8_clean(assembly->arena, text_of(line->name));
        break;
    case LOGICAL_ROW:
        if (!(line->text && take_known(reader, text_of(line->text), LINE_OF_CELLS)) &&
            !(line->value &&
              tables_take_pair(&reader->tables, text_of(line->name), text_of(line->value))))
            take_line(reader, text_of(line->row));
        break;
    }
}

/* The rows that tables have left, once they are over. */
static void take_logical_lines(struct reader *reader)
{
    struct logical_lines *queue = &reader->tables.queue;
    struct hints above = reader->assembly.surroundings.hints;
    size_t line = reader->assembly.line;

    reader->tables_are_over = true;
    for (size_t i = 0; i < queue->count; i++)
        take_logical_line(reader, &queue->items[i], &above);
    reader->tables_are_over = false;
    reader->assembly.line = line;
    logical_lines_clear(queue);
}

static void end_tables(struct reader *reader)
{
    tables_end(&reader->tables);
    if (reader->tables.queue.count)
        take_logical_lines(reader);
}

static void take_blank(struct reader *reader)
{
    surroundings_take_blank(&reader->assembly.surroundings);
    if (reader->tables_are_over)
        return;
    tables_take_blank(&reader->tables);
    if (reader->tables.queue.count)
        take_logical_lines(reader);
}

/* Whether the line is part of a table, which it goes on with or begins. */
static bool take_table_line(struct reader *reader, struct text line)
{
    if (reader->tables_are_over)
        return false;
    if (tables_continue(&reader->tables, line))
        return true;
    end_tables(reader);
    return tables_begin(&reader->tables, line);
}

/* A cleaned line. */
static void take_text(struct reader *reader, struct text line)
{
    if (!line.length)
        take_blank(reader);
    else if (!take_wrapped(reader, line) && !take_table_line(reader, line))
        take_line(reader, line);
}

/* ---- physical lines ---- */

/* A line of ab -w, as it stands or behind prefixes: its tags are what its rules know it by. */
static bool take_raw(struct reader *reader, struct text line)
{
    enum prefix kind;
    struct text name;

    for (size_t depth = 0; line.length && depth <= MOST_PREFIXES; depth++) {
        bool may_be_raw =
            *rules_beginning_with(reader->assembly.rules, true, (unsigned char)line.start[0]);
        if (may_be_raw && take_known(reader, line, LINE_RAW))
            return true;
        if (text_find_byte(line, '<') == line.length)
            return false;
        if (line.start[0] == '\x1b' || line.start[0] == '`')
            line = text_trim(text_from(line, 1));
        else if (!peel_prefix(&line, &kind, &name))
            return false;
    }
    return false;
}

/* A line without a wrapping, where others have one: of the same report, or of none. */
static void leave_stream(struct reader *reader)
{
    struct run_builder *builder = &reader->assembly.builder;

    if (!builder->run || run_builder_is_whole(builder))
        assembly_select_stream(&reader->assembly, (struct text){"", 0});
}

/* "```" or "```console": what begins or ends a block of code in Markdown. */
static bool is_code_fence(struct text line)
{
    enum { LONGEST_LANGUAGE = 20 };

    if (!text_starts_with(line, "```") && !text_starts_with(line, "~~~"))
        return false;
    for (size_t i = 3; i < line.length; i++)
        if (byte_is_blank(line.start[i]) || (line.start[i] == '`' && line.start[i - 1] != '`'))
            return false;
    return line.length <= 3 + LONGEST_LANGUAGE;
}

/* Whether the line is of a table in HTML; a tool's own HTML is read by its rules. */
static bool is_of_html_row(const struct reader *reader, struct text line)
{
    const struct run_builder *builder = &reader->assembly.builder;

    if (builder->run && builder->format->raw && !run_builder_is_whole(builder))
        return false;
    return html_rows_concern(&reader->html_rows, line);
}

/* Rows of HTML come as rows with bars; what stands behind the last of them is left in *line. */
static void take_html_rows(struct reader *reader, struct text *line)
{
    struct html_rows *rows = &reader->html_rows;
    struct text rest;

    while (html_rows_continue(rows, *line, &rest)) {
        *line = rest;
        if (rows->is_ready)
            take_text(reader, clean_line(html_rows_take(rows), &reader->scratch));
    }
}

static void take_piece(struct reader *reader, struct text raw)
{
    struct text trimmed = text_trim(raw);

    /* What is unwrapped belongs to the line that it was in. */
    if (!reader->is_unwrapped)
        reader->piece = trimmed;
    if (take_wrapped_raw(reader, trimmed) || take_recorded(reader, trimmed))
        return;
    if (reader->assembly.stream && !reader->is_unwrapped && trimmed.length)
        leave_stream(reader);
    /* Neither is a row: what stands above comes first. */
    bool is_html_row = is_of_html_row(reader, trimmed);
    if (trimmed.length && !is_html_row && (trimmed.start[0] == '{' || trimmed.start[0] == '<'))
        end_tables(reader);
    if (trimmed.length && saved_runs_take(&reader->saved_runs, trimmed))
        return;
    if (take_raw(reader, trimmed))
        return;
    if (is_html_row) {
        take_html_rows(reader, &trimmed);
        raw = trimmed;
        if (!raw.length)
            return;
    }
    if (is_code_fence(trimmed)) {
        surroundings_take_code_fence(&reader->assembly.surroundings);
        take_blank(reader);
        return;
    }
    take_text(reader, clean_line(raw, &reader->scratch));
}

static bool tag_at(struct text line, size_t at, const char *name)
{
    size_t length = strlen(name);

    return line.length - at > length &&
           text_is_ignoring_case((struct text){line.start + at, length}, name) &&
           !byte_is_letter(line.start[at + length]) && !byte_is_digit(line.start[at + length]);
}

/* Behind the tag at `at`. */
static size_t tag_end(struct text line, size_t at)
{
    size_t close = text_find_byte(text_from(line, at), '>');

    return at + close < line.length ? at + close + 1 : line.length;
}

/* Where a page would begin a new line, were it printed: in front of rows, behind the rest. */
static size_t markup_break(struct text line)
{
    static const char *const closing[] = {"<br",  "<p",   "</p",  "</h1", "</h2",
                                          "</h3", "</h4", "</h5", "</h6"};

    for (size_t at = 0; at < line.length; at++) {
        if (line.start[at] != '<')
            continue;
        if (at > 0 && tag_at(line, at, "<tr"))
            return at;
        for (size_t i = 0; i < sizeof closing / sizeof closing[0]; i++)
            if (tag_at(line, at, closing[i]))
                return tag_end(line, at);
    }
    return line.length;
}

/* A page may be one line: "<h2>nginx</h2><pre>This is …", "<tr><th>…</tr><tr><th>…". */
static void take_marked_up(struct reader *reader, struct text line)
{
    struct text rest = text_trim(line);
    size_t end;

    bool is_page = rest.length && rest.start[0] == '<';

    while (is_page && (end = markup_break(rest)) < rest.length) {
        take_piece(reader, (struct text){rest.start, end});
        line = text_from(rest, end);
        rest = text_trim(line);
    }
    take_piece(reader, line);
}

/* Whether the line is a diff's own, or one that it takes away; others lose their sign. */
static bool is_of_diff(struct reader *reader, struct text *line)
{
    enum hunk_line kind = hunk_take(&reader->hunk, line);

    reader->wrappings.in_hunk = kind == HUNK_KEPT;
    switch (kind) {
    case HUNK_HEAD:
        return true;
    case HUNK_REMOVED:
        if (!rules_know(reader->assembly.rules, text_trim(*line)))
            return true;
        if (!reader->removed++)
            reader->first_removed = reader->assembly.line;
        reader->last_removed = reader->assembly.line;
        return true;
    case HUNK_NONE:
    case HUNK_KEPT:
        break;
    }
    return false;
}

/* What a diff takes away is no part of the report, but it was there to be read. */
static void say_what_was_removed(const struct reader *reader)
{
    const struct reading_list *list = reader->assembly.readings;

    if (reader->removed && list->count && reader->assembly.last_run)
        run_warn(reader->assembly.last_run, reader->assembly.arena, "diff-removed",
                 reader->first_removed,
                 "lines %zu to %zu are of a diff, which takes %zu known ones of them away; "
                 "the newer file is read",
                 reader->first_removed, reader->last_removed, reader->removed);
}

/* A carriage return inside a line is a terminal going back to its start. */
static void take_physical_line(struct reader *reader, struct text raw)
{
    struct text piece;

    reader->splits = 0;
    if (!reader->in_strings && request_lines_take_same(&reader->request_lines, raw))
        return;
    if (!quoted_printable_take(&reader->mail, &raw) || is_of_diff(reader, &raw))
        return;
    if (raw.length && raw.start[raw.length - 1] == '\r')
        raw.length--;
    if (text_find_byte(raw, '\r') == raw.length) {
        take_marked_up(reader, raw);
        return;
    }
    while (text_split(&raw, '\r', &piece))
        if (text_trim(piece).length)
            take_piece(reader, piece);
}

static void reader_init(struct reader *reader, struct input *input,
                        const struct reader_options *options)
{
    struct assembly *assembly = &reader->assembly;

    assembly->file = input->name;
    reader->rule_lines.assembly = assembly;
    reader->request_lines.assembly = assembly;
    reader->request_lines.by_path = options->by_path;
    reader->saved_runs.assembly = assembly;
    reader->saved_runs.input = input;
    reader->input = input;
    html_rows_init(&reader->html_rows);
    json_objects_init(&reader->objects, assembly->rules, assembly->arena);
    tables_init(&reader->tables, assembly, options->keep_columns);
    label_values_init(&reader->label_values, assembly);
    buffer_init(&reader->broken_off);
    wrappings_init(&reader->wrappings, assembly->rules);
    buffer_init(&reader->wrapped);
    buffer_init(&reader->name);
    buffer_init(&reader->held);
    buffer_init(&reader->retold);
    quoted_printable_init(&reader->mail);
    buffer_init(&reader->scratch);
}

static void reader_release(struct reader *reader)
{
    buffer_release(&reader->scratch);
    quoted_printable_release(&reader->mail);
    buffer_release(&reader->retold);
    buffer_release(&reader->held);
    buffer_release(&reader->name);
    buffer_release(&reader->wrapped);
    buffer_release(&reader->broken_off);
    label_values_release(&reader->label_values);
    wrappings_release(&reader->wrappings);
    tables_release(&reader->tables);
    html_rows_release(&reader->html_rows);
    assembly_release(&reader->assembly);
}

/* The run that the line is part of, or the nearest above, or else below it, is warned of a cut. */
static void note_cut_line(const struct reading_list *readings, size_t first, size_t line,
                          struct arena *arena)
{
    struct run *nearest = NULL;

    for (size_t i = first; i < readings->count; i++) {
        struct run *run = readings->items[i].run;
        if (!nearest || run->source.line <= line)
            nearest = run;
    }
    if (nearest)
        run_warn(nearest, arena, "line-cut", line,
                 "line %zu is longer than 1 MiB; what stands beyond that was not read", line);
}

void reader_read(struct rules *rules, struct input *input, const struct hints *hints,
                 const struct reader_options *options, struct arena *arena,
                 struct reading_list *readings)
{
    struct reader reader = {0};
    size_t first = readings->count;
    size_t cut_line = 0; /* the first that was; 0: none */
    struct text line;

    readings->stray = NULL;
    assembly_init(&reader.assembly, rules, arena, readings, hints);
    reader_init(&reader, input, options);
    while (input_line(input, &line)) {
        reader.assembly.line = input->line;
        if (!cut_line && input->cut_lines)
            cut_line = input->line;
        take_physical_line(&reader, line);
        if (!reader.in_strings && request_lines_are_open(&reader.request_lines))
            request_lines_take_buffered(&reader.request_lines, input);
    }
    take_held(&reader);
    end_tables(&reader);
    label_values_end(&reader.label_values);
    assembly_close_all(&reader.assembly);
    say_what_was_removed(&reader);
    fragments_drop(readings, first, arena);
    if (cut_line)
        note_cut_line(readings, first, cut_line, arena);
    reader_release(&reader);
}
