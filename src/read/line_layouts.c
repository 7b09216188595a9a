#include "line_layouts.h"

#include <string.h>

enum { BLOCK = sizeof(layout_block), FIXED_MOST = LAYOUT_BLOCKS * BLOCK };

/* ---- learning ---- */

struct learning {
    struct line_layout layout;
    struct text line;
    size_t at;
};

static void put(struct learning *learning, layout_block *masks, char byte)
{
    learning->layout.bytes[learning->at / BLOCK][learning->at % BLOCK] = (uint8_t)byte;
    masks[learning->at / BLOCK][learning->at % BLOCK] = 0xff;
    learning->at++;
}

static void put_exact(struct learning *learning, size_t end)
{
    while (learning->at < end)
        put(learning, learning->layout.exact, learning->line.start[learning->at]);
}

static void put_skip(struct learning *learning, size_t end, char stop)
{
    while (learning->at < end)
        put(learning, learning->layout.skip, stop);
}

/* Digits may be others; their number and the point may not. */
static bool put_number(struct learning *learning, size_t end, enum shape_field field)
{
    struct line_layout *layout = &learning->layout;
    struct layout_number number = {.field = field, .start = (unsigned)learning->at};
    bool point = false;

    if (layout->number_count == LAYOUT_NUMBERS)
        return false;
    while (learning->at < end) {
        char byte = learning->line.start[learning->at];
        if (byte_is_digit(byte)) {
            number.decimals += point;
            number.digits += !point;
            put(learning, layout->digit, '0');
        } else {
            point = true;
            put(learning, layout->exact, byte);
        }
    }
    layout->numbers[layout->number_count++] = number;
    return number.digits + number.decimals <= 18;
}

static bool put_step(struct learning *learning, const struct shape_step *step, size_t end)
{
    switch (step->kind) {
    case STEP_LITERAL:
    case STEP_BLANKS:
        put_exact(learning, end);
        return true;
    case STEP_UNTIL:
        put_skip(learning, end, step->literal[0]);
        return true;
    case STEP_DIGITS:
        if (step->field == SHAPE_STATUS) {
            put_exact(learning, end);
            return true;
        }
        return put_number(learning, end, step->field);
    case STEP_DECIMAL:
        return put_number(learning, end, step->field);
    case STEP_BEFORE_LAST:
    case STEP_REST:
        break;
    }
    return false;
}

void line_layouts_learn(struct line_layouts *layouts, const struct shape *shape, struct text line)
{
    struct learning learning = {.line = line};
    struct request request = {0};
    size_t ends[SHAPE_MOST_STEPS];
    size_t start;

    if (!shape_match_steps(shape, line, &request, &start, ends))
        return;
    if (start > FIXED_MOST)
        return;
    put_exact(&learning, start);
    for (size_t i = 0; i < shape->count; i++) {
        const struct shape_step *step = &shape->steps[i];
        if (step->kind == STEP_REST || step->kind == STEP_BEFORE_LAST)
            break;
        if (ends[i] > FIXED_MOST || !put_step(&learning, step, ends[i]))
            return;
        learning.layout.steps = i + 1;
    }
    learning.layout.length = learning.at;
    learning.layout.block_count = (learning.at + BLOCK - 1) / BLOCK;
    learning.layout.status = request.status;
    if (layouts->count < MOST_LAYOUTS)
        layouts->count++;
    memmove(&layouts->items[1], &layouts->items[0],
            (layouts->count - 1) * sizeof layouts->items[0]);
    layouts->items[0] = learning.layout;
}

/* ---- matching ---- */

static inline bool block_fits(const struct line_layout *layout, size_t i, const char *at)
{
    const uint8_t zero = '0';
    const uint8_t nine = 9;
    const uint8_t line_end = '\n';
    layout_block line;
    uint64_t halves[2];

    memcpy(&line, at, sizeof line);
    layout_block wrong = (line ^ layout->bytes[i]) & layout->exact[i];
    wrong |= (layout_block)((line - zero) > nine) & layout->digit[i];
    wrong |= ((layout_block)(line == layout->bytes[i]) | (layout_block)(line == line_end)) &
             layout->skip[i];
    memcpy(halves, &wrong, sizeof halves);
    return !(halves[0] | halves[1]);
}

static inline bool layout_fits(const struct line_layout *layout, const char *at)
{
    for (size_t i = 0; i < layout->block_count; i++)
        if (!block_fits(layout, i, at + BLOCK * i))
            return false;
    return true;
}

/* Times and sizes have few digits: no loop for them. */
static inline uint64_t read_digits(const char *at, unsigned count, uint64_t value)
{
    switch (count) {
    case 0:
        return value;
    case 1:
        return value * 10 + (uint64_t)(at[0] - '0');
    case 2:
        return value * 100 + (uint64_t)((at[0] - '0') * 10 + at[1] - '0');
    case 3:
        return value * 1000 + (uint64_t)((at[0] - '0') * 100 + (at[1] - '0') * 10 + at[2] - '0');
    default:
        return read_digits(at + 3, count - 3, read_digits(at, 3, value));
    }
}

static inline void read_number(const struct layout_number *number, const char *line,
                               struct request *request)
{
    const char *at = line + number->start;
    uint64_t digits = read_digits(at, number->digits, 0);

    if (number->decimals)
        digits = read_digits(at + number->digits + 1, number->decimals, digits);
    if (number->field == SHAPE_BYTES)
        request->bytes = digits;
    else
        request->times[number->field] = (struct shape_number){digits, number->decimals};
}

/* What stands behind the fixed part: the end of the line, or a text of free length. */
static inline bool match_rest(const struct line_layout *layout, const struct shape *shape,
                              const char *at, const char *limit, struct request *request,
                              const char **next)
{
    if (layout->steps == shape->count) {
        at += *at == '\r';
        *next = at + 1;
        return *at == '\n';
    }
    /* More blanks than the layout has belong to it, and not to the path. */
    if (*at == ' ' || *at == '\t')
        return false;
    const char *end = memchr(at, '\n', (size_t)(limit - at));
    if (!end)
        return false;
    *next = end + 1;
    bool is_path =
        layout->steps + 1 == shape->count && shape->steps[layout->steps].field == SHAPE_PATH;
    if (is_path && end > at && end[-1] > ' ' && end[-1] != 'm')
        request->path = (struct text){at, (size_t)(end - at)};
    else if (!shape_match_rest(shape, layout->steps, (struct text){at, (size_t)(end - at)},
                               request))
        return false;
    return shape_path_is_plain(request);
}

bool line_layouts_match(struct line_layouts *layouts, const struct shape *shape, const char *at,
                        const char *limit, struct request *request, const char **next)
{
    if (limit - at < FIXED_MOST + BLOCK)
        return false;
    for (size_t i = 0; i < layouts->count; i++) {
        const struct line_layout *layout = &layouts->items[i];
        if (!layout_fits(layout, at))
            continue;
        request->status = layout->status;
        for (size_t k = 0; k < layout->number_count; k++)
            read_number(&layout->numbers[k], at, request);
        return match_rest(layout, shape, at + layout->length, limit, request, next);
    }
    return false;
}
