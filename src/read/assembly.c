#include "assembly.h"

#include <string.h>

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
    assembly->surroundings.hints = *hints;
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

/* "Availability: 99.9 %" is a sentence; with its neighbours it is a part of a report. */
enum { VAGUE_LINES_OF_A_REPORT = 3 };

static bool is_prose(const struct run_builder *builder)
{
    return !builder->is_strong && !builder->has_clear_line && !builder->stream &&
           builder->vague_lines > 0 && builder->vague_lines < VAGUE_LINES_OF_A_REPORT;
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
    bool is_fragment = !builder->is_strong && !run_builder_is_whole(builder);
    bool prose = is_prose(builder);
    struct hints hints = builder->hints;
    run_builder_close(builder);
    struct reading *reading = assembly_add_reading(assembly, run);
    reading->hints = hints;
    reading->is_fragment = is_fragment;
    reading->is_prose = prose;
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
