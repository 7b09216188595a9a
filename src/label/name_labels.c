/*
 * Labels: what is left of the parts that differ, and what else is told of names.
 */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "name_words.h"
#include "naming_work.h"

/* The text of a part in the end. */
static const char *part_text(const struct naming_work *work, const struct part_work *part)
{
    return work->text_list[part->text];
}

static const char *renamed(const struct naming_work *work, const char *text)
{
    for (size_t i = 0; i < work->options->rename_count; i++)
        if (strcmp(work->options->renames[i].from, text) == 0)
            return work->options->renames[i].to;
    return text;
}

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
                                          : name_without(part->reading, part->cuts, work->arena);
        part->text = naming_text(work, renamed(work, text));
    }
}

static void measure_slot(struct naming_work *work, struct name_slot *slot)
{
    size_t named = 0;
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
        named++;
    }
    slot->differs |= named > 0 && named < work->count;
}

/* ---- which slots make the label ---- */

/* The runs as the chosen slots tell them apart so far. */
struct partition {
    size_t *class_of_run;
    size_t *class_sizes; /* by class */
    size_t class_count;
    bool *labelled; /* the run has a text in a chosen slot */
};

struct entry {
    size_t class, text, run;
};

static int by_class_and_text(const void *a, const void *b)
{
    const struct entry *left = a, *right = b;

    if (left->class != right->class)
        return left->class < right->class ? -1 : 1;
    return left->text < right->text ? -1 : left->text > right->text;
}

static size_t list_entries(const struct naming_work *work, const struct name_slot *slot,
                           const struct partition *partition, struct entry *list)
{
    size_t count = 0;

    for (size_t i = 0; i < slot->count; i++) {
        const struct part_work *part = &work->parts[slot->parts[i]];
        if (part->named && *part_text(work, part))
            list[count++] =
                (struct entry){partition->class_of_run[part->run], part->text, part->run};
    }
    if (count)
        qsort(list, count, sizeof *list, by_class_and_text);
    return count;
}

static size_t class_end(const struct entry *list, size_t start, size_t count)
{
    size_t end = start;

    while (end < count && list[end].class == list[start].class)
        end++;
    return end;
}

/* Whether the slot tells runs apart that were not, or names one that had no name. */
static bool adds_something(const struct partition *partition, const struct entry *list,
                           size_t count)
{
    for (size_t start = 0, end; start < count; start = end) {
        end = class_end(list, start, count);
        if (list[start].text != list[end - 1].text ||
            end - start < partition->class_sizes[list[start].class])
            return true;
        for (size_t i = start; i < end; i++)
            if (!partition->labelled[list[i].run])
                return true;
    }
    return false;
}

static void refine(struct partition *partition, const struct entry *list, size_t count)
{
    for (size_t start = 0, end; start < count; start = end) {
        end = start;
        while (end < count && list[end].class == list[start].class &&
               list[end].text == list[start].text)
            end++;
        if (end - start == partition->class_sizes[list[start].class]) {
            for (size_t i = start; i < end; i++)
                partition->labelled[list[i].run] = true;
            continue;
        }
        size_t class = partition->class_count++;
        partition->class_sizes[list[start].class] -= end - start;
        partition->class_sizes[class] = end - start;
        for (size_t i = start; i < end; i++) {
            partition->class_of_run[list[i].run] = class;
            partition->labelled[list[i].run] = true;
        }
    }
}

static void choose_slots(struct naming_work *work, struct partition *partition, bool lettered)
{
    struct entry *list = arena_allocate(work->arena, (work->count + 1) * sizeof *list);

    for (size_t i = 0; i < work->slot_count; i++) {
        struct name_slot *slot = &work->slots[work->order[i]];
        if (!slot->differs || slot->lettered != lettered)
            continue;
        size_t count = list_entries(work, slot, partition, list);
        slot->in_label = adds_something(partition, list, count);
        if (slot->in_label)
            refine(partition, list, count);
    }
}

static struct partition partition_new(const struct naming_work *work)
{
    size_t room = work->count + 1;
    struct partition partition = {
        .class_of_run = arena_allocate(work->arena, room * sizeof *partition.class_of_run),
        .class_sizes = arena_allocate(work->arena, 2 * room * sizeof *partition.class_sizes),
        .class_count = 1,
        .labelled = arena_allocate(work->arena, room * sizeof *partition.labelled),
    };

