#include "run_json.h"

#include <cjson/cJSON.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "../base/number.h"
#include "../base/utf8.h"
#include "member.h"

#define SCHEMA "loadstat/1"

/* ---- writing: the pieces, then the parts that are not one value ---- */

static bool needs_escape(unsigned char byte)
{
    return byte < 0x20 || byte == '"' || byte == '\\' || byte == 0x7f;
}

void json_append_string(struct buffer *buffer, const char *string)
{
    buffer_append_byte(buffer, '"');
    while (*string) {
        size_t plain = 0;
        while (string[plain] && !needs_escape((unsigned char)string[plain]))
            plain++;
        buffer_append(buffer, string, plain);
        string += plain;
        if (!*string)
            break;
        if (*string == '"' || *string == '\\')
            buffer_append_format(buffer, "\\%c", *string);
        else
            buffer_append_format(buffer, "\\u%04x", (unsigned)*string);
        string++;
    }
    buffer_append_byte(buffer, '"');
}

/* Commas go between members: `first` is true before the first of an object. */
static void append_key(struct buffer *buffer, bool *first, const char *key)
{
    if (!*first)
        buffer_append_byte(buffer, ',');
    *first = false;
    json_append_string(buffer, key);
    buffer_append_byte(buffer, ':');
}

static void append_text(struct buffer *buffer, bool *first, const char *key, const char *text)
{
    if (!text)
        return;
    append_key(buffer, first, key);
    json_append_string(buffer, text);
}

static void append_number(struct buffer *buffer, bool *first, const char *key, double number)
{
    if (!isfinite(number))
        return;
    append_key(buffer, first, key);
    number_append_shortest(buffer, number);
}

static void append_answer(struct buffer *buffer, bool *first, const char *key, enum answer answer)
{
    if (answer == ANSWER_UNKNOWN)
        return;
    append_key(buffer, first, key);
    buffer_append_string(buffer, answer == ANSWER_YES ? "true" : "false");
}

/* An object whose members may all be absent is then left out itself. */
static size_t open_object(struct buffer *buffer, bool *outer_first, const char *key, bool *first)
{
    size_t mark = buffer->length;

    *first = true;
    if (!*outer_first)
        buffer_append_byte(buffer, ',');
    json_append_string(buffer, key);
    buffer_append_string(buffer, ":{");
    return mark;
}

static void close_object(struct buffer *buffer, bool *outer_first, bool empty, size_t mark)
{
    if (empty) {
        buffer->length = mark;
        buffer->bytes[mark] = '\0';
        return;
    }
    buffer_append_byte(buffer, '}');
    *outer_first = false;
}

static void append_names(struct buffer *buffer, bool *outer, const struct run *run)
{
    if (!run->name_count)
        return;
    append_key(buffer, outer, "names");
    for (size_t i = 0; i < run->name_count; i++) {
        const struct name_part *part = &run->names[i];
        bool first = true;
        buffer_append_string(buffer, i ? ",{" : "[{");
        append_text(buffer, &first, "kind", name_kind_word(part->kind));
        append_number(buffer, &first, "level", part->level ? part->level : ABSENT);
        append_text(buffer, &first, "key", part->key);
        append_text(buffer, &first, "text", part->text);
        buffer_append_byte(buffer, '}');
    }
    buffer_append_byte(buffer, ']');
}

static void append_labels(struct buffer *buffer, bool *outer, const struct run *run)
{
    bool first;
    size_t mark = open_object(buffer, outer, "labels", &first);

    for (size_t i = 0; i < run->label_count; i++)
        append_text(buffer, &first, run->labels[i].key, run->labels[i].text);
    close_object(buffer, outer, first, mark);
}

/* Which of the labels came from --set and so part groups. */
static void append_set(struct buffer *buffer, bool *outer, const struct run *run)
{
    bool any = false;

    for (size_t i = 0; i < run->label_count; i++) {
        if (!run->labels[i].splits)
            continue;
        if (!any) {
            append_key(buffer, outer, "set");
            buffer_append_byte(buffer, '[');
        } else {
            buffer_append_byte(buffer, ',');
        }
        json_append_string(buffer, run->labels[i].key);
        any = true;
    }
    if (any)
        buffer_append_byte(buffer, ']');
}

