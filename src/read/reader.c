#include "reader.h"

#include <string.h>

#include "../base/utf8.h"
#include "../model/run_json.h"
#include "reader_state.h"
#include "retold.h"
#include "rows.h"

enum {
    MOST_PREFIXES = 5,
    MOST_NOTED = 100, /* fragments of a file that are told of one by one */
    LONGEST_NAME = 80,
    LARGEST_DOCUMENT = 512 * 1024 * 1024,
};

/* A file of grep or a service of compose names what it stands before. */
static void take_prefix_name(struct reader *reader, enum prefix kind, struct text name)
{
    const char *known = reader->context.hints.prefix;

    if (!name.length || (known && text_is(name, known)))
        return;
    if (kind == PREFIX_FILE && known)
        reader_close_run(reader);
    reader->context.hints.prefix = utf8_clean(reader->arena, name);
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
        const char *before = reader->context.hints.prefix;
        if (outer.length)
            take_prefix_name(reader, outer_kind, outer);
        if (objects_take(reader, line) || reader_take_known(reader, line, false) ||
            reader_take_request(reader, line)) {
            reader->in_prefixed_block = true;
            reader->prefix_kind = kind;
            return true;
        }
        reader->context.hints.prefix = before;
    }
    return false;
}

/*
 * "nginx 1.24: Requests per second: 812.30 [#/sec]": a figure retold under a
 * name.  It is a fragment of its own, with the name as its label.
 */
static bool take_retold(struct reader *reader, struct text line)
{
    struct builder *builder = &reader->builder;
    bool in_report = builder->run && builder->is_strong && !builder_is_whole(builder);
    size_t colon = text_find(line, ": ");

    if (in_report || !colon || colon > LONGEST_NAME || colon + 2 >= line.length)
        return false;
    struct text rest = text_trim(text_from(line, colon + 2));
    if (!rest.length || !rows_is_known(reader, rest))
        return false;
    reader_close_run(reader);
    reader->context.hints.line = utf8_clean(reader->arena, (struct text){line.start, colon});
    bool taken = reader_take_known(reader, rest, false);
    struct run *run = builder->run;
    reader_close_run(reader);
    if (run)
        reader->readings->items[reader->readings->count - 1].is_retold = true;
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
    if (!rest.length || !rows_is_whole(reader, rest))
        return false;
    reader_close_run(reader);
    reader->context.hints.mark =
        utf8_clean(reader->arena, text_trim((struct text){line.start, comma}));
    return reader_take_known(reader, rest, false);
}

/* A line that is no tool's: a heading, prose, part of a table. */
static void take_other(struct reader *reader, struct text line)
{
    struct builder *builder = &reader->builder;
    enum prefix kind;
    struct text name;
    struct text peeled = line;

    if (!strchr("{}[]\"", line.start[0]))
        objects_forget(reader);
    /* In a block where every line has the sign, "# text" is a comment and no heading. */
    if (builder->run && reader->in_prefixed_block && peel_prefix(&peeled, &kind, &name) &&
        kind == reader->prefix_kind && !builder_is_whole(builder)) {
        if (peeled.length)
            context_take_line(&reader->context, peeled);
        return;
    }
    if (context_take_line(&reader->context, line)) {
        builder->broken = true;
        reader->in_prefixed_block = false;
    }
}

void reader_take_text(struct reader *reader, struct text line)
{
    if (!line.length) {
        context_take_blank(&reader->context);
        rows_take_blank(reader);
        return;
    }
    if (rows_take(reader, line))
        return;
    reader_take_line(reader, line);
}

void reader_take_line(struct reader *reader, struct text line)
{
    if (objects_take(reader, line) || reader_take_known(reader, line, false) ||
        reader_take_request(reader, line) || take_peeled(reader, line) ||
        rows_take_head(reader, line) || take_retold(reader, line) || take_named_row(reader, line))
        return;
    take_other(reader, line);
}

/* ---- our own JSON ---- */

