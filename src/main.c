/*
 * loadstat: reads what ApacheBench and siege printed, and says which is
 * faster, by how much, and whether to believe it.
 *
 *     bytes → lines → run → groups → comparison → report → text, PDF, …
 */
#include <cjson/cJSON.h>
#include <math.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <time.h>
#include <unistd.h>

#include "base/embedded.h"
#include "base/number.h"
#include "base/output.h"
#include "base/utf8.h"
#include "check/check.h"
#include "emit/emit.h"
#include "judge/analyse.h"
#include "label/labels.h"
#include "model/run_json.h"
#include "options.h"
#include "read/ingest.h"
#include "report/report.h"
#include "report/template.h"
#include "stats/statistics.h"

#ifndef LOADSTAT_VERSION
#define LOADSTAT_VERSION "unknown"
#endif

/* All that lives as long as the program: three arenas with nested lives. */
struct program {
    struct arena data;     /* options, rules, runs */
    struct arena analysis; /* groups, comparisons; borrows data */
    struct arena report;   /* blocks; borrows both */
    struct diag diag;
    struct options options;
    struct metric_set metrics;
    struct rules rules;
    struct run_set runs;
    struct run_set against;
};

/* ---- about ---- */

static void list_parsers(const struct program *program)
{
    for (size_t i = 0; i < program->rules.format_count; i++) {
        const struct format *format = program->rules.formats[i];
        printf("%-14s %-40s %s\n", format->name, format->description, format->file);
    }
}

static void list_templates(struct program *program)
{
    size_t count;
    const struct template_entry *entries = template_list(&program->report, &count);

    for (size_t i = 0; i < count; i++)
        printf("%-14s %s\n", entries[i].name, entries[i].summary);
}

static void list_checks(void)
{
    size_t count;
    const struct check *checks = check_table(&count);

    for (size_t i = 0; i < count; i++)
        printf("%-26s %-8s %s\n", checks[i].code, severity_name(checks[i].severity),
               checks[i].summary);
}

static void list_metrics(const struct program *program)
{
    static const char *const better[] = {"", "higher is better", "lower is better"};
    size_t count;
    const struct metric *table = metric_table(&count);

    for (size_t i = 0; i < count; i++)
        printf("%-32s %-13s %-8s %s\n", table[i].key,
               table[i].short_name ? table[i].short_name : "", table[i].unit,
               better[table[i].better]);
    printf("%-32s %-13s %-8s %s\n", "latency_p<number>_ms", "p<number>", "ms", "lower is better");
    for (size_t i = 0; i < program->metrics.count; i++)
        if (isnan(program->metrics.added[i]->percentile))
            printf("%-32s %-13s %-8s %s\n", program->metrics.added[i]->key, "",
                   program->metrics.added[i]->unit, better[program->metrics.added[i]->better]);
}

/* The rule file that holds the format, as it stands. */
static bool print_parser(struct program *program, const char *name)
{
    for (size_t i = 0; i < program->rules.format_count; i++) {
        const struct format *format = program->rules.formats[i];
        if (strcmp(format->name, name) != 0)
            continue;
        const struct embedded_file *file = embedded_find(format->file);
        if (file) {
            fwrite(file->text, 1, file->length, stdout);
            return true;
        }
        printf("# %s\n", format->file);
        return true;
    }
    diag_error(&program->diag, STATUS_USAGE, (struct place){0},
               "no parser is called %s; see loadstat --list-parsers", name);
    return false;
}

static const char *user_folder(struct program *program, const char *which)
{
    const char *config = getenv("XDG_CONFIG_HOME");
    const char *home = getenv("HOME");

    if (config && *config)
        return arena_format(&program->data, "%s/loadstat/%s", config, which);
    return home && *home ? arena_format(&program->data, "%s/.config/loadstat/%s", home, which)
                         : NULL;
}

static bool print_template(struct program *program, const char *name)
{
    struct text text;

    if (!template_text(name, user_folder(program, "templates"), &program->report, &text,
                       &program->diag))
        return false;
    fwrite(text.start, 1, text.length, stdout);
    return true;
}

