#include "check.h"

#include <string.h>

/* In the order of their notes. */
static const struct check_list *const lists[] = {
    &failures_checks,      &failures_differ_checks, &contradictions_checks, &usable_runs_checks,
    &copies_checks,        &scatter_checks,         &run_order_checks,      &unlike_runs_checks,
    &spread_checks,        &unlike_sides_checks,    &unproven_checks,       &latency_caveats_checks,
    &assumed_names_checks, &log_warnings_checks,
};

const struct check *check_at(size_t number)
{
    for (size_t i = 0; i < sizeof lists / sizeof *lists; i++) {
        if (number < lists[i]->count)
            return lists[i]->checks[number];
        number -= lists[i]->count;
    }
    return NULL;
}

size_t check_number(const char *code)
{
    size_t number = 0;
    for (const struct check *check; (check = check_at(number)); number++) {
        if (strcmp(check->code, code) == 0)
            break;
    }
    return number;
}

const struct check *check_find(const char *code)
{
    return check_at(check_number(code));
}
