/*
 * One part of a name, read by itself: its words, and which of them may be more
 * than a name.  What leaves in the end is decided over all runs.
 */
#ifndef LOADSTAT_LABEL_NAME_READING_H
#define LOADSTAT_LABEL_NAME_READING_H

#include "naming.h"
#include "../base/text.h"

/* What a word may leave as. */
enum name_cut {
    CUT_NOT,
    CUT_REPEAT,  /* "run 3", "3 of 5", "10:15:03", "again" */
    CUT_ORDINAL, /* "second run", "2. Lauf" */
    CUT_NUMBER,  /* a number at either end */
    CUT_DATE,
    CUT_WARM_UP,
    CUT_SETTING, /* and on, one for each enum name_setting */
};

#define CUT_BIT(cut)             (1u << (cut))
#define CUT_SETTING_BIT(setting) CUT_BIT(CUT_SETTING + (setting))

struct name_token {
    size_t start, end; /* in the text */
    enum name_cut cut; /* may exceed the names above by a setting */
    unsigned is;       /* what name_word() says of it */
};

struct name_reading {
    struct text text;
    struct name_token *tokens;
    size_t count;
    double number;                  /* of CUT_NUMBER; ABSENT: there is none */
    bool number_is_amount;          /* "server 1", "4 cores": it tells a variant */
    unsigned ordinal;               /* 0: none */
    const char *date;               /* "2026-03-02"; NULL: none */
    double settings[SETTING_COUNT]; /* ABSENT: not mentioned; keepalive: 0 or 1 */
    const char *tool;               /* of SETTING_TOOL, as rule files call it */
    const char *key, *value;        /* of a whole part "k=v"; NULL: it is none */
    unsigned cuts;                  /* the bits of all cuts that some token has */
};

/*
 * Reads one part.  Of a command only settings are read: what else stands there
 * is no count of anything.
 */
struct name_reading *name_read(struct text text, enum name_kind kind,
                               const struct naming_options *options, struct arena *arena);

/* The text without the words whose bit is in `cuts`; "" where nothing is left. */
const char *name_without(const struct name_reading *reading, unsigned cuts, struct arena *arena);

/* The text of one word. */
struct text name_token_text(const struct name_reading *reading, size_t token);

/* Whether there is a word at `token` that nothing has marked yet. */
bool name_token_is_free(const struct name_reading *reading, size_t token);

/* What name_word() says of it; 0 where there is none. */
unsigned name_token_word(const struct name_reading *reading, size_t token);

/* The most digits that the number of a run has. */
enum { NAME_NUMBER_DIGITS = 4 };

/* Whether the word at `token` is a number of at most four digits. */
bool name_token_number(const struct name_reading *reading, size_t token, double *value);

#endif
