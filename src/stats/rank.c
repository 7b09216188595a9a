#include "rank.h"

#include <assert.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "../base/memory.h"
#include "distribution.h"
#include "permutation.h"
#include "arrays.h"

/* From this many values on a side on, R leaves the exact distribution. */
enum { FIRST_INEXACT_SIZE = 50 };

static const double most_pairs = 4e6;

/* The pooled values as ranks; doubled, so that the mid-ranks of ties are whole. */
struct pooled_ranks {
    size_t n;
    uint32_t *doubled;    /* of the pooled values in ascending order */
    double doubled_sum_x; /* over the values of x */
    double tie_term;      /* sum(t³ - t) over groups of t equal values */
};

struct labelled_value {
    double value;
    bool is_x;
};

static int compare_labelled(const void *a, const void *b)
{
    const struct labelled_value *x = a;
    const struct labelled_value *y = b;

    return (x->value > y->value) - (x->value < y->value);
}

static struct labelled_value *pooled_in_order(struct sample x, struct sample y)
{
    struct labelled_value *pooled = memory_allocate((x.n + y.n) * sizeof *pooled);

    for (size_t i = 0; i < x.n; i++)
        pooled[i] = (struct labelled_value){x.values[i], true};
    for (size_t i = 0; i < y.n; i++)
        pooled[x.n + i] = (struct labelled_value){y.values[i], false};
    qsort(pooled, x.n + y.n, sizeof *pooled, compare_labelled);
    return pooled;
}

/* The caller gives ranks.doubled back with memory_release(). */
static struct pooled_ranks rank_pooled(struct sample x, struct sample y)
{
    struct pooled_ranks ranks = {.n = x.n + y.n};
    struct labelled_value *pooled = pooled_in_order(x, y);

    ranks.doubled = memory_allocate(ranks.n * sizeof *ranks.doubled);
    for (size_t start = 0, end; start < ranks.n; start = end) {
        for (end = start + 1; end < ranks.n && pooled[end].value == pooled[start].value;)
            end++;
        const double tied = (double)(end - start);
        ranks.tie_term += tied * (tied * tied - 1);
        for (size_t i = start; i < end; i++) {
            ranks.doubled[i] = (uint32_t)(start + 1 + end);
            if (pooled[i].is_x)
                ranks.doubled_sum_x += (double)ranks.doubled[i];
        }
    }
    memory_release(pooled);
    return ranks;
}

/*
 * counts[s] for s = 0 … *largest: the number of ways to choose m of the n ascending ranks with
 * sum s.  Row k of the table counts choices of k; each rank in turn shifts row k - 1 onto row k.
 * To be given back with memory_release().
 */
static double *count_rank_sums(const uint32_t *ranks, size_t n, size_t m, size_t *largest)
{
    size_t width = 1;

    for (size_t i = n - m; i < n; i++)
        width += ranks[i];
    double *table = memory_allocate((m + 1) * width * sizeof *table);
    memset(table, 0, (m + 1) * width * sizeof *table);
    table[0] = 1;
    for (size_t i = 0; i < n; i++) {
        for (size_t k = i + 1 < m ? i + 1 : m; k > 0; k--) {
            double *row = table + k * width;
            const double *shorter = row - width;

            for (size_t s = ranks[i]; s < width; s++)
                row[s] += shorter[s - ranks[i]];
        }
    }
    memmove(table, table + m * width, width * sizeof *table);
    *largest = width - 1;
    return table;
}

/* Tail probabilities of a statistic. */
struct tails {
    double lower;     /* P(U <= u) */
    double upper;     /* P(U >= u) */
    double two_sided; /* P(|U - centre| >= |u - centre|) */
};

/*
 * Over choices of the smaller side from the pooled ranks; `u` is twice the U of that side, and so
 * whole, as is twice its mean, nx ny.
 */
