/*
 * The reader's own state, shared by its parts: reader.c (lines), reader_runs.c,
 * reader_rules.c, reader_requests.c, rows.c and sideways.c (tables).
 */
#ifndef LOADSTAT_READ_READER_STATE_H
#define LOADSTAT_READ_READER_STATE_H

#include "builder.h"
#include "clean.h"
#include "objects.h"
#include "reader.h"
#include "recall.h"
#include "table.h"

enum { MOST_CARRIED = 16 };

/* A field of the runs to come, until it is replaced. */
struct carried {
    struct field field;
    const struct unit *unit;
    const char *text;
};

struct rows;

struct reader {
    struct rules *rules;
    struct input *input;
    const struct reader_options *options;
    struct arena *arena;
    struct reading_list *readings;
    struct builder builder;
    struct context context;
    struct run *last_run;   /* the one that ended last */
    unsigned early_marks;   /* met while no run was open */
    struct rule *last_rule; /* that took the last line that was known */
    struct carried carried[MOST_CARRIED];
    size_t carried_count;
    struct request_rule *request_rule; /* that the last request had */
    struct recall recall;              /* the layouts of its lines */
    struct rows *rows;                 /* tables */
    struct objects objects;            /* JSON */
    struct buffer scratch;
    size_t file;
    size_t line;
    size_t splits;     /* lines that this physical line was parted into */
    bool joined_cells; /* the line is made of the cells of a table's row */
    bool in_prefixed_block;
    enum prefix prefix_kind;
    bool after_brace;
};

/* reader_runs.c: opening a run closes the one before. */
void reader_open_run(struct reader *reader, struct format *format);
void reader_close_run(struct reader *reader);
struct reading *reader_add_reading(struct reader *reader, struct run *run);

/* reader_rules.c: whether a rule takes the line as it is. */
bool reader_take_known(struct reader *reader, struct text line, bool raw);

/* reader_requests.c: whether the line is one request. */
bool reader_take_request(struct reader *reader, struct text line);
/* Whether the line before was a request of the run that is open, and this one is such another. */
bool reader_in_stream(const struct reader *reader);
bool reader_take_same_request(struct reader *reader, struct text raw);
/* As many requests as stand in the buffer in layouts that are known. */
void reader_take_known_requests(struct reader *reader);

/* reader.c.  A cleaned line: to the tables, or to reader_take_line(). */
void reader_take_text(struct reader *reader, struct text line);
/* A cleaned line that is no table's: rules, requests, prefixes, context. */
void reader_take_line(struct reader *reader, struct text line);

#endif
