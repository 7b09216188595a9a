/*
 * Fuzzing of all that reads foreign text (libFuzzer's entry).  The first byte
 * chooses the reader:
 *
 *     t  a log, as the program reads one, from the file to labels and JSON
 *     j  a line of loadstat's own JSON, written and read again
 *     r  a rule file, and the rest of it behind a line "%%" as a log for it
 *     e  an expression, compiled and asked of a run
 *
 * What is read may be refused; what is accepted has to keep its promises.
 */
#include "read_fuzz.h"

#include <assert.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "../base/number.h"
#include "../base/utf8.h"
#include "../model/expression.h"
#include "../model/member.h"
#include "../model/run_json.h"
#include "../read/reader.h"
#include "../rules/rules.h"
#include "labels.h"
#include "run_views.h"

enum { LONGEST = 64 * 1024, LOGS_PER_BENCH = 500 };

struct bench {
    struct arena arena;
    struct metric_set metrics;
    struct diag diag;
    struct rules rules;
};

static void bench_open(struct bench *bench)
{
    *bench = (struct bench){0};
    arena_init(&bench->arena);
    metric_set_init(&bench->metrics, &bench->arena);
    diag_init(&bench->diag);
    bench->diag.quiet = true;
    rules_init(&bench->rules, &bench->arena, &bench->metrics, &bench->diag);
}

static void bench_close(struct bench *bench)
{
    rules_release(&bench->rules);
    arena_release(&bench->arena);
}

/* What every run promises, whatever it was read from. */
static void check_run(const struct run *run)
{
    size_t count;
    const struct member *members = member_table(&count);

    for (size_t i = 0; i < count; i++) {
        const char *text = members[i].type == MEMBER_TEXT ? member_text(run, &members[i]) : NULL;
        assert(!text || utf8_is_valid(text_of(text)));
    }
    for (size_t i = 0; i < run->measurement_count; i++) {
        assert(isfinite(run->measurements[i].value));
        for (size_t k = 0; k < i; k++)
            assert(run->measurements[k].metric != run->measurements[i].metric);
    }
    for (size_t i = 0; i < run->warning_count; i++)
        assert(utf8_is_valid(text_of(run->warnings[i].text)));
    for (size_t i = 1; i < run->distribution.count; i++)
        assert(run->distribution.bins[i - 1].value < run->distribution.bins[i].value);
}

/* Written, read and written again, a run is the same bytes. */
static void check_json(struct bench *bench, struct arena *arena, const struct run *run)
{
    struct buffer first, second;
    struct run_set again;
    const char *problem = NULL;

    buffer_init(&first);
    buffer_init(&second);
    run_set_init(&again, arena);
    run_write_json(&first, run);
    assert(utf8_is_valid(buffer_text(&first)));
    assert(!memchr(first.bytes, '\n', first.length));
    bool read = run_read_json(buffer_text(&first), &bench->metrics, &again, &problem);
    assert(read && again.count == 1);
    run_write_json(&second, again.runs[0]);
    if (!text_equal(buffer_text(&first), buffer_text(&second))) {
        fprintf(stderr, "written: %s\nagain:   %s\n", first.bytes, second.bytes);
        abort();
    }
    buffer_release(&first);
    buffer_release(&second);
}

/* One file serves the whole process. */
static char log_path[] = "/tmp/loadstat-fuzz-XXXXXX";

static void remove_file(void)
{
    unlink(log_path);
}

/* Reads `text` as a file's bytes. */
static void read_log(struct bench *bench, struct text text)
{
    static int descriptor = -1;
    const struct reader_options options = {.keep_columns = true, .by_path = true};
    const struct hints hints = {.file = "a b/before-1.log", .stem = "before-1", .folder = "a b"};
    struct reading_list list = {0};
    static const struct label_options label_options;
    struct arena arena;
    struct input input;

    if (descriptor < 0) {
        descriptor = mkstemp(log_path);
        atexit(remove_file);
    }
    bool written = descriptor >= 0 && ftruncate(descriptor, 0) == 0 &&
                   pwrite(descriptor, text.start, text.length, 0) == (ssize_t)text.length;
    if (!written || !input_open(&input, log_path, &bench->diag))
        abort();
    arena_init(&arena);
    reader_read(&bench->rules, &input, &hints, &options, &arena, &list);
    input_close(&input, &bench->diag);
    views_join(&list, &arena);
    labels_decide(&list, &label_options, &arena, &bench->diag);
    for (size_t i = 0; i < list.count; i++) {
        check_run(list.items[i].run);
        check_json(bench, &arena, list.items[i].run);
    }
    arena_release(&arena);
}

/* Compiling the built-in rules takes longer than a log does: they serve many. */
static void fuzz_log(struct text text)
{
    static struct bench bench;
    static size_t served;

    if (served % LOGS_PER_BENCH == 0) {
        if (served)
            bench_close(&bench);
        bench_open(&bench);
        if (!rules_load_built_in(&bench.rules))
            abort();
        rules_prepare(&bench.rules);
    }
    served++;
    read_log(&bench, text);
}

static void fuzz_json(struct bench *bench, struct text text)
{
    struct run_set runs;
    const char *problem = NULL;

    run_set_init(&runs, &bench->arena);
    bool read = run_read_json(text, &bench->metrics, &runs, &problem);
    assert(read || (problem && runs.count == 0));
    for (size_t i = 0; i < runs.count; i++) {
        check_run(runs.runs[i]);
        check_json(bench, &bench->arena, runs.runs[i]);
    }
}

static void fuzz_rules(struct bench *bench, struct text text)
{
    size_t end = text_find(text, "\n%%\n");
    struct text log = text_from(text, end < text.length ? end + 4 : end);

    if (!rules_load(&bench->rules, "fuzz", (struct text){text.start, end}))
        return;
    rules_check(&bench->rules, "fuzz");
    rules_prepare(&bench->rules);
    read_log(bench, log);
}

static void fuzz_expression(struct bench *bench, struct text text)
{
    const char *problem = NULL;
    struct run run;
    char *source = text_copy(&bench->arena, text);
    struct expression *expression =
        expression_compile(source, &bench->metrics, &bench->arena, &problem);

    assert(expression || problem);
    run_init(&run);
    run.label = "nginx";
    run.time = "2026-03-02T10:15:33Z";
    run.config.concurrency = 8;
    run_set_value(&run, &bench->arena, metric_find(&bench->metrics, text_of("requests_complete")),
                  1000, ABSENT);
    run_set_value(&run, &bench->arena, metric_find(&bench->metrics, text_of("requests_failed")), 3,
                  ABSENT);
    if (expression)
        expression_matches(expression, &run);
    expression_release(expression);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    struct bench bench;

    if (size == 0 || size > LONGEST)
        return 0;
    struct text text = {(const char *)data + 1, size - 1};
    if (data[0] == 't') {
        fuzz_log(text);
        return 0;
    }
    bench_open(&bench);
    switch (data[0]) {
    case 'j':
        fuzz_json(&bench, text);
        break;
    case 'r':
        fuzz_rules(&bench, text);
        break;
    case 'e':
        fuzz_expression(&bench, text);
        break;
    default:
        break;
    }
    bench_close(&bench);
    return 0;
}
