#include "expression.h"

#include <math.h>
#include <regex.h>
#include <string.h>

#include "../base/number.h"
#include "member.h"

enum operation {
    OPERATION_EQUAL,
    OPERATION_NOT_EQUAL,
    OPERATION_LESS,
    OPERATION_LESS_OR_EQUAL,
    OPERATION_GREATER,
    OPERATION_GREATER_OR_EQUAL,
    OPERATION_MATCHES,
};

enum node_kind {
    NODE_AND,
    NODE_OR,
    NODE_NOT,
    NODE_NUMBER, /* a number of the run against a number */
    NODE_TEXT,   /* a text of the run against a text */
};

struct expression {
    enum node_kind kind;
    struct expression *left, *right;
    enum operation operation;
    const struct metric *metric; /* NODE_NUMBER over a metric */
    const char *key;             /* otherwise */
    bool is_share;               /* "%" of a count: compare its share of the requests */
    double number;
    const char *text;
    regex_t *pattern;
    struct expression *next_pattern; /* while compiling: the one before with a pattern */
};

enum { DEEPEST = 200 };

struct parser {
    const char *source;
    size_t at;
    struct metric_set *metrics;
    struct arena *arena;
    const char *problem;
    struct expression *patterns; /* to be freed where the whole is no expression */
    size_t depth;
};

static void *fail(struct parser *parser, const char *what)
{
    if (!parser->problem)
        parser->problem = arena_format(parser->arena, "column %zu: %s", parser->at + 1, what);
    return NULL;
}

static void skip_blanks(struct parser *parser)
{
    while (byte_is_blank(parser->source[parser->at]))
        parser->at++;
}

static bool is_word_byte(char byte)
{
    return byte && !byte_is_blank(byte) && !strchr("=!<>~()\"'", byte);
}

static bool take_keyword(struct parser *parser, const char *keyword)
{
    size_t length = strlen(keyword);

    skip_blanks(parser);
    if (strncmp(parser->source + parser->at, keyword, length) != 0 ||
        is_word_byte(parser->source[parser->at + length]))
        return false;
    parser->at += length;
    return true;
}

static bool take_byte(struct parser *parser, char byte)
{
    skip_blanks(parser);
    if (parser->source[parser->at] != byte)
        return false;
    parser->at++;
    return true;
}

static const char *take_word(struct parser *parser)
{
    skip_blanks(parser);
    size_t start = parser->at;
    while (is_word_byte(parser->source[parser->at]))
        parser->at++;
    if (parser->at == start)
        return fail(parser, "a key such as rps, p99 or concurrency is missing here");
    return arena_copy(parser->arena, parser->source + start, parser->at - start);
}

static bool take_operation(struct parser *parser, enum operation *operation)
{
    static const struct {
        const char *text;
        enum operation operation;
    } table[] = {
        {"!=", OPERATION_NOT_EQUAL       },
        {"<=", OPERATION_LESS_OR_EQUAL   },
        {">=", OPERATION_GREATER_OR_EQUAL},
        {"==", OPERATION_EQUAL           },
        {"=",  OPERATION_EQUAL           },
        {"<",  OPERATION_LESS            },
        {">",  OPERATION_GREATER         },
        {"~",  OPERATION_MATCHES         },
    };

    skip_blanks(parser);
    for (size_t i = 0; i < sizeof table / sizeof table[0]; i++) {
        size_t length = strlen(table[i].text);
        if (strncmp(parser->source + parser->at, table[i].text, length) == 0) {
            parser->at += length;
            *operation = table[i].operation;
            return true;
        }
    }
    fail(parser, "an operator is missing here; use one of = != < <= > >= ~");
    return false;
}

/* A value is quoted, or goes on to a blank, except that "200 ms" is one value. */
static const char *take_value(struct parser *parser)
{
    skip_blanks(parser);
    char quote = parser->source[parser->at];
    size_t start = parser->at;
    if (quote == '"' || quote == '\'') {
        const char *end = strchr(parser->source + start + 1, quote);
        if (!end)
            return fail(parser, "this quote is not closed");
        parser->at = (size_t)(end - parser->source) + 1;
        return arena_copy(parser->arena, parser->source + start + 1, parser->at - start - 2);
    }
    while (parser->source[parser->at] && !byte_is_blank(parser->source[parser->at]) &&
           !strchr("()", parser->source[parser->at]))
        parser->at++;
    if (parser->at == start)
        return fail(parser, "a value is missing here");
    size_t end = parser->at;
    if (byte_is_digit(parser->source[end - 1])) {
        size_t unit = end;
        while (byte_is_blank(parser->source[unit]))
            unit++;
        size_t unit_end = unit;
        while (is_word_byte(parser->source[unit_end]))
            unit_end++;
        if (unit_end > unit && unit_find((struct text){parser->source + unit, unit_end - unit})) {
            parser->at = unit_end;
            end = unit_end;
        }
    }
    return arena_copy(parser->arena, parser->source + start, end - start);
}

