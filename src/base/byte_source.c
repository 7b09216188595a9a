#include "byte_source.h"

#include <errno.h>
#include <stdint.h>
#include <string.h>
#include <unistd.h>

#include <zlib.h>

#include "memory.h"

enum { COMPRESSED_BLOCK = 64 * 1024 };

/* A few KiB can stand for any length: there is an end to what is read of them. */
#define MOST_INFLATED ((uint64_t)1024 * 1024 * 1024)

struct inflation {
    z_stream stream;
    unsigned char compressed[COMPRESSED_BLOCK];
    uint64_t inflated;
    bool in_member; /* between its head and its end; several may follow each other */
};

static void *allocate_for_zlib(void *context, unsigned items, unsigned size)
{
    (void)context;
    return memory_allocate((size_t)items * size);
}

static void release_for_zlib(void *context, void *memory)
{
    (void)context;
    memory_release(memory);
}

void byte_source_init(struct byte_source *source, int descriptor)
{
    *source = (struct byte_source){.descriptor = descriptor};
}

void byte_source_release(struct byte_source *source)
{
    if (!source->inflation)
        return;
    inflateEnd(&source->inflation->stream);
    memory_release(source->inflation);
    source->inflation = NULL;
}

static size_t read_some(struct byte_source *source, void *bytes, size_t size)
{
    for (;;) {
        ssize_t got = read(source->descriptor, bytes, size);
        if (got >= 0)
            return (size_t)got;
        if (errno == EINTR)
            continue;
        source->error = errno;
        return 0;
    }
}

/* ---- gzip ---- */

static bool stop(struct byte_source *source, const char *problem)
{
    source->problem = problem;
    source->at_end = true;
    return false;
}

static void begin_inflation(struct byte_source *source, const char *bytes, size_t length)
{
    enum { GZIP_ALONE = 16 };
    struct inflation *inflation = memory_allocate(sizeof *inflation);

    *inflation = (struct inflation){
        .stream = {.zalloc = allocate_for_zlib, .zfree = release_for_zlib}
    };
    memcpy(inflation->compressed, bytes, length);
    inflation->stream.next_in = inflation->compressed;
    inflation->stream.avail_in = (unsigned)length;
    source->inflation = inflation;
    if (inflateInit2(&inflation->stream, GZIP_ALONE + MAX_WBITS) != Z_OK)
        stop(source, "zlib cannot be used");
}

/* More compressed bytes; false at their end. */
static bool feed(struct byte_source *source)
{
    struct inflation *inflation = source->inflation;

    if (inflation->stream.avail_in)
        return true;
    size_t got = read_some(source, inflation->compressed, sizeof inflation->compressed);
    inflation->stream.next_in = inflation->compressed;
    inflation->stream.avail_in = (unsigned)got;
    return got > 0;
}

/* One step; false where nothing is to be expected any more. */
static bool inflate_some(struct byte_source *source)
{
    struct inflation *inflation = source->inflation;

    if (!feed(source)) {
        source->at_end = true;
        return !source->error && inflation->in_member
                   ? stop(source, "the gzip data end early; what there is was read")
                   : false;
    }
    inflation->in_member = true;
    int result = inflate(&inflation->stream, Z_NO_FLUSH);
    if (result == Z_STREAM_END) {
        inflation->in_member = false;
        inflateReset(&inflation->stream);
        /* Tapes are filled up with zeros. */
        if (inflation->stream.avail_in && *inflation->stream.next_in != 0x1f)
            source->at_end = true;
        return !source->at_end;
    }
    if (result != Z_OK && result != Z_BUF_ERROR)
        return stop(source, "the gzip data are damaged; what stands before that was read");
    return true;
}

static size_t read_inflated(struct byte_source *source, char *bytes, size_t size)
{
    struct inflation *inflation = source->inflation;

    if (inflation->inflated >= MOST_INFLATED) {
        stop(source, "it holds more than 1 GiB once it is decompressed; what stands beyond that "
                     "was not read");
        return 0;
    }
    inflation->stream.next_out = (unsigned char *)bytes;
    inflation->stream.avail_out = (unsigned)size;
    while (inflation->stream.avail_out == size && !source->at_end && inflate_some(source))
        continue;
    size_t got = size - inflation->stream.avail_out;
    inflation->inflated += got;
    return got;
}

/* ---- any bytes ---- */

/* The first bytes tell what the file is; a pipe may give them one by one. */
static size_t read_first(struct byte_source *source, char *bytes, size_t size)
{
    static const char gzip[] = "\x1f\x8b\x08";
    size_t have = 0;
    size_t got;

    while (have < sizeof gzip - 1 && (got = read_some(source, bytes + have, size - have)) > 0)
        have += got;
    source->is_known = true;
    if (have < sizeof gzip - 1 || memcmp(bytes, gzip, sizeof gzip - 1) != 0)
        return have;
    begin_inflation(source, bytes, have < COMPRESSED_BLOCK ? have : COMPRESSED_BLOCK);
    return read_inflated(source, bytes, size);
}

size_t byte_source_read(struct byte_source *source, char *bytes, size_t size)
{
    if (source->at_end || source->error)
        return 0;
    if (!source->is_known)
        return read_first(source, bytes, size < COMPRESSED_BLOCK ? size : COMPRESSED_BLOCK);
    if (source->inflation)
        return read_inflated(source, bytes, size);
    return read_some(source, bytes, size);
}
