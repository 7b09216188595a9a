#include "build.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "../base/text.h"
#include "../say/words.h"

/* A title that names groups may be this long; beyond it they are counted. */
enum { NAMES_IN_TITLE = 3, LONGEST_TITLE = 70 };

struct block *builder_add(struct builder *builder, enum block_kind kind)
{
    struct report *report = builder->report;

    report->blocks = arena_grow(builder->arena, report->blocks, report->block_count,
                                &report->block_capacity, sizeof *report->blocks);
    struct block *block = &report->blocks[report->block_count++];
    *block = (struct block){
        .kind = kind,
        .text = "",
        .detail = "",
        .table = {.caption = "", .footnote = ""},
    };
    return block;
}

struct table *builder_add_table(struct builder *builder, const char *caption, size_t column_count,
                                size_t row_count)
{
    struct table *table = &builder_add(builder, BLOCK_TABLE)->table;
    size_t cells = column_count * row_count;

    table->caption = caption;
    table->column_count = column_count;
    table->row_count = row_count;
    table->columns = arena_allocate(builder->arena, column_count * sizeof *table->columns);
    table->cells = arena_allocate(builder->arena, cells * sizeof *table->cells);
    for (size_t i = 0; i < column_count; i++)
        table->columns[i] = (struct column){.heading = "", .unit = ""};
    for (size_t i = 0; i < cells; i++)
        table->cells[i].text = "";
    return table;
}

struct cell *table_cell(struct table *table, size_t row, size_t column)
{
    return &table->cells[row * table->column_count + column];
}

bool table_column_is_empty(struct table *table, size_t column)
{
    for (size_t row = 0; row < table->row_count; row++)
        if (*table_cell(table, row, column)->text)
            return false;
    return true;
}

bool table_column_is_numeric(struct table *table, size_t column)
{
    for (size_t row = 0; row < table->row_count; row++) {
        const char *text = table_cell(table, row, column)->text;
        if (text[strspn(text, "0123456789.")])
            return false;
    }
    return true;
}

void table_mark_repeats(struct table *table, size_t columns)
{
    for (size_t row = table->row_count; row-- > 1;)
        for (size_t column = 0; column < columns; column++) {
            struct cell *cell = table_cell(table, row, column);
            if (strcmp(cell->text, table_cell(table, row - 1, column)->text) != 0)
                break;
            cell->repeats = true;
        }
}

static bool has_sentence(const struct sentences *sentences, const char *sentence)
{
    for (size_t i = 0; i < sentences->count; i++)
        if (strcmp(sentences->items[i], sentence) == 0)
            return true;
    return false;
}

static void add_sentence(struct builder *builder, struct sentences *sentences, const char *sentence)
{
    sentences->items = arena_grow(builder->arena, (void *)sentences->items, sentences->count,
                                  &sentences->capacity, sizeof *sentences->items);
    sentences->items[sentences->count++] = sentence;
}

void builder_footnote(struct builder *builder, const char *sentence)
{
    if (!has_sentence(&builder->said, sentence) && !has_sentence(&builder->pending, sentence))
        add_sentence(builder, &builder->pending, sentence);
}

/* Puts the pending sentences below a table that is kept, and forgets them. */
static void say_footnotes(struct builder *builder, struct table *table)
{
    for (size_t i = 0; table && i < builder->pending.count; i++) {
        const char *sentence = builder->pending.items[i];
        table->footnote = *table->footnote
                              ? arena_format(builder->arena, "%s %s", table->footnote, sentence)
                              : sentence;
        add_sentence(builder, &builder->said, sentence);
    }
    builder->pending.count = 0;
}

bool builder_finish_table(struct builder *builder)
{
    struct report *report = builder->report;
    struct table *table = &report->blocks[report->block_count - 1].table;
    size_t kept = 0;

    for (size_t column = 0; column < table->column_count; column++) {
        if (column && table_column_is_empty(table, column))
            continue;
        table->columns[kept] = table->columns[column];
        /* Columns move left: a cell is read before its place is written. */
        for (size_t row = 0; row < table->row_count; row++)
            *table_cell(table, row, kept) = *table_cell(table, row, column);
        kept++;
    }
    struct cell *packed = arena_allocate(builder->arena, kept * table->row_count * sizeof *packed);
    for (size_t row = 0; row < table->row_count; row++)
        for (size_t column = 0; column < kept; column++)
            packed[row * kept + column] = *table_cell(table, row, column);
    table->cells = packed;
    table->column_count = kept;
    bool shown = kept > 1 && table->row_count;
    say_footnotes(builder, shown ? table : NULL);
    if (shown)
        return true;
    report->block_count--;
    return false;
}