static void append_traits(struct buffer *buffer, bool *outer, const struct run *run)
{
    size_t count;
    const struct trait *table = trait_table(&count);
    bool first, first_step;
    size_t mark = open_object(buffer, outer, "traits", &first);

    for (size_t i = 0; i < count; i++)
        append_text(buffer, &first, table[i].key, trait_word(run->traits, &table[i]));
    size_t steps = open_object(buffer, &first, "step_ms", &first_step);
    for (size_t i = 0; i < run->traits->step_count; i++)
        append_number(buffer, &first_step, run->traits->steps[i].part, run->traits->steps[i].ms);
    close_object(buffer, &first, first_step, steps);
    close_object(buffer, outer, first, mark);
}

/* Metrics that are not in the table carry what a reader needs to know of them. */
static void append_definitions(struct buffer *buffer, bool *outer, const struct run *run)
{
    static const char *const better[] = {"neither", "higher", "lower"};
    size_t count;
    const struct metric *table = metric_table(&count);
    bool first;
    size_t mark = open_object(buffer, outer, "own_metrics", &first);

    for (size_t i = 0; i < run->measurement_count; i++) {
        const struct metric *metric = run->measurements[i].metric;
        bool built_in = (metric >= table && metric < table + count) || !isnan(metric->percentile);
        if (built_in)
            continue;
        append_key(buffer, &first, metric->key);
        bool inner = true;
        buffer_append_byte(buffer, '{');
        append_text(buffer, &inner, "label", metric->label);
        append_text(buffer, &inner, "unit", metric->unit);
        append_text(buffer, &inner, "better", better[metric->better]);
        append_number(buffer, &inner, "kind", metric->kind);
        buffer_append_byte(buffer, '}');
    }
    close_object(buffer, outer, first, mark);
}

static void append_metrics(struct buffer *buffer, bool *outer, const struct run *run)
{
    bool first = true;

    append_key(buffer, outer, "metrics");
    buffer_append_byte(buffer, '{');
    for (size_t i = 0; i < run->measurement_count; i++)
        append_number(buffer, &first, run->measurements[i].metric->key, run->measurements[i].value);
    buffer_append_byte(buffer, '}');
}

static void append_resolution(struct buffer *buffer, bool *outer, const struct run *run)
{
    bool first;
    size_t mark = open_object(buffer, outer, "resolution", &first);

    for (size_t i = 0; i < run->measurement_count; i++)
        append_number(buffer, &first, run->measurements[i].metric->key,
                      run->measurements[i].resolution);
    close_object(buffer, outer, first, mark);
}

static void append_distribution(struct buffer *buffer, bool *outer,
                                const struct distribution *distribution)
{
    if (!distribution->count)
        return;
    append_key(buffer, outer, "distribution");
    buffer_append_string(buffer, "{\"unit_ms\":");
    number_append_shortest(buffer, distribution->unit_ms);
    buffer_append_string(buffer, ",\"counts\":[");
    for (size_t i = 0; i < distribution->count; i++) {
        buffer_append_string(buffer, i ? ",[" : "[");
        number_append_shortest(buffer, distribution->bins[i].value);
        buffer_append_byte(buffer, ',');
        number_append_shortest(buffer, (double)distribution->bins[i].count);
        buffer_append_byte(buffer, ']');
    }
    buffer_append_string(buffer, "]}");
}

static void append_run_distribution(struct buffer *buffer, bool *outer, const struct run *run)
{
    append_distribution(buffer, outer, &run->distribution);
}

static void append_status_codes(struct buffer *buffer, bool *outer, const struct run *run)
{
    bool first;
    size_t mark = open_object(buffer, outer, "status_codes", &first);

    for (size_t i = 0; i < run->status_code_count; i++) {
        char code[16];
        snprintf(code, sizeof code, "%d", run->status_codes[i].status);
        append_number(buffer, &first, code, (double)run->status_codes[i].count);
    }
    close_object(buffer, outer, first, mark);
}

static void append_paths(struct buffer *buffer, bool *outer, const struct run *run)
{
    bool first;
    size_t mark = open_object(buffer, outer, "paths", &first);

    for (size_t i = 0; i < run->path_count; i++) {
        const struct path_count *path = &run->paths[i];
        append_key(buffer, &first, path->path);
        bool inner = true;
        buffer_append_byte(buffer, '{');
        append_number(buffer, &inner, "requests", (double)path->count);
        append_number(buffer, &inner, "sum_ms", path->sum_ms);
        append_distribution(buffer, &inner, &path->distribution);
        buffer_append_byte(buffer, '}');
    }
    close_object(buffer, outer, first, mark);
}

