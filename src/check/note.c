#include "note.h"

#include <stdlib.h>
#include <string.h>

#include "../compare/finding.h"
#include "../compare/group.h"
#include "../base/key_index.h"
#include "check.h"

/* Groups, pairs or runs that a note names; the others are counted. */
#define SUBJECTS_SHOWN 2

/* Line numbers are short. */
#define LINES_SHOWN 8

/* From here on "all 4 groups" is shorter than their names. */
#define SUBJECTS_FOR_ALL 3

/* Whether several groups are compared with one, which then need not be named. */
static bool share_baseline(const struct draft *draft)
{
    for (size_t i = 1; i < draft->pair_count; i++) {
        if (draft->pairs[i].baseline != draft->pairs[0].baseline)
            return false;
    }
    return draft->pair_count > 1;
}

/* A pair as short as it can be told, but for its place: "on against off". */
static const char *pair_words(const struct draft *draft, const struct finding *finding)
{
    const struct analysis *analysis = draft->analysis;
    const struct group *group = &analysis->groups[finding->group];
    const struct group *baseline = &analysis->groups[finding->baseline];
    const struct pivot *pivot = &analysis->pivot;
    if (draft->one_baseline)
        return group->name;
    if (!pivot->column_key)
        return arena_format(draft->arena, "%s against %s", group->name, baseline->name);
    return arena_format(draft->arena, "%s against %s",
                        place_words(draft, group, &pivot->column_key, 1),
                        place_words(draft, baseline, &pivot->column_key, 1));
}

/* The same with its place in a pivot: "on against off at c=8". */
static const char *pair_where(const struct draft *draft, const struct finding *finding)
{
    const struct pivot *pivot = &draft->analysis->pivot;
    const struct group *group = &draft->analysis->groups[finding->group];
    const char *words = pair_words(draft, finding);
    const char *place = "";
    if (pivot->column_key && !draft->one_baseline)
        place = place_words(draft, group, pivot->row_keys, pivot->row_key_count);
    return place[0] == '\0' ? words : arena_format(draft->arena, "%s at %s", words, place);
}

const char *finding_where(const struct draft *draft, const struct finding *finding)
{
    const struct analysis *analysis = draft->analysis;
    if (finding->group == NO_GROUP)
        return NULL;
    const struct group *group = &analysis->groups[finding->group];
    if (finding->baseline != NO_GROUP)
        return pair_where(draft, finding);
    if (finding->run == NO_RUN || group->run_count < 2)
        return analysis->group_count < 2 ? NULL : group->name;
    size_t number = group_run_number(group, finding->run);
    if (analysis->group_count < 2)
        return arena_format(draft->arena, "run %zu", number);
    return arena_format(draft->arena, "%s, run %zu", group->name, number);
}