static void add_json_runs(struct reader *reader, struct text json)
{
    struct run_set runs;
    const char *problem;

    run_set_init(&runs, reader->arena);
    reader_close_run(reader);
    if (!run_read_json(json, reader->rules->metrics, &runs, &problem)) {
        diag_warning(reader->rules->diag,
                     (struct place){.file = reader->input->name, .line = reader->line},
                     "%s; the line is passed over", problem);
        return;
    }
    for (size_t i = 0; i < runs.count; i++) {
        rules_add_traits(reader->rules, runs.runs[i]);
        struct reading *reading = reader_add_reading(reader, runs.runs[i]);
        reading->from_json = true;
        reading->hints = reader->context.hints;
    }
}

/* A document over several lines: from here to the end of the file. */
static void take_document(struct reader *reader, const char *first, struct text line)
{
    struct buffer document;

    buffer_init(&document);
    buffer_append_string(&document, first);
    buffer_append_text(&document, line);
    buffer_append_byte(&document, '\n');
    input_rest(reader->input, &document, LARGEST_DOCUMENT);
    add_json_runs(reader, buffer_text(&document));
    buffer_release(&document);
}

static bool take_json(struct reader *reader, struct text raw)
{
    struct text line = text_trim(raw);

    if (text_is(line, "{")) {
        reader->after_brace = true;
        return false;
    }
    bool after_brace = reader->after_brace;
    reader->after_brace = false;
    if (line.start[0] == '{' && run_json_recognize(line)) {
        /* A run is a line; only a document goes on, and it names its generator first. */
        bool is_document = text_find(line, "\"generator\"") < line.length;
        if (is_document && line.start[line.length - 1] != '}')
            take_document(reader, "", line);
        else
            add_json_runs(reader, line);
        return true;
    }
    if (after_brace && text_starts_with(line, "\"schema\"") &&
        text_find(line, "\"loadstat/") < line.length) {
        take_document(reader, "{", line);
        return true;
    }
    return false;
}

/* ---- physical lines ---- */

