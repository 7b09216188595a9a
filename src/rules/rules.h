/*
 * src/rules/: the language of parsers/.
 *
 * Rule files say how to read a tool's text.  Here is at home what makes rules
 * of them (directives), holds them to their samples (samples), finds those that
 * a line may be one of (dispatch, known), and the kinds of things that they
 * name: fields, shapes of request lines, quirks, commands of tools.  Nothing
 * here reads a log.  doc/rule-files.md teaches the language; this header is
 * what the reader sees of it.
 *
 * A rule file holds one or more formats.  Each pattern is compiled when a line
 * first begins as it does, so that reading a small report costs little.
 */
#ifndef LOADSTAT_RULES_RULES_H
#define LOADSTAT_RULES_RULES_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "../base/diag.h"
#include "../base/key_index.h"
#include "../base/memory.h"
#include "../base/text.h"
#include "../model/metric.h"
#include "../model/run.h"
#include "tool_command.h"
#include "field.h"
#include "../base/pattern.h"
#include "quirk.h"
#include "shape.h"

enum rule_kind {
    RULE_BEGIN,   /* a line a run begins with, or goes on with */
    RULE_FIELDS,  /* a line that gives fields of the run */
    RULE_ROW,     /* a line that is a whole run */
    RULE_CONTEXT, /* a line that gives fields of the runs after it, until replaced */
    RULE_WITHIN,  /* a line that opens a part in which other rules hold */
    RULE_STATUS,  /* a line that says how the run ended */
    RULE_BECOMES, /* a line that says that the run is one of another format */
    RULE_LABEL,   /* a line that names a run */
    RULE_NOTE,    /* a line to keep as a warning */
    RULE_MARK,    /* a line of the tool to remember for a quirk, or that says nothing */
};

struct capture {
    unsigned group;
    struct field field;
};

enum { PREFIX_SIZE = 20 };

struct format;

/* Bytes, as bits. */
struct byte_set {
    uint8_t bits[32];
};

struct rule {
    enum rule_kind kind;
    struct format *format;
    struct place place;       /* of the pattern in its rule file */
    const char *pattern;      /* expanded */
    char prefix[PREFIX_SIZE]; /* what a line must begin with, in lower case */
    size_t prefix_length;
    struct byte_set first; /* bytes that a line can begin with */
    pcre2_code *code;      /* NULL until a line begins with the prefix */
    unsigned matches;      /* tried so far; often enough, and it is compiled to machine code */
    bool is_fast;
    struct capture *captures; /* known once compiled */
    size_t capture_count;
    bool broken;                 /* does not compile, or ran away: said once, then passed over */
    bool inside;                 /* only in a run that is open */
    bool vague;                  /* prose has such lines too: one or two of them are no run */
    bool repeat;                 /* several values in the group: repeated runs */
    bool add;                    /* lines of this kind are parts of a figure: they are added up */
    bool previous;               /* RULE_LABEL, RULE_STATUS: of the run before */
    bool then;                   /* what stands behind the match is a line of its own */
    const struct metric *second; /* what the line gives where its metric is there already */
    unsigned chain;              /* RULE_BEGIN: its place in the chain */
    unsigned within;             /* 0: everywhere; otherwise the number of a RULE_WITHIN */
    const char *name;            /* of begin, within, becomes; code of note; status word */
    const struct unit *unit;     /* of the metrics where the line names none */
    bool decimal;                /* base=1000: K, M and G of its bytes are powers of 1000 */
    double step;                 /* resolution in the metric's unit; ABSENT: from the digits */
    enum run_status status;      /* RULE_STATUS */
    unsigned mark;               /* RULE_MARK: bits of enum mark; 0: the line says nothing */
    pcre2_code *label;           /* the pattern up to its figure; NULL until it is asked for */
    bool has_no_label;           /* there is no such part, or it is no pattern by itself */
    size_t index;                /* in its format */
    struct rule *follower; /* that took the line behind this one's last time: reports repeat */
    size_t hits;           /* samples that hit it, while a file is checked */
};

struct request_rule {
    struct format *format;
    struct place place;
    struct shape shape;
    bool inside; /* only in a run of the format that is open */
    size_t hits;
};

struct default_value {
    const struct metric *metric; /* NULL: keepalive */
    double value;
};

struct rule_sample {
    struct place place;
    const char *line;
    unsigned within;      /* the part that it stands in; 0: none */
    const char *expected; /* the rest of the directive: field=value … */
};

struct heading {
    struct text words; /* lower case, blanks collapsed */
    struct field field;
    const struct unit *unit; /* NULL: the metric's own */
    bool is_vague;           /* alone=no: such a column alone makes no table */
};

