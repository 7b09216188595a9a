#include "multiplicity.h"

#include <math.h>
#include <stdlib.h>

#include "../base/memory.h"

struct indexed_p {
    double p;
    size_t index;
};

/* By p, equal ones in their order, so that the result does not depend on the library's sort. */
static int compare_indexed(const void *a, const void *b)
{
    const struct indexed_p *x = a;
    const struct indexed_p *y = b;

    if (x->p != y->p)
        return x->p < y->p ? -1 : 1;
    return x->index < y->index ? -1 : 1;
}

static bool are_probabilities(const double *p, size_t n)
{
    for (size_t i = 0; i < n; i++) {
        if (!(p[i] >= 0 && p[i] <= 1))
            return false;
    }
    return true;
}

/* NULL where one is no probability; otherwise for memory_release(). */
static struct indexed_p *in_order(const double *p, size_t n)
{
    if (!are_probabilities(p, n))
        return NULL;
    struct indexed_p *ordered = memory_allocate(n * sizeof *ordered);
    for (size_t i = 0; i < n; i++)
        ordered[i] = (struct indexed_p){p[i], i};
    qsort(ordered, n, sizeof *ordered, compare_indexed);
    return ordered;
}

bool holm_adjust(const double *p, size_t n, double *adjusted)
{
    struct indexed_p *ordered = in_order(p, n);
    double largest = 0;

    if (!ordered)
        return false;
    for (size_t i = 0; i < n; i++) {
        largest = fmax(largest, (double)(n - i) * ordered[i].p);
        adjusted[ordered[i].index] = fmin(1, largest);
    }
    memory_release(ordered);
    return true;
}

/* From the largest p down, no adjusted value above the one before. */
bool benjamini_hochberg_adjust(const double *p, size_t n, double *adjusted)
{
    struct indexed_p *ordered = in_order(p, n);
    double smallest = 1;

    if (!ordered)
        return false;
    for (size_t i = n; i > 0; i--) {
        smallest = fmin(smallest, (double)n / (double)i * ordered[i - 1].p);
        adjusted[ordered[i - 1].index] = smallest;
    }
    memory_release(ordered);
    return true;
}
