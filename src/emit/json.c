/* JSON: the whole analysis as one document, and the runs alone as lines. */
#include "emit.h"

#include <math.h>
#include <string.h>

#include "../base/number.h"
#include "../base/text.h"
#include "../model/run_json.h"

static const char schema[] = "loadstat/1";

/* Members go to `buffer`, and from there to the output, one entity at a time. */
struct json {
    struct output *output;
    const struct analysis *analysis;
    struct buffer buffer;
    bool empty; /* nothing stands in the innermost object or array yet */
};

static void flush(struct json *json)
{
    output_write(json->output, json->buffer.bytes, json->buffer.length);
    buffer_clear(&json->buffer);
}

static void separate(struct json *json)
{
    if (!json->empty)
        buffer_append_byte(&json->buffer, ',');
    json->empty = false;
}

static void put_key(struct json *json, const char *key)
{
    separate(json);
    json_append_string(&json->buffer, key);
    buffer_append_byte(&json->buffer, ':');
}

/* `key` NULL: an element of an array. */
static void begin(struct json *json, const char *key, char bracket)
{
    if (key)
        put_key(json, key);
    else
        separate(json);
    buffer_append_byte(&json->buffer, bracket);
    json->empty = true;
}

static void end(struct json *json, char bracket)
{
    buffer_append_byte(&json->buffer, bracket);
    json->empty = false;
}

/* What is not defined is left out. */
static void put_text(struct json *json, const char *key, const char *text)
{
    if (!text)
        return;
    put_key(json, key);
    json_append_string(&json->buffer, text);
}

static void put_number(struct json *json, const char *key, double value)
{
    if (!isfinite(value))
        return;
    put_key(json, key);
    number_append_shortest(&json->buffer, value);
}

static void put_true(struct json *json, const char *key, bool value)
{
    if (!value)
        return;
    put_key(json, key);
    buffer_append_string(&json->buffer, "true");
}

static void put_indices(struct json *json, const char *key, const size_t *indices, size_t count)
{
    begin(json, key, '[');
    for (size_t i = 0; i < count; i++) {
        separate(json);
        buffer_append_format(&json->buffer, "%zu", indices[i]);
    }
    end(json, ']');
}

static void put_texts(struct json *json, const char *key, const char *const *texts, size_t count)
{
    begin(json, key, '[');
    for (size_t i = 0; i < count; i++) {
        separate(json);
        json_append_string(&json->buffer, texts[i]);
    }
    end(json, ']');
}

static void put_generator(struct json *json, const struct emit_context *context)
{
    begin(json, "generator", '{');
    put_text(json, "name", "loadstat");
    put_text(json, "version", context->version);
    end(json, '}');
}

/* Whether an earlier limit is for the same metric: the value of the last one holds. */
static bool is_repeated(const struct settings *settings, size_t at)
{
    for (size_t i = 0; i < at; i++)
        if (settings->min_effects[i].metric == settings->min_effects[at].metric)
            return true;
    return false;
}

static void put_min_effects(struct json *json, const struct settings *settings)
{
    begin(json, "min_effect", '{');
    put_number(json, "default", settings_min_effect(settings, NULL));
    for (size_t i = 0; i < settings->min_effect_count; i++) {
        const struct metric *metric = settings->min_effects[i].metric;
        if (metric && !is_repeated(settings, i))
            put_number(json, metric->key, settings_min_effect(settings, metric));
    }
    end(json, '}');
}

static void put_metrics(struct json *json, const struct settings *settings)
{
    if (!settings->metric_count)
        return;
    begin(json, "metrics", '[');
    for (size_t i = 0; i < settings->metric_count; i++) {
        separate(json);
        json_append_string(&json->buffer, settings->metrics[i]->key);
    }
    end(json, ']');
}

