#include "objects.h"

#include <string.h>

#include "../base/utf8.h"
#include "reader_state.h"
#include "rows.h"

enum { LONGEST_OBJECT = 64 * 1024 };

/* The end of the part in front: a brace, a bracket or a comma outside of strings. */
static size_t part_length(struct text line)
{
    bool in_string = false;

    for (size_t i = 0; i < line.length; i++) {
        char byte = line.start[i];
        if (in_string && byte == '\\')
            i++;
        else if (byte == '"')
            in_string = !in_string;
        else if (!in_string &&
                 (byte == '{' || byte == '}' || byte == '[' || byte == ']' || byte == ','))
            return i;
    }
    return line.length;
}

/* Takes the next part off the line, with the sign behind it; 0: the line's end. */
static bool next_part(struct text *line, struct text *part, char *sign)
{
    if (!line->length)
        return false;
    size_t length = part_length(*line);
    *part = text_trim((struct text){line->start, length});
    *sign = length < line->length ? line->start[length] : '\0';
    *line = text_from(*line, *sign ? length + 1 : length);
    return true;
}

static bool is_member(struct reader *reader, struct text part)
{
    return part.length && part.start[0] == '"' && rows_is_known(reader, part);
}

static bool has_members(struct reader *reader, struct text line)
{
    struct text part;
    char sign;

    while (next_part(&line, &part, &sign))
        if (is_member(reader, part))
            return true;
    return false;
}

/* The words of the first string in the part, and what stands behind its colon. */
static bool split_member(struct text part, struct text *key, struct text *value)
{
    if (!part.length || part.start[0] != '"')
        return false;
    struct text rest = text_from(part, 1);
    size_t end = text_find_byte(rest, '"');
    if (end == rest.length)
        return false;
    *key = (struct text){rest.start, end};
    rest = text_trim(text_from(rest, end + 1));
    if (!rest.length || rest.start[0] != ':')
        return false;
    *value = text_trim(text_from(rest, 1));
    return true;
}

static bool is_title(struct text key)
{
    return text_is(key, "name") || text_is(key, "label") || text_is(key, "title");
}

/* {"name": "suite", "nginx": {…}} is "suite nginx"; a name of its own is enough. */
static const char *object_name(struct reader *reader)
{
    const struct objects *objects = &reader->objects;
    const char *key = NULL;

    for (size_t level = objects->depth; level-- > 0;) {
        if (!key)
            key = objects->keys[level];
        if (!objects->titles[level])
            continue;
        return key ? arena_format(reader->arena, "%s %s", objects->titles[level], key)
                   : objects->titles[level];
    }
    return key;
}

static void end_run(struct reader *reader)
{
    if (reader->objects.run && reader->builder.run == reader->objects.run)
        reader_close_run(reader);
    reader->objects.run = NULL;
}

static void open_object(struct reader *reader, struct text part)
{
    struct objects *objects = &reader->objects;
    struct text key;
    struct text value;

    if (objects->depth == OBJECTS_DEEPEST)
        objects_forget(reader);
    objects->titles[objects->depth] = NULL;
    objects->keys[objects->depth++] =
        split_member(part, &key, &value) ? utf8_clean(reader->arena, key) : NULL;
}

static void close_object(struct reader *reader)
{
    struct objects *objects = &reader->objects;

    if (objects->depth <= objects->run_depth)
        end_run(reader);
    objects->depth -= objects->depth > 0;
}

static void take_title(struct reader *reader, struct text value)
{
    struct objects *objects = &reader->objects;

    if (!objects->depth || value.length < 3 || value.start[0] != '"' ||
        value.start[value.length - 1] != '"')
        return;
    objects->titles[objects->depth - 1] =
        utf8_clean(reader->arena, (struct text){value.start + 1, value.length - 2});
    if (objects->run && reader->builder.run == objects->run && objects->depth == objects->run_depth)
        reader->builder.hints.mark = object_name(reader);
}

static void take_part(struct reader *reader, struct text part)
{
    struct objects *objects = &reader->objects;
    struct text key;
    struct text value;

    if (is_member(reader, part)) {
        if (objects->depth != objects->run_depth)
            end_run(reader);
        if (!reader_take_known(reader, part, false) || reader->builder.run == objects->run)
            return;
        objects->run = reader->builder.run;
        objects->run_depth = objects->depth;
        const char *name = object_name(reader);
        if (objects->run && name)
            reader->builder.hints.mark = name;
    } else if (split_member(part, &key, &value) && is_title(key)) {
        take_title(reader, value);
    }
}

bool objects_take(struct reader *reader, struct text line)
{
    struct text part;
    char sign;

    if (!strchr("{}[],\"", line.start[0]) || line.length > LONGEST_OBJECT)
        return false;
    bool known = has_members(reader, line);
    while (next_part(&line, &part, &sign)) {
        if (sign == '{') {
            open_object(reader, part);
            continue;
        }
        take_part(reader, part);
        if (sign == '}')
            close_object(reader);
    }
    return known;
}

void objects_forget(struct reader *reader)
{
    reader->objects.depth = 0;
    reader->objects.run = NULL;
}
