#include "surroundings.h"

#include <string.h>

#include "../base/utf8.h"
#include "../rules/tool_command.h"

enum {
    LONGEST_LABEL = 80, /* bytes; what is longer is a sentence */
    MOST_WORDS = 12,
};

void hints_add_caption(struct hints *hints, enum name_kind kind, const char *text)
{
    size_t at = 0;

    while (at < hints->caption_count && hints->captions[at].kind != kind)
        at++;
    if (at == MOST_CAPTIONS)
        at--;
    hints->captions[at] = (struct caption){kind, text};
    hints->caption_count = at + 1;
}

void surroundings_init(struct surroundings *surroundings, const struct rules *rules,
                       struct arena *arena)
{
    *surroundings = (struct surroundings){.arena = arena, .rules = rules};
    buffer_init(&surroundings->kept);
    buffer_init(&surroundings->between);
}

void surroundings_release(struct surroundings *surroundings)
{
    buffer_release(&surroundings->kept);
    buffer_release(&surroundings->between);
}

static size_t count_leading(struct text line, char byte)
{
    size_t count = 0;

    while (count < line.length && line.start[count] == byte)
        count++;
    return count;
}

static bool is_ruler_byte(char byte)
{
    return byte && strchr("-=*_~#+.:/", byte);
}

/* Where the word begins, as a word of its own or behind a path or a prompt. */
static bool find_word(struct text line, const char *word, size_t *at)
{
    size_t length = strlen(word);

    for (size_t i = 0; i + length < line.length; i++) {
        if (memcmp(line.start + i, word, length) != 0 || !byte_is_blank(line.start[i + length]))
            continue;
        if (i == 0 || strchr(" \t/\\>$#%`'\"(:@!", line.start[i - 1])) {
            *at = i;
            return true;
        }
    }
    return false;
}

/* ---- headings, rulers, lines ---- */

static const char *clean_copy(struct surroundings *surroundings, struct text text)
{
    /* A colon at the end belongs to the layout, not to the name. */
    text = text_trim(text);
    while (text.length && strchr(":*`", text.start[text.length - 1]))
        text.length--;
    while (text.length && (text.start[0] == '*' || text.start[0] == '`'))
        text = text_from(text, 1);
    char *copy = utf8_clean(surroundings->arena, text);
    size_t length = 0;
    /* One blank between words, however they were aligned. */
    for (const char *p = copy; *p; p++)
        if (*p != ' ' || (length && copy[length - 1] != ' '))
            copy[length++] = *p;
    copy[length] = '\0';
    return *copy ? copy : NULL;
}

static void set_heading(struct surroundings *surroundings, size_t level, struct text text)
{
    struct hints *hints = &surroundings->hints;

    hints->headings[level] = clean_copy(surroundings, text);
    if (level < surroundings->block_level)
        surroundings->block_command = NULL;
    for (size_t deeper = level + 1; deeper < HEADING_LEVELS; deeper++)
        hints->headings[deeper] = NULL;
    hints->caption_count = 0;
    surroundings->has_line = false;
}

/* # Title, with or without closing signs; h2. Title */
static bool take_marked_heading(struct surroundings *surroundings, struct text line)
{
    size_t level = count_leading(line, '#');

    if (level >= 1 && level <= HEADING_LEVELS && level < line.length &&
        byte_is_blank(line.start[level])) {
        struct text title = text_trim(text_from(line, level));
        while (title.length && title.start[title.length - 1] == '#')
            title.length--;
        set_heading(surroundings, level - 1, title);
        return true;
    }
    if (line.length > 4 && line.start[0] == 'h' && line.start[1] >= '1' && line.start[1] <= '6' &&
        line.start[2] == '.' && line.start[3] == ' ') {
        set_heading(surroundings, (size_t)(line.start[1] - '1'), text_from(line, 4));
        return true;
    }
    return false;
}

static bool is_roman(struct text text)
{
    for (size_t i = 0; i < text.length; i++)
        if (!strchr("IVXLC", text.start[i]))
            return false;
    return text.length > 0;
}

/*
 * "II - External request", "A - Sync worker", "1. Warm": an outline by hand.
 * A lone I is a numeral, since letters start with A.
 */
