#include "rule_lines.h"

#include <string.h>

#include "../base/utf8.h"
#include "cells.h"

static struct text whole_match(struct assembly *assembly, struct text line)
{
    struct text match = {line.start, 0};

    pattern_group(&assembly->rules->engine, line, 0, &match);
    return match;
}

static void note_hit(struct assembly *assembly, const struct rule *rule)
{
    struct run_builder *builder = &assembly->builder;

    builder->broken = false;
    builder->first_line.length = 0;
    builder->run->source.line_end = assembly->line;
    builder->last_rule = rule->index;
    surroundings_go_on(&assembly->surroundings);
}

/*
 * Two tools may begin alike ("Running 10s test @ URL"): the line behind says
 * whose run it is, and a run that has no other line yet changes its format.
 */
static bool change_format(struct assembly *assembly, const struct rule *rule)
{
    struct run_builder *builder = &assembly->builder;
    struct text first = builder->first_line;
    struct hints hints = builder->hints;
    struct format *format = rule->format;

    bool is_settled = builder->run && builder->format->is_users && !format->is_users;
    if (!builder->run || is_settled || builder->format == format || !first.length)
        return false;
    size_t line = builder->run->source.line;
    for (size_t i = 0; i < format->rule_count; i++) {
        struct rule *begin = format->rules[i];
        if (begin->kind != RULE_BEGIN || begin->chain >= rule->chain ||
            !rule_matches(assembly->rules, begin, first))
            continue;
        builder->run = NULL;
        assembly_open_run(assembly, format);
        builder->hints = hints;
        builder->chain = (int)begin->chain;
        run_builder_take(builder, begin, first, line);
        run_builder_add_fingerprint(builder, first);
        builder->run->source.line = line;
        return true;
    }
    return false;
}

/* Notes the built-in formats whose runs may begin with the line that began a user's run. */
static void shadow_formats(struct rule_lines *lines, struct text line, enum line_origin origin)
{
    struct rules *rules = lines->assembly->rules;
    struct rule **list =
        rules_beginning_with(rules, origin == LINE_RAW, (unsigned char)line.start[0]);

    lines->shadowing_run = lines->assembly->builder.run;
    lines->shadowed_count = 0;
    for (struct rule **rule = list; *rule && lines->shadowed_count < MOST_SHADOWED; rule++)
        if ((*rule)->kind == RULE_BEGIN && !(*rule)->format->is_users &&
            rule_matches(rules, *rule, line))
            lines->shadowed[lines->shadowed_count++] = (*rule)->format;
}

static bool is_shadowed(const struct rule_lines *lines, const struct format *format)
{
    const struct run *run = lines->assembly->builder.run;

    for (size_t i = 0; run && run == lines->shadowing_run && i < lines->shadowed_count; i++)
        if (lines->shadowed[i] == format)
            return true;
    return false;
}

static bool take_begin(struct rule_lines *lines, struct rule *rule, struct text line)
{
    struct assembly *assembly = lines->assembly;
    struct run_builder *builder = &assembly->builder;

    /* The groups of the match were lost in between. */
    if (change_format(assembly, rule) && !rule_matches(assembly->rules, rule, line))
        return false;
    /* The members of an object stand in any order. */
    bool in_object = builder->run && builder->run == lines->object_run;
    bool continues = builder->run && builder->format == rule->format &&
                     (in_object || (int)rule->chain > builder->chain) &&
                     !run_builder_would_repeat(builder, rule, line);

    if (!continues)
        assembly_open_run(assembly, rule->format);
    builder->chain = (int)rule->chain;
    builder->is_strong = true;
    run_builder_take(builder, rule, line, assembly->line);
    note_hit(assembly, rule);
    if (!continues)
        builder->first_line = text_of(text_copy(assembly->arena, line));
    return true;
}

/* Where a fragment's fields come in another order than the tool prints, the next has begun. */
static bool goes_back(const struct run_builder *builder, const struct rule *rule)
{
    return !builder->is_strong && builder->broken && rule->index < builder->last_rule;
}

/* Whether a line of another format may end the run that is open. */
static bool may_leave(const struct run_builder *builder)
{
    return !builder->run || run_builder_is_whole(builder) || builder->run->status == RUN_ABORTED ||
           !builder->is_strong;
}

