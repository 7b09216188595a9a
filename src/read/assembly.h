/*
 * Assembly: one run after another, from the line that opens it to its place in
 * the list of readings.  All parts of the reader that know lines of runs share
 * it: it holds the run that is open, and what the runs to come begin with.
 */
#ifndef LOADSTAT_READ_ASSEMBLY_H
#define LOADSTAT_READ_ASSEMBLY_H

#include <stdbool.h>
#include <stddef.h>

#include "../base/memory.h"
#include "../base/text.h"
#include "../rules/rules.h"
#include "reading.h"
#include "run_builder.h"
#include "surroundings.h"

enum { MOST_CARRIED = 16, MOST_PARKED = 64 };

/* A field of the runs to come, until it is replaced. */
struct carried_field {
    struct field field;
    const struct unit *unit;
    const char *text;
};

/* "siege aborted …", above a summary that has no banner. */
struct early_status {
    const struct rule *rule; /* NULL: none */
    const char *message;
    size_t line;
};

/* What one of several streams of lines, which stand between each other, had come to. */
struct parked {
    const char *stream;
    struct run_builder builder;
    struct run *last_run;
    unsigned early_marks;
    struct early_status early_status;
};

/* A label whose value could not be read, above the run that it may belong to. */
struct unread_label {
    const struct rule *rules[MOST_LABELS]; /* that have such a label */
    size_t rule_count;
    const char *words;
    size_t line;
};

struct assembly {
    struct rules *rules;
    struct arena *arena; /* of the runs and their texts */
    const char *file;
    size_t file_number; /* from 0 */
    size_t line;        /* the one that is being read */
    struct reading_list *readings;
    struct run_builder builder;       /* the run that is open */
    struct surroundings surroundings; /* of the next run */
    struct run *last_run;             /* the one that ended last */
    unsigned early_marks;             /* met while no run was open */
    struct early_status early_status; /* met while no run was open */
    struct unread_label unread;       /* met while no run was open */
    const char *stream;               /* that lines are of; NULL: the file's own */
    bool is_adopting;                 /* the open run becomes the next stream's */
    struct parked *parked;            /* the other streams, in their order */
    size_t parked_count, parked_capacity;
    struct carried_field carried[MOST_CARRIED];
    size_t carried_count;
};

/* Runs go to the end of `readings`; `hints` is what the command line says of the file. */
void assembly_init(struct assembly *assembly, struct rules *rules, struct arena *arena,
                   struct reading_list *readings, const struct hints *hints);
void assembly_release(struct assembly *assembly);

/* Opens a run at the current line; the one before is closed. */
void assembly_open_run(struct assembly *assembly, struct format *format);

/*
 * Settles the run that is open and adds it to the readings.  Returns its reading,
 * until the next is added; NULL where no run is open or it says nothing.
 */
struct reading *assembly_close_run(struct assembly *assembly);

/* A run that was not assembled here. */
struct reading *assembly_add_reading(struct assembly *assembly, struct run *run);

/* All runs to come have the field, until it is given anew. */
void assembly_carry(struct assembly *assembly, const struct field *field, const struct unit *unit,
                    struct text text);

/*
 * Goes over to another stream of lines, as those of several services in one log
 * are; the run that is open waits until its stream goes on.  An empty name is
 * the file's own stream.
 */
void assembly_select_stream(struct assembly *assembly, struct text name);

/*
 * The run that is open goes on in the stream that is selected next: its first
 * lines were read before anybody could know whose they are.
 */
void assembly_adopt_run(struct assembly *assembly);

/* At the end of the file: the runs of all streams. */
void assembly_close_all(struct assembly *assembly);

#endif
