#include "template.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>

#include "../base/directive.h"
#include "../base/embedded.h"
#include "../base/suggestion.h"

static const char folder[] = "templates/";

/* A fault of the template's own text is wrong usage: the user chose it. */
#define FAULT(parser, place, ...)                                                                  \
    (diag_error((parser)->diag, STATUS_USAGE, place, __VA_ARGS__), false)

struct parser {
    struct template *template;
    struct metric_set *metrics;
    struct arena *arena;
    struct diag *diag;
};

static const struct {
    const char *name;
    enum statistic statistic;
} column_statistics[] = {
    {"mean",       STATISTIC_MEAN      },
    {"interval",   STATISTIC_INTERVAL  },
    {"half_width", STATISTIC_HALF_WIDTH},
    {"noise",      STATISTIC_NOISE     },
    {"sd",         STATISTIC_SD        },
    {"cv",         STATISTIC_CV        },
    {"median",     STATISTIC_MEDIAN    },
    {"min",        STATISTIC_MIN       },
    {"max",        STATISTIC_MAX       },
    {"range",      STATISTIC_RANGE     },
    {"n",          STATISTIC_N         },
    {"total",      STATISTIC_TOTAL     },
    {"pooled",     STATISTIC_POOLED    },
    {"relative",   STATISTIC_RELATIVE  },
    {"each",       STATISTIC_EACH      },
    {"change",     STATISTIC_CHANGE    },
    {"ratio",      STATISTIC_RATIO     },
    {"p",          STATISTIC_P         },
    {"verdict",    STATISTIC_VERDICT   },
};

/* Words that say something of the row itself. */
static const struct {
    const char *name;
    enum statistic statistic;
} row_words[] = {
    {"group",    STATISTIC_NAME    },
    {"used",     STATISTIC_USED    },
    {"run",      STATISTIC_RUN     },
    {"source",   STATISTIC_SOURCE  },
    {"status",   STATISTIC_STATUS  },
    {"warnings", STATISTIC_WARNINGS},
};

/* What stands alone means the primary metric; "mean", "median", "min" and "max" are latencies. */
static bool stands_alone(enum statistic statistic)
{
    return statistic != STATISTIC_MEAN && statistic != STATISTIC_MEDIAN &&
           statistic != STATISTIC_MIN && statistic != STATISTIC_MAX && statistic != STATISTIC_SD;
}

static bool find_statistic(struct text name, enum statistic *statistic)
{
    for (size_t i = 0; i < sizeof column_statistics / sizeof column_statistics[0]; i++) {
        if (text_is(name, column_statistics[i].name)) {
            *statistic = column_statistics[i].statistic;
            return true;
        }
    }
    return false;
}

static bool parse_row_word(struct parser *parser, struct text word, struct template_column *column)
{
    for (size_t i = 0; i < sizeof row_words / sizeof row_words[0]; i++) {
        if (text_is(word, row_words[i].name)) {
            column->statistic = row_words[i].statistic;
            return true;
        }
    }
    if (!text_starts_with(word, "key:") || word.length == strlen("key:"))
        return false;
    column->statistic = STATISTIC_KEY;
    column->key = text_copy(parser->arena, text_from(word, strlen("key:")));
    return true;
}

static bool parse_choice(struct parser *parser, struct text name, struct template_column *column)
{
    column->choice = CHOICE_ONE;
    if (text_is(name, "primary"))
        column->choice = CHOICE_PRIMARY;
    else if (text_is(name, "all"))
        column->choice = CHOICE_ALL;
    else if (text_is(name, "own"))
        column->choice = CHOICE_OWN;
    else
        column->metric = metric_find_by_name(parser->metrics, name);
    return column->choice != CHOICE_ONE || column->metric;
}

static bool unknown_column(struct parser *parser, struct text word, struct place place)
{
    return FAULT(parser, place,
                 "unknown column \"%.*s\"; use a metric (loadstat --list-metrics), METRIC:WHAT, "
                 "group, used, run, source, status, warnings or key:NAME",
                 (int)(word.length < 60 ? word.length : 60), word.start);
}

