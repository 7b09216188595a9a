#include "saved_runs.h"

#include "../model/run_json.h"

enum { LARGEST_DOCUMENT = 512 * 1024 * 1024 };

static void add_runs(struct saved_runs *saved, struct text json)
{
    struct assembly *assembly = saved->assembly;
    struct run_set runs;
    const char *problem;

    run_set_init(&runs, assembly->arena);
    assembly_close_run(assembly);
    if (!run_read_json(json, assembly->rules->metrics, &runs, &problem)) {
        diag_warning(assembly->rules->diag,
                     (struct place){.file = assembly->file, .line = assembly->line},
                     "%s; the line is passed over", problem);
        return;
    }
    for (size_t i = 0; i < runs.count; i++) {
        rules_add_traits(assembly->rules, runs.runs[i]);
        struct reading *reading = assembly_add_reading(assembly, runs.runs[i]);
        reading->from_json = true;
        reading->hints = assembly->surroundings.hints;
    }
}

/* A document over several lines: from here to the end of the file. */
static void take_document(struct saved_runs *saved, const char *first, struct text line)
{
    struct buffer document;

    buffer_init(&document);
    buffer_append_string(&document, first);
    buffer_append_text(&document, line);
    buffer_append_byte(&document, '\n');
    input_rest(saved->input, &document, LARGEST_DOCUMENT);
    add_runs(saved, buffer_text(&document));
    buffer_release(&document);
}

bool saved_runs_take(struct saved_runs *saved, struct text line)
{
    if (line.start[0] != '{' && !saved->after_brace)
        return false;
    if (text_is(line, "{")) {
        saved->after_brace = true;
        return false;
    }
    bool after_brace = saved->after_brace;
    saved->after_brace = false;
    if (line.start[0] == '{' && run_json_recognize(line)) {
        /* A run is a line; only a document goes on, and it names its generator first. */
        bool is_document = text_find(line, "\"generator\"") < line.length;
        if (is_document && line.start[line.length - 1] != '}')
            take_document(saved, "", line);
        else
            add_runs(saved, line);
        return true;
    }
    if (after_brace && text_starts_with(line, "\"schema\"") &&
        text_find(line, "\"loadstat/") < line.length) {
        take_document(saved, "{", line);
        return true;
    }
    return false;
}
