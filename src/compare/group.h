/*
 * Grouping: runs that agree in every key of the list are repeated
 * runs of one group.
 */
#ifndef LOADSTAT_COMPARE_GROUP_H
#define LOADSTAT_COMPARE_GROUP_H

#include <stdbool.h>

#include "draft.h"

/* The parts of labels that have several: "Simple response / nginx". */
#define SECTION_KEY "section"
#define VARIANT_KEY "variant"

/*
 * Makes analysis->groups of analysis->runs, in order of appearance, with their
 * keys and the runs that enter averages.  False, with a diagnostic, where
 * --group-by names a key that no run has.
 *
 * A run that was cut, stopped or refused may not say all that its repetitions
 * say (an aborted report knows no path): it joins the one group that agrees in
 * everything it says, and stands alone where there are none or several.
 */
bool groups_make(struct draft *draft);

/*
 * The same for archived runs that groups are judged against: one group more,
 * of the runs with these indices, which get the keys of `like`.
 */
void groups_add_archived(struct draft *draft, size_t like, const size_t *runs, size_t count);

/*
 * Gives every group its name: its label and the keys that tell it from others
 * of its label, the headings above it in front: "Simple response / nginx c=8".
 */
void groups_name(struct draft *draft);

/* Appends a key as names show it: "c=8", "gzip=on", "/index.html". */
void key_words_append(struct buffer *words, const char *key, const char *text);

/* Those of `keys` that the group states: "ab, c=8"; "" for none. */
const char *place_words(const struct draft *draft, const struct group *group,
                        const char *const *keys, size_t count);

/*
 * The keys of the grouping list in the order in which people name them: the
 * label, free keys, then what is set on purpose before what follows from it,
 * concurrency last; and behind them those that not every group states.
 */
const char **keys_by_preference(const struct draft *draft, size_t *count);

/* Whether every group states the key: one that some leave out tells them apart badly. */
bool key_is_stated_by_all(const struct analysis *analysis, const char *key);

/* Puts the groups in the order of --sort.  False, with a diagnostic, for an unknown key. */
bool groups_sort(struct draft *draft);

#endif
