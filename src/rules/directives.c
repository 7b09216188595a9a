/* The directives of a rule file, one function each. */
#include "rules.h"

#include <string.h>

#include "../base/directive.h"
#include "../base/number.h"
#include "../base/utf8.h"

enum { MOST_MACROS = 40 };

/* What is known while a rule file is read. */
struct loader {
    struct rules *rules;
    struct directive *directive;
    struct format *format;
    struct macro macros[MOST_MACROS];
    size_t macro_count;
    unsigned within;
    size_t inserted; /* formats of this file, in front of all others */
    bool failed;
    size_t faults;
};

#define GROW(arena, items, count, capacity)                                                        \
    ((items) = arena_grow(arena, items, count, &(capacity), sizeof *(items)))

/* A file that is no rule file is not told so for each of its lines. */
enum { MOST_FAULTS = 10 };

static void complain(struct loader *loader, struct place place, const char *what)
{
    loader->failed = true;
    if (++loader->faults < MOST_FAULTS)
        diag_error(loader->rules->diag, STATUS_USAGE, place, "%s", what);
    else if (loader->faults == MOST_FAULTS)
        diag_error(loader->rules->diag, STATUS_USAGE, place, "%s; faults below are not shown",
                   what);
}

static struct arena *arena_of(struct loader *loader)
{
    return loader->rules->arena;
}

static struct rule *add_rule(struct loader *loader, enum rule_kind kind)
{
    struct format *format = loader->format;
    struct rule *rule = arena_allocate(arena_of(loader), sizeof *rule);

    rule->kind = kind;
    rule->format = format;
    rule->step = ABSENT;
    rule->within = loader->within;
    rule->index = format->rule_count;
    GROW(arena_of(loader), format->rules, format->rule_count, format->rule_capacity);
    format->rules[format->rule_count++] = rule;
    return rule;
}

/* The pattern that ends a directive; a pattern that does not compile is said here or at first use.
 */
static void take_pattern(struct loader *loader, struct rule *rule)
{
    struct buffer expanded;
    size_t offset;

    rule->place = directive_place(loader->directive);
    struct text source = directive_rest(loader->directive);
    if (!source.length) {
        complain(loader, rule->place, "a pattern is missing here; write what the line looks like");
        return;
    }
    buffer_init(&expanded);
    if (!pattern_expand(&expanded, source, loader->macros, loader->macro_count, &offset)) {
        rule->place.column += offset;
        complain(loader, rule->place,
                 "no macro has this name; define it above with: macro NAME PATTERN");
    } else {
        rule->pattern = arena_copy_string(arena_of(loader), expanded.bytes);
        rule->prefix_length = pattern_literal_prefix(rule->pattern, rule->prefix, PREFIX_SIZE);
    }
    buffer_release(&expanded);
}

/* A name: it may come to stand in JSON and in reports. */
static char *take_word(struct loader *loader, const char *missing)
{
    struct place place = directive_place(loader->directive);
    char *word = directive_word(loader->directive, arena_of(loader));

    if (word)
        word = utf8_clean(arena_of(loader), text_of(word));
    if (!word || !*word)
        complain(loader, place, missing);
    return word && *word ? word : NULL;
}

static void read_option(struct loader *loader, struct rule *rule, const char *key,
                        const char *value, struct place place)
{
    if (strcmp(key, "unit") == 0) {
        rule->unit = unit_find(text_of(value));
        if (!rule->unit)
            complain(loader, place, "this unit is not known; use s, ms, bytes, KB, MB/sec, %");
    } else if (strcmp(key, "second") == 0) {
        rule->second = metric_find(loader->rules->metrics, text_of(value));
        if (!rule->second)
            complain(loader, place, "no metric has this key; see loadstat --list-metrics");
    } else if (strcmp(key, "step") == 0) {
        if (!number_scan_plain(text_of(value), &rule->step))
            complain(loader, place, "a step is a number in the metric's unit");
    } else if (strcmp(key, "base") == 0) {
        rule->decimal = strcmp(value, "1000") == 0;
        if (!rule->decimal && strcmp(value, "1024") != 0)
            complain(loader, place, "the base of K, M and G is 1000 or 1024");
    } else {
        complain(loader, place, "this option is not known; use unit=, base=, step=, second=");
    }
}