    partition.class_sizes[0] = work->count;
    return partition;
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

/* A name that says the same of all runs is better than none: text beside the report. */
static void fall_back_beside(struct naming_work *work)
{
    for (size_t run = 0; run < work->count; run++) {
        const struct part_work *part = innermost(work, run, NAME_ARGUMENT, NAME_ARGUMENT);
        if (work->result->runs[run].label)
            continue;
        if (!part)
            part = innermost(work, run, NAME_HEADING, NAME_PREFIX);
        if (part)
            append_label(work, run, part_text(work, part), from_word(part));
    }
}

static bool counts_something(const struct part_work *part)
{
    return part->cuts & part->reading->cuts &
           (CUT_BIT(CUT_REPEAT) | CUT_BIT(CUT_NUMBER) | CUT_BIT(CUT_ORDINAL) | CUT_BIT(CUT_DATE) |
            CUT_BIT(CUT_WARM_UP));
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
            append_label(work, run, part_text(work, part), from_word(part));
            continue;
        }
        /* "ab.log" and "c8.log" say something, though only what the log says, too. */
        for (size_t i = item->first; i < item->first + item->count; i++) {
            part = &work->parts[i];
            if (part->named && part->part->kind == kind && !counts_something(part))
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

    key_index_init(&seen, work->arena);
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
    key_index_init(&seen, work->arena);
    for (size_t i = 0; i < work->count; i++) {
        const char *key = arena_format(
            work->arena, "%llx", (unsigned long long)(work->runs[i].name - work->runs[i].keys));
        numbers += key_index_put(&seen, key, i) == i;
    }
    if (numbers < 2 || numbers > fact_values(work, FACT_SERVER))
        return false;
    label_by_fact(work, FACT_SERVER);
    return true;
}

/* ---- groups ---- */

static void number_groups(struct naming_work *work)
{
    struct key_index groups;

    key_index_init(&groups, work->arena);
    work->result->group_count = 0;
    for (size_t i = 0; i < work->count; i++) {
        const char *key = arena_format(work->arena, "%llx", (unsigned long long)work->runs[i].name);
        size_t group = key_index_put(&groups, key, work->result->group_count);
        work->result->group_count += group == work->result->group_count;
        work->result->runs[i].group = group;
    }
}

/* --rename of whole labels: those that become one are one name. */
static void rename_labels(struct naming_work *work)
{
    bool any = false;

    for (size_t i = 0; i < work->count; i++) {
        struct naming_result *result = &work->result->runs[i];
        const char *to = result->label ? renamed(work, result->label) : NULL;
        any |= to != result->label;
        result->label = to;
    }
    for (size_t i = 0; any && i < work->count; i++) {
        const char *label = work->result->runs[i].label;
        const char *epoch = work->runs[i].epoch;
        work->runs[i].name =
            work->runs[i].keys + naming_hash('l', naming_text(work, label ? label : ""),
                                             naming_text(work, epoch ? epoch : ""));
    }
}

/* Two groups that one label and the same settings would make one get different labels. */
static void tell_groups_apart(struct naming_work *work)
{
    struct key_index taken, numbered;
    const char **labels =
        arena_allocate(work->arena, (work->result->group_count + 1) * sizeof *labels);
    size_t groups = 0;

    key_index_init(&taken, work->arena);
    key_index_init(&numbered, work->arena);
    for (size_t i = 0; i < work->count; i++) {
        struct naming_result *result = &work->result->runs[i];
        bool first_of_group = result->group == groups;
        groups += first_of_group;
        if (first_of_group) {
            const char *label = result->label ? result->label : "";
            const char *key =
                arena_format(work->arena, "%llx %s", (unsigned long long)work->runs[i].keys, label);
            size_t owner = key_index_put(&taken, key, result->group);
            if (owner != result->group && result->label)
                labels[result->group] = arena_format(work->arena, "%s (%zu)", label,
                                                     key_index_count_up(&numbered, key) + 1);
        }
        if (labels[result->group])
            result->label = labels[result->group];
    }
}

/* ---- the names that are not in the label ---- */

static void add_label(struct naming_work *work, size_t run, const char *key, const char *text)
{
    struct naming_result *result = &work->result->runs[run];
    struct name_text *labels =
        arena_grow(work->arena, (void *)(uintptr_t)result->labels, result->label_count,
                   &work->runs[run].labels_capacity, sizeof *labels);

    labels[result->label_count++] = (struct name_text){key, text};
    result->labels = labels;
}

static const char *label_key(const struct part_work *part)
{
    switch (part->part->kind) {
    case NAME_HEADING:
        return "section";
    case NAME_STEM:
        return "file";
    case NAME_RULER:
    case NAME_LINE:
    case NAME_MARK:
    case NAME_SUMMARY:
        return "caption";
    case NAME_CELL:
    case NAME_COMMAND:
        if (part->part->key && *part->part->key)
            return part->part->key;
        break;
    default:
        break;
    }
    return name_kind_word(part->part->kind);
}

/* Folders that all runs lie in are the user's own business. */
static bool is_told(const struct naming_work *work, const struct part_work *part)
{
    const struct name_slot *slot = &work->slots[part->slot];
    const struct naming_result *result = &work->result->runs[part->run];
    const char *text = part_text(work, part);

    return *text && !slot->in_label && (part->part->kind != NAME_FOLDER || slot->differs) &&
           !(result->label && strcmp(result->label, text) == 0);
}

static void list_other_names(struct naming_work *work)
{
    for (size_t run = 0; run < work->count; run++) {
        const char *last = "";
        size_t number = 0;
        for (size_t i = work->runs[run].first; i < work->runs[run].first + work->runs[run].count;
             i++) {
            const struct part_work *part = &work->parts[i];
            if (!is_told(work, part))
                continue;
            const char *key = label_key(part);
            number = strcmp(key, last) == 0 ? number + 1 : 1;
            last = key;
            add_label(work, run,
                      number == 1 ? key : arena_format(work->arena, "%s%zu", key, number),
                      part_text(work, part));
        }
    }
}

/* ---- assumed repetitions ---- */

/* Every part as it was read: equal for reports under one name. */
static uint64_t raw_name(struct naming_work *work, size_t run)
{
    uint64_t hash = 0;

    for (size_t i = work->runs[run].first; i < work->runs[run].first + work->runs[run].count; i++)
        hash += naming_hash('w', work->parts[i].slot, naming_text(work, work->parts[i].part->text));
    return hash;
}

static void find_assumed(struct naming_work *work)
{
    struct key_index seen;
    size_t *sizes = arena_allocate(work->arena, (work->result->group_count + 1) * sizeof *sizes);
    bool *assumed = arena_allocate(work->arena, work->result->group_count + 1);

    key_index_init(&seen, work->arena);
    for (size_t i = 0; i < work->count; i++) {
        size_t group = work->result->runs[i].group;
        const char *key =
            arena_format(work->arena, "%zu %llx", group, (unsigned long long)raw_name(work, i));
        sizes[group]++;
        assumed[group] |= work->runs[i].assumed || key_index_count_up(&seen, key) > 1;
    }
    for (size_t i = 0; i < work->result->group_count; i++)
        work->result->repeats_assumed += assumed[i] && sizes[i] > 1 ? sizes[i] : 0;
    for (size_t i = 0; i < work->count; i++)
        if (assumed[work->result->runs[i].group] && sizes[work->result->runs[i].group] > 1)
            naming_note(work, i, NOTE_ASSUMED_REPEATS,
                        "taken as one of several repetitions, since no name tells otherwise");
}

void naming_label(struct naming_work *work)
{
    struct partition partition = partition_new(work);

    finish_texts(work);
    for (size_t i = 0; i < work->slot_count; i++)
        measure_slot(work, &work->slots[i]);
    choose_slots(work, &partition, true);
    if (work->options->source != NAME_FROM_ALL || !label_by_server(work, &partition)) {
        choose_slots(work, &partition, false);
        join_labels(work);
    }
    fall_back_beside(work);
    if (work->options->source == NAME_FROM_ALL && !has_labels(work))
        label_by_difference(work);
    fall_back_on_file(work);
    for (size_t i = 0; i < work->count; i++)
        if (work->runs[i].epoch)
            append_label(work, i, work->runs[i].epoch, "line");
    rename_labels(work);
    number_groups(work);
    tell_groups_apart(work);
    list_other_names(work);
    find_assumed(work);
}

/* ---- batches ---- */

/* A numbered folder that holds several repetitions of something was taken in one go. */
void naming_find_batches(struct naming_work *work)
{
    struct key_index seen;
    bool *several = arena_allocate(work->arena, work->text_count + work->part_count + 1);

    for (size_t s = 0; s < work->slot_count; s++) {
        const struct name_slot *slot = &work->slots[s];
        if (slot->kind != NAME_FOLDER)
            continue;
        key_index_init(&seen, work->arena);
        for (int pass = 0; pass < 2; pass++) {
            for (size_t i = 0; i < slot->count; i++) {
                const struct part_work *part = &work->parts[slot->parts[i]];
                struct naming_result *result = &work->result->runs[part->run];
                size_t text = naming_text(work, part->part->text);
                if (!counts_something(part) || *part_text(work, part))
                    continue;
                if (pass == 0)
                    several[text] |=
                        key_index_count_up(
                            &seen, arena_format(work->arena, "%zu %zu", result->group, text)) > 1;
                else if (several[text] && !result->batch)
                    result->batch = part->part->text;
            }
        }
    }
}

/* ---- the baseline ---- */

/* How many of the values have the word; *which is the last of them. */
static size_t values_with(const char *const *values, size_t count, const char *word, size_t *which)
{
    size_t found = 0;

    for (size_t i = 0; i < count; i++) {
        if (values[i] && name_has_word(text_of(values[i]), word)) {
            *which = i;
            found++;
        }
    }
    return found;
}

/* "no-cache", "no gzip" */
static size_t values_without(const char *const *values, size_t count, size_t *which)
{
    size_t found = 0;

    for (size_t i = 0; i < count; i++) {
        struct text text = text_of(values[i] ? values[i] : "");
        if (text.length > 3 && text_is_ignoring_case((struct text){text.start, 2}, "no") &&
            strchr("-_ ", text.start[2])) {
            *which = i;
            found++;
        }
    }
    return found;
}

size_t naming_baseline(const char *const *values, size_t count, const char **word)
{
    size_t which = count;

    for (size_t rank = 0; (*word = name_baseline_word(rank)); rank++)
        if (values_with(values, count, *word, &which) == 1)
            return which;
    *word = "no";
    if (values_without(values, count, &which) == 1)
        return which;
    *word = NULL;
    return count;
}

void naming_find_baseline(struct naming_work *work)
{
    const char **values = arena_allocate(work->arena, (work->count + 1) * sizeof *values);

    for (size_t s = 0; s < work->slot_count && !work->result->baseline; s++) {
        const struct name_slot *slot = &work->slots[work->order[s]];
        size_t count = 0;
        struct key_index seen;
        if (!slot->differs)
            continue;
        key_index_init(&seen, work->arena);
        for (size_t i = 0; i < slot->count; i++) {
            const struct part_work *part = &work->parts[slot->parts[i]];
            const char *text = part_text(work, part);
            if (part->named && *text && key_index_count_up(&seen, text) == 1)
                values[count++] = text;
        }
        size_t which = naming_baseline(values, count, &work->result->baseline_word);
        if (which < count && count > 1)
            work->result->baseline = values[which];
    }
    if (!work->result->baseline)
        work->result->baseline_word = NULL;
}

/* ---- the hint ---- */

/* The one slot in which runs differ; NULL where there are several or none. */
static const struct name_slot *only_difference(const struct naming_work *work)
{
    const struct name_slot *only = NULL;

    for (size_t i = 0; i < work->slot_count; i++) {
        if (!work->slots[i].differs)
            continue;
        if (only)
            return NULL;
        only = &work->slots[i];
    }
    return only;
}

static const char *suffix_of(const char *file)
{
    const char *slash = file ? strrchr(file, '/') : NULL;
    const char *dot = file ? strrchr(slash ? slash : file, '.') : NULL;

    return dot ? dot : "";
}

/* "a1", "x-2": how many bytes are in front of the number; 0 where there is no such form. */
static size_t numbered_front(const char *text)
{
    size_t length = strlen(text), digits = 0;

    while (digits < length && byte_is_digit(text[length - 1 - digits]))
        digits++;
    return digits && digits < length ? length - digits : 0;
}

static const char *stem_hint(const struct naming_work *work, const struct name_slot *slot)
{
    const struct part_work *first = &work->parts[slot->parts[0]];
    const char *text = first->part->text;
    const char *suffix = suffix_of(work->input[first->run].facts.file);
    size_t front = numbered_front(text);
    char glue = front ? text[front - 1] : '\0';

    for (size_t i = 0; i < slot->count; i++) {
        const char *own = work->parts[slot->parts[i]].part->text;
        size_t at = numbered_front(own);
        if (!at || (own[at - 1] != glue && (name_byte_parts(glue) || name_byte_parts(own[at - 1]))))
            return arena_format(work->arena, "--path '{run}%s'", suffix);
    }
    if (name_byte_parts(glue))
        return arena_format(work->arena, "--path '{label}%c{run}%s'", glue, suffix);
    return arena_format(work->arena, "--path '{label}{run}%s'", suffix);
}

/* Folders of files that are called alike: the folder is the run. */
static const char *folder_hint(const struct naming_work *work, const struct name_slot *slot)
{
    const char *file = work->input[0].facts.file;
    const char *slash = file ? strrchr(file, '/') : NULL;

    for (size_t i = 0; i < slot->count; i++) {
        const struct part_work *part = &work->parts[slot->parts[i]];
        const struct run_work *run = &work->runs[part->run];
        size_t next = slot->parts[i] + 1;
        if (next >= run->first + run->count || work->parts[next].part->kind != NAME_STEM)
            return NULL;
    }
    return slash ? arena_format(work->arena, "--path '{run}%s'", slash) : NULL;
}

void naming_find_hint(struct naming_work *work)
{
    if (work->count < 2 || work->result->group_count != work->count)
        return;
    const struct name_slot *slot = only_difference(work);
    if (!slot || slot->count < work->count)
        return;
    if (slot->kind == NAME_STEM)
        work->result->hint = stem_hint(work, slot);
    else if (slot->kind == NAME_FOLDER)
        work->result->hint = folder_hint(work, slot);
    else if (slot->kind >= NAME_HEADING && slot->kind <= NAME_COMMAND)
        work->result->hint = "--label-from file";
}
