#include "fragments.h"

#include <math.h>
#include <string.h>

enum { MOST_NOTED = 100 /* fragments of a file that are told of one by one */ };

static const char *name_of(const struct hints *hints)
{
    if (hints->own)
        return hints->own;
    return hints->caption_count ? hints->captions[hints->caption_count - 1].text : NULL;
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

/*
 * Says that the lines of `fragment`, one of the `count` readings of a file,
 * count as no run: as a warning of the run that they name, with the
 * contradiction where their figures are not that run's; otherwise of `nearest`.
 */
static void note_fragment(struct arena *arena, const struct reading *fragment, struct reading *list,
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

/* The run among `list` that a passed-over fragment speaks of: by name, then by place. */
static struct reading *nearest_whole(struct reading *list, size_t count, size_t of)
{
    for (size_t i = of; i < count; i++)
        if (!list[i].is_fragment)
            return &list[i];
    for (size_t i = of; i-- > 0;)
        if (!list[i].is_fragment)
            return &list[i];
    return NULL;
}

/* Several figures under each other; one on a line behind a name counts as no run. */
static bool is_part_of_report(const struct reading *reading)
{
    return !reading->is_prose && !reading->is_behind_name && reading->run->measurement_count >= 2;
}

/* Without a whole report, its parts stand for one; false where there are none, either. */
static bool promote_parts(struct reading *list, size_t count)
{
    bool any = false;

    for (size_t i = 0; i < count; i++)
        any |= is_part_of_report(&list[i]);
    for (size_t i = 0; any && i < count; i++)
        list[i].is_fragment = list[i].is_prose || list[i].is_behind_name;
    return any;
}

/* Lines that anybody writes are no run, whatever the file holds besides. */
static void drop_prose(struct reading_list *list, size_t first)
{
    size_t kept = first;

    for (size_t i = first; i < list->count; i++)
        if (!list->items[i].is_prose)
            list->items[kept++] = list->items[i];
    list->count = kept;
}

/* ---- summaries ---- */

static bool agrees_on_text(const char *told, const char *there)
{
    return !told || (there && strcmp(told, there) == 0);
}

static bool agrees_on_number(double told, double there)
{
    return isnan(told) || told == there;
}

/* Whether all that is told of target and settings is the report's, too. */
static bool agrees_on_header(const struct run *told, const struct run *there)
{
    return agrees_on_text(told->target.server, there->target.server) &&
           agrees_on_text(told->target.host, there->target.host) &&
           agrees_on_text(told->target.path, there->target.path) &&
           agrees_on_number(told->target.port, there->target.port) &&
           agrees_on_number(told->target.document_length, there->target.document_length) &&
           agrees_on_number(told->config.concurrency, there->config.concurrency);
}

/* Whether the cut report says nothing that the whole one does not say, to the last digit. */
static bool is_retold_by(const struct run *told, const struct run *there)
{
    double value;

    if (there->status != RUN_COMPLETE || there->format != told->format ||
        told->measurement_count >= there->measurement_count || !agrees_on_header(told, there))
        return false;
    for (size_t i = 0; i < told->measurement_count; i++)
        if (!run_value(there, told->measurements[i].metric, &value) ||
            value != told->measurements[i].value)
            return false;
    return true;
}

/* A rate of few digits, and nothing beside it, may well be that of another run. */
static bool is_telling(const struct run *run)
{
    double rate;

    return run_value_of(run, "requests_per_second", &rate) && rate >= 10 &&
           (run->target.server || run->target.host || !isnan(run->config.concurrency));
}

/* The first lines of a report, copied above the report, are no run besides it. */
static void mark_summaries(struct reading *list, size_t count)
{
    enum { REACH = 100 /* reports below */ };

    for (size_t i = 0; i < count; i++) {
        const struct run *run = list[i].run;
        if (run->status != RUN_PARTIAL || !run_has_warning(run, "report-missing") ||
            !is_telling(run))
            continue;
        for (size_t k = i + 1; k < count && k <= i + REACH && !list[i].is_fragment; k++)
            list[i].is_fragment = is_retold_by(run, list[k].run);
    }
}

void fragments_drop(struct reading_list *readings, size_t first, struct arena *arena)
{
    size_t count = readings->count - first;
    struct reading *list = count ? &readings->items[first] : NULL;
    size_t kept = 0;
    size_t fragments = 0;
    bool any_whole = false;

    mark_summaries(list, count);
    for (size_t i = 0; i < count; i++)
        any_whole |= !list[i].is_fragment;
    if (!any_whole && !promote_parts(list, count)) {
        drop_prose(readings, first);
        return;
    }
    for (size_t i = 0; i < count; i++)
        if (list[i].is_fragment && fragments++ < MOST_NOTED)
            note_fragment(arena, &list[i], list, count, nearest_whole(list, count, i));
    if (fragments > MOST_NOTED)
        run_warn(nearest_whole(list, count, 0)->run, arena, "passed-over", 0,
                 "figures outside of a report stand at %zu more places and count as no run",
                 fragments - MOST_NOTED);
    for (size_t i = 0; i < count; i++)
        if (!list[i].is_fragment)
            list[kept++] = list[i];
    readings->count = first + kept;
}