/* A flag that stands before a pattern; false where the word is none. */
static bool read_flag(struct rule *rule, const char *word)
{
    if (strcmp(word, "inside") == 0)
        rule->inside = true;
    else if (strcmp(word, "repeat") == 0)
        rule->repeat = true;
    else if (strcmp(word, "add") == 0)
        rule->add = true;
    else if (strcmp(word, "previous") == 0)
        rule->previous = true;
    else if (strcmp(word, "then") == 0)
        rule->then = true;
    else if (strcmp(word, "vague") == 0)
        rule->vague = true;
    else
        return strcmp(word, "next") == 0;
    return true;
}

/* Options and flags, then the pattern. */
static void read_rule(struct loader *loader, enum rule_kind kind)
{
    struct rule *rule = add_rule(loader, kind);

    for (;;) {
        struct place place = directive_place(loader->directive);
        struct directive before = *loader->directive;
        char *key;
        char *value;
        if (directive_option(loader->directive, arena_of(loader), &key, &value)) {
            read_option(loader, rule, key, value, place);
            continue;
        }
        char *word = directive_word(loader->directive, arena_of(loader));
        if (!word || !read_flag(rule, word)) {
            *loader->directive = before;
            break;
        }
    }
    take_pattern(loader, rule);
}

/* Where a user's format and a built-in one both fit a line, the user's is asked first. */
static void insert_format(struct loader *loader, struct format *format)
{
    struct rules *rules = loader->rules;
    size_t at = rules->built_in ? rules->format_count : loader->inserted++;

    GROW(rules->arena, rules->formats, rules->format_count, rules->format_capacity);
    memmove(&rules->formats[at + 1], &rules->formats[at],
            (rules->format_count - at) * sizeof(struct format *));
    rules->formats[at] = format;
    rules->format_count++;
}

static void read_format(struct loader *loader)
{
    struct rules *rules = loader->rules;
    char *name = take_word(loader, "the name of the format is missing");
    char *description = directive_word(loader->directive, arena_of(loader));

    if (!name)
        return;
    struct format *format = arena_allocate(rules->arena, sizeof *format);
    format->name = name;
    format->description = description ? description : "";
    format->tool = name;
    format->file = loader->directive->file;
    format->is_users = !rules->built_in;
    loader->format = format;
    loader->within = 0;
    for (size_t i = 0; i < rules->format_count; i++) {
        if (strcmp(rules->formats[i]->name, name) == 0) {
            format_release(rules->formats[i]);
            rules->formats[i] = format;
            return;
        }
    }
    insert_format(loader, format);
}

static void read_tool(struct loader *loader)
{
    char *name = take_word(loader, "the name of the tool is missing");

    if (name)
        loader->format->tool = name;
}

/* trait step latency 10ms */
static void read_trait_step(struct loader *loader, struct place place)
{
    char *part = take_word(loader, "the metrics of this step are missing: latency, time_taken");
    char *amount = part ? take_word(loader, "the step is missing: 10ms") : NULL;
    const struct unit *unit;
    double value;

    if (!amount)
        return;
    if (!number_scan_with_unit(text_of(amount), &value, &unit) || !unit ||
        unit->kind != UNIT_TIME || !(value > 0))
        complain(loader, place, "write: trait step METRIC TIME, as in trait step latency 10ms");
    else if (!traits_add_step(&loader->format->traits, part, value * unit->factor))
        complain(loader, place, "a format has no room for more steps");
}

static const char *trait_keys(struct arena *arena)
{
    size_t count;
    const struct trait *table = trait_table(&count);
    const char *keys = table[0].key;

    for (size_t i = 1; i < count; i++)
        keys = arena_format(arena, "%s, %s", keys, table[i].key);
    return arena_format(arena, "a trait is one of %s, step", keys);
}

static const char *trait_words(const struct trait *trait, struct arena *arena)
{
    const char *words = trait->words[1];

    for (size_t i = 2; i < trait->word_count; i++)
        words = arena_format(arena, "%s or %s", words, trait->words[i]);
    return arena_format(arena, "trait %s is %s", trait->key, words);
}

