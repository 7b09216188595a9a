#include "shape.h"

#include <string.h>

struct shape_name {
    const char *name;
    enum shape_field field;
    enum shape_step_kind kind;
};

static const struct shape_name names[] = {
    {"skip",       SHAPE_SKIP,       STEP_UNTIL  },
    {"status",     SHAPE_STATUS,     STEP_DIGITS },
    {"bytes",      SHAPE_BYTES,      STEP_DIGITS },
    {"latency",    SHAPE_LATENCY,    STEP_DECIMAL},
    {"connect",    SHAPE_CONNECT,    STEP_DECIMAL},
    {"processing", SHAPE_PROCESSING, STEP_DECIMAL},
    {"waiting",    SHAPE_WAITING,    STEP_DECIMAL},
    {"time",       SHAPE_TIME,       STEP_UNTIL  },
    {"path",       SHAPE_PATH,       STEP_UNTIL  },
};

static const struct shape_name *find_name(struct text name)
{
    for (size_t i = 0; i < sizeof names / sizeof names[0]; i++)
        if (text_is(name, names[i].name))
            return &names[i];
    return NULL;
}

/* {latency:ms}: the unit behind the colon, in milliseconds. */
static bool set_unit(struct shape *shape, struct text unit)
{
    if (text_is(unit, "ms"))
        shape->unit_ms = 1;
    else if (text_is(unit, "s"))
        shape->unit_ms = 1000;
    else if (text_is(unit, "us"))
        shape->unit_ms = 0.001;
    else
        return false;
    return true;
}

static bool parse_field(struct shape *shape, struct text source, size_t *at, const char **problem)
{
    size_t close = text_find_byte(text_from(source, *at), '}');
    struct text inside = {source.start + *at + 1, close - 1};
    size_t colon = text_find_byte(inside, ':');
    const struct shape_name *name = find_name((struct text){inside.start, colon});

    if (*at + close >= source.length) {
        *problem = "this { is not closed; write {name}";
        return false;
    }
    if (!name) {
        *problem = "no field of a request has this name; use skip, status, bytes, latency, "
                   "connect, processing, waiting, time or path";
        return false;
    }
    if (colon < inside.length && !set_unit(shape, text_from(inside, colon + 1))) {
        *problem = "the unit of a time is s, ms or us";
        return false;
    }
    *at += close + 1;
    struct shape_step *step = &shape->steps[shape->count++];
    step->kind = name->kind;
    step->field = name->field;
    shape->has[step->field] = true;
    return true;
}

static void parse_literal(struct shape *shape, struct text source, size_t *at)
{
    struct shape_step *step = &shape->steps[shape->count++];

    step->kind = STEP_LITERAL;
    while (*at < source.length && source.start[*at] != '{' && source.start[*at] != ' ' &&
           step->length < sizeof step->literal) {
        if (source.start[*at] == '\\' && *at + 1 < source.length) {
            step->literal[step->length++] =
                source.start[*at + 1] == 't' ? '\t' : source.start[*at + 1];
            *at += 2;
        } else {
            step->literal[step->length++] = source.start[(*at)++];
        }
    }
}

/* What an UNTIL goes up to is known once the whole shape is. */
static void find_stops(struct shape *shape)
{
    for (size_t i = 0; i < shape->count; i++) {
        struct shape_step *step = &shape->steps[i];
        if (step->kind != STEP_UNTIL)
            continue;
        if (i + 1 == shape->count) {
            step->kind = STEP_REST;
            continue;
        }
        const struct shape_step *next = &shape->steps[i + 1];
        step->length = next->kind == STEP_LITERAL ? next->length : 1;
        memcpy(step->literal, next->kind == STEP_LITERAL ? next->literal : " ", step->length);
        if (step->field != SHAPE_PATH)
            continue;
        step->kind = STEP_BEFORE_LAST;
        for (size_t k = i + 1; k < shape->count; k++)
            step->separators += shape->steps[k].kind == STEP_LITERAL &&
                                shape->steps[k].length == step->length &&
                                memcmp(shape->steps[k].literal, step->literal, step->length) == 0;
    }
}

bool shape_parse(struct shape *shape, struct text source, size_t *offset, const char **problem)
{
    size_t at = 0;

    *shape = (struct shape){.unit_ms = 1};
    while (at < source.length) {
        *offset = at;
        if (shape->count == SHAPE_MOST_STEPS) {
            *problem = "this shape has too many parts";
            return false;
        }
        if (source.start[at] == '{') {
            if (!parse_field(shape, source, &at, problem))
                return false;
        } else if (source.start[at] == ' ') {
            shape->steps[shape->count++].kind = STEP_BLANKS;
            while (at < source.length && source.start[at] == ' ')
                at++;
        } else {
            parse_literal(shape, source, &at);
        }
    }
    if (!shape->has[SHAPE_LATENCY]) {
        *offset = 0;
        *problem = "a request needs a {latency:UNIT}";
        return false;
    }
    find_stops(shape);
    return true;
}

/* "ESC [ 0 ; 3 4 m", and what is left of one that was cut. */
static const char *skip_escapes(const char *at, const char *end)
{
    while (end - at >= 2 && at[0] == '\x1b' && at[1] == '[') {
        const char *p = at + 2;
        while (p < end && (byte_is_digit(*p) || *p == ';'))
            p++;
        if (p == end || *p != 'm')
            break;
        at = p + 1;
    }
    return at;
}

