/* The two laws of samples. */
#include "rules.h"

#include <string.h>

#include "../base/directive.h"

/* A free key goes by its group's name, key_protocol or tag_notes. */
static bool is_called(const struct field *field, const char *name)
{
    bool is_key = field->kind == FIELD_KEY && strncmp(name, "key_", 4) == 0;
    bool is_tag = field->kind == FIELD_TAG && strncmp(name, "tag_", 4) == 0;

    return strcmp(field->name, is_key || is_tag ? name + 4 : name) == 0;
}

/* Compares what a sample says of a group with what the group holds. */
static bool sample_agrees(struct rules *rules, const struct rule_sample *sample,
                          const struct rule *rule)
{
    struct text rest = text_of(sample->expected);
    struct text line = text_of(sample->line);
    bool agrees = true;

    struct directive words = {.rest = rest, .whole = rest, .keyword = rest};
    char *key;
    char *value;
    while (directive_option(&words, rules->arena, &key, &value)) {
        struct text got = {0};
        bool found = false;
        for (size_t i = 0; i < rule->capture_count && !found; i++)
            found = is_called(&rule->captures[i].field, key) &&
                    pattern_group(&rules->engine, line, rule->captures[i].group, &got);
        /* field= says that the sample does not give the field. */
        if (found ? text_is(got, value) : !*value)
            continue;
        diag_error(rules->diag, STATUS_USAGE, sample->place,
                   "this sample should give %s=%s, but the rule at line %zu gives %.*s", key, value,
                   rule->place.line, found ? (int)got.length : 7, found ? got.start : "nothing");
        agrees = false;
    }
    if (words.rest.length) {
        diag_error(rules->diag, STATUS_USAGE, sample->place,
                   "behind the sample stands field=value, with the text as captured");
        agrees = false;
    }
    return agrees;
}

/* Which rules of the format the sample hits; false where not exactly one. */
static bool check_sample(struct rules *rules, const struct format *format,
                         const struct rule_sample *sample)
{
    struct text line = text_trim(text_of(sample->line));
    struct request request;
    struct rule *hit = NULL;
    size_t hits = 0;
    bool agrees = true;

    for (size_t i = 0; i < format->request_count; i++) {
        if (shape_match(&format->requests[i]->shape, text_of(sample->line), &request)) {
            format->requests[i]->hits++;
            hits++;
        }
    }
    for (size_t i = 0; i < format->rule_count; i++) {
        struct rule *rule = format->rules[i];
        if (!rule->pattern || (rule->within && rule->within != sample->within) ||
            !rule_matches(rules, rule, line))
            continue;
        agrees &= hits == 0 ? sample_agrees(rules, sample, rule) : true;
        rule->hits++;
        hits++;
        if (hits == 2 && hit)
            diag_error(rules->diag, STATUS_USAGE, sample->place,
                       "this sample hits the rules at line %zu and line %zu; make them differ",
                       hit->place.line, rule->place.line);
        hit = rule;
    }
    if (hits == 0)
        diag_error(rules->diag, STATUS_USAGE, sample->place,
                   "this sample hits no rule of format %s; mend the pattern or the sample",
                   format->name);
    return hits == 1 && agrees;
}

static bool report_unhit(struct rules *rules, struct place place)
{
    diag_error(rules->diag, STATUS_USAGE, place,
               "no sample hits this; add below it: sample \"a line of the tool\" field=value");
    return false;
}

static bool needs_sample(enum rule_kind kind)
{
    return kind == RULE_BEGIN || kind == RULE_FIELDS || kind == RULE_ROW || kind == RULE_CONTEXT;
}

static bool check_format(struct rules *rules, struct format *format)
{
    bool right = true;

    for (size_t i = 0; i < format->rule_count; i++)
        if (format->rules[i]->pattern)
            right &= rule_ready(rules, format->rules[i]);
    if (!right)
        return false;
    for (size_t i = 0; i < format->sample_count; i++)
        right &= check_sample(rules, format, &format->samples[i]);
    for (size_t i = 0; i < format->rule_count; i++)
        if (!format->rules[i]->hits && needs_sample(format->rules[i]->kind))
            right = report_unhit(rules, format->rules[i]->place);
    for (size_t i = 0; i < format->request_count; i++)
        if (!format->requests[i]->hits)
            right = report_unhit(rules, format->requests[i]->place);
    return right;
}

bool rules_check(struct rules *rules, const char *file)
{
    bool right = true;

    for (size_t i = 0; i < rules->format_count; i++)
        if (strcmp(rules->formats[i]->file, file) == 0)
            right &= check_format(rules, rules->formats[i]);
    return right;
}
