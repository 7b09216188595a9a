#include "reader.h"

#include <math.h>
#include <string.h>

#include "../base/number.h"
#include "../base/utf8.h"
#include "../model/run_json.h"
#include "builder.h"
#include "clean.h"
#include "reader_state.h"
#include "retold.h"
#include "rows.h"

enum {
    MOST_PREFIXES = 5,
    MOST_SPLITS = 6,
    LONGEST_NAME = 80,
    LARGEST_DOCUMENT = 512 * 1024 * 1024,
};

/* ---- runs ---- */

static struct reading *add_reading(struct reader *reader, struct run *run)
{
    struct reading_list *list = reader->readings;

    list->items = arena_grow(reader->arena, list->items, list->count, &list->capacity,
                             sizeof *list->items);
    struct reading *reading = &list->items[list->count++];
    *reading = (struct reading){.run = run, .file = reader->file};
    return reading;
}

void reader_close_run(struct reader *reader)
{
    struct builder *builder = &reader->builder;

    if (!builder->run)
        return;
    struct run *run = builder->run;
    bool is_fragment = !builder->is_strong && !builder_is_whole(builder);
    struct hints hints = builder->hints;
    builder_close(builder);
    struct reading *reading = add_reading(reader, run);
    reading->hints = hints;
    reading->is_fragment = is_fragment;
    reader->last_run = run;
}

static void apply_context(struct reader *reader)
{
    for (size_t i = 0; i < reader->carried_count; i++)
        builder_set_field(&reader->builder, &reader->carried[i].field, reader->carried[i].unit,
                          text_of(reader->carried[i].text), reader->line);
}

void reader_open_run(struct reader *reader, struct format *format)
{
    struct run *run = arena_allocate(reader->arena, sizeof *run);

    reader_close_run(reader);
    run_init(run);
    builder_open(&reader->builder, run, format, reader->input->name, reader->line);
    reader->builder.hints = context_snapshot(&reader->context);
    reader->builder.marks = reader->early_marks;
    reader->early_marks = 0;
    apply_context(reader);
}

/* ---- rules ---- */

static struct text whole_match(struct reader *reader, struct text line)
{
    struct text match = {line.start, 0};

    pattern_group(&reader->rules->engine, line, 0, &match);
    return match;
}

static void note_hit(struct reader *reader, const struct rule *rule)
{
    struct builder *builder = &reader->builder;

    builder->broken = false;
    builder->first_line.length = 0;
    builder->run->source.line_end = reader->line;
    builder->last_rule = rule->index;
    reader->context.hints.line = NULL;
    reader->context.hints.ruler = NULL;
    reader->context.previous.length = 0;
}

/*
 * Two tools may begin alike ("Running 10s test @ URL"): the line behind says
 * whose run it is, and a run that has no other line yet changes its format.
 */
static bool change_format(struct reader *reader, const struct rule *rule)
{
    struct builder *builder = &reader->builder;
    struct text first = builder->first_line;
    struct hints hints = builder->hints;
    struct format *format = rule->format;

    if (!builder->run || builder->format == format || !first.length)
        return false;
    size_t line = builder->run->source.line;
    for (size_t i = 0; i < format->rule_count; i++) {
        struct rule *begin = format->rules[i];
        if (begin->kind != RULE_BEGIN || begin->chain >= rule->chain ||
            !rule_matches(reader->rules, begin, first))
            continue;
        builder->run = NULL;
        reader_open_run(reader, format);
        builder->hints = hints;
        builder->chain = (int)begin->chain;
        builder_take(builder, begin, first, line);
        builder_add_fingerprint(builder, first);
        builder->run->source.line = line;
        return true;
    }
    return false;
}

static bool take_begin(struct reader *reader, struct rule *rule, struct text line)
{
    struct builder *builder = &reader->builder;

    /* The groups of the match were lost in between. */
    if (change_format(reader, rule) && !rule_matches(reader->rules, rule, line))
        return false;
    bool continues = builder->run && builder->format == rule->format &&
                     (int)rule->chain > builder->chain &&
                     !builder_would_repeat(builder, rule, line);

    if (!continues)
        reader_open_run(reader, rule->format);
    builder->chain = (int)rule->chain;
    builder->is_strong = true;
    builder_take(builder, rule, line, reader->line);
    note_hit(reader, rule);
    if (!continues)
        builder->first_line = text_of(text_copy(reader->arena, line));
    return true;
}

