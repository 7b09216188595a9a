/*
 * Commands: one file each, which defines one of these, and a line in the list
 * of subcommands.c.
 */
#ifndef LOADSTAT_COMMAND_SUBCOMMAND_H
#define LOADSTAT_COMMAND_SUBCOMMAND_H

#include "../base/diag.h"
#include "../base/memory.h"
#include "../model/metric.h"
#include "../model/run.h"
#include "../rules/rules.h"
#include "options.h"

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

struct subcommand {
    const char *name;
    const char *summary;     /* what it prints, in a few words */
    const char *description; /* the same in lines, for its --help */
    unsigned takes;          /* enum option_use, joined */
    /* Faults are reported; diag has the status. */
    void (*run)(struct program *program);
};

extern const struct subcommand report_subcommand;
extern const struct subcommand parse_subcommand;

/* All of them, the one that is run where none is named first. */
const struct subcommand *const *subcommand_list(size_t *count);

/* NULL: none is called so. */
const struct subcommand *subcommand_find(const char *name);

/* "report, check": those that take options of that use; in `arena`. */
const char *subcommands_taking(unsigned use, struct arena *arena);

#endif