static bool check_parser(struct program *program, const char *path)
{
    const char *separator = ":";

    if (!rules_load_file(&program->rules, path) || !rules_check(&program->rules, path))
        return false;
    printf("%s: right", path);
    for (size_t i = 0; i < program->rules.format_count; i++) {
        const struct format *format = program->rules.formats[i];
        if (strcmp(format->file, path) != 0)
            continue;
        printf("%s %s (%zu sample%s)", separator, format->name, format->sample_count,
               format->sample_count == 1 ? "" : "s");
        separator = ",";
    }
    printf("\n");
    return true;
}

static bool check_template(struct program *program, const char *path)
{
    struct template template;
    struct template_place place = {NULL, &program->metrics};

    if (!template_load(&template, path, &place, &program->report, &program->diag))
        return false;
    printf("%s: right: %zu blocks\n", path, template.block_count);
    return true;
}

static void say_about(struct program *program)
{
    const char *name = program->options.about_name;

    switch (program->options.about) {
    case ABOUT_HELP:
        options_print_help();
        break;
    case ABOUT_VERSION:
        printf("loadstat %s\n", LOADSTAT_VERSION);
        break;
    case ABOUT_LIST_PARSERS:
        list_parsers(program);
        break;
    case ABOUT_LIST_TEMPLATES:
        list_templates(program);
        break;
    case ABOUT_LIST_CHECKS:
        list_checks();
        break;
    case ABOUT_LIST_METRICS:
        list_metrics(program);
        break;
    case ABOUT_PRINT_PARSER:
        print_parser(program, name);
        break;
    case ABOUT_PRINT_TEMPLATE:
        print_template(program, name);
        break;
    case ABOUT_CHECK_PARSER:
        check_parser(program, name);
        break;
    case ABOUT_CHECK_TEMPLATE:
        check_template(program, name);
        break;
    case ABOUT_NOTHING:
        break;
    }
}

/* ---- reading ---- */

static bool load_rules(struct program *program)
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
static bool read_arguments(struct program *program)
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
    labels_decide(&ingest.readings, options->label_from, &program->data, &program->diag);
    ingest_add_runs(&ingest, &program->runs);
    return !ingest.would_overwrite;
}

static void keep_matching(struct run_set *runs, const struct expression *filter)
{
    size_t kept = 0;

    for (size_t i = 0; i < runs->count; i++)
        if (expression_matches(filter, runs->runs[i]))
            runs->runs[kept++] = runs->runs[i];
    runs->count = kept;
}

/* Earlier runs, for predictions; they are no part of the report itself. */
static bool read_against(struct program *program)
{
    struct options *options = &program->options;
    struct ingest ingest = {
        .rules = &program->rules,
        .arena = &program->data,
        .diag = &program->diag,
        .excluded = options->outputs.items,
        .excluded_count = options->outputs.count,
    };
    const char *problem;

    for (size_t i = 0; i < options->against.count; i++)
        ingest_argument(&ingest, options->against.items[i], NULL);
    labels_decide(&ingest.readings, options->label_from, &program->data, &program->diag);
    ingest_add_runs(&ingest, &program->against);
    if (ingest.would_overwrite)
        return false;
    if (!options->against_filter)
        return true;
    struct expression *filter =
        expression_compile(options->against_filter, &program->metrics, &program->data, &problem);
    if (!filter) {
        diag_error(&program->diag, STATUS_USAGE, (struct place){0}, "--against-filter '%s': %s",
                   options->against_filter, problem);
        return false;
    }
    keep_matching(&program->against, filter);
    expression_release(filter);
    return true;
}

/* ---- writing ---- */

static bool wants_color(const struct options *options)
{
    const char *no_color = getenv("NO_COLOR");
    const char *terminal = getenv("TERM");

    if (options->color != COLOR_AUTO)
        return options->color == COLOR_ALWAYS;
    return isatty(STDOUT_FILENO) && !(no_color && *no_color) &&
           !(terminal && strcmp(terminal, "dumb") == 0);
}

