/*
 * The work of naming: what the files that decide names share.
 *
 * The name of a run is the sum of the hashes of its parts, so that the name
 * without one part is the sum without that part's.  Texts have numbers (equal
 * texts, equal numbers) before they are hashed; two different names fall
 * together by chance only, once in 10^11 reports of 10,000 runs.
 */
#ifndef LOADSTAT_LABEL_NAMING_WORK_H
#define LOADSTAT_LABEL_NAMING_WORK_H

#include <stdint.h>

#include "../base/key_index.h"
#include "name_reading.h"
#include "naming.h"

/* Parts of one kind and place: the second folder, the heading of level 2, one column's cells. */
struct name_slot {
    enum name_kind kind;
    size_t place;    /* within the kind, the outermost first */
    uint32_t *parts; /* its parts, in order of the runs */
    size_t count;
    bool differs;  /* not the same text in every run */
    bool lettered; /* some text of it is more than a number */
    bool in_label;
};

struct part_work {
    const struct name_part *part;
    const struct name_reading *reading;
    uint64_t outside; /* hash of the parts around it */
    uint32_t run;
    uint32_t slot;
    uint32_t core; /* number of the text without all that may leave */
    uint32_t text; /* number of what is left in the end */
    unsigned cuts; /* what leaves: bits of enum name_cut */
    bool named;    /* it takes part in telling runs apart */
    bool verbatim; /* as the user wrote it: nothing leaves */
};

struct run_work {
    size_t first, count;            /* its parts */
    double settings[SETTING_COUNT]; /* from the log, else from the name; ABSENT: unknown */
    bool mentioned[SETTING_COUNT];  /* the name gave it */
    size_t argument;                /* number of the text of its NAME=; KEY_ABSENT: it has none */
    size_t facts;                   /* number of what the log says of its settings */
    unsigned unsaid;                /* which of them it does not say, a bit for each */
    uint64_t keys;                  /* hash of k=v and of settings that names speak of */
    uint64_t name;                  /* hash of all that tells it apart */
    const char *epoch;              /* "line N" where other prose parts equal names */
    bool assumed;                   /* a bare number or the lack of a name made it a repetition */
};

struct naming_work {
    const struct named_run *input;
    size_t count;
    const struct naming_options *options;
    struct arena *arena;   /* lives as long as the work */
    struct arena *scratch; /* as long as one step of it */
    struct part_work *parts;
    size_t part_count;
    struct run_work *runs;
    struct name_slot *slots;
    size_t slot_count, slot_capacity;
    size_t *order;          /* the slots, the outermost first */
    struct key_index texts; /* numbers of texts */
    const char **text_list; /* by number */
    size_t text_count, text_capacity;
    bool setting_spoken_of[SETTING_COUNT]; /* some name tells it */
    struct naming *result;
};

/* ---- naming.c ---- */

/* The number of the text, the same for equal ones. */
size_t naming_text(struct naming_work *work, const char *text);
/* The hash of two numbers of a kind. */
uint64_t naming_hash(uint64_t kind, uint64_t a, uint64_t b);
/* Hashes of what a part may lose, and of a whole part as it stands. */
uint64_t part_number_hash(const struct part_work *part);
uint64_t part_ordinal_hash(const struct part_work *part);
uint64_t part_date_hash(const struct naming_work *work, const struct part_work *part);
uint64_t part_hash(const struct naming_work *work, const struct part_work *part);
/* Computes the names of all runs anew. */
void naming_hash_runs(struct naming_work *work);
/*
 * Room for one item more in a list that grows one by one; its length tells how
 * much room there is.
 */
void *naming_grow(struct naming_work *work, const void *items, size_t count, size_t size);
void naming_note(struct naming_work *work, size_t run, enum name_note_code code, const char *text);
void naming_add_key(struct naming_work *work, size_t run, const char *key, const char *text);

static inline const char *part_text(const struct naming_work *work, const struct part_work *part)
{
    return work->text_list[part->text];
}

/* What --rename makes of a text: itself, mostly. */
const char *naming_renamed(const struct naming_work *work, const char *text);
/* Whether something that counts repetitions has left the part. */
bool part_counts(const struct part_work *part);

/* ---- the steps, in their order, one file each ---- */

void naming_collect(struct naming_work *work);
void naming_take_settings(struct naming_work *work);
void naming_drop_numbers(struct naming_work *work);
void naming_drop_ordinals(struct naming_work *work);
void naming_drop_dates(struct naming_work *work);
/* Under NAME= folders and stems part only where they occur under two NAMEs. */
void naming_apply_arguments(struct naming_work *work);
void naming_part_by_text(struct naming_work *work);
void naming_label(struct naming_work *work);
void naming_group(struct naming_work *work);
void naming_remark(struct naming_work *work);
void naming_find_baseline(struct naming_work *work);
void naming_find_hint(struct naming_work *work);

/* ---- name_label_parts.c ---- */

/* The runs as the chosen slots tell them apart so far. */
struct partition {
    size_t *class_of_run;
    size_t *class_sizes; /* by class */
    size_t class_count;
    bool *labelled; /* the run has a text in a chosen slot */
};

struct partition naming_partition(const struct naming_work *work);
/* Marks the slots that are to be in the label, of those with words or of those with numbers only.
 */
void naming_choose_slots(struct naming_work *work, struct partition *partition, bool lettered);

#endif
