#include "batches.h"

#include <math.h>
#include <string.h>

#include "../base/key_index.h"

/* What says that runs were taken together, and how a sentence calls it. */
static const char *batch_name(struct arena *arena, const struct run *run, size_t number)
{
    const char *commit = run_label_text(run, "commit");
    if (run->batch)
        return arena_format(arena, "batch %s", run->batch);
    if (commit)
        return arena_format(arena, "commit %s", commit);
    if (run->recorded)
        return arena_format(arena, "the runs recorded %s", run->recorded);
    return arena_format(arena, "run %zu", number);
}

static bool has_logarithm(double value)
{
    return isfinite(value) && value > 0;
}

/* Numbers the batches of the runs, and counts what they hold. */
static void number_batches(struct arena *arena, struct run *const *runs, const double *values,
                           size_t n, struct batches *batches)
{
    struct key_index met;
    key_index_init(&met, arena);
    for (size_t i = 0; i < n; i++) {
        batches->of[i] = NO_RUN;
        if (!has_logarithm(values[i]))
            continue;
        const char *name = batch_name(arena, runs[i], i + 1);
        size_t batch = key_index_put(&met, name, batches->count);
        if (batch == batches->count)
            batches->names[batches->count++] = name;
        batches->of[i] = batch;
        batches->samples[batch].n++;
        batches->runs++;
    }
}

struct batches batches_of(struct arena *arena, struct run *const *runs, const double *values,
                          size_t n)
{
    struct batches batches = {
        .samples = arena_allocate(arena, (n + 1) * sizeof *batches.samples),
        .names = arena_allocate(arena, (n + 1) * sizeof *batches.names),
        .of = arena_allocate(arena, (n + 1) * sizeof *batches.of),
    };
    number_batches(arena, runs, values, n, &batches);
    double **room = arena_allocate(arena, (batches.count + 1) * sizeof *room);
    for (size_t b = 0; b < batches.count; b++) {
        room[b] = arena_allocate(arena, batches.samples[b].n * sizeof **room);
        batches.samples[b] = (struct sample){room[b], 0};
    }
    for (size_t i = 0; i < n; i++) {
        if (batches.of[i] != NO_RUN)
            room[batches.of[i]][batches.samples[batches.of[i]].n++] = values[i];
    }
    return batches;
}

const double *batch_levels(struct arena *arena, const struct batches *batches)
{
    double *levels = arena_allocate(arena, (batches->count + 1) * sizeof *levels);
    for (size_t b = 0; b < batches->count; b++) {
        const struct sample *sample = &batches->samples[b];
        double sum = 0;
        for (size_t i = 0; i < sample->n; i++)
            sum += log(sample->values[i]);
        levels[b] = sum / (double)sample->n;
    }
    return levels;
}
