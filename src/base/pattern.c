#include "pattern.h"

#include <string.h>

enum {
    MATCH_LIMIT = 100000,
    DEPTH_LIMIT = 5000,
    HEAP_LIMIT_KIB = 4096,
    MOST_GROUPS = 64,
};

static void *allocate(size_t bytes, void *data)
{
    (void)data;
    return memory_allocate(bytes);
}

static void release(void *memory, void *data)
{
    (void)data;
    memory_release(memory);
}

void pattern_engine_init(struct pattern_engine *engine)
{
    engine->general = pcre2_general_context_create(allocate, release, NULL);
    engine->compile = pcre2_compile_context_create(engine->general);
    engine->match = pcre2_match_context_create(engine->general);
    engine->data = pcre2_match_data_create(MOST_GROUPS, engine->general);
    pcre2_set_match_limit(engine->match, MATCH_LIMIT);
    pcre2_set_depth_limit(engine->match, DEPTH_LIMIT);
    pcre2_set_heap_limit(engine->match, HEAP_LIMIT_KIB);
}

void pattern_engine_release(struct pattern_engine *engine)
{
    pcre2_match_data_free(engine->data);
    pcre2_match_context_free(engine->match);
    pcre2_compile_context_free(engine->compile);
    pcre2_general_context_free(engine->general);
}

pcre2_code *pattern_compile(struct pattern_engine *engine, const char *source, size_t *offset,
                            struct arena *arena, const char **problem)
{
    int error;
    uint32_t options = PCRE2_ANCHORED | PCRE2_CASELESS | PCRE2_DUPNAMES | PCRE2_NEVER_BACKSLASH_C;
    pcre2_code *code = pcre2_compile((PCRE2_SPTR)source, PCRE2_ZERO_TERMINATED, options, &error,
                                     offset, engine->compile);

    if (!code) {
        PCRE2_UCHAR message[200];
        pcre2_get_error_message(error, message, sizeof message);
        *problem = arena_copy_string(arena, (const char *)message);
        return NULL;
    }
    return code;
}

bool pattern_make_fast(pcre2_code *code)
{
    return pcre2_jit_compile(code, PCRE2_JIT_COMPLETE) == 0;
}

void pattern_release(pcre2_code *code)
{
    pcre2_code_free(code);
}

static enum match match_of(int result)
{
    if (result >= 0)
        return MATCH_YES;
    return result == PCRE2_ERROR_NOMATCH ? MATCH_NO : MATCH_RUNAWAY;
}

enum match pattern_match(struct pattern_engine *engine, const pcre2_code *code, struct text line)
{
    return match_of(
        pcre2_match(code, (PCRE2_SPTR)line.start, line.length, 0, 0, engine->data, engine->match));
}

enum match pattern_match_fast(struct pattern_engine *engine, const pcre2_code *code,
                              struct text line)
{
    return match_of(pcre2_jit_match(code, (PCRE2_SPTR)line.start, line.length, 0, 0, engine->data,
                                    engine->match));
}

bool pattern_group(const struct pattern_engine *engine, struct text line, unsigned group,
                   struct text *text)
{
    const PCRE2_SIZE *offsets = pcre2_get_ovector_pointer(engine->data);

    if (group >= pcre2_get_ovector_count(engine->data) || offsets[2 * group] == PCRE2_UNSET ||
        offsets[2 * group + 1] < offsets[2 * group])
        return false;
    *text =
        (struct text){line.start + offsets[2 * group], offsets[2 * group + 1] - offsets[2 * group]};
    return true;
}

static const struct macro *find_macro(struct text name, const struct macro *macros, size_t count)
{
    for (size_t i = 0; i < count; i++)
        if (text_is(name, macros[i].name))
            return &macros[i];
    return NULL;
}

/* {name}, where name begins with a letter: {2,3} and \x{a0} are PCRE2's own. */
static size_t macro_length(struct text source, size_t at)
{
    size_t end = at + 1;

    if (source.start[at] != '{' || end >= source.length || !byte_is_letter(source.start[end]))
        return 0;
    while (end < source.length && (byte_is_letter(source.start[end]) || source.start[end] == '_'))
        end++;
    return end < source.length && source.start[end] == '}' ? end - at + 1 : 0;
}

