/*
 * Every log of fixtures/real and fixtures/field that holds runs, put through
 * every kind of damage: the runs read are those of the undamaged log.  And with
 * any one line taken out, no figure becomes a wrong one.
 *
 * DAMAGE_VERBOSE=1 prints every difference and not only the first of each pair.
 */
#include "damage.h"

#include <dirent.h>

#include "read_text.h"

enum { MOST_LOGS = 400, LONGEST_FOR_DELETION = 120 };

struct log {
    const char *path;
    const char *name; /* without its folder's folder */
    struct text text;
    struct reading_list readings;
};

static struct read_bench bench;
static struct arena arena;
static struct log logs[MOST_LOGS];
static size_t log_count;

/* Why a pair of a damage and a log is not held to it. */
enum excuse {
    BY_NATURE, /* the damage leaves nothing from which the figures could be told */
    OPEN,      /* the reader does not manage it yet */
};

static const struct exception {
    const char *damage; /* its name begins so */
    const char *log;    /* its path holds this */
    enum excuse excuse;
    const char *reason;
} exceptions[] = {
    {"no-break spaces",  "html",                BY_NATURE, "a tag with a foreign blank in it is no tag"        },
    {"latin-1 blanks",   "html",                BY_NATURE, "a tag with a foreign blank in it is no tag"        },
    {"wide blanks",      "html",                BY_NATURE, "a tag with a foreign blank in it is no tag"        },
    {"<pre>",            "html",                BY_NATURE, "a page that shows the source of a page is no table"},
    {"&nbsp;",           "html",                BY_NATURE, "a page that shows the source of a page is no table"},
    {"<li>",             "html",                BY_NATURE, "a page that shows the source of a page is no table"},
    {"line missing",     "single-request",      BY_NATURE, "only the count says that sd 0.0 is of one"         },
    {"line missing",     "13-n1",               BY_NATURE, "only the count says that sd 0.0 is of one"         },
    {"terminal titles",  "html",                OPEN,      "a title in front of markup is not taken off"       },
    {"prefix |",         "57-derived-reflowed", OPEN,      "labels parted from their values by line ends"      },
    {"noise",            "57-derived-reflowed", OPEN,      "labels parted from their values by line ends"      },
    {"(comments)",       "57-derived-reflowed", OPEN,      "labels parted from their values by line ends"      },
    {"<-- comments",     "57-derived-reflowed", OPEN,      "labels parted from their values by line ends"      },
    {"# comments",       "57-derived-reflowed", OPEN,      "labels parted from their values by line ends"      },
    {"value unreadable", "57-derived-reflowed", OPEN,
     "labels parted from their values by line ends"                                                            },
    {"prefix of",        "57-derived-reflowed", OPEN,      "labels parted from their values by line ends"      },
    {"array of",         "57-derived-reflowed", OPEN,      "labels parted from their values by line ends"      },
    {"JSON log",         "57-derived-reflowed", OPEN,      "labels parted from their values by line ends"      },
    {"logfmt",           "57-derived-reflowed", OPEN,      "labels parted from their values by line ends"      },
    {"one string",       "57-derived-reflowed", OPEN,      "labels parted from their values by line ends"      },
    {"thousands",        "12-benchmark",        OPEN,      "the count of a stream stands in for a total"       },
};

static const struct exception *find_exception(const char *damage, const char *path)
{
    for (size_t i = 0; i < sizeof exceptions / sizeof exceptions[0]; i++)
        if (strncmp(exceptions[i].damage, damage, strlen(exceptions[i].damage)) == 0 &&
            strstr(path, exceptions[i].log))
            return &exceptions[i];
    return NULL;
}

/* Which exceptions were met: one that is not can go. */
static bool needed[sizeof exceptions / sizeof exceptions[0]];

/* ---- logs ---- */

static int by_path(const void *a, const void *b)
{
    return compare_naturally(((const struct log *)a)->path, ((const struct log *)b)->path);
}

