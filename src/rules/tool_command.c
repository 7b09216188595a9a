#include "tool_command.h"

#include <math.h>
#include <string.h>

#include "../model/url.h"

#include "rules.h"

/* Where the program stands, as a word of its own or behind a path or a prompt. */
static bool find_program(struct text line, const char *program, size_t *at)
{
    size_t length = strlen(program);

    for (size_t i = 0; i + length < line.length; i++) {
        if (memcmp(line.start + i, program, length) != 0)
            continue;
        struct text behind = text_from(line, i + length);
        if (text_starts_with(behind, ".exe"))
            behind = text_from(behind, strlen(".exe"));
        bool starts = i == 0 || strchr(" \t/\\>$#%`'\"(:@!", line.start[i - 1]);
        if (starts && behind.length && byte_is_blank(behind.start[0])) {
            *at = i;
            return true;
        }
    }
    return false;
}

const struct tool_command *tool_command_find(const struct rules *rules, struct text line,
                                             struct text *text)
{
    size_t at;

    for (size_t i = 0; i < rules->format_count; i++) {
        const struct format *format = rules->formats[i];
        for (size_t k = 0; k < format->command_count; k++) {
            if (!find_program(line, format->commands[k].program, &at))
                continue;
            struct text found = text_from(line, at);
            found.length = text_find_byte(found, '`');
            found = text_trim(found);
            if (text_find(found, " -") == found.length && text_find(found, "://") == found.length)
                continue;
            *text = found;
            return &format->commands[k];
        }
    }
    return NULL;
}

/* The value of -c 8 or -c8. */
static bool option_value(const char *command, char letter, struct text *value)
{
    for (const char *at = command; (at = strchr(at, '-')); at++) {
        if (at == command || at[-1] != ' ' || at[1] != letter)
            continue;
        const char *start = at + 2;
        while (*start == ' ' || *start == '=')
            start++;
        *value = (struct text){start, strcspn(start, " ")};
        return value->length > 0;
    }
    return false;
}

/* "8", "60S", "2m": a duration in seconds, everything else as it stands. */
static double option_number(const struct tool_option *option, const char *command)
{
    struct text text;
    const struct unit *unit;
    double value;

    if (!option_value(command, option->letter, &text) ||
        !number_scan_with_unit(text, &value, &unit) || !(value >= 0))
        return ABSENT;
    unit = unit ? unit : option->unit;
    if (unit && unit->kind == UNIT_TIME)
        value *= unit->factor / 1000;
    return isfinite(value) ? value : ABSENT;
}

/* A duration and a number of requests are limits; what the report says is what came of them. */
static bool contradicts(const struct tool_command *command, const char *text, struct run *run)
{
    for (size_t i = 0; i < command->count; i++) {
        const struct tool_option *option = &command->options[i];
        double asked = option_number(option, text);
        double told = member_number(run, option->field.member);
        bool is_setting = strcmp(option->field.name, "concurrency") == 0;
        if (is_setting && !isnan(asked) && !isnan(told) && asked != told)
            return true;
    }
    return false;
}

/* The word that holds "://". */
static bool find_url(const char *command, struct text *url)
{
    const char *at = strstr(command, "://");

    if (!at)
        return false;
    while (at > command && !strchr(" \t\"'", at[-1]))
        at--;
    *url = (struct text){at, strcspn(at, " \t\"'")};
    return true;
}

void tool_command_apply(const struct tool_command *command, const char *text, struct run *run)
{
    bool is_other = run->tool && strcmp(run->tool, command->tool) != 0;

    if (is_other || contradicts(command, text, run))
        return;
    run->command = text;
    for (size_t i = 0; i < command->count; i++) {
        const struct member *member = command->options[i].field.member;
        if (isnan(member_number(run, member)))
            member_set_number(run, member, option_number(&command->options[i], text));
    }
}

void tool_command_set_target(const char *text, struct run *run, struct arena *arena)
{
    struct text url;

    if (!run->target.host && !run->target.path && find_url(text, &url))
        run_set_url(run, url, arena);
}