static bool parse_column(struct parser *parser, struct text word, struct place place,
                         struct template_column *column)
{
    *column = (struct template_column){0};
    if (parse_row_word(parser, word, column))
        return true;
    size_t colon = text_find_byte(word, ':');
    struct text name = {word.start, colon};
    if (colon == word.length) {
        column->choice = CHOICE_PRIMARY;
        if (find_statistic(word, &column->statistic) && stands_alone(column->statistic))
            return true;
        column->statistic = STATISTIC_MEAN;
        return parse_choice(parser, word, column) || unknown_column(parser, word, place);
    }
    struct text what = text_from(word, colon + 1);
    if (!find_statistic(what, &column->statistic))
        return FAULT(
            parser, place,
            "unknown figure \"%.*s\" of a metric; use mean, interval, sd, cv, median, min, "
            "max, range, n, total, pooled, relative, each, change, ratio, p or verdict",
            (int)(what.length < 60 ? what.length : 60), what.start);
    return parse_choice(parser, name, column) || unknown_column(parser, name, place);
}

/* A growing list of columns; one of them while a line is read. */
struct column_list {
    struct template_column *columns;
    size_t count;
    size_t capacity;
};

static void add_column(struct parser *parser, struct column_list *list,
                       const struct template_column *column)
{
    list->columns = arena_grow(parser->arena, list->columns, list->count, &list->capacity,
                               sizeof *list->columns);
    list->columns[list->count++] = *column;
}

/* "mean,p50,failed:total" behind selected=. */
static bool parse_selected(struct parser *parser, const char *value, struct place place,
                           struct template_column *column)
{
    struct column_list list = {0};
    struct text rest = text_of(value);
    struct text word;

    while (text_split(&rest, ',', &word)) {
        struct template_column part;
        if (!parse_column(parser, word, place, &part))
            return false;
        add_column(parser, &list, &part);
    }
    *column = (struct template_column){
        .choice = CHOICE_SELECTED,
        .instead = list.columns,
        .instead_count = list.count,
    };
    return true;
}

static bool parse_sort(struct parser *parser, const char *value, struct place place,
                       struct template_block *block)
{
    struct template_column *sort = arena_allocate(parser->arena, sizeof *sort);

    block->descending = value[0] == '-';
    block->sort = sort;
    return parse_column(parser, text_of(value + block->descending), place, sort);
}

/* key=value, and where it stands. */
struct option {
    char *key;
    char *value;
    struct place place;
};

static bool parse_option(struct parser *parser, const struct option *option,
                         struct template_block *block, struct column_list *list)
{
    struct template_column selected;

    if (strcmp(option->key, "caption") == 0) {
        block->caption = option->value;
        return true;
    }
    if (strcmp(option->key, "footnote") == 0) {
        block->footnote = option->value;
        return true;
    }
    if (strcmp(option->key, "sort") == 0)
        return parse_sort(parser, option->value, option->place, block);
    if (strcmp(option->key, "selected") != 0)
        return FAULT(
            parser, option->place,
            "unknown option \"%s\"; use caption=, footnote=, sort= or selected=", option->key);
    if (!parse_selected(parser, option->value, option->place, &selected))
        return false;
    add_column(parser, list, &selected);
    return true;
}

/* The options and columns of a table, up to the end of the line. */
static bool parse_columns(struct parser *parser, struct directive *line,
                          struct template_block *block)
{
    struct column_list list = {0};
    bool good = true;

    while (line->rest.length) {
        struct option option = {.place = directive_place(line)};
        struct template_column column;
        if (directive_option(line, parser->arena, &option.key, &option.value)) {
            good &= parse_option(parser, &option, block, &list);
            continue;
        }
        struct text word = text_of(directive_word(line, parser->arena));
        if (parse_column(parser, word, option.place, &column))
            add_column(parser, &list, &column);
        else
            good = false;
    }
    block->columns = list.columns;
    block->column_count = list.count;
    return good;
}

/* What a keyword, and for some the word behind it, begins. */
static const struct shape {
    const char *keyword;
    const char *word; /* NULL: none */
    enum template_block_kind kind;
    enum { TAKES_NOTHING, MAY_TAKE_TEXT, TAKES_TEXT, MAY_TAKE_COLUMNS, TAKES_COLUMNS } takes;
} shapes[] = {
    {"title",   NULL,       TEMPLATE_TITLE,       MAY_TAKE_TEXT   },
    {"heading", NULL,       TEMPLATE_HEADING,     TAKES_TEXT      },
    {"text",    NULL,       TEMPLATE_TEXT,        TAKES_TEXT      },
    {"answer",  NULL,       TEMPLATE_ANSWER,      TAKES_NOTHING   },
    {"table",   "groups",   TEMPLATE_GROUPS,      TAKES_COLUMNS   },
    {"table",   "compared", TEMPLATE_COMPARED,    TAKES_COLUMNS   },
    {"table",   "runs",     TEMPLATE_RUNS,        TAKES_COLUMNS   },
    {"table",   "levels",   TEMPLATE_LEVELS,      TAKES_COLUMNS   },
    {"table",   "metrics",  TEMPLATE_METRICS,     TAKES_COLUMNS   },
    {"table",   "times",    TEMPLATE_TIMES,       TAKES_NOTHING   },
    {"card",    "runs",     TEMPLATE_RUN_CARDS,   TAKES_COLUMNS   },
    {"card",    "groups",   TEMPLATE_GROUP_CARDS, TAKES_COLUMNS   },
    {"pivot",   NULL,       TEMPLATE_PIVOT,       MAY_TAKE_COLUMNS},
    {"scaling", NULL,       TEMPLATE_SCALING,     TAKES_NOTHING   },
    {"notes",   NULL,       TEMPLATE_NOTES,       TAKES_NOTHING   },
};

