#include "member.h"

#include <assert.h>
#include <math.h>
#include <string.h>

#include "../base/number.h"

/* Roles that go together. */
enum {
    NAMED = MEMBER_IS_KEY | MEMBER_IS_COLUMN,
    SETTING = NAMED | MEMBER_PARTS_GROUPS | MEMBER_SHARED_BY_RUNS,
    FIELD = MEMBER_IS_FIELD,
};

#define AT(member) offsetof(struct run, member)
#define PART(key)                                                                                  \
    {                                                                                              \
        key, NULL, MEMBER_PART, 0, 0, NULL, "", NULL, 0, 0                                         \
    }

/* A member reads as its few lines, not as a row of columns. */
/* clang-format off */
static const struct member table[] = {
    PART("names"),
    {"label", NULL, MEMBER_TEXT, AT(label), MEMBER_IS_KEY | MEMBER_PARTS_GROUPS,
     "label", "", "", 0, 0},
    {"label_from", NULL, MEMBER_TEXT, AT(label_from), 0, NULL, "", NULL, 0, 0},
    PART("labels"),
    PART("set"),
    {"tool", NULL, MEMBER_TEXT, AT(tool), SETTING, "tool", "", "", 9, 0},
    {"tool_version", NULL, MEMBER_TEXT, AT(tool_version),
     NAMED | FIELD | MEMBER_SHARED_BY_RUNS | MEMBER_SHARED_BY_SIDES, "tool version", "", NULL, 0, 0},
    {"format", NULL, MEMBER_TEXT, AT(format), MEMBER_IS_KEY, "format", "", NULL, 0, 0},
    {"status", NULL, MEMBER_STATUS, AT(status), NAMED, "status", "", NULL, 0, 8},
    {"command", NULL, MEMBER_TEXT, AT(command), MEMBER_IS_KEY | FIELD, "command", "", NULL, 0, 0},
    {"time", NULL, MEMBER_TEXT, AT(time), NAMED | MEMBER_IS_PROVENANCE, "time", "", NULL, 0, 0},
    {"recorded", NULL, MEMBER_TEXT, AT(recorded), MEMBER_IS_KEY | MEMBER_IS_PROVENANCE,
     "recorded", "", NULL, 0, 0},
    {"batch", NULL, MEMBER_TEXT, AT(batch), MEMBER_IS_KEY | MEMBER_IS_PROVENANCE,
     "batch", "", NULL, 0, 0},
    PART("traits"),

    {"file", "source", MEMBER_TEXT, AT(source.file), MEMBER_IS_KEY, "file", "", NULL, 0, 0},
    {"line", "source", MEMBER_LINE, AT(source.line), 0, NULL, "", NULL, 0, 0},
    {"line_end", "source", MEMBER_LINE, AT(source.line_end), 0, NULL, "", NULL, 0, 0},
    {"fingerprint", "source", MEMBER_TEXT, AT(source.fingerprint), 0, NULL, "", NULL, 0, 0},

    {"scheme", "target", MEMBER_TEXT, AT(target.scheme),
     SETTING | FIELD | MEMBER_SHARED_BY_SIDES, "scheme", "", "", 5, 0},
    {"host", "target", MEMBER_TEXT, AT(target.host), SETTING | FIELD | MEMBER_MAY_CHANGE,
     "host", "", "", 7, 0},
    {"port", "target", MEMBER_NUMBER, AT(target.port), SETTING | FIELD | MEMBER_MAY_CHANGE,
     "port", "", NULL, 6, 0},
    {"path", "target", MEMBER_TEXT, AT(target.path), SETTING | FIELD | MEMBER_SHARED_BY_SIDES,
     "path", "", "", 2, 0},
    {"server", "target", MEMBER_TEXT, AT(target.server),
     SETTING | FIELD | MEMBER_SHARED_BY_SIDES | MEMBER_MAY_CHANGE, "server", "", "", 8, 1},
    {"document_length", "target", MEMBER_NUMBER, AT(target.document_length), NAMED | FIELD,
     "document length", "bytes", NULL, 0, 2},
    {"method", "target", MEMBER_TEXT, AT(target.method),
     SETTING | FIELD | MEMBER_SHARED_BY_SIDES, "method", "", "", 3, 0},
    {"tls", "target", MEMBER_TEXT, AT(target.tls),
     SETTING | FIELD | MEMBER_SHARED_BY_SIDES | MEMBER_MAY_CHANGE, "TLS", "", NULL, 4, 7},

    {"concurrency", "config", MEMBER_NUMBER, AT(config.concurrency), SETTING | FIELD,
     "concurrency", "", "c=", 10, 3},
    {"requests", "config", MEMBER_NUMBER, AT(config.requests),
     NAMED | FIELD | MEMBER_SHARED_BY_RUNS, "requests asked for", "", NULL, 0, 4},
    {"duration_s", "config", MEMBER_NUMBER, AT(config.duration_s),
     NAMED | FIELD | MEMBER_SHARED_BY_RUNS, "duration asked for", "s", NULL, 0, 5},
    {"keepalive", "config", MEMBER_ANSWER, AT(config.keepalive), SETTING | FIELD,
     "keep-alive", "", NULL, 1, 6},

    PART("metrics"),
    PART("own_metrics"),
    PART("resolution"),
    PART("distribution"),
    PART("status_codes"),
    PART("paths"),
    PART("warnings"),
};
/* clang-format on */

