#include "wrapping.h"

#include <stdint.h>
#include <string.h>

#include "../base/number.h"
#include "clean.h"
#include "evidence.h"
#include "quoted.h"

enum {
    LONGEST_WRAPPING = 400, /* bytes */
    LINES_AHEAD = 80,       /* that are looked at before a wrapping is learned */
    LINES_UNTIL_NEXT = 40,  /* before a form is looked at again that was rejected */
};

void wrappings_init(struct wrappings *wrappings, struct rules *rules)
{
    *wrappings = (struct wrappings){.rules = rules};
    arena_init(&wrappings->arena);
}

void wrappings_release(struct wrappings *wrappings)
{
    arena_release(&wrappings->arena);
}

/* ---- parts ---- */

static bool is_one_of(struct text word, const char *const *words, size_t count)
{
    for (size_t i = 0; i < count; i++)
        if (text_is_ignoring_case(word, words[i]))
            return true;
    return false;
}

/* A level or a stream; a capital alone stands for one, as F in "stdout F" and I of klog. */
static bool is_level(struct text word)
{
    static const char *const levels[] = {
        "trace", "debug", "info", "notice", "warn",   "warning", "error",
        "err",   "fatal", "crit", "out",    "stdout", "stderr",
    };

    if (word.length == 1)
        return word.start[0] >= 'A' && word.start[0] <= 'Z';
    return is_one_of(word, levels, sizeof levels / sizeof levels[0]);
}

static bool is_date_word(struct text word)
{
    static const char *const words[] = {
        "jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct",
        "nov", "dec", "mon", "tue", "wed", "thu", "fri", "sat", "sun",
    };

    return is_one_of(word, words, sizeof words / sizeof words[0]);
}

static size_t run_of(struct text line, size_t at, bool (*is)(char))
{
    size_t end = at;

    while (end < line.length && is(line.start[end]))
        end++;
    return end;
}

static bool is_alphanumeric(char byte)
{
    return byte_is_letter(byte) || byte_is_digit(byte);
}

/* Letters and digits that are no word with a number behind it. */
static struct wrapping_part alphanumeric_part(struct text line, size_t at)
{
    size_t end = run_of(line, at, is_alphanumeric);
    size_t letters = run_of(line, at, byte_is_letter);
    size_t digits = run_of(line, letters, byte_is_digit);
    struct text text = {line.start + at, end - at};

    if (digits < end)
        return (struct wrapping_part){.kind = WRAPPED_ID, .text = text};
    if (letters == at)
        return (struct wrapping_part){.kind = WRAPPED_NUMBER, .text = text};
    text.length = letters - at;
    if (letters == end && is_level(text))
        return (struct wrapping_part){.kind = WRAPPED_LEVEL, .text = text};
    if (letters == end && is_date_word(text))
        return (struct wrapping_part){.kind = WRAPPED_DATE, .text = text};
    return (struct wrapping_part){.kind = WRAPPED_WORD, .text = text};
}

static struct wrapping_part part_at(struct text line, size_t at)
{
    if (byte_is_blank(line.start[at])) {
        size_t end = run_of(line, at, byte_is_blank);
        return (struct wrapping_part){
            .kind = WRAPPED_BLANK, .text = {line.start + at, end - at}
        };
    }
    if (is_alphanumeric(line.start[at]))
        return alphanumeric_part(line, at);
    return (struct wrapping_part){
        .kind = WRAPPED_SIGN, .text = {line.start + at, 1}
    };
}

/* ---- matching ---- */

static bool has_digit(struct text text)
{
    return run_of(text, 0, byte_is_letter) < text.length;
}

/* How many bytes of the line from `at` are this part of the wrapping; 0: none. */
static size_t match_part(const struct wrapping_part *part, struct text line, size_t at)
{
    struct wrapping_part here = part_at(line, at);

    switch (part->kind) {
    case WRAPPED_SIGN:
    case WRAPPED_WORD:
        return here.kind == part->kind && text_equal(here.text, part->text) ? here.text.length : 0;
    case WRAPPED_ID: {
        struct text all = {line.start + at, run_of(line, at, is_alphanumeric) - at};
        return all.length && has_digit(all) ? all.length : 0;
    }
    case WRAPPED_BLANK:
    case WRAPPED_NUMBER:
    case WRAPPED_LEVEL:
    case WRAPPED_DATE:
        break;
    }
    return here.kind == part->kind ? here.text.length : 0;
}