/* trait failures beside: what cannot be seen from the figures */
static void read_trait(struct loader *loader)
{
    struct place place = directive_place(loader->directive);
    char *key = take_word(loader, "the trait is missing");

    if (!key)
        return;
    if (strcmp(key, "step") == 0) {
        read_trait_step(loader, place);
        return;
    }
    const struct trait *trait = trait_find(text_of(key));
    if (!trait) {
        complain(loader, place, trait_keys(arena_of(loader)));
        return;
    }
    char *word = take_word(loader, trait_words(trait, arena_of(loader)));
    if (word && !trait_set(&loader->format->traits, trait, text_of(word)))
        complain(loader, place, trait_words(trait, arena_of(loader)));
}

static void read_raw(struct loader *loader)
{
    loader->format->raw = true;
}

static void read_members(struct loader *loader)
{
    loader->format->members = true;
}

/* metric KEY "LABEL" UNIT higher|lower|neither */
static void read_metric(struct loader *loader)
{
    static const char *const better_names[] = {"neither", "higher", "lower"};
    static const struct {
        const char *unit;
        enum metric_kind kind;
    } kinds[] = {
        {"%",       METRIC_PERCENT     },
        {"ms",      METRIC_MILLISECONDS},
        {"s",       METRIC_SECONDS     },
        {"bytes",   METRIC_BYTES       },
        {"bytes/s", METRIC_BYTE_RATE   },
        {"1/s",     METRIC_RATE        },
        {"count",   METRIC_COUNT       },
        {"number",  METRIC_NUMBER      },
    };
    struct place place = directive_place(loader->directive);
    char *key = take_word(loader, "the key of the metric is missing");
    char *label = key ? take_word(loader, "the label of the metric is missing") : NULL;
    char *unit = label ? take_word(loader, "the unit of the metric is missing") : NULL;
    char *better = unit ? take_word(loader, "say which is better: higher, lower or neither") : NULL;
    int kind = -1;
    int which = -1;

    if (!better)
        return;
    for (size_t i = 0; i < sizeof kinds / sizeof kinds[0]; i++)
        if (strcmp(kinds[i].unit, unit) == 0)
            kind = (int)kinds[i].kind;
    for (size_t i = 0; i < 3; i++)
        if (strcmp(better_names[i], better) == 0)
            which = (int)i;
    if (kind < 0)
        complain(loader, place, "a metric's unit is one of % ms s bytes bytes/s 1/s count number");
    else if (which < 0)
        complain(loader, place, "better is one of higher, lower, neither");
    else if (!metric_add(loader->rules->metrics,
                         &(struct metric){
                             .key = key,
                             .label = label,
                             .unit = kind == METRIC_COUNT || kind == METRIC_NUMBER ? "" : unit,
                             .better = (enum better)which,
                             .kind = (enum metric_kind)kind,
                         }))
        complain(loader, place, "this metric exists already with another unit; choose another key");
}

static void read_macro(struct loader *loader)
{
    struct place place = directive_place(loader->directive);
    char *name = take_word(loader, "the name of the macro is missing");
    size_t offset;

    if (!name)
        return;
    if (loader->macro_count == MOST_MACROS) {
        complain(loader, place, "too many macros in this file");
        return;
    }
    place = directive_place(loader->directive);
    struct buffer expanded;
    buffer_init(&expanded);
    buffer_append_string(&expanded, "");
    struct text source = directive_rest(loader->directive);
    if (!source.length) {
        complain(loader, place, "the pattern of the macro is missing");
    } else if (!pattern_expand(&expanded, source, loader->macros, loader->macro_count, &offset)) {
        place.column += offset;
        complain(loader, place, "no macro has this name; define it above this line");
    } else {
        loader->macros[loader->macro_count++] =
            (struct macro){name, arena_format(arena_of(loader), "(?:%s)", expanded.bytes)};
    }
    buffer_release(&expanded);
}

