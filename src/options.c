#define _XOPEN_SOURCE 700 /* strptime() */

#include "options.h"

#include <getopt.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "base/number.h"
#include "base/text.h"

struct parse {
    struct options *options;
    struct arena *arena;
    struct diag *diag;
    const char *label; /* --label in force */
    bool past_command; /* a word that is no option was met: the command, or a FILE */
};

/* One option: how it is called, what it takes, where it stands in the help. */
struct option_entry {
    const char *group; /* heading of the help; NULL: goes on with the last */
    const char *name;
    char letter;          /* 0: none */
    const char *argument; /* NULL: takes none */
    const char *help;     /* "": listed by name alone */
    bool (*take)(struct parse *parse, const char *value);
};

static bool wrong(struct parse *parse, const char *what)
{
    diag_error(parse->diag, STATUS_USAGE, (struct place){0}, "%s", what);
    return false;
}

static void add_string(struct parse *parse, struct strings *strings, const char *text)
{
    strings->items = arena_grow(parse->arena, strings->items, strings->count, &strings->capacity,
                                sizeof *strings->items);
    strings->items[strings->count++] = text;
}

/* "a,b,c" */
static const char **split_list(struct parse *parse, const char *list, size_t *count)
{
    struct strings parts = {0};
    struct text rest = text_of(list);
    struct text part;

    while (text_split(&rest, ',', &part))
        if (text_trim(part).length)
            add_string(parse, &parts, text_copy(parse->arena, text_trim(part)));
    *count = parts.count;
    return parts.items;
}

static bool choose(struct parse *parse, const char *option, const char *value,
                   const char *const *names, int *chosen)
{
    struct buffer list;

    buffer_init(&list);
    for (int i = 0; names[i]; i++) {
        if (strcmp(names[i], value) == 0) {
            *chosen = i;
            buffer_release(&list);
            return true;
        }
        buffer_append_format(&list, "%s%s", i ? ", " : "", names[i]);
    }
    diag_error(parse->diag, STATUS_USAGE, (struct place){0}, "--%s %s: choose one of %s", option,
               value, list.bytes);
    buffer_release(&list);
    return false;
}

/* "5%" or "0.05", as a fraction. */
static bool scan_fraction(const char *value, double *fraction)
{
    const struct unit *unit;

    if (!number_scan_with_unit(text_of(value), fraction, &unit) ||
        (unit && unit->kind != UNIT_PERCENT))
        return false;
    if (unit)
        *fraction /= 100;
    return *fraction >= 0 && *fraction < 1;
}

static bool scan_count(const char *value, size_t *count)
{
    double number;

    if (!number_scan_plain(text_of(value), &number) || number < 0 || number > 1e9 ||
        number != (double)(size_t)number)
        return false;
    *count = (size_t)number;
    return true;
}

/* ---- what each option does ---- */

static bool take_label(struct parse *parse, const char *value)
{
    parse->label = value;
    return true;
}

static bool take_label_from(struct parse *parse, const char *value)
{
    if (label_from_find(value, &parse->options->label_from))
        return true;
    diag_error(parse->diag, STATUS_USAGE, (struct place){0},
               "--label-from %s: choose one of heading, file, dir, path, command, none", value);
    return false;
}

static bool take_pair(struct parse *parse, const char *value, bool splits)
{
    struct options *options = parse->options;
    const char *equals = strchr(value, '=');

    if (!equals || equals == value || !equals[1])
        return wrong(parse, splits ? "--set takes KEY=VALUE, such as --set gzip=on"
                                   : "--tag takes KEY=VALUE, such as --tag commit=4f2a");
    options->pairs = arena_grow(parse->arena, options->pairs, options->pair_count,
                                &options->pair_capacity, sizeof *options->pairs);
    options->pairs[options->pair_count++] = (struct key_value){
        arena_copy(parse->arena, value, (size_t)(equals - value)), equals + 1, splits};
    return true;
}

static bool take_set(struct parse *parse, const char *value)
{
    return take_pair(parse, value, true);
}

