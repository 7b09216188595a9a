/*
 * The parts of a run's name: what it was called, from the outside inwards.
 */
#ifndef LOADSTAT_MODEL_NAME_H
#define LOADSTAT_MODEL_NAME_H

#include <stdbool.h>

/* Where a part of a name was found, in the order in which parts nest. */
enum name_kind {
    NAME_ARGUMENT, /* NAME=FILE or --label */
    NAME_FOLDER,   /* a folder, the outermost first */
    NAME_STEM,     /* the file's name without its suffix */
    NAME_HEADING,  /* `level` 1 to 6 */
    NAME_RULER,    /* ---- text ----; this and the next three are captions: */
    NAME_LINE,     /* a short line, bold or not, right above the report */
    NAME_MARK,     /* siege's **** text **** */
    NAME_SUMMARY,  /* <summary>; several captions of one report nest in their order */
    NAME_CELL,     /* of a table's row; `key` is the head of its column, NULL: none */
    NAME_COLUMN,   /* the head of a column that is a run */
    NAME_PREFIX,   /* what stood in front of the lines: a file of grep, a service of compose */
    NAME_COMMAND,  /* what a command sets: its URL, or an option; `key` tells which */
    NAME_KINDS,
};

/* "argument", "folder", …; a heading's level is told apart. */
const char *name_kind_word(enum name_kind kind);
/* False where `word` is none of them. */
bool name_kind_find(const char *word, enum name_kind *kind);

/* A part of what a run was called. */
struct name_part {
    enum name_kind kind;
    unsigned level;   /* of a heading: 1 to 6; else 0 */
    const char *key;  /* of a cell or a command; NULL: none */
    const char *text; /* not NULL */
};

#endif