/* The length of the wrapping in front of the line; 0: it is not there. */
static size_t match_wrapping(const struct wrapping *wrapping, struct text line)
{
    size_t at = 0;

    for (size_t i = 0; i < wrapping->count; i++) {
        size_t used = at < line.length ? match_part(&wrapping->parts[i], line, at) : 0;
        /* An empty line has lost the blank at its end. */
        bool may_lack = i + 1 == wrapping->count && wrapping->parts[i].kind == WRAPPED_BLANK;
        if (!used && !(may_lack && at == line.length))
            return 0;
        at += used;
    }
    return at;
}

/* "| … |" */
static bool ends_in_bar(const struct wrapping *wrapping)
{
    size_t last = wrapping->count;

    while (last > 0 && wrapping->parts[last - 1].kind == WRAPPED_BLANK)
        last--;
    return last > 0 && wrapping->parts[last - 1].kind == WRAPPED_SIGN &&
           wrapping->parts[last - 1].text.start[0] == '|';
}

bool wrappings_take(const struct wrappings *wrappings, struct text line, struct unwrapped *out)
{
    for (size_t i = 0; i < wrappings->count; i++) {
        const struct wrapping *wrapping = &wrappings->items[i];
        size_t length = match_wrapping(wrapping, line);
        if (length) {
            *out = (struct unwrapped){
                .text = text_from(line, length),
                .head = {line.start, length},
                .wrapping = wrapping,
                .has_bars = ends_in_bar(wrapping)
            };
            return true;
        }
    }
    return false;
}

/* ---- learning ---- */

/* The figures of the line before, by part: they tell what counts lines. */
struct figures {
    double last[WRAPPING_PARTS];
    uint64_t last_id[WRAPPING_PARTS]; /* hash of its text */
};

/* What stands behind the wrapping, decoded where it is a string: the first line of it. */
static struct text behind(struct text rest, char quote, struct buffer *decoded, bool *ends_line)
{
    if (!quote)
        return text_trim(rest);
    buffer_clear(decoded);
    quoted_decode(rest, quote, decoded);
    struct text text = buffer_text(decoded);
    *ends_line |= text.length && text.start[text.length - 1] == '\n';
    text.length = text_find_byte(text, '\n');
    return text_trim(text);
}

/* FNV-1a */
static uint64_t hash_of(struct text text)
{
    uint64_t hash = 14695981039346656037u;

    for (size_t i = 0; i < text.length; i++)
        hash = (hash ^ (unsigned char)text.start[i]) * 1099511628211u;
    return hash;
}

/* A figure that grows from each line to the next counts them; so does an id that changes. */
static void follow_counters(struct wrapping *wrapping, struct figures *figures, struct text line)
{
    size_t at = 0;

    for (size_t i = 0; i < wrapping->count && at < line.length; i++) {
        struct wrapping_part *part = &wrapping->parts[i];
        size_t used = match_part(part, line, at);
        double value;
        struct text text = {line.start + at, used};
        if (part->kind == WRAPPED_ID)
            part->is_counter &= hash_of(text) != figures->last_id[i];
        else if (part->kind == WRAPPED_NUMBER && number_scan_plain(text, &value)) {
            part->is_counter &= value > figures->last[i];
            figures->last[i] = value;
        }
        figures->last_id[i] = hash_of(text);
        at += used;
    }
}

static void begin_figures(struct wrapping *wrapping, struct figures *figures, struct text line)
{
    for (size_t i = 0; i < wrapping->count; i++) {
        enum wrapping_kind kind = wrapping->parts[i].kind;
        wrapping->parts[i].is_counter = kind == WRAPPED_NUMBER || kind == WRAPPED_ID;
        figures->last[i] = -1;
        figures->last_id[i] = 0;
    }
    follow_counters(wrapping, figures, line);
}

/* The line as it has the wrapping: as it stands, or cleaned.  The wrapping's length; 0: neither. */
static size_t match_line(const struct wrapping *wrapping, struct text raw, struct buffer *scratch,
                         struct text *line)
{
    *line = text_trim(raw);
    size_t length = match_wrapping(wrapping, *line);
    if (length)
        return length;
    *line = clean_line(raw, scratch);
    return match_wrapping(wrapping, *line);
}

