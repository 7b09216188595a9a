#include "labels.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "../base/number.h"
#include "../base/text.h"
#include "../rules/tool_command.h"
#include "folders.h"
#include "name_settings.h"
#include "run_numbers.h"

const char *label_from_name(unsigned from)
{
    static const char *const names[] = {
        [LABEL_AUTOMATIC] = "auto", [LABEL_HEADING] = "heading", [LABEL_FILE] = "file",
        [LABEL_DIR] = "dir",        [LABEL_PATH] = "path",       [LABEL_COMMAND] = "command",
        [LABEL_NONE] = "none",
    };
    return from < sizeof names / sizeof names[0] ? names[from] : NULL;
}

struct decision {
    struct reading_list *readings;
    struct arena *arena;
    struct diag *diag;
    bool one_stem; /* all files are called alike: the folders alone tell */
};

static bool same(const char *a, const char *b)
{
    return a == b || (a && b && strcmp(a, b) == 0);
}

/* ---- text beside the reports ---- */

enum source {
    SOURCE_HEADING,
    SOURCE_RULER,
    SOURCE_LINE,
    SOURCE_MARK,
    SOURCE_CELL,
    SOURCE_PREFIX,
    SOURCE_COUNT,
};

static const char *const source_names[] = {"heading", "ruler", "line", "mark", "column", "prefix"};
static const char *const source_words[] = {
    "headings", "rulers",     "the lines above the reports",
    "marks",    "the tables", "the names in front of the lines"};

static const char *innermost(const struct hints *hints, size_t *level)
{
    for (size_t i = HEADING_LEVELS; i-- > 0;) {
        if (hints->headings[i]) {
            *level = i;
            return hints->headings[i];
        }
    }
    return NULL;
}

static const char *beside(const struct hints *hints, enum source source)
{
    size_t level;

    switch (source) {
    case SOURCE_HEADING:
        return innermost(hints, &level);
    case SOURCE_RULER:
        return hints->ruler;
    case SOURCE_LINE:
        return hints->line;
    case SOURCE_MARK:
        return hints->mark;
    case SOURCE_CELL:
        return hints->cell;
    case SOURCE_PREFIX:
        return hints->prefix;
    case SOURCE_COUNT:
        break;
    }
    return NULL;
}

/* How far a source names the runs of one file. */
static void measure(const struct reading *first, size_t count, enum source source, size_t *named,
                    bool *differs)
{
    const char *text = NULL;

    *named = 0;
    *differs = false;
    for (size_t i = 0; i < count; i++) {
        const char *here = beside(&first[i].hints, source);
        if (!here)
            continue;
        if (*named && !same(here, text))
            *differs = true;
        text = here;
        (*named)++;
    }
}

/* Which source names the runs of a file: all of them, and differently where there are several. */
static bool choose_source(const struct reading *first, size_t count, enum source *chosen)
{
    size_t named;
    bool differs;

    for (enum source source = 0; source < SOURCE_COUNT; source++) {
        measure(first, count, source, &named, &differs);
        if (named == count && (differs || count == 1)) {
            *chosen = source;
            return true;
        }
    }
    /* Marks need not stand before every row. */
    measure(first, count, SOURCE_MARK, &named, &differs);
    *chosen = SOURCE_MARK;
    if (named)
        return true;
    /* One heading over repeated runs. */
    measure(first, count, SOURCE_HEADING, &named, &differs);
    *chosen = SOURCE_HEADING;
    return named == count;
}

/* The headings that are not the label: the outermost is "section". */
static void set_sections(struct decision *decision, struct reading *reading, bool used_heading)
{
    size_t innermost_level = HEADING_LEVELS;
    size_t number = 1;

    if (used_heading)
        innermost(&reading->hints, &innermost_level);
    for (size_t level = 0; level < HEADING_LEVELS; level++) {
        if (!reading->hints.headings[level] || level == innermost_level)
            continue;
        const char *key =
            number == 1 ? "section" : arena_format(decision->arena, "section%zu", number);
        run_set_label(reading->run, decision->arena, key, reading->hints.headings[level], true);
        number++;
    }
}