static void load_folder(const char *folder)
{
    DIR *directory = opendir(folder);

    assert_non_null(directory);
    for (struct dirent *entry; (entry = readdir(directory));) {
        struct text name = text_of(entry->d_name);
        if (name.start[0] == '.' || text_ends_with(name, ".json") ||
            text_starts_with(name, "INDEX"))
            continue;
        assert_true(log_count < MOST_LOGS);
        struct log *log = &logs[log_count];
        log->path = arena_format(&arena, "%s/%s", folder, entry->d_name);
        log->text = file_text(log->path, &arena);
        log->readings = read_text(&bench, log->text, &arena);
        log_count += log->readings.count > 0;
    }
    closedir(directory);
}

static int set_up(void **state)
{
    (void)state;
    arena_init(&arena);
    read_bench_open(&bench);
    load_folder("fixtures/field");
    load_folder("fixtures/real/ab");
    load_folder("fixtures/real/siege");
    qsort(logs, log_count, sizeof logs[0], by_path);
    return 0;
}

static int tear_down(void **state)
{
    (void)state;
    read_bench_close(&bench);
    arena_release(&arena);
    return 0;
}

/* ---- comparing ---- */

static bool verbose(void)
{
    return getenv("DAMAGE_VERBOSE") != NULL;
}

static void compare_text(struct buffer *found, const char *what, const char *was, const char *is)
{
    if (was == is || (was && is && strcmp(was, is) == 0))
        return;
    buffer_append_format(found, "; %s was %s, is %s", what, was ? was : "absent",
                         is ? is : "absent");
}

static void compare_number(struct buffer *found, const char *what, double was, double is)
{
    if (was == is || (isnan(was) && isnan(is)))
        return;
    buffer_append_format(found, "; %s was %.10g, is %.10g", what, was, is);
}

static void compare_settings(struct buffer *found, const struct run *was, const struct run *is)
{
    static const char *const texts[] = {
        "tool",      "tool_version", "status",          "scheme",
        "host",      "path",         "server",          "method",
        "tls",       "port",         "document_length", "concurrency",
        "keepalive", "requests",     "duration_s"};

    for (size_t i = 0; i < sizeof texts / sizeof texts[0]; i++) {
        struct arena scratch;
        arena_init(&scratch);
        compare_text(found, texts[i], run_key_text(was, texts[i], &scratch),
                     run_key_text(is, texts[i], &scratch));
        arena_release(&scratch);
    }
}

static void compare_metrics(struct buffer *found, const struct run *was, const struct run *is)
{
    for (size_t i = 0; i < was->measurement_count; i++) {
        const struct metric *metric = was->measurements[i].metric;
        double value = ABSENT;
        run_value(is, metric, &value);
        compare_number(found, metric->key, was->measurements[i].value, value);
    }
    for (size_t i = 0; i < is->measurement_count; i++)
        if (!run_measurement(was, is->measurements[i].metric))
            compare_number(found, is->measurements[i].metric->key, ABSENT,
                           is->measurements[i].value);
    compare_number(found, "distinct values", (double)was->distribution.count,
                   (double)is->distribution.count);
    compare_number(found, "distinct status codes", (double)was->status_code_count,
                   (double)is->status_code_count);
}

static void compare_runs(struct buffer *found, const struct reading_list *was,
                         const struct reading_list *is)
{
    if (was->count != is->count) {
        buffer_append_format(found, "; %zu runs became %zu", was->count, is->count);
        return;
    }
    for (size_t i = 0; i < was->count; i++) {
        compare_settings(found, was->items[i].run, is->items[i].run);
        compare_metrics(found, was->items[i].run, is->items[i].run);
    }
}

/* What a report may be given when a line is missing from it. */
static bool is_derived(const struct run *was, const struct measurement *is)
{
    return strcmp(is->metric->key, "non_2xx") == 0 && is->value == 0 &&
           run_measurement(was, is->metric);
}

