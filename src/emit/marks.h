/*
 * Words that emitters add to a report's own.
 */
#ifndef LOADSTAT_EMIT_MARKS_H
#define LOADSTAT_EMIT_MARKS_H

#include "../report/report.h"

/* "blocks", "warning", "note"; "accepted" where --accept lets the verdict stand. */
const char *note_word(const struct note_line *note);

#endif