static bool take_tag(struct parse *parse, const char *value)
{
    return take_pair(parse, value, false);
}

static bool take_parser(struct parse *parse, const char *value)
{
    add_string(parse, &parse->options->parsers, value);
    return true;
}

static bool take_keep_columns(struct parse *parse, const char *value)
{
    (void)value;
    parse->options->keep_columns = true;
    return true;
}

static bool take_combine(struct parse *parse, const char *value)
{
    static const char *const names[] = {"none", "sequential", "parallel", NULL};
    int chosen;

    if (!choose(parse, "combine", value, names, &chosen))
        return false;
    parse->options->settings.combine = (enum combine)chosen;
    return true;
}

static bool take_drop_first(struct parse *parse, const char *value)
{
    return scan_count(value, &parse->options->settings.drop_first) ||
           wrong(parse, "--drop-first takes a number of runs, such as 1");
}

static bool take_group_by(struct parse *parse, const char *value)
{
    parse->options->settings.group_by =
        split_list(parse, value, &parse->options->settings.group_by_count);
    return true;
}

static bool take_rows(struct parse *parse, const char *value)
{
    parse->options->settings.rows = split_list(parse, value, &parse->options->settings.row_count);
    return true;
}

static bool take_columns(struct parse *parse, const char *value)
{
    parse->options->settings.columns = value;
    return true;
}

static bool take_filter(struct parse *parse, const char *value)
{
    parse->options->filter = value;
    return true;
}

static bool take_sort(struct parse *parse, const char *value)
{
    parse->options->settings.sort = value;
    return true;
}

static bool take_only(struct parse *parse, const char *value)
{
    struct settings *settings = &parse->options->settings;

    settings->only = split_list(parse, value, &settings->only_count);
    for (size_t i = 0; i < settings->only_count; i++) {
        static const char *const verdicts[] = {
            "better", "worse", "equivalent", "undecided", "not_comparable", "invalid", NULL};
        int chosen;
        if (!choose(parse, "only", settings->only[i], verdicts, &chosen))
            return false;
    }
    return true;
}

static bool take_baseline(struct parse *parse, const char *value)
{
    parse->options->settings.baseline = value;
    return true;
}

static bool take_against(struct parse *parse, const char *value)
{
    add_string(parse, &parse->options->against, value);
    return true;
}

static bool take_against_filter(struct parse *parse, const char *value)
{
    parse->options->against_filter = value;
    return true;
}

static bool take_last(struct parse *parse, const char *value)
{
    return (scan_count(value, &parse->options->settings.last) &&
            parse->options->settings.last > 0) ||
           wrong(parse, "--last takes a number of runs, such as 20");
}

static bool take_metrics(struct parse *parse, const char *value)
{
    parse->options->metrics = value;
    return true;
}

static bool take_confidence(struct parse *parse, const char *value)
{
    double *confidence = &parse->options->settings.confidence;

    return (scan_fraction(value, confidence) && *confidence >= 0.5 && *confidence <= 0.9999) ||
           wrong(parse, "--confidence takes 0.5 to 0.9999, such as 0.95 or 99%");
}

static bool take_test(struct parse *parse, const char *value)
{
    static const char *const names[] = {"log-welch",    "welch",  "student",
                                        "mann-whitney", "paired", NULL};
    int chosen;

    if (!choose(parse, "test", value, names, &chosen))
        return false;
    parse->options->settings.test = (enum test_kind)chosen;
    return true;
}

static bool take_pair_by(struct parse *parse, const char *value)
{
    parse->options->settings.pair_by = value;
    return true;
}

static bool take_correction(struct parse *parse, const char *value)
{
    static const char *const names[] = {"holm", "bh", "none", NULL};
    int chosen;

    if (!choose(parse, "correction", value, names, &chosen))
        return false;
    parse->options->settings.correction = (enum correction)chosen;
    return true;
}

static bool take_min_effect(struct parse *parse, const char *value)
{
    parse->options->min_effects = value;
    return true;
}