/* Where a fragment's fields come in another order than the tool prints, the next has begun. */
static bool goes_back(const struct builder *builder, const struct rule *rule)
{
    return !builder->is_strong && builder->broken && rule->index < builder->last_rule;
}

/* Whether a line of another format may end the run that is open. */
static bool may_leave(const struct builder *builder)
{
    return !builder->run || builder_is_whole(builder) || builder->run->status == RUN_ABORTED ||
           !builder->is_strong;
}

static bool take_fields(struct reader *reader, struct rule *rule, struct text line)
{
    struct builder *builder = &reader->builder;
    bool is_open = builder->run && builder->format == rule->format;
    bool repeats = is_open && (builder_would_repeat(builder, rule, line) ||
                               goes_back(builder, rule));

    if (rule->inside && (!is_open || repeats))
        return false;
    if (!is_open && !may_leave(builder))
        return false;
    if (!is_open || repeats) {
        reader_open_run(reader, rule->format);
        builder->chain = CHAIN_FRAGMENT;
        /* The groups of the match were lost in between. */
        if (!rule_matches(reader->rules, rule, line))
            return false;
    }
    builder_take(builder, rule, line, reader->line);
    note_hit(reader, rule);
    return true;
}

static const struct capture *first_metric(const struct rule *rule)
{
    for (size_t i = 0; i < rule->capture_count; i++)
        if (rule->captures[i].field.kind == FIELD_METRIC)
            return &rule->captures[i];
    return NULL;
}

/* A copied run gets measurements of its own: those of the other are sorted, and added to. */
static void own_measurements(struct reader *reader, struct run *run)
{
    size_t capacity = run->measurement_count + 1;
    struct measurement *copy = arena_allocate(reader->arena, capacity * sizeof *copy);

    if (run->measurement_count)
        memcpy(copy, run->measurements, run->measurement_count * sizeof *copy);
    run->measurements = copy;
    run->measurement_capacity = capacity;
}

/*
 * "Throughput: 64.84 60.54 58.53": each value is a run of its own; all of
 * them share what was read before.
 */
static bool take_repeat(struct reader *reader, struct rule *rule, struct text line)
{
    struct builder *builder = &reader->builder;
    const struct capture *capture = first_metric(rule);
    struct text values;

    if (!capture || !builder->run || builder->format != rule->format ||
        !pattern_group(&reader->rules->engine, line, capture->group, &values))
        return false;
    struct run shared = *builder->run;
    own_measurements(reader, &shared);
    uint64_t fingerprint = builder->fingerprint;
    struct hints hints = builder->hints;
    struct text cells[MOST_CELLS];
    size_t count = table_split(values, SEPARATOR_BLANK, cells);
    for (size_t i = 0; i < count; i++) {
        if (i > 0) {
            reader_close_run(reader);
            struct run *run = arena_allocate(reader->arena, sizeof *run);
            *run = shared;
            own_measurements(reader, run);
            builder_open(builder, run, rule->format, reader->input->name, reader->line);
            builder->hints = hints;
            builder->fingerprint = fingerprint;
            builder->is_strong = true;
            run->source.line = shared.source.line;
        }
        builder_set_field(builder, &capture->field, rule->unit, cells[i], reader->line);
        builder_add_fingerprint(builder, cells[i]);
        builder->run->source.line_end = reader->line;
    }
    note_hit(reader, rule);
    return true;
}

static bool take_row(struct reader *reader, struct rule *rule, struct text line)
{
    reader_open_run(reader, rule->format);
    if (!rule_matches(reader->rules, rule, line))
        return false;
    reader->builder.is_strong = true;
    builder_take(&reader->builder, rule, line, reader->line);
    note_hit(reader, rule);
    reader_close_run(reader);
    return true;
}

static bool same_field(const struct field *a, const struct field *b)
{
    return a->kind == b->kind && strcmp(a->name, b->name) == 0;
}

