#include "number.h"

#include <assert.h>
#include <math.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { LONGEST_NUMBER = 400 };

/* Powers of ten that a double holds exactly. */
static const double exact_powers[] = {1e0,  1e1,  1e2,  1e3,  1e4,  1e5,  1e6,  1e7,
                                      1e8,  1e9,  1e10, 1e11, 1e12, 1e13, 1e14, 1e15,
                                      1e16, 1e17, 1e18, 1e19, 1e20, 1e21, 1e22};

/*
 * Up to 15 digits and a power of ten up to 22 are both exact, so that one
 * division is correctly rounded (Clinger 1990).  The rest goes to strtod(),
 * which reads a point as decimal since the program never sets a locale.
 */
bool number_scan_plain(struct text text, double *value)
{
    uint64_t digits = 0;
    size_t count = 0;
    size_t decimals = 0;
    size_t i = 0;
    bool negative = false;
    bool point = false;

    if (i < text.length && (text.start[i] == '-' || text.start[i] == '+'))
        negative = text.start[i++] == '-';
    for (; i < text.length; i++) {
        char byte = text.start[i];
        if (byte_is_digit(byte)) {
            digits = digits * 10 + (uint64_t)(byte - '0');
            decimals += point;
            if (++count > 15)
                break;
        } else if (byte == '.' && !point) {
            point = true;
        } else {
            break;
        }
    }
    if (!count)
        return false;
    if (i == text.length && decimals < 23) {
        double magnitude = (double)digits / exact_powers[decimals];
        *value = negative ? -magnitude : magnitude;
        return true;
    }
    if (text.length >= LONGEST_NUMBER)
        return false;
    for (size_t k = 0; k < text.length; k++)
        if (!byte_is_digit(text.start[k]) && !strchr("+-.eE", text.start[k]))
            return false;
    char copy[LONGEST_NUMBER];
    char *end;
    memcpy(copy, text.start, text.length);
    copy[text.length] = '\0';
    double scanned = strtod(copy, &end);
    if (end != copy + text.length || !isfinite(scanned))
        return false;
    *value = scanned;
    return true;
}

/* Where the separators of a number stand. */
struct separators {
    size_t commas, points, others;
    size_t last_comma, last_point;
    bool commas_group; /* one to three digits before the first, three after each */
    bool points_group;
};

/* Whether every `separator` has three digits behind it, and 1 to 3 before the first. */
static bool parts_thousands(struct text digits, char separator, size_t end)
{
    size_t run = 0;
    bool first = true;

    for (size_t i = 0; i <= end; i++) {
        if (i == end || digits.start[i] == separator) {
            if (first ? run < 1 || run > 3 : run != 3)
                return false;
            first = false;
            run = 0;
        } else {
            run++;
        }
    }
    return digits.start[0] != '0';
}

static struct separators find_separators(struct text digits)
{
    struct separators found = {0};

    for (size_t i = 0; i < digits.length; i++) {
        if (digits.start[i] == ',') {
            found.commas++;
            found.last_comma = i;
        } else if (digits.start[i] == '.') {
            found.points++;
            found.last_point = i;
        } else if (!byte_is_digit(digits.start[i])) {
            found.others++;
        }
    }
    if (found.commas)
        found.commas_group = parts_thousands(
            digits, ',',
            found.points && found.last_point > found.last_comma ? found.last_point : digits.length);
    if (found.points)
        found.points_group = parts_thousands(
            digits, '.',
            found.commas && found.last_comma > found.last_point ? found.last_comma : digits.length);
    return found;
}

/* The number with `dropped` left out and `decimal` as its point. */
static bool scan_as(struct text digits, char dropped, char decimal, double *value)
{
    char plain[LONGEST_NUMBER];
    size_t length = 0;

    for (size_t i = 0; i < digits.length; i++) {
        char byte = digits.start[i];
        if (byte != dropped)
            plain[length++] = byte == decimal ? '.' : byte;
    }
    return number_scan_plain((struct text){plain, length}, value);
}

