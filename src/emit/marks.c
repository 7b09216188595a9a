#include "marks.h"

const char *note_word(const struct note_line *note)
{
    static const char *const words[] = {
        [NOTE_BLOCKS] = "blocks a verdict",
        [NOTE_WARNS] = "warning",
        [NOTE_INFORMS] = "note",
    };

    return note->accepted ? "accepted" : words[note->severity];
}
