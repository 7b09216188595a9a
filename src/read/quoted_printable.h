/*
 * Mail: a body in quoted-printable, with =3D for "=" and lines that go on behind
 * a "=" at their end.
 */
#ifndef LOADSTAT_READ_QUOTED_PRINTABLE_H
#define LOADSTAT_READ_QUOTED_PRINTABLE_H

#include <stdbool.h>

#include "../base/text.h"

struct quoted_printable {
    bool is_on;         /* as a header has said */
    struct buffer line; /* decoded */
    bool goes_on;       /* its end is not there yet */
};

void quoted_printable_init(struct quoted_printable *mail);
void quoted_printable_release(struct quoted_printable *mail);

/*
 * False where the line says nothing by itself: it is the header that names the
 * encoding, or goes on in the next.  Otherwise *line is decoded, where it has to
 * be, and valid until the next call.
 */
bool quoted_printable_take(struct quoted_printable *mail, struct text *line);

#endif
