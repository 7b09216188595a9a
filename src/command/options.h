/*
 * The command line, read: what the options of one invocation say.
 *
 * option_table.c has a row for each option; options.c reads a command line by
 * it, and help.c prints it.
 */
#ifndef LOADSTAT_COMMAND_OPTIONS_H
#define LOADSTAT_COMMAND_OPTIONS_H

#include <stdbool.h>
#include <stddef.h>

#include "../base/diag.h"
#include "../base/memory.h"
#include "../compare/settings.h"
#include "../label/labels.h"
#include "../model/metric.h"

struct subcommand;
struct program;

enum color {
    COLOR_AUTO,
    COLOR_ALWAYS,
    COLOR_NEVER,
};

enum paper {
    PAPER_A4,
    PAPER_LETTER,
};

/* "auto", "a4": as the options take them; NULL beyond the last. */
const char *color_name(unsigned color);
const char *paper_name(unsigned paper);

/* A FILE with what the options before it say of its runs. */
struct argument {
    const char *text;
    const char *label; /* --label */
    size_t pairs;      /* how many of options.pairs stood before it */
};

/* --set K=V and --tag K=V */
struct key_value {
    const char *key;
    const char *value;
    bool splits; /* --set */
};

struct strings {
    const char **items;
    size_t count, capacity;
};

/* What is printed instead of a report; `name` is the option's argument. */
typedef void print_about(struct program *program, const char *name);

struct options {
    const struct subcommand *command;
    bool command_named; /* it stands on the command line */
    print_about *about; /* NULL: a command is run */
    const char *about_name;
    struct argument *arguments;
    size_t argument_count, argument_capacity;
    struct key_value *pairs;
    size_t pair_count, pair_capacity;
    const char *label; /* --label in force: of the files that follow */
    enum name_source label_from;
    const char *path;       /* --path PATTERN */
    struct strings renames; /* --rename OLD=NEW */
    bool no_assume;
    struct strings parsers; /* --parser FILE */
    struct strings outputs; /* -o FILE */
    struct strings against; /* --against FILE */
    const char *against_filter;
    const char *filter;
    const char *format;   /* -f, a name of the table of emitters; NULL: text */
    const char *template; /* -t; NULL: what suits */
    const char *title;
    const char *date;
    const char *metrics; /* -m, looked up once all rule files are read */
    const char *min_effects;
    enum color color;
    enum paper paper;
    bool keep_columns;
    bool quiet;
    bool verbose;
    struct settings settings;
};

/*
 * Reads the command line into `options`; what it keeps lives in `arena`.
 * False, with a diagnostic (status 2), where it is wrong, or where the command
 * does not take an option that is there.
 */
bool options_read(struct options *options, int argc, char **argv, struct arena *arena,
                  struct diag *diag);

/*
 * Settles what needs the metrics, which rule files may add to: -m, --filter,
 * --min-effect.  False, with a diagnostic.
 */
bool options_settle(struct options *options, struct metric_set *metrics, struct arena *arena,
                    struct diag *diag);

#endif
