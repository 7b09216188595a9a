/*
 * Folders: what of a file's path tells it from the others.
 *
 * Of results/nginx/c8/ab and results/apache/c8/ab that is nginx and apache.
 */
#ifndef LOADSTAT_LABEL_FOLDERS_H
#define LOADSTAT_LABEL_FOLDERS_H

#include "../base/memory.h"
#include "../read/reader.h"

/*
 * Sets `folder` of all readings: the folder of each without the parts that all
 * begin with and all end with; "" where there is one folder only.
 */
void folders_tell_apart(struct reading_list *readings, struct arena *arena);

#endif