static void append_warnings(struct buffer *buffer, bool *outer, const struct run *run)
{
    if (!run->warning_count)
        return;
    append_key(buffer, outer, "warnings");
    buffer_append_byte(buffer, '[');
    for (size_t i = 0; i < run->warning_count; i++) {
        const struct warning *warning = &run->warnings[i];
        bool first = true;
        buffer_append_string(buffer, i ? ",{" : "{");
        append_text(buffer, &first, "code", warning->code);
        append_text(buffer, &first, "text", warning->text);
        append_number(buffer, &first, "line", warning->line ? (double)warning->line : ABSENT);
        buffer_append_byte(buffer, '}');
    }
    buffer_append_byte(buffer, ']');
}

/* ---- reading: the same ---- */

struct json_reader {
    struct metric_set *metrics;
    struct run_set *runs;
    struct arena *arena;
    struct run *run;
    const cJSON *object; /* the run as it is read */
    const char *problem;
};

bool run_json_recognize(struct text text)
{
    static const char *const steps[] = {"{", "\"schema\"", ":", "\"loadstat/"};

    for (size_t i = 0; i < sizeof steps / sizeof steps[0]; i++) {
        while (text.length && byte_is_blank(text.start[0]))
            text = text_from(text, 1);
        if (!text_starts_with(text, steps[i]))
            return false;
        text = text_from(text, strlen(steps[i]));
    }
    return true;
}

static const char *string_of(struct json_reader *reader, const cJSON *item)
{
    return cJSON_IsString(item) ? utf8_clean(reader->arena, text_of(item->valuestring)) : NULL;
}

static const char *string_in(struct json_reader *reader, const cJSON *object, const char *key)
{
    return string_of(reader, cJSON_GetObjectItemCaseSensitive(object, key));
}

static double number_of(const cJSON *item)
{
    return cJSON_IsNumber(item) && isfinite(item->valuedouble) ? item->valuedouble : ABSENT;
}

static double count_of(const cJSON *item)
{
    double value = number_of(item);

    return value >= 0 ? value : ABSENT;
}

static double number_in(const cJSON *object, const char *key)
{
    return number_of(cJSON_GetObjectItemCaseSensitive(object, key));
}

static size_t whole(double value)
{
    return value >= 0 && value < 9e15 ? (size_t)value : 0;
}

static void read_names(struct json_reader *reader, const cJSON *item)
{
    struct run *run = reader->run;
    struct name_part *names =
        arena_allocate(reader->arena, (size_t)cJSON_GetArraySize(item) * sizeof *names + 1);
    const cJSON *member;

    cJSON_ArrayForEach(member, item)
    {
        const char *kind = string_in(reader, member, "kind");
        double level = number_in(member, "level");
        struct name_part part = {
            .level = level >= 1 && level <= 6 ? (unsigned)level : 0,
            .key = string_in(reader, member, "key"),
            .text = string_in(reader, member, "text"),
        };
        if (kind && part.text && name_kind_find(kind, &part.kind))
            names[run->name_count++] = part;
    }
    run->names = names;
}

static void read_labels(struct json_reader *reader, const cJSON *item)
{
    const cJSON *member;

    cJSON_ArrayForEach(member, item)
    {
        const char *text = string_of(reader, member);
        if (text)
            run_set_label(reader->run, reader->arena,
                          utf8_clean(reader->arena, text_of(member->string)), text, false);
    }
}

static void read_set(struct json_reader *reader, const cJSON *item)
{
    const cJSON *member;

    cJSON_ArrayForEach(member, item)
    {
        for (size_t i = 0; cJSON_IsString(member) && i < reader->run->label_count; i++)
            if (strcmp(reader->run->labels[i].key, member->valuestring) == 0)
                reader->run->labels[i].splits = true;
    }
}

static void read_traits(struct json_reader *reader, const cJSON *item)
{
    struct traits traits = traits_unknown;
    const cJSON *member;

    cJSON_ArrayForEach(member, item)
    {
        const struct trait *trait = trait_find(text_of(member->string));
        if (trait && cJSON_IsString(member))
            trait_set(&traits, trait, text_of(member->valuestring));
    }
    cJSON_ArrayForEach(member, cJSON_GetObjectItemCaseSensitive(item, "step_ms"))
    {
        if (cJSON_IsNumber(member) && member->valuedouble > 0)
            traits_add_step(&traits, utf8_clean(reader->arena, text_of(member->string)),
                            member->valuedouble);
    }
    if (traits_are_unknown(&traits))
        return;
    struct traits *kept = arena_allocate(reader->arena, sizeof *kept);
    *kept = traits;
    reader->run->traits = kept;
}