static struct tails exact_tails(const struct pooled_ranks *ranks, size_t m, double u)
{
    size_t largest;
    double *counts = count_rank_sums(ranks->doubled, ranks->n, m, &largest);
    const double centre = (double)m * (double)(ranks->n - m);
    const double smallest_sum = (double)m * (double)(m + 1);
    struct tails tails = {0};
    double all = 0;

    for (size_t s = 0; s <= largest; s++) {
        const double other = (double)s - smallest_sum;

        all += counts[s];
        if (other <= u)
            tails.lower += counts[s];
        if (other >= u)
            tails.upper += counts[s];
        if (fabs(other - centre) >= fabs(u - centre))
            tails.two_sided += counts[s];
    }
    memory_release(counts);
    tails.lower /= all;
    tails.upper /= all;
    tails.two_sided /= all;
    return tails;
}

static void fill_u(struct sample x, struct sample y, const struct pooled_ranks *ranks,
                   struct mann_whitney_result *result)
{
    const double n_x = (double)x.n;

    result->u_x = ranks->doubled_sum_x / 2 - n_x * (n_x + 1) / 2;
    result->u_y = n_x * (double)y.n - result->u_x;
    result->all_equal = ranks->doubled[0] == ranks->doubled[ranks->n - 1];
}

static void fill_p(const struct tails *tails, struct mann_whitney_result *result)
{
    result->p = fmin(1, tails->two_sided);
    result->p_less = fmin(1, tails->lower);
    result->p_greater = fmin(1, tails->upper);
    result->p_doubled_tail = fmin(1, 2 * fmin(tails->lower, tails->upper));
}

bool mann_whitney_test(struct sample x, struct sample y, struct mann_whitney_result *result)
{
    if (!samples_are_finite(x, y, 1))
        return false;
    if (x.n >= FIRST_INEXACT_SIZE || y.n >= FIRST_INEXACT_SIZE)
        return mann_whitney_normal(x, y, true, result);
    const struct pooled_ranks ranks = rank_pooled(x, y);
    fill_u(x, y, &ranks, result);
    result->exact = true;
    /* The distribution of U of one side is that of the other: mirrored only where ties are. */
    struct tails tails;
    if (x.n <= y.n) {
        tails = exact_tails(&ranks, x.n, 2 * result->u_x);
    } else {
        const struct tails mirrored = exact_tails(&ranks, y.n, 2 * result->u_y);
        tails = (struct tails){mirrored.upper, mirrored.lower, mirrored.two_sided};
    }
    fill_p(&tails, result);
    memory_release(ranks.doubled);
    return true;
}

bool mann_whitney_normal(struct sample x, struct sample y, bool continuity,
                         struct mann_whitney_result *result)
{
    if (!samples_are_finite(x, y, 1))
        return false;
    const struct pooled_ranks ranks = rank_pooled(x, y);
    const double n = (double)ranks.n;
    const double pairs = (double)x.n * (double)y.n;
    fill_u(x, y, &ranks, result);
    result->exact = false;
    struct tails tails = {1, 1, 1};
    if (!result->all_equal) {
        const double sigma = sqrt(pairs / 12 * (n + 1 - ranks.tie_term / (n * (n - 1))));
        const double distance = result->u_x - pairs / 2;
        const double half = continuity ? 0.5 : 0;
        const double nearer = fmax(0, fabs(distance) - half);

        tails.lower = normal_lower((distance + half) / sigma);
        tails.upper = normal_lower((half - distance) / sigma);
        tails.two_sided = 2 * normal_lower(-nearer / sigma);
    }
    fill_p(&tails, result);
    memory_release(ranks.doubled);
    return true;
}

double mann_whitney_smallest_p(size_t nx, size_t ny)
{
    assert(nx >= 1 && ny >= 1);
    return 2 / choose(nx + ny, nx < ny ? nx : ny);
}

/* Which pairs bound the interval, and the level of it. */
struct pair_rank {
    uint64_t rank;
    double achieved;
};

