/* CSV (RFC 4180): one row a group or a run, metric keys as heads, unrounded. */
#include "emit.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "../base/number.h"
#include "../base/text.h"
#include "../base/utf8.h"
#include "../model/member.h"

struct csv {
    struct output *output;
    const struct analysis *analysis;
    struct arena *arena;
    struct buffer row;
    bool started; /* a cell stands in the row already */
};

static void begin_cell(struct csv *csv)
{
    if (csv->started)
        buffer_append_byte(&csv->row, ',');
    csv->started = true;
}

static void end_row(struct csv *csv)
{
    buffer_append_string(&csv->row, "\r\n");
    output_write(csv->output, csv->row.bytes, csv->row.length);
    buffer_clear(&csv->row);
    csv->started = false;
}

/* What a spreadsheet would take for a formula gets an apostrophe in front. */
static void put_text(struct csv *csv, const char *text)
{
    const char *clean = utf8_clean(csv->arena, text_of(text ? text : ""));
    bool formula = *clean && strchr("=+-@", *clean);
    bool quoted = strpbrk(clean, ",\"\r\n") || formula;

    begin_cell(csv);
    if (quoted)
        buffer_append_byte(&csv->row, '"');
    if (formula)
        buffer_append_byte(&csv->row, '\'');
    for (; *clean; clean++) {
        if (*clean == '"')
            buffer_append_byte(&csv->row, '"');
        buffer_append_byte(&csv->row, *clean);
    }
    if (quoted)
        buffer_append_byte(&csv->row, '"');
}

/* An undefined number is an empty cell. */
static void put_number(struct csv *csv, double value)
{
    begin_cell(csv);
    if (isfinite(value))
        number_append_shortest(&csv->row, value);
}

static void put_head(struct csv *csv, const char *key, const char *suffix)
{
    put_text(csv, *suffix ? arena_format(csv->arena, "%s_%s", key, suffix) : key);
}

static int compare_metrics(const void *a, const void *b)
{
    const struct metric *const *left = a;
    const struct metric *const *right = b;

    return ((*left)->order > (*right)->order) - ((*left)->order < (*right)->order);
}

struct metric_list {
    const struct metric **metrics;
    size_t count;
    size_t capacity;
};

static void list_add(struct csv *csv, struct metric_list *list, const struct metric *metric)
{
    for (size_t i = 0; i < list->count; i++)
        if (list->metrics[i] == metric)
            return;
    list->metrics =
        arena_grow(csv->arena, list->metrics, list->count, &list->capacity, sizeof *list->metrics);
    list->metrics[list->count++] = metric;
}

/* The metrics of -m, or all that some run has. */
static struct metric_list shown_metrics(struct csv *csv)
{
    const struct settings *settings = csv->analysis->settings;
    struct metric_list list = {0};

    for (size_t i = 0; i < settings->metric_count; i++)
        list_add(csv, &list, settings->metrics[i]);
    if (settings->metric_count)
        return list;
    for (size_t i = 0; i < csv->analysis->run_count; i++) {
        const struct run *run = csv->analysis->runs[i];
        for (size_t k = 0; k < run->measurement_count; k++)
            list_add(csv, &list, run->measurements[k].metric);
    }
    if (list.count)
        qsort(list.metrics, list.count, sizeof *list.metrics, compare_metrics);
    return list;
}

static double summary_mean(const struct summary *summary)
{
    return summary->mean;
}

static double summary_n(const struct summary *summary)
{
    return (double)summary->n;
}

static double summary_sd(const struct summary *summary)
{
    return summary->sd;
}

static double summary_low(const struct summary *summary)
{
    return summary->ci_low;
}

static double summary_high(const struct summary *summary)
{
    return summary->ci_high;
}

/* What a group's row says of one metric, and under which head. */
static const struct {
    const char *suffix;
    double (*value)(const struct summary *summary);
} statistics[] = {
    {"",        summary_mean},
    {"n",       summary_n   },
    {"sd",      summary_sd  },
    {"ci_low",  summary_low },
    {"ci_high", summary_high},
};