static void read_definitions(struct json_reader *reader, const cJSON *item)
{
    const cJSON *member;

    cJSON_ArrayForEach(member, item)
    {
        const char *better = string_in(reader, member, "better");
        const char *label = string_in(reader, member, "label");
        const char *unit = string_in(reader, member, "unit");
        double kind = number_in(member, "kind");
        const char *key = utf8_clean(reader->arena, text_of(member->string));
        struct metric metric = {
            .key = key,
            .label = label ? label : key,
            .unit = unit ? unit : "",
            .better = better && strcmp(better, "higher") == 0  ? BETTER_HIGHER
                      : better && strcmp(better, "lower") == 0 ? BETTER_LOWER
                                                               : BETTER_NEITHER,
            .kind = kind >= 0 && kind <= METRIC_BYTE_RATE ? (enum metric_kind)kind : METRIC_NUMBER,
        };
        metric_add(reader->metrics, &metric);
    }
}

static const struct metric *metric_of(struct json_reader *reader, const char *key)
{
    const struct metric *metric = metric_find(reader->metrics, text_of(key));

    if (metric)
        return metric;
    const char *clean = utf8_clean(reader->arena, text_of(key));
    return metric_add(reader->metrics, &(struct metric){
                                           .key = clean,
                                           .label = clean,
                                           .unit = "",
                                           .better = BETTER_NEITHER,
                                           .kind = METRIC_NUMBER,
                                       });
}

/* With what the run says of its own metrics, and with the printing steps. */
static void read_metrics(struct json_reader *reader, const cJSON *item)
{
    const cJSON *resolutions = cJSON_GetObjectItemCaseSensitive(reader->object, "resolution");
    const cJSON *member;

    read_definitions(reader, cJSON_GetObjectItemCaseSensitive(reader->object, "own_metrics"));

    cJSON_ArrayForEach(member, item)
    {
        if (!cJSON_IsNumber(member) || !isfinite(member->valuedouble)) {
            if (!cJSON_IsNull(member))
                run_warn(reader->run, reader->arena, "unreadable-number", 0,
                         "%s is no number in this JSON; it is left out",
                         utf8_clean(reader->arena, text_of(member->string)));
            continue;
        }
        const struct metric *metric = metric_of(reader, member->string);
        if (metric)
            run_set_value(reader->run, reader->arena, metric, member->valuedouble,
                          number_in(resolutions, member->string));
    }
}

static void read_distribution(struct json_reader *reader, const cJSON *item,
                              struct distribution *distribution)
{
    const cJSON *counts = cJSON_GetObjectItemCaseSensitive(item, "counts");
    double unit = number_in(item, "unit_ms");
    const cJSON *pair;

    if (!cJSON_IsArray(counts) || !(unit > 0))
        return;
    struct bin *bins =
        arena_allocate(reader->arena, (size_t)cJSON_GetArraySize(counts) * sizeof *bins + 1);
    size_t count = 0;
    cJSON_ArrayForEach(pair, counts)
    {
        const cJSON *value = cJSON_GetArrayItem(pair, 0);
        const cJSON *times = cJSON_GetArrayItem(pair, 1);
        if (!cJSON_IsNumber(value) || !cJSON_IsNumber(times) || times->valuedouble < 1 ||
            times->valuedouble > 9e15 || !isfinite(value->valuedouble))
            return;
        /* Ascending, or everything computed from it would be wrong. */
        if (count && value->valuedouble <= bins[count - 1].value)
            return;
        bins[count++] = (struct bin){value->valuedouble, (uint64_t)times->valuedouble};
    }
    *distribution = (struct distribution){unit, bins, count};
}

static void read_run_distribution(struct json_reader *reader, const cJSON *item)
{
    read_distribution(reader, item, &reader->run->distribution);
}

static void read_status_codes(struct json_reader *reader, const cJSON *item)
{
    struct run *run = reader->run;
    const cJSON *member;

    run->status_codes = arena_allocate(
        reader->arena, (size_t)cJSON_GetArraySize(item) * sizeof *run->status_codes + 1);
    cJSON_ArrayForEach(member, item)
    {
        double code;
        if (!cJSON_IsNumber(member) || !(member->valuedouble >= 0) || member->valuedouble > 9e15 ||
            !number_scan_plain(text_of(member->string), &code) || !(code >= 0 && code < 100000))
            continue;
        run->status_codes[run->status_code_count++] =
            (struct status_count){(int)code, (uint64_t)member->valuedouble};
    }
}

