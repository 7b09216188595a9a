/*
 * Parts that may lose something that counts repetitions, and the names that
 * their runs would have without it.
 */
#ifndef LOADSTAT_LABEL_NAME_CANDIDATES_H
#define LOADSTAT_LABEL_NAME_CANDIDATES_H

#include "naming_work.h"

/* A part that may lose something, with the name that its run would have then. */
struct candidate {
    struct part_work *part;
    struct run_work *run;
    uint64_t name;  /* without it */
    uint64_t scope; /* what is around the part: its folder, its page */
    double value;
    bool scope_counts; /* over its surroundings the numbers go up without gaps */
    bool names_recur;  /* and names come again and again under different numbers */
};

/* For qsort(): by name, then by what the log says, then by value; or by name and value. */
int candidates_by_name(const void *a, const void *b);
int candidates_by_name_and_value(const void *a, const void *b);

/* The parts of a slot that have what `cut` says and still have it; a list of `*count`. */
struct candidate *candidates_list(struct naming_work *work, const struct name_slot *slot,
                                  enum name_cut cut, size_t *count);

/* Where, in a sorted list, those of the name at `start` end. */
size_t candidates_end(const struct candidate *list, size_t start, size_t count);

/* It leaves: the run's name goes without its hash from now on. */
void candidate_drop(struct candidate *candidate, enum name_cut cut, uint64_t hash);

#endif