const struct comparison *builder_comparison(const struct builder *builder, size_t group,
                                            const struct metric *metric)
{
    size_t at = metric ? builder->first_comparison[group] : NO_COMPARISON;

    while (at != NO_COMPARISON && builder->analysis->comparisons[at].metric != metric)
        at = builder->next_comparison[at];
    return at == NO_COMPARISON ? NULL : &builder->analysis->comparisons[at];
}

bool builder_has_repetitions(const struct builder *builder)
{
    for (size_t i = 0; i < builder->analysis->group_count; i++)
        if (builder->analysis->groups[i].used_count > 1)
            return true;
    return false;
}

/* Lists that make lookups by group and by run cheap: there may be thousands. */
static void index_analysis(struct builder *builder)
{
    const struct analysis *analysis = builder->analysis;
    struct arena *arena = builder->arena;

    builder->group_of_run =
        arena_allocate(arena, (analysis->run_count + 1) * sizeof *builder->group_of_run);
    builder->first_comparison =
        arena_allocate(arena, (analysis->group_count + 1) * sizeof *builder->first_comparison);
    builder->next_comparison =
        arena_allocate(arena, (analysis->comparison_count + 1) * sizeof *builder->next_comparison);
    for (size_t i = 0; i < analysis->run_count; i++)
        builder->group_of_run[i] = NO_GROUP;
    for (size_t i = 0; i < analysis->group_count; i++) {
        builder->first_comparison[i] = NO_COMPARISON;
        for (size_t k = 0; k < analysis->groups[i].run_count; k++)
            if (analysis->groups[i].runs[k] < analysis->run_count)
                builder->group_of_run[analysis->groups[i].runs[k]] = i;
    }
    for (size_t i = analysis->comparison_count; i-- > 0;) {
        size_t group = analysis->comparisons[i].group;
        builder->next_comparison[i] = builder->first_comparison[group];
        builder->first_comparison[group] = i;
    }
}

/* "A, B and C", or NULL where that is too much for a title. */
static const char *names_title(const char *const *names, size_t count, struct arena *arena)
{
    if (count > NAMES_IN_TITLE)
        return NULL;
    const char *title = words_list(arena, names, count, count);
    return strlen(title) <= LONGEST_TITLE ? title : NULL;
}

/* The groups by their names, a pivot by its columns, or how many there are. */
static const char *groups_title(const struct analysis *analysis, struct arena *arena)
{
    const struct pivot *pivot = &analysis->pivot;
    const char *names[NAMES_IN_TITLE] = {""};
    const char *title = NULL;

    if (pivot->column_key) {
        title = names_title(pivot->columns, pivot->column_count, arena);
        if (title && pivot->row_key_count == 1)
            title = arena_format(arena, "%s by %s", title, pivot->row_keys[0]);
    } else if (analysis->group_count <= NAMES_IN_TITLE) {
        for (size_t i = 0; i < analysis->group_count; i++)
            names[i] = analysis->groups[i].name;
        title = names_title(names, analysis->group_count, arena);
    }
    return title ? title : arena_format(arena, "%zu groups", analysis->group_count);
}

static const char *report_title(const struct report_request *request, struct arena *arena)
{
    const struct analysis *analysis = request->analysis;

    if (request->title)
        return request->title;
    const char *groups = groups_title(analysis, arena);
    if (!analysis->group_count)
        return "Load test";
    return arena_format(arena, "%s: %s",
                        analysis->group_count == 1 ? "Load test" : "Load test comparison", groups);
}

/* The words that all runs agree in, or "" where they do not. */
static const char *agreed(const struct analysis *analysis, struct arena *arena,
                          const char *(*words)(struct arena *, const struct run *))
{
    const char *first = analysis->run_count ? words(arena, analysis->runs[0]) : "";

    for (size_t i = 1; i < analysis->run_count; i++)
        if (strcmp(words(arena, analysis->runs[i]), first) != 0)
            return "";
    return first;
}

/* "shown: better and worse alone", where --only leaves other groups out. */
static const char *only_words(const struct builder *builder)
{
    const struct settings *settings = builder->analysis->settings;

    if (!settings->only_count)
        return "";
    return arena_format(
        builder->arena, "shown: %s alone",
        words_list(builder->arena, settings->only, settings->only_count, settings->only_count));
}

/* "ab 2.3, http://localhost:8080/, 10 runs, 2026-03-02" */
static const char *report_detail(const struct builder *builder)
{
    const struct analysis *analysis = builder->analysis;
    struct arena *arena = builder->arena;
    const char *parts[] = {
        agreed(analysis, arena, words_tool),
        agreed(analysis, arena, words_target),
        arena_format(arena, "%zu run%s", analysis->run_count, analysis->run_count == 1 ? "" : "s"),
        builder->report->date ? builder->report->date : "",
        only_words(builder),
    };
    struct buffer detail;

    buffer_init(&detail);
    for (size_t i = 0; i < sizeof parts / sizeof parts[0]; i++) {
        if (!*parts[i])
            continue;
        if (detail.length)
            buffer_append_string(&detail, ", ");
        buffer_append_string(&detail, parts[i]);
    }
    const char *text = text_copy(arena, buffer_text(&detail));
    buffer_release(&detail);
    return text;
}

