/* --help: usage and options, in groups, on one screen. */
#include <stdio.h>
#include <string.h>

#include "../base/utf8.h"
#include "about.h"
#include "subcommand.h"
#include "option_table.h"

enum { WIDTH = 80, HELP_COLUMN = 28 };

/* Lines of options, on their way to standard output. */
struct page {
    size_t column; /* of an open line; 0: none is open */
};

static void end_line(struct page *page)
{
    if (page->column)
        printf("\n");
    page->column = 0;
}

/* "-o, --output FILE" beside others of its kind. */
static void print_compact(struct page *page, const struct option_row *row)
{
    char letter[8] = "";

    if (row->letter)
        snprintf(letter, sizeof letter, "-%c, ", row->letter);
    size_t length = 2 + strlen(letter) + 2 + strlen(row->name) +
                    (row->argument ? 1 + strlen(row->argument) : 0);
    if (page->column + length > WIDTH - 2)
        end_line(page);
    printf("  %s--%s%s%s", letter, row->name, row->argument ? " " : "",
           row->argument ? row->argument : "");
    page->column += length;
}

/* "holm, bh, none", on as many lines as it takes. */
static void print_words(struct page *page, const struct option_row *row)
{
    for (unsigned i = 0; row->words && row->words(i); i++) {
        size_t length = strlen(row->words(i)) + (i ? 2 : 0);
        if (page->column + length + 1 > WIDTH) {
            printf(",\n%*s%s", HELP_COLUMN, "", row->words(i));
            page->column = HELP_COLUMN + length - 2;
            continue;
        }
        printf("%s%s", i ? ", " : "", row->words(i));
        page->column += length;
    }
}

/* An option with what it does, on a line of its own. */
static void print_row(struct page *page, const struct option_row *row)
{
    char left[40];

    end_line(page);
    snprintf(left, sizeof left, "%s%c%s--%s%s%s", row->letter ? "-" : "",
             row->letter ? row->letter : ' ', row->letter ? "," : "  ", row->name,
             row->argument ? " " : "", row->argument ? row->argument : "");
    printf("  %-26s%s", left, row->help);
    page->column = HELP_COLUMN + utf8_width(row->help);
    print_words(page, row);
    end_line(page);
}

static void print_options(const struct subcommand *command)
{
    size_t count;
    const struct option_row *rows = option_table(&count);

    for (enum option_heading heading = 0; heading < HEADING_COUNT; heading++) {
        struct page page = {0};
        bool headed = false;
        for (size_t i = 0; i < count; i++) {
            const struct option_row *row = &rows[i];
            if (row->heading != heading || !(row->use & (command->takes | FOR_ALL)))
                continue;
            if (!headed)
                printf("\n%s\n", option_heading_name(heading));
            headed = true;
            if (*row->help || row->words)
                print_row(&page, row);
            else
                print_compact(&page, row);
        }
        end_line(&page);
    }
}

/* All commands, the usual one first; its name may be left out. */
static void print_usages(void)
{
    size_t count;
    const struct subcommand *const *commands = subcommand_list(&count);

    printf("usage: loadstat [%s] [OPTION]... [[NAME=]FILE]...\n", commands[0]->name);
    for (size_t i = 1; i < count; i++)
        printf("       loadstat %-8s [OPTION]... [[NAME=]FILE]...   %s\n", commands[i]->name,
               commands[i]->summary);
}

void about_help(struct program *program, const char *name)
{
    const struct subcommand *command = program->options.command;

    (void)name;
    if (program->options.command_named)
        printf("usage: loadstat %s [OPTION]... [[NAME=]FILE]...\n", command->name);
    else
        print_usages();
    printf("\n%s", command->description);
    print_options(command);
    printf("\nThe manual: man loadstat\n");
}
