#include "name.h"

#include <stddef.h>
#include <string.h>

static const char *const kind_words[NAME_KINDS] = {
    [NAME_ARGUMENT] = "argument", [NAME_FOLDER] = "folder",   [NAME_STEM] = "stem",
    [NAME_HEADING] = "heading",   [NAME_RULER] = "ruler",     [NAME_LINE] = "line",
    [NAME_MARK] = "mark",         [NAME_SUMMARY] = "summary", [NAME_CELL] = "cell",
    [NAME_COLUMN] = "column",     [NAME_PREFIX] = "prefix",   [NAME_COMMAND] = "command",
};

const char *name_kind_word(enum name_kind kind)
{
    return kind_words[kind];
}

bool name_kind_find(const char *word, enum name_kind *kind)
{
    for (size_t i = 0; i < NAME_KINDS; i++) {
        if (strcmp(kind_words[i], word) == 0) {
            *kind = (enum name_kind)i;
            return true;
        }
    }
    return false;
}