static bool is_of_note(const struct finding *finding, const struct note *note)
{
    return finding->severity == note->severity && strcmp(finding->code, note->code) == 0;
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
static void set_subjects(const struct draft *draft, struct note *note, size_t first)
{
    const struct analysis *analysis = draft->analysis;
    struct index_list groups = {note->groups, 0, NULL}, runs = {note->runs, 0, NULL};
    groups.has = arena_allocate(draft->arena, analysis->group_count + 1);
    runs.has = arena_allocate(draft->arena, analysis->run_count + 1);
    for (size_t i = first; i < draft->finding_count; i++) {
        const struct finding *finding = &draft->findings[i];
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
static bool merge_pair(const struct draft *draft, struct cluster *cluster,
                       const struct finding *finding)
{
    if (finding->baseline == NO_GROUP || finding->line || !draft->analysis->pivot.column_key ||
        draft->one_baseline)
        return false;
    const char *words = pair_words(draft, finding);
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

static void cluster_add(const struct draft *draft, struct cluster *cluster,
                        const struct finding *finding)
{
    const char *where = finding->line ? finding->line : finding_where(draft, finding);
    cluster->count++;
    if (!where)
        return;
    if (merge_pair(draft, cluster, finding))
        return;
    cluster->subjects = arena_grow(draft->arena, cluster->subjects, cluster->subject_count,
                                   &cluster->subject_capacity, sizeof *cluster->subjects);
    cluster->subjects[cluster->subject_count++] = where;
}

static struct clusters clusters_of(const struct draft *draft, const struct note *note, size_t first,
                                   size_t total)
{
    struct clusters clusters = {arena_allocate(draft->arena, (total + 1) * sizeof *clusters.items),
                                0};
    struct key_index index;
    key_index_init(&index, draft->arena);
    for (size_t i = first; i < draft->finding_count; i++) {
        const struct finding *finding = &draft->findings[i];
        if (is_of_note(finding, note) && finding->detail)
            cluster_add(draft, cluster_of(&clusters, &index, finding), finding);
    }
    return clusters;
}

/* "all 4 groups", "all 6 comparisons" instead of a list; NULL where it is not all of them. */
static const char *all_words(const struct draft *draft, const struct cluster *cluster)
{
    const struct finding *model = cluster->model;
    bool pairs = model->baseline != NO_GROUP;
    size_t all = pairs ? draft->pair_count : draft->analysis->group_count;
    if (model->run != NO_RUN || model->line || cluster->subject_count != all ||
        all < SUBJECTS_FOR_ALL)
        return NULL;
    return arena_format(draft->arena, "all %zu %s", all, pairs ? "comparisons" : "groups");
}

/* Appends what a cluster says, in front of it at most `limit` subjects; those told. */
static size_t append_cluster(const struct draft *draft, struct buffer *text,
                             const struct cluster *cluster, size_t limit)
{
    const char *all = all_words(draft, cluster);
    size_t told = cluster->subject_count < limit ? cluster->subject_count : limit;
    size_t start = text->length;
    if (cluster->model->line)
        buffer_append_string(text, cluster->subject_count > 1 ? "lines " : "line ");
    if (all)
        buffer_append_string(text, all);
    for (size_t i = 0; i < told && !all; i++) {
        bool last = i > 0 && i + 1 == cluster->subject_count;
        buffer_append_string(text, i == 0 ? "" : last ? " and " : ", ");
        buffer_append_string(text, cluster->subjects[i]);
    }
    if (told < cluster->subject_count && !all)
        buffer_append_format(text, " and %zu more", cluster->subject_count - told);
    if (text->length > start)
        buffer_append_string(text, ": ");
    buffer_append_string(text, cluster->model->detail);
    /* A sentence begins with a capital letter, but for a name. */
    bool named = cluster->subject_count > 0 && !all && !cluster->model->line &&
                 draft->analysis->group_count > 1;
    if (start == 0 && !named)
        text->bytes[0] = byte_upper(text->bytes[0]);
    return told > 0 ? told : 1;
}

static const char *note_text(const struct draft *draft, const struct note *note, size_t first,
                             size_t total)
{
    struct clusters clusters = clusters_of(draft, note, first, total);
    const struct check *check = check_find(note->code);
    const char *advice = check ? check->advice : NULL;
    struct buffer text;
    size_t room = SUBJECTS_SHOWN, told = 0;
    buffer_init(&text);
    for (size_t i = 0; i < clusters.count && room > 0; i++) {
        const struct cluster *cluster = &clusters.items[i];
        size_t limit = cluster->model->line ? LINES_SHOWN : room;
        if (text.length > 0)
            buffer_append_string(&text, "; ");
        size_t subjects = append_cluster(draft, &text, cluster, limit);
        room -= subjects < room ? subjects : room;
        told += cluster->count;
    }
    if (told < total && text.length > 0)
        buffer_append_format(&text, "; and %zu more", total - told);
    bool ended = text.length == 0 || text.bytes[text.length - 1] == '.';
    if (!ended)
        buffer_append_byte(&text, '.');
    if (advice && text.length > 0)
        buffer_append_byte(&text, ' ');
    if (advice)
        buffer_append_string(&text, advice);
    const char *copy = text.length == 0 ? "" : arena_copy(draft->arena, text.bytes, text.length);
    buffer_release(&text);
    return copy;
}

/* Makes the note of the finding `first` and of all like it. */
static void note_make(struct draft *draft, size_t first, bool *done)
{
    struct analysis *analysis = draft->analysis;
    const struct finding *model = &draft->findings[first];
    struct note note = {
        .code = model->code,
        .severity = model->severity,
        .accepted = settings_accept(draft->settings, model->code),
    };
    size_t total = 0;
    for (size_t i = first; i < draft->finding_count; i++)
        total += is_of_note(&draft->findings[i], &note);
    size_t groups = 2 * total < analysis->group_count ? 2 * total : analysis->group_count;
    note.groups = arena_allocate(draft->arena, (groups + 1) * sizeof *note.groups);
    note.runs = arena_allocate(draft->arena, (total + 1) * sizeof *note.runs);
    for (size_t i = first; i < draft->finding_count; i++)
        done[i] = done[i] || is_of_note(&draft->findings[i], &note);
    set_subjects(draft, &note, first);
    note.text = note_text(draft, &note, first, total);
    analysis->notes = arena_grow(draft->arena, analysis->notes, analysis->note_count,
                                 &analysis->note_capacity, sizeof *analysis->notes);
    analysis->notes[analysis->note_count++] = note;
}

struct ranked_note {
    struct note note;
    size_t rank; /* among the checks; those that a log brought along come last */
    size_t position;
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

static void notes_sort(struct draft *draft)
{
    struct analysis *analysis = draft->analysis;
    struct ranked_note *ranked =
        arena_allocate(draft->arena, (analysis->note_count + 1) * sizeof *ranked);
    for (size_t i = 0; i < analysis->note_count; i++) {
        ranked[i] =
            (struct ranked_note){analysis->notes[i], check_number(analysis->notes[i].code), i};
    }
    if (analysis->note_count > 0)
        qsort(ranked, analysis->note_count, sizeof *ranked, by_gravity);
    for (size_t i = 0; i < analysis->note_count; i++)
        analysis->notes[i] = ranked[i].note;
}

void notes_make(struct draft *draft)
{
    draft->one_baseline = share_baseline(draft);
    bool *done = arena_allocate(draft->arena, draft->finding_count + 1);
    for (size_t i = 0; i < draft->finding_count; i++) {
        if (!done[i])
            note_make(draft, i, done);
    }
    notes_sort(draft);
}
