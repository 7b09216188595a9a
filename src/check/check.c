#include "check.h"

#include <stdarg.h>
#include <string.h>

const struct group *inspected_group(const struct inspection *inspection)
{
    return &inspection->draft->analysis->groups[inspection->group];
}

const struct group *inspected_baseline(const struct inspection *inspection)
{
    return &inspection->draft->analysis->groups[inspection->baseline];
}

static void add_finding(const struct inspection *inspection, enum severity severity,
                        struct subject subject, const char *detail)
{
    finding_add(inspection->draft, (struct finding){
                                       .code = inspection->code,
                                       .severity = severity,
                                       .blocks_as = inspection->check->blocks_as,
                                       .group = inspection->group,
                                       .baseline = inspection->baseline,
                                       .run = subject.run,
                                       .metric = subject.metric,
                                       .blocks_metric = subject.blocks_metric,
                                       .line = subject.line,
                                       .detail = detail,
                                   });
}

void found(const struct inspection *inspection, enum severity severity, const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    add_finding(inspection, severity, (struct subject){.run = NO_RUN},
                arena_vformat(inspection->draft->arena, format, arguments));
    va_end(arguments);
}

void found_in_run(const struct inspection *inspection, enum severity severity, size_t run,
                  const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    add_finding(inspection, severity, (struct subject){.run = run},
                arena_vformat(inspection->draft->arena, format, arguments));
    va_end(arguments);
}

void found_about(const struct inspection *inspection, enum severity severity,
                 struct subject subject, const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    add_finding(inspection, severity, subject,
                arena_vformat(inspection->draft->arena, format, arguments));
    va_end(arguments);
}

static void run_check(struct draft *draft, const struct check *check)
{
    struct inspection inspection = {draft, check, check->code, NO_GROUP, NO_GROUP};
    switch (check->scope) {
    case CHECK_GROUP:
        for (size_t g = 0; g < draft->analysis->group_count; g++) {
            inspection.group = g;
            check->find(&inspection);
        }
        break;
    case CHECK_PAIR:
        for (size_t i = 0; i < draft->pair_count; i++) {
            inspection.group = draft->pairs[i].group;
            inspection.baseline = draft->pairs[i].baseline;
            check->find(&inspection);
        }
        break;
    case CHECK_ALL:
    case CHECK_LATE:
        check->find(&inspection);
        break;
    }
}

void checks_run(struct draft *draft, enum check_scope scope)
{
    size_t count;
    const struct check *table = check_table(&count);
    for (size_t i = 0; i < count; i++) {
        if (table[i].find != NULL && table[i].scope == scope)
            run_check(draft, &table[i]);
    }
}

const struct check *check_find(const char *code)
{
    size_t count;
    const struct check *table = check_table(&count);
    for (size_t i = 0; i < count; i++) {
        if (strcmp(table[i].code, code) == 0)
            return &table[i];
    }
    return NULL;
}