static bool take_margin(struct parse *parse, const char *value)
{
    return (scan_fraction(value, &parse->options->settings.margin) &&
            parse->options->settings.margin > 0) ||
           wrong(parse, "--margin takes a share above 0, such as 5%");
}

static bool take_quantile(struct parse *parse, const char *value)
{
    static const char *const names[] = {"nearest", "type7", "ab", NULL};
    int chosen;

    if (!choose(parse, "quantile", value, names, &chosen))
        return false;
    parse->options->settings.quantile = (enum quantile_kind)chosen;
    return true;
}

static bool take_accept(struct parse *parse, const char *value)
{
    parse->options->settings.accepted =
        split_list(parse, value, &parse->options->settings.accepted_count);
    return true;
}

static bool take_format(struct parse *parse, const char *value)
{
    parse->options->format = value;
    return true;
}

static bool take_output(struct parse *parse, const char *value)
{
    add_string(parse, &parse->options->outputs, value);
    return true;
}

static bool take_template(struct parse *parse, const char *value)
{
    parse->options->template = value;
    return true;
}

static bool take_title(struct parse *parse, const char *value)
{
    parse->options->title = value;
    return true;
}

/* What follows a day: nothing, or "T10:15:33" with or without seconds and "Z" or "+02:00". */
static bool is_clock(const char *text)
{
    struct tm parts = {0};
    const char *rest;

    if (!*text)
        return true;
    if ((*text != 'T' && *text != ' ') || !byte_is_digit(text[1]))
        return false;
    rest = strptime(text + 1, "%H:%M:%S", &parts);
    if (!rest)
        rest = strptime(text + 1, "%H:%M", &parts);
    if (!rest || !*rest || strcmp(rest, "Z") == 0)
        return rest != NULL;
    if (*rest != '+' && *rest != '-')
        return false;
    rest = byte_is_digit(rest[1]) ? strptime(rest + 1, "%H:%M", &parts) : NULL;
    return rest && !*rest;
}

/* A day of the calendar, "2026-03-02", alone or with a time of day. */
static bool is_date(const char *text)
{
    static const int days[] = {31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31};
    struct tm parts = {0};
    const char *rest = byte_is_digit(*text) ? strptime(text, "%Y-%m-%d", &parts) : NULL;

    if (!rest || rest - text != (ptrdiff_t)strlen("2026-03-02"))
        return false;
    int year = parts.tm_year + 1900;
    bool leap = (year % 4 == 0 && year % 100 != 0) || year % 400 == 0;
    int last = parts.tm_mon == 1 && leap ? 29 : days[parts.tm_mon];
    return parts.tm_mday <= last && is_clock(rest);
}

static bool take_date(struct parse *parse, const char *value)
{
    parse->options->date = value;
    return is_date(value) ||
           wrong(parse, "--date takes a day such as 2026-03-02, or a time such as "
                        "2026-03-02T10:15:33Z");
}

static bool take_paper(struct parse *parse, const char *value)
{
    static const char *const names[] = {"a4", "letter", NULL};
    int chosen;

    if (!choose(parse, "paper", value, names, &chosen))
        return false;
    parse->options->letter = chosen == 1;
    return true;
}

static bool take_color(struct parse *parse, const char *value)
{
    static const char *const names[] = {"auto", "always", "never", NULL};
    int chosen;

    if (!choose(parse, "color", value, names, &chosen))
        return false;
    parse->options->color = chosen == 1 ? COLOR_ALWAYS : chosen == 2 ? COLOR_NEVER : COLOR_AUTO;
    return true;
}

static bool take_quiet(struct parse *parse, const char *value)
{
    (void)value;
    parse->options->quiet = true;
    return true;
}

static bool take_verbose(struct parse *parse, const char *value)
{
    (void)value;
    parse->options->verbose = true;
    return true;
}

static bool set_about(struct parse *parse, enum about about, const char *name)
{
    if (parse->options->about == ABOUT_NOTHING) {
        parse->options->about = about;
        parse->options->about_name = name;
    }
    return true;
}

#define TAKES_ABOUT(function, about)                                                               \
    static bool function(struct parse *parse, const char *value)                                   \
    {                                                                                              \
        return set_about(parse, about, value);                                                     \
    }

