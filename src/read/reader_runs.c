/* The run that is open: where it begins, and where it goes when it ends. */
#include "reader_state.h"

struct reading *reader_add_reading(struct reader *reader, struct run *run)
{
    struct reading_list *list = reader->readings;

    list->items =
        arena_grow(reader->arena, list->items, list->count, &list->capacity, sizeof *list->items);
    struct reading *reading = &list->items[list->count++];
    *reading = (struct reading){.run = run, .file = reader->file};
    return reading;
}

/* "Availability: 99.9 %" is a sentence; with its neighbours it is a part of a report. */
enum { VAGUE_LINES_OF_A_REPORT = 3 };

static bool is_prose(const struct builder *builder)
{
    return !builder->is_strong && !builder->has_clear_line && !builder->stream &&
           builder->vague_lines > 0 && builder->vague_lines < VAGUE_LINES_OF_A_REPORT;
}

void reader_close_run(struct reader *reader)
{
    struct builder *builder = &reader->builder;

    if (!builder->run)
        return;
    struct run *run = builder->run;
    /* The title of a list that does not follow. */
    if (!builder->is_strong && !builder->stream && !run->measurement_count && !run->warning_count) {
        builder->run = NULL;
        return;
    }
    bool is_fragment = !builder->is_strong && !builder_is_whole(builder);
    bool prose = is_prose(builder);
    struct hints hints = builder->hints;
    builder_close(builder);
    struct reading *reading = reader_add_reading(reader, run);
    reading->hints = hints;
    reading->is_fragment = is_fragment;
    reading->is_prose = prose;
    reader->last_run = run;
}

static void apply_context(struct reader *reader)
{
    for (size_t i = 0; i < reader->carried_count; i++)
        builder_set_field(&reader->builder, &reader->carried[i].field, reader->carried[i].unit,
                          text_of(reader->carried[i].text), reader->line);
}

void reader_open_run(struct reader *reader, struct format *format)
{
    struct run *run = arena_allocate(reader->arena, sizeof *run);

    reader_close_run(reader);
    run_init(run);
    builder_open(&reader->builder, run, format, reader->input->name, reader->line);
    reader->builder.hints = context_snapshot(&reader->context);
    reader->builder.marks = reader->early_marks;
    reader->early_marks = 0;
    apply_context(reader);
}