enum { STATISTIC_COUNT = sizeof statistics / sizeof statistics[0] };

static bool is_compared(const struct csv *csv, const struct metric *metric)
{
    for (size_t i = 0; i < csv->analysis->comparison_count; i++)
        if (csv->analysis->comparisons[i].metric == metric)
            return true;
    return false;
}

static void put_group_heads(struct csv *csv, const struct metric_list *metrics,
                            const bool *compared)
{
    const struct analysis *analysis = csv->analysis;

    put_text(csv, "group");
    if (analysis->group_count)
        for (size_t i = 0; i < analysis->groups[0].key_count; i++)
            put_text(csv, analysis->groups[0].keys[i].key);
    put_text(csv, "runs");
    put_text(csv, "runs_used");
    put_text(csv, "baseline");
    for (size_t i = 0; i < metrics->count; i++) {
        const char *key = metrics->metrics[i]->key;
        for (size_t k = 0; k < STATISTIC_COUNT; k++)
            put_head(csv, key, statistics[k].suffix);
        if (!compared[i])
            continue;
        put_head(csv, key, "change_pct");
        put_head(csv, key, "change_low_pct");
        put_head(csv, key, "change_high_pct");
        put_head(csv, key, "p_adjusted");
        put_head(csv, key, "verdict");
    }
    end_row(csv);
}

static void put_comparison(struct csv *csv, size_t group, const struct metric *metric)
{
    const struct comparison *comparison = analysis_comparison(csv->analysis, group, metric);

    if (!comparison) {
        for (int i = 0; i < 5; i++)
            put_text(csv, "");
        return;
    }
    put_number(csv, comparison->change_pct);
    put_number(csv, (comparison->ci_low - 1) * 100);
    put_number(csv, (comparison->ci_high - 1) * 100);
    put_number(csv, comparison->p_adjusted);
    put_text(csv, verdict_name(comparison->verdict));
}

static const char *baseline_name(const struct csv *csv, size_t group)
{
    const struct comparison *comparison =
        csv->analysis->primary ? analysis_comparison(csv->analysis, group, csv->analysis->primary)
                               : NULL;

    return comparison ? csv->analysis->groups[comparison->baseline].name : "";
}

static void put_group(struct csv *csv, size_t index, const struct metric_list *metrics,
                      const bool *compared)
{
    const struct group *group = &csv->analysis->groups[index];

    put_text(csv, group->name);
    for (size_t i = 0; i < group->key_count; i++)
        put_text(csv, group->keys[i].text);
    put_number(csv, (double)group->run_count);
    put_number(csv, (double)group->used_count);
    put_text(csv, baseline_name(csv, index));
    for (size_t i = 0; i < metrics->count; i++) {
        const struct summary *summary = group_summary(group, metrics->metrics[i]);
        for (size_t k = 0; k < STATISTIC_COUNT; k++)
            put_number(csv, summary && summary->n ? statistics[k].value(summary) : ABSENT);
        if (compared[i])
            put_comparison(csv, index, metrics->metrics[i]);
    }
    end_row(csv);
}

static void emit_groups(struct csv *csv, const struct metric_list *metrics)
{
    bool *compared = arena_allocate(csv->arena, (metrics->count + 1) * sizeof *compared);

    for (size_t i = 0; i < metrics->count; i++)
        compared[i] = is_compared(csv, metrics->metrics[i]);
    put_group_heads(csv, metrics, compared);
    const bool *wanted = analysis_wanted_groups(csv->analysis, NULL, csv->arena);
    for (size_t i = 0; i < csv->analysis->group_count; i++)
        if (wanted[i])
            put_group(csv, i, metrics, compared);
}

struct key_list {
    const char **keys;
    size_t count;
    size_t capacity;
};

static void add_key(struct csv *csv, struct key_list *list, const char *key)
{
    for (size_t i = 0; i < list->count; i++)
        if (strcmp(list->keys[i], key) == 0)
            return;
    list->keys =
        arena_grow(csv->arena, list->keys, list->count, &list->capacity, sizeof *list->keys);
    list->keys[list->count++] = key;
}

