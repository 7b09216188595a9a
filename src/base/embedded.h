/*
 * The files of parsers/ and templates/, built into the program.
 * The table is generated at build time (Makefile) and sorted by path.
 */
#ifndef LOADSTAT_BASE_EMBEDDED_H
#define LOADSTAT_BASE_EMBEDDED_H

#include <stddef.h>

struct embedded_file {
    const char *path; /* "parsers/ab" */
    const char *text;
    size_t length;
};

extern const struct embedded_file embedded_files[];
extern const size_t embedded_file_count;

/* NULL where there is none. */
const struct embedded_file *embedded_find(const char *path);

#endif