static bool value_is_among(const struct reading_list *was, const struct measurement *is)
{
    double value;

    for (size_t i = 0; i < was->count; i++)
        if ((run_value(was->items[i].run, is->metric, &value) && value == is->value) ||
            is_derived(was->items[i].run, is))
            return true;
    return false;
}

/* Every figure is one of the undamaged run; where the runs are others, of one of them. */
static void find_wrong_values(const struct reading_list *was, const struct reading_list *is,
                              struct buffer *found)
{
    for (size_t i = 0; i < is->count; i++) {
        const struct run *run = is->items[i].run;
        const struct reading_list of =
            was->count == is->count ? (struct reading_list){.items = &was->items[i], .count = 1}
                                    : *was;
        for (size_t k = 0; k < run->measurement_count; k++)
            if (!value_is_among(&of, &run->measurements[k]))
                buffer_append_format(found, "; %s is %.10g", run->measurements[k].metric->key,
                                     run->measurements[k].value);
    }
}

/* ---- damage ---- */

static bool survives(const struct log *log, const struct damage *damage)
{
    struct arena scratch;
    struct buffer damaged, found;

    arena_init(&scratch);
    buffer_init(&damaged);
    buffer_init(&found);
    damage->apply(log->text, &damaged);
    struct reading_list readings = read_text(&bench, buffer_text(&damaged), &scratch);
    if (damage->loses)
        find_wrong_values(&log->readings, &readings, &found);
    else
        compare_runs(&found, &log->readings, &readings);
    bool same = found.length == 0;
    const struct exception *exception = find_exception(damage->name, log->path);
    if (!same && !exception)
        printf("# %s: %s%.*s\n", damage->name, log->path,
               verbose() || found.length < 300 ? (int)found.length : 300, found.bytes);
    if (!same && exception)
        needed[exception - exceptions] = true;
    buffer_release(&found);
    buffer_release(&damaged);
    arena_release(&scratch);
    return same || exception;
}

static void damage_changes_no_run(void **state)
{
    size_t failed = 0;

    (void)state;
    for (size_t d = 0; d < DAMAGE_COUNT; d++)
        for (size_t i = 0; i < log_count; i++)
            failed += !survives(&logs[i], &damages[d]);
    assert_int_equal(failed, 0);
}

/* ---- one damage upon another ---- */

/* Which cannot meet. */
static const struct {
    const char *first, *second; /* names begin so */
    const char *reason;
} conflicts[] = {
    {"utf-16",                    "",               "an encoding is of the whole file: it comes last"               },
    {"byte-order mark",           "",               "a mark stands in front of all else"                            },
    {"<",                         "<",              "markup of markup is a text that shows markup"                  },
    {"<",                         "&nbsp;",         "markup of markup is a text that shows markup"                  },
    {"&nbsp;",                    "<",              "markup of markup is a text that shows markup"                  },
    {"colour cut to esc",         "",               "what comes behind an escape belongs to it"                     },
    {"colour cut behind",         "",               "what comes behind a half sequence belongs to it"               },
    {"thousands separators",      "thousands",      "figures are written in one way"                                },
    {"thousands separators",      "decimal commas", "figures are written in one way"                                },
    {"points and commas swapped", "decimal commas", "figures are written in one way"                                },
    {"decimal commas",            "thousands",      "figures are written in one way"                                },
    {"array of strings",          "",               "data is not damaged by hand"                                   },
    {"JSON log",                  "",               "data is not damaged by hand"                                   },
    {"logfmt",                    "",               "data is not damaged by hand"                                   },
    {"one string",                "",               "data is not damaged by hand"                                   },
    {"added by a diff",           "",               "what stands in front of a sign is no diff"                     },
    {"prefix of",                 "prefix |",       "rows of a table are read when it is over"                      },
    {"prefix of",                 "one string",     "wrappings are learned from lines, not within strings"          },
    {"prefix of",                 "colour cut",     "what is left of a colour hides where a wrapping begins"        },
    {"colour cut",                "prefix of",      "what is left of a colour hides where a wrapping ends"          },
    {"colour cut",                "JSON log",       "what is left of a colour hides where a wrapping ends"          },
    {"colour cut",                "array",          "what is left of a colour hides where a wrapping ends"          },
    {"colour cut",                "logfmt",         "what is left of a colour hides where a wrapping ends"          },
    {"(comments)",                "bold values",    "a carriage return may stand between the stars"                 },
    {"prefix stdout F",           "points",         "behind it the damage does not know a port, which has no groups"},
};