/* Requests alone are enough in strings only: as lines they are known behind anything. */
static bool is_confirming(const struct wrapping *wrapping, const struct evidence *evidence)
{
    return evidence_is_enough(evidence) ||
           (wrapping->quote && evidence->requests >= DIFFERENT_LINES);
}

/* Whether the lines ahead have known lines enough behind the same form. */
static bool is_confirmed(struct wrappings *wrappings, struct wrapping *wrapping, struct text line,
                         struct text ahead, struct evidence *evidence, bool *ends_lines)
{
    struct buffer scratch;
    struct buffer decoded;
    struct figures figures;
    struct text raw;
    struct text below;

    buffer_init(&scratch);
    buffer_init(&decoded);
    begin_figures(wrapping, &figures, line);
    for (size_t i = 0; i < LINES_AHEAD && text_split(&ahead, '\n', &raw); i++) {
        if (wrappings->in_hunk && raw.length)
            raw = text_from(raw, 1);
        size_t length = match_line(wrapping, raw, &scratch, &below);
        if (!length)
            continue;
        follow_counters(wrapping, &figures, below);
        struct text inner = behind(text_from(below, length), wrapping->quote, &decoded, ends_lines);
        if (!evidence_add(evidence, wrappings->rules, inner))
            evidence_add_request(evidence, wrappings->rules, inner);
        if (is_confirming(wrapping, evidence))
            break;
    }
    buffer_release(&decoded);
    buffer_release(&scratch);
    return is_confirming(wrapping, evidence);
}

/* Equal for wrappings that match the same lines. */
static uint64_t form_of(const struct wrapping *wrapping)
{
    uint64_t form = (unsigned char)wrapping->quote;

    for (size_t i = 0; i < wrapping->count; i++) {
        const struct wrapping_part *part = &wrapping->parts[i];
        bool is_text = part->kind == WRAPPED_SIGN || part->kind == WRAPPED_WORD;
        form = (form ^ (uint64_t)part->kind) * 1099511628211u;
        form = (form ^ (is_text ? hash_of(part->text) : 0)) * 1099511628211u;
    }
    return form;
}

/* The form's texts point into the line: it gets its own. */
static struct wrapping keep(struct wrappings *wrappings, const struct wrapping *wrapping)
{
    struct wrapping kept = *wrapping;

    for (size_t i = 0; i < kept.count; i++) {
        struct text text = kept.parts[i].text;
        kept.parts[i].text = (struct text){text_copy(&wrappings->arena, text), text.length};
    }
    return kept;
}

static void add(struct wrappings *wrappings, const struct wrapping *wrapping)
{
    struct wrapping kept = keep(wrappings, wrapping);

    if (wrappings->count < MOST_WRAPPINGS) {
        wrappings->items[wrappings->count++] = kept;
        return;
    }
    wrappings->items[wrappings->next] = kept;
    wrappings->next = (wrappings->next + 1) % MOST_WRAPPINGS;
}

static bool was_rejected(const struct wrappings *wrappings, const struct wrapping *wrapping,
                         size_t number)
{
    uint64_t form = form_of(wrapping);

    for (size_t i = 0; i < MOST_REJECTED; i++) {
        const struct rejected *rejected = &wrappings->rejected[i];
        if (rejected->line && rejected->form == form && number < rejected->line + LINES_UNTIL_NEXT)
            return true;
    }
    return false;
}

static void reject(struct wrappings *wrappings, const struct wrapping *wrapping, size_t number)
{
    wrappings->rejected[wrappings->next_rejected] = (struct rejected){form_of(wrapping), number};
    wrappings->next_rejected = (wrappings->next_rejected + 1) % MOST_REJECTED;
}

/* How many of the lines ahead have the wrapping. */
static size_t count_wrapped(const struct wrapping *wrapping, struct text ahead)
{
    struct buffer scratch;
    struct text raw;
    struct text line;
    size_t count = 0;

    buffer_init(&scratch);
    for (size_t i = 0; i < LINES_AHEAD && text_split(&ahead, '\n', &raw); i++)
        count += match_line(wrapping, raw, &scratch, &line) > 0;
    buffer_release(&scratch);
    return count;
}

/* Whether bullets, bars and the like are all that stands between here and known text. */
static bool is_known_behind_marks(struct rules *rules, struct text line)
{
    enum prefix kind;
    struct text name;

    line = text_trim(line);
    while (peel_prefix(&line, &kind, &name) && (kind <= PREFIX_BAR || kind == PREFIX_ESCAPE))
        if (rules_know(rules, line))
            return true;
    return false;
}

