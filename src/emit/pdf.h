/*
 * What tests of the PDF emitter may choose.
 */
#ifndef LOADSTAT_EMIT_PDF_H
#define LOADSTAT_EMIT_PDF_H

#include <stdbool.h>

#include "emit.h"

struct pdf_choices {
    /* Folders in which DejaVuSans.ttf is looked for; NULL ends the list.  Without
     * the font it is Helvetica, and what WinAnsi does not know is marked "?". */
    const char *const *font_folders;
    bool compressed;
};

/* emit_pdf() with choices of one's own. */
bool emit_pdf_as_chosen(struct output *output, const struct emit_context *context,
                        const struct pdf_choices *choices);

#endif
