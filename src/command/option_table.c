#include "option_table.h"

#include <float.h>

#include "../compare/analysis.h"
#include "../emit/emit.h"
#include "about.h"

#define AT(field)    .offset = offsetof(struct options, field)
#define FLAG(field)  .type = OPTION_FLAG, AT(field)
#define TEXT(field)  .type = OPTION_TEXT, AT(field)
#define TEXTS(field) .type = OPTION_TEXTS, AT(field)
#define LIST(field, length)                                                                        \
    .type = OPTION_LIST, AT(field), .length_offset = offsetof(struct options, length)
#define CHOICE(field, names) .type = OPTION_CHOICE, AT(field), .words = (names)
#define WORD(field, names, others)                                                                 \
    .type = OPTION_WORD, AT(field), .words = (names), .meaning = (others)
#define SHARE(field, low, high, in_words)                                                          \
    .type = OPTION_SHARE, AT(field), .least = (low), .most = (high), .expects = (in_words)
#define COUNT(field, low, in_words)                                                                \
    .type = OPTION_COUNT, AT(field), .least = (low), .most = 1e9, .expects = (in_words)
#define ABOUT(function) .type = OPTION_ABOUT, .about = (function)

#define READING(...)                                                                               \
    {                                                                                              \
        HEADING_READING, FOR_RUNS, __VA_ARGS__                                                     \
    }
#define POOLING(...)                                                                               \
    {                                                                                              \
        HEADING_READING, FOR_COMPARISONS, __VA_ARGS__                                              \
    }
#define SELECTING(...)                                                                             \
    {                                                                                              \
        HEADING_SHAPE, FOR_RUNS, __VA_ARGS__                                                       \
    }
#define SHAPE(...)                                                                                 \
    {                                                                                              \
        HEADING_SHAPE, FOR_COMPARISONS, __VA_ARGS__                                                \
    }
#define NUMBERS(...)                                                                               \
    {                                                                                              \
        HEADING_NUMBERS, FOR_COMPARISONS, __VA_ARGS__                                              \
    }
#define FILES(...)                                                                                 \
    {                                                                                              \
        HEADING_OUTPUT, FOR_FILES, __VA_ARGS__                                                     \
    }
#define OUTPUT(...)                                                                                \
    {                                                                                              \
        HEADING_OUTPUT, FOR_REPORTS, __VA_ARGS__                                                   \
    }
#define ANY(...)                                                                                   \
    {                                                                                              \
        HEADING_ABOUT, FOR_ALL, __VA_ARGS__                                                        \
    }

