/*
 * Chance with a fixed seed, so that the same data give the same figures; not for callers outside.
 */
#ifndef LOADSTAT_STATS_RANDOM_H
#define LOADSTAT_STATS_RANDOM_H

#include <gsl/gsl_rng.h>

/* A generator (MT19937, Matsumoto & Nishimura 1998) at its start, for gsl_rng_free(). */
gsl_rng *new_random(void);

#endif
