#include "ingest.h"

#include <dirent.h>
#include <errno.h>
#include <glob.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "../base/input.h"
#include "../base/utf8.h"
#include "folder.h"

enum { DEEPEST_FOLDER = 32 };

/* How a file came to be read: one that was named must hold a run. */
enum origin {
    ORIGIN_NAMED,
    ORIGIN_FOUND,
};

static bool status_of(const char *path, struct stat *status)
{
    return (strcmp(path, "-") == 0 ? fstat(STDIN_FILENO, status) : stat(path, status)) == 0;
}

/* Whether both are one regular file, by whatever names. */
static bool same_file(const struct stat *input, const char *output)
{
    struct stat other;

    return strcmp(output, "-") != 0 && S_ISREG(input->st_mode) && stat(output, &other) == 0 &&
           input->st_dev == other.st_dev && input->st_ino == other.st_ino;
}

static bool is_excluded(const struct ingest *ingest, const char *path)
{
    struct stat status;

    if (!ingest->excluded_count || !status_of(path, &status))
        return false;
    for (size_t i = 0; i < ingest->excluded_count; i++)
        if (same_file(&status, ingest->excluded[i]))
            return true;
    return false;
}

static const char *working_folder(struct arena *arena)
{
    char *path = getcwd(NULL, 0);
    const char *folder = path ? arena_copy_string(arena, path) : "";

    free(path);
    return folder;
}

/* The offset of the last dot, or the length where there is none. */
static size_t last_dot(struct text name)
{
    size_t at = name.length;

    while (at > 0)
        if (name.start[--at] == '.')
            return at;
    return name.length;
}

static struct hints hints_of(struct ingest *ingest, const char *path, const char *label)
{
    struct hints hints = {.argument = label, .file = path};

    if (strcmp(path, "-") == 0)
        return hints;
    const char *slash = strrchr(path, '/');
    const char *name = slash ? slash + 1 : path;
    struct text whole = text_of(name);
    /* "nginx.log.gz" is read as "nginx.log" is. */
    if (text_ends_with(whole, ".gz"))
        whole.length -= strlen(".gz");
    size_t length = last_dot(whole);
    /* "nginx-1.24" has no suffix. */
    if (length == 0 || (length + 1 < whole.length && byte_is_digit(name[length + 1])))
        length = whole.length;
    hints.stem = utf8_clean(ingest->arena, (struct text){name, length});
    if (!ingest->working)
        ingest->working = working_folder(ingest->arena);
    hints.folder = folder_of(ingest->arena, ingest->working, path);
    return hints;
}

static bool starts_with_bytes(const struct input *input, const char *magic, size_t length)
{
    return input->end - input->start >= length &&
           memcmp(input->bytes + input->start, magic, length) == 0;
}

/* What would decompress the file; NULL: it is none that has to be. */
static const char *decompressor_of(const struct input *input)
{
    static const struct {
        const char *magic;
        size_t length;
        const char *program;
    } kinds[] = {
        {"\xfd\x37zXZ",      5, "xz -dc"   },
        {"BZh",              3, "bzip2 -dc"},
        {"\x28\xb5\x2f\xfd", 4, "zstd -dc" },
        {"\x04\x22\x4d\x18", 4, "lz4 -dc"  },
        {"\x1f\x9d",         2, "gzip -dc" },
        {"LZIP",             4, "lzip -dc" },
    };

    for (size_t i = 0; i < sizeof kinds / sizeof kinds[0]; i++)
        if (starts_with_bytes(input, kinds[i].magic, kinds[i].length))
            return kinds[i].program;
    return NULL;
}

/* Not read, and said so wherever the file lies: it may well hold runs. */
static void report_compressed(struct ingest *ingest, const char *path, const char *decompressor,
                              enum origin origin)
{
    struct place place = {.file = path};

    if (origin == ORIGIN_FOUND)
        diag_warning(ingest->diag, place,
                     "it is compressed and was not read; pipe it in with: %s FILE | loadstat",
                     decompressor);
    else
        diag_error(ingest->diag, STATUS_UNUSABLE, place,
                   "it is compressed; pipe it in with: %s FILE | loadstat", decompressor);
}

