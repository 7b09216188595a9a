/*
 * Strings in quotation marks, as JSON, logfmt and programming languages write
 * them: lines of a report that were kept as data.
 */
#ifndef LOADSTAT_READ_QUOTED_H
#define LOADSTAT_READ_QUOTED_H

#include <stdbool.h>
#include <stddef.h>

#include "../base/text.h"
#include "../rules/rules.h"

/*
 * Appends what the string says whose opening quotation mark stands right before
 * `rest`, up to its end, or to that of `rest` where it was cut.  Returns the
 * bytes used, with the closing mark.
 */
size_t quoted_decode(struct text rest, char quote, struct buffer *out);

/*
 * Whether strings of the line hold a report: one of them several known lines,
 * or many of them one each, as the elements of an array do.  `lines` is then
 * what they say, line by line.  Keys of objects are left out.
 */
bool quoted_find_report(struct rules *rules, struct text line, struct buffer *lines);

/*
 * Whether the line is what a recorder of terminals keeps of its output, as
 * asciinema does: [0.25, "o", "…"].  `rest` is then behind the quotation mark.
 */
bool quoted_is_recorded(struct text line, struct text *rest);

#endif
