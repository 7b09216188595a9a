/*
 * The public names of verdicts and severities.
 */
#include "analysis.h"

#include <string.h>

const char *verdict_name(unsigned verdict)
{
    static const char *const names[] = {
        [VERDICT_BETTER] = "better",
        [VERDICT_WORSE] = "worse",
        [VERDICT_EQUIVALENT] = "equivalent",
        [VERDICT_UNDECIDED] = "undecided",
        [VERDICT_NOT_COMPARABLE] = "not_comparable",
        [VERDICT_INVALID] = "invalid",
    };
    return verdict < sizeof names / sizeof names[0] ? names[verdict] : NULL;
}

const char *verdict_meant(const char *word)
{
    static const struct {
        const char *word;
        enum verdict verdict;
    } words[] = {
        {"faster",         VERDICT_BETTER        },
        {"slower",         VERDICT_WORSE         },
        {"equal",          VERDICT_EQUIVALENT    },
        {"same",           VERDICT_EQUIVALENT    },
        {"not proven",     VERDICT_UNDECIDED     },
        {"not-proven",     VERDICT_UNDECIDED     },
        {"not comparable", VERDICT_NOT_COMPARABLE},
        {"not-comparable", VERDICT_NOT_COMPARABLE},
    };

    for (size_t i = 0; i < sizeof words / sizeof words[0]; i++)
        if (strcmp(words[i].word, word) == 0)
            return verdict_name(words[i].verdict);
    return NULL;
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
