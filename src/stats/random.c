#include "random.h"

#include <stdint.h>

#include "../base/memory.h"

gsl_rng *new_random(void)
{
    gsl_rng *random = gsl_rng_alloc(gsl_rng_mt19937);

    /* GSL allocates for itself; where it could not, the program ends as it does everywhere. */
    if (!random)
        memory_release(memory_allocate(SIZE_MAX));
    gsl_rng_set(random, 20240229);
    return random;
}
