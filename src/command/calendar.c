#define _XOPEN_SOURCE 700 /* strptime() */

#include "option_table.h"

#include <string.h>
#include <time.h>

#include "../base/text.h"

/* What follows a day: nothing, or "T10:15:33" with or without seconds and "Z" or "+02:00". */
static bool is_clock(const char *text)
{
    struct tm parts = {0};
    const char *rest;

    if (!*text)
        return true;
    if ((*text != 'T' && *text != ' ') || !byte_is_digit(text[1]))
        return false;
    rest = strptime(text + 1, "%H:%M:%S", &parts);
    if (!rest)
        rest = strptime(text + 1, "%H:%M", &parts);
    if (!rest || !*rest || strcmp(rest, "Z") == 0)
        return rest != NULL;
    if (*rest != '+' && *rest != '-')
        return false;
    rest = byte_is_digit(rest[1]) ? strptime(rest + 1, "%H:%M", &parts) : NULL;
    return rest && !*rest;
}

bool is_date(const char *text)
{
    static const int days[] = {31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31};
    struct tm parts = {0};
    const char *rest = byte_is_digit(*text) ? strptime(text, "%Y-%m-%d", &parts) : NULL;

    if (!rest || rest - text != (ptrdiff_t)strlen("2026-03-02"))
        return false;
    int year = parts.tm_year + 1900;
    bool leap = (year % 4 == 0 && year % 100 != 0) || year % 400 == 0;
    int last = parts.tm_mon == 1 && leap ? 29 : days[parts.tm_mon];
    return parts.tm_mday <= last && is_clock(rest);
}