static bool can_meet(const struct damage *first, const struct damage *second)
{
    for (size_t i = 0; i < sizeof conflicts / sizeof conflicts[0]; i++)
        if (text_starts_with(text_of(first->name), conflicts[i].first) &&
            text_starts_with(text_of(second->name), conflicts[i].second))
            return false;
    return first != second;
}

static bool survives_both(const struct log *log, const struct damage *first,
                          const struct damage *second)
{
    struct arena scratch;
    struct buffer once, twice, found;

    arena_init(&scratch);
    buffer_init(&once);
    buffer_init(&twice);
    buffer_init(&found);
    first->apply(log->text, &once);
    second->apply(buffer_text(&once), &twice);
    struct reading_list readings = read_text(&bench, buffer_text(&twice), &scratch);
    if (first->loses || second->loses)
        find_wrong_values(&log->readings, &readings, &found);
    else
        compare_runs(&found, &log->readings, &readings);
    bool excused =
        find_exception(first->name, log->path) || find_exception(second->name, log->path);
    bool same = found.length == 0 || excused;
    if (!same)
        printf("# %s, then %s: %s%.*s\n", first->name, second->name, log->path,
               verbose() || found.length < 300 ? (int)found.length : 300, found.bytes);
    buffer_release(&found);
    buffer_release(&twice);
    buffer_release(&once);
    arena_release(&scratch);
    return same;
}

static void damage_upon_damage_changes_no_run(void **state)
{
    size_t failed = 0;

    (void)state;
    for (size_t d = 0; d < DAMAGE_COUNT; d++)
        for (size_t e = 0; e < DAMAGE_COUNT; e++)
            if (can_meet(&damages[d], &damages[e]))
                failed +=
                    !survives_both(&logs[(d * 31 + e * 17) % log_count], &damages[d], &damages[e]);
    assert_int_equal(failed, 0);
}

/* ---- one line missing ---- */

/* Single requests are what they are; without one of them there is one less. */
static bool is_request_line(struct text line)
{
    return text_find(line, " secs: ") < line.length || text_find(line, " secs,") < line.length ||
           text_find(line, "HTTP/1.") < line.length || text_find_byte(line, '\t') < line.length;
}

static size_t count_lines(struct text text)
{
    struct text line;
    size_t count = 0;

    while (text_split(&text, '\n', &line))
        count++;
    return count;
}

/* The text without its line `number`, from 0; false where that is a request. */
static bool without_line(struct text text, size_t number, struct buffer *out)
{
    struct text line;

    for (size_t i = 0; text_split(&text, '\n', &line); i++) {
        if (i == number) {
            if (is_request_line(line))
                return false;
            continue;
        }
        buffer_append_text(out, line);
        if (text.start)
            buffer_append_byte(out, '\n');
    }
    return true;
}

static size_t check_deletions(const struct log *log)
{
    size_t failed = 0;
    size_t lines = count_lines(log->text);

    for (size_t number = 0; number < lines && lines <= LONGEST_FOR_DELETION; number++) {
        struct arena scratch;
        struct buffer damaged, found;
        arena_init(&scratch);
        buffer_init(&damaged);
        buffer_init(&found);
        if (without_line(log->text, number, &damaged)) {
            struct reading_list readings = read_text(&bench, buffer_text(&damaged), &scratch);
            find_wrong_values(&log->readings, &readings, &found);
        }
        const struct exception *exception =
            found.length ? find_exception("line missing", log->path) : NULL;
        if (exception)
            needed[exception - exceptions] = true;
        if (found.length && !exception) {
            printf("# line %zu missing: %s%.*s\n", number + 1, log->path,
                   verbose() || found.length < 300 ? (int)found.length : 300, found.bytes);
            failed++;
        }
        buffer_release(&found);
        buffer_release(&damaged);
        arena_release(&scratch);
    }
    return failed;
}