static void read_whole(struct loader *loader)
{
    struct format *format = loader->format;

    while (loader->directive->rest.length) {
        struct place place = directive_place(loader->directive);
        char *key = directive_word(loader->directive, arena_of(loader));
        const struct metric *metric = metric_find(loader->rules->metrics, text_of(key));
        if (!metric) {
            complain(loader, place, "no metric has this key; see loadstat --list-metrics");
            return;
        }
        GROW(arena_of(loader), format->whole, format->whole_count, format->whole_capacity);
        format->whole[format->whole_count++] = metric;
    }
}

static void read_begin(struct loader *loader)
{
    char *name = take_word(loader, "the name of this beginning is missing");

    if (!name)
        return;
    struct format *format = loader->format;
    unsigned chain = format->chain_length;
    /* Several patterns may stand for one link of the chain. */
    for (size_t i = 0; i < format->rule_count; i++)
        if (format->rules[i]->kind == RULE_BEGIN && strcmp(format->rules[i]->name, name) == 0)
            chain = format->rules[i]->chain;
    if (chain == format->chain_length)
        format->chain_length++;
    size_t index = format->rule_count;
    read_rule(loader, RULE_BEGIN);
    format->rules[index]->name = name;
    format->rules[index]->chain = chain;
}

static void read_fields(struct loader *loader)
{
    read_rule(loader, RULE_FIELDS);
}

static void read_row(struct loader *loader)
{
    read_rule(loader, RULE_ROW);
}

static void read_context(struct loader *loader)
{
    read_rule(loader, RULE_CONTEXT);
}

static void read_label(struct loader *loader)
{
    read_rule(loader, RULE_LABEL);
}

static void read_ignore(struct loader *loader)
{
    read_rule(loader, RULE_MARK);
}

static void read_within(struct loader *loader)
{
    char *name = take_word(loader, "the name of this part is missing");

    if (!name)
        return;
    loader->within = 0;
    size_t index = loader->format->rule_count;
    read_rule(loader, RULE_WITHIN);
    loader->format->rules[index]->name = name;
    loader->within = ++loader->format->within_count;
    loader->format->rules[index]->chain = loader->within;
}

static void read_anywhere(struct loader *loader)
{
    loader->within = 0;
}

static void read_status(struct loader *loader)
{
    struct place place = directive_place(loader->directive);
    char *word = take_word(loader, "the status is missing: aborted, interrupted, partial");
    enum run_status status;

    if (!word)
        return;
    if (!run_status_find(text_of(word), &status)) {
        complain(loader, place, "a status is complete, interrupted, aborted, partial or hollow");
        return;
    }
    size_t index = loader->format->rule_count;
    read_rule(loader, RULE_STATUS);
    loader->format->rules[index]->status = status;
    loader->format->rules[index]->name = word;
}

/* becomes FORMAT PATTERN: found by name when such a line comes, since FORMAT may stand below. */
static void read_becomes(struct loader *loader)
{
    char *name = take_word(loader, "the name of the format is missing");

    if (!name)
        return;
    size_t index = loader->format->rule_count;
    read_rule(loader, RULE_BECOMES);
    loader->format->rules[index]->name = name;
    loader->format->rules[index]->inside = true;
}

static void read_note(struct loader *loader)
{
    char *code = take_word(loader, "the code of the note is missing");

    if (!code)
        return;
    size_t index = loader->format->rule_count;
    read_rule(loader, RULE_NOTE);
    loader->format->rules[index]->name = code;
}

static void read_mark(struct loader *loader)
{
    struct place place = directive_place(loader->directive);
    char *name = take_word(loader, "the name of the mark is missing");

    if (!name)
        return;
    unsigned mark = mark_find(text_of(name));
    if (!mark) {
        complain(loader, place, "a mark is one of progress, finished, interrupt, tls-error, crash");
        return;
    }
    size_t index = loader->format->rule_count;
    read_rule(loader, RULE_MARK);
    loader->format->rules[index]->mark = mark;
}

