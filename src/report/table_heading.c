/* The headings of tables, and the footnotes that they need. */
#include "row_table.h"

#include <math.h>
#include <string.h>

#include "verdict_words.h"

/* Headings of what stands beside a value: alone, and behind the name of another metric. */
static const char *const statistic_headings[] = {
    [STATISTIC_HALF_WIDTH] = "\xc2\xb1",
    [STATISTIC_NOISE] = "noise \xc2\xb1",
    [STATISTIC_SD] = "sd",
    [STATISTIC_CV] = "CV",
    [STATISTIC_MEDIAN] = "median",
    [STATISTIC_MIN] = "min",
    [STATISTIC_MAX] = "max",
    [STATISTIC_RANGE] = "min to max",
    [STATISTIC_N] = "n",
    [STATISTIC_RELATIVE] = "relative",
    [STATISTIC_CHANGE] = "change",
    [STATISTIC_RATIO] = "ratio",
    [STATISTIC_P] = "adjusted p",
    [STATISTIC_VERDICT] = "verdict",
};

static const char *word_heading(const struct shown_column *column)
{
    static const char *const headings[] = {
        [STATISTIC_NAME] = "group",    [STATISTIC_USED] = "runs",
        [STATISTIC_RUN] = "run",       [STATISTIC_SOURCE] = "source",
        [STATISTIC_STATUS] = "status", [STATISTIC_WARNINGS] = "warnings",
    };

    if (column->statistic == STATISTIC_KEY)
        return strcmp(column->key, "label") == 0 ? "group" : column->key;
    return headings[column->statistic];
}

static bool is_percentile(const struct metric *metric)
{
    return isfinite(metric->percentile) || strcmp(metric->key, "latency_median_ms") == 0;
}

/* "p95", or "typical run p95" where it is the mean of several runs' own. */
static const char *value_heading(const struct builder *builder, const struct shown_column *column,
                                 bool rows_are_runs)
{
    const struct metric *metric = column->metric;

    if (!is_percentile(metric) || rows_are_runs || column->pooled ||
        !builder_has_repetitions(builder))
        return metric->label;
    return arena_format(builder->arena, "typical run %s", metric->label);
}

static const char *metric_heading(const struct builder *builder, const struct shown_column *column,
                                  bool rows_are_runs)
{
    struct arena *arena = builder->arena;
    const char *label = column->metric->label;

    switch (column->statistic) {
    case STATISTIC_MEAN:
    case STATISTIC_INTERVAL:
        return value_heading(builder, column, rows_are_runs);
    case STATISTIC_TOTAL:
        return label;
    case STATISTIC_POOLED:
        return arena_format(arena, "%s of all requests", label);
    case STATISTIC_EACH:
        return arena_format(arena, "run %zu", column->position + 1);
    default:
        break;
    }
    const char *heading = statistic_headings[column->statistic];
    if (column->statistic == STATISTIC_CHANGE || column->statistic == STATISTIC_RATIO)
        heading = change_heading(builder, heading);
    /* "max" of the runs' max is the max. */
    if (!column->named || strcmp(heading, label) == 0)
        return heading;
    return arena_format(arena, "%s %s", label, heading);
}

const char *column_unit(const struct shown_column *column)
{
    switch (column->statistic) {
    case STATISTIC_CV:
    case STATISTIC_NOISE:
        return "%";
    case STATISTIC_N:
    case STATISTIC_TOTAL:
    case STATISTIC_RELATIVE:
    case STATISTIC_CHANGE:
    case STATISTIC_RATIO:
    case STATISTIC_P:
    case STATISTIC_VERDICT:
        return "";
    default:
        return column->metric ? column->scale.unit : "";
    }
}

const char *column_heading_text(const struct builder *builder, const struct shown_column *column,
                                bool rows_are_runs)
{
    return column->metric ? metric_heading(builder, column, rows_are_runs) : word_heading(column);
}

void add_column_footnotes(struct builder *builder, const struct column_list *list,
                          struct table *table)
{
    struct arena *arena = builder->arena;
    bool interval = false;
    bool typical = false;
    bool pooled = false;

    if (!builder_has_repetitions(builder))
        return;
    for (size_t i = 0; i < list->count; i++) {
        const struct shown_column *column = &list->columns[i];
        if (table_column_is_empty(table, i))
            continue;
        interval |= column->metric && column->statistic == STATISTIC_INTERVAL;
        if (!column->metric || !is_percentile(column->metric) ||
            column->statistic != STATISTIC_MEAN)
            continue;
        pooled |= column->pooled;
        typical |= !column->pooled;
    }
    if (interval)
        builder_footnote(builder, interval_footnote(builder->analysis, arena));
    if (typical)
        builder_footnote(builder, "Typical run: the mean of the runs' own percentiles.");
    if (pooled)
        builder_footnote(builder,
                         arena_format(arena, "Percentiles are over all requests of all runs (%s).",
                                      quantile_kind_name(builder->analysis->settings->quantile)));
}