/* A line of ab -w, as it stands or behind prefixes: its tags are what its rules know it by. */
static bool take_raw(struct reader *reader, struct text line)
{
    enum prefix kind;
    struct text name;

    for (size_t depth = 0; line.length && depth <= MOST_PREFIXES; depth++) {
        bool may_be_raw = *rules_beginning_with(reader->rules, true, (unsigned char)line.start[0]);
        if (may_be_raw && reader_take_known(reader, line, true))
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

static void take_piece(struct reader *reader, struct text raw)
{
    struct text trimmed = text_trim(raw);

    /* Neither is a row: what stands above comes first. */
    if (trimmed.length && (trimmed.start[0] == '{' || trimmed.start[0] == '<'))
        rows_end(reader);
    if (trimmed.length && (trimmed.start[0] == '{' || reader->after_brace) &&
        take_json(reader, trimmed))
        return;
    if (take_raw(reader, trimmed))
        return;
    struct text line = clean_line(raw, &reader->scratch);
    reader_take_text(reader, line);
}

/* Behind the first heading of HTML in a line that begins with markup; 0 where none is. */
static size_t heading_end(struct text line)
{
    if (!line.length || line.start[0] != '<')
        return 0;
    for (size_t i = 1; i + 4 < line.length; i++)
        if (line.start[i] == '<' && line.start[i + 1] == '/' &&
            byte_lower(line.start[i + 2]) == 'h' && byte_is_digit(line.start[i + 3]) &&
            line.start[i + 4] == '>')
            return i + 5;
    return 0;
}

/* "<h2>nginx</h2><pre>This is …": the heading is a line of its own. */
static void take_marked_up(struct reader *reader, struct text line)
{
    struct text rest = text_trim(line);
    size_t end;

    while ((end = heading_end(rest)) > 0 && end < rest.length) {
        take_piece(reader, (struct text){rest.start, end});
        line = text_from(rest, end);
        rest = text_trim(line);
    }
    take_piece(reader, line);
}

/* A carriage return inside a line is a terminal going back to its start. */
static void take_physical_line(struct reader *reader, struct text raw)
{
    struct text piece;

    reader->splits = 0;
    if (reader_take_same_request(reader, raw))
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

/* The run among `list` that a passed-over fragment speaks of: by name, then by place. */
static struct reading *nearest_whole(struct reading *list, size_t count, size_t of)
{
    for (size_t i = of; i < count; i++)
        if (!list[i].is_fragment)
            return &list[i];
    for (size_t i = of; i-- > 0;)
        if (!list[i].is_fragment)
            return &list[i];
    return NULL;
}

/* Several figures under each other; what is retold in a line beside them counts as no run. */
static bool is_part_of_report(const struct reading *reading)
{
    return !reading->is_prose && !reading->is_retold && reading->run->measurement_count >= 2;
}

/* Without a whole report, its parts stand for one; false where there are none, either. */
static bool promote_parts(struct reading *list, size_t count)
{
    bool any = false;

    for (size_t i = 0; i < count; i++)
        any |= is_part_of_report(&list[i]);
    for (size_t i = 0; any && i < count; i++)
        list[i].is_fragment = list[i].is_prose || list[i].is_retold;
    return any;
}

/* Lines that anybody writes are no run, whatever the file holds besides. */
static void drop_prose(struct reader *reader, size_t first)
{
    struct reading_list *list = reader->readings;
    size_t kept = first;

    for (size_t i = first; i < list->count; i++)
        if (!list->items[i].is_prose)
            list->items[kept++] = list->items[i];
    list->count = kept;
}

/*
 * A fragment counts only where its file holds nothing better: a list at the
 * head of a page that repeats its figures is not so many more runs.
 */
static void drop_fragments(struct reader *reader, size_t first)
{
    size_t count = reader->readings->count - first;
    struct reading *list = count ? &reader->readings->items[first] : NULL;
    size_t kept = 0;
    size_t fragments = 0;
    bool any_whole = false;

    for (size_t i = 0; i < count; i++)
        any_whole |= !list[i].is_fragment;
    if (!any_whole && !promote_parts(list, count)) {
        drop_prose(reader, first);
        return;
    }
    for (size_t i = 0; i < count; i++)
        if (list[i].is_fragment && fragments++ < MOST_NOTED)
            retold_note(reader->arena, &list[i], list, count, nearest_whole(list, count, i));
    if (fragments > MOST_NOTED)
        run_warn(nearest_whole(list, count, 0)->run, reader->arena, "passed-over", 0,
                 "figures outside of a report stand at %zu more places and count as no run",
                 fragments - MOST_NOTED);
    for (size_t i = 0; i < count; i++)
        if (!list[i].is_fragment)
            list[kept++] = list[i];
    reader->readings->count = first + kept;
}

void reader_read(struct rules *rules, struct input *input, const struct hints *hints,
                 const struct reader_options *options, struct arena *arena,
                 struct reading_list *readings)
{
    struct reader reader = {
        .rules = rules,
        .input = input,
        .options = options,
        .arena = arena,
        .readings = readings,
    };
    size_t first = readings->count;
    struct text line;

    reader.file = first ? readings->items[first - 1].file + 1 : 0;
    reader.builder.rules = rules;
    reader.builder.arena = arena;
    reader.builder.metrics = rules->metrics;
    readings->stray = NULL;
    context_init(&reader.context, rules, arena);
    reader.context.hints = *hints;
    buffer_init(&reader.scratch);
    rows_init(&reader);
    while (input_line(input, &line)) {
        reader.line = input->line;
        take_physical_line(&reader, line);
        if (reader_in_stream(&reader))
            reader_take_known_requests(&reader);
    }
    rows_end(&reader);
    reader_close_run(&reader);
    drop_fragments(&reader, first);
    rows_release(&reader);
    buffer_release(&reader.scratch);
    context_release(&reader.context);
}
