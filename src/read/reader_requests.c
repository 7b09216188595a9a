/* Lines that are one request each. */
#include "reader_state.h"

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
bool reader_in_stream(const struct reader *reader)
{
    const struct builder *builder = &reader->builder;

    return reader->request_rule && builder->run && builder->stream &&
           builder->format == reader->request_rule->format;
}

/* The shape that the line before had, tried before anything else. */
bool reader_take_same_request(struct reader *reader, struct text raw)
{
    struct request_rule *rule = reader->request_rule;
    struct request request = {0};

    if (!reader_in_stream(reader) || !shape_match(&rule->shape, raw, &request) ||
        !shape_path_is_plain(&request))
        return false;
    stream_add(reader->builder.stream, &rule->shape, &request);
    reader->builder.run->source.line_end = reader->line;
    recall_learn(&reader->recall, &rule->shape, raw);
    return true;
}

/* As many requests as stand in the buffer in layouts that are known. */
void reader_take_known_requests(struct reader *reader)
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
