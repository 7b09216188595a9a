#include "retold.h"

#include <math.h>
#include <string.h>

static const char *name_of(const struct hints *hints)
{
    return hints->line ? hints->line : hints->ruler;
}

/* "Puma" names "Puma (2nd run)" too. */
static bool is_named(const struct reading *reading, const char *name)
{
    const char *own = name_of(&reading->hints);

    if (reading->is_fragment || !name)
        return false;
    if (own && strncmp(own, name, strlen(name)) == 0)
        return true;
    for (size_t i = 0; i < HEADING_LEVELS; i++)
        if (reading->hints.headings[i] && strcmp(reading->hints.headings[i], name) == 0)
            return true;
    return false;
}

/* How far the run is from what the fragment says of it; 0: it says the same. */
static double disagreement(const struct run *fragment, const struct run *run,
                           const struct metric **which)
{
    double largest = 0;
    double there;

    for (size_t i = 0; i < fragment->measurement_count; i++) {
        const struct measurement *told = &fragment->measurements[i];
        if (!run_value(run, told->metric, &there))
            continue;
        double size = fmax(fabs(there), fabs(told->value));
        double share = size > 0 ? fabs(there - told->value) / size : 0;
        if (share > largest) {
            largest = share;
            *which = told->metric;
        }
    }
    return largest;
}

/* A page may round what it retells. */
#define ROUNDING 0.001

void retold_note(struct arena *arena, const struct reading *fragment, struct reading *list,
                 size_t count, struct reading *nearest)
{
    const struct run *told = fragment->run;
    const char *name = name_of(&fragment->hints);
    struct reading *closest = NULL;
    const struct metric *metric = NULL;
    double least = HUGE_VAL;
    double there, retold;

    for (size_t i = 0; i < count; i++) {
        const struct metric *differs = NULL;
        if (!is_named(&list[i], name))
            continue;
        double distance = disagreement(told, list[i].run, &differs);
        if (distance < least) {
            least = distance;
            metric = differs;
            closest = &list[i];
        }
    }
    if (closest && metric && least > ROUNDING && run_value(told, metric, &retold) &&
        run_value(closest->run, metric, &there))
        run_warn(closest->run, arena, "retold-differs", told->source.line,
                 "line %zu gives %s as %.6g for \"%s\", its report says %.6g; the report is used",
                 told->source.line, metric->label, retold, name, there);
    else if (closest || nearest)
        run_warn((closest ? closest : nearest)->run, arena, "passed-over", told->source.line,
                 told->source.line_end > told->source.line
                     ? "lines %zu to %zu repeat figures outside of a report and count as no run"
                     : "line %zu repeats figures outside of a report and counts as no run",
                 told->source.line, told->source.line_end);
}