enum { SHAPE_COUNT = sizeof shapes / sizeof shapes[0] };

static void unknown_block(struct parser *parser, const struct directive *line)
{
    size_t column = (size_t)(line->keyword.start - line->whole.start) + 1;

    diag_error(parser->diag, STATUS_USAGE, (struct place){line->file, line->line, column},
               "unknown block \"%.*s\"; use title, heading, text, answer, table, card, pivot, "
               "scaling or notes",
               (int)(line->keyword.length < 60 ? line->keyword.length : 60), line->keyword.start);
}

/* NULL, after a diagnostic, where the line begins no block. */
static const struct shape *find_shape(struct parser *parser, struct directive *line)
{
    bool keyword_known = false;
    struct place place = directive_place(line);
    const char *word = NULL;

    for (size_t i = 0; i < SHAPE_COUNT; i++) {
        if (!text_is(line->keyword, shapes[i].keyword))
            continue;
        if (!shapes[i].word)
            return &shapes[i];
        keyword_known = true;
        if (!word && !(word = directive_word(line, parser->arena)))
            word = "";
        if (strcmp(word, shapes[i].word) == 0)
            return &shapes[i];
    }
    if (!keyword_known)
        unknown_block(parser, line);
    else
        diag_error(parser->diag, STATUS_USAGE, place, "unknown kind of %.*s \"%s\"; use %s",
                   (int)line->keyword.length, line->keyword.start, word,
                   text_is(line->keyword, "card")
                       ? "runs or groups"
                       : "groups, compared, runs, levels, metrics or times");
    return NULL;
}

static bool nothing_left(struct parser *parser, struct directive *line)
{
    if (!line->rest.length)
        return true;
    return FAULT(parser, directive_place(line), "\"%.*s\" takes no more words; remove them",
                 (int)line->keyword.length, line->keyword.start);
}

static bool parse_block(struct parser *parser, struct directive *line)
{
    struct template *template = parser->template;
    struct template_block block = {.caption = "", .footnote = ""};
    const struct shape *shape = find_shape(parser, line);

    if (!shape)
        return false;
    struct place place = directive_place(line);
    block.kind = shape->kind;
    switch (shape->takes) {
    case TAKES_NOTHING:
        break;
    case MAY_TAKE_TEXT:
    case TAKES_TEXT:
        block.text = directive_word(line, parser->arena);
        if (!block.text && shape->takes == TAKES_TEXT)
            return FAULT(parser, place, "%s needs a text; write it in quotes", shape->keyword);
        break;
    case MAY_TAKE_COLUMNS:
    case TAKES_COLUMNS:
        if (!parse_columns(parser, line, &block))
            return false;
        if (!block.column_count && shape->takes == TAKES_COLUMNS)
            return FAULT(parser, place, "%s %s has no columns; name at least one", shape->keyword,
                         shape->word);
        break;
    }
    if (!nothing_left(parser, line))
        return false;
    template->blocks = arena_grow(parser->arena, template->blocks, template->block_count,
                                  &template->block_capacity, sizeof *template->blocks);
    template->blocks[template->block_count++] = block;
    return true;
}

static bool parse_name(struct parser *parser, struct directive *line)
{
    char *name = directive_word(line, parser->arena);
    char *summary = directive_word(line, parser->arena);

    if (!name)
        return FAULT(parser, directive_place(line), "template needs a name; write one behind it");
    parser->template->name = name;
    parser->template->summary = summary ? summary : "";
    return nothing_left(parser, line);
}

bool template_parse(struct template *template, const struct template_source *source,
                    struct metric_set *metrics, struct arena *arena, struct diag *diag)
{
    struct parser parser = {template, metrics, arena, diag};
    struct directive_reader reader;
    struct directive line;
    bool good = true;

