#include "run_views.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "../base/key_index.h"
#include "view_figures.h"

/* A reading on its way: where it was kept, and whether another one took it in. */
struct view {
    struct reading *reading;
    enum view_kind kind;
    const char *folder, *stem;
    size_t number; /* among the readings */
    size_t place;  /* where it appears first: its own, or that of a view that it took in */
    bool joined;   /* into another one */
};

/* Views that may tell of one run. */
struct bucket {
    struct view **views;
    size_t count;
};

struct joining {
    struct arena *arena;
    struct view *views;
    size_t count;
    struct view **order; /* room to sort and to part into buckets */
    bool by_name;        /* views of one bucket have one name: most figures suffice */
};

/* Beyond so many candidates no match is the only one. */
enum { MOST_CANDIDATES = 8 };

/* That must agree where nothing but the figures tells that two views are of one run. */
enum { LEAST_FIGURES = 2 };

static void split_path(struct view *view, struct arena *arena)
{
    const char *file = view->reading->run->source.file;
    const char *path = file ? file : "";
    const char *slash = strrchr(path, '/');
    const char *name = slash ? slash + 1 : path;
    const char *dot = strrchr(name, '.');

    view->folder = arena_copy(arena, path, (size_t)(name - path));
    view->stem = dot && dot != name ? arena_copy(arena, name, (size_t)(dot - name)) : name;
}

/* ---- one view taken in by another ---- */

static const char *place_of(const struct run *run, struct arena *arena)
{
    const char *file = run->source.file ? run->source.file : "-";

    return run->source.line > 1 ? arena_format(arena, "%s, line %zu", file, run->source.line)
                                : file;
}

static bool leads(const struct view *a, const struct view *b)
{
    if (a->kind != b->kind)
        return a->kind < b->kind;
    return a->number < b->number;
}

static void join(struct joining *joining, struct view *a, struct view *b)
{
    struct view *lead = leads(a, b) ? a : b;
    struct view *other = lead == a ? b : a;
    struct run *run = lead->reading->run;

    const struct metric *differs = views_compare(run, other->reading->run).differs;
    const char *unlike =
        differs ? arena_format(joining->arena, " (its %s is another)", differs->label) : "";
    view_absorb(run, other->reading->run, joining->arena);
    run_warn(run, joining->arena, "seen-twice", run->source.line,
             "one run, and counted once: %s in %s as well%s", view_kind_words(other->kind),
             place_of(other->reading->run, joining->arena), unlike);
    lead->place = lead->place < other->place ? lead->place : other->place;
    other->joined = true;
}

/* ---- matches within a bucket ---- */

static bool match(const struct joining *joining, const struct view *a, const struct view *b)
{
    if (a->kind == b->kind || a->joined || b->joined)
        return false;
    struct agreement agreement = views_compare(a->reading->run, b->reading->run);
    return joining->by_name ? views_agree_mostly(agreement) : views_agree(agreement, LEAST_FIGURES);
}

/* The only view of that kind that matches; NULL where none or several do. */
static struct view *only_match(const struct joining *joining, const struct bucket *bucket,
                               const struct view *view, enum view_kind kind)
{
    struct view *found = NULL;

    for (size_t i = 0; i < bucket->count; i++) {
        struct view *other = bucket->views[i];
        if (other->kind != kind || !match(joining, view, other))
            continue;
        if (found)
            return NULL;
        found = other;
    }
    return found;
}

/* Joins views that have nobody but each other. */
static void join_bucket(struct joining *joining, const struct bucket *bucket)
{
    for (size_t i = 0; i < bucket->count; i++) {
        struct view *view = bucket->views[i];
        for (int kind = 0; kind < VIEW_KINDS; kind++) {
            struct view *other =
                view->joined ? NULL : only_match(joining, bucket, view, (enum view_kind)kind);
            if (other && only_match(joining, bucket, other, view->kind) == view)
                join(joining, view, other);
        }
    }
}

static bool kinds_are_single(const struct bucket *bucket)
{
    unsigned met = 0;

    for (size_t i = 0; i < bucket->count; i++) {
        unsigned bit = 1u << bucket->views[i]->kind;
        if (met & bit)
            return false;
        met |= bit;
    }
    return true;
}

/* ---- buckets ---- */

static int by_place(const void *left, const void *right)
{
    const struct view *a = *(struct view *const *)left, *b = *(struct view *const *)right;
    int order = strcmp(a->folder, b->folder);

    order = order ? order : strcmp(a->stem, b->stem);
    return order ? order : (a->number > b->number) - (a->number < b->number);
}

static int by_stem(const void *left, const void *right)
{
    const struct view *a = *(struct view *const *)left, *b = *(struct view *const *)right;
    int order = strcmp(a->stem, b->stem);

    return order ? order : (a->number > b->number) - (a->number < b->number);
}

static bool same_place(const struct view *a, const struct view *b)
{
    return strcmp(a->folder, b->folder) == 0 && strcmp(a->stem, b->stem) == 0;
}

static bool same_folder(const struct view *a, const struct view *b)
{
    return strcmp(a->folder, b->folder) == 0;
}

static bool same_stem(const struct view *a, const struct view *b)
{
    return strcmp(a->stem, b->stem) == 0;
}

static size_t gather(struct joining *joining)
{
    size_t count = 0;

    for (size_t i = 0; i < joining->count; i++)
        if (!joining->views[i].joined)
            joining->order[count++] = &joining->views[i];
    return count;
}

