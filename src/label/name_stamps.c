#include "name_stamps.h"

#include <stdio.h>
#include <string.h>

/* What is left of a text, taken from its front. */
struct scan {
    struct text rest;
    size_t taken;
};

static char scan_peek(const struct scan *scan)
{
    return scan->rest.length ? scan->rest.start[0] : '\0';
}

static void scan_skip(struct scan *scan, size_t bytes)
{
    scan->rest = text_from(scan->rest, bytes);
    scan->taken += bytes;
}

static size_t scan_digit_count(const struct scan *scan)
{
    size_t count = 0;

    while (count < scan->rest.length && byte_is_digit(scan->rest.start[count]))
        count++;
    return count;
}

/* A number of exactly `digits` digits within its bounds, whatever stands behind it. */
static bool scan_number(struct scan *scan, size_t digits, unsigned least, unsigned most,
                        unsigned *value)
{
    *value = 0;
    if (scan_digit_count(scan) < digits)
        return false;
    for (size_t i = 0; i < digits; i++)
        *value = *value * 10 + (unsigned)(scan->rest.start[i] - '0');
    if (*value < least || *value > most)
        return false;
    scan_skip(scan, digits);
    return true;
}

static bool scan_one_of(struct scan *scan, const char *bytes, char *taken)
{
    char byte = scan_peek(scan);

    if (!byte || !strchr(bytes, byte))
        return false;
    *taken = byte;
    scan_skip(scan, 1);
    return true;
}

static bool ends_here(const struct scan *scan)
{
    char byte = scan_peek(scan);

    return !byte_is_digit(byte) && !byte_is_letter(byte);
}

static bool set_date(struct name_stamp *stamp, const struct scan *scan, unsigned year,
                     unsigned month, unsigned day)
{
    snprintf(stamp->date, sizeof stamp->date, "%04u-%02u-%02u", year % 10000, month % 100,
             day % 100);
    stamp->date_length = stamp->length = scan->taken;
    return true;
}

/* 2026-03-02, 2026.03.02, 20260302 */
static bool scan_year_first(struct scan *scan, struct name_stamp *stamp)
{
    unsigned year, month, day;
    char first = '\0', second = '\0';

    if (!scan_number(scan, 4, 1970, 2099, &year))
        return false;
    bool parted = scan_one_of(scan, "-_./", &first);
    if (!scan_number(scan, 2, 1, 12, &month) ||
        (parted && (!scan_one_of(scan, "-_./", &second) || first != second)) ||
        !scan_number(scan, 2, 1, 31, &day))
        return false;
    return set_date(stamp, scan, year, month, day);
}

/* 02.03.2026, 02-03-2026 */
static bool scan_day_first(struct scan *scan, struct name_stamp *stamp)
{
    unsigned year, month, day;
    char first, second;

    if (!scan_number(scan, 2, 1, 31, &day) || !scan_one_of(scan, "-_./", &first) ||
        !scan_number(scan, 2, 1, 12, &month) || !scan_one_of(scan, "-_./", &second) ||
        first != second || !scan_number(scan, 4, 1970, 2099, &year))
        return false;
    return set_date(stamp, scan, year, month, day);
}

/* Years, months and days of a count of days since 1970, by the rule of 400 years. */
static void civil_date(unsigned days, unsigned *year, unsigned *month, unsigned *day)
{
    unsigned shifted = days + 719468; /* since 0000-03-01 */
    unsigned era = shifted / 146097;
    unsigned of_era = shifted % 146097;
    unsigned year_of_era = (of_era - of_era / 1460 + of_era / 36524 - of_era / 146096) / 365;
    unsigned of_year = of_era - (365 * year_of_era + year_of_era / 4 - year_of_era / 100);
    unsigned shifted_month = (5 * of_year + 2) / 153;

    *day = of_year - (153 * shifted_month + 2) / 5 + 1;
    *month = shifted_month < 10 ? shifted_month + 3 : shifted_month - 9;
    *year = year_of_era + era * 400 + (*month <= 2);
}

/* Seconds or milliseconds since 1970, from 2001 to 2033. */
static bool scan_epoch(struct scan *scan, struct name_stamp *stamp)
{
    size_t digits = scan_digit_count(scan);
    unsigned seconds, year, month, day;

    if ((digits != 10 && digits != 13) || !scan_number(scan, 10, 1000000000, 2000000000, &seconds))
        return false;
    scan_skip(scan, digits - 10);
    civil_date(seconds / 86400, &year, &month, &day);
    return set_date(stamp, scan, year, month, day);
}

/* .123, Z, +01:00 */
static void scan_clock_tail(struct scan *scan)
{
    struct scan tail = *scan;
    unsigned hours, minutes;
    char sign;

    if (scan_one_of(&tail, ".,", &sign) && scan_digit_count(&tail)) {
        scan_skip(&tail, scan_digit_count(&tail));
        *scan = tail;
    }
    tail = *scan;
    if (scan_one_of(&tail, "Zz", &sign)) {
        *scan = tail;
    } else if (scan_one_of(&tail, "+-", &sign) && scan_number(&tail, 2, 0, 14, &hours)) {
        scan_one_of(&tail, ":", &sign);
        if (scan_number(&tail, 2, 0, 59, &minutes) && ends_here(&tail))
            *scan = tail;
    }
}

/* 10:15:01, 10-15, 101501: hours and minutes, parted by one of `parts` or by nothing. */
static bool scan_clock(struct scan *scan, const char *parts, bool must_part)
{
    struct scan seconds;
    unsigned value;
    char first = '\0', second = '\0';

    if (!scan_number(scan, 2, 0, 23, &value))
        return false;
    bool parted = scan_one_of(scan, parts, &first);
    if ((must_part && !parted) || !scan_number(scan, 2, 0, 59, &value))
        return false;
    seconds = *scan;
    if ((parted ? scan_one_of(&seconds, parts, &second) && first == second : true) &&
        scan_number(&seconds, 2, 0, 60, &value))
        *scan = seconds;
    scan_clock_tail(scan);
    return ends_here(scan);
}

/* The clock time behind a date, and what parts them. */
static void scan_clock_of_date(struct scan scan, struct name_stamp *stamp)
{
    char between = '\0';
    bool parted = scan_one_of(&scan, "Tt_- ", &between);

    if (scan_clock(&scan, ":.-_h", false) && (parted || scan.taken >= 12))
        stamp->length = scan.taken;
}

bool name_stamp_scan(struct text text, struct name_stamp *stamp)
{
    static bool (*const dates[])(struct scan *, struct name_stamp *) = {
        scan_epoch,
        scan_year_first,
        scan_day_first,
    };
    struct scan scan;

    for (size_t i = 0; i < sizeof dates / sizeof *dates; i++) {
        scan = (struct scan){text, 0};
        *stamp = (struct name_stamp){0};
        if (!dates[i](&scan, stamp))
            continue;
        scan_clock_of_date(scan, stamp);
        scan_skip(&scan, stamp->length - scan.taken);
        if (ends_here(&scan))
            return true;
    }
    scan = (struct scan){text, 0};
    *stamp = (struct name_stamp){0};
    if (!scan_clock(&scan, ":", true))
        return false;
    stamp->length = scan.taken;
    return true;
}
