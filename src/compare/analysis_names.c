/*
 * The public names of verdicts and severities.
 */
#include "analysis.h"

const char *verdict_name(enum verdict verdict)
{
    static const char *const names[] = {
        [VERDICT_BETTER] = "better",
        [VERDICT_WORSE] = "worse",
        [VERDICT_EQUIVALENT] = "equivalent",
        [VERDICT_UNDECIDED] = "undecided",
        [VERDICT_NOT_COMPARABLE] = "not_comparable",
        [VERDICT_INVALID] = "invalid",
    };
    return names[verdict];
}

const char *severity_name(enum severity severity)
{
    static const char *const names[] = {
        [NOTE_BLOCKS] = "blocks",
        [NOTE_WARNS] = "warns",
        [NOTE_INFORMS] = "informs",
    };
    return names[severity];
}