static void put_settings(struct json *json)
{
    const struct settings *settings = json->analysis->settings;

    begin(json, "settings", '{');
    put_number(json, "confidence", settings->confidence);
    put_text(json, "test", test_kind_name(settings->test));
    put_text(json, "correction", correction_name(settings->correction));
    put_text(json, "quantile", quantile_kind_name(settings->quantile));
    put_number(json, "margin", settings->margin);
    if (settings->find > 0)
        put_number(json, "find", settings->find);
    put_min_effects(json, settings);
    put_metrics(json, settings);
    put_text(json, "baseline", settings->baseline);
    if (settings->group_by_count)
        put_texts(json, "group_by", settings->group_by, settings->group_by_count);
    if (settings->row_count)
        put_texts(json, "rows", settings->rows, settings->row_count);
    put_text(json, "columns", settings->columns);
    put_text(json, "pair_by", settings->pair_by);
    put_text(json, "sort", settings->sort);
    if (settings->only_count)
        put_texts(json, "only", settings->only, settings->only_count);
    if (settings->accepted_count)
        put_texts(json, "accept", settings->accepted, settings->accepted_count);
    if (settings->drop_first)
        put_number(json, "drop_first", (double)settings->drop_first);
    put_text(json, "primary", json->analysis->primary ? json->analysis->primary->key : NULL);
    put_text(json, "axis", json->analysis->axis);
    end(json, '}');
}

static void put_runs(struct json *json)
{
    begin(json, "runs", '[');
    for (size_t i = 0; i < json->analysis->run_count; i++) {
        separate(json);
        buffer_append_byte(&json->buffer, '\n');
        run_write_json(&json->buffer, json->analysis->runs[i]);
        flush(json);
    }
    end(json, ']');
}

static void put_summary(struct json *json, const struct summary *summary)
{
    begin(json, summary->metric->key, '{');
    put_number(json, "n", (double)summary->n);
    put_number(json, "mean", summary->mean);
    put_number(json, "sd", summary->sd);
    put_number(json, "cv", summary->cv);
    put_number(json, "variance", summary->variance);
    put_number(json, "ci_low", summary->ci_low);
    put_number(json, "ci_high", summary->ci_high);
    put_number(json, "median", summary->median);
    put_number(json, "min", summary->min);
    put_number(json, "max", summary->max);
    put_number(json, "resolution", summary->resolution);
    put_number(json, "pooled_low", summary->pooled_low);
    put_number(json, "pooled_high", summary->pooled_high);
    end(json, '}');
}

static void put_summaries(struct json *json, const struct group *group)
{
    begin(json, "metrics", '{');
    for (size_t i = 0; i < group->summary_count; i++)
        if (group->summaries[i].n)
            put_summary(json, &group->summaries[i]);
    end(json, '}');
}

/* The spread of requests inside the runs, where the logs tell it. */
static void put_within(struct json *json, const struct group *group)
{
    begin(json, "within", '{');
    for (size_t i = 0; i < group->summary_count; i++) {
        const struct summary *summary = &group->summaries[i];
        if (!isfinite(summary->within_sd))
            continue;
        begin(json, summary->metric->key, '{');
        put_number(json, "sd", summary->within_sd);
        put_number(json, "requests", summary->within_requests);
        end(json, '}');
    }
    end(json, '}');
}

static void put_between(struct json *json, const struct group *group)
{
    begin(json, "between", '{');
    for (size_t i = 0; i < group->summary_count; i++) {
        const struct summary *summary = &group->summaries[i];
        if (!isfinite(summary->between_sd))
            continue;
        begin(json, summary->metric->key, '{');
        put_number(json, "sd", summary->between_sd);
        put_number(json, "cv", summary->between_cv);
        put_number(json, "icc", summary->icc);
        end(json, '}');
    }
    end(json, '}');
}

static void put_share(struct json *json, const char *key, const struct share *share)
{
    if (!isfinite(share->count) || !isfinite(share->total))
        return;
    begin(json, key, '{');
    put_number(json, "count", share->count);
    put_number(json, "total", share->total);
    put_number(json, "ci_low", share->low);
    put_number(json, "ci_high", share->high);
    end(json, '}');
}

