/*
 * Views: one run counts once, however often it was kept.
 *
 * The report, its -e and -g, its JSON, its row of siege.log, the verbose lines
 * in another file and the table that retells it are views of one run.  The
 * fullest leads, the others add what it lacks, and the note `seen-twice` on it
 * names them.
 */
#ifndef LOADSTAT_LABEL_RUN_VIEWS_H
#define LOADSTAT_LABEL_RUN_VIEWS_H

#include "../base/memory.h"
#include "../read/reader.h"

/*
 * Joins readings of different kinds that lie in one folder under one stem, that
 * are the only ones of their kind in a folder, that have one stem anywhere, or
 * whose match is the only one there is, wherever it lies, where their figures agree;
 * and the same run read from logs and from JSON, by its fingerprint.  Views of
 * one kind are left alone: equal numbers are no proof.  Those of one name that
 * contradict each other stay apart with the note `views-contradict`.
 */
void views_join(struct reading_list *readings, struct arena *arena);

#endif
