#include "finding.h"

#include <stdlib.h>
#include <string.h>

#include "group.h"
#include "key_index.h"

/* Groups, pairs or runs that a note names; the others are counted. */
#define SUBJECTS_SHOWN 2

/* Line numbers are short. */
#define LINES_SHOWN 8

/* From here on "all 4 groups" is shorter than their names. */
#define SUBJECTS_FOR_ALL 3

void finding_add(struct context *context, struct finding finding)
{
    context->findings = arena_grow(context->arena, context->findings, context->finding_count,
                                   &context->finding_capacity, sizeof *context->findings);
    context->findings[context->finding_count++] = finding;
}

/* Whether several groups are compared with one, which then need not be named. */
static bool share_baseline(const struct context *context)
{
    for (size_t i = 1; i < context->pair_count; i++) {
        if (context->pairs[i].baseline != context->pairs[0].baseline)
            return false;
    }
    return context->pair_count > 1;
}

/* A pair as short as it can be told, but for its place: "on against off". */
static const char *pair_words(const struct context *context, const struct finding *finding)
{
    const struct analysis *analysis = context->analysis;
    const struct group *group = &analysis->groups[finding->group];
    const struct group *baseline = &analysis->groups[finding->baseline];
    const struct pivot *pivot = &analysis->pivot;
    if (context->one_baseline)
        return group->name;
    if (pivot->column_key == NULL)
        return arena_format(context->arena, "%s against %s", group->name, baseline->name);
    return arena_format(context->arena, "%s against %s",
                        place_words(context, group, &pivot->column_key, 1),
                        place_words(context, baseline, &pivot->column_key, 1));
}

/* The same with its place in a pivot: "on against off at c=8". */
static const char *pair_where(const struct context *context, const struct finding *finding)
{
    const struct pivot *pivot = &context->analysis->pivot;
    const struct group *group = &context->analysis->groups[finding->group];
    const char *words = pair_words(context, finding);
    const char *place = "";
    if (pivot->column_key != NULL && !context->one_baseline)
        place = place_words(context, group, pivot->row_keys, pivot->row_key_count);
    return place[0] == '\0' ? words : arena_format(context->arena, "%s at %s", words, place);
}

