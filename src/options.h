/*
 * The command line: one table of options that getopt_long and --help share.
 */
#ifndef LOADSTAT_OPTIONS_H
#define LOADSTAT_OPTIONS_H

#include <stdbool.h>
#include <stddef.h>

#include "base/diag.h"
#include "base/memory.h"
#include "compare/settings.h"
#include "label/labels.h"
#include "model/metric.h"

enum subcommand {
    COMMAND_REPORT, /* loadstat, loadstat report */
    COMMAND_PARSE,  /* loadstat parse: normalized runs as JSON lines */
};

/* What is printed instead of a report. */
enum about {
    ABOUT_NOTHING,
    ABOUT_HELP,
    ABOUT_VERSION,
    ABOUT_LIST_PARSERS,
    ABOUT_LIST_TEMPLATES,
    ABOUT_LIST_CHECKS,
    ABOUT_LIST_METRICS,
    ABOUT_PRINT_PARSER,
    ABOUT_PRINT_TEMPLATE,
    ABOUT_CHECK_PARSER,
    ABOUT_CHECK_TEMPLATE,
};

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

struct options {
    enum subcommand command;
    enum about about;
    const char *about_name; /* of --print-parser and its like */
    struct argument *arguments;
    size_t argument_count, argument_capacity;
    struct key_value *pairs;
    size_t pair_count, pair_capacity;
    enum label_from label_from;
    struct strings parsers; /* --parser FILE */
    struct strings outputs; /* -o FILE */
    struct strings against; /* --against FILE */
    const char *against_filter;
    const char *filter;
    const char *format;   /* -f; NULL: text */
    const char *template; /* -t; NULL: what suits */
    const char *title;
    const char *date;
    const char *metrics; /* -m, looked up once all rule files are read */
    const char *min_effects;
    enum { COLOR_AUTO, COLOR_ALWAYS, COLOR_NEVER } color;
    bool letter;
    bool keep_columns;
    bool quiet;
    bool verbose;
    struct settings settings;
};

/*
 * Reads the command line into `options`; what it keeps lives in `arena`.
 * False, with a diagnostic (status 2), where it is wrong.
 */
bool options_read(struct options *options, int argc, char **argv, struct arena *arena,
                  struct diag *diag);

/*
 * Settles what needs the metrics, which rule files may add to: -m, --filter,
 * --min-effect.  False, with a diagnostic.
 */
bool options_settle(struct options *options, struct metric_set *metrics, struct arena *arena,
                    struct diag *diag);

/* The help: options in groups, on one screen. */
void options_print_help(void);

#endif
