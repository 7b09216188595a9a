#include "evidence.h"

#include "clean.h"

static void add_known(struct evidence *evidence, const void *rule)
{
    for (size_t i = 0; i < evidence->count; i++)
        if (evidence->rules[i] == rule)
            return;
    if (evidence->count < DIFFERENT_LINES)
        evidence->rules[evidence->count++] = rule;
}

const struct rule *evidence_add(struct evidence *evidence, struct rules *rules, struct text line)
{
    struct buffer scratch;

    buffer_init(&scratch);
    const struct rule *rule = rules_find(rules, clean_line(line, &scratch));
    buffer_release(&scratch);
    if (!rule || rule->kind == RULE_MARK)
        return rule;
    evidence->is_clear |= !rule->vague;
    evidence->has_begin |= rule->kind == RULE_BEGIN;
    evidence->rows += rule->kind == RULE_ROW;
    add_known(evidence, rule);
    return rule;
}

bool evidence_add_request(struct evidence *evidence, const struct rules *rules, struct text line)
{
    struct request request = {0};
    struct buffer scratch;
    bool found = false;

    buffer_init(&scratch);
    line = clean_line(line, &scratch);
    for (size_t i = 0; !found && i < rules->format_count; i++) {
        const struct format *format = rules->formats[i];
        for (size_t k = 0; !found && k < format->request_count; k++) {
            found = shape_match(&format->requests[k]->shape, line, &request);
            if (found)
                add_known(evidence, format->requests[k]);
        }
    }
    evidence->requests += found;
    buffer_release(&scratch);
    return found;
}

bool evidence_is_enough(const struct evidence *evidence)
{
    return (evidence->has_begin && evidence->count >= 2) || evidence->rows >= 2 ||
           (evidence->is_clear && evidence->count == DIFFERENT_LINES);
}
