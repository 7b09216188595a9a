/*
 * The folder that a file lies in, by its path.
 */
#ifndef LOADSTAT_READ_FOLDER_H
#define LOADSTAT_READ_FOLDER_H

#include "../base/memory.h"

/*
 * The folder of `path`, from the root on where `working` (the working folder; "" where it is not
 * known) is; empty parts, "." and ".." are resolved by the names alone, as they were typed.
 */
const char *folder_of(struct arena *arena, const char *working, const char *path);

#endif