/* clang-format off */
static const struct option_row rows[] = {
    READING("label", 0, "NAME", "call the runs of the files after it NAME", TEXT(label)),
    READING("label-from", 0, "HOW", "from ", CHOICE(label_from, label_from_name)),
    READING("path", 0, "PATTERN", "paths of FILEs, as '{label}/c{concurrency}.log'",
            TEXT(path)),
    READING("rename", 0, "OLD=NEW", "call NEW what names call OLD", TEXTS(renames)),
    READING("no-assume", 0, NULL, "refuse repetitions that no name tells", FLAG(no_assume)),
    READING("set", 0, "K=V", "give the runs a key that parts groups", .type = OPTION_SET,
            .expects = "KEY=VALUE, such as --set gzip=on"),
    READING("tag", 0, "K=V", "give the runs a key that does not", .type = OPTION_TAG,
            .expects = "KEY=VALUE, such as --tag commit=4f2a"),
    READING("parser", 0, "FILE", "read with this rule file too", TEXTS(parsers)),
    READING("keep-columns", 0, NULL, "keep unknown columns of tables", FLAG(keep_columns)),
    POOLING("combine", 0, "HOW", "one run of several: ", CHOICE(settings.combine, combine_name)),
    POOLING("drop-first", 0, "N", "leave out the first N runs of each group",
            COUNT(settings.drop_first, 0, "a number of runs, such as 1")),
    SELECTING("group-by", 0, "KEYS", "what makes runs repetitions of each other",
              LIST(settings.group_by, settings.group_by_count)),
    SHAPE("rows", 0, "KEYS", "rows of a pivot", LIST(settings.rows, settings.row_count)),
    SHAPE("columns", 0, "KEY", "columns of a pivot", TEXT(settings.columns)),
    SELECTING("filter", 0, "EXPR", "runs such as 'concurrency >= 8 and p99 < 2s'", TEXT(filter)),
    SHAPE("sort", 0, "KEY", "sort groups by a key or metric; -KEY: falling", TEXT(settings.sort)),
    SHAPE("only", 0, "VERDICTS", "show these alone: ",
          LIST(settings.only, settings.only_count), .words = verdict_name,
          .meaning = verdict_meant),
    SHAPE("baseline", 'b', "NAME", "compare with this group; else the first",
          TEXT(settings.baseline)),
    SHAPE("against", 0, "FILE", "earlier runs, as JSON lines, to compare with", TEXTS(against)),
    SHAPE("against-filter", 0, "EXPR", "which of them", TEXT(against_filter)),
    SHAPE("last", 0, "N", "the N latest of them (20)",
          COUNT(settings.last, 1, "a number of runs, such as 20")),
    NUMBERS("metrics", 'm', "LIST", "metrics to show and judge: rps,p99,…", TEXT(metrics)),
    NUMBERS("confidence", 0, "LEVEL", "of intervals and tests (0.95)",
            SHARE(settings.confidence, 0.5, 0.9999, "0.5 to 0.9999, such as 0.95 or 99%")),
    NUMBERS("test", 0, "TEST", "", CHOICE(settings.test, test_kind_name)),
    NUMBERS("pair-by", 0, "KEY", "pair runs that agree in it", TEXT(settings.pair_by)),
    NUMBERS("correction", 0, "HOW", "of many tests: ", CHOICE(settings.correction, correction_name)),
    NUMBERS("min-effect", 0, "X%", "the least change worth a verdict (2%)", TEXT(min_effects)),
    NUMBERS("find", 0, "X%", "the change that runs are planned for (4%)",
            SHARE(settings.find, DBL_MIN, 100, "a share above 0, such as 4%")),
    NUMBERS("margin", 0, "X%", "what counts as equal (5%)",
            SHARE(settings.margin, DBL_MIN, 1, "a share above 0, such as 5%")),
    NUMBERS("quantile", 0, "HOW", "", CHOICE(settings.quantile, quantile_kind_name)),
    NUMBERS("accept", 0, "CODES", "let verdicts stand in spite of these notes",
            LIST(settings.accepted, settings.accepted_count)),
    OUTPUT("format", 'f', "FORMAT", "", WORD(format, emitter_name, emitter_meant)),
    FILES("output", 'o', "FILE", "write here, in the suffix's format; may be repeated",
          TEXTS(outputs)),
    OUTPUT("template", 't', "NAME", "a layout of --list-templates, or a file", TEXT(template)),
    OUTPUT("title", 0, "TEXT", "of the report", TEXT(title)),
    OUTPUT("date", 0, "DATE", "that it bears: a day, or a time", .type = OPTION_DATE, AT(date),
           .expects = "a day such as 2026-03-02, or a time such as 2026-03-02T10:15:33Z"),
    OUTPUT("paper", 0, "SIZE", "", CHOICE(paper, paper_name)),
    OUTPUT("color", 0, "WHEN", "", CHOICE(color, color_name)),
    ANY("list-parsers", 0, NULL, "", ABOUT(about_list_parsers)),
    ANY("list-templates", 0, NULL, "", ABOUT(about_list_templates)),
    ANY("list-checks", 0, NULL, "", ABOUT(about_list_checks)),
    ANY("list-metrics", 0, NULL, "", ABOUT(about_list_metrics)),
    ANY("print-parser", 0, "NAME", "", ABOUT(about_print_parser)),
    ANY("print-template", 0, "NAME", "", ABOUT(about_print_template)),
    ANY("check-parser", 0, "FILE", "", ABOUT(about_check_parser)),
    ANY("check-template", 0, "FILE", "", ABOUT(about_check_template)),
    ANY("quiet", 'q', NULL, "", FLAG(quiet)),
    ANY("verbose", 'v', NULL, "", FLAG(verbose)),
    ANY("version", 0, NULL, "", ABOUT(about_version)),
    ANY("help", 'h', NULL, "", ABOUT(about_help)),
};
/* clang-format on */

enum { ROW_COUNT = sizeof rows / sizeof rows[0] };

_Static_assert(sizeof rows / sizeof rows[0] <= OPTION_COUNT_MAX,
               "readers make room for all options");

const struct option_row *option_table(size_t *count)
{
    *count = ROW_COUNT;
    return rows;
}

const char *option_heading_name(enum option_heading heading)
{
    static const char *const names[] = {
        [HEADING_READING] = "Reading", [HEADING_SHAPE] = "Shape", [HEADING_NUMBERS] = "Numbers",
        [HEADING_OUTPUT] = "Output",   [HEADING_ABOUT] = "About",
    };
    return names[heading];
}
