/*
 * Checked input: a file or standard input, line by line, in bounded memory,
 * decompressed where it is gzip and in UTF-8 where it was UTF-16.
 */
#ifndef LOADSTAT_BASE_INPUT_H
#define LOADSTAT_BASE_INPUT_H

#include <stdbool.h>
#include <stddef.h>

#include "byte_source.h"
#include "diag.h"
#include "text.h"

/* What stands beyond this in a line is not read. */
enum { LONGEST_LINE = 1024 * 1024 };

struct input {
    const char *name; /* for messages; "-" for standard input */
    int descriptor;
    struct byte_source source;
    char *bytes;
    size_t start; /* of what is not yet given out */
    size_t end;
    size_t capacity;
    size_t line;      /* number of the line given out last, from 1 */
    size_t cut_lines; /* lines longer than LONGEST_LINE */
    bool at_end;
    bool skipping; /* inside the rest of a line that was cut */
    enum { INPUT_BYTES, INPUT_UTF16_LITTLE, INPUT_UTF16_BIG } encoding;
    struct buffer units; /* of UTF-16 that are no whole character yet */
};

/* `path` "-": standard input.  False, with a diagnostic, where it cannot be read. */
bool input_open(struct input *input, const char *path, struct diag *diag);

/*
 * The next line without its end; valid until the next call.  A byte-order mark
 * is taken off, UTF-16 behind one is read as UTF-8.  False at the end.
 */
bool input_line(struct input *input, struct text *line);

/*
 * The bytes that are there already behind the current line: 32 KiB at least,
 * where the input has as many.  input_skip() takes whole lines of them off.
 */
struct text input_buffered(const struct input *input);
void input_skip(struct input *input, size_t bytes, size_t lines);

/* What follows the current line, up to `limit` bytes, taken off the input. */
void input_rest(struct input *input, struct buffer *rest, size_t limit);

/* False, with a diagnostic, where reading failed half-way, or compressed data are damaged. */
bool input_close(struct input *input, struct diag *diag);

#endif
