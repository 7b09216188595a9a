#include "change_point.h"

#include <assert.h>
#include <math.h>
#include <string.h>

#include <gsl/gsl_randist.h>

#include "../base/memory.h"
#include "arrays.h"
#include "distribution.h"
#include "effect.h"
#include "hypothesis.h"
#include "moments.h"
#include "random.h"

enum { MOST_VALUES = 5000, SHORTEST = 5 };

/*
 * A segment made ready for many orders of its values: each value by its rank, with the sum of its
 * distances to all others.  A tree of Fenwick (1994) over the ranks then tells the distances to the
 * values before a split in logarithmic time.
 */
struct segment {
    size_t n;
    double *sorted;
    double *distances; /* of the value of a rank to all others, summed */
    size_t *order;     /* ranks, in order of time */
    double *tree_sums;
    size_t *tree_counts;
};

static void fill_distances(struct segment *segment)
{
    double all = 0;
    double below = 0;

    for (size_t i = 0; i < segment->n; i++)
        all += segment->sorted[i];
    for (size_t i = 0; i < segment->n; i++) {
        const double value = segment->sorted[i];
        const double above = all - below - value;

        segment->distances[i] =
            value * (double)i - below + above - value * (double)(segment->n - 1 - i);
        below += value;
    }
}

/* Equal values take the ranks of their group one after the other, in order of time. */
static void fill_order(struct segment *segment, const double *values)
{
    bool *is_used = memory_allocate(segment->n * sizeof *is_used);

    memset(is_used, 0, segment->n * sizeof *is_used);
    for (size_t i = 0; i < segment->n; i++) {
        size_t low = 0;
        size_t high = segment->n;

        while (low < high) {
            const size_t middle = low + (high - low) / 2;

            if (segment->sorted[middle] < values[i])
                low = middle + 1;
            else
                high = middle;
        }
        while (is_used[low])
            low++;
        is_used[low] = true;
        segment->order[i] = low;
    }
    memory_release(is_used);
}

/* To be given back with segment_release(). */
static struct segment segment_of(const double *values, size_t n)
{
    struct segment segment = {
        .n = n,
        .sorted = values_sorted(values, n),
        .distances = memory_allocate(n * sizeof(double)),
        .order = memory_allocate(n * sizeof(size_t)),
        .tree_sums = memory_allocate((n + 1) * sizeof(double)),
        .tree_counts = memory_allocate((n + 1) * sizeof(size_t)),
    };
    const double centre = segment.sorted[n / 2];

    fill_order(&segment, values);
    /* About a middle value, so that sums of large values keep their digits. */
    for (size_t i = 0; i < n; i++)
        segment.sorted[i] -= centre;
    fill_distances(&segment);
    return segment;
}

static void segment_release(struct segment *segment)
{
    memory_release(segment->sorted);
    memory_release(segment->distances);
    memory_release(segment->order);
    memory_release(segment->tree_sums);
    memory_release(segment->tree_counts);
}

static void tree_add(struct segment *segment, size_t rank)
{
    for (size_t i = rank + 1; i <= segment->n; i += i & -i) {
        segment->tree_sums[i] += segment->sorted[rank];
        segment->tree_counts[i]++;
    }
}

/* Sum of the distances of a rank's value to the `count` values in the tree, whose sum is `sum`. */
static double tree_distance(const struct segment *segment, size_t rank, double sum, size_t count)
{
    const double value = segment->sorted[rank];
    double sum_below = 0;
    size_t below = 0;

    for (size_t i = rank; i > 0; i -= i & -i) {
        sum_below += segment->tree_sums[i];
        below += segment->tree_counts[i];
    }
    return value * (double)below - sum_below + (sum - sum_below) - value * (double)(count - below);
}

static double mean_distance(double sum, double size)
{
    return size < 2 ? 0 : 2 * sum / (size * (size - 1));
}

/* Sums of distances within and between the two parts of a series. */
struct split_distances {
    double before;
    double after;
    double between;
};

static double split_energy(const struct split_distances *distances, size_t n, size_t split)
{
    const double before = (double)split;
    const double after = (double)(n - split);

    return before * after / (before + after) *
           (2 * distances->between / (before * after) - mean_distance(distances->before, before) -
            mean_distance(distances->after, after));
}

/* The best of the splits `from` … `to`. */
struct best_split {
    size_t split;
    double energy;
};

static struct best_split find_best_split(struct segment *segment, size_t from, size_t to)
{
    struct best_split best = {from, -HUGE_VAL};
    struct split_distances distances = {0};
    double sum = 0;

    memset(segment->tree_sums, 0, (segment->n + 1) * sizeof *segment->tree_sums);
    memset(segment->tree_counts, 0, (segment->n + 1) * sizeof *segment->tree_counts);
    for (size_t i = 0; i < segment->n; i++)
        distances.after += segment->distances[i] / 2;
    for (size_t split = 1; split <= to; split++) {
        const size_t rank = segment->order[split - 1];
        const double to_before = tree_distance(segment, rank, sum, split - 1);
        const double to_after = segment->distances[rank] - to_before;

        distances.before += to_before;
        distances.after -= to_after;
        distances.between += to_after - to_before;
        tree_add(segment, rank);
        sum += segment->sorted[rank];
        const double energy = split_energy(&distances, segment->n, split);
        if (split >= from && energy > best.energy)
            best = (struct best_split){split, energy};
    }
    return best;
}

static bool is_splittable(const double *values, size_t n)
{
    return n >= 2 && n <= MOST_VALUES && values_are_finite(values, n);
}

