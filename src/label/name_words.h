/*
 * Words of names: which count repetitions, which tell variants, and which say
 * what a run is compared with.  All ignore case.
 */
#ifndef LOADSTAT_LABEL_NAME_WORDS_H
#define LOADSTAT_LABEL_NAME_WORDS_H

#include <stdbool.h>
#include <stddef.h>

#include "../base/text.h"

enum {
    NAME_WORD_REPEAT = 1,       /* run, round, iteration, Lauf, 回 … */
    NAME_WORD_VARIANT = 2,      /* server, option, worker: a number beside it tells a variant */
    NAME_WORD_OUTPUT = 4,       /* log, result, data: says nothing */
    NAME_WORD_BASELINE = 8,     /* before, old, main … */
    NAME_WORD_PARTNER = 16,     /* after, new: what is compared with one of those */
    NAME_WORD_INDEX = 32,       /* no., id, nr: the head of a column that counts */
    NAME_WORD_OF = 64,          /* of, von, de: "3 of 5" */
    NAME_WORD_NEGATION = 128,   /* no, without: what follows is off */
    NAME_WORD_CONNECTIVE = 256, /* with, at: leads to what was cut off behind it */
    NAME_WORD_TIMEOUT = 512,    /* timeout, ttl: a time beside it is no duration */
};

/* What the word is, as a set of the above; 0: a name like any other. */
unsigned name_word(struct text word);

/* "first", "2nd", "dritter": 1 to 9999; 0 where it is no ordinal. */
unsigned name_ordinal(struct text word);

/* The baseline words in their order; NULL at the end. */
const char *name_baseline_word(size_t rank);

/* Whether `text` holds `word` as a whole word. */
bool name_has_word(struct text text, const char *word);

/* A byte that parts words. */
bool name_byte_parts(char byte);

/*
 * The word in small letters of Latin, Greek and Cyrillic, in `folded` of `size`
 * bytes with the NUL; empty where it does not fit.
 */
struct text name_fold(struct text word, char *folded, size_t size);

#endif
