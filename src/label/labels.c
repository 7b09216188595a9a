#include "labels.h"

#include <math.h>
#include <string.h>

#include "../base/key_index.h"
#include "../base/text.h"
#include "../rules/tool_command.h"
#include "name_path.h"

const char *label_from_name(unsigned from)
{
    static const char *const names[] = {
        [NAME_FROM_ALL] = "auto",  [NAME_FROM_HEADING] = "heading", [NAME_FROM_FILE] = "file",
        [NAME_FROM_DIR] = "dir",   [NAME_FROM_PATH] = "path",       [NAME_FROM_COMMAND] = "command",
        [NAME_FROM_NONE] = "none",
    };
    return from < sizeof names / sizeof names[0] ? names[from] : NULL;
}

/* ---- what was decided, given to the run ---- */

static void fill(double *setting, double told)
{
    if (isnan(*setting) && !isnan(told))
        *setting = told;
}

static void set_settings(struct run *run, const struct naming_result *result)
{
    fill(&run->config.concurrency, result->concurrency);
    fill(&run->config.requests, result->requests);
    fill(&run->config.duration_s, result->duration_s);
    if (run->config.keepalive == ANSWER_UNKNOWN)
        run->config.keepalive = result->keepalive;
    if (result->batch && !run->batch)
        run->batch = result->batch;
    run->warm_up = result->warm_up;
}

/* "Store (type)" as a key: store_type.  One that a run has by itself stays apart. */
static const char *key_of_head(const char *head, struct arena *arena)
{
    char *key = arena_format(arena, "%s", head);
    size_t length = 0;

    for (const char *p = key; *p; p++) {
        if (byte_is_letter(*p) || byte_is_digit(*p) || (unsigned char)*p >= 0x80)
            key[length++] = byte_lower(*p);
        else if (length && key[length - 1] != '_')
            key[length++] = '_';
    }
    while (length && key[length - 1] == '_')
        length--;
    key[length] = '\0';
    if (!length)
        return "row";
    return run_key_exists(key) ? arena_format(arena, "%s_column", key) : key;
}

/* Names are in the label, or tell nothing apart: as keys they do not part runs again. */
static void set_keys(struct run *run, const struct naming_result *result, struct arena *arena)
{
    for (size_t i = 0; i < run->name_count; i++)
        if (run->names[i].kind == NAME_CELL && run->names[i].key)
            run_set_label(run, arena, key_of_head(run->names[i].key, arena), run->names[i].text,
                          false);
    for (size_t i = 0; i < result->label_count; i++)
        if (!run_label_text(run, result->labels[i].key))
            run_set_label(run, arena, result->labels[i].key, result->labels[i].text, false);
    for (size_t i = 0; i < result->key_count; i++)
        run_set_label(run, arena, result->keys[i].key, result->keys[i].text, true);
    /* Of an earlier decision, in a run that is read back. */
    run_remove_label(run, "section");
    run_remove_label(run, "variant");
    if (result->section) {
        run_set_label(run, arena, "section", result->section, true);
        run_set_label(run, arena, "variant", result->variant, true);
    }
}

/* Prose is not kept: where it parts runs, the line it stands at becomes a name. */
static void keep_parting(struct run *run, const char *line, struct arena *arena)
{
    struct name_part *names = arena_allocate(arena, (run->name_count + 1) * sizeof *names);

    if (run->name_count)
        memcpy(names, run->names, run->name_count * sizeof *names);
    names[run->name_count++] = (struct name_part){.kind = NAME_LINE, .text = line};
    run->names = names;
}

static void warn_once(struct run *run, struct arena *arena, const char *code, const char *text)
{
    if (!run_has_warning(run, code))
        run_warn(run, arena, code, run->source.line, "%s", text);
}

static void take_notes(struct run *run, const struct naming_result *result, struct arena *arena)
{
    for (size_t i = 0; i < result->note_count; i++) {
        const struct name_note *note = &result->notes[i];
        switch (note->code) {
        case NOTE_NAME_CONTRADICTS:
            warn_once(run, arena, "name-contradicts", note->text);
            break;
        case NOTE_PARTED_BY_TEXT:
            warn_once(run, arena, "parted-by-text", note->text);
            break;
        case NOTE_ASSUMED_REPEATS:
            run->assumed_repeat = true; /* said of groups */
            break;
        }
    }
}

static void apply(struct run *run, const struct naming_result *result, struct arena *arena)
{
    run->label = result->label && *result->label ? result->label : NULL;
    run->label_from = run->label ? result->label_from : NULL;
    run->name_group = result->group + 1;
    set_settings(run, result);
    set_keys(run, result, arena);
    take_notes(run, result, arena);
    if (result->parted_by_text)
        keep_parting(run, result->variant ? result->variant : result->label, arena);
}

/* ---- what is said ---- */

static const char *source_words(const char *from)
{
    static const struct {
        const char *from, *words;
    } table[] = {
        {"heading",  "headings"                       },
        {"ruler",    "rulers"                         },
        {"line",     "the lines above the reports"    },
        {"mark",     "marks"                          },
        {"column",   "the tables"                     },
        {"prefix",   "the names in front of the lines"},
        {"file",     "file names"                     },
        {"dir",      "folders"                        },
        {"argument", NULL                             }, /* the user knows */
    };

    for (size_t i = 0; i < sizeof table / sizeof table[0]; i++)
        if (strcmp(table[i].from, from) == 0)
            return table[i].words;
    return from;
}

