/*
 * The path of names of a run, from all that stood around it.
 */
#ifndef LOADSTAT_LABEL_NAME_PATH_H
#define LOADSTAT_LABEL_NAME_PATH_H

#include "../base/memory.h"
#include "../read/reader.h"
#include "naming.h"

/*
 * The names of a reading, outermost first, as JSON keeps them: the folders are
 * those of the path as it was typed.  Of a run that was read from JSON, the
 * names written there, behind the NAME= of now.
 */
void name_path_keep(struct reading *reading, struct arena *arena);

/*
 * The same for deciding: `front` folders of its whole path are left out, which
 * all readings share.  Lives in `arena`, as long as the decision.
 */
struct named_run name_path_of(const struct reading *reading, size_t front, struct arena *arena);

/* Leaves the options of commands out, where runs of several tools are named. */
void name_path_drop_commands(struct named_run *run);

/* How many folders all readings of logs begin with. */
size_t name_path_shared_folders(const struct reading_list *readings);

#endif