static bool some_run_states(struct csv *csv, const struct member *member)
{
    for (size_t i = 0; i < csv->analysis->run_count; i++)
        if (member_value_text(csv->analysis->runs[i], member, csv->arena))
            return true;
    return false;
}

/* The columns among the members that some run states. */
static void add_members(struct csv *csv, struct key_list *list, bool provenance)
{
    size_t count;
    const struct member *members = member_table(&count);

    for (size_t i = 0; i < count; i++)
        if (member_has(&members[i], MEMBER_IS_COLUMN) &&
            member_has(&members[i], MEMBER_IS_PROVENANCE) == provenance &&
            some_run_states(csv, &members[i]))
            add_key(csv, list, members[i].key);
}

/* What was run, when, then the users' own. */
static struct key_list shown_keys(struct csv *csv)
{
    const struct analysis *analysis = csv->analysis;
    struct key_list list = {0};

    add_members(csv, &list, false);
    add_members(csv, &list, true);
    for (size_t i = 0; i < analysis->run_count; i++)
        for (size_t k = 0; k < analysis->runs[i]->label_count; k++)
            add_key(csv, &list, analysis->runs[i]->labels[k].key);
    return list;
}

/* Numbers stay numbers; only text is guarded against being a formula. */
static void put_key(struct csv *csv, const char *text)
{
    double value;

    if (text && number_scan_plain(text_of(text), &value)) {
        begin_cell(csv);
        buffer_append_string(&csv->row, text);
    } else {
        put_text(csv, text);
    }
}

static void put_run(struct csv *csv, const struct run *run, const struct key_list *keys,
                    const struct metric_list *metrics)
{
    put_text(csv, run->label);
    for (size_t i = 0; i < keys->count; i++)
        put_key(csv, run_key_text(run, keys->keys[i], csv->arena));
    put_text(csv, run->source.file);
    put_number(csv, run->source.line ? (double)run->source.line : ABSENT);
    for (size_t i = 0; i < metrics->count; i++) {
        double value = ABSENT;
        run_value(run, metrics->metrics[i], &value);
        put_number(csv, value);
    }
    end_row(csv);
}

/* The runs of groups that --only leaves out. */
static const bool *unwanted_runs(struct csv *csv)
{
    const struct analysis *analysis = csv->analysis;
    const bool *wanted = analysis_wanted_groups(analysis, NULL, csv->arena);
    bool *unwanted = arena_allocate(csv->arena, analysis->run_count + 1);

    for (size_t i = 0; i < analysis->group_count; i++)
        for (size_t k = 0; k < analysis->groups[i].run_count; k++)
            unwanted[analysis->groups[i].runs[k]] = !wanted[i];
    return unwanted;
}

static void emit_runs(struct csv *csv, const struct metric_list *metrics)
{
    struct key_list keys = shown_keys(csv);

    put_text(csv, "run");
    for (size_t i = 0; i < keys.count; i++)
        put_text(csv, keys.keys[i]);
    put_text(csv, "file");
    put_text(csv, "line");
    for (size_t i = 0; i < metrics->count; i++)
        put_text(csv, metrics->metrics[i]->key);
    end_row(csv);
    const bool *unwanted = unwanted_runs(csv);
    for (size_t i = 0; i < csv->analysis->run_count; i++)
        if (!unwanted[i])
            put_run(csv, csv->analysis->runs[i], &keys, metrics);
}

bool emit_csv(struct output *output, const struct emit_context *context)
{
    struct arena arena;
    struct csv csv = {.output = output, .analysis = context->analysis, .arena = &arena};

    arena_init(&arena);
    buffer_init(&csv.row);
    struct metric_list metrics = shown_metrics(&csv);
    if (context->report->rows_are_runs)
        emit_runs(&csv, &metrics);
    else
        emit_groups(&csv, &metrics);
    buffer_release(&csv.row);
    arena_release(&arena);
    return true;
}