/* Where labels are from, if all are from one place and there is something to tell apart. */
static void announce(const struct reading_list *list, struct diag *diag)
{
    const char *from = NULL;
    bool differ = false;

    for (size_t i = 0; i < list->count; i++) {
        const struct run *run = list->items[i].run;
        if (list->items[i].from_json || !run->label)
            continue;
        if (from && strcmp(from, run->label_from) != 0)
            return;
        from = run->label_from;
        differ |= run->name_group != list->items[0].run->name_group;
    }
    if (from && differ && source_words(from))
        diag_note(diag, "labels from %s", source_words(from));
}

/* --no-assume.  True where nothing was assumed. */
static bool nothing_is_assumed(const struct reading_list *list, const struct naming *naming,
                               struct diag *diag)
{
    if (!naming->repeats_assumed)
        return true;
    size_t i = 0;
    while (i + 1 < list->count && !list->items[i].run->assumed_repeat)
        i++;
    diag_error(diag, STATUS_UNUSABLE,
               (struct place){list->items[i].run->source.file, list->items[i].run->source.line, 0},
               "--no-assume: nothing says that %zu runs repeat each other; name them with "
               "NAME=FILE, --path or --label",
               naming->repeats_assumed);
    return false;
}

enum { MANY_SINGLE_RUNS = 4 };

/* ---- all of it ---- */

/* The options of two tools differ by nature. */
static bool tools_agree(const struct reading_list *list)
{
    const char *first = NULL;

    for (size_t i = 0; i < list->count; i++) {
        const char *tool = list->items[i].run->tool;
        if (tool && first && strcmp(tool, first) != 0)
            return false;
        first = first ? first : tool;
    }
    return true;
}

static void apply_commands(struct reading_list *list, struct arena *arena)
{
    for (size_t i = 0; i < list->count; i++) {
        struct reading *reading = &list->items[i];
        const struct hints *hints = &reading->hints;
        if (reading->from_json || !hints->command)
            continue;
        tool_command_apply(hints->command_of, hints->command, reading->run);
        if (hints->command_was_typed && reading->run->command)
            tool_command_set_target(hints->command, reading->run, arena);
    }
}

/* A line of an older archive, which has a label and no names: it keeps what it has. */
static bool is_settled(const struct reading *reading)
{
    return reading->from_json && !reading->hints.argument && !reading->run->name_count;
}

/* Runs of one label are of one name, those that are settled among them. */
static void group_settled(struct reading_list *list, size_t groups, struct arena *work)
{
    struct key_index index;

    key_index_init(&index, work);
    for (size_t i = 0; i < list->count; i++) {
        const struct run *run = list->items[i].run;
        if (!is_settled(&list->items[i]) && run->label)
            key_index_put(&index, run->label, run->name_group);
    }
    for (size_t i = 0; i < list->count; i++) {
        struct run *run = list->items[i].run;
        if (!is_settled(&list->items[i]))
            continue;
        run->name_group = key_index_put(&index, run->label ? run->label : "", groups + 1);
        groups += run->name_group == groups + 1;
    }
}

/* Names the readings that are not settled; `of_run` tells which they are. */
static struct naming decide(struct reading_list *readings, const struct label_options *options,
                            size_t *of_run, size_t *count, struct arena *work, struct arena *arena)
{
    struct named_run *runs = arena_allocate(work, (readings->count + 1) * sizeof *runs);
    size_t front = name_path_shared_folders(readings);
    bool one_tool = tools_agree(readings);

    *count = 0;
    for (size_t i = 0; i < readings->count; i++) {
        if (is_settled(&readings->items[i]))
            continue;
        runs[*count] = name_path_of(&readings->items[i], front, work);
        if (!one_tool)
            name_path_drop_commands(&runs[*count]);
        of_run[(*count)++] = i;
        name_path_keep(&readings->items[i], arena);
    }
    return naming_decide(runs, *count, &options->naming, arena);
}

bool labels_decide(struct reading_list *readings, const struct label_options *options,
                   struct arena *arena, struct diag *diag)
{
    struct arena work;
    size_t count;

    apply_commands(readings, arena);
    arena_init(&work);
    size_t *of_run = arena_allocate(&work, (readings->count + 1) * sizeof *of_run);
    struct naming naming = decide(readings, options, of_run, &count, &work, arena);
    for (size_t i = 0; i < count; i++)
        apply(readings->items[of_run[i]].run, &naming.runs[i], arena);
    group_settled(readings, naming.group_count, &work);
    arena_release(&work);
    announce(readings, diag);
    /* Two files compared, or three, need no advice. */
    if (naming.hint && readings->count >= MANY_SINGLE_RUNS)
        diag_note(diag, "each group has one run; if they repeat each other, %s joins them",
                  naming.hint);
    return !options->no_assume || nothing_is_assumed(readings, &naming, diag);
}
