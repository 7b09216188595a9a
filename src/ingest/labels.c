#include "labels.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "../base/number.h"
#include "../base/text.h"
#include "command.h"
#include "folders.h"

bool label_from_find(const char *name, enum label_from *from)
{
    static const char *const names[] = {
        [LABEL_HEADING] = "heading", [LABEL_FILE] = "file",       [LABEL_DIR] = "dir",
        [LABEL_PATH] = "path",       [LABEL_COMMAND] = "command", [LABEL_NONE] = "none",
    };

    for (size_t i = LABEL_HEADING; i < sizeof names / sizeof names[0]; i++) {
        if (strcmp(names[i], name) == 0) {
            *from = (enum label_from)i;
            return true;
        }
    }
    return false;
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

/* ---- settings within a name ---- */

/* A number that is called concurrency: "c8", "c=8", "concurrency: 8", "8 users". */
struct mention {
    size_t start, end;
    double value;
};

static bool is_name_byte(char byte)
{
    return byte_is_letter(byte) || byte_is_digit(byte);
}

static bool scan_whole(struct text name, size_t *at, double *value)
{
    size_t start = *at;

    while (*at < name.length && byte_is_digit(name.start[*at]))
        (*at)++;
    return *at > start && *at - start <= 7 &&
           number_scan_plain((struct text){name.start + start, *at - start}, value);
}

static bool has_word(struct text name, size_t at, const char *word)
{
    size_t length = strlen(word);

    return name.length - at >= length &&
           text_is_ignoring_case((struct text){name.start + at, length}, word);
}

/* The word, then a number. */
static bool find_word_number(struct text name, size_t at, const char *word,
                             struct mention *mention)
{
    size_t end = at + strlen(word);

    if (!has_word(name, at, word))
        return false;
    while (end < name.length && (byte_is_blank(name.start[end]) || name.start[end] == '=' ||
                                 name.start[end] == ':' ||
                                 (strlen(word) > 1 && strchr("-_", name.start[end]))))
        end++;
    if (!scan_whole(name, &end, &mention->value) || (end < name.length && is_name_byte(name.start[end])))
        return false;
    mention->start = at;
    mention->end = end;
    return true;
}

/* A number, then the word. */
static bool find_number_word(struct text name, size_t at, const char *word,
                             struct mention *mention)
{
    size_t end = at;

    if (!scan_whole(name, &end, &mention->value))
        return false;
    while (end < name.length && (byte_is_blank(name.start[end]) || strchr("-_", name.start[end])))
        end++;
    if (!has_word(name, end, word))
        return false;
    end += strlen(word);
    if (end < name.length && is_name_byte(name.start[end]))
        return false;
    mention->start = at;
    mention->end = end;
    return true;
}

static bool find_mention(struct text name, struct mention *mention)
{
    static const char *const before[] = {"concurrency level", "concurrency", "concurrent",
                                         "conc", "clients", "users", "c"};
    static const char *const behind[] = {"concurrent users",   "concurrent clients",
                                         "concurrent connections", "concurrent", "concurrency",
                                         "clients", "users", "connections"};

    /* "run 1 concurrency 2" is 2: the word in front of a number is looked for first. */
    for (size_t at = 0; at < name.length; at++)
        for (size_t i = 0; i < sizeof before / sizeof before[0]; i++)
            if ((at == 0 || !is_name_byte(name.start[at - 1])) &&
                find_word_number(name, at, before[i], mention))
                return true;
    for (size_t at = 0; at < name.length; at++)
        for (size_t i = 0; i < sizeof behind / sizeof behind[0]; i++)
            if ((at == 0 || !is_name_byte(name.start[at - 1])) &&
                find_number_word(name, at, behind[i], mention))
                return true;
    return false;
}

static bool is_glue(char byte)
{
    return byte_is_blank(byte) || strchr("-_,;:()[]=/@", byte) != NULL;
}

/* What a cut leaves behind: signs at the ends and words that lead nowhere. */
static struct text trim_glue(struct text name)
{
    static const char *const words[] = {"with", "for", "at", "and", "on"};
    bool cut = true;

    while (cut) {
        cut = false;
        while (name.length && is_glue(name.start[name.length - 1]) &&
               name.start[name.length - 1] != ')')
            name.length--;
        while (name.length && is_glue(name.start[0]) && name.start[0] != '(' &&
               name.start[0] != '/')
            name = text_from(name, 1);
        for (size_t i = 0; i < sizeof words / sizeof words[0]; i++) {
            size_t length = strlen(words[i]);
            if (name.length > length && byte_is_blank(name.start[name.length - length - 1]) &&
                text_ends_with(name, words[i])) {
                name.length -= length;
                cut = true;
            }
        }
    }
    return name;
}

static const char *without(struct arena *arena, struct text name, const struct mention *mention)
{
    struct text left = trim_glue((struct text){name.start, mention->start});
    struct text right = trim_glue(text_from(name, mention->end));
    const char *glue = left.length && right.length
                           ? (memchr(name.start, ' ', name.length) ? " " : "-")
                           : "";

    return arena_format(arena, "%.*s%s%.*s", (int)left.length, left.start, glue,
                        (int)right.length, right.start);
}

/*
 * Words that repeat a setting of the run leave its name, and give the setting
 * where the log lacks it.  A number that says something else stays.
 */
static const char *take_settings(struct arena *arena, struct run *run, const char *label)
{
    struct mention mention;

    if (!label || !find_mention(text_of(label), &mention) || mention.value < 1)
        return label;
    if (isnan(run->config.concurrency))
        run->config.concurrency = mention.value;
    if (run->config.concurrency != mention.value)
        return label;
    return without(arena, text_of(label), &mention);
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
static const char *const source_words[] = {"headings", "rulers", "the lines above the reports",
                                           "marks", "the tables",
                                           "the names in front of the lines"};

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

static bool wants_label(const struct reading *reading)
{
    return !reading->hints.argument && !reading->from_json;
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
        const char *key = number == 1 ? "section" : arena_format(decision->arena, "section%zu", number);
        run_set_label(reading->run, decision->arena, key, reading->hints.headings[level], true);
        number++;
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
        text = take_settings(decision->arena, run, text);
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
        if (!wants_label(reading))
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
    struct reading **sorted =
        arena_allocate(decision->arena, (list->count + 1) * sizeof *sorted);
    size_t count = 0;

    for (size_t i = 0; i < list->count; i++)
        if (wants_label(&list->items[i]) && list->items[i].hints.stem && list->items[i].folder)
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

/* The folders that tell it from others, without those that repeat a setting: "" where none is left. */
static const char *folder_label(struct decision *decision, const struct reading *reading)
{
    struct text rest = text_of(reading->folder ? reading->folder : "");
    const char *label = "";
    struct text part;

    while (text_split(&rest, '/', &part)) {
        const char *name =
            take_settings(decision->arena, reading->run, text_copy(decision->arena, part));
        if (*name)
            label = arena_format(decision->arena, "%s%s%s", label, *label ? " " : "", name);
    }
    return label;
}

static const char *file_label(struct decision *decision, struct reading *reading)
{
    const char *stem = take_settings(decision->arena, reading->run, reading->hints.stem);

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
        if (!wants_label(&list->items[i]))
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
        if (!wants_label(reading))
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

/* The name of runs of which only the number told them apart: "run-1", "run-2". */
static const char numbered_only[] = "";

/* Runs that nothing else names are what their file is called. */
static void label_by_stem(struct decision *decision)
{
    struct reading_list *list = decision->readings;

    for (size_t i = 0; i < list->count; i++) {
        const struct run *run = list->items[i].run;
        if (!wants_label(&list->items[i]) || (run->label && *run->label))
            continue;
        const char *stem = run->label == numbered_only
                               ? folder_label(decision, &list->items[i])
                               : take_settings(decision->arena, list->items[i].run,
                                               list->items[i].hints.stem);
        if (!stem || !*stem)
            continue;
        list->items[i].run->label = stem;
        list->items[i].run->label_from = "file";
    }
}

/* ---- trailing run numbers ---- */

/* "before-1" is "before" and 1; a version such as php7 or nginx-1.24 is no number of a run. */
static bool split_number(struct arena *arena, const char *label, const char **base,
                         double *number)
{
    struct text text = text_of(label);

    while (text.length && strchr(":.)", text.start[text.length - 1]))
        text.length--;
    size_t at = text.length;
    while (at > 0 && byte_is_digit(text.start[at - 1]))
        at--;
    if (at == text.length || text.length - at > 4 ||
        !number_scan_plain(text_from(text, at), number))
        return false;
    struct text rest = {text.start, at};
    bool parted = !rest.length || strchr("-_ #", rest.start[rest.length - 1]);
    struct text trimmed = trim_glue(rest);
    while (trimmed.length && trimmed.start[trimmed.length - 1] == '#')
        trimmed.length--;
    if (trimmed.length >= 3 &&
        text_is_ignoring_case(text_from(trimmed, trimmed.length - 3), "run") &&
        (trimmed.length == 3 || !is_name_byte(trimmed.start[trimmed.length - 4]))) {
        trimmed.length -= 3;
        parted = true;
    }
    if (!parted)
        return false;
    *base = text_copy(arena, trim_glue(trimmed));
    return true;
}

/* What must agree for two runs to be repetitions of each other, a line for each key. */
static const char *settings_of(const struct run *run, struct arena *arena)
{
    static const char *const keys[] = {"tool", "scheme", "host",        "port",
                                       "path", "server", "concurrency", "keepalive"};
    struct buffer settings;

    buffer_init(&settings);
    for (size_t i = 0; i < sizeof keys / sizeof keys[0]; i++) {
        const char *value = run_key_text(run, keys[i], arena);
        buffer_append_string(&settings, value ? value : "");
        buffer_append_byte(&settings, '\n');
    }
    const char *text = arena_copy_string(arena, settings.bytes);
    buffer_release(&settings);
    return text;
}

/* What a run that was cut short does not say, it does not say otherwise either. */
static bool settings_agree(const char *a, const char *b)
{
    struct text left = text_of(a);
    struct text right = text_of(b);
    struct text in_a, in_b;

    while (text_split(&left, '\n', &in_a) && text_split(&right, '\n', &in_b))
        if (in_a.length && in_b.length && !text_equal(in_a, in_b))
            return false;
    return true;
}

/* A run whose label ends in a number. */
struct numbered {
    struct run *run;
    const char *base;
    const char *settings;
    double number;
    unsigned unsaid;    /* which of the settings it does not say, a bit for each */
    size_t next_unsaid; /* in sorted order, the next of its base that leaves others unsaid */
    bool merges;
    bool is_first; /* of those that merge under this base */
};

enum { HIGHEST_NUMBER = 9999 };

static unsigned unsaid_of(const char *settings)
{
    struct text rest = text_of(settings);
    struct text part;
    unsigned unsaid = 0;

    while (text_split(&rest, '\n', &part))
        unsaid = unsaid << 1 | (part.length == 0);
    return unsaid;
}

/* Those that agree in their settings stand together, within those that leave the same unsaid. */
static int by_base_and_settings(const void *a, const void *b)
{
    const struct numbered *first = *(const struct numbered *const *)a;
    const struct numbered *second = *(const struct numbered *const *)b;
    int order = strcmp(first->base, second->base);

    if (order)
        return order;
    if (first->unsaid != second->unsaid)
        return first->unsaid < second->unsaid ? -1 : 1;
    return strcmp(first->settings, second->settings);
}

static bool same_settings(const struct numbered *a, const struct numbered *b)
{
    return a->unsaid == b->unsaid && strcmp(a->settings, b->settings) == 0;
}

/* Numbers of runs that are met, and how far they reach. */
struct numbers {
    bool seen[HIGHEST_NUMBER + 1];
    size_t lowest, highest;
};

static void note_number(struct numbers *numbers, const struct numbered *item)
{
    size_t number = (size_t)item->number;

    numbers->seen[number] = true;
    numbers->lowest = number < numbers->lowest ? number : numbers->lowest;
    numbers->highest = number > numbers->highest ? number : numbers->highest;
}

/* Those whose settings agree with list[own]'s, though they are not the same. */
static void note_agreeing(struct numbers *numbers, struct numbered *const *list, size_t count,
                          size_t own)
{
    bool agree = false;

    for (size_t i = 0; i < count; i++) {
        /* Where both say the same settings, they agree only if they are equal. */
        while (i < count && list[i]->unsaid == list[own]->unsaid)
            i = list[i]->next_unsaid;
        if (i >= count)
            return;
        if (i == 0 || !same_settings(list[i], list[i - 1]))
            agree = settings_agree(list[i]->settings, list[own]->settings);
        if (agree)
            note_number(numbers, list[i]);
    }
}

/*
 * Whether the numbers of the runs that agree with the settings of list[own],
 * the first of its kind, go up from 0 or 1 without a gap.
 */
static bool is_complete(struct numbered *const *list, size_t count, size_t own)
{
    struct numbers numbers = {.lowest = HIGHEST_NUMBER};

    for (size_t i = own; i < count && same_settings(list[i], list[own]); i++)
        note_number(&numbers, list[i]);
    note_agreeing(&numbers, list, count, own);
    for (size_t number = numbers.lowest; number <= numbers.highest; number++)
        if (!numbers.seen[number])
            return false;
    return numbers.lowest <= 1;
}

static void find_next_unsaid(struct numbered *const *list, size_t count)
{
    size_t next = count;

    for (size_t i = count; i-- > 0;) {
        if (i + 1 < count && list[i]->unsaid != list[i + 1]->unsaid)
            next = i + 1;
        list[i]->next_unsaid = next;
    }
}

/* Several numbers under one name, none of them alone in its settings only. */
static bool may_merge(struct numbered *const *list, size_t count)
{
    bool several = false;

    for (size_t i = 0; i < count; i++)
        several |= list[i]->number != list[0]->number;
    if (!several)
        return false;
    find_next_unsaid(list, count);
    for (size_t i = 0; i < count; i++) {
        bool is_new = i == 0 || !same_settings(list[i], list[i - 1]);
        if (is_new && !is_complete(list, count, i))
            return false;
    }
    return true;
}

static int by_text(const void *a, const void *b)
{
    return strcmp(*(const char *const *)a, *(const char *const *)b);
}

/* The labels of all runs, sorted. */
struct taken {
    const char **labels;
    size_t count;
};

static struct taken labels_taken(const struct decision *decision)
{
    const struct reading_list *readings = decision->readings;
    struct taken taken = {
        arena_allocate(decision->arena, (readings->count + 1) * sizeof *taken.labels), 0};

    for (size_t i = 0; i < readings->count; i++)
        if (readings->items[i].run->label)
            taken.labels[taken.count++] = readings->items[i].run->label;
    if (taken.count)
        qsort(taken.labels, taken.count, sizeof *taken.labels, by_text);
    return taken;
}

/* A label that is the base itself stands beside "base-1": then the numbers mean something. */
static bool base_is_taken(const struct taken *taken, const char *base)
{
    return *base && taken->count &&
           bsearch(&base, taken->labels, taken->count, sizeof *taken->labels, by_text);
}

static size_t list_numbered(struct decision *decision, struct numbered *list)
{
    size_t count = 0;

    for (size_t i = 0; i < decision->readings->count; i++) {
        struct numbered *item = &list[count];
        item->run = decision->readings->items[i].run;
        if (!item->run->label || !wants_label(&decision->readings->items[i]) ||
            !split_number(decision->arena, item->run->label, &item->base, &item->number))
            continue;
        item->settings = settings_of(item->run, decision->arena);
        item->unsaid = unsaid_of(item->settings);
        count++;
    }
    return count;
}

/* Decides for each base, of which all stand together when sorted. */
static void decide_merges(struct decision *decision, struct numbered *list, size_t count)
{
    struct numbered **sorted =
        arena_allocate(decision->arena, (count + 1) * sizeof *sorted);

    for (size_t i = 0; i < count; i++)
        sorted[i] = &list[i];
    if (!count)
        return;
    qsort(sorted, count, sizeof *sorted, by_base_and_settings);
    struct taken taken = labels_taken(decision);
    for (size_t start = 0, end; start < count; start = end) {
        struct numbered *first = sorted[start];
        for (end = start; end < count && strcmp(sorted[end]->base, sorted[start]->base) == 0; end++)
            first = sorted[end] < first ? sorted[end] : first;
        bool merges = may_merge(sorted + start, end - start) &&
                      !base_is_taken(&taken, first->base);
        first->is_first = merges;
        for (size_t i = start; i < end; i++)
            sorted[i]->merges = merges;
    }
}

static void merge_numbers(struct decision *decision)
{
    struct numbered *list =
        arena_allocate(decision->arena, (decision->readings->count + 1) * sizeof *list);
    size_t count = list_numbered(decision, list);

    decide_merges(decision, list, count);
    for (size_t i = 0; i < count; i++) {
        if (!list[i].merges)
            continue;
        if (list[i].is_first && *list[i].base)
            diag_note(decision->diag, "runs numbered like \"%s\" are repeated runs of \"%s\"",
                      list[i].run->label, list[i].base);
        list[i].run->label = *list[i].base ? list[i].base : numbered_only;
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
        if (!wants_label(reading))
            continue;
        switch (from) {
        case LABEL_FILE:
            run->label = take_settings(decision->arena, run, reading->hints.stem);
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
        if (wants_label(&list->items[start]))
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
        if (!wants_label(&list->items[i]) || !run->label)
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
    diag_note(decision->diag, "labels from %s",
              strcmp(from, "file") == 0 ? "file names" : from);
}

void labels_decide(struct reading_list *readings, enum label_from from, struct arena *arena,
                   struct diag *diag)
{
    struct decision decision = {.readings = readings, .arena = arena, .diag = diag};

    for (size_t i = 0; i < readings->count; i++) {
        struct reading *reading = &readings->items[i];
        if (!reading->from_json && reading->hints.command)
            command_apply(reading->hints.command_of, reading->hints.command, reading->run);
        if (reading->hints.argument) {
            /* The name is given; what else stands there may still tell a setting. */
            for (enum source source = 0; source < SOURCE_COUNT; source++)
                take_settings(arena, reading->run, beside(&reading->hints, source));
            take_settings(arena, reading->run, reading->hints.stem);
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
    merge_numbers(&decision);
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
