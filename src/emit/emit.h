/*
 * Emitters: one file a format, each with one function of this shape.
 */
#ifndef LOADSTAT_EMIT_EMIT_H
#define LOADSTAT_EMIT_EMIT_H

#include <stdbool.h>
#include <stddef.h>

#include "../base/diag.h"
#include "../base/output.h"
#include "../compare/analysis.h"
#include "../report/report.h"

/* What an emitter may need to know of the outside. */
struct emit_context {
    const struct analysis *analysis;
    const struct report *report;
    bool color;          /* text only */
    size_t columns;      /* width of text; 80 unless the terminal says otherwise */
    bool letter;         /* PDF paper: US Letter instead of A4 */
    const char *version; /* of the program, for JSON's generator and PDF's creator; NULL: none */
    const char *date;    /* metadata; NULL: none, so that output repeats */
    struct diag *diag;
};

struct emitter {
    const char *name;     /* "markdown", as -f takes it */
    const char *suffixes; /* ".md .markdown", as -o takes them */
    bool binary;          /* refused on a terminal */
    /* False where the output could not be made; the reason is in diag. */
    bool (*emit)(struct output *output, const struct emit_context *context);
};

bool emit_text(struct output *output, const struct emit_context *context);
bool emit_markdown(struct output *output, const struct emit_context *context);
bool emit_csv(struct output *output, const struct emit_context *context);
bool emit_json(struct output *output, const struct emit_context *context);
bool emit_jsonl(struct output *output, const struct emit_context *context);
bool emit_pdf(struct output *output, const struct emit_context *context);

/* "text", as -f takes it; NULL beyond the last. */
const char *emitter_name(unsigned i);
/* The same for a suffix, "md" or ".md"; NULL: none goes by it. */
const char *emitter_meant(const char *suffix);
/* By name; NULL: none. */
const struct emitter *emitter_find(const char *name);
/* By a file's suffix; NULL: none. */
const struct emitter *emitter_for_file(const char *file);
/* All of them, for help and messages. */
const struct emitter *emitter_table(size_t *count);

#endif