static void read_paths(struct json_reader *reader, const cJSON *item)
{
    struct run *run = reader->run;
    const cJSON *member;

    run->paths =
        arena_allocate(reader->arena, (size_t)cJSON_GetArraySize(item) * sizeof *run->paths + 1);
    cJSON_ArrayForEach(member, item)
    {
        double requests = count_of(cJSON_GetObjectItemCaseSensitive(member, "requests"));
        if (isnan(requests) || requests > 9e15)
            continue;
        struct path_count *path = &run->paths[run->path_count++];
        path->path = utf8_clean(reader->arena, text_of(member->string));
        path->count = (uint64_t)requests;
        path->sum_ms = number_in(member, "sum_ms");
        read_distribution(reader, cJSON_GetObjectItemCaseSensitive(member, "distribution"),
                          &path->distribution);
    }
}

static void read_warnings(struct json_reader *reader, const cJSON *item)
{
    const cJSON *member;

    cJSON_ArrayForEach(member, item)
    {
        const char *code = string_in(reader, member, "code");
        const char *text = string_in(reader, member, "text");
        if (code && text)
            run_warn(reader->run, reader->arena, code, whole(number_in(member, "line")), "%s",
                     text);
    }
}

/* ---- the parts: members that are not one value ---- */

static const struct part {
    const char *key;
    void (*append)(struct buffer *buffer, bool *outer, const struct run *run);
    void (*read)(struct json_reader *reader, const cJSON *item);
} parts[] = {
    {"names",        append_names,            read_names           },
    {"labels",       append_labels,           read_labels          },
    {"traits",       append_traits,           read_traits          },
    {"set",          append_set,              read_set             },
    {"metrics",      append_metrics,          read_metrics         },
    {"own_metrics",  append_definitions,      NULL                 }, /* read with the metrics */
    {"resolution",   append_resolution,       NULL                 },
    {"distribution", append_run_distribution, read_run_distribution},
    {"status_codes", append_status_codes,     read_status_codes    },
    {"paths",        append_paths,            read_paths           },
    {"warnings",     append_warnings,         read_warnings        },
};

static const struct part *part_find(const char *key)
{
    size_t i = 0;

    while (strcmp(parts[i].key, key) != 0)
        i++; /* every part of the member table is there: a test looks */
    return &parts[i];
}

/* ---- the whole run: the members in the order of their table ---- */

static void append_member(struct buffer *buffer, bool *first, const struct run *run,
                          const struct member *member)
{
    size_t line;

    switch (member->type) {
    case MEMBER_TEXT:
        append_text(buffer, first, member->key, member_text(run, member));
        break;
    case MEMBER_NUMBER:
        append_number(buffer, first, member->key, member_number(run, member));
        break;
    case MEMBER_LINE:
        line = member_line(run, member);
        append_number(buffer, first, member->key, line ? (double)line : ABSENT);
        break;
    case MEMBER_ANSWER:
        append_answer(buffer, first, member->key, member_answer(run, member));
        break;
    case MEMBER_STATUS:
        append_text(buffer, first, member->key, member_value_text(run, member, NULL));
        break;
    case MEMBER_PART:
        part_find(member->key)->append(buffer, first, run);
        break;
    }
}

/* The members from `at` on that stand in one object; returns how many. */
static size_t append_object(struct buffer *buffer, bool *outer, const struct run *run,
                            const struct member *at, size_t most)
{
    bool first;
    size_t mark = open_object(buffer, outer, at->object, &first);
    size_t count = 0;

    while (count < most && at[count].object == at->object)
        append_member(buffer, &first, run, &at[count++]);
    close_object(buffer, outer, first, mark);
    return count;
}

void run_write_json(struct buffer *buffer, const struct run *run)
{
    bool first = true;
    size_t count;
    const struct member *members = member_table(&count);

    buffer_append_byte(buffer, '{');
    append_text(buffer, &first, "schema", SCHEMA);
    for (size_t i = 0; i < count;) {
        if (members[i].object)
            i += append_object(buffer, &first, run, &members[i], count - i);
        else
            append_member(buffer, &first, run, &members[i++]);
    }
    if (run->unknown_json) {
        buffer_append_byte(buffer, ',');
        buffer_append_string(buffer, run->unknown_json);
    }
    buffer_append_byte(buffer, '}');
}

