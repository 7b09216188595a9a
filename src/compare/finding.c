#include "finding.h"

#include <stdlib.h>
#include <string.h>

/* Findings of one note that are told one by one; the others are counted. */
#define FINDINGS_SHOWN 3

void finding_add(struct context *context, struct finding finding)
{
    context->findings = arena_grow(context->arena, context->findings, context->finding_count,
                                   &context->finding_capacity, sizeof *context->findings);
    context->findings[context->finding_count++] = finding;
}

/* The number of a run within its group, from 1; 0: not of the group. */
static size_t run_number(const struct group *group, size_t run)
{
    for (size_t i = 0; i < group->run_count; i++) {
        if (group->runs[i] == run)
            return i + 1;
    }
    return 0;
}

const char *finding_where(const struct context *context, const struct finding *finding)
{
    const struct analysis *analysis = context->analysis;
    if (finding->group == NO_GROUP)
        return NULL;
    const struct group *group = &analysis->groups[finding->group];
    if (finding->baseline != NO_GROUP)
        return arena_format(context->arena, "%s against %s", group->name,
                            analysis->groups[finding->baseline].name);
    if (finding->run == NO_RUN || group->run_count < 2)
        return analysis->group_count < 2 ? NULL : group->name;
    size_t number = run_number(group, finding->run);
    if (analysis->group_count < 2)
        return arena_format(context->arena, "run %zu", number);
    return arena_format(context->arena, "%s, run %zu", group->name, number);
}

static bool is_of_note(const struct finding *finding, const struct note *note)
{
    return finding->severity == note->severity && strcmp(finding->check->code, note->code) == 0;
}

/* Indices, each once, while they are gathered. */
struct index_list {
    size_t *items;
    size_t count;
    bool *has;
};

static void append_unique(struct index_list *list, size_t item, size_t none)
{
    if (item == none || list->has[item])
        return;
    list->has[item] = true;
    list->items[list->count++] = item;
}

/* Groups and runs that the findings of a note are about. */
static void set_subjects(const struct context *context, struct note *note, size_t first)
{
    const struct analysis *analysis = context->analysis;
    struct index_list groups = {note->groups, 0, NULL}, runs = {note->runs, 0, NULL};
    groups.has = arena_allocate(context->arena, analysis->group_count + 1);
    runs.has = arena_allocate(context->arena, analysis->run_count + 1);
    for (size_t i = first; i < context->finding_count; i++) {
        const struct finding *finding = &context->findings[i];
        if (!is_of_note(finding, note))
            continue;
        append_unique(&groups, finding->baseline, NO_GROUP);
        append_unique(&groups, finding->group, NO_GROUP);
        append_unique(&runs, finding->run, NO_RUN);
    }
    note->group_count = groups.count;
    note->run_count = runs.count;
}

static void append_finding(const struct context *context, struct buffer *text,
                           const struct finding *finding)
{
    const char *where = finding_where(context, finding);
    if (finding->detail == NULL)
        return;
    if (text->length > 0)
        buffer_append_string(text, "; ");
    if (where != NULL) {
        buffer_append_string(text, where);
        buffer_append_string(text, ": ");
    }
    size_t start = text->length;
    buffer_append_string(text, finding->detail);
    if (start == 0 && text->bytes[0] >= 'a' && text->bytes[0] <= 'z')
        text->bytes[0] = (char)(text->bytes[0] - 'a' + 'A');
}

static const char *note_text(const struct context *context, const struct note *note, size_t first,
                             size_t total)
{
    struct buffer text;
    size_t shown = 0, limit = total <= FINDINGS_SHOWN + 1 ? total : FINDINGS_SHOWN;
    const char *advice = context->findings[first].check->advice;
    buffer_init(&text);
    for (size_t i = first; i < context->finding_count && shown < limit; i++) {
        if (!is_of_note(&context->findings[i], note))
            continue;
        append_finding(context, &text, &context->findings[i]);
        shown++;
    }
    if (shown < total)
        buffer_append_format(&text, "; and %zu more", total - shown);
    bool ended = text.length == 0 || text.bytes[text.length - 1] == '.';
    if (!ended)
        buffer_append_byte(&text, '.');
    if (advice != NULL && text.length > 0)
        buffer_append_byte(&text, ' ');
    if (advice != NULL)
        buffer_append_string(&text, advice);
    const char *copy = arena_copy(context->arena, text.bytes, text.length);
    buffer_release(&text);
    return copy;
}

