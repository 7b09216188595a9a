#include "path_pattern.h"

#include <string.h>

#include "../base/text.h"

/*
 * A pattern and a path from some place on.  Behind each field the pattern holds
 * plain text up to the next field; the first place where that text fits is
 * where the field ends, and if what follows does not fit there, the next one.
 */
struct matcher {
    struct text fields[MOST_PATH_FIELDS]; /* what stood in their place */
    size_t steps;                         /* that may still be tried */
    bool counts_are_numbers;              /* {run} and its like take digits only */
};

/* Hostile patterns try every division of a path; no honest one needs many. */
enum { MOST_STEPS = 20000 };

static bool match_here(struct matcher *matcher, const char *pattern, struct text path,
                       size_t field);

/* Fields that are numbers where they can be, so that "web12" is {label}{run} as web and 12. */
static bool is_count(struct text key)
{
    static const char *const keys[] = {"run", "concurrency", "requests", "duration_s"};

    for (size_t i = 0; i < sizeof keys / sizeof *keys; i++)
        if (text_is(key, keys[i]))
            return true;
    return false;
}

static bool match_field(struct matcher *matcher, struct text key, struct text path, size_t field)
{
    const char *behind = key.start + key.length + 1;
    bool digits = matcher->counts_are_numbers && is_count(key);

    if (field >= MOST_PATH_FIELDS)
        return false;
    for (size_t length = 1; length <= path.length && path.start[length - 1] != '/'; length++) {
        if (digits && !byte_is_digit(path.start[length - 1]))
            return false;
        if (matcher->steps-- == 0)
            return false;
        matcher->fields[field] = (struct text){path.start, length};
        if (match_here(matcher, behind, text_from(path, length), field + 1))
            return true;
        if (matcher->steps == 0)
            return false;
    }
    return false;
}

static bool match_here(struct matcher *matcher, const char *pattern, struct text path, size_t field)
{
    for (; *pattern; pattern++) {
        const char *close = *pattern == '{' ? strchr(pattern, '}') : NULL;
        if (close)
            return match_field(matcher, (struct text){pattern + 1, (size_t)(close - pattern - 1)},
                               path, field);
        if (!path.length || path.start[0] != *pattern)
            return false;
        path = text_from(path, 1);
    }
    return path.length == 0;
}

/* The names between the braces, in order, beside what they matched. */
static void list_fields(const char *pattern, const struct matcher *matcher,
                        struct path_fields *fields, struct arena *arena)
{
    const char *close;

    fields->count = 0;
    for (; (pattern = strchr(pattern, '{')) && (close = strchr(pattern, '}')); pattern = close) {
        struct text key = {pattern + 1, (size_t)(close - pattern - 1)};
        fields->items[fields->count] = (struct name_text){
            text_copy(arena, key), text_copy(arena, matcher->fields[fields->count])};
        fields->count++;
    }
}

/* Where the last parts of the path begin, as many as the pattern has; NULL: it has fewer. */
static const char *last_parts(const char *pattern, const char *path)
{
    const char *start = path + strlen(path);
    size_t slashes = 0;

    for (; *pattern; pattern++)
        slashes += *pattern == '/';
    while (start > path) {
        if (start[-1] == '/' && slashes-- == 0)
            break;
        start--;
    }
    return start;
}

bool path_pattern_match(const char *pattern, const char *path, struct path_fields *fields,
                        struct arena *arena)
{
    struct matcher matcher = {.steps = MOST_STEPS, .counts_are_numbers = true};
    struct text end = text_of(last_parts(pattern, path));

    if (path_pattern_fault(pattern))
        return false;
    if (!match_here(&matcher, pattern, end, 0)) {
        matcher = (struct matcher){.steps = MOST_STEPS};
        if (!match_here(&matcher, pattern, end, 0))
            return false;
    }
    list_fields(pattern, &matcher, fields, arena);
    return true;
}

const char *path_pattern_fault(const char *pattern)
{
    size_t fields = 0;

    for (; *pattern; pattern++) {
        if (*pattern == '}')
            return "a '}' without its '{'";
        if (*pattern != '{')
            continue;
        const char *close = strchr(pattern, '}');
        if (!close)
            return "a '{' without its '}'";
        if (close == pattern + 1)
            return "a field without a name";
        if (memchr(pattern + 1, '{', (size_t)(close - pattern - 1)) ||
            memchr(pattern + 1, '/', (size_t)(close - pattern - 1)))
            return "a field's name holds a '{' or a '/'";
        if (++fields > MOST_PATH_FIELDS)
            return "more than 16 fields";
        pattern = close;
    }
    return fields ? NULL : "it has no field, such as {label}";
}
