#include "label_values.h"

#include <string.h>

#include "../base/utf8.h"
#include "clean.h"

enum { LONGEST_VALUE = 40 /* that a warning repeats */ };

void label_values_init(struct label_values *values, struct assembly *assembly)
{
    *values = (struct label_values){.assembly = assembly};
    buffer_init(&values->label);
}

void label_values_release(struct label_values *values)
{
    buffer_release(&values->label);
}

/* The label without the signs around it. */
static const char *name_of(struct arena *arena, struct text label)
{
    label = text_trim(label);
    while (label.length && (label.start[0] == '(' || byte_is_blank(label.start[0])))
        label = text_from(label, 1);
    while (label.length &&
           (label.start[label.length - 1] == ':' || byte_is_blank(label.start[label.length - 1])))
        label.length--;
    return utf8_clean(arena, label);
}

/* The rule whose figure the run that is open should have, and has not; NULL: none. */
static const struct rule *missing_of(const struct run_builder *builder,
                                     const struct known_label *known)
{
    for (size_t i = 0; i < known->count; i++)
        if (strcmp(builder->format->tool, known->rules[i]->format->tool) == 0 &&
            run_builder_lacks(builder, known->rules[i]))
            return known->rules[i];
    return NULL;
}

static void keep_for_next_run(struct assembly *assembly, const struct known_label *known,
                              const char *words, size_t line)
{
    struct unread_label *unread = &assembly->unread;

    *unread = (struct unread_label){.words = words, .line = line};
    for (size_t i = 0; i < known->count; i++)
        unread->rules[unread->rule_count++] = known->rules[i];
}

static void warn(struct label_values *values, const struct known_label *known, struct text label,
                 struct text value, size_t line)
{
    struct assembly *assembly = values->assembly;
    struct run_builder *builder = &assembly->builder;

    bool is_missing = builder->run && missing_of(builder, known);
    /* Behind a whole report it may be the next one's. */
    if (builder->run && !is_missing && !run_builder_is_whole(builder))
        return;
    if (value.length > LONGEST_VALUE)
        value.length = LONGEST_VALUE;
    const char *name = name_of(assembly->arena, label);
    const char *words = value.length
                            ? arena_format(assembly->arena, "%s reads \"%s\", which is no number",
                                           name, utf8_clean(assembly->arena, value))
                            : arena_format(assembly->arena, "%s has no value", name);
    if (is_missing)
        run_warn(builder->run, assembly->arena, "unreadable-number", line, "%s; it is left out",
                 words);
    else
        keep_for_next_run(assembly, known, words, line);
}

/* The label that the line begins with, as it stands or behind marks; the line is then as known. */
static bool find_label(struct rules *rules, struct text *line, struct known_label *known,
                       size_t *length)
{
    enum prefix kind;
    struct text name;

    while ((known->count = rules_find_labels(rules, *line, known->rules, length)) == 0)
        if (!peel_prefix(line, &kind, &name) || !line->length)
            return false;
    return true;
}

bool label_values_take(struct label_values *values, struct text line)
{
    struct assembly *assembly = values->assembly;
    struct known_label known;
    size_t length;

    if (!find_label(assembly->rules, &line, &known, &length))
        return false;
    struct text label = {line.start, length};
    struct text value = text_trim(text_from(line, length));
    if (value.length) {
        warn(values, &known, label, value, assembly->line);
        return true;
    }
    buffer_clear(&values->label);
    buffer_append_text(&values->label, label);
    values->known = known;
    values->line = assembly->line;
    return true;
}

static bool has_digit(struct text text)
{
    for (size_t i = 0; i < text.length; i++)
        if (byte_is_digit(text.start[i]))
            return true;
    return false;
}

bool label_values_is_missing(const struct label_values *values, struct text line)
{
    const struct run_builder *builder = &values->assembly->builder;
    struct known_label known;
    size_t length;

    if (!find_label(values->assembly->rules, &line, &known, &length))
        return false;
    /* Without a report, figures behind a label may be columns of several. */
    return builder->run ? missing_of(builder, &known) != NULL : !has_digit(text_from(line, length));
}

bool label_values_join(struct label_values *values, struct text line, struct buffer *joined)
{
    enum prefix kind;
    struct text name;

    if (!values->label.length)
        return false;
    /* The figures of a time in front are no value. */
    while (peel_prefix(&line, &kind, &name))
        continue;
    buffer_clear(joined);
    buffer_append_text(joined, buffer_text(&values->label));
    buffer_append_byte(joined, ' ');
    buffer_append_text(joined, line);
    if (line.length && rules_know(values->assembly->rules, buffer_text(joined))) {
        buffer_clear(&values->label);
        return true;
    }
    label_values_end(values);
    return false;
}

void label_values_end(struct label_values *values)
{
    if (values->label.length)
        warn(values, &values->known, buffer_text(&values->label), (struct text){"", 0},
             values->line);
    buffer_clear(&values->label);
}
