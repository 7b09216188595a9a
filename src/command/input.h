/*
 * What commands read: rule files, then the runs that the arguments name.
 * Each function returns false, with a diagnostic, where the command must end.
 */
#ifndef LOADSTAT_COMMAND_INPUT_H
#define LOADSTAT_COMMAND_INPUT_H

#include "subcommand.h"

/* The built-in rule files, the user's, and those of --parser. */
bool rules_load_all(struct program *program);

/* The rules, and the options that need the metrics; before anything is read. */
bool input_prepare(struct program *program);

/* program->runs, from all arguments or standard input. */
bool runs_read(struct program *program);

/* program->against: earlier runs, which are no part of the report itself. */

/* Leaves out the runs that do not match; NULL: all do. */
void runs_keep(struct run_set *runs, const struct expression *filter);

#endif