/* Makes the note of the finding `first` and of all like it. */
static void note_make(struct context *context, size_t first, bool *done)
{
    struct analysis *analysis = context->analysis;
    const struct finding *model = &context->findings[first];
    struct note note = {
        .code = model->check->code,
        .severity = model->severity,
        .accepted = settings_accept(context->settings, model->check->code),
    };
    size_t total = 0;
    for (size_t i = first; i < context->finding_count; i++)
        total += is_of_note(&context->findings[i], &note);
    size_t groups = 2 * total < analysis->group_count ? 2 * total : analysis->group_count;
    note.groups = arena_allocate(context->arena, (groups + 1) * sizeof *note.groups);
    note.runs = arena_allocate(context->arena, (total + 1) * sizeof *note.runs);
    for (size_t i = first; i < context->finding_count; i++)
        done[i] = done[i] || is_of_note(&context->findings[i], &note);
    set_subjects(context, &note, first);
    note.text = note_text(context, &note, first, total);
    analysis->notes = arena_grow(context->arena, analysis->notes, analysis->note_count,
                                 &analysis->note_capacity, sizeof *analysis->notes);
    analysis->notes[analysis->note_count++] = note;
}

/* A check's place in the table; those that a log brought along come last. */
static size_t check_rank(const char *code)
{
    size_t count;
    const struct check *table = check_table(&count);
    for (size_t i = 0; i < count; i++) {
        if (strcmp(table[i].code, code) == 0)
            return i;
    }
    return count;
}

struct ranked_note {
    struct note note;
    size_t rank, position;
};

static int by_gravity(const void *left, const void *right)
{
    const struct ranked_note *a = left, *b = right;
    if (a->note.severity != b->note.severity)
        return a->note.severity < b->note.severity ? -1 : 1;
    if (a->rank != b->rank)
        return a->rank < b->rank ? -1 : 1;
    return a->position < b->position ? -1 : a->position > b->position;
}

static void notes_sort(struct context *context)
{
    struct analysis *analysis = context->analysis;
    struct ranked_note *ranked =
        arena_allocate(context->arena, (analysis->note_count + 1) * sizeof *ranked);
    for (size_t i = 0; i < analysis->note_count; i++) {
        ranked[i] =
            (struct ranked_note){analysis->notes[i], check_rank(analysis->notes[i].code), i};
    }
    if (analysis->note_count > 0)
        qsort(ranked, analysis->note_count, sizeof *ranked, by_gravity);
    for (size_t i = 0; i < analysis->note_count; i++)
        analysis->notes[i] = ranked[i].note;
}

void notes_make(struct context *context)
{
    bool *done = arena_allocate(context->arena, context->finding_count + 1);
    for (size_t i = 0; i < context->finding_count; i++) {
        if (!done[i])
            note_make(context, i, done);
    }
    notes_sort(context);
}

static bool concerns(const struct finding *finding, struct pair pair, const struct metric *metric)
{
    if (finding->metric != NULL && finding->metric != metric)
        return false;
    if (finding->baseline != NO_GROUP)
        return finding->baseline == pair.baseline && finding->group == pair.group;
    return finding->group == pair.group || finding->group == pair.baseline;
}

const struct finding *finding_that_blocks(const struct context *context, struct pair pair,
                                          const struct metric *metric, enum verdict kind)
{
    for (size_t i = 0; i < context->finding_count; i++) {
        const struct finding *finding = &context->findings[i];
        bool blocks = finding->severity == NOTE_BLOCKS || finding->blocks_metric;
        if (blocks && finding->check->blocks_as == kind && concerns(finding, pair, metric) &&
            !settings_accept(context->settings, finding->check->code))
            return finding;
    }
    return NULL;
}
