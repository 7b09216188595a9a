/*
 * The directive lexer: one syntax for rule files and templates.
 *
 *     # a comment
 *     keyword word "quoted words" key=value rest of the line
 *
 * A directive is a line.  What stands behind the keyword is taken word by
 * word, or whole with directive_rest() (a pattern holds blanks and quotes).
 * In quotes, \" \\ \t \n \r \e \xHH are understood.
 */
#ifndef LOADSTAT_BASE_DIRECTIVE_H
#define LOADSTAT_BASE_DIRECTIVE_H

#include <stdbool.h>
#include <stddef.h>

#include "diag.h"
#include "memory.h"
#include "text.h"

struct directive_reader {
    const char *file;
    struct text rest;
    size_t line;
};

struct directive {
    const char *file;
    size_t line;
    struct text whole; /* the line, for columns */
    struct text keyword;
    struct text rest; /* not yet taken */
};

void directive_reader_init(struct directive_reader *reader, const char *file, struct text text);

/* The next line that is no comment and not blank; false at the end. */
bool directive_next(struct directive_reader *reader, struct directive *directive);

/*
 * The next word, without its quotes, in `arena`; NULL at the end of the line.
 * An unclosed quote ends at the line's end.
 */
char *directive_word(struct directive *directive, struct arena *arena);

/*
 * The next word if it has the form key=value (value may be quoted); false, and
 * nothing taken, otherwise.
 */
bool directive_option(struct directive *directive, struct arena *arena, char **key, char **value);

/* All that is left, trimmed. */
struct text directive_rest(struct directive *directive);

/* Where the next word begins: file, line and column. */
struct place directive_place(const struct directive *directive);

#endif