/* Calls `take` for each run of neighbours that are alike. */
static void for_each_bucket(struct joining *joining, int (*order)(const void *, const void *),
                            bool (*alike)(const struct view *, const struct view *),
                            void (*take)(struct joining *, const struct bucket *))
{
    size_t count = gather(joining);

    qsort(joining->order, count, sizeof(struct view *), order);
    for (size_t from = 0, to; from < count; from = to) {
        for (to = from + 1; to < count && alike(joining->order[from], joining->order[to]); to++)
            continue;
        struct bucket bucket = {&joining->order[from], to - from};
        if (bucket.count > 1)
            take(joining, &bucket);
    }
}

/* A file of many reports and its log: large buckets are matched by their rates instead. */
static void take_place(struct joining *joining, const struct bucket *bucket)
{
    if (bucket->count <= 4 * MOST_CANDIDATES)
        join_bucket(joining, bucket);
}

static void take_if_single(struct joining *joining, const struct bucket *bucket)
{
    if (kinds_are_single(bucket))
        join_bucket(joining, bucket);
}

/* One name and two kinds, one of each, that contradict each other. */
static void note_contradictions(struct joining *joining, const struct bucket *bucket)
{
    if (!kinds_are_single(bucket))
        return;
    for (size_t i = 1; i < bucket->count; i++) {
        struct run *run = bucket->views[0]->reading->run, *other = bucket->views[i]->reading->run;
        struct agreement agreement = views_compare(run, other);
        if (!agreement.differs || agreement.settings_differ)
            continue; /* nothing that can be seen to contradict */
        run_warn(run, joining->arena, "views-contradict", run->source.line,
                 "%s has the same name and another figure (%s); they count as two runs",
                 place_of(other, joining->arena), agreement.differs->label);
    }
}

/* ---- anywhere: neighbours by rate ---- */

static double rate_of(const struct view *view)
{
    double rate = ABSENT;

    run_value_of(view->reading->run, "requests_per_second", &rate);
    return rate;
}

static int by_rate(const void *left, const void *right)
{
    const struct view *a = *(struct view *const *)left, *b = *(struct view *const *)right;
    double x = rate_of(a), y = rate_of(b);

    if (x < y || x > y)
        return x < y ? -1 : 1;
    return (a->number > b->number) - (a->number < b->number);
}

#define NEAR_RATE 0.006

/* A view and those behind it whose rates are so near that they might match. */
static void join_by_rate(struct joining *joining)
{
    size_t count = 0;

    for (size_t i = 0; i < joining->count; i++)
        if (!joining->views[i].joined && rate_of(&joining->views[i]) > 0)
            joining->order[count++] = &joining->views[i];
    qsort(joining->order, count, sizeof(struct view *), by_rate);
    for (size_t i = 0; i < count; i++) {
        size_t from = i, to = i + 1;
        double rate = rate_of(joining->order[i]);
        while (from > 0 && rate_of(joining->order[from - 1]) >= rate * (1 - NEAR_RATE) &&
               i - from <= MOST_CANDIDATES)
            from--;
        while (to < count && rate_of(joining->order[to]) <= rate * (1 + NEAR_RATE) &&
               to - i <= MOST_CANDIDATES)
            to++;
        struct bucket bucket = {&joining->order[from], to - from};
        if (bucket.count > 1 && bucket.count <= MOST_CANDIDATES)
            join_bucket(joining, &bucket);
    }
}

/* ---- one run, read from its log and from an archive ---- */

static void join_saved(struct joining *joining)
{
    struct key_index index;

    key_index_init(&index, joining->arena);
    for (size_t i = 0; i < joining->count; i++) {
        struct view *view = &joining->views[i];
        const char *fingerprint = view->reading->run->source.fingerprint;
        if (!fingerprint)
            continue;
        size_t first = key_index_put(&index, fingerprint, i);
        struct view *other = &joining->views[first];
        bool saved = view->reading->from_json != other->reading->from_json;
        if (first != i && saved && !other->joined &&
            views_agree(views_compare(view->reading->run, other->reading->run), 1))
            join(joining, view, other);
    }
}

static int by_first_place(const void *left, const void *right)
{
    const struct view *a = *(struct view *const *)left, *b = *(struct view *const *)right;

    return (a->place > b->place) - (a->place < b->place);
}

/* What is left, in the order in which it appears first. */
static void drop_joined(struct joining *joining, struct reading_list *readings)
{
    size_t count = gather(joining);
    struct reading *kept = arena_allocate(joining->arena, (count + 1) * sizeof *kept);

    if (count == readings->count)
        return;
    qsort(joining->order, count, sizeof(struct view *), by_first_place);
    for (size_t i = 0; i < count; i++)
        kept[i] = *joining->order[i]->reading;
    memcpy(readings->items, kept, count * sizeof *kept);
    readings->count = count;
}

void views_join(struct reading_list *readings, struct arena *arena)
{
    struct joining joining = {.arena = arena, .count = readings->count, .by_name = true};

    joining.views = arena_allocate(arena, (readings->count + 1) * sizeof *joining.views);
    joining.order = arena_allocate(arena, (readings->count + 1) * sizeof(struct view *));
    for (size_t i = 0; i < readings->count; i++) {
        struct view *view = &joining.views[i];
        view->reading = &readings->items[i];
        view->kind = view_kind_of(view->reading->run);
        view->number = view->place = i;
        split_path(view, arena);
    }
    for_each_bucket(&joining, by_place, same_place, take_place);
    joining.by_name = false;
    for_each_bucket(&joining, by_place, same_folder, take_if_single);
    for_each_bucket(&joining, by_stem, same_stem, take_if_single);
    join_by_rate(&joining);
    join_saved(&joining);
    for_each_bucket(&joining, by_place, same_place, note_contradictions);
    drop_joined(&joining, readings);
}