/* The terminal's width, or COLUMNS, or 80; never less than a table needs. */
static size_t width_of_text(void)
{
    const char *columns = getenv("COLUMNS");
    struct winsize size;
    double width = 80;

    if (columns && number_scan_plain(text_of(columns), &width) && width >= 40 && width <= 400)
        return (size_t)width;
    if (isatty(STDOUT_FILENO) && ioctl(STDOUT_FILENO, TIOCGWINSZ, &size) == 0 && size.ws_col >= 40)
        return size.ws_col > 120 ? 120 : size.ws_col;
    return 80;
}

/* SOURCE_DATE_EPOCH, as reproducible builds set it. */
static const char *date_of(struct program *program)
{
    const char *epoch = getenv("SOURCE_DATE_EPOCH");
    double seconds;
    struct tm broken;
    char text[32];

    if (program->options.date)
        return program->options.date;
    if (!epoch || !number_scan_plain(text_of(epoch), &seconds) || seconds < 0 || seconds > 4e9)
        return NULL;
    time_t when = (time_t)seconds;
    if (!gmtime_r(&when, &broken) || !strftime(text, sizeof text, "%Y-%m-%dT%H:%M:%SZ", &broken))
        return NULL;
    return arena_copy_string(&program->data, text);
}

static bool write_to(struct program *program, const struct emitter *emitter, const char *path,
                     const struct emit_context *context)
{
    struct output output;

    if (!path && emitter->binary && isatty(STDOUT_FILENO)) {
        diag_error(&program->diag, STATUS_USAGE, (struct place){0},
                   "%s is not for a terminal; give it a file: -o report.%s", emitter->name,
                   emitter->name);
        return false;
    }
    if (!output_open(&output, path, &program->diag))
        return false;
    if (!emitter->emit(&output, context)) {
        output_abandon(&output);
        return false;
    }
    return output_commit(&output, &program->diag);
}

/* "text, markdown or pdf": what -f takes, or else the first suffix that -o takes for each. */
static const char *formats_told(struct arena *arena, bool suffixes)
{
    size_t count;
    const struct emitter *emitters = emitter_table(&count);
    const char *told = "";

    for (size_t i = 0; i < count; i++) {
        const char *name = suffixes ? emitters[i].suffixes : emitters[i].name;
        told = arena_format(arena, "%s%s%.*s", told,
                            !i              ? ""
                            : i + 1 < count ? ", "
                                            : " or ",
                            (int)strcspn(name, " "), name);
    }
    return told;
}

static const struct emitter *emitter_of_output(struct program *program, const char *path)
{
    const struct options *options = &program->options;
    const struct emitter *emitter = emitter_for_file(path);

    if (!emitter && options->format)
        emitter = emitter_find(options->format);
    if (!emitter)
        diag_error(&program->diag, STATUS_USAGE, (struct place){.file = path},
                   "no format goes by this suffix; use %s, or give -f",
                   formats_told(&program->data, true));
    return emitter;
}

/* Wrong names are found before anything is read. */
static bool check_outputs(struct program *program)
{
    const struct options *options = &program->options;

    if (options->format && !emitter_find(options->format)) {
        diag_error(&program->diag, STATUS_USAGE, (struct place){0},
                   "no format is called %s; use %s", options->format,
                   formats_told(&program->data, false));
        return false;
    }
    for (size_t i = 0; i < options->outputs.count; i++)
        if (strcmp(options->outputs.items[i], "-") != 0 &&
            !emitter_of_output(program, options->outputs.items[i]))
            return false;
    return true;
}

/* Files by their suffix, "-" and nothing by -f; a file that goes by no suffix by -f too. */
static void write_outputs(struct program *program, const struct emit_context *context)
{
    const struct options *options = &program->options;
    const struct emitter *usual = emitter_find(options->format ? options->format : "text");

    for (size_t i = 0; i < options->outputs.count; i++) {
        const char *path = options->outputs.items[i];
        if (strcmp(path, "-") == 0)
            write_to(program, usual, NULL, context);
        else
            write_to(program, emitter_of_output(program, path), path, context);
    }
    if (!options->outputs.count)
        write_to(program, usual, NULL, context);
}