/* "Store (type)" as a key: store_type.  One that a run has by itself stays apart. */
static const char *key_of_head(struct decision *decision, const char *head)
{
    char *key = arena_format(decision->arena, "%s", head);
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
    return run_key_exists(key) ? arena_format(decision->arena, "%s_column", key) : key;
}

/* The cells of a table's row that are not the label part it from other rows. */
static void set_cells(struct decision *decision, struct reading *reading, const char *used)
{
    for (size_t i = 0; i < reading->hints.cell_count; i++) {
        const struct name_cell *cell = &reading->hints.cells[i];
        if (!used || strcmp(cell->text, used) != 0)
            run_set_label(reading->run, decision->arena, key_of_head(decision, cell->head),
                          cell->text, true);
    }
}

static void label_file(struct decision *decision, struct reading *first, size_t count)
{
    enum source source = SOURCE_HEADING;
    bool found = choose_source(first, count, &source);

    for (size_t i = 0; i < count; i++) {
        struct run *run = first[i].run;
        const char *text = found ? beside(&first[i].hints, source) : NULL;
        set_sections(decision, &first[i], text && source == SOURCE_HEADING);
        set_cells(decision, &first[i], source == SOURCE_CELL ? text : NULL);
        text = name_take_settings(decision->arena, run, text);
        if (text) {
            run->label = text;
            run->label_from = source_names[source];
        }
    }
}

/* ---- files ---- */

static size_t file_end(const struct reading_list *list, size_t start)
{
    size_t end = start + 1;

    while (end < list->count && list->items[end].file == list->items[start].file)
        end++;
    return end;
}

/* Whether files of different stems are among those that want a label. */
static bool stems_differ(const struct reading_list *list)
{
    const struct reading *first = NULL;

    for (size_t i = 0; i < list->count; i++) {
        const struct reading *reading = &list->items[i];
        if (!reading_wants_label(reading))
            continue;
        if (first && !(same(first->hints.stem, reading->hints.stem) &&
                       same(first->hints.folder, reading->hints.folder)))
            return true;
        first = first ? first : reading;
    }
    return false;
}

static int by_stem_and_folder(const void *a, const void *b)
{
    const struct reading *first = *(struct reading *const *)a;
    const struct reading *second = *(struct reading *const *)b;
    int order = strcmp(first->hints.stem, second->hints.stem);

    return order ? order : strcmp(first->folder, second->folder);
}

static int by_folder(const void *a, const void *b)
{
    return strcmp((*(struct reading *const *)a)->folder, (*(struct reading *const *)b)->folder);
}

static bool is_only_digits(const char *text)
{
    return text[strspn(text, "0123456789")] == '\0';
}

/* Where the same stem occurs in more than one folder, or is a number alone, the folder tells. */
static void mark_stems(struct reading **sorted, size_t count)
{
    qsort(sorted, count, sizeof *sorted, by_stem_and_folder);
    for (size_t start = 0, end; start < count; start = end) {
        const char *stem = sorted[start]->hints.stem;
        for (end = start + 1; end < count && strcmp(sorted[end]->hints.stem, stem) == 0;)
            end++;
        bool several = strcmp(sorted[start]->folder, sorted[end - 1]->folder) != 0;
        for (size_t i = start; i < end; i++)
            sorted[i]->needs_folder = several || is_only_digits(stem);
    }
}

static void mark_folders(struct decision *decision)
{
    struct reading_list *list = decision->readings;
    struct reading **sorted = arena_allocate(decision->arena, (list->count + 1) * sizeof *sorted);
    size_t count = 0;

    for (size_t i = 0; i < list->count; i++)
        if (reading_wants_label(&list->items[i]) && list->items[i].hints.stem &&
            list->items[i].folder)
            sorted[count++] = &list->items[i];
    if (!count)
        return;
    mark_stems(sorted, count);
    decision->one_stem = same(sorted[0]->hints.stem, sorted[count - 1]->hints.stem);
    /* What one file of a folder is called by, all of them are. */
    qsort(sorted, count, sizeof *sorted, by_folder);
    for (size_t start = 0, end; start < count; start = end) {
        bool needed = false;
        for (end = start; end < count && by_folder(&sorted[end], &sorted[start]) == 0; end++)
            needed |= sorted[end]->needs_folder;
        for (size_t i = start; i < end; i++)
            sorted[i]->needs_folder = needed;
    }
}