static bool take_outline_heading(struct surroundings *surroundings, struct text line)
{
    size_t end = 0;

    while (end < line.length && (byte_is_letter(line.start[end]) || byte_is_digit(line.start[end])))
        end++;
    struct text number = {line.start, end};
    struct text rest = text_from(line, end);
    bool dash = text_starts_with(rest, " - ") || text_starts_with(rest, ") ") ||
                text_starts_with(rest, " \xe2\x80\x93 ");
    if (!dash || !end || end > 5 || line.length > LONGEST_LABEL)
        return false;
    struct text title = text_from(rest, text_starts_with(rest, ") ")    ? 2
                                        : text_starts_with(rest, " - ") ? 3
                                                                        : 5);
    if (is_roman(number)) {
        set_heading(surroundings, 0, title);
        return true;
    }
    if (end == 1 && number.start[0] >= 'A' && number.start[0] <= 'H') {
        set_heading(surroundings, 1, title);
        return true;
    }
    return false;
}

/* A row of one sign, three or more. */
static bool is_plain_ruler(struct text line)
{
    return line.length >= 3 && is_ruler_byte(line.start[0]) &&
           count_leading(line, line.start[0]) == line.length;
}

/* Title above ==== or ----. */
static bool take_underline(struct surroundings *surroundings, struct text line)
{
    if (!is_plain_ruler(line) || !surroundings->previous.length || surroundings->lines_since_text)
        return false;
    if (line.start[0] != '=' && line.start[0] != '-')
        return false;
    if (surroundings->previous.length > LONGEST_LABEL ||
        is_ruler_byte(surroundings->previous.start[0]))
        return false;
    set_heading(surroundings, line.start[0] == '=' ? 0 : 1, surroundings->previous);
    return true;
}

/* ---- text ----, == text ==, ### text ###, >>> text <<< */
static bool take_text_ruler(struct surroundings *surroundings, struct text line)
{
    size_t left =
        line.length && is_ruler_byte(line.start[0]) ? count_leading(line, line.start[0]) : 0;
    size_t right = 0;

    while (right < line.length && line.start[line.length - 1 - right] == line.start[0])
        right++;
    if (left < 2 || right < 2 || left + right >= line.length)
        return false;
    struct text inner = text_trim((struct text){line.start + left, line.length - left - right});
    if (!inner.length || inner.length > LONGEST_LABEL)
        return false;
    const char *name = clean_copy(surroundings, inner);
    if (name)
        hints_add_caption(&surroundings->hints, NAME_RULER, name);
    surroundings->has_line = false;
    return true;
}

/* echo "text", $ echo text */
static struct text strip_echo(struct text line)
{
    size_t at;

    if (!find_word(line, "echo", &at) || at > 60)
        return line;
    line = text_trim(text_from(line, at + strlen("echo")));
    if (line.length >= 2 && (line.start[0] == '"' || line.start[0] == '\'') &&
        line.start[line.length - 1] == line.start[0])
        line = (struct text){line.start + 1, line.length - 2};
    return line;
}

static bool is_plain_word(struct text word)
{
    for (size_t i = 0; i < word.length; i++)
        if (word.start[i] < 'a' || word.start[i] > 'z')
            return false;
    return word.length > 0;
}

/* Takes the next word off the line; false at its end. */
static bool next_word(struct text *line, struct text *word)
{
    size_t end = 0;

    *line = text_trim(*line);
    while (end < line->length && !byte_is_blank(line->start[end]))
        end++;
    *word = (struct text){line->start, end};
    *line = text_from(*line, end);
    return end > 0;
}

/* Words that a name does not end with. */
static bool leads_on(struct text word)
{
    static const char *const words[] = {"and", "or",   "the", "a",  "of",  "for", "to",
                                        "is",  "with", "in",  "on", "are", "but", "that"};

    for (size_t i = 0; i < sizeof words / sizeof words[0]; i++)
        if (text_is(word, words[i]))
            return true;
    return false;
}

/*
 * A sentence of prose is no label: it ends like one, leads on to the next, or
 * is a row of plain words.  Names are short, or have figures and signs.
 */