/* What a file without a run is, where its first bytes tell. */
static const char *why_no_run(const struct input *input)
{
    static const struct {
        const char *magic;
        size_t length;
        const char *what;
    } kinds[] = {
        {"\xff\xd8\xff", 3, "it is a JPEG picture"},
        {"\x89PNG",      4, "it is a PNG picture" },
        {"%PDF",         4, "it is a PDF document"},
        {"PK\x03\x04",   4, "it is a zip archive" },
        {"\x7f"
         "ELF", 4, "it is a program"     },
    };

    if (input->end == input->start)
        return "it is empty";
    for (size_t i = 0; i < sizeof kinds / sizeof kinds[0]; i++)
        if (starts_with_bytes(input, kinds[i].magic, kinds[i].length))
            return kinds[i].what;
    return NULL;
}

static void report_no_run(struct ingest *ingest, const char *path, const char *why,
                          enum origin origin)
{
    struct place place = {.file = path};

    if (origin == ORIGIN_FOUND)
        diag_detail(ingest->diag, place, "no run found in it");
    else if (why)
        diag_error(ingest->diag, STATUS_UNUSABLE, place, "no run found: %s", why);
    else
        diag_error(ingest->diag, STATUS_UNUSABLE, place,
                   "no run found: it holds no report of a tool that is known; see loadstat "
                   "--list-parsers");
}

/* A report that was not captured can be captured next time. */
static void say_what_is_missing(struct ingest *ingest, size_t first)
{
    for (size_t i = first; i < ingest->readings.count; i++) {
        const struct run *run = ingest->readings.items[i].run;
        for (size_t k = 0; k < run->warning_count; k++)
            if (strcmp(run->warnings[k].code, "report-missing") == 0 &&
                !ingest->readings.items[i].from_json)
                diag_warning(ingest->diag,
                             (struct place){.file = run->source.file, .line = run->source.line},
                             "%s", run->warnings[k].text);
    }
}

/* Whether a tool wrote it: reports of ours hold JSON or tables, or nothing that reads as a run. */
static bool is_log(struct ingest *ingest, const char *path)
{
    struct input input;
    struct reading_list found = {0};
    struct hints hints = {.file = path};

    if (!input_open(&input, path, ingest->diag))
        return false;
    reader_read(ingest->rules, &input, &hints, &ingest->options, ingest->arena, &found);
    input_close(&input, ingest->diag);
    for (size_t i = 0; i < found.count; i++)
        if (!found.items[i].from_json && strcmp(found.items[i].run->format, "table") != 0)
            return true;
    return false;
}

/* The report of the last call may lie in the folder that is read; a measurement is never replaced.
 */
static void pass_over_output(struct ingest *ingest, const char *path, enum origin origin)
{
    struct place place = {.file = path};

    if (origin == ORIGIN_FOUND && !is_log(ingest, path)) {
        diag_detail(ingest->diag, place, "an output of this very call; it is not read");
        return;
    }
    diag_error(ingest->diag, STATUS_USAGE, place,
               "it is an input, and -o would overwrite it; give the output another name");
    ingest->would_overwrite = true;
}

static void read_file(struct ingest *ingest, const char *path, const char *label,
                      enum origin origin)
{
    struct input input;

    if (is_excluded(ingest, path)) {
        pass_over_output(ingest, path, origin);
        return;
    }
    if (!input_open(&input, path, ingest->diag))
        return;
    size_t before = ingest->readings.count;
    const char *decompressor = decompressor_of(&input);
    if (decompressor) {
        report_compressed(ingest, path, decompressor, origin);
        input_close(&input, ingest->diag);
        return;
    }
    const char *why = why_no_run(&input);
    struct hints hints = hints_of(ingest, path, label);
    reader_read(ingest->rules, &input, &hints, &ingest->options, ingest->arena, &ingest->readings);
    if (input.cut_lines)
        diag_warning(ingest->diag, (struct place){.file = path},
                     "%zu lines are longer than 1 MiB; what stands beyond that was not read",
                     input.cut_lines);
    say_what_is_missing(ingest, before);
    bool read_whole = input_close(&input, ingest->diag);
    if (!why && ingest->readings.stray)
        why = arena_format(ingest->arena, "it holds what the tool said instead: %s",
                           ingest->readings.stray);
    if (read_whole && ingest->readings.count == before)
        report_no_run(ingest, path, why, origin);
    for (size_t i = before; i < ingest->readings.count; i++)
        ingest->readings.items[i].file = ingest->readings.count ? before : 0;
}

/* ---- directories ---- */

static int naturally(const void *a, const void *b)
{
    return compare_naturally(*(const char *const *)a, *(const char *const *)b);
}