static const struct capture *first_metric(const struct rule *rule)
{
    for (size_t i = 0; i < rule->capture_count; i++)
        if (rule->captures[i].field.kind == FIELD_METRIC)
            return &rule->captures[i];
    return NULL;
}

/*
 * Opens the run of a field that the one before has already.  Below the same
 * header lines stand the figures of several runs.
 */
static void open_next(struct assembly *assembly, const struct rule *rule, bool shares_header)
{
    struct run *before = assembly->builder.run;

    assembly_open_run(assembly, rule->format);
    assembly->builder.chain = CHAIN_FRAGMENT;
    if (!shares_header)
        return;
    assembly->builder.run->target = before->target;
    assembly->builder.run->config = before->config;
}

static bool take_fields(struct assembly *assembly, struct rule *rule, struct text line)
{
    struct run_builder *builder = &assembly->builder;
    bool is_open = builder->run && builder->format == rule->format;
    bool repeats =
        is_open && (run_builder_would_repeat(builder, rule, line) || goes_back(builder, rule));

    if (rule->inside && (!is_open || repeats))
        return false;
    if (!is_open && !may_leave(builder))
        return false;
    if (!is_open || repeats) {
        open_next(assembly, rule,
                  repeats && !builder->broken && !run_builder_is_whole(builder) &&
                      first_metric(rule));
        /* The groups of the match were lost in between. */
        if (!rule_matches(assembly->rules, rule, line))
            return false;
    }
    run_builder_take(builder, rule, line, assembly->line);
    builder->has_clear_line |= !rule->vague;
    builder->vague_lines += rule->vague;
    note_hit(assembly, rule);
    return true;
}

/* A copied run gets measurements of its own: those of the other are sorted, and added to. */
static void own_measurements(struct assembly *assembly, struct run *run)
{
    size_t capacity = run->measurement_count + 1;
    struct measurement *copy = arena_allocate(assembly->arena, capacity * sizeof *copy);

    if (run->measurement_count)
        memcpy(copy, run->measurements, run->measurement_count * sizeof *copy);
    run->measurements = copy;
    run->measurement_capacity = capacity;
}

/*
 * "Throughput: 64.84 60.54 58.53": each value is a run of its own; all of
 * them share what was read before.
 */
static bool take_repeat(struct assembly *assembly, struct rule *rule, struct text line)
{
    struct run_builder *builder = &assembly->builder;
    const struct capture *capture = first_metric(rule);
    struct text values;

    if (!capture || !builder->run || builder->format != rule->format ||
        !pattern_group(&assembly->rules->engine, line, capture->group, &values))
        return false;
    struct run shared = *builder->run;
    own_measurements(assembly, &shared);
    uint64_t fingerprint = builder->fingerprint;
    struct hints hints = builder->hints;
    struct text cells[MOST_CELLS];
    size_t count = cells_split(values, SEPARATOR_BLANK, cells);
    for (size_t i = 0; i < count; i++) {
        if (i > 0) {
            assembly_close_run(assembly);
            struct run *run = arena_allocate(assembly->arena, sizeof *run);
            *run = shared;
            own_measurements(assembly, run);
            run_builder_open(builder, run, rule->format, assembly->file, assembly->line);
            builder->hints = hints;
            builder->fingerprint = fingerprint;
            builder->is_strong = true;
            run->source.line = shared.source.line;
        }
        run_builder_set_field(builder, &capture->field, rule->unit, cells[i], assembly->line);
        run_builder_add_fingerprint(builder, cells[i]);
        builder->run->source.line_end = assembly->line;
    }
    note_hit(assembly, rule);
    return true;
}

static bool take_row(struct assembly *assembly, struct rule *rule, struct text line)
{
    assembly_open_run(assembly, rule->format);
    if (!rule_matches(assembly->rules, rule, line))
        return false;
    assembly->builder.is_strong = true;
    run_builder_take(&assembly->builder, rule, line, assembly->line);
    note_hit(assembly, rule);
    assembly_close_run(assembly);
    return true;
}

/* Each field holds until another context line gives it anew. */
static bool take_carried(struct assembly *assembly, const struct rule *rule, struct text line)
{
    struct text text;

    assembly_close_run(assembly);
    for (size_t i = 0; i < rule->capture_count; i++)
        if (pattern_group(&assembly->rules->engine, line, rule->captures[i].group, &text))
            assembly_carry(assembly, &rule->captures[i].field, rule->unit, text);
    return true;
}

