/* The cells of tables: what a group or a run shows under a column. */
#include "row_table.h"

#include <math.h>
#include <string.h>

#include "../base/text.h"
#include "verdict_words.h"

const struct group *row_group(const struct builder *builder, const struct row *row)
{
    return row->group == NO_GROUP ? NULL : &builder->analysis->groups[row->group];
}

struct shown_value row_value(const struct builder *builder, const struct row *row,
                             const struct metric *metric)
{
    const struct group *group = row_group(builder, row);

    if (row->run)
        return run_shown_value(group, row->run, metric);
    return group_value(group, metric);
}

static struct cell plain(const char *text)
{
    return (struct cell){.text = text, .tone = TONE_PLAIN};
}

static struct cell used_cell(const struct builder *builder, const struct group *group)
{
    if (group->used_count == group->run_count)
        return plain(arena_format(builder->arena, "%zu", group->run_count));
    return (struct cell){
        .text = arena_format(builder->arena, "%zu of %zu", group->used_count, group->run_count),
        .tone = TONE_CAUTION};
}

static const char *warnings_text(const struct builder *builder, const struct run *run)
{
    struct buffer codes;

    buffer_init(&codes);
    for (size_t i = 0; i < run->warning_count; i++) {
        if (i)
            buffer_append_string(&codes, ", ");
        buffer_append_string(&codes, run->warnings[i].code);
    }
    const char *text = text_copy(builder->arena, buffer_text(&codes));
    buffer_release(&codes);
    return text;
}

static const char *source_text(const struct builder *builder, const struct run *run)
{
    const char *file = run->source.file ? run->source.file : "";

    if (strcmp(file, "-") == 0)
        file = "standard input";
    return run->source.line ? arena_format(builder->arena, "%s:%zu", file, run->source.line) : file;
}

static struct cell run_word_cell(const struct builder *builder, const struct run *run,
                                 const struct shown_column *column)
{
    switch (column->statistic) {
    case STATISTIC_RUN:
        return plain(run->label ? run->label : "");
    case STATISTIC_SOURCE:
        return plain(source_text(builder, run));
    case STATISTIC_STATUS:
        return (struct cell){.text = run_status_name(run->status),
                             .tone = run->status == RUN_COMPLETE ? TONE_PLAIN : TONE_CAUTION};
    case STATISTIC_WARNINGS:
        return plain(warnings_text(builder, run));
    default:
        return plain("");
    }
}

/* What says something of the row itself. */
static struct cell word_cell(const struct builder *builder, const struct row *row,
                             const struct shown_column *column)
{
    const struct group *group = row_group(builder, row);

    if (column->statistic == STATISTIC_KEY) {
        const char *text = row->run ? run_key_text(row->run, column->key, builder->arena)
                                    : shown_key_text(builder, group, column->key);
        return plain(text ? text : "");
    }
    if (column->statistic == STATISTIC_NAME)
        return plain(group ? group->name : row->run && row->run->label ? row->run->label : "");
    if (row->run)
        return run_word_cell(builder, row->run, column);
    return column->statistic == STATISTIC_USED ? used_cell(builder, group) : plain("");
}

/* A count over the used runs, with its share of their requests where it is a failure. */
static struct cell total_cell(const struct builder *builder, const struct row *row,
                              const struct metric *metric)
{
    const struct metric *all = metric_find(builder->metrics, text_of("requests_complete"));
    struct shown_value requests = row_value(builder, row, all);
    struct shown_value shown = row_value(builder, row, metric);

    if (!isfinite(shown.value))
        return plain("");
    double total = round(shown.value * (double)shown.n);
    const char *text = format_fixed(builder->arena, total, 0);
    double of = requests.value * (double)requests.n;
    if (metric->better != BETTER_LOWER || !(total > 0))
        return plain(text);
    if (isfinite(of) && of > 0)
        text = arena_format(builder->arena, "%s (%s %%)", text,
                            format_share(builder->arena, total / of));
    return (struct cell){.text = text, .tone = TONE_CAUTION};
}

static const char *bracket(const struct builder *builder, const struct summary *summary,
                           const struct metric *metric, struct scale scale)
{
    struct shown_value low = {metric, summary->pooled_low, ABSENT, summary->resolution, 1};
    struct shown_value high = {metric, summary->pooled_high, ABSENT, summary->resolution, 1};

    if (!isfinite(low.value) || !isfinite(high.value))
        return "";
    const char *text = format_value(builder->arena, &low, scale);
    if (low.value == high.value)
        return text;
    return arena_format(builder->arena, "%s to %s", text,
                        format_value(builder->arena, &high, scale));
}

