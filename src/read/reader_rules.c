/* What each kind of rule does with a line of its own. */
#include <string.h>

#include "../base/utf8.h"
#include "reader_state.h"

enum { MOST_SPLITS = 6 };

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
    /* The members of an object stand in any order. */
    bool in_object = builder->run && builder->run == reader->objects.run;
    bool continues = builder->run && builder->format == rule->format &&
                     (in_object || (int)rule->chain > builder->chain) &&
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
    bool repeats =
        is_open && (builder_would_repeat(builder, rule, line) || goes_back(builder, rule));

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
    builder->has_clear_line |= !rule->vague;
    builder->vague_lines += rule->vague;
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

/* Progress lines without their beginning, and the fault that ended them: a run all the same. */
static struct run *open_given_up(struct reader *reader, const struct rule *rule)
{
    struct builder *builder = &reader->builder;

    if (builder->run || rule->inside || !(reader->early_marks & MARK_PROGRESS))
        return NULL;
    reader_open_run(reader, rule->format);
    builder->chain = CHAIN_FRAGMENT;
    builder->is_strong = true;
    return builder->run;
}

static bool take_status(struct reader *reader, const struct rule *rule, struct text line)
{
    struct builder *builder = &reader->builder;
    bool is_open = builder->run && builder->format == rule->format;
    struct run *run = rule->previous ? reader->last_run : is_open ? builder->run : NULL;

    const char *message = message_of(reader, rule, line);
    if (!run && !rule->previous) {
        run = open_given_up(reader, rule);
        is_open = run != NULL;
    }
    if (!run)
        return false;
    /* An error behind a whole report does not unsay it, unless the report itself ends so. */
    if (is_open && !rule->previous && !rule->inside && builder_is_whole(builder)) {
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
    struct rule **list = rules_beginning_with(reader->rules, raw, (unsigned char)line.start[0]);

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