static void a_missing_line_makes_no_figure_wrong(void **state)
{
    size_t failed = 0;

    (void)state;
    for (size_t i = 0; i < log_count; i++)
        failed += check_deletions(&logs[i]);
    assert_int_equal(failed, 0);
}

/* ---- a value that cannot be read ---- */

/* The text with "n/a" for the figure of line `number`; false where it has none behind a label. */
static bool without_value(struct text text, size_t number, struct buffer *out)
{
    struct text line;
    bool found = false;

    for (size_t i = 0; text_split(&text, '\n', &line); i++) {
        size_t at;
        if (i == number && is_figure_line(text_trim(line), &at)) {
            buffer_append_text(out, (struct text){text_trim(line).start, at});
            buffer_append_string(out, "n/a");
            found = true;
        } else {
            buffer_append_text(out, line);
        }
        if (text.start)
            buffer_append_byte(out, '\n');
    }
    return found;
}

static size_t count_figures(const struct reading_list *readings)
{
    size_t count = 0;

    for (size_t i = 0; i < readings->count; i++) {
        const struct run *run = readings->items[i].run;
        count += run->measurement_count;
        count += isnan(run->config.concurrency) ? 0 : 1;
        count += isnan(run->config.requests) ? 0 : 1;
        count += isnan(run->target.document_length) ? 0 : 1;
    }
    return count;
}

/* Any more warnings than before will do: a fragment is passed over as a whole. */
static size_t count_warnings(const struct reading_list *readings)
{
    size_t count = 0;

    for (size_t i = 0; i < readings->count; i++)
        count += readings->items[i].run->warning_count;
    return count;
}

static bool has_unreadable(const struct reading_list *readings)
{
    for (size_t i = 0; i < readings->count; i++)
        if (run_has_warning(readings->items[i].run, "unreadable-number"))
            return true;
    return false;
}

static size_t check_values(const struct log *log)
{
    size_t failed = 0;
    size_t lines = count_lines(log->text);

    for (size_t number = 0; number < lines && lines <= LONGEST_FOR_DELETION; number++) {
        struct arena scratch;
        struct buffer damaged;
        arena_init(&scratch);
        buffer_init(&damaged);
        if (without_value(log->text, number, &damaged)) {
            struct reading_list readings = read_text(&bench, buffer_text(&damaged), &scratch);
            bool is_told = has_unreadable(&readings) ||
                           count_warnings(&readings) > count_warnings(&log->readings);
            bool is_lost = count_figures(&readings) < count_figures(&log->readings) && !is_told;
            const struct exception *exception =
                is_lost ? find_exception("value unreadable", log->path) : NULL;
            if (exception)
                needed[exception - exceptions] = true;
            if (is_lost && !exception) {
                printf("# line %zu unreadable, and not told: %s\n", number + 1, log->path);
                failed++;
            }
        }
        buffer_release(&damaged);
        arena_release(&scratch);
    }
    return failed;
}

static void a_value_that_cannot_be_read_is_told(void **state)
{
    size_t failed = 0;

    (void)state;
    for (size_t i = 0; i < log_count; i++)
        failed += check_values(&logs[i]);
    assert_int_equal(failed, 0);
}

/* ---- two reports as columns of one table ---- */

/* The line of `text` that begins with the label of `line`, for the `number`th time. */
static bool find_same_label(struct text text, struct text line, size_t label, size_t number,
                            struct text *found)
{
    while (text_split(&text, '\n', found)) {
        *found = text_trim(*found);
        if (found->length > label && memcmp(found->start, line.start, label) == 0 && number-- == 0)
            return true;
    }
    return false;
}