static void read_request(struct loader *loader)
{
    struct format *format = loader->format;
    struct request_rule *request = arena_allocate(arena_of(loader), sizeof *request);
    size_t offset = 0;
    const char *problem;

    request->format = format;
    struct directive before = *loader->directive;
    char *word = directive_word(loader->directive, arena_of(loader));
    request->inside = word && strcmp(word, "inside") == 0;
    if (!request->inside)
        *loader->directive = before;
    request->place = directive_place(loader->directive);
    if (!shape_parse(&request->shape, directive_rest(loader->directive), &offset, &problem)) {
        request->place.column += offset;
        complain(loader, request->place, problem);
        return;
    }
    GROW(arena_of(loader), format->requests, format->request_count, format->request_capacity);
    format->requests[format->request_count++] = request;
}

/* default non_2xx 0, default keepalive false */
static void read_default(struct loader *loader)
{
    struct format *format = loader->format;
    struct place place = directive_place(loader->directive);
    char *key = take_word(loader, "the metric is missing");
    char *text = key ? take_word(loader, "the value is missing") : NULL;
    struct default_value value = {0};

    if (!text)
        return;
    value.metric = metric_find(loader->rules->metrics, text_of(key));
    bool keepalive = strcmp(key, "keepalive") == 0 && strcmp(text, "false") == 0;
    if (!keepalive && (!value.metric || !number_scan_plain(text_of(text), &value.value))) {
        complain(loader, place, "write: default METRIC NUMBER, or: default keepalive false");
        return;
    }
    GROW(arena_of(loader), format->defaults, format->default_count, format->default_capacity);
    format->defaults[format->default_count++] = value;
}

static void read_quirk(struct loader *loader)
{
    struct format *format = loader->format;
    struct place place = directive_place(loader->directive);
    char *name = take_word(loader, "the name of the quirk is missing");

    if (!name)
        return;
    const struct quirk *quirk = quirk_find(text_of(name));
    if (!quirk) {
        complain(loader, place, "no quirk has this name; doc/rule-files.md lists them");
        return;
    }
    GROW(arena_of(loader), format->quirks, format->quirk_count, format->quirk_capacity);
    format->quirks[format->quirk_count++] = quirk;
}

static bool read_command_option(struct loader *loader, struct tool_command *command,
                                const char *key, const char *value)
{
    const char *colon = strchr(value, ':');
    struct text name = {value, colon ? (size_t)(colon - value) : strlen(value)};
    struct tool_option option = {.letter = key[1]};

    if (key[0] != '-' || !key[1] || key[2] || command->count == MOST_TOOL_OPTIONS)
        return false;
    if (!field_find(name, loader->rules->metrics, arena_of(loader), &option.field) ||
        option.field.kind != FIELD_NUMBER)
        return false;
    if (colon && !(option.unit = unit_find(text_of(colon + 1))))
        return false;
    command->options[command->count++] = option;
    return true;
}

/* command PROGRAM -c=concurrency -n=requests -t=duration_s:m */
static void read_command(struct loader *loader)
{
    struct format *format = loader->format;
    struct tool_command command = {
        .program = take_word(loader, "the name of the program is missing"),
        .tool = format->tool,
    };
    char *key;
    char *value;

    if (!command.program)
        return;
    while (loader->directive->rest.length) {
        struct place place = directive_place(loader->directive);
        if (!directive_option(loader->directive, arena_of(loader), &key, &value) ||
            !read_command_option(loader, &command, key, value)) {
            complain(loader, place,
                     "an option is -LETTER=FIELD, with concurrency, requests or duration_s as the "
                     "field; a unit may follow: -t=duration_s:m");
            return;
        }
    }
    GROW(arena_of(loader), format->commands, format->command_count, format->command_capacity);
    format->commands[format->command_count++] = command;
}

/* missing "what to say of a run without its report" */
static void read_missing(struct loader *loader)
{
    loader->format->note_missing = take_word(loader, "the sentence is missing");
}

static void read_sample(struct loader *loader)
{
    struct format *format = loader->format;
    struct place place = directive_place(loader->directive);

    if (loader->rules->built_in)
        return;
    char *line = directive_word(loader->directive, arena_of(loader));
    if (!line) {
        complain(loader, place, "the sample is missing; write it in quotes");
        return;
    }
    GROW(arena_of(loader), format->samples, format->sample_count, format->sample_capacity);
    format->samples[format->sample_count++] = (struct rule_sample){
        .place = place,
        .line = line,
        .within = loader->within,
        .expected = text_copy(arena_of(loader), directive_rest(loader->directive)),
    };
}