/* The values that a key of the run holds as a number, so that 8 < 32. */
static bool key_is_number(const char *key)
{
    const struct member *member = member_find(text_of(key));

    return member && member->type == MEMBER_NUMBER;
}

/* The factor from the base unit to the member's own; 0: does not fit. */
static double member_unit_factor(const struct member *member, const struct unit *unit)
{
    if (unit->kind == UNIT_TIME && member_is_duration(member))
        return unit->factor / 1000;
    return unit->kind == UNIT_BYTES ? unit->factor : 0;
}

static bool set_number(struct parser *parser, struct expression *node, const char *value)
{
    const struct unit *unit;

    if (!number_scan_with_unit(text_of(value), &node->number, &unit)) {
        fail(parser, "this is no number with a unit that is known");
        return false;
    }
    if (!unit)
        return true;
    if (unit->kind == UNIT_PERCENT && node->metric && node->metric->kind == METRIC_COUNT) {
        node->is_share = true;
        node->number /= 100;
        return true;
    }
    double factor = node->metric ? metric_unit_factor(node->metric, unit)
                                 : member_unit_factor(member_find(text_of(node->key)), unit);
    if (factor == 0) {
        fail(parser, "this unit does not fit the key");
        return false;
    }
    node->number *= factor;
    return true;
}

static bool set_pattern(struct parser *parser, struct expression *node)
{
    node->pattern = arena_allocate(parser->arena, sizeof *node->pattern);
    if (regcomp(node->pattern, node->text, REG_EXTENDED | REG_NOSUB) != 0) {
        fail(parser, "this is no regular expression");
        return false;
    }
    node->next_pattern = parser->patterns;
    parser->patterns = node;
    return true;
}

/* "10s" and "10" as against "2026-03" and "2026". */
static bool is_plain_duration(const char *value)
{
    const struct unit *unit;
    double number;

    return number_scan_with_unit(text_of(value), &number, &unit) && (unit || number < 1900);
}

static struct expression *parse_comparison(struct parser *parser)
{
    struct expression *node = arena_allocate(parser->arena, sizeof *node);
    const char *key = take_word(parser);

    if (!key || !take_operation(parser, &node->operation))
        return NULL;
    const char *value = take_value(parser);
    if (!value)
        return NULL;
    node->key = key;
    node->text = value;
    /* "time" is a date of the run and a metric; the value tells which is meant. */
    bool is_duration = strcmp(key, "time") == 0 && is_plain_duration(value);
    if (is_duration || !run_key_exists(key))
        node->metric = metric_find_by_name(parser->metrics, text_of(key));
    bool numeric = node->metric || key_is_number(key);
    if (node->operation == OPERATION_MATCHES) {
        if (numeric)
            return fail(parser, "~ matches texts, and this key is a number");
        node->kind = NODE_TEXT;
        return set_pattern(parser, node) ? node : NULL;
    }
    node->kind = numeric ? NODE_NUMBER : NODE_TEXT;
    return !numeric || set_number(parser, node, value) ? node : NULL;
}

static struct expression *parse_or(struct parser *parser);

static struct expression *parse_operand(struct parser *parser);

static struct expression *parse_not(struct parser *parser)
{
    if (parser->depth == DEEPEST)
        return fail(parser, "the expression is nested too deeply here");
    parser->depth++;
    struct expression *node = parse_operand(parser);
    parser->depth--;
    return node;
}

static struct expression *parse_operand(struct parser *parser)
{
    if (take_keyword(parser, "not")) {
        struct expression *node = arena_allocate(parser->arena, sizeof *node);
        node->kind = NODE_NOT;
        node->left = parse_not(parser);
        return node->left ? node : NULL;
    }
    if (!take_byte(parser, '('))
        return parse_comparison(parser);
    struct expression *inner = parse_or(parser);
    if (inner && !take_byte(parser, ')'))
        return fail(parser, "a closing parenthesis is missing here");
    return inner;
}

