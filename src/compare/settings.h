/*
 * What the command line asks of the comparison; one struct, filled by options.c.
 */
#ifndef LOADSTAT_COMPARE_SETTINGS_H
#define LOADSTAT_COMPARE_SETTINGS_H

#include <stdbool.h>
#include <stddef.h>

#include "../model/expression.h"
#include "../model/metric.h"

enum test_kind {
    TEST_LOG_WELCH,
    TEST_WELCH,
    TEST_STUDENT,
    TEST_MANN_WHITNEY,
    TEST_PAIRED,
};

enum correction {
    CORRECTION_HOLM,
    CORRECTION_BH,
    CORRECTION_NONE,
};

enum quantile_kind {
    QUANTILE_NEAREST,
    QUANTILE_TYPE7,
    QUANTILE_AB,
};

enum combine {
    COMBINE_NONE,
    COMBINE_SEQUENTIAL, /* pools requests over time */
    COMBINE_PARALLEL,   /* adds the rates of runs that overlap */
};

/* --min-effect 2% or "rps=2%,p99=10%" */
struct effect_limit {
    const struct metric *metric; /* NULL: every metric */
    double fraction;
};

struct settings {
    double confidence; /* 0.95 */
    enum test_kind test;
    enum correction correction;
    enum quantile_kind quantile;
    enum combine combine;
    double margin;                    /* equivalence, as a fraction: 0.05 */
    double find;                      /* --find: the change that runs are planned for; 0: none */
    struct effect_limit *min_effects; /* the last match holds; default 0.02 */
    size_t min_effect_count;
    const char *baseline;  /* --baseline; NULL: the first group */
    const char **group_by; /* --group-by replaces the list; count 0: default */
    size_t group_by_count;
    const char **rows; /* --rows */
    size_t row_count;
    const char *columns;             /* --columns; NULL: no pivot was asked for */
    const char *pair_by;             /* --pair-by KEY; NULL: order of appearance */
    const struct expression *filter; /* NULL: all */
    const char *sort;              /* metric or key, "-" in front: descending; NULL: as they came */
    const struct metric **metrics; /* -m; count 0: the default metrics, family = primary */
    size_t metric_count;
    const char **accepted; /* --accept codes */
    size_t accepted_count;
    const char **only; /* --only verdicts */
    size_t only_count;
    size_t drop_first; /* --drop-first N runs of each group */
    size_t last;       /* --last N runs of the --against archive; 20 */
};

void settings_init(struct settings *settings);

/* The words of the choices above, as options take them; NULL beyond the last. */
const char *test_kind_name(unsigned test);
const char *correction_name(unsigned correction);
const char *quantile_kind_name(unsigned quantile);
const char *combine_name(unsigned combine);

/* The test in force: --pair-by asks for the paired one. */
enum test_kind settings_test(const struct settings *settings);

/* The least change worth a verdict, as a fraction, for that metric. */
double settings_min_effect(const struct settings *settings, const struct metric *metric);

/* What counts as equal, as a fraction: at least what is too small for a winner. */
double settings_margin(const struct settings *settings, const struct metric *metric);

/* The change that runs are planned for, as a fraction: --find, else twice the least. */
double settings_planned_change(const struct settings *settings, const struct metric *metric);

bool settings_accept(const struct settings *settings, const char *code);

#endif
