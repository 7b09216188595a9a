/*
 * Naming: what runs are called, and which of them repeat each other.
 *
 * Every run has a path of names: what it was called from the outside inwards.
 * naming_decide() looks at the paths of all runs at once and tells, of each
 * part, what is a setting ("c8"), what counts repetitions ("run3", a clock
 * time), and what is a name; what is left of the parts that differ is the label.
 * It is a pure function: it reads no file, prints nothing and changes no run.
 *
 * What a part may be is the collector's business: a sentence of prose, a
 * comment, the language of a code fence, text of a page that was fetched and a
 * header within a report are no names; "/dev/fd/63" gives no stem; of a command
 * only its URL and the options that set something are parts.  Texts are valid
 * UTF-8 without control characters, of any length.
 *
 * Nothing that differs between two names is ever dropped unless it is one of
 * the things that the rules below take for a count of repetitions: a pool of
 * runs that do not belong together proves what is not so.
 */
#ifndef LOADSTAT_LABEL_NAMING_H
#define LOADSTAT_LABEL_NAMING_H

#include <stdbool.h>
#include <stddef.h>

#include "../base/memory.h"
#include "../model/run.h"

/* Settings that names speak of. */
enum name_setting {
    SETTING_CONCURRENCY,
    SETTING_REQUESTS,
    SETTING_DURATION, /* seconds */
    SETTING_KEEPALIVE,
    SETTING_TOOL,
    SETTING_COUNT,
};

/* A run as far as its name depends on it: what the log says, NULL and ABSENT where it does not. */
struct name_facts {
    const char *tool;
    const char *scheme, *host, *path, *server, *method;
    const char *command;
    double port;
    double concurrency, requests, duration_s; /* asked for */
    enum answer keepalive;
    double concurrency_measured;
    double requests_complete;
    const char *file; /* as named, with its suffix; NULL: none; runs of one file have equal texts */
    size_t line;      /* first line of the report; 0: unknown */
    /*
     * The prose and the commands of other programs that stand between the run
     * before it in its file (or the file's beginning) and this one; NULL where
     * only blank lines, fences, prompts and the tool's own commands do.
     */
    const char *between;
};

struct named_run {
    const struct name_part *parts; /* outermost first */
    size_t count;
    struct name_facts facts;
};

/* What the user ordered; LABEL_AUTOMATIC: nothing. */
enum name_source {
    NAME_FROM_ALL,
    NAME_FROM_HEADING, /* any text that stands by the report */
    NAME_FROM_FILE,
    NAME_FROM_DIR,
    NAME_FROM_PATH, /* of the URL */
    NAME_FROM_COMMAND,
    NAME_FROM_NONE,
};

struct name_rename {
    const char *from, *to;
};

struct naming_options {
    enum name_source source;  /* --label-from; an argument names its runs whatever it says */
    const char *path_pattern; /* --path; NULL: none */
    const struct name_rename *renames;
    size_t rename_count;
    const char *const *tools; /* the names of all tools that rule files know */
    size_t tool_count;
};

struct name_text {
    const char *key, *text;
};

enum name_note_code {
    NOTE_NAME_CONTRADICTS, /* a name says another setting than the log */
    NOTE_ASSUMED_REPEATS,  /* repetition was inferred from the lack of a name, or a bare number */
    NOTE_PARTED_BY_TEXT,   /* equal names with other prose between them */
};

struct name_note {
    enum name_note_code code;
    const char *text; /* a sentence without full stop */
};

struct naming_result {
    const char *label; /* NULL: it has none */
    /* Of a label of several parts: all but the last, joined, and the last; else both NULL. */
    const char *section, *variant;
    bool parted_by_text;    /* the last part of the label is the line where other prose parts it */
    const char *label_from; /* "argument", "folder", "heading", …, "server"; NULL with the label */
    size_t group;           /* from 0 in order of appearance; equal: names agree but for repeats */
    /* What the name says and the log does not: ABSENT, ANSWER_UNKNOWN where it says nothing. */
    double concurrency, requests, duration_s;
    enum answer keepalive;
    const struct name_text *keys; /* k=v parts and {KEY} of --path: they part groups */
    size_t key_count;
    const struct name_text *labels; /* the names that are not in the label, by kind */
    size_t label_count;
    const char *batch; /* runs taken in one go; NULL: unknown */
    bool warm_up;
    const struct name_note *notes;
    size_t note_count;
};

struct naming {
    struct naming_result *runs; /* one for each run, in their order */
    size_t group_count;
    /*
     * The baseline by the words that people use, on the outermost kind of name
     * in which runs differ and such a word tells one value: its text, and the
     * word.  NULL where no word does: then it is the first in order.
     */
    const char *baseline, *baseline_word;
    size_t repeats_assumed; /* runs in groups whose repetition nothing but a lack of names tells */
    const char *hint;       /* the option that would join groups of one run each; NULL: none */
};

/*
 * Names `count` runs.  All of the result lives in `arena`; the input may go.
 * `options` NULL: nothing is ordered.  Costs n log n in the number of parts.
 */
struct naming naming_decide(const struct named_run *runs, size_t count,
                            const struct naming_options *options, struct arena *arena);

/*
 * Of values along an axis, the one that people call the baseline: before, old,
 * previous, …, and "no-…" last; the first such word that exactly one value has.
 * `count` where there is none; *word is the word.
 */
size_t naming_baseline(const char *const *values, size_t count, const char **word);

#endif