bool energy_statistic(const double *values, size_t n, size_t split, double *result)
{
    assert(split >= 1 && split < n);
    if (!is_splittable(values, n))
        return false;
    struct segment segment = segment_of(values, n);
    const double energy = find_best_split(&segment, split, split).energy;
    segment_release(&segment);
    if (!isfinite(energy))
        return false;
    *result = energy;
    return true;
}

/* Whether chance makes so good a split in fewer than one of a hundred orders. */
static bool is_significant(struct segment *segment, double energy)
{
    const int draws = segment->n < 20 ? 9999 : 999;
    const int most = (draws + 1) / 100 - 2; /* (b + 1) / (draws + 1) < 0.01 */
    const double rounding = 1e-12 * fabs(energy);
    gsl_rng *random = new_random();
    int as_good = 0;

    for (int draw = 0; draw < draws && as_good <= most; draw++) {
        gsl_ran_shuffle(random, segment->order, segment->n, sizeof *segment->order);
        as_good +=
            find_best_split(segment, SHORTEST, segment->n - SHORTEST).energy >= energy - rounding;
    }
    gsl_rng_free(random);
    return as_good <= most;
}

/* The split of a segment that is a change; 0 for none. */
static size_t split_of(const double *values, size_t n)
{
    if (n < 2 * SHORTEST || values_are_equal(values, n))
        return 0;
    struct segment segment = segment_of(values, n);
    const struct best_split best = find_best_split(&segment, SHORTEST, n - SHORTEST);
    const bool is_change = isfinite(best.energy) && is_significant(&segment, best.energy);
    segment_release(&segment);
    return is_change ? best.split : 0;
}

/* Halves the segments from left to right until none splits; parts to do wait on a stack. */
static size_t split_all(const double *values, size_t n, struct change_point *points)
{
    size_t *ends = memory_allocate((n / SHORTEST + 1) * sizeof *ends);
    size_t waiting = 1;
    size_t start = 0;
    size_t count = 0;

    ends[0] = n;
    while (waiting > 0) {
        const size_t end = ends[waiting - 1];
        const size_t split = split_of(values + start, end - start);

        if (split > 0) {
            ends[waiting++] = start + split;
            continue;
        }
        waiting--;
        start = end;
        if (waiting > 0)
            points[count++] = (struct change_point){.first = end};
    }
    memory_release(ends);
    return count;
}

static double mean_of(struct sample sample)
{
    struct moments moments = {0};

    for (size_t i = 0; i < sample.n; i++)
        moments_add(&moments, sample.values[i]);
    return moments.mean;
}

/* Fills a change from its segments; its p, 0 where neither has spread. */
static double measure(struct sample before, struct sample after, struct change_point *point)
{
    const struct test_options options = {.confidence = 0.95};
    struct t_test_result test;

    if (!welch_test(after, before, &options, &test)) {
        point->ratio = exp(mean_of(after) - mean_of(before));
        point->interval = (struct interval){point->ratio, point->ratio};
        return 0;
    }
    point->ratio = exp(test.difference);
    point->interval = (struct interval){exp(test.interval.low), exp(test.interval.high)};
    return test.p;
}

/* Measures all changes; the index of the smallest of those that do not count, or `count`. */
static size_t find_too_small(const double *values, size_t n, double min_effect,
                             struct change_point *points, size_t count)
{
    size_t smallest = count;

    for (size_t i = 0; i < count; i++) {
        const size_t start = i > 0 ? points[i - 1].first : 0;
        const size_t end = i + 1 < count ? points[i + 1].first : n;
        const size_t first = points[i].first;
        const double p = measure((struct sample){values + start, first - start},
                                 (struct sample){values + first, end - first}, &points[i]);

        if (p < 0.05 && ratio_reaches(points[i].ratio, min_effect))
            continue;
        if (smallest == count || fabs(log(points[i].ratio)) < fabs(log(points[smallest].ratio)))
            smallest = i;
    }
    return smallest;
}

size_t find_change_points(const double *values, size_t n, double min_effect,
                          struct change_point *points)
{
    if (n < 2 * SHORTEST || !is_splittable(values, n))
        return 0;
    size_t count = split_all(values, n, points);
    size_t too_small;
    while ((too_small = find_too_small(values, n, min_effect, points, count)) < count) {
        memmove(points + too_small, points + too_small + 1,
                (count - too_small - 1) * sizeof *points);
        count--;
    }
    return count;
}

/* The pooled t test of two parts of a series, of which the second may be a single value. */
static double pooled_p(struct sample before, struct sample after, double *log_ratio)
{
    struct moments of_before = {0};
    struct moments of_after = {0};
    const double df = (double)(before.n + after.n) - 2;

    for (size_t i = 0; i < before.n; i++)
        moments_add(&of_before, before.values[i]);
    for (size_t i = 0; i < after.n; i++)
        moments_add(&of_after, after.values[i]);
    const double variance = (of_before.sum_of_squares + of_after.sum_of_squares) / df;
    const double error = sqrt(variance * (1 / (double)before.n + 1 / (double)after.n));
    *log_ratio = of_after.mean - of_before.mean;
    return error > 0 ? student_t_two_sided(*log_ratio / error, df) : 0;
}

bool find_fresh_change(const double *segment, size_t n, double min_effect, size_t *first)
{
    enum { LONGEST_TAIL = 4 };
    double least = 0.0025;
    bool is_found = false;

    if (!values_are_finite(segment, n))
        return false;
    for (size_t tail = 1; tail <= LONGEST_TAIL && tail + SHORTEST <= n; tail++) {
        const size_t split = n - tail;
        double log_ratio;
        const double p = pooled_p((struct sample){segment, split},
                                  (struct sample){segment + split, tail}, &log_ratio);

        if (p < least && log_ratio_reaches(log_ratio, min_effect)) {
            least = p;
            *first = split;
            is_found = true;
        }
    }
    return is_found;
}