TAKES_ABOUT(take_help, ABOUT_HELP)
TAKES_ABOUT(take_version, ABOUT_VERSION)
TAKES_ABOUT(take_list_parsers, ABOUT_LIST_PARSERS)
TAKES_ABOUT(take_list_templates, ABOUT_LIST_TEMPLATES)
TAKES_ABOUT(take_list_checks, ABOUT_LIST_CHECKS)
TAKES_ABOUT(take_list_metrics, ABOUT_LIST_METRICS)
TAKES_ABOUT(take_print_parser, ABOUT_PRINT_PARSER)
TAKES_ABOUT(take_print_template, ABOUT_PRINT_TEMPLATE)
TAKES_ABOUT(take_check_parser, ABOUT_CHECK_PARSER)
TAKES_ABOUT(take_check_template, ABOUT_CHECK_TEMPLATE)

static const struct option_entry entries[] = {
    {"Reading", "label",          0,   "NAME",      "call the runs of the files after it NAME",            take_label         },
    {NULL,      "label-from",     0,   "HOW",       "heading, file, dir, path, command or none",           take_label_from    },
    {NULL,      "set",            0,   "K=V",       "give the runs a key that parts groups",               take_set           },
    {NULL,      "tag",            0,   "K=V",       "give the runs a key that does not",                   take_tag           },
    {NULL,      "parser",         0,   "FILE",      "read with this rule file too",                        take_parser        },
    {NULL,      "keep-columns",   0,   NULL,        "keep unknown columns of tables",                      take_keep_columns  },
    {NULL,      "combine",        0,   "HOW",       "one run of several: sequential, parallel",            take_combine       },
    {NULL,      "drop-first",     0,   "N",         "leave out the first N runs of each group",            take_drop_first    },
    {"Shape",   "group-by",       0,   "KEYS",      "what makes runs repetitions of each other",           take_group_by      },
    {NULL,      "rows",           0,   "KEYS",      "rows of a pivot",                                     take_rows          },
    {NULL,      "columns",        0,   "KEY",       "columns of a pivot",                                  take_columns       },
    {NULL,      "filter",         0,   "EXPR",      "runs such as 'concurrency >= 8 and p99 < 2s'",        take_filter        },
    {NULL,      "sort",           0,   "KEY",       "sort groups by a key or metric; -KEY: falling",       take_sort          },
    {NULL,      "only",           0,   "VERDICTS",  "show these alone: better,worse,…",                  take_only          },
    {NULL,      "baseline",       'b', "NAME",      "compare with this group; else the first",             take_baseline      },
    {NULL,      "against",        0,   "FILE",      "earlier runs, as JSON lines, to compare with",        take_against       },
    {NULL,      "against-filter", 0,   "EXPR",      "which of them",                                       take_against_filter},
    {NULL,      "last",           0,   "N",         "the N latest of them (20)",                           take_last          },
    {"Numbers", "metrics",        'm', "LIST",      "metrics to show and judge: rps,p99,…",              take_metrics       },
    {NULL,      "confidence",     0,   "LEVEL",     "of intervals and tests (0.95)",                       take_confidence    },
    {NULL,      "test",           0,   "TEST",      "log-welch, welch, student, mann-whitney, paired",     take_test          },
    {NULL,      "pair-by",        0,   "KEY",       "pair runs that agree in it",                          take_pair_by       },
    {NULL,      "correction",     0,   "HOW",       "of many tests: holm, bh, none",                       take_correction    },
    {NULL,      "min-effect",     0,   "X%",        "the least change worth a verdict (2%)",               take_min_effect    },
    {NULL,      "margin",         0,   "X%",        "what counts as equal (5%)",                           take_margin        },
    {NULL,      "quantile",       0,   "HOW",       "nearest, type7, ab",                                  take_quantile      },
    {NULL,      "accept",         0,   "CODES",     "let verdicts stand in spite of these notes",          take_accept        },
    {"Output",  "format",         'f', "FORMAT",    "text, markdown, csv, json, jsonl, pdf",               take_format        },
    {NULL,      "output",         'o', "FILE",      "write here, in the suffix's format; may be repeated",
     take_output                                                                                                              },
    {NULL,      "template",       't', "NAME",      "a layout of --list-templates, or a file",             take_template      },
    {NULL,      "title",          0,   "TEXT",      "",                                                    take_title         },
    {NULL,      "date",           0,   "DATE",      "",                                                    take_date          },
    {NULL,      "paper",          0,   "a4|letter", "",                                                    take_paper         },
    {NULL,      "color",          0,   "WHEN",      "auto, always, never",                                 take_color         },
    {"About",   "list-parsers",   0,   NULL,        "",                                                    take_list_parsers  },
    {NULL,      "list-templates", 0,   NULL,        "",                                                    take_list_templates},
    {NULL,      "list-checks",    0,   NULL,        "",                                                    take_list_checks   },
    {NULL,      "list-metrics",   0,   NULL,        "",                                                    take_list_metrics  },
    {NULL,      "print-parser",   0,   "NAME",      "",                                                    take_print_parser  },
    {NULL,      "print-template", 0,   "NAME",      "",                                                    take_print_template},
    {NULL,      "check-parser",   0,   "FILE",      "",                                                    take_check_parser  },
    {NULL,      "check-template", 0,   "FILE",      "",                                                    take_check_template},
    {NULL,      "quiet",          'q', NULL,        "",                                                    take_quiet         },
    {NULL,      "verbose",        'v', NULL,        "",                                                    take_verbose       },
    {NULL,      "version",        0,   NULL,        "",                                                    take_version       },
    {NULL,      "help",           'h', NULL,        "",                                                    take_help          },
};

