#include "assembly.h"

#include <string.h>

#include "../base/utf8.h"

void assembly_init(struct assembly *assembly, struct rules *rules, struct arena *arena,
                   struct reading_list *readings, const struct hints *hints)
{
    size_t known = readings->count;

    *assembly = (struct assembly){
        .rules = rules,
        .arena = arena,
        .readings = readings,
        .file_number = known ? readings->items[known - 1].file + 1 : 0,
        .builder = {.rules = rules, .arena = arena, .metrics = rules->metrics},
    };
    surroundings_init(&assembly->surroundings, rules, arena);
    assembly->surroundings.hints = assembly->surroundings.settled = *hints;
}

void assembly_release(struct assembly *assembly)
{
    surroundings_release(&assembly->surroundings);
}

struct reading *assembly_add_reading(struct assembly *assembly, struct run *run)
{
    struct reading_list *list = assembly->readings;

    list->items =
        arena_grow(assembly->arena, list->items, list->count, &list->capacity, sizeof *list->items);
    struct reading *reading = &list->items[list->count++];
    *reading = (struct reading){.run = run, .file = assembly->file_number};
    return reading;
}

/* Runs stand in the order of their lines, however late their streams ended. */
static void put_in_order(struct reading_list *list, size_t file)
{
    size_t at = list->count - 1;
    struct reading last = list->items[at];

    while (at > 0 && !list->items[at - 1].from_json && list->items[at - 1].file == file &&
           list->items[at - 1].run->source.line > last.run->source.line) {
        list->items[at] = list->items[at - 1];
        at--;
    }
    list->items[at] = last;
}

/* "Availability: 99.9 %" is a sentence; with its neighbours it is a part of a report. */
enum { VAGUE_LINES_OF_A_REPORT = 3 };

static bool is_prose(const struct run_builder *builder)
{
    return !builder->is_strong && !builder->has_clear_line && !builder->stream &&
           builder->vague_lines > 0 && builder->vague_lines < VAGUE_LINES_OF_A_REPORT;
}

enum { LINES_TO_ITS_RUN = 12 /* between a label that was not read and the first one that was */ };

/* A label right above the run, whose figure the run has not: it was the run's. */
static void take_unread_label(struct assembly *assembly)
{
    const struct unread_label *unread = &assembly->unread;
    struct run_builder *builder = &assembly->builder;
    size_t first = builder->run->source.line;

    if (unread->line >= first || first > unread->line + LINES_TO_ITS_RUN)
        return;
    for (size_t i = 0; i < unread->rule_count; i++) {
        const struct rule *rule = unread->rules[i];
        if (strcmp(rule->format->tool, builder->format->tool) != 0 ||
            !run_builder_lacks(builder, rule))
            continue;
        run_warn(builder->run, assembly->arena, "unreadable-number", unread->line,
                 "%s; it is left out", unread->words);
        break;
    }
    assembly->unread.rule_count = 0;
}

struct reading *assembly_close_run(struct assembly *assembly)
{
    struct run_builder *builder = &assembly->builder;

    if (!builder->run)
        return NULL;
    struct run *run = builder->run;
    /* The title of a list that does not follow. */
    if (!builder->is_strong && !builder->stream && !run->measurement_count && !run->warning_count) {
        builder->run = NULL;
        return NULL;
    }
    take_unread_label(assembly);
    bool is_fragment = !builder->is_strong && !run_builder_is_whole(builder);
    bool prose = is_prose(builder);
    struct hints hints = builder->hints;
    run_builder_close(builder);
    struct reading *reading = assembly_add_reading(assembly, run);
    reading->hints = hints;
    reading->is_fragment = is_fragment;
    reading->is_prose = prose;
    put_in_order(assembly->readings, assembly->file_number);
    assembly->last_run = run;
    return reading;
}

static void set_carried_fields(struct assembly *assembly)
{
    for (size_t i = 0; i < assembly->carried_count; i++)
        run_builder_set_field(&assembly->builder, &assembly->carried[i].field,
                              assembly->carried[i].unit, text_of(assembly->carried[i].text),
                              assembly->line);
}

