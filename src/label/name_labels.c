/*
 * Labels: what is left of the parts that differ, and what else is told of names.
 */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "name_words.h"
#include "naming_work.h"

static bool has_word(const char *text)
{
    for (; *text; text++)
        if (byte_is_letter(*text) || (unsigned char)*text >= 0x80)
            return true;
    return false;
}

static void finish_texts(struct naming_work *work)
{
    for (size_t i = 0; i < work->part_count; i++) {
        struct part_work *part = &work->parts[i];
        const char *text = part->verbatim ? part->part->text
                                          : name_without(part->reading, part->cuts, work->scratch);
        part->text = (uint32_t)naming_text(work, naming_renamed(work, text));
    }
}

static void measure_slot(struct naming_work *work, struct name_slot *slot)
{
    size_t present = 0;
    const char *first = NULL;

    slot->differs = slot->lettered = false;
    for (size_t i = 0; i < slot->count; i++) {
        const struct part_work *part = &work->parts[slot->parts[i]];
        const char *text = part_text(work, part);
        if (!part->named || !*text)
            continue;
        slot->differs |= first && strcmp(first, text) != 0;
        slot->lettered |= has_word(text);
        first = text;
    }
    /* A folder that every path has tells nothing, though some run has another name. */
    for (size_t i = 0; first && i < slot->count; i++)
        present += strcmp(part_text(work, &work->parts[slot->parts[i]]), first) == 0;
    slot->differs |= first && present < work->count;
}

/* ---- the label of a run ---- */

/* Words of --label-from where they name the same. */
static const char *from_word(const struct part_work *part)
{
    switch (part->part->kind) {
    case NAME_FOLDER:
        return "dir";
    case NAME_STEM:
        return "file";
    case NAME_CELL:
        return "column";
    case NAME_COMMAND:
        return part->verbatim && part->part->key ? part->part->key : "command";
    default:
        return name_kind_word(part->part->kind);
    }
}

static void append_label(struct naming_work *work, size_t run, const char *text, const char *from)
{
    struct naming_result *result = &work->result->runs[run];

    result->section = result->label;
    result->variant = result->label ? text : NULL;
    result->label =
        result->label ? arena_format(work->arena, "%s / %s", result->label, text) : text;
    result->label_from = result->label_from ? result->label_from : from;
}

static void join_labels(struct naming_work *work)
{
    for (size_t i = 0; i < work->slot_count; i++) {
        const struct name_slot *slot = &work->slots[work->order[i]];
        for (size_t p = 0; slot->in_label && p < slot->count; p++) {
            const struct part_work *part = &work->parts[slot->parts[p]];
            if (part->named && *part_text(work, part))
                append_label(work, part->run, part_text(work, part), from_word(part));
        }
    }
}

/* The innermost part among `first` to `last` kinds that says something. */
static const struct part_work *innermost(const struct naming_work *work, size_t run,
                                         enum name_kind first, enum name_kind last)
{
    const struct run_work *item = &work->runs[run];

    for (size_t i = item->first + item->count; i-- > item->first;) {
        const struct part_work *part = &work->parts[i];
        if (part->named && part->part->kind >= first && part->part->kind <= last &&
            *part_text(work, part))
            return part;
    }
    return NULL;
}

/* What the user ordered stands where commands do. */
static enum name_kind last_beside(const struct naming_work *work)
{
    enum name_source source = work->options->source;

    return source == NAME_FROM_PATH || source == NAME_FROM_COMMAND ? NAME_COMMAND : NAME_PREFIX;
}

/* A name that says the same of all runs is better than none: text beside the report. */
static void fall_back_beside(struct naming_work *work)
{
    for (size_t run = 0; run < work->count; run++) {
        const struct part_work *part = innermost(work, run, NAME_ARGUMENT, NAME_ARGUMENT);
        if (work->result->runs[run].label)
            continue;
        if (!part)
            part = innermost(work, run, NAME_HEADING, last_beside(work));
        if (part)
            append_label(work, run, part_text(work, part), from_word(part));
    }
}

