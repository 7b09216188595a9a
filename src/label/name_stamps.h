/*
 * Time stamps within names: 20260302_101501, 2026-03-02T10:15:03Z, 02.03.2026,
 * 10:15, seconds since 1970.
 */
#ifndef LOADSTAT_LABEL_NAME_STAMPS_H
#define LOADSTAT_LABEL_NAME_STAMPS_H

#include <stdbool.h>
#include <stddef.h>

#include "../base/text.h"

struct name_stamp {
    size_t length;      /* bytes of all of it */
    size_t date_length; /* of the date that it begins with; 0: a clock time alone */
    char date[16];      /* "2026-03-02"; "" where there is none */
};

/* Whether `text` begins with a stamp that ends where a word may end. */
bool name_stamp_scan(struct text text, struct name_stamp *stamp);

#endif