static bool is_known(const char *key)
{
    size_t count;
    const struct member *members = member_table(&count);

    for (size_t i = 0; i < count; i++)
        if (strcmp(members[i].object ? members[i].object : members[i].key, key) == 0)
            return true;
    return strcmp(key, "schema") == 0;
}

/* Members of somebody else's, to be written again as they stand. */
static void keep_unknown(struct json_reader *reader, const cJSON *object)
{
    struct buffer kept;
    const cJSON *member;

    buffer_init(&kept);
    cJSON_ArrayForEach(member, object)
    {
        if (is_known(member->string))
            continue;
        char *printed = cJSON_PrintUnformatted(member);
        if (!printed)
            continue;
        if (utf8_is_valid(text_of(printed)) && utf8_is_valid(text_of(member->string))) {
            if (kept.length)
                buffer_append_byte(&kept, ',');
            json_append_string(&kept, member->string);
            buffer_append_byte(&kept, ':');
            buffer_append_string(&kept, printed);
        }
        cJSON_free(printed);
    }
    if (kept.length)
        reader->run->unknown_json = arena_copy_string(reader->arena, kept.bytes);
    buffer_release(&kept);
}

static bool is_run(const cJSON *object)
{
    return cJSON_IsObject(object) &&
           cJSON_IsObject(cJSON_GetObjectItemCaseSensitive(object, "metrics"));
}

static void read_status(struct run *run, const cJSON *item)
{
    if (cJSON_IsString(item) && !run_status_find(text_of(item->valuestring), &run->status))
        run->status = RUN_PARTIAL;
}

static void read_member(struct json_reader *reader, const struct member *member)
{
    struct run *run = reader->run;
    const cJSON *object = member->object
                              ? cJSON_GetObjectItemCaseSensitive(reader->object, member->object)
                              : reader->object;
    const cJSON *item = cJSON_GetObjectItemCaseSensitive(object, member->key);

    switch (member->type) {
    case MEMBER_TEXT:
        member_set_text(run, member, string_of(reader, item));
        break;
    case MEMBER_NUMBER:
        member_set_number(run, member, count_of(item));
        break;
    case MEMBER_LINE:
        member_set_line(run, member, whole(number_of(item)));
        break;
    case MEMBER_ANSWER:
        if (cJSON_IsBool(item))
            member_set_answer(run, member, cJSON_IsTrue(item) ? ANSWER_YES : ANSWER_NO);
        break;
    case MEMBER_STATUS:
        read_status(run, item);
        break;
    case MEMBER_PART:
        if (part_find(member->key)->read)
            part_find(member->key)->read(reader, item);
        break;
    }
}

static void read_run(struct json_reader *reader, const cJSON *object)
{
    struct run *run = run_set_add(reader->runs);
    size_t count;
    const struct member *members = member_table(&count);

    reader->run = run;
    reader->object = object;
    for (size_t i = 0; i < count; i++)
        read_member(reader, &members[i]);
    keep_unknown(reader, object);
    run_sort(run);
}

static bool schema_fits(struct json_reader *reader, const cJSON *object)
{
    const char *schema = string_in(reader, object, "schema");

    if (!schema || strncmp(schema, "loadstat/", strlen("loadstat/")) != 0)
        reader->problem = "this JSON is not loadstat's; its \"schema\" should be \"" SCHEMA "\"";
    else if (strcmp(schema, SCHEMA) != 0)
        reader->problem = arena_format(
            reader->arena, "schema %s is not known; this program reads " SCHEMA, schema);
    return !reader->problem;
}

bool run_read_json(struct text json, struct metric_set *metrics, struct run_set *runs,
                   const char **problem)
{
    struct json_reader reader = {.metrics = metrics, .runs = runs, .arena = runs->arena};
    cJSON *root = cJSON_ParseWithLength(json.start, json.length);

    if (!root) {
        *problem = "this line is torn: it is no complete JSON object";
        return false;
    }
    if (schema_fits(&reader, root)) {
        const cJSON *list = cJSON_GetObjectItemCaseSensitive(root, "runs");
        const cJSON *member;
        if (is_run(root)) {
            read_run(&reader, root);
        } else if (cJSON_IsArray(list)) {
            cJSON_ArrayForEach(member, list)
            {
                if (is_run(member))
                    read_run(&reader, member);
            }
        } else {
            reader.problem = "this JSON holds no run: a run needs \"metrics\"";
        }
    }
    cJSON_Delete(root);
    *problem = reader.problem;
    return !reader.problem;
}
