#include "diag.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "memory.h"
#include "text.h"
#include "utf8.h"

void diag_init(struct diag *diag)
{
    *diag = (struct diag){0};
}

/* Texts of the message may come from a log: no escape sequence gets out. */
static void print_line(struct place place, const char *format, va_list arguments)
    __attribute__((format(printf, 2, 0)));

static void print_line(struct place place, const char *format, va_list arguments)
{
    struct arena arena;

    arena_init(&arena);
    const char *message = utf8_clean(&arena, text_of(arena_vformat(&arena, format, arguments)));
    const char *file = place.file ? utf8_clean(&arena, text_of(place.file)) : NULL;
    if (file && strcmp(file, "-") == 0)
        file = "standard input";
    else if (file && !*file)
        file = "''";
    if (!file)
        fprintf(stderr, "loadstat: %s\n", message);
    else if (!place.line)
        fprintf(stderr, "%s: %s\n", file, message);
    else if (!place.column)
        fprintf(stderr, "%s:%zu: %s\n", file, place.line, message);
    else
        fprintf(stderr, "%s:%zu:%zu: %s\n", file, place.line, place.column, message);
    arena_release(&arena);
}

void diag_error(struct diag *diag, enum exit_status status, struct place place, const char *format,
                ...)
{
    va_list arguments;

    va_start(arguments, format);
    print_line(place, format, arguments);
    va_end(arguments);
    diag->errors++;
    if (status > diag->worst)
        diag->worst = status;
}

void diag_warning(struct diag *diag, struct place place, const char *format, ...)
{
    va_list arguments;

    if (diag->quiet)
        return;
    va_start(arguments, format);
    print_line(place, format, arguments);
    va_end(arguments);
}

void diag_note(struct diag *diag, const char *format, ...)
{
    va_list arguments;

    if (diag->quiet)
        return;
    va_start(arguments, format);
    print_line((struct place){0}, format, arguments);
    va_end(arguments);
}

void diag_detail(struct diag *diag, struct place place, const char *format, ...)
{
    va_list arguments;

    if (!diag->verbose)
        return;
    va_start(arguments, format);
    print_line(place, format, arguments);
    va_end(arguments);
}

struct error_words error_words(int error)
{
    struct error_words words;

    snprintf(words.text, sizeof words.text, "%s", strerror(error));
    words.text[0] = byte_lower(words.text[0]);
    return words;
}
