/*
 * loadstat: reads what ApacheBench and siege printed, and says which is
 * faster, by how much, and whether to believe it.
 *
 *     bytes → lines → run → groups → comparison → report → text, PDF, …
 */
#include <cjson/cJSON.h>
#include <stdio.h>

#include "command/subcommand.h"

static void program_init(struct program *program)
{
    arena_init(&program->data);
    arena_init(&program->analysis);
    arena_init(&program->report);
    diag_init(&program->diag);
    metric_set_init(&program->metrics, &program->data);
    rules_init(&program->rules, &program->data, &program->metrics, &program->diag);
    run_set_init(&program->runs, &program->data);
    run_set_init(&program->against, &program->data);
}

static void program_release(struct program *program)
{
    rules_release(&program->rules);
    arena_release(&program->report);
    arena_release(&program->analysis);
    arena_release(&program->data);
}

static void program_run(struct program *program, int argc, char **argv)
{
    const struct options *options = &program->options;

    if (!options_read(&program->options, argc, argv, &program->data, &program->diag))
        return;
    if (options->about)
        options->about(program, options->about_name);
    else
        options->command->run(program);
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
    program_init(&program);
    program_run(&program, argc, argv);
    finish_standard_output(&program.diag);
    program_release(&program);
    return (int)program.diag.worst;
}