static void write_report(struct program *program, const struct analysis *analysis)
{
    const struct options *options = &program->options;
    struct template template;
    struct template_place place = {user_folder(program, "templates"), &program->metrics};
    const char *name = options->template ? options->template : template_default_name(analysis);
    struct report report;

    if (!template_load(&template, name, &place, &program->report, &program->diag))
        return;
    const char *date = date_of(program);
    report_build(
        &report,
        &(struct report_request){
            .template = &template,
            .analysis = analysis,
            .metrics = &program->metrics,
            .title = options->title ? utf8_clean(&program->report, text_of(options->title)) : NULL,
            .date = date ? utf8_clean(&program->report, text_of(date)) : NULL,
        },
        &program->report);
    write_outputs(program, &(struct emit_context){
                               .analysis = analysis,
                               .report = &report,
                               .color = wants_color(options),
                               .columns = width_of_text(),
                               .letter = options->letter,
                               .version = LOADSTAT_VERSION,
                               .date = report.date,
                               .diag = &program->diag,
                           });
}

/* Runs alone, a line each: nothing is analysed. */
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

static void parse_command(struct program *program)
{
    const struct options *options = &program->options;

    if (options->settings.filter)
        keep_matching(&program->runs, options->settings.filter);
    for (size_t i = 0; i < options->outputs.count; i++)
        write_runs(program, options->outputs.items[i]);
    if (!options->outputs.count)
        write_runs(program, NULL);
}

static void report_command(struct program *program)
{
    struct analysis analysis;

    if (program->runs.count == 0)
        return;
    statistics_initialize();
    if (analysis_make(&analysis, &program->runs, &program->against, &program->options.settings,
                      &program->metrics, &program->analysis, &program->diag))
        write_report(program, &analysis);
}

static bool filter_fits(struct program *program)
{
    const struct expression *filter = program->options.settings.filter;
    const char *key =
        filter && program->runs.count ? expression_unknown_key(filter, &program->runs) : NULL;

    if (key)
        diag_error(&program->diag, STATUS_USAGE, (struct place){0},
                   "--filter: no run has a key %s, and no metric is called so; see loadstat "
                   "--list-metrics",
                   key);
    return !key;
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

static void run_program(struct program *program, int argc, char **argv)
{
    struct options *options = &program->options;

    if (!options_read(options, argc, argv, &program->data, &program->diag))
        return;
    if (options->about == ABOUT_HELP || options->about == ABOUT_VERSION ||
        options->about == ABOUT_LIST_CHECKS) {
        say_about(program);
        return;
    }
    if (!load_rules(program))
        return;
    if (options->about != ABOUT_NOTHING) {
        say_about(program);
        return;
    }
    if (!options_settle(options, &program->metrics, &program->data, &program->diag) ||
        !check_outputs(program))
        return;
    if (!options->argument_count && isatty(STDIN_FILENO)) {
        diag_error(&program->diag, STATUS_USAGE, (struct place){0},
                   "nothing to read; give it FILEs, or pipe a report in: ab … | loadstat; see "
                   "loadstat --help");
        return;
    }
    take_signals_as_errors();
    if (!read_arguments(program) || !filter_fits(program))
        return;
    if (options->against.count && !read_against(program))
        return;
    if (options->command == COMMAND_PARSE)
        parse_command(program);
    else
        report_command(program);
}

/* What `about` printed: an error of an earlier flush counts as well as one of the last. */
static void finish_standard_output(struct diag *diag)
{
    bool failed = ferror(stdout) != 0;

    if (fflush(stdout) != 0 || failed)
        diag_error(diag, STATUS_UNUSABLE, (struct place){.file = "standard output"},
                   "cannot write");
}

int main(int argc, char **argv)
{
    static struct program program;

    cJSON_InitHooks(&(cJSON_Hooks){memory_allocate, memory_release});
    arena_init(&program.data);
    arena_init(&program.analysis);
    arena_init(&program.report);
    diag_init(&program.diag);
    metric_set_init(&program.metrics, &program.data);
    rules_init(&program.rules, &program.data, &program.metrics, &program.diag);
    run_set_init(&program.runs, &program.data);
    run_set_init(&program.against, &program.data);

    run_program(&program, argc, argv);

    finish_standard_output(&program.diag);
    rules_release(&program.rules);
    arena_release(&program.report);
    arena_release(&program.analysis);
    arena_release(&program.data);
    return (int)program.diag.worst;
}
