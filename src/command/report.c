/* loadstat, loadstat report: groups, comparison, report. */
#include "../judge/analyse.h"
#include "../stats/statistics.h"
#include "subcommand.h"
#include "input.h"
#include "option_table.h"
#include "output.h"

static void run(struct program *program)
{
    struct options *options = &program->options;
    struct analysis analysis;

    if (!input_prepare(program) || !outputs_check(program) || !runs_read(program))
        return;
    if (program->runs.count == 0)
        return;
    statistics_initialize();
    if (analysis_make(&analysis, &program->runs, &program->against, &options->settings,
                      &program->metrics, &program->analysis, &program->diag))
        report_write(program, &analysis);
}

const struct subcommand report_subcommand = {
    .name = "report",
    .summary = "which is faster, and by how much",
    .description = "Reads what ApacheBench and siege printed (files, folders, or standard input)\n"
                   "and says which is faster, by how much, and whether to believe it.\n"
                   "\n"
                   "  ab -n 1000 -c 10 http://localhost:8080/ | loadstat\n"
                   "  loadstat before=old/ after=new/\n"
                   "  loadstat -o report.pdf -o report.md results/\n",
    .takes = FOR_RUNS | FOR_FILES | FOR_COMPARISONS | FOR_REPORTS,
    .run = run,
};
