/*
 * Bytes of a file as they were before it was compressed: gzip is read as it
 * comes, in bounded memory; anything else is passed on as it is.
 */
#ifndef LOADSTAT_BASE_BYTE_SOURCE_H
#define LOADSTAT_BASE_BYTE_SOURCE_H

#include <stdbool.h>
#include <stddef.h>

struct inflation;

struct byte_source {
    int descriptor;
    int error;           /* errno of a failed read; 0: none */
    const char *problem; /* what is wrong with compressed data; NULL: nothing */
    bool is_known;       /* whether it is compressed has been found out */
    bool at_end;
    struct inflation *inflation; /* NULL: not compressed */
};

/* Nothing is read yet; the descriptor stays the caller's. */
void byte_source_init(struct byte_source *source, int descriptor);
void byte_source_release(struct byte_source *source);

/*
 * Up to `size` bytes, `size` being 512 at least; 0 at the end, and where `error`
 * or `problem` is set.
 */
size_t byte_source_read(struct byte_source *source, char *bytes, size_t size);

#endif
