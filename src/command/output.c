#include "output.h"

#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <time.h>
#include <unistd.h>

#include "../base/number.h"
#include "../base/output.h"
#include "../base/utf8.h"
#include "../emit/emit.h"
#include "../report/report.h"
#include "../report/template.h"

const char *user_template_folder(struct program *program)
{
    const char *config = getenv("XDG_CONFIG_HOME");
    const char *home = getenv("HOME");

    if (config && *config)
        return arena_format(&program->data, "%s/loadstat/templates", config);
    return home && *home ? arena_format(&program->data, "%s/.config/loadstat/templates", home)
                         : NULL;
}

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

/* ".txt, .md or .pdf": the first suffix of each format. */
static const char *suffixes_told(struct arena *arena)
{
    size_t count;
    const struct emitter *emitters = emitter_table(&count);
    const char *told = "";

    for (size_t i = 0; i < count; i++)
        told = arena_format(arena, "%s%s%.*s", told,
                            !i              ? ""
                            : i + 1 < count ? ", "
                                            : " or ",
                            (int)strcspn(emitters[i].suffixes, " "), emitters[i].suffixes);
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
                   suffixes_told(&program->data));
    return emitter;
}

bool outputs_check(struct program *program)
{
    const struct options *options = &program->options;

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

void report_write(struct program *program, const struct analysis *analysis)
{
    const struct options *options = &program->options;
    struct template template;
    struct template_place place = {user_template_folder(program), &program->metrics};
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
                               .letter = options->paper == PAPER_LETTER,
                               .version = LOADSTAT_VERSION,
                               .date = report.date,
                               .diag = &program->diag,
                           });
}
