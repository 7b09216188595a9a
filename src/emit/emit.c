#include "emit.h"

#include <stdio.h>
#include <string.h>

#include "../base/text.h"

static const struct emitter emitters[] = {
    {"text",     ".txt",           false, emit_text    },
    {"markdown", ".md .markdown",  false, emit_markdown},
    {"csv",      ".csv",           false, emit_csv     },
    {"json",     ".json",          false, emit_json    },
    {"jsonl",    ".jsonl .ndjson", false, emit_jsonl   },
    {"pdf",      ".pdf",           true,  emit_pdf     },
};

enum { EMITTER_COUNT = sizeof emitters / sizeof emitters[0] };

const struct emitter *emitter_table(size_t *count)
{
    *count = EMITTER_COUNT;
    return emitters;
}

const char *emitter_name(unsigned i)
{
    return i < EMITTER_COUNT ? emitters[i].name : NULL;
}

const struct emitter *emitter_find(const char *name)
{
    for (size_t i = 0; i < EMITTER_COUNT; i++)
        if (strcmp(emitters[i].name, name) == 0)
            return &emitters[i];
    return NULL;
}

/* "…/report.MD" ends in ".md". */
static bool ends_ignoring_case(struct text file, struct text suffix)
{
    if (file.length <= suffix.length)
        return false;
    file = text_from(file, file.length - suffix.length);
    for (size_t i = 0; i < suffix.length; i++)
        if (byte_lower(file.start[i]) != suffix.start[i])
            return false;
    return true;
}

const struct emitter *emitter_for_file(const char *file)
{
    for (size_t i = 0; i < EMITTER_COUNT; i++) {
        struct text rest = text_of(emitters[i].suffixes);
        struct text suffix;
        while (text_split(&rest, ' ', &suffix))
            if (ends_ignoring_case(text_of(file), suffix))
                return &emitters[i];
    }
    return NULL;
}

const char *emitter_meant(const char *suffix)
{
    char file[16];

    if (snprintf(file, sizeof file, "x.%s", suffix + (*suffix == '.')) >= (int)sizeof file)
        return NULL;
    const struct emitter *emitter = emitter_for_file(file);
    return emitter ? emitter->name : NULL;
}