enum { ENTRY_COUNT = sizeof entries / sizeof entries[0] };

/* ---- help ---- */

static size_t print_compact(const struct option_entry *entry, size_t column)
{
    char text[60];

    int length = entry->letter
                     ? snprintf(text, sizeof text, "-%c, --%s", entry->letter, entry->name)
                     : snprintf(text, sizeof text, "--%s", entry->name);
    if (entry->argument)
        length += snprintf(text + length, sizeof text - (size_t)length, " %s", entry->argument);
    if (column + 2 + (size_t)length > 78) {
        printf("\n");
        column = 0;
    }
    printf("  %s", text);
    return column + 2 + (size_t)length;
}

static void print_entry(const struct option_entry *entry)
{
    char left[40];

    snprintf(left, sizeof left, "%s%c%s--%s%s%s", entry->letter ? "-" : "",
             entry->letter ? entry->letter : ' ', entry->letter ? "," : "  ", entry->name,
             entry->argument ? " " : "", entry->argument ? entry->argument : "");
    printf("  %-26s%s\n", left, entry->help);
}

void options_print_help(void)
{
    size_t column = 0;

    printf("usage: loadstat [report] [OPTION]... [[NAME=]FILE]...\n"
           "       loadstat parse    [OPTION]... [[NAME=]FILE]...   runs as JSON lines\n"
           "\n"
           "Reads what ApacheBench and siege printed (files, folders, or standard input)\n"
           "and says which is faster, by how much, and whether to believe it.\n"
           "\n"
           "  ab -n 1000 -c 10 http://localhost:8080/ | loadstat\n"
           "  loadstat before=old/ after=new/\n"
           "  loadstat -o report.pdf -o report.md results/\n");
    for (size_t i = 0; i < ENTRY_COUNT; i++) {
        if (entries[i].group) {
            printf("%s\n%s\n", column ? "\n" : "", entries[i].group);
            column = 0;
        }
        if (*entries[i].help) {
            if (column)
                printf("\n");
            column = 0;
            print_entry(&entries[i]);
        } else {
            column = print_compact(&entries[i], column);
        }
    }
    printf("\n\nThe manual: man loadstat\n");
}

/* ---- reading ---- */