static void put_group(struct json *json, const struct group *group)
{
    begin(json, NULL, '{');
    put_text(json, "name", group->name);
    begin(json, "keys", '{');
    for (size_t i = 0; i < group->key_count; i++)
        put_text(json, group->keys[i].key, group->keys[i].text);
    end(json, '}');
    put_indices(json, "runs", group->runs, group->run_count);
    put_number(json, "used", (double)group->used_count);
    put_indices(json, "used_runs", group->used, group->used_count);
    put_true(json, "is_baseline", group->is_baseline);
    put_true(json, "archived", group->archived);
    put_summaries(json, group);
    put_within(json, group);
    put_between(json, group);
    put_share(json, "failed", &group->failed);
    put_share(json, "errors", &group->errors);
    put_share(json, "length_failures", &group->length_failures);
    end(json, '}');
}

static void put_groups(struct json *json)
{
    begin(json, "groups", '[');
    for (size_t i = 0; i < json->analysis->group_count; i++) {
        put_group(json, &json->analysis->groups[i]);
        flush(json);
    }
    end(json, ']');
}

static const char *key_of(const struct group *group, const char *key)
{
    for (size_t i = 0; i < group->key_count; i++)
        if (strcmp(group->keys[i].key, key) == 0)
            return group->keys[i].text;
    return NULL;
}

/* The keys in which both sides agree: at which place of the pivot they are compared. */
static void put_shared_keys(struct json *json, const struct comparison *comparison)
{
    const struct group *baseline = &json->analysis->groups[comparison->baseline];
    const struct group *group = &json->analysis->groups[comparison->group];

    begin(json, "keys", '{');
    for (size_t i = 0; i < group->key_count; i++) {
        const char *text = group->keys[i].text;
        const char *other = key_of(baseline, group->keys[i].key);
        if (text && other && strcmp(text, other) == 0)
            put_text(json, group->keys[i].key, text);
    }
    end(json, '}');
}

/* The two one-sided tests that "equivalent" rests on, with their interval. */
static void put_equivalence(struct json *json, const struct comparison *comparison)
{
    if (!isfinite(comparison->equivalence.ci_low))
        return;
    begin(json, "equivalence", '{');
    put_number(json, "ci_low", comparison->equivalence.ci_low);
    put_number(json, "ci_high", comparison->equivalence.ci_high);
    put_number(json, "p", comparison->equivalence.p);
    put_number(json, "p_adjusted", comparison->equivalence.p_adjusted);
    put_number(json, "margin", settings_margin(json->analysis->settings, comparison->metric));
    end(json, '}');
}

static void put_second_opinion(struct json *json, const struct comparison *comparison)
{
    if (!isfinite(comparison->second_p))
        return;
    begin(json, "second", '{');
    put_text(json, "test", comparison->second_test);
    put_number(json, "p", comparison->second_p);
    put_number(json, "ratio", comparison->second_ratio);
    put_number(json, "ci_low", comparison->second_low);
    put_number(json, "ci_high", comparison->second_high);
    end(json, '}');
}

/* How the rule would have fared on the archive itself. */
static void put_past_alarms(struct json *json, const struct comparison *comparison)
{
    if (comparison->past_tested == 0)
        return;
    begin(json, "past", '{');
    put_number(json, "tested", (double)comparison->past_tested);
    put_number(json, "alarms", (double)comparison->past_alarms);
    end(json, '}');
}