/* A chain of operands joined by one keyword. */
static struct expression *parse_chain(struct parser *parser, const char *keyword,
                                      enum node_kind kind,
                                      struct expression *(*operand)(struct parser *))
{
    struct expression *left = operand(parser);

    while (left && take_keyword(parser, keyword)) {
        struct expression *node = arena_allocate(parser->arena, sizeof *node);
        node->kind = kind;
        node->left = left;
        node->right = operand(parser);
        left = node->right ? node : NULL;
    }
    return left;
}

static struct expression *parse_and(struct parser *parser)
{
    return parse_chain(parser, "and", NODE_AND, parse_not);
}

static struct expression *parse_or(struct parser *parser)
{
    return parse_chain(parser, "or", NODE_OR, parse_and);
}

struct expression *expression_compile(const char *source, struct metric_set *metrics,
                                      struct arena *arena, const char **problem)
{
    struct parser parser = {.source = source, .metrics = metrics, .arena = arena};
    struct expression *expression = parse_or(&parser);

    skip_blanks(&parser);
    if (expression && source[parser.at])
        expression = fail(&parser, "the expression should end here; join two with and, or");
    *problem = parser.problem;
    for (struct expression *node = parser.patterns; !expression && node; node = node->next_pattern)
        regfree(node->pattern);
    return expression;
}

void expression_release(struct expression *expression)
{
    if (!expression)
        return;
    expression_release(expression->left);
    expression_release(expression->right);
    if (expression->pattern)
        regfree(expression->pattern);
}

static bool holds(enum operation operation, double order)
{
    switch (operation) {
    case OPERATION_EQUAL:
        return order == 0;
    case OPERATION_NOT_EQUAL:
        return order != 0;
    case OPERATION_LESS:
        return order < 0;
    case OPERATION_LESS_OR_EQUAL:
        return order <= 0;
    case OPERATION_GREATER:
        return order > 0;
    case OPERATION_GREATER_OR_EQUAL:
        return order >= 0;
    case OPERATION_MATCHES:
        break;
    }
    return false;
}

static bool number_of(const struct expression *node, const struct run *run, double *value)
{
    double requests;

    if (node->metric) {
        if (!run_value(run, node->metric, value))
            return false;
        if (!node->is_share)
            return true;
        if (!run_value_of(run, "requests_complete", &requests) || requests <= 0)
            return false;
        *value /= requests;
        return true;
    }
    struct arena arena;
    arena_init(&arena);
    const char *text = run_key_text(run, node->key, &arena);
    bool known = text && number_scan_plain(text_of(text), value);
    arena_release(&arena);
    return known;
}

/* "time > 2026-03" compares as far as the shorter prefix goes. */
static double compare_texts(const struct expression *node, const char *text)
{
    bool is_date = strcmp(node->key, "time") == 0 || strcmp(node->key, "recorded") == 0;

    return is_date ? (double)strncmp(text, node->text, strlen(node->text))
                   : compare_naturally(text, node->text);
}

bool expression_matches(const struct expression *node, const struct run *run)
{
    double value;

    switch (node->kind) {
    case NODE_AND:
        return expression_matches(node->left, run) && expression_matches(node->right, run);
    case NODE_OR:
        return expression_matches(node->left, run) || expression_matches(node->right, run);
    case NODE_NOT:
        return !expression_matches(node->left, run);
    case NODE_NUMBER:
        return number_of(node, run, &value) && holds(node->operation, value - node->number);
    case NODE_TEXT:
        break;
    }
    const char *text = run_key_text(run, node->key, NULL);
    if (!text)
        return false;
    if (node->operation == OPERATION_MATCHES)
        return regexec(node->pattern, text, 0, NULL, 0) == 0;
    return holds(node->operation, compare_texts(node, text));
}

static bool some_run_has(const struct run_set *runs, const char *key)
{
    for (size_t i = 0; i < runs->count; i++)
        if (run_label_text(runs->runs[i], key))
            return true;
    return false;
}

const char *expression_unknown_key(const struct expression *node, const struct run_set *runs)
{
    if (node->kind == NODE_AND || node->kind == NODE_OR || node->kind == NODE_NOT) {
        const char *key = expression_unknown_key(node->left, runs);
        return key || !node->right ? key : expression_unknown_key(node->right, runs);
    }
    bool known = node->metric || run_key_exists(node->key) || some_run_has(runs, node->key);
    return known ? NULL : node->key;
}