static bool scan_separated(struct text digits, const struct separators *found,
                           struct number *number)
{
    if (found->commas && found->points) {
        bool point_is_last = found->last_point > found->last_comma;
        number->form = point_is_last ? NUMBER_THOUSANDS : NUMBER_POINT_GROUPS;
        if (point_is_last ? found->points > 1 || !found->commas_group
                          : found->commas > 1 || !found->points_group)
            return false;
        return point_is_last ? scan_as(digits, ',', '.', &number->value)
                             : scan_as(digits, '.', ',', &number->value);
    }
    if (found->commas > 1) {
        number->form = NUMBER_THOUSANDS;
        return found->commas_group && scan_as(digits, ',', '.', &number->value);
    }
    if (found->points > 1) {
        number->form = NUMBER_POINT_GROUPS;
        return found->points_group && scan_as(digits, '.', ',', &number->value);
    }
    if (found->commas == 1) {
        if (digits.length == 1)
            return false;
        number->form = found->commas_group ? NUMBER_EITHER_COMMA : NUMBER_DECIMAL_COMMA;
        if (!found->commas_group)
            return scan_as(digits, '\0', ',', &number->value);
        return scan_as(digits, ',', '.', &number->value) &&
               scan_as(digits, '\0', ',', &number->other);
    }
    number->form = found->points_group ? NUMBER_EITHER_POINT : NUMBER_DECIMAL_POINT;
    return number_scan_plain(digits, &number->value) &&
           (!found->points_group || scan_as(digits, '.', ',', &number->other));
}

bool number_scan(struct text text, struct number *number)
{
    bool negative = false;

    text = text_trim(text);
    if (!text.length || text.length >= LONGEST_NUMBER)
        return false;
    *number = (struct number){0};
    if (text.start[0] == '-' || text.start[0] == '+') {
        negative = text.start[0] == '-';
        text = text_from(text, 1);
    }
    if (!text.length || !(byte_is_digit(text.start[0]) || text.start[0] == '.'))
        return false;
    struct separators found = find_separators(text);
    bool scanned = found.others || !(found.commas + found.points)
                       ? number_scan_plain(text, &number->value)
                       : scan_separated(text, &found, number);
    if (!scanned)
        return false;
    if (found.others && found.points)
        number->form = NUMBER_DECIMAL_POINT;
    if (negative) {
        number->value = -number->value;
        number->other = -number->other;
    }
    return true;
}

/* Digits d1d2d3… and exponent of a printed "d.ddde±x". */
static void append_without_exponent(struct buffer *buffer, const char *digits, size_t count,
                                    int exponent)
{
    if (exponent < 0) {
        buffer_append_string(buffer, "0.");
        buffer_append_repeated(buffer, '0', (size_t)(-exponent - 1));
        buffer_append(buffer, digits, count);
        return;
    }
    size_t whole = (size_t)exponent + 1;
    if (count <= whole) {
        buffer_append(buffer, digits, count);
        buffer_append_repeated(buffer, '0', whole - count);
        return;
    }
    buffer_append(buffer, digits, whole);
    buffer_append_byte(buffer, '.');
    buffer_append(buffer, digits + whole, count - whole);
}

static void append_integer(struct buffer *buffer, uint64_t value, size_t decimals)
{
    char digits[24];
    size_t at = sizeof digits;

    for (size_t printed = 0; value || printed <= decimals; printed++) {
        if (printed == decimals && decimals)
            digits[--at] = '.';
        digits[--at] = (char)('0' + value % 10);
        value /= 10;
    }
    buffer_append(buffer, digits + at, sizeof digits - at);
}

/*
 * Figures of logs have few decimals.  n / 10^k is correctly rounded where both
 * are exact, so that the least k that gives the value back is its shortest text.
 */
static bool append_short_decimal(struct buffer *buffer, double value)
{
    enum { MOST_DECIMALS = 6 };
    double magnitude = fabs(value);

    if (magnitude >= 1e9)
        return false;
    for (size_t decimals = 0; decimals <= MOST_DECIMALS; decimals++) {
        double scaled = floor(magnitude * exact_powers[decimals] + 0.5);
        if (scaled / exact_powers[decimals] != magnitude)
            continue;
        if (value < 0)
            buffer_append_byte(buffer, '-');
        append_integer(buffer, (uint64_t)scaled, decimals);
        return true;
    }
    return false;
}

