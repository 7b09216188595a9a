#include "finding.h"

#include <stdarg.h>

void finding_add(struct draft *draft, struct finding finding)
{
    draft->findings = arena_grow(draft->arena, draft->findings, draft->finding_count,
                                 &draft->finding_capacity, sizeof *draft->findings);
    draft->findings[draft->finding_count++] = finding;
}

void finding_inform(struct draft *draft, const char *code, size_t group, const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    finding_add(draft, (struct finding){
                           .code = code,
                           .severity = NOTE_INFORMS,
                           .blocks_as = VERDICT_INVALID,
                           .group = group,
                           .baseline = NO_GROUP,
                           .run = NO_RUN,
                           .detail = arena_vformat(draft->arena, format, arguments),
                       });
    va_end(arguments);
}

static bool concerns(const struct finding *finding, struct pair pair, const struct metric *metric)
{
    if (finding->metric && finding->metric != metric)
        return false;
    if (finding->baseline != NO_GROUP)
        return finding->baseline == pair.baseline && finding->group == pair.group;
    return finding->group == pair.group || finding->group == pair.baseline;
}

const struct finding *finding_that_blocks(const struct draft *draft, struct pair pair,
                                          const struct metric *metric, enum verdict kind)
{
    for (size_t i = 0; i < draft->finding_count; i++) {
        const struct finding *finding = &draft->findings[i];
        bool blocks = finding->severity == NOTE_BLOCKS || finding->blocks_metric;
        if (blocks && finding->blocks_as == kind && concerns(finding, pair, metric) &&
            !settings_accept(draft->settings, finding->code))
            return finding;
    }
    return NULL;
}