static bool is_sentence(struct text line)
{
    struct text rest = line;
    struct text word = {line.start, 0};
    struct text last = word;
    size_t words = 0;
    size_t plain = 0;
    char end = line.start[line.length - 1];

    while (next_word(&rest, &word)) {
        words++;
        plain += is_plain_word(word);
        last = word;
    }
    /* "gzip on" is a name. */
    bool is_switch = words == 2 && text_is(last, "on");
    if (line.length > LONGEST_LABEL || words > MOST_WORDS || (leads_on(last) && !is_switch))
        return true;
    if (words >= 5 && plain * 5 >= (words - 1) * 4)
        return true;
    return (end == '.' || end == '!' || end == '?' || end == ',') && words > 3;
}

static bool has_word(struct text line)
{
    for (size_t i = 0; i < line.length; i++)
        if (byte_is_letter(line.start[i]) || byte_is_digit(line.start[i]) ||
            (unsigned char)line.start[i] >= 0x80)
            return true;
    return false;
}

/* The status line of an HTTP answer, and its headers up to a line of another kind. */
static bool is_answer(struct surroundings *surroundings, struct text line)
{
    if (text_starts_with(line, "HTTP/"))
        surroundings->in_headers = true;
    else if (text_find(line, ": ") == line.length)
        surroundings->in_headers = false;
    return surroundings->in_headers;
}

/* Prose parts runs that are called alike; of pages of it the beginning will do. */
enum { LONGEST_PROSE = 4096 };

static void add_prose(struct surroundings *surroundings, struct text line)
{
    if (surroundings->between.length + line.length > LONGEST_PROSE)
        return;
    buffer_append_text(&surroundings->between, line);
    buffer_append_byte(&surroundings->between, '\n');
}

const char *surroundings_line(const struct surroundings *surroundings)
{
    const struct hints *hints = &surroundings->hints;

    return surroundings->has_line ? hints->captions[hints->caption_count - 1].text : NULL;
}

void surroundings_take_line_above(struct surroundings *surroundings)
{
    surroundings_forget_line(surroundings);
    if (surroundings->line_above)
        hints_add_caption(&surroundings->hints, NAME_LINE, surroundings->line_above);
}

void surroundings_forget_line(struct surroundings *surroundings)
{
    struct hints *hints = &surroundings->hints;

    if (!surroundings->has_line)
        return;
    surroundings->has_line = false;
    memcpy(hints->captions, surroundings->unlined.captions, sizeof hints->captions);
    hints->caption_count = surroundings->unlined.caption_count;
}

/* A line right above another one names nothing: it is prose. */
static void drop_line(struct surroundings *surroundings)
{
    const struct hints *hints = &surroundings->hints;

    if (surroundings->has_line)
        add_prose(surroundings, text_of(hints->captions[hints->caption_count - 1].text));
    surroundings_forget_line(surroundings);
}

void surroundings_add_mark(struct surroundings *surroundings, const char *text)
{
    surroundings->has_line = false;
    hints_add_caption(&surroundings->hints, NAME_MARK, text);
    hints_add_caption(&surroundings->settled, NAME_MARK, text);
}

/* Whether a line that stands alone above a report may be its name. */
static bool names_something(struct text label)
{
    if (!label.length || !has_word(label) || is_sentence(label) ||
        strchr("{}[]()<>|\\;", label.start[0]) || strchr("{};,\\", label.start[label.length - 1]))
        return false;
    return text_find(label, "://") == label.length;
}

static void take_plain_line(struct surroundings *surroundings, struct text line)
{
    struct text label = strip_echo(line);

    surroundings->lines_since_command++;
    surroundings->code_has_more = true;
    if (label.length && is_sentence(label))
        surroundings->block_command = NULL;
    surroundings->line_above = surroundings_line(surroundings);
    drop_line(surroundings);
    if (is_answer(surroundings, line) || !has_word(label))
        return;
    const char *name = names_something(label) ? clean_copy(surroundings, label) : NULL;
    if (!name) {
        add_prose(surroundings, line);
        return;
    }
    surroundings->unlined = surroundings->hints;
    surroundings->has_line = true;
    hints_add_caption(&surroundings->hints, NAME_LINE, name);
}

static bool is_fence(struct text line)
{
    return text_starts_with(line, "```") || text_starts_with(line, "~~~") ||
           text_is(line, "....") || text_starts_with(line, "bc.");
}