const char *finding_where(const struct context *context, const struct finding *finding)
{
    const struct analysis *analysis = context->analysis;
    if (finding->group == NO_GROUP)
        return NULL;
    const struct group *group = &analysis->groups[finding->group];
    if (finding->baseline != NO_GROUP)
        return pair_where(context, finding);
    if (finding->run == NO_RUN || group->run_count < 2)
        return analysis->group_count < 2 ? NULL : group->name;
    size_t number = group_run_number(group, finding->run);
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

static char byte_upper(char byte)
{
    return byte >= 'a' && byte <= 'z' ? (char)(byte - 'a' + 'A') : byte;
}

/* Findings of a note that say the same. */
struct cluster {
    const struct finding *model;
    const char **subjects; /* where each was found; those without a place are not listed */
    size_t subject_count, subject_capacity;
    size_t count;
};

struct clusters {
    struct cluster *items;
    size_t count;
};

static struct cluster *cluster_of(struct clusters *clusters, struct key_index *index,
                                  const struct finding *finding)
{
    size_t at = key_index_put(index, finding->detail, clusters->count);
    if (at == clusters->count)
        clusters->items[clusters->count++] = (struct cluster){.model = finding};
    return &clusters->items[at];
}

/* A pair that is told already at another place is told without its place. */
static bool merge_pair(const struct context *context, struct cluster *cluster,
                       const struct finding *finding)
{
    if (finding->baseline == NO_GROUP || finding->line != NULL ||
        context->analysis->pivot.column_key == NULL || context->one_baseline)
        return false;
    const char *words = pair_words(context, finding);
    size_t length = strlen(words);
    for (size_t i = 0; i < cluster->subject_count; i++) {
        const char *subject = cluster->subjects[i];
        if (strncmp(subject, words, length) == 0 &&
            (subject[length] == '\0' || strncmp(subject + length, " at ", strlen(" at ")) == 0)) {
            cluster->subjects[i] = words;
            return true;
        }
    }
    return false;
}

static void cluster_add(const struct context *context, struct cluster *cluster,
                        const struct finding *finding)
{
    const char *where = finding->line != NULL ? finding->line : finding_where(context, finding);
    cluster->count++;
    if (where == NULL)
        return;
    if (merge_pair(context, cluster, finding))
        return;
    cluster->subjects = arena_grow(context->arena, cluster->subjects, cluster->subject_count,
                                   &cluster->subject_capacity, sizeof *cluster->subjects);
    cluster->subjects[cluster->subject_count++] = where;
}

static struct clusters clusters_of(const struct context *context, const struct note *note,
                                   size_t first, size_t total)
{
    struct clusters clusters = {
        arena_allocate(context->arena, (total + 1) * sizeof *clusters.items), 0};
    struct key_index index;
    key_index_init(&index, context->arena);
    for (size_t i = first; i < context->finding_count; i++) {
        const struct finding *finding = &context->findings[i];
        if (is_of_note(finding, note) && finding->detail != NULL)
            cluster_add(context, cluster_of(&clusters, &index, finding), finding);
    }
    return clusters;
}

/* "all 4 groups", "all 6 comparisons" instead of a list; NULL where it is not all of them. */
static const char *all_words(const struct context *context, const struct cluster *cluster)
{
    const struct finding *model = cluster->model;
    bool pairs = model->baseline != NO_GROUP;
    size_t all = pairs ? context->pair_count : context->analysis->group_count;
    if (model->run != NO_RUN || model->line != NULL || cluster->subject_count != all ||
        all < SUBJECTS_FOR_ALL)
        return NULL;
    return arena_format(context->arena, "all %zu %s", all, pairs ? "comparisons" : "groups");
}

/* Appends what a cluster says, in front of it at most `limit` subjects; those told. */
static size_t append_cluster(const struct context *context, struct buffer *text,
                             const struct cluster *cluster, size_t limit)
{
    const char *all = all_words(context, cluster);
    size_t told = cluster->subject_count < limit ? cluster->subject_count : limit;
    size_t start = text->length;
    if (cluster->model->line != NULL)
        buffer_append_string(text, cluster->subject_count > 1 ? "lines " : "line ");
    if (all != NULL)
        buffer_append_string(text, all);
    for (size_t i = 0; i < told && all == NULL; i++) {
        bool last = i > 0 && i + 1 == cluster->subject_count;
        buffer_append_string(text, i == 0 ? "" : last ? " and " : ", ");
        buffer_append_string(text, cluster->subjects[i]);
    }
    if (told < cluster->subject_count && all == NULL)
        buffer_append_format(text, " and %zu more", cluster->subject_count - told);
    if (text->length > start)
        buffer_append_string(text, ": ");
    buffer_append_string(text, cluster->model->detail);
    /* A sentence begins with a capital letter, but for a name. */
    bool named = cluster->subject_count > 0 && all == NULL && cluster->model->line == NULL &&
                 context->analysis->group_count > 1;
    if (start == 0 && !named)
        text->bytes[0] = byte_upper(text->bytes[0]);
    return told > 0 ? told : 1;
}

static const char *note_text(const struct context *context, const struct note *note, size_t first,
                             size_t total)
{
    struct clusters clusters = clusters_of(context, note, first, total);
    const char *advice = context->findings[first].check->advice;
    struct buffer text;
    size_t room = SUBJECTS_SHOWN, told = 0;
    buffer_init(&text);
    for (size_t i = 0; i < clusters.count && room > 0; i++) {
        const struct cluster *cluster = &clusters.items[i];
        size_t limit = cluster->model->line != NULL ? LINES_SHOWN : room;
        if (text.length > 0)
            buffer_append_string(&text, "; ");
        size_t subjects = append_cluster(context, &text, cluster, limit);
        room -= subjects < room ? subjects : room;
        told += cluster->count;
    }
    if (told < total && text.length > 0)
        buffer_append_format(&text, "; and %zu more", total - told);
    bool ended = text.length == 0 || text.bytes[text.length - 1] == '.';
    if (!ended)
        buffer_append_byte(&text, '.');
    if (advice != NULL && text.length > 0)
        buffer_append_byte(&text, ' ');
    if (advice != NULL)
        buffer_append_string(&text, advice);
    const char *copy = text.length == 0 ? "" : arena_copy(context->arena, text.bytes, text.length);
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
    context->one_baseline = share_baseline(context);
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
