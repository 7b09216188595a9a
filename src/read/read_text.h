/*
 * For tests only: reads the runs of a text in memory, or of a fixture, as the
 * program reads a file.
 */
#ifndef LOADSTAT_READ_READ_TEXT_H
#define LOADSTAT_READ_READ_TEXT_H

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>
#include <fcntl.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "../base/number.h"
#include "../rules/rules.h"
#include "reader.h"

/* The built-in rules, compiled once for all texts of a test; texts go through one file. */
struct read_bench {
    struct arena arena;
    struct metric_set metrics;
    struct diag diag;
    struct rules rules;
    char path[32];
    int descriptor;
};

static inline void read_bench_open(struct read_bench *bench)
{
    *bench = (struct read_bench){.path = "/tmp/loadstat-read-XXXXXX"};
    arena_init(&bench->arena);
    metric_set_init(&bench->metrics, &bench->arena);
    diag_init(&bench->diag);
    bench->diag.quiet = true;
    rules_init(&bench->rules, &bench->arena, &bench->metrics, &bench->diag);
    if (!rules_load_built_in(&bench->rules))
        abort();
    rules_prepare(&bench->rules);
    bench->descriptor = mkstemp(bench->path);
    if (bench->descriptor < 0)
        abort();
}

static inline void read_bench_close(struct read_bench *bench)
{
    close(bench->descriptor);
    unlink(bench->path);
    rules_release(&bench->rules);
    arena_release(&bench->arena);
}

static inline void read_bench_write(struct read_bench *bench, struct text text)
{
    size_t done = 0;

    if (ftruncate(bench->descriptor, 0) != 0)
        abort();
    while (done < text.length) {
        ssize_t written =
            pwrite(bench->descriptor, text.start + done, text.length - done, (off_t)done);
        if (written <= 0)
            abort();
        done += (size_t)written;
    }
}

/* Adds the runs of the file at `path` to `list`; runs live in `arena`. */
static inline void read_bench_file(struct read_bench *bench, const char *path,
                                   const struct hints *hints, struct arena *arena,
                                   struct reading_list *list)
{
    struct input input;
    const struct reader_options options = {0};

    if (!input_open(&input, path, &bench->diag))
        abort();
    reader_read(&bench->rules, &input, hints, &options, arena, list);
    input_close(&input, &bench->diag);
}

/* The runs of `text`, without labels. */
static inline struct reading_list read_text(struct read_bench *bench, struct text text,
                                            struct arena *arena)
{
    struct reading_list list = {0};

    read_bench_write(bench, text);
    read_bench_file(bench, bench->path, &(struct hints){0}, arena, &list);
    return list;
}

static inline struct reading_list read_string(struct read_bench *bench, const char *string,
                                              struct arena *arena)
{
    return read_text(bench, text_of(string), arena);
}

/* The value of a metric by key; ABSENT where the run has none. */
static inline double value_of(const struct run *run, const char *key)
{
    double value = ABSENT;

    run_value_of(run, key, &value);
    return value;
}

/* The whole of a file, in `arena`. */
static inline struct text file_text(const char *path, struct arena *arena)
{
    FILE *file = fopen(path, "rb");

    if (!file)
        abort();
    fseek(file, 0, SEEK_END);
    size_t length = (size_t)ftell(file);
    rewind(file);
    char *bytes = arena_allocate(arena, length + 1);
    if (fread(bytes, 1, length, file) != length)
        abort();
    fclose(file);
    return (struct text){bytes, length};
}

#endif