static struct cell each_cell(const struct builder *builder, const struct group *group,
                             const struct shown_column *column)
{
    if (column->position >= group->run_count)
        return plain("");
    const struct run *run = builder->analysis->runs[group->runs[column->position]];
    struct shown_value shown = run_shown_value(group, run, column->metric);
    const char *text = format_value(builder->arena, &shown, column->scale);
    if (run_is_usable(run))
        return plain(text);
    return (struct cell){.text = *text ? arena_format(builder->arena, "(%s)", text)
                                       : run_status_name(run->status),
                         .tone = TONE_CAUTION};
}

/* The figures of a summary, formatted like values of the metric itself. */
static const char *spread_text(const struct builder *builder, const struct summary *summary,
                               const struct shown_column *column)
{
    struct shown_value shown = {column->metric, ABSENT, ABSENT, summary->resolution, 1};
    const char *text;

    switch (column->statistic) {
    case STATISTIC_HALF_WIDTH:
        return format_significant(builder->arena, summary->half_width / column->scale.factor, 2, 6);
    case STATISTIC_SD:
        return format_significant(builder->arena, summary->sd / column->scale.factor, 2, 6);
    case STATISTIC_NOISE:
        return format_per_cent(builder->arena, summary->half_width / fabs(summary->mean));
    case STATISTIC_CV:
        return format_per_cent(builder->arena, summary->cv);
    case STATISTIC_MEDIAN:
        shown.value = summary->median;
        break;
    case STATISTIC_MIN:
        shown.value = summary->min;
        break;
    case STATISTIC_MAX:
        shown.value = summary->max;
        break;
    case STATISTIC_RANGE:
        shown.value = summary->min;
        text = format_value(builder->arena, &shown, column->scale);
        shown.value = summary->max;
        return arena_format(builder->arena, "%s to %s", text,
                            format_value(builder->arena, &shown, column->scale));
    case STATISTIC_N:
        return arena_format(builder->arena, "%zu", summary->n);
    default:
        return "";
    }
    return format_value(builder->arena, &shown, column->scale);
}

/* What only a group has. */
static struct cell summary_cell(const struct builder *builder, size_t index,
                                const struct shown_column *column)
{
    const struct group *group = &builder->analysis->groups[index];
    const struct summary *summary = group_summary(group, column->metric);
    const struct comparison *comparison = builder_comparison(builder, index, column->metric);

    switch (column->statistic) {
    case STATISTIC_EACH:
        return each_cell(builder, group, column);
    case STATISTIC_CHANGE:
        return change_cell(builder, index, column->metric);
    case STATISTIC_VERDICT:
        return verdict_cell(builder, index, column->metric);
    case STATISTIC_RATIO:
        return plain(comparison ? format_ratio(builder->arena, ratio_of(comparison)) : "");
    case STATISTIC_P:
        return plain(comparison ? format_p(builder->arena, comparison->p_adjusted) : "");
    case STATISTIC_POOLED:
        return plain(summary ? bracket(builder, summary, column->metric, column->scale) : "");
    default:
        return plain(summary && summary->n ? spread_text(builder, summary, column) : "");
    }
}

static struct cell metric_cell(const struct builder *builder, const struct row *row,
                               const struct shown_column *column)
{
    struct arena *arena = builder->arena;
    struct shown_value shown = row_value(builder, row, column->metric);
    const struct group *group = row_group(builder, row);

    switch (column->statistic) {
    case STATISTIC_INTERVAL:
        return plain(format_interval(arena, &shown, column->scale));
    case STATISTIC_TOTAL:
        return total_cell(builder, row, column->metric);
    case STATISTIC_RELATIVE:
        return plain(format_fixed(arena, shown.value / column->lowest, 2));
    case STATISTIC_MEAN:
        break;
    default:
        return row->run ? plain("") : summary_cell(builder, row->group, column);
    }
    if (!row->run && column->pooled) {
        const struct summary *summary = group_summary(group, column->metric);
        return plain(summary ? bracket(builder, summary, column->metric, column->scale) : "");
    }
    shown.half_width = ABSENT;
    return plain(format_value(arena, &shown, column->scale));
}

/* Whether a group that has no used run says so in this column, instead of a value. */
static bool tells_status(const struct builder *builder, const struct shown_column *column)
{
    return column->metric && column->metric == builder->subject &&
           (column->statistic == STATISTIC_INTERVAL || column->statistic == STATISTIC_MEAN);
}

struct cell row_cell(const struct builder *builder, const struct row *row,
                     const struct shown_column *column)
{
    if (!column->metric)
        return word_cell(builder, row, column);
    struct cell cell = metric_cell(builder, row, column);
    const struct group *group = row_group(builder, row);
    if (!row->run && !*cell.text && !group->used_count && tells_status(builder, column))
        return (struct cell){.text = unused_words(builder, group), .tone = TONE_CAUTION};
    return cell;
}