void number_append_shortest(struct buffer *buffer, double value)
{
    char printed[40];
    char digits[24] = {0};
    size_t count = 0;

    assert(isfinite(value));
    if (value == 0) {
        buffer_append_byte(buffer, '0');
        return;
    }
    if (append_short_decimal(buffer, value))
        return;
    if (fabs(value) < 1e15 && value == floor(value)) {
        buffer_append_format(buffer, "%lld", (long long)value);
        return;
    }
    for (int precision = 14; precision <= 16; precision++) {
        snprintf(printed, sizeof printed, "%.*e", precision, value);
        if (strtod(printed, NULL) == value)
            break;
    }
    const char *at = printed;
    if (*at == '-') {
        buffer_append_byte(buffer, '-');
        at++;
    }
    for (; *at && *at != 'e'; at++)
        if (byte_is_digit(*at))
            digits[count++] = *at;
    int exponent = atoi(at + 1);
    while (count > 1 && digits[count - 1] == '0')
        count--;
    if (exponent < -7 || exponent > 20) {
        buffer_append_byte(buffer, digits[0]);
        if (count > 1) {
            buffer_append_byte(buffer, '.');
            buffer_append(buffer, digits + 1, count - 1);
        }
        buffer_append_format(buffer, "e%d", exponent);
        return;
    }
    append_without_exponent(buffer, digits, count, exponent);
}

void number_append_fixed(struct buffer *buffer, double value, int decimals)
{
    assert(isfinite(value));
    size_t start = buffer->length;
    buffer_append_format(buffer, "%.*f", decimals, value);
    /* No "-0.00": a sign belongs to a figure that is there. */
    if (buffer->bytes[start] == '-' &&
        strspn(buffer->bytes + start, "-0.") == buffer->length - start) {
        memmove(buffer->bytes + start, buffer->bytes + start + 1, buffer->length - start);
        buffer->length--;
    }
}

void number_append_significant(struct buffer *buffer, double value, int digits)
{
    assert(isfinite(value) && digits > 0);
    int decimals = digits - 1;
    if (value != 0) {
        char printed[40];
        snprintf(printed, sizeof printed, "%.*e", digits - 1, value);
        decimals = digits - 1 - atoi(strchr(printed, 'e') + 1);
    }
    number_append_fixed(buffer, value, decimals < 0 ? 0 : decimals > 12 ? 12 : decimals);
}

#define KIBI 1024.0
#define MEBI (1024.0 * 1024.0)
#define GIBI (1024.0 * 1024.0 * 1024.0)
#define TEBI (1024.0 * 1024.0 * 1024.0 * 1024.0)

static const struct unit units[] = {
    {"requests",     UNIT_NONE,    1       },
    {"reqs",         UNIT_NONE,    1       },
    {"hits",         UNIT_NONE,    1       },
    {"requests/s",   UNIT_NONE,    1       },
    {"requests/sec", UNIT_NONE,    1       },
    {"req/s",        UNIT_NONE,    1       },
    {"req/sec",      UNIT_NONE,    1       },
    {"reqs/s",       UNIT_NONE,    1       },
    {"rps",          UNIT_NONE,    1       },
    {"trans/sec",    UNIT_NONE,    1       },
    {"#/sec",        UNIT_NONE,    1       },
    {"ms",           UNIT_TIME,    1       },
    {"msec",         UNIT_TIME,    1       },
    {"msecs",        UNIT_TIME,    1       },
    {"millisecond",  UNIT_TIME,    1       },
    {"milliseconds", UNIT_TIME,    1       },
    {"s",            UNIT_TIME,    1000    },
    {"sc",           UNIT_TIME,    1000    },
    {"sec",          UNIT_TIME,    1000    },
    {"secs",         UNIT_TIME,    1000    },
    {"second",       UNIT_TIME,    1000    },
    {"seconds",      UNIT_TIME,    1000    },
    {"us",           UNIT_TIME,    0.001   },
    {"\xc2\xb5s",    UNIT_TIME,    0.001   },
    {"\xce\xbcs",    UNIT_TIME,    0.001   },
    {"ns",           UNIT_TIME,    0.000001},
    {"m",            UNIT_TIME,    60000   },
    {"min",          UNIT_TIME,    60000   },
    {"mins",         UNIT_TIME,    60000   },
    {"minutes",      UNIT_TIME,    60000   },
    {"h",            UNIT_TIME,    3600000 },
    {"B",            UNIT_BYTES,   1       },
    {"byte",         UNIT_BYTES,   1       },
    {"bytes",        UNIT_BYTES,   1       },
    {"K",            UNIT_BYTES,   KIBI    },
    {"KB",           UNIT_BYTES,   KIBI    },
    {"KiB",          UNIT_BYTES,   KIBI    },
    {"Kbytes",       UNIT_BYTES,   KIBI    },
    {"MB",           UNIT_BYTES,   MEBI    },
    {"MiB",          UNIT_BYTES,   MEBI    },
    {"Mbytes",       UNIT_BYTES,   MEBI    },
    {"GB",           UNIT_BYTES,   GIBI    },
    {"GiB",          UNIT_BYTES,   GIBI    },
    {"TB",           UNIT_BYTES,   TEBI    },
    {"TiB",          UNIT_BYTES,   TEBI    },
    {"bytes/sec",    UNIT_RATE,    1       },
    {"bytes/s",      UNIT_RATE,    1       },
    {"B/s",          UNIT_RATE,    1       },
    {"B/sec",        UNIT_RATE,    1       },
    {"Kbytes/sec",   UNIT_RATE,    KIBI    },
    {"kb/s",         UNIT_RATE,    KIBI    },
    {"KB/sec",       UNIT_RATE,    KIBI    },
    {"KiB/s",        UNIT_RATE,    KIBI    },
    {"MB/sec",       UNIT_RATE,    MEBI    },
    {"MB/s",         UNIT_RATE,    MEBI    },
    {"MiB/s",        UNIT_RATE,    MEBI    },
    {"GB/s",         UNIT_RATE,    GIBI    },
    {"GB/sec",       UNIT_RATE,    GIBI    },
    {"%",            UNIT_PERCENT, 1       },
    {"percent",      UNIT_PERCENT, 1       },
    {"ratio",        UNIT_PERCENT, 100     },
    {"per cent",     UNIT_PERCENT, 1       },
    {"thousand",     UNIT_NONE,    1e3     },
    {"million",      UNIT_NONE,    1e6     },
};