static void take_early_status(struct assembly *assembly, const struct format *format)
{
    const struct early_status *early = &assembly->early_status;
    struct run *run = assembly->builder.run;

    if (early->rule && early->rule->format == format) {
        run->status = early->rule->status;
        run_warn(run, assembly->arena, early->rule->name, early->line, "the tool said: %s",
                 early->message);
    }
    assembly->early_status.rule = NULL;
}

void assembly_open_run(struct assembly *assembly, struct format *format)
{
    struct run *run = arena_allocate(assembly->arena, sizeof *run);

    assembly_close_run(assembly);
    run_init(run);
    run_builder_open(&assembly->builder, run, format, assembly->file, assembly->line);
    assembly->builder.hints = surroundings_snapshot(&assembly->surroundings);
    assembly->builder.marks = assembly->early_marks;
    assembly->early_marks = 0;
    take_early_status(assembly, format);
    set_carried_fields(assembly);
}

static bool same_field(const struct field *a, const struct field *b)
{
    return a->kind == b->kind && strcmp(a->name, b->name) == 0;
}

void assembly_carry(struct assembly *assembly, const struct field *field, const struct unit *unit,
                    struct text text)
{
    size_t at = 0;

    while (at < assembly->carried_count && !same_field(&assembly->carried[at].field, field))
        at++;
    if (at == MOST_CARRIED)
        return;
    assembly->carried_count += at == assembly->carried_count;
    assembly->carried[at] = (struct carried_field){
        .field = *field,
        .unit = unit,
        .text = text_copy(assembly->arena, text),
    };
}

/* ---- streams ---- */

static bool same_stream(const char *a, const char *b)
{
    return a == b || (a && b && strcmp(a, b) == 0);
}

static void resume(struct assembly *assembly, size_t at)
{
    const struct parked *parked = &assembly->parked[at];

    assembly->stream = parked->stream;
    assembly->builder = parked->builder;
    assembly->last_run = parked->last_run;
    assembly->early_marks = parked->early_marks;
    assembly->early_status = parked->early_status;
    assembly->parked_count--;
    memmove(&assembly->parked[at], &assembly->parked[at + 1],
            (assembly->parked_count - at) * sizeof *assembly->parked);
}

static void park(struct assembly *assembly)
{
    const struct parked here = {
        .stream = assembly->stream,
        .builder = assembly->builder,
        .last_run = assembly->last_run,
        .early_marks = assembly->early_marks,
        .early_status = assembly->early_status,
    };

    if (assembly->parked_count == MOST_PARKED) {
        resume(assembly, 0);
        assembly_close_run(assembly);
    }
    assembly->parked = arena_grow(assembly->arena, assembly->parked, assembly->parked_count,
                                  &assembly->parked_capacity, sizeof *assembly->parked);
    assembly->parked[assembly->parked_count++] = here;
}

void assembly_select_stream(struct assembly *assembly, struct text name)
{
    const char *stream = name.length ? utf8_clean(assembly->arena, name) : NULL;
    size_t at = 0;

    bool adopts = assembly->is_adopting && !assembly->stream;
    assembly->surroundings.hints.prefix = stream;
    assembly->is_adopting = false;
    if (adopts)
        assembly->stream = stream;
    if (same_stream(stream, assembly->stream))
        return;
    if (assembly->builder.run)
        park(assembly);
    while (at < assembly->parked_count && !same_stream(assembly->parked[at].stream, stream))
        at++;
    if (at < assembly->parked_count) {
        resume(assembly, at);
        return;
    }
    assembly->builder.run = NULL;
    assembly->stream = stream;
    assembly->last_run = NULL;
    assembly->early_marks = 0;
    assembly->early_status = (struct early_status){0};
}

void assembly_adopt_run(struct assembly *assembly)
{
    assembly->is_adopting = true;
}

void assembly_close_all(struct assembly *assembly)
{
    assembly_close_run(assembly);
    while (assembly->parked_count) {
        resume(assembly, 0);
        assembly_close_run(assembly);
    }
}
