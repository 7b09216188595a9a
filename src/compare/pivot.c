#include "pivot.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "../base/number.h"
#include "../stats/geometric_mean.h"
#include "group.h"
#include "../base/key_index.h"
#include "pivot_layout.h"

/* A value of a key; values that are all numbers are put in their order. */
struct value {
    const char *text; /* NULL: not stated */
    size_t appearance;
};

struct values {
    struct value *items;
    size_t count;
};

static int by_number(const void *left, const void *right)
{
    const struct value *a = left, *b = right;
    int order = 0;
    if (a->text && b->text)
        order = compare_naturally(a->text, b->text);
    else
        order = (!a->text) - (!b->text);
    if (order != 0)
        return order;
    return a->appearance < b->appearance ? -1 : a->appearance > b->appearance;
}

static const char *value_name(const char *text)
{
    return text ? text : "\x1e";
}

static struct values values_of(const struct draft *draft, const char *key)
{
    const struct analysis *analysis = draft->analysis;
    struct values values = {0};
    struct key_index seen;
    bool numbers = true;
    key_index_init(&seen, draft->arena);
    values.items = arena_allocate(draft->arena, (analysis->group_count + 1) * sizeof *values.items);
    for (size_t g = 0; g < analysis->group_count; g++) {
        const char *text = group_key_text(&analysis->groups[g], key);
        double number;
        if (key_index_put(&seen, value_name(text), values.count) != values.count)
            continue;
        numbers = numbers && (!text || number_scan_plain(text_of(text), &number));
        values.items[values.count] = (struct value){text, values.count};
        values.count++;
    }
    if (numbers)
        qsort(values.items, values.count, sizeof *values.items, by_number);
    return values;
}

/* Where a value stands among the values of its key. */
static void ranks_of(const struct draft *draft, const struct values *values,
                     struct key_index *ranks)
{
    key_index_init(ranks, draft->arena);
    for (size_t i = 0; i < values->count; i++)
        key_index_put(ranks, value_name(values->items[i].text), i);
}

/* A row while rows are sorted: the place of each of its values. */
struct row {
    size_t ranks[8]; /* of the first row keys; more of them keep the order of appearance */
    size_t appearance;
    size_t sample; /* a group of the row */
};

#define RANKED_KEYS (sizeof((struct row *)0)->ranks / sizeof((struct row *)0)->ranks[0])

static int by_ranks(const void *left, const void *right)
{
    const struct row *a = left, *b = right;
    for (size_t k = 0; k < RANKED_KEYS; k++) {
        if (a->ranks[k] != b->ranks[k])
            return a->ranks[k] < b->ranks[k] ? -1 : 1;
    }
    return a->appearance < b->appearance ? -1 : a->appearance > b->appearance;
}

static const char *row_text(const struct draft *draft, const struct pivot *pivot,
                            const struct group *group)
{
    struct buffer joined;
    buffer_init(&joined);
    buffer_append_byte(&joined, '\x1f');
    for (size_t k = 0; k < pivot->row_key_count; k++)
        key_append(&joined, group_key_text(group, pivot->row_keys[k]));
    const char *copy = arena_copy(draft->arena, joined.bytes, joined.length);
    buffer_release(&joined);
    return copy;
}

static void set_row_keys(struct draft *draft, const struct pivot_request *request)
{
    struct pivot *pivot = &draft->analysis->pivot;
    const struct settings *settings = draft->settings;
    pivot->row_keys = arena_allocate(
        draft->arena, (request->row_key_count + settings->row_count + 1) * sizeof *pivot->row_keys);
    /* What the user asked for comes first; what else is needed to tell rows apart, behind it. */
    for (size_t i = 0; i < settings->row_count; i++)
        pivot->row_keys[pivot->row_key_count++] = settings->rows[i];
    for (size_t i = 0; i < request->row_key_count; i++) {
        bool asked = false;
        for (size_t k = 0; k < settings->row_count; k++)
            asked = asked || strcmp(settings->rows[k], request->row_keys[i]) == 0;
        if (!asked)
            pivot->row_keys[pivot->row_key_count++] = request->row_keys[i];
    }
}

