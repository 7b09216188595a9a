/*
 * Findings: what was noticed about runs, groups and pairs, under a public code.
 * They are gathered while the analysis is made; its notes are made of them.
 */
#ifndef LOADSTAT_COMPARE_FINDING_H
#define LOADSTAT_COMPARE_FINDING_H

#include "draft.h"

struct finding {
    const char *code;
    enum severity severity;
    enum verdict blocks_as;      /* what it makes of a comparison that it blocks */
    const struct metric *metric; /* NULL: it concerns every metric */
    bool blocks_metric;          /* no verdict rests on `metric`, whatever the severity */
    size_t group;                /* NO_GROUP: all groups */
    size_t baseline;             /* NO_GROUP: the group alone, whatever it is compared with */
    size_t run;                  /* index into analysis.runs, or NO_RUN */
    const char *line;            /* "45": told by its line instead of its group; NULL: by group */
    const char *detail;          /* a clause without a full stop; NULL: the advice says all */
};

void finding_add(struct draft *draft, struct finding finding);

/* A finding that informs about one group; the detail is a clause without a full stop. */
void finding_inform(struct draft *draft, const char *code, size_t group, const char *format, ...)
    __attribute__((format(printf, 4, 5)));

/*
 * The finding that keeps a comparison of `metric` from a verdict of that kind
 * (invalid or not_comparable): it blocks, was not accepted, and concerns one
 * of the two groups or the pair.  NULL: none.
 */
const struct finding *finding_that_blocks(const struct draft *draft, struct pair pair,
                                          const struct metric *metric, enum verdict kind);

#endif
