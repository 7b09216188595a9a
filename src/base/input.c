#include "input.h"

#include <errno.h>
#include <fcntl.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "utf8.h"

enum { BLOCK = 256 * 1024 };

static void fill(struct input *input)
{
    if (input->start > 0) {
        memmove(input->bytes, input->bytes + input->start, input->end - input->start);
        input->end -= input->start;
        input->start = 0;
    }
    if (input->capacity - input->end < BLOCK) {
        input->capacity = input->end + BLOCK;
        input->bytes = memory_resize(input->bytes, input->capacity);
    }
    for (;;) {
        ssize_t got = read(input->descriptor, input->bytes + input->end, BLOCK);
        if (got < 0 && errno == EINTR)
            continue;
        if (got <= 0) {
            input->error = got < 0 ? errno : 0;
            input->at_end = true;
        } else {
            input->end += (size_t)got;
        }
        return;
    }
}

static void find_encoding(struct input *input)
{
    while (!input->at_end && input->end < 3)
        fill(input);
    const unsigned char *first = (const unsigned char *)input->bytes;
    if (input->end >= 3 && memcmp(first, "\xef\xbb\xbf", 3) == 0) {
        input->start = 3;
    } else if (input->end >= 2 && first[0] == 0xff && first[1] == 0xfe) {
        input->start = 2;
        input->encoding = INPUT_UTF16_LITTLE;
    } else if (input->end >= 2 && first[0] == 0xfe && first[1] == 0xff) {
        input->start = 2;
        input->encoding = INPUT_UTF16_BIG;
    }
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
    buffer_init(&input->transcoded);
    if (strcmp(path, "-") != 0)
        input->descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NOCTTY);
    if (input->descriptor < 0)
        return cannot_read(path, errno, diag);
    if (fstat(input->descriptor, &status) == 0 && S_ISDIR(status.st_mode)) {
        close(input->descriptor);
        return cannot_read(path, EISDIR, diag);
    }
    find_encoding(input);
    return true;
}

/* In UTF-16 a byte '\n' may be half of another character; lines begin at whole ones. */
static bool is_line_end(const struct input *input, const char *from, size_t at, size_t have)
{
    switch (input->encoding) {
    case INPUT_UTF16_LITTLE:
        return at % 2 == 0 && at + 1 < have && from[at + 1] == '\0';
    case INPUT_UTF16_BIG:
        return at % 2 == 1 && from[at - 1] == '\0';
    case INPUT_BYTES:
        break;
    }
    return true;
}

/*
 * The end of a line: the offset of '\n' from `start`.  False, and whole
 * characters in *length, where the line does not end in what is there.
 */
static bool find_line_end(struct input *input, size_t *length)
{
    size_t searched = 0;

    for (;;) {
        size_t have = input->end - input->start;
        const char *from = input->bytes + input->start;
        if (input->encoding != INPUT_BYTES && !(input->at_end && have == 1))
            have &= ~(size_t)1;
        while (searched < have) {
            const char *hit = memchr(from + searched, '\n', have - searched);
            if (!hit)
                break;
            *length = (size_t)(hit - from);
            if (is_line_end(input, from, *length, have))
                return true;
            searched = *length + 1;
        }
        searched = have;
        *length = have;
        if (input->at_end || have >= LONGEST_LINE)
            return false;
        fill(input);
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

static struct text from_utf16(struct input *input, struct text bytes)
{
    buffer_clear(&input->transcoded);
    for (size_t at = 0; at + 1 < bytes.length; at += 2) {
        int32_t unit = utf16_unit(input, bytes, at);
        if (unit >= 0xd800 && unit < 0xdc00) {
            int32_t low = utf16_unit(input, bytes, at + 2);
            unit = low >= 0xdc00 && low < 0xe000
                       ? 0x10000 + ((unit - 0xd800) << 10) + (low - 0xdc00)
                       : 0xfffd;
            at += unit >= 0x10000 ? 2 : 0;
        } else if (unit >= 0xdc00 && unit < 0xe000) {
            unit = 0xfffd;
        }
        utf8_append(&input->transcoded, (uint32_t)unit);
    }
    return buffer_text(&input->transcoded);
}

/* In little endian the line end is "\n\0": the zero stands before the next line. */
static void skip_zero_of_line_end(struct input *input)
{
    if (input->encoding != INPUT_UTF16_LITTLE)
        return;
    if (input->start == input->end && !input->at_end)
        fill(input);
    if (input->start < input->end && input->bytes[input->start] == '\0')
        input->start++;
}

bool input_line(struct input *input, struct text *line)
{
    size_t length;
    bool whole = find_line_end(input, &length);

    while (input->skipping) {
        input->start += length + whole;
        if (whole)
            skip_zero_of_line_end(input);
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
    if (input->encoding != INPUT_BYTES) {
        /* The zero of a big-endian line end belongs to the line before it. */
        if (input->encoding == INPUT_UTF16_BIG && whole && length)
            line->length--;
        *line = from_utf16(input, *line);
        if (whole)
            skip_zero_of_line_end(input);
    }
    return true;
}

struct text input_buffered(const struct input *input)
{
    if (input->encoding != INPUT_BYTES || input->skipping)
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
    int error = input->error;

    if (input->descriptor != STDIN_FILENO)
        close(input->descriptor);
    memory_release(input->bytes);
    buffer_release(&input->transcoded);
    input->bytes = NULL;
    return !error || cannot_read(input->name, error, diag);
}