enum { LONGEST_UNIT = 24 };

/* "Kbytes / sec" as "Kbytes/sec", in `closed`; other names as they are. */
static struct text without_blanks(struct text name, char closed[LONGEST_UNIT])
{
    size_t length = 0;

    name = text_trim(name);
    if (name.length > LONGEST_UNIT || text_find_byte(name, '/') == name.length)
        return name;
    for (size_t i = 0; i < name.length; i++)
        if (!byte_is_blank(name.start[i]))
            closed[length++] = name.start[i];
    return (struct text){closed, length};
}

const struct unit *unit_find(struct text name)
{
    size_t count = sizeof units / sizeof units[0];

    char closed[LONGEST_UNIT];
    name = without_blanks(name, closed);
    for (size_t i = 0; i < count; i++)
        if (text_is(name, units[i].name))
            return &units[i];
    for (size_t i = 0; i < count; i++)
        if (text_is_ignoring_case(name, units[i].name))
            return &units[i];
    return NULL;
}

double unit_decimal_factor(const struct unit *unit)
{
    double factor = 1;

    if (unit->kind != UNIT_BYTES && unit->kind != UNIT_RATE)
        return unit->factor;
    for (double left = unit->factor; left >= KIBI; left /= KIBI)
        factor *= 1000;
    return factor;
}

/* The e of 1e9 and 1e-3; that of "1 e" is none. */
static bool starts_exponent(struct text text, size_t at)
{
    if (byte_lower(text.start[at]) != 'e' || at == 0 || at + 1 >= text.length)
        return false;
    char next = text.start[at + 1];
    return byte_is_digit(next) || ((next == '-' || next == '+') && at + 2 < text.length &&
                                   byte_is_digit(text.start[at + 2]));
}

bool number_scan_parted_time(struct text text, double *seconds)
{
    static const struct {
        char letter;
        double seconds;
    } parts[] = {
        {'h', 3600},
        {'m', 60  },
        {'s', 1   },
    };
    size_t found = 0;
    double value;

    *seconds = 0;
    for (size_t i = 0; i < sizeof parts / sizeof parts[0] && text.length; i++) {
        size_t digits = 0;
        while (digits < text.length &&
               (byte_is_digit(text.start[digits]) || text.start[digits] == '.'))
            digits++;
        if (digits == text.length || text.start[digits] != parts[i].letter)
            continue;
        if (!number_scan_plain((struct text){text.start, digits}, &value))
            return false;
        *seconds += value * parts[i].seconds;
        text = text_from(text, digits + 1);
        found++;
    }
    return found >= 2 && !text.length;
}

bool number_scan_with_unit(struct text text, double *value, const struct unit **unit)
{
    size_t digits = 0;

    text = text_trim(text);
    while (digits < text.length &&
           (byte_is_digit(text.start[digits]) || strchr("+-.", text.start[digits]) ||
            starts_exponent(text, digits)))
        digits++;
    if (!number_scan_plain((struct text){text.start, digits}, value))
        return false;
    struct text name = text_trim(text_from(text, digits));
    *unit = NULL;
    if (!name.length)
        return true;
    *unit = unit_find(name);
    return *unit != NULL;
}
