#include "folder.h"

#include <string.h>

#include "../base/text.h"
#include "../base/utf8.h"

/* Takes the last part off. */
static void go_up(struct buffer *folder)
{
    while (folder->length && folder->bytes[folder->length - 1] != '/')
        folder->length--;
    if (folder->length)
        folder->length--;
}

static void go(struct buffer *folder, struct text path)
{
    struct text part;

    while (text_split(&path, '/', &part)) {
        if (text_is(part, "..")) {
            go_up(folder);
        } else if (part.length && !text_is(part, ".")) {
            if (folder->length)
                buffer_append_byte(folder, '/');
            buffer_append(folder, part.start, part.length);
        }
    }
}

const char *folder_of(struct arena *arena, const char *working, const char *path)
{
    const char *slash = strrchr(path, '/');
    struct buffer folder;

    buffer_init(&folder);
    if (path[0] != '/')
        go(&folder, text_of(working));
    if (slash)
        go(&folder, (struct text){path, (size_t)(slash - path)});
    const char *clean = utf8_clean(arena, (struct text){folder.bytes, folder.length});
    buffer_release(&folder);
    return clean;
}
