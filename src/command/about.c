/* What is printed instead of a report. */
#include "about.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#include "../base/embedded.h"
#include "../base/suggestion.h"
#include "../check/check.h"
#include "../report/template.h"
#include "subcommand.h"
#include "input.h"
#include "output.h"

void about_list_parsers(struct program *program, const char *name)
{
    (void)name;
    if (!rules_load_all(program))
        return;
    for (size_t i = 0; i < program->rules.format_count; i++) {
        const struct format *format = program->rules.formats[i];
        printf("%-14s %-40s %s\n", format->name, format->description, format->file);
    }
}

void about_list_templates(struct program *program, const char *name)
{
    size_t count;
    const struct template_entry *entries = template_list(&program->report, &count);

    (void)name;
    for (size_t i = 0; i < count; i++)
        printf("%-14s %s\n", entries[i].name, entries[i].summary);
}

void about_list_checks(struct program *program, const char *name)
{
    const struct check *check;

    (void)program;
    (void)name;
    for (size_t i = 0; (check = check_at(i)); i++)
        printf("%-26s %-8s %s\n", check->code, severity_name(check->severity), check->summary);
}

void about_list_metrics(struct program *program, const char *name)
{
    static const char *const better[] = {"", "higher is better", "lower is better"};
    size_t count;
    const struct metric *table = metric_table(&count);

    (void)name;
    if (!rules_load_all(program))
        return;
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
static void print_rule_file(const struct format *format)
{
    const struct embedded_file *file = embedded_find(format->file);

    if (file)
        fwrite(file->text, 1, file->length, stdout);
    else
        printf("# %s\n", format->file);
}

void about_print_parser(struct program *program, const char *name)
{
    struct suggestion suggestion;

    if (!rules_load_all(program))
        return;
    suggestion_init(&suggestion, name);
    for (size_t i = 0; i < program->rules.format_count; i++) {
        const struct format *format = program->rules.formats[i];
        if (strcmp(format->name, name) == 0) {
            print_rule_file(format);
            return;
        }
        suggestion_offer(&suggestion, format->name);
    }
    diag_error(&program->diag, STATUS_USAGE, (struct place){0}, "no parser is called %s; %s", name,
               suggestion_words(&suggestion, &program->data, "see loadstat --list-parsers"));
}

void about_print_template(struct program *program, const char *name)
{
    struct text text;

    if (template_text(name, user_template_folder(program), &program->report, &text, &program->diag))
        fwrite(text.start, 1, text.length, stdout);
}

void about_check_parser(struct program *program, const char *path)
{
    const char *separator = ":";

    if (!rules_load_all(program) || !rules_load_file(&program->rules, path) ||
        !rules_check(&program->rules, path))
        return;
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
}

void about_check_template(struct program *program, const char *path)
{
    struct template template;
    struct template_place place = {NULL, &program->metrics};

    if (rules_load_all(program) &&
        template_load(&template, path, &place, &program->report, &program->diag))
        printf("%s: right: %zu blocks\n", path, template.block_count);
}

void about_version(struct program *program, const char *name)
{
    (void)program;
    (void)name;
    printf("loadstat %s\n", LOADSTAT_VERSION);
}