/*
 * "bench_1 | - ": the bullet is the text's own where other lines have the rest
 * of the wrapping without it.
 */
static void leave_marks(const struct wrappings *wrappings, struct wrapping *wrapping,
                        struct text line, struct text ahead)
{
    struct wrapping shorter = *wrapping;
    size_t most = count_wrapped(wrapping, ahead);

    while (--shorter.count > 1 - (wrapping->quote != '\0')) {
        size_t length = match_wrapping(&shorter, line);
        size_t count = 0;
        enum wrapping_kind last = shorter.parts[shorter.count - 1].kind;
        if ((last == WRAPPED_BLANK || last == WRAPPED_SIGN) && length &&
            is_known_behind_marks(wrappings->rules, text_from(line, length)))
            count = count_wrapped(&shorter, ahead);
        if (count > most) {
            most = count;
            wrapping->count = shorter.count;
        }
    }
}

/* What stands in front of the known text, with known text below behind the same. */
static bool learn_form(struct wrappings *wrappings, struct wrapping *wrapping, struct text line,
                       size_t number, struct text ahead, struct evidence *evidence, bool ends_lines)
{
    if (was_rejected(wrappings, wrapping, number))
        return false;
    if (is_confirmed(wrappings, wrapping, line, ahead, evidence, &ends_lines)) {
        leave_marks(wrappings, wrapping, line, ahead);
        add(wrappings, wrapping);
        wrappings->ends_lines = ends_lines;
        return true;
    }
    reject(wrappings, wrapping, number);
    return false;
}

/* "nginx, 2014-02-25 14:49:55, …": a column of names in front of a row. */
static bool is_column(const struct wrapping *wrapping, const struct evidence *evidence)
{
    size_t last = wrapping->count - 1;

    while (last > 0 && wrapping->parts[last].kind == WRAPPED_BLANK)
        last--;
    return evidence->rows && text_is(wrapping->parts[last].text, ",");
}

/* Reads the parts of a line one after another, and where a wrapping could end. */
struct splitting {
    struct wrapping wrapping;
    struct text line;
    size_t at;
    bool has_word;
    bool has_sign;
};

/* A mark of quotation opens a string, and the next closes it; an apostrophe opens one at most. */
static char next_quote(char open, const struct wrapping_part *part)
{
    char sign = part->kind == WRAPPED_SIGN ? part->text.start[0] : '\0';

    if (sign == '"')
        return open == '"' ? '\0' : '"';
    if (open == '\'')
        return '\0';
    return open ? open : sign == '\'' ? '\'' : '\0';
}

static bool next_part(struct splitting *split)
{
    struct wrapping *wrapping = &split->wrapping;

    if (split->at >= split->line.length || split->at >= LONGEST_WRAPPING ||
        wrapping->count == WRAPPING_PARTS)
        return false;
    struct wrapping_part *part = &wrapping->parts[wrapping->count++];
    *part = part_at(split->line, split->at);
    split->at += part->text.length;
    split->has_word |= part->kind != WRAPPED_BLANK && part->kind != WRAPPED_SIGN;
    split->has_sign |= part->kind != WRAPPED_WORD && part->text.start[0] != ' ';
    wrapping->quote = next_quote(wrapping->quote, part);
    return true;
}

/* Marks of comment alone are taken off where they stand; words alone are prose. */
static bool may_end_here(const struct splitting *split, enum wrapped_content content)
{
    enum wrapping_kind last = split->wrapping.parts[split->wrapping.count - 1].kind;
    bool is_string = split->wrapping.quote != '\0';

    return (last == WRAPPED_SIGN || last == WRAPPED_BLANK) && split->at < split->line.length &&
           is_string == (content == WRAPPED_STRINGS) &&
           (is_string || (split->has_word && split->has_sign));
}

/* Whether known text stands behind the wrapping in its first line; only strings hold requests. */
static bool is_candidate(const struct wrappings *wrappings, const struct splitting *split,
                         struct evidence *evidence, bool *ends_lines)
{
    char quote = split->wrapping.quote;
    struct buffer decoded;