static const char *message_of(struct assembly *assembly, const struct rule *rule, struct text line)
{
    struct text text;

    for (size_t i = 0; i < rule->capture_count; i++)
        if (rule->captures[i].field.kind == FIELD_MESSAGE &&
            pattern_group(&assembly->rules->engine, line, rule->captures[i].group, &text))
            return utf8_clean(assembly->arena, text);
    return utf8_clean(assembly->arena, line);
}

/* Progress lines without their beginning, and the fault that ended them: a run all the same. */
static struct run *open_given_up(struct assembly *assembly, const struct rule *rule)
{
    struct run_builder *builder = &assembly->builder;

    if (builder->run || rule->inside || !(assembly->early_marks & MARK_PROGRESS))
        return NULL;
    assembly_open_run(assembly, rule->format);
    builder->chain = CHAIN_FRAGMENT;
    builder->is_strong = true;
    return builder->run;
}

static bool take_status(struct assembly *assembly, const struct rule *rule, struct text line)
{
    struct run_builder *builder = &assembly->builder;
    bool is_open = builder->run && builder->format == rule->format;
    struct run *run = rule->previous ? assembly->last_run : is_open ? builder->run : NULL;

    const char *message = message_of(assembly, rule, line);
    if (!run && !rule->previous) {
        run = open_given_up(assembly, rule);
        is_open = run != NULL;
    }
    if (!run) {
        if (!builder->run && !rule->previous && !rule->inside)
            assembly->early_status = (struct early_status){rule, message, assembly->line};
        return false;
    }
    /* An error behind a whole report does not unsay it, unless the report itself ends so. */
    if (is_open && !rule->previous && !rule->inside && run_builder_is_whole(builder)) {
        run_warn(run, assembly->arena, "failed-after-report", assembly->line,
                 "behind its report the tool said: %s", message);
    } else {
        run->status = rule->status;
        run_warn(run, assembly->arena, rule->name, assembly->line, "the tool said: %s", message);
    }
    if (is_open && !rule->previous)
        note_hit(assembly, rule);
    return true;
}

static bool take_label(struct assembly *assembly, const struct rule *rule, struct text line)
{
    struct text text;

    for (size_t i = 0; i < rule->capture_count; i++) {
        if (rule->captures[i].field.kind != FIELD_LABEL ||
            !pattern_group(&assembly->rules->engine, line, rule->captures[i].group, &text))
            continue;
        const char *label = utf8_clean(assembly->arena, text);
        if (rule->previous && assembly->readings->count)
            assembly->readings->items[assembly->readings->count - 1].hints.own = label;
        else
            surroundings_add_mark(&assembly->surroundings, label);
    }
    return true;
}

static bool take_mark(struct assembly *assembly, const struct rule *rule)
{
    struct run_builder *builder = &assembly->builder;
    bool is_open = builder->run && builder->format == rule->format;

    if (rule->inside && !is_open)
        return false;
    if (is_open) {
        builder->marks |= rule->mark;
        note_hit(assembly, rule);
    } else if (!builder->run && rule->mark) {
        /* Of a stream that is not held back: it stands before what it belongs to. */
        assembly->early_marks |= rule->mark;
    }
    return is_open || !rule->mark || !builder->run;
}

static bool take_note(struct assembly *assembly, const struct rule *rule, struct text line)
{
    struct run_builder *builder = &assembly->builder;

    if (!builder->run && !rule->inside)
        assembly->readings->stray = message_of(assembly, rule, line);
    if (!builder->run || builder->format != rule->format)
        return !builder->run && !rule->inside;
    run_warn(builder->run, assembly->arena, rule->name, assembly->line, "%s",
             message_of(assembly, rule, line));
    note_hit(assembly, rule);
    return true;
}

static bool take_within(struct assembly *assembly, const struct rule *rule)
{
    struct run_builder *builder = &assembly->builder;

    if (!builder->run || builder->format != rule->format)
        return false;
    builder->within = rule->chain;
    note_hit(assembly, rule);
    return true;
}

/* wrk2 prints what wrk prints until its first percentiles: what was read stays. */
static bool take_becomes(struct assembly *assembly, const struct rule *rule)
{
    struct run_builder *builder = &assembly->builder;
    struct format *format = rules_format(assembly->rules, text_of(rule->name));

    if (!format || !builder->run)
        return false;
    run_builder_become(builder, format);
    note_hit(assembly, rule);
    /* Places in another format say nothing: any begin goes on with the run. */
    builder->last_rule = 0;
    builder->chain = CHAIN_REQUESTS;
    return true;
}

