/*
 * Suggestions: what was meant by a word that is none of those known.
 *
 *     suggestion_init(&suggestion, "welhc");
 *     suggestion_offer(&suggestion, "welch"); …
 *     suggestion_words(&suggestion, arena, "see loadstat --help")
 */
#ifndef LOADSTAT_BASE_SUGGESTION_H
#define LOADSTAT_BASE_SUGGESTION_H

#include <stddef.h>

#include "memory.h"

/* So many words are told in full; of more, the nearest alone. */
enum { SUGGESTION_FEW = 12 };

struct suggestion {
    const char *text;
    const char *nearest; /* NULL: none is near */
    size_t distance;     /* of a word to beat */
    const char *words[SUGGESTION_FEW];
    size_t count; /* of the words offered; may exceed SUGGESTION_FEW */
};

void suggestion_init(struct suggestion *suggestion, const char *text);

/* Considers a word, which must live as long as the suggestion.  Of equally near ones the first. */
void suggestion_offer(struct suggestion *suggestion, const char *word);

/*
 * What to do, in `arena`: "did you mean X?" where a word is near, "use a, b or
 * c" where the words are few, both, or else `otherwise`.
 */
const char *suggestion_words(const struct suggestion *suggestion, struct arena *arena,
                             const char *otherwise);

/*
 * How many letters of `a` must be changed, added, taken away, or swapped with
 * their neighbour to give `b` (optimal string alignment; Damerau 1964).  ASCII
 * letters are the same in either case.  Of words of 64 bytes and more: the
 * longer one's length.
 */
size_t edit_distance(const char *a, const char *b);

#endif
