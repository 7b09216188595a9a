/*
 * UTF-8: validation, safe copies, and the columns that text takes.
 * utf8proc knows the widths; the locale is never asked.
 */
#ifndef LOADSTAT_BASE_UTF8_H
#define LOADSTAT_BASE_UTF8_H

#include <stdbool.h>
#include <stdint.h>

#include "memory.h"
#include "text.h"

bool utf8_is_valid(struct text text);

/*
 * A copy that is safe to keep and to print: valid UTF-8 (a byte that is none
 * becomes U+FFFD), no control characters (escape sequences, NUL, line ends
 * and direction overrides become one blank), blanks trimmed at both ends.
 */
char *utf8_clean(struct arena *arena, struct text text);

/* Columns on a terminal: 0 for combining marks, 2 for wide characters. */
size_t utf8_width(const char *string);

/* The next character of valid UTF-8; moves *string on.  0 at its end. */
uint32_t utf8_next(const char **string);

/*
 * A line of valid UTF-8 as it is drawn from left to right: words that are
 * written from right to left (Hebrew, Arabic) are turned round, figures and
 * all else stay in place.  The line itself where it holds no such words.  Only
 * so much of Unicode's annex 9 as names in a table need: letters are not
 * joined, brackets not mirrored.
 */
struct text utf8_visual(struct arena *arena, struct text line);

/* Appends the character as UTF-8. */
void utf8_append(struct buffer *buffer, uint32_t character);

#endif