static void add_argument(struct parse *parse, const char *text)
{
    struct options *options = parse->options;

    options->arguments = arena_grow(parse->arena, options->arguments, options->argument_count,
                                    &options->argument_capacity, sizeof *options->arguments);
    options->arguments[options->argument_count++] =
        (struct argument){text, parse->label, options->pair_count};
}

/* Enough of Levenshtein's distance to find what was meant. */
static size_t distance(const char *a, const char *b)
{
    size_t row[64];
    size_t length = strlen(b);

    if (length >= sizeof row / sizeof row[0])
        return length;
    for (size_t k = 0; k <= length; k++)
        row[k] = k;
    for (size_t i = 1; a[i - 1]; i++) {
        size_t diagonal = row[0];
        row[0] = i;
        for (size_t k = 1; k <= length; k++) {
            size_t best = diagonal + (a[i - 1] != b[k - 1]);
            diagonal = row[k];
            if (row[k] + 1 < best)
                best = row[k] + 1;
            if (row[k - 1] + 1 < best)
                best = row[k - 1] + 1;
            row[k] = best;
        }
    }
    return row[length];
}

static bool unknown_option(struct parse *parse, const char *text)
{
    char name[64];
    const char *nearest = NULL;

    snprintf(name, sizeof name, "%s", text + strspn(text, "-"));
    name[strcspn(name, "=")] = '\0';
    /* One slip in three letters, three at most. */
    size_t least = strlen(name) / 3 < 3 ? strlen(name) / 3 + 1 : 4;
    for (size_t i = 0; strncmp(text, "--", 2) == 0 && i < ENTRY_COUNT; i++) {
        size_t far = distance(name, entries[i].name);
        if (far < least) {
            least = far;
            nearest = entries[i].name;
        }
    }
    if (nearest)
        diag_error(parse->diag, STATUS_USAGE, (struct place){0},
                   "unknown option %s; did you mean --%s?", text, nearest);
    else
        diag_error(parse->diag, STATUS_USAGE, (struct place){0},
                   "unknown option %s; see loadstat --help", text);
    return false;
}

enum { LONG_BASE = 1000 };

static void make_getopt_tables(char *letters, struct option *longs)
{
    size_t length = 0;

    /* "-": files and options mix; ":": a missing argument is told apart. */
    letters[length++] = '-';
    letters[length++] = ':';
    for (size_t i = 0; i < ENTRY_COUNT; i++) {
        longs[i] = (struct option){
            .name = entries[i].name,
            .has_arg = entries[i].argument ? required_argument : no_argument,
            .val = LONG_BASE + (int)i,
        };
        if (!entries[i].letter)
            continue;
        letters[length++] = entries[i].letter;
        if (entries[i].argument)
            letters[length++] = ':';
    }
    letters[length] = '\0';
}

static const struct option_entry *entry_of(int code)
{
    if (code >= LONG_BASE)
        return &entries[code - LONG_BASE];
    for (size_t i = 0; i < ENTRY_COUNT; i++)
        if (entries[i].letter == code)
            return &entries[i];
    return NULL;
}

/* The first word that is no option, unless it follows "--". */
static bool take_command(struct options *options, const char *word)
{
    static const char *const names[] = {"report", "parse"};

    for (size_t i = 0; i < sizeof names / sizeof names[0]; i++) {
        if (strcmp(word, names[i]) == 0) {
            options->command = (enum subcommand)i;
            return true;
        }
    }
    return false;
}

static bool take_one(struct parse *parse, int code, char **argv)
{
    const struct option_entry *entry;

    switch (code) {
    case 1:
        if (parse->past_command || !take_command(parse->options, optarg))
            add_argument(parse, optarg);
        parse->past_command = true;
        return true;
    case ':':
        diag_error(parse->diag, STATUS_USAGE, (struct place){0},
                   "%s needs an argument; see loadstat --help", argv[optind - 1]);
        return false;
    case '?':
        if (optopt && optopt < LONG_BASE)
            return unknown_option(parse, arena_format(parse->arena, "-%c", optopt));
        return unknown_option(parse, argv[optind - 1]);
    default:
        entry = entry_of(code);
        return entry && entry->take(parse, optarg);
    }
}

