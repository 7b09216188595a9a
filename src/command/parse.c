/* loadstat parse: runs alone, as JSON lines; nothing is compared. */
#include <string.h>

#include "../base/output.h"
#include "../base/text.h"
#include "../emit/emit.h"
#include "../model/run_json.h"
#include "subcommand.h"
#include "input.h"
#include "option_table.h"

/* A file whose suffix promises another format must not get JSON lines. */
static bool suffixes_fit(struct program *program)
{
    const struct strings *outputs = &program->options.outputs;

    for (size_t i = 0; i < outputs->count; i++) {
        const struct emitter *emitter = emitter_for_file(outputs->items[i]);
        if (!emitter || strcmp(emitter->name, "jsonl") == 0)
            continue;
        diag_error(&program->diag, STATUS_USAGE, (struct place){.file = outputs->items[i]},
                   "parse writes JSON lines, not %s; call it .jsonl, or leave parse out for a "
                   "report",
                   emitter->name);
        return false;
    }
    return true;
}

/* Of the keys that part groups only `path` changes what is known of a run. */
static bool keys_fit(struct program *program)
{
    const struct settings *settings = &program->options.settings;

    for (size_t i = 0; i < settings->group_by_count; i++) {
        if (strcmp(settings->group_by[i], "path") == 0)
            continue;
        diag_error(&program->diag, STATUS_USAGE, (struct place){0},
                   "parse groups nothing; of --group-by it takes path alone, which counts the "
                   "requests of each");
        return false;
    }
    return true;
}

static void write_runs(struct program *program, const char *path)
{
    struct output output;
    struct buffer line;

    if (!output_open(&output, path, &program->diag))
        return;
    buffer_init(&line);
    for (size_t i = 0; i < program->runs.count; i++) {
        buffer_clear(&line);
        run_write_json(&line, program->runs.runs[i]);
        buffer_append_byte(&line, '\n');
        output_write(&output, line.bytes, line.length);
    }
    buffer_release(&line);
    output_commit(&output, &program->diag);
}

static void run(struct program *program)
{
    const struct options *options = &program->options;

    if (!suffixes_fit(program) || !keys_fit(program) || !input_prepare(program) ||
        !runs_read(program))
        return;
    runs_keep(&program->runs, options->settings.filter);
    for (size_t i = 0; i < options->outputs.count; i++)
        write_runs(program, options->outputs.items[i]);
    if (!options->outputs.count)
        write_runs(program, NULL);
}

const struct subcommand parse_subcommand = {
    .name = "parse",
    .summary = "runs as JSON lines",
    .description = "Prints what each run says as a line of JSON, and compares nothing.\n"
                   "Of --group-by it takes path alone, which counts the requests of each path.\n"
                   "\n"
                   "  loadstat parse -o runs.jsonl results/\n"
                   "  loadstat parse run.log | jq .metrics\n",
    .takes = FOR_RUNS | FOR_FILES,
    .run = run,
};