    *template = (struct template){.name = source->file, .summary = ""};
    directive_reader_init(&reader, source->file, source->text);
    while (directive_next(&reader, &line))
        good &= text_is(line.keyword, "template") ? parse_name(&parser, &line)
                                                  : parse_block(&parser, &line);
    if (good && !template->block_count)
        return FAULT(&parser, ((struct place){.file = source->file}),
                     "no blocks; a template is one block a line, such as \"answer\"");
    return good;
}

/* False, and errno set, where the file cannot be read. */
static bool read_file(const char *path, struct arena *arena, struct text *text)
{
    FILE *file = fopen(path, "rb");
    char chunk[4096];
    size_t length;
    struct buffer content;

    if (!file)
        return false;
    buffer_init(&content);
    while ((length = fread(chunk, 1, sizeof chunk, file)) > 0)
        buffer_append(&content, chunk, length);
    int error = ferror(file) ? errno : 0;
    fclose(file);
    *text = text_of("");
    if (!error)
        *text = (struct text){text_copy(arena, buffer_text(&content)), content.length};
    buffer_release(&content);
    errno = error;
    return !error;
}

/* A name that is a path is never looked for elsewhere. */
static bool is_plain_name(const char *name)
{
    return *name && !strchr(name, '/') && strcmp(name, "..") != 0 && strcmp(name, ".") != 0;
}

static bool find_source(struct template_source *source, const char *name, const char *user_folder,
                        struct arena *arena)
{
    if (is_plain_name(name)) {
        if (user_folder) {
            source->file = arena_format(arena, "%s/%s", user_folder, name);
            if (read_file(source->file, arena, &source->text))
                return true;
        }
        source->file = arena_format(arena, "%s%s", folder, name);
        const struct embedded_file *built_in = embedded_find(source->file);
        if (built_in) {
            source->text = (struct text){built_in->text, built_in->length};
            return true;
        }
    }
    source->file = name;
    return read_file(name, arena, &source->text);
}

/* What to do about a name that is no template's. */
static const char *template_meant(const char *name, struct arena *arena)
{
    size_t count;
    const struct template_entry *entries = template_list(arena, &count);
    struct suggestion suggestion;

    suggestion_init(&suggestion, name);
    for (size_t i = 0; i < count; i++)
        suggestion_offer(&suggestion, entries[i].name);
    return suggestion_words(&suggestion, arena, "--list-templates shows the built-in ones");
}

static bool find_or_explain(struct template_source *source, const char *name,
                            const char *user_folder, struct arena *arena, struct diag *diag)
{
    if (find_source(source, name, user_folder, arena))
        return true;
    const char *problem = arena_copy_string(arena, error_words(errno).text);
    diag_error(diag, STATUS_USAGE, (struct place){.file = name}, "no such template (%s); %s",
               problem, template_meant(name, arena));
    return false;
}

bool template_text(const char *name, const char *user_folder, struct arena *arena,
                   struct text *text, struct diag *diag)
{
    struct template_source source;

    if (!find_or_explain(&source, name, user_folder, arena, diag))
        return false;
    *text = source.text;
    return true;
}

bool template_load(struct template *template, const char *name, const struct template_place *place,
                   struct arena *arena, struct diag *diag)
{
    struct template_source source;

    return find_or_explain(&source, name, place->user_folder, arena, diag) &&
           template_parse(template, &source, place->metrics, arena, diag);
}

const char *template_default_name(const struct analysis *analysis)
{
    if (analysis->run_count == 1)
        return "card";
    return analysis->pivot.column_key || analysis->scaling_count ? "sweep" : "comparison";
}

/* The first line of a template file that says what it is. */
static void describe(const struct embedded_file *file, struct arena *arena,
                     struct template_entry *entry)
{
    struct directive_reader reader;
    struct directive line;

    *entry = (struct template_entry){file->path + strlen(folder), ""};
    directive_reader_init(&reader, file->path, (struct text){file->text, file->length});
    if (!directive_next(&reader, &line) || !text_is(line.keyword, "template"))
        return;
    directive_word(&line, arena);
    const char *summary = directive_word(&line, arena);
    if (summary)
        entry->summary = summary;
}

struct template_entry *template_list(struct arena *arena, size_t *count)
{
    struct template_entry *entries =
        arena_allocate(arena, (embedded_file_count + 1) * sizeof *entries);

    *count = 0;
    for (size_t i = 0; i < embedded_file_count; i++)
        if (text_starts_with(text_of(embedded_files[i].path), folder))
            describe(&embedded_files[i], arena, &entries[(*count)++]);
    return entries;
}
