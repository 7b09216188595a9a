/*
 * Whether two texts can tell of one run, by their figures, and one run made of both.
 */
#ifndef LOADSTAT_LABEL_VIEW_FIGURES_H
#define LOADSTAT_LABEL_VIEW_FIGURES_H

#include <stdbool.h>
#include <stddef.h>

#include "../model/run.h"

/* In which shape a run was kept; the fullest first. */
enum view_kind {
    VIEW_SUMMARY,     /* the tool's report */
    VIEW_DOCUMENT,    /* the same as JSON */
    VIEW_LOG,         /* a row of the tool's log of runs: siege.log */
    VIEW_REQUESTS,    /* single requests: ab -g, siege's verbose lines */
    VIEW_PERCENTILES, /* ab -e */
    VIEW_TABLE,       /* a row of a table kept by hand */
    VIEW_KINDS,
};

enum view_kind view_kind_of(const struct run *run);

/* "the table row", "the requests", …: what a view is called in a note. */
const char *view_kind_words(enum view_kind kind);

struct agreement {
    size_t figures;               /* that both have */
    size_t alike;                 /* those of them that agree */
    const struct metric *differs; /* the first that does not; NULL: all agree */
    bool settings_differ;         /* tool, target, concurrency: what both say, and not alike */
    bool requests_differ;         /* another number of requests */
};

/*
 * Compares what both runs say, as closely as their printing steps allow.
 * Percentiles that were computed in two ways may differ by one rank.
 */
struct agreement views_compare(const struct run *a, const struct run *b);

/* Nothing contradicts, and there were figures enough to compare. */
static inline bool views_agree(struct agreement agreement, size_t least)
{
    return !agreement.differs && !agreement.settings_differ && agreement.figures >= least;
}

/*
 * The same for views that have one name already: tools round and rank in ways
 * of their own, so that half of the figures suffice, but the requests must be as many.
 */
static inline bool views_agree_mostly(struct agreement agreement)
{
    return !agreement.requests_differ && !agreement.settings_differ && agreement.figures > 0 &&
           2 * agreement.alike >= agreement.figures;
}

/* Gives `lead` what it lacks and `other` has; texts and distributions are shared. */
void view_absorb(struct run *lead, const struct run *other, struct arena *arena);

#endif