/* How many lines before `line` begin with its label. */
static size_t earlier_with_label(struct text text, struct text line, size_t label)
{
    struct text other;
    size_t count = 0;

    while (text_split(&text, '\n', &other) && other.start < line.start) {
        struct text trimmed = text_trim(other);
        count += trimmed.start < line.start && trimmed.length > label &&
                 memcmp(trimmed.start, line.start, label) == 0;
    }
    return count;
}

static void append_columns(struct buffer *out, struct text first, struct text second)
{
    struct text rest = first;
    struct text line, twin;

    buffer_append_string(out, "| | first | second |\n|---|---|---|\n");
    while (text_split(&rest, '\n', &line)) {
        line = text_trim(line);
        size_t at = value_at_colon(line);
        if (!at || at >= line.length ||
            !find_same_label(second, line, at, earlier_with_label(first, line, at), &twin))
            continue;
        buffer_append_format(out, "| %.*s | %.*s | %.*s |\n", (int)at, line.start,
                             (int)(line.length - at), line.start + at, (int)(twin.length - at),
                             twin.start + at);
    }
}

static bool is_lone_report(const struct log *log)
{
    const struct reading_list *list = &log->readings;

    return strstr(log->path, "real/ab/") && list->count == 1 &&
           strcmp(list->items[0].run->format, "ab") == 0 &&
           list->items[0].run->status == RUN_COMPLETE;
}

static bool survives_as_columns(const struct log *first, const struct log *second)
{
    struct arena scratch;
    struct buffer table, found;
    struct reading both[2] = {first->readings.items[0], second->readings.items[0]};
    double rate;

    arena_init(&scratch);
    buffer_init(&table);
    buffer_init(&found);
    append_columns(&table, first->text, second->text);
    struct reading_list was = {.items = both, .count = 2};
    struct reading_list is = read_text(&bench, buffer_text(&table), &scratch);
    if (is.count != 2)
        buffer_append_format(&found, "; 2 runs became %zu", is.count);
    else
        find_wrong_values(&was, &is, &found);
    for (size_t i = 0; i < is.count; i++)
        if (!run_value_of(is.items[i].run, "requests_per_second", &rate))
            buffer_append_string(&found, "; a rate is missing");
    if (found.length)
        printf("# columns: %s and %s%s\n%s", first->path, second->path, found.bytes, table.bytes);
    bool same = found.length == 0;
    buffer_release(&found);
    buffer_release(&table);
    arena_release(&scratch);
    return same;
}

static void two_reports_as_columns_of_a_table_are_two_runs(void **state)
{
    const struct log *before = NULL;
    size_t pairs = 0;
    size_t failed = 0;

    (void)state;
    for (size_t i = 0; i < log_count; i++) {
        if (!is_lone_report(&logs[i]))
            continue;
        if (before) {
            failed += !survives_as_columns(before, &logs[i]);
            pairs++;
        }
        before = &logs[i];
    }
    assert_true(pairs > 5);
    assert_int_equal(failed, 0);
}

static void every_exception_is_needed(void **state)
{
    size_t idle = 0;

    (void)state;
    for (size_t i = 0; i < sizeof exceptions / sizeof exceptions[0]; i++) {
        if (needed[i])
            continue;
        printf("# no longer an exception: %s, %s: %s\n", exceptions[i].damage, exceptions[i].log,
               exceptions[i].reason);
        idle++;
    }
    assert_int_equal(idle, 0);
}

static void the_logs_are_there(void **state)
{
    (void)state;
    assert_true(log_count > 100);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_logs_are_there),
        cmocka_unit_test(damage_changes_no_run),
        cmocka_unit_test(damage_upon_damage_changes_no_run),
        cmocka_unit_test(a_missing_line_makes_no_figure_wrong),
        cmocka_unit_test(a_value_that_cannot_be_read_is_told),
        cmocka_unit_test(two_reports_as_columns_of_a_table_are_two_runs),
        cmocka_unit_test(every_exception_is_needed),
    };

    cmocka_set_message_output(CM_OUTPUT_TAP);
    return cmocka_run_group_tests(tests, set_up, tear_down);
}