static char **list_folder(struct ingest *ingest, const char *path, size_t *count)
{
    char **names = NULL;
    size_t capacity = 0;
    DIR *directory = opendir(path);

    *count = 0;
    if (!directory) {
        diag_error(ingest->diag, STATUS_UNUSABLE, (struct place){.file = path}, "cannot read: %s",
                   error_words(errno).text);
        return NULL;
    }
    for (struct dirent *entry; (entry = readdir(directory));) {
        if (entry->d_name[0] == '.')
            continue;
        names = arena_grow(ingest->arena, names, *count, &capacity, sizeof *names);
        names[(*count)++] = arena_copy_string(ingest->arena, entry->d_name);
    }
    closedir(directory);
    if (*count)
        qsort(names, *count, sizeof *names, naturally);
    return names;
}

static void read_folder(struct ingest *ingest, const char *path, const char *label, size_t depth)
{
    size_t count;
    struct stat status;
    char **names = list_folder(ingest, path, &count);

    for (size_t i = 0; i < count; i++) {
        const char *slash = path[strlen(path) - 1] == '/' ? "" : "/";
        const char *inner = arena_format(ingest->arena, "%s%s%s", path, slash, names[i]);
        if (lstat(inner, &status) != 0)
            continue;
        /* A link to a folder may lead back here. */
        if (S_ISLNK(status.st_mode) && (stat(inner, &status) != 0 || S_ISDIR(status.st_mode)))
            continue;
        if (S_ISDIR(status.st_mode) && depth < DEEPEST_FOLDER)
            read_folder(ingest, inner, label, depth + 1);
        else if (S_ISREG(status.st_mode))
            read_file(ingest, inner, label, ORIGIN_FOUND);
    }
}

static void read_named_folder(struct ingest *ingest, const char *path, const char *label)
{
    size_t before = ingest->readings.count;

    read_folder(ingest, path, label, 0);
    if (ingest->readings.count == before)
        diag_error(ingest->diag, STATUS_UNUSABLE, (struct place){.file = path},
                   "no run found in any file of this folder; -v lists what was looked at");
}

/* ---- arguments ---- */

static bool exists(const char *path)
{
    struct stat status;

    return strcmp(path, "-") == 0 || stat(path, &status) == 0;
}

static bool is_folder(const char *path)
{
    struct stat status;

    return stat(path, &status) == 0 && S_ISDIR(status.st_mode);
}

static void read_path(struct ingest *ingest, const char *path, const char *label)
{
    if (is_folder(path))
        read_named_folder(ingest, path, label);
    else
        read_file(ingest, path, label, ORIGIN_NAMED);
}

/* A pattern in quotes, or one that the shell found nothing for. */
static bool read_pattern(struct ingest *ingest, const char *pattern, const char *label)
{
    glob_t found;
    size_t count = 0;

    if (!strpbrk(pattern, "*?[") || glob(pattern, 0, NULL, &found) != 0)
        return false;
    const char **paths = arena_allocate(ingest->arena, found.gl_pathc * sizeof *paths + 1);
    for (size_t i = 0; i < found.gl_pathc; i++)
        paths[count++] = arena_copy_string(ingest->arena, found.gl_pathv[i]);
    globfree(&found);
    qsort(paths, count, sizeof *paths, naturally);
    for (size_t i = 0; i < count; i++)
        read_path(ingest, paths[i], label);
    return count > 0;
}

static bool read_existing(struct ingest *ingest, const char *path, const char *label)
{
    if (exists(path)) {
        read_path(ingest, path, label);
        return true;
    }
    return read_pattern(ingest, path, label);
}

void ingest_argument(struct ingest *ingest, const char *argument, const char *label)
{
    const char *equals = strchr(argument, '=');

    /* A file is a file, whatever "=" it holds. */
    if (read_existing(ingest, argument, label))
        return;
    if (equals && equals > argument) {
        const char *name =
            utf8_clean(ingest->arena, (struct text){argument, (size_t)(equals - argument)});
        if (read_existing(ingest, equals + 1, name))
            return;
        argument = equals + 1;
    }
    diag_error(ingest->diag, STATUS_UNUSABLE, (struct place){.file = argument},
               "cannot read: no such file or directory");
}

void ingest_add_runs(const struct ingest *ingest, size_t first, size_t end, struct run_set *runs)
{
    for (size_t i = first; i < end; i++) {
        runs->runs =
            arena_grow(runs->arena, runs->runs, runs->count, &runs->capacity, sizeof *runs->runs);
        runs->runs[runs->count++] = ingest->readings.items[i].run;
    }
}