enum { TABLE_SIZE = sizeof table / sizeof table[0] };

const struct member *member_table(size_t *count)
{
    *count = TABLE_SIZE;
    return table;
}

const struct member *member_find(struct text key)
{
    for (size_t i = 0; i < TABLE_SIZE; i++)
        if (text_is(key, table[i].key))
            return &table[i];
    return NULL;
}

/* Every member is read and written through here, so that its type is looked at. */
static void take(const struct run *run, const struct member *member, enum member_type type,
                 void *value, size_t size)
{
    assert(member->type == type);
    (void)type;
    memcpy(value, (const char *)run + member->offset, size);
}

static void put(struct run *run, const struct member *member, enum member_type type,
                const void *value, size_t size)
{
    assert(member->type == type);
    (void)type;
    memcpy((char *)run + member->offset, value, size);
}

const char *member_text(const struct run *run, const struct member *member)
{
    const char *text;

    take(run, member, MEMBER_TEXT, (void *)&text, sizeof(const char *));
    return text;
}

double member_number(const struct run *run, const struct member *member)
{
    double number;

    take(run, member, MEMBER_NUMBER, &number, sizeof number);
    return number;
}

size_t member_line(const struct run *run, const struct member *member)
{
    size_t line;

    take(run, member, MEMBER_LINE, &line, sizeof line);
    return line;
}

enum answer member_answer(const struct run *run, const struct member *member)
{
    enum answer answer;

    take(run, member, MEMBER_ANSWER, &answer, sizeof answer);
    return answer;
}

void member_set_text(struct run *run, const struct member *member, const char *text)
{
    put(run, member, MEMBER_TEXT, (const void *)&text, sizeof(const char *));
}

void member_set_number(struct run *run, const struct member *member, double number)
{
    put(run, member, MEMBER_NUMBER, &number, sizeof number);
}

void member_set_line(struct run *run, const struct member *member, size_t line)
{
    put(run, member, MEMBER_LINE, &line, sizeof line);
}

void member_set_answer(struct run *run, const struct member *member, enum answer answer)
{
    put(run, member, MEMBER_ANSWER, &answer, sizeof answer);
}

static const char *shortest(double value, struct arena *arena)
{
    struct buffer printed;

    if (isnan(value))
        return NULL;
    buffer_init(&printed);
    number_append_shortest(&printed, value);
    const char *text = arena_copy_string(arena, printed.bytes);
    buffer_release(&printed);
    return text;
}

const char *member_value_text(const struct run *run, const struct member *member,
                              struct arena *arena)
{
    static const char *const answers[] = {
        [ANSWER_UNKNOWN] = NULL, [ANSWER_NO] = "no", [ANSWER_YES] = "yes"};

    enum run_status status;
    size_t line;

    switch (member->type) {
    case MEMBER_TEXT:
        return member_text(run, member);
    case MEMBER_NUMBER:
        return shortest(member_number(run, member), arena);
    case MEMBER_LINE:
        line = member_line(run, member);
        return line ? shortest((double)line, arena) : NULL;
    case MEMBER_ANSWER:
        return answers[member_answer(run, member)];
    case MEMBER_STATUS:
        take(run, member, MEMBER_STATUS, &status, sizeof status);
        return run_status_name(status);
    case MEMBER_PART:
        break;
    }
    return NULL;
}
