/*
 * Patterns: PCRE2 with JIT where there is one, and with limits, so that a
 * pattern that runs away ends as a diagnostic.
 */
#ifndef LOADSTAT_BASE_PATTERN_H
#define LOADSTAT_BASE_PATTERN_H

#define PCRE2_CODE_UNIT_WIDTH 8
#include <pcre2.h>
#include <stdbool.h>
#include <stddef.h>

#include "memory.h"
#include "text.h"

/* What all patterns of one invocation share. */
struct pattern_engine {
    pcre2_general_context *general;
    pcre2_compile_context *compile;
    pcre2_match_context *match;
    pcre2_match_data *data;
};

void pattern_engine_init(struct pattern_engine *engine);
void pattern_engine_release(struct pattern_engine *engine);

/*
 * Compiles `source`, anchored at the start of the line, ignoring case.  NULL
 * where it is no pattern: *offset is where, and *problem PCRE2's words in `arena`.
 */
pcre2_code *pattern_compile(struct pattern_engine *engine, const char *source, size_t *offset,
                            struct arena *arena, const char **problem);
/* Compiles to machine code; false where the system refuses that. */
bool pattern_make_fast(pcre2_code *code);
void pattern_release(pcre2_code *code);

enum match {
    MATCH_NO,
    MATCH_YES,
    MATCH_RUNAWAY, /* a limit was hit: the pattern needs mending */
};

/* The groups stay readable through pattern_group() until the next call. */
enum match pattern_match(struct pattern_engine *engine, const pcre2_code *code, struct text line);
/* The same, of a pattern that pattern_make_fast() has compiled. */
enum match pattern_match_fast(struct pattern_engine *engine, const pcre2_code *code,
                              struct text line);

/* False where the group did not take part. */
bool pattern_group(const struct pattern_engine *engine, struct text line, unsigned group,
                   struct text *text);

/*
 * Expands a pattern of a rule file: {name} becomes its macro, and a blank
 * outside of a class becomes \h+, so that "Failed requests" also reads
 * "Failed   requests".  False where a macro is unknown: *offset says where.
 */
struct macro {
    const char *name;
    const char *pattern;
};

bool pattern_expand(struct buffer *expanded, struct text source, const struct macro *macros,
                    size_t macro_count, size_t *offset);

/*
 * The literal letters that every match begins with, in lower case, at most
 * `size - 1` of them.  A cheap test before anything is compiled.
 */
size_t pattern_literal_prefix(const char *expanded, char *prefix, size_t size);

#endif