struct format {
    const char *name;
    const char *description;
    const char *tool;
    struct traits traits;
    const char *file;
    struct rule **rules;
    size_t rule_count, rule_capacity;
    struct request_rule **requests;
    size_t request_count, request_capacity;
    const struct metric **whole; /* a report that has all of these is whole */
    size_t whole_count, whole_capacity;
    struct default_value *defaults; /* of a whole report */
    size_t default_count, default_capacity;
    const struct quirk **quirks;
    size_t quirk_count, quirk_capacity;
    struct tool_command *commands; /* how the tool is called */
    size_t command_count, command_capacity;
    struct rule_sample *samples;
    size_t sample_count, sample_capacity;
    struct heading *headings; /* words of table headings */
    size_t heading_count, heading_capacity;
    size_t usual_measurements; /* that its last run had: room for the next */
    const char *note_missing;  /* what to say of a run that lacks its summary; NULL */
    unsigned chain_length;
    unsigned within_count;
    bool is_users; /* not built in: where both fit, it is this one */
    bool members;  /* its lines are members of JSON objects, each of which is a run */
    bool raw;      /* its lines are matched before markup is taken off */
};

struct rules {
    struct arena *arena;
    struct metric_set *metrics;
    struct diag *diag;
    struct pattern_engine engine;
    bool built_in; /* the files being loaded: their samples are not kept, and the user's go first */
    struct format **formats;
    size_t format_count, format_capacity;
    struct rule ***by_byte;          /* lists of rules by the first byte; NULL: not made yet */
    struct rule ***raw_by_byte;      /* of formats that see lines before markup is taken off */
    const struct heading **headings; /* of all formats, once a table was looked for; NULL before */
    struct key_index heading_index;
    struct rule **scratch; /* room for a list of all rules */
};

void rules_init(struct rules *rules, struct arena *arena, struct metric_set *metrics,
                struct diag *diag);
void rules_release(struct rules *rules);
/* What the arena does not own of a format that another one replaces: its patterns. */
void format_release(struct format *format);

/*
 * Adds the formats of a rule file; a format of a name that exists replaces it.
 * False, with diagnostics that name file, line and column, where it is wrong.
 */
bool rules_load(struct rules *rules, const char *file, struct text text);

/* The format of this name, or NULL. */
struct format *rules_format(const struct rules *rules, struct text name);

/* The built-in rule files, without their samples. */
bool rules_load_built_in(struct rules *rules);
bool rules_load_file(struct rules *rules, const char *path);
/* The user's own, from $XDG_CONFIG_HOME/loadstat/parsers; their samples are checked. */
bool rules_load_user(struct rules *rules);

/*
 * The two laws of samples: every begin, rule, row and request of the file is
 * hit by a sample, and every sample by exactly one.  False, with diagnostics.
 */
bool rules_check(struct rules *rules, const char *file);

/* Gives a run that declares no traits, of an archive, those of the format it was read by. */
void rules_add_traits(const struct rules *rules, struct run *run);

/* To be called when all files are loaded, before lines are matched. */
void rules_prepare(struct rules *rules);

/* The rules that a line of this first byte may be one of, in their order; NULL ends the list. */
struct rule **rules_beginning_with(struct rules *rules, bool raw, unsigned char byte);

/* Whether the line begins as the rule's lines do; cheap, before anything is compiled. */
bool rule_may_match(const struct rule *rule, struct text line);

enum { LONGEST_HEADING = 80 }; /* bytes of words above a column */

/* The heading of these words, in lower case with one blank between them; NULL: nobody knows it. */
const struct heading *rules_heading(struct rules *rules, struct text words);

/* Compiles the rule if it is not yet; false where it cannot be, or has run away. */
bool rule_ready(struct rules *rules, struct rule *rule);

/*
 * Whether the line is one of the rule; its groups are then readable through
 * pattern_group(&rules->engine, …).  A pattern that runs away is said once.
 */
bool rule_matches(struct rules *rules, struct rule *rule, struct text line);

/* The rule that would know the line, a mark where there is no other; NULL: none.  Nothing is taken.
 */
const struct rule *rules_find(struct rules *rules, struct text line);
/* Whether some rule would know the line; nothing is taken. */
bool rules_know(struct rules *rules, struct text line);
/* Whether the text is a member of an object that is a run: "transactions": 600. */
bool rules_know_member(struct rules *rules, struct text part);
/* Whether a tool prints such an object on one line, and its rules read it as that. */
bool rules_know_object(struct rules *rules, struct text line);
/*
 * The rules whose line this would be, but for the figure: their words stand in
 * front, with a colon or a percent sign.  *length is that of the words.
 */
enum { MOST_LABELS = 8 };
size_t rules_find_labels(struct rules *rules, struct text line,
                         const struct rule *found[MOST_LABELS], size_t *length);
/* Whether the line is a whole run to some rule. */
bool rules_know_row(struct rules *rules, struct text line);
/* Whether some rule's match is all of the line. */
bool rules_know_to_the_end(struct rules *rules, struct text line);
/* Whether the line says nothing anywhere, as those between the parts of a report. */
bool rules_know_as_empty(struct rules *rules, struct text line);

#endif
