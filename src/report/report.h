/*
 * The report: a list of blocks that every format walks.
 *
 * Blocks hold what is to be read, not how it looks: an emitter decides on
 * borders, colours and page breaks, and escapes every text for its format.
 * All texts are valid UTF-8 without control characters.
 *
 * template.h says what a report shows, report_build() fills it from an
 * analysis.  A report borrows from the analysis and lives in its own arena.
 */
#ifndef LOADSTAT_REPORT_REPORT_H
#define LOADSTAT_REPORT_REPORT_H

#include <stdbool.h>
#include <stddef.h>

#include "../base/memory.h"
#include "../compare/analysis.h"

enum block_kind {
    BLOCK_TITLE,   /* text: the title; detail: the line below it (tool, target, date, runs) */
    BLOCK_HEADING, /* text; belongs to the block behind it */
    BLOCK_ANSWER,  /* text: the sentence a person wants */
    BLOCK_TEXT,    /* text: a paragraph */
    BLOCK_TABLE,
    BLOCK_NOTES,
};

/* Colour agrees with words, it never replaces them. */
enum tone {
    TONE_PLAIN,
    TONE_BETTER,
    TONE_WORSE,
    TONE_CAUTION, /* blocked, not comparable */
    TONE_MUTED,   /* absent, not proven */
};

struct cell {
    const char *text; /* "" for absent; emitters show "-" where blank would mislead */
    enum tone tone;
    bool repeats; /* says what the row above says: blank but at the head of a page */
};

struct column {
    const char *heading; /* "requests/s" */
    const char *unit;    /* "ms"; "" for none */
    bool numeric;        /* right-aligned, on the decimal point */
};

/* Columns in which no row has anything to show are left out before it gets here. */
struct table {
    const char *caption;  /* "" for none */
    const char *footnote; /* what the reader must know to read it; "" for none */
    struct column *columns;
    size_t column_count;
    struct cell *cells; /* row * column_count + column */
    size_t row_count;
};

struct note_line {
    enum severity severity;
    bool accepted;
    const char *code;
    const char *text;
};

struct block {
    enum block_kind kind;
    const char *text;
    const char *detail;
    struct table table;
    struct note_line *notes; /* the grave ones first */
    size_t note_count;
};

struct report {
    const char *title;
    const char *date;   /* as given by --date or SOURCE_DATE_EPOCH; NULL: none */
    bool rows_are_runs; /* the template asks for a row a run: CSV follows it */
    struct block *blocks;
    size_t block_count;
    size_t block_capacity;
};

struct template;

/* What a report is made from; all borrowed. */
struct report_request {
    const struct template *template;
    const struct analysis *analysis;
    struct metric_set *metrics;
    const char *title; /* --title; NULL: made from the groups */
    const char *date;  /* --date; NULL: none */
};

/* Never fails: what a block cannot show, it leaves out. */
void report_build(struct report *report, const struct report_request *request, struct arena *arena);

#endif
