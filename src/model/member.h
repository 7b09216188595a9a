/*
 * The member table: what a run has beside its metrics.
 *
 * One row a member says what it is called, what it holds, where it stands in a
 * run and in JSON, whether it parts groups and how it shows.  Everything that
 * needs to know walks the table: JSON, CSV, cards, grouping, names of groups,
 * expressions, rule files and the checks of settings.  A new member is a row.
 */
#ifndef LOADSTAT_MODEL_MEMBER_H
#define LOADSTAT_MODEL_MEMBER_H

#include <stdbool.h>
#include <stddef.h>
#include <string.h>

#include "../base/memory.h"
#include "../base/text.h"
#include "run.h"

enum member_type {
    MEMBER_TEXT,   /* const char *; NULL: absent */
    MEMBER_NUMBER, /* double, not negative; ABSENT: absent */
    MEMBER_LINE,   /* size_t, counted from 1; 0: absent */
    MEMBER_ANSWER, /* enum answer */
    MEMBER_STATUS, /* enum run_status */
    MEMBER_PART,   /* not one value: run_json.c writes and reads it by functions of its own */
};

/* What a member is good for. */
enum member_role {
    MEMBER_IS_KEY = 1 << 0,          /* --group-by, --filter and their like may name it */
    MEMBER_IS_FIELD = 1 << 1,        /* a group of a rule file's pattern may be called so */
    MEMBER_PARTS_GROUPS = 1 << 2,    /* runs that differ in it are no repetitions */
    MEMBER_SHARED_BY_RUNS = 1 << 3,  /* told where the runs of one group differ in it */
    MEMBER_SHARED_BY_SIDES = 1 << 4, /* told where a group differs from its baseline in it */
    MEMBER_MAY_CHANGE = 1 << 5,      /* a later run may differ from the archive in it: it follows
                                        from the machine or the version under test */
    MEMBER_IS_COLUMN = 1 << 6,       /* a column where a run is a row */
    MEMBER_IS_PROVENANCE = 1 << 7,   /* says when and where, not what: behind the settings */
};

struct member {
    const char *key;    /* "concurrency" */
    const char *object; /* "config": the object of JSON it stands in; NULL: the run's own */
    enum member_type type;
    size_t offset; /* in struct run */
    unsigned roles;
    const char *words;  /* "keep-alive", in sentences; NULL: it is never told */
    const char *unit;   /* "bytes", as it stands behind a value; "" for none */
    const char *prefix; /* in names of groups: "c=" of "c=8"; NULL: the key and "=" */
    unsigned name_rank; /* from 1: names take what people vary on purpose first; 0: no matter */
    unsigned card_row;  /* from 1, among the settings of a card; 0: not there */
};

enum { HIGHEST_NAME_RANK = 10 };

/* All members, in the order of JSON. */
const struct member *member_table(size_t *count);

/* The member of that key, or NULL. */
const struct member *member_find(struct text key);

static inline bool member_has(const struct member *member, enum member_role role)
{
    return member->roles & role;
}

/* A length of time: its value may be a fraction, and takes units of time. */
static inline bool member_is_duration(const struct member *member)
{
    return strcmp(member->unit, "s") == 0;
}

/* The value; the member must be of that type. */
const char *member_text(const struct run *run, const struct member *member);
double member_number(const struct run *run, const struct member *member);
size_t member_line(const struct run *run, const struct member *member);
enum answer member_answer(const struct run *run, const struct member *member);

/* For those who fill a run. */
void member_set_text(struct run *run, const struct member *member, const char *text);
void member_set_number(struct run *run, const struct member *member, double number);
void member_set_line(struct run *run, const struct member *member, size_t line);
void member_set_answer(struct run *run, const struct member *member, enum answer answer);

/*
 * The value as text: "8", "yes", "complete".  NULL where the run does not say,
 * and for a part.  Lives in `arena` or as long as the run.
 */
const char *member_value_text(const struct run *run, const struct member *member,
                              struct arena *arena);

#endif