static size_t heading_depth(const struct hints *hints)
{
    size_t depth = HEADING_LEVELS;

    while (depth && !hints->headings[depth - 1])
        depth--;
    return depth;
}

static void keep_previous(struct surroundings *surroundings, struct text line)
{
    buffer_clear(&surroundings->kept);
    buffer_append_text(&surroundings->kept, line);
    surroundings->previous = buffer_text(&surroundings->kept);
    surroundings->lines_since_text = 0;
}

/* "$ ", "user@host:~$ ", "+ ", or a path: what a command line may have in front. */
static bool is_prompt(struct text front)
{
    bool parted = front.length && byte_is_blank(front.start[front.length - 1]);

    front = text_trim(front);
    if (!front.length)
        return true;
    return parted ? strchr("$#%>+", front.start[front.length - 1]) != NULL
                  : text_find_byte(front, ' ') == front.length;
}

bool surroundings_take_line(struct surroundings *surroundings, struct text line)
{
    struct text command;

    if (is_fence(line)) {
        surroundings->in_fence = !surroundings->in_fence;
        return false;
    }
    const struct tool_command *command_of = tool_command_find(surroundings->rules, line, &command);
    if (command_of) {
        surroundings->hints.command_of = command_of;
        surroundings->block_command = NULL;
        surroundings->lines_since_command = 0;
        surroundings->hints.command_was_typed =
            is_prompt((struct text){line.start, (size_t)(command.start - line.start)});
        surroundings->hints.command = utf8_clean(surroundings->arena, command);
        return true;
    }
    bool heading = take_underline(surroundings, line) || is_plain_ruler(line) ||
                   (!surroundings->in_fence && take_marked_heading(surroundings, line)) ||
                   take_text_ruler(surroundings, line) || take_outline_heading(surroundings, line);
    if (!heading) {
        /* In a fence "# text" is a comment that names what follows. */
        if (surroundings->in_fence && line.start[0] == '#')
            line = text_trim(text_from(line, count_leading(line, '#')));
        if (line.length)
            take_plain_line(surroundings, line);
    }
    keep_previous(surroundings, line);
    return true;
}

void surroundings_take_code_fence(struct surroundings *surroundings)
{
    struct hints *hints = &surroundings->hints;

    /* It holds up to the next command, sentence or heading of its level. */
    if (surroundings->in_code && !surroundings->code_has_more && hints->command) {
        surroundings->block_command = hints->command;
        surroundings->block_command_of = hints->command_of;
        surroundings->block_level = heading_depth(hints);
    }
    surroundings->in_code = !surroundings->in_code;
    surroundings->code_has_more = false;
}

void surroundings_take_blank(struct surroundings *surroundings)
{
    surroundings->lines_since_text++;
    surroundings->in_headers = false;
}

/* What stands here belongs to reports above; what comes may name the next one. */
static void surroundings_settle(struct surroundings *surroundings)
{
    surroundings->settled = surroundings->hints;
    surroundings->has_line = false;
    surroundings->previous.length = 0;
    buffer_clear(&surroundings->between);
}

/* A command and its report may have a line or two between them; a page of prose they do not. */
enum { COMMAND_REACH = 3 };

struct hints surroundings_snapshot(struct surroundings *surroundings)
{
    struct hints *hints = &surroundings->hints;
    struct hints snapshot = *hints;

    if (surroundings->lines_since_command > COMMAND_REACH)
        snapshot.command = NULL;
    if (!snapshot.command && surroundings->block_command) {
        snapshot.command = surroundings->block_command;
        snapshot.command_of = surroundings->block_command_of;
    }
    surroundings->code_has_more = true;
    if (surroundings->between.length)
        snapshot.between = utf8_clean(surroundings->arena, buffer_text(&surroundings->between));
    hints->own = NULL;
    hints->cell = NULL;
    hints->command = NULL;
    surroundings_settle(surroundings);
    return snapshot;
}

void surroundings_go_on(struct surroundings *surroundings)
{
    const char *prefix = surroundings->hints.prefix;

    surroundings->hints = surroundings->settled;
    surroundings->hints.prefix = prefix;
    surroundings_settle(surroundings);
}