/* Each field holds until another context line gives it anew. */
static bool take_carried(struct reader *reader, const struct rule *rule, struct text line)
{
    struct text text;

    reader_close_run(reader);
    for (size_t i = 0; i < rule->capture_count; i++) {
        const struct field *field = &rule->captures[i].field;
        size_t at = 0;
        if (!pattern_group(&reader->rules->engine, line, rule->captures[i].group, &text))
            continue;
        while (at < reader->carried_count && !same_field(&reader->carried[at].field, field))
            at++;
        if (at == MOST_CARRIED)
            continue;
        reader->carried_count += at == reader->carried_count;
        reader->carried[at] = (struct carried){
            .field = *field,
            .unit = rule->unit,
            .text = text_copy(reader->arena, text),
        };
    }
    return true;
}

static const char *message_of(struct reader *reader, const struct rule *rule, struct text line)
{
    struct text text;

    for (size_t i = 0; i < rule->capture_count; i++)
        if (rule->captures[i].field.kind == FIELD_MESSAGE &&
            pattern_group(&reader->rules->engine, line, rule->captures[i].group, &text))
            return utf8_clean(reader->arena, text);
    return utf8_clean(reader->arena, line);
}

static bool take_status(struct reader *reader, const struct rule *rule, struct text line)
{
    struct builder *builder = &reader->builder;
    bool is_open = builder->run && builder->format == rule->format;
    struct run *run = rule->previous ? reader->last_run : is_open ? builder->run : NULL;

    if (!run)
        return false;
    const char *message = message_of(reader, rule, line);
    /* What fails behind a whole report does not unsay it. */
    if (is_open && !rule->previous && builder_is_whole(builder) && builder->stream == NULL &&
        strcmp(rule->format->tool, "ab") == 0) {
        run_warn(run, reader->arena, "failed-after-report", reader->line,
                 "behind its report the tool said: %s", message);
    } else {
        run->status = rule->status;
        run_warn(run, reader->arena, rule->name, reader->line, "the tool said: %s", message);
    }
    if (is_open && !rule->previous)
        note_hit(reader, rule);
    return true;
}

static bool take_label(struct reader *reader, const struct rule *rule, struct text line)
{
    struct text text;

    for (size_t i = 0; i < rule->capture_count; i++) {
        if (rule->captures[i].field.kind != FIELD_LABEL ||
            !pattern_group(&reader->rules->engine, line, rule->captures[i].group, &text))
            continue;
        const char *label = utf8_clean(reader->arena, text);
        if (rule->previous && reader->readings->count)
            reader->readings->items[reader->readings->count - 1].hints.mark = label;
        else
            reader->context.hints.mark = label;
    }
    return true;
}

static bool take_mark(struct reader *reader, const struct rule *rule)
{
    struct builder *builder = &reader->builder;
    bool is_open = builder->run && builder->format == rule->format;

    if (rule->inside && !is_open)
        return false;
    if (is_open) {
        builder->marks |= rule->mark;
        note_hit(reader, rule);
    } else if (!builder->run && rule->mark) {
        /* Of a stream that is not held back: it stands before what it belongs to. */
        reader->early_marks |= rule->mark;
    }
    return is_open || !rule->mark || !builder->run;
}

static bool take_note(struct reader *reader, const struct rule *rule, struct text line)
{
    struct builder *builder = &reader->builder;

    if (!builder->run && !rule->inside)
        reader->readings->stray = message_of(reader, rule, line);
    if (!builder->run || builder->format != rule->format)
        return !builder->run && !rule->inside;
    run_warn(builder->run, reader->arena, rule->name, reader->line, "%s",
             message_of(reader, rule, line));
    note_hit(reader, rule);
    return true;
}

static bool take_within(struct reader *reader, const struct rule *rule)
{
    struct builder *builder = &reader->builder;

    if (!builder->run || builder->format != rule->format)
        return false;
    builder->within = rule->chain;
    note_hit(reader, rule);
    return true;
}

static bool take_rule(struct reader *reader, struct rule *rule, struct text line)
{
    switch (rule->kind) {
    case RULE_BEGIN:
        return take_begin(reader, rule, line);
    case RULE_FIELDS:
        return rule->repeat ? take_repeat(reader, rule, line) : take_fields(reader, rule, line);
    case RULE_ROW:
        return take_row(reader, rule, line);
    case RULE_CONTEXT:
        return take_carried(reader, rule, line);
    case RULE_WITHIN:
        return take_within(reader, rule);
    case RULE_STATUS:
        return take_status(reader, rule, line);
    case RULE_LABEL:
        return take_label(reader, rule, line);
    case RULE_NOTE:
        return take_note(reader, rule, line);
    case RULE_MARK:
        break;
    }
    return take_mark(reader, rule);
}