/* A backslash and what belongs to it; \x{…} and \p{…} keep their braces. */
static size_t escape_length(struct text source, size_t at)
{
    if (at + 1 >= source.length)
        return 1;
    if (at + 2 < source.length && strchr("xpPo", source.start[at + 1]) &&
        source.start[at + 2] == '{') {
        size_t close = text_find_byte(text_from(source, at), '}');
        return at + close < source.length ? close + 1 : 2;
    }
    return 2;
}

bool pattern_expand(struct buffer *expanded, struct text source, const struct macro *macros,
                    size_t macro_count, size_t *offset)
{
    bool in_class = false;

    for (size_t at = 0; at < source.length;) {
        char byte = source.start[at];
        size_t length = in_class ? 0 : macro_length(source, at);
        if (byte == '\\') {
            length = escape_length(source, at);
            buffer_append(expanded, source.start + at, length);
            at += length;
        } else if (length) {
            struct text name = {source.start + at + 1, length - 2};
            const struct macro *macro = find_macro(name, macros, macro_count);
            if (!macro) {
                *offset = at;
                return false;
            }
            buffer_append_string(expanded, macro->pattern);
            at += length;
        } else if (byte == ' ' && !in_class) {
            buffer_append_string(expanded, "\\h+");
            at++;
        } else {
            in_class = byte == '[' || (in_class && byte != ']');
            buffer_append_byte(expanded, byte);
            at++;
        }
    }
    return true;
}

/* Whether what stands at `at` makes the byte before it optional or repeated. */
static bool is_quantifier(char byte)
{
    return byte == '?' || byte == '*' || byte == '{';
}

/* Past the opening of a group that must take part: "(?<name>", "(?:", "(". */
static const char *enter_group(const char *at)
{
    size_t close = 0;
    int depth = 0;

    for (const char *p = at; *p && !close; p++) {
        if (*p == '\\' && p[1])
            p++;
        else if (*p == '[' || (*p == '|' && depth == 1))
            return NULL;
        else if (*p == '(')
            depth++;
        else if (*p == ')' && --depth == 0)
            close = (size_t)(p - at);
    }
    if (!close || is_quantifier(at[close + 1]))
        return NULL;
    if (strncmp(at, "(?:", 3) == 0)
        return at + 3;
    if (strncmp(at, "(?<", 3) == 0 && byte_is_letter(at[3])) {
        const char *name_end = strchr(at, '>');
        return name_end ? name_end + 1 : NULL;
    }
    return at[1] == '?' ? NULL : at + 1;
}

/* The last byte of the class that opens at `at`; a bracket right behind the opening is a member. */
static const char *class_end(const char *at)
{
    const char *p = at + 1;

    if (*p == '^')
        p++;
    if (*p == ']')
        p++;
    while (*p && *p != ']')
        p += *p == '\\' && p[1] ? 2 : 1;
    return *p ? p : p - 1;
}

size_t pattern_literal_prefix(const char *expanded, char *prefix, size_t size)
{
    const char *at = expanded;
    size_t length = 0;

    /* With alternatives at the top there is no common beginning. */
    int depth = 0;
    for (const char *p = at; *p; p++) {
        if (*p == '\\' && p[1])
            p++;
        else if (*p == '[')
            p = class_end(p);
        else if (*p == '(')
            depth++;
        else if (*p == ')')
            depth--;
        else if (*p == '|' && depth == 0)
            return 0;
    }
    if (*at == '^')
        at++;
    while (length + 1 < size) {
        char byte = *at;
        size_t used = 1;
        if (byte == '(') {
            at = enter_group(at);
            if (!at)
                break;
            continue;
        }
        if (byte == '\\' && at[1] && !byte_is_letter(at[1]) && !byte_is_digit(at[1])) {
            byte = at[1];
            used = 2;
        } else if (!byte || strchr("\\.[])|^$?*+{", byte)) {
            break;
        }
        if (is_quantifier(at[used]))
            break;
        prefix[length++] = byte_lower(byte);
        at += used;
        if (*at == '+')
            break;
    }
    prefix[length] = '\0';
    return length;
}
