#include "number_notation.h"

void number_notation_learn(struct number_notation *notation, const struct number *number,
                           bool is_count)
{
    switch (number->form) {
    case NUMBER_DECIMAL_COMMA:
        notation->comma_is_decimal = true;
        break;
    case NUMBER_DECIMAL_POINT:
        notation->point_is_decimal = true;
        break;
    case NUMBER_THOUSANDS:
        notation->comma_groups = true;
        break;
    case NUMBER_POINT_GROUPS:
        notation->point_groups = true;
        break;
    case NUMBER_EITHER_COMMA:
        notation->comma_groups |= is_count;
        break;
    case NUMBER_EITHER_POINT:
        notation->counts_in_points |= is_count;
        break;
    case NUMBER_PLAIN:
        break;
    }
}

/* "1,234": 1234, unless commas are decimal elsewhere, or points surely part thousands. */
static bool settle_comma(const struct number_notation *notation, bool *other)
{
    bool points_group =
        (notation->point_groups || notation->counts_in_points) && !notation->point_is_decimal;

    *other = !notation->comma_groups && (notation->comma_is_decimal || points_group);
    return !(notation->comma_groups && notation->comma_is_decimal);
}

/* "1.234": 1.234, unless points part thousands elsewhere, or the decimal sign is a comma. */
static bool settle_point(const struct number_notation *notation, bool *other)
{
    *other = false;
    if (notation->point_is_decimal)
        return !notation->point_groups;
    if (notation->comma_groups)
        return !notation->point_groups;
    *other = notation->point_groups || notation->comma_is_decimal;
    return *other || !notation->counts_in_points;
}

bool number_notation_settle(const struct number_notation *notation, const struct number *number,
                            bool is_count, double *value)
{
    bool other = false;
    bool clear = true;

    if (number->form == NUMBER_EITHER_POINT && is_count)
        other = true;
    else if (number->form == NUMBER_EITHER_POINT)
        clear = settle_point(notation, &other);
    else if (number->form == NUMBER_EITHER_COMMA && !is_count)
        clear = settle_comma(notation, &other);
    *value = other ? number->other : number->value;
    return clear;
}