static void build_title(struct builder *builder, const struct template_block *block)
{
    struct block *title = builder_add(builder, BLOCK_TITLE);

    if (block->text)
        builder->report->title = block->text;
    title->text = builder->report->title;
    title->detail = report_detail(builder);
}

static void build_text(struct builder *builder, const struct template_block *block)
{
    builder_add(builder, BLOCK_TEXT)->text = block->text;
}

static void build_heading(struct builder *builder, const struct template_block *block)
{
    builder_add(builder, BLOCK_HEADING)->text = block->text;
}

static void build_answer(struct builder *builder, const struct template_block *block)
{
    (void)block;
    if (builder->analysis->answer)
        builder_add(builder, BLOCK_ANSWER)->text = builder->analysis->answer;
}

static void build_notes(struct builder *builder, const struct template_block *block)
{
    const struct analysis *analysis = builder->analysis;

    (void)block;
    if (!analysis->note_count)
        return;
    struct block *notes = builder_add(builder, BLOCK_NOTES);
    notes->text = "Notes";
    notes->notes = arena_allocate(builder->arena, analysis->note_count * sizeof *notes->notes);
    notes->note_count = analysis->note_count;
    for (size_t i = 0; i < analysis->note_count; i++)
        notes->notes[i] = (struct note_line){
            .severity = analysis->notes[i].severity,
            .accepted = analysis->notes[i].accepted,
            .code = analysis->notes[i].code,
            .text = analysis->notes[i].text,
        };
}

/* One entry a line: the order is that of the enum. */
static void (*const build_block[])(struct builder *, const struct template_block *) = {
    [TEMPLATE_TITLE] = build_title,
    [TEMPLATE_HEADING] = build_heading,
    [TEMPLATE_TEXT] = build_text,
    [TEMPLATE_ANSWER] = build_answer,
    [TEMPLATE_GROUPS] = build_group_table,
    [TEMPLATE_COMPARED] = build_compared_tables,
    [TEMPLATE_RUNS] = build_run_table,
    [TEMPLATE_LEVELS] = build_level_tables,
    [TEMPLATE_METRICS] = build_metric_tables,
    [TEMPLATE_TIMES] = build_times,
    [TEMPLATE_RUN_CARDS] = build_run_cards,
    [TEMPLATE_GROUP_CARDS] = build_group_cards,
    [TEMPLATE_PIVOT] = build_pivots,
    [TEMPLATE_SCALING] = build_scaling,
    [TEMPLATE_NOTES] = build_notes,
};

/* A heading stands for the block behind it, and goes with it. */
static void drop_lonely_heading(struct report *report)
{
    if (report->block_count && report->blocks[report->block_count - 1].kind == BLOCK_HEADING)
        report->block_count--;
}

/* CSV has one table: a row a run where the template shows runs and no groups. */
static bool shows_runs_only(const struct template *template)
{
    bool runs = false;

    for (size_t i = 0; i < template->block_count; i++) {
        enum template_block_kind kind = template->blocks[i].kind;
        if (kind == TEMPLATE_GROUPS || kind == TEMPLATE_COMPARED || kind == TEMPLATE_PIVOT ||
            kind == TEMPLATE_METRICS || kind == TEMPLATE_LEVELS || kind == TEMPLATE_GROUP_CARDS)
            return false;
        runs |= kind == TEMPLATE_RUNS;
    }
    return runs;
}

void report_build(struct report *report, const struct report_request *request, struct arena *arena)
{
    const struct template *template = request->template;
    struct builder builder = {
        .report = report,
        .analysis = request->analysis,
        .metrics = request->metrics,
        .arena = arena,
        .subject = request->analysis->primary,
    };

    *report = (struct report){
        .title = report_title(request, arena),
        .date = request->date,
        .rows_are_runs = shows_runs_only(template),
    };
    index_analysis(&builder);
    for (size_t i = 0; i < template->block_count; i++) {
        const struct template_block *block = &template->blocks[i];
        size_t before = report->block_count;
        if (block->kind == TEMPLATE_HEADING)
            drop_lonely_heading(report);
        build_block[block->kind](&builder, block);
        if (report->block_count == before && block->kind != TEMPLATE_HEADING)
            drop_lonely_heading(report);
    }
    drop_lonely_heading(report);
}
