/*
 * Where reports go: formats, files and standard output.
 */
#ifndef LOADSTAT_COMMAND_OUTPUT_H
#define LOADSTAT_COMMAND_OUTPUT_H

#include "../compare/analysis.h"
#include "subcommand.h"

/* "…/loadstat/templates", in program->data; NULL: no such place is known. */
const char *user_template_folder(struct program *program);

/* False, with a diagnostic, where an -o goes by no format.  To be called before reading. */
bool outputs_check(struct program *program);

/* Builds the report of an analysis and writes it to each output. */
void report_write(struct program *program, const struct analysis *analysis);

#endif
