#include "options.h"

#include <getopt.h>
#include <stdio.h>
#include <string.h>

#include "../base/suggestion.h"
#include "../base/text.h"
#include "subcommand.h"
#include "option_table.h"

/* A command line on its way through getopt_long(). */
struct reader {
    struct options *options;
    struct arena *arena;
    struct diag *diag;
    const struct option_row *rows;
    size_t row_count;
    const struct option_row **given; /* the options met, in order */
    size_t given_count, given_capacity;
    bool past_command; /* a word that is no option was met: the command, or a FILE */
};

const char *color_name(unsigned color)
{
    static const char *const names[] = {
        [COLOR_AUTO] = "auto",
        [COLOR_ALWAYS] = "always",
        [COLOR_NEVER] = "never",
    };
    return color < sizeof names / sizeof names[0] ? names[color] : NULL;
}

const char *paper_name(unsigned paper)
{
    static const char *const names[] = {[PAPER_A4] = "a4", [PAPER_LETTER] = "letter"};

    return paper < sizeof names / sizeof names[0] ? names[paper] : NULL;
}

static void add_argument(struct reader *reader, const char *text)
{
    struct options *options = reader->options;

    options->arguments = arena_grow(reader->arena, options->arguments, options->argument_count,
                                    &options->argument_capacity, sizeof *options->arguments);
    options->arguments[options->argument_count++] =
        (struct argument){text, options->label, options->pair_count};
}

static bool unknown_option(struct reader *reader, const char *text)
{
    struct suggestion suggestion;
    const char *name = text_copy(reader->arena, (struct text){text, strcspn(text, "=")});

    suggestion_init(&suggestion, name);
    for (size_t i = 0; strncmp(text, "--", 2) == 0 && i < reader->row_count; i++)
        suggestion_offer(&suggestion, arena_format(reader->arena, "--%s", reader->rows[i].name));
    diag_error(reader->diag, STATUS_USAGE, (struct place){0}, "unknown option %s; %s", text,
               suggestion_words(&suggestion, reader->arena, "see loadstat --help"));
    return false;
}

enum { LONG_BASE = 1000 };

static void make_getopt_tables(const struct reader *reader, char *letters, struct option *longs)
{
    size_t length = 0;

    /* "-": files and options mix; ":": a missing argument is told apart. */
    letters[length++] = '-';
    letters[length++] = ':';
    for (size_t i = 0; i < reader->row_count; i++) {
        const struct option_row *row = &reader->rows[i];
        longs[i] = (struct option){
            .name = row->name,
            .has_arg = row->argument ? required_argument : no_argument,
            .val = LONG_BASE + (int)i,
        };
        if (!row->letter)
            continue;
        letters[length++] = row->letter;
        if (row->argument)
            letters[length++] = ':';
    }
    letters[length] = '\0';
}

static const struct option_row *row_of(const struct reader *reader, int code)
{
    if (code >= LONG_BASE)
        return &reader->rows[code - LONG_BASE];
    for (size_t i = 0; i < reader->row_count; i++)
        if (reader->rows[i].letter == code)
            return &reader->rows[i];
    return NULL;
}

/* A word that is no option: the command where it is the first and none follows "--", or a FILE. */
static void take_word(struct reader *reader, const char *word)
{
    const struct subcommand *command = reader->past_command ? NULL : subcommand_find(word);

    if (command) {
        reader->options->command = command;
        reader->options->command_named = true;
    } else {
        add_argument(reader, word);
    }
    reader->past_command = true;
}

static bool take_option(struct reader *reader, const struct option_row *row)
{
    reader->given = arena_grow(reader->arena, reader->given, reader->given_count,
                               &reader->given_capacity, sizeof *reader->given);
    reader->given[reader->given_count++] = row;
    return option_take(row, optarg, reader->options, reader->arena, reader->diag);
}

static bool take_one(struct reader *reader, int code, char **argv)
{
    switch (code) {
    case 1:
        take_word(reader, optarg);
        return true;
    case ':':
        diag_error(reader->diag, STATUS_USAGE, (struct place){0},
                   "%s needs an argument; see loadstat --help", argv[optind - 1]);
        return false;
    case '?':
        if (optopt >= LONG_BASE) {
            diag_error(reader->diag, STATUS_USAGE, (struct place){0}, "--%s takes no argument",
                       row_of(reader, optopt)->name);
            return false;
        }
        return unknown_option(reader, optopt ? arena_format(reader->arena, "-%c", optopt)
                                             : argv[optind - 1]);
    default:
        return take_option(reader, row_of(reader, code));
    }
}

/* An option that the command has no use for must not be passed over in silence. */
static bool command_takes_all(const struct reader *reader)
{
    const struct subcommand *command = reader->options->command;

    for (size_t i = 0; i < reader->given_count; i++) {
        const struct option_row *row = reader->given[i];
        if (row->use == FOR_ALL || (command->takes & row->use))
            continue;
        diag_error(reader->diag, STATUS_USAGE, (struct place){0},
                   "%s takes no --%s, which is an option of %s; see loadstat %s --help",
                   command->name, row->name, subcommands_taking(row->use, reader->arena),
                   command->name);
        return false;
    }
    return true;
}

/* Keys that no file comes after hold for all. */
static void spread_last_pairs(struct options *options)
{
    for (size_t i = 0; i < options->argument_count; i++)
        if (options->arguments[options->argument_count - 1].pairs < options->pair_count)
            options->arguments[i].pairs = options->pair_count;
}

bool options_read(struct options *options, int argc, char **argv, struct arena *arena,
                  struct diag *diag)
{
    struct reader reader = {.options = options, .arena = arena, .diag = diag};
    char letters[2 * OPTION_COUNT_MAX + 3];
    struct option longs[OPTION_COUNT_MAX + 1] = {{0}};
    size_t command_count;
    bool right = true;
    int code;

    memset(options, 0, sizeof *options);
    options->command = subcommand_list(&command_count)[0];
    settings_init(&options->settings);
    reader.rows = option_table(&reader.row_count);
    make_getopt_tables(&reader, letters, longs);
    opterr = 0;
    while (right && (code = getopt_long(argc, argv, letters, longs, NULL)) != -1)
        right = take_one(&reader, code, argv);
    for (int i = optind; right && i < argc; i++)
        add_argument(&reader, argv[i]);
    spread_last_pairs(options);
    diag->quiet = options->quiet;
    diag->verbose = options->verbose;
    return right && (options->about || command_takes_all(&reader));
}