static void put_comparison(struct json *json, const struct comparison *comparison)
{
    begin(json, NULL, '{');
    put_text(json, "metric", comparison->metric->key);
    put_shared_keys(json, comparison);
    put_text(json, "baseline", json->analysis->groups[comparison->baseline].name);
    put_text(json, "group", json->analysis->groups[comparison->group].name);
    put_number(json, "ratio", comparison->ratio);
    put_number(json, "ratio_of_means", comparison->ratio_of_means);
    put_number(json, "change_pct", comparison->change_pct);
    put_number(json, "ci_low", comparison->ci_low);
    put_number(json, "ci_high", comparison->ci_high);
    put_number(json, "p", comparison->p);
    put_number(json, "p_adjusted", comparison->p_adjusted);
    put_number(json, "degrees_of_freedom", comparison->degrees_of_freedom);
    put_number(json, "log_sd", comparison->log_sd);
    put_number(json, "log_sd_df", comparison->log_sd_df);
    put_number(json, "confidence", comparison->confidence);
    if (comparison->pairs)
        put_number(json, "pairs", (double)comparison->pairs);
    if (comparison->batches)
        put_number(json, "batches", (double)comparison->batches);
    put_past_alarms(json, comparison);
    put_text(json, "test", comparison->test);
    put_second_opinion(json, comparison);
    put_text(json, "verdict", verdict_name(comparison->verdict));
    put_text(json, "reason", comparison->reason);
    put_text(json, "code", comparison->code);
    put_equivalence(json, comparison);
    if (comparison->runs_needed)
        put_number(json, "runs_needed", (double)comparison->runs_needed);
    put_number(json, "planned_change", comparison->planned_change);
    if (comparison->runs_needed_equivalence)
        put_number(json, "runs_needed_equivalence", (double)comparison->runs_needed_equivalence);
    put_true(json, "primary", comparison->primary);
    end(json, '}');
}

static void put_comparisons(struct json *json)
{
    begin(json, "comparisons", '[');
    for (size_t i = 0; i < json->analysis->comparison_count; i++) {
        put_comparison(json, &json->analysis->comparisons[i]);
        flush(json);
    }
    end(json, ']');
}

static void put_group_names(struct json *json, const char *key, const size_t *groups, size_t count)
{
    begin(json, key, '[');
    for (size_t i = 0; i < count; i++) {
        separate(json);
        json_append_string(&json->buffer, json->analysis->groups[groups[i]].name);
    }
    end(json, ']');
}

static void put_notes(struct json *json)
{
    begin(json, "notes", '[');
    for (size_t i = 0; i < json->analysis->note_count; i++) {
        const struct note *note = &json->analysis->notes[i];
        begin(json, NULL, '{');
        put_text(json, "code", note->code);
        put_text(json, "severity", severity_name(note->severity));
        put_text(json, "text", note->text);
        put_group_names(json, "groups", note->groups, note->group_count);
        put_indices(json, "runs", note->runs, note->run_count);
        put_true(json, "accepted", note->accepted);
        end(json, '}');
    }
    end(json, ']');
}

static void put_scaling(struct json *json, const struct scaling *scaling)
{
    begin(json, NULL, '{');
    put_text(json, "name", scaling->name);
    put_group_names(json, "groups", scaling->groups, scaling->group_count);
    put_text(json, "law", scaling->law);
    put_text(json, "refusal", scaling->refusal);
    if (scaling->law) {
        put_number(json, "gamma", scaling->gamma);
        put_number(json, "alpha", scaling->alpha);
        put_number(json, "beta", scaling->beta);
        put_number(json, "se_gamma", scaling->se_gamma);
        put_number(json, "se_alpha", scaling->se_alpha);
        put_number(json, "se_beta", scaling->se_beta);
        put_number(json, "residual_sd", scaling->residual_sd);
        put_number(json, "r_squared", scaling->r_squared);
        put_number(json, "peak_concurrency", scaling->peak_concurrency);
        put_number(json, "peak_rate", scaling->peak_rate);
    }
    end(json, '}');
}

static void put_scalings(struct json *json)
{
    if (!json->analysis->scaling_count)
        return;
    begin(json, "scaling", '[');
    for (size_t i = 0; i < json->analysis->scaling_count; i++)
        put_scaling(json, &json->analysis->scalings[i]);
    end(json, ']');
}