/* Whether the rule can hold here at all; cheap, before any pattern is tried. */
static bool applies(const struct reader *reader, const struct rule *rule)
{
    const struct builder *builder = &reader->builder;
    bool is_open = builder->run && builder->format == rule->format;

    if (rule->within && (!is_open || builder->within != rule->within))
        return false;
    return !rule->inside || is_open;
}

/* Takes the line by this rule, if it is one of the rule's and the rule holds here. */
static bool try_rule(struct reader *reader, struct rule *rule, struct text line)
{
    if (!applies(reader, rule) || !rule_matches(reader->rules, rule, line))
        return false;
    struct text match = whole_match(reader, line);
    /* A second figure behind the first: columns of several runs, not this line. */
    struct text rest = text_trim(text_from(line, match.length));
    if (reader->joined_cells && rest.length && byte_is_digit(rest.start[0]))
        return false;
    if (!take_rule(reader, rule, line))
        return false;
    reader->last_rule = rule;
    if (rule->then && rest.length && reader->splits++ < MOST_SPLITS)
        reader_take_text(reader, rest);
    return true;
}

/* The rules whose lines can begin so: those of the format that is open, then all others. */
static bool try_rules(struct reader *reader, struct text line, bool raw)
{
    const struct format *open = reader->builder.run ? reader->builder.format : NULL;
    struct rule **list =
        rules_beginning_with(reader->rules, raw, (unsigned char)line.start[0]);

    for (struct rule **rule = list; open && *rule; rule++)
        if ((*rule)->format == open && try_rule(reader, *rule, line))
            return true;
    for (struct rule **rule = list; *rule; rule++)
        if ((*rule)->format != open && try_rule(reader, *rule, line))
            return true;
    return false;
}

bool reader_take_known(struct reader *reader, struct text line, bool raw)
{
    struct rule *before = reader->last_rule;

    if (!line.length)
        return false;
    /* The next line of the report before is the next line of this one, most likely. */
    if (before && before->follower && reader->builder.run &&
        before->follower->format == reader->builder.format &&
        before->follower->format->raw == raw && try_rule(reader, before->follower, line))
        return true;
    if (!try_rules(reader, line, raw))
        return false;
    if (before)
        before->follower = reader->last_rule;
    return true;
}

/* ---- requests ---- */

static void take_request(struct reader *reader, struct request_rule *rule,
                         const struct request *request)
{
    struct builder *builder = &reader->builder;

    if (!builder->run || builder->format != rule->format) {
        reader_open_run(reader, rule->format);
        builder->chain = CHAIN_REQUESTS;
    }
    if (!builder->stream)
        builder->stream = stream_new(reader->options->by_path);
    stream_add(builder->stream, &rule->shape, request);
    builder->run->source.line_end = reader->line;
    if (reader->request_rule != rule)
        reader->recall.count = 0;
    reader->request_rule = rule;
}

/* Whether the line before was a request of the run that is open. */
static bool in_stream(const struct reader *reader)
{
    const struct builder *builder = &reader->builder;

    return reader->request_rule && builder->run && builder->stream &&
           builder->format == reader->request_rule->format;
}

/* The shape that the line before had, tried before anything else. */
static bool try_same_request(struct reader *reader, struct text raw)
{
    struct request_rule *rule = reader->request_rule;
    struct request request = {0};

    if (!in_stream(reader) || !shape_match(&rule->shape, raw, &request) ||
        !shape_path_is_plain(&request))
        return false;
    stream_add(reader->builder.stream, &rule->shape, &request);
    reader->builder.run->source.line_end = reader->line;
    recall_learn(&reader->recall, &rule->shape, raw);
    return true;
}

