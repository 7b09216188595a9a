/*
 * Quirks: what no pattern can say about a tool, because it needs arithmetic,
 * the version, or the absence of a line.  Small functions that a rule file
 * calls by name; each is run once, when a run has ended.
 */
#ifndef LOADSTAT_RULES_QUIRK_H
#define LOADSTAT_RULES_QUIRK_H

#include <stdbool.h>

#include "../base/memory.h"
#include "../base/text.h"
#include "../model/metric.h"
#include "../model/run.h"

/* Lines that a rule file has marked (`mark NAME PATTERN`), as bits. */
enum mark {
    MARK_PROGRESS = 1 << 0,  /* the tool counts requests while it runs */
    MARK_FINISHED = 1 << 1,  /* the tool says that it is through */
    MARK_INTERRUPT = 1 << 2, /* somebody pressed ^C */
    MARK_TLS_ERROR = 1 << 3,
    MARK_CRASH = 1 << 4, /* the tool crashed behind its report */
};

/* 0 where no mark is called so. */
unsigned mark_find(struct text name);

/* What the reader knows of a run beside the run itself. */
struct quirk_case {
    struct run *run;
    struct arena *arena;
    struct metric_set *metrics;
    bool is_whole; /* it has all that the format's `whole` names */
    unsigned marks;
    double requests_asked; /* by the report or its command; ABSENT: not known */
    int time_decimals;     /* digits behind the point of time_taken_s; -1: not printed so */
};

struct quirk {
    const char *name;
    const char *summary; /* one line for --list-parsers -v and the guide */
    void (*apply)(struct quirk_case *found);
};

/* NULL where none is called so. */
const struct quirk *quirk_find(struct text name);

#endif