/* The largest interval whose tails hold no more than `tail` each, from counts of U. */
static struct pair_rank exact_pair_rank(size_t nx, size_t ny, double tail)
{
    const size_t m = nx < ny ? nx : ny;
    const size_t n = nx + ny;
    const size_t smallest_sum = m * (m + 1) / 2;
    const double all = choose(n, m);
    uint32_t ranks[2 * FIRST_INEXACT_SIZE];
    size_t largest;
    double below = 0;
    size_t u = 0;

    for (size_t i = 0; i < n; i++)
        ranks[i] = (uint32_t)(i + 1);
    double *counts = count_rank_sums(ranks, n, m, &largest);
    /* qwilcox: the first u with P(U <= u) >= tail, but 1 at least. */
    while (u == 0 || (below + counts[smallest_sum + u]) / all < tail * (1 - 1e-12))
        below += counts[smallest_sum + u++];
    memory_release(counts);
    return (struct pair_rank){u, 1 - 2 * below / all};
}

static struct pair_rank normal_pair_rank(size_t nx, size_t ny, double tail)
{
    const double pairs = (double)nx * (double)ny;
    const double sigma = sqrt(pairs * (double)(nx + ny + 1) / 12);
    const double u = ceil(pairs / 2 + normal_quantile(tail) * sigma - 0.5);
    const double rank = fmax(1, u);

    return (struct pair_rank){(uint64_t)rank,
                              1 - 2 * normal_lower((rank - 0.5 - pairs / 2) / sigma)};
}

static double *all_differences(struct sample x, struct sample y)
{
    double *differences = memory_allocate(x.n * y.n * sizeof *differences);

    for (size_t i = 0; i < x.n; i++) {
        for (size_t j = 0; j < y.n; j++)
            differences[i * y.n + j] = x.values[i] - y.values[j];
    }
    return differences;
}

bool hodges_lehmann_shift(struct sample x, struct sample y, double confidence,
                          struct hodges_lehmann_result *result)
{
    const double tail = (1 - confidence) / 2;
    const bool exact = x.n < FIRST_INEXACT_SIZE && y.n < FIRST_INEXACT_SIZE;

    assert(confidence > 0 && confidence < 1);
    if (!samples_are_finite(x, y, 1) || (double)x.n * (double)y.n > most_pairs)
        return false;
    const size_t pairs = x.n * y.n;
    const struct pair_rank bound =
        exact ? exact_pair_rank(x.n, y.n, tail) : normal_pair_rank(x.n, y.n, tail);
    double *differences = all_differences(x, y);
    const bool defined = values_are_finite(differences, pairs) && bound.rank <= pairs;
    if (defined) {
        result->estimate = values_middle(differences, pairs);
        result->interval.low = values_select(differences, pairs, bound.rank - 1);
        result->interval.high = values_select(differences, pairs, pairs - bound.rank);
        result->rank = bound.rank;
        result->achieved = bound.achieved;
        result->attained = bound.achieved >= confidence - 1e-12;
    }
    memory_release(differences);
    return defined;
}

bool hodges_lehmann_ratio(struct sample x, struct sample y, double confidence,
                          struct hodges_lehmann_result *result)
{
    struct hodges_lehmann_result logs;

    if (!samples_are_positive(x, y, 1))
        return false;
    double *logs_x = values_logarithms(x.values, x.n);
    double *logs_y = values_logarithms(y.values, y.n);
    const bool defined = hodges_lehmann_shift((struct sample){logs_x, x.n},
                                              (struct sample){logs_y, y.n}, confidence, &logs);
    memory_release(logs_x);
    memory_release(logs_y);
    if (!defined || !isfinite(exp(logs.interval.high)))
        return false;
    logs.estimate = exp(logs.estimate);
    logs.interval.low = exp(logs.interval.low);
    logs.interval.high = exp(logs.interval.high);
    *result = logs;
    return true;
}
