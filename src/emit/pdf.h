/*
 * What tests of the PDF emitter may choose.
 */
#ifndef LOADSTAT_EMIT_PDF_H
#define LOADSTAT_EMIT_PDF_H

#include <stdbool.h>

#include "emit.h"

/*
 * emit_pdf() with the folders in which DejaVuSans.ttf is looked for; NULL ends
 * the list.  Without the font it is Helvetica, and what WinAnsi does not know
 * is marked "?".
 */
bool emit_pdf_with_fonts(struct output *output, const struct emit_context *context,
                         const char *const *folders);

#endif
