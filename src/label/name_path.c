#include "name_path.h"

#include <math.h>
#include <stdint.h>
#include <string.h>

#include "../base/text.h"
#include "command_names.h"

struct path_builder {
    struct arena *arena;
    struct name_part *parts;
    size_t count, capacity;
};

static void add(struct path_builder *path, enum name_kind kind, unsigned level, const char *key,
                const char *text)
{
    if (!text || !*text)
        return;
    path->parts =
        arena_grow(path->arena, path->parts, path->count, &path->capacity, sizeof *path->parts);
    path->parts[path->count++] = (struct name_part){kind, level, key, text};
}

/* ---- folders ---- */

static void add_folders(struct path_builder *path, const char *folder, size_t front)
{
    struct text rest = text_of(folder ? folder : "");
    struct text part;

    for (size_t i = 0; text_split(&rest, '/', &part); i++)
        if (i >= front)
            add(path, NAME_FOLDER, 0, NULL, text_copy(path->arena, part));
}

static size_t folder_count(const char *folder)
{
    struct text rest = text_of(folder ? folder : "");
    struct text part;
    size_t count = 0;

    while (text_split(&rest, '/', &part))
        count++;
    return count;
}

/* The folders that were typed; ".." and "." name nothing. */
static size_t typed_folders(const char *file)
{
    const char *slash = file ? strrchr(file, '/') : NULL;
    struct text rest = {file, slash ? (size_t)(slash - file) : 0};
    struct text part;
    size_t count = 0;

    while (slash && text_split(&rest, '/', &part)) {
        if (text_is(part, ".."))
            return count; /* who knows where that leads */
        count += part.length && !text_is(part, ".");
    }
    return count;
}

static size_t shared_front(const char *a, const char *b)
{
    struct text left = text_of(a), right = text_of(b), x, y;
    size_t shared = 0;

    while (text_split(&left, '/', &x) && text_split(&right, '/', &y) && text_equal(x, y))
        shared++;
    return shared;
}

size_t name_path_shared_folders(const struct reading_list *readings)
{
    const char *first = NULL;
    size_t shared = (size_t)-1;

    for (size_t i = 0; i < readings->count; i++) {
        const struct reading *reading = &readings->items[i];
        const char *folder = reading->hints.folder;
        if (reading->from_json || !folder)
            continue;
        first = first ? first : folder;
        size_t here = shared_front(first, folder);
        /* What was typed may be meant, though it be the same for all. */
        size_t typed = typed_folders(reading->hints.file), all = folder_count(folder);
        size_t before_typed = all > typed ? all - typed : 0;
        here = here < before_typed ? here : before_typed;
        shared = here < shared ? here : shared;
    }
    return first ? shared : 0;
}

/* ---- what stood around the report ---- */

/* "<(ab …)" of a shell. */
static bool is_nameless(const char *stem)
{
    return !stem || strcmp(stem, "-") == 0 || strcmp(stem, "stdin") == 0;
}

static void add_file(struct path_builder *path, const struct hints *hints, size_t front)
{
    bool is_descriptor = hints->file && (strncmp(hints->file, "/dev/fd/", 8) == 0 ||
                                         strncmp(hints->file, "/proc/", 6) == 0);

    if (is_descriptor)
        return;
    add_folders(path, hints->folder, front);
    if (!is_nameless(hints->stem))
        add(path, NAME_STEM, 0, NULL, hints->stem);
}

static void add_cells(struct path_builder *path, const struct hints *hints)
{
    bool is_listed = false;

    for (size_t i = 0; i < hints->cell_count; i++) {
        const struct name_cell *cell = &hints->cells[i];
        add(path, NAME_CELL, 0, *cell->head ? cell->head : NULL, cell->text);
        is_listed |= hints->cell && strcmp(cell->text, hints->cell) == 0;
    }
    if (!is_listed)
        add(path, hints->cell_count ? NAME_CELL : NAME_COLUMN, 0, NULL, hints->cell);
}

static void add_surroundings(struct path_builder *path, const struct hints *hints)
{
    for (unsigned level = 0; level < HEADING_LEVELS; level++)
        add(path, NAME_HEADING, level + 1, NULL, hints->headings[level]);
    for (size_t i = 0; i < hints->caption_count; i++)
        add(path, hints->captions[i].kind, 0, NULL, hints->captions[i].text);
    add_cells(path, hints);
    add(path, NAME_MARK, 0, NULL, hints->own);
    add(path, NAME_PREFIX, 0, NULL, hints->prefix);
}

static void add_command(struct path_builder *path, const struct reading *reading)
{
    struct command_names names;

    if (!reading->run->command)
        return;
    command_names_find(&names, reading->run, reading->hints.command_of, path->arena);
    for (size_t i = 0; i < names.count; i++)
        add(path, NAME_COMMAND, 0, names.items[i].key, names.items[i].text);
}

static struct path_builder build(const struct reading *reading, size_t front, struct arena *arena)
{
    struct path_builder path = {.arena = arena};
    const struct run *run = reading->run;

    add(&path, NAME_ARGUMENT, 0, NULL, reading->hints.argument);
    if (!reading->from_json) {
        add_file(&path, &reading->hints, front);
        add_surroundings(&path, &reading->hints);
        add_command(&path, reading);
        return path;
    }
    for (size_t i = 0; i < run->name_count; i++)
        add(&path, run->names[i].kind, run->names[i].level, run->names[i].key, run->names[i].text);
    return path;
}

void name_path_keep(struct reading *reading, struct arena *arena)
{
    size_t all = folder_count(reading->hints.folder);
    size_t typed = typed_folders(reading->hints.file);
    struct path_builder path = build(reading, all > typed ? all - typed : 0, arena);

    reading->run->names = path.parts;
    reading->run->name_count = path.count;
}

static double value_of(const struct run *run, const char *key)
{
    double value = ABSENT;

    run_value_of(run, key, &value);
    return value;
}

void name_path_drop_commands(struct named_run *run)
{
    struct name_part *parts = (struct name_part *)(uintptr_t)run->parts;
    size_t kept = 0;

    for (size_t i = 0; i < run->count; i++)
        if (parts[i].kind != NAME_COMMAND)
            parts[kept++] = parts[i];
    run->count = kept;
}

struct named_run name_path_of(const struct reading *reading, size_t front, struct arena *arena)
{
    struct path_builder path = build(reading, front, arena);
    const struct run *run = reading->run;

    return (struct named_run){
        .parts = path.parts,
        .count = path.count,
        .facts =
            {
                    .tool = run->tool,
                    .scheme = run->target.scheme,
                    .host = run->target.host,
                    .path = run->target.path,
                    .server = run->target.server,
                    .method = run->target.method,
                    .command = run->command,
                    .port = run->target.port,
                    .concurrency = run->config.concurrency,
                    .requests = run->config.requests,
                    .duration_s = run->config.duration_s,
                    .keepalive = run->config.keepalive,
                    .concurrency_measured = value_of(run, "concurrency_measured"),
                    .requests_complete = value_of(run, "requests_complete"),
                    .file = run->source.file,
                    .line = run->source.line,
                    .between = reading->hints.between,
                    },
    };
}
