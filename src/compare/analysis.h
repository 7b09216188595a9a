/*
 * The analysis: groups of repeated runs, their comparisons, and the notes
 * that say what may be believed.  Everything that a report shows is in here,
 * and the JSON emitter writes it as it is.
 *
 * Numbers that are not defined (the sd of one run) are NAN.  Everything belongs
 * to the arena of whoever had the analysis made.
 */
#ifndef LOADSTAT_COMPARE_ANALYSIS_H
#define LOADSTAT_COMPARE_ANALYSIS_H

#include <stdbool.h>
#include <stddef.h>

#include "../base/diag.h"
#include "../base/memory.h"
#include "../model/metric.h"
#include "../model/run.h"
#include "settings.h"

/* One metric over the used runs of a group that have it. */
struct summary {
    const struct metric *metric;
    size_t n;
    double mean, sd, cv, variance;
    double ci_low, ci_high; /* Student interval of the mean at settings.confidence */
    double half_width;
    double median, min, max;
    double resolution; /* largest printing step among the runs; NAN: none */
    /* Single requests and table figures within the runs, where the logs tell them. */
    double within_sd; /* pooled sd of requests inside a run; NAN: unknown */
    double within_requests;
    double between_sd, between_cv, icc; /* variance components; NAN: not estimable */
    /* The value over all requests of all runs: exact from distributions
     * (pooled_low == pooled_high), a bracket from tables; NAN: unknown. */
    double pooled_low, pooled_high;
    const double *values; /* the n values themselves, in order of appearance */
    const size_t *runs;   /* their runs: indices into analysis.runs */
};

/* So many of so many requests over the used runs of a group, with Wilson's interval. */
struct share {
    double count, total; /* NAN: the logs do not say */
    double low, high;    /* plain ratios; of 0 the high end is the rule of three */
};

struct group_key {
    const char *key;  /* "label", "concurrency", … */
    const char *text; /* NULL: the runs do not say */
};

struct group {
    const char *name;       /* label and the keys that vary, unique: "nginx c=8" */
    struct group_key *keys; /* those of the grouping list that some run states, in its order */
    size_t key_count;
    size_t *runs; /* indices into analysis.runs, ascending: in order of appearance */
    size_t run_count;
    size_t *used; /* those that enter averages */
    size_t used_count;
    const struct run **parts;  /* the runs that --combine made the used one of */
    size_t part_count;         /* 0: nothing was combined */
    struct summary *summaries; /* ascending metric->order */
    size_t summary_count;
    bool is_baseline;
    bool mean_is_measured; /* the measured mean stands for the computed one: measured_mean.h */
    bool archived;         /* made of --against runs; only ever a baseline */
    struct share failed;   /* broken requests: connect + the larger of receive and exceptions */
    struct share errors; /* answers that are errors: ab's non-2xx, siege's unsuccessful, 4xx, 5xx */
    struct share length_failures;
    double uncounted; /* failures of used runs that tell no number of requests; NAN: none is told */
};

enum verdict {
    VERDICT_BETTER,
    VERDICT_WORSE,
    VERDICT_EQUIVALENT,
    VERDICT_UNDECIDED,
    VERDICT_NOT_COMPARABLE,
    VERDICT_INVALID,
};

/* "better", "not_comparable"; NULL beyond the last. */
const char *verdict_name(unsigned verdict);
/* The same for a word that people use: "faster", "not proven"; NULL: none is called so. */
const char *verdict_meant(const char *word);

