#include "request_lines.h"

static void take_request(struct request_lines *lines, struct request_rule *rule,
                         const struct request *request)
{
    struct assembly *assembly = lines->assembly;
    struct run_builder *builder = &assembly->builder;

    if (!builder->run || builder->format != rule->format) {
        assembly_open_run(assembly, rule->format);
        builder->chain = CHAIN_REQUESTS;
    }
    if (!builder->stream)
        builder->stream = request_stream_new(lines->by_path);
    request_stream_add(builder->stream, &rule->shape, request);
    builder->run->source.line_end = assembly->line;
    if (lines->last_rule != rule)
        lines->layouts.count = 0;
    lines->last_rule = rule;
}

bool request_lines_are_open(const struct request_lines *lines)
{
    const struct run_builder *builder = &lines->assembly->builder;

    return lines->last_rule && builder->run && builder->stream &&
           builder->format == lines->last_rule->format;
}

bool request_lines_take_same(struct request_lines *lines, struct text raw)
{
    struct request_rule *rule = lines->last_rule;
    struct assembly *assembly = lines->assembly;
    struct request request = {0};

    if (!request_lines_are_open(lines) || !shape_match(&rule->shape, raw, &request) ||
        !shape_path_is_plain(&request))
        return false;
    request_stream_add(assembly->builder.stream, &rule->shape, &request);
    assembly->builder.run->source.line_end = assembly->line;
    line_layouts_learn(&lines->layouts, &rule->shape, raw);
    return true;
}

void request_lines_take_buffered(struct request_lines *lines, struct input *input)
{
    struct run_builder *builder = &lines->assembly->builder;
    struct text buffered = input_buffered(input);
    const char *limit = buffered.start + buffered.length;
    const char *at = buffered.start;
    const char *next;
    const struct shape *shape = &lines->last_rule->shape;
    struct request request = {0};
    size_t taken = 0;

    for (; line_layouts_match(&lines->layouts, shape, at, limit, &request, &next);
         at = next, taken++)
        request_stream_add(builder->stream, shape, &request);
    if (!taken)
        return;
    input_skip(input, (size_t)(at - buffered.start), taken);
    builder->run->source.line_end = input->line;
}

bool request_lines_take(struct request_lines *lines, struct text line)
{
    const struct rules *rules = lines->assembly->rules;
    const struct run_builder *builder = &lines->assembly->builder;
    struct request request = {0};

    for (size_t i = 0; i < rules->format_count; i++) {
        struct format *format = rules->formats[i];
        for (size_t k = 0; k < format->request_count; k++) {
            struct request_rule *rule = format->requests[k];
            if (rule->inside && (!builder->run || builder->format != format))
                continue;
            if (shape_match(&rule->shape, line, &request)) {
                take_request(lines, rule, &request);
                return true;
            }
        }
    }
    return false;
}
