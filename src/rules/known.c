/* Questions about a line that take nothing of it: is it one of a tool's? */
#include "rules.h"

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
