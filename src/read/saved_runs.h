/*
 * Runs that the program wrote itself: a line of JSON each, or a document.
 */
#ifndef LOADSTAT_READ_SAVED_RUNS_H
#define LOADSTAT_READ_SAVED_RUNS_H

#include <stdbool.h>

#include "../base/input.h"
#include "../base/text.h"
#include "assembly.h"

struct saved_runs {
    struct assembly *assembly;
    struct input *input;
    bool after_brace; /* the line before was "{", as a document begins */
};

/*
 * Whether the trimmed line, which has a byte at least, is such a run or begins
 * a document of them, which is then read to the end of the file.
 */
bool saved_runs_take(struct saved_runs *saved, struct text line);

#endif