static struct row *rows_of(const struct draft *draft, struct pivot *pivot, struct key_index *index)
{
    const struct analysis *analysis = draft->analysis;
    struct row *rows = arena_allocate(draft->arena, (analysis->group_count + 1) * sizeof *rows);
    struct key_index ranks[RANKED_KEYS];
    size_t ranked = pivot->row_key_count < RANKED_KEYS ? pivot->row_key_count : RANKED_KEYS;
    for (size_t k = 0; k < ranked; k++) {
        struct values values = values_of(draft, pivot->row_keys[k]);
        ranks_of(draft, &values, &ranks[k]);
    }
    for (size_t g = 0; g < analysis->group_count; g++) {
        const struct group *group = &analysis->groups[g];
        const char *text = row_text(draft, pivot, group);
        if (key_index_put(index, text, pivot->row_count) != pivot->row_count)
            continue;
        struct row *row = &rows[pivot->row_count];
        *row = (struct row){.appearance = pivot->row_count, .sample = g};
        for (size_t k = 0; k < ranked; k++)
            row->ranks[k] =
                key_index_find(&ranks[k], value_name(group_key_text(group, pivot->row_keys[k])));
        pivot->row_count++;
    }
    qsort(rows, pivot->row_count, sizeof *rows, by_ranks);
    return rows;
}

static void set_columns(const struct draft *draft, struct pivot *pivot,
                        const struct pivot_request *request, struct key_index *ranks)
{
    struct values values = values_of(draft, request->column_key);
    ranks_of(draft, &values, ranks);
    pivot->column_count = values.count;
    pivot->columns = arena_allocate(draft->arena, (values.count + 1) * sizeof *pivot->columns);
    for (size_t i = 0; i < values.count; i++)
        pivot->columns[i] = values.items[i].text ? values.items[i].text : "";
    pivot->baseline_column = key_index_find(ranks, value_name(request->baseline));
}

static void set_rows(const struct draft *draft, struct pivot *pivot, const struct row *rows,
                     struct key_index *places)
{
    pivot->rows = arena_allocate(draft->arena, (pivot->row_count + 1) * sizeof *pivot->rows);
    for (size_t r = 0; r < pivot->row_count; r++) {
        const struct group *group = &draft->analysis->groups[rows[r].sample];
        pivot->rows[r] = place_words(draft, group, pivot->row_keys, pivot->row_key_count);
        key_index_put(places, row_text(draft, pivot, group), r);
    }
}

void pivot_lay_out(struct draft *draft, const struct pivot_request *request)
{
    struct analysis *analysis = draft->analysis;
    struct pivot *pivot = &analysis->pivot;
    struct key_index index, columns, places;
    key_index_init(&index, draft->arena);
    key_index_init(&places, draft->arena);
    set_row_keys(draft, request);
    pivot->column_key = request->column_key;
    struct row *rows = rows_of(draft, pivot, &index);
    set_columns(draft, pivot, request, &columns);
    set_rows(draft, pivot, rows, &places);
    size_t cells = pivot->row_count * pivot->column_count;
    pivot->cells = arena_allocate(draft->arena, (cells + 1) * sizeof *pivot->cells);
    for (size_t i = 0; i < cells; i++)
        pivot->cells[i] = NO_GROUP;
    for (size_t g = 0; g < analysis->group_count; g++) {
        const struct group *group = &analysis->groups[g];
        size_t row = key_index_find(&places, row_text(draft, pivot, group));
        const char *text = group_key_text(group, pivot->column_key);
        size_t column = key_index_find(&columns, value_name(text));
        pivot->cells[row * pivot->column_count + column] = g;
    }
}

/* Whether a ratio may enter a mean: both sides measured what they claim. */
static bool enters_mean(const struct comparison *comparison)
{
    return comparison && comparison_ratio(comparison) > 0 &&
           comparison->verdict != VERDICT_INVALID && comparison->verdict != VERDICT_NOT_COMPARABLE;
}

static void column_mean(const struct draft *draft, struct pivot *pivot, size_t column)
{
    const struct analysis *analysis = draft->analysis;
    double *ratios = arena_allocate(draft->arena, (pivot->row_count + 1) * sizeof *ratios);
    size_t count = 0;
    struct geometric_mean mean;
    for (size_t row = 0; row < pivot->row_count; row++) {
        size_t group = pivot->cells[row * pivot->column_count + column];
        if (group == NO_GROUP)
            continue;
        const struct comparison *comparison =
            analysis_comparison(analysis, group, analysis->primary);
        if (enters_mean(comparison))
            ratios[count++] = comparison_ratio(comparison);
    }
    pivot->matched[column] = count;
    if (column != pivot->baseline_column && geometric_mean(ratios, count, &mean))
        pivot->geometric_means[column] = mean.mean;
}

void pivot_finish(struct draft *draft)
{
    struct pivot *pivot = &draft->analysis->pivot;
    if (!pivot->column_key)
        return;
    pivot->geometric_means =
        arena_allocate(draft->arena, (pivot->column_count + 1) * sizeof(double));
    pivot->matched = arena_allocate(draft->arena, (pivot->column_count + 1) * sizeof(size_t));
    for (size_t column = 0; column < pivot->column_count; column++) {
        pivot->geometric_means[column] = ABSENT;
        column_mean(draft, pivot, column);
    }
}