    buffer_init(&decoded);
    struct text inner = behind(text_from(split->line, split->at), quote, &decoded, ends_lines);
    bool is_known = evidence_add(evidence, wrappings->rules, inner) ||
                    (quote && evidence_add_request(evidence, wrappings->rules, inner));
    buffer_release(&decoded);
    return is_known && !is_column(&split->wrapping, evidence);
}

/* Where marks alone stand before known text, they are taken off; a colour stands before words. */
static bool needs_no_wrapping(const struct wrappings *wrappings, struct text line)
{
    enum prefix kind;
    struct text name;
    struct text peeled = line;

    return (peel_prefix(&peeled, &kind, &name) && kind == PREFIX_ESCAPE) ||
           is_known_behind_marks(wrappings->rules, line);
}

bool wrappings_learn(struct wrappings *wrappings, struct text line, size_t number,
                     struct text ahead, enum wrapped_content content)
{
    struct splitting split = {.line = line};

    if (content == WRAPPED_LINES && needs_no_wrapping(wrappings, line))
        return false;
    while (next_part(&split)) {
        struct evidence evidence = {0};
        bool ends_lines = false;
        if (may_end_here(&split, content) &&
            is_candidate(wrappings, &split, &evidence, &ends_lines) &&
            learn_form(wrappings, &split.wrapping, line, number, ahead, &evidence, ends_lines))
            return true;
    }
    return false;
}

/* ---- names ---- */

enum { DIGITS_OF_AN_EPOCH = 9, DIGITS_OF_AN_ID = 12 };

/* "10:15:03,123" and "c=8" are words, and in "INFO:bench" the colon ends one. */
static bool parts_words(struct text head, size_t at)
{
    char byte = head.start[at];
    char after = at + 1 < head.length ? head.start[at + 1] : ' ';

    if (byte == ',' || byte == '=')
        return !byte_is_digit(after);
    if (byte == ':')
        return at > 0 && byte_is_letter(head.start[at - 1]) && byte_is_letter(after);
    return byte_is_blank(byte) || strchr("[](){}<>|;=\"'", byte);
}

/* Digits, signs and names of months: a time, a date, a zone, a duration; but no address. */
static bool is_time(struct text word)
{
    size_t digits = 0;
    size_t signs = 0;
    size_t points = 0;

    for (size_t at = 0; at < word.length;) {
        if (byte_is_letter(word.start[at])) {
            size_t end = run_of(word, at, byte_is_letter);
            struct text letters = {word.start + at, end - at};
            if (!is_date_word(letters) && !text_is(letters, "T") && !text_is(letters, "Z"))
                return false;
            at = end;
            continue;
        }
        digits += byte_is_digit(word.start[at]);
        points += word.start[at] == '.';
        signs += !byte_is_digit(word.start[at]);
        at++;
    }
    return digits >= DIGITS_OF_AN_EPOCH || (digits && signs && !(signs == 3 && points == 3));
}

/* Of containers, commits and requests. */
static bool is_id(struct text word)
{
    size_t digits = 0;

    for (size_t i = 0; i < word.length; i++) {
        char byte = byte_lower(word.start[i]);
        if (!byte_is_digit(byte) && byte != '-' && !(byte >= 'a' && byte <= 'f'))
            return false;
        digits += byte_is_digit(byte);
    }
    return word.length >= DIGITS_OF_AN_ID && digits;
}

static bool is_pod_byte(char byte)
{
    return byte_is_digit(byte) || (byte >= 'a' && byte <= 'z');
}

/* "bench-7d9f8c6b5-x2k9p" is a pod of "bench": the length of what follows the name; 0: none. */
static size_t pod_suffix(struct text word, size_t dash)
{
    size_t first = run_of(word, dash + 1, is_pod_byte);
    size_t second = first < word.length ? run_of(word, first + 1, is_pod_byte) : first;
    bool has_figure = has_digit((struct text){word.start + dash + 1, first - dash - 1});
    bool ends = second == word.length || word.start[second] == '/' || word.start[second] == ':';

    if (first - dash - 1 < 8 || first - dash - 1 > 10 || !has_figure || !ends ||
        first == word.length || word.start[first] != '-' || second - first - 1 != 5)
        return 0;
    return second - dash;
}

static bool is_edge(char byte)
{
    return !is_alphanumeric(byte) && (unsigned char)byte < 0x80 && byte != '/';
}