/* The folders that tell it from others, without those that repeat a setting: "" where none is left.
 */
static const char *folder_label(struct decision *decision, const struct reading *reading)
{
    struct text rest = text_of(reading->folder ? reading->folder : "");
    const char *label = "";
    struct text part;

    while (text_split(&rest, '/', &part)) {
        const char *name =
            name_take_settings(decision->arena, reading->run, text_copy(decision->arena, part));
        if (*name)
            label = arena_format(decision->arena, "%s%s%s", label, *label ? " " : "", name);
    }
    return label;
}

static const char *file_label(struct decision *decision, struct reading *reading)
{
    const char *stem = name_take_settings(decision->arena, reading->run, reading->hints.stem);

    if (!stem || !reading->needs_folder)
        return stem;
    const char *folder = folder_label(decision, reading);
    if (decision->one_stem && *folder)
        return folder;
    return arena_format(decision->arena, "%s%s%s", folder, *folder && *stem ? " " : "", stem);
}

static bool texts_agree(const struct reading_list *list)
{
    const char *text = NULL;
    bool any = false;

    for (size_t i = 0; i < list->count; i++) {
        const struct run *run = list->items[i].run;
        if (!reading_wants_label(&list->items[i]))
            continue;
        if (any && !same(run->label, text))
            return false;
        text = run->label;
        any = true;
    }
    return true;
}

/*
 * Text beside a report never merges runs of files whose stems differ: the stem
 * goes in front of it, or in its place where it says the same for all.
 */
static void put_stems_in_front(struct decision *decision)
{
    struct reading_list *list = decision->readings;
    bool stem_only = texts_agree(list);

    if (!stems_differ(list))
        return;
    mark_folders(decision);
    for (size_t i = 0; i < list->count; i++) {
        struct reading *reading = &list->items[i];
        struct run *run = reading->run;
        if (!reading_wants_label(reading))
            continue;
        const char *file = file_label(decision, reading);
        if (!file || !*file) {
            continue;
        } else if (!run->label || !*run->label || stem_only) {
            run->label = file;
            run->label_from = "file";
        } else {
            run->label = arena_format(decision->arena, "%s %s", file, run->label);
        }
    }
}

/* ---- what differs ---- */

static bool all_lack_labels(const struct reading_list *list)
{
    for (size_t i = 0; i < list->count; i++)
        if (list->items[i].run->label && *list->items[i].run->label)
            return false;
    return list->count > 0;
}

/* False where the runs differ in none of the keys. */
static bool label_by_difference(struct decision *decision)
{
    static const char *const keys[] = {"path", "port", "host", "server", "scheme", "tool"};
    struct reading_list *list = decision->readings;

    for (size_t k = 0; k < sizeof keys / sizeof keys[0]; k++) {
        const char *first = NULL;
        bool differs = false;
        for (size_t i = 0; i < list->count; i++) {
            const char *text = run_key_text(list->items[i].run, keys[k], decision->arena);
            differs |= first && text && strcmp(text, first) != 0;
            first = first ? first : text;
        }
        if (!differs)
            continue;
        for (size_t i = 0; i < list->count; i++) {
            struct run *run = list->items[i].run;
            run->label = run_key_text(run, keys[k], decision->arena);
            run->label_from = keys[k];
        }
        return true;
    }
    return false;
}

/* Runs that nothing else names are what their file is called. */
static void label_by_stem(struct decision *decision)
{
    struct reading_list *list = decision->readings;

    for (size_t i = 0; i < list->count; i++) {
        const struct run *run = list->items[i].run;
        if (!reading_wants_label(&list->items[i]) || (run->label && *run->label))
            continue;
        const char *stem = run->label == run_numbers_only
                               ? folder_label(decision, &list->items[i])
                               : name_take_settings(decision->arena, list->items[i].run,
                                                    list->items[i].hints.stem);
        if (!stem || !*stem)
            continue;
        list->items[i].run->label = stem;
        list->items[i].run->label_from = "file";
    }
}

