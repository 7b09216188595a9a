#include "json_objects.h"

#include <string.h>

#include "../base/utf8.h"

enum { LONGEST_LINE = 64 * 1024 };

void json_objects_init(struct json_objects *objects, struct rules *rules, struct arena *arena)
{
    *objects = (struct json_objects){.rules = rules, .arena = arena};
}

bool json_objects_may_hold(struct text line)
{
    return strchr("{}[],\"", line.start[0]) && line.length <= LONGEST_LINE;
}

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

static bool is_member(const struct json_objects *objects, struct text part)
{
    return rules_know_member(objects->rules, part);
}

bool json_objects_has_members(const struct json_objects *objects, struct text line)
{
    struct text part;
    char sign;

    while (next_part(&line, &part, &sign))
        if (is_member(objects, part))
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

const char *json_objects_name(const struct json_objects *objects)
{
    const char *key = NULL;

    for (size_t level = objects->depth; level-- > 0;) {
        if (!key)
            key = objects->keys[level];
        if (!objects->titles[level])
            continue;
        return key ? arena_format(objects->arena, "%s %s", objects->titles[level], key)
                   : objects->titles[level];
    }
    return key;
}

static void open_object(struct json_objects *objects, struct text part)
{
    struct text key;
    struct text value;

    if (objects->depth == OBJECTS_DEEPEST)
        json_objects_forget(objects);
    objects->titles[objects->depth] = NULL;
    objects->keys[objects->depth++] =
        split_member(part, &key, &value) ? utf8_clean(objects->arena, key) : NULL;
}

/* Whether the part is the title of the object whose run is open. */
static bool take_title(struct json_objects *objects, struct text part)
{
    struct text key;
    struct text value;

    if (!split_member(part, &key, &value) || !is_title(key) || !objects->depth ||
        value.length < 3 || value.start[0] != '"' || value.start[value.length - 1] != '"')
        return false;
    objects->titles[objects->depth - 1] =
        utf8_clean(objects->arena, (struct text){value.start + 1, value.length - 2});
    return objects->run && objects->depth == objects->run_depth;
}

/* The brace that closed behind the part before. */
static enum object_event close_object(struct json_objects *objects)
{
    bool ends_run = objects->depth <= objects->run_depth;

    objects->closes = false;
    objects->depth -= objects->depth > 0;
    return ends_run ? OBJECT_ENDED : OBJECT_NOTHING;
}

bool json_objects_next(struct json_objects *objects, struct text *line, struct object_part *part)
{
    char sign;

    *part = (struct object_part){.event = OBJECT_NOTHING};
    if (objects->closes) {
        part->event = close_object(objects);
        return true;
    }
    if (!next_part(line, &part->text, &sign))
        return false;
    objects->closes = sign == '}';
    if (sign == '{') {
        open_object(objects, part->text);
    } else if (is_member(objects, part->text)) {
        part->event = OBJECT_MEMBER;
        part->is_of_another = objects->depth != objects->run_depth;
    } else if (take_title(objects, part->text)) {
        part->event = OBJECT_NAMED;
    }
    return true;
}

void json_objects_begin_run(struct json_objects *objects, const struct run *run)
{
    objects->run = run;
    objects->run_depth = objects->depth;
}

void json_objects_forget(struct json_objects *objects)
{
    objects->depth = 0;
    objects->run = NULL;
}
