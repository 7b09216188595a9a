/* From a line to the rules that may know it: by its first byte, its first letters, its pattern. */
#include "rules.h"

#include <string.h>

static bool find_captures(struct rules *rules, struct rule *rule)
{
    uint32_t count = 0;
    uint32_t entry_size = 0;
    PCRE2_SPTR names = NULL;

    pcre2_pattern_info(rule->code, PCRE2_INFO_NAMECOUNT, &count);
    pcre2_pattern_info(rule->code, PCRE2_INFO_NAMEENTRYSIZE, &entry_size);
    pcre2_pattern_info(rule->code, PCRE2_INFO_NAMETABLE, &names);
    rule->captures = arena_allocate(rules->arena, (count + 1) * sizeof *rule->captures);
    for (uint32_t i = 0; i < count; i++) {
        const unsigned char *entry = names + i * entry_size;
        const char *name = (const char *)entry + 2;
        struct capture *capture = &rule->captures[rule->capture_count];
        if (!field_find(text_of(name), rules->metrics, rules->arena, &capture->field)) {
            diag_error(rules->diag, STATUS_USAGE, rule->place,
                       "no field is called %s; use a metric of --list-metrics, or one of the "
                       "fields that doc/rule-files.md lists",
                       name);
            return false;
        }
        capture->group = (unsigned)(entry[0] << 8 | entry[1]);
        rule->capture_count++;
    }
    return true;
}

static bool compile(struct rules *rules, struct rule *rule)
{
    size_t offset;
    const char *problem;

    rule->code = pattern_compile(&rules->engine, rule->pattern, &offset, rules->arena, &problem);
    if (!rule->code) {
        diag_error(rules->diag, STATUS_USAGE, rule->place, "this pattern is wrong at %s%.20s%s: %s",
                   rule->pattern[offset] ? "\"" : "",
                   rule->pattern[offset] ? rule->pattern + offset : "its end",
                   rule->pattern[offset] ? "\"" : "", problem);
        rule->broken = true;
    } else if (!find_captures(rules, rule)) {
        rule->broken = true;
    }
    return !rule->broken;
}

bool rule_ready(struct rules *rules, struct rule *rule)
{
    return !rule->broken && (rule->code || compile(rules, rule));
}

/* Machine code is worth its making after some twenty lines; most logs are one report. */
enum { MATCHES_BEFORE_FAST = 20 };

static enum match match_line(struct rules *rules, struct rule *rule, struct text line)
{
    if (!rule->is_fast && ++rule->matches == MATCHES_BEFORE_FAST)
        rule->is_fast = pattern_make_fast(rule->code);
    return rule->is_fast ? pattern_match_fast(&rules->engine, rule->code, line)
                         : pattern_match(&rules->engine, rule->code, line);
}

bool rule_may_match(const struct rule *rule, struct text line)
{
    if (line.length < rule->prefix_length)
        return false;
    for (size_t i = 0; i < rule->prefix_length; i++)
        if (byte_lower(line.start[i]) != rule->prefix[i])
            return false;
    return true;
}

/* No tool's line is so long; a page or a script on one line is. */
enum { LONGEST_MATCHED = 64 * 1024 };

bool rule_matches(struct rules *rules, struct rule *rule, struct text line)
{
    if (line.length > LONGEST_MATCHED || !rule_may_match(rule, line) || !rule_ready(rules, rule))
        return false;
    enum match match = match_line(rules, rule, line);
    if (match == MATCH_RUNAWAY) {
        diag_error(rules->diag, STATUS_UNUSABLE, rule->place,
                   "this pattern runs away on a line that begins \"%.*s\"; it is passed over "
                   "from here on: give it fewer nested repetitions",
                   (int)(line.length < 40 ? line.length : 40), line.start);
        rule->broken = true;
    }
    return match == MATCH_YES;
}

static void add_letter(struct byte_set *set, char letter)
{
    unsigned char bytes[2] = {(unsigned char)letter, (unsigned char)letter};

    if (letter >= 'a' && letter <= 'z')
        bytes[1] = (unsigned char)(letter - 'a' + 'A');
    for (size_t i = 0; i < 2; i++)
        set->bits[bytes[i] / 8] |= (uint8_t)(1 << bytes[i] % 8);
}

/*
 * By the letters in front; where there are none, PCRE2 knows the bytes that can
 * stand first.  A rule that holds inside of a run only is not compiled for that:
 * it is asked when its format is open.
 */
static struct byte_set first_bytes(struct rules *rules, struct rule *rule)
{
    struct byte_set set = {{0}};
    struct byte_set all;
    const uint8_t *bits = NULL;
    uint32_t type = 0;
    uint32_t unit = 0;

    memset(&all, 0xff, sizeof all);
    if (rule->prefix_length) {
        add_letter(&set, rule->prefix[0]);
        return set;
    }
    if (!rule->code && rule->inside)
        return all;
    if (!rule_ready(rules, rule))
        return set;
    pcre2_pattern_info(rule->code, PCRE2_INFO_FIRSTCODETYPE, &type);
    pcre2_pattern_info(rule->code, PCRE2_INFO_FIRSTCODEUNIT, &unit);
    pcre2_pattern_info(rule->code, PCRE2_INFO_FIRSTBITMAP, &bits);
    if (type == 1)
        add_letter(&set, byte_lower((char)unit));
    else if (bits)
        memcpy(&set, bits, sizeof set);
    else
        set = all;
    return set;
}

static bool has_byte(const struct rule *rule, size_t byte)
{
    return rule->pattern && (rule->first.bits[byte / 8] >> byte % 8 & 1);
}

static size_t collect(const struct rules *rules, bool raw, size_t byte, struct rule **list)
{
    size_t count = 0;

    for (size_t i = 0; i < rules->format_count; i++) {
        const struct format *format = rules->formats[i];
        for (size_t k = 0; format->raw == raw && k < format->rule_count; k++)
            if (has_byte(format->rules[k], byte))
                list[count++] = format->rules[k];
    }
    return count;
}

/* The list for a byte is made when a line first begins with it. */
struct rule **rules_beginning_with(struct rules *rules, bool raw, unsigned char byte)
{
    struct rule ***lists = raw ? rules->raw_by_byte : rules->by_byte;

    if (!lists[byte]) {
        size_t count = collect(rules, raw, byte, rules->scratch);
        lists[byte] = arena_allocate(rules->arena, (count + 1) * sizeof **lists);
        memcpy(lists[byte], rules->scratch, count * sizeof **lists);
    }
    return lists[byte];
}

void rules_prepare(struct rules *rules)
{
    size_t total = 0;

    for (size_t i = 0; i < rules->format_count; i++) {
        const struct format *format = rules->formats[i];
        total += format->rule_count;
        for (size_t k = 0; k < format->rule_count; k++)
            if (format->rules[k]->pattern)
                format->rules[k]->first = first_bytes(rules, format->rules[k]);
    }
    rules->by_byte = arena_allocate(rules->arena, 256 * sizeof *rules->by_byte);
    rules->raw_by_byte = arena_allocate(rules->arena, 256 * sizeof *rules->raw_by_byte);
    rules->scratch = arena_allocate(rules->arena, (total + 1) * sizeof *rules->scratch);
}
