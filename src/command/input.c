#include "input.h"

#include <signal.h>
#include <string.h>
#include <unistd.h>

#include "../base/suggestion.h"
#include "../base/utf8.h"
#include "../label/labels.h"
#include "../label/run_views.h"
#include "../read/ingest.h"

bool rules_load_all(struct program *program)
{
    struct options *options = &program->options;

    if (!rules_load_built_in(&program->rules) || !rules_load_user(&program->rules))
        return false;
    for (size_t i = 0; i < options->parsers.count; i++) {
        const char *path = options->parsers.items[i];
        if (!rules_load_file(&program->rules, path) || !rules_check(&program->rules, path))
            return false;
    }
    rules_prepare(&program->rules);
    return true;
}

static bool groups_by_path(const struct options *options)
{
    for (size_t i = 0; i < options->settings.group_by_count; i++)
        if (strcmp(options->settings.group_by[i], "path") == 0)
            return true;
    return false;
}

static void set_pairs(struct program *program, const struct ingest *ingest, size_t first,
                      size_t pairs)
{
    for (size_t i = first; i < ingest->readings.count; i++)
        for (size_t k = 0; k < pairs; k++)
            run_set_label(ingest->readings.items[i].run, &program->data,
                          program->options.pairs[k].key,
                          utf8_clean(&program->data, text_of(program->options.pairs[k].value)),
                          program->options.pairs[k].splits);
}

/* False, with a diagnostic, where an output would take an input's place. */
static bool arguments_read(struct program *program)
{
    struct options *options = &program->options;
    struct ingest ingest = {
        .rules = &program->rules,
        .arena = &program->data,
        .diag = &program->diag,
        .options = {options->keep_columns, groups_by_path(options)},
        .excluded = options->outputs.items,
        .excluded_count = options->outputs.count,
    };
    static const struct argument standard_input = {.text = "-"};
    size_t count = options->argument_count ? options->argument_count : 1;

    for (size_t i = 0; i < count; i++) {
        struct argument argument = options->argument_count ? options->arguments[i] : standard_input;
        size_t first = ingest.readings.count;
        if (!options->argument_count) {
            argument.pairs = options->pair_count;
        }
        ingest_argument(&ingest, argument.text, argument.label);
        set_pairs(program, &ingest, first, argument.pairs);
    }
    views_join(&ingest.readings, &program->data);
    labels_decide(&ingest.readings, options->label_from, &program->data, &program->diag);
    ingest_add_runs(&ingest, &program->runs);
    return !ingest.would_overwrite;
}

void runs_keep(struct run_set *runs, const struct expression *filter)
{
    size_t kept = 0;

    if (!filter)
        return;
    for (size_t i = 0; i < runs->count; i++)
        if (expression_matches(filter, runs->runs[i]))
            runs->runs[kept++] = runs->runs[i];
    runs->count = kept;
}

/* False, with a diagnostic, where a key of the filter is a slip of the pen. */
static bool filter_fits(struct program *program, const char *option,
                        const struct expression *filter, const struct run_set *runs)
{
    const char *key = filter && runs->count ? expression_unknown_key(filter, runs) : NULL;
    struct suggestion suggestion;

    if (!key)
        return true;
    suggestion_init(&suggestion, key);
    run_keys_offer(runs->runs, runs->count, &suggestion);
    metric_names_offer(&program->metrics, &suggestion);
    diag_error(&program->diag, STATUS_USAGE, (struct place){0},
               "%s: no run has a key %s, and no metric is called so; %s", option, key,
               suggestion_words(&suggestion, &program->data, "see loadstat --list-metrics"));
    return false;
}

static bool keep_against_filter(struct program *program)
{
    const char *source = program->options.against_filter;
    const char *problem;

    if (!source)
        return true;
    struct expression *filter =
        expression_compile(source, &program->metrics, &program->data, &problem);
    if (!filter) {
        diag_error(&program->diag, STATUS_USAGE, (struct place){0}, "--against-filter '%s': %s",
                   source, problem);
        return false;
    }
    bool fits = filter_fits(program, "--against-filter", filter, &program->against);
    if (fits)
        runs_keep(&program->against, filter);
    expression_release(filter);
    return fits;
}

bool against_read(struct program *program)
{
    struct options *options = &program->options;
    struct ingest ingest = {
        .rules = &program->rules,
        .arena = &program->data,
        .diag = &program->diag,
        .excluded = options->outputs.items,
        .excluded_count = options->outputs.count,
    };

    for (size_t i = 0; i < options->against.count; i++)
        ingest_argument(&ingest, options->against.items[i], NULL);
    labels_decide(&ingest.readings, options->label_from, &program->data, &program->diag);
    ingest_add_runs(&ingest, &program->against);
    return !ingest.would_overwrite && keep_against_filter(program);
}

/*
 * Who reads standard output may stop, and a file may be as large as it is
 * allowed to be: both are errors of that output, and the others are written.
 */
static void take_signals_as_errors(void)
{
    signal(SIGPIPE, SIG_IGN);
    signal(SIGXFSZ, SIG_IGN);
}

bool input_prepare(struct program *program)
{
    struct options *options = &program->options;

    return rules_load_all(program) &&
           options_settle(options, &program->metrics, &program->data, &program->diag);
}

bool runs_read(struct program *program)
{
    if (!program->options.argument_count && isatty(STDIN_FILENO)) {
        diag_error(&program->diag, STATUS_USAGE, (struct place){0},
                   "nothing to read; give it FILEs, or pipe a report in: ab … | loadstat; see "
                   "loadstat --help");
        return false;
    }
    take_signals_as_errors();
    return arguments_read(program) &&
           filter_fits(program, "--filter", program->options.settings.filter, &program->runs);
}