/* heading FIELD [unit=U] [alone=no] "words" "words" … */
static void read_heading(struct loader *loader)
{
    struct format *format = loader->format;
    struct place place = directive_place(loader->directive);
    char *name = take_word(loader, "the field of this heading is missing");
    struct heading heading = {0};
    char *key;
    char *value;

    if (!name)
        return;
    if (!field_find(text_of(name), loader->rules->metrics, arena_of(loader), &heading.field)) {
        complain(loader, place, "no field has this name; see loadstat --list-metrics");
        return;
    }
    while (directive_option(loader->directive, arena_of(loader), &key, &value)) {
        if (strcmp(key, "alone") == 0 && strcmp(value, "no") == 0) {
            heading.is_vague = true;
        } else if (strcmp(key, "unit") != 0) {
            complain(loader, place,
                     "a heading has no such option; it can have unit=UNIT, alone=no");
            return;
        } else if (!(heading.unit = unit_find(text_of(value)))) {
            complain(loader, place, "this unit is not known");
            return;
        }
    }
    while (loader->directive->rest.length) {
        heading.words = text_of(directive_word(loader->directive, arena_of(loader)));
        GROW(arena_of(loader), format->headings, format->heading_count, format->heading_capacity);
        format->headings[format->heading_count++] = heading;
    }
}

static const struct {
    const char *keyword;
    void (*read)(struct loader *loader);
    bool needs_format;
} directives[] = {
    {"format",   read_format,   false},
    {"macro",    read_macro,    false},
    {"metric",   read_metric,   false},
    {"tool",     read_tool,     true },
    {"trait",    read_trait,    true },
    {"raw",      read_raw,      true },
    {"members",  read_members,  true },
    {"whole",    read_whole,    true },
    {"begin",    read_begin,    true },
    {"rule",     read_fields,   true },
    {"within",   read_within,   true },
    {"anywhere", read_anywhere, true },
    {"request",  read_request,  true },
    {"row",      read_row,      true },
    {"context",  read_context,  true },
    {"label",    read_label,    true },
    {"status",   read_status,   true },
    {"becomes",  read_becomes,  true },
    {"note",     read_note,     true },
    {"mark",     read_mark,     true },
    {"ignore",   read_ignore,   true },
    {"default",  read_default,  true },
    {"quirk",    read_quirk,    true },
    {"command",  read_command,  true },
    {"missing",  read_missing,  true },
    {"heading",  read_heading,  true },
    {"sample",   read_sample,   true },
};

static void read_directive(struct loader *loader)
{
    const struct directive *directive = loader->directive;
    struct place place = {directive->file, directive->line,
                          (size_t)(directive->keyword.start - directive->whole.start) + 1};

    for (size_t i = 0; i < sizeof directives / sizeof directives[0]; i++) {
        if (!text_is(directive->keyword, directives[i].keyword))
            continue;
        if (directives[i].needs_format && !loader->format) {
            complain(loader, place,
                     "this belongs to a format; begin the file with: format NAME "
                     "\"what it is\"");
            return;
        }
        directives[i].read(loader);
        return;
    }
    complain(loader, place,
             arena_format(arena_of(loader),
                          "directive %s is not known; doc/rule-files.md lists them, and "
                          "--print-parser ab shows an example",
                          utf8_clean(arena_of(loader), directive->keyword)));
}

bool rules_load(struct rules *rules, const char *file, struct text text)
{
    struct directive_reader reader;
    struct directive directive;
    struct loader loader = {.rules = rules, .directive = &directive};

    directive_reader_init(&reader, file, text);
    while (directive_next(&reader, &directive))
        read_directive(&loader);
    if (!loader.format && !loader.failed)
        complain(&loader, (struct place){.file = file},
                 "no format in this rule file; begin it with: format NAME \"what it is\"");
    return !loader.failed;
}
