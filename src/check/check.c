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
    for (size_t i = 0; check_at(i); i++) {
        if (check_at(i)->find && check_at(i)->scope == scope)
            run_check(draft, check_at(i));
    }
}

void look_at_used(struct inspection *inspection,
                  void (*look)(struct inspection *, size_t, const struct run *))
{
    const struct group *group = inspected_group(inspection);
    for (size_t i = 0; i < group->used_count; i++)
        look(inspection, group->used[i], group_used_run(inspection->draft->analysis, group, i));
}

/*
 * The figures of a combined run need not agree: rates
 * added up, and the longest time.  Those of its parts must; the first that does not speaks for all.
 */
void look_at_logs(struct inspection *inspection,
                  void (*look)(struct inspection *, size_t, const struct run *))
{
    const struct group *group = inspected_group(inspection);
    size_t before = inspection->draft->finding_count;
    if (group->part_count == 0)
        look_at_used(inspection, look);
    for (size_t i = 0; i < group->part_count && inspection->draft->finding_count == before; i++)
        look(inspection, group->used[0], group->parts[i]);
}

const struct summary *inspected_primary(const struct inspection *inspection)
{
    const struct metric *primary = inspection->draft->analysis->primary;
    return primary ? group_summary(inspected_group(inspection), primary) : NULL;
}