static const char *trim_escapes(const char *start, const char *end)
{
    for (;;) {
        while (end > start && byte_is_blank(end[-1]))
            end--;
        if (end == start ||
            (end[-1] != 'm' && end[-1] != ';' && !byte_is_digit(end[-1]) && end[-1] != '['))
            return end;
        const char *p = end;
        /* Where collectors took the ESC off, the end of a colour is known all the same. */
        if (end - start >= 3 && memcmp(end - 3, "[0m", 3) == 0 &&
            (end - start == 3 || end[-4] != '\x1b')) {
            end -= 3;
            continue;
        }
        if (p > start && p[-1] == 'm')
            p--;
        while (p > start && (byte_is_digit(p[-1]) || p[-1] == ';'))
            p--;
        if (p - start < 2 || p[-1] != '[' || p[-2] != '\x1b')
            return end;
        end = p - 2;
    }
}

/* Digits; more than 18 are no figure of a load test. */
static const char *scan_digits(const char *at, const char *end, uint64_t *value)
{
    const char *start = at;
    uint64_t sum = 0;

    while (at < end && byte_is_digit(*at))
        sum = sum * 10 + (uint64_t)(*at++ - '0');
    *value = sum;
    return at > start && at - start <= 18 ? at : NULL;
}

static const char *scan_decimal(const char *at, const char *end, struct shape_number *number)
{
    const char *start = at;

    number->decimals = 0;
    at = scan_digits(at, end, &number->digits);
    if (!at || at == end || (*at != '.' && *at != ',') || at + 1 == end || !byte_is_digit(at[1]) ||
        at - start > 9)
        return at;
    const char *point = at++;
    while (at < end && byte_is_digit(*at))
        number->digits = number->digits * 10 + (uint64_t)(*at++ - '0');
    number->decimals = (unsigned)(at - point - 1);
    return number->decimals <= 6 ? at : NULL;
}

static void keep(struct request *request, enum shape_field field, const char *from, const char *to)
{
    struct text text = {from, (size_t)(to - from)};

    if (field == SHAPE_PATH)
        request->path = text;
    else if (field == SHAPE_TIME)
        request->time = text;
}

static const char *find_literal(const struct shape_step *step, const char *at, const char *end)
{
    while (at < end) {
        at = memchr(at, step->literal[0], (size_t)(end - at));
        if (!at || (size_t)(end - at) < step->length)
            return NULL;
        if (memcmp(at, step->literal, step->length) == 0)
            return at;
        at++;
    }
    return NULL;
}

/* The place from which on the literal comes `separators` times. */
static const char *find_last(const struct shape_step *step, const char *at, const char *end)
{
    size_t left = step->separators;
    const char *p = end;

    while (left && (size_t)(p - at) >= step->length) {
        p--;
        if ((size_t)(end - p) >= step->length && memcmp(p, step->literal, step->length) == 0)
            left--;
    }
    return left ? NULL : p;
}

static const char *take_step(const struct shape_step *step, const char *at, const char *end,
                             struct request *request)
{
    const char *stop;
    uint64_t digits;

    switch (step->kind) {
    case STEP_LITERAL:
        if ((size_t)(end - at) < step->length || memcmp(at, step->literal, step->length) != 0)
            return NULL;
        return at + step->length;
    case STEP_BLANKS:
        while (at < end && (*at == ' ' || *at == '\t'))
            at++;
        return at;
    case STEP_DIGITS:
        at = scan_digits(at, end, &digits);
        if (step->field == SHAPE_STATUS)
            request->status = digits < 100000 ? (int)digits : 0;
        else
            request->bytes = digits;
        return at;
    case STEP_DECIMAL:
        return scan_decimal(at, end, &request->times[step->field]);
    case STEP_UNTIL:
    case STEP_BEFORE_LAST:
        stop = step->kind == STEP_UNTIL ? find_literal(step, at, end) : find_last(step, at, end);
        if (stop)
            keep(request, step->field, at, stop);
        return stop;
    case STEP_REST:
        break;
    }
    keep(request, step->field, at, end);
    return end;
}

bool shape_match_steps(const struct shape *shape, struct text line, struct request *request,
                       size_t *start, size_t *ends)
{
    const char *end = trim_escapes(line.start, line.start + line.length);
    const char *at = skip_escapes(line.start, end);

    *start = (size_t)(at - line.start);
    for (size_t i = 0; i < shape->count; i++) {
        at = take_step(&shape->steps[i], at, end, request);
        if (!at)
            return false;
        ends[i] = (size_t)(at - line.start);
    }
    return at == end;
}

bool shape_match(const struct shape *shape, struct text line, struct request *request)
{
    size_t start;
    size_t ends[SHAPE_MOST_STEPS];

    return shape_match_steps(shape, line, request, &start, ends);
}

bool shape_match_rest(const struct shape *shape, size_t first, struct text rest,
                      struct request *request)
{
    const char *end = trim_escapes(rest.start, rest.start + rest.length);
    const char *at = rest.start;

    for (size_t i = first; at && i < shape->count; i++)
        at = take_step(&shape->steps[i], at, end, request);
    return at == end;
}
