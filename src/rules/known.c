/* Questions about a line that take nothing of it: is it one of a tool's? */
#include "rules.h"

#include <string.h>

const struct rule *rules_find(struct rules *rules, struct text line)
{
    const struct rule *mark = NULL;

    if (!line.length)
        return NULL;
    struct rule **list = rules_beginning_with(rules, false, (unsigned char)line.start[0]);
    for (; *list; list++) {
        if (((*list)->kind == RULE_MARK && mark) || !rule_matches(rules, *list, line))
            continue;
        if ((*list)->kind != RULE_MARK)
            return *list;
        mark = *list;
    }
    return mark;
}

bool rules_know(struct rules *rules, struct text line)
{
    if (!line.length)
        return false;
    struct rule **list = rules_beginning_with(rules, false, (unsigned char)line.start[0]);
    for (; *list; list++)
        if ((*list)->kind != RULE_MARK && rule_matches(rules, *list, line))
            return true;
    return false;
}

/* Whether a format knows the text, of those whose lines are members of objects or of the others. */
static bool is_known(struct rules *rules, struct text text, char first, bool as_member)
{
    if (!text.length || text.start[0] != first)
        return false;
    struct rule **list = rules_beginning_with(rules, false, (unsigned char)first);
    for (; *list; list++)
        if ((*list)->format->members == as_member && (*list)->kind != RULE_MARK &&
            rule_matches(rules, *list, text))
            return true;
    return false;
}

bool rules_know_member(struct rules *rules, struct text part)
{
    return is_known(rules, part, '"', true);
}

bool rules_know_object(struct rules *rules, struct text line)
{
    return is_known(rules, line, '{', false);
}

bool rules_know_row(struct rules *rules, struct text line)
{
    if (!line.length)
        return false;
    struct rule **list = rules_beginning_with(rules, false, (unsigned char)line.start[0]);
    for (; *list; list++)
        if ((*list)->kind == RULE_ROW && rule_matches(rules, *list, line))
            return true;
    return false;
}

bool rules_know_to_the_end(struct rules *rules, struct text line)
{
    struct text match;

    if (!line.length)
        return false;
    struct rule **list = rules_beginning_with(rules, false, (unsigned char)line.start[0]);
    for (; *list; list++)
        if (rule_matches(rules, *list, line) && pattern_group(&rules->engine, line, 0, &match) &&
            match.length == line.length)
            return true;
    return false;
}

bool rules_know_as_empty(struct rules *rules, struct text line)
{
    if (!line.length)
        return true;
    struct rule **list = rules_beginning_with(rules, false, (unsigned char)line.start[0]);
    for (; *list; list++)
        if (!(*list)->within && rule_matches(rules, *list, line) &&
            ((*list)->kind == RULE_MARK || !(*list)->capture_count))
            return true;
    return false;
}

/* ---- labels ---- */

/* Groups whose text is a part of the label: "99%", "Keep-Alive requests". */
static bool is_of_label(const char *name)
{
    static const char *const names[] = {"percent>", "keepalive>"};

    for (size_t i = 0; i < sizeof names / sizeof names[0]; i++)
        if (strncmp(name, names[i], strlen(names[i])) == 0)
            return true;
    return false;
}

/* The first group that holds a figure; 0: none does. */
static size_t figure_at(const char *pattern)
{
    static const char group[] = "(?<";
    const char *at = pattern;

    while ((at = strstr(at, group)) != NULL) {
        const char *name = at + sizeof group - 1;
        /* Others look behind. */
        if (byte_is_letter(*name) && !is_of_label(name))
            return (size_t)(at - pattern);
        at = name;
    }
    return 0;
}

static bool gives_value(const struct rule *rule)
{
    for (size_t i = 0; i < rule->capture_count; i++) {
        enum field_kind kind = rule->captures[i].field.kind;
        if (kind == FIELD_METRIC || kind == FIELD_NUMBER || kind == FIELD_DOCUMENT ||
            kind == FIELD_PERCENTILE || kind == FIELD_TEXT)
            return true;
    }
    return false;
}

static bool label_ready(struct rules *rules, struct rule *rule)
{
    size_t offset;
    const char *problem;

    if (rule->label || rule->has_no_label)
        return rule->label != NULL;
    size_t end = rule_ready(rules, rule) && gives_value(rule) ? figure_at(rule->pattern) : 0;
    if (end) {
        const char *source = arena_copy(rules->arena, rule->pattern, end);
        rule->label = pattern_compile(&rules->engine, source, &offset, rules->arena, &problem);
    }
    rule->has_no_label = rule->label == NULL;
    return rule->label != NULL;
}

/* "Requests per second" alone could be prose. */
static bool has_sign(struct text label)
{
    return text_find_byte(label, ':') < label.length || text_find_byte(label, '%') < label.length;
}

size_t rules_find_labels(struct rules *rules, struct text line,
                         const struct rule *found[MOST_LABELS], size_t *length)
{
    struct text match;
    size_t count = 0;

    if (!line.length || !has_sign(line))
        return 0;
    struct rule **list = rules_beginning_with(rules, false, (unsigned char)line.start[0]);
    for (; *list && count < MOST_LABELS; list++) {
        bool may_have_label = (*list)->kind == RULE_FIELDS || (*list)->kind == RULE_BEGIN;
        if (!may_have_label || !rule_may_match(*list, line) || !label_ready(rules, *list) ||
            pattern_match(&rules->engine, (*list)->label, line) != MATCH_YES ||
            !pattern_group(&rules->engine, line, 0, &match) || !has_sign(match))
            continue;
        *length = match.length;
        found[count++] = *list;
    }
    return count;
}
