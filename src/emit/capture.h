/*
 * For tests only: what an emitter writes, as bytes.
 */
#ifndef LOADSTAT_EMIT_CAPTURE_H
#define LOADSTAT_EMIT_CAPTURE_H

#include <stdarg.h>
#include <stddef.h>
#include <setjmp.h>
#include <stdint.h>

#include <cmocka.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "../report/sample.h"
#include "../report/template.h"
#include "emit.h"

typedef bool capture_emitter(struct output *, const struct emit_context *);

/* Runs an emitter into a file that is read back; the text belongs to the caller's arena. */
static inline struct text capture_with(capture_emitter *emit, struct emit_context *context,
                                       struct arena *arena)
{
    char path[] = "/tmp/loadstat-capture-XXXXXX";
    struct diag diag;
    struct output output;
    struct text text = {"", 0};
    int descriptor = mkstemp(path);

    assert_true(descriptor >= 0);
    close(descriptor);
    diag_init(&diag);
    struct emit_context with_diag = *context;
    with_diag.diag = &diag;
    assert_true(output_open(&output, path, &diag));
    assert_true(emit(&output, &with_diag));
    assert_true(output_commit(&output, &diag));
    FILE *file = fopen(path, "rb");
    assert_non_null(file);
    fseek(file, 0, SEEK_END);
    text.length = (size_t)ftell(file);
    rewind(file);
    char *bytes = arena_allocate(arena, text.length + 1);
    assert_int_equal(fread(bytes, 1, text.length, file), text.length);
    fclose(file);
    unlink(path);
    text.start = bytes;
    return text;
}

/* The sample's report, made by the template in `source`, through an emitter. */
static inline struct text capture(struct sample_analysis *sample, const char *source,
                                  capture_emitter *emit)
{
    struct template template;
    struct report report;
    struct diag diag;

    diag_init(&diag);
    assert_true(template_parse(&template, &(struct template_source){"test", text_of(source)},
                               &sample->metrics, &sample->arena, &diag));
    report_build(&report,
                 &(struct report_request){.template = &template,
                                          .analysis = &sample->analysis,
                                          .metrics = &sample->metrics},
                 &sample->arena);
    struct emit_context context = {
        .analysis = &sample->analysis,
        .report = &report,
        .columns = 80,
        .version = "0.1",
    };
    return capture_with(emit, &context, &sample->arena);
}

/* Labels that a hostile log could hold; raw, as if nobody had cleaned them. */
static const char *const hostile_labels[] = {
    "a|b",
    "`code`",
    "<script>alert(1)</script>",
    "=cmd|' /C calc'!A0",
    "+1+1",
    "-1",
    "@SUM(A1)",
    "esc\x1b[31mred",
    "right\xe2\x80\xaeleft",
    "*bold* _under_ [link](http://x) ![i](y)",
    "# heading",
    "&lt; &amp; \\ end",
    "quote \" comma , semicolon ;",
    "\xe4\xb8\xad\xe6\x96\x87\xe6\xb5\x8b\xe8\xaf\x95\xe6\x9c\x8d\xe5\x8a\xa1\xe5\x99\xa8",
    "tab\tnew\nline\rreturn",
    "bad \xff\xfe bytes",
    "1. item",
    "",
};

enum { HOSTILE_COUNT = sizeof hostile_labels / sizeof hostile_labels[0] };

/* A group for each hostile label, and one of 10,000 letters. */
static inline void sample_hostile(struct sample_analysis *sample)
{
    static const double rates[] = {100, 101, 102};

    sample_init(sample);
    for (size_t i = 0; i < HOSTILE_COUNT; i++) {
        sample_group(sample, hostile_labels[i], rates, 3);
        if (i)
            sample_compare(sample, 0, i, "rps", VERDICT_UNDECIDED, 0.02);
        sample_note(sample, NOTE_INFORMS, "hostile", hostile_labels[i]);
    }
    char *giant = arena_allocate(&sample->arena, 10001);
    memset(giant, 'x', 10000);
    sample_group(sample, giant, rates, 3);
    sample_compare(sample, 0, HOSTILE_COUNT, "rps", VERDICT_BETTER, 0.02);
    sample->analysis.answer = hostile_labels[2];
}

static const char every_block[] =
    "title\nanswer\n"
    "table groups group used primary:interval cv change verdict\n"
    "table groups caption=\"Latency | failures\" group mean p50 p95 p99 max:max failed:total\n"
    "table metrics all\ncard groups all\nnotes\n"
    "heading \"Runs\"\ntable runs run source status rps mean warnings\n";

#endif