/* ---- all of it ---- */

/* The folder as far as it tells runs apart; where it does not, its last part. */
static const char *dir_label(struct decision *decision, const struct reading *reading)
{
    const char *label = folder_label(decision, reading);
    const char *folder = reading->hints.folder;

    if (*label || !folder)
        return label;
    const char *slash = strrchr(folder, '/');
    return slash ? slash + 1 : folder;
}

static void force(struct decision *decision, enum label_from from)
{
    struct reading_list *list = decision->readings;

    for (size_t i = 0; i < list->count; i++) {
        struct reading *reading = &list->items[i];
        struct run *run = reading->run;
        if (!reading_wants_label(reading))
            continue;
        switch (from) {
        case LABEL_FILE:
            run->label = name_take_settings(decision->arena, run, reading->hints.stem);
            run->label_from = "file";
            break;
        case LABEL_DIR:
            run->label = dir_label(decision, reading);
            run->label_from = "dir";
            break;
        case LABEL_PATH:
            run->label = run->target.path;
            run->label_from = "path";
            break;
        case LABEL_COMMAND:
            run->label = run->command;
            run->label_from = "command";
            break;
        case LABEL_AUTOMATIC:
        case LABEL_HEADING:
        case LABEL_NONE:
            break;
        }
    }
}

static void label_beside(struct decision *decision)
{
    struct reading_list *list = decision->readings;

    for (size_t start = 0; start < list->count;) {
        size_t end = file_end(list, start);
        if (reading_wants_label(&list->items[start]))
            label_file(decision, &list->items[start], end - start);
        start = end;
    }
}

static void announce(const struct decision *decision)
{
    const struct reading_list *list = decision->readings;
    const char *from = NULL;
    bool differ = false;

    for (size_t i = 0; i < list->count; i++) {
        const struct run *run = list->items[i].run;
        if (!reading_wants_label(&list->items[i]) || !run->label)
            continue;
        if (from && !same(from, run->label_from))
            return;
        from = run->label_from;
        differ |= !same(run->label, list->items[0].run->label);
    }
    if (!from || !differ)
        return;
    for (size_t i = 0; i < SOURCE_COUNT; i++)
        if (strcmp(from, source_names[i]) == 0)
            from = source_words[i];
    diag_note(decision->diag, "labels from %s", strcmp(from, "file") == 0 ? "file names" : from);
}

void labels_decide(struct reading_list *readings, enum label_from from, struct arena *arena,
                   struct diag *diag)
{
    struct decision decision = {.readings = readings, .arena = arena, .diag = diag};

    for (size_t i = 0; i < readings->count; i++) {
        struct reading *reading = &readings->items[i];
        if (!reading->from_json && reading->hints.command)
            tool_command_apply(reading->hints.command_of, reading->hints.command, reading->run);
        if (reading->hints.argument) {
            /* The name is given; what else stands there may still tell a setting. */
            for (enum source source = 0; source < SOURCE_COUNT; source++)
                name_take_settings(arena, reading->run, beside(&reading->hints, source));
            name_take_settings(arena, reading->run, reading->hints.stem);
            reading->run->label = reading->hints.argument;
            reading->run->label_from = "argument";
        }
    }
    folders_tell_apart(readings, arena);
    if (from == LABEL_AUTOMATIC || from == LABEL_HEADING)
        label_beside(&decision);
    else
        force(&decision, from);
    if (from == LABEL_AUTOMATIC)
        put_stems_in_front(&decision);
    run_numbers_merge(readings, arena, diag);
    if (from == LABEL_AUTOMATIC && !(all_lack_labels(readings) && label_by_difference(&decision)))
        label_by_stem(&decision);
    for (size_t i = 0; i < readings->count; i++) {
        struct run *run = readings->items[i].run;
        if (run->label && !*run->label)
            run->label = NULL;
        if (!run->label)
            run->label_from = NULL;
    }
    announce(&decision);
}