/* As many requests as stand in the buffer in layouts that are known. */
static void take_known_requests(struct reader *reader)
{
    struct text buffered = input_buffered(reader->input);
    const char *limit = buffered.start + buffered.length;
    const char *at = buffered.start;
    const char *next;
    const struct shape *shape = &reader->request_rule->shape;
    struct request request = {0};
    size_t lines = 0;

    for (; recall_match(&reader->recall, shape, at, limit, &request, &next); at = next, lines++)
        stream_add(reader->builder.stream, shape, &request);
    if (!lines)
        return;
    input_skip(reader->input, (size_t)(at - buffered.start), lines);
    reader->builder.run->source.line_end = reader->input->line;
}

bool reader_take_request(struct reader *reader, struct text line)
{
    const struct builder *builder = &reader->builder;
    struct request request = {0};

    for (size_t i = 0; i < reader->rules->format_count; i++) {
        struct format *format = reader->rules->formats[i];
        for (size_t k = 0; k < format->request_count; k++) {
            struct request_rule *rule = format->requests[k];
            if (rule->inside && (!builder->run || builder->format != format))
                continue;
            if (shape_match(&rule->shape, line, &request)) {
                take_request(reader, rule, &request);
                return true;
            }
        }
    }
    return false;
}

/* ---- lines ---- */

/* {"transactions":100,"availability":…}: one object on one line. */
static bool take_object(struct reader *reader, struct text line)
{
    struct text part;
    bool any = false;

    if (line.start[0] != '{' || text_find(line, "\"transactions\"") == line.length ||
        text_find_byte(line, ',') + 1 >= line.length)
        return false;
    while (text_split(&line, ',', &part)) {
        part = text_trim(part);
        any |= part.length && reader_take_known(reader, part, false);
    }
    return any;
}

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
        if (reader_take_known(reader, line, false) || reader_take_request(reader, line) ||
            take_object(reader, line)) {
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
    reader_close_run(reader);
    return taken;
}

/* A line that is no tool's: a heading, prose, part of a table. */
static void take_other(struct reader *reader, struct text line)
{
    struct builder *builder = &reader->builder;
    enum prefix kind;
    struct text name;
    struct text peeled = line;

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
    if (reader_take_known(reader, line, false) || reader_take_request(reader, line) ||
        take_object(reader, line) || take_peeled(reader, line) || rows_take_head(reader, line) ||
        take_retold(reader, line))
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
        struct reading *reading = add_reading(reader, runs.runs[i]);
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

static void take_piece(struct reader *reader, struct text raw)
{
    struct text trimmed = text_trim(raw);

    if (trimmed.length && (trimmed.start[0] == '{' || reader->after_brace) &&
        take_json(reader, trimmed))
        return;
    bool may_be_raw =
        trimmed.length &&
        *rules_beginning_with(reader->rules, true, (unsigned char)trimmed.start[0]);
    if (may_be_raw && reader_take_known(reader, trimmed, true))
        return;
    struct text line = clean_line(raw, &reader->scratch);
    reader_take_text(reader, line);
}

/* A carriage return inside a line is a terminal going back to its start. */
static void take_physical_line(struct reader *reader, struct text raw)
{
    struct text piece;

    reader->splits = 0;
    if (try_same_request(reader, raw))
        return;
    if (raw.length && raw.start[raw.length - 1] == '\r')
        raw.length--;
    if (text_find_byte(raw, '\r') == raw.length) {
        take_piece(reader, raw);
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

/*
 * A fragment counts only where its file holds nothing better: a list at the
 * head of a page that repeats its figures is not so many more runs.
 */
static void drop_fragments(struct reader *reader, size_t first)
{
    size_t count = reader->readings->count - first;
    struct reading *list = count ? &reader->readings->items[first] : NULL;
    size_t kept = 0;
    bool any_whole = false;

    for (size_t i = 0; i < count; i++)
        any_whole |= !list[i].is_fragment;
    if (!any_whole)
        return;
    for (size_t i = 0; i < count; i++)
        if (list[i].is_fragment)
            retold_note(reader->arena, &list[i], list, count, nearest_whole(list, count, i));
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
        if (in_stream(&reader))
            take_known_requests(&reader);
    }
    rows_end(&reader);
    reader_close_run(&reader);
    drop_fragments(&reader, first);
    rows_release(&reader);
    buffer_release(&reader.scratch);
    context_release(&reader.context);
}