struct comparison {
    const struct metric *metric;
    size_t baseline, group; /* indices into analysis.groups */
    double ratio;           /* of geometric means, group over baseline */
    double ratio_of_means;
    double change_pct;      /* (ratio - 1) * 100 */
    double ci_low, ci_high; /* of the ratio */
    double p, p_adjusted;
    double degrees_of_freedom; /* of the t distribution; NAN: not a t test */
    bool is_small;             /* it differs, by less than a verdict asks for */
    double confidence;         /* of the interval: less than asked for where ranks give no more */
    double log_sd, log_sd_df;  /* pooled sd of the logarithms, which runs_needed rests on; NAN */
    bool by_means;             /* the change is that of arithmetic means, not `ratio` */
    struct {
        double ci_low, ci_high; /* of the ratio, 90 % */
        double p, p_adjusted;   /* of two one-sided tests against the margin */
    } equivalence;              /* NAN: not possible */
    size_t pairs;               /* pairs of a paired test; 0: not paired */
    const char *test;           /* "log-welch", …, "prediction"; NULL: no test was possible */
    /* Second opinion: that of the ranks (Mann-Whitney, Hodges-Lehmann) on a t test, where ranks can
     * be significant (4 v 4, 3 v 5); that of log-Welch on ranks. */
    const char *second_test;
    double second_p, second_ratio, second_low, second_high;
    enum verdict verdict;
    const char *reason; /* words */
    const char *code; /* the note that the verdict rests on, for invalid and not_comparable; NULL */
    /* Per side; 0: no plan, or there are as many already. */
    size_t runs_needed;              /* to confirm a change of planned_change (0.04 is 4 %) */
    double planned_change;           /* NAN: no plan */
    size_t runs_needed_equivalence;  /* to show that nothing changed, if so it is */
    size_t batches;                  /* of the archive; 0: no archive */
    size_t past_tested, past_alarms; /* its batches that the same rule judges, would have failed */
    const char *refusal;             /* why no verdict may rest on the archive, in words; NULL */
    bool primary;                    /* of the family that the correction covers */
};

enum severity {
    NOTE_BLOCKS,
    NOTE_WARNS,
    NOTE_INFORMS,
};

const char *severity_name(enum severity severity); /* "blocks", "warns", "informs" */

struct note {
    const char *code;
    enum severity severity;
    const char *text; /* what it means and what to do, one or two sentences */
    size_t *groups;   /* indices */
    size_t group_count;
    size_t *runs;
    size_t run_count;
    bool accepted; /* --accept: kept, but the verdict stands */
};

/* The law fitted to a sweep over concurrency. */
struct scaling {
    const char *name; /* what the levels share: the label */
    size_t *groups;   /* ascending concurrency */
    size_t group_count;
    const char *law;     /* "usl", "amdahl"; NULL: not fitted, see `refusal` */
    const char *refusal; /* why there is no fit or no peak, in words; NULL: none */
    double gamma, alpha, beta, se_gamma, se_alpha, se_beta, residual_sd, r_squared;
    double peak_concurrency, peak_rate; /* NAN: no peak seen */
};

/* A pivot: rows × one column key. */
struct pivot {
    const char **row_keys;
    size_t row_key_count;
    const char *column_key; /* NULL: no pivot */
    const char **columns;   /* values of the column key, numbers as numbers */
    size_t column_count;
    const char **rows; /* names of the rows */
    size_t row_count;
    size_t *cells; /* row * column_count + column: group index, or NO_GROUP */
    /* For each column: geometric mean of the ratios to the baseline column over matched rows. */
    double *geometric_means; /* NAN: the baseline column, or none matched */
    size_t *matched;         /* rows that entered */
    size_t baseline_column;
};

#define NO_GROUP ((size_t)-1)

struct analysis {
    const struct settings *settings; /* borrowed */
    struct run *const *runs;         /* those that passed the filter, then archived ones */
    size_t run_count;
    struct group *groups;
    size_t group_count;
    struct comparison *comparisons;
    size_t comparison_count;
    struct note *notes; /* the grave ones first */
    size_t note_count;
    size_t note_capacity;
    struct scaling *scalings;
    size_t scaling_count;
    struct pivot pivot;
    const char *answer;           /* the sentence a person wants; NULL: none */
    const struct metric *primary; /* requests/s, or mean latency where there is none; NULL */
    const char *axis;             /* the key along which groups are compared; NULL: none */
    size_t family_size;           /* tests that the correction covers */
};

/* The ratio that change_pct, the interval and p are about; NAN: not defined. */
double comparison_ratio(const struct comparison *comparison);

const struct summary *group_summary(const struct group *group, const struct metric *metric);
const struct summary *group_summary_by_key(const struct group *group, const char *key);
const struct comparison *analysis_comparison(const struct analysis *analysis, size_t group,
                                             const struct metric *metric);

/*
 * --only: which groups tables show, one answer for each group, in `arena`.
 * Those with a comparison of `metric` (NULL: of any) whose verdict was asked
 * for, and what these are compared with; the baselines alone where there are
 * none.  Without --only, or where nothing was compared, all of them.
 */
const bool *analysis_wanted_groups(const struct analysis *analysis, const struct metric *metric,
                                   struct arena *arena);

#endif
