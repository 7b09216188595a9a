#include "convention.h"

void convention_weigh(struct convention *convention, const struct number *number, bool is_count)
{
    switch (number->form) {
    case NUMBER_DECIMAL_COMMA:
        convention->comma_is_decimal = true;
        break;
    case NUMBER_DECIMAL_POINT:
        convention->point_is_decimal = true;
        break;
    case NUMBER_THOUSANDS:
        convention->comma_groups = true;
        break;
    case NUMBER_POINT_GROUPS:
        convention->point_groups = true;
        break;
    case NUMBER_EITHER_COMMA:
        convention->comma_groups |= is_count;
        break;
    case NUMBER_EITHER_POINT:
        convention->counts_in_points |= is_count;
        break;
    case NUMBER_PLAIN:
        break;
    }
}

/* "1,234": 1234, unless commas are decimal elsewhere, or points surely part thousands. */
static bool settle_comma(const struct convention *convention, bool *other)
{
    bool points_group =
        (convention->point_groups || convention->counts_in_points) && !convention->point_is_decimal;

    *other = !convention->comma_groups && (convention->comma_is_decimal || points_group);
    return !(convention->comma_groups && convention->comma_is_decimal);
}

/* "1.234": 1.234, unless points part thousands elsewhere, or the decimal sign is a comma. */
static bool settle_point(const struct convention *convention, bool *other)
{
    *other = false;
    if (convention->point_is_decimal)
        return !convention->point_groups;
    if (convention->comma_groups)
        return !convention->point_groups;
    *other = convention->point_groups || convention->comma_is_decimal;
    return *other || !convention->counts_in_points;
}

bool convention_settle(const struct convention *convention, const struct number *number,
                       bool is_count, double *value)
{
    bool other = false;
    bool clear = true;

    if (number->form == NUMBER_EITHER_POINT && is_count)
        other = true;
    else if (number->form == NUMBER_EITHER_POINT)
        clear = settle_point(convention, &other);
    else if (number->form == NUMBER_EITHER_COMMA && !is_count)
        clear = settle_comma(convention, &other);
    *value = other ? number->other : number->value;
    return clear;
}
