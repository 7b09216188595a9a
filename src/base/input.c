#include "input.h"

#include <errno.h>
#include <fcntl.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "utf8.h"

enum { BLOCK = 256 * 1024, READ_AHEAD = 32 * 1024 };

/* ---- bytes into the buffer ---- */

static void make_room(struct input *input, size_t bytes)
{
    if (input->start > 0) {
        memmove(input->bytes, input->bytes + input->start, input->end - input->start);
        input->end -= input->start;
        input->start = 0;
    }
    if (input->capacity - input->end < bytes) {
        input->capacity = input->end + bytes;
        input->bytes = memory_resize(input->bytes, input->capacity);
    }
}

/* A unit of UTF-16, or -1 where the bytes end. */
static int32_t utf16_unit(const struct input *input, struct text bytes, size_t at)
{
    if (at + 1 >= bytes.length)
        return -1;
    unsigned first = (unsigned char)bytes.start[at];
    unsigned second = (unsigned char)bytes.start[at + 1];
    return (int32_t)(input->encoding == INPUT_UTF16_LITTLE ? second << 8 | first
                                                           : first << 8 | second);
}

/* Appends whole characters to `out`; returns the bytes used, all of them at the end of the input.
 */
static size_t from_utf16(const struct input *input, struct text bytes, bool at_end,
                         struct buffer *out)
{
    size_t at = 0;

    for (; at + 1 < bytes.length; at += 2) {
        int32_t unit = utf16_unit(input, bytes, at);
        if (unit >= 0xd800 && unit < 0xdc00) {
            int32_t low = utf16_unit(input, bytes, at + 2);
            if (low < 0 && !at_end)
                return at;
            unit = low >= 0xdc00 && low < 0xe000
                       ? 0x10000 + ((unit - 0xd800) << 10) + (low - 0xdc00)
                       : 0xfffd;
            at += unit >= 0x10000 ? 2 : 0;
        } else if (unit >= 0xdc00 && unit < 0xe000) {
            unit = 0xfffd;
        }
        utf8_append(out, (uint32_t)unit);
    }
    return at_end ? bytes.length : at;
}

/* Goes on with the units that are there and `length` more bytes. */
static void add_utf16(struct input *input, const char *bytes, size_t length)
{
    struct buffer utf8;

    buffer_init(&utf8);
    buffer_append(&input->units, bytes, length);
    struct text units = buffer_text(&input->units);
    size_t used = from_utf16(input, units, input->at_end, &utf8);
    struct text rest = text_from(units, used);
    memmove(input->units.bytes, rest.start, rest.length);
    input->units.length = rest.length;
    make_room(input, utf8.length);
    if (utf8.length)
        memcpy(input->bytes + input->end, utf8.bytes, utf8.length);
    input->end += utf8.length;
    buffer_release(&utf8);
}

static void fill(struct input *input)
{
    make_room(input, BLOCK);
    size_t got = byte_source_read(&input->source, input->bytes + input->end, BLOCK);
    input->at_end = got == 0;
    if (input->encoding == INPUT_BYTES) {
        input->end += got;
        return;
    }
    /* The units are taken out of the buffer before their characters go into it. */
    add_utf16(input, input->bytes + input->end, got);
}

static void find_encoding(struct input *input)
{
    while (!input->at_end && input->end < 3)
        fill(input);
    const unsigned char *first = (const unsigned char *)input->bytes;
    if (input->end >= 3 && memcmp(first, "\xef\xbb\xbf", 3) == 0)
        input->start = 3;
    else if (input->end >= 2 && first[0] == 0xff && first[1] == 0xfe)
        input->encoding = INPUT_UTF16_LITTLE;
    else if (input->end >= 2 && first[0] == 0xfe && first[1] == 0xff)
        input->encoding = INPUT_UTF16_BIG;
    if (input->encoding == INPUT_BYTES)
        return;
    size_t length = input->end - 2;
    input->end = 0;
    add_utf16(input, input->bytes + 2, length);
}

static bool cannot_read(const char *name, int error, struct diag *diag)
{
    diag_error(diag, STATUS_UNUSABLE, (struct place){.file = name}, "cannot read: %s",
               error_words(error).text);
    return false;
}

bool input_open(struct input *input, const char *path, struct diag *diag)
{
    struct stat status;

    *input = (struct input){.name = path, .descriptor = STDIN_FILENO};
    buffer_init(&input->units);
    if (strcmp(path, "-") != 0)
        input->descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NOCTTY);
    if (input->descriptor < 0)
        return cannot_read(path, errno, diag);
    if (fstat(input->descriptor, &status) == 0 && S_ISDIR(status.st_mode)) {
        close(input->descriptor);
        return cannot_read(path, EISDIR, diag);
    }
    byte_source_init(&input->source, input->descriptor);
    find_encoding(input);
    return true;
}

/* ---- lines ---- */

/*
 * The end of a line: the offset of '\n' from `start`.  False, and all bytes that
 * there are in *length, where the line does not end in them.
 */
static bool find_line_end(struct input *input, size_t *length)
{
    size_t searched = 0;

    for (;;) {
        size_t have = input->end - input->start;
        const char *from = input->bytes + input->start;
        const char *hit = have > searched ? memchr(from + searched, '\n', have - searched) : NULL;
        *length = hit ? (size_t)(hit - from) : have;
        if (hit)
            return true;
        if (input->at_end || have >= LONGEST_LINE)
            return false;
        searched = have;
        fill(input);
    }
}

/* So that who reads a line may look at those behind it. */
static void read_ahead(struct input *input)
{
    while (!input->at_end && input->end - input->start < READ_AHEAD)
        fill(input);
}

bool input_line(struct input *input, struct text *line)
{
    size_t length;

    read_ahead(input);
    bool whole = find_line_end(input, &length);

    while (input->skipping) {
        input->start += length + whole;
        input->skipping = !whole && !input->at_end;
        if (!whole && input->at_end)
            return false;
        whole = find_line_end(input, &length);
    }
    if (!whole && !length)
        return false;
    *line = (struct text){input->bytes + input->start, length};
    input->start += length + whole;
    input->line++;
    if (!whole && !input->at_end) {
        input->skipping = true;
        input->cut_lines++;
    }
    return true;
}

struct text input_buffered(const struct input *input)
{
    if (input->skipping)
        return (struct text){input->bytes, 0};
    return (struct text){input->bytes + input->start, input->end - input->start};
}

void input_skip(struct input *input, size_t bytes, size_t lines)
{
    input->start += bytes;
    input->line += lines;
}

void input_rest(struct input *input, struct buffer *rest, size_t limit)
{
    while (rest->length < limit) {
        buffer_append(rest, input->bytes + input->start, input->end - input->start);
        input->start = input->end;
        if (input->at_end)
            return;
        fill(input);
    }
}

bool input_close(struct input *input, struct diag *diag)
{
    int error = input->source.error;
    const char *problem = input->source.problem;

    if (input->descriptor != STDIN_FILENO)
        close(input->descriptor);
    byte_source_release(&input->source);
    memory_release(input->bytes);
    buffer_release(&input->units);
    input->bytes = NULL;
    if (problem)
        diag_error(diag, STATUS_UNUSABLE, (struct place){.file = input->name}, "%s", problem);
    return !problem && (!error || cannot_read(input->name, error, diag));
}