bool options_read(struct options *options, int argc, char **argv, struct arena *arena,
                  struct diag *diag)
{
    struct parse parse = {.options = options, .arena = arena, .diag = diag};
    char letters[2 * ENTRY_COUNT + 3];
    struct option longs[ENTRY_COUNT + 1] = {{0}};
    bool right = true;
    int code;

    memset(options, 0, sizeof *options);
    settings_init(&options->settings);
    make_getopt_tables(letters, longs);
    opterr = 0;
    while (right && (code = getopt_long(argc, argv, letters, longs, NULL)) != -1)
        right = take_one(&parse, code, argv);
    for (int i = optind; right && i < argc; i++)
        add_argument(&parse, argv[i]);
    /* Keys that no file comes after hold for all. */
    for (size_t i = 0; i < options->argument_count; i++)
        if (options->arguments[options->argument_count - 1].pairs < options->pair_count)
            options->arguments[i].pairs = options->pair_count;
    diag->quiet = options->quiet;
    diag->verbose = options->verbose;
    return right;
}

/* ---- what needs the metrics ---- */

static const struct metric *find_metric(struct parse *parse, struct metric_set *metrics,
                                        struct text name)
{
    const struct metric *metric = metric_find_by_name(metrics, text_trim(name));

    if (!metric)
        diag_error(parse->diag, STATUS_USAGE, (struct place){0},
                   "no metric is called %.*s; see loadstat --list-metrics", (int)name.length,
                   name.start);
    return metric;
}

static bool settle_metrics(struct parse *parse, struct metric_set *metrics)
{
    struct settings *settings = &parse->options->settings;
    size_t capacity = 0;
    struct text rest = text_of(parse->options->metrics);
    struct text part;

    while (text_split(&rest, ',', &part)) {
        const struct metric *metric = find_metric(parse, metrics, part);
        if (!metric)
            return false;
        settings->metrics = arena_grow(parse->arena, settings->metrics, settings->metric_count,
                                       &capacity, sizeof *settings->metrics);
        settings->metrics[settings->metric_count++] = metric;
    }
    return true;
}

/* "2%" or "rps=2%,p99=10%" */
static bool settle_min_effects(struct parse *parse, struct metric_set *metrics)
{
    struct settings *settings = &parse->options->settings;
    struct text rest = text_of(parse->options->min_effects);
    struct text part;
    size_t capacity = 0;

    while (text_split(&rest, ',', &part)) {
        struct effect_limit limit = {0};
        size_t equals = text_find_byte(part, '=');
        if (equals < part.length) {
            limit.metric = find_metric(parse, metrics, (struct text){part.start, equals});
            if (!limit.metric)
                return false;
            part = text_from(part, equals + 1);
        }
        if (!scan_fraction(text_copy(parse->arena, part), &limit.fraction))
            return wrong(parse, "--min-effect takes a share, such as 2%, or rps=2%,p99=10%");
        settings->min_effects =
            arena_grow(parse->arena, settings->min_effects, settings->min_effect_count, &capacity,
                       sizeof *settings->min_effects);
        settings->min_effects[settings->min_effect_count++] = limit;
    }
    return true;
}

static bool settle_filter(struct parse *parse, struct metric_set *metrics)
{
    const char *problem;

    parse->options->settings.filter =
        expression_compile(parse->options->filter, metrics, parse->arena, &problem);
    if (!parse->options->settings.filter)
        diag_error(parse->diag, STATUS_USAGE, (struct place){0}, "--filter '%s': %s",
                   parse->options->filter, problem);
    return parse->options->settings.filter != NULL;
}

bool options_settle(struct options *options, struct metric_set *metrics, struct arena *arena,
                    struct diag *diag)
{
    struct parse parse = {.options = options, .arena = arena, .diag = diag};

    return (!options->metrics || settle_metrics(&parse, metrics)) &&
           (!options->min_effects || settle_min_effects(&parse, metrics)) &&
           (!options->filter || settle_filter(&parse, metrics));
}