static void append_word(struct buffer *name, struct text word)
{
    while (word.length && is_edge(word.start[0]) && word.start[0] != '.')
        word = text_from(word, 1);
    while (word.length && is_edge(word.start[word.length - 1]))
        word.length--;
    /* "ecs/bench/3f2a9c1b7d0e4f6a" */
    size_t slash = word.length;
    while (slash > 0 && word.start[slash - 1] != '/')
        slash--;
    if (slash && is_id(text_from(word, slash)))
        word.length = slash - 1;
    if (!word.length)
        return;
    if (name->length)
        buffer_append_byte(name, ' ');
    for (size_t at = 0; at < word.length;) {
        size_t suffix = word.start[at] == '-' ? pod_suffix(word, at) : 0;
        if (!suffix)
            buffer_append_byte(name, word.start[at]);
        at += suffix ? suffix : 1;
    }
}

/* Where the figure stands that counts the lines; the length of the head: nowhere. */
static size_t counter_at(const struct unwrapped *unwrapped)
{
    size_t at = 0;

    for (size_t i = 0; i < unwrapped->wrapping->count && at < unwrapped->head.length; i++) {
        const struct wrapping_part *part = &unwrapped->wrapping->parts[i];
        if (part->is_counter)
            return at;
        at += match_part(part, unwrapped->head, at);
    }
    return unwrapped->head.length;
}

/* "34m", what is left of an escape sequence. */
static bool is_cut_colour(struct text word)
{
    size_t digits = run_of(word, 0, byte_is_digit);

    return digits && digits + 1 == word.length && word.start[digits] == 'm';
}

/* "I0302" of klog, "00O" and "00O+" of GitLab: a level or a stream with a figure. */
static bool is_marked_figure(struct text word)
{
    bool in_front = word.length == 5 && word.start[0] >= 'A' && word.start[0] <= 'Z' &&
                    run_of(word, 1, byte_is_digit) == word.length;
    bool behind = word.length >= 3 && word.length <= 4 && run_of(word, 0, byte_is_digit) == 2 &&
                  (word.start[2] == 'O' || word.start[2] == 'E') &&
                  (word.length == 3 || word.start[3] == '+');

    return in_front || behind || is_cut_colour(word);
}

/* "pid=1234" and "ts=1772446503.1"; "c=8" is a setting. */
static bool is_passing_setting(struct text word)
{
    static const char *const keys[] = {"pid", "tid", "thread", "ts", "t", "time", "line", "seq"};
    size_t equals = text_find_byte(word, '=');

    if (equals == word.length)
        return false;
    struct text value = text_from(word, equals + 1);
    return is_one_of((struct text){word.start, equals}, keys, sizeof keys / sizeof keys[0]) ||
           is_time(value) || is_id(value);
}

/* A figure is a name only with a word in front of it: "run 1". */
static bool is_bare_figure(struct text word, bool after_word)
{
    return run_of(word, 0, byte_is_digit) == word.length && !after_word;
}

/* Whether the word says when, how or under which number, and not who. */
static bool is_passing(struct text head, size_t start, struct text word, bool after_word)
{
    size_t end = start + word.length;
    bool is_key = end < head.length &&
                  (head.start[end] == '=' || text_starts_with(text_from(head, end), "\":"));
    bool is_number = run_of(word, 0, byte_is_digit) == word.length;
    bool is_process = is_number && start && head.start[start - 1] == '[' && end < head.length &&
                      head.start[end] == ']';

    return is_key || is_process || is_bare_figure(word, after_word) ||
           (start && head.start[start - 1] == '(') || (word.length == 1 && !is_number) ||
           is_level(word) || is_date_word(word) || is_time(word) || is_id(word) ||
           is_marked_figure(word) || is_passing_setting(word);
}

void wrapping_append_name(const struct unwrapped *unwrapped, struct buffer *name)
{
    struct text head = unwrapped->head;
    size_t counter = counter_at(unwrapped);
    bool after_word = false;

    for (size_t at = 0; at < head.length;) {
        size_t end = at;
        while (end < head.length && !parts_words(head, end))
            end++;
        /* "nginx.log:12:" */
        size_t stop = counter >= at && counter < end ? counter : end;
        while (stop > at && head.start[stop - 1] == ':')
            stop--;
        struct text word = {head.start + at, stop - at};
        if (word.length && !is_passing(head, at, word, after_word)) {
            append_word(name, word);
            after_word = true;
        } else if (word.length) {
            after_word = false;
        }
        at = end + 1;
    }
}