static bool take_rule(struct rule_lines *lines, struct rule *rule, struct text line)
{
    struct assembly *assembly = lines->assembly;

    switch (rule->kind) {
    case RULE_BEGIN:
        return take_begin(lines, rule, line);
    case RULE_FIELDS:
        return rule->repeat ? take_repeat(assembly, rule, line) : take_fields(assembly, rule, line);
    case RULE_ROW:
        return take_row(assembly, rule, line);
    case RULE_CONTEXT:
        return take_carried(assembly, rule, line);
    case RULE_WITHIN:
        return take_within(assembly, rule);
    case RULE_BECOMES:
        return take_becomes(assembly, rule);
    case RULE_STATUS:
        return take_status(assembly, rule, line);
    case RULE_LABEL:
        return take_label(assembly, rule, line);
    case RULE_NOTE:
        return take_note(assembly, rule, line);
    case RULE_MARK:
        break;
    }
    return take_mark(assembly, rule);
}

/* Whether the rule can hold here at all; cheap, before any pattern is tried. */
static bool applies(const struct run_builder *builder, const struct rule *rule)
{
    bool is_open = builder->run && builder->format == rule->format;

    if (rule->within && (!is_open || builder->within != rule->within))
        return false;
    return !rule->inside || is_open;
}

/* From the word on in which the match ends: a pattern may look at the next one. */
static struct text behind_match(struct text line, size_t length)
{
    while (length > 0 && length < line.length && !byte_is_blank(line.start[length - 1]) &&
           !byte_is_blank(line.start[length]))
        length--;
    return text_trim(text_from(line, length));
}

/* Takes the line by this rule, if it is one of the rule's and the rule holds here. */
static bool try_rule(struct rule_lines *lines, struct rule *rule, struct text line,
                     enum line_origin origin, struct text *rest)
{
    struct assembly *assembly = lines->assembly;

    if (is_shadowed(lines, rule->format)) {
        rest->length = 0; /* the user's format does without what this one would read */
        return rule_matches(assembly->rules, rule, line);
    }
    if (!applies(&assembly->builder, rule) || !rule_matches(assembly->rules, rule, line))
        return false;
    struct text match = whole_match(assembly, line);
    /* A second figure behind the first: columns of several runs, not this line. */
    *rest = text_trim(text_from(line, match.length));
    if (origin == LINE_OF_CELLS && rest->length && byte_is_digit(rest->start[0]))
        return false;
    struct text tail = behind_match(line, match.length);
    if (!take_rule(lines, rule, line))
        return false;
    lines->tail = tail;
    if (rule->kind == RULE_BEGIN && rule->format->is_users &&
        assembly->builder.run != lines->shadowing_run)
        shadow_formats(lines, line, origin);
    lines->last_rule = rule;
    if (!rule->then)
        rest->length = 0;
    return true;
}

/* The rules whose lines can begin so: those of the format that is open, then all others. */
static bool try_rules(struct rule_lines *lines, struct text line, enum line_origin origin,
                      struct text *rest)
{
    const struct run_builder *builder = &lines->assembly->builder;
    const struct format *open = builder->run ? builder->format : NULL;
    struct rule **list = rules_beginning_with(lines->assembly->rules, origin == LINE_RAW,
                                              (unsigned char)line.start[0]);

    for (struct rule **rule = list; open && *rule; rule++)
        if ((*rule)->format == open && try_rule(lines, *rule, line, origin, rest))
            return true;
    for (struct rule **rule = list; *rule; rule++)
        if ((*rule)->format != open && try_rule(lines, *rule, line, origin, rest))
            return true;
    return false;
}

bool rule_lines_take(struct rule_lines *lines, struct text line, enum line_origin origin,
                     struct text *rest)
{
    const struct run_builder *builder = &lines->assembly->builder;
    struct rule *before = lines->last_rule;

    if (!line.length)
        return false;
    /* The next line of the report before is the next line of this one, most likely. */
    if (before && before->follower && builder->run && before->follower->format == builder->format &&
        before->follower->format->raw == (origin == LINE_RAW) &&
        try_rule(lines, before->follower, line, origin, rest))
        return true;
    if (!try_rules(lines, line, origin, rest))
        return false;
    if (before)
        before->follower = lines->last_rule;
    return true;
}