/* Rows of group names; null where no group stands. */
static void put_cells(struct json *json, const struct pivot *pivot)
{
    begin(json, "cells", '[');
    for (size_t row = 0; row < pivot->row_count; row++) {
        begin(json, NULL, '[');
        for (size_t column = 0; column < pivot->column_count; column++) {
            size_t group = pivot->cells[row * pivot->column_count + column];
            separate(json);
            if (group == NO_GROUP)
                buffer_append_string(&json->buffer, "null");
            else
                json_append_string(&json->buffer, json->analysis->groups[group].name);
        }
        end(json, ']');
    }
    end(json, ']');
}

static void put_geometric_means(struct json *json, const struct pivot *pivot)
{
    if (!pivot->geometric_means || !pivot->matched)
        return;
    begin(json, "geometric_means", '[');
    for (size_t column = 0; column < pivot->column_count; column++) {
        if (!isfinite(pivot->geometric_means[column]))
            continue;
        begin(json, NULL, '{');
        put_text(json, "column", pivot->columns[column]);
        put_number(json, "ratio", pivot->geometric_means[column]);
        put_number(json, "rows", (double)pivot->matched[column]);
        end(json, '}');
    }
    end(json, ']');
}

static void put_pivot(struct json *json)
{
    const struct pivot *pivot = &json->analysis->pivot;

    if (!pivot->column_key)
        return;
    begin(json, "pivot", '{');
    put_texts(json, "row_keys", pivot->row_keys, pivot->row_key_count);
    put_text(json, "column_key", pivot->column_key);
    put_texts(json, "columns", pivot->columns, pivot->column_count);
    put_texts(json, "rows", pivot->rows, pivot->row_count);
    put_cells(json, pivot);
    if (pivot->baseline_column < pivot->column_count)
        put_text(json, "baseline", pivot->columns[pivot->baseline_column]);
    put_geometric_means(json, pivot);
    end(json, '}');
}

bool emit_json(struct output *output, const struct emit_context *context)
{
    struct json json = {.output = output, .analysis = context->analysis, .empty = true};

    buffer_init(&json.buffer);
    begin(&json, NULL, '{');
    put_text(&json, "schema", schema);
    put_generator(&json, context);
    put_text(&json, "date", context->date);
    put_settings(&json);
    put_runs(&json);
    put_groups(&json);
    put_comparisons(&json);
    put_notes(&json);
    put_scalings(&json);
    put_pivot(&json);
    put_text(&json, "answer", context->analysis->answer);
    end(&json, '}');
    buffer_append_byte(&json.buffer, '\n');
    flush(&json);
    buffer_release(&json.buffer);
    return true;
}

/* Archived runs are only held against: they stand in their archive already. */
static bool *archived_runs(const struct analysis *analysis, struct arena *arena)
{
    bool *archived = arena_allocate(arena, (analysis->run_count + 1) * sizeof *archived);

    for (size_t i = 0; i < analysis->group_count; i++)
        for (size_t k = 0; analysis->groups[i].archived && k < analysis->groups[i].run_count; k++)
            archived[analysis->groups[i].runs[k]] = true;
    return archived;
}

bool emit_jsonl(struct output *output, const struct emit_context *context)
{
    const struct analysis *analysis = context->analysis;
    struct arena arena;
    struct buffer line;

    arena_init(&arena);
    buffer_init(&line);
    const bool *archived = archived_runs(analysis, &arena);
    for (size_t i = 0; i < analysis->run_count; i++) {
        if (archived[i])
            continue;
        buffer_clear(&line);
        run_write_json(&line, analysis->runs[i]);
        buffer_append_byte(&line, '\n');
        output_write(output, line.bytes, line.length);
    }
    buffer_release(&line);
    arena_release(&arena);
    return true;
}