/* What the file is called, or by order the folder. */
static void fall_back_on_file(struct naming_work *work)
{
    enum name_kind kind = work->options->source == NAME_FROM_DIR ? NAME_FOLDER : NAME_STEM;

    for (size_t run = 0; run < work->count; run++) {
        const struct run_work *item = &work->runs[run];
        const struct part_work *part = innermost(work, run, kind, kind);
        if (work->result->runs[run].label)
            continue;
        if (part) {
            /* "ab-c8-1" alone is better than "1". */
            const char *text = part_text(work, part);
            bool says_more = has_word(text) || work->count > 1;
            append_label(work, run, says_more ? text : part->part->text, from_word(part));
            continue;
        }
        /* "ab.log" and "c8.log" say something, though only what the log says, too. */
        for (size_t i = item->first; i < item->first + item->count; i++) {
            part = &work->parts[i];
            if (part->named && part->part->kind == kind && !part_counts(part))
                append_label(work, run, part->part->text, from_word(part));
        }
    }
}

/* ---- labels from what the log says ---- */

static const char *fact_text(const struct naming_work *work, size_t run, size_t which)
{
    const struct name_facts *facts = &work->input[run].facts;

    switch (which) {
    case 0:
        return facts->path;
    case 1:
        return facts->server;
    case 2:
        return isnan(facts->port) ? NULL : arena_format(work->arena, "%.0f", facts->port);
    case 3:
        return facts->host;
    case 4:
        return facts->scheme;
    default:
        return facts->tool;
    }
}

static const char *const fact_names[] = {"path", "server", "port", "host", "scheme", "tool"};

enum { FACT_SERVER = 1 };

/* How many different texts a fact has; 0 where a run lacks it. */
static size_t fact_values(const struct naming_work *work, size_t which)
{
    struct key_index seen;

    key_index_init(&seen, work->scratch);
    for (size_t i = 0; i < work->count; i++) {
        const char *text = fact_text(work, i, which);
        if (!text)
            return 0;
        key_index_put(&seen, text, i);
    }
    return seen.count;
}

static void label_by_fact(struct naming_work *work, size_t which)
{
    for (size_t i = 0; i < work->count; i++)
        append_label(work, i, fact_text(work, i, which), fact_names[which]);
}

/* A short line over all reports, and nothing else: it may be anything. */
static bool is_line_alone(const struct naming_work *work)
{
    for (size_t run = 0; run < work->count; run++) {
        const struct part_work *part = innermost(work, run, NAME_HEADING, NAME_PREFIX);
        if (innermost(work, run, NAME_ARGUMENT, NAME_ARGUMENT) ||
            (part && part->part->kind != NAME_LINE))
            return false;
    }
    return true;
}

static bool has_labels(const struct naming_work *work)
{
    for (size_t i = 0; i < work->count; i++)
        if (work->result->runs[i].label)
            return true;
    return false;
}

/* Where nothing else names any run, what differs does. */
static void label_by_difference(struct naming_work *work)
{
    for (size_t i = 0; i < sizeof fact_names / sizeof *fact_names; i++) {
        if (fact_values(work, i) > 1) {
            label_by_fact(work, i);
            return;
        }
    }
}

/* "80" and "3000" are worse names than nginx and Express, where those tell as much. */
static bool label_by_server(struct naming_work *work, const struct partition *partition)
{
    if (partition->class_count > 1 || fact_values(work, FACT_SERVER) < 2)
        return false;
    struct key_index seen;
    size_t numbers = 0;
    key_index_init(&seen, work->scratch);
    for (size_t i = 0; i < work->count; i++) {
        const char *key = arena_format(
            work->scratch, "%llx", (unsigned long long)(work->runs[i].name - work->runs[i].keys));
        numbers += key_index_put(&seen, key, i) == i;
    }
    if (numbers < 2 || numbers > fact_values(work, FACT_SERVER))
        return false;
    label_by_fact(work, FACT_SERVER);
    return true;
}

/* ---- all of it ---- */

void naming_label(struct naming_work *work)
{
    struct partition partition = naming_partition(work);

    finish_texts(work);
    for (size_t i = 0; i < work->slot_count; i++)
        measure_slot(work, &work->slots[i]);
    naming_choose_slots(work, &partition, true);
    if (work->options->source != NAME_FROM_ALL || !label_by_server(work, &partition)) {
        naming_choose_slots(work, &partition, false);
        join_labels(work);
    }
    bool by_difference = work->options->source == NAME_FROM_ALL;
    if (by_difference && !has_labels(work) && is_line_alone(work))
        label_by_difference(work);
    fall_back_beside(work);
    if (by_difference && !has_labels(work))
        label_by_difference(work);
    fall_back_on_file(work);
    for (size_t i = 0; i < work->count; i++)
        if (work->runs[i].epoch) {
            append_label(work, i, work->runs[i].epoch, "line");
            work->result->runs[i].parted_by_text = true;
        }
}
