#include "input.h"

#include <signal.h>
#include <string.h>
#include <unistd.h>

#include "../base/suggestion.h"
#include "../base/utf8.h"
#include "../label/labels.h"
#include "../label/path_pattern.h"
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

/* The names of all tools that are known: in names of runs they are settings. */
static const char *const *tool_names(struct program *program, size_t *count)
{
    const struct rules *rules = &program->rules;
    const char **names = arena_allocate(&program->data, (rules->format_count + 1) * sizeof *names);

    *count = 0;
    for (size_t i = 0; i < rules->format_count; i++)
        if (rules->formats[i]->tool)
            names[(*count)++] = rules->formats[i]->tool;
    return names;
}

/* --rename OLD=NEW.  False, with a diagnostic, where there is no "=". */
static bool read_renames(struct program *program, struct naming_options *naming)
{
    const struct strings *renames = &program->options.renames;
    struct name_rename *list = arena_allocate(&program->data, (renames->count + 1) * sizeof *list);

    for (size_t i = 0; i < renames->count; i++) {
        const char *equals = strchr(renames->items[i], '=');
        if (!equals || equals == renames->items[i]) {
            diag_error(&program->diag, STATUS_USAGE, (struct place){0},
                       "--rename needs OLD=NEW, such as --rename v1=before, not '%s'",
                       renames->items[i]);
            return false;
        }
        list[i].from = utf8_clean(
            &program->data, (struct text){renames->items[i], (size_t)(equals - renames->items[i])});
        list[i].to = utf8_clean(&program->data, text_of(equals + 1));
    }
    naming->renames = list;
    naming->rename_count = renames->count;
    return true;
}

/* False, with a diagnostic, where --path or --rename is wrong. */
static bool label_options_make(struct program *program, struct label_options *made)
{
    const struct options *options = &program->options;
    const char *fault = options->path ? path_pattern_fault(options->path) : NULL;

    *made = (struct label_options){
        .naming = {.source = options->label_from, .path_pattern = options->path},
        .no_assume = options->no_assume,
    };
    made->naming.tools = tool_names(program, &made->naming.tool_count);
    if (fault) {
        diag_error(&program->diag, STATUS_USAGE, (struct place){0}, "--path '%s': %s",
                   options->path, fault);
        return false;
    }
    return read_renames(program, &made->naming);
}

/*
 * Names are decided over all runs that the report is made of, those of
 * --against among them: one label means one thing.
 */
static bool name_runs(struct program *program, struct ingest *ingest)
{
    struct options *options = &program->options;
    struct label_options labels;
    size_t own = ingest->readings.count;

    if (!label_options_make(program, &labels))
        return false;
    for (size_t i = 0; i < options->against.count; i++)
        ingest_argument(ingest, options->against.items[i], NULL);
    bool named = labels_decide(&ingest->readings, &labels, &program->data, &program->diag);
    ingest_add_runs(ingest, 0, own, &program->runs);
    ingest_add_runs(ingest, own, ingest->readings.count, &program->against);
    return named;
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
    return name_runs(program, &ingest) && !ingest.would_overwrite;
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
           filter_fits(program, "--filter", program->options.settings.filter, &program->runs) &&
           keep_against_filter(program);
}
